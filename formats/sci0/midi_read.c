#include "exhume/sci0_midi.h"

#include "../base/reader.h"

#include <stdlib.h>
#include <string.h>

enum {
	CUE = 0xc0 | EXH_SCI0_CONTROL_CHANNEL,
	CONTROL = 0xb0 | EXH_SCI0_CONTROL_CHANNEL,
	SYSEX = 0xf0,
	ESCAPE = 0xf7,
	END = 0xfc,
	META = 0xff,
	META_TEXT = 1,
	META_MARKER = 6,
	META_CUE = 7,
	META_END = 0x2f,
	META_TEMPO = 0x51,
	SMPTE = 0x8000, /* of the division */
	DROP_FRAMES = 29,
	DEFAULT_TEMPO = 500000, /* microseconds of a quarter note */
	SECOND = 1000000,
	PERCUSSION = 9,
	PERCUSSION_VOICES = 0x80,
	TANDY_TONES = 3,
	NOTES = 128,
};

/* Half of what 64 bits hold when it is multiplied by the ticks of a second. */
#define MOST_TIME (UINT64_C(1) << 57)
#define MOST_DELAY (UINT64_C(1) << 32)

/* Of any track, in the order of the file until they are sorted. */
struct midi_event {
	uint64_t tick;
	size_t place;
	uint8_t status, meta; /* meta: its kind, where status is META */
	uint8_t data[2];
	struct exh_bytes bytes; /* of SysEx and meta events */
};

struct reading {
	struct midi_event *events;
	size_t count;
	uint64_t end; /* the last tick of any track */
	uint32_t division, tempo;
	bool has_smpte;
	struct exh_sci0_sound *out;
	struct exh_notes *notes;
	struct exh_error *err;
	size_t control_count, escape_count; /* events that are left out */
};

/*
 * Tracks.
 */

static uint32_t read_number(struct reader *r)
{
	uint32_t number = 0;

	for (size_t i = 0; i < 4; i++) {
		const uint8_t byte = rd_u8(r);

		number = number << 7 | (byte & 0x7f);
		if (!(byte & 0x80))
			return number;
	}
	r->failed = true;
	return 0;
}

static struct exh_bytes read_bytes(struct reader *r)
{
	const uint32_t size = read_number(r);
	const size_t base = rd_tell(r);
	const uint8_t *data = rd_take(r, size);

	return (struct exh_bytes){ data, data ? size : 0, base };
}

static size_t parameter_count(uint8_t status)
{
	return status >> 4 == 0xc || status >> 4 == 0xd ? 1 : 2;
}

/* running: the last status of a channel; 0: none. */
static enum exh_status read_event(struct reading *m, struct reader *r, uint8_t *running,
				  struct midi_event *out)
{
	const size_t at = rd_tell(r);

	out->status = rd_u8(r);
	if (out->status < 0x80 && *running && !r->failed) {
		out->status = *running;
		r->pos--;
	}
	if (out->status == META)
		out->meta = rd_u8(r);
	if (out->status == META || out->status == SYSEX || out->status == ESCAPE) {
		out->bytes = read_bytes(r);
		*running = 0;
		return EXH_OK;
	}
	if (!r->failed && (out->status < 0x80 || out->status > SYSEX))
		return exh_fail(m->err, EXH_INVALID, at, "invalid status 0x%02x",
				out->status);
	*running = out->status;
	for (size_t i = 0; i < parameter_count(out->status); i++) {
		out->data[i] = rd_u8(r);
		if (out->data[i] > 127)
			return exh_fail(m->err, EXH_INVALID, rd_tell(r) - 1,
					"a parameter of 0x%02x, at most 0x7f are allowed",
					out->data[i]);
	}
	return EXH_OK;
}

static enum exh_status read_track(struct reading *m, struct exh_bytes in)
{
	struct reader r = { .in = in };
	uint64_t tick = 0;
	uint8_t running = 0;
	enum exh_status status = EXH_OK;

	while (rd_left(&r) && !status) {
		struct midi_event event = { .place = m->count };

		tick += read_number(&r);
		event.tick = tick;
		status = read_event(m, &r, &running, &event);
		if (!status && r.failed)
			status = exh_fail(m->err, EXH_TRUNCATED, in.base + in.size,
					  "the track ends within an event");
		if (status)
			return status;
		if (tick > m->end)
			m->end = tick;
		if (event.status == META && event.meta == META_END)
			return EXH_OK;
		m->events[m->count++] = event;
	}
	exh_note(m->notes, EXH_WARNING, in.base + in.size, "the track has no end event");
	return EXH_OK;
}

static bool is_chunk(const uint8_t *name, const char *wanted)
{
	return name && memcmp(name, wanted, 4) == 0;
}

/* Chunks of other kinds are skipped. */
static enum exh_status read_tracks(struct reading *m, struct reader *r, unsigned count)
{
	unsigned number = 0;

	while (number < count) {
		const size_t at = rd_tell(r);
		const uint8_t *name = rd_take(r, 4);
		const uint32_t size = rd_u32be(r);
		const size_t base = rd_tell(r);
		const uint8_t *data = rd_take(r, size);
		enum exh_status status = EXH_OK;

		if (r->failed)
			return exh_fail(m->err, EXH_TRUNCATED, at,
					"track %u of %u: the file ends within it", number,
					count);
		if (!is_chunk(name, "MTrk"))
			continue;
		status = read_track(m, (struct exh_bytes){ data, size, base });
		if (status)
			return exh_within(m->err, status, "track %u", number);
		number++;
	}
	return EXH_OK;
}

/*
 * The header.
 */

static enum exh_status read_division(struct reading *m, unsigned division)
{
	const unsigned frames = 256 - (division >> 8);

	m->has_smpte = division & SMPTE;
	m->division = division;
	m->tempo = m->has_smpte ? SECOND : DEFAULT_TEMPO;
	if (m->has_smpte && frames == DROP_FRAMES)
		return exh_fail(m->err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"a clock of 29.97 frames per second: only quarter notes, "
				"and 24, 25 or 30 frames are supported");
	if (m->has_smpte)
		m->division = frames * (division & 0xff);
	return m->division ? EXH_OK
			   : exh_fail(m->err, EXH_INVALID, EXH_NO_OFFSET,
				      "a division of 0 ticks");
}

static enum exh_status read_all(struct reading *m, struct exh_bytes in)
{
	struct reader r = { .in = in };
	const uint8_t *name = rd_take(&r, 4);
	const uint32_t size = rd_u32be(&r);
	const unsigned format = rd_u16be(&r), count = rd_u16be(&r);
	const unsigned division = rd_u16be(&r);
	enum exh_status status;

	if (r.failed || !is_chunk(name, "MThd") || size < 6)
		return exh_fail(m->err, EXH_INVALID, in.base,
				"no header of a MIDI file (MThd)");
	rd_take(&r, size - 6);
	if (format > 1)
		return exh_fail(m->err, EXH_UNSUPPORTED, in.base + 8,
				"a MIDI file of format %u: only 0 and 1 are supported",
				format);
	status = read_division(m, division);
	return status ? status : read_tracks(m, &r, count);
}

/*
 * Events of the control channel, out of markers and texts.
 */

/* A number in decimal or hexadecimal digits; -1: none, or above most. */
static int take_number(struct exh_bytes *text, unsigned base, int most)
{
	int number = -1;

	while (text->size) {
		const uint8_t c = text->data[0];
		const int digit = c >= '0' && c <= '9'		       ? c - '0'
				  : base == 16 && c >= 'a' && c <= 'f' ? c - 'a' + 10
								       : -1;

		if (digit < 0)
			break;
		number = (number < 0 ? 0 : number) * (int)base + digit;
		if (number > most)
			return -1;
		text->data++;
		text->size--;
	}
	return number;
}

static bool take_word(struct exh_bytes *text, const char *word)
{
	const size_t size = strlen(word);

	if (text->size < size || memcmp(text->data, word, size) != 0)
		return false;
	text->data += size;
	text->size -= size;
	return true;
}

/* As exh_sci0_midi_write has them; false: a text for people. */
static bool read_text(struct exh_bytes text, struct exh_sci0_sound_event *out)
{
	int first = -1, second = 0;

	if (take_word(&text, "loop start")) {
		out->status = CUE;
		first = EXH_SCI0_LOOP_CUE;
	} else if (take_word(&text, "cue +")) {
		out->status = CONTROL;
		first = EXH_SCI0_CUMULATIVE_CUE;
		second = take_number(&text, 10, 127);
	} else if (take_word(&text, "cue ")) {
		out->status = CUE;
		first = take_number(&text, 10, EXH_SCI0_LOOP_CUE - 1);
	} else if (take_word(&text, "control ")) {
		out->status = CONTROL;
		first = take_number(&text, 16, 127);
		second = take_word(&text, " ") ? take_number(&text, 16, 127) : -1;
	}
	out->data[0] = (uint8_t)first;
	out->data[1] = (uint8_t)second;
	return first >= 0 && second >= 0;
}

/*
 * One list, in ticks of the sound.
 */

static int by_time(const void *a, const void *b)
{
	const struct midi_event *one = a, *other = b;

	if (one->tick != other->tick)
		return one->tick < other->tick ? -1 : 1;
	return (one->place > other->place) - (one->place < other->place);
}

static bool take_event(struct reading *m, const struct midi_event *event,
		       struct exh_sci0_sound_event *out)
{
	if (event->status == META)
		return (event->meta == META_TEXT || event->meta == META_MARKER ||
			event->meta == META_CUE) &&
		       read_text(event->bytes, out);
	if (event->status == SYSEX) {
		out->status = SYSEX;
		out->sysex = event->bytes;
		if (!event->bytes.size ||
		    event->bytes.data[event->bytes.size - 1] != ESCAPE) {
			m->escape_count++;
			return false;
		}
		out->sysex.size--;
		return true;
	}
	if (event->status == ESCAPE || event->status >> 4 == 0xf) {
		m->escape_count++;
		return false;
	}
	if ((event->status & 15) == EXH_SCI0_CONTROL_CHANNEL) {
		m->control_count++;
		return false;
	}
	out->status = event->status;
	memcpy(out->data, event->data, sizeof out->data);
	return true;
}

static enum exh_status too_long(const struct reading *m)
{
	return exh_fail(m->err, EXH_LIMIT, EXH_NO_OFFSET,
			"the song is longer than 2^32 ticks of 1/60 second");
}

/* time: the sum of ticks and tempo so far, in microseconds times the division. */
static enum exh_status pass_time(const struct reading *m, uint64_t delay, uint64_t *time,
				 uint32_t *tick)
{
	const uint64_t second = (uint64_t)SECOND * m->division;
	uint64_t ticks;

	if (!second || delay > MOST_DELAY || *time > MOST_TIME)
		return too_long(m);
	*time += delay * m->tempo;
	if (*time > MOST_TIME)
		return too_long(m);
	ticks = (*time * EXH_SCI0_TICKS_A_SECOND + second / 2) / second;
	if (ticks > UINT32_MAX)
		return too_long(m);
	*tick = (uint32_t)ticks;
	return EXH_OK;
}

static void take_tempo(struct reading *m, const struct midi_event *event)
{
	const uint8_t *p = event->bytes.data;

	if (event->status == META && event->meta == META_TEMPO &&
	    event->bytes.size == 3 && !m->has_smpte)
		m->tempo = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

/* No SysEx may hold what ends it. */
static bool is_sound(const struct exh_sci0_sound_event *event)
{
	for (size_t i = 0; i < event->sysex.size; i++)
		if (event->sysex.data[i] > 127)
			return false;
	return true;
}

static enum exh_status merge(struct reading *m)
{
	struct exh_sci0_sound *out = m->out;
	uint64_t last = 0, time = 0;
	uint32_t tick = 0;

	qsort(m->events, m->count, sizeof *m->events, by_time);
	for (size_t i = 0; i < m->count; i++) {
		struct exh_sci0_sound_event *event = &out->events[out->event_count];

		if (pass_time(m, m->events[i].tick - last, &time, &tick))
			return EXH_LIMIT;
		last = m->events[i].tick;
		take_tempo(m, &m->events[i]);
		*event = (struct exh_sci0_sound_event){ .tick = tick };
		if (take_event(m, &m->events[i], event) && is_sound(event))
			out->event_count++;
	}
	if (pass_time(m, m->end - last, &time, &tick))
		return EXH_LIMIT;
	out->events[out->event_count++] =
		(struct exh_sci0_sound_event){ .tick = tick, .status = END };
	out->is_ended = true;
	out->ticks = tick;
	return EXH_OK;
}

/*
 * A header for what has none.
 */

/* The most notes that a channel has at once. */
static unsigned count_notes(const struct exh_sci0_sound *sound, unsigned channel)
{
	bool sounds[NOTES] = { false };
	unsigned count = 0, most = 0;

	for (size_t i = 0; i < sound->event_count; i++) {
		const struct exh_sci0_sound_event *event = &sound->events[i];
		const bool on = event->status >> 4 == 9 && event->data[1];
		bool *note = &sounds[event->data[0] & (NOTES - 1)];

		if ((event->status >> 4 != 8 && event->status >> 4 != 9) ||
		    (event->status & 15u) != channel || on == *note)
			continue;
		*note = on;
		count = on ? count + 1 : count - 1;
		most = count > most ? count : most;
	}
	return most;
}

/* A voice for each channel, in order; then more for those with chords. */
static void deal_voices(const unsigned notes[EXH_SCI0_CHANNELS],
			struct exh_sci0_sound *sound)
{
	unsigned left = EXH_OPL2_CHANNEL_COUNT;

	for (unsigned wanted = 1; wanted <= EXH_OPL2_CHANNEL_COUNT; wanted++)
		for (size_t i = 0; i < EXH_SCI0_CONTROL_CHANNEL && left; i++)
			if (i != PERCUSSION && notes[i] >= wanted) {
				sound->channels[i].voices++;
				left--;
			}
}

static void make_header(struct exh_sci0_sound *sound)
{
	unsigned notes[EXH_SCI0_CHANNELS] = { 0 };
	unsigned tones = 0;

	for (unsigned i = 0; i < EXH_SCI0_CONTROL_CHANNEL; i++) {
		struct exh_sci0_sound_channel *channel = &sound->channels[i];

		notes[i] = count_notes(sound, i);
		if (!notes[i])
			continue;
		channel->devices = EXH_SCI0_MT32 | EXH_SCI0_GM;
		if (i == PERCUSSION) {
			channel->voices = PERCUSSION_VOICES;
			continue;
		}
		channel->devices |=
			EXH_SCI0_FB01 | EXH_SCI0_ADLIB | EXH_SCI0_CASIO | EXH_SCI0_AMIGA;
		if (tones < TANDY_TONES)
			channel->devices |= EXH_SCI0_TANDY;
		if (!tones++)
			channel->devices |= EXH_SCI0_SPEAKER;
	}
	deal_voices(notes, sound);
}

/*
 * All of it.
 */

bool exh_sci0_midi_is(struct exh_bytes in)
{
	return in.size >= 4 && is_chunk(in.data, "MThd");
}

static void note_left_out(const struct reading *m)
{
	if (m->control_count)
		exh_note(
			m->notes, EXH_WARNING, EXH_NO_OFFSET,
			"%zu events of channel 15 are left out: in a sound, this channel "
			"is for the game",
			m->control_count);
	if (m->escape_count)
		exh_note(m->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "%zu system events in several parts are left out",
			 m->escape_count);
}

enum exh_status exh_sci0_midi_read(struct exh_bytes in,
				   const struct exh_sci0_sound_channel *channels,
				   struct exh_arena *arena, struct exh_sci0_sound *out,
				   struct exh_notes *notes, struct exh_error *err)
{
	/* An event has a delay and a status or a parameter. */
	const size_t most = in.size / 2 + 1;
	struct reading m = { .out = out, .notes = notes, .err = err };
	enum exh_status status;

	*out = (struct exh_sci0_sound){ 0 };
	if (in.size > EXH_SCI0_MIDI_LIMIT)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu bytes, at most %d are read", in.size,
				EXH_SCI0_MIDI_LIMIT);
	m.events = exh_alloc(arena, most, sizeof *m.events);
	out->events = exh_alloc(arena, most + 1, sizeof *out->events);
	if (!m.events || !out->events)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	status = read_all(&m, in);
	if (!status)
		status = merge(&m);
	if (status)
		return status;
	note_left_out(&m);
	if (channels)
		memcpy(out->channels, channels, sizeof out->channels);
	else
		make_header(out);
	return EXH_OK;
}
