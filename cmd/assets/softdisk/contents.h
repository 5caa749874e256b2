/*
 * An input of lbm2png and softdisk: a file, or the members of Softdisk's library that it
 * is.
 */
#ifndef CMD_ASSETS_SOFTDISK_CONTENTS_H
#define CMD_ASSETS_SOFTDISK_CONTENTS_H

#include "task/file.h"

#include <exhume/softdisk.h>

struct content {
	const struct exh_softdisk_member *member; /* NULL: the file itself */
	/*
	 * Name of a file for it, UTF-8, that is no path and no other member's in any
	 * case; of a member without a name that of the file it is in.
	 */
	char *name;
};

struct contents {
	const char *path;
	struct file file;
	struct exh_arena arena; /* of the directory and of the notes */
	struct exh_softdisk_library library;
	struct exh_notes notes; /* of the directory */
	struct content *items;
	size_t count;
	bool renamed; /* some name was changed to be one of a file */
};

/* A file that is no library has one content. What was opened is always to be freed.
 */
enum exh_status contents_open(struct contents *contents, const char *path,
			      struct exh_error *err);
void contents_free(struct contents *contents);

bool contents_is_library(const struct contents *contents);

/* The bytes; those of a member are expanded into arena. */
enum exh_status content_load(const struct contents *contents, const struct content *item,
			     struct exh_arena *arena, struct exh_bytes *out,
			     struct exh_notes *notes, struct exh_error *err);

/* FILE, or FILE/MEMBER for what is in a library: for messages. To be freed. */
char *content_title(const struct contents *contents, const struct content *item);

/* A stored name as UTF-8, as it is; to be freed. */
char *content_stored_name(const struct exh_softdisk_member *member);

#endif
