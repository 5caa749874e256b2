/*
 * A plain second implementation of the puzzles' rules, for tests: puzzles as data, no
 * tables, everything searched. And random puzzles, as data and as scripts.
 *
 * Source: zvision 10; README.md, "Puzzles".
 */
#ifndef EXH_ENGINE_ZVISION_PLAIN_H
#define EXH_ENGINE_ZVISION_PLAIN_H

#include "../scheduler.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
	PLAIN_KEYS = 300,
	PLAIN_PUZZLES = 12, /* per script */
	PLAIN_CRITERIA = 3,
	PLAIN_RESULTS = 3,
};

enum plain_action {
	PLAIN_ASSIGN,
	PLAIN_ADD,
	PLAIN_ENABLE,
	PLAIN_DISABLE,
	PLAIN_TIMER,
	PLAIN_KILL,
	PLAIN_KILL_TIMERS,
	PLAIN_ADD_ITEM,
	PLAIN_ADD_ITEM_OF, /* adds the item in a key */
	PLAIN_DROP_ITEM,
	PLAIN_CYCLE,
	PLAIN_GO,
	PLAIN_QUIT,
	PLAIN_ACTIONS,
};

struct plain_result {
	enum plain_action action;
	int key, value;
	bool value_is_key;
	const char *place;
};

struct plain_criterion {
	int key, arg;
	char op;
	bool arg_is_key;
};

struct plain_puzzle {
	int key, flags, block_count, result_count;
	struct {
		int count;
		struct plain_criterion criteria[PLAIN_CRITERIA];
	} blocks[2];
	struct plain_result results[PLAIN_RESULTS];
};

struct plain_list {
	int items[PLAIN_PUZZLES * 2], count;
};

struct plain_scope {
	struct plain_puzzle puzzles[PLAIN_PUZZLES];
	int count, runs;
	struct plain_list next;
};

struct plain {
	int values[PLAIN_KEYS], flags[PLAIN_KEYS];
	struct plain_scope scopes[ZV_SCOPES];
	int filled[ZV_SCOPES], filled_count; /* order in which the scopes were listed */
	/* Performs a result of a puzzle of this scope. */
	void (*act)(struct plain *plain, enum zv_scope scope,
		    const struct plain_result *result);
	bool stops; /* a result has ended the game */
};

/*
 * The rules.
 */

static inline bool plain_mentions(const struct plain_puzzle *puzzle, int key)
{
	if (puzzle->key == key)
		return true;
	for (int i = 0; i < puzzle->block_count; i++)
		for (int k = 0; k < puzzle->blocks[i].count; k++)
			if (puzzle->blocks[i].criteria[k].key == key)
				return true;
	return false;
}

static inline bool plain_has(const struct plain_list *list, int item)
{
	for (int i = 0; i < list->count; i++)
		if (list->items[i] == item)
			return true;
	return false;
}

static inline void plain_queue(struct plain *plain, int key)
{
	for (int i = plain->filled_count; i-- > 0;) {
		struct plain_scope *scope = &plain->scopes[plain->filled[i]];

		for (int k = scope->count; k-- > 0;)
			if (plain_mentions(&scope->puzzles[k], key) &&
			    !plain_has(&scope->next, k))
				scope->next.items[scope->next.count++] = k;
	}
}

static inline void plain_set(struct plain *plain, int key, int value)
{
	plain->values[key] = value;
	plain_queue(plain, key);
}

static inline void plain_set_flags(struct plain *plain, int key, int flags)
{
	plain->flags[key] = flags;
	plain_queue(plain, key);
}

static inline bool plain_criterion_holds(const struct plain *plain,
					 const struct plain_criterion *criterion)
{
	const int a = plain->values[criterion->key];
	const int b =
		criterion->arg_is_key ? plain->values[criterion->arg] : criterion->arg;

	return criterion->op == '='   ? a == b
	       : criterion->op == '!' ? a != b
	       : criterion->op == '>' ? a > b
				      : a < b;
}

static inline bool plain_holds(const struct plain *plain,
			       const struct plain_puzzle *puzzle)
{
	bool any = !puzzle->block_count;

	for (int i = 0; i < puzzle->block_count; i++) {
		bool all = true;

		for (int k = 0; k < puzzle->blocks[i].count; k++)
			all = all && plain_criterion_holds(
					     plain, &puzzle->blocks[i].criteria[k]);
		any = any || all;
	}
	return any;
}

/* Fires a puzzle whose criteria hold, and performs its results. True if it fired. */
static inline bool plain_check(struct plain *plain, enum zv_scope number, int index)
{
	const struct plain_scope *scope = &plain->scopes[number];
	const struct plain_puzzle *puzzle = &scope->puzzles[index];
	const int flags = plain->flags[puzzle->key];

	if (plain->values[puzzle->key] == 1 || flags & EXH_ZV_DISABLED ||
	    (scope->runs == 0 && !(flags & EXH_ZV_DO_ME_NOW)) ||
	    !plain_holds(plain, puzzle))
		return false;
	plain_set(plain, puzzle->key, 1);
	for (int i = 0; i < puzzle->result_count && !plain->stops; i++)
		plain->act(plain, number, &puzzle->results[i]);
	return true;
}

/* fired: puzzles that fired; may be NULL. */
static inline void plain_run(struct plain *plain, enum zv_scope number,
			     struct plain_list *fired)
{
	struct plain_scope *scope = &plain->scopes[number];
	struct plain_list queue = scope->next;

	scope->next.count = 0;
	if (scope->runs < 2 || plain->values[ZV_KEY_STYLE])
		for (queue.count = 0; queue.count < scope->count; queue.count++)
			queue.items[queue.count] = queue.count;
	for (int i = 0; i < queue.count && !plain->stops; i++)
		if (plain_check(plain, number, queue.items[i]) && fired)
			fired->items[fired->count++] = queue.items[i];
	scope->runs++;
}

static inline void plain_load(struct plain *plain, enum zv_scope number,
			      const struct plain_scope *scope)
{
	plain->scopes[number].count = 0;
	for (int i = 0; i < scope->count; i++) {
		const struct plain_puzzle *puzzle = &scope->puzzles[i];

		if (plain->flags[puzzle->key] & EXH_ZV_ONCE_PER_INST)
			plain_set(plain, puzzle->key, 0);
		if (puzzle->flags)
			plain_set_flags(plain, puzzle->key,
					plain->flags[puzzle->key] | puzzle->flags);
	}
	plain->scopes[number] = *scope;
	plain->filled[plain->filled_count++] = (int)number;
}

/*
 * Random puzzles.
 */

/* Source of random numbers: a seed, or the bytes of an input. */
struct plain_dice {
	uint64_t seed; /* 0: uses data; after its end all are 0 */
	const uint8_t *data;
	size_t size;
};

static inline int plain_roll(struct plain_dice *dice, int below)
{
	if (dice->seed) {
		dice->seed ^= dice->seed << 13;
		dice->seed ^= dice->seed >> 7;
		dice->seed ^= dice->seed << 17;
		return (int)((uint32_t)(dice->seed >> 32) % (uint32_t)below);
	}
	if (!dice->size)
		return 0;
	dice->size--;
	return *dice->data++ % below;
}

/* Range of random puzzles. */
struct plain_plan {
	const int *keys;
	int key_count;
	const char *const *places;
	int place_count;
	int most_puzzles;
	enum plain_action actions; /* actions before this one are used */
};

static inline int plain_roll_key(struct plain_dice *dice, const struct plain_plan *plan)
{
	return plan->keys[plain_roll(dice, plan->key_count)];
}

static inline struct plain_result plain_roll_result(struct plain_dice *dice,
						    const struct plain_plan *plan)
{
	struct plain_result result = { .action = PLAIN_ASSIGN };

	/* Half of the results set keys. */
	if (plain_roll(dice, 2))
		result.action = (enum plain_action)plain_roll(dice, (int)plan->actions);
	result.key = plain_roll_key(dice, plan);
	result.value = plain_roll(dice, 4) - 1;
	result.value_is_key = plain_roll(dice, 4) == 0;
	if (result.value_is_key)
		result.value = plain_roll_key(dice, plan);
	if (plan->place_count && plain_roll(dice, 4) == 0)
		result.action = PLAIN_GO;
	if (plan->place_count)
		result.place = plan->places[plain_roll(dice, plan->place_count)];
	return result;
}

static inline struct plain_criterion plain_roll_criterion(struct plain_dice *dice,
							  const struct plain_plan *plan)
{
	struct plain_criterion criterion = { .key = plain_roll_key(dice, plan) };

	criterion.op = "=!><"[plain_roll(dice, 4)];
	criterion.arg_is_key = plain_roll(dice, 4) == 0;
	criterion.arg =
		criterion.arg_is_key ? plain_roll_key(dice, plan) : plain_roll(dice, 4);
	return criterion;
}

static inline void plain_roll_puzzle(struct plain_dice *dice,
				     const struct plain_plan *plan,
				     struct plain_puzzle *puzzle)
{
	*puzzle = (struct plain_puzzle){ .key = plain_roll_key(dice, plan) };
	puzzle->flags = plain_roll(dice, 8);
	puzzle->flags &= plain_roll(dice, 8);
	puzzle->block_count = plain_roll(dice, 3);
	for (int i = 0; i < puzzle->block_count; i++) {
		puzzle->blocks[i].count = 1 + plain_roll(dice, PLAIN_CRITERIA);
		for (int k = 0; k < puzzle->blocks[i].count; k++)
			puzzle->blocks[i].criteria[k] = plain_roll_criterion(dice, plan);
	}
	puzzle->result_count = plain_roll(dice, PLAIN_RESULTS + 1);
	for (int i = 0; i < puzzle->result_count; i++)
		puzzle->results[i] = plain_roll_result(dice, plan);
}

static inline void plain_roll_script(struct plain_dice *dice,
				     const struct plain_plan *plan,
				     struct plain_scope *scope)
{
	*scope =
		(struct plain_scope){ .count = plain_roll(dice, plan->most_puzzles + 1) };
	for (int i = 0; i < scope->count; i++)
		plain_roll_puzzle(dice, plan, &scope->puzzles[i]);
}

/*
 * Scripts for both engines.
 */

static inline void plain_put(struct exh_writer *out, const char *format, ...)
{
	char line[128];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	exh_write_bytes(out, line, strlen(line));
}

static inline void plain_put_result(struct exh_writer *out,
				    const struct plain_result *result)
{
	/* The key, then the value. */
	static const char *const forms[PLAIN_ACTIONS] = {
		[PLAIN_ASSIGN] = "action:assign(%d, %s)",
		[PLAIN_ADD] = "action:add(%d %s)",
		[PLAIN_ENABLE] = "action:enable_control(%d)",
		[PLAIN_DISABLE] = "event:disable_control(%d)",
		[PLAIN_TIMER] = "action:timer:%d(%s)",
		[PLAIN_KILL] = "background:kill(%d)",
		[PLAIN_KILL_TIMERS] = "action:kill(\"TIMER\") # %d",
		[PLAIN_ADD_ITEM_OF] = "action:inventory(addi %d)",
		[PLAIN_CYCLE] = "action:inventory(cycle) # %d",
		[PLAIN_QUIT] = "action:quit(1) # %d",
	};
	char value[16];

	snprintf(value, sizeof value, result->value_is_key ? "[%d]" : "%d",
		 result->value);
	if (result->action == PLAIN_GO)
		plain_put(out, "action:change_location(%c, %c, %s, %s)\n",
			  result->place[0], result->place[1], result->place + 2, value);
	else if (result->action == PLAIN_ADD_ITEM || result->action == PLAIN_DROP_ITEM)
		plain_put(out, "action:inventory(%s %s)\n",
			  result->action == PLAIN_ADD_ITEM ? "add" : "drop", value);
	else {
		plain_put(out, forms[result->action], result->key, value);
		plain_put(out, "\n");
	}
}

static inline void plain_put_puzzle(struct exh_writer *out,
				    const struct plain_puzzle *puzzle)
{
	static const char *const flags[] = { "ONCE_PER_INST", "DISABLED", "DO_ME_NOW" };

	plain_put(out, "puzzle:%d {\n", puzzle->key);
	for (int i = 0; i < puzzle->block_count; i++) {
		plain_put(out, "criteria {\n");
		for (int k = 0; k < puzzle->blocks[i].count; k++)
			plain_put(out,
				  puzzle->blocks[i].criteria[k].arg_is_key
					  ? "[%d] %c [%d]\n"
					  : "[%d] %c %d\n",
				  puzzle->blocks[i].criteria[k].key,
				  puzzle->blocks[i].criteria[k].op,
				  puzzle->blocks[i].criteria[k].arg);
		plain_put(out, "}\n");
	}
	plain_put(out, "results {\n");
	for (int i = 0; i < puzzle->result_count; i++)
		plain_put_result(out, &puzzle->results[i]);
	plain_put(out, "}\nflags {\n");
	for (int i = 0; i < 3; i++)
		if (puzzle->flags & 1 << i)
			plain_put(out, "%s\n", flags[i]);
	plain_put(out, "}\n}\n");
}

static inline void plain_put_script(struct exh_writer *out,
				    const struct plain_scope *scope)
{
	for (int i = 0; i < scope->count; i++)
		plain_put_puzzle(out, &scope->puzzles[i]);
}

#endif
