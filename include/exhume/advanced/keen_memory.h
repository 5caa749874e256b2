/*
 * Models of Keen Dreams' memory manager and cache manager: the blocks that would exist on
 * a PC with a given amount of memory, and the reads from disk, while levels are set up.
 *
 * Units:   names in _paragraphs and all sizes of blocks are in paragraphs of 16 bytes.
 * Memory:  both managers are structs of a fixed size; the cache borrows the game.
 * Source:  keen-engine 1.1 and 2, keen-formats 3; formats/engine/keen/dreams/README.md,
 *          "Memory manager" and "Cache manager", for the gaps in these.
 */
#ifndef EXHUME_ADVANCED_KEEN_MEMORY_H
#define EXHUME_ADVANCED_KEEN_MEMORY_H

#include "keen_engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The memory manager: a list of blocks by address.
 */

enum {
	EXH_KEEN_PARAGRAPH = 16,       /* bytes */
	EXH_KEEN_MEMORY_BLOCKS = 1300, /* blocks at most, including fixed ones */
	EXH_KEEN_MEMORY_OWNERS = 4096, /* owners of blocks are numbers below this */
	EXH_KEEN_MEMORY_END = 0xffff,  /* paragraphs: the end of the address space */
	EXH_KEEN_PURGE_MOST = 3,       /* highest purge level: purged first */
	EXH_KEEN_NO_OWNER = 0xffff,    /* owner of fixed blocks */
	EXH_KEEN_NO_BLOCK = 0xffff,
};

/* The fixed areas: [0, low) is DOS and the program, [low, low + near) the near heap,
 * then follows the gap, then the far heap up to end. */
struct exh_keen_memory_plan {
	uint16_t low_paragraphs, near_paragraphs, gap_paragraphs, end_paragraphs;
};

/* Plans a PC with memory bytes, of which DOS and the program take program; the gap is
 * taken from the program's part, the rest is free. EXH_INVALID if nothing is left, or
 * it is over 1 MiB. */
EXH_CHECKED enum exh_status exh_keen_memory_plan(size_t memory, size_t program,
						 struct exh_keen_memory_plan *plan,
						 struct exh_error *err);

/* A block. */
struct exh_keen_memory_block {
	uint16_t start, length; /* paragraphs */
	uint16_t owner;
	uint16_t next; /* index in blocks, or EXH_KEEN_NO_BLOCK */
	uint8_t purge; /* purge level: 0: never purged; 1 to 3: may be purged */
	bool locked;   /* neither moved nor purged */
};

/* Kind of an event. */
enum exh_keen_memory_event_kind {
	EXH_KEEN_MEMORY_ALLOCATED,
	EXH_KEEN_MEMORY_FREED,
	EXH_KEEN_MEMORY_LOCKED,
	EXH_KEEN_MEMORY_UNLOCKED,
	EXH_KEEN_MEMORY_PURGE_SET, /* to level purge */
	EXH_KEEN_MEMORY_PURGED,
	EXH_KEEN_MEMORY_MOVED,	   /* block that was at from */
	EXH_KEEN_MEMORY_COMPACTED, /* after all moves */
	EXH_KEEN_MEMORY_FAILED,	   /* no room for length */
	EXH_KEEN_MEMORY_READ,	   /* from disk: offset and size in the archive */
};

/* Returns "allocated", "freed", "locked", "unlocked", "purge", "purged", "moved",
 * "compacted", "failed" or "read". The string is static. */
EXH_API const char *exh_keen_memory_event_name(enum exh_keen_memory_event_kind kind);

/* An event of the manager or the cache. */
struct exh_keen_memory_event {
	enum exh_keen_memory_event_kind kind;
	uint16_t owner;
	uint16_t start, length, from; /* paragraphs */
	uint8_t purge;
	uint32_t offset, size; /* bytes */
};

/* Counts of events since the start. */
struct exh_keen_memory_counts {
	uint64_t allocated, freed, purged, moved, compactions;
	uint64_t allocated_bytes, purged_bytes, moved_bytes;
};

/* State of the memory manager. */
struct exh_keen_memory {
	struct exh_keen_memory_block blocks[EXH_KEEN_MEMORY_BLOCKS];
	uint16_t head, rover, first_unused; /* indices in blocks */
	uint16_t block_count;		    /* blocks in the list */
	/* For each owner the start of its block, as compacting leaves it, and the
	 * block's index; 0 and EXH_KEEN_NO_BLOCK if it has none. */
	uint16_t segments[EXH_KEEN_MEMORY_OWNERS];
	uint16_t block_of[EXH_KEEN_MEMORY_OWNERS];
	struct exh_keen_memory_counts counts;
	/* Called after each event; may be NULL. */
	void (*event)(void *context, const struct exh_keen_memory *memory,
		      const struct exh_keen_memory_event *event);
	void *context; /* passed to event */
};

/* Sets memory to only the fixed blocks; event and context are not changed. EXH_INVALID
 * for a plan whose areas pass its end. */
EXH_CHECKED enum exh_status exh_keen_memory_start(struct exh_keen_memory *memory,
						  const struct exh_keen_memory_plan *plan,
						  struct exh_error *err);

/*
 * Allocates a block of size bytes for owner, who has none yet: unlocked, purge level 0.
 * It takes the first hole after the rover, or before it, or the one that compacting
 * leaves; purgeable blocks in the hole are purged. EXH_NO_MEMORY if there is no hole,
 * EXH_LIMIT when all blocks are in use, EXH_INVALID for an owner who already has one or
 * whose number is too high.
 */
EXH_CHECKED enum exh_status exh_keen_memory_get(struct exh_keen_memory *memory,
						uint16_t owner, size_t size,
						struct exh_error *err);

/* Free or lock the owner's block; no effect if there is none. */
EXH_API void exh_keen_memory_free(struct exh_keen_memory *memory, uint16_t owner);
EXH_API void exh_keen_memory_lock(struct exh_keen_memory *memory, uint16_t owner,
				  bool locked);
/* Sets the purge level of the owner's block; levels above EXH_KEEN_PURGE_MOST count as
 * that. */
EXH_API void exh_keen_memory_set_purge(struct exh_keen_memory *memory, uint16_t owner,
				       unsigned purge);

/* Purges all purgeable blocks and closes all gaps that no locked block prevents. */
EXH_API void exh_keen_memory_compact(struct exh_keen_memory *memory);

/* True if the owner has a block. */
EXH_API bool exh_keen_memory_has(const struct exh_keen_memory *memory, uint16_t owner);

/* Use of memory, in bytes. */
struct exh_keen_memory_use {
	uint32_t fixed, locked, kept, purgeable, free; /* the sum is all memory */
	uint32_t largest_free;
	/* The largest hole after purging all purgeable blocks, without moving any. */
	uint32_t largest_purged;
	unsigned blocks;
};

/* Measures the use of memory. */
EXH_API void exh_keen_memory_measure(const struct exh_keen_memory *memory,
				     struct exh_keen_memory_use *use);

/*
 * The cache manager, which loads the chunks of the graphics, planes and sounds.
 */

/* Owners: chunks by their numbers, then these. */
enum {
	EXH_KEEN_OWNER_CHUNKS = 3840, /* number of chunks, at most */
	EXH_KEEN_OWNER_BUFFER = 3840, /* the buffer for reading, 4096 bytes */
	/* Packed data too long for the buffer, while being expanded. */
	EXH_KEEN_OWNER_PACKED = 3841,
	EXH_KEEN_OWNER_RLEW = 3842,   /* a plane between Huffman and RLEW */
	EXH_KEEN_OWNER_SCREEN = 3843, /* CGA: the screen's buffer */
	EXH_KEEN_OWNER_TITLE = 3844,  /* the picture shown at the start */
	EXH_KEEN_OWNER_HEADER = 3845, /* header of the level */
	EXH_KEEN_OWNER_PLANES = 3846, /* three planes of the level */
	EXH_KEEN_OWNER_SOUNDS = 3850, /* sounds by their numbers, up to the last owner */
};

enum { EXH_KEEN_CACHE_LEVELS = 8 };

/* State of the cache manager. */
struct exh_keen_cache {
	struct exh_keen_memory memory;
	const struct exh_keen_parts *parts;
	enum exh_audio_device device;
	/* Bytes of each owner's block; 0: the game has no such chunk. */
	uint32_t sizes[EXH_KEEN_MEMORY_OWNERS];
	uint8_t needed[EXH_KEEN_OWNER_CHUNKS]; /* one bit for each level of the cache */
	unsigned level;
	/* Bytes of the graphics archive that the buffer holds: [start, end). */
	uint32_t buffer_start, buffer_end;
	/* Since the start: loaded chunks, planes and sounds, their bytes in memory, and
	 * the reads from disk for them. */
	uint64_t loaded, loaded_bytes, reads, read_bytes;
};

/*
 * Returns the bytes of a chunk in memory: expanded, sprites with tables and shifted
 * copies, as many 8x8 tiles as the program requests. 0 if the game lacks it.
 */
EXH_API uint32_t exh_keen_cached_size(const struct exh_keen_graphics *graphics,
				      size_t chunk_number);

/* Sets up the cache for a game, whose parts are borrowed. EXH_LIMIT if it has more
 * chunks or sounds than there are owners. */
EXH_CHECKED enum exh_status exh_keen_cache_open(struct exh_keen_cache *cache,
						const struct exh_keen_parts *parts,
						enum exh_audio_device device,
						struct exh_error *err);

/* Marks a chunk as needed at the cache's current level. */
EXH_API void exh_keen_cache_mark(struct exh_keen_cache *cache, size_t chunk_number);
/* Clears all marks of the current level. */
EXH_API void exh_keen_cache_clear_marks(struct exh_keen_cache *cache);
/* Loads all marked chunks that are missing, merging reads. Chunks without a mark
 * become purgeable (level 3), unless they are locked. Errors are those of
 * exh_keen_memory_get. */
EXH_CHECKED enum exh_status exh_keen_cache_marks(struct exh_keen_cache *cache,
						 struct exh_error *err);
/* Raise and lower the cache's level. EXH_LIMIT above the last or below the first
 * level. down loads the chunks that the lower level marked. */
EXH_CHECKED enum exh_status exh_keen_cache_up(struct exh_keen_cache *cache,
					      struct exh_error *err);
EXH_CHECKED enum exh_status exh_keen_cache_down(struct exh_keen_cache *cache,
						struct exh_error *err);

/* Marks the chunks of a level: all tiles of its planes and of their animations;
 * sprites of the objects on its info plane. */
EXH_API void exh_keen_cache_mark_level(struct exh_keen_cache *cache,
				       const struct exh_keen_map *map);

/*
 * A run, step by step.
 */

/* Kind of a step. */
enum exh_keen_cache_step_kind {
	EXH_KEEN_CACHE_START, /* the program starts: first, and only once */
	EXH_KEEN_CACHE_LEVEL, /* a level is set up */
	EXH_KEEN_CACHE_PANEL, /* the control panel is opened ... */
	EXH_KEEN_CACHE_BACK,  /* ... and closed */
};

/* Returns "start", "level", "panel" or "back". The string is static. */
EXH_API const char *exh_keen_cache_step_name(enum exh_keen_cache_step_kind kind);

/* A step of a run. */
struct exh_keen_cache_step {
	enum exh_keen_cache_step_kind kind;
	unsigned map; /* number of the level */
};

/* Work of a step, and the use of memory after it. */
struct exh_keen_cache_result {
	struct exh_keen_memory_counts counts;
	uint64_t loaded, loaded_bytes, reads, read_bytes;
	unsigned marked; /* marked chunks */
	struct exh_keen_memory_use use;
};

/*
 * Executes a step. The first is EXH_KEEN_CACHE_START, which needs plan; the others don't
 * use it. result may be NULL; it is filled even on failure. EXH_NO_MEMORY and EXH_LIMIT:
 * the program would end here. EXH_INVALID for a level that does not exist, and for a
 * start with an invalid plan.
 */
EXH_CHECKED enum exh_status exh_keen_cache_take(struct exh_keen_cache *cache,
						const struct exh_keen_cache_step *step,
						const struct exh_keen_memory_plan *plan,
						struct exh_keen_cache_result *result,
						struct exh_error *err);

/*
 * Returns the smallest end of memory, in paragraphs, with which all steps succeed; low,
 * near and gap are plan's. 0 if no memory is enough. The cache is restarted many times,
 * without reporting events.
 */
EXH_API uint16_t exh_keen_cache_least(struct exh_keen_cache *cache,
				      const struct exh_keen_cache_step *steps,
				      size_t count,
				      const struct exh_keen_memory_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
