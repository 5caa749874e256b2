/*
 * A process that makes, renames and removes files that this one must not touch in the
 * sandbox: files in a folder with others, such as outputs beside their inputs. It is
 * started before the sandbox is entered, and only touches planned names and its own
 * temporary names: so a folder need not be writable for a file in it to be written whole
 * or not at all.
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
	/* a file under a temporary name; second path: file whose mode it gets */
	DISK_CREATE,
	DISK_FOLDER,
	DISK_RENAME,
	DISK_RENAME_NEW,
	DISK_SWAP,
	DISK_REMOVE,
	DISK_READ, /* opens a file that the process made */
	DISK_KEEP, /* keeps folders that were made beforehand, though empty */
	DISK_END,  /* ends the process regularly */
};

/* Names that the process may make: paths with the folder, as this process names them. */
struct disk_plans {
	/* Files, and folders with their contents. */
	const struct text_set *paths;
	/* Beginnings of names that are followed by no letter or digit; in lower case,
	 * as case is ignored. */
	const struct text_set *stems;
	/* Beginnings of names that anything may follow; if it is only a folder, hidden
	 * files are excluded. */
	const struct text_set *beginnings;
	/* Folders of all these paths: "" or with a slash at the end. They may contain
	 * temporary names. */
	const struct text_set *folders;
	/* Folders that were made beforehand, each before those in it: removed in the
	 * end if empty. */
	const struct text_set *made;
	/* Paths of folders that this process may write itself, sorted by their bytes. */
	const char *const *own;
	size_t own_count;
	const char *mark; /* part of temporary names: see leftovers_mark */
	/* Existing files may be replaced, unless is_kept */
	bool force;
	bool (*is_kept)(const struct stat *file);
};

/* A request to the process, and its answer. */
struct disk_request {
	uint8_t act;
	bool has_other;
	uint16_t other; /* offset of the second path */
	char paths[2 * PATH_MAX];
};

struct disk_answer {
	int result, reason;
};

/* Starts the process, from a process with one thread; plans must not change until the
 * end. False: there is no process, errno has the reason. */
bool disk_process_start(const struct disk_plans *plans);
/* Makes the process keep folders that were made beforehand, though empty. */
void disk_process_keep(void);
/* Makes the process remove unfinished files, and end. */
void disk_process_end(void);

/* For disk_process_start: sets the process's number and the socket for requests to it. */
void disk_process_begin(const struct disk_plans *plans, int socket, int process);

/* True if the process runs and writes the file with this path. */
bool disk_process_has(const char *path);
/* Requests an act of the process; returns its result, and sets errno. b may be NULL. */
int disk_process_ask(enum disk_act act, const char *a, const char *b);

#endif
