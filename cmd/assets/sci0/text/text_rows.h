/* Strings of texts as tables and JSON have them. */
#ifndef CMD_ASSETS_SCI0_TEXT_TEXT_ROWS_H
#define CMD_ASSETS_SCI0_TEXT_TEXT_ROWS_H

#include "text_encoding.h"

struct text_row {
	unsigned number; /* ASSET_NO_NUMBER: none is given */
	uint32_t index;
	struct exh_bytes bytes;
	size_t place; /* the line, or the place in the list, from 1 */
};

struct text_rows {
	struct text_row *items;
	size_t count;
	bool of_scripts;
	size_t skipped_count; /* those of scripts; or, if of scripts, of texts */
	const char *place;    /* "line", or "string" */
	struct exh_arena arena;
};

/* Reads JSON if it begins with a brace, else a table: strings of texts, or those of
 * scripts. err names the line and column. Always to be freed. */
enum exh_status text_rows_read(struct exh_bytes in, const struct text_encoding *encoding,
			       bool of_scripts, struct text_rows *out,
			       struct exh_error *err);
void text_rows_free(struct text_rows *rows);

#endif
