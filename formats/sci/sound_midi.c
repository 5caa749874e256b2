#include "exhume/advanced/sci_midi.h"

#include "exhume/advanced/smf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
	TICKS_A_QUARTER = EXH_SCI_TICKS_A_SECOND,
	QUARTER = 1000000, /* microseconds */
	/* Events. */
	NOTE_OFF = 0x80,
	NOTE_ON = 0x90,
	SYSEX = EXH_SMF_SYSEX,
	CUE = 0xc0 | EXH_SCI_CONTROL_CHANNEL,
	CONTROL = 0xb0 | EXH_SCI_CONTROL_CHANNEL,
	CHANNELS = 16,
	NOTES = 128,
};

const char *exh_sci_controller_name(unsigned controller)
{
	static const struct {
		unsigned controller;
		const char *name;
	} names[] = {
		{ 0x07, "volume" },
		{ 0x0a, "pan" },
		{ 0x40, "hold_pedal" },
		{ 0x4b, "voices" },
		{ 0x4c, "reset_on_pause" },
		{ 0x4e, "use_velocity" },
		{ 0x50, "reverb" },
		{ 0x52, "hold_point" },
		{ EXH_SCI_CUMULATIVE_CUE, "cumulative_cue" },
		{ 0x7b, "all_notes_off" },
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].controller == controller)
			return names[i].name;
	return NULL;
}

struct track {
	struct exh_smf_track smf;
	unsigned signal; /* sum of cumulative cues */
	bool held[CHANNELS][NOTES];
};

/*
 * Meta events.
 */

static void put_text(struct track *track, uint64_t tick, uint8_t kind, const char *format,
		     ...) EXH_PRINTF(4, 5);

static void put_text(struct track *track, uint64_t tick, uint8_t kind, const char *format,
		     ...)
{
	char text[80];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	exh_smf_put_text(&track->smf, tick, kind, text);
}

/*
 * Events.
 */

bool exh_sci_marker(const struct exh_sci_sound_event *event, unsigned *signal,
		    char text[EXH_SCI_MARKER_SIZE])
{
	const uint8_t *data = event->data;

	if (event->status == CUE && data[0] == EXH_SCI_LOOP_CUE) {
		snprintf(text, EXH_SCI_MARKER_SIZE, "loop start");
	} else if (event->status == CUE) {
		snprintf(text, EXH_SCI_MARKER_SIZE, "cue %u", data[0]);
	} else if (event->status == CONTROL && data[0] == EXH_SCI_CUMULATIVE_CUE) {
		*signal += data[1];
		snprintf(text, EXH_SCI_MARKER_SIZE, "cue +%u (%u)", data[1], *signal);
	} else {
		return false;
	}
	return true;
}

static void put_control(struct track *track, const struct exh_sci_sound_event *event,
			uint64_t tick)
{
	const uint8_t *data = event->data;
	const char *name = exh_sci_controller_name(data[0]);
	char marker[EXH_SCI_MARKER_SIZE];

	if (exh_sci_marker(event, &track->signal, marker))
		put_text(track, tick, EXH_SMF_MARKER, "%s", marker);
	else if (event->status == CONTROL)
		put_text(track, tick, EXH_SMF_TEXT, "control %02x %02x%s%s", data[0],
			 data[1], name ? ": " : "", name ? name : "");
	else
		put_text(track, tick, EXH_SMF_TEXT, "control event %02x %02x %02x",
			 event->status, data[0], data[1]);
}

static void put_channel_event(struct track *track,
			      const struct exh_sci_sound_event *event, uint64_t tick)
{
	const unsigned kind = event->status >> 4;

	if (kind == NOTE_ON >> 4 || kind == NOTE_OFF >> 4)
		track->held[event->status & 15][event->data[0] & 0x7f] =
			kind == NOTE_ON >> 4 && event->data[1] & 0x7f;
	exh_smf_put(&track->smf, tick, event->status, event->data[0], event->data[1]);
}

/* A sound's end silences its device; the end of a MIDI file does not. */
static void release_notes(struct track *track, uint64_t tick)
{
	for (unsigned channel = 0; channel < CHANNELS; channel++)
		for (unsigned note = 0; note < NOTES; note++) {
			if (track->held[channel][note])
				exh_smf_put(&track->smf, tick,
					    (uint8_t)(NOTE_OFF | channel), (uint8_t)note,
					    0);
		}
}

static void put_event(struct track *track, const struct exh_sci_midi *midi,
		      const struct exh_sci_sound_event *event, uint64_t tick)
{
	const unsigned channel = event->status & 15;

	if (event->status == SYSEX)
		exh_smf_put_sysex(&track->smf, tick, event->sysex);
	else if (event->status > SYSEX)
		return;
	else if (channel == EXH_SCI_CONTROL_CHANNEL)
		put_control(track, event, tick);
	else if (midi->channels >> channel & 1)
		put_channel_event(track, event, tick);
}

static enum exh_status put_track(struct track *track, const struct exh_sci_sound *sound,
				 const struct exh_sci_midi *midi, struct exh_error *err)
{
	struct exh_sci_sound_cursor cursor = { .sound = sound,
					       .pass_count = midi->pass_count };
	const uint64_t end = exh_sci_sound_ticks(sound, midi->pass_count);
	struct exh_sci_sound_event event;
	uint64_t tick;

	if (midi->name)
		exh_smf_put_text(&track->smf, 0, EXH_SMF_NAME, midi->name);
	exh_smf_put_tempo(&track->smf, 0, QUARTER);
	while (!track->smf.out->failed && exh_sci_sound_next(&cursor, &event, &tick))
		put_event(track, midi, &event, tick);
	release_notes(track, end);
	if (sound->has_loop_mark)
		put_text(track, end, EXH_SMF_MARKER, "loop end");
	return exh_smf_track_end(&track->smf, end, err);
}

enum exh_status exh_sci_midi_write(const struct exh_sci_sound *sound,
				   const struct exh_sci_midi *midi,
				   struct exh_writer *out, struct exh_error *err)
{
	struct track track = { .signal = EXH_SCI_CUMULATIVE_START };

	exh_smf_write_header(out, 0, 1, TICKS_A_QUARTER);
	exh_smf_track_start(&track.smf, out);
	return put_track(&track, sound, midi, err);
}
