/*
 * What becomes of a whole game: each kind of asset in the formats that were wished for,
 * in folders from which the packers read. A family says it in its game_type.
 */
#ifndef CMD_ASSETS_EXPORTS_H
#define CMD_ASSETS_EXPORTS_H

#include "assets.h"

enum export_sound { EXPORT_WAV, EXPORT_FLAC, EXPORT_MIDI };
enum export_animation { EXPORT_APNG, EXPORT_GIF };
enum export_level { EXPORT_TMJ, EXPORT_TMX };
/* Bits: both may be wished for. */
enum export_table { EXPORT_JSON = 1, EXPORT_TSV = 2 };

/* The formats that were wished for; all zeros: the usual ones. A kind that has not the
 * one takes the other. */
struct export_wishes {
	enum export_sound sound;
	enum export_animation animation;
	enum export_level level;
	unsigned tables; /* enum export_table */
};

/* Assets of a kind, as files in a folder of the output. */
struct asset_export {
	const struct asset_kind *kind;
	const void *options;		    /* NULL: the kind's defaults */
	const struct asset_kind *fallback;  /* if the kind can't be opened; may be NULL */
	const struct asset_kind *originals; /* the assets as they were, in the folder
					       EXPORT_ORIGINALS; may be NULL */
	const char *folder;		    /* "": the output itself */
};

#define EXPORT_ORIGINALS "original"

struct asset_exports {
	struct asset_export *items;
	size_t count, capacity;
	struct exh_arena arena; /* for options */
};

void asset_exports_add(struct asset_exports *exports, struct asset_export item);
/* What becomes of a game that its type opened; to be freed. */
void asset_exports_plan(struct asset_exports *exports, const struct game_type *type,
			void *game, const struct export_wishes *wishes);
void asset_exports_free(struct asset_exports *exports);

#endif
