/*
 * Resources of an SCI0 game that were read, up to a number of bytes: the one that was
 * used longest ago goes first.
 *
 * Memory: the cache has its own; bytes are the source's. Source: sci0-vm 4.4 (Load,
 * UnLoad).
 */
#ifndef EXHUME_SCI_CACHE_H
#define EXHUME_SCI_CACHE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct exh_sci_cache_source {
	/* False: there is no such resource, or it is damaged. */
	bool (*read)(void *context, unsigned type, unsigned number,
		     struct exh_bytes *out);
	/* What was read leaves the cache. NULL: bytes need no end. */
	void (*release)(void *context, struct exh_bytes bytes);
	void *context;
};

struct exh_sci_cache;

/* budget: bytes that may be kept. NULL: out of memory. */
EXH_API struct exh_sci_cache *exh_sci_cache_new(const struct exh_sci_cache_source *source,
						size_t budget);
/* Releases all. Takes NULL. */
EXH_API void exh_sci_cache_free(struct exh_sci_cache *cache);

/* A resource, which is read if it is not there. Its bytes are valid until the next one is
 * read, and longer while it is held; one that is larger than the budget stays as long.
 * False: the source has none, or memory is short. */
EXH_API bool exh_sci_cache_get(struct exh_sci_cache *cache, unsigned type,
			       unsigned number, struct exh_bytes *out);
/* The same, and it stays until it was dropped as often as it was held: so do Load and
 * UnLoad. */
EXH_API bool exh_sci_cache_hold(struct exh_sci_cache *cache, unsigned type,
				unsigned number, struct exh_bytes *out);
/* Nothing happens to one that is not held. */
EXH_API void exh_sci_cache_drop(struct exh_sci_cache *cache, unsigned type,
				unsigned number);

struct exh_sci_cache_state {
	/* Since the start. */
	uint64_t hits, misses; /* misses: those that the source lacks, too */
	uint64_t evictions;
	/* Now. */
	size_t count, held; /* resources */
	size_t bytes;	    /* of all of them */
	size_t budget;
};

EXH_API struct exh_sci_cache_state exh_sci_cache_state(const struct exh_sci_cache *cache);

#ifdef __cplusplus
}
#endif
#endif
