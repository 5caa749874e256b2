/* One line per frame; formats numbers itself, since there are hundreds of thousands of
 * frames. */
#include "play_keen.h"

#include <string.h>

enum {
	MAX_NUMBER = 21, /* characters, the tab after it included */
	FIELDS = 24,
};

void keen_state_head(struct exh_writer *out)
{
	static const char names[] =
		"frame\tx\ty\txspeed\tyspeed\tshape\toriginx\toriginy\tnewtile\tcopied\t"
		"mark1\tmark2\tmark3\tobjects\tactive\trandom\tscore\tflowers\tbombs\t"
		"lives\tkeys\tplaystate\tsounds\tcrc32\n";

	exh_write_bytes(out, names, sizeof names - 1);
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
	const int64_t numbers[] = {
		(int64_t)state->frame, state->x_units,	      state->y_units,
		state->x_speed,	       state->y_speed,	      state->shape,
		state->origin_x_units, state->origin_y_units, state->new_tiles,
		state->copied_tiles,   state->marks[0],	      state->marks[1],
		state->marks[2],       state->objects,	      state->active,
		state->random,	       state->score,	      state->flowers,
		state->bombs,	       state->lives,	      state->keys,
		state->playstate,
	};
	char line[FIELDS * MAX_NUMBER + EXH_KEEN_FRAME_SOUNDS * 4], *at = line;

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		at = put_number(at, numbers[i]);
		*at++ = '\t';
	}
	at = put_sounds(at, state);
	*at++ = '\t';
	at = put_crc(at, crc32);
	*at++ = '\n';
	exh_write_bytes(out, line, (size_t)(at - line));
}
