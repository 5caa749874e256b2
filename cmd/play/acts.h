/*
 * Acts of input scripts: statements that are no frames (exhume/input.h). Those for all
 * engines are here: wait, expect, save, goto; others are the engine's.
 */
#ifndef CMD_PLAY_ACTS_H
#define CMD_PLAY_ACTS_H

#include "engine.h"

/* A state that "save NAME" has kept. */
struct act_snapshot {
	char *name;
	void *player;
	struct act_snapshot *next;
};

struct acts {
	const struct engine_type *type;
	const struct exh_input_act *act; /* under way; NULL: none */
	struct engine_act_state state;
	struct act_snapshot *snapshots;
};

enum { ACTS_NAMES = 32 };

/* The keys of an engine with all its acts. Points into itself. */
struct acts_language {
	struct exh_input_keys keys;
	const struct engine_type *type;
	const char *names[ACTS_NAMES];
};
void acts_language(struct acts_language *language, const struct engine_type *type);

void acts_free(struct acts *acts);

/* The act under way, before a frame: input is what is pressed in that frame, if it goes
 * on. After ENGINE_ACT_FAILED err has why, without file and line. */
enum engine_act acts_go_on(struct acts *acts, void *player, struct exh_input_frame *input,
			   struct exh_error *err);

#endif
