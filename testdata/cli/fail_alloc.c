/*
 * Loaded before a program's libraries: of the allocations that the program itself asks
 * for, the one that FAIL_AT counts gets nothing. Those of libraries are not ours to
 * judge. FAIL_COUNT names a file for their number, and for the blocks that nobody has
 * freed in the end, of whomever: a line each, its bytes and who asked for it (an address
 * in the program, or a library). What the dynamic loader keeps of threads is its own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
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

enum { PLACES = 1 << 15 }; /* for blocks: a power of two, many more than a test has */

struct block {
	uintptr_t address; /* 0: nobody was here; FREED: look further for another */
	const void *caller;
	size_t size;
};

#define FREED 1

static atomic_long count, chosen;
static int count_file;
static uintptr_t start_of_program, code, code_end;
static struct block blocks[PLACES];
static atomic_flag busy = ATOMIC_FLAG_INIT;

static int find_code(struct dl_phdr_info *object, size_t size, void *context)
{
	(void)size;
	(void)context;
	start_of_program = object->dlpi_addr;
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

static bool is_program(const void *caller)
{
	return (uintptr_t)caller >= code && (uintptr_t)caller < code_end;
}

static void print_block(const struct block *block)
{
	Dl_info place;

	if (is_program(block->caller))
		dprintf(count_file, "%zu %#lx\n", block->size,
			(unsigned long)((uintptr_t)block->caller - start_of_program));
	else if (!dladdr(block->caller, &place))
		dprintf(count_file, "%zu ?\n", block->size);
	else if (!strstr(place.dli_fname, "/ld-"))
		dprintf(count_file, "%zu %s\n", block->size, place.dli_fname);
}

__attribute__((destructor)) static void end(void)
{
	if (count_file < 0)
		return;
	dprintf(count_file, "%ld\n", (long)count);
	for (int i = 0; i < PLACES; i++)
		if (blocks[i].address > FREED)
			print_block(&blocks[i]);
	close(count_file);
}

static void lock(void)
{
	while (atomic_flag_test_and_set(&busy))
		;
}

static void unlock(void)
{
	atomic_flag_clear(&busy);
}

/* The block's place, or one for a new block; NULL: there is none. */
static struct block *find(uintptr_t address, bool is_new)
{
	size_t at = (address >> 4) * 0x9E3779B1U % PLACES;

	for (int i = 0; i < PLACES; i++, at = (at + 1) % PLACES) {
		if (is_new ? blocks[at].address <= FREED : blocks[at].address == address)
			return &blocks[at];
		if (!blocks[at].address)
			return NULL;
	}
	return NULL;
}

static void *remember(void *block, size_t size, const void *caller)
{
	struct block *place;

	if (!block || count_file < 0)
		return block;
	lock();
	place = find((uintptr_t)block, true);
	if (!place)
		abort();
	*place = (struct block){ (uintptr_t)block, caller, size };
	unlock();
	return block;
}

static void forget(const void *block)
{
	struct block *place;

	if (!block || count_file < 0)
		return;
	lock();
	place = find((uintptr_t)block, false);
	if (place)
		place->address = FREED;
	unlock();
}

static bool fails(const void *caller)
{
	if (!is_program(caller) || ++count != chosen)
		return false;
	errno = ENOMEM;
	return true;
}

#define CALLER __builtin_return_address(0)
/* The C library's. */
#define NEXT(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

void *malloc(size_t size)
{
	static void *(*next)(size_t);

	if (!next)
		next = NEXT(malloc);
	return fails(CALLER) ? NULL : remember(next(size), size, CALLER);
}

void *calloc(size_t number, size_t size)
{
	static void *(*next)(size_t, size_t);

	if (!next)
		next = NEXT(calloc);
	return fails(CALLER) ? NULL : remember(next(number, size), number * size, CALLER);
}

void *realloc(void *old, size_t size)
{
	static void *(*next)(void *, size_t);
	void *to;

	if (!next)
		next = NEXT(realloc);
	if (fails(CALLER))
		return NULL;
	to = next(old, size);
	if (to)
		forget(old);
	return remember(to, size, CALLER);
}

void free(void *block)
{
	static void (*next)(void *);

	if (!next)
		next = NEXT(free);
	forget(block);
	next(block);
}

static char *copy(const char *text, size_t size, const void *caller)
{
	char *to = fails(caller) ? NULL : malloc(size + 1);

	if (!to)
		return NULL;
	forget(to);
	memcpy(to, text, size);
	to[size] = '\0';
	return remember(to, size + 1, caller);
}

char *strdup(const char *text)
{
	return copy(text, strlen(text), CALLER);
}

char *strndup(const char *text, size_t most)
{
	return copy(text, strnlen(text, most), CALLER);
}
