/*
 * Ctrl-C: an interrupted run finishes the file it writes, or removes it, and then ends as
 * the signal would have ended it.
 */
#ifndef CMD_TASK_INTERRUPT_H
#define CMD_TASK_INTERRUPT_H

#include <stdbool.h>

void interrupt_watch(void);
bool interrupt_pending(void);

/* Ctrl-C came, and is forgotten: the program goes on. */
bool interrupt_take(void);

/* Ends the program by the signal that came, if any. */
void interrupt_reraise(void);

/* Removes this folder, which lives as long as it is set and is empty then, where the
 * program ends because its output is read no further. NULL: none. */
void interrupt_remove(const char *folder);

#endif
