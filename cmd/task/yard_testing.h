/* A folder for a single test, which is the current one. */
#ifndef CMD_TASK_YARD_TESTING_H
#define CMD_TASK_YARD_TESTING_H

#include "disk.h"
#include "testing.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

struct yard {
	char folder[64], before[4096];
};

static inline struct yard *yard_enter(void)
{
	struct yard *yard = calloc(1, sizeof *yard);

	assert_non_null(yard);
	assert_non_null(getcwd(yard->before, sizeof yard->before));
	strcpy(yard->folder, "/tmp/exhume-yard-XXXXXX");
	assert_non_null(mkdtemp(yard->folder));
	assert_int_equal(chdir(yard->folder), 0);
	return yard;
}

/* Removes it with its contents. */
static inline void yard_leave(struct yard *yard)
{
	assert_int_equal(chdir(yard->before), 0);
	disk_remove_all(yard->folder);
	assert_int_not_equal(access(yard->folder, F_OK), 0);
	free(yard);
}

/* Makes an empty file. */
static inline void make_file(const char *path)
{
	const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);

	assert_true(fd >= 0);
	close(fd);
}

#endif
