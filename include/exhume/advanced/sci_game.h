/*
 * An SCI0 game by its files: the map, the volumes, and the patch files that override
 * them. Its resources and vocabularies are read in one call each. The rest of
 * exhume/sci.h and exhume/sci_parser.h, which have units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_SCI_GAME_H
#define EXHUME_ADVANCED_SCI_GAME_H

#include "../sci.h"
#include "../sci_parser.h"
#include "sci.h"
#include "sci_names.h"
#include "sci_parser.h"
#include "sci_program.h"
#include "sci_vocab.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the number of a volume by its name: 2 for "RESOURCE.002"; below 0 for other
 * names. */
EXH_API int exh_sci_volume_number(const char *name);

/* True for the name of a map, a volume or a patch file. */
EXH_API bool exh_sci_game_has_name(const char *name);

/*
 * Resources.
 */

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
 * of exhume/advanced/sci_vocab.h and exhume/advanced/sci_names.h do. Notes and errors
 * name the file and the resource.
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

/* Opens all scripts, with what they share, as exh_sci_program_open does; the words in
 * the game's texts are counted (exhume/advanced/sci_usage.h). Unreadable resources are
 * noted as damage, and left out. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_game_program_open(const struct exh_sci_game *game,
						      struct exh_arena *arena,
						      struct exh_sci_program *out,
						      struct exh_notes *notes,
						      struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
