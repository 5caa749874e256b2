/*
 * An SCI0 game by its files: the map, the volumes, and the patch files that override
 * them. Its resources and vocabularies are read in one call each.
 *
 * Memory: lists lie in the caller's arena. Files are borrowed, names and bytes, and so
 * they are by what is read of them. A game is read-only after it is opened: threads may
 * share it. Source: sci0-formats 1, 2.
 */
#ifndef EXHUME_SCI_GAME_H
#define EXHUME_SCI_GAME_H

#include "sci.h"
#include "sci_names.h"
#include "sci_parser.h"
#include "sci_program.h"
#include "sci_vocab.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { EXH_SCI_VOLUMES = 64 };
#define EXH_SCI_NO_FILE ((size_t)-1)

struct exh_sci_game_file {
	const char *name;	/* without folders, in upper or lower case */
	struct exh_bytes bytes; /* data NULL: read gives them */
};

/* The files of a game's folder, in any order; those of no meaning are passed. */
struct exh_sci_game_files {
	const struct exh_sci_game_file *items;
	size_t count;
	/* The bytes of items[i], which has none: in arena, or where they stay as long as
	 * the game does. Threads that read a game call it at the same time. NULL: a file
	 * without bytes is empty. */
	enum exh_status (*read)(void *context, size_t i, struct exh_arena *arena,
				struct exh_bytes *out, struct exh_error *err);
	void *context;
	/* Of the map, while it is opened; NULL: as exh_sci_map_layout has it. */
	const enum exh_sci_layout *layout;
	uint64_t reserved[4]; /* 0: room to grow */
};

/* "RESOURCE.002" is 2; below 0 for any name that is no volume's. */
EXH_API int exh_sci_volume_number(const char *name);

/* Is it the name of a game's file: of a map, a volume or a patch file? */
EXH_API bool exh_sci_game_has_name(const char *name);

struct exh_sci_game_resource {
	unsigned type, number;
	bool is_patch;
	bool is_overridden;		   /* by a patch file */
	const struct exh_sci_entry *entry; /* in the map; NULL for a patch file */
	size_t file; /* the patch file, or the volume; EXH_SCI_NO_FILE: there is none */
};

/* Two files of one meaning, such as View.001 and view.001: the first by name counts. */
struct exh_sci_game_double {
	size_t ignored, counts; /* files */
};

struct exh_sci_game {
	struct exh_sci_game_files files;
	size_t map_file;		 /* EXH_SCI_NO_FILE: only patch files */
	size_t volumes[EXH_SCI_VOLUMES]; /* files, or EXH_SCI_NO_FILE */
	struct exh_sci_map map;
	/* All: the map's in its order, then patch files by type and number. */
	struct exh_sci_game_resource *resources;
	size_t count;
	/* What the game uses, by type and number: of each the patch file, if there is
	 * one, or the map's first. */
	const struct exh_sci_game_resource **used;
	size_t used_count;
	struct exh_sci_game_double *doubles;
	size_t double_count;
	uint64_t reserved[4]; /* room to grow */
};

/*
 * Opens a game. Notes and errors are of the map: fails as exh_sci_map_read does, and as
 * files.read does for the map. EXH_INVALID, without an offset, if there is neither a map
 * nor a patch file. Volumes that are missing matter when a resource of theirs is read.
 */
EXH_CHECKED enum exh_status exh_sci_game_open(const struct exh_sci_game_files *files,
					      struct exh_arena *arena,
					      struct exh_sci_game *out,
					      struct exh_notes *notes,
					      struct exh_error *err);

/*
 * Resources.
 */

/* What the game uses of a type and number; NULL if it has none. */
EXH_API const struct exh_sci_game_resource *
exh_sci_game_find(const struct exh_sci_game *game, unsigned type, unsigned number);

/*
 * A resource, unpacked: in arena, or in the bytes of its file. Of a damaged one, what is
 * left, in full length; the damage is noted. EXH_INVALID if the game has none, or its
 * volume is missing; else fails as exh_sci_game_unpack does. Notes and errors name the
 * file and the resource: "RESOURCE.001: view 3: ...".
 */
EXH_CHECKED enum exh_status
exh_sci_game_read(const struct exh_sci_game *game, unsigned type, unsigned number,
		  struct exh_arena *arena, struct exh_bytes *out, struct exh_notes *notes,
		  struct exh_error *err);

/* The same of one resource, which may be overridden; notes and errors name nothing.
 * salvage: else damage is an error. Fails as exh_sci_game_record,
 * exh_sci_record_unpack and exh_sci_patch_read do. */
EXH_CHECKED enum exh_status
exh_sci_game_unpack(const struct exh_sci_game *game,
		    const struct exh_sci_game_resource *resource, struct exh_arena *arena,
		    bool salvage, struct exh_bytes *out, struct exh_notes *notes,
		    struct exh_error *err);

/* The record of a resource of the map. Fails as exh_sci_record_read does; EXH_INVALID if
 * it is of another resource, or, at the offset of the map's entry, if there is no such
 * volume; as files.read does for it, at that offset, too. arena is files.read's. */
EXH_CHECKED enum exh_status
exh_sci_game_record(const struct exh_sci_game *game,
		    const struct exh_sci_game_resource *resource, struct exh_arena *arena,
		    struct exh_sci_record *out, struct exh_error *err);

/*
 * Vocabularies. EXH_INVALID if the game has none of the kind; else fails as the readers
 * of exhume/sci_vocab.h and exhume/sci_names.h do. Notes and errors name the file and
 * the resource.
 */

/* The number of a kind, whether it is there or not: SCI01 numbers words, grammar and
 * suffixes differently. EXH_SCI_NUMBERS if it has none. */
EXH_API unsigned exh_sci_game_vocab_number(const struct exh_sci_game *game,
					   enum exh_sci_vocab_kind kind);

EXH_CHECKED enum exh_status exh_sci_game_words(const struct exh_sci_game *game,
					       struct exh_arena *arena,
					       struct exh_sci_words *out,
					       struct exh_notes *notes,
					       struct exh_error *err);
EXH_CHECKED enum exh_status exh_sci_game_suffixes(const struct exh_sci_game *game,
						  struct exh_arena *arena,
						  struct exh_sci_suffixes *out,
						  struct exh_notes *notes,
						  struct exh_error *err);
EXH_CHECKED enum exh_status exh_sci_game_grammar(const struct exh_sci_game *game,
						 struct exh_arena *arena,
						 struct exh_sci_grammar *out,
						 struct exh_notes *notes,
						 struct exh_error *err);
EXH_CHECKED enum exh_status exh_sci_game_selectors(const struct exh_sci_game *game,
						   struct exh_arena *arena,
						   struct exh_sci_names *out,
						   struct exh_notes *notes,
						   struct exh_error *err);
EXH_CHECKED enum exh_status exh_sci_game_classes(const struct exh_sci_game *game,
						 struct exh_arena *arena,
						 struct exh_sci_classes *out,
						 struct exh_notes *notes,
						 struct exh_error *err);

/* All that a game reads the player's lines with. It has pointers into itself. */
struct exh_sci_game_parser {
	struct exh_sci_words words;
	struct exh_sci_suffixes suffixes; /* none, with a warning, if they are missing */
	struct exh_sci_grammar grammar;
	struct exh_sci_lexicon lexicon;
	struct exh_sci_parser parser;
};

/* Fails as exh_sci_lexicon_open and exh_sci_parser_open do, too. */
EXH_CHECKED enum exh_status
exh_sci_game_parser_open(const struct exh_sci_game *game, struct exh_arena *arena,
			 const struct exh_sci_game_parser **out, struct exh_notes *notes,
			 struct exh_error *err);

/* All scripts, with what they share, as exh_sci_program_open makes it; the words that
 * the game's texts use are counted (exhume/sci_usage.h). What can't be read is noted as
 * damage, and left out. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_game_program_open(const struct exh_sci_game *game,
						      struct exh_arena *arena,
						      struct exh_sci_program *out,
						      struct exh_notes *notes,
						      struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
