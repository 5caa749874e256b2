/* The strings of a script as rows of a table. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_STRING_TABLE_H
#define CMD_ASSETS_SCI0_SCRIPT_STRING_TABLE_H

#include "assets/sci0/text/text_encoding.h"

#include <exhume/sci0_strings.h>

/* "name", "text", "name and text" or "unused"; NULL for one that only fills its section.
 * uses: of exh_sci0_string_uses. */
const char *string_table_kind(const struct exh_sci0_code *code, const uint8_t *uses,
			      size_t i);

void string_table_put_columns(struct exh_writer *out);
/* Appends the row of a string. */
void string_table_put_row(const struct exh_sci0_program_script *script, size_t i,
			  const char *kind, const struct text_encoding *encoding,
			  struct exh_writer *out);

/* All of a script, with the line of columns. */
enum exh_status string_table_write(const struct exh_sci0_program_script *script,
				   const struct text_encoding *encoding,
				   struct exh_writer *out, struct exh_error *err);

#endif
