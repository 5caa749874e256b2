/* A folder for the files of a fuzz target. */
#ifndef CMD_GAME_SCRATCH_TESTING_H
#define CMD_GAME_SCRATCH_TESTING_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCRATCH_SIZE = 64 };

/* Makes the folder in memory if the machine has a file system there, since thousands of
 * runs write files. */
static inline bool scratch_make(char folder[SCRATCH_SIZE])
{
	snprintf(folder, SCRATCH_SIZE, "/dev/shm/exhume-fuzz-XXXXXX");
	if (mkdtemp(folder))
		return true;
	snprintf(folder, SCRATCH_SIZE, "/tmp/exhume-fuzz-XXXXXX");
	return mkdtemp(folder);
}

#endif
