#include "exhume/base.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

struct exh_block {
	struct exh_block *before;
	alignas(max_align_t) unsigned char bytes[];
};

/* Allocates each object by itself on purpose: the address sanitizer sees each one's
 * edges. */
void *exh_alloc(struct exh_arena *arena, size_t count, size_t size)
{
	struct exh_block *block;

	if (size && count > (arena->limit - arena->used) / size)
		return NULL;
	if (count * size > SIZE_MAX - sizeof *block)
		return NULL;
	block = calloc(1, sizeof *block + count * size);
	if (!block)
		return NULL;
	block->before = arena->last;
	arena->last = block;
	arena->used += count * size;
	return block->bytes;
}

struct exh_bytes exh_memdup(struct exh_arena *arena, struct exh_bytes bytes)
{
	uint8_t *copy =
		bytes.size < SIZE_MAX ? exh_alloc(arena, bytes.size + 1, 1) : NULL;

	if (copy && bytes.size)
		memcpy(copy, bytes.data, bytes.size);
	bytes.data = copy;
	return bytes;
}

void exh_arena_free(struct exh_arena *arena)
{
	struct exh_block *block = arena->last;

	while (block) {
		struct exh_block *before = block->before;

		free(block);
		block = before;
	}
	arena->last = NULL;
	arena->used = 0;
}
