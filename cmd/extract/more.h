/*
 * What viewers of the page draw of an asset: a script in PAGE_DATA, loaded when the asset
 * is opened. It calls exhumeMore with an object:
 *
 * id     of the asset
 * waves  of its sounds, see more_waves
 * level  see more_level
 * ...    and what the kind adds, see asset_kind.more
 */
#ifndef CMD_EXTRACT_MORE_H
#define CMD_EXTRACT_MORE_H

#include "job.h"

/* Writes those of assets that were written to this folder of the output, as kind; the
 * index has them already. */
void more_write(struct extraction *x, struct assets *assets, const char *folder,
		const char *kind);

/*
 * Parts, of files in the output. NULL: there is nothing to draw.
 */

/* An object of a WAV file: file, seconds, and peaks: for each of up to 800 columns the
 * least and the most sample, of any channel, as two bytes in hexadecimal digits, 80 is
 * silence. */
json_t *more_waves(struct exh_bytes wav, const char *name);

/* A map of Tiled (.tmj), with what draws it: width, height, tilewidth, tileheight,
 * layers (name, data or objects), tilesets (firstgid, columns, tilewidth, tileheight,
 * margin, spacing, tilecount, image: a path in the output, tiles: those that are
 * animated). */
json_t *more_level(struct exh_bytes tmj, const char *name);

/* A plane of cells (.csv), as a layer. width and height get its size. */
json_t *more_plane(struct exh_bytes csv, const char *name, size_t *width, size_t *height);

#endif
