#include "exhume/advanced/sci_names.h"
#include "vocab_testing.h"

enum { MEMORY = 1 << 22 };

struct result {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_names names;
	struct exh_error err;
};

static enum exh_status read_names(struct result *r, enum exh_sci_names_layout layout,
				  const void *data, size_t size)
{
	*r = (struct result){ .arena.limit = MEMORY };
	r->notes.arena = &r->arena;
	return exh_sci_names_read((struct exh_bytes){ data, size, 100 }, layout,
				  &r->arena, &r->names, &r->notes, &r->err);
}

static void assert_rewrites(const struct exh_sci_names *names, const void *expected,
			    size_t size)
{
	struct exh_writer out = { .limit = MEMORY };

	assert_int_equal(exh_sci_names_write(names, &out, NULL), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), expected, size);
	exh_writer_free(&out);
}

/* Selectors: y, two unused ones that share a name, x. */
static const uint8_t selectors[] = {
	3,  0,				/* the highest index */
	10, 0, 13,  0,	 13,  0, 18, 0, /* offsets */
	1,  0, 'y',			/* 0 */
	3,  0, 'B', 'A', 'D',		/* 1 and 2 */
	1,  0, 'x',			/* 3 */
};

static void selectors_tell_the_highest_index_and_may_share_a_name(void **state)
{
	struct result r;

	(void)state;
	assert_int_equal(
		read_names(&r, EXH_SCI_NAMES_MAX_INDEX, selectors, sizeof selectors),
		EXH_OK);
	assert_int_equal(r.names.count, 4);
	assert_text(r.names.items[0].text, "y");
	assert_text(r.names.items[2].text, "BAD");
	assert_text(r.names.items[3].text, "x");
	assert_false(r.names.items[1].is_shared);
	assert_true(r.names.items[2].is_shared);
	assert_int_equal(r.names.items[3].text.base, 118);
	assert_int_equal(r.names.used_size, sizeof selectors);
	assert_null(r.notes.first);
	assert_rewrites(&r.names, selectors, sizeof selectors);
	exh_arena_free(&r.arena);
}

static void zeroed_selectors_are_a_warning(void **state)
{
	uint8_t zeroed[sizeof selectors];
	struct result r;

	(void)state;
	memcpy(zeroed, selectors, sizeof zeroed);
	memset(zeroed + 13, 0, sizeof zeroed - 13);
	assert_int_equal(read_names(&r, EXH_SCI_NAMES_MAX_INDEX, zeroed, sizeof zeroed),
			 EXH_OK);
	assert_int_equal(r.notes.damage_count, 0);
	assert_non_null(r.notes.first);
	assert_string_equal(r.notes.first->text, "3 of 4 selectors have an empty name");
	assert_int_equal(r.notes.first->offset, 113);
	exh_arena_free(&r.arena);
}

static void the_size_of_an_opcode_counts_its_type(void **state)
{
	static const uint8_t opcodes[] = {
		2, 0, 6, 0,   14,  0,	6,
		0, 2, 0, 'b', 'n', 'o', 't', /* 2 bytes of type, 4 of text */
		2, 0, 3, 0,		     /* unused */
	};
	struct result r;

	(void)state;
	assert_int_equal(read_names(&r, EXH_SCI_NAMES_TYPED, opcodes, sizeof opcodes),
			 EXH_OK);
	assert_int_equal(r.names.count, 2);
	assert_text(r.names.items[0].text, "bnot");
	assert_int_equal(r.names.items[0].type, 2);
	assert_text(r.names.items[1].text, "");
	assert_int_equal(r.names.items[1].type, 3);
	assert_rewrites(&r.names, opcodes, sizeof opcodes);
	exh_arena_free(&r.arena);
}

static void kernel_functions_are_counted_or_end_with_zeros(void **state)
{
	static const uint8_t counted[] = { 2, 0, 6, 0, 9, 0, 1, 0, 'a', 1, 0, 'b', 0x1a };
	static const char zeros[] = "Load\0\0UnLoad";
	struct result r;

	(void)state;
	assert_int_equal(read_names(&r, EXH_SCI_NAMES_COUNTED, counted, sizeof counted),
			 EXH_OK);
	assert_int_equal(r.names.count, 2);
	assert_int_equal(r.names.used_size, sizeof counted - 1);
	assert_rewrites(&r.names, counted, sizeof counted - 1);
	exh_arena_free(&r.arena);
	assert_int_equal(read_names(&r, EXH_SCI_NAMES_ZEROS, zeros, sizeof zeros),
			 EXH_OK);
	assert_int_equal(r.names.count, 3);
	assert_text(r.names.items[1].text, "");
	assert_text(r.names.items[2].text, "UnLoad");
	assert_rewrites(&r.names, zeros, sizeof zeros);
	exh_arena_free(&r.arena);
	assert_int_equal(read_names(&r, EXH_SCI_NAMES_ZEROS, "Load", 4), EXH_INVALID);
	exh_arena_free(&r.arena);
}

static void what_leads_outside_is_damage(void **state)
{
	uint8_t file[sizeof selectors];
	struct result r;

	(void)state;
	for (size_t n = 0; n < sizeof selectors; n++) {
		uint8_t *tight = tight_copy(selectors, n);
		const enum exh_status status =
			read_names(&r, EXH_SCI_NAMES_MAX_INDEX, tight, n);

		assert_int_equal(status, n < 10	  ? EXH_TRUNCATED
					 : n < 13 ? EXH_INVALID
						  : EXH_OK);
		if (status == EXH_OK) {
			assert_int_equal(r.notes.damage_count, n < 18 ? 3 : 1);
			assert_int_equal(r.names.count, 4);
			assert_text(r.names.items[3].text, "");
		}
		exh_arena_free(&r.arena);
		free(tight);
	}
	memcpy(file, selectors, sizeof file);
	file[3] = 0xff; /* the offset of y */
	assert_int_equal(read_names(&r, EXH_SCI_NAMES_MAX_INDEX, file, sizeof file),
			 EXH_OK);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "name 0: it should lie at 0xff0a"));
	assert_int_equal(r.notes.first->offset, 102);
	exh_arena_free(&r.arena);
}

/* 20000 names, all of the same long text: not more than 1 MiB of them. */
static void names_that_overlap_end_somewhere(void **state)
{
	enum { COUNT = 20000, TEXT = 20000, AT = 2 + 2 * COUNT };
	static uint8_t file[AT + 2 + TEXT];
	struct result r;
	size_t total = 0;

	(void)state;
	file[0] = COUNT & 255;
	file[1] = COUNT >> 8;
	for (size_t i = 0; i < COUNT; i++) {
		file[2 + 2 * i] = AT & 255;
		file[3 + 2 * i] = AT >> 8;
	}
	file[AT] = TEXT & 255;
	file[AT + 1] = TEXT >> 8;
	assert_int_equal(read_names(&r, EXH_SCI_NAMES_COUNTED, file, sizeof file),
			 EXH_OK);
	for (size_t i = 0; i < r.names.count; i++)
		total += r.names.items[i].text.size;
	assert_true(total <= 1 << 20 && total > (1 << 20) - TEXT);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "the names overlap"));
	exh_arena_free(&r.arena);
}

static void what_cant_be_written_is_refused(void **state)
{
	struct exh_sci_name items[] = { { text_of("a"), 0, false },
					{ text_of("b"), 0, true } };
	struct exh_sci_names names = { EXH_SCI_NAMES_COUNTED, items, 2, 0 };
	struct exh_writer out = { .limit = MEMORY };
	static uint8_t long_text[70000];
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_sci_names_write(&names, &out, &err), EXH_INVALID);
	assert_int_equal(err.offset, 1);
	items[1] = (struct exh_sci_name){ { long_text, 65535, 0 }, 0, false };
	assert_int_equal(exh_sci_names_write(&names, &out, &err), EXH_OK);
	items[1].text.size++;
	assert_int_equal(exh_sci_names_write(&names, &out, &err), EXH_LIMIT);
	names.layout = EXH_SCI_NAMES_ZEROS;
	assert_int_equal(exh_sci_names_write(&names, &out, &err), EXH_INVALID);
	names = (struct exh_sci_names){ .layout = EXH_SCI_NAMES_MAX_INDEX };
	assert_int_equal(exh_sci_names_write(&names, &out, &err), EXH_LIMIT);
	exh_writer_free(&out);
}

static void random_names_come_back(void **state)
{
	enum { MOST = 100 };
	uint64_t seed = 7;

	(void)state;
	for (int turn = 0; turn < 300; turn++) {
		static uint8_t texts[MOST][8];
		struct exh_sci_name items[MOST];
		struct exh_sci_names names = { (enum exh_sci_names_layout)(turn % 4),
					       items, 1 + roll(&seed, MOST), 0 };
		struct exh_writer out = { .limit = MEMORY };
		struct result r;

		for (size_t i = 0; i < names.count; i++) {
			const size_t size = roll(&seed, sizeof texts[i] + 1);
			const size_t same = i ? roll(&seed, (uint32_t)i) : 0;

			for (size_t j = 0; j < size; j++)
				texts[i][j] = (uint8_t)(1 + roll(&seed, 255));
			items[i] = (struct exh_sci_name){ { texts[i], size, 0 }, 0, 0 };
			if (names.layout == EXH_SCI_NAMES_TYPED)
				items[i].type = (uint16_t)roll(&seed, 65536);
			if (i && names.layout != EXH_SCI_NAMES_ZEROS && !roll(&seed, 4)) {
				items[i] = items[same];
				items[i].is_shared = true;
			}
		}
		assert_int_equal(exh_sci_names_write(&names, &out, NULL), EXH_OK);
		assert_int_equal(read_names(&r, names.layout, out.data, out.size),
				 EXH_OK);
		/* Empty selectors are a warning. */
		assert_int_equal(r.notes.damage_count, 0);
		if (names.layout != EXH_SCI_NAMES_MAX_INDEX)
			assert_null(r.notes.first);
		assert_int_equal(r.names.count, names.count);
		assert_int_equal(r.names.used_size, out.size);
		for (size_t i = 0; i < names.count; i++) {
			assert_same_bytes(r.names.items[i].text, items[i].text.data,
					  items[i].text.size);
			assert_int_equal(r.names.items[i].type, items[i].type);
			assert_int_equal(r.names.items[i].is_shared, items[i].is_shared);
		}
		exh_arena_free(&r.arena);
		exh_writer_free(&out);
	}
}

static void numbers_and_classes_come_back(void **state)
{
	static const uint8_t bytes[] = { 5, 0, 4, 1, 0, 0, 0xe7, 3, 9 };
	const struct exh_bytes in = { bytes, sizeof bytes, 0 };
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer out = { .limit = MEMORY };
	struct exh_sci_numbers numbers;
	struct exh_sci_classes classes;

	(void)state;
	assert_int_equal(exh_sci_numbers_read(in, &arena, &numbers, &notes, NULL),
			 EXH_OK);
	assert_int_equal(numbers.count, 4);
	assert_int_equal(numbers.items[1], 0x104);
	assert_int_equal(numbers.used_size, 8);
	assert_int_equal(notes.warning_count, 1);
	assert_int_equal(exh_sci_numbers_write(&numbers, &out, NULL), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), bytes, 8);
	exh_writer_free(&out);
	assert_int_equal(exh_sci_classes_read(in, &arena, &classes, &notes, NULL),
			 EXH_OK);
	assert_int_equal(classes.count, 2);
	assert_int_equal(classes.items[0].first, 5);
	assert_int_equal(classes.items[1].script, 999);
	assert_int_equal(notes.warning_count, 2);
	assert_int_equal(exh_sci_classes_write(&classes, &out, NULL), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), bytes, 8);
	exh_writer_free(&out);
	out.limit = 3;
	assert_int_equal(exh_sci_classes_write(&classes, &out, NULL), EXH_LIMIT);
	exh_writer_free(&out);
	exh_arena_free(&arena);
}

static void synonyms_are_pairs_up_to_a_mark(void **state)
{
	static const uint8_t bytes[] = { 1, 0, 2, 0, 0xff, 0xff, 7 };
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer out = { .limit = MEMORY };
	struct exh_sci_numbers numbers;

	(void)state;
	assert_int_equal(
		exh_sci_synonyms_read((struct exh_bytes){ bytes, sizeof bytes, 0 },
				      &arena, &numbers, &notes, NULL),
		EXH_OK);
	assert_int_equal(numbers.count, 2);
	assert_true(numbers.is_ended);
	assert_int_equal(numbers.used_size, 6);
	assert_null(notes.first);
	assert_int_equal(exh_sci_numbers_write(&numbers, &out, NULL), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), bytes, 6);
	exh_writer_free(&out);
	assert_int_equal(exh_sci_synonyms_read((struct exh_bytes){ bytes, 3, 0 }, &arena,
					       &numbers, &notes, NULL),
			 EXH_OK);
	assert_int_equal(numbers.count, 0);
	assert_int_equal(notes.damage_count, 1);
	exh_arena_free(&arena);
}

static const struct {
	unsigned number;
	enum exh_sci_vocab_kind kind;
	bool tells_itself;
} game_kinds[] = {
	{ 0, EXH_SCI_VOCAB_WORDS, true },	{ 900, EXH_SCI_VOCAB_GRAMMAR, true },
	{ 901, EXH_SCI_VOCAB_SUFFIXES, true },	{ 994, EXH_SCI_VOCAB_PROPERTIES, false },
	{ 995, EXH_SCI_VOCAB_HELP, true },	{ 996, EXH_SCI_VOCAB_CLASSES, true },
	{ 997, EXH_SCI_VOCAB_SELECTORS, true }, { 998, EXH_SCI_VOCAB_OPCODES, true },
	{ 999, EXH_SCI_VOCAB_KERNEL, true },
};

static void each_kind_is_reported_by_its_bytes(void **state)
{
	(void)state;
	for (size_t game = 0; game < 2; game++)
		for (size_t i = 0; i < sizeof game_kinds / sizeof *game_kinds; i++) {
			const struct exh_bytes in =
				load_vocab(game_names[game], game_kinds[i].number);

			assert_int_equal(exh_sci_vocab_kind_of(in),
					 game_kinds[i].tells_itself
						 ? game_kinds[i].kind
						 : EXH_SCI_VOCAB_KINDS);
			assert_int_equal(exh_sci_vocab_kind_at(game_kinds[i].number, in),
					 game_kinds[i].kind);
			free((void *)in.data);
		}
}

/* SCI01 moves words, grammar and suffixes up by one. */
static void numbers_of_two_kinds_are_reported_by_bytes(void **state)
{
	const struct exh_bytes words = load_vocab(game_names[0], 0);
	const struct exh_bytes grammar = load_vocab(game_names[0], 900);
	const struct exh_bytes suffixes = load_vocab(game_names[0], 901);

	(void)state;
	assert_int_equal(exh_sci_vocab_kind_at(900, words), EXH_SCI_VOCAB_WORDS);
	assert_int_equal(exh_sci_vocab_kind_at(901, grammar), EXH_SCI_VOCAB_GRAMMAR);
	assert_int_equal(exh_sci_vocab_kind_at(902, suffixes), EXH_SCI_VOCAB_SUFFIXES);
	assert_int_equal(exh_sci_vocab_kind_at(902, (struct exh_bytes){ 0 }),
			 EXH_SCI_VOCAB_SYNONYMS);
	assert_int_equal(exh_sci_vocab_kind_at(5, words), EXH_SCI_VOCAB_KINDS);
	assert_string_equal(exh_sci_vocab_kind_name(EXH_SCI_VOCAB_KERNEL), "kernel");
	assert_null(exh_sci_vocab_kind_name(EXH_SCI_VOCAB_KINDS));
	free((void *)words.data);
	free((void *)grammar.data);
	free((void *)suffixes.data);
}

static void the_games_names_come_back_byte_by_byte(void **state)
{
	static const struct {
		unsigned number;
		enum exh_sci_names_layout layout;
		size_t counts[2];
	} lists[] = { { 995, EXH_SCI_NAMES_COUNTED, { 2, 2 } },
		      { 997, EXH_SCI_NAMES_MAX_INDEX, { 333, 326 } },
		      { 998, EXH_SCI_NAMES_TYPED, { 128, 128 } },
		      { 999, EXH_SCI_NAMES_COUNTED, { 113, 113 } } };

	(void)state;
	for (size_t game = 0; game < 2; game++)
		for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
			const struct exh_bytes in =
				load_vocab(game_names[game], lists[i].number);
			struct result r;

			assert_int_equal(
				read_names(&r, lists[i].layout, in.data, in.size),
				EXH_OK);
			assert_null(r.notes.first);
			assert_int_equal(r.names.count, lists[i].counts[game]);
			assert_rewrites(&r.names, in.data, r.names.used_size);
			assert_true(in.size - r.names.used_size <= 1);
			exh_arena_free(&r.arena);
			free((void *)in.data);
		}
}

static void many_bad_names_are_counted_for_each_reading(void **state)
{
	enum { BAD = 150, AT = 2 + 2 * (BAD + 1) };
	static const uint8_t name[] = { 1, 0, 'a' };
	uint8_t bytes[AT + sizeof name] = { BAD + 1, 0, AT & 0xff, AT >> 8 };
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_names names;

	(void)state;
	memset(bytes + 4, 0xff, AT - 4);
	memcpy(bytes + AT, name, sizeof name);
	for (size_t turn = 1; turn <= 2; turn++) {
		assert_int_equal(
			exh_sci_names_read((struct exh_bytes){ bytes, sizeof bytes, 0 },
					   EXH_SCI_NAMES_COUNTED, &arena, &names, &notes,
					   NULL),
			EXH_OK);
		assert_int_equal(notes.damage_count, turn * BAD);
		assert_string_equal(notes.last->text, "damage in 50 more places");
	}
	exh_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(selectors_tell_the_highest_index_and_may_share_a_name),
		cmocka_unit_test(zeroed_selectors_are_a_warning),
		cmocka_unit_test(the_size_of_an_opcode_counts_its_type),
		cmocka_unit_test(kernel_functions_are_counted_or_end_with_zeros),
		cmocka_unit_test(what_leads_outside_is_damage),
		cmocka_unit_test(names_that_overlap_end_somewhere),
		cmocka_unit_test(what_cant_be_written_is_refused),
		cmocka_unit_test(random_names_come_back),
		cmocka_unit_test(numbers_and_classes_come_back),
		cmocka_unit_test(synonyms_are_pairs_up_to_a_mark),
		cmocka_unit_test(each_kind_is_reported_by_its_bytes),
		cmocka_unit_test(numbers_of_two_kinds_are_reported_by_bytes),
		cmocka_unit_test(the_games_names_come_back_byte_by_byte),
		cmocka_unit_test(many_bad_names_are_counted_for_each_reading),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
