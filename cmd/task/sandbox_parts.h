/* The two parts of the sandbox, each of which a kernel may lack. */
#ifndef CMD_TASK_SANDBOX_PARTS_H
#define CMD_TASK_SANDBOX_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__) && !defined(EXH_SANITIZED)
#define EXH_SANITIZED
#endif

/* What may be done below a folder, or with a file. */
enum sandbox_access {
	SANDBOX_READ,
	SANDBOX_WRITE,	/* and read, make, rename, remove */
	SANDBOX_REMOVE, /* only empty folders */
};

struct sandbox_place {
	char *path;
	enum sandbox_access access;
};

/* 0: the kernel has no Landlock that is of use. */
int sandbox_files_version(void);
/* places: NULL: all files. False: nothing is restricted. */
bool sandbox_restrict_files(const struct sandbox_place *places, size_t count);

bool sandbox_calls_are_known(void);
bool sandbox_restrict_calls(void);

#endif
