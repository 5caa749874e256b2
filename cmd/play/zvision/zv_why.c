#include "play_zvision.h"

#include "task/text.h"

static const char *op_text(char op)
{
	return op == '=' ? "=" : op == '!' ? "!" : op == '>' ? ">" : "<";
}

struct criterion_row {
	struct exh_zv_criterion_state state;
	const char *op;
};

static const struct field criterion_field[] = {
	FIELD_AS("line", struct criterion_row, state.line, NULL, "line in the script"),
	FIELD_AS("block", struct criterion_row, state.block, NULL,
		 "number of the block of criteria"),
	FIELD_AS("key", struct criterion_row, state.key, NULL, "key that is compared"),
	FIELD_AS("value", struct criterion_row, state.value, NULL, "value of the key"),
	FIELD(struct criterion_row, op, NULL, "how it is compared"),
	FIELD_AS("arg", struct criterion_row, state.arg, NULL,
		 "number or key that it is compared with"),
	FIELD_AS("arg_is_key", struct criterion_row, state.arg_is_key, NULL,
		 "true: arg is a key"),
	FIELD_AS("arg_value", struct criterion_row, state.arg_value, NULL,
		 "the number, or the value of the key"),
	FIELD_AS("holds", struct criterion_row, state.holds, NULL,
		 "true: the criterion holds"),
};
static const struct fields criterion_table =
	FIELDS("criterion", struct criterion_row, criterion_field);

static void add_criterion(const struct zv_why *why,
			  const struct exh_zv_criterion_state *state)
{
	const struct json *puzzle = json_at(why->array, json_size(why->array) - 1);
	const struct criterion_row row = { *state, op_text(state->op) };

	json_push(json_get(puzzle, "criteria"), fields_to_json(&criterion_table, &row));
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

struct puzzle_row {
	struct exh_zv_puzzle_state state;
	const char *verdict;
	struct json *criteria;
};

static const struct field puzzle_field[] = {
	FIELD_AS("script", struct puzzle_row, state.script, NULL, "name of the script"),
	FIELD_AS("scope", struct puzzle_row, state.scope, NULL, "scope of the script"),
	FIELD_AS("line", struct puzzle_row, state.line, NULL, "line in the script"),
	FIELD_AS("value", struct puzzle_row, state.value, NULL, "1: the puzzle is done"),
	FIELD_AS("is_disabled", struct puzzle_row, state.is_disabled, NULL,
		 "true: it is never checked"),
	FIELD_AS("is_queued", struct puzzle_row, state.is_queued, NULL,
		 "true: the next run of its scope checks it"),
	FIELD_AS("holds", struct puzzle_row, state.holds, NULL,
		 "true: a block of criteria holds"),
	FIELD(struct puzzle_row, verdict, NULL, "why it fires, or does not"),
	FIELD_MADE(FIELD_JSON_LIST, struct puzzle_row, criteria, &criterion_table,
		   "all criteria, in their order"),
};
static const struct fields puzzle_table =
	FIELDS("puzzle", struct puzzle_row, puzzle_field);

static const struct field why_field[] = {
	FIELD_OF("why", FIELD_JSON_LIST, struct zv_why, array, NULL,
		 "the puzzles of the key, and whether they fire", .of = &puzzle_table,
		 .flags = FIELD_OMITTED),
};
const struct fields zv_why_fields = FIELDS("why", struct zv_why, why_field);

static void add_puzzle(const struct zv_why *why, const struct exh_zv_puzzle_state *state)
{
	const struct puzzle_row row = { *state, verdict(state), json_new_list() };

	json_push(why->array, fields_to_json(&puzzle_table, &row));
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
