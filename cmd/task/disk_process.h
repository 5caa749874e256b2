/*
 * A process that makes, renames and removes what this one must not in the sandbox: files
 * that lie in a folder with others, such as outputs beside their inputs. It is started
 * before the sandbox is entered, and does this to planned names and its own temporary
 * ones alone: a folder need not be writable for a file in it to be written whole or not
 * at all.
 */
#ifndef CMD_TASK_DISK_PROCESS_H
#define CMD_TASK_DISK_PROCESS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stat;
struct text_set;

enum disk_act {
	DISK_CREATE, /* a file under a temporary name; with the rights of another */
	DISK_FOLDER,
	DISK_RENAME,
	DISK_RENAME_NEW,
	DISK_SWAP,
	DISK_REMOVE,
	DISK_READ, /* what was made there */
	DISK_KEEP, /* folders that were made beforehand, though nothing is in them */
	DISK_END,  /* of the process, no accident */
};

/* What it may make: with the folder, as this process names it. */
struct disk_plans {
	/* Files, and folders with all that is below them. */
	const struct text_set *paths;
	/* What follows the name is no letter or digit; in lower case, as upper case
	 * counts the same. */
	const struct text_set *stems;
	/* Anything may follow; but no hidden file, if there is a folder alone. */
	const struct text_set *beginnings;
	/* All folders of these: "" or with a slash at the end. Temporary names may be in
	 * them. */
	const struct text_set *folders;
	/* Folders that were made beforehand, each before those in it: removed in the end
	 * if nothing is in them. */
	const struct text_set *made;
	/* Paths of folders that this process may write itself, sorted by their bytes. */
	const char *const *own;
	size_t own_count;
	const char *mark; /* that temporary names have: see leftovers_mark */
	bool force;	  /* what is there may be replaced, unless it is kept */
	bool (*is_kept)(const struct stat *file);
};

/* What is sent to it, and what comes back. */
struct disk_request {
	uint8_t act;
	bool has_other;
	uint16_t other; /* where the second path begins */
	char paths[2 * PATH_MAX];
};

struct disk_answer {
	int result, reason;
};

/* Starts it, from a process of one thread; plans stays as it is until the end. False:
 * there is none, errno has why. */
bool disk_process_start(const struct disk_plans *plans);
/* Keeps folders that were made beforehand and are empty. */
void disk_process_keep(void);
/* Has it removed what is unfinished, and end. */
void disk_process_end(void);

/* For disk_process_start: it has this number, and is asked through the socket. */
void disk_process_begin(const struct disk_plans *plans, int socket, int process);

/* Is there such a process, and does it write what has this path? */
bool disk_process_has(const char *path);
/* The result of the act there, with its errno; b may be NULL. */
int disk_process_ask(enum disk_act act, const char *a, const char *b);

#endif
