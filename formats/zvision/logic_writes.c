/* Writes: the changes that puzzles, controls and the engine make to keys and the place.
 */
#include "logic_parts.h"

#include <string.h>

enum { MOST_ARGS = 4 };

struct args {
	struct exh_bytes words[MOST_ARGS];
	size_t count;
};

/* Origin of the writes that are read. */
struct source {
	logic_tables *t;
	uint32_t actor;
	const struct exh_zv_script *script;
	const struct exh_zv_node *node; /* a result, or a control */
};

static struct args args_of(const struct source *source)
{
	struct exh_bytes text = exh_zv_script_text(source->script, source->node->args);
	struct args args = { 0 };

	while (args.count < MOST_ARGS &&
	       exh_zv_script_argument(&text, &args.words[args.count]))
		args.count++;
	return args;
}

/*
 * Writes.
 */

/* The first room is enough for most games. */
static size_t first_room(const logic_tables *t)
{
	enum { OF_ENGINE = 128 };

	return OF_ENGINE + exh_logic_count(t, EXH_ZV_RESULT) +
	       2 * exh_logic_count(t, EXH_ZV_PUZZLE) +
	       2 * exh_logic_count(t, EXH_ZV_CONTROL);
}

static void make_room(logic_tables *t)
{
	const size_t more = t->write_room ? 2 * t->write_room : first_room(t);
	struct logic_write *writes;

	if (t->write_count < t->write_room)
		return;
	writes = exh_logic_alloc(t, more, sizeof *writes);
	if (!writes)
		return;
	if (t->write_count)
		memcpy(writes, t->writes, t->write_count * sizeof *writes);
	t->writes = writes;
	t->write_room = more;
}

static void add(const struct source *source, struct logic_write write)
{
	logic_tables *t = source->t;

	make_room(t);
	if (t->failed)
		return;
	write.actor = source->actor;
	write.node = source->node;
	t->writes[t->write_count++] = write;
	t->actors[source->actor].write_count++;
}

static void set_arg(struct logic_write *write, struct exh_bytes word)
{
	int64_t key;

	write->arg_is_key = exh_zv_argument_is_key(word, &key);
	write->arg = write->arg_is_key ? exh_logic_key(key)
				       : exh_zv_script_leading_number(word);
}

static void set_target(struct logic_write *write, struct exh_bytes word)
{
	int64_t key;

	write->target_is_key = exh_zv_argument_is_key(word, &key);
	write->target = exh_logic_key(
		write->target_is_key ? key : exh_zv_script_leading_number(word));
}

/* Adds a write to the key of the first argument. */
static void add_to_first(const struct source *source, struct logic_write write,
			 const struct args *args)
{
	if (!args->count)
		return;
	set_target(&write, args->words[0]);
	add(source, write);
}

static void add_range(const struct source *source, int64_t key, int32_t low, int32_t high)
{
	add(source, (struct logic_write){ .kind = LOGIC_RANGE,
					  .target = exh_logic_key(key),
					  .arg = low,
					  .high = high });
}

/* The key of a side effect is 1 while it runs, and 2 after it. */
static void add_effect(const struct source *source, int64_t key)
{
	if (key >= 0)
		add(source, (struct logic_write){ .kind = LOGIC_RANGE,
						  .target = exh_logic_key(key),
						  .arg = 1,
						  .high = 2,
						  .is_effect = true });
}

static void add_inventory(const struct source *source, const struct args *args)
{
	static const struct {
		const char *word;
		enum logic_write_kind kind;
		bool is_of_key;
	} words[] = { { "add", LOGIC_ASSIGN, false },
		      { "addi", LOGIC_ASSIGN, true },
		      { "drop", LOGIC_DROP, false },
		      { "dropi", LOGIC_DROP, true } };
	const struct exh_bytes word = exh_zv_script_unquote(
		args->count ? args->words[0] : (struct exh_bytes){ 0 });
	struct logic_write write = { .target = LOGIC_ITEMS };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (!exh_zv_script_is_word(word, words[i].word))
			continue;
		write.kind = words[i].kind;
		if (args->count > 1)
			set_arg(&write, args->words[1]);
		if (words[i].is_of_key && write.arg_is_key) { /* a key in a key */
			add_range(source, LOGIC_ITEMS, INT32_MIN, INT32_MAX);
			return;
		}
		if (words[i].is_of_key)
			write.arg = exh_logic_key(write.arg);
		write.arg_is_key |= words[i].is_of_key;
		if (write.kind == LOGIC_DROP && !write.arg_is_key && write.arg == -1) {
			write.arg_is_key = true;
			write.arg = LOGIC_HELD;
		}
		add(source, write);
	}
}

static void add_way(const struct source *source)
{
	char place[LOGIC_SCOPE_SIZE];

	if (!exh_logic_target(source->script, source->node, place))
		return;
	if (strcmp(place, "0000") == 0)
		add(source, (struct logic_write){ .kind = LOGIC_BACK });
	else
		add(source, (struct logic_write){ .kind = LOGIC_GO,
						  .target = (int32_t)exh_zv_logic_scope(
							  source->t->logic, place) });
}

/* A write of the second argument to the key of the first. */
static void add_second(const struct source *source, enum logic_write_kind kind,
		       const struct args *args)
{
	struct logic_write write = { .kind = kind };

	if (args->count < 2)
		return;
	set_arg(&write, args->words[1]);
	add_to_first(source, write, args);
}

static void add_to_slot(const struct source *source, enum logic_write_kind kind,
			const struct args *args)
{
	struct logic_write write = { .kind = kind,
				     .target = exh_logic_key(source->node->key),
				     .is_effect = kind == LOGIC_TIMER };

	if (!args->count || source->node->key < 0)
		return;
	set_arg(&write, args->words[0]);
	add(source, write);
}

static void read_result(const struct source *source)
{
	const struct exh_bytes name =
		exh_zv_script_text(source->script, source->node->name);
	const struct args args = args_of(source);
	struct logic_write effect = {
		.kind = LOGIC_RANGE, .arg = 1, .high = 2, .is_effect = true
	};

	switch (exh_zv_script_action_number(name)) {
	case ZV_ACT_ADD:
		add_second(source, LOGIC_ADD, &args);
		break;
	case ZV_ACT_ASSIGN:
		add_second(source, LOGIC_ASSIGN, &args);
		break;
	case ZV_ACT_DISABLE_VENUS:
		add_to_first(source, (struct logic_write){ .kind = LOGIC_ASSIGN }, &args);
		break;
	case ZV_ACT_RANDOM:
		add_to_slot(source, LOGIC_RANDOM, &args);
		break;
	case ZV_ACT_TIMER:
		add_to_slot(source, LOGIC_TIMER, &args);
		break;
	case ZV_ACT_ENABLE_CONTROL:
		add_to_first(source, (struct logic_write){ .kind = LOGIC_ENABLE }, &args);
		break;
	case ZV_ACT_DISABLE_CONTROL:
		add_to_first(source, (struct logic_write){ .kind = LOGIC_DISABLE },
			     &args);
		break;
	case ZV_ACT_CHANGE_LOCATION:
		add_way(source);
		break;
	case ZV_ACT_INVENTORY:
		add_inventory(source, &args);
		break;
	case ZV_ACT_DISTORT:
	case ZV_ACT_PLAYPRELOAD:
		add_to_first(source, effect, &args);
		add_effect(source, source->node->key);
		break;
	case ZV_ACT_ANIMPLAY:
	case ZV_ACT_ANIMPRELOAD:
	case ZV_ACT_MUSIC:
	case ZV_ACT_PAN_TRACK:
	case ZV_ACT_REGION:
	case ZV_ACT_SYNCSOUND:
	case ZV_ACT_TTYTEXT:
	case ZV_ACT_UNIVERSE_MUSIC:
		add_effect(source, source->node->key);
		break;
	default:
		break;
	}
}

static void read_puzzle(struct source *source)
{
	const struct exh_zv_node *puzzle = source->node;
	struct logic_write own = { .kind = LOGIC_ASSIGN,
				   .target = exh_logic_key(puzzle->key),
				   .is_own = true };

	if (exh_zv_script_flags(puzzle) & EXH_ZV_ONCE_PER_INST)
		add(source, own);
	own.arg = 1;
	add(source, own);
	for (const struct exh_zv_node *block = puzzle->first; block; block = block->next)
		for (const struct exh_zv_node *node =
			     block->kind == EXH_ZV_RESULTS ? block->first : NULL;
		     node; node = node->next)
			if (node->kind == EXH_ZV_RESULT) {
				source->node = node;
				read_result(source);
			}
}

/*
 * Controls.
 */

static const struct exh_zv_node *parameter(const struct source *source, const char *name)
{
	for (const struct exh_zv_node *node = source->node->first; node;
	     node = node->next)
		if (node->kind == EXH_ZV_PARAMETER &&
		    exh_zv_script_is_word(exh_zv_script_text(source->script, node->name),
					  name))
			return node;
	return NULL;
}

/* The first number of a parameter; otherwise: without it. */
static int32_t number_of(const struct source *source, const char *name, int32_t otherwise)
{
	const struct exh_zv_node *node = parameter(source, name);
	struct exh_bytes args, word;

	if (!node)
		return otherwise;
	args = exh_zv_script_text(source->script, node->args);
	return exh_zv_script_argument(&args, &word) ? exh_zv_script_leading_number(word)
						    : otherwise;
}

/* A fist sets the keys of its animation and of its sounds, whose numbers are in a file.
 */
static void read_fist(const struct source *source)
{
	add_range(source, source->node->key, 0, UINT16_MAX);
	add_effect(source, number_of(source, "animation_id", -1));
	add_range(source, number_of(source, "sound_key", -1), INT32_MIN, INT32_MAX);
}

/* The number of a lever's positions is in its file. */
static void read_lever(const struct source *source)
{
	const struct exh_zv_logic_levers *levers = source->t->levers;
	const struct exh_zv_node *file = parameter(source, "descfile");
	struct exh_bytes args = { 0 }, name;
	int32_t count = -1;

	if (file)
		args = exh_zv_script_text(source->script, file->args);
	if (levers && exh_zv_script_argument(&args, &name))
		count = levers->count(levers->context, name);
	if (count < 0)
		add_range(source, source->node->key, INT32_MIN, INT32_MAX);
	else
		add_range(source, source->node->key, 0, count ? count - 1 : 0);
}

static void read_control(const struct source *source)
{
	const struct exh_bytes type =
		exh_zv_script_text(source->script, source->node->name);
	const int64_t key = source->node->key;
	int32_t count;

	if (exh_zv_script_is_word(type, "push_toggle")) {
		count = number_of(source, "count_to", 0);
		add_range(source, key, 0, count > 0 ? count - 1 : 1);
	} else if (exh_zv_script_is_word(type, "slot")) {
		add(source, (struct logic_write){ .kind = LOGIC_SLOT,
						  .target = exh_logic_key(key) });
		add(source, (struct logic_write){ .kind = LOGIC_ASSIGN,
						  .target = LOGIC_ITEMS,
						  .arg_is_key = true,
						  .arg = exh_logic_key(key) });
	} else if (exh_zv_script_is_word(type, "hotmovie")) {
		add_range(source, key, 0, 2);
	} else if (exh_zv_script_is_word(type, "input")) {
		add_range(source, key, 0, 1);
	} else if (exh_zv_script_is_word(type, "fist")) {
		read_fist(source);
	} else if (exh_zv_script_is_word(type, "safe")) {
		count = number_of(source, "num_states", 1);
		add_range(source, key, 0, count < 1 ? 0 : count > 360 ? 359 : count - 1);
	} else if (exh_zv_script_is_word(type, "lever")) {
		read_lever(source);
	} else {
		add_range(source, key, INT32_MIN, INT32_MAX);
	}
}

struct exh_bytes exh_logic_eligible(const logic_tables *t, const struct logic_write *slot)
{
	const struct exh_zv_logic_node *actor = exh_logic_actor_node(t, slot->actor);
	const struct source source = { .script = t->scripts[actor->script],
				       .node = actor->node };
	const struct exh_zv_node *list = parameter(&source, "eligible_objects");

	return list ? exh_zv_script_text(source.script, list->args)
		    : (struct exh_bytes){ 0 };
}

/*
 * The engine.
 */

static void read_engine(const struct source *source)
{
	static const struct {
		int32_t first, last, low, high;
	} ranges[] = {
		{ 8, 8, 0, UINT8_MAX }, /* key pressed */
		{ 10, 10, 0, 1 },	/* buttons */
		{ 18, 18, 0, 1 },
		{ 19, 19, 0, 3 },		/* menu */
		{ 20, 20, 0, 1 },		/* restored */
		{ 39, 39, 0, 1 },		/* quits */
		{ 100, 100, 0, 49 },		/* number of items */
		{ 7, 7, INT32_MIN, INT32_MAX }, /* offsets, rounds, venus */
		{ 12, 13, INT32_MIN, INT32_MAX },
		{ 44, 44, INT32_MIN, INT32_MAX },
		{ 49, 49, INT32_MIN, INT32_MAX },
		{ 50, 53, INT32_MIN, INT32_MAX }, /* settings */
		{ 56, 59, INT32_MIN, INT32_MAX },
		{ 65, 78, INT32_MIN, INT32_MAX },
	};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		for (int32_t key = ranges[i].first; key <= ranges[i].last; key++)
			add_range(source, key, ranges[i].low, ranges[i].high);
	for (size_t i = 0; i < LOGIC_MENU_PLACES; i++)
		add(source, (struct logic_write){ .kind = LOGIC_GO,
						  .target = (int32_t)exh_zv_logic_scope(
							  source->t->logic,
							  exh_logic_menu_places[i]) });
	add(source, (struct logic_write){ .kind = LOGIC_ASSIGN,
					  .target = LOGIC_HELD,
					  .arg_is_key = true,
					  .arg = LOGIC_ITEMS });
	add(source,
	    (struct logic_write){ .kind = LOGIC_SPELL_OF, .target = LOGIC_SPELL });
	/* The menu exchanges the item held and that of a cell. */
	add(source, (struct logic_write){ .kind = LOGIC_ASSIGN,
					  .target = LOGIC_CELLS,
					  .arg_is_key = true,
					  .arg = LOGIC_HELD });
	add(source, (struct logic_write){ .kind = LOGIC_ASSIGN,
					  .target = LOGIC_ITEMS,
					  .arg_is_key = true,
					  .arg = LOGIC_CELLS });
}

static void list_write(struct logic_key *key, struct logic_write *write, uint32_t number)
{
	key->tells_progress = (!key->writes || key->tells_progress) &&
			      !write->is_effect && write->node &&
			      write->node->kind != EXH_ZV_CONTROL;
	key->is_added_to |= write->kind == LOGIC_ADD;
	key->is_set |= write->kind < LOGIC_ENABLE && !write->is_own;
	write->next = key->writes;
	key->writes = number;
}

/* Lists the writes of each key. */
static void list_writes(logic_tables *t)
{
	t->wild = exh_logic_alloc(t, t->write_count, sizeof *t->wild);
	for (size_t i = t->write_count; i-- > 0 && t->wild;) {
		struct logic_write *write = &t->writes[i];

		if (write->kind == LOGIC_GO || write->kind == LOGIC_BACK)
			continue;
		if (write->target_is_key) {
			t->wild[t->wild_count++] = (uint32_t)i;
			continue;
		}
		list_write(&t->keys[write->target], write, (uint32_t)(i + 1));
	}
}

/* True if the puzzle of this key fires once in a game at most. */
static bool is_once(const logic_tables *t, const struct exh_zv_node *puzzle)
{
	const int32_t key = exh_logic_key(puzzle->key);

	return puzzle->kind == EXH_ZV_PUZZLE && !t->keys[key].has_once &&
	       !t->keys[key].is_set && !t->wild_count;
}

static void find_counter(logic_tables *t, int32_t number)
{
	struct logic_key *key = &t->keys[number];

	EACH_LOGIC_WRITE(t, number, write)
	{
		if (write->kind != LOGIC_ADD || write->arg_is_key || write->arg <= 0 ||
		    !t->actors[write->actor].is_once)
			return;
		key->sum += write->arg;
	}
	key->is_counter = key->writes && exh_zv_key_meaning(number) == NULL;
}

void exh_logic_read_writes(logic_tables *t)
{
	struct source source = { .t = t };

	read_engine(&source);
	for (uint32_t i = 1; i < t->logic->actor_count && !t->failed; i++) {
		const struct exh_zv_logic_node *actor = exh_logic_actor_node(t, i);

		t->actors[i].first_write = (uint32_t)t->write_count;
		source = (struct source){ t, i, t->scripts[actor->script], actor->node };
		if (actor->node->kind == EXH_ZV_PUZZLE)
			read_puzzle(&source);
		else
			read_control(&source);
	}
	list_writes(t);
	if (t->failed)
		return;
	for (uint32_t i = 1; i < t->logic->actor_count; i++)
		t->actors[i].is_once = is_once(t, exh_logic_actor_node(t, i)->node);
	for (int32_t i = 0; i < LOGIC_KEYS; i++)
		find_counter(t, i);
}
