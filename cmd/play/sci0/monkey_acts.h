/* Acts by chance, in the language of input scripts, and lists of them. */
#ifndef CMD_PLAY_SCI0_MONKEY_ACTS_H
#define CMD_PLAY_SCI0_MONKEY_ACTS_H

#include "sci_sentences.h"

enum { MONKEY_TEXT = 192 };

struct monkey_act {
	const char *name; /* of exhume-input(5) */
	char text[MONKEY_TEXT];
};

struct monkey_acts {
	struct monkey_act *items;
	size_t count, capacity;
};

/* What acts are made of. */
struct monkey_world {
	const struct sci_sentences *sentences;
	uint16_t *rooms;
	size_t room_count;
	bool has_no_walks; /* in this game the hero does not arrive, so "walk" waits long
			    */
	bool has_window;   /* now: rooms can't be changed */
	uint64_t chance;   /* state of the generator; not 0 */
};

void monkey_world_start(struct monkey_world *world, uint32_t seed);
void monkey_act_choose(struct monkey_world *world, struct monkey_act *out);
/* The act took so many cycles, or failed: what is of no use is not tried again. */
void monkey_act_judge(struct monkey_world *world, const struct monkey_act *act,
		      uint64_t cycles, bool has_failed);

void monkey_acts_add(struct monkey_acts *acts, const struct monkey_act *act);
void monkey_acts_copy(struct monkey_acts *to, const struct monkey_acts *from);
void monkey_acts_free(struct monkey_acts *acts);
/* As a script. */
void monkey_acts_print(const struct monkey_acts *acts, struct exh_writer *out);

/*
 * The shortest list that can be found by leaving acts out (delta debugging: halves,
 * quarters, and so on), such that does() is still true, in at most so many calls.
 */
void monkey_acts_shrink(struct monkey_acts *acts, size_t most_calls,
			bool (*does)(void *context, const struct monkey_acts *acts),
			void *context);

#endif
