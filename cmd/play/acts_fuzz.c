/*
 * Any input script, in each engine's language, is read, or refused with its line. Any
 * condition is refused with a position in it, or evaluated. A script that is read plays
 * to its end, with a player that does nothing.
 *
 * Input: number of an engine (1 byte), a script, a NUL, a condition
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "../../formats/base/fuzzing.h"
#include "play.h"

enum { LIMIT = 1 << 22, TEXT_LIMIT = 1 << 16, MOST_CALLS = 2000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum exh_status include(void *context, const char *name, const char *from,
			       struct exh_input_text *text, struct exh_error *err)
{
	(void)context;
	(void)name;
	(void)from;
	(void)text;
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "there is no such file");
}

static const char *class_word(unsigned number)
{
	static const char *const names[] = { "mole", "tater", NULL };

	return names[number < 2 ? number : 2];
}

static const struct condition_name names[] = {
	{ .name = "room", .word = class_word },
	{ .name = "ego", .kind = CONDITION_PLACE },
	{ .name = "g#", .kind = CONDITION_TEXT },
	{ .name = "sound", .kind = CONDITION_WORD, .is_list = true, .word = class_word },
	{ .name = "object *", .kind = CONDITION_THING, .word = class_word },
	{ .name = NULL },
};

/* A player whose room is 7, in a place, with a line on the screen. */
static bool value(const void *player, const char *name, struct exh_writer *out)
{
	(void)player;
	if (strcmp(name, "room") == 0)
		exh_write_u8(out, '7');
	else if (strncmp(name, "ego.", 4) == 0)
		exh_write_bytes(out, "120", 3);
	else if (strcmp(name, "sound") == 0)
		exh_write_bytes(out, "mole,tater", 10);
	else if (strncmp(name, "object ", 7) == 0)
		exh_write_bytes(out, "2", 1);
	return out->size;
}

static void texts(const void *player, struct exh_writer *out)
{
	(void)player;
	exh_write_bytes(out, "It is locked.\n", 14);
}

static bool is_idle(const void *player)
{
	(void)player;
	return true;
}

/*
 * An engine whose second is a tick, and whose own acts take two frames.
 */

static void *create(void)
{
	return calloc(1, sizeof(struct engine_clock));
}

static void copy(void *to, const void *from)
{
	memcpy(to, from, sizeof(struct engine_clock));
}

static struct engine_clock clock_of(const void *player)
{
	return *(const struct engine_clock *)player;
}

static enum exh_status act_check(const struct exh_code_page *page,
				 const struct exh_input_act *act, struct exh_error *err)
{
	(void)page;
	return act->text[0] ? EXH_OK : exh_fail(err, EXH_INVALID, 0, "expected a text");
}

static enum engine_act do_act(void *player, const struct exh_input_act *act,
			      struct engine_act_state *state,
			      struct exh_input_frame *input, struct exh_error *err)
{
	(void)player;
	input->keys = 1;
	if (strcmp(act->text, "away") != 0)
		return state->calls ? ENGINE_ACT_DONE : ENGINE_ACT_AGAIN;
	exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "there is no way");
	return ENGINE_ACT_FAILED;
}

static struct engine_type engine_like(const struct engine_type *type)
{
	static const char *const acts[] = { "goto", "click", NULL };

	return (struct engine_type){
		.name = "any",
		.ticks_a_second = 1,
		.keys = type->keys,
		.create = create,
		.destroy = free,
		.copy = copy,
		.clock = clock_of,
		.acts = acts,
		.act_check = act_check,
		.act = do_act,
		.names = names,
		.value = value,
		.texts = texts,
		.is_idle = is_idle,
	};
}

static void play(const struct engine_type *type, const struct exh_input *input)
{
	struct engine_clock *player = create();
	struct acts acts = { .type = type };
	struct exh_input_cursor cursor;
	struct exh_input_frame frame;
	struct exh_error err = { 0 };
	enum engine_act result = ENGINE_ACT_DONE;

	assert(player);
	exh_input_start(&cursor);
	for (int i = 0; i < MOST_CALLS && result != ENGINE_ACT_FAILED; i++) {
		if (!acts.act && !exh_input_next(input, &cursor, &frame))
			break;
		if (!acts.act)
			acts.act = frame.act;
		if (acts.act)
			result = acts_go_on(&acts, player, &frame, &err);
		assert(result != ENGINE_ACT_FAILED || err.text[0]);
		player->tick++;
	}
	acts_free(&acts);
	free(player);
}

static void check_played(const struct engine_type *type, struct exh_bytes script)
{
	const struct engine_type own = engine_like(type);
	const struct exh_input_text text = { .name = "a", .bytes = script };
	struct exh_arena arena = { .limit = LIMIT };
	struct acts_language language;
	const struct exh_input *input;

	acts_language(&language, &own, NULL);
	if (!exh_input_read(&text, &language.keys, include, NULL, &arena, &input, NULL))
		play(&own, input);
	exh_arena_free(&arena);
}

static void check_script(const struct engine_type *type, struct exh_bytes script)
{
	const struct exh_input_text text = { .name = "a", .bytes = script };
	struct exh_arena arena = { .limit = LIMIT };
	struct acts_language language;
	const struct exh_input *input;
	struct exh_error err;

	acts_language(&language, type, NULL);
	if (exh_input_read(&text, &language.keys, include, NULL, &arena, &input, &err))
		assert(err.status && strstr(err.text, "line "));
	exh_arena_free(&arena);
}

static void check_condition(const char *text)
{
	static const struct engine_type type = { .name = "any",
						 .names = names,
						 .value = value,
						 .texts = texts,
						 .is_idle = is_idle };
	struct exh_writer found = { .limit = TEXT_LIMIT };
	struct exh_error err;

	if (condition_check(&type, text, &err)) {
		assert(err.status && err.offset <= strlen(text));
	} else {
		const enum condition_result holds =
			condition_holds(text, &type, NULL, &found);

		/* The result is the same without a place for the values found. */
		assert(holds == condition_holds(text, &type, NULL, NULL));
	}
	exh_writer_free(&found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t engines = 0;
	const uint8_t *nul;
	struct exh_bytes script, condition;
	char *text;
	uint8_t which;

	if (!size)
		return 0;
	while (engine_types[engines])
		engines++;
	assert(engines);
	which = *data++;
	size--;
	nul = size ? memchr(data, 0, size) : NULL;
	script = take(&data, &size, nul ? (size_t)(nul - data) : size);
	if (nul)
		discard(take(&data, &size, 1));
	condition = take(&data, &size, size);
	check_script(engine_types[which % engines], script);
	check_played(engine_types[which % engines], script);
	text = calloc(1, condition.size + 1);
	assert(text);
	if (condition.size)
		memcpy(text, condition.data, condition.size);
	check_condition(text);
	free(text);
	discard(script);
	discard(condition);
	return 0;
}
