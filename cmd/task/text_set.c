#include "text_set.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 1 << 14, FEWEST_SLOTS = 64 };

const char *text_store_add(struct text_store *store, const char *text)
{
	const size_t size = text ? strlen(text) + 1 : 0;
	char *copy;

	if (!text)
		return NULL;
	if (size > store->left) {
		store->blocks.limit = SIZE_MAX;
		store->left = size > BLOCK_SIZE ? size : BLOCK_SIZE;
		store->next = mem_arena(&store->blocks, store->left, 1);
	}
	copy = memcpy(store->next, text, size);
	store->next += size;
	store->left -= size;
	return copy;
}

void text_store_free(struct text_store *store)
{
	exh_arena_free(&store->blocks);
	*store = (struct text_store){ 0 };
}

/* Returns FNV-1a, whose upper half is mixed into the lower one. */
static size_t hash_of(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (; *text; text++)
		hash = (hash ^ (uint8_t)*text) * 0x100000001b3;
	return (size_t)(hash ^ hash >> 32);
}

/* Returns the slot of the text, or the free slot for it. At least one slot is free. */
static uint32_t *slot_of(const struct text_set *set, const char *text)
{
	size_t i = hash_of(text) & (set->slot_count - 1);

	while (set->slots[i] && strcmp(set->items[set->slots[i] - 1], text) != 0)
		i = (i + 1) & (set->slot_count - 1);
	return &set->slots[i];
}

size_t text_set_find(const struct text_set *set, const char *text)
{
	const uint32_t number = set->slot_count ? *slot_of(set, text) : 0;

	return number ? number - 1 : TEXT_NONE;
}

/* At most two thirds of the slots are used. */
static void make_room(struct text_set *set)
{
	if (set->slot_count && set->count < set->slot_count / 3 * 2)
		return;
	set->slot_count = set->slot_count ? set->slot_count * 2 : FEWEST_SLOTS;
	free(set->slots);
	set->slots = mem_alloc(set->slot_count, sizeof *set->slots);
	for (size_t i = 0; i < set->count; i++)
		*slot_of(set, set->items[i]) = (uint32_t)i + 1;
}

size_t text_set_add(struct text_set *set, const char *text)
{
	uint32_t *slot;

	make_room(set);
	slot = slot_of(set, text);
	if (!*slot) {
		*MEM_ADD(set) = text_store_add(&set->texts, text);
		*slot = (uint32_t)set->count;
	}
	return *slot - 1;
}

void text_set_free(struct text_set *set)
{
	text_store_free(&set->texts);
	free((void *)set->items);
	free(set->slots);
	*set = (struct text_set){ 0 };
}
