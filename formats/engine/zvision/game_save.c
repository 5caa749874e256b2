/*
 * The games' own saved games: chunks with a tag of four letters and a size. Those with
 * other tags are skipped.
 */
#include "zv_parts.h"

#include "../../base/reader.h"
#include "exhume/advanced/zv_engine.h"

#include <string.h>

enum {
	NEMESIS_KEYS = 30000,
	ZGI_KEYS = 20000,
	TAG_SIZE = 4,
	TIMER_SIZE = 8,
	PLACE_CHUNK_SIZE = 8,
	HEAD_VALUE_SIZE = 4
};

/*
 * Writing.
 */

static void write_head(struct exh_writer *out, const char *tag, uint32_t size)
{
	exh_write_bytes(out, tag, TAG_SIZE);
	exh_write_u32le(out, size);
}

static void write_timers(const struct exh_zv_engine *engine, struct exh_writer *out)
{
	for (size_t i = 0; i < engine->effects.count; i++) {
		const struct zv_effect *effect = &engine->effects.items[i];
		const int64_t left = effect->timer.left_ms;

		if (effect->kind != EFFECT_TIMER || effect->key == ZV_NO_KEY)
			continue;
		write_head(out, "TIMR", TIMER_SIZE);
		exh_write_u32le(out, (uint32_t)effect->key);
		exh_write_u32le(out, left < UINT32_MAX ? (uint32_t)left : UINT32_MAX);
	}
}

/* True if the player is in the menu and a place before it is known; a script may have
 * written anything there. */
static bool has_place_before(const struct exh_zv_engine *engine)
{
	for (int i = 0; i < PLACE_SIZE; i++)
		if (!zv_is_place_letter(zv_get(engine, KEY_LAST_MENU_PLACE + i)))
			return false;
	return zv_is_menu(engine->place);
}

/* Rooms of the menu are no place to come back to: writes the place before the menu. */
static void write_place(const struct exh_zv_engine *engine, struct exh_writer *out)
{
	const bool is_before = has_place_before(engine);

	write_head(out, "LOC ", PLACE_CHUNK_SIZE);
	for (int i = 0; i < PLACE_SIZE; i++)
		exh_write_u8(out,
			     is_before ? (uint8_t)zv_get(engine, KEY_LAST_MENU_PLACE + i)
				       : (uint8_t)engine->place[i]);
	exh_write_u32le(
		out, (uint32_t)zv_get(engine, is_before ? KEY_LAST_MENU_PLACE + PLACE_SIZE
							: KEY_OFFSET));
}

void exh_zv_write_game(const struct exh_zv_engine *engine, struct exh_writer *out)
{
	const struct zv_scheduler *scheduler = &engine->scheduler;
	const uint32_t size = 2 * (uint32_t)scheduler->key_count;

	write_head(out, "ZNSG", HEAD_VALUE_SIZE);
	exh_write_u32le(out, 0);
	write_place(engine, out);
	write_timers(engine, out);
	write_head(out, "FLAG", size);
	for (int32_t key = 0; key < scheduler->key_count; key++)
		exh_write_u16le(out, scheduler->flags[key]);
	write_head(out, "PUZZ", size);
	for (int32_t key = 0; key < scheduler->key_count; key++)
		exh_write_u16le(out, (uint16_t)scheduler->values[key]);
}

void exh_zv_engine_save_game(const struct exh_zv_engine *engine, struct exh_writer *out)
{
	const struct zv_saved_game *before = engine->saves.before;

	if (before)
		exh_write_bytes(out, before->bytes.data, before->bytes.size);
	else
		exh_zv_write_game(engine, out);
}

/*
 * Reading: the chunks are found and checked before anything changes.
 */

struct saved {
	struct exh_bytes flags, values; /* two bytes for each key; any number of keys */
	bool has_flags, has_values;
	char place[PLACE_SIZE];
	int32_t offset;
	bool has_place;
	struct exh_bytes timers[ZV_MAX_EFFECTS]; /* further timers are dropped */
	size_t timer_count;
};

static enum exh_status take_keys(const struct exh_zv_engine *engine,
				 struct exh_bytes data, struct exh_bytes *out,
				 struct exh_error *err)
{
	const size_t wanted = (size_t)engine->scheduler.key_count;
	const size_t count = data.size / 2;

	if (count != wanted && (count == NEMESIS_KEYS || count == ZGI_KEYS))
		return exh_fail(err, EXH_INVALID, data.base,
				"%zu keys, but this game has %zu: it is of the other "
				"game",
				count, wanted);
	*out = data;
	return EXH_OK;
}

static enum exh_status take_place(struct exh_bytes data, struct saved *saved,
				  struct exh_error *err)
{
	if (data.size < PLACE_CHUNK_SIZE)
		return exh_fail(err, EXH_TRUNCATED, data.base,
				"the place has %zu bytes, not 8", data.size);
	memcpy(saved->place, data.data, PLACE_SIZE);
	if (!exh_zv_is_place(saved->place))
		return exh_fail(err, EXH_INVALID, data.base,
				"the place is not of letters");
	saved->offset = load_u16le(data.data + PLACE_SIZE); /* the upper half is lost */
	saved->has_place = true;
	return EXH_OK;
}

static enum exh_status take_timer(const struct exh_zv_engine *engine,
				  struct exh_bytes data, struct saved *saved,
				  struct exh_error *err)
{
	if (data.size < TIMER_SIZE)
		return exh_fail(err, EXH_TRUNCATED, data.base,
				"a timer has %zu bytes, not 8", data.size);
	if (load_u32le(data.data) >= (uint32_t)engine->scheduler.key_count)
		return exh_fail(err, EXH_INVALID, data.base,
				"a timer's key is %u: the game's are 0 to %d",
				(unsigned)load_u32le(data.data),
				(int)engine->scheduler.key_count - 1);
	if (saved->timer_count < ZV_MAX_EFFECTS)
		saved->timers[saved->timer_count++] = data;
	return EXH_OK;
}

static enum exh_status take_chunk(const struct exh_zv_engine *engine, const uint8_t *tag,
				  struct exh_bytes data, struct saved *saved,
				  struct exh_error *err)
{
	if (memcmp(tag, "FLAG", TAG_SIZE) == 0) {
		saved->has_flags = true;
		return take_keys(engine, data, &saved->flags, err);
	}
	if (memcmp(tag, "PUZZ", TAG_SIZE) == 0) {
		saved->has_values = true;
		return take_keys(engine, data, &saved->values, err);
	}
	if (memcmp(tag, "LOC ", TAG_SIZE) == 0)
		return take_place(data, saved, err);
	return memcmp(tag, "TIMR", TAG_SIZE) == 0 ? take_timer(engine, data, saved, err)
						  : EXH_OK;
}

static enum exh_status find_chunks(const struct exh_zv_engine *engine,
				   struct exh_bytes file, struct saved *saved,
				   struct exh_error *err)
{
	struct reader r = { .in = file };
	enum exh_status status = EXH_OK;

	if (file.size < TAG_SIZE || memcmp(file.data, "ZNSG", TAG_SIZE) != 0)
		return exh_fail(err, EXH_INVALID, file.base,
				"no saved game: it does not begin with ZNSG");
	while (rd_left(&r) && !status) {
		const size_t at = rd_tell(&r);
		const uint8_t *tag = rd_take(&r, TAG_SIZE);
		const uint32_t size = rd_u32le(&r);
		const size_t begin = r.pos;

		if (r.failed || !rd_take(&r, size))
			return exh_fail(err, EXH_TRUNCATED, at,
					"a part passes the end of the file");
		status = take_chunk(
			engine, tag,
			(struct exh_bytes){ file.data + begin, size, file.base + begin },
			saved, err);
	}
	return status;
}

static void start_timer(struct exh_zv_engine *engine, struct exh_bytes data)
{
	exh_zv_effect_start(
		engine,
		&(struct zv_effect){ .kind = EFFECT_TIMER,
				     .key = (int32_t)load_u32le(data.data),
				     .scope = ZV_UNIVERSE,
				     .timer = { load_u32le(data.data + 4),
						zv_timer_unit_ms(engine->world) } });
}

/* Begins anew with the universe, in this place. */
static void begin(struct exh_zv_engine *engine, const char place[PLACE_SIZE],
		  int32_t offset)
{
	struct zv_scheduler *scheduler = &engine->scheduler;

	exh_zv_wait_end(engine);
	exh_zv_effects_free(&engine->effects);
	exh_zv_scheduler_forget(scheduler);
	for (unsigned i = 0; i < ZV_UNIVERSE; i++)
		exh_zv_scope_clean(scheduler, (enum zv_scope)i);
	memset(engine->place, 0, PLACE_SIZE);
	exh_zv_scope_load(scheduler, ZV_UNIVERSE,
			  exh_zv_place_program(engine, ZV_UNIVERSE));
	exh_zv_controls_load(engine);
	exh_zv_change_place(engine, place, offset);
	engine->change.ticks_left = 1;
	engine->run = (struct zv_run){ .is_on = false };
	engine->event_count = 0;
	engine->is_restored = true;
}

/* Keys beyond those of the file are 0. */
static void restore_keys(struct zv_scheduler *scheduler, const struct saved *saved)
{
	struct reader values = { .in = saved->values };
	struct reader flags = { .in = saved->flags };

	for (int32_t key = 0; key < scheduler->key_count; key++) {
		scheduler->values[key] = (int16_t)rd_u16le(&values);
		scheduler->flags[key] = rd_u16le(&flags) & 7;
	}
}

/* Restarts the game, then restores the saved state. The place before the menu is the
 * saved one. */
static void restore(struct exh_zv_engine *engine, const struct saved *saved)
{
	begin(engine, saved->place, saved->offset);
	for (size_t i = 0; i < saved->timer_count; i++)
		start_timer(engine, saved->timers[i]);
	restore_keys(&engine->scheduler, saved);
	for (int32_t i = 0; i <= PLACE_SIZE; i++)
		exh_zv_set(engine, KEY_LAST_MENU_PLACE + i,
			   zv_get(engine, KEY_WORLD + i));
	exh_zv_set(engine, KEY_RESTORED, 1);
}

void exh_zv_game_restart(struct exh_zv_engine *engine)
{
	/* These skip the films of the makers. */
	static const int32_t seen[] = { 16966, 5813, 19810, 19848 };
	struct zv_scheduler *scheduler = &engine->scheduler;

	memset(scheduler->values, 0,
	       (size_t)scheduler->key_count * sizeof *scheduler->values);
	memset(scheduler->flags, 0, (size_t)scheduler->key_count);
	begin(engine, "gary", 0);
	for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
		exh_zv_set(engine, seen[i], 1);
}

enum exh_status exh_zv_read_game(struct exh_zv_engine *engine, struct exh_bytes file,
				 struct exh_error *err)
{
	struct saved saved = { .timer_count = 0 };
	const enum exh_status status = find_chunks(engine, file, &saved, err);

	if (status)
		return status;
	if (!saved.has_place || !saved.has_flags || !saved.has_values)
		return exh_fail(err, EXH_TRUNCATED, file.base + file.size,
				"expected LOC, FLAG and PUZZ");
	restore(engine, &saved);
	return EXH_OK;
}
