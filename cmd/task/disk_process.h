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

enum disk_act {
	DISK_CREATE, /* a file under a temporary name; with the rights of another */
	DISK_FOLDER,
	DISK_RENAME,
	DISK_RENAME_NEW,
	DISK_SWAP,
	DISK_REMOVE,
	DISK_READ, /* what was made there */
	DISK_END,  /* of the process, no accident */
};

/* Names that are planned: beginning, and what follows it, if that is no letter or digit,
 * or if any may. */
struct disk_plan {
	char *beginning; /* of the path: with its folder */
	enum disk_plan_kind {
		DISK_EXACTLY,	/* this path, and if it is a folder, all in it */
		DISK_WITH_STEM, /* and more that begins with a character of another kind
				 */
		DISK_WITH_ANY,	/* and more; but no hidden file by the folder alone */
	} kind;
};

struct disk_plans {
	const struct disk_plan *items;
	size_t count;
	/* Paths of folders that this process may write itself, sorted by their bytes. */
	const char *const *own;
	size_t own_count;
	/* Folders that were made beforehand, each before those in it: removed in the end
	 * if nothing is in them. */
	const char *const *made;
	size_t made_count;
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
/* Has it removed what is unfinished, and end. */
void disk_process_end(void);

/* For disk_process_start: it has this number, and is asked through the socket. */
void disk_process_begin(const struct disk_plans *plans, int socket, int process);

/* No part of a planned way may be "..". */
bool disk_leads_up(const char *rest);

/* Is there such a process, and does it write what has this path? */
bool disk_process_has(const char *path);
/* The result of the act there, with its errno; b may be NULL. */
int disk_process_ask(enum disk_act act, const char *a, const char *b);

#endif
