/* A text of class binary, piece by piece. */
#ifndef EXH_KEEN_BINARY_PARTS_H
#define EXH_KEEN_BINARY_PARTS_H

#include "exhume/keen_binary.h"

struct keen_text {
	struct exh_bytes in;
	size_t pos;
	const struct exh_keen_layout *layout; /* may be NULL */
	struct exh_writer *out;
	unsigned page;
};

enum keen_text_piece {
	KEEN_TEXT_END, /* of the chunk, or of what is shown */
	KEEN_TEXT_LETTER,
	KEEN_TEXT_SILENT,  /* a colour or a carriage return, which are not rendered */
	KEEN_TEXT_COMMAND, /* with the rest of its line, which is not shown */
};

/* Renders the next piece, and advances to what comes after it. */
enum keen_text_piece exh_keen_text_step(struct keen_text *text);

#endif
