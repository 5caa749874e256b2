/* sci-run --debug: a game in the debugger, frame by frame. */
#ifndef CMD_PLAY_SCI0_SCI_DEBUG_H
#define CMD_PLAY_SCI0_SCI_DEBUG_H

#include "sci_run.h"

struct sci_debug;

/* For a player that has started. sources: a folder of .sc files, or NULL. NULL, reported,
 * if it can't. */
struct sci_debug *sci_debug_open(const struct engine_type *type,
				 struct sci_player *player,
				 const struct sci_run_game *game, const char *path,
				 const char *sources, struct report *report);
/* Takes NULL. */
void sci_debug_close(struct sci_debug *debug);

/* What is pressed in the next frame, unless somebody typed something else. */
void sci_debug_press(struct sci_debug *debug, const struct exh_input_frame *input);
/* A frame, in which somebody may go back to earlier ones and on again: what comes out of
 * those is not shown again. False: the game has ended, or somebody quit. */
bool sci_debug_step(struct sci_debug *debug, const struct exh_host *host);

#endif
