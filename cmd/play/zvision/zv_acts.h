/* Acts of input scripts for ZVision (exhume-input(5)), and what conditions look at. */
#ifndef CMD_PLAY_ZVISION_ZV_ACTS_H
#define CMD_PLAY_ZVISION_ZV_ACTS_H

#include "play/engine.h"

extern const char *const zv_acts[];

enum exh_status zv_act_check(const struct exh_input_act *act, struct exh_error *err);
enum engine_act zv_act(void *player, const struct exh_input_act *act,
		       struct engine_act_state *state, struct exh_input_frame *input,
		       struct exh_error *err);
bool zv_value(const void *player, const char *name, struct exh_writer *out);
bool zv_is_idle(const void *player);

#endif
