/* JSON documents, by jansson. */
#ifndef CMD_IO_JSON_H
#define CMD_IO_JSON_H

#include <exhume/base.h>
#include <jansson.h>

/* A string; bytes that are not UTF-8 (names of files may hold any) become U+FFFD. */
json_t *json_text(const char *text);

/* A list of [red, green, blue]. */
json_t *json_palette(const struct exh_palette *palette);

/* {"exhume": version, "format": format}, to be filled. */
json_t *json_document(const char *format);

/* The document as text with a line end, to be freed; NULL when out of memory. */
char *json_print(const json_t *document);

/* The same, appended to out; releases the document, and takes NULL for out of memory. */
enum exh_status json_append(json_t *document, struct exh_writer *out,
			    struct exh_error *err);

#endif
