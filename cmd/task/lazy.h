/*
 * Libraries that only some commands need, opened at the first call: the program starts in
 * a quarter of the time.
 *
 * A file of LAZY definitions replaces linking to such a library. The addresses that it
 * finds are global variables, as with the linker.
 */
#ifndef CMD_TASK_LAZY_H
#define CMD_TASK_LAZY_H

#include <stdatomic.h>
#include <stdbool.h>

struct lazy_library {
	const char *name; /* "libsoxr.so.0" */
	_Atomic(void *) handle;
};

/* True if the library can be opened. Ask before its functions are called. */
bool lazy_is_there(struct lazy_library *library);
/* Finds the address of a function, and keeps it in found. Ends the program if there is
 * none. */
void lazy_find(struct lazy_library *library, const char *name, void *function,
	       _Atomic(void *) *found);

/* Defines a function that calls the one in the library. LAZY_VOID returns no result. */
#define LAZY(library, result, name, parameters, arguments)       \
	result name parameters                                   \
	{                                                        \
		static _Atomic(void *) found;                    \
		__typeof__(&name) function;                      \
                                                                 \
		lazy_find(&(library), #name, &function, &found); \
		return function arguments;                       \
	}
#define LAZY_VOID(library, name, parameters, arguments)          \
	void name parameters                                     \
	{                                                        \
		static _Atomic(void *) found;                    \
		__typeof__(&name) function;                      \
                                                                 \
		lazy_find(&(library), #name, &function, &found); \
		function arguments;                              \
	}

#endif
