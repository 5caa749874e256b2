/*
 * The linker turns each allocation of the program, and of the library in it, into a call
 * of one of these (--wrap): a failure is remembered. The caller handles it as well.
 */
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);

/* Notes that memory ended. For a size of 0 bytes NULL is no failure. */
static void *checked(void *block, size_t size)
{
	if (!block && size)
		memory_note_end();
	return block;
}

void *__wrap_calloc(size_t count, size_t size)
{
	return checked(__real_calloc(count, size), count ? size : 0);
}

void *__wrap_realloc(void *block, size_t size)
{
	return checked(__real_realloc(block, size), size);
}

#ifdef __EMSCRIPTEN__

/* Emscripten exports malloc: it can be defined anew, but not be wrapped. */
void *emscripten_builtin_malloc(size_t size);

void *malloc(size_t size)
{
	return checked(emscripten_builtin_malloc(size), size);
}

#else

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);
char *__real_strndup(const char *text, size_t most);
char *__wrap_strndup(const char *text, size_t most);

void *__wrap_malloc(size_t size)
{
	return checked(__real_malloc(size), size);
}

char *__wrap_strdup(const char *text)
{
	return checked(__real_strdup(text), 1);
}

char *__wrap_strndup(const char *text, size_t most)
{
	return checked(__real_strndup(text, most), 1);
}

#endif
