#include "exhume/advanced/sci_rooms.h"

#include "basics.h"

#include <stdlib.h>
#include <string.h>

struct finding {
	const struct exh_sci_program *program;
	const struct exh_sci_use *uses;
	size_t use_count;
	int picture, new_room, set_regions; /* selectors; -1: the game has none */
	bool is_games; /* the game's object changes rooms; rooms have no newRoom */
	struct exh_sci_rooms *out;
};

/*
 * Rooms.
 */

/* Index of a property in an object; -1 if it has none. */
static int place_of(const struct exh_sci_program *program,
		    const struct exh_sci_object *object, int property)
{
	size_t count;
	const uint16_t *selectors = exh_sci_program_selectors(program, object, &count);

	for (size_t i = 0; selectors && i < count; i++)
		if (selectors[i] == property)
			return (int)i;
	return -1;
}

static bool changes_rooms(const struct finding *f,
			  const struct exh_sci_program_script *script,
			  const struct exh_sci_object *object)
{
	struct exh_sci_found_method method;

	return f->new_room >= 0 && exh_sci_program_method(f->program, script, object,
							  (unsigned)f->new_room, &method);
}

/* True if the game's object changes rooms. */
static bool game_changes_rooms(const struct finding *f)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(f->program, 0);
	const struct exh_sci_object *game =
		script && script->code.export_count
			? exh_sci_code_object(&script->code, script->code.exports[0])
			: NULL;

	return game && changes_rooms(f, script, game);
}

/* Returns the room object of a script; NULL if it is no room. */
static const struct exh_sci_object *room_of(const struct finding *f,
					    const struct exh_sci_program_script *script)
{
	const struct exh_sci_object *object =
		script->code.export_count
			? exh_sci_code_object(&script->code, script->code.exports[0])
			: NULL;

	return object && !object->is_class && f->picture >= 0 &&
			       place_of(f->program, object, f->picture) >= 0 &&
			       (f->is_games || changes_rooms(f, script, object))
		       ? object
		       : NULL;
}

static int pic_of(const struct finding *f, const struct exh_sci_object *object)
{
	const uint16_t pic = object->properties[place_of(f->program, object, f->picture)];

	return pic && pic != UINT16_MAX ? pic : -1;
}

/* If the property has none: the only pic that the room's code names, or -1. */
static int named_pic(const struct finding *f, unsigned script)
{
	int found = -1;
	size_t count;
	const struct exh_sci_use *uses =
		exh_sci_uses_of(f->uses, f->use_count, EXH_SCI_USE_PIC, -1, &count);

	for (size_t i = 0; i < count; i++) {
		if (uses[i].script != script || uses[i].number == found)
			continue;
		if (found >= 0)
			return -1;
		found = uses[i].number;
	}
	return found;
}

static bool find_rooms(const struct finding *f, struct exh_arena *arena)
{
	struct exh_sci_rooms *out = f->out;

	out->rooms = exh_alloc(arena, f->program->script_count + 1, sizeof *out->rooms);
	for (size_t i = 0; i < f->program->script_count && out->rooms; i++) {
		const struct exh_sci_program_script *script = &f->program->scripts[i];
		const struct exh_sci_object *object = room_of(f, script);
		int pic;

		if (!object)
			continue;
		pic = pic_of(f, object);
		out->rooms[out->room_count++] = (struct exh_sci_room){
			.number = script->number,
			.script = script,
			.object = object,
			.pic = pic < 0 ? named_pic(f, script->number) : pic,
		};
	}
	return out->rooms;
}

static int compare_rooms(const void *a, const void *b)
{
	const struct exh_sci_room *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

const struct exh_sci_room *exh_sci_room(const struct exh_sci_rooms *rooms,
					unsigned number)
{
	const struct exh_sci_room key = { .number = (uint16_t)number };

	return rooms->room_count && number <= UINT16_MAX
		       ? bsearch(&key, rooms->rooms, rooms->room_count,
				 sizeof *rooms->rooms, compare_rooms)
		       : NULL;
}

/*
 * Exits.
 */

static void add_exit(const struct finding *f, unsigned from,
		     const struct exh_sci_use *use)
{
	if (f->out->exits)
		f->out->exits[f->out->exit_count] =
			(struct exh_sci_exit){ (uint16_t)from, use->number, use->script,
					       use->offset, use->selector };
	f->out->exit_count++;
}

/* Adds an exit; an exit of a region belongs to each room with that region. */
static void add_way(const struct finding *f, const struct exh_sci_use *use)
{
	bool has_rooms = false;
	size_t count;
	const struct exh_sci_use *regions = exh_sci_uses_of(
		f->uses, f->use_count, EXH_SCI_USE_SCRIPT, use->script, &count);
	unsigned last = UINT16_MAX + 1u;

	if (exh_sci_room(f->out, use->script)) {
		add_exit(f, use->script, use);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		if (regions[i].manner != EXH_SCI_USED_SEND ||
		    regions[i].selector != f->set_regions || regions[i].script == last ||
		    !exh_sci_room(f->out, regions[i].script))
			continue;
		last = regions[i].script;
		add_exit(f, last, use);
		has_rooms = true;
	}
	if (!has_rooms)
		add_exit(f, use->script, use);
}

static void add_ways(const struct finding *f)
{
	size_t count;
	const struct exh_sci_use *uses =
		exh_sci_uses_of(f->uses, f->use_count, EXH_SCI_USE_ROOM, -1, &count);

	f->out->exit_count = 0;
	for (size_t i = 0; i < count; i++)
		add_way(f, &uses[i]);
}

static int compare_exits(const void *a, const void *b)
{
	const struct exh_sci_exit *x = a, *y = b;
	const long keys[][2] = { { x->from, y->from },
				 { x->to, y->to },
				 { x->script, y->script },
				 { x->offset, y->offset } };

	return compare_keys(keys, sizeof keys / sizeof *keys);
}

static void mark_led_to(struct exh_sci_rooms *rooms)
{
	for (size_t i = 0; i < rooms->exit_count; i++) {
		const struct exh_sci_exit *exit = &rooms->exits[i];
		const struct exh_sci_room *room = exh_sci_room(rooms, exit->to);

		if (room && exit->from != exit->to)
			rooms->rooms[room - rooms->rooms].is_led_to = true;
	}
}

static bool find_exits(const struct finding *f, struct exh_arena *arena)
{
	struct exh_sci_rooms *out = f->out;

	add_ways(f);
	out->exits = exh_alloc(arena, out->exit_count + 1, sizeof *out->exits);
	if (!out->exits)
		return false;
	add_ways(f);
	qsort(out->exits, out->exit_count, sizeof *out->exits, compare_exits);
	mark_led_to(out);
	return true;
}

enum exh_status exh_sci_rooms(const struct exh_sci_program *program,
			      const struct exh_sci_use *uses, size_t use_count,
			      struct exh_arena *arena, struct exh_sci_rooms *out,
			      struct exh_error *err)
{
	struct finding f = { .program = program,
			     .uses = uses,
			     .use_count = use_count,
			     .picture = exh_sci_program_selector_named(
				     program, bytes_of_text("picture")),
			     .new_room = exh_sci_program_selector_named(
				     program, bytes_of_text("newRoom")),
			     .set_regions = exh_sci_program_selector_named(
				     program, bytes_of_text("setRegions")),
			     .out = out };
	bool good;

	*out = (struct exh_sci_rooms){ .rooms = NULL };
	good = find_rooms(&f, arena);
	if (good && !out->room_count && game_changes_rooms(&f)) {
		f.is_games = true;
		good = find_rooms(&f, arena);
	}
	return good && find_exits(&f, arena)
		       ? EXH_OK
		       : exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				  "rooms need more than %zu bytes of memory",
				  arena->limit);
}

/*
 * The scripts that a room needs on the interpreter's heap.
 */

enum { IS_IN = 1, IS_FOLLOWED };

struct heap {
	const struct exh_sci_program *program;
	const struct exh_sci_use *uses; /* uses of scripts only */
	size_t use_count;
	uint8_t *states; /* indexed like the program's scripts */
	int set_regions;
	bool is_most;
};

static void add(const struct heap *h, unsigned number)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(h->program, number);

	if (script && !h->states[script - h->program->scripts])
		h->states[script - h->program->scripts] = IS_IN;
}

/* True if a script needs another one because of this use. */
static bool is_needed(const struct heap *h, const struct exh_sci_use *use)
{
	switch (use->manner) {
	case EXH_SCI_USED_SUPERCLASS:
		return true;
	case EXH_SCI_USED_SEND:
		return use->selector == h->set_regions;
	case EXH_SCI_USED_CALL:
	case EXH_SCI_USED_CLASS:
	case EXH_SCI_USED_LOAD:
		return h->is_most;
	default:
		return false;
	}
}

/* Adds needed scripts until none is new. */
static void follow(const struct heap *h)
{
	bool is_changed = true;

	while (is_changed) {
		is_changed = false;
		for (size_t i = 0; i < h->program->script_count; i++) {
			if (h->states[i] != IS_IN)
				continue;
			h->states[i] = IS_FOLLOWED;
			is_changed = true;
			for (size_t k = 0; k < h->use_count; k++)
				if (h->uses[k].script == h->program->scripts[i].number &&
				    is_needed(h, &h->uses[k]))
					add(h, h->uses[k].number);
		}
	}
}

static size_t size_of(struct heap *h, unsigned room, bool is_most)
{
	size_t size = 0;

	memset(h->states, 0, h->program->script_count);
	h->is_most = is_most;
	add(h, 0);
	add(h, room);
	follow(h);
	for (size_t i = 0; i < h->program->script_count; i++)
		if (h->states[i])
			size += h->program->scripts[i].code.bytes.size;
	return size;
}

enum exh_status exh_sci_room_heap(const struct exh_sci_program *program,
				  const struct exh_sci_use *uses, size_t use_count,
				  unsigned room, struct exh_sci_heap *out,
				  struct exh_error *err)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct heap h = { .program = program };

	h.uses = exh_sci_uses_of(uses, use_count, EXH_SCI_USE_SCRIPT, -1, &h.use_count);
	h.set_regions =
		exh_sci_program_selector_named(program, bytes_of_text("setRegions"));
	h.states = exh_alloc(&arena, program->script_count + 1, 1);
	if (!h.states)
		return no_memory(err);
	out->least = size_of(&h, room, false);
	out->most = size_of(&h, room, true);
	exh_arena_free(&arena);
	return EXH_OK;
}
