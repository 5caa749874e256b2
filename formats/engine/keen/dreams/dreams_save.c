/*
 * Saved states: every field of the core in a fixed order, little-endian, after a header
 * with version and checksums of the game. One walk over the fields serves both saving and
 * loading, so they can't disagree.
 */
#include "dreams_parts.h"

#include "../../../base/reader.h"

#include <string.h>

enum {
	SAVE_VERSION = 5,
	SIGNATURE_SIZE = 8,
	HEAD_SIZE = SIGNATURE_SIZE + 4 * (2 + EXH_KEEN_PART_COUNT),
};

static const uint8_t signature[SIGNATURE_SIZE] = {
	'E', 'X', 'H', 'K', 'E', 'E', 'N', 0x1a
};

/*
 * The walk: each function writes a field or reads it.
 */

/* State of the walk, reading or writing. A value above its limit is refused when it is
 * read. */
struct walk {
	struct exh_writer *out; /* NULL: reading */
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
		const uint8_t bytes[] = { (uint8_t)value, (uint8_t)(value >> 8),
					  (uint8_t)(value >> 16),
					  (uint8_t)(value >> 24) };

		exh_write_bytes(w->out, bytes, size);
		return value;
	}
	value = size == 1   ? rd_u8(&w->in)
		: size == 2 ? rd_u16le(&w->in)
			    : rd_u32le(&w->in);
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

/* Reads or writes an index up to most; NO_SLOT only if most allows it. */
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

static void write_u32s(struct exh_writer *out, const uint32_t *values, size_t count)
{
	uint8_t bytes[256];
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		for (unsigned k = 0; k < 4; k++)
			bytes[used++] = (uint8_t)(values[i] >> 8 * k);
		if (used == sizeof bytes || i + 1 == count) {
			exh_write_bytes(out, bytes, used);
			used = 0;
		}
	}
}

/* Reads or writes values without limits, in bulk: there are thousands. */
static void walk_u32s(struct walk *w, uint32_t *values, size_t count)
{
	const uint8_t *from;

	if (w->out) {
		write_u32s(w->out, values, count);
		return;
	}
	from = rd_take(&w->in, 4 * count);
	for (size_t i = 0; from && i < count; i++, from += 4)
		values[i] = from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
			    (uint32_t)from[3] << 24;
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

/* Checks eight pixels a word, eight words at a time: none is above most. */
static bool pixels_are_sound(const uint8_t *pixels, size_t size, unsigned most)
{
	uint64_t above = 0;
	size_t i = 0;

	for (; size - i >= 64; i += 64) {
		uint64_t words[8];

		memcpy(words, pixels + i, sizeof words);
		above |= words[0] | words[1] | words[2] | words[3] | words[4] | words[5] |
			 words[6] | words[7];
	}
	for (; i < size; i += 8) {
		uint64_t word;

		memcpy(&word, pixels + i, 8);
		above |= word;
	}
	return !(above & ~(most * UINT64_C(0x0101010101010101)));
}

/*
 * All fields.
 */

static void walk_object(struct walk *w, struct object *ob)
{
	int16_t *const signs[] = { &ob->xdir,	  &ob->ydir,	 &ob->xmove,
				   &ob->ymove,	  &ob->xspeed,	 &ob->yspeed,
				   &ob->ticcount, &ob->hitnorth, &ob->hiteast,
				   &ob->hitsouth, &ob->hitwest,	 &ob->temp1,
				   &ob->temp2,	  &ob->temp3,	 &ob->temp4 };
	uint16_t *const numbers[] = { &ob->nothink,    &ob->x,	     &ob->y,
				      &ob->shapenum,   &ob->left,    &ob->top,
				      &ob->right,      &ob->bottom,  &ob->midx,
				      &ob->tileleft,   &ob->tiletop, &ob->tileright,
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
	walk_index(w, &ob->sprite, MAX_SPRITES);
	walk_slot(w, &ob->next, EXH_KEEN_OBJECTS);
	walk_slot(w, &ob->prev, EXH_KEEN_OBJECTS);
}

static bool dummy_is_sound(const struct object *dummy)
{
	return !dummy->used && !dummy->sprite;
}

/* True if each used object occurs once in the list, which begins with the player, and the
 * links agree. */
static bool objects_are_sound(const struct exh_keen_engine *e)
{
	uint16_t count = 0, before = NO_SLOT, used = 0;

	for (uint16_t i = e->first_object; i != NO_SLOT; i = e->objects[i].next) {
		if (!e->objects[i].used || e->objects[i].prev != before ||
		    ++count > EXH_KEEN_OBJECTS)
			return false;
		before = i;
	}
	for (unsigned i = 0; i < EXH_KEEN_OBJECTS; i++)
		used = (uint16_t)(used + e->objects[i].used);
	if (!dummy_is_sound(&e->objects[DUMMY_SLOT]) || used != count ||
	    e->last_object != before || count != e->object_count ||
	    e->first_object != PLAYER_SLOT ||
	    e->objects[PLAYER_SLOT].next != SCOREBOX_SLOT)
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
	walk_index(w, &e->tics, MAX_TICS);
	walk_u16(w, &e->tic_step);
	if (!e->tic_step)
		refuse(w);
	walk_u64(w, &e->frame);
	walk_bool(w, &e->button0held);
	walk_bool(w, &e->button1held);
	walk_gamestate(w, &e->gamestate);
	walk_bool(w, &e->god);
	walk_bool(w, &e->jump_cheat);
	walk_bool(w, &e->held_cheats.god);
	walk_bool(w, &e->held_cheats.items);
	walk_bool(w, &e->held_cheats.jump);
	walk_bool(w, &e->held_cheats.warp);
	e->choice = (uint8_t)walk_number(w, e->choice, 1, EXH_KEEN_EXIT);
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
	if ((uint32_t)e->map_width * e->map_height > EXH_KEEN_MAP_MAX_CELLS)
		refuse(w);
	for (size_t plane = 0; plane < EXH_KEEN_PLANE_COUNT && !w->invalid; plane++)
		for (uint32_t i = 0; i < (uint32_t)e->map_width * e->map_height; i++)
			walk_u16(w, &e->planes[plane][i]);
}

/*
 * The refresh manager.
 */

static void walk_block(struct walk *w, struct erase_block *block)
{
	walk_u16(w, &block->screenx);
	walk_u16(w, &block->screeny);
	walk_u16(w, &block->width);
	walk_u16(w, &block->height);
}

static void walk_sprites(struct walk *w, struct refresh *rf)
{
	for (size_t i = 1; i <= MAX_SPRITES; i++) {
		struct refresh_sprite *sprite = &rf->sprites[i];

		walk_block(w, &sprite->block);
		walk_u16(w, &sprite->chunk);
		walk_u8(w, &sprite->shift);
		walk_u8(w, &sprite->priority);
		sprite->updatecount = (uint8_t)walk_number(w, sprite->updatecount, 1, 2);
		walk_index(w, &sprite->next, MAX_SPRITES);
		walk_index(w, &sprite->prev, MAX_SPRITES);
	}
	walk_index(w, &rf->free_sprite, MAX_SPRITES);
	for (size_t i = 0; i < PRIORITIES; i++)
		walk_index(w, &rf->first_sprite[i], MAX_SPRITES);
}

static void walk_animations(struct walk *w, struct refresh *rf)
{
	walk_index(w, &rf->chain_count, MAX_ANIMATIONS);
	walk_index(w, &rf->animated_count, MAX_ANIMATED_CELLS);
	walk_bool(w, &rf->animation_due);
	for (size_t i = 0; i < rf->chain_count; i++) {
		walk_u16(w, &rf->chains[i].tile);
		walk_i16(w, &rf->chains[i].count);
	}
	for (size_t i = 0; i < rf->animated_count; i++) {
		struct animated_cell *cell = &rf->animated[i];

		walk_u16(w, &cell->x);
		walk_u16(w, &cell->y);
		walk_u16(w, &cell->tile);
		walk_u16(w, &cell->chain);
	}
}

static void walk_erases(struct walk *w, struct refresh *rf)
{
	for (size_t page = 0; page < 2; page++) {
		walk_index(w, &rf->erase_count[page], MAX_ERASES);
		for (size_t i = 0; i < rf->erase_count[page]; i++)
			walk_block(w, &rf->erases[page][i]);
	}
}

static void walk_updates(struct walk *w, struct refresh *rf)
{
	for (size_t page = 0; page < 2; page++) {
		walk_bytes(w, rf->update[page], UPDATE_SIZE);
		walk_index(w, &rf->updatestart[page], UPDATE_SIZE - UPDATE_WINDOW);
	}
	walk_bytes(w, rf->last_updates, UPDATE_WINDOW);
	walk_bytes(w, rf->earlier_updates, UPDATE_WINDOW);
	walk_bool(w, &rf->spilled);
}

static void walk_origin(struct walk *w, struct refresh *rf)
{
	uint16_t *const numbers[] = {
		&rf->originx,	    &rf->originy,    &rf->originxtile,
		&rf->originytile,   &rf->originxmin, &rf->originymin,
		&rf->originxmax,    &rf->originymax, &rf->originxscreen,
		&rf->originyscreen,
	};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		walk_u16(w, numbers[i]);
	walk_index(w, &rf->panx, 15);
	walk_index(w, &rf->pany, 15);
	for (size_t i = 0; i < 3; i++)
		walk_u32(w, &rf->screenstart[i], EXH_EGA_PIXELS - 1);
	walk_u32(w, &rf->last_pixel, EXH_EGA_PIXELS - 1);
	walk_u32(w, &rf->shown, EXH_EGA_PIXELS - 1);
	walk_u8(w, &rf->screenpage);
	walk_u8(w, &rf->otherpage);
}

static void walk_counts(struct walk *w, struct refresh_counts *counts)
{
	uint32_t *const sums[] = { &counts->new_tiles,	     &counts->copied_tiles,
				   &counts->erased_blocks,   &counts->drawn_sprites,
				   &counts->mask_tiles,	     &counts->erased_addresses,
				   &counts->sprite_addresses };

	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
		walk_u32(w, sums[i], UINT32_MAX);
	walk_u16(w, &counts->refreshes);
	for (size_t i = 0; i < 3; i++)
		walk_u16(w, &counts->marks[i]);
}

static void walk_refresh(struct walk *w, struct exh_keen_engine *e)
{
	struct refresh *rf = &e->rf;

	rf->variant = (enum exh_keen_refresh)walk_number(w, (uint32_t)rf->variant, 1,
							 EXH_KEEN_REFRESH_FULL);
	walk_bool(w, &rf->compatible_vga);
	walk_origin(w, rf);
	walk_updates(w, rf);
	walk_u32s(w, rf->tilecache, MAX_CACHED_TILES);
	walk_u32s(w, rf->shown_tiles, PORT_CELLS);
	for (size_t i = 0; i < STALE_SIDE; i++)
		walk_u32s(w, rf->stale_tiles[i], STALE_SIDE);
	walk_animations(w, rf);
	walk_sprites(w, rf);
	walk_erases(w, rf);
	walk_u8(w, &rf->fade_in);
	walk_u32(w, &rf->new_tiles, UINT32_MAX);
	walk_counts(w, &rf->counts);
	if (!w->out && !w->in.failed && !w->invalid && !exh_keen_rf_is_sound(e))
		refuse(w);
}

/*
 * Devices.
 */

static void walk_sound(struct walk *w, struct exh_keen_engine *e)
{
	struct sound *sound = &e->sound;

	sound->device = (enum exh_audio_device)walk_number(w, (uint32_t)sound->device, 1,
							   EXH_AUDIO_ADLIB);
	walk_u64(w, &sound->services);
	walk_bool(w, &sound->ready);
	walk_u16(w, &sound->priority);
	walk_bool(w, &sound->playing);
	walk_u8(w, &sound->number);
	walk_u8(w, &sound->last);
	walk_u32(w, &sound->place, UINT32_MAX);
}

static void walk_scorebox(struct walk *w, struct scorebox *box, unsigned most)
{
	walk_bool(w, &box->painted);
	walk_i32(w, &box->score);
	walk_i16(w, &box->lives);
	walk_i16(w, &box->items);
	walk_bytes(w, (uint8_t *)box->cells, sizeof box->cells);
	for (size_t i = 0; !w->out && i < sizeof box->cells / sizeof *box->cells; i++)
		if (!pixels_are_sound((const uint8_t *)&box->cells[i].data,
				      sizeof box->cells[i].data, most))
			refuse(w);
}

static void walk_ega(struct walk *w, struct exh_ega *ega, unsigned most)
{
	uint8_t *const registers[] = {
		&ega->sequencer_index,	&ega->graphics_index,
		&ega->crtc_index,	&ega->attribute_index,
		&ega->map_mask,		&ega->set_reset,
		&ega->enable_set_reset, &ega->function,
		&ega->read_plane,	&ega->mode,
		&ega->dont_care,	&ega->color_compare,
		&ega->bit_mask,		&ega->line_words,
		&ega->pel_panning,
	};

	for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
		walk_u8(w, registers[i]);
	walk_bool(w, &ega->attribute_takes_value);
	walk_bool(w, &ega->video_on);
	walk_u16(w, &ega->start);
	walk_u16(w, &ega->shown);
	walk_bytes(w, ega->palette, sizeof ega->palette);
	walk_bytes(w, ega->latch, sizeof ega->latch);
	walk_bytes(w, ega->pixels, sizeof ega->pixels);
	if (!w->out && !pixels_are_sound(ega->pixels, sizeof ega->pixels, most))
		refuse(w);
}

static void walk_engine(struct walk *w, struct exh_keen_engine *e)
{
	const unsigned most_color = e->game->video == EXH_KEEN_CGA ? 3 : 15;

	walk_play(w, e);
	walk_objects(w, e);
	walk_level(w, e);
	walk_refresh(w, e);
	walk_sound(w, e);
	walk_scorebox(w, &e->scorebox, most_color);
	walk_ega(w, &e->ega, most_color);
}

/*
 * Files.
 */

/* The walk reads and writes through the same pointers, and writing changes nothing. */
void exh_keen_fields_write(const struct exh_keen_engine *e, struct exh_writer *out)
{
	struct walk w = { .out = out };

	walk_engine(&w, (struct exh_keen_engine *)e);
}

uint32_t exh_keen_engine_hash(const struct exh_keen_engine *e)
{
	struct exh_writer all = { .limit = 1 << 24 };
	uint32_t hash;

	exh_keen_fields_write(e, &all);
	hash = exh_crc32(exh_writer_bytes(&all));
	exh_writer_free(&all);
	return hash;
}

/* exh_keen_engine_hash is computed over everything after the header. */
void exh_keen_engine_save(const struct exh_keen_engine *e, struct exh_writer *out)
{
	size_t fields;
	uint32_t hash;

	exh_write_bytes(out, signature, SIGNATURE_SIZE);
	exh_write_u32le(out, SAVE_VERSION);
	for (size_t i = 0; i < EXH_KEEN_PART_COUNT; i++)
		exh_write_u32le(out, e->game->sums[i]);
	exh_write_u32le(out, 0);
	fields = out->size;
	exh_keen_fields_write(e, out);
	if (out->failed)
		return;
	hash = exh_crc32((struct exh_bytes){ out->data + fields, out->size - fields, 0 });
	exh_write_u32le_at(out, fields - sizeof hash, hash);
}

/* The state must belong to this game. */
static enum exh_status check_sums(struct reader *r, const struct exh_keen_game *game,
				  struct exh_error *err)
{
	static const char *const names[EXH_KEEN_PART_COUNT] = { "graphics", "levels",
								"tile information",
								"sounds" };

	for (size_t i = 0; i < EXH_KEEN_PART_COUNT; i++) {
		const size_t at = rd_tell(r);
		const uint32_t sum = rd_u32le(r);

		if (!r->failed && sum != game->sums[i])
			return exh_fail(err, EXH_INVALID, at,
					"the state was saved with other %s%s%s: their "
					"checksum is %08x, not %08x",
					names[i], game->files[i] ? " than those of " : "",
					game->files[i] ? game->files[i] : "", sum,
					game->sums[i]);
	}
	return r->failed ? exh_fail(err, EXH_TRUNCATED, rd_tell(r),
				    "the state ends in its head")
			 : EXH_OK;
}

static enum exh_status read_head(struct reader *r, const struct exh_keen_game *game,
				 struct exh_error *err)
{
	const uint8_t *found = rd_take(r, SIGNATURE_SIZE);
	const uint32_t version = rd_u32le(r);

	if (!found || memcmp(found, signature, SIGNATURE_SIZE) != 0)
		return exh_fail(err, EXH_INVALID, r->in.base, "not a saved state");
	if (r->failed)
		return exh_fail(err, EXH_TRUNCATED, rd_tell(r),
				"the state ends in its head");
	if (version != SAVE_VERSION)
		return exh_fail(err, EXH_UNSUPPORTED, r->in.base + SIGNATURE_SIZE,
				"a state of version %u: this program reads version %d",
				version, SAVE_VERSION);
	return check_sums(r, game, err);
}

enum exh_status exh_keen_fields_read(struct exh_keen_engine *e,
				     const struct exh_keen_game *game,
				     struct exh_bytes in, struct exh_error *err)
{
	struct walk w = { .in = { .in = in } };

	memset(e, 0, sizeof *e);
	e->game = game;
	e->states = exh_keen_states;
	walk_engine(&w, e);
	if (w.in.failed)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"the state ends early");
	if (w.invalid)
		return exh_fail(err, EXH_INVALID, w.invalid_offset,
				"a value here is impossible");
	if (rd_left(&w.in))
		return exh_fail(err, EXH_INVALID, rd_tell(&w.in),
				"%zu bytes after the end of the state", rd_left(&w.in));
	e->sound.resumed = e->sound.ready;
	e->started = true;
	return EXH_OK;
}

enum exh_status exh_keen_engine_load(struct exh_keen_engine *e,
				     const struct exh_keen_game *game,
				     struct exh_bytes saved, struct exh_error *err)
{
	struct reader r = { .in = saved };
	struct exh_bytes fields;
	enum exh_status status;
	uint32_t hash, found;

	e->started = false;
	status = read_head(&r, game, err);
	if (status)
		return status;
	hash = rd_u32le(&r);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, saved.base + saved.size,
				"the state ends early");
	fields = (struct exh_bytes){ saved.data + HEAD_SIZE, saved.size - HEAD_SIZE,
				     saved.base + HEAD_SIZE };
	status = exh_keen_fields_read(e, game, fields, err);
	if (status)
		return status;
	found = exh_crc32(fields);
	if (found == hash)
		return EXH_OK;
	e->started = false;
	return exh_fail(err, EXH_INVALID, saved.base,
			"the state is damaged: its checksum is %08x, not %08x", found,
			hash);
}
