/*
 * Loaded before a program's libraries: of the allocations that the program itself asks
 * for, the one that FAIL_AT counts gets nothing. Those of libraries are not ours to
 * judge. FAIL_COUNT names a file for their number.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What glibc has beneath. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_long count, chosen;
static int count_file;
static uintptr_t code, code_end; /* of the program */

static int find_code(struct dl_phdr_info *object, size_t size, void *context)
{
	(void)size;
	(void)context;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];

		if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
			continue;
		code = object->dlpi_addr + part->p_vaddr;
		code_end = code + part->p_memsz;
	}
	return 1; /* the program is the first */
}

__attribute__((constructor)) static void start(void)
{
	const char *at = getenv("FAIL_AT"), *path = getenv("FAIL_COUNT");

	/* Once it has begun, the program has no right to. */
	count_file =
		path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
	dl_iterate_phdr(find_code, NULL);
	chosen = at ? strtol(at, NULL, 10) : 0;
}

__attribute__((destructor)) static void end(void)
{
	if (count_file < 0)
		return;
	dprintf(count_file, "%ld\n", (long)count);
	close(count_file);
}

static bool fails(const void *caller)
{
	if ((uintptr_t)caller < code || (uintptr_t)caller >= code_end ||
	    ++count != chosen)
		return false;
	errno = ENOMEM;
	return true;
}

#define FAILS fails(__builtin_return_address(0))

void *malloc(size_t size)
{
	return FAILS ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
	return FAILS ? NULL : __libc_calloc(number, size);
}

void *realloc(void *old, size_t size)
{
	return FAILS ? NULL : __libc_realloc(old, size);
}

static char *copy(const char *text, size_t size)
{
	char *to = __libc_malloc(size + 1);

	if (!to)
		return NULL;
	memcpy(to, text, size);
	to[size] = '\0';
	return to;
}

char *strdup(const char *text)
{
	return FAILS ? NULL : copy(text, strlen(text));
}

char *strndup(const char *text, size_t most)
{
	return FAILS ? NULL : copy(text, strnlen(text, most));
}
