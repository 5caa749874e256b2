#include "memory.h"

#include "disk.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FEW = 16 }; /* initial capacity of a list */

/* An allocator has no context: so this is global. */
static atomic_bool has_ended;

void memory_note_end(void)
{
	has_ended = true;
}

bool memory_has_ended(void)
{
	return has_ended;
}

/*
 * Unfinished files.
 */

/* The program ends at any place, without a context: so these are global. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	const char **items;
	size_t count, capacity;
} list;

void unfinished_lock(void)
{
	pthread_mutex_lock(&lock);
}

void unfinished_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

/* Removes all unfinished files; nothing else of the program matters then. */
static void remove_all(void)
{
	/* Never unlocked: no file gets its name any more. */
	unfinished_lock();
	while (list.count)
		disk_remove_all(list.items[--list.count]);
}

/* Does not call exit(), since other threads are running. */
_Noreturn void mem_end(void)
{
	static const char text[] = "exhume: out of memory\n";

	remove_all();
	if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
		_exit(EXIT_FAILURE);
	_exit(EXIT_FAILURE);
}

void unfinished_add(const char *path)
{
	bool has_room = true;

	unfinished_lock();
	if (list.count == list.capacity) {
		const size_t capacity = list.capacity ? list.capacity * 2 : 64;
		const char **items = realloc(list.items, capacity * sizeof *items);

		has_room = items;
		if (items) {
			list.items = items;
			list.capacity = capacity;
		}
	}
	if (has_room)
		list.items[list.count++] = path;
	unfinished_unlock();
	if (has_room)
		return;
	disk_remove(path);
	mem_end();
}

void unfinished_forget(const char *path)
{
	unfinished_lock();
	for (size_t i = list.count; i-- > 0;)
		if (list.items[i] == path) {
			list.items[i] = list.items[--list.count];
			break;
		}
	if (!list.count) {
		free(list.items);
		list.items = NULL;
		list.capacity = 0;
	}
	unfinished_unlock();
}

void unfinished_remove(const char *path)
{
	if (!path)
		return;
	disk_remove(path);
	unfinished_forget(path);
}

void unfinished_remove_all(const char *path)
{
	disk_remove_all(path);
	unfinished_forget(path);
}

/*
 * Blocks.
 */

static void *given(void *block)
{
	if (!block)
		mem_end();
	return block;
}

void *mem_alloc(size_t count, size_t size)
{
	if (!count || !size)
		return given(malloc(1));
	return given(count <= SIZE_MAX / size ? calloc(count, size) : NULL);
}

void *mem_room(size_t count, size_t size)
{
	if (!count || !size)
		return given(malloc(1));
	return given(count <= SIZE_MAX / size ? malloc(count * size) : NULL);
}

void *mem_copy(const void *data, size_t count, size_t size)
{
	void *block = mem_room(count, size);

	if (count && size)
		memcpy(block, data, count * size);
	return block;
}

char *mem_text(const char *text)
{
	return mem_text_part(text, strlen(text));
}

char *mem_text_part(const char *text, size_t size)
{
	return given(strndup(text, size));
}

char *mem_join(const char *start, const char *middle, const char *end)
{
	const size_t sizes[] = { strlen(start), strlen(middle), strlen(end) };
	char *text = mem_room(sizes[0] + sizes[1] + sizes[2] + 1, 1), *at = text;

	at = (char *)memcpy(at, start, sizes[0]) + sizes[0];
	at = (char *)memcpy(at, middle, sizes[1]) + sizes[1];
	at = (char *)memcpy(at, end, sizes[2]) + sizes[2];
	*at = '\0';
	return text;
}

static char *format_text(const char *format, va_list args)
{
	va_list again;
	char *text;
	int size;

	va_copy(again, args);
	size = vsnprintf(NULL, 0, format, args);
	if (size < 0)
		mem_end();
	text = mem_room((size_t)size + 1, 1);
	vsnprintf(text, (size_t)size + 1, format, again);
	va_end(again);
	return text;
}

char *mem_format(const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = format_text(format, args);
	va_end(args);
	return text;
}

char *mem_arena_text(struct exh_arena *arena, const char *text)
{
	return memcpy(mem_arena(arena, strlen(text) + 1, 1), text, strlen(text) + 1);
}

char *mem_arena_format(struct exh_arena *arena, const char *format, ...)
{
	va_list args;
	char *text, *kept;

	va_start(args, format);
	text = format_text(format, args);
	va_end(args);
	kept = mem_arena_text(arena, text);
	free(text);
	return kept;
}

static enum exh_status fail_limit(const struct exh_arena *arena, struct exh_error *err)
{
	if (has_ended)
		mem_end();
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
			"it takes more memory than the limit of %zu bytes", arena->limit);
}

void *mem_arena_try(struct exh_arena *arena, size_t count, size_t size,
		    struct exh_error *err)
{
	void *block = exh_alloc(arena, count, size);

	if (!block)
		fail_limit(arena, err);
	return block;
}

enum exh_status mem_arena_copy(struct exh_arena *arena, struct exh_bytes bytes,
			       struct exh_bytes *out, struct exh_error *err)
{
	*out = exh_memdup(arena, bytes);
	return out->data ? EXH_OK : fail_limit(arena, err);
}

struct exh_bytes mem_arena_keep(struct exh_arena *arena, struct exh_bytes bytes)
{
	const struct exh_bytes copy = exh_memdup(arena, bytes);

	if (!copy.data)
		mem_end();
	return copy;
}

void *mem_arena(struct exh_arena *arena, size_t count, size_t size)
{
	return given(exh_alloc(arena, count, size));
}

void *mem_grow(void *items, size_t *capacity, size_t wanted, size_t item_size)
{
	size_t more = *capacity ? *capacity : FEW;

	if (wanted <= *capacity)
		return given(items);
	while (more < wanted)
		more = more <= SIZE_MAX / 2 ? more * 2 : SIZE_MAX;
	*capacity = more;
	return given(more <= SIZE_MAX / item_size ? realloc(items, more * item_size)
						  : NULL);
}

void mem_check(const struct exh_writer *out)
{
	if (out->failed)
		mem_end();
}

enum exh_status mem_check_limit(const struct exh_writer *out, struct exh_error *err)
{
	if (out->failed && has_ended)
		mem_end();
	return out->failed ? exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				      "larger than the limit of %zu bytes", out->limit)
			   : EXH_OK;
}
