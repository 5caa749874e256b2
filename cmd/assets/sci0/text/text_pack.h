/* Texts of SCI games made of the tables and the JSON of text-dump. */
#ifndef CMD_ASSETS_SCI0_TEXT_TEXT_PACK_H
#define CMD_ASSETS_SCI0_TEXT_TEXT_PACK_H

#include "assets/sci0/sci_items.h"
#include "text_encoding.h"

struct text_packing {
	const struct text_encoding *encoding;
	const char *output; /* of the command line: may be NULL */
	const struct sci_choice *choice;
	bool bare;    /* without a patch file's header */
	bool several; /* inputs */
};

/* Writes the texts of one input, and adds to result what became of it. */
void text_pack(const struct text_packing *packing, const char *input,
	       struct report *report, json_t *result);

#endif
