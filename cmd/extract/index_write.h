/* An index in the forms beside index.json: a page, lines, a database. What was written is
 * added to the new index's documents. */
#ifndef CMD_EXTRACT_INDEX_WRITE_H
#define CMD_EXTRACT_INDEX_WRITE_H

#include "job.h"

/* The kind of such documents. */
#define PAGE_KIND "page"

/* The file of an enum index_format. */
const char *index_name(unsigned format);

void index_write_page(struct extraction *x, const json_t *document);
void index_write_other(struct extraction *x, const json_t *document);

#endif
