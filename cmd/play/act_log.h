/*
 * What came of a script's assertions, for people and build servers: TAP and JUnit's XML.
 */
#ifndef CMD_PLAY_ACT_LOG_H
#define CMD_PLAY_ACT_LOG_H

#include "engine.h"

/* An assertion that held, or an act that failed. */
struct act_point {
	const struct exh_input_act *act;
	char *failure; /* NULL: it held */
	uint64_t tick;
};

struct act_log {
	struct act_point *items;
	size_t count, capacity;
};

/* failure: NULL, or why it failed. */
void act_log_add(struct act_log *log, const struct exh_input_act *act, uint64_t tick,
		 const char *failure);
void act_log_free(struct act_log *log);

/* Append them. name: of the whole. */
void act_log_tap(const struct act_log *log, struct exh_writer *out);
void act_log_junit(const struct act_log *log, const char *name, unsigned ticks_a_second,
		   struct exh_writer *out);

#endif
