/*
 * The cache manager: marks, loading for them, and the loads of a run. Source:
 * keen-engine 2, 9; keen-formats 3, 3.3, 3.5, 4.
 */
#include "cache_parts.h"

#include <string.h>

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
bool exh_keen_cache_sound_chunk(const struct exh_keen_cache *cache, size_t sound,
				size_t *chunk)
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

	for (size_t i = 0; exh_keen_cache_sound_chunk(cache, i, &chunk); i++) {
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
		/* What can't be expanded is not there. */
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
 * Reading: counts and reports it.
 */

void exh_keen_cache_read_disk(struct exh_keen_cache *cache, uint16_t owner,
			      uint32_t offset, uint32_t size)
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

/* A block that is locked while something is expanded. */
enum exh_status exh_keen_cache_get_scratch(struct exh_keen_cache *cache, uint16_t owner,
					   size_t size, struct exh_error *err)
{
	const enum exh_status status =
		exh_keen_memory_get(&cache->memory, owner, size, err);

	if (!status)
		exh_keen_memory_lock(&cache->memory, owner, true);
	return status;
}

/* Reads size bytes for owner: into the buffer, or, if they are too many, into a block
 * that has to be freed. */
enum exh_status exh_keen_cache_read_packed(struct exh_keen_cache *cache, uint16_t owner,
					   uint32_t offset, size_t size,
					   struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	if (size > BUFFER_SIZE)
		status = exh_keen_cache_get_scratch(cache, EXH_KEEN_OWNER_PACKED, size,
						    err);
	if (!status)
		exh_keen_cache_read_disk(cache, owner, offset, (uint32_t)size);
	return status;
}

enum exh_status exh_keen_cache_get_loaded(struct exh_keen_cache *cache, uint16_t owner,
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

bool exh_keen_cache_is_marked(const struct exh_keen_cache *cache, size_t chunk)
{
	return cache->needed[chunk] & level_bit(cache);
}

static bool is_wanted(const struct exh_keen_cache *cache, size_t chunk)
{
	return exh_keen_cache_is_marked(cache, chunk) && cache->sizes[chunk] &&
	       !exh_keen_memory_has(&cache->memory, (uint16_t)chunk);
}

static const struct exh_keen_place *place_of(const struct exh_keen_cache *cache,
					     size_t chunk)
{
	return &cache->parts->graphics->chunks[chunk].place;
}

/* Where a read that begins with a chunk ends: what else is wanted comes with it, as long
 * as it fits into the buffer and not too much is read in vain. */
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
		status = exh_keen_cache_read_packed(cache, owner, place->offset,
						    place->packed_size, err);
	} else if (!is_in_buffer(cache, place)) {
		cache->buffer_start = place->offset;
		cache->buffer_end = read_end(cache, chunk);
		exh_keen_cache_read_disk(cache, owner, place->offset,
					 cache->buffer_end - cache->buffer_start);
	}
	if (!status)
		status =
			exh_keen_cache_get_loaded(cache, owner, cache->sizes[chunk], err);
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
			exh_keen_memory_set_purge(
				memory, i,
				exh_keen_cache_is_marked(cache, i) ? 0 : UNWANTED);
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

void exh_keen_cache_mark_lump(struct exh_keen_cache *cache, const struct lump *lump)
{
	for (size_t i = lump->first; i <= lump->last; i++)
		exh_keen_cache_mark(cache, i);
}
