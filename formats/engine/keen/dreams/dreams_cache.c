/*
 * The cache manager: marks, loading for them, and the loads of a run. Source:
 * keen-engine 2, 9; keen-formats 3, 3.3, 3.5, 4.
 */
#include "exhume/advanced/keen_memory.h"

#include "../../../keen/keen_parts.h"

#include <string.h>

enum {
	BUFFER_SIZE = 4096,	   /* bytes; longest read through the buffer */
	MAX_GAP = 1024,		   /* largest gap of unwanted bytes in a read */
	SPRITE_TABLES = 3 * 4 * 2, /* offset, plane size, width; of four shifts; bytes */
	HEADER_SIZE = 38,	   /* a level's, expanded */
	CGA_SCREEN = 0x10001,
	EGA_TITLE = 32000, /* 320 by 200, four planes; CGA: half */
	UNWANTED = 3,	   /* purge level */
	SOUND_LIMIT = 1 << 20,
};

/* Lumps: chunks that are cached together. */
struct lump {
	uint16_t first, last;
};

/*
 * Sizes.
 */

/* Three tables, then the copies: copies for places between bytes are a byte wider. */
static uint64_t sprite_size(const struct exh_keen_graphics *graphics,
			    const struct exh_keen_chunk *chunk)
{
	const struct exh_keen_sprite *sprite;
	const enum exh_keen_video video = graphics->layout.video;
	uint64_t size = SPRITE_TABLES + (uint64_t)chunk->expanded.size;
	size_t wider;

	if (chunk->index >= graphics->sprite_count)
		return size;
	sprite = &graphics->sprites[chunk->index];
	if (sprite->width_bytes <= 0 || sprite->height <= 0 || video != EXH_KEEN_EGA ||
	    sprite->shifts <= 1)
		return size;
	wider = exh_keen_bitmap_size(video, true, (size_t)sprite->width_bytes + 1,
				     (size_t)sprite->height);
	return size + (uint64_t)wider * (sprite->shifts >= 4 ? 3 : 1);
}

uint32_t exh_keen_cached_size(const struct exh_keen_graphics *graphics,
			      size_t chunk_number)
{
	const struct exh_keen_chunk *chunk;
	uint64_t size;
	size_t tiles;

	if (chunk_number >= graphics->chunk_count)
		return 0;
	chunk = &graphics->chunks[chunk_number];
	tiles = exh_keen_tiles_in_chunk(&graphics->layout, chunk->class_id);
	if (!chunk->expanded.size)
		return 0;
	if (tiles)
		size = (uint64_t)tiles *
		       exh_keen_tile_bytes(&graphics->layout, chunk->class_id);
	else if (chunk->class_id == EXH_KEEN_SPRITE)
		size = sprite_size(graphics, chunk);
	else
		size = chunk->expanded.size;
	return size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

/* The chunk of a sound for the device; false if there are no sounds. */
static bool sound_chunk(const struct exh_keen_cache *cache, size_t sound, size_t *chunk)
{
	const struct exh_keen_audio *audio = cache->parts->audio;

	if (!audio || cache->device == EXH_AUDIO_NONE || sound >= audio->sound_count)
		return false;
	*chunk = sound + (cache->device == EXH_AUDIO_ADLIB ? audio->sound_count : 0);
	return *chunk < audio->chunk_count;
}

static enum exh_status measure_sounds(struct exh_keen_cache *cache, struct exh_error *err)
{
	size_t chunk;

	for (size_t i = 0; sound_chunk(cache, i, &chunk); i++) {
		struct exh_arena arena = { .limit = 2 * SOUND_LIMIT };
		struct exh_bytes bytes;
		enum exh_status status;

		if (i >= EXH_KEEN_MEMORY_OWNERS - EXH_KEEN_OWNER_SOUNDS)
			return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
					"%zu sounds: the cache holds at most %d",
					cache->parts->audio->sound_count,
					EXH_KEEN_MEMORY_OWNERS - EXH_KEEN_OWNER_SOUNDS);
		status = exh_keen_audio_chunk(cache->parts->audio, chunk, &arena, &bytes,
					      NULL, NULL);
		/* A sound that can't be expanded counts as missing. */
		cache->sizes[EXH_KEEN_OWNER_SOUNDS + i] =
			status ? 0 : (uint32_t)bytes.size;
		exh_arena_free(&arena);
	}
	return EXH_OK;
}

enum exh_status exh_keen_cache_open(struct exh_keen_cache *cache,
				    const struct exh_keen_parts *parts,
				    enum exh_audio_device device, struct exh_error *err)
{
	const size_t count = parts->graphics->chunk_count;

	memset(cache, 0, sizeof *cache);
	if (count > EXH_KEEN_OWNER_CHUNKS)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu chunks: the cache holds at most %d", count,
				EXH_KEEN_OWNER_CHUNKS);
	cache->parts = parts;
	cache->device = device;
	for (size_t i = 0; i < count; i++)
		cache->sizes[i] = exh_keen_cached_size(parts->graphics, i);
	return measure_sounds(cache, err);
}

/*
 * Reading: counts and reports reads.
 */

static void read_disk(struct exh_keen_cache *cache, uint16_t owner, uint32_t offset,
		      uint32_t size)
{
	struct exh_keen_memory *memory = &cache->memory;
	const struct exh_keen_memory_event event = { .kind = EXH_KEEN_MEMORY_READ,
						     .owner = owner,
						     .offset = offset,
						     .size = size };

	cache->reads++;
	cache->read_bytes += size;
	if (memory->event)
		memory->event(memory->context, memory, &event);
}

/* Allocates a block that is locked while a chunk is expanded. */
static enum exh_status get_scratch(struct exh_keen_cache *cache, uint16_t owner,
				   size_t size, struct exh_error *err)
{
	const enum exh_status status =
		exh_keen_memory_get(&cache->memory, owner, size, err);

	if (!status)
		exh_keen_memory_lock(&cache->memory, owner, true);
	return status;
}

/* Reads size bytes for owner: into the buffer, or, if they don't fit, into a block that
 * has to be freed. */
static enum exh_status read_packed(struct exh_keen_cache *cache, uint16_t owner,
				   uint32_t offset, size_t size, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	if (size > BUFFER_SIZE)
		status = get_scratch(cache, EXH_KEEN_OWNER_PACKED, size, err);
	if (!status)
		read_disk(cache, owner, offset, (uint32_t)size);
	return status;
}

static enum exh_status get_loaded(struct exh_keen_cache *cache, uint16_t owner,
				  size_t size, struct exh_error *err)
{
	const enum exh_status status =
		exh_keen_memory_get(&cache->memory, owner, size, err);

	if (!status) {
		cache->loaded++;
		cache->loaded_bytes += size;
	}
	return status;
}

/*
 * Marks.
 */

static uint8_t level_bit(const struct exh_keen_cache *cache)
{
	return (uint8_t)(1u << cache->level);
}

void exh_keen_cache_mark(struct exh_keen_cache *cache, size_t chunk_number)
{
	if (chunk_number < EXH_KEEN_OWNER_CHUNKS)
		cache->needed[chunk_number] |= level_bit(cache);
}

void exh_keen_cache_clear_marks(struct exh_keen_cache *cache)
{
	for (size_t i = 0; i < EXH_KEEN_OWNER_CHUNKS; i++)
		cache->needed[i] &= (uint8_t)~level_bit(cache);
}

static bool is_marked(const struct exh_keen_cache *cache, size_t chunk)
{
	return cache->needed[chunk] & level_bit(cache);
}

static bool is_wanted(const struct exh_keen_cache *cache, size_t chunk)
{
	return is_marked(cache, chunk) && cache->sizes[chunk] &&
	       !exh_keen_memory_has(&cache->memory, (uint16_t)chunk);
}

static const struct exh_keen_place *place_of(const struct exh_keen_cache *cache,
					     size_t chunk)
{
	return &cache->parts->graphics->chunks[chunk].place;
}

/* Returns the end of a read that begins with a chunk: further wanted chunks are read with
 * it, as long as they fit into the buffer and gaps are small. */
static uint32_t read_end(const struct exh_keen_cache *cache, size_t chunk)
{
	const struct exh_keen_place *first = place_of(cache, chunk);
	uint64_t end = (uint64_t)first->offset + first->packed_size;

	for (size_t i = chunk + 1; i < cache->parts->graphics->chunk_count; i++) {
		const struct exh_keen_place *place = place_of(cache, i);
		const uint64_t next_end = (uint64_t)place->offset + place->packed_size;

		if (!is_wanted(cache, i))
			continue;
		if (place->offset < end || place->offset - end > MAX_GAP ||
		    next_end - first->offset > BUFFER_SIZE)
			break;
		end = next_end;
	}
	return end < UINT32_MAX ? (uint32_t)end : UINT32_MAX;
}

static bool is_in_buffer(const struct exh_keen_cache *cache,
			 const struct exh_keen_place *place)
{
	return place->offset >= cache->buffer_start &&
	       (uint64_t)place->offset + place->packed_size <= cache->buffer_end;
}

static enum exh_status load_chunk(struct exh_keen_cache *cache, size_t chunk,
				  struct exh_error *err)
{
	const struct exh_keen_place *place = place_of(cache, chunk);
	const uint16_t owner = (uint16_t)chunk;
	enum exh_status status = EXH_OK;

	if (place->packed_size > BUFFER_SIZE) {
		status =
			read_packed(cache, owner, place->offset, place->packed_size, err);
	} else if (!is_in_buffer(cache, place)) {
		cache->buffer_start = place->offset;
		cache->buffer_end = read_end(cache, chunk);
		read_disk(cache, owner, place->offset,
			  cache->buffer_end - cache->buffer_start);
	}
	if (!status)
		status = get_loaded(cache, owner, cache->sizes[chunk], err);
	exh_keen_memory_free(&cache->memory, EXH_KEEN_OWNER_PACKED);
	return status ? exh_within(err, status, "chunk %zu", chunk) : EXH_OK;
}

static bool is_locked(const struct exh_keen_memory *memory, uint16_t owner)
{
	return exh_keen_memory_has(memory, owner) &&
	       memory->blocks[memory->block_of[owner]].locked;
}

/* Chunks in memory stay if they are marked; otherwise they become purgeable. */
static void settle(struct exh_keen_cache *cache)
{
	struct exh_keen_memory *memory = &cache->memory;

	for (uint16_t i = 0; i < cache->parts->graphics->chunk_count; i++)
		if (!is_locked(memory, i))
			exh_keen_memory_set_purge(memory, i,
						  is_marked(cache, i) ? 0 : UNWANTED);
}

enum exh_status exh_keen_cache_marks(struct exh_keen_cache *cache, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	settle(cache);
	/* The buffer may hold other data by now. */
	cache->buffer_start = cache->buffer_end = 0;
	for (size_t i = 0; i < cache->parts->graphics->chunk_count && !status; i++)
		if (is_wanted(cache, i))
			status = load_chunk(cache, i, err);
	return status;
}

enum exh_status exh_keen_cache_up(struct exh_keen_cache *cache, struct exh_error *err)
{
	if (cache->level + 1 >= EXH_KEEN_CACHE_LEVELS)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"the cache is at its last level");
	cache->level++;
	return EXH_OK;
}

enum exh_status exh_keen_cache_down(struct exh_keen_cache *cache, struct exh_error *err)
{
	if (!cache->level)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"the cache is at its first level");
	cache->level--;
	return exh_keen_cache_marks(cache, err);
}

static void mark_lump(struct exh_keen_cache *cache, const struct lump *lump)
{
	for (size_t i = lump->first; i <= lump->last; i++)
		exh_keen_cache_mark(cache, i);
}

/*
 * Chunks that are loaded together.
 */

static const struct lump controls = { 4, 68 }, keen = { 72, 212 };

/* Lumps of objects, by the value in the info plane. */
static const struct {
	uint16_t first_value, last_value;
	struct lump lump;
} spawned[] = {
	{ 1, 2, { 72, 212 } },	  /* Keen */
	{ 19, 19, { 213, 240 } }, /* on the world map */
	{ 21, 33, { 72, 212 } },  /* items, doors */
	{ 41, 41, { 241, 256 } }, /* Broccolash */
	{ 42, 42, { 257, 260 } }, /* Tomatooth */
	{ 43, 43, { 261, 270 } }, /* Carrot Courier */
	{ 45, 45, { 271, 278 } }, /* Asparagusto */
	{ 46, 46, { 279, 280 } }, /* Sour Grape */
	{ 47, 47, { 281, 292 } }, /* Tater Trooper */
	{ 48, 48, { 293, 294 } }, /* Canteloupe Cart */
	{ 49, 49, { 295, 308 } }, /* Frenchy */
	{ 50, 52, { 309, 320 } }, /* Melon Lips */
	{ 57, 57, { 321, 328 } }, /* Squasher */
	{ 58, 58, { 329, 340 } }, /* Apel */
	{ 59, 60, { 341, 358 } }, /* Pea Pod, Pea Brain */
	{ 61, 61, { 359, 367 } }, /* King Boobus */
};

/*
 * Levels.
 */

/* Marks a tile and the tiles of its animation. Stops at a marked tile. */
static void mark_tile(struct exh_keen_cache *cache, bool foreground, uint32_t tile)
{
	const struct exh_keen_span *span =
		&cache->parts->graphics->layout
			 .spans[foreground ? EXH_KEEN_TILE16M : EXH_KEEN_TILE16];
	const enum exh_keen_tile_table table =
		foreground ? EXH_KEEN_MANIM : EXH_KEEN_ANIM;

	while (tile < span->count && !is_marked(cache, span->first + tile)) {
		exh_keen_cache_mark(cache, span->first + tile);
		tile += (uint32_t)exh_keen_tile_number(cache->parts->tile_info, table,
						       tile);
	}
}

static void mark_spawned(struct exh_keen_cache *cache, uint16_t value)
{
	for (size_t i = 0; i < sizeof spawned / sizeof *spawned; i++)
		if (value >= spawned[i].first_value && value <= spawned[i].last_value)
			mark_lump(cache, &spawned[i].lump);
}

void exh_keen_cache_mark_level(struct exh_keen_cache *cache,
			       const struct exh_keen_map *map)
{
	const size_t cells = map->width * map->height;

	exh_keen_cache_clear_marks(cache);
	for (size_t i = 0; i < cells; i++) {
		const uint16_t *const planes[] = { map->planes[0].cells,
						   map->planes[1].cells,
						   map->planes[2].cells };

		if (planes[EXH_KEEN_BACKGROUND])
			mark_tile(cache, false, planes[EXH_KEEN_BACKGROUND][i]);
		/* 0 is no tile. */
		if (planes[EXH_KEEN_FOREGROUND] && planes[EXH_KEEN_FOREGROUND][i])
			mark_tile(cache, true, planes[EXH_KEEN_FOREGROUND][i]);
		if (planes[EXH_KEEN_INFO])
			mark_spawned(cache, planes[EXH_KEEN_INFO][i]);
	}
}

static enum exh_status load_plane(struct exh_keen_cache *cache,
				  const struct exh_keen_map *map, unsigned number,
				  struct exh_error *err)
{
	const struct exh_keen_map_plane *plane = &map->planes[number];
	const uint16_t owner = (uint16_t)(EXH_KEEN_OWNER_PLANES + number);
	enum exh_status status;

	status = get_loaded(cache, owner, map->width * map->height * 2, err);
	if (!status && !plane->absent)
		status =
			read_packed(cache, owner, plane->offset, plane->packed_size, err);
	if (!status && !plane->absent)
		status = get_scratch(cache, EXH_KEEN_OWNER_RLEW, plane->rlew_size, err);
	exh_keen_memory_free(&cache->memory, EXH_KEEN_OWNER_RLEW);
	exh_keen_memory_free(&cache->memory, EXH_KEEN_OWNER_PACKED);
	return status ? exh_within(err, status, "%s plane",
				   exh_keen_plane_name((enum exh_keen_plane)number))
		      : EXH_OK;
}

/* The planes of the previous level are freed first. */
static enum exh_status load_map(struct exh_keen_cache *cache,
				const struct exh_keen_map *map, struct exh_error *err)
{
	enum exh_status status;

	exh_keen_memory_free(&cache->memory, EXH_KEEN_OWNER_HEADER);
	for (unsigned i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		exh_keen_memory_free(&cache->memory,
				     (uint16_t)(EXH_KEEN_OWNER_PLANES + i));
	status = get_loaded(cache, EXH_KEEN_OWNER_HEADER, HEADER_SIZE, err);
	if (!status)
		read_disk(cache, EXH_KEEN_OWNER_HEADER, map->header_offset,
			  (uint32_t)map->header_size);
	for (unsigned i = 0; i < EXH_KEEN_PLANE_COUNT && !status; i++)
		status = load_plane(cache, map, i, err);
	return status;
}

static enum exh_status set_up_level(struct exh_keen_cache *cache, unsigned number,
				    struct exh_error *err)
{
	const struct exh_keen_map *map = exh_keen_find_map(cache->parts->maps, number);
	enum exh_status status;

	if (!map || map->lost)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "there is no level %u",
				number);
	status = load_map(cache, map, err);
	if (!status) {
		exh_keen_cache_mark_level(cache, map);
		status = exh_keen_cache_marks(cache, err);
	}
	return status ? exh_within(err, status, "level %u", number) : EXH_OK;
}

/*
 * The program's start.
 */

static enum exh_status load_sounds(struct exh_keen_cache *cache, struct exh_error *err)
{
	enum exh_status status = EXH_OK;
	size_t chunk;

	for (size_t i = 0; sound_chunk(cache, i, &chunk) && !status; i++) {
		const struct exh_bytes packed = cache->parts->audio->packed[chunk];
		const uint16_t owner = (uint16_t)(EXH_KEEN_OWNER_SOUNDS + i);

		if (!cache->sizes[owner])
			continue;
		status = read_packed(cache, owner, (uint32_t)packed.base, packed.size,
				     err);
		if (!status)
			status = get_loaded(cache, owner, cache->sizes[owner], err);
		exh_keen_memory_free(&cache->memory, EXH_KEEN_OWNER_PACKED);
		if (status)
			exh_within(err, status, "sound %zu", i);
	}
	return status;
}

/* Marks chunks that are never purged; lock: locks the chunk sets, too. */
static void mark_resident(struct exh_keen_cache *cache, bool lock)
{
	static const enum exh_keen_class classes[] = {
		EXH_KEEN_PICTABLE, EXH_KEEN_PICMTABLE, EXH_KEEN_SPRITETABLE,
		EXH_KEEN_FONT,	   EXH_KEEN_TILE8,     EXH_KEEN_TILE8M
	};
	const struct exh_keen_span *spans = cache->parts->graphics->layout.spans;

	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		for (uint32_t k = 0; k < spans[classes[i]].count; k++) {
			const uint32_t chunk = spans[classes[i]].first + k;

			exh_keen_cache_mark(cache, chunk);
			if (lock)
				exh_keen_memory_lock(&cache->memory, (uint16_t)chunk,
						     true);
		}
	mark_lump(cache, &keen);
	for (uint16_t i = keen.first; i <= keen.last && lock; i++)
		exh_keen_memory_lock(&cache->memory, i, true);
}

static enum exh_status load_resident(struct exh_keen_cache *cache, struct exh_error *err)
{
	const struct exh_keen_span *font =
		&cache->parts->graphics->layout.spans[EXH_KEEN_FONT];
	enum exh_status status;

	exh_keen_cache_clear_marks(cache);
	mark_resident(cache, false);
	/* QUIRK: the masked font is marked as well, although there is none: the first
	 * picture has its number. */
	exh_keen_cache_mark(cache, font->first + font->count);
	status = exh_keen_cache_marks(cache, err);
	if (!status)
		mark_resident(cache, true);
	return status;
}

/* Allocates the title and frees it before anything else is loaded. */
static enum exh_status show_title(struct exh_keen_cache *cache, struct exh_error *err)
{
	const size_t size = cache->parts->graphics->layout.video == EXH_KEEN_CGA
				    ? EGA_TITLE / 2
				    : EGA_TITLE;
	enum exh_status status =
		exh_keen_memory_get(&cache->memory, EXH_KEEN_OWNER_TITLE, size, err);

	exh_keen_memory_free(&cache->memory, EXH_KEEN_OWNER_TITLE);
	return status ? exh_within(err, status, "title") : EXH_OK;
}

static enum exh_status start(struct exh_keen_cache *cache,
			     const struct exh_keen_memory_plan *plan,
			     struct exh_error *err)
{
	struct exh_keen_memory *memory = &cache->memory;
	enum exh_status status;

	if (!plan)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"a start needs the size of memory");
	memset(cache->needed, 0, sizeof cache->needed);
	cache->level = 0;
	cache->loaded = cache->loaded_bytes = cache->reads = cache->read_bytes = 0;
	status = exh_keen_memory_start(memory, plan, err);
	if (!status)
		status = exh_keen_memory_get(memory, EXH_KEEN_OWNER_BUFFER, BUFFER_SIZE,
					     err);
	if (!status && cache->parts->graphics->layout.video == EXH_KEEN_CGA)
		status = exh_keen_memory_get(memory, EXH_KEEN_OWNER_SCREEN, CGA_SCREEN,
					     err);
	if (!status)
		status = load_sounds(cache, err);
	if (!status)
		status = load_resident(cache, err);
	if (!status)
		status = show_title(cache, err);
	return status ? exh_within(err, status, "start") : EXH_OK;
}

static enum exh_status open_panel(struct exh_keen_cache *cache, struct exh_error *err)
{
	enum exh_status status = exh_keen_cache_up(cache, err);

	if (status)
		return status;
	exh_keen_cache_clear_marks(cache);
	mark_lump(cache, &controls);
	status = exh_keen_cache_marks(cache, err);
	return status ? exh_within(err, status, "panel") : EXH_OK;
}

/*
 * Steps.
 */

const char *exh_keen_cache_step_name(enum exh_keen_cache_step_kind kind)
{
	static const char *const names[] = { "start", "level", "panel", "back" };

	return (unsigned)kind < sizeof names / sizeof names[0] ? names[kind] : "unknown";
}

static enum exh_status take(struct exh_keen_cache *cache,
			    const struct exh_keen_cache_step *step,
			    const struct exh_keen_memory_plan *plan,
			    struct exh_error *err)
{
	switch (step->kind) {
	case EXH_KEEN_CACHE_START:
		return start(cache, plan, err);
	case EXH_KEEN_CACHE_LEVEL:
		return set_up_level(cache, step->map, err);
	case EXH_KEEN_CACHE_PANEL:
		return open_panel(cache, err);
	default:
		return exh_keen_cache_down(cache, err);
	}
}

static struct exh_keen_cache_result totals_of(const struct exh_keen_cache *cache)
{
	return (struct exh_keen_cache_result){ .counts = cache->memory.counts,
					       .loaded = cache->loaded,
					       .loaded_bytes = cache->loaded_bytes,
					       .reads = cache->reads,
					       .read_bytes = cache->read_bytes };
}

static void subtract(struct exh_keen_cache_result *from,
		     const struct exh_keen_cache_result *what)
{
	from->counts.allocated -= what->counts.allocated;
	from->counts.freed -= what->counts.freed;
	from->counts.purged -= what->counts.purged;
	from->counts.moved -= what->counts.moved;
	from->counts.compactions -= what->counts.compactions;
	from->counts.allocated_bytes -= what->counts.allocated_bytes;
	from->counts.purged_bytes -= what->counts.purged_bytes;
	from->counts.moved_bytes -= what->counts.moved_bytes;
	from->loaded -= what->loaded;
	from->loaded_bytes -= what->loaded_bytes;
	from->reads -= what->reads;
	from->read_bytes -= what->read_bytes;
}

enum exh_status exh_keen_cache_take(struct exh_keen_cache *cache,
				    const struct exh_keen_cache_step *step,
				    const struct exh_keen_memory_plan *plan,
				    struct exh_keen_cache_result *result,
				    struct exh_error *err)
{
	struct exh_keen_cache_result before = { 0 };
	enum exh_status status;

	if (step->kind != EXH_KEEN_CACHE_START)
		before = totals_of(cache);
	status = take(cache, step, plan, err);
	if (!result)
		return status;
	*result = totals_of(cache);
	subtract(result, &before);
	for (size_t i = 0; i < cache->parts->graphics->chunk_count; i++)
		result->marked += is_marked(cache, i) && cache->sizes[i];
	exh_keen_memory_measure(&cache->memory, &result->use);
	return status;
}

static bool fits(struct exh_keen_cache *cache, const struct exh_keen_cache_step *steps,
		 size_t count, const struct exh_keen_memory_plan *plan, unsigned end)
{
	struct exh_keen_memory_plan tried = *plan;

	tried.end_paragraphs = (uint16_t)end;
	for (size_t i = 0; i < count; i++)
		if (exh_keen_cache_take(cache, &steps[i], &tried, NULL, NULL))
			return false;
	return true;
}

uint16_t exh_keen_cache_least(struct exh_keen_cache *cache,
			      const struct exh_keen_cache_step *steps, size_t count,
			      const struct exh_keen_memory_plan *plan)
{
	unsigned short_of = 0, enough = EXH_KEEN_MEMORY_END;

	cache->memory.event = NULL;
	if (!fits(cache, steps, count, plan, enough))
		return 0;
	while (enough - short_of > 1) {
		const unsigned end = short_of + (enough - short_of) / 2;

		if (fits(cache, steps, count, plan, end))
			enough = end;
		else
			short_of = end;
	}
	return (uint16_t)enough;
}
