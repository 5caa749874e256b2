/*
 * The sounds of the mole's game: for each a short tune for the speaker and one for the
 * AdLib card, of a few notes that glide, tremble or rest.
 */
#include "dreams.h"

#include <exhume/codec.h>

enum { OPERATORS = 16 };

/* Of a note: the speaker's byte counts periods of 60 clocks, the card's is the low byte
 * of a frequency number. */
struct note {
	uint8_t ticks, speaker, adlib; /* 0: a rest */
	signed char glide;	       /* what each tick adds to the card's number */
	signed char bend;	       /* and to the speaker's byte */
};

enum { NOTES = 8 };

/* The notes are gone through again and again until the ticks are over. */
static const struct sound {
	uint16_t speaker_ticks, adlib_ticks, priority;
	uint8_t instrument, block;
	struct note notes[NOTES];
} sounds[DREAMS_SOUNDS] = {
	/* Steps, a leap, a landing, a throw, a dive */
	{ 2, 2, 10, 1, 2, { { 2, 180, 90, 0, 0 } } },
	{ 2, 2, 10, 1, 2, { { 2, 200, 80, 0, 0 } } },
	{ 18, 26, 20, 0, 4, { { 18, 130, 90, 5, -5 }, { 8, 40, 180, 4, 0 } } },
	{ 6, 9, 30, 1, 1, { { 3, 210, 160, -9, 9 }, { 6, 240, 120, -7, 0 } } },
	{ 15, 18, 50, 2, 5, { { 6, 60, 200, -8, 4 }, { 12, 90, 140, 6, -5 } } },
	{ 33, 33, 50, 0, 3, { { 33, 40, 240, -6, 6 } } },
	/* A bulb, points, dynamite, a foe in bloom, and out of it */
	{ 54,
	  79,
	  80,
	  3,
	  5,
	  { { 9, 61, 145, 0, 0 }, { 9, 51, 172, 0, 0 }, { 9, 38, 230, 0, 0 } } },
	{ 37, 52, 80, 3, 6, { { 6, 30, 172, 0, 0 }, { 31, 20, 230, 0, 0 } } },
	{ 130,
	  130,
	  90,
	  3,
	  4,
	  { { 13, 102, 172, 0, 0 },
	    { 13, 81, 217, 0, 0 },
	    { 13, 76, 230, 0, 0 },
	    { 2, 0, 0, 0, 0 },
	    { 24, 51, 172, 0, 0 } } },
	{ 66, 66, 80, 2, 5, { { 11, 80, 100, 9, -4 }, { 11, 70, 120, 9, -4 } } },
	{ 48, 48, 40, 2, 4, { { 12, 40, 220, -8, 4 }, { 12, 60, 180, -8, 4 } } },
	/* Into a level, awake, out of it */
	{ 188,
	  230,
	  99,
	  3,
	  4,
	  { { 16, 76, 115, 0, 0 },
	    { 16, 61, 145, 0, 0 },
	    { 16, 51, 172, 0, 0 },
	    { 8, 0, 0, 0, 0 },
	    { 38, 38, 230, 0, 0 } } },
	{ 110, 110, 99, 0, 3, { { 20, 150, 120, 1, -2 }, { 10, 0, 0, 0, 0 } } },
	{ 182,
	  234,
	  99,
	  3,
	  5,
	  { { 14, 51, 172, 0, 0 },
	    { 14, 57, 154, 0, 0 },
	    { 14, 61, 145, 0, 0 },
	    { 28, 38, 230, 0, 0 },
	    { 4, 0, 0, 0, 0 } } },
	/* No way, head against stone, a lance, a bounce, a life, a door */
	{ 10, 41, 80, 1, 2, { { 5, 230, 100, 0, 0 }, { 5, 250, 80, 0, 0 } } },
	{ 9, 9, 50, 1, 2, { { 9, 140, 200, -12, 12 } } },
	{ 24, 26, 60, 2, 3, { { 24, 170, 60, 7, -6 } } },
	{ 26, 26, 40, 0, 4, { { 13, 90, 90, 8, -3 }, { 13, 60, 190, -8, 3 } } },
	{ 151,
	  151,
	  80,
	  3,
	  5,
	  { { 12, 61, 145, 0, 0 },
	    { 12, 51, 172, 0, 0 },
	    { 12, 38, 230, 0, 0 },
	    { 6, 0, 0, 0, 0 },
	    { 30, 30, 250, 0, 0 } } },
	{ 64, 65, 60, 1, 1, { { 4, 200, 60, 4, -3 }, { 4, 0, 0, 0, 0 } } },
	/* Dynamite flies, and bursts; the king is gone; a key; garlic; a fall */
	{ 42, 74, 80, 2, 4, { { 37, 50, 240, -5, 3 } } },
	{ 81, 81, 80, 1, 1, { { 9, 180, 250, -20, 8 }, { 9, 220, 180, -15, 3 } } },
	{ 289,
	  296,
	  99,
	  3,
	  4,
	  { { 24, 76, 115, 0, 0 },
	    { 12, 76, 115, 0, 0 },
	    { 12, 68, 129, 0, 0 },
	    { 24, 61, 145, 0, 0 },
	    { 24, 51, 172, 0, 0 },
	    { 46, 38, 230, 0, 0 },
	    { 4, 0, 0, 0, 0 } } },
	{ 60, 60, 80, 3, 6, { { 10, 25, 200, 0, 0 }, { 10, 19, 250, 0, 0 } } },
	{ 37, 37, 80, 2, 5, { { 37, 20, 250, -6, 3 } } },
	{ 43, 57, 50, 0, 4, { { 57, 45, 240, -4, 3 } } },
	/* Made for menus; the speaker has none */
	{ 0, 2, 0, 1, 4, { { 2, 0, 100, 0, 0 } } },
	{ 0, 3, 0, 1, 5, { { 3, 0, 90, 0, 0 } } },
};

static const uint8_t instruments[][OPERATORS] = {
	{ 0x21, 0x21, 0x1a, 0x06, 0xf2, 0xf2, 0x25, 0x36 },
	{ 0x00, 0x00, 0x08, 0x00, 0xf8, 0xd7, 0xf7, 0xf8 },
	{ 0x31, 0x22, 0x16, 0x04, 0xf3, 0xf4, 0x26, 0x37 },
	{ 0x04, 0x01, 0x20, 0x05, 0xf4, 0xf3, 0x34, 0x35 },
};

/* The note of a tick, and how many ticks it has lasted. */
static const struct note *find_note(const struct sound *sound, unsigned *tick)
{
	for (unsigned i = 0;;
	     i = i + 1 < NOTES && sound->notes[i + 1].ticks ? i + 1 : 0) {
		if (*tick < sound->notes[i].ticks)
			return &sound->notes[i];
		*tick -= sound->notes[i].ticks;
	}
}

/* A note never becomes a rest by its glide, nor 255, for which the speaker has none. */
static uint8_t play(const struct sound *sound, bool is_adlib, unsigned tick)
{
	const struct note *note = find_note(sound, &tick);
	int value = is_adlib ? note->adlib : note->speaker;

	if (!value)
		return 0;
	value += (int)tick * (is_adlib ? note->glide : note->bend);
	return (uint8_t)(value < 10 ? 10 : value > 254 ? 254 : value);
}

static void write_sound(const struct sound *sound, bool is_adlib, struct exh_writer *out)
{
	const unsigned ticks = is_adlib ? sound->adlib_ticks : sound->speaker_ticks;

	exh_write_u32le(out, ticks);
	exh_write_u16le(out, sound->priority);
	if (is_adlib) {
		exh_write_bytes(out, instruments[sound->instrument], OPERATORS);
		exh_write_u8(out, sound->block);
	}
	for (unsigned tick = 0; tick < ticks; tick++)
		exh_write_u8(out, play(sound, is_adlib, tick));
	exh_write_u8(out, 0);
}

void dreams_sounds(struct exh_writer chunks[2 * DREAMS_SOUNDS])
{
	for (unsigned i = 0; i < DREAMS_SOUNDS; i++) {
		chunks[i].limit = chunks[DREAMS_SOUNDS + i].limit = 1 << 16;
		write_sound(&sounds[i], false, &chunks[i]);
		write_sound(&sounds[i], true, &chunks[DREAMS_SOUNDS + i]);
	}
}
