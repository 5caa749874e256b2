/* What the parts of the cache manager share: marks and loads (cache.c), runs
 * (cache_run.c). */
#ifndef EXH_ENGINE_KEEN_DREAMS_CACHE_PARTS_H
#define EXH_ENGINE_KEEN_DREAMS_CACHE_PARTS_H

#include "exhume/keen_memory.h"

#include "../../../keen/layout.h"

enum {
	BUFFER_SIZE = 4096,	   /* bytes; a single read is no longer, ... */
	MAX_GAP = 1024,		   /* ... and no more than this in it is not wanted */
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

bool exh_keen_cache_sound_chunk(const struct exh_keen_cache *cache, size_t sound,
				size_t *chunk);
void exh_keen_cache_read_disk(struct exh_keen_cache *cache, uint16_t owner,
			      uint32_t offset, uint32_t size);
enum exh_status exh_keen_cache_get_scratch(struct exh_keen_cache *cache, uint16_t owner,
					   size_t size, struct exh_error *err);
enum exh_status exh_keen_cache_read_packed(struct exh_keen_cache *cache, uint16_t owner,
					   uint32_t offset, size_t size,
					   struct exh_error *err);
enum exh_status exh_keen_cache_get_loaded(struct exh_keen_cache *cache, uint16_t owner,
					  size_t size, struct exh_error *err);
bool exh_keen_cache_is_marked(const struct exh_keen_cache *cache, size_t chunk);
void exh_keen_cache_mark_lump(struct exh_keen_cache *cache, const struct lump *lump);

#endif
