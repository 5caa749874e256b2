/* Texts of vocabularies in UTF-8, and back. */
#ifndef CMD_ASSETS_SCI0_VOCAB_VOCAB_UTF8_H
#define CMD_ASSETS_SCI0_VOCAB_VOCAB_UTF8_H

#include "assets/sci0/text/text_encoding.h"

#include <jansson.h>

/* Texts on their way to UTF-8; bad counts bytes that are no characters. */
struct vocab_writing {
	const struct text_encoding *encoding;
	const char *encoding_name;
	struct exh_arena *arena; /* without a limit */
	size_t bad;
};

/* Text of the game in UTF-8. */
json_t *vocab_text_json(struct vocab_writing *w, struct exh_bytes text);

/* Text of UTF-8 in the game's encoding, in arena. EXH_INVALID if it can't be. */
enum exh_status vocab_take_text(const struct text_encoding *encoding,
				struct exh_bytes utf8, struct exh_arena *arena,
				struct exh_bytes *out, struct exh_error *err);

#endif
