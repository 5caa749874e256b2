/*
 * For any input script, each engine's language: it is read, or refused with its line; and
 * for any condition: it is refused with a place in it, or it holds or not.
 *
 * Input: which engine (1 byte), a script, a NUL, a condition
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "acts.h"
#include "condition.h"

#include "../../formats/base/fuzzing.h"

enum { LIMIT = 1 << 22, TEXT_LIMIT = 1 << 16 };

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

/* A player whose room is 7, in a place, with a line on the screen. */
static bool value(const void *player, const char *name, struct exh_writer *out)
{
	(void)player;
	if (strcmp(name, "room") == 0)
		exh_write_u8(out, '7');
	else if (strcmp(name, "ego") == 0)
		exh_write_bytes(out, "160,120", 7);
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

static void check_script(const struct engine_type *type, struct exh_bytes script)
{
	const struct exh_input_text text = { .name = "a", .bytes = script };
	struct exh_arena arena = { .limit = LIMIT };
	struct acts_language language;
	const struct exh_input *input;
	struct exh_error err;

	acts_language(&language, type);
	if (exh_input_read(&text, &language.keys, include, NULL, &arena, &input, &err))
		assert(err.status && strstr(err.text, "line "));
	exh_arena_free(&arena);
}

static void check_condition(const char *text)
{
	static const struct engine_type type = {
		.name = "any", .value = value, .texts = texts, .is_idle = is_idle
	};
	struct exh_writer found = { .limit = TEXT_LIMIT };
	struct exh_error err;

	if (condition_check(text, &err)) {
		assert(err.status && err.offset <= strlen(text));
	} else {
		const bool holds = condition_holds(text, &type, NULL, &found);

		/* What was found makes no difference. */
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
	which = *data++;
	size--;
	nul = size ? memchr(data, 0, size) : NULL;
	script = take(&data, &size, nul ? (size_t)(nul - data) : size);
	if (nul)
		discard(take(&data, &size, 1));
	condition = take(&data, &size, size);
	check_script(engine_types[which % engines], script);
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
