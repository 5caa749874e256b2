/*
 * What a run that was killed left half made. Names of what is temporary have the process,
 * so that a later run removes what processes that are gone left, and nothing else.
 */
#ifndef CMD_TASK_LEFTOVERS_H
#define CMD_TASK_LEFTOVERS_H

#include "text_set.h"

/* "PID-HOST", which follows "exhume-" in such a name; to be freed. */
char *leftovers_mark(void);

/* Where a name of what is temporary may have its mark, from a place in it on:
 * .exhume-MARK-... .part, .exhume-new-MARK-NAME, NAME.exhume-MARK-N, exhume-MARK-XXXXXX.
 * NULL: nowhere. */
const char *leftovers_find_mark(const char *name, const char *from);

/* "PLACE/exhume-PID-HOST-XXXXXX", for a temporary folder; to be freed. */
char *leftovers_folder_name(const char *place);

/*
 * Removes those of this user's processes on this host that are gone: in the folder, and
 * as many folders deep below those in it whose paths begin with one of the beginnings
 * (NULL: all of them). Before the sandbox is entered, which hides other processes.
 */
void leftovers_clear(const char *folder, const struct text_set *beginnings,
		     unsigned depth);

#endif
