/*
 * Strings of SCI games: those of text resources, and of scripts.
 */
#ifndef CMD_ASSETS_SCI0_TEXT_SCI_TEXT_H
#define CMD_ASSETS_SCI0_TEXT_SCI_TEXT_H

#include "assets/sci0/sci_source.h"
#include "text_encoding.h"

/* The thing of an asset. */
struct sci_strings {
	struct exh_bytes *items; /* by their numbers */
	size_t count;
};

static inline const struct sci_strings *sci_strings_of(const struct asset *asset)
{
	return asset->thing;
}

/* From the start of the resource. */
static inline size_t sci_string_offset(const struct asset *asset,
				       const struct exh_bytes *string)
{
	return string->base - asset->bytes.base;
}

struct sci_text_options {
	const struct text_encoding *encoding;
	bool as_json, as_table;
};

/* Texts become tables by default, of code page 437; the strings of scripts are read, and
 * no files made of them. */
extern const struct asset_kind sci_text_kind, sci_script_strings_kind;

/*
 * Tables: "#type", "number", "index", "offset", "text", with tabs between them.
 */

void sci_text_put_columns(bool with_hits, struct exh_writer *out);
/* Those of a row in front of the text. */
void sci_text_put_place(const struct asset *asset, size_t index, struct exh_writer *out);

/*
 * JSON: an object for each string, in the list "strings".
 */

/* With its bytes, if they can't be had of the text, which is the string in UTF-8. */
json_t *sci_text_string_to_json(const struct text_encoding *encoding,
				const struct asset *asset, size_t index,
				struct exh_bytes utf8);

#endif
