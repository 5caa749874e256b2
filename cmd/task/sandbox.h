/* What a run gives up before it looks at its inputs. */
#ifndef CMD_TASK_SANDBOX_H
#define CMD_TASK_SANDBOX_H

#include "disk_process.h"
#include "text_set.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The two parts of the sandbox, each of which a kernel may lack.
 */

#if defined(__SANITIZE_ADDRESS__) && !defined(EXH_SANITIZED)
#define EXH_SANITIZED
#endif

/* What may be done below a folder, or with a file. */
enum sandbox_access {
	SANDBOX_READ,
	SANDBOX_WRITE,	/* and read, make, rename, remove */
	SANDBOX_REMOVE, /* only empty folders */
	SANDBOX_LIST,	/* only the names in folders */
	SANDBOX_ACCESSES
};

/* Paths by what may be done there. */
struct sandbox_places {
	struct text_set of[SANDBOX_ACCESSES];
};

void sandbox_free_places(struct sandbox_places *places);

/* 0: the kernel has no Landlock that is of use. */
int sandbox_files_version(void);
/* False: nothing is restricted. */
bool sandbox_restrict_files(const struct sandbox_places *places);

bool sandbox_calls_are_known(void);
/* serves: this is the process of outputs (disk_process.h). */
bool sandbox_restrict_calls(bool serves);

/*
 * What a run gives up before it looks at its inputs: Linux then refuses whatever a
 * decoder has no business with, even if an input has taken control of it.
 *
 * Files are restricted by Landlock: what is not named here can neither be read nor
 * written. System calls are restricted by seccomp: no network, no programs, no other
 * processes, nothing of the machine's administration. Both last until the process ends.
 */

enum { SANDBOX_ENTRIES = 1 << 16 }; /* of folders, that are looked at */

struct sandbox {
	struct sandbox_places places;
	/* What outputs has. */
	struct {
		struct text_set paths, stems, beginnings, folders, made;
		const char **own;
		char *mark;
	} planned;
	struct disk_plans outputs;
	bool follows_links; /* in folders that are read, wherever they lead */
	size_t looked_at;   /* entries of folders, in search of links: SANDBOX_ENTRIES */
	char *temporary;    /* folder, see sandbox_make_temporary */
	/* What sandbox_write_beside was given, and the folders that it lies in. */
	struct text_set beginnings, folders;
};

/*
 * The places. A path that does not exist adds nothing, where it is to be read. Links
 * count for what they lead to; those that lie in the folders, with follows_links.
 */

/* A folder with all below it; or a file, and the others in its folder, and in the one
 * that it really lies in, but hidden ones. */
void sandbox_read(struct sandbox *sandbox, const char *path);
/* This file alone, and the names in its folder. */
void sandbox_read_file(struct sandbox *sandbox, const char *path);
/* The names in a folder. */
void sandbox_list(struct sandbox *sandbox, const char *folder);
/* The names in a folder, and the files there of the names that are looked for, no links.
 */
void sandbox_read_some(struct sandbox *sandbox, const char *folder,
		       bool (*is_wanted)(const char *name));
/* A folder that exists, or a device; or a file or folder that is yet to be made, and then
 * nothing else in the folder that it lies in. */
void sandbox_write(struct sandbox *sandbox, const char *path);
/* The same for an output that is a folder: it is made, and is gone in the end if nothing
 * is in it. */
void sandbox_write_folder(struct sandbox *sandbox, const char *path);
/* An archive's tables and program, that have any names beside it. */
void sandbox_write_around(struct sandbox *sandbox, const char *path);
/* Files and folders that are named after an input: see output_names.c. */
void sandbox_write_beside(struct sandbox *sandbox, const char *input);
/* Removes what killed runs left beside the inputs (leftovers.h), each folder looked at
 * once. */
void sandbox_clear_leftovers(const struct sandbox *sandbox);
/* Makes a folder for temporary files and has $TMPDIR name it, so that those of others are
 * safe. Without one there are no temporary files. */
void sandbox_make_temporary(struct sandbox *sandbox);

/* Parts of it. */
enum {
	SANDBOX_FILES = 1,
	SANDBOX_CALLS = 2,
};

/* Restricts this process, which must have one thread; what outputs need is left to
 * another process (disk_process.h). Sets which parts are in force: a kernel may lack
 * some. False: there is no such process, errno has why. */
bool sandbox_enter(struct sandbox *sandbox, bool force, unsigned *parts);

/* Ends the process, removes the folder of temporary files, and frees what the structure
 * holds. */
void sandbox_end(struct sandbox *sandbox);

/* Which parts this program and its kernel have, and the version of Landlock. */
unsigned sandbox_parts(int *landlock);

#endif
