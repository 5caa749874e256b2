#include "zv_parts.h"

static uint32_t count_set(const struct zv_scheduler *scheduler)
{
	uint32_t count = 0;

	for (int32_t key = 0; key < scheduler->key_count; key++)
		count += scheduler->values[key] || scheduler->flags[key];
	return count;
}

/* Reads or writes keys that are not 0 or have flags, by rising keys. */
static void walk_keys(struct save_walk *w, struct zv_scheduler *scheduler)
{
	uint32_t count = count_set(scheduler);
	int32_t key = -1;

	WALK_WITHIN(w, count, uint32_t, 0, scheduler->key_count);
	if (walk_loads(w))
		for (int32_t i = 0; i < scheduler->key_count; i++)
			scheduler->values[i] = scheduler->flags[i] = 0;
	for (uint32_t i = 0; i < count && !w->fault; i++) {
		key++;
		while (!walk_loads(w) && !scheduler->values[key] &&
		       !scheduler->flags[key])
			key++;
		WALK_WITHIN(w, key, int32_t, key, scheduler->key_count - 1);
		if (w->fault)
			return;
		walk_i32(w, &scheduler->values[key]);
		WALK_WITHIN(w, scheduler->flags[key], uint8_t, 0, 7);
	}
}

static void walk_list(struct save_walk *w, uint32_t *items, uint32_t *count, size_t most)
{
	WALK_WITHIN(w, *count, uint32_t, 0, (int32_t)most);
	for (uint32_t i = 0; i < *count && !w->fault; i++)
		WALK_WITHIN(w, items[i], uint32_t, 0, (int32_t)most - 1);
}

static void walk_scope(struct save_walk *w, struct zv_scope_state *scope)
{
	const size_t count = scope->program ? scope->program->puzzle_count : 0;

	if (!scope->program)
		return;
	walk_u32(w, &scope->runs);
	walk_list(w, scope->queue, &scope->queue_count, count);
	walk_list(w, scope->waiting, &scope->waiting_count, count);
	for (uint32_t i = 0; i < scope->waiting_count && walk_loads(w) && !w->fault;
	     i++) {
		if (scope->is_waiting[scope->waiting[i]])
			walk_fail(w, "a puzzle waits twice");
		scope->is_waiting[scope->waiting[i]] = true;
	}
}

/* Reads or writes the order of the scopes, from which references follow. */
static void walk_listed(struct save_walk *w, struct zv_scheduler *scheduler)
{
	uint32_t count = (uint32_t)scheduler->listed_count;

	WALK_WITHIN(w, count, uint32_t, 0, ZV_SCOPES);
	if (walk_loads(w))
		exh_zv_scheduler_forget(scheduler);
	for (uint32_t i = 0; i < count && !w->fault; i++) {
		enum zv_scope scope = scheduler->listed[i];

		WALK_WITHIN(w, scope, enum zv_scope, 0, ZV_SCOPES - 1);
		if (walk_loads(w))
			exh_zv_scope_keep(scheduler, scope);
	}
}

static void walk_run(struct save_walk *w, struct exh_zv_engine *engine)
{
	struct zv_run *run = &engine->run;
	const struct zv_program *program;

	WALK_WITHIN(w, run->scope, enum zv_scope, 0, ZV_SCOPES - 1);
	walk_bool(w, &run->is_on);
	walk_bool(w, &run->checks_all);
	walk_bool(w, &run->fires);
	walk_u32(w, &run->next);
	walk_u32(w, &run->puzzle);
	walk_u32(w, &run->result);
	program = engine->scheduler.scopes[run->scope].program;
	if (walk_loads(w) && run->fires &&
	    (!program || run->puzzle >= program->puzzle_count ||
	     run->result > program->puzzles[run->puzzle].result_count))
		walk_fail(w, "a puzzle that fires is not in its script");
}

/* The programs are those of the place, if it was loaded. */
static void walk_programs(struct save_walk *w, struct exh_zv_engine *engine)
{
	for (unsigned i = 0; i < ZV_SCOPES; i++) {
		struct zv_scope_state *scope = &engine->scheduler.scopes[i];
		uint32_t count =
			scope->program ? (uint32_t)scope->program->puzzle_count + 1 : 0;
		const struct zv_program *program;

		walk_u32(w, &count);
		if (!walk_loads(w) || w->fault || !count)
			continue;
		program = exh_zv_place_program(engine, (enum zv_scope)i);
		if (!program || program->puzzle_count + 1 != count)
			walk_fail(w, "its scripts are not those of the game");
		else if (!exh_zv_scope_attach(&engine->scheduler, (enum zv_scope)i,
					      program))
			walk_fail(w, "out of memory");
	}
}

void exh_zv_walk_scheduler(struct save_walk *w, struct exh_zv_engine *engine)
{
	struct zv_scheduler *scheduler = &engine->scheduler;

	walk_programs(w, engine);
	/* Programs are loaded before keys: they set some. */
	if (walk_loads(w) && !w->fault)
		exh_zv_controls_load(engine);
	walk_keys(w, scheduler);
	for (unsigned i = 0; i < ZV_SCOPES; i++)
		walk_scope(w, &scheduler->scopes[i]);
	walk_listed(w, scheduler);
	walk_run(w, engine);
}
