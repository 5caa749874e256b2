#include "memory.h"

#include "unfinished.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FEW = 16 }; /* items that a list begins with */

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

/* Not by exit(), since other threads are at work. */
_Noreturn void mem_end(void)
{
	static const char text[] = "exhume: out of memory\n";

	unfinished_remove_all();
	if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
		_exit(EXIT_FAILURE);
	_exit(EXIT_FAILURE);
}

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

void *mem_copy(const void *data, size_t count, size_t size)
{
	void *block = mem_alloc(count, size);

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

char *mem_format(const char *format, ...)
{
	va_list args, again;
	char *text;
	int size;

	va_start(args, format);
	va_copy(again, args);
	size = vsnprintf(NULL, 0, format, args);
	if (size < 0)
		mem_end();
	text = mem_alloc((size_t)size + 1, 1);
	vsnprintf(text, (size_t)size + 1, format, again);
	va_end(again);
	va_end(args);
	return text;
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
