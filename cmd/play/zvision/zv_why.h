/* Why puzzles fire or not, as text and as JSON. */
#ifndef CMD_PLAY_ZVISION_ZV_WHY_H
#define CMD_PLAY_ZVISION_ZV_WHY_H

#include <exhume/zv_engine.h>
#include <jansson.h>

struct zv_why {
	struct exh_writer *text;
	json_t *array; /* of puzzles; NULL: not wanted */
};

/* For exh_zv_engine_why and exh_zv_engine_puzzles; context is a struct zv_why. */
void zv_why_take(void *why, const struct exh_zv_puzzle_state *puzzle,
		 const struct exh_zv_criterion_state *criterion);

#endif
