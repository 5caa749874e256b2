#include "exhume/advanced/sci_script.h"

#include "exhume/sci.h"
#include "exhume/advanced/sci.h"

#include "../base/testing.h"

enum { LIMIT = 1 << 20 };

static const uint8_t small[] = {
	3,    0,    14,	  0,					    /* synonyms */
	0x34, 0x02, 0x35, 0x02, 0x36, 0x02, 0x37, 0x02, 0xff, 0xff, /* two pairs */
	4,    0,    14,	  0,					    /* said */
	0x04, 0x21, 0xff, 0xf2, 0x08, 0x3e, 0xff, 0xff, 0xff, 0x00, /* 4 specs, padding */
	5,    0,    10,	  0,	'H',  'i',  0,	  0,	'x',  0,    /* three strings */
	0,    0,
};

struct reading {
	uint8_t *bytes;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_error err;
	struct exh_sci_script script;
};

static enum exh_status read_script(struct reading *r, const void *data, size_t size)
{
	*r = (struct reading){ .bytes = tight_copy(data, size),
			       .arena = { .limit = LIMIT } };
	r->notes.arena = &r->arena;
	return exh_sci_script_read((struct exh_bytes){ r->bytes, size, 0x100 }, &r->arena,
				   &r->script, &r->notes, &r->err);
}

static void release(struct reading *r)
{
	exh_arena_free(&r->arena);
	free(r->bytes);
}

static void assert_small(const struct exh_sci_script *s, size_t base)
{
	assert_true(s->is_ended);
	assert_int_equal(s->section_count, 3);
	assert_int_equal(s->sections[1].type, EXH_SCI_SECTION_SAID);
	assert_int_equal(s->sections[1].offset, base + 14);
	assert_int_equal(s->sections[1].data.base, base + 18);
	assert_int_equal(s->said_count, 4);
	assert_same_bytes(s->saids[0], "\x04\x21\xff", 3);
	assert_int_equal(s->saids[0].base, base + 18);
	assert_same_bytes(s->saids[1], "\xf2\x08\x3e\xff", 4);
	assert_int_equal(s->saids[1].base, base + 21);
	assert_same_bytes(s->saids[3], "\xff", 1);
	assert_int_equal(s->synonym_count, 2);
	assert_int_equal(s->synonyms[1].replaced, 0x236);
	assert_int_equal(s->synonyms[1].replacement, 0x237);
	assert_int_equal(s->string_count, 3);
	assert_same_bytes(s->strings[0], "Hi", 2);
	assert_same_bytes(s->strings[1], "", 0);
	assert_same_bytes(s->strings[2], "x", 1);
}

static void sections_and_what_is_in_them(void **state)
{
	struct reading r;

	(void)state;
	assert_int_equal(read_script(&r, small, sizeof small), EXH_OK);
	assert_small(&r.script, 0x100);
	assert_false(r.script.is_early);
	assert_null(r.notes.first);
	release(&r);
}

static void early_scripts_begin_with_a_count(void **state)
{
	uint8_t early[sizeof small + 2] = { 7, 1 };
	struct reading r;

	(void)state;
	memcpy(early + 2, small, sizeof small);
	assert_int_equal(read_script(&r, early, sizeof early), EXH_OK);
	assert_true(r.script.is_early);
	assert_int_equal(r.script.locals_count, 0x107);
	assert_small(&r.script, 0x102);
	release(&r);
}

static void every_shorter_script_is_reported(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof small; n++) {
		struct reading r;
		const enum exh_status status = read_script(&r, small, n);

		if (n < 2)
			assert_int_equal(status, EXH_TRUNCATED);
		else if (n < 4)
			assert_int_equal(status, EXH_INVALID);
		else
			assert_true(r.notes.warning_count + r.notes.damage_count);
		assert_false(!status && r.script.is_ended);
		release(&r);
	}
}

static void read_patched(struct reading *r, size_t at, uint8_t value)
{
	uint8_t data[sizeof small];

	memcpy(data, small, sizeof small);
	data[at] = value;
	assert_int_equal(read_script(r, data, sizeof data), EXH_OK);
}

static void damage_is_reported_and_the_rest_is_there(void **state)
{
	struct reading r;

	(void)state;
	read_patched(&r, 14, 11); /* the second section's type */
	assert_true(has_note(&r.notes, EXH_DAMAGE, "a section of unknown type 11"));
	assert_int_equal(r.notes.first->offset, 0x10e);
	assert_int_equal(r.script.section_count, 1);
	assert_int_equal(r.script.synonym_count, 2);
	release(&r);
	read_patched(&r, 16, 3); /* size of the section */
	assert_true(has_note(&r.notes, EXH_DAMAGE, "a section of 3 bytes"));
	release(&r);
	read_patched(&r, 17, 1);
	assert_true(
		has_note(&r.notes, EXH_DAMAGE, "the last section (said) is truncated"));
	release(&r);
	read_patched(&r, 21, 0xfa); /* not an operator */
	assert_true(has_note(&r.notes, EXH_DAMAGE, "0xfa is not an operator"));
	assert_int_equal(r.script.said_count, 3);
	release(&r);
	read_patched(&r, 27, 1); /* neither padding nor 0xff */
	assert_true(has_note(&r.notes, EXH_DAMAGE, "second byte of a word"));
	assert_int_equal(r.script.said_count, 4);
	release(&r);
	read_patched(&r, 13, 0); /* the end of synonyms */
	assert_true(has_note(&r.notes, EXH_WARNING, "no 0xffff after synonyms"));
	assert_int_equal(r.notes.first->offset, 0x10c);
	release(&r);
	read_patched(&r, 37, 'y');
	assert_true(has_note(&r.notes, EXH_WARNING, "the last string has no end"));
	assert_int_equal(r.script.string_count, 3);
	release(&r);
}

static void padding_may_follow_the_mark(void **state)
{
	static const struct {
		const char *bytes;
		size_t size;
		bool is_padding;
	} rests[] = { { "\0", 1, true },      { "\0\0\0", 3, true },
		      { "\x1a", 1, true },    { "\x1a\x1a", 2, false },
		      { "\x1a\0", 2, false }, { "\0\x1a", 2, false },
		      { "\1", 1, false } };

	(void)state;
	for (size_t i = 0; i < sizeof rests / sizeof *rests; i++)
		for (size_t count = 0; count <= 2; count += 2) {
			uint8_t data[2 + sizeof small + 3] = { 7, 1 };
			struct reading r;

			memcpy(data + count, small, sizeof small);
			memcpy(data + count + sizeof small, rests[i].bytes,
			       rests[i].size);
			if (count && !rests[i].is_padding)
				continue; /* an early script is recognised by its end */
			assert_int_equal(
				read_script(&r, data,
					    count + sizeof small + rests[i].size),
				EXH_OK);
			assert_int_equal(r.script.is_ended, rests[i].is_padding);
			assert_int_equal(r.script.is_early, count != 0);
			assert_int_equal(r.script.section_count, 3);
			assert_int_equal(r.notes.warning_count, !rests[i].is_padding);
			assert_int_equal(r.notes.damage_count, 0);
			release(&r);
		}
}

static void memory_has_a_limit(void **state)
{
	struct exh_arena arena = { .limit = 64 };
	struct exh_sci_script script;

	(void)state;
	assert_int_equal(exh_sci_script_read((struct exh_bytes){ small, sizeof small, 0 },
					     &arena, &script, NULL, NULL),
			 EXH_NO_MEMORY);
	exh_arena_free(&arena);
}

static void names_of_sections(void **state)
{
	(void)state;
	assert_string_equal(exh_sci_section_name(EXH_SCI_SECTION_SAID), "said");
	assert_string_equal(exh_sci_section_name(EXH_SCI_SECTION_LOCALS), "locals");
	assert_null(exh_sci_section_name(EXH_SCI_SECTIONS));
}

/* Counts sections and specs of the scripts in a volume, where each record is stored. */
static void count_game(const char *folder, size_t *types, size_t *saids)
{
	char path[128];
	struct exh_bytes map, volume;
	struct exh_arena arena = { .limit = 1 << 24 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_map list;

	snprintf(path, sizeof path, "sci0/%s/resource.map", folder);
	map = load_game_file(path);
	snprintf(path, sizeof path, "sci0/%s/resource.001", folder);
	volume = load_game_file(path);
	if (!map.data || !volume.data)
		skip();
	assert_int_equal(
		exh_sci_map_read(map, EXH_SCI_LAYOUT_SCI0, &arena, &list, NULL, NULL),
		EXH_OK);
	for (size_t i = 0; i < list.count; i++) {
		struct exh_sci_record record;
		struct exh_sci_script script;

		if (list.entries[i].type != EXH_SCI_SCRIPT)
			continue;
		(void)!exh_sci_record_read(volume, list.entries[i].offset,
					   EXH_SCI_LAYOUT_SCI0, &record, NULL);
		assert_int_equal(exh_sci_script_read(record.payload, &arena, &script,
						     &notes, NULL),
				 EXH_OK);
		assert_true(script.is_ended && !script.is_early);
		for (size_t k = 0; k < script.section_count; k++)
			types[script.sections[k].type]++;
		*saids += script.said_count;
	}
	assert_null(notes.first);
	exh_arena_free(&arena);
	free((void *)map.data);
	free((void *)volume.data);
}

static void real_games_have_their_sections(void **state)
{
	static const size_t t[] = { 0, 44, 31, 0, 3, 30, 64, 11, 31, 0, 5 };
	static const size_t r[] = { 0, 50, 55, 0, 4, 50, 80, 22, 55, 0, 8 };
	size_t types[EXH_SCI_SECTIONS] = { 0 }, saids = 0;

	(void)state;
	count_game("companion-template", types, &saids);
	assert_memory_equal(types, t, sizeof t);
	assert_int_equal(saids, 10);
	memset(types, 0, sizeof types);
	saids = 0;
	count_game("template-redux", types, &saids);
	assert_memory_equal(types, r, sizeof r);
	assert_int_equal(saids, 17);
}

static void thousands_of_bad_specs_are_counted(void **state)
{
	enum { BAD = 30000, SIZE = 4 + 2 * BAD };
	static uint8_t data[SIZE + 2] = { EXH_SCI_SECTION_SAID, 0, SIZE & 0xff,
					  SIZE >> 8 };
	struct reading r;

	(void)state;
	for (size_t i = 4; i < SIZE; i += 2) {
		data[i] = 0x20;
		data[i + 1] = 0xff;
	}
	assert_int_equal(read_script(&r, data, sizeof data), EXH_OK);
	assert_int_equal(r.notes.damage_count, BAD);
	assert_string_equal(r.notes.last->text, "damage in 29900 more places");
	release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sections_and_what_is_in_them),
		cmocka_unit_test(early_scripts_begin_with_a_count),
		cmocka_unit_test(every_shorter_script_is_reported),
		cmocka_unit_test(damage_is_reported_and_the_rest_is_there),
		cmocka_unit_test(padding_may_follow_the_mark),
		cmocka_unit_test(memory_has_a_limit),
		cmocka_unit_test(names_of_sections),
		cmocka_unit_test(real_games_have_their_sections),
		cmocka_unit_test(thousands_of_bad_specs_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
