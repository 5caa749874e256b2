/* What is in a Keen graphics archive as kinds of assets: one for each class of chunks. */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_GRAPHICS_KINDS_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_GRAPHICS_KINDS_H

#include "assets/assets.h"
#include "keen_make.h"

/* A kind's code is its enum exh_keen_class; those of classes without files of their own
 * have no name. The last kind is of chunks as they are. Their game is a struct
 * keen_parts. */
enum { KEEN_RAW_CHUNK = EXH_KEEN_CLASS_COUNT, KEEN_GRAPHICS_KINDS };
extern const struct asset_kind keen_graphics_kinds[KEEN_GRAPHICS_KINDS];

/* Decodes what options want of the archive: keen and options are set. What can't be
 * decoded is reported. Always to be freed. */
void keen_graphics_prepare(struct keen_graphics_game *game, struct report *report);
void keen_graphics_free(struct keen_graphics_game *game);

/* Is any of what is in a chunk wanted? */
bool keen_chunk_is_wanted(const struct keen_archive *keen,
			  const struct keen_wanted *wanted, size_t number);

/* The chunk that asset i was made of. */
size_t keen_graphics_chunk(const struct assets *assets, size_t i);

#endif
