#include "exhume/sci0_midi.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
	HEADER_SIZE = 14,
	TRACK_HEADER_SIZE = 8,
	TICKS_A_QUARTER = EXH_SCI0_TICKS_A_SECOND,
	QUARTER = 1000000,	 /* microseconds */
	MAX_NUMBER = 0x0fffffff, /* of times and sizes: four times seven bits */
	/* Events. */
	NOTE_OFF = 0x80,
	NOTE_ON = 0x90,
	SYSEX = 0xf0,
	SYSEX_END = 0xf7,
	END = 0xfc,
	CUE = 0xc0 | EXH_SCI0_CONTROL_CHANNEL,
	CONTROL = 0xb0 | EXH_SCI0_CONTROL_CHANNEL,
	META = 0xff,
	META_TEXT = 0x01,
	META_NAME = 0x03,
	META_MARKER = 0x06,
	META_END = 0x2f,
	META_TEMPO = 0x51,
	CHANNELS = 16,
	NOTES = 128,
};

const char *exh_sci0_controller_name(unsigned controller)
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
		{ EXH_SCI0_CUMULATIVE_CUE, "cumulative_cue" },
		{ 0x7b, "all_notes_off" },
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].controller == controller)
			return names[i].name;
	return NULL;
}

struct track {
	struct exh_writer *out;
	uint64_t tick;	 /* of the last event */
	unsigned signal; /* of cumulative cues */
	bool overflows;	 /* something needs more than MAX_NUMBER */
	bool held[CHANNELS][NOTES];
};

static void put_u32be(struct exh_writer *out, uint32_t value)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		exh_write_u8(out, (uint8_t)(value >> shift));
}

static void put_u16be(struct exh_writer *out, uint16_t value)
{
	exh_write_u8(out, (uint8_t)(value >> 8));
	exh_write_u8(out, (uint8_t)value);
}

/* Seven bits a byte, the highest first. */
static void put_number(struct track *track, uint64_t value)
{
	track->overflows |= value > MAX_NUMBER;
	for (int shift = 21; shift > 0; shift -= 7)
		if (value >> shift)
			exh_write_u8(track->out, (uint8_t)(0x80 | value >> shift));
	exh_write_u8(track->out, (uint8_t)(value & 0x7f));
}

static void put_time(struct track *track, uint64_t tick)
{
	put_number(track, tick - track->tick);
	track->tick = tick;
}

/*
 * Meta events.
 */

static void put_meta(struct track *track, uint64_t tick, uint8_t kind, const void *data,
		     size_t size)
{
	put_time(track, tick);
	exh_write_u8(track->out, META);
	exh_write_u8(track->out, kind);
	put_number(track, size);
	exh_write_bytes(track->out, data, size);
}

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
	put_meta(track, tick, kind, text, strlen(text));
}

/*
 * Events.
 */

bool exh_sci0_marker(const struct exh_sci0_sound_event *event, unsigned *signal,
		     char text[EXH_SCI0_MARKER_SIZE])
{
	const uint8_t *data = event->data;

	if (event->status == CUE && data[0] == EXH_SCI0_LOOP_CUE) {
		snprintf(text, EXH_SCI0_MARKER_SIZE, "loop start");
	} else if (event->status == CUE) {
		snprintf(text, EXH_SCI0_MARKER_SIZE, "cue %u", data[0]);
	} else if (event->status == CONTROL && data[0] == EXH_SCI0_CUMULATIVE_CUE) {
		*signal += data[1];
		snprintf(text, EXH_SCI0_MARKER_SIZE, "cue +%u (%u)", data[1], *signal);
	} else {
		return false;
	}
	return true;
}

static void put_control(struct track *track, const struct exh_sci0_sound_event *event,
			uint64_t tick)
{
	const uint8_t *data = event->data;
	const char *name = exh_sci0_controller_name(data[0]);
	char marker[EXH_SCI0_MARKER_SIZE];

	if (exh_sci0_marker(event, &track->signal, marker))
		put_text(track, tick, META_MARKER, "%s", marker);
	else if (event->status == CONTROL)
		put_text(track, tick, META_TEXT, "control %02x %02x%s%s", data[0],
			 data[1], name ? ": " : "", name ? name : "");
	else
		put_text(track, tick, META_TEXT, "control event %02x %02x %02x",
			 event->status, data[0], data[1]);
}

static void put_channel_event(struct track *track,
			      const struct exh_sci0_sound_event *event, uint64_t tick)
{
	const unsigned kind = event->status >> 4;

	if (kind == NOTE_ON >> 4 || kind == NOTE_OFF >> 4)
		track->held[event->status & 15][event->data[0] & 0x7f] =
			kind == NOTE_ON >> 4 && event->data[1] & 0x7f;
	put_time(track, tick);
	exh_write_u8(track->out, event->status);
	exh_write_u8(track->out, event->data[0] & 0x7f);
	if (kind != 0xc && kind != 0xd)
		exh_write_u8(track->out, event->data[1] & 0x7f);
}

/* A sound's end silences its device; the end of a MIDI file does not. */
static void release_notes(struct track *track, uint64_t tick)
{
	for (unsigned channel = 0; channel < CHANNELS; channel++)
		for (unsigned note = 0; note < NOTES; note++) {
			if (!track->held[channel][note])
				continue;
			put_time(track, tick);
			exh_write_u8(track->out, (uint8_t)(NOTE_OFF | channel));
			exh_write_u8(track->out, (uint8_t)note);
			exh_write_u8(track->out, 0);
		}
}

static void put_sysex(struct track *track, const struct exh_sci0_sound_event *event,
		      uint64_t tick)
{
	put_time(track, tick);
	exh_write_u8(track->out, SYSEX);
	put_number(track, event->sysex.size + 1);
	exh_write_bytes(track->out, event->sysex.data, event->sysex.size);
	exh_write_u8(track->out, SYSEX_END);
}

static void put_event(struct track *track, const struct exh_sci0_midi *midi,
		      const struct exh_sci0_sound_event *event, uint64_t tick)
{
	const unsigned channel = event->status & 15;

	if (event->status == SYSEX)
		put_sysex(track, event, tick);
	else if (event->status > SYSEX)
		return;
	else if (channel == EXH_SCI0_CONTROL_CHANNEL)
		put_control(track, event, tick);
	else if (midi->channels >> channel & 1)
		put_channel_event(track, event, tick);
}

static void put_track(struct track *track, const struct exh_sci0_sound *sound,
		      const struct exh_sci0_midi *midi)
{
	static const uint8_t tempo[] = { QUARTER >> 16, QUARTER >> 8 & 0xff,
					 QUARTER & 0xff };
	struct exh_sci0_sound_cursor cursor = { .sound = sound,
						.pass_count = midi->pass_count };
	const uint64_t end = exh_sci0_sound_ticks(sound, midi->pass_count);
	struct exh_sci0_sound_event event;
	uint64_t tick;

	if (midi->name)
		put_meta(track, 0, META_NAME, midi->name, strlen(midi->name));
	put_meta(track, 0, META_TEMPO, tempo, sizeof tempo);
	while (!track->out->failed && exh_sci0_sound_next(&cursor, &event, &tick))
		put_event(track, midi, &event, tick);
	release_notes(track, end);
	if (sound->has_loop_mark)
		put_text(track, end, META_MARKER, "loop end");
	put_meta(track, end, META_END, NULL, 0);
}

enum exh_status exh_sci0_midi_write(const struct exh_sci0_sound *sound,
				    const struct exh_sci0_midi *midi,
				    struct exh_writer *out, struct exh_error *err)
{
	struct track track = { .out = out, .signal = EXH_SCI0_CUMULATIVE_START };
	const size_t start = out->size;
	uint64_t size;

	exh_write_bytes(out, "MThd", 4);
	put_u32be(out, 6);
	put_u16be(out, 0); /* format */
	put_u16be(out, 1); /* track */
	put_u16be(out, TICKS_A_QUARTER);
	exh_write_bytes(out, "MTrk", 4);
	put_u32be(out, 0);
	put_track(&track, sound, midi);
	if (track.overflows)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a time or a size above %d, which a MIDI file can't hold",
				MAX_NUMBER);
	if (out->failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for so many events");
	size = out->size - start - HEADER_SIZE - TRACK_HEADER_SIZE;
	if (size > UINT32_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%" PRIu64 " bytes of events, a MIDI file holds at most "
				"%" PRIu32,
				size, UINT32_MAX);
	for (size_t i = 0; i < 4; i++)
		out->data[start + HEADER_SIZE + 4 + i] = (uint8_t)(size >> (24 - 8 * i));
	return EXH_OK;
}
