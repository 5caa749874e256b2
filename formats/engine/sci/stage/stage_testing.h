/* Small games that are played on a stage, for tests. */
#ifndef EXH_ENGINE_SCI0_STAGE_TESTING_H
#define EXH_ENGINE_SCI0_STAGE_TESTING_H

#include "../../../sci/program_testing.h"

#include "stage.h"

enum { TEST_STEPS = 400 };

struct test_stage {
	struct test_program t;
	struct exh_sci_engine *engine;
};

static inline bool test_no_resource(void *context, unsigned type, unsigned number,
				    struct exh_bytes *out)
{
	(void)context;
	(void)type;
	(void)number;
	(void)out;
	return false;
}

static const struct exh_sci_resources test_resources = { .read = test_no_resource };
static const struct exh_sci_start test_begin = { .seed = 1 };

/* Script 0 has this code with the methods of the object game, and data after it: its own
 * objects and texts. */
static inline void test_stage_start(struct test_stage *s, const char *code,
				    const char *methods, const char *data)
{
	struct exh_error err;
	char text[8192];

	test_start(&s->t);
	snprintf(text, sizeof text,
		 ".exports\ngame\n.code\n%s\n.object game\n species = -1\n superClass = "
		 "-1\n -info- = 0\n name = @game_name\n%s\n%s\ngame_name: .string "
		 "\"game\"\n.locals\n .fill 100, 0\n.relocations\n",
		 code, methods, data);
	test_script(&s->t, 0, text);
	if (exh_sci_engine_new(&s->t.program, &test_resources, &test_begin, &s->engine,
			       &err))
		fail_msg("%s", err.text);
}

/* To the game's end. */
static inline void test_stage_play(struct test_stage *s)
{
	const char *text;

	for (int i = 0; i < TEST_STEPS && exh_sci_engine_step(s->engine, NULL); i++)
		;
	if (exh_sci_vm_fault(s->engine->vm, &text))
		fail_msg("%s", text);
	assert_true(s->engine->has_ended);
}

static inline void test_stage_free(struct test_stage *s)
{
	exh_sci_engine_free(s->engine);
	exh_arena_free(&s->t.arena);
}

static inline unsigned test_global(const struct test_stage *s, unsigned number)
{
	reg value;

	assert_true(exh_sci_vm_global(s->engine->vm, number, &value));
	return value.offset;
}

/* The text from a global variable on. */
static inline void test_assert_text(const struct test_stage *s, unsigned number,
				    const char *expected)
{
	char text[128] = "";

	for (size_t i = 0; i + 2 < sizeof text; i += 2) {
		const unsigned word = test_global(s, number + (unsigned)i / 2);

		text[i] = (char)word;
		text[i + 1] = (char)(word >> 8);
		if (!text[i] || !text[i + 1])
			break;
	}
	assert_string_equal(text, expected);
}

#endif
