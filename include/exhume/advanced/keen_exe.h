/*
 * Tables in the program of a Keen game. They are found by content, so their place and the
 * release don't matter.
 *
 * image is the load image of the program, unpacked (exh_mz_open, exh_lzexe_unpack); the
 * tables borrow its bytes, and their base is the offset in the image.
 *
 * Source: keen-formats 1, 2, 4 and 9; formats/keen/README.md, "Executables".
 */
#ifndef EXHUME_ADVANCED_KEEN_EXE_H
#define EXHUME_ADVANCED_KEEN_EXE_H

#include "keen.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Finds Huffman dictionaries: 255 nodes, children before parents, every byte once. Stores
 * at most most of them, in the order of the image. Returns the number found.
 */
EXH_API size_t exh_keen_exe_dicts(struct exh_bytes image, struct exh_bytes *dicts,
				  size_t most);

/* The tables of one archive. */
struct exh_keen_exe_tables {
	/* Data NULL: it is searched for; else it is given. */
	struct exh_bytes head, dict;
	/* Number of chunks or levels that were tried, and of those that fit. */
	size_t tried_count, good_count;
};

/*
 * Finds head and dictionary of a graphics archive: the head whose last entry is the
 * archive's length, or that of a known release, or at least a long ascending one; and the
 * dictionary by which most chunks end where the head says, the nearest one of several.
 * The archive may have been cut or edited. layout may be NULL; it gives the number of
 * chunks, which helps with damaged heads. EXH_INVALID if the image does not contain the
 * tables, or too few chunks fit any head with any dictionary.
 */
EXH_CHECKED enum exh_status exh_keen_exe_graphics(struct exh_bytes image,
						  struct exh_bytes archive,
						  const struct exh_keen_layout *layout,
						  struct exh_keen_exe_tables *tables,
						  struct exh_error *err);

/*
 * Finds head and dictionary of an archive of levels: a tag and 100 offsets. In Keen 4 to
 * 6 level headers are not compressed; in Keen Dreams sizes follow and a dictionary
 * expands the headers. dict stays empty if none is needed. Levels past the end of an
 * archive that was cut are tried and don't fit. head ends with up to tile_info_size bytes
 * of tile information. EXH_INVALID if the image does not contain the tables.
 */
EXH_CHECKED enum exh_status
exh_keen_exe_maps(struct exh_bytes image, struct exh_bytes archive, size_t tile_info_size,
		  struct exh_keen_exe_tables *tables, struct exh_error *err);

/*
 * Finds head and dictionary of an archive of sounds: offsets that never decrease, up to
 * the archive's length, or at least a long run of such; and the dictionary by which
 * chunks end where the head says. dict stays empty if effects and music are not
 * compressed. EXH_INVALID if the image does not contain the tables.
 */
EXH_CHECKED enum exh_status exh_keen_exe_audio(struct exh_bytes image,
					       struct exh_bytes archive,
					       struct exh_keen_exe_tables *tables,
					       struct exh_error *err);

/* Contents of a program that can be found without the archives. data is NULL for a
 * head that it does not contain. */
struct exh_keen_exe_contents {
	const struct exh_keen_layout *layout; /* layout of the known release, or NULL */
	struct exh_bytes graphics_head;
	struct exh_bytes map_head; /* head, no tile information */
	struct exh_bytes audio_head;
	size_t dict_count; /* Huffman dictionaries */
};

/* Lists the contents of a program. */
EXH_API void exh_keen_exe_list(struct exh_bytes image, struct exh_keen_exe_contents *out);

/*
 * Tables in object files, from which a program is linked: exh_omf_open has their
 * bytes. Source: formats/keen/README.md, "Object files".
 */

/* Returns the table in an object file, judged by the file's name, as the name of the
 * table's own file: "maphead" for CK4MHEAD.OBJ. NULL: none. prefix_size: characters in
 * front that are the game's extension; 3 for CK4. */
EXH_API const char *exh_keen_object_stem(const char *name, size_t *prefix_size);

/* Returns the same for a public name, such as "_maphead"; NULL: none. */
EXH_API const char *exh_keen_symbol_stem(struct exh_bytes symbol);

#ifdef __cplusplus
}
#endif

#endif
