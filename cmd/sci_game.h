/*
 * A game of Sierra's: a folder with RESOURCE.MAP, the volumes and patch files, under
 * names in any case. What counts of a resource is its patch file, if there is one, else
 * the map's first entry.
 */
#ifndef CMD_SCI_GAME_H
#define CMD_SCI_GAME_H

#include "message.h"

#include <exhume/sci0.h>

enum { SCI_VOLUMES = 64 };

struct sci_volume {
	char *path; /* NULL: there is none of this number */
	struct file file;
	bool is_read;
};

/* One that can be had: of the map, or a patch file. */
struct sci_resource {
	unsigned type, number;
	bool is_patch;
	bool is_overridden;		    /* by a patch file */
	const struct exh_sci0_entry *entry; /* NULL for a patch file */
	char *path;			    /* of a patch file */
};

struct sci_game {
	const char *folder;
	char *map_path; /* NULL: none, only patch files */
	struct file map_file;
	struct exh_arena arena; /* of the map and the notes */
	struct exh_sci0_map map;
	struct sci_volume volumes[SCI_VOLUMES];
	struct sci_resource *resources; /* the map's in its order, then patch files by
					   type and number */
	size_t count;
};

/*
 * Opens what is in the folder. False, told in the report, if there is neither a map nor
 * a patch file, or if they can't be read; what is damaged is told, too. layout: as
 * exh_sci0_map_layout has it, or another one (-1: as it has it). To be closed in any
 * case.
 */
bool sci_game_open(struct sci_game *game, const char *folder, int layout,
		   struct report *report);
void sci_game_close(struct sci_game *game);

/* What counts of a type and number; NULL if it has none. */
const struct sci_resource *sci_game_find(const struct sci_game *game, unsigned type,
					 unsigned number);

/* Reads all volumes that entries name. Before it several threads may not load. Those that
 * are not there are told of by loading what is in them. */
void sci_game_read_volumes(struct sci_game *game, struct report *report);

/* The header of a resource's record; of a patch file's one is made up. */
enum exh_status sci_game_record(const struct sci_game *game,
				const struct sci_resource *resource,
				struct exh_sci0_record *out, struct exh_error *err);

/*
 * The unpacked resource, in arena or in a volume's own bytes. Salvage: of a damaged one
 * what can be had, in full length, told as damage in notes; else it is an error. file:
 * the path of the file that messages are about, of the game.
 */
enum exh_status sci_game_load(const struct sci_game *game,
			      const struct sci_resource *resource,
			      struct exh_arena *arena, bool salvage,
			      struct exh_bytes *out, const char **file,
			      struct exh_notes *notes, struct exh_error *err);

/*
 * One resource for a subcommand that needs it: of a game's folder, or path is the file
 * that holds it itself, as a patch file (its first byte is 0x80 + type) or bare. False if
 * that failed, which is told. bytes lie in arena. Damage is told as such.
 */
bool sci_resource_open(const char *path, unsigned type, unsigned number,
		       struct exh_arena *arena, struct exh_bytes *bytes,
		       struct report *report);

#endif
