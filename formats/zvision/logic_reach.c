/* The values that keys may get, and the nodes that can be reached with them. */
#include "logic_parts.h"

#include <string.h>

struct reach {
	logic_tables *t;
	uint32_t *queue; /* actors: a ring */
	size_t first, count, room;
	bool goes_back; /* a result leads to the last place */
};

/* Queues an actor, unless it was reached and a change of keys changes none of its writes.
 */
static void queue_actor(struct reach *r, uint32_t number)
{
	struct logic_actor *actor = &r->t->actors[number];

	if (actor->is_queued ||
	    (exh_logic_actor_node(r->t, number)->is_reached && !actor->has_reads))
		return;
	actor->is_queued = true;
	r->queue[(r->first + r->count++) % r->room] = number;
}

static void queue_readers(struct reach *r, int32_t number)
{
	const struct logic_key *key = &r->t->keys[number];

	r->t->work += key->reader_count;
	for (uint32_t i = 0; i < key->reader_count; i++)
		queue_actor(r, r->t->readers[key->first_reader + i]);
}

static void reach_node(logic_tables *t, size_t node)
{
	if (t->logic->nodes[node].is_reached)
		return;
	t->logic->nodes[node].is_reached = true;
	t->order[t->order_count++] = (uint32_t)node;
}

/*
 * Keys that actors read.
 */

typedef void read_fn(logic_tables *t, int32_t key, uint32_t actor);

/* True if the write depends on keys. */
static bool read_write(logic_tables *t, const struct logic_write *write, read_fn *fn)
{
	const bool is_control = write->node && write->node->kind == EXH_ZV_CONTROL;
	const struct logic_key *target =
		write->kind == LOGIC_GO || write->kind == LOGIC_BACK
			? NULL
			: &t->keys[write->target];

	const bool has_target =
		target && (write->target_is_key || is_control ||
			   (write->kind == LOGIC_ADD && !target->is_counter));

	if (write->arg_is_key)
		fn(t, write->arg, write->actor);
	if (has_target)
		fn(t, write->target, write->actor);
	if (write->kind == LOGIC_SLOT)
		fn(t, LOGIC_HELD, write->actor);
	for (int i = 0; i < LOGIC_SPELL_COUNT && write->kind == LOGIC_SPELL_OF; i++)
		fn(t, LOGIC_SPELLS + i, write->actor);
	return write->arg_is_key || has_target || write->kind == LOGIC_SLOT ||
	       write->kind == LOGIC_SPELL_OF;
}

static void read_blocks(logic_tables *t, uint32_t number, read_fn *fn)
{
	const struct logic_actor *actor = &t->actors[number];

	for (uint32_t b = 0; b < actor->block_count; b++) {
		const struct logic_block *block = &t->blocks[actor->first_block + b];

		for (uint32_t f = 0; f < block->count; f++) {
			const struct exh_zv_logic_node *fact =
				exh_logic_fact_node(t, t->facts[block->first + f]);

			fn(t, exh_logic_key(fact->key), number);
			if (fact->arg_is_key)
				fn(t, exh_logic_key(fact->arg), number);
		}
	}
}

static void each_read(logic_tables *t, read_fn *fn)
{
	fn(t, LOGIC_CELL_COUNT, LOGIC_ENGINE);
	for (int32_t key = LOGIC_LAST_CELL + 1; key <= LOGIC_MOST_CELLS; key++)
		fn(t, key, LOGIC_ENGINE);
	for (uint32_t i = 0; i < t->logic->actor_count; i++) {
		struct logic_actor *actor = &t->actors[i];

		read_blocks(t, i, fn);
		if (actor->enabled)
			fn(t, exh_logic_key(exh_logic_actor_node(t, i)->node->key), i);
		actor->has_reads |= i == LOGIC_ENGINE;
		for (uint32_t w = 0; w < actor->write_count; w++)
			actor->has_reads |=
				read_write(t, &t->writes[actor->first_write + w], fn);
	}
}

static void count_reader(logic_tables *t, int32_t key, uint32_t actor)
{
	(void)actor;
	t->keys[key].reader_count++;
}

static void add_reader(logic_tables *t, int32_t number, uint32_t actor)
{
	struct logic_key *key = &t->keys[number];

	if (!key->reader_count ||
	    t->readers[key->first_reader + key->reader_count - 1] != actor)
		t->readers[key->first_reader + key->reader_count++] = actor;
}

static void list_readers(logic_tables *t)
{
	size_t count = 0;

	each_read(t, count_reader);
	for (int32_t i = 0; i <= LOGIC_KEYS; i++) {
		t->keys[i].first_reader = (uint32_t)count;
		count += t->keys[i].reader_count;
		t->keys[i].reader_count = 0;
	}
	t->readers = exh_logic_alloc(t, count, sizeof *t->readers);
	if (t->readers)
		each_read(t, add_reader);
}

/*
 * Places.
 */

static void reach_scope(struct reach *r, size_t scope)
{
	logic_tables *t = r->t;

	if (t->logic->nodes[scope].is_reached)
		return;
	reach_node(t, scope);
	for (uint32_t i = t->scope_actors[scope]; i < t->scope_actors[scope + 1]; i++)
		queue_actor(r, i);
}

/* Keys of the last place get the values of those of the present one. */
static void add_letter(struct reach *r, int32_t key, const struct logic_values *values)
{
	static const int32_t copies[] = { LOGIC_PLACE, LOGIC_LAST_PLACE,
					  LOGIC_MENU_PLACE };
	logic_tables *t = r->t;

	for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
		const int32_t to = key - LOGIC_PLACE + copies[i];

		if (exh_logic_values_add_all(&t->keys[to].values, values, 0, t->arena,
					     &t->failed))
			queue_readers(r, to);
	}
}

static void reach_place(struct reach *r, size_t place)
{
	const struct exh_zv_logic *logic = r->t->logic;
	const char *name = logic->nodes[place].name;
	char prefix[3] = { name[0], name[1] };

	if (logic->nodes[place].is_reached)
		return;
	for (int32_t i = 0; i < 4; i++) {
		int32_t letter = (uint8_t)name[i];
		const struct logic_values values = { .items = &letter, .count = 1 };

		add_letter(r, LOGIC_PLACE + i, &values);
	}
	reach_scope(r, place);
	reach_scope(r, exh_zv_logic_scope(logic, prefix));
	prefix[1] = '\0';
	reach_scope(r, exh_zv_logic_scope(logic, prefix));
}

static bool may_be_last(const logic_tables *t, const char *name, int32_t keys)
{
	for (int32_t i = 0; name[i]; i++) {
		const struct logic_test test = { '=', (uint8_t)name[i] };

		if (!exh_logic_values_meet(&t->keys[keys + i].values, 0, &test, 1))
			return false;
	}
	return true;
}

/* Scripts that write the keys of the last place may go anywhere from there. */
static void go_back(struct reach *r)
{
	const logic_tables *t = r->t;

	r->t->work += t->logic->scope_count;
	for (size_t i = 0; i < t->logic->scope_count; i++) {
		const char *name = t->logic->nodes[i].name;

		if (!may_be_last(t, name, LOGIC_LAST_PLACE) &&
		    !may_be_last(t, name, LOGIC_MENU_PLACE))
			continue;
		if (strlen(name) == 4)
			reach_place(r, i);
		else
			reach_scope(r, i);
	}
}

/*
 * Writes.
 */

/* Makes nodes of new items. */
static void list_items(logic_tables *t)
{
	struct exh_zv_logic *logic = t->logic;
	const struct logic_values *values = &t->keys[LOGIC_ITEMS].values;

	for (uint32_t i = 0; i < values->count; i++) {
		const int32_t item = values->items[i];

		if (!item || exh_logic_item(t, item) != logic->node_count)
			continue;
		logic->nodes[logic->node_count] = (struct exh_zv_logic_node){
			.kind = EXH_ZV_LOGIC_ITEM, .script = EXH_ZV_NO_SCRIPT, .key = item
		};
		logic->item_count++;
		reach_node(t, logic->node_count++);
	}
}

size_t exh_logic_item(const logic_tables *t, int64_t item)
{
	const struct exh_zv_logic *logic = t->logic;

	for (size_t i = logic->first_item; i < logic->node_count; i++)
		if (logic->nodes[i].key == item)
			return i;
	return logic->node_count;
}

static void changed(struct reach *r, int32_t key)
{
	if (key == LOGIC_ITEMS)
		list_items(r->t);
	queue_readers(r, key);
	if (exh_logic_is_place_key(key)) {
		r->t->back_is_anywhere = true;
		add_letter(r, exh_logic_letter_key(key), &r->t->keys[key].values);
	}
}

static bool add_range(struct reach *r, int32_t key, int64_t low, int64_t high)
{
	return exh_logic_values_add_range(&r->t->keys[key].values, low, high, r->t->arena,
					  &r->t->failed);
}

/* Adds the values of a write's argument, each with shift. */
static bool add_arg(struct reach *r, const struct logic_write *write, int32_t key,
		    int64_t shift)
{
	logic_tables *t = r->t;
	struct logic_values *values = &t->keys[key].values;

	return write->arg_is_key
		       ? exh_logic_values_add_all(values, &t->keys[write->arg].values,
						  shift, t->arena, &t->failed)
		       : exh_logic_values_add(values, write->arg + shift, t->arena,
					      &t->failed);
}

/* The sum of a key and a key is somewhere between the least and the greatest. */
static bool add_sum(struct reach *r, struct logic_write *write, int32_t key)
{
	logic_tables *t = r->t;
	struct logic_values *values = &t->keys[key].values;
	const struct logic_values *arg = &t->keys[write->arg].values;

	if (write->arg_is_key && arg->low != arg->high)
		return add_range(r, key, (int64_t)values->low + arg->low,
				 (int64_t)values->high + arg->high);
	if (t->keys[key].is_counter && write->is_added)
		return false;
	write->is_added = true;
	return exh_logic_values_add_all(values, values,
					write->arg_is_key ? arg->low : write->arg,
					t->arena, &t->failed);
}

static bool put_in_slot(struct reach *r, const struct logic_write *write, int32_t key)
{
	logic_tables *t = r->t;
	struct exh_bytes items = exh_logic_eligible(t, write), word;
	bool grows = exh_logic_values_add(&t->keys[key].values, 0, t->arena, &t->failed);

	for (; exh_zv_script_argument(&items, &word); t->work++) {
		const struct logic_test test = { '=',
						 exh_zv_script_leading_number(word) };

		if (exh_logic_values_meet(&t->keys[LOGIC_HELD].values, 0, &test, 1))
			grows |= exh_logic_values_add(&t->keys[key].values, test.arg,
						      t->arena, &t->failed);
	}
	return grows;
}

static bool cast_spells(struct reach *r)
{
	static const struct logic_test is_there = { '!', 0 };
	logic_tables *t = r->t;
	bool grows = false;

	for (int i = 0; i < LOGIC_SPELL_COUNT; i++)
		if (exh_logic_values_meet(&t->keys[LOGIC_SPELLS + i].values, 0, &is_there,
					  1)) {
			grows |= add_range(r, LOGIC_SPELL, LOGIC_FIRST_SPELL + i,
					   LOGIC_FIRST_SPELL + i);
			grows |= add_range(r, LOGIC_SPELL, LOGIC_OTHER_SPELL + i,
					   LOGIC_OTHER_SPELL + i);
		}
	return grows;
}

static bool write_key(struct reach *r, struct logic_write *write, int32_t key)
{
	switch (write->kind) {
	case LOGIC_ASSIGN:
		return add_arg(r, write, key, 0);
	case LOGIC_ADD:
		return add_sum(r, write, key);
	case LOGIC_RANDOM:
	case LOGIC_TIMER:
		return add_range(r, key, write->kind == LOGIC_TIMER,
				 exh_logic_greatest(r->t, write));
	case LOGIC_RANGE:
		return add_range(r, key, exh_logic_least(r->t, write), write->high);
	case LOGIC_SLOT:
		return put_in_slot(r, write, key);
	case LOGIC_SPELL_OF:
		return cast_spells(r);
	default:
		return false;
	}
}

static void enable(struct reach *r, int32_t number)
{
	const struct logic_key *key = &r->t->keys[number];

	r->t->work += key->fact_count;
	for (uint32_t i = 0; i < key->fact_count; i++) {
		const struct exh_zv_logic_node *fact =
			exh_logic_fact_node(r->t, key->first_fact + i);

		if (fact->op != 'E' || fact->is_reached)
			continue;
		reach_node(r->t, r->t->logic->first_fact + key->first_fact + i);
		queue_readers(r, number);
	}
}

static void write_to(struct reach *r, struct logic_write *write, int32_t key)
{
	if (key == LOGIC_NO_KEY)
		return;
	if (write->kind == LOGIC_ENABLE)
		enable(r, key);
	else if (write_key(r, write, key))
		changed(r, key);
}

static const struct logic_write any_value = { .kind = LOGIC_RANGE,
					      .arg = INT32_MIN,
					      .high = INT32_MAX };

/* Writes to all keys; the values of such keys are not followed: they may be any. */
static void write_all(struct reach *r, enum logic_write_kind kind)
{
	struct logic_write any =
		kind < LOGIC_ENABLE ? any_value : (struct logic_write){ .kind = kind };
	bool *is_done = kind == LOGIC_ENABLE ? &r->t->all_enabled : &r->t->all_written;

	if (*is_done || kind > LOGIC_ENABLE)
		return;
	*is_done = true;
	for (int32_t key = 0; key < LOGIC_KEYS; key++)
		write_to(r, &any, exh_logic_key(key));
}

/* Writes to each key whose number the target may have. */
static void write_wild(struct reach *r, struct logic_write *write)
{
	const struct logic_values *targets = &r->t->keys[write->target].values;
	struct logic_write any = *write;

	if (targets->is_range) {
		write_all(r, write->kind);
		return;
	}
	if (any.kind == LOGIC_ADD)
		any = any_value;
	r->t->work += targets->count;
	for (uint32_t i = 0; i < targets->count && !targets->is_range; i++)
		write_to(r, &any, exh_logic_key(targets->items[i]));
}

static void do_write(struct reach *r, struct logic_write *write)
{
	if (write->kind == LOGIC_GO)
		reach_place(r, (size_t)write->target);
	else if (write->kind == LOGIC_BACK)
		r->goes_back = true;
	else if (write->target_is_key)
		write_wild(r, write);
	else
		write_to(r, write, write->target);
}

/* A script may ask for more cells than there are keys for: those of spells follow. */
static void exchange_more(struct reach *r)
{
	logic_tables *t = r->t;

	if (t->keys[LOGIC_CELL_COUNT].values.high <= LOGIC_LAST_CELL - LOGIC_CELLS + 1)
		return;
	for (int32_t key = LOGIC_LAST_CELL + 1; key <= LOGIC_MOST_CELLS; key++) {
		if (exh_logic_values_add_all(&t->keys[key].values,
					     &t->keys[LOGIC_HELD].values, 0, t->arena,
					     &t->failed))
			changed(r, key);
		if (exh_logic_values_add_all(&t->keys[LOGIC_ITEMS].values,
					     &t->keys[key].values, 0, t->arena,
					     &t->failed))
			changed(r, LOGIC_ITEMS);
	}
}

/*
 * Conditions.
 */

static bool fact_may_hold(const logic_tables *t, const struct exh_zv_logic_node *fact)
{
	const struct logic_values *values = &t->keys[exh_logic_key(fact->key)].values;
	const struct logic_test test = { fact->op, fact->arg };

	if (fact->op == 'E')
		return fact->is_reached;
	return fact->arg_is_key ? exh_logic_values_compare(
					  values, fact->op,
					  &t->keys[exh_logic_key(fact->arg)].values)
				: exh_logic_values_meet(values, 0, &test, 1);
}

enum { MOST_TESTS = 16 };

/* Facts of one key are tested together: they are next to each other. */
static bool block_may_hold(logic_tables *t, const struct logic_block *block)
{
	struct logic_test tests[MOST_TESTS];
	size_t count = 0;

	t->work += block->count;
	for (uint32_t i = 0; i < block->count; i++) {
		const struct exh_zv_logic_node *fact =
			exh_logic_fact_node(t, t->facts[block->first + i]);
		const struct exh_zv_logic_node *next =
			i + 1 < block->count
				? exh_logic_fact_node(t, t->facts[block->first + i + 1])
				: NULL;

		if (fact->arg_is_key || count == MOST_TESTS) {
			if (!fact_may_hold(t, fact))
				return false;
			continue;
		}
		tests[count++] = (struct logic_test){ fact->op, fact->arg };
		if (next && next->key == fact->key && !next->arg_is_key)
			continue;
		if (!exh_logic_values_meet(&t->keys[exh_logic_key(fact->key)].values, 0,
					   tests, count))
			return false;
		count = 0;
	}
	return true;
}

static void reach_actor(logic_tables *t, uint32_t number, const struct logic_block *block)
{
	for (uint32_t i = 0; block && i < block->count; i++)
		reach_node(t, t->logic->first_fact + t->facts[block->first + i]);
	reach_node(t, t->logic->first_actor + number);
}

static void check_actor(logic_tables *t, uint32_t number)
{
	const struct logic_actor *actor = &t->actors[number];
	const struct exh_zv_logic_node *node = exh_logic_actor_node(t, number);

	if (!t->logic->nodes[node->scope].is_reached ||
	    (actor->enabled && !exh_logic_fact_node(t, actor->enabled - 1)->is_reached))
		return;
	if (!actor->has_blocks)
		reach_actor(t, number, NULL);
	for (uint32_t i = 0; i < actor->block_count && !node->is_reached; i++)
		if (block_may_hold(t, &t->blocks[actor->first_block + i]))
			reach_actor(t, number, &t->blocks[actor->first_block + i]);
}

static void visit(struct reach *r, uint32_t number)
{
	logic_tables *t = r->t;
	const struct logic_actor *actor = &t->actors[number];
	const struct exh_zv_logic_node *node = exh_logic_actor_node(t, number);

	t->work += actor->write_count;
	if (!node->is_reached)
		check_actor(t, number);
	for (uint32_t i = 0; node->is_reached && i < actor->write_count; i++)
		do_write(r, &t->writes[actor->first_write + i]);
	if (number == LOGIC_ENGINE)
		exchange_more(r);
}

/* Gives all keys any value, and enables all puzzles, when there is too much work. */
static void give_up(struct reach *r)
{
	if (!exh_logic_is_spent(r->t))
		return;
	write_all(r, LOGIC_RANGE);
	write_all(r, LOGIC_ENABLE);
}

static void run(struct reach *r)
{
	while (r->count && !r->t->failed) {
		const uint32_t actor = r->queue[r->first];

		r->first = (r->first + 1) % r->room;
		r->count--;
		r->t->actors[actor].is_queued = false;
		visit(r, actor);
		give_up(r);
		if (!r->count && r->goes_back && r->t->back_is_anywhere)
			go_back(r);
	}
}

/*
 * Blocks, by what values keys may get.
 */

static bool always_holds(const logic_tables *t, const struct exh_zv_logic_node *fact)
{
	const struct logic_test test = { fact->op, fact->arg };
	const struct logic_test opposite = exh_logic_opposite(&test);

	return !fact->arg_is_key && fact->op != 'E' &&
	       !exh_logic_values_meet(&t->keys[exh_logic_key(fact->key)].values, 0,
				      &opposite, 1);
}

/* True if the fact holds whenever the other does. */
static bool follows(const struct exh_zv_logic_node *fact,
		    const struct exh_zv_logic_node *other)
{
	const struct logic_test test = { fact->op, fact->arg };

	if (fact == other)
		return true;
	if (fact->key != other->key || fact->arg_is_key || other->arg_is_key ||
	    fact->op == 'E' || other->op == 'E')
		return false;
	switch (other->op) {
	case '=':
		return exh_logic_test_holds(&test, other->arg);
	case '>':
		return (fact->op == '>' || fact->op == '!') && fact->arg <= other->arg;
	case '<':
		return (fact->op == '<' || fact->op == '!') && fact->arg >= other->arg;
	default:
		return false;
	}
}

/* True if the block holds whenever the other does. */
static bool block_follows(const logic_tables *t, const struct logic_block *block,
			  const struct logic_block *other)
{
	for (uint32_t i = 0; i < block->count; i++) {
		bool does = false;

		for (uint32_t k = 0; k < other->count && !does; k++)
			does = follows(
				exh_logic_fact_node(t, t->facts[block->first + i]),
				exh_logic_fact_node(t, t->facts[other->first + k]));
		if (!does)
			return false;
	}
	return true;
}

enum { MOST_COMPARED = 256 /* facts of a puzzle */ };

/* Drops blocks that hold only if another one does. */
static void absorb(logic_tables *t, const struct logic_actor *actor)
{
	struct logic_block *blocks = t->blocks + actor->first_block;
	size_t facts = actor->block_count;

	for (uint32_t i = 0; i < actor->block_count; i++)
		facts += blocks[i].count;
	for (uint32_t i = 0; i < actor->block_count && facts <= MOST_COMPARED; i++)
		for (uint32_t k = 0; k < actor->block_count && blocks[i].is_possible; k++)
			if (i != k && blocks[k].is_possible &&
			    block_follows(t, &blocks[k], &blocks[i]))
				blocks[i].is_possible = false;
}

static void simplify_block(logic_tables *t, struct logic_block *block)
{
	uint32_t kept = 0;

	block->is_possible = block_may_hold(t, block);
	for (uint32_t i = 0; i < block->count && block->is_possible; i++)
		if (!always_holds(t, exh_logic_fact_node(t, t->facts[block->first + i])))
			t->facts[block->first + kept++] = t->facts[block->first + i];
	if (block->is_possible)
		block->count = kept;
}

static void finish(logic_tables *t)
{
	struct exh_zv_logic *logic = t->logic;

	for (uint32_t i = 1; i < logic->actor_count; i++) {
		const struct logic_actor *actor = &t->actors[i];

		for (uint32_t b = 0; b < actor->block_count; b++)
			simplify_block(t, &t->blocks[actor->first_block + b]);
		absorb(t, actor);
	}
	for (size_t i = 0; i < logic->fact_count; i++)
		if (fact_may_hold(t, &logic->nodes[logic->first_fact + i]))
			reach_node(t, logic->first_fact + i);
}

void exh_logic_reach(logic_tables *t)
{
	struct reach r = { .t = t, .room = t->logic->actor_count };
	int32_t *zeros = exh_logic_alloc(t, LOGIC_KEYS + 1, sizeof *zeros);

	r.queue = exh_logic_alloc(t, r.room, sizeof *r.queue);
	t->order =
		exh_logic_alloc(t, t->logic->node_count + LOGIC_LIST, sizeof *t->order);
	list_readers(t);
	if (t->failed)
		return;
	for (int32_t i = 0; i <= LOGIC_KEYS; i++)
		t->keys[i].values = (struct logic_values){ .items = &zeros[i],
							   .count = 1,
							   .capacity = 1 };
	reach_scope(&r, 0); /* the universe */
	reach_node(t, t->logic->first_actor + LOGIC_ENGINE);
	queue_actor(&r, LOGIC_ENGINE);
	reach_place(&r, t->start);
	run(&r);
	if (!t->failed)
		finish(t);
}
