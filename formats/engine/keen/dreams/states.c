/* The table of states: which of the parts' functions each calls. */
#include "actors.h"

const struct state exh_keen_states[STATE_COUNT] = {
	[STATE_NONE] = { .name = "NONE" },
#define STATE(id, left, right, how, skips, pushes, tics, dx, dy, does, touches, draws, \
	      then)                                                                    \
	[STATE_##id] = {                                                               \
		.name = #id,                                                           \
		.leftshape = (left),                                                   \
		.rightshape = (right),                                                 \
		.progress = (how),                                                     \
		.skippable = (skips),                                                  \
		.pushtofloor = (pushes),                                               \
		.tictime = (tics),                                                     \
		.xmove = (dx),                                                         \
		.ymove = (dy),                                                         \
		.think = (does),                                                       \
		.contact = (touches),                                                  \
		.react = (draws),                                                      \
		.next = STATE_##then,                                                  \
	},
#include "state_list.h"
#undef STATE
};
