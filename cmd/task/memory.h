/*
 * Memory that is there: where it has ended, the program ends, too. It says so, removes
 * what is half written (below), and exits with 1; from any thread. No caller asks
 * whether a block was given, and blocks are freed with free().
 *
 * The library returns EXH_NO_MEMORY, and goes on: its caller reports that as any error.
 * What can be done without the memory is done then, and what is missing is easily
 * overlooked. So the program remembers that, too (allocations.c), and ends with an error.
 */
#ifndef CMD_TASK_MEMORY_H
#define CMD_TASK_MEMORY_H

#include <exhume/base.h>

/* count * size bytes of zeros; a block of its own even for none. */
void *mem_alloc(size_t count, size_t size) __attribute__((malloc, returns_nonnull));
/* The same with what is at data. */
void *mem_copy(const void *data, size_t count, size_t size)
	__attribute__((malloc, returns_nonnull));
char *mem_text(const char *text) __attribute__((malloc, returns_nonnull));
/* The first size bytes of a text, or all if it is shorter. */
char *mem_text_part(const char *text, size_t size)
	__attribute__((malloc, returns_nonnull));
/* As sprintf, of any length. */
char *mem_format(const char *format, ...)
	__attribute__((malloc, returns_nonnull, format(printf, 1, 2)));

/*
 * From an arena whose limit large files reach: EXH_NO_MEMORY then, as of the library,
 * with a message about the limit.
 */
/* As exh_alloc; NULL: err has why. */
void *mem_arena_try(struct exh_arena *arena, size_t count, size_t size,
		    struct exh_error *err);
/* As exh_memdup. */
enum exh_status mem_arena_copy(struct exh_arena *arena, struct exh_bytes bytes,
			       struct exh_bytes *out, struct exh_error *err);

/*
 * From one whose limit no input can reach.
 */
void *mem_arena(struct exh_arena *arena, size_t count, size_t size)
	__attribute__((returns_nonnull));
struct exh_bytes mem_arena_keep(struct exh_arena *arena, struct exh_bytes bytes);
/* As mem_text and mem_format. */
char *mem_arena_text(struct exh_arena *arena, const char *text)
	__attribute__((returns_nonnull));
char *mem_arena_format(struct exh_arena *arena, const char *format, ...)
	__attribute__((returns_nonnull, format(printf, 2, 3)));

/* A block of items, moved if need be to have room for `wanted` of them; *capacity is how
 * many it has room for. It begins as NULL and 0; what is added is not set. */
void *mem_grow(void *items, size_t *capacity, size_t wanted, size_t item_size)
	__attribute__((returns_nonnull));

/* A new item, which is not set, at the end of a list: a pointer to a structure with
 * items, count and capacity. *MEM_ADD(&list) = item; */
#define MEM_ADD(list)                                                                  \
	((list)->items = mem_grow((list)->items, &(list)->capacity, (list)->count + 1, \
				  sizeof *(list)->items),                              \
	 &(list)->items[(list)->count++])

/* For a writer without a limit: ends the program if it has failed. */
void mem_check(const struct exh_writer *out);
/* For one with a limit, EXH_LIMIT: it is passed. */
enum exh_status mem_check_limit(const struct exh_writer *out, struct exh_error *err);

/* Ends the program as said above. For what a library of others could not allocate. */
_Noreturn void mem_end(void);

/*
 * The library's failures. From any thread.
 */

void memory_note_end(void);
bool memory_has_ended(void);

/*
 * What is half written: files under a temporary name, scratch folders, and sets of files
 * that only make sense together. It is removed where the program ends at once (mem_end).
 * From any thread.
 */

/* A temporary file, or a folder with all that is in it. path is borrowed until
 * unfinished_remove or unfinished_forget gets the same pointer. */
void unfinished_add(const char *path);
/* Removes the file, or the folder if it is empty. NULL: nothing. */
void unfinished_remove(const char *path);
/* Removes the folder with all that is in it. */
void unfinished_remove_all(const char *path);
/* The file is whole: it has another name now, or keeps this one. */
void unfinished_forget(const char *path);

/* Between these two the program does not end: files of a set get their names. */
void unfinished_lock(void);
void unfinished_unlock(void);

#endif
