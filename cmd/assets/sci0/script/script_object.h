/* Classes and objects in full: properties and methods, with where they come from. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_OBJECT_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_OBJECT_H

#include "script_output.h"

/* Everything about the selected scripts' objects and classes of the request's name. */
bool script_object_fill(struct script_output *o);

#endif
