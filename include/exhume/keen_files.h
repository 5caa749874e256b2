/*
 * The graphics, levels and sounds of one Keen game, each opened in one call: tables that
 * are not given are searched for in the game's program, and the layout is recognised.
 *
 * Source: keen-formats 1, 2, 4 and 9.
 */
#ifndef EXHUME_KEEN_FILES_H
#define EXHUME_KEEN_FILES_H

#include "keen.h"
#include "keen_audio.h"
#include "keen_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A game's files. Size 0: not given. All are borrowed, also by the opened structures. */
struct exh_keen_files {
	struct exh_bytes program; /* the file as on the disk, packed by LZEXE or not */
	/* Archives, for example KDREAMS.EGA or EGAGRAPH.CK4, KDREAMS.MAP or
	 * GAMEMAPS.CK4, KDREAMS.AUD or AUDIO.CK4. */
	struct exh_bytes graphics, levels, sounds;
	/* Tables, or object files with them. Tables that are not given are taken from
	 * the program. */
	struct exh_bytes graphics_head, graphics_dict; /* EGAHEAD and EGADICT, or CGA's */
	struct exh_bytes level_head, level_dict;       /* MAPHEAD, MAPDICT */
	/* Size 0: taken from after the level head. */
	struct exh_bytes tile_info;
	struct exh_bytes sound_head, sound_dict; /* AUDIOHHD or AUDIOHED, AUDIODCT */
	/* NULL: the layout of the known release with this head, else the one that fits
	 * best. */
	const struct exh_keen_layout *layout;
};

/*
 * Open the graphics, levels or sounds of a game. Errors are those of exh_mz_open and
 * exh_lzexe_unpack, exh_keen_exe_graphics, exh_keen_head_read, exh_huffman_read,
 * exh_keen_graphics_open, and their counterparts for levels and sounds. EXH_INVALID, too,
 * if the archive, or both a table and the program, are not given. err->offset is in the
 * file or image concerned.
 */
EXH_CHECKED enum exh_status exh_keen_files_graphics(const struct exh_keen_files *files,
						    struct exh_arena *arena,
						    struct exh_keen_graphics *out,
						    struct exh_notes *notes,
						    struct exh_error *err);

/* All levels, and the tile information. */
struct exh_keen_levels {
	struct exh_keen_maps maps;
	struct exh_keen_tile_info tile_info; /* without tiles if there is none */
};

/* Opens the levels. */
EXH_CHECKED enum exh_status exh_keen_files_levels(const struct exh_keen_files *files,
						  struct exh_arena *arena,
						  struct exh_keen_levels *out,
						  struct exh_notes *notes,
						  struct exh_error *err);

/* Opens the sounds. */
EXH_CHECKED enum exh_status exh_keen_files_sounds(const struct exh_keen_files *files,
						  struct exh_arena *arena,
						  struct exh_keen_audio *out,
						  struct exh_notes *notes,
						  struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
