/*
 * Has memory ended? What can be done without some of it goes on, and what is missing then
 * is easily overlooked. So the program remembers that an allocation failed, and ends with
 * an error.
 */
#ifndef CMD_TASK_MEMORY_H
#define CMD_TASK_MEMORY_H

#include <stdbool.h>

/* From any thread. */
void memory_note_end(void);
bool memory_has_ended(void);

#endif
