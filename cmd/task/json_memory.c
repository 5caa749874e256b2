#include "json_memory.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { LEAST_RESERVE = 1 << 12 };

/* An allocator gets no context from jansson: so these are global. */
static atomic_bool memory_ended;
static _Thread_local struct {
	char *data;
	size_t size, used; /* bytes */
} reserve;

void json_lose(void)
{
	memory_ended = true;
}

bool json_has_lost(void)
{
	return memory_ended;
}

void *json_allocate(size_t size)
{
	void *block = malloc(size);

	if (!block)
		json_lose();
	return block;
}

/*
 * For jansson.
 */

static bool may_be_buffer(size_t size)
{
	return size >= 16 && !(size & (size - 1));
}

static void *allocate(size_t size)
{
	void *block = json_allocate(size);

	if (!block && may_be_buffer(size) && size <= reserve.size - reserve.used) {
		block = reserve.data + reserve.used;
		reserve.used += size;
	}
	return block;
}

static void release(void *block)
{
	const uintptr_t at = (uintptr_t)block, start = (uintptr_t)reserve.data;

	if (at - start >= reserve.size)
		free(block);
}

void json_watch_memory(void)
{
	json_set_alloc_funcs(allocate, release);
}

/* Bytes from a quote to the next one at most, of those that are not escaped: no string
 * and no number is longer. */
static size_t longest_token(struct exh_bytes text)
{
	size_t longest = 0, start = 0;

	for (size_t i = 0; i < text.size; i++) {
		if (text.data[i] == '\\') {
			i++;
		} else if (text.data[i] == '"') {
			longest = i - start > longest ? i - start : longest;
			start = i;
		}
	}
	return text.size - start > longest ? text.size - start : longest;
}

bool json_open_reserve(struct exh_bytes text)
{
	const size_t longest = longest_token(text);
	/* A buffer is at most twice as large as its text, and all before it together are
	 * as large as it. */
	const size_t size = longest < SIZE_MAX / 8 ? 4 * longest + LEAST_RESERVE : 0;

	reserve.data = size ? malloc(size) : NULL;
	reserve.size = reserve.data ? size : 0;
	reserve.used = 0;
	return reserve.data;
}

void json_close_reserve(void)
{
	free(reserve.data);
	reserve.data = NULL;
	reserve.size = 0;
}
