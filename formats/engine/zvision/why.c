/* Why a puzzle fires, or does not. */
#include "parts.h"

static void explain_criterion(const struct exh_zv_engine *engine,
			      const struct exh_zv_puzzle_state *puzzle,
			      const struct zv_criterion *criterion, uint32_t block,
			      exh_zv_why_fn *report, void *context)
{
	const struct zv_scheduler *scheduler = &engine->scheduler;
	const struct exh_zv_node *node = criterion->node;
	const struct exh_zv_criterion_state state = {
		.line = node->line,
		.block = block,
		.key = node->key,
		.value = exh_zv_value(scheduler, criterion->key),
		.op = criterion->op,
		.arg_is_key = criterion->arg_is_key,
		.arg = node->arg,
		.arg_value = criterion->arg_is_key
				     ? exh_zv_value(scheduler, (int32_t)criterion->arg)
				     : criterion->arg,
		.holds = exh_zv_criterion_holds(scheduler, criterion),
	};

	report(context, puzzle, &state);
}

static bool is_queued(const struct exh_zv_engine *engine,
		      const struct zv_scope_state *scope, uint32_t index)
{
	return scope->runs < 2 || exh_zv_value(&engine->scheduler, ZV_KEY_STYLE) ||
	       scope->is_waiting[index];
}

static void explain(const struct exh_zv_engine *engine, enum zv_scope number,
		    uint32_t index, exh_zv_why_fn *report, void *context)
{
	static const char *const scope_names[] = { "nodeview", "room", "world",
						   "universe" };
	const struct zv_scheduler *scheduler = &engine->scheduler;
	const struct zv_scope_state *scope = &scheduler->scopes[number];
	const struct zv_puzzle *puzzle = &scope->program->puzzles[index];
	const struct exh_zv_puzzle_state state = {
		.script = scope->program->name,
		.scope = scope_names[number],
		.line = puzzle->node->line,
		.value = exh_zv_value(scheduler, puzzle->key),
		.is_disabled = exh_zv_has_flag(scheduler, puzzle->key, EXH_ZV_DISABLED),
		.is_waited_for = !scope->runs && !exh_zv_has_flag(scheduler, puzzle->key,
								  EXH_ZV_DO_ME_NOW),
		.is_queued = is_queued(engine, scope, index),
		.holds = exh_zv_puzzle_holds(scheduler, puzzle),
	};

	report(context, &state, NULL);
	for (uint32_t i = 0; i < puzzle->block_count; i++)
		for (size_t k = 0; k < puzzle->blocks[i].count; k++)
			explain_criterion(engine, &state, &puzzle->blocks[i].criteria[k],
					  i + 1, report, context);
}

bool exh_zv_engine_why(const struct exh_zv_engine *engine, int32_t key,
		       exh_zv_why_fn *report, void *context)
{
	bool found = false;

	for (unsigned i = 0; i < ZV_SCOPES; i++) {
		const struct zv_program *program = engine->scheduler.scopes[i].program;

		for (uint32_t k = 0; program && k < program->puzzle_count; k++)
			if (program->puzzles[k].key == key) {
				explain(engine, (enum zv_scope)i, k, report, context);
				found = true;
			}
	}
	return found;
}
