/* The table of states, a line per frame. It formats numbers itself, since runs have
 * hundreds of thousands of frames. */
#include "play_keen.h"

#include <string.h>

enum {
	MAX_NUMBER = 21, /* characters, the tab after it included */
	NUMBERS = 22,	 /* columns before the sounds */
	FIELDS = NUMBERS + 4,
	MAX_CLASSES = 32, /* bits of contacts */
	MAX_CLASS = 16,	  /* characters of a class's name, the comma after it included */
};

static const char *const number_names[NUMBERS] = {
	"frame",   "x",	      "y",	 "xspeed",    "yspeed", "shape",
	"originx", "originy", "newtile", "copied",    "mark1",	"mark2",
	"mark3",   "objects", "active",	 "random",    "score",	"flowers",
	"bombs",   "lives",   "keys",	 "playstate",
};

static void get_numbers(const struct exh_keen_frame_state *state, int64_t out[NUMBERS])
{
	const int64_t numbers[NUMBERS] = {
		(int64_t)state->frame, state->x_units,	      state->y_units,
		state->x_speed,	       state->y_speed,	      state->shape,
		state->origin_x_units, state->origin_y_units, state->new_tiles,
		state->copied_tiles,   state->marks[0],	      state->marks[1],
		state->marks[2],       state->objects,	      state->active,
		state->random,	       state->score,	      state->flowers,
		state->bombs,	       state->lives,	      state->keys,
		state->playstate,
	};

	memcpy(out, numbers, sizeof numbers);
}

bool keen_state_number(const struct exh_keen_frame_state *state, const char *name,
		       int64_t *number)
{
	int64_t numbers[NUMBERS];

	get_numbers(state, numbers);
	for (size_t i = 0; i < NUMBERS; i++)
		if (!strcmp(number_names[i], name)) {
			*number = numbers[i];
			return true;
		}
	return false;
}

void keen_state_head(struct exh_writer *out)
{
	for (size_t i = 0; i < NUMBERS; i++)
		text_put(out, "%s\t", number_names[i]);
	text_put(out, "sounds\tcrc32\tmap\tcontact\n");
}

static char *put_number(char *out, int64_t number)
{
	char digits[MAX_NUMBER], *first = digits + sizeof digits;
	uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
	size_t size;

	do
		*--first = (char)('0' + rest % 10);
	while (rest /= 10);
	if (number < 0)
		*--first = '-';
	size = (size_t)(digits + sizeof digits - first);
	memcpy(out, first, size);
	return out + size;
}

static char *put_sounds(char *out, const struct exh_keen_frame_state *state)
{
	for (size_t i = 0; i < state->sound_count && i < EXH_KEEN_FRAME_SOUNDS; i++) {
		if (i)
			*out++ = ',';
		out = put_number(out, state->sounds[i]);
	}
	return out;
}

/* Appends the names of the classes that the player touched. */
static char *put_contacts(char *out, const struct exh_keen_frame_state *state)
{
	const char *name;
	bool is_first = true;

	for (unsigned i = 0; i < MAX_CLASSES && (name = exh_keen_engine_class_name(i));
	     i++) {
		if (!(state->contacts >> i & 1))
			continue;
		if (!is_first)
			*out++ = ',';
		is_first = false;
		out = stpcpy(out, name);
	}
	return out;
}

void keen_state_sounds(const struct exh_keen_frame_state *state, struct exh_writer *out)
{
	char text[EXH_KEEN_FRAME_SOUNDS * 4];

	exh_write_bytes(out, text, (size_t)(put_sounds(text, state) - text));
}

void keen_state_contacts(const struct exh_keen_frame_state *state, struct exh_writer *out)
{
	char text[MAX_CLASSES * MAX_CLASS];

	exh_write_bytes(out, text, (size_t)(put_contacts(text, state) - text));
}

static char *put_crc(char *out, uint32_t crc)
{
	for (unsigned i = 0; i < 8; i++, crc <<= 4)
		*out++ = "0123456789abcdef"[crc >> 28];
	return out;
}

void keen_state_line(const void *player, uint32_t crc32, struct exh_writer *out)
{
	const struct exh_keen_frame_state *state =
		&((const struct keen_player *)player)->state;
	char line[FIELDS * MAX_NUMBER + EXH_KEEN_FRAME_SOUNDS * 4 +
		  MAX_CLASSES * MAX_CLASS],
		*at = line;
	int64_t numbers[NUMBERS];

	get_numbers(state, numbers);
	for (size_t i = 0; i < NUMBERS; i++) {
		at = put_number(at, numbers[i]);
		*at++ = '\t';
	}
	at = put_sounds(at, state);
	*at++ = '\t';
	at = put_crc(at, crc32);
	*at++ = '\t';
	at = put_number(at, state->map);
	*at++ = '\t';
	at = put_contacts(at, state);
	*at++ = '\n';
	exh_write_bytes(out, line, (size_t)(at - line));
}
