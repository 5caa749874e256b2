/*
 * Selected resources of an SCI game: by type and number, loaded in parallel, and reported
 * of in its order. For listing, extracting and verifying.
 */
#ifndef CMD_ASSETS_SCI0_SCI_ITEMS_H
#define CMD_ASSETS_SCI0_SCI_ITEMS_H

#include "sci_game.h"
#include "task/ranges.h"
#include "task/sha256.h"
#include "task/strings.h"

/* --type and --number. */
struct sci_choice {
	bool types[EXH_SCI0_TYPES]; /* all of them when no --type was given */
	struct range *ranges;
	size_t range_count; /* 0: all numbers */
};

void sci_choice_free(struct sci_choice *choice);

struct sci_item {
	struct exh_sci0_game_resource resource;
	/* The record, unless header_status is an error; of a patch file, when it is
	 * loaded, as it would be in a volume. */
	struct exh_sci0_record record;
	enum exh_status header_status;
	/* What sci_items_load found: bytes are there if status is EXH_OK. */
	enum exh_status status;
	struct exh_bytes bytes;
	const char *file; /* that err and notes are about */
	struct exh_error err;
	struct exh_error decode_err; /* its status: of what was decoded */
	struct exh_arena arena;	     /* of bytes and notes */
	struct exh_notes notes;
	uint8_t sha256[SHA256_SIZE]; /* of bytes, if requested */
	bool is_piece;		     /* of the sci_plan that was made of them */
};

struct sci_items {
	const struct sci_game *game;
	struct sci_item *items;
	size_t count;
	/* Set before loading. decode: contents are checked (exhume/sci0_check.h) and
	 * nothing kept; what is wrong is noted, too. */
	bool salvage, hash, decode;
};

enum sci_which {
	SCI_COUNTING, /* what the game would use: patch files before the map */
	SCI_MAPPED,   /* the map's, whatever patch files there are */
	SCI_ALL,      /* all entries of the map, then patch files, overridden and shadowed
			 ones, too */
};

/* In the map's order, then patch files by type and number; volumes are to be read before.
 * To be freed. */
void sci_items_collect(struct sci_items *items, const struct sci_game *game,
		       const struct sci_choice *choice, enum sci_which which);
void sci_items_free(struct sci_items *items);

/* Loads them, on as many cores as common says. False, reported, if it was interrupted. */
bool sci_items_load(struct sci_items *items, struct report *report);

/* Reports damage in the order of the items. */
void sci_items_report(const struct sci_items *items, struct report *report);

/* Nothing of it is lost, as far as is known. */
bool sci_item_is_whole(const struct sci_item *item);

/* TYPE.NNN, or TYPE.NNNN. */
enum { SCI_NAME_SIZE = 24 };
void sci_item_name(const struct sci_item *item, char name[SCI_NAME_SIZE]);

/* Is it an entry of the map after another of its type and number? */
static inline bool sci_item_is_shadowed(const struct sci_item *item)
{
	return item->resource.entry && item->resource.entry->is_shadowed;
}

/* Where it lies in file: its record, or the data of a patch file. */
size_t sci_item_offset(const struct sci_item *item);

#endif
