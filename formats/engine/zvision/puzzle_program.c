#include "scheduler.h"

#include <string.h>

struct making {
	const struct exh_zv_script *script;
	int32_t key_count;
	struct exh_arena *arena;
	struct exh_notes *notes;
	bool failed; /* out of memory */
};

static int32_t key_of(int64_t key, int32_t key_count)
{
	return key >= 0 && key < key_count ? (int32_t)key : ZV_NO_KEY;
}

static void *allocate(struct making *making, size_t count, size_t size)
{
	void *memory = exh_alloc(making->arena, count ? count : 1, size);

	if (!memory)
		making->failed = true;
	return memory;
}

/*
 * Arguments.
 */

double exh_zv_argument_real(const struct zv_argument *argument)
{
	const struct exh_bytes text = argument->text;
	const bool minus = text.size && text.data[0] == '-';
	double number = 0, place = 1;
	bool has_point = false;

	for (size_t at = minus; at < text.size; at++) {
		const uint8_t c = text.data[at];

		if (c == '.' && !has_point)
			has_point = true;
		else if (!script_is_digit(c))
			break;
		else if (has_point)
			number += (c - '0') * (place /= 10);
		else
			number = number * 10 + (c - '0');
	}
	return minus ? -number : number;
}

static struct zv_argument argument_of(struct exh_bytes text, int32_t key_count)
{
	struct zv_argument argument = { .text = text, .key = ZV_NO_KEY };
	int64_t key;

	argument.is_key = exh_zv_argument_is_key(text, &key);
	if (argument.is_key)
		argument.key = key_of(key, key_count);
	else
		argument.number = exh_zv_script_leading_number(text);
	return argument;
}

bool exh_zv_arguments_make(struct exh_bytes text, int32_t key_count,
			   struct exh_arena *arena, struct zv_arguments *args)
{
	struct exh_bytes left = text, word;
	struct zv_argument *items;

	*args = (struct zv_arguments){ 0 };
	while (exh_zv_script_argument(&left, &word))
		args->count++;
	items = exh_alloc(arena, args->count ? args->count : 1, sizeof *items);
	if (!items)
		return false;
	for (size_t i = 0; exh_zv_script_argument(&text, &word); i++)
		items[i] = argument_of(word, key_count);
	args->items = items;
	return true;
}

static struct zv_arguments make_arguments(struct making *making,
					  const struct exh_zv_node *node)
{
	struct zv_arguments args;

	if (!exh_zv_arguments_make(exh_zv_script_text(making->script, node->args),
				   making->key_count, making->arena, &args))
		making->failed = true;
	return args;
}

/*
 * Puzzles.
 */

static void make_block(struct making *making, const struct exh_zv_node *from,
		       struct zv_block *block)
{
	const size_t count = exh_zv_script_count(from, EXH_ZV_CRITERION);
	struct zv_criterion *items = allocate(making, count, sizeof *items);

	for (const struct exh_zv_node *node = from->first; node && items;
	     node = node->next)
		if (node->kind == EXH_ZV_CRITERION)
			items[block->count++] = (struct zv_criterion){
				.key = key_of(node->key, making->key_count),
				.op = node->op,
				.arg_is_key = node->arg_is_key,
				.arg = node->arg_is_key
					       ? key_of(node->arg, making->key_count)
					       : node->arg,
				.node = node,
			};
	block->criteria = items;
}

/* A block without criteria counts as none. */
static void make_blocks(struct making *making, const struct exh_zv_node *from,
			struct zv_puzzle *puzzle)
{
	struct zv_block *blocks = allocate(
		making, exh_zv_script_count(from, EXH_ZV_CRITERIA), sizeof *blocks);

	for (const struct exh_zv_node *node = from->first; node && blocks;
	     node = node->next)
		if (node->kind == EXH_ZV_CRITERIA &&
		    exh_zv_script_count(node, EXH_ZV_CRITERION))
			make_block(making, node, &blocks[puzzle->block_count++]);
	puzzle->blocks = blocks;
}

static void make_result(struct making *making, const struct exh_zv_node *node,
			struct zv_result *result)
{
	result->action = exh_zv_script_action_number(
		exh_zv_script_text(making->script, node->name));
	result->slot = key_of(node->key, making->key_count);
	result->args = make_arguments(making, node);
	result->node = node;
}

static size_t count_results(const struct exh_zv_node *from)
{
	size_t count = 0;

	for (const struct exh_zv_node *node = from->first; node; node = node->next)
		if (node->kind == EXH_ZV_RESULTS)
			count += exh_zv_script_count(node, EXH_ZV_RESULT);
	return count;
}

static void make_results(struct making *making, const struct exh_zv_node *from,
			 struct zv_puzzle *puzzle)
{
	struct zv_result *results =
		allocate(making, count_results(from), sizeof *results);

	for (const struct exh_zv_node *block = from->first; block && results;
	     block = block->next)
		for (const struct exh_zv_node *node =
			     block->kind == EXH_ZV_RESULTS ? block->first : NULL;
		     node; node = node->next)
			if (node->kind == EXH_ZV_RESULT)
				make_result(making, node,
					    &results[puzzle->result_count++]);
	puzzle->results = results;
}

static void make_puzzle(struct making *making, const struct exh_zv_node *node,
			struct zv_program *program, struct zv_puzzle *puzzle)
{
	puzzle->key = key_of(node->key, making->key_count);
	if (puzzle->key == ZV_NO_KEY) {
		exh_note(making->notes, EXH_WARNING, node->text.offset,
			 "line %u: the puzzle's key %lld is not below %d; it is left out",
			 (unsigned)node->line, (long long)node->key,
			 (int)making->key_count);
		return;
	}
	program->puzzle_count++;
	puzzle->flags = exh_zv_script_flags(node);
	puzzle->node = node;
	puzzle->skips_leaving = node->fix && strcmp(node->fix->change,
						    "skip-while-changing-location") == 0;
	make_blocks(making, node, puzzle);
	make_results(making, node, puzzle);
}

/*
 * Controls.
 */

static void make_control(struct making *making, const struct exh_zv_node *from,
			 struct zv_control *control)
{
	struct zv_parameter *items = allocate(
		making, exh_zv_script_count(from, EXH_ZV_PARAMETER), sizeof *items);

	control->key = key_of(from->key, making->key_count);
	control->type = exh_zv_script_text(making->script, from->name);
	control->node = from;
	control->parameters = items;
	for (const struct exh_zv_node *node = from->first; node && items;
	     node = node->next)
		if (node->kind == EXH_ZV_PARAMETER)
			items[control->parameter_count++] = (struct zv_parameter){
				.name = exh_zv_script_text(making->script, node->name),
				.args = make_arguments(making, node),
				.node = node,
			};
}

static void make_parts(struct making *making, struct zv_program *program)
{
	struct zv_puzzle *puzzles =
		allocate(making, program->script.puzzle_count, sizeof *puzzles);
	struct zv_control *controls =
		allocate(making, program->script.control_count, sizeof *controls);

	program->puzzles = puzzles;
	program->controls = controls;
	for (const struct exh_zv_node *node = program->script.root.first;
	     node && !making->failed; node = node->next)
		if (node->kind == EXH_ZV_PUZZLE)
			make_puzzle(making, node, program,
				    &puzzles[program->puzzle_count]);
		else if (node->kind == EXH_ZV_CONTROL)
			make_control(making, node, &controls[program->control_count++]);
}

enum exh_status exh_zv_program_fill(int32_t key_count, struct exh_arena *arena,
				    struct zv_program *program, struct exh_notes *notes,
				    struct exh_error *err)
{
	struct making making = { &program->script, key_count, arena, notes, false };

	make_parts(&making, program);
	return making.failed ? no_memory(err) : EXH_OK;
}
