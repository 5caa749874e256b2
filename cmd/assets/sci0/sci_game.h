/*
 * A game of Sierra's: a folder with RESOURCE.MAP, the volumes and patch files, under
 * names in upper or lower case. What counts of a resource is its patch file, if there is
 * one, else the map's first entry.
 */
#ifndef CMD_ASSETS_SCI0_SCI_GAME_H
#define CMD_ASSETS_SCI0_SCI_GAME_H

#include "task/ranges.h"
#include "task/report.h"

#include <exhume/sci0_game.h>
#include <exhume/sci0_project.h>

struct sci_volume {
	const char *path; /* NULL: there is none of this number */
	struct file file;
	bool is_read, is_stated; /* is_stated: it was reported that it can't be read */
};

/* Not to be moved while it is open. */
struct sci_game {
	char *folder;
	/* Its files: names, and where they are. */
	struct exh_sci0_game_file *items;
	char **paths;
	size_t file_count;
	const char *map_path; /* NULL: none, only patch files */
	struct file map_file;
	struct exh_arena arena; /* of what was opened */
	struct exh_sci0_game opened;
	struct sci_volume volumes[EXH_SCI0_VOLUMES];
	struct file project_file;
	struct exh_sci0_project project; /* its authors' names, of GAME.INI */
};

/*
 * Opens the game in the folder. False, reported, if there is neither a map nor
 * a patch file, or if they can't be read; what is damaged is reported, too. layout: as
 * exh_sci0_map_layout has it, or another one (-1: as it has it). To be closed in any
 * case.
 */
bool sci_game_open(struct sci_game *game, const char *folder, int layout,
		   struct report *report);
void sci_game_close(struct sci_game *game);

/* The name that authors gave a resource; without bytes if they gave none. */
struct exh_bytes sci_game_author_name(const struct sci_game *game,
				      const struct exh_sci0_game_resource *resource);

/* Reports the single numbers among the ranges that the game has no resource of. */
void sci_game_report_missing(const struct sci_game *game, unsigned type,
			     const struct range *ranges, size_t count,
			     struct report *report);

/* Reads all volumes that entries refer to, so that their resources can be loaded. Loading
 * a resource reports a missing volume. */
void sci_game_read_volumes(struct sci_game *game, struct report *report);
/* Reads the volumes without entries. */
void sci_game_read_other_volumes(struct sci_game *game, struct report *report);

/* The file that errors and notes of a resource are about. */
const char *sci_game_file(const struct sci_game *game,
			  const struct exh_sci0_game_resource *resource);

/* One resource, salvaged if need be, in arena; its volume is read if it was not. What is
 * wrong is reported, a failure, too. */
enum exh_status sci_game_try(struct sci_game *game,
			     const struct exh_sci0_game_resource *resource,
			     struct exh_arena *arena, struct exh_bytes *bytes,
			     struct report *report);
/* True: EXH_OK. */
bool sci_game_take(struct sci_game *game, const struct exh_sci0_game_resource *resource,
		   struct exh_arena *arena, struct exh_bytes *bytes,
		   struct report *report);

/* Does the path name a game: a folder, or its RESOURCE.MAP? */
bool sci_is_game(const char *path);

/* What outputs of the game are named after: its folder without slashes at the end, "."
 * and
 * ".." resolved, of a map the folder it lies in. To be freed. */
char *sci_game_name(const char *path);

/* Is it a volume (RESOURCE.001), which is of use only with its map? That is reported. */
bool sci_refuse_volume(const char *path, struct report *report);

/*
 * The same for a subcommand that needs but one: out of a game, or path is the file that
 * holds it itself: a patch file, or the bare resource.
 */
bool sci_resource_open(const char *path, unsigned type, unsigned number,
		       struct exh_arena *arena, struct exh_bytes *bytes,
		       struct report *report);

#endif
