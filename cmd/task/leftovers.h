/*
 * Leftovers: temporary files of a run that was killed. Names of temporary files contain
 * the process, so that a later run removes those of ended processes, and no others.
 */
#ifndef CMD_TASK_LEFTOVERS_H
#define CMD_TASK_LEFTOVERS_H

#include "text_set.h"

/* Returns "PID-HOST", which follows "exhume-" in such a name; to be freed. */
char *leftovers_mark(void);

/* Returns the mark in the name of a temporary file, searched from a place in it on:
 * .exhume-MARK-... .part, .exhume-new-MARK-NAME, NAME.exhume-MARK-N,
 * exhume-MARK-XXXXXX. NULL: none. */
const char *leftovers_find_mark(const char *name, const char *from);

/* Returns "PLACE/exhume-PID-HOST-XXXXXX", for a temporary folder; to be freed. */
char *leftovers_folder_name(const char *place);

/*
 * Removes leftovers of this user's ended processes on this host: in the folder, and, down
 * to depth, in those folders below it whose paths begin with one of the beginnings (NULL:
 * all of them). To be called before the sandbox is entered, which hides other processes.
 */
void leftovers_clear(const char *folder, const struct text_set *beginnings,
		     unsigned depth);

#endif
