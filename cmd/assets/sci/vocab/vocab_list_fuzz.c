/*
 * Any text as JSON or tables of vocabularies. Of what is accepted and can be written, the
 * bytes are read again as the same rows, and these, as JSON and as a table, make the same
 * bytes. In the order of the text they have as many rows, and the same bytes if that is
 * the vocabulary's order, too.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "task/json.h"
#include "vocab.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY = 1 << 26 };

/* Checks that the text, read and packed, gives the expected bytes. */
static void check_text(struct exh_bytes text, enum exh_sci_vocab_kind kind,
		       const char *layout, struct exh_bytes expected)
{
	const struct vocab_reading how = { .layout = layout, .kind = kind };
	struct exh_writer out = { .limit = MEMORY };
	struct vocab_list list;
	struct exh_error err;

	assert(vocab_list_read(text, &how, &list, &err) == EXH_OK);
	assert(list.count == 1 && list.items[0].kind == kind);
	if (expected.data) {
		assert(vocab_list_write(&list.items[0], false, &out, &err) == EXH_OK);
		assert(out.size == expected.size);
		assert(!out.size || !memcmp(out.data, expected.data, out.size));
	}
	exh_writer_free(&out);
	vocab_list_free(&list);
}

static void check_json(const struct vocab *vocab, struct vocab_writing *w)
{
	struct exh_writer text = { .limit = MEMORY };
	struct json *json = vocab_to_json(vocab, NULL, w);

	assert(json && json_append(json, &text, NULL) == EXH_OK);
	check_text(exh_writer_bytes(&text), vocab->kind, NULL, vocab->bytes);
	exh_writer_free(&text);
}

static void check_table(const struct vocab *vocab, struct vocab_writing *w)
{
	struct exh_writer text = { .limit = MEMORY };
	const bool is_kernel = vocab->kind == EXH_SCI_VOCAB_KERNEL;
	const bool is_plain = vocab->kind != EXH_SCI_VOCAB_SELECTORS;

	vocab_to_table(vocab, w, &text);
	assert(!text.failed);
	/* Selectors that begin with Load are taken for the kernel's. */
	if (is_plain || is_kernel)
		check_text(exh_writer_bytes(&text), vocab->kind, vocab_layout_name(vocab),
			   (struct exh_bytes){ 0 });
	exh_writer_free(&text);
}

/* Writes the rows before they are sorted. */
static void write_in_order(struct vocab *vocab, struct exh_writer *out)
{
	struct exh_arena arena = { .limit = MEMORY };
	const size_t rows = vocab_row_count(vocab);
	struct vocab back;

	if (vocab_list_write(vocab, true, out, NULL)) {
		out->size = 0;
		out->failed = true;
	} else {
		assert(vocab_row_count(vocab) == rows);
		(void)!vocab_read(exh_writer_bytes(out), vocab->kind, &arena, &back, NULL,
				  NULL);
	}
	exh_arena_free(&arena);
}

static void check(struct vocab *vocab)
{
	struct exh_writer in_order = { .limit = MEMORY };
	const bool is_sorted = vocab_is_sorted(vocab);
	bool is_written;
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_writer out = { .limit = MEMORY };
	struct vocab_writing w = { .arena = &arena };
	struct vocab back;

	write_in_order(vocab, &in_order);
	is_written = vocab_list_write(vocab, false, &out, NULL) == EXH_OK;
	if (is_written && is_sorted) {
		assert(!in_order.failed && in_order.size == out.size);
		assert(!out.size || !memcmp(in_order.data, out.data, out.size));
	}
	if (is_written && vocab_read(exh_writer_bytes(&out), vocab->kind, &arena, &back,
				     NULL, NULL) == EXH_OK) {
		if (!vocab->bytes.size && vocab->kind != EXH_SCI_VOCAB_WORDS &&
		    vocab->kind != EXH_SCI_VOCAB_SYNONYMS &&
		    vocab->kind != EXH_SCI_VOCAB_KERNEL)
			assert(vocab_row_count(&back) >= vocab_row_count(vocab));
		check_json(&back, &w);
		check_table(&back, &w);
	}
	exh_writer_free(&out);
	exh_writer_free(&in_order);
	exh_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct vocab_reading how = { .kind = EXH_SCI_VOCAB_KINDS };
	struct vocab_list list;
	struct exh_error err;

	if (vocab_list_read((struct exh_bytes){ data, size, 0 }, &how, &list, &err))
		assert(err.text[0]);
	else
		for (size_t i = 0; i < list.count && i < 8; i++)
			check(&list.items[i]);
	vocab_list_free(&list);
	return 0;
}
