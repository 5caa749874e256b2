/*
 * Programs with sanitizers end faster: tests start them ten thousand times.
 *
 * At the end, LSan looks for pointers in all that a program may write, nearly all of it
 * the sanitizers' own. Here it is given the globals of our own, and those of shared
 * libraries. So it can find more leaks, but not fewer.
 *
 * UBSan's data were 80,000 of 96,000 globals, so that it ends the program by a trap: ASan
 * says where.
 *
 * The linker turns the calls of these functions into calls of those here (--wrap). This
 * file is compiled without sanitizers.
 */
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <stdlib.h>

/* As the compiler lays it out for ASan: eight words. */
struct guarded {
	uintptr_t start;
	uintptr_t size, padded_size; /* bytes */
	const char *name, *file;
	uintptr_t has_constructor, location, other;
};

typedef int on_object(struct dl_phdr_info *, size_t, void *);

struct wrapped {
	on_object *callback;
	void *data;
};

void __real___asan_register_globals(struct guarded *globals, uintptr_t count);
void __wrap___asan_register_globals(struct guarded *globals, uintptr_t count);
const char *__asan_default_options(void);
void __wrap___asan_unregister_globals(struct guarded *globals, uintptr_t count);
int __real_dl_iterate_phdr(on_object *callback, void *data);
int __wrap_dl_iterate_phdr(on_object *callback, void *data);

/* Set by the C runtime and by the linker: where what may be written starts and ends. */
extern char __data_start[], _end[];

/* The program's segments as LSan is to see them: ours come last. */
enum { MOST = 4000, OTHERS = 20 };
static ElfW(Phdr) segments[OTHERS + MOST];
static size_t written_count;

/* Few freed bytes are kept from use, and of an allocation only two callers, the fewest
 * by which leaks are found. ASAN_OPTIONS=malloc_context_size=30 shows them all, and
 * the fuzz preset keeps more. */
const char *__asan_default_options(void)
{
	return "handle_sigill=1:malloc_context_size=2:quarantine_size_mb=4:"
	       "thread_local_quarantine_size_kb=64";
}

static void note_written(const struct guarded *global)
{
	if (global->start < (uintptr_t)__data_start || global->start >= (uintptr_t)_end)
		return;
	if (written_count == MOST)
		abort(); /* a larger MOST is needed */
	segments[OTHERS + written_count++] = (ElfW(Phdr)){ .p_type = PT_LOAD,
							   .p_flags = PF_R | PF_W,
							   .p_vaddr = global->start,
							   .p_memsz = global->size };
}

void __wrap___asan_register_globals(struct guarded *globals, uintptr_t count)
{
	/* First, since a jump there as the last thing would have ASan keep 1,000 stacks.
	 */
	__real___asan_register_globals(globals, count);
	for (uintptr_t i = 0; i < count; i++)
		note_written(globals + i);
}

/* It is called when the program ends, and no library of ours is ever unloaded. */
void __wrap___asan_unregister_globals(struct guarded *globals, uintptr_t count)
{
	(void)globals;
	(void)count;
}

/* The program comes first, without a name. It has a fixed place: its address is 0. */
static int with_own_globals(struct dl_phdr_info *info, size_t size, void *data)
{
	const struct wrapped *wrapped = data;
	struct dl_phdr_info own = *info;
	size_t others = 0;

	if (info->dlpi_addr != 0 || info->dlpi_name[0] != '\0')
		return wrapped->callback(info, size, wrapped->data);
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = info->dlpi_phdr + i;

		if (segment->p_type == PT_LOAD && segment->p_flags & PF_W)
			continue;
		if (others == OTHERS)
			abort();
		segments[OTHERS - ++others] = *segment;
	}
	own.dlpi_phdr = segments + OTHERS - others;
	own.dlpi_phnum = (ElfW(Half))(others + written_count);
	return wrapped->callback(&own, sizeof own, wrapped->data);
}

int __wrap_dl_iterate_phdr(on_object *callback, void *data)
{
	struct wrapped wrapped = { callback, data };

	return __real_dl_iterate_phdr(with_own_globals, &wrapped);
}
