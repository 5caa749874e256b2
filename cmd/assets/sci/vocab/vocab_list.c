#include "vocab.h"

#include "task/text.h"

#include <string.h>

enum exh_status vocab_list_read(struct exh_bytes text, const struct vocab_reading *how,
				struct vocab_list *out, struct exh_error *err)
{
	*out = (struct vocab_list){ .arena.limit = VOCAB_ARENA_LIMIT };
	text = text_without_mark(text);
	return text_is_json(text) ? vocab_list_read_json(text, how, out, err)
				  : vocab_list_read_tables(text, how, out, err);
}

void vocab_list_free(struct vocab_list *list)
{
	exh_arena_free(&list->arena);
	*list = (struct vocab_list){ 0 };
}

/* True if the original bytes, read and written, give the same bytes as the list: then
 * the list is unchanged. */
static bool is_unchanged(const struct vocab *vocab, struct exh_bytes written)
{
	struct exh_arena arena = { .limit = VOCAB_ARENA_LIMIT };
	struct exh_writer again = { .limit = VOCAB_SIZE_LIMIT };
	struct vocab original;
	const bool same = vocab->bytes.size &&
			  vocab_read(vocab->bytes, vocab->kind, &arena, &original, NULL,
				     NULL) == EXH_OK &&
			  vocab_write(&original, &again, NULL) == EXH_OK &&
			  bytes_are_same(exh_writer_bytes(&again), written);

	exh_writer_free(&again);
	exh_arena_free(&arena);
	return same;
}

static enum exh_status write_once(const struct vocab *vocab, struct exh_writer *out,
				  struct exh_error *err)
{
	const char *kind = exh_sci_vocab_kind_name(vocab->kind);
	struct exh_error inner = { 0 };
	const enum exh_status status = vocab_write(vocab, out, &inner);

	if (status && inner.offset != EXH_NO_OFFSET)
		return exh_fail(err, status, EXH_NO_OFFSET, "%s[%zu]: %s", kind,
				inner.offset, inner.text);
	return status ? exh_fail(err, status, EXH_NO_OFFSET, "%s: %s", kind, inner.text)
		      : EXH_OK;
}

enum exh_status vocab_list_write(struct vocab *vocab, bool keep_order,
				 struct exh_writer *out, struct exh_error *err)
{
	const size_t start = out->size;
	enum exh_status status;

	if (!vocab->bytes.size && !keep_order && !vocab->keeps_order)
		vocab_sort(vocab);
	status = write_once(vocab, out, err);
	if (status || !vocab->bytes.size)
		return status;
	if (is_unchanged(vocab,
			 (struct exh_bytes){ out->data + start, out->size - start, 0 })) {
		out->size = start;
		exh_write_bytes(out, vocab->bytes.data, vocab->bytes.size);
		return EXH_OK;
	}
	if (keep_order || vocab->keeps_order || vocab_is_sorted(vocab))
		return EXH_OK;
	out->size = start;
	vocab_sort(vocab);
	return write_once(vocab, out, err);
}
