#include "exhume/advanced/sci_cache.h"

#include <stdlib.h>

enum { BUCKETS = 1024 /* a power of 2 */ };

struct entry {
	unsigned type, number;
	struct exh_bytes bytes;
	size_t holds;
	struct entry *next;	     /* in its bucket */
	struct entry *newer, *older; /* neighbours in the order of use */
};

struct exh_sci_cache {
	struct exh_sci_cache_source source;
	struct entry *buckets[BUCKETS];
	struct entry *newest, *oldest;
	struct exh_sci_cache_state state;
};

struct exh_sci_cache *exh_sci_cache_new(const struct exh_sci_cache_source *source,
					size_t budget)
{
	struct exh_sci_cache *cache = calloc(1, sizeof *cache);

	if (cache) {
		cache->source = *source;
		cache->state.budget = budget;
	}
	return cache;
}

static struct entry **bucket_of(struct exh_sci_cache *cache, unsigned type,
				unsigned number)
{
	return &cache->buckets[(number * 31u + type) & (BUCKETS - 1)];
}

static struct entry *find(struct exh_sci_cache *cache, unsigned type, unsigned number)
{
	struct entry *entry = *bucket_of(cache, type, number);

	while (entry && (entry->type != type || entry->number != number))
		entry = entry->next;
	return entry;
}

/* Removes an entry from the order of use. */
static void unlink_entry(struct exh_sci_cache *cache, struct entry *entry)
{
	*(entry->newer ? &entry->newer->older : &cache->newest) = entry->older;
	*(entry->older ? &entry->older->newer : &cache->oldest) = entry->newer;
}

static void make_newest(struct exh_sci_cache *cache, struct entry *entry)
{
	entry->newer = NULL;
	entry->older = cache->newest;
	*(cache->newest ? &cache->newest->newer : &cache->oldest) = entry;
	cache->newest = entry;
}

static void remove_entry(struct exh_sci_cache *cache, struct entry *entry)
{
	struct entry **at = bucket_of(cache, entry->type, entry->number);

	while (*at != entry)
		at = &(*at)->next;
	*at = entry->next;
	unlink_entry(cache, entry);
	cache->state.count--;
	cache->state.bytes -= entry->bytes.size;
	if (cache->source.release)
		cache->source.release(cache->source.context, entry->bytes);
	free(entry);
}

void exh_sci_cache_free(struct exh_sci_cache *cache)
{
	while (cache && cache->oldest)
		remove_entry(cache, cache->oldest);
	free(cache);
}

/* Evicts entries down to the budget, except held entries and the newest. */
static void evict(struct exh_sci_cache *cache)
{
	struct entry *entry = cache->oldest;

	while (cache->state.bytes > cache->state.budget && entry != cache->newest) {
		struct entry *newer = entry->newer;

		if (!entry->holds) {
			remove_entry(cache, entry);
			cache->state.evictions++;
		}
		entry = newer;
	}
}

static struct entry *read(struct exh_sci_cache *cache, unsigned type, unsigned number)
{
	struct entry *entry = calloc(1, sizeof *entry);
	struct entry **bucket = bucket_of(cache, type, number);

	cache->state.misses++;
	if (!entry ||
	    !cache->source.read(cache->source.context, type, number, &entry->bytes)) {
		free(entry);
		return NULL;
	}
	entry->type = type;
	entry->number = number;
	entry->next = *bucket;
	*bucket = entry;
	make_newest(cache, entry);
	cache->state.count++;
	cache->state.bytes += entry->bytes.size;
	evict(cache);
	return entry;
}

static struct entry *get(struct exh_sci_cache *cache, unsigned type, unsigned number,
			 struct exh_bytes *out)
{
	struct entry *entry = find(cache, type, number);

	if (entry) {
		cache->state.hits++;
		unlink_entry(cache, entry);
		make_newest(cache, entry);
	} else {
		entry = read(cache, type, number);
	}
	*out = entry ? entry->bytes : (struct exh_bytes){ .size = 0 };
	return entry;
}

bool exh_sci_cache_get(struct exh_sci_cache *cache, unsigned type, unsigned number,
		       struct exh_bytes *out)
{
	return get(cache, type, number, out);
}

bool exh_sci_cache_hold(struct exh_sci_cache *cache, unsigned type, unsigned number,
			struct exh_bytes *out)
{
	struct entry *entry = get(cache, type, number, out);

	if (entry)
		cache->state.held += !entry->holds++;
	return entry;
}

void exh_sci_cache_drop(struct exh_sci_cache *cache, unsigned type, unsigned number)
{
	struct entry *entry = find(cache, type, number);

	if (!entry || !entry->holds)
		return;
	cache->state.held -= !--entry->holds;
	evict(cache);
}

struct exh_sci_cache_state exh_sci_cache_state(const struct exh_sci_cache *cache)
{
	return cache->state;
}
