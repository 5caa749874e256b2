/*
 * Libraries that only some commands need, opened when they are first called: the program
 * starts in a quarter of the time.
 *
 * A file of LAZY definitions stands in for such a library. What it has found is the one
 * thing that is kept for the whole process, as the linker would.
 */
#ifndef CMD_TASK_LAZY_H
#define CMD_TASK_LAZY_H

#include <stdatomic.h>
#include <stdbool.h>

struct lazy_library {
	const char *name; /* "libsoxr.so.0" */
	_Atomic(void *) handle;
};

/* Can it be opened? Ask before its functions are called. */
bool lazy_is_there(struct lazy_library *library);
/* The address of a function, which is kept in found. Ends the program if there is none.
 */
void lazy_find(struct lazy_library *library, const char *name, void *function,
	       _Atomic(void *) *found);

/* A function that calls that of the library. void has no result to return. */
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
