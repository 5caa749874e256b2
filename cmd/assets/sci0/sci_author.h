/* Names that authors gave resources, in UTF-8. Their tools are Windows programs: a byte
 * is a character of Latin-1. */
#ifndef CMD_ASSETS_SCI0_SCI_AUTHOR_H
#define CMD_ASSETS_SCI0_SCI_AUTHOR_H

#include <exhume/base.h>
#include <jansson.h>

/* Control characters are left out. */
void sci_author_put(struct exh_bytes name, struct exh_writer *out);
json_t *sci_author_json(struct exh_bytes name);

#endif
