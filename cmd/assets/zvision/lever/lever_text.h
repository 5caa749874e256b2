/* A lever as words for people, as a graph, and as JSON. */
#ifndef CMD_ASSETS_ZVISION_LEVER_LEVER_TEXT_H
#define CMD_ASSETS_ZVISION_LEVER_LEVER_TEXT_H

#include "lever_file.h"

/* Appended. */
void lever_to_text(const struct lever_file *file, struct exh_writer *out);

/* A graph of its positions for Graphviz; appended. */
void lever_to_dot(const struct lever_file *file, struct exh_writer *out);

/* The keys of zvision 9, and beside them what else is known. */
void lever_to_json(const struct lever_file *file, json_t *result);

#endif
