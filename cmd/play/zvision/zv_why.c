#include "play_zvision.h"

#include "task/json.h"
#include "task/text.h"

static const char *op_text(char op)
{
	return op == '=' ? "=" : op == '!' ? "!" : op == '>' ? ">" : "<";
}

static void add_criterion(const struct zv_why *why,
			  const struct exh_zv_criterion_state *state)
{
	struct json *puzzle = json_at(why->array, json_size(why->array) - 1);
	struct json *json = json_new_object();

	json_set_number(json, "line", state->line);
	json_set_number(json, "block", state->block);
	json_set_number(json, "key", state->key);
	json_set_number(json, "value", state->value);
	json_set_string(json, "op", op_text(state->op));
	json_set_number(json, "arg", state->arg);
	json_set_flag(json, "arg_is_key", state->arg_is_key);
	json_set_number(json, "arg_value", state->arg_value);
	json_set_flag(json, "holds", state->holds);
	json_push(json_get(puzzle, "criteria"), json);
}

static void put_criterion(const struct zv_why *why,
			  const struct exh_zv_criterion_state *state)
{
	text_put(why->text, "  line %u, block %u: [%lld] %s ", (unsigned)state->line,
		 (unsigned)state->block, (long long)state->key, op_text(state->op));
	text_put(why->text, state->arg_is_key ? "[%lld]" : "%lld", (long long)state->arg);
	text_put(why->text, ": %s: %d", state->holds ? "holds" : "fails",
		 (int)state->value);
	if (state->arg_is_key)
		text_put(why->text, ", %lld", (long long)state->arg_value);
	text_put(why->text, "\n");
}

static const char *verdict(const struct exh_zv_puzzle_state *state)
{
	if (state->value == 1)
		return "done";
	if (state->is_disabled)
		return "disabled";
	if (!state->holds)
		return "criteria fail";
	if (state->is_waited_for)
		return "waits for the second run of its scope";
	return state->is_queued ? "fires in the next run of its scope"
				: "not queued: nothing that it reads has changed";
}

static void add_puzzle(const struct zv_why *why, const struct exh_zv_puzzle_state *state)
{
	struct json *json = json_new_object();

	json_set_text(json, "script", state->script);
	json_set_string(json, "scope", state->scope);
	json_set_number(json, "line", state->line);
	json_set_number(json, "value", state->value);
	json_set_flag(json, "is_disabled", state->is_disabled);
	json_set_flag(json, "is_queued", state->is_queued);
	json_set_flag(json, "holds", state->holds);
	json_set_string(json, "verdict", verdict(state));
	json_set(json, "criteria", json_new_list());
	json_push(why->array, json);
}

static void put_puzzle(const struct zv_why *why, const struct exh_zv_puzzle_state *state)
{
	text_put(why->text, "%s, line %u (%s): %s\n", state->script,
		 (unsigned)state->line, state->scope, verdict(state));
}

void zv_why_take(void *context, const struct exh_zv_puzzle_state *puzzle,
		 const struct exh_zv_criterion_state *criterion)
{
	const struct zv_why *why = context;

	if (criterion) {
		put_criterion(why, criterion);
		if (why->array)
			add_criterion(why, criterion);
	} else {
		put_puzzle(why, puzzle);
		if (why->array)
			add_puzzle(why, puzzle);
	}
}
