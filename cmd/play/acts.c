#include "play.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_SECONDS = 600, /* longest time for "wait until" */
	FOUND_LIMIT = 1 << 12,
	KEYS_LIMIT = 1 << 16, /* bytes of memory for the keys of a hold */
};

/*
 * The language.
 */

static const char *const names[] = { "wait", "hold", "expect", "save", "goto", NULL };

/* Returns the text after "until"; NULL if it does not begin with that word. */
static const char *until_of(const char *text)
{
	if (strncmp(text, "until", 5) != 0 || (text[5] != ' ' && text[5] != '\t'))
		return NULL;
	return text + 5 + strspn(text + 5, " \t");
}

/* Reads a time: "60" frames, or "3s" seconds. */
static bool read_time(const char *text, double *number, bool *is_seconds)
{
	char *end;

	*number = strtod(text, &end);
	*is_seconds = *end == 's' && end != text;
	return end != text && !end[*is_seconds] && *number >= 0 && *number <= INT32_MAX;
}

static enum exh_status check_condition(const struct engine_type *type, const char *text,
				       const char *condition, struct exh_error *err)
{
	const enum exh_status status = condition_check(type, condition, err);

	err->offset += (size_t)(condition - text);
	return status;
}

static enum exh_status check_wait(const struct engine_type *type, const char *text,
				  struct exh_error *err)
{
	const char *condition = until_of(text);
	double number;
	bool is_seconds;

	if (condition)
		return check_condition(type, text, condition, err);
	if (read_time(text, &number, &is_seconds))
		return EXH_OK;
	return exh_fail(err, EXH_INVALID, 0,
			"expected a number of frames, seconds as in 3s, or until and a "
			"condition");
}

/* Returns the condition of a hold, and the size of the keys before it; NULL: no
 * condition. */
static const char *until_after_keys(const char *text, size_t *keys_size)
{
	for (const char *at = text; (at = strstr(at, "until")); at++)
		if (at > text && (at[-1] == ' ' || at[-1] == '\t') && until_of(at)) {
			*keys_size = (size_t)(at - text);
			return until_of(at);
		}
	return NULL;
}

/* Reads the keys of a hold like those of a frame, so that they have the same names. */
static enum exh_status read_keys(const struct engine_type *type, const char *text,
				 size_t size, uint32_t *keys, struct exh_error *err)
{
	struct exh_arena arena = { .limit = KEYS_LIMIT };
	char *line = mem_format("1 %.*s", (int)size, text);
	const struct exh_input_text script = { "keys", bytes_of_text(line) };
	struct exh_input_frame frame = { 0 };
	struct exh_input_cursor cursor;
	const struct exh_input *input;
	struct exh_error why = { .text = "" };
	bool good =
		!exh_input_read(&script, type->keys(), NULL, NULL, &arena, &input, &why);

	exh_input_start(&cursor);
	good = good && exh_input_length(input) == 1 && !exh_input_has_devices(input) &&
	       exh_input_next(input, &cursor, &frame);
	*keys = frame.keys;
	exh_arena_free(&arena);
	free(line);
	if (good)
		return EXH_OK;
	/* The position within this text would mislead. */
	return exh_fail(err, EXH_INVALID, 0, "%s",
			why.text[0] ? strstr(why.text, ": ") + 2
				    : "expected keys of the game, and no devices");
}

static enum exh_status check_hold(const struct engine_type *type, const char *text,
				  struct exh_error *err)
{
	enum exh_status status;
	size_t size = 0;
	uint32_t keys;
	const char *condition = until_after_keys(text, &size);

	if (!condition)
		return exh_fail(err, EXH_INVALID, 0,
				"expected keys, the word until, and a condition");
	status = read_keys(type, text, size, &keys, err);
	return status ? status : check_condition(type, text, condition, err);
}

/* True if the act is the engine's own. */
static bool is_engines(const struct engine_type *type, const char *name)
{
	for (const char *const *own = type->acts; own && *own; own++)
		if (strcmp(*own, name) == 0)
			return true;
	return false;
}

static bool has_blank(const char *text)
{
	return strpbrk(text, " \t") != NULL;
}

static enum exh_status check_name(const char *text, struct exh_error *err)
{
	if (text[0] && !has_blank(text))
		return EXH_OK;
	return exh_fail(err, EXH_INVALID, 0, "expected a name of one word");
}

/* Checks the name of a saved state, or a target that the engine knows. */
static enum exh_status check_goto(const struct acts_language *language,
				  const struct exh_input_act *act, struct exh_error *err)
{
	return is_engines(language->type, act->name) && has_blank(act->text)
		       ? language->type->act_check(language->page, act, err)
		       : check_name(act->text, err);
}

static enum exh_status check(const void *context, const struct exh_input_act *act,
			     struct exh_error *err)
{
	const struct acts_language *language = context;
	const struct engine_type *type = language->type;

	if (act_is_named(act, "wait"))
		return check_wait(type, act->text, err);
	if (act_is_named(act, "hold"))
		return check_hold(type, act->text, err);
	if (act_is_named(act, "expect"))
		return check_condition(type, act->text, act->text, err);
	if (act_is_named(act, "save"))
		return check_name(act->text, err);
	if (act_is_named(act, "goto"))
		return check_goto(language, act, err);
	return type->act_check ? type->act_check(language->page, act, err) : EXH_OK;
}

void acts_language(struct acts_language *language, const struct engine_type *type,
		   const struct exh_code_page *page)
{
	size_t count = 0;

	*language = (struct acts_language){ .keys = *type->keys(),
					    .type = type,
					    .page = page };
	for (const char *const *name = names; *name; name++)
		if (!is_engines(type, *name))
			language->names[count++] = *name;
	for (const char *const *own = type->acts; own && *own && count < ACTS_NAMES - 1;
	     own++)
		language->names[count++] = *own;
	language->keys.acts = language->names;
	language->keys.check = check;
	language->keys.context = language;
}

/*
 * Snapshots.
 */

void acts_free(struct acts *acts)
{
	while (acts->snapshots) {
		struct act_snapshot *snapshot = acts->snapshots;

		acts->snapshots = snapshot->next;
		acts->type->destroy(snapshot->player);
		free(snapshot->name);
		free(snapshot);
	}
}

static struct act_snapshot *find(const struct acts *acts, const char *name)
{
	struct act_snapshot *snapshot = acts->snapshots;

	while (snapshot && strcmp(snapshot->name, name) != 0)
		snapshot = snapshot->next;
	return snapshot;
}

static enum engine_act fail(struct exh_error *err, const char *text)
{
	exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "%s", text);
	return ENGINE_ACT_FAILED;
}

static enum engine_act save(struct acts *acts, const void *player, const char *name)
{
	struct act_snapshot *snapshot = find(acts, name);

	if (!snapshot) {
		snapshot = mem_alloc(1, sizeof *snapshot);
		snapshot->next = acts->snapshots;
		acts->snapshots = snapshot;
		snapshot->name = mem_text(name);
		snapshot->player = acts->type->create();
	}
	acts->type->copy(snapshot->player, player);
	return ENGINE_ACT_DONE;
}

/* Loads the saved state of that name; other names are the engine's. */
static enum engine_act go_to(struct acts *acts, void *player,
			     struct exh_input_frame *input, struct exh_error *err)
{
	const struct act_snapshot *snapshot = find(acts, acts->act->text);
	const struct engine_type *type = acts->type;

	if (snapshot) {
		type->copy(player, snapshot->player);
		return ENGINE_ACT_DONE;
	}
	if (!is_engines(type, "goto") || type->act_check(acts->page, acts->act, err))
		return fail(err, "no state of this name was saved");
	return type->act(player, acts->act, &acts->state, input, err);
}

/*
 * Waiting and expecting.
 */

/* Fails with the values that the condition has found instead, and the frame. what: the
 * act, before the condition. */
static enum engine_act fail_condition(const struct acts *acts, const void *player,
				      const char *what, const char *condition,
				      struct exh_error *err)
{
	const struct engine_clock clock = acts->type->clock(player);
	struct exh_writer found = { .limit = FOUND_LIMIT };

	condition_holds(condition, acts->type, player, &found);
	exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "frame %llu: %s %s; found %.*s",
		 (unsigned long long)(clock.frames ? clock.frames - 1 : 0), what,
		 condition, (int)found.size, found.data ? (char *)found.data : "");
	exh_writer_free(&found);
	return ENGINE_ACT_FAILED;
}

static enum engine_act wait_until(const struct acts *acts, const void *player,
				  const char *condition, struct exh_error *err)
{
	const uint64_t waited = acts->type->clock(player).tick - acts->state.tick;
	const enum condition_result result =
		condition_holds(condition, acts->type, player, NULL);
	char what[32];

	if (result == CONDITION_TRUE)
		return ENGINE_ACT_DONE;
	if (result == CONDITION_UNKNOWN)
		return fail_condition(acts, player, "can't wait until", condition, err);
	if (waited < (uint64_t)MOST_SECONDS * acts->type->ticks_a_second)
		return ENGINE_ACT_AGAIN;
	snprintf(what, sizeof what, "waited %d s until", MOST_SECONDS);
	return fail_condition(acts, player, what, condition, err);
}

static enum engine_act hold(struct acts *acts, const void *player,
			    struct exh_input_frame *input, struct exh_error *err)
{
	const char *text = acts->act->text;
	uint32_t keys = (uint32_t)acts->state.at;
	size_t size = 0;
	const char *condition = until_after_keys(text, &size);

	if (!acts->state.calls) {
		read_keys(acts->type, text, size, &keys, NULL);
		acts->state.at = keys;
	}
	input->keys = keys;
	return wait_until(acts, player, condition, err);
}

bool acts_unmet(const struct acts *acts, const void *player, const char *what,
		struct exh_error *err)
{
	const struct exh_input_act *act = acts->act;
	const char *condition = NULL;
	size_t size;

	if (act && act_is_named(act, "hold"))
		condition = until_after_keys(act->text, &size);
	else if (act && act_is_named(act, "wait"))
		condition = until_of(act->text);
	if (!condition)
		return false;
	fail_condition(acts, player, what, condition, err);
	return true;
}

static enum engine_act wait(const struct acts *acts, const void *player,
			    struct exh_error *err)
{
	const char *condition = until_of(acts->act->text);
	const uint64_t tick = acts->type->clock(player).tick;
	double number;
	bool is_seconds;

	if (condition)
		return wait_until(acts, player, condition, err);
	read_time(acts->act->text, &number, &is_seconds);
	if (is_seconds ? (double)(tick - acts->state.tick) >=
				 number * acts->type->ticks_a_second
		       : (double)acts->state.calls >= number)
		return ENGINE_ACT_DONE;
	return ENGINE_ACT_AGAIN;
}

static enum engine_act expect(const struct acts *acts, const void *player,
			      struct exh_error *err)
{
	return condition_holds(acts->act->text, acts->type, player, NULL) ==
			       CONDITION_TRUE
		       ? ENGINE_ACT_DONE
		       : fail_condition(acts, player, "expected", acts->act->text, err);
}

static enum engine_act do_act(struct acts *acts, void *player,
			      struct exh_input_frame *input, struct exh_error *err)
{
	const struct exh_input_act *act = acts->act;

	if (act_is_named(act, "goto"))
		return go_to(acts, player, input, err);
	if (is_engines(acts->type, act->name))
		return acts->type->act(player, act, &acts->state, input, err);
	if (act_is_named(act, "wait"))
		return wait(acts, player, err);
	if (act_is_named(act, "hold"))
		return hold(acts, player, input, err);
	if (act_is_named(act, "expect"))
		return expect(acts, player, err);
	return save(acts, player, act->text);
}

enum engine_act acts_go_on(struct acts *acts, void *player, struct exh_input_frame *input,
			   struct exh_error *err)
{
	enum engine_act result;

	if (!acts->state.calls)
		acts->state.tick = acts->type->clock(player).tick;
	*input = (struct exh_input_frame){ .act = NULL };
	result = do_act(acts, player, input, err);
	acts->state.calls++;
	if (result != ENGINE_ACT_AGAIN) {
		acts->act = NULL;
		acts->state = (struct engine_act_state){ 0 };
	}
	return result;
}
