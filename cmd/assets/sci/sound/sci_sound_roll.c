/* The notes of all channels, for the piano roll of a page. */
#include "sound.h"

#include "assets/song/song.h"

enum { NOTES = 128 };

struct sounding {
	uint32_t tick;
	uint8_t velocity; /* 0: the note is off */
};

struct roll {
	struct sounding channels[EXH_SCI_CHANNELS][NOTES];
	struct song_notes notes;
};

static void end_note(struct roll *roll, unsigned channel, unsigned note, uint32_t tick)
{
	struct sounding *sounding = &roll->channels[channel][note];

	if (sounding->velocity)
		song_notes_add(&roll->notes, channel,
			       (double)sounding->tick / EXH_SCI_TICKS_A_SECOND,
			       (double)tick / EXH_SCI_TICKS_A_SECOND, note,
			       sounding->velocity / 127.0);
	sounding->velocity = 0;
}

static void do_event(struct roll *roll, const struct exh_sci_sound_event *event)
{
	const unsigned channel = event->status & 15, note = event->data[0] & 127;
	const bool is_note = event->status >> 4 == 8 || event->status >> 4 == 9;

	if (!is_note || channel == EXH_SCI_CONTROL_CHANNEL)
		return;
	end_note(roll, channel, note, event->tick);
	if (event->status >> 4 == 9)
		roll->channels[channel][note] =
			(struct sounding){ event->tick, event->data[1] & 127 };
}

struct json *sci_sound_more(const void *options, const struct asset *asset)
{
	const struct exh_sci_sound *sound =
		&((const struct sci_sound *)asset->thing)->sound;
	struct roll roll = { 0 };
	struct json *out;

	(void)options;
	for (size_t i = 0; i < sound->event_count; i++)
		do_event(&roll, &sound->events[i]);
	for (unsigned channel = 0; channel < EXH_SCI_CHANNELS; channel++)
		for (unsigned note = 0; note < NOTES; note++)
			end_note(&roll, channel, note, sound->ticks);
	out = song_notes_end(&roll.notes, (double)sound->ticks / EXH_SCI_TICKS_A_SECOND);
	return out ? json_make("{s:o}", "roll", out) : NULL;
}
