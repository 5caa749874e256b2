/*
 * Texts that are linked into Keen Dreams' program: code page 437, lines that end with
 * CR LF, up to the first tilde.
 *
 * Memory:  an opened text borrows the bytes it was opened on.
 */
#ifndef EXHUME_ADVANCED_KEEN_TEXT_H
#define EXHUME_ADVANCED_KEEN_TEXT_H

#include "cp437.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open text. */
struct exh_keen_text {
	struct exh_bytes text; /* up to the tilde, without it */
	bool ended;	       /* true if there is a tilde */
};

/* Opens a text. EXH_INVALID for bytes that do not occur in text. A missing tilde is
 * noted. */
EXH_CHECKED enum exh_status exh_keen_text_open(struct exh_bytes file,
					       struct exh_keen_text *out,
					       struct exh_notes *notes,
					       struct exh_error *err);

/* Appends the text as UTF-8, with LF as line ends. */
EXH_API void exh_keen_text_to_utf8(const struct exh_keen_text *text,
				   struct exh_writer *out);

#ifdef __cplusplus
}
#endif

#endif
