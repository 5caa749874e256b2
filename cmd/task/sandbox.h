/* The sandbox: rights that a run gives up before it reads its inputs. */
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

/* Rights for a folder with its contents, or for a file. */
enum sandbox_access {
	SANDBOX_READ,
	SANDBOX_WRITE,	/* also read, make, rename, remove */
	SANDBOX_REMOVE, /* only empty folders */
	SANDBOX_LIST,	/* only the names in folders */
	SANDBOX_ACCESSES
};

/* Paths by the rights for them. */
struct sandbox_places {
	struct text_set of[SANDBOX_ACCESSES];
};

void sandbox_free_places(struct sandbox_places *places);

/* Returns the version of the kernel's Landlock; 0: none, or an unusable one. */
int sandbox_files_version(void);
/* Returns false if nothing is restricted. */
bool sandbox_restrict_files(const struct sandbox_places *places);

bool sandbox_calls_are_known(void);
/* serves: this is the process of outputs (disk_process.h). */
bool sandbox_restrict_calls(bool serves);

/*
 * The rights that a run gives up before it reads its inputs: Linux then refuses
 * everything that a decoder does not need, even if an input has taken control of it.
 *
 * Files are restricted by Landlock: paths that are not listed here can neither be read
 * nor written. System calls are restricted by seccomp: no network, no programs, no other
 * processes, no administration of the machine. Both last until the process ends.
 */

enum { SANDBOX_ENTRIES = 1 << 16 }; /* most entries of folders that are searched */

struct sandbox {
	struct sandbox_places places;
	/* Data that outputs points to. */
	struct {
		struct text_set paths, stems, beginnings, folders, made;
		const char **own;
		char *mark;
	} planned;
	struct disk_plans outputs;
	/* Links in folders that are read are followed, wherever they lead */
	bool force; /* existing outputs may be replaced, unless they are inputs */
	bool follows_links;
	/* Entries of folders that were searched for links: up to SANDBOX_ENTRIES */
	size_t looked_at;
	char *temporary; /* folder, see sandbox_make_temporary */
	/* Inputs given to sandbox_write_beside, and their folders. */
	struct text_set beginnings, folders;
};

/*
 * Functions that add places. A path that is to be read and does not exist adds nothing.
 * Links add their targets; links in the folders do so with follows_links.
 */

/* Adds a folder with its contents; or a file, and the other files in its folder, and
 * in the real file's folder, except hidden ones. */
void sandbox_read(struct sandbox *sandbox, const char *path);
/* Adds this file alone, and the names in its folder. */
void sandbox_read_file(struct sandbox *sandbox, const char *path);
/* Adds the names in a folder. */
void sandbox_list(struct sandbox *sandbox, const char *folder);
/* Adds the names in a folder, and the files there with is_wanted names, except links. */
void sandbox_read_some(struct sandbox *sandbox, const char *folder,
		       bool (*is_wanted)(const char *name));
/* Adds an existing folder, or a device; or a file or folder that will be made, and
 * nothing else in its folder. */
void sandbox_write(struct sandbox *sandbox, const char *path);
/* As sandbox_write for an output that is a folder: it is made at once, and removed in
 * the end if it is empty. */
void sandbox_write_folder(struct sandbox *sandbox, const char *path);
/* Adds outputs beside an archive whose tables and program may have any names. */
void sandbox_write_around(struct sandbox *sandbox, const char *path);
/* Adds files and folders that are named after an input: see output_names.c. */
void sandbox_write_beside(struct sandbox *sandbox, const char *input);
/* Removes leftovers of killed runs beside the inputs (leftovers.h); each folder is
 * searched once. */
void sandbox_clear_leftovers(const struct sandbox *sandbox);
/* Makes a folder for temporary files and sets $TMPDIR to it, so that other programs'
 * temporary files are safe. Without one there are no temporary files. */
void sandbox_make_temporary(struct sandbox *sandbox);

/* Parts of the sandbox. */
enum {
	SANDBOX_FILES = 1,
	SANDBOX_CALLS = 2,
};

/* Restricts this process, which must have one thread; another process (disk_process.h)
 * writes the outputs. Sets parts to those in force: a kernel may lack some. False:
 * there is no such process, errno has the reason. */
bool sandbox_enter(struct sandbox *sandbox, unsigned *parts);

/* Ends the process, removes the folder of temporary files, and frees what the structure
 * holds. */
void sandbox_end(struct sandbox *sandbox);

/* Returns the parts that this program and its kernel have, and the version of
 * Landlock. */
unsigned sandbox_parts(int *landlock);

#endif
