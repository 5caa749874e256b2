/* The classes of a game as a tree, with their instances. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_CLASSES_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_CLASSES_H

#include "script_program.h"

#include <jansson.h>

/* As lines: each class under its superclass, with its number, script and instances. Of
 * the selected scripts. A circle of superclasses is shown as such. */
void script_classes_text(const struct script_program *p, struct exh_writer *out);
/* {"classes": [...]}; NULL when out of memory. */
json_t *script_classes_json(const struct script_program *p);
/* A graph for Graphviz. */
void script_classes_dot(const struct script_program *p, struct exh_writer *out);

#endif
