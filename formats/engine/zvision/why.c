/* Why a puzzle fires, or does not. */
#include "zv_parts.h"
#include "exhume/advanced/zv_engine.h"

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

static struct exh_zv_puzzle_state state_of(const struct exh_zv_engine *engine,
					   enum zv_scope number, uint32_t index)
{
	const struct zv_scheduler *scheduler = &engine->scheduler;
	const struct zv_scope_state *scope = &scheduler->scopes[number];
	const struct zv_puzzle *puzzle = &scope->program->puzzles[index];

	return (struct exh_zv_puzzle_state){
		.key = puzzle->key,
		.script = scope->program->name,
		.scope = exh_zv_scope_name(number),
		.line = puzzle->node->line,
		.value = exh_zv_value(scheduler, puzzle->key),
		.is_disabled = exh_zv_has_flag(scheduler, puzzle->key, EXH_ZV_DISABLED),
		.is_waited_for = !scope->runs && !exh_zv_has_flag(scheduler, puzzle->key,
								  EXH_ZV_DO_ME_NOW),
		.is_queued = is_queued(engine, scope, index),
		.holds = exh_zv_puzzle_holds(scheduler, puzzle),
	};
}

static void explain(const struct exh_zv_engine *engine, enum zv_scope number,
		    uint32_t index, exh_zv_why_fn *report, void *context)
{
	const struct zv_puzzle *puzzle =
		&engine->scheduler.scopes[number].program->puzzles[index];
	const struct exh_zv_puzzle_state state = state_of(engine, number, index);

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

void exh_zv_engine_puzzles(const struct exh_zv_engine *engine, exh_zv_why_fn *report,
			   void *context)
{
	for (unsigned i = 0; i < ZV_SCOPES; i++) {
		const struct zv_program *program = engine->scheduler.scopes[i].program;

		for (uint32_t k = 0; program && k < program->puzzle_count; k++) {
			const struct exh_zv_puzzle_state state =
				state_of(engine, (enum zv_scope)i, k);

			report(context, &state, NULL);
		}
	}
}

/* Describes an effect with the names that the trace has. */
bool exh_zv_engine_effect(const struct exh_zv_engine *engine, size_t i,
			  struct exh_zv_effect_state *out)
{
	const struct zv_effect *effect;

	if (i >= engine->effects.count)
		return false;
	effect = &engine->effects.items[i];
	*out = (struct exh_zv_effect_state){ .kind = exh_zv_effect_name(effect->kind),
					     .scope = exh_zv_scope_name(effect->scope),
					     .key = effect->key == ZV_NO_KEY
							    ? -1
							    : effect->key,
					     .left_ms = -1,
					     .frame = -1,
					     .last = -1,
					     .percent = -1 };
	if (effect->kind == EFFECT_TIMER)
		out->left_ms = effect->timer.left_ms;
	if (zv_has_film(effect))
		out->file = effect->animation.film->name;
	if (zv_has_film(effect) && effect->animation.queue_count) {
		out->frame = effect->animation.frame;
		out->last = effect->animation.queue->last;
	}
	if (effect->kind == EFFECT_MUSIC) {
		out->file = effect->music.sound ? effect->music.sound->name : NULL;
		out->percent = effect->music.volume * 100 / ZV_FULL_VOLUME;
	}
	return true;
}
