/* Texts and pictures beside the archives of Keen Dreams: parts of the game, too. */
#ifndef CMD_ASSETS_KEEN_KEEN_LOOSE_H
#define CMD_ASSETS_KEEN_KEEN_LOOSE_H

#include "assets/assets.h"
#include "assets/keen/keen_belongs.h"
#include "task/file.h"

#define KEEN_TEXTS_FOLDER "texts"
#define KEEN_PICTURES_FOLDER "pictures"

/* A text, or a picture out of a library. */
struct keen_loose_item {
	char *path;	  /* path of the file that contains it */
	char *name;	  /* name of the asset */
	struct file file; /* empty for a library's second and later members */
	struct exh_bytes bytes;
};

struct keen_loose {
	struct keen_loose_list {
		struct keen_loose_item *items;
		size_t count, capacity;
	} texts, pictures;
	struct exh_arena arena; /* memory of the libraries' members */
};

/*
 * Opens the texts and pictures of a set: STORY, CONTEXT and GAMETEXT with the ending of
 * its tables and, for Keen Dreams, libraries of Softdisk that contain only pictures
 * (KDREAMS.CMP). Unreadable files are reported. Always free it.
 */
void keen_loose_open(struct keen_loose *loose, const struct keen_set *set,
		     const struct files *files, struct report *report);
void keen_loose_free(struct keen_loose *loose);

/* True if a file is a library that keen_loose_open takes for Keen Dreams. */
bool keen_is_loose_library(const struct files *files, const char *name);

/* True for a set of Keen Dreams: its archives bear its endings, or .KDR. */
bool keen_set_is_dreams(const struct keen_set *set);

/* Kinds of loose files. The game is a struct keen_parts. */
extern const struct asset_kind keen_loose_text_kind, keen_loose_picture_kind;

/* Returns why an edited or new file of texts or pictures can't be packed; NULL: it can.
 */
const char *keen_loose_refuses(const struct json *asset, const char *file);

/* Packs texts that were edited: the original's rest, from the tilde on, stays. */
bool keen_loose_pack(const struct game_build *build);

#endif
