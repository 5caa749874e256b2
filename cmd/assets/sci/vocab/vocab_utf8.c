#include "vocab.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/text.h"

json_t *vocab_text_json(struct vocab_writing *w, struct exh_bytes text)
{
	struct exh_writer utf8 = { .limit = SIZE_MAX };
	json_t *json;

	w->bad += text_to_utf8(w->encoding, text, &utf8);
	json = json_written(&utf8);
	exh_writer_free(&utf8);
	return json;
}

enum exh_status vocab_take_text(const struct text_encoding *encoding,
				struct exh_bytes utf8, struct exh_arena *arena,
				struct exh_bytes *out, struct exh_error *err)
{
	struct exh_writer text = { .limit = VOCAB_SIZE_LIMIT };
	enum exh_status status;

	*out = (struct exh_bytes){ 0 };
	if (!text_from_utf8(encoding, utf8, &text)) {
		char expected[TEXT_PHRASE_SIZE];

		text_find_foreign(encoding, utf8, expected);
		status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "expected %s",
				  expected);
	} else {
		status = mem_arena_copy(arena, exh_writer_bytes(&text), out, err);
	}
	exh_writer_free(&text);
	return status;
}
