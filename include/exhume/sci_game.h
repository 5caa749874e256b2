/*
 * An SCI0 game by its files: the map, the volumes, and the patch files that override
 * them. Its resources and vocabularies are read in one call each.
 *
 * Memory: lists lie in the caller's arena. The files' names and bytes are borrowed, also
 *         by the resources that are read. A game is read-only after it is opened:
 *         threads may share it.
 * Source: sci0-formats 1, 2.
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

/* A file of the game's folder. */
struct exh_sci_game_file {
	const char *name;	/* without folders, in upper or lower case */
	struct exh_bytes bytes; /* data NULL: the callback read gets them */
};

/* The files of a game's folder, in any order; other files are ignored. */
struct exh_sci_game_files {
	const struct exh_sci_game_file *items;
	size_t count;
	/* Reads the bytes of items[i], which has none: into arena, or other memory
	 * that outlives the game. Threads that read a game call it at the same time.
	 * NULL: a file without bytes is empty. */
	enum exh_status (*read)(void *context, size_t i, struct exh_arena *arena,
				struct exh_bytes *out, struct exh_error *err);
	void *context; /* passed to read */
	/* Layout of the map, for exh_sci_game_open; NULL: as exh_sci_map_layout
	 * guesses it. */
	const enum exh_sci_layout *layout;
	uint64_t reserved[4]; /* 0: room to grow */
};

/* Returns the number of a volume by its name: 2 for "RESOURCE.002"; below 0 for other
 * names. */
EXH_API int exh_sci_volume_number(const char *name);

/* True for the name of a map, a volume or a patch file. */
EXH_API bool exh_sci_game_has_name(const char *name);

/* A resource of the game. */
struct exh_sci_game_resource {
	unsigned type, number; /* enum exh_sci_type, and number */
	bool is_patch;
	bool is_overridden;		   /* a patch file overrides it */
	const struct exh_sci_entry *entry; /* in the map; NULL for a patch file */
	/* Index of the patch file, or of the volume; EXH_SCI_NO_FILE: missing. */
	size_t file;
};

/* Two files with one meaning, such as View.001 and view.001: the first by name counts. */
struct exh_sci_game_double {
	size_t ignored, counts; /* indices of files */
};

/* An open game. */
struct exh_sci_game {
	struct exh_sci_game_files files;
	size_t map_file;		 /* EXH_SCI_NO_FILE: only patch files */
	size_t volumes[EXH_SCI_VOLUMES]; /* indices of files, or EXH_SCI_NO_FILE */
	struct exh_sci_map map;
	/* All resources: the map's in its order, then patch files by type and number. */
	struct exh_sci_game_resource *resources;
	size_t count;
	/* Resources that the game uses, by type and number: the patch file, if there
	 * is one, or the map's first entry. */
	const struct exh_sci_game_resource **used;
	size_t used_count;
	struct exh_sci_game_double *doubles;
	size_t double_count;
	uint64_t reserved[4]; /* room to grow */
};

/*
 * Opens a game. Notes and errors are those of the map: fails as exh_sci_map_read does,
 * and as files.read does for the map. EXH_INVALID, without an offset, if there is neither
 * a map nor a patch file. A missing volume is reported only when a resource in it is
 * read.
 */
EXH_CHECKED enum exh_status exh_sci_game_open(const struct exh_sci_game_files *files,
					      struct exh_arena *arena,
					      struct exh_sci_game *out,
					      struct exh_notes *notes,
					      struct exh_error *err);

/*
 * Resources.
 */

/* Returns the resource that the game uses, or NULL if it has none. */
EXH_API const struct exh_sci_game_resource *
exh_sci_game_find(const struct exh_sci_game *game, unsigned type, unsigned number);

/*
 * Gets a resource, unpacked: in arena, or in the bytes of its file. If it is damaged, the
 * available part in full length; the damage is noted. EXH_INVALID if the game has none,
 * or its volume is missing; else fails as exh_sci_game_unpack does. Notes and errors name
 * the file and the resource: "RESOURCE.001: view 3: ...".
 */
EXH_CHECKED enum exh_status
exh_sci_game_read(const struct exh_sci_game *game, unsigned type, unsigned number,
		  struct exh_arena *arena, struct exh_bytes *out, struct exh_notes *notes,
		  struct exh_error *err);

/* Gets a given resource, even an overridden one; notes and errors name neither file
 * nor resource. salvage false: damage is an error. Fails as exh_sci_game_record,
 * exh_sci_record_unpack and exh_sci_patch_read do. */
EXH_CHECKED enum exh_status
exh_sci_game_unpack(const struct exh_sci_game *game,
		    const struct exh_sci_game_resource *resource, struct exh_arena *arena,
		    bool salvage, struct exh_bytes *out, struct exh_notes *notes,
		    struct exh_error *err);

/*
 * Gets the record of a resource of the map. Fails as exh_sci_record_read does;
 * EXH_INVALID if the record is of another resource. EXH_INVALID for a missing volume, and
 * errors of files.read for it, have the offset of the map's entry. arena is passed to
 * files.read.
 */
EXH_CHECKED enum exh_status
exh_sci_game_record(const struct exh_sci_game *game,
		    const struct exh_sci_game_resource *resource, struct exh_arena *arena,
		    struct exh_sci_record *out, struct exh_error *err);

/*
 * Vocabularies. EXH_INVALID if the game has none of the kind; else fails as the readers
 * of exhume/sci_vocab.h and exhume/sci_names.h do. Notes and errors name the file and
 * the resource.
 */

/* Returns the resource number of a kind, even if it is missing: SCI01 numbers words,
 * grammar and suffixes differently. EXH_SCI_NUMBERS if it has none. */
EXH_API unsigned exh_sci_game_vocab_number(const struct exh_sci_game *game,
					   enum exh_sci_vocab_kind kind);

/* Read a vocabulary of the game into the arena. */
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

/* All that is needed to parse the player's lines. It has pointers into itself. */
struct exh_sci_game_parser {
	struct exh_sci_words words;
	struct exh_sci_suffixes suffixes; /* none, with a warning, if missing */
	struct exh_sci_grammar grammar;
	struct exh_sci_lexicon lexicon;
	struct exh_sci_parser parser;
};

/* Opens the parser, in the arena. Fails also as exh_sci_lexicon_open and
 * exh_sci_parser_open do. */
EXH_CHECKED enum exh_status
exh_sci_game_parser_open(const struct exh_sci_game *game, struct exh_arena *arena,
			 const struct exh_sci_game_parser **out, struct exh_notes *notes,
			 struct exh_error *err);

/* Opens all scripts, with what they share, as exh_sci_program_open does; the words in
 * the game's texts are counted (exhume/sci_usage.h). Unreadable resources are noted as
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
