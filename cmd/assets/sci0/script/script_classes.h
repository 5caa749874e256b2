/* The classes of a game as a tree, with their instances. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_CLASSES_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_CLASSES_H

#include "script_output.h"

/* Each class under its superclass, with its number, script and instances, of the selected
 * scripts. A circle of superclasses is shown as such. */
bool script_classes_fill(struct script_output *o);

#endif
