/*
 * Memory that never fails: if it is exhausted, the program reports this, removes
 * half-written files (see below), and exits with status 1; from any thread. Callers do
 * not check for NULL, and blocks are freed with free().
 *
 * The library returns EXH_NO_MEMORY instead, and its caller reports that as any error.
 * Work that needs no memory is still done then, and missing parts are easily overlooked.
 * So the program remembers that, too (allocations.c), and ends with an error.
 */
#ifndef CMD_TASK_MEMORY_H
#define CMD_TASK_MEMORY_H

#include <exhume/base.h>

/* Returns count * size bytes of zeros; a block of its own even for 0 bytes. */
void *mem_alloc(size_t count, size_t size) __attribute__((malloc, returns_nonnull));
/* As mem_alloc, but the bytes are not set: for large blocks that are filled anyway. */
void *mem_room(size_t count, size_t size) __attribute__((malloc, returns_nonnull));
/* Returns a copy of data. */
void *mem_copy(const void *data, size_t count, size_t size)
	__attribute__((malloc, returns_nonnull));
char *mem_text(const char *text) __attribute__((malloc, returns_nonnull));
/* Returns the first size bytes of a text, or all if it is shorter. */
char *mem_text_part(const char *text, size_t size)
	__attribute__((malloc, returns_nonnull));
/* Returns three texts in one: for paths, much faster than mem_format. */
char *mem_join(const char *start, const char *middle, const char *end)
	__attribute__((malloc, returns_nonnull));
/* As sprintf, of any length. */
char *mem_format(const char *format, ...)
	__attribute__((malloc, returns_nonnull, format(printf, 1, 2)));

/*
 * Allocation from an arena whose limit large files can reach: EXH_NO_MEMORY as in the
 * library, with a message about the limit.
 */
/* As exh_alloc; NULL: err has the reason. */
void *mem_arena_try(struct exh_arena *arena, size_t count, size_t size,
		    struct exh_error *err);
/* As exh_memdup. */
enum exh_status mem_arena_copy(struct exh_arena *arena, struct exh_bytes bytes,
			       struct exh_bytes *out, struct exh_error *err);

/*
 * Allocation from an arena whose limit no input can reach.
 */
void *mem_arena(struct exh_arena *arena, size_t count, size_t size)
	__attribute__((returns_nonnull));
struct exh_bytes mem_arena_keep(struct exh_arena *arena, struct exh_bytes bytes);
/* As mem_text and mem_format. */
char *mem_arena_text(struct exh_arena *arena, const char *text)
	__attribute__((returns_nonnull));
char *mem_arena_format(struct exh_arena *arena, const char *format, ...)
	__attribute__((returns_nonnull, format(printf, 2, 3)));

/* Returns a block of items, moved if needed to hold `wanted` of them; *capacity is the
 * number that fits. Starts with NULL and 0; new items are not set. */
void *mem_grow(void *items, size_t *capacity, size_t wanted, size_t item_size)
	__attribute__((returns_nonnull));

/* Adds an item, which is not set, at the end of a list, and returns it; list points to
 * a structure with items, count and capacity. *MEM_ADD(&list) = item; */
#define MEM_ADD(list)                                                                  \
	((list)->items = mem_grow((list)->items, &(list)->capacity, (list)->count + 1, \
				  sizeof *(list)->items),                              \
	 &(list)->items[(list)->count++])

/* Ends the program if a writer without a limit has failed. */
void mem_check(const struct exh_writer *out);
/* Returns EXH_LIMIT if a writer is over its limit. */
enum exh_status mem_check_limit(const struct exh_writer *out, struct exh_error *err);

/* Ends the program as described above, after a foreign library could not allocate. */
_Noreturn void mem_end(void);

/*
 * Failures of allocations in the library, from any thread.
 */

void memory_note_end(void);
bool memory_has_ended(void);

/*
 * Unfinished files: files with temporary names, scratch folders, and sets of files that
 * only make sense together. They are removed if the program ends at once (mem_end). From
 * any thread.
 */

/* Adds a temporary file, or a folder with its contents. path is borrowed until
 * unfinished_remove or unfinished_forget gets the same pointer. */
void unfinished_add(const char *path);
/* Removes the file, or the folder if it is empty. Ignores NULL. */
void unfinished_remove(const char *path);
/* Removes the folder with its contents. */
void unfinished_remove_all(const char *path);
/* Forgets a finished file, which was renamed or keeps its name. */
void unfinished_forget(const char *path);

/* Between these two calls mem_end waits: files of a set get their names. */
void unfinished_lock(void);
void unfinished_unlock(void);

#endif
