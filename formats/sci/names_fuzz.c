/*
 * The first byte selects how the others are read: a list of names in one of its layouts,
 * numbers, synonyms, classes, or by the recognised kind. Names that are read and written
 * are read the same; numbers are the same bytes.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/advanced/sci_names.h"

#include "../base/fuzzing.h"

enum { MEMORY = 1 << 24, LAYOUTS = 4, WAYS = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_same(const struct exh_sci_names *a, const struct exh_sci_names *b)
{
	assert(a->count == b->count);
	for (size_t i = 0; i < a->count; i++) {
		const struct exh_sci_name *one = &a->items[i], *other = &b->items[i];

		assert(one->text.size == other->text.size && one->type == other->type);
		assert(!one->text.size ||
		       !memcmp(one->text.data, other->text.data, one->text.size));
	}
}

static void try_names(struct exh_bytes in, enum exh_sci_names_layout layout,
		      struct exh_arena *arena)
{
	struct exh_writer out = { .limit = MEMORY };
	struct exh_sci_names names, back;
	struct exh_error err;

	if (exh_sci_names_read(in, layout, arena, &names, NULL, &err)) {
		assert(err.text[0]);
		return;
	}
	assert(names.used_size <= in.size);
	if (exh_sci_names_write(&names, &out, NULL) == EXH_OK) {
		assert(exh_sci_names_read(exh_writer_bytes(&out), layout, arena, &back,
					  NULL, NULL) == EXH_OK);
		check_same(&names, &back);
	}
	exh_writer_free(&out);
}

static void check_bytes(struct exh_writer *out, struct exh_bytes in, size_t used_size)
{
	assert(!out->failed && out->size == used_size && used_size <= in.size);
	assert(!out->size || !memcmp(out->data, in.data, out->size));
	exh_writer_free(out);
}

static void try_numbers(struct exh_bytes in, unsigned way, struct exh_arena *arena)
{
	struct exh_notes notes = { .arena = arena };
	struct exh_writer out = { .limit = MEMORY };
	struct exh_sci_numbers numbers;
	struct exh_sci_classes classes;

	switch (way) {
	case LAYOUTS:
		assert(!exh_sci_numbers_read(in, arena, &numbers, &notes, NULL));
		assert(!exh_sci_numbers_write(&numbers, &out, NULL));
		check_bytes(&out, in, numbers.used_size);
		break;
	case LAYOUTS + 1:
		assert(!exh_sci_synonyms_read(in, arena, &numbers, &notes, NULL));
		assert(numbers.count % 2 == 0);
		assert(!exh_sci_numbers_write(&numbers, &out, NULL));
		check_bytes(&out, in, numbers.used_size);
		break;
	case LAYOUTS + 2:
		assert(!exh_sci_classes_read(in, arena, &classes, &notes, NULL));
		assert(!exh_sci_classes_write(&classes, &out, NULL));
		check_bytes(&out, in, classes.used_size);
		break;
	default:
		assert(exh_sci_vocab_kind_of(in) <= EXH_SCI_VOCAB_KINDS);
		break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const unsigned way = size ? data[0] % WAYS : 0;
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_bytes in;

	data += size != 0;
	size -= size != 0;
	in = take(&data, &size, size);
	if (way < LAYOUTS)
		try_names(in, (enum exh_sci_names_layout)way, &arena);
	else
		try_numbers(in, way, &arena);
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
