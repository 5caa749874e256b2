/* The resources of an SCI game as a table for people, for programs, and as JSON. */
#ifndef CMD_ASSETS_SCI0_SCI_LIST_H
#define CMD_ASSETS_SCI0_SCI_LIST_H

#include "sci_items.h"

/* Appends the table; hashes are not in it. */
void sci_list_text(const struct sci_items *items, struct exh_writer *out);

/* Appends the table, tab-separated, of items that are loaded and hashed. */
void sci_list_tsv(const struct sci_items *items, struct exh_writer *out);

/* A list with an object for each of items that are loaded and hashed. */
json_t *sci_list_json(const struct sci_items *items);

#endif
