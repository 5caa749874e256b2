/*
 * A cache of the resources of an SCI0 game, up to a number of bytes: the resource that
 * was not used for the longest time is dropped first.
 *
 * Memory: the cache owns its lists; the source owns the bytes.
 * Source: sci0-vm 4.4 (Load, UnLoad).
 */
#ifndef EXHUME_ADVANCED_SCI_CACHE_H
#define EXHUME_ADVANCED_SCI_CACHE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Callbacks that read resources. */
struct exh_sci_cache_source {
	/* Reads a resource. False: it does not exist, or is damaged. */
	bool (*read)(void *context, unsigned type, unsigned number,
		     struct exh_bytes *out);
	/* Releases bytes that read returned. NULL: they need no release. */
	void (*release)(void *context, struct exh_bytes bytes);
	void *context;
};

struct exh_sci_cache;

/* Makes a cache that keeps up to budget bytes. NULL: out of memory. */
EXH_API struct exh_sci_cache *exh_sci_cache_new(const struct exh_sci_cache_source *source,
						size_t budget);
/* Releases all resources. Accepts NULL. */
EXH_API void exh_sci_cache_free(struct exh_sci_cache *cache);

/* Gets a resource, and reads it if it is not in the cache. Its bytes are valid until
 * the next one is read, and longer while it is held; this also holds for one that is
 * larger than the budget. False: the source has none, or memory is short. */
EXH_API bool exh_sci_cache_get(struct exh_sci_cache *cache, unsigned type,
			       unsigned number, struct exh_bytes *out);
/* Gets a resource and holds it, as Load does: it stays until it was dropped as often
 * as it was held. */
EXH_API bool exh_sci_cache_hold(struct exh_sci_cache *cache, unsigned type,
				unsigned number, struct exh_bytes *out);
/* Drops a hold, as UnLoad does. No effect on a resource that is not held. */
EXH_API void exh_sci_cache_drop(struct exh_sci_cache *cache, unsigned type,
				unsigned number);

/* Statistics. */
struct exh_sci_cache_state {
	/* Since the start. */
	uint64_t hits, misses; /* misses include resources that the source lacks */
	uint64_t evictions;
	/* Now. */
	size_t count, held; /* resources */
	size_t bytes;	    /* bytes of all of them */
	size_t budget;
};

/* Returns the statistics. */
EXH_API struct exh_sci_cache_state exh_sci_cache_state(const struct exh_sci_cache *cache);

#ifdef __cplusplus
}
#endif

#endif
