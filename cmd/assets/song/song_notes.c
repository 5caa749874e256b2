#include "song.h"

#include <math.h>

static double rounded(double value, double step)
{
	return round(value * step) / step;
}

void song_notes_add(struct song_notes *notes, unsigned channel, double start, double end,
		    double pitch, double level)
{
	if (!notes->list)
		notes->list = json_new_list();
	if (json_size(notes->list) < SONG_NOTES_MOST)
		json_push(notes->list,
			  json_make("[i, f, f, f, f]", (int)channel, rounded(start, 1000),
				    rounded(end, 1000), rounded(pitch, 100),
				    rounded(level, 100)));
}

struct json *song_notes_end(struct song_notes *notes, double seconds)
{
	struct json *out = NULL;

	if (notes->list)
		out = json_make("{s:o, s:f}", "notes", notes->list, "seconds", seconds);
	notes->list = NULL;
	return out;
}

static void take(void *context, const struct score_note *note)
{
	song_notes_add(context,
		       note->drum < 0 ? note->channel
				      : EXH_OPL2_CHANNEL_COUNT + (unsigned)note->drum,
		       (double)note->start / EXH_OPL2_RATE,
		       (double)note->end / EXH_OPL2_RATE, note->pitch,
		       (63 - note->level) / 63.0);
}

static struct json *notes_of(struct exh_opl2_source source, uint64_t length,
			     uint32_t chip_rate_hz)
{
	struct song_notes notes = { 0 };
	struct score score = { .take = take,
			       .context = &notes,
			       .chip_rate_hz = chip_rate_hz };

	score_play(&score, source, length);
	score_free(&score);
	return song_notes_end(&notes, (double)length / EXH_OPL2_RATE);
}

struct json *song_notes_of_writes(struct exh_opl2_source source, uint64_t length)
{
	return notes_of(source, length, EXH_OPL2_RATE);
}

struct json *song_notes_of(const struct song *song, bool spaced)
{
	struct song_cursor cursor;

	return notes_of(song_play(song, 1, spaced, &cursor), song_length(song, 1),
			song->chip_rate_hz);
}
