/* Programs of scripts that are written as text, for tests. */
#ifndef EXH_SCI_PROGRAM_TESTING_H
#define EXH_SCI_PROGRAM_TESTING_H

#include "exhume/sci.h"
#include "exhume/advanced/sci_disasm.h"

#include "../base/testing.h"

enum { TEST_PARTS = 16, TEST_LIMIT = 1 << 24 };

struct test_program {
	struct exh_arena arena;
	struct exh_sci_part parts[TEST_PARTS];
	size_t part_count;
	struct exh_sci_program program;
	struct exh_sci_naming naming;
};

static const char *const test_selectors[] = {
	"species", "superClass", "-info-",    "name",	   "view",	 "picture",
	"north",   "east",	 "south",     "west",	   "entranceTo", "number",
	"font",	   "x",		 "init",      "doit",	   "newRoom",	 "setRegions",
	"play",	   "setCursor",	 "at",	      "title",	   "icon",	 "drawPic",
	"replay",  "y",		 "client",    "mover",	   "heading",	 "looper",
	"xStep",   "yStep",	 "isBlocked", "canBeHere",
};

enum { TEST_SELECTORS = sizeof test_selectors / sizeof test_selectors[0] };

static inline struct exh_bytes test_text(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

/* Takes over bytes, which the arena keeps. */
static inline void test_add(struct test_program *t, unsigned type, unsigned number,
			    struct exh_bytes bytes)
{
	assert_true(t->part_count < TEST_PARTS);
	t->parts[t->part_count++] =
		(struct exh_sci_part){ type, number, exh_memdup(&t->arena, bytes) };
}

/* The program of the parts so far. */
static inline void test_open(struct test_program *t)
{
	struct exh_notes notes = { .arena = &t->arena };

	assert_int_equal(exh_sci_program_open(t->parts, t->part_count, &t->arena,
					      &t->program, &notes, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_naming_open(&t->program, &t->arena, &t->naming, NULL),
			 EXH_OK);
}

static inline void test_start(struct test_program *t)
{
	struct exh_sci_name items[TEST_SELECTORS] = { 0 };
	const struct exh_sci_names names = { .layout = EXH_SCI_NAMES_MAX_INDEX,
					     .items = items,
					     .count = TEST_SELECTORS };
	struct exh_writer out = { .limit = TEST_LIMIT };

	*t = (struct test_program){ .arena.limit = TEST_LIMIT };
	for (size_t i = 0; i < TEST_SELECTORS; i++)
		items[i].text = test_text(test_selectors[i]);
	assert_int_equal(exh_sci_names_write(&names, &out, NULL), EXH_OK);
	test_add(t, EXH_SCI_VOCAB, 997, exh_writer_bytes(&out));
	exh_writer_free(&out);
	test_open(t);
}

/* Adds a script: one with classes goes before those that name them. */
static inline void test_script(struct test_program *t, unsigned number, const char *text)
{
	struct exh_writer out = { .limit = TEST_LIMIT };
	struct exh_sci_asm_place place;
	struct exh_error err;

	if (exh_sci_assemble(test_text(text), &t->naming, &out, &place, &err))
		fail_msg("script %u, line %zu, column %zu: %s", number, place.line,
			 place.column, err.text);
	test_add(t, EXH_SCI_SCRIPT, number, exh_writer_bytes(&out));
	exh_writer_free(&out);
	test_open(t);
}

static inline const struct exh_sci_code *test_code(const struct test_program *t,
						   unsigned number)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(&t->program, number);

	assert_non_null(script);
	return &script->code;
}

#endif
