/* Tile information back out of the CSV that level_tile_info_csv writes. */
#ifndef CMD_ASSETS_KEEN_LEVEL_TILE_INFO_CSV_H
#define CMD_ASSETS_KEEN_LEVEL_TILE_INFO_CSV_H

#include <exhume/keen_map.h>

/*
 * Tables for so many tiles, in arena; rest is left out. The first line names the columns,
 * in any order; each tile has a line. EXH_INVALID names the line that is wrong, or the
 * tile that lacks one.
 */
enum exh_status tile_info_read_csv(struct exh_bytes text, size_t background_count,
				   size_t foreground_count, struct exh_arena *arena,
				   struct exh_keen_tile_info *out, struct exh_error *err);

#endif
