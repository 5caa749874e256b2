/*
 * Songs of the burrow, and the instruments they are played on. Tunes are letters: a note
 * (C to B, then # for a sharp), an octave from then on, "-" that holds it for another
 * step, "." a rest.
 */
#include "burrow.h"
#include "sci_volume.h"

#include <exhume/sci.h>

#include <stdlib.h>
#include <string.h>

enum {
	STEP_TICKS = 10,
	FIRST_OCTAVE_NOTE = 12,
	NO_NOTE = 0xff,
	PARTS = 4,
	MAX_STEPS = 256,
};

struct part {
	uint8_t channel, voices, devices, program, velocity;
	const char *tune;
};

struct song {
	struct part parts[PARTS];
	unsigned loop_step; /* where it continues at the end */
	unsigned cue_steps; /* a cue each so many */
};

/* clang-format off */
static const struct song songs[] = {
	/* Down the burrow: a waltz with two steps of introduction. */
	{ {
		{ 1, 2, 0x35, 0, 0x70, ". . . . . . 5E - G 5A - G 5E - D 5C - - 4A - 5C 5D - E 5G - E 5D - - "
				       "5E - G 5A - G 6C - 5B 5A - - 5G - E 5D - 4B 5C - - - - -" },
		{ 2, 2, 0x15, 1, 0x58, "4C - - 4G - - 4C 4E 4G 4C 4E 4G 4C 4E 4A 4C 4E 4A 4F 4A 5C 4G 4B 5D 4G 4B 5D 4G 4B 5D "
				       "4C 4E 4G 4C 4E 4G 4F 4A 5C 4F 4A 5C 4G 4B 5D 4G 4B 5D 4C 4E 4G 4C - -" },
		{ 3, 1, 0x05, 2, 0x68, "2C - - 2G - - 2C - - 2C - - 2A - - 2A - - 2F - - 2G - - 2G - - 2G - - "
				       "2C - - 2C - - 2F - - 2F - - 2G - - 2G - - 2C - - 2C - -" },
		{ 4, 2, 0x05, 3, 0x48, ". . . . . . . . . . . . . . . 6E - - . . . . . . 6D - - . . . "
				       ". . . . . . . . . 6A - - 6G - - . . . 6C - - 6G - -" } }, 6, 12 },
	/* A door: it neither loops nor has cues. */
	{ { { 0, 1, 0x35, 4, 0x7f, "3C 3D# 3F# 3A 4C - . 4C 3C - -" },
	    { 5, 1, 0x04, 2, 0x50, "2C - - - - 2F# - - 2C - -" } }, 0, 0 },
	/* A splash, followed by a digital sound. */
	{ { { 0, 1, 0x24, 3, 0x60, "6C 5G 5E 5C" } }, 0, 0 },
};
/* clang-format on */

struct event {
	unsigned tick;
	uint8_t bytes[3], count;
};

struct events {
	struct event items[4 * MAX_STEPS];
	size_t count;
};

static void add(struct events *events, unsigned tick, uint8_t status, uint8_t first,
		uint8_t second)
{
	const bool is_short = (status & 0xe0) == 0xc0;

	events->items[events->count++] =
		(struct event){ tick, { status, first, second }, is_short ? 2 : 3 };
}

/* One step of a tune: NO_NOTE for a rest, hold for the note before. */
static uint8_t take_step(const char **at, unsigned *octave, bool *hold)
{
	static const uint8_t notes[] = { 9, 11, 0, 2, 4, 5, 7 }; /* from A */
	uint8_t note;

	while (**at == ' ')
		++*at;
	*hold = **at == '-';
	if (*hold || **at == '.') {
		++*at;
		return NO_NOTE;
	}
	if (**at >= '0' && **at <= '9')
		*octave = (unsigned)(*(*at)++ - '0');
	note = (uint8_t)(FIRST_OCTAVE_NOTE * (*octave + 1) + notes[*(*at)++ - 'A']);
	if (**at == '#') {
		note++;
		++*at;
	}
	return note;
}

/* Where it ends. */
static unsigned add_part(const struct part *part, struct events *events)
{
	const uint8_t channel = part->channel;
	unsigned octave = 4, tick = 0;
	uint8_t sounding = NO_NOTE;

	add(events, 0, 0xc0 | channel, part->program, 0);
	add(events, 0, 0xb0 | channel, 0x07, 0x60);
	add(events, 0, 0xe0 | channel, 0x00, channel == 4 ? 0x41 : 0x40);
	for (const char *at = part->tune; *at; tick += STEP_TICKS) {
		bool hold;
		const uint8_t note = take_step(&at, &octave, &hold);

		if (!hold && sounding != NO_NOTE)
			add(events, tick, 0x90 | channel, sounding, 0);
		if (!hold && note != NO_NOTE)
			add(events, tick, 0x90 | channel, note, part->velocity);
		if (!hold)
			sounding = note;
	}
	if (sounding != NO_NOTE)
		add(events, tick, 0x80 | channel, sounding, 0x40);
	return tick;
}

/* By tick; those of one tick stay in their order. */
static void sort(struct events *events)
{
	for (size_t i = 1; i < events->count; i++) {
		const struct event event = events->items[i];
		size_t k = i;

		for (; k && event.tick < events->items[k - 1].tick; k--)
			events->items[k] = events->items[k - 1];
		events->items[k] = event;
	}
}

/* With running status, as the games have it. */
static void write_events(const struct events *events, unsigned end,
			 struct exh_writer *out)
{
	unsigned tick = 0;
	uint8_t status = 0;

	for (size_t i = 0; i < events->count; i++) {
		const struct event *event = &events->items[i];
		unsigned delta = event->tick - tick;

		for (; delta >= 240; delta -= 240)
			exh_write_u8(out, 0xf8);
		exh_write_u8(out, (uint8_t)delta);
		if (event->bytes[0] != status)
			exh_write_u8(out, event->bytes[0]);
		exh_write_bytes(out, event->bytes + 1, event->count - 1U);
		status = event->bytes[0];
		tick = event->tick;
	}
	exh_write_u8(out, (uint8_t)(end - tick));
	exh_write_u8(out, 0xfc);
}

static void write_header(const struct song *song, bool has_sample, struct exh_writer *out)
{
	uint8_t header[33] = { has_sample ? 2 : 0 };

	for (size_t i = 0; i < PARTS && song->parts[i].tune; i++) {
		const struct part *part = &song->parts[i];

		header[1 + 2 * part->channel] = part->voices;
		header[2 + 2 * part->channel] = part->devices;
	}
	exh_write_bytes(out, header, sizeof header);
}

/* A drop: a sine that rises, and dies away. Sine by its parabola. */
static void write_sample(struct exh_writer *out)
{
	enum { RATE = 8000, LENGTH = 2000, HEADER = 44, PERIOD = 1 << 16 };
	uint8_t header[HEADER] = { 0x1a, 0x00, 0x01, 0x00 };
	unsigned phase = 0;

	header[14] = RATE & 0xff;
	header[15] = RATE >> 8;
	header[32] = LENGTH & 0xff;
	header[33] = LENGTH >> 8;
	exh_write_bytes(out, header, sizeof header);
	for (unsigned i = 0; i < LENGTH; i++) {
		const int half = (int)(phase % (PERIOD / 2)) >> 7; /* 0 to 255 */
		const int bow = half * (256 - half) / 130;	   /* 0 to 126 */
		const int wave = phase % PERIOD < PERIOD / 2 ? bow : -bow;

		exh_write_u8(out, (uint8_t)(128 + wave * (int)(LENGTH - i) / LENGTH));
		phase += 2400 + 3 * i;
	}
}

void burrow_sound(unsigned number, struct exh_writer *out)
{
	const struct song *song = &songs[number];
	const bool has_sample = number == 2;
	struct events events = { .count = 0 };
	unsigned end = 0;

	for (size_t i = 0; i < PARTS && song->parts[i].tune; i++) {
		const unsigned ended = add_part(&song->parts[i], &events);

		end = ended > end ? ended : end;
	}
	if (song->loop_step)
		add(&events, song->loop_step * STEP_TICKS, 0xcf, EXH_SCI_LOOP_CUE, 0);
	for (unsigned i = song->cue_steps; i && i * STEP_TICKS < end;
	     i += song->cue_steps)
		add(&events, i * STEP_TICKS, 0xcf, (uint8_t)(10 + i / song->cue_steps),
		    0);
	sort(&events);
	write_header(song, has_sample, out);
	write_events(&events, end, out);
	if (has_sample)
		write_sample(out);
}

/*
 * Instruments: key scale, multiple, feedback, attack, sustain level, holds, decay,
 * release, level, tremolo, vibrato, key scale rate, algorithm.
 */

enum { INSTRUMENTS = 48, KNOWN = 5 };

static const uint8_t instruments[KNOWN][EXH_SCI_INSTRUMENT_SIZE] = {
	/* a reed, a string that is plucked, a bass, a bell, a door */
	{ 0, 1, 4,  9, 3, 1, 4, 6, 28, 0, 1, 0, 1, 0,
	  1, 0, 10, 2, 1, 3, 6, 0, 0,  1, 0, 0, 0, 0 },
	{ 1, 2, 2,  15, 4, 0, 6, 5, 24, 0, 0, 1, 1, 0,
	  1, 0, 15, 5,	0, 5, 6, 0, 0,	0, 1, 0, 0, 1 },
	{ 0, 0, 5,  13, 2, 1, 5, 7, 22, 0, 0, 0, 1, 0,
	  1, 0, 14, 3,	1, 4, 7, 0, 0,	0, 0, 0, 0, 0 },
	{ 0, 7, 0,  15, 15, 0, 3, 4, 34, 0, 0, 0, 1, 0,
	  2, 0, 15, 15, 0,  4, 4, 4, 1,	 0, 0, 0, 0, 0 },
	{ 0, 3, 7,  15, 6, 0, 7, 8, 18, 0, 0, 0, 0, 0,
	  1, 0, 15, 8,	0, 6, 8, 6, 0,	0, 0, 0, 2, 1 },
};

void burrow_bank(struct exh_writer *out)
{
	for (unsigned i = 0; i < INSTRUMENTS; i++) {
		uint8_t instrument[EXH_SCI_INSTRUMENT_SIZE];

		memcpy(instrument, instruments[i % KNOWN], sizeof instrument);
		/* Those after the first get brighter and brighter. */
		instrument[8] = (uint8_t)(instrument[8] - i / KNOWN);
		exh_write_bytes(out, instrument, sizeof instrument);
	}
}
