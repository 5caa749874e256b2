#include "scheduler.h"

#include <stdlib.h>
#include <string.h>

bool exh_zv_scheduler_start(struct zv_scheduler *scheduler, int32_t key_count)
{
	scheduler->key_count = key_count;
	scheduler->values = calloc((size_t)key_count, sizeof *scheduler->values);
	scheduler->flags = calloc((size_t)key_count, sizeof *scheduler->flags);
	scheduler->newest = calloc((size_t)key_count, sizeof *scheduler->newest);
	return scheduler->values && scheduler->flags && scheduler->newest;
}

static void free_scope(struct zv_scope_state *scope)
{
	free(scope->queue);
	free(scope->waiting);
	free(scope->is_waiting);
	*scope = (struct zv_scope_state){ 0 };
}

void exh_zv_scheduler_free(struct zv_scheduler *scheduler)
{
	for (size_t i = 0; i < ZV_SCOPES; i++)
		free_scope(&scheduler->scopes[i]);
	free(scheduler->values);
	free(scheduler->flags);
	free(scheduler->newest);
	free(scheduler->references);
	*scheduler = (struct zv_scheduler){ 0 };
}

/*
 * References: for each key a chain, the newest first.
 */

static bool make_room(struct zv_scheduler *scheduler)
{
	const size_t more =
		scheduler->reference_capacity ? 2 * scheduler->reference_capacity : 256;
	struct zv_reference *items;

	if (scheduler->reference_count < scheduler->reference_capacity)
		return true;
	items = realloc(scheduler->references, more * sizeof *items);
	if (!items) {
		scheduler->failed = true;
		return false;
	}
	scheduler->references = items;
	scheduler->reference_capacity = more;
	return true;
}

static void refer(struct zv_scheduler *scheduler, int32_t key, enum zv_scope scope,
		  uint32_t puzzle)
{
	const struct zv_reference *last;

	if (key == ZV_NO_KEY)
		return;
	/* A puzzle's references are consecutive: only the newest can be its own. */
	if (scheduler->newest[key]) {
		last = &scheduler->references[scheduler->newest[key] - 1];
		if (last->scope == scope && last->puzzle == puzzle)
			return;
	}
	if (!make_room(scheduler))
		return;
	scheduler->references[scheduler->reference_count++] =
		(struct zv_reference){ scope, puzzle, scheduler->newest[key] };
	scheduler->newest[key] = (uint32_t)scheduler->reference_count;
}

static void refer_to_puzzle(struct zv_scheduler *scheduler, enum zv_scope scope,
			    uint32_t index)
{
	const struct zv_puzzle *puzzle =
		&scheduler->scopes[scope].program->puzzles[index];

	refer(scheduler, puzzle->key, scope, index);
	for (size_t i = 0; i < puzzle->block_count; i++)
		for (size_t k = 0; k < puzzle->blocks[i].count; k++)
			refer(scheduler, puzzle->blocks[i].criteria[k].key, scope, index);
}

void exh_zv_scheduler_forget(struct zv_scheduler *scheduler)
{
	memset(scheduler->newest, 0,
	       (size_t)scheduler->key_count * sizeof *scheduler->newest);
	scheduler->reference_count = 0;
	scheduler->listed_count = 0;
}

void exh_zv_scope_keep(struct zv_scheduler *scheduler, enum zv_scope scope)
{
	const struct zv_program *program = scheduler->scopes[scope].program;

	if (!program || scheduler->listed_count == ZV_SCOPES)
		return;
	scheduler->listed[scheduler->listed_count++] = scope;
	for (uint32_t i = 0; i < program->puzzle_count; i++)
		refer_to_puzzle(scheduler, scope, i);
}

/*
 * Setting.
 */

static void queue_all(struct zv_scheduler *scheduler, int32_t key)
{
	for (uint32_t at = scheduler->newest[key]; at;) {
		const struct zv_reference *reference = &scheduler->references[at - 1];
		struct zv_scope_state *scope = &scheduler->scopes[reference->scope];

		if (!scope->is_waiting[reference->puzzle]) {
			scope->is_waiting[reference->puzzle] = true;
			scope->waiting[scope->waiting_count++] = reference->puzzle;
		}
		at = reference->earlier;
	}
}

void exh_zv_set_value(struct zv_scheduler *scheduler, int32_t key, int32_t value)
{
	if (key == ZV_NO_KEY)
		return;
	queue_all(scheduler, key);
	scheduler->values[key] = value;
}

void exh_zv_set_flags(struct zv_scheduler *scheduler, int32_t key, uint8_t flags)
{
	if (key == ZV_NO_KEY)
		return;
	queue_all(scheduler, key);
	scheduler->flags[key] = flags;
}

/*
 * Loading.
 */

/* Forgets references to a scope's puzzles, which must not be followed again. */
static void forget_scope(struct zv_scheduler *scheduler, enum zv_scope scope)
{
	for (size_t i = 0; i < scheduler->listed_count; i++)
		if (scheduler->listed[i] == scope) {
			exh_zv_scheduler_forget(scheduler);
			return;
		}
}

void exh_zv_scope_clean(struct zv_scheduler *scheduler, enum zv_scope scope)
{
	forget_scope(scheduler, scope);
	free_scope(&scheduler->scopes[scope]);
}

static bool allocate_scope(struct zv_scope_state *scope, size_t puzzle_count)
{
	scope->queue = calloc(puzzle_count + 1, sizeof *scope->queue);
	scope->waiting = calloc(puzzle_count + 1, sizeof *scope->waiting);
	scope->is_waiting = calloc(puzzle_count + 1, sizeof *scope->is_waiting);
	return scope->queue && scope->waiting && scope->is_waiting;
}

bool exh_zv_scope_attach(struct zv_scheduler *scheduler, enum zv_scope scope,
			 const struct zv_program *program)
{
	struct zv_scope_state *state = &scheduler->scopes[scope];

	free_scope(state);
	if (!program)
		return true;
	if (!allocate_scope(state, program->puzzle_count)) {
		free_scope(state);
		return false;
	}
	state->program = program;
	return true;
}

/* A puzzle that was loaded before may run again if it is ONCE_PER_INST. */
static void load_puzzle(struct zv_scheduler *scheduler, const struct zv_puzzle *puzzle)
{
	const int32_t key = puzzle->key;

	if (exh_zv_has_flag(scheduler, key, EXH_ZV_ONCE_PER_INST))
		exh_zv_set_value(scheduler, key, 0);
	if (puzzle->flags)
		exh_zv_set_flags(scheduler, key, scheduler->flags[key] | puzzle->flags);
}

void exh_zv_scope_load(struct zv_scheduler *scheduler, enum zv_scope scope,
		       const struct zv_program *program)
{
	exh_zv_scope_clean(scheduler, scope);
	if (!program)
		return;
	for (size_t i = 0; i < program->puzzle_count; i++)
		load_puzzle(scheduler, &program->puzzles[i]);
	if (!exh_zv_scope_attach(scheduler, scope, program)) {
		scheduler->failed = true;
		return;
	}
	exh_zv_scope_keep(scheduler, scope);
}

/*
 * Running.
 */

bool exh_zv_criterion_holds(const struct zv_scheduler *scheduler,
			    const struct zv_criterion *criterion)
{
	const int64_t left = exh_zv_value(scheduler, criterion->key);
	const int64_t right = criterion->arg_is_key
				      ? exh_zv_value(scheduler, (int32_t)criterion->arg)
				      : criterion->arg;

	switch (criterion->op) {
	case '=':
		return left == right;
	case '!':
		return left != right;
	case '>':
		return left > right;
	default:
		return left < right;
	}
}

static bool block_holds(const struct zv_scheduler *scheduler,
			const struct zv_block *block)
{
	for (size_t i = 0; i < block->count; i++)
		if (!exh_zv_criterion_holds(scheduler, &block->criteria[i]))
			return false;
	return true;
}

bool exh_zv_puzzle_holds(const struct zv_scheduler *scheduler,
			 const struct zv_puzzle *puzzle)
{
	for (size_t i = 0; i < puzzle->block_count; i++)
		if (block_holds(scheduler, &puzzle->blocks[i]))
			return true;
	return !puzzle->block_count;
}

void exh_zv_run_begin(struct zv_scheduler *scheduler, enum zv_scope scope,
		      struct zv_run *run)
{
	struct zv_scope_state *state = &scheduler->scopes[scope];
	uint32_t *const queue = state->queue;

	state->queue = state->waiting;
	state->queue_count = state->waiting_count;
	state->waiting = queue;
	state->waiting_count = 0;
	for (uint32_t i = 0; i < state->queue_count; i++)
		state->is_waiting[state->queue[i]] = false;
	*run = (struct zv_run){
		.scope = scope,
		.is_on = true,
		.checks_all =
			state->runs < 2 || exh_zv_value(scheduler, ZV_KEY_STYLE) != 0,
	};
}

static bool fires(const struct zv_scheduler *scheduler, const struct zv_run *run,
		  const struct zv_puzzle *puzzle)
{
	const bool is_first_run = scheduler->scopes[run->scope].runs == 0;

	if (puzzle->skips_leaving && run->is_leaving)
		return false;
	return exh_zv_value(scheduler, puzzle->key) != 1 &&
	       !exh_zv_has_flag(scheduler, puzzle->key, EXH_ZV_DISABLED) &&
	       (!is_first_run ||
		exh_zv_has_flag(scheduler, puzzle->key, EXH_ZV_DO_ME_NOW)) &&
	       exh_zv_puzzle_holds(scheduler, puzzle);
}

const struct zv_puzzle *exh_zv_run_next(struct zv_scheduler *scheduler,
					struct zv_run *run, zv_checked *checked,
					void *context)
{
	struct zv_scope_state *state = &scheduler->scopes[run->scope];
	const size_t count = !state->program   ? 0
			     : run->checks_all ? state->program->puzzle_count
					       : state->queue_count;

	run->fires = false;
	while (run->is_on && run->next < count) {
		const uint32_t index =
			run->checks_all ? run->next : state->queue[run->next];
		const struct zv_puzzle *puzzle = &state->program->puzzles[index];

		run->next++;
		run->fires = fires(scheduler, run, puzzle);
		if (checked)
			checked(context, puzzle, run->fires);
		if (!run->fires)
			continue;
		run->puzzle = index;
		run->result = 0;
		exh_zv_set_value(scheduler, puzzle->key, 1);
		return puzzle;
	}
	if (run->is_on)
		state->runs += state->runs < UINT32_MAX;
	run->is_on = false;
	state->queue_count = 0;
	return NULL;
}

/*
 * Copies.
 */

static void copy_scope(struct zv_scope_state *to, const struct zv_scope_state *from)
{
	const size_t count = from->program ? from->program->puzzle_count : 0;

	if (!from->program)
		return;
	to->runs = from->runs;
	to->queue_count = from->queue_count;
	to->waiting_count = from->waiting_count;
	memcpy(to->queue, from->queue, count * sizeof *to->queue);
	memcpy(to->waiting, from->waiting, count * sizeof *to->waiting);
	memcpy(to->is_waiting, from->is_waiting, count * sizeof *to->is_waiting);
}

bool exh_zv_scheduler_copy(struct zv_scheduler *to, const struct zv_scheduler *from)
{
	const size_t keys = (size_t)from->key_count;

	to->reference_count = 0;
	while (to->reference_capacity < from->reference_count) {
		to->reference_count = to->reference_capacity;
		if (!make_room(to))
			return false;
	}
	to->reference_count = from->reference_count;
	if (from->reference_count)
		memcpy(to->references, from->references,
		       from->reference_count * sizeof *to->references);
	memcpy(to->values, from->values, keys * sizeof *to->values);
	memcpy(to->flags, from->flags, keys * sizeof *to->flags);
	memcpy(to->newest, from->newest, keys * sizeof *to->newest);
	memcpy(to->listed, from->listed, sizeof to->listed);
	to->listed_count = from->listed_count;
	to->failed = from->failed;
	for (size_t i = 0; i < ZV_SCOPES; i++) {
		if (!exh_zv_scope_attach(to, (enum zv_scope)i, from->scopes[i].program))
			return false;
		copy_scope(&to->scopes[i], &from->scopes[i]);
	}
	return true;
}
