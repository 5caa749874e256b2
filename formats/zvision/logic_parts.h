/*
 * Shared parts of a game's logic.
 *
 * An actor is a puzzle, a control, or the engine (the first one), with its writes: what
 * it does to keys, flags and the place. Keys of the inventory's list are one key, and so
 * are those of totem slots: their values move from one to another.
 */
#ifndef EXH_ZVISION_LOGIC_PARTS_H
#define EXH_ZVISION_LOGIC_PARTS_H

#include "exhume/advanced/zvision_logic.h"
#include "logic_values.h"
#include "script_words.h"

enum {
	LOGIC_KEYS = 30000,
	LOGIC_NO_KEY = LOGIC_KEYS, /* reads as 0 */
	LOGIC_SCOPE_SIZE = 5,
	LOGIC_ENGINE = 0, /* the engine's index among the actors */
	LOGIC_HELD = 9,
	LOGIC_ITEMS = 101,
	LOGIC_LAST_ITEM = 149,
	LOGIC_CELL_COUNT = 150,
	LOGIC_CELLS = 151,
	LOGIC_LAST_CELL = 170,
	LOGIC_MOST_CELLS = 200, /* the last, if a script asks for the most */
	LOGIC_SPELLS = 191,
	LOGIC_SPELL_COUNT = 12,
	LOGIC_SPELL = 205,
	LOGIC_FIRST_SPELL = 0xe0,
	LOGIC_OTHER_SPELL = 0xee,
	LOGIC_PLACE =
		3, /* keys of the place's letters, of the last, and before the menu */
	LOGIC_LAST_PLACE = 40,
	LOGIC_MENU_PLACE = 45,
	LOGIC_WORDS = 8, /* words of 64 bits: a bit for each tracked node */
	LOGIC_SETS = 12, /* sets of items that a node keeps */
	LOGIC_SET_WORDS = 2,
	LOGIC_MOST_WORK = 20000000, /* steps of work in a part of it */
};

enum logic_write_kind {
	LOGIC_ASSIGN,
	LOGIC_ADD,
	LOGIC_RANDOM,	/* 0 to the argument */
	LOGIC_TIMER,	/* 1, 2, or the units that are left */
	LOGIC_RANGE,	/* low to high */
	LOGIC_SLOT,	/* an eligible item that is held, or 0 */
	LOGIC_SPELL_OF, /* numbers of spells whose keys are not 0 */
	LOGIC_ENABLE,
	LOGIC_DISABLE,
	LOGIC_DROP, /* an item */
	LOGIC_GO,   /* to a scope */
	LOGIC_BACK,
};

struct logic_write {
	enum logic_write_kind kind;
	bool target_is_key; /* the target is the value of a key */
	bool arg_is_key;
	bool is_effect; /* the key shows if a side effect runs */
	bool is_own;	/* the puzzle's own key, when it fires */
	bool is_added;	/* to a counter: applied */
	int32_t target; /* a key, or a scope */
	int32_t arg;	/* RANGE: the least */
	int32_t high;
	uint32_t actor;
	uint32_t next; /* next write of the same key, counted from 1 */
	const struct exh_zv_node *node;
};

struct logic_block {
	uint32_t first, count; /* facts, by their numbers */
	bool is_possible;
};

struct logic_actor {
	uint32_t first_write, write_count;
	uint32_t first_block, block_count;
	uint32_t enabled; /* 1 + the fact that it is enabled; 0: it is from the start */
	bool has_blocks, is_once, is_queued;
	bool has_reads; /* values of keys change its writes */
};

struct logic_key {
	struct logic_values values;
	uint32_t writes; /* counted from 1 */
	uint32_t first_reader, reader_count;
	uint32_t first_fact, fact_count;
	/* Only actors that fire once write it, by adding numbers above 0, which have
	 * this sum. */
	bool is_counter, has_once;
	bool is_added_to;    /* a result adds to it */
	bool is_set;	     /* results or controls write its value */
	bool tells_progress; /* only results of puzzles write it, and no effects */
	int64_t sum;
};

struct exh_zv_logic_tables {
	struct exh_zv_logic *logic;
	const struct exh_zv_script *const *scripts;
	size_t script_count;
	const struct exh_zv_logic_levers *levers; /* NULL: unknown */
	struct exh_arena *arena;
	bool failed; /* out of memory */
	/* One result may give all keys any value, or enable any puzzle. */
	bool all_written, all_enabled;
	size_t work, most_work; /* steps of work so far, and at the end of this part */
	struct logic_key *keys; /* LOGIC_KEYS + 1 */
	struct logic_actor *actors;
	struct logic_write *writes;
	size_t write_count, write_room;
	struct logic_block *blocks;
	size_t block_count;
	uint32_t *facts;   /* facts of all blocks */
	uint32_t *readers; /* actors, by key */
	uint32_t *wild;	   /* writes whose target is the value of a key */
	size_t wild_count;
	uint32_t *scope_actors; /* first actor of each scope, and one more */
	uint32_t *scope_ways;	/* first of the ways to each scope, and one more */
	uint32_t *ways;		/* writes */
	size_t start;
	bool back_is_anywhere; /* scripts write the keys of the last place */
	/* Nodes in the order in which they were reached. */
	uint32_t *order;
	size_t order_count;
	/* Needs: bits of nodes that are kept track of. */
	uint32_t *bit_nodes; /* node of each bit */
	size_t bit_count;
	int16_t *node_bits; /* bit of each node; -1: none */
	size_t set_bits;    /* the first bits: items and spells */
	uint64_t *needs;    /* LOGIC_WORDS a node */
	const struct logic_sets **sets;
	size_t set_count;		   /* sets that one node has for itself */
	struct exh_zv_logic_loss *dangers; /* losses, before needs are known */
	size_t danger_count;
};

/* Sets of bits, the least first; none is part of another. */
struct logic_sets {
	uint64_t items[LOGIC_SETS][LOGIC_SET_WORDS];
	uint8_t count;
	bool is_cut;
};

typedef struct exh_zv_logic_tables logic_tables;

/* The key as it is kept track of. */
int32_t exh_logic_key(int64_t key);
/* True if it is one of the keys that actors write where "0000" leads. */
bool exh_logic_is_place_key(int32_t key);
/* The key of the present place's letter, for that of a place before. */
int32_t exh_logic_letter_key(int32_t key);

void *exh_logic_alloc(logic_tables *t, size_t count, size_t size);

/* Allows so much work from now on. */
void exh_logic_allow_work(logic_tables *t, size_t most);
/* True, and the logic is cut, if more work was done than is allowed. */
bool exh_logic_is_spent(logic_tables *t);

/* The writes of a key, each of which is a step of work. */
static inline const struct logic_write *exh_logic_write(logic_tables *t, uint32_t number)
{
	t->work++;
	return number ? &t->writes[number - 1] : NULL;
}
#define EACH_LOGIC_WRITE(t, key, write)                         \
	for (const struct logic_write *write =                  \
		     exh_logic_write(t, (t)->keys[key].writes); \
	     write; write = exh_logic_write(t, write->next))

/* Counts nodes of this kind in all scripts. */
size_t exh_logic_count(const logic_tables *t, enum exh_zv_node_kind kind);

/* Places to which the engine's menu leads. */
enum { LOGIC_MENU_PLACES = 3 };
extern const char *const exh_logic_menu_places[LOGIC_MENU_PLACES];

/* The place that a result leads to, as the engine reads it; "0000" is the last one.
 * False: none. */
bool exh_logic_target(const struct exh_zv_script *script, const struct exh_zv_node *node,
		      char place[LOGIC_SCOPE_SIZE]);

/* The steps, in their order. */
void exh_logic_read_scopes(logic_tables *t, const char *const *files, size_t count,
			   const char *start);
void exh_logic_read_facts(logic_tables *t);
void exh_logic_read_writes(logic_tables *t);
/* Finds the values of keys and the nodes that can be reached, and simplifies blocks. */
void exh_logic_reach(logic_tables *t);
/* Finds what may be lost, before it is known what is needed. */
void exh_logic_find_dangers(logic_tables *t);
void exh_logic_find_needs(logic_tables *t);
void exh_logic_find_losses(logic_tables *t);

/* The index of a fact's node, if it is known; else node_count. */
size_t exh_logic_fact(const logic_tables *t, int64_t key, char op, int64_t arg);
size_t exh_logic_item(const logic_tables *t, int64_t item);

/* True for what slots and the menu give: values that items had before. */
bool exh_logic_is_exchange(const struct logic_write *write);
/* True if the write may give its key a value that meets the test. */
bool exh_logic_write_meets(const logic_tables *t, const struct logic_write *write,
			   const struct logic_test *test);
/* The greatest number that chance, or a timer, may give. */
int64_t exh_logic_greatest(const logic_tables *t, const struct logic_write *write);
/* The least number of a range: a click counts on from below 0. */
int32_t exh_logic_least(const logic_tables *t, const struct logic_write *write);
/* The list of items that fit into a slot: arguments of a script. */
struct exh_bytes exh_logic_eligible(const logic_tables *t,
				    const struct logic_write *slot);

static inline bool exh_logic_needs_bit(const logic_tables *t, size_t node, int bit)
{
	return t->needs[node * LOGIC_WORDS + (size_t)bit / 64] >> (bit % 64) & 1;
}

static inline struct exh_zv_logic_node *exh_logic_actor_node(const logic_tables *t,
							     uint32_t actor)
{
	return &t->logic->nodes[t->logic->first_actor + actor];
}

static inline struct exh_zv_logic_node *exh_logic_fact_node(const logic_tables *t,
							    uint32_t fact)
{
	return &t->logic->nodes[t->logic->first_fact + fact];
}

#endif
