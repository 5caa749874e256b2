/*
 * The logic of a ZVision game's puzzles: what it takes to get to a place, to get an item,
 * or to give a key a value, as far as the scripts' conditions show.
 *
 * Nodes:  scopes (places, rooms, worlds, the universe), actors (puzzles, controls, and
 * the engine), facts (conditions that criteria test) and items. A node can be reached if
 *         all nodes of one of its alternatives can.
 * Reached: found by collecting all values that each key may get, whatever the order. A
 * node that is not reached never is; one that is reached may still need values that keys
 * can't have at the same time. Needs:  a node that each way to another contains is
 * needed: without it the other can't be reached. Limits: saved games are those of the
 * same game, played from its start; typed cheats are left out; keys never count past a
 * 32-bit number. Memory: everything lies in the caller's arena, and borrows the scripts
 * and their names. Source: zvision 9 to 11, zvision-2 3; formats/zvision/README.md,
 * "Logic".
 */
#ifndef EXHUME_ADVANCED_ZVISION_LOGIC_H
#define EXHUME_ADVANCED_ZVISION_LOGIC_H

#include "zvision_script.h"

#ifdef __cplusplus
extern "C" {
#endif

enum exh_zv_logic_kind {
	EXH_ZV_LOGIC_SCOPE,
	EXH_ZV_LOGIC_ACTOR,
	EXH_ZV_LOGIC_FACT,
	EXH_ZV_LOGIC_ITEM,
};

/* A node. Fields that its kind does not have are 0. */
struct exh_zv_logic_node {
	enum exh_zv_logic_kind kind;
	bool is_reached;
	/* SCOPE: four letters of a place, two of a room, one of a world; "" is the
	 * universe. */
	const char *name;
	/* SCOPE, ACTOR: index of its script; EXH_ZV_NO_SCRIPT: none. */
	size_t script;
	size_t scope; /* ACTOR: index of its scope's node */
	/* ACTOR: its puzzle or control; NULL: the engine. */
	const struct exh_zv_node *node;
	/* FACT: "[key] op arg" or "[key] op [arg]"; op 'E': the puzzle is enabled.
	 * ITEM: key is the item's number. */
	int64_t key, arg;
	char op;
	bool arg_is_key;
};

#define EXH_ZV_NO_SCRIPT ((size_t)-1)

/* Something that can be lost forever. */
struct exh_zv_logic_loss {
	size_t fact;	  /* node of the fact or item that is lost */
	size_t by;	  /* actor that makes it untrue, or leads away from it */
	uint32_t line;	  /* line of its result in its script, from 1 */
	bool is_one_way;  /* the result leads away, and no way leads back */
	size_t needed_by; /* actor that needs it */
	size_t loses;	  /* a place or an item that needs that actor */
};

/* A way that leads from a place, and from which nothing leads back there. */
struct exh_zv_logic_one_way {
	size_t from, to; /* scopes */
	size_t by;	 /* actor */
	uint32_t line;	 /* from 1 */
};

struct exh_zv_logic {
	struct exh_zv_logic_node *nodes; /* scopes by name, actors, facts by key, items */
	size_t node_count, scope_count, actor_count, fact_count, item_count;
	size_t first_actor, first_fact, first_item;
	struct exh_zv_logic_loss *losses;
	size_t loss_count, losses_left_out;
	struct exh_zv_logic_one_way *one_ways;
	size_t one_way_count;
	/* Nodes that may be needed beyond those that are kept track of. */
	size_t needs_left_out;
	/* True: it would have taken too long. What is called unreachable and needed is
	 * so; but keys may have been given any value, and needs, sets and losses are
	 * missing. */
	bool is_cut;
	struct exh_zv_logic_tables *tables;
};

/* The levers of a game. */
struct exh_zv_logic_levers {
	/* Returns the number of frames of a description's file, which are positions from
	 * 0 on; -1: unknown, the lever may set its key to any value. */
	int32_t (*count)(void *context, struct exh_bytes name);
	void *context;
};

/*
 * Works out the logic of a game that begins in a place of four letters. NULL scripts are
 * skipped; of two scripts with one name the first counts. levers: NULL: all unknown; only
 * used during the call. EXH_INVALID: no such place; EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status
exh_zv_logic_make(const struct exh_zv_script *const *scripts, const char *const *names,
		  size_t count, const char *start,
		  const struct exh_zv_logic_levers *levers, struct exh_arena *arena,
		  struct exh_zv_logic *out, struct exh_error *err);

/* Returns the index of a scope, or node_count. */
EXH_API size_t exh_zv_logic_scope(const struct exh_zv_logic *logic, const char *name);

/* A set of nodes. line: of the result that sets it, or 0. Valid during the call. */
typedef void exh_zv_logic_fn(void *context, const size_t *nodes, size_t count,
			     uint32_t line);

/* Reports the alternatives of a node that are possible, simplified: all nodes of one of
 * them. An empty alternative: it is so from the start. */
EXH_API void exh_zv_logic_alternatives(const struct exh_zv_logic *logic, size_t node,
				       exh_zv_logic_fn *report, void *context);

/* Reports the facts and items that are needed for a node, in one call. */
EXH_API void exh_zv_logic_needs(const struct exh_zv_logic *logic, size_t node,
				exh_zv_logic_fn *report, void *context);

/*
 * Reports sets of items and of facts about spells: one of these sets is needed for a
 * node; least sets, the smallest first. False: there are more sets than are kept track
 * of, so that it may also be reached without any of these.
 */
EXH_API bool exh_zv_logic_requires(const struct exh_zv_logic *logic, size_t node,
				   exh_zv_logic_fn *report, void *context);

/* Returns how many results were looked at so far: a caller that asks about many nodes can
 * limit it. */
EXH_API size_t exh_zv_logic_work(const struct exh_zv_logic *logic);

/* True if some value that a key may get is this one. */
EXH_API bool exh_zv_logic_has_value(const struct exh_zv_logic *logic, int64_t key,
				    int32_t value);

#ifdef __cplusplus
}
#endif

#endif
