#include "exhume/advanced/sci_midi.h"

#include "exhume/advanced/smf.h"
#include "basics.h"

#include <string.h>

enum {
	CUE = 0xc0 | EXH_SCI_CONTROL_CHANNEL,
	CONTROL = 0xb0 | EXH_SCI_CONTROL_CHANNEL,
	SYSEX = EXH_SMF_SYSEX,
	ESCAPE = EXH_SMF_ESCAPE,
	META = EXH_SMF_META,
	END = 0xfc,
	PERCUSSION = 9,
	PERCUSSION_VOICES = 0x80,
	TANDY_TONES = 3,
	NOTES = 128,
};

struct reading {
	struct exh_smf smf;
	struct exh_sci_sound *out;
	struct exh_notes *notes;
	struct exh_error *err;
	size_t control_count, escape_count; /* events that are left out */
};

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

/* As exh_sci_midi_write has them; false: a text for people. */
static bool read_text(struct exh_bytes text, struct exh_sci_sound_event *out)
{
	int first = -1, second = 0;

	if (take_word(&text, "loop start")) {
		out->status = CUE;
		first = EXH_SCI_LOOP_CUE;
	} else if (take_word(&text, "cue +")) {
		out->status = CONTROL;
		first = EXH_SCI_CUMULATIVE_CUE;
		second = take_number(&text, 10, 127);
	} else if (take_word(&text, "cue ")) {
		out->status = CUE;
		first = take_number(&text, 10, EXH_SCI_LOOP_CUE - 1);
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

static bool take_event(struct reading *m, const struct exh_smf_event *event,
		       struct exh_sci_sound_event *out)
{
	if (event->status == META)
		return (event->meta == EXH_SMF_TEXT || event->meta == EXH_SMF_MARKER ||
			event->meta == EXH_SMF_CUE) &&
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
	if ((event->status & 15) == EXH_SCI_CONTROL_CHANNEL) {
		m->control_count++;
		return false;
	}
	out->status = event->status;
	memcpy(out->data, event->data, sizeof out->data);
	return true;
}

static enum exh_status pass_time(const struct reading *m, struct exh_smf_clock *clock,
				 uint64_t to, uint32_t *tick)
{
	const enum exh_status status = exh_smf_clock_pass(clock, to, m->err);
	const uint64_t ticks =
		status ? UINT64_MAX : exh_smf_clock_at(clock, EXH_SCI_TICKS_A_SECOND);

	*tick = (uint32_t)ticks;
	if (ticks > UINT32_MAX)
		return exh_fail(m->err, EXH_LIMIT, EXH_NO_OFFSET,
				"the song is longer than 2^32 ticks of 1/60 second");
	return EXH_OK;
}

/* No SysEx may hold what ends it. */
static bool is_sound(const struct exh_sci_sound_event *event)
{
	for (size_t i = 0; i < event->sysex.size; i++)
		if (event->sysex.data[i] > 127)
			return false;
	return true;
}

static enum exh_status merge(struct reading *m)
{
	struct exh_sci_sound *out = m->out;
	struct exh_smf_clock clock;
	uint32_t tick = 0;

	exh_smf_clock_start(&m->smf, &clock);
	for (size_t i = 0; i < m->smf.count; i++) {
		const struct exh_smf_event *from = &m->smf.events[i];
		struct exh_sci_sound_event *event = &out->events[out->event_count];

		if (pass_time(m, &clock, from->tick, &tick))
			return EXH_LIMIT;
		exh_smf_clock_take(&clock, from);
		*event = (struct exh_sci_sound_event){ .tick = tick };
		if (take_event(m, from, event) && is_sound(event))
			out->event_count++;
	}
	if (pass_time(m, &clock, m->smf.end, &tick))
		return EXH_LIMIT;
	out->events[out->event_count++] =
		(struct exh_sci_sound_event){ .tick = tick, .status = END };
	out->is_ended = true;
	out->ticks = tick;
	return EXH_OK;
}

/*
 * A header for what has none.
 */

/* The most notes that a channel has at once. */
static unsigned count_notes(const struct exh_sci_sound *sound, unsigned channel)
{
	bool sounds[NOTES] = { false };
	unsigned count = 0, most = 0;

	for (size_t i = 0; i < sound->event_count; i++) {
		const struct exh_sci_sound_event *event = &sound->events[i];
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
static void deal_voices(const unsigned notes[EXH_SCI_CHANNELS],
			struct exh_sci_sound *sound)
{
	unsigned left = EXH_OPL2_CHANNEL_COUNT;

	for (unsigned wanted = 1; wanted <= EXH_OPL2_CHANNEL_COUNT; wanted++)
		for (size_t i = 0; i < EXH_SCI_CONTROL_CHANNEL && left; i++)
			if (i != PERCUSSION && notes[i] >= wanted) {
				sound->channels[i].voices++;
				left--;
			}
}

static void make_header(struct exh_sci_sound *sound)
{
	unsigned notes[EXH_SCI_CHANNELS] = { 0 };
	unsigned tones = 0;

	for (unsigned i = 0; i < EXH_SCI_CONTROL_CHANNEL; i++) {
		struct exh_sci_sound_channel *channel = &sound->channels[i];

		notes[i] = count_notes(sound, i);
		if (!notes[i])
			continue;
		channel->devices = EXH_SCI_MT32 | EXH_SCI_GM;
		if (i == PERCUSSION) {
			channel->voices = PERCUSSION_VOICES;
			continue;
		}
		channel->devices |=
			EXH_SCI_FB01 | EXH_SCI_ADLIB | EXH_SCI_CASIO | EXH_SCI_AMIGA;
		if (tones < TANDY_TONES)
			channel->devices |= EXH_SCI_TANDY;
		if (!tones++)
			channel->devices |= EXH_SCI_SPEAKER;
	}
	deal_voices(notes, sound);
}

/*
 * All of it.
 */

bool exh_sci_midi_is(struct exh_bytes in)
{
	return exh_smf_is(in);
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

enum exh_status exh_sci_midi_read(struct exh_bytes in,
				  const struct exh_sci_sound_channel *channels,
				  struct exh_arena *arena, struct exh_sci_sound *out,
				  struct exh_notes *notes, struct exh_error *err)
{
	struct reading m = { .out = out, .notes = notes, .err = err };
	enum exh_status status;

	*out = (struct exh_sci_sound){ 0 };
	status = exh_smf_read(in, arena, &m.smf, notes, err);
	if (status)
		return status;
	out->events = exh_alloc(arena, m.smf.count + 1, sizeof *out->events);
	if (!out->events)
		return no_memory(err);
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
