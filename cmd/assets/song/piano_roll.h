/* A song as a picture: notes over time, a colour a channel, in rows of some seconds. */
#ifndef CMD_ASSETS_SONG_PIANO_ROLL_H
#define CMD_ASSETS_SONG_PIANO_ROLL_H

#include "score.h"

struct piano_roll;

/* Notes of length samples are to come; the second time they come they are drawn. */
struct piano_roll *piano_roll_start(uint64_t length);
/* The first time: how high and how low they are. context is the roll. */
void piano_roll_measure(void *roll, const struct score_note *note);
/* EXH_LIMIT for songs that make too large a picture. */
enum exh_status piano_roll_rule(struct piano_roll *roll, struct exh_error *err);
/* The second time. */
void piano_roll_draw(void *roll, const struct score_note *note);
/* Appends the PNG file. */
enum exh_status piano_roll_encode(const struct piano_roll *roll, struct exh_writer *out,
				  struct exh_error *err);
void piano_roll_free(struct piano_roll *roll);

#endif
