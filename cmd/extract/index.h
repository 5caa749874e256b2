/*
 * index.json of a game that was extracted: what there is, what it was made of, and what
 * every file was like when it was made. exhume-index(5) describes it.
 */
#ifndef CMD_EXTRACT_INDEX_H
#define CMD_EXTRACT_INDEX_H

#include "assets/assets.h"

#define EXTRACT_INDEX "index.json"
#define EXTRACT_FORMAT "extract"
/* The list of the games of a folder. */
#define EXTRACT_GAMES "games.json"
#define EXTRACT_GAMES_FORMAT "extract-games"

/* An index that was read, and the hashes of the files it lists. */
struct old_index {
	json_t *document; /* NULL: there is none */
	json_t *hashes;	  /* by path in the folder, as 64 digits */
};

/* EXH_OK, too, if there is none of that name: then it has no document. */
enum exh_status old_index_open(struct old_index *index, const char *folder,
			       const char *name, const char *format,
			       struct exh_error *err);
/* True if there is none of that name, or one of ours, of that format; or with force. Else
 * the report has why. */
bool old_index_read(struct old_index *index, const char *folder, const char *name,
		    const char *format, struct report *report);
void old_index_free(struct old_index *index);

/* Does the index list this file, and with which hash? NULL: it does not. */
const char *old_index_hash(const struct old_index *index, const char *path);

/*
 * The new one.
 */
struct new_index {
	const struct game_type *type;
	const char *path; /* of the game */
	const void *game; /* as its type opened it */
	json_t *assets;	  /* array */
	json_t *by_id;	  /* objects of that array; several exports share an asset */
	json_t *documents;
	json_t *rooms; /* by relations_add; NULL: there are none */
};

void new_index_start(struct new_index *index, const struct game_type *type,
		     const char *path);
void new_index_free(struct new_index *index);

/* Adds assets that were written to this folder of the output. kind is the one they are
 * listed as: where it could not convert them, theirs is another. Originals are noted with
 * the assets that they belong to. */
void new_index_add(struct new_index *index, const struct assets *assets,
		   const char *folder, const char *kind);
void new_index_add_originals(struct new_index *index, const struct assets *assets,
			     const char *folder, const char *kind);
void new_index_add_document(struct new_index *index, const char *kind, const char *name,
			    uint64_t size, const uint8_t sha256[32]);

/* "view:3", or "picture:NAME" without a number. */
json_t *asset_id(const char *kind, unsigned number, const char *name);

#endif
