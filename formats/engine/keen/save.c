/*
 * Saved states: every field of the core in a fixed order, little-endian, behind a head that
 * tells version and game. One walk over the fields does both ways, so that they can't
 * disagree.
 */
#include "core.h"

#include "../../base/reader.h"

#include <string.h>

enum { SAVE_VERSION = 1, HEAD_SIZE = 20, SIGNATURE_SIZE = 8 };

static const uint8_t signature[SIGNATURE_SIZE] = { 'E', 'X', 'H', 'K', 'E', 'E', 'N', 0x1a };

/* Either way. A value that is read is refused when it is above its limit. */
struct walk {
	struct exh_writer *out; /* NULL: it is read */
	struct reader in;
	bool invalid;
	size_t invalid_offset;
};

static void refuse(struct walk *w)
{
	if (!w->invalid)
		w->invalid_offset = rd_tell(&w->in);
	w->invalid = true;
}

static uint32_t walk_number(struct walk *w, uint32_t value, unsigned size, uint32_t most)
{
	if (w->out) {
		for (unsigned i = 0; i < size; i++)
			exh_write_u8(w->out, (uint8_t)(value >> 8 * i));
		return value;
	}
	value = size == 1 ? rd_u8(&w->in) : size == 2 ? rd_u16le(&w->in) : rd_u32le(&w->in);
	if (value > most) {
		refuse(w);
		return 0;
	}
	return value;
}

static void walk_u8(struct walk *w, uint8_t *value)
{
	*value = (uint8_t)walk_number(w, *value, 1, UINT8_MAX);
}

static void walk_bool(struct walk *w, bool *value)
{
	*value = walk_number(w, *value, 1, 1) != 0;
}

/* At most most, or NO_SLOT where that is allowed by most. */
static void walk_index(struct walk *w, uint16_t *value, uint16_t most)
{
	*value = (uint16_t)walk_number(w, *value, 2, most);
}

static void walk_slot(struct walk *w, uint16_t *value, uint16_t count)
{
	*value = (uint16_t)walk_number(w, *value, 2, UINT16_MAX);
	if (*value >= count && *value != NO_SLOT) {
		refuse(w);
		*value = NO_SLOT;
	}
}

static void walk_u16(struct walk *w, uint16_t *value)
{
	*value = (uint16_t)walk_number(w, *value, 2, UINT16_MAX);
}

static void walk_i16(struct walk *w, int16_t *value)
{
	*value = (int16_t)walk_number(w, (uint16_t)*value, 2, UINT16_MAX);
}

static void walk_u32(struct walk *w, uint32_t *value, uint32_t most)
{
	*value = walk_number(w, *value, 4, most);
}

static void walk_i32(struct walk *w, int32_t *value)
{
	*value = (int32_t)walk_number(w, (uint32_t)*value, 4, UINT32_MAX);
}

static void walk_u64(struct walk *w, uint64_t *value)
{
	const uint32_t low = walk_number(w, (uint32_t)*value, 4, UINT32_MAX);
	const uint32_t high = walk_number(w, (uint32_t)(*value >> 32), 4, UINT32_MAX);

	*value = (uint64_t)high << 32 | low;
}

static void walk_bytes(struct walk *w, uint8_t *bytes, size_t size)
{
	const uint8_t *from;

	if (w->out) {
		exh_write_bytes(w->out, bytes, size);
		return;
	}
	from = rd_take(&w->in, size);
	if (from)
		memcpy(bytes, from, size);
}

/*
 * What there is.
 */

static void walk_object(struct walk *w, struct object *ob)
{
	int16_t *const signs[] = { &ob->xdir,	  &ob->ydir,	 &ob->xmove,   &ob->ymove,
				   &ob->xspeed,	  &ob->yspeed,	 &ob->ticcount,
				   &ob->hitnorth, &ob->hiteast,	 &ob->hitsouth,
				   &ob->hitwest,  &ob->temp1,	 &ob->temp2,   &ob->temp3,
				   &ob->temp4 };
	uint16_t *const numbers[] = { &ob->nothink,   &ob->x,	       &ob->y,
				      &ob->shapenum,  &ob->left,       &ob->top,
				      &ob->right,     &ob->bottom,     &ob->midx,
				      &ob->tileleft,  &ob->tiletop,    &ob->tileright,
				      &ob->tilebottom, &ob->tilemidx };

	walk_index(w, &ob->obclass, CLASS_COUNT - 1);
	walk_index(w, &ob->active, ACTIVE_REMOVABLE);
	walk_bool(w, &ob->needtoreact);
	walk_bool(w, &ob->needtoclip);
	walk_bool(w, &ob->used);
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		walk_i16(w, signs[i]);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		walk_u16(w, numbers[i]);
	walk_index(w, &ob->state, STATE_COUNT - 1);
	walk_index(w, &ob->sprite, MOST_SPRITES);
	walk_slot(w, &ob->next, EXH_KEEN_OBJECTS);
	walk_slot(w, &ob->prev, EXH_KEEN_OBJECTS);
}

/* Every used object is met once, from the player on, and the links agree. */
static bool objects_are_sound(const struct exh_keen_engine *e)
{
	uint16_t count = 0, before = NO_SLOT, used = 0;

	for (uint16_t i = e->first_object; i != NO_SLOT; i = e->objects[i].next) {
		if (!e->objects[i].used || e->objects[i].prev != before ||
		    ++count > EXH_KEEN_OBJECTS)
			return false;
		before = i;
	}
	for (uint16_t i = 0; i < EXH_KEEN_OBJECTS; i++)
		used = (uint16_t)(used + e->objects[i].used);
	if (used != count || e->last_object != before || count != e->object_count ||
	    e->first_object != PLAYER_SLOT || e->objects[PLAYER_SLOT].next != SCOREBOX_SLOT)
		return false;
	count = 0;
	for (uint16_t i = e->free_object; i != NO_SLOT; i = e->objects[i].prev)
		if (e->objects[i].used || ++count > EXH_KEEN_OBJECTS)
			return false;
	return count + used == EXH_KEEN_OBJECTS;
}

static void walk_objects(struct walk *w, struct exh_keen_engine *e)
{
	for (size_t i = 0; i <= EXH_KEEN_OBJECTS; i++)
		walk_object(w, &e->objects[i]);
	walk_slot(w, &e->first_object, EXH_KEEN_OBJECTS);
	walk_slot(w, &e->last_object, EXH_KEEN_OBJECTS);
	walk_slot(w, &e->free_object, EXH_KEEN_OBJECTS);
	walk_slot(w, &e->newest_object, EXH_KEEN_OBJECTS + 1);
	walk_u16(w, &e->object_count);
	if (!w->out && !w->in.failed && !w->invalid && !objects_are_sound(e))
		refuse(w);
}

static void walk_gamestate(struct walk *w, struct gamestate *game)
{
	walk_u16(w, &game->worldx);
	walk_u16(w, &game->worldy);
	for (size_t i = 0; i < EXH_KEEN_LEVELS; i++)
		walk_bool(w, &game->leveldone[i]);
	walk_i32(w, &game->score);
	walk_i32(w, &game->nextextra);
	walk_i16(w, &game->flowerpowers);
	walk_i16(w, &game->boobusbombs);
	walk_i16(w, &game->bombsthislevel);
	walk_i16(w, &game->keys);
	walk_i16(w, &game->mapon);
	walk_i16(w, &game->lives);
	game->difficulty = (int16_t)walk_number(w, (uint16_t)game->difficulty, 2, 3);
}

static void walk_play(struct walk *w, struct exh_keen_engine *e)
{
	walk_bool(w, &e->over);
	walk_bool(w, &e->whole_game);
	walk_u32(w, &e->time_count, UINT32_MAX);
	walk_u32(w, &e->last_time_count, UINT32_MAX);
	walk_u32(w, &e->time_lost, UINT32_MAX);
	walk_index(w, &e->tics, INT16_MAX);
	walk_u16(w, &e->tic_step);
	walk_u64(w, &e->frame);
	walk_bool(w, &e->button0held);
	walk_bool(w, &e->button1held);
	walk_gamestate(w, &e->gamestate);
	walk_bool(w, &e->god);
	walk_bool(w, &e->jump_cheat);
	walk_index(w, &e->playstate, EXH_KEEN_VICTORIOUS);
	walk_u8(w, &e->random);
	walk_u16(w, &e->inactivate_left);
	walk_u16(w, &e->inactivate_right);
	walk_u16(w, &e->inactivate_top);
	walk_u16(w, &e->inactivate_bottom);
	walk_i16(w, &e->jumptime);
	walk_u32(w, &e->leavepoletime, UINT32_MAX);
	walk_bool(w, &e->plummeted);
}

static void walk_level(struct walk *w, struct exh_keen_engine *e)
{
	walk_u16(w, &e->map_number);
	walk_index(w, &e->map_width, 256);
	walk_index(w, &e->map_height, 256);
	if ((uint32_t)e->map_width * e->map_height > EXH_KEEN_MAP_MOST_CELLS)
		refuse(w);
	for (size_t plane = 0; plane < EXH_KEEN_PLANE_COUNT && !w->invalid; plane++)
		for (uint32_t i = 0; i < (uint32_t)e->map_width * e->map_height; i++)
			walk_u16(w, &e->planes[plane][i]);
}
