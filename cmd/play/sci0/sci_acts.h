/* Acts of input scripts for SCI0 (exhume-input(5)), and what conditions look at. */
#ifndef CMD_PLAY_SCI0_SCI_ACTS_H
#define CMD_PLAY_SCI0_SCI_ACTS_H

#include "play/engine.h"

extern const char *const sci_acts[];

enum exh_status sci_act_check(const struct exh_input_act *act, struct exh_error *err);
enum engine_act sci_act(void *player, const struct exh_input_act *act,
			struct engine_act_state *state, struct exh_input_frame *input,
			struct exh_error *err);
bool sci_value(const void *player, const char *name, struct exh_writer *out);
void sci_texts(const void *player, struct exh_writer *out);
bool sci_is_idle(const void *player);

#endif
