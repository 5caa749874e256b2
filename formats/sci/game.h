/* What the parts of a game say to each other. */
#ifndef EXH_SCI_GAME_H
#define EXH_SCI_GAME_H

#include "exhume/sci_game.h"

/* A file's bytes: those that were given, or that are read now. */
enum exh_status exh_sci_game_file_bytes(const struct exh_sci_game *game, size_t file,
					struct exh_arena *arena, struct exh_bytes *out,
					struct exh_error *err);

/* A resource that is being read, for messages that name it. */
struct game_reading {
	const struct exh_sci_game *game;
	const struct exh_sci_game_resource *resource;
	struct exh_arena *arena;
	struct exh_notes own; /* what was noted of it */
	struct exh_notes *notes;
	struct exh_error *err;
};

/* Unpacks it, salvaged. */
enum exh_status exh_sci_game_reading_start(struct game_reading *r,
					   const struct exh_sci_game *game,
					   const struct exh_sci_game_resource *resource,
					   struct exh_arena *arena, struct exh_bytes *out,
					   struct exh_notes *notes,
					   struct exh_error *err);

/* Passes notes and the error on, with their file and resource. Returns the status. */
enum exh_status exh_sci_game_reading_end(struct game_reading *r, enum exh_status status);

#endif
