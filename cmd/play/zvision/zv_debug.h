/* zv-run --debug: a game in a debugger, which stops at events: puzzles, results, keys,
 * places, side effects. */
#ifndef CMD_PLAY_ZVISION_ZV_DEBUG_H
#define CMD_PLAY_ZVISION_ZV_DEBUG_H

#include "zv_run.h"

struct zv_debug;

/* For a run whose player has started. */
struct zv_debug *zv_debug_open(const struct run *run, const struct zv_run_game *game);
/* Takes NULL. */
void zv_debug_close(struct zv_debug *debug);

bool zv_debug_is_terminal(const struct zv_debug *debug);

/* Before each tick: takes commands where the game stands, and presses what somebody
 * typed. */
void zv_debug_press(struct zv_debug *debug, struct exh_input_frame *input);
/* In a tick; the hook of a run. Takes commands where an event is waited for. */
void zv_debug_event(void *debug, const struct exh_event *event);
/* Somebody has had enough: there is to be no further tick. */
bool zv_debug_quits(const struct zv_debug *debug);

#endif
