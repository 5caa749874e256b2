/*
 * The tables that the program of a Keen game holds, found by what they are: wherever the
 * linker put them, in whatever release.
 *
 * image is what is loaded of the program, unpacked (exh_mz_read, exh_lzexe_unpack); what
 * is found borrows its bytes, and their base is the offset in the image.
 *
 * Source: keen-formats 1, 2, 4 and 9; formats/keen/README.md, "Executables".
 */
#ifndef EXHUME_KEEN_EXE_H
#define EXHUME_KEEN_EXE_H

#include "keen.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Huffman dictionaries: 255 nodes, children before parents, every byte once. In the
 * order of the image, at most most of them; returns how many are told.
 */
EXH_API size_t exh_keen_exe_dicts(struct exh_bytes image, struct exh_bytes *dicts,
				  size_t most);

/* Those of one archive. */
struct exh_keen_exe_tables {
	/* Data NULL: to be found; else it is known already, from elsewhere. */
	struct exh_bytes head, dict;
	/* How many of the things that were tried were as they should be, in per cent. */
	unsigned fit;
};

/*
 * Head and dictionary of a graphics archive: the head whose last entry is the archive's
 * length, or that of a known release, or at least a long ascending one; and the
 * dictionary by which chunks end where the head says. layout may be NULL; one that is
 * given tells how many chunks there are, which serves heads that are damaged. EXH_INVALID
 * if the image does not have what is to be found.
 */
EXH_API enum exh_status exh_keen_exe_graphics(struct exh_bytes image,
					      struct exh_bytes archive,
					      const struct exh_keen_layout *layout,
					      struct exh_keen_exe_tables *tables,
					      struct exh_error *err);

/*
 * Head and dictionary of an archive of levels: a tag and 100 offsets, of Keen 4 to 6
 * where level headers stand in the archive as they are, or of Keen Dreams with sizes
 * behind, where a dictionary expands them; dict stays empty if none is needed. head ends
 * with up to tile_info_size bytes of tile information.
 */
EXH_API enum exh_status exh_keen_exe_maps(struct exh_bytes image,
					  struct exh_bytes archive, size_t tile_info_size,
					  struct exh_keen_exe_tables *tables,
					  struct exh_error *err);

/*
 * Head and dictionary of an archive of sounds: offsets that never fall, up to the
 * archive's length, or at least a long row of such; and the dictionary by which chunks
 * end where the head says; dict stays empty if they are effects and music as they are.
 */
EXH_API enum exh_status exh_keen_exe_audio(struct exh_bytes image,
					   struct exh_bytes archive,
					   struct exh_keen_exe_tables *tables,
					   struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
