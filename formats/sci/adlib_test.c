#include "sound_testing.h"
#include "exhume/advanced/sci_sound.h"

#include <math.h>

enum { MOST = 4096, NONE = EXH_SCI_NO_CHANNEL };

/* Registers of operators B2 48 46 57 02 and 43 8D 9B AC 03, and 06. */
static const uint8_t instrument[EXH_SCI_INSTRUMENT_SIZE] = {
	1, 2, 3, 4, 5,	1, 6,  7,  8,  1, 0, 1, 1, /* */
	2, 3, 0, 9, 10, 0, 11, 12, 13, 0, 1, 0, 1, /* */
	2, 3,
};

enum { PLAIN, ADDITIVE };

/* Instrument 0 and the default are the one above; instrument 1 adds its operators up. */
static struct exh_sci_adlib_bank make_bank(void)
{
	struct exh_sci_adlib_bank bank = { .count = 48 };

	memcpy(bank.instruments[PLAIN], instrument, sizeof instrument);
	memcpy(bank.instruments[ADDITIVE], instrument, sizeof instrument);
	memcpy(bank.instruments[EXH_SCI_DEFAULT_PATCH], instrument, sizeof instrument);
	bank.instruments[ADDITIVE][12] = 0;
	return bank;
}

struct played {
	struct exh_opl2_write writes[MOST];
	size_t count;
};

static void play(const struct exh_sci_sound *sound, uint64_t pass_count,
		 unsigned channels, struct played *out)
{
	const struct exh_sci_adlib_bank bank = make_bank();
	struct exh_sci_adlib_player player;
	struct exh_opl2_source source;

	exh_sci_adlib_play(&player, sound, &bank, pass_count, channels);
	source = exh_sci_adlib_source(&player);
	for (out->count = 0; source.next(source.context, &out->writes[out->count]);)
		assert_true(++out->count < MOST);
	assert_false(source.next(source.context, &out->writes[out->count]));
}

static void assert_writes(const struct played *found,
			  const struct exh_opl2_write *expected, size_t count)
{
	for (size_t i = 0; i < count && i < found->count; i++) {
		assert_int_equal(found->writes[i].position, expected[i].position);
		assert_int_equal(found->writes[i].reg, expected[i].reg);
		assert_int_equal(found->writes[i].value, expected[i].value);
	}
	assert_int_equal(found->count, count);
}

/* Asserts the writes of one song. */
static void assert_song(const struct song_channel *channels, const uint8_t *events,
			size_t size, const struct exh_opl2_write *expected, size_t count)
{
	static struct played played;
	struct opened_sound o;

	open_song(&o, channels, events, size);
	play(&o.sound, 1, ~0u, &played);
	assert_writes(&played, expected, count);
	close_sound(&o);
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

#define START                              \
	{ 0, 0x01, 0x20 }, { 0, 0xbd, 0 }, \
	{                                  \
		0, 0x08, 0                 \
	}

/* The instrument above in a voice whose modulator is that slot. */
#define PATCH(at, slot, voice)                                            \
	{ at, 0x40 + (slot), 0x48 }, { at, 0x60 + (slot), 0x46 },         \
		{ at, 0x80 + (slot), 0x57 }, { at, 0x20 + (slot), 0xb2 }, \
		{ at, 0xe0 + (slot), 0x02 }, { at, 0x43 + (slot), 0x8d }, \
		{ at, 0x63 + (slot), 0x9b }, { at, 0x83 + (slot), 0xac }, \
		{ at, 0x23 + (slot), 0x43 }, { at, 0xe3 + (slot), 0x03 }, \
	{                                                                 \
		at, 0xc0 + (voice), 0x06                                  \
	}

static const struct song_channel one[] = { { 0, 1, EXH_SCI_ADLIB }, { 0 } };
static const struct song_channel two[] = { { 0, 2, EXH_SCI_ADLIB }, { 0 } };

/*
 * Pitches and levels.
 */

static void pitches_are_those_of_the_formula(void **state)
{
	(void)state;
	for (unsigned note = 12; note <= 107; note++)
		for (unsigned quarter = 0; quarter < 4; quarter++) {
			const unsigned index = note * 4 + quarter, step = index % 48;
			unsigned f_number, block;

			exh_sci_adlib_pitch(note, 8192 + 171 * quarter, &f_number,
					    &block);
			assert_int_equal(f_number, lround(342.851 * pow(2, step / 48.0)) -
							   (step == 45));
			assert_int_equal(block, index / 48 - 1);
		}
}

static void pitches_have_an_end(void **state)
{
	static const struct {
		unsigned note, bend, f_number, block;
	} rows[] = {
		{ 12, 0, 348, 0 },	/* 1: block 0 too */
		{ 0, 0, 343, 0 },	/* below 0 */
		{ 60, 8021, 676, 3 },	/* -1 */
		{ 60, 8022, 343, 4 },	/* -170/171: rounded toward 0 */
		{ 60, 8362, 343, 4 },	/* 170/171 */
		{ 60, 8363, 348, 4 },	/* 1 */
		{ 107, 8192, 647, 7 },	/* 428 */
		{ 107, 16383, 638, 7 }, /* 475: block 8 is 7 */
		{ 127, 8192, 514, 7 },	/* 508: block 9 is 7 */
		{ 127, 16383, 514, 7 }, /* 555 is limited to 508 */
		{ 23, 8363, 656, 0 },	/* 93: the entry that is not as computed */
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		unsigned f_number, block;

		exh_sci_adlib_pitch(rows[i].note, rows[i].bend, &f_number, &block);
		assert_int_equal(f_number, rows[i].f_number);
		assert_int_equal(block, rows[i].block);
	}
}

/* Last values of two registers. */
struct levels {
	unsigned modulator, carrier, count;
};

static void take_level(void *context, uint8_t reg, uint8_t value)
{
	struct levels *levels = context;

	if (reg == 0x40)
		levels->modulator = value;
	if (reg == 0x43)
		levels->carrier = value;
	levels->count++;
}

static void levels_are_of_the_games_volume(void **state)
{
	static const struct {
		unsigned volume, modulator, carrier;
	} rows[] = {
		/* 8 * 55 / 15 = 29 and 8 * 50 / 15 = 26 */
		{ 5, 0x40 | (63 - 29), 0x80 | (63 - 26) },
		{ 0, 0x40 | 63, 0x80 | 63 },
		/* 4 * 55 / 15 = 14, 4 * 50 / 15 = 13 */
		{ 1, 0x40 | (63 - 14), 0x80 | (63 - 13) },
		{ 12, 0x48, 0x8d },
		{ 15, 0x48, 0x8d },
		{ 99, 0x48, 0x8d },
	};
	static const uint8_t events[] = { 0, 0xc0, ADDITIVE, 0, 0x90, 60, 100, 0, 0xfc };
	const struct exh_sci_adlib_bank bank = make_bank();
	struct levels levels = { 0 };
	const struct exh_sci_register_sink sink = { take_level, &levels };
	struct exh_sci_adlib driver;
	struct opened_sound o;

	(void)state;
	open_song(&o, one, events, sizeof events);
	exh_sci_adlib_start(&driver, &bank, &o.sound, &sink);
	for (size_t i = 0; i < o.sound.event_count; i++)
		exh_sci_adlib_event(&driver, &o.sound.events[i], &sink);
	assert_int_equal(levels.modulator, 0x48);
	assert_int_equal(levels.carrier, 0x8d);
	for (size_t i = 0; i < COUNT(rows); i++) {
		levels.count = 0;
		exh_sci_adlib_volume(&driver, rows[i].volume, &sink);
		assert_int_equal(levels.modulator, rows[i].modulator);
		assert_int_equal(levels.carrier, rows[i].carrier);
		assert_int_equal(levels.count, 2);
	}
	levels.count = 0;
	exh_sci_adlib_stop(&driver, &sink);
	exh_sci_adlib_volume(&driver, 3, &sink);
	assert_int_equal(levels.count, 1);
	close_sound(&o);
}

static void velocities_count_where_4e_says_so(void **state)
{
	static const uint8_t events[] = {
		0, 0xc0, ADDITIVE, 0, 0x90, 60,	  10,		    /* not yet */
		0, 0xb0, 0x4e,	   8, 0,    0x90, 60, 101,	    /* 50 */
		0, 0xb0, 0x4e,	   0, 0,    0x90, 60, 10,  0, 0xfc, /* no more */
	};
	static const struct exh_opl2_write expected[] = {
		START,
		PATCH(0, 0, 0),
		{ 0, 0xa0, 0x57 },
		{ 0, 0xb0, 0x31 },
		{ 0, 0x43, 0x8d },
		{ 0, 0x40, 0x48 },
		{ 0, 0xb0, 0x11 },
		{ 0, 0xa0, 0x57 },
		{ 0, 0xb0, 0x31 },
		{ 0, 0x43, 0x8d },
		{ 0, 0x40, 0x4d },
		{ 0, 0xb0, 0x11 },
		{ 0, 0xa0, 0x57 },
		{ 0, 0xb0, 0x31 },
		{ 0, 0x43, 0x8d },
		{ 0, 0x40, 0x48 },
		{ 0, 0xb0, 0x11 },
	};
	struct exh_opl2_write additive[COUNT(expected)];

	(void)state;
	memcpy(additive, expected, sizeof expected);
	additive[3 + 10].value = 0x07; /* C0 */
	assert_song(one, events, sizeof events, additive, COUNT(additive));
}

/*
 * Voices.
 */

static void a_song_is_written_by_the_rules(void **state)
{
	static const uint8_t events[] = {
		0, 0xc0, PLAIN, 0,  0x90, 60,	64,	/* the first voice */
		6, 64,	 64,				/* the second */
		0, 67,	 64,				/* the one that sounds longest */
		6, 64,	 64,				/* again, where it was */
		6, 0xe0, 0,	0,			/* 47 quarters down */
		6, 0x80, 67,	64, 0,	  0x90, 64, 0,	/* off, in both ways */
		0, 0xb0, 0x4e,	1,  0,	  0x90, 72, 81, /* the next after the last */
		6, 0xfc,
	};
	static const struct exh_opl2_write expected[] = {
		START,
		PATCH(0, 0, 0),
		{ 0, 0xa0, 0x57 }, /* 343 */
		{ 0, 0xb0, 0x31 },
		{ 0, 0x43, 0x8d },
		PATCH(4971, 1, 1),
		{ 4971, 0xa1, 0xb0 }, /* 432 */
		{ 4971, 0xb1, 0x31 },
		{ 4971, 0x44, 0x8d },
		{ 4971, 0xb0, 0x11 },
		{ 4971, 0xa0, 0x02 }, /* 514 */
		{ 4971, 0xb0, 0x32 },
		{ 4971, 0x43, 0x8d },
		{ 9943, 0xb1, 0x11 },
		{ 9943, 0xa1, 0xb0 },
		{ 9943, 0xb1, 0x31 },
		{ 9943, 0x44, 0x8d },
		{ 14914, 0xa0, 0x09 }, /* 221: 521, block 3 */
		{ 14914, 0xb0, 0x2e },
		{ 14914, 0xa1, 0xb6 }, /* 209: 438 */
		{ 14914, 0xb1, 0x2d },
		{ 19886, 0xb0, 0x0e },
		{ 19886, 0xb1, 0x0d },
		{ 19886, 0xa0, 0x5c }, /* 241: 348 */
		{ 19886, 0xb0, 0x31 },
		{ 19886, 0x43, 0x97 }, /* 63 - 40 */
		{ 24858, 0xb0, 0x11 },
	};

	(void)state;
	assert_song(two, events, sizeof events, expected, COUNT(expected));
}

static void notes_have_limits_and_programs_a_default(void **state)
{
	static const uint8_t events[] = {
		0, 0x90, 11, 64, 0,    108, 64, 0, 0, 64, 0, 127, 64, /* out of range */
		0, 12,	 64,					      /* patch 13 */
		6, 0xc0, 48, 0,	 0x90, 107, 64, /* none: patch 13 again */
		0, 0xfc,
	};
	static const struct exh_opl2_write expected[] = {
		START,
		PATCH(0, 0, 0),
		{ 0, 0xa0, 0x57 },
		{ 0, 0xb0, 0x21 },
		{ 0, 0x43, 0x8d },
		{ 4971, 0xb0, 0x01 },
		{ 4971, 0xa0, 0x87 }, /* 647, block 7 */
		{ 4971, 0xb0, 0x3e },
		{ 4971, 0x43, 0x8d },
		{ 4971, 0xb0, 0x1e },
	};

	(void)state;
	assert_song(one, events, sizeof events, expected, COUNT(expected));
}

static void a_pedal_holds_notes(void **state)
{
	static const uint8_t events[] = {
		0, 0xb0, 0x40, 64, 0,	 0x90, 60,   64, /* down */
		6, 0x80, 60,   0,			 /* held */
		6, 0xb0, 0x40, 63,			 /* off */
		6, 0x90, 60,   64, 0,	 0xb0, 0x40, 63, /* no note to release */
		6, 0x7b, 0,				 /* all off */
		0, 0x7f, 0,    0,  0xfc,		 /* no notes are on */
	};
	static const struct exh_opl2_write expected[] = {
		START,
		PATCH(0, 0, 0),
		{ 0, 0xa0, 0x57 },
		{ 0, 0xb0, 0x31 },
		{ 0, 0x43, 0x8d },
		{ 9943, 0xb0, 0x11 },
		{ 14914, 0xa0, 0x57 },
		{ 14914, 0xb0, 0x31 },
		{ 14914, 0x43, 0x8d },
		{ 19886, 0xb0, 0x11 },
	};

	(void)state;
	assert_song(one, events, sizeof events, expected, COUNT(expected));
}

static void other_events_write_nothing(void **state)
{
	static const uint8_t events[] = {
		0, 0xb0, 7,  0,	 0,    0x0a, 3,	 0,    0x50, 1, /* controllers */
		0, 0xa0, 60, 1,	 0,    0xd0, 9,	 0,    0xc0, 1, /* */
		0, 0xe0, 1,  2,	 0,    0xf0, 1,	 0xf7,		/* */
		0, 0x91, 60, 64, 0,    0x9f, 60, 64,		/* other channels */
		0, 0xcf, 5,  0,	 0xbf, 0x60, 1,	 0,    0xfc,	/* */
	};
	static const struct exh_opl2_write expected[] = { START };

	(void)state;
	assert_song(one, events, sizeof events, expected, COUNT(expected));
}

/* Asserts the voices dealt by the header, and by events. */
static void assert_dealt(const struct song_channel *channels, const uint8_t *events,
			 size_t size, const uint8_t expected[9])
{
	const struct exh_sci_adlib_bank bank = make_bank();
	struct levels levels = { 0 };
	const struct exh_sci_register_sink sink = { take_level, &levels };
	struct exh_sci_adlib driver;
	struct opened_sound o;

	open_song(&o, channels, events, size);
	exh_sci_adlib_start(&driver, &bank, &o.sound, &sink);
	for (size_t i = 0; i < o.sound.event_count; i++)
		exh_sci_adlib_event(&driver, &o.sound.events[i], &sink);
	for (size_t i = 0; i < 9; i++)
		assert_int_equal(driver.voices.items[i].channel, expected[i]);
	close_sound(&o);
}

static void voices_are_dealt_in_order_of_channels(void **state)
{
	static const struct song_channel few[] = {
		{ 1, 1, 0x07 }, { 2, 3, 0x0f },	 { 3, 0, 0x0f },
		{ 5, 2, 0x13 }, { 12, 0x81, 4 }, { 0 },
	};
	static const struct song_channel many[] = {
		{ 0, 4, 4 }, { 3, 4, 4 }, { 4, 4, 4 }, { 6, 1, 4 }, { 15, 1, 4 }, { 0 },
	};
	static const uint8_t end[] = { 0, 0xfc };

	(void)state;
	assert_dealt(few, end, sizeof end,
		     (const uint8_t[]){ 1, 2, 2, 2, 12, NONE, NONE, NONE, NONE });
	assert_dealt(many, end, sizeof end,
		     (const uint8_t[]){ 0, 0, 0, 0, 3, 3, 3, 3, 4 });
	assert_dealt(many + 4, end, sizeof end,
		     (const uint8_t[]){ NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
					NONE });
}

static void open_voices_are_for_all_channels(void **state)
{
	static const struct song_channel none[] = { { 1, 0, 4 }, { 2, 0, 4 }, { 0 } };
	static const struct song_channel some[] = { { 1, 1, 4 }, { 0 } };
	/* Two notes of channel 1, one of channel 2, and 4B, which has no effect. */
	static const uint8_t events[] = { 0,	0x91, 0x3c, 0x40, 0,	0x92,
					  0x3c, 0x40, 0,    0x91, 0x40, 0x40,
					  0,	0xb1, 0x4b, 0,	  0,	0xfc };
	const struct exh_sci_adlib_bank bank = make_bank();
	struct levels levels = { 0 };
	const struct exh_sci_register_sink sink = { take_level, &levels };
	struct exh_sci_adlib driver;
	struct opened_sound o;

	(void)state;
	open_song(&o, some, events, sizeof events);
	assert_true(exh_sci_sound_names_voices(&o.sound, EXH_SCI_ADLIB));
	close_sound(&o);
	open_song(&o, none, events, sizeof events);
	assert_false(exh_sci_sound_names_voices(&o.sound, EXH_SCI_ADLIB));
	exh_sci_adlib_start(&driver, &bank, &o.sound, &sink);
	assert_true(exh_sci_sound_lacks_voices(&o.sound, EXH_SCI_ADLIB));
	exh_sci_sound_open_voices(&o.sound, EXH_SCI_ADLIB, &driver.voices);
	assert_int_equal(driver.voices.open_count, 9);
	for (size_t i = 0; i < o.sound.event_count; i++)
		exh_sci_adlib_event(&driver, &o.sound.events[i], &sink);
	assert_int_equal(driver.voices.items[0].channel, 1);
	assert_int_equal(driver.voices.items[1].channel, 2);
	assert_int_equal(driver.voices.items[2].channel, 1);
	assert_int_equal(driver.voices.notes, 3);
	for (size_t i = 3; i < 9; i++)
		assert_int_equal(driver.voices.items[i].note, EXH_SCI_NO_NOTE);
	close_sound(&o);
}

/* Notes on channels 1 to 4 and on 9, of AdLib (4) and the Tandy (0x10). */
static void sounds_that_name_no_voice_lack_them_for_their_notes(void **state)
{
	static const struct song_channel channels[] = {
		{ 1, 0, 0x14 }, { 2, 0, 0x14 }, { 3, 0, 0x14 },
		{ 4, 0, 0x04 }, { 9, 0, 0x04 }, { 0 },
	};
	static const uint8_t events[] = { 0,	0x91, 0x3c, 0x40, 0,	0x92, 0x3c,
					  0x40, 0,    0x93, 0x3c, 0x40, 0,    0x94,
					  0x3c, 0x40, 0,    0x99, 0x3c, 0x40, 0,
					  0x95, 0x3c, 0,    0,	  0xfc };
	struct exh_sci_voices voices = { .played = 0x21e };
	struct opened_sound o;

	(void)state;
	open_song(&o, channels, events, sizeof events);
	assert_int_equal(exh_sci_sound_noted_channels(&o.sound), 0x21e);
	assert_true(exh_sci_sound_lacks_voices(&o.sound, EXH_SCI_ADLIB));
	/* The Tandy's three tones are enough. */
	assert_false(exh_sci_sound_lacks_voices(&o.sound, EXH_SCI_TANDY));
	o.sound.channels[4].devices |= EXH_SCI_TANDY;
	assert_true(exh_sci_sound_lacks_voices(&o.sound, EXH_SCI_TANDY));
	/* The speaker has no notes. */
	assert_false(exh_sci_sound_lacks_voices(&o.sound, EXH_SCI_SPEAKER));
	exh_sci_sound_open_voices(&o.sound, EXH_SCI_TANDY, &voices);
	assert_int_equal(voices.open_count, 3);
	assert_int_equal(voices.played, 0x21e);
	exh_sci_sound_open_voices(&o.sound, EXH_SCI_ADLIB, &voices);
	assert_int_equal(voices.open_count, 9);
	assert_int_equal(voices.played, 0x1e);
	/* Only percussion has notes for AdLib now. */
	for (size_t i = 1; i < 5; i++)
		o.sound.channels[i].devices = EXH_SCI_TANDY;
	voices.played = 0x220;
	exh_sci_sound_open_voices(&o.sound, EXH_SCI_ADLIB, &voices);
	assert_int_equal(voices.played, 0x220);
	o.sound.channels[9].voices = 1;
	assert_false(exh_sci_sound_lacks_voices(&o.sound, EXH_SCI_ADLIB));
	close_sound(&o);
}

static void voices_are_dealt_anew(void **state)
{
	static const struct song_channel channels[] = {
		{ 0, 4, 4 }, { 3, 4, 4 }, { 4, 4, 4 }, { 7, 0, 4 }, { 0 },
	};
	/* Channel 4 waits for a voice and gets one that channel 0 gives back; 7 gets
	 * none. */
	static const uint8_t less[] = { 0, 0xb7, 0x4b, 1, 0, 0xb0, 0x4b, 3, 0, 0xfc };
	/* 3's voices 4 and 6 sound; 5 and 7 are given back first, then the older note. */
	static const uint8_t sounding[] = {
		0, 0x93, 60, 64, 0,    62,   64, 0, 64,	  64,
		0, 62,	 0,  0,	 0xb3, 0x4b, 1,	 0, 0xfc,
	};
	static const uint8_t more[] = { 0, 0xb0, 0x4b, 0, 0, 0xb3, 0x4b, 6, 0, 0xfc };

	(void)state;
	assert_dealt(channels, less, sizeof less,
		     (const uint8_t[]){ 0, 0, 0, 4, 3, 3, 3, 3, 4 });
	assert_dealt(channels, sounding, sizeof sounding,
		     (const uint8_t[]){ 0, 0, 0, 0, 4, 4, 3, 4, 4 });
	assert_dealt(channels, more, sizeof more,
		     (const uint8_t[]){ 4, 4, 4, 3, 3, 3, 3, 3, 4 });
}

static void a_voice_that_is_given_back_is_stopped(void **state)
{
	static const uint8_t events[] = {
		0,    0x90, 60, 64, 6,	  0xb0, 0x4b, 0, 0,
		0x80, 60,   0,	0,  0x90, 60,	64,   6, 0xfc,
	};
	static const struct exh_opl2_write expected[] = {
		START,
		PATCH(0, 0, 0),
		{ 0, 0xa0, 0x57 },
		{ 0, 0xb0, 0x31 },
		{ 0, 0x43, 0x8d },
		{ 4971, 0xb0, 0x11 },
	};

	(void)state;
	assert_song(one, events, sizeof events, expected, COUNT(expected));
}

/*
 * Players.
 */

static void notes_go_on_through_a_loop(void **state)
{
	static const uint8_t events[] = { 0, 0x90, 60, 64, 3, 0xcf, 127,
					  3, 0x90, 62, 64, 0, 0xfc };
	static struct played played;
	struct opened_sound o;

	(void)state;
	open_song(&o, two, events, sizeof events);
	play(&o.sound, 2, ~0u, &played);
	/* 62 is played twice, by the same voice; then both are stopped. */
	assert_int_equal(played.count, 3 + 14 + 14 + 4 + 2);
	assert_int_equal(played.writes[31].position, 7457);
	assert_int_equal(played.writes[31].reg, 0xb1);
	assert_int_equal(played.writes[35].reg, 0xb0);
	assert_int_equal(played.writes[36].reg, 0xb1);
	close_sound(&o);
}

static void channels_that_are_not_heard_are_not_keyed_on(void **state)
{
	static const struct song_channel channels[] = { { 0, 1, 4 }, { 5, 1, 4 }, { 0 } };
	static const uint8_t events[] = {
		0, 0x90, 60, 64, 0, 0x95, 60, 64, 6, 0xe0, 1, 64, 0, 0xfc,
	};
	static struct played all, some;
	struct opened_sound o;

	(void)state;
	open_song(&o, channels, events, sizeof events);
	play(&o.sound, 1, ~0u, &all);
	play(&o.sound, 1, 1 << 5, &some);
	assert_int_equal(all.count, some.count);
	for (size_t i = 0; i < all.count; i++) {
		const uint8_t expected = all.writes[i].reg == 0xb0
						 ? all.writes[i].value & 0xdf
						 : all.writes[i].value;

		assert_int_equal(some.writes[i].reg, all.writes[i].reg);
		assert_int_equal(some.writes[i].value, expected);
	}
	close_sound(&o);
}

static size_t roll_song(uint64_t *seed, uint8_t *events, size_t count)
{
	static const uint8_t controllers[] = { 7, 0x0a, 0x40, 0x4b, 0x4e, 0x7b };
	size_t at = 0;

	while (count--) {
		const uint8_t channel = (uint8_t)roll(seed, 4);

		events[at++] = (uint8_t)(roll(seed, 3) ? 0 : roll(seed, 5));
		switch (roll(seed, 8)) {
		case 0:
			events[at++] = 0xc0 | channel;
			events[at++] = (uint8_t)roll(seed, 3);
			break;
		case 1:
			events[at++] = 0xe0 | channel;
			events[at++] = (uint8_t)roll(seed, 128);
			events[at++] = (uint8_t)roll(seed, 128);
			break;
		case 2:
			events[at++] = 0xb0 | channel;
			events[at++] = controllers[roll(seed, sizeof controllers)];
			events[at++] =
				(uint8_t)roll(seed, 128) & (roll(seed, 2) ? 3 : 127);
			break;
		default:
			events[at++] = (uint8_t)((roll(seed, 3) ? 0x90 : 0x80) | channel);
			events[at++] = (uint8_t)(50 + roll(seed, 10));
			events[at++] = (uint8_t)roll(seed, 128);
		}
	}
	events[at++] = 3;
	events[at++] = 0xfc;
	return at;
}

static const struct song_channel four[] = {
	{ 0, 2, 4 }, { 1, 3, 4 }, { 2, 1, 4 }, { 3, 5, 4 }, { 0 },
};

/* Keys go down only on voices whose key is up, except for bends; all are up at the
 * end. */
static void check_keys(const struct played *played)
{
	bool keys[9] = { false };
	size_t downs = 0;

	for (size_t i = 0; i < played->count; i++) {
		const struct exh_opl2_write *write = &played->writes[i];

		assert_true(!i || write->position >= write[-1].position);
		if (write->reg < 0xb0 || write->reg > 0xb8)
			continue;
		downs += !keys[write->reg - 0xb0] && write->value & 0x20;
		/* Each pitch has both its parts. */
		if (write->value & 0x20)
			assert_int_equal(write[-1].reg, write->reg - 16);
		keys[write->reg - 0xb0] = write->value & 0x20;
	}
	for (size_t i = 0; i < 9; i++)
		assert_false(keys[i]);
	assert_true(downs > 10);
}

static void any_song_ends_with_all_keys_up(void **state)
{
	static struct played played, again;
	uint64_t seed = 85;

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		uint8_t events[600];
		const size_t size = roll_song(&seed, events, 130);
		struct opened_sound o;

		open_song(&o, four, events, size);
		play(&o.sound, 1 + i % 2, ~0u, &played);
		check_keys(&played);
		play(&o.sound, 1 + i % 2, ~0u, &again);
		assert_writes(&again, played.writes, played.count);
		close_sound(&o);
	}
}

static void a_copy_of_a_player_goes_on(void **state)
{
	const struct exh_sci_adlib_bank bank = make_bank();
	static struct played played;
	uint64_t seed = 86;
	uint8_t events[600];
	const size_t size = roll_song(&seed, events, 130);
	struct exh_sci_adlib_player player, copy;
	struct opened_sound o;

	(void)state;
	open_song(&o, four, events, size);
	play(&o.sound, 2, ~0u, &played);
	exh_sci_adlib_play(&player, &o.sound, &bank, 2, ~0u);
	for (size_t i = 0; i < played.count; i++) {
		struct exh_opl2_source source;
		struct exh_opl2_write write;

		copy = player;
		memset(&player, 0xff, sizeof player);
		player = copy;
		source = exh_sci_adlib_source(&player);
		assert_true(source.next(source.context, &write));
		assert_int_equal(write.reg, played.writes[i].reg);
		assert_int_equal(write.value, played.writes[i].value);
		assert_int_equal(write.position, played.writes[i].position);
	}
	close_sound(&o);
}

/* Checks the driver's pitch through the chip: 260 Hz for note 60. */
static void notes_are_heard_at_their_pitch(void **state)
{
	struct exh_sci_adlib_bank bank = { .count = 48 };
	/* Only the carrier, a sine: both attack at once and hold. */
	static const uint8_t sine[EXH_SCI_INSTRUMENT_SIZE] = {
		0, 1, 0, 15, 0, 1, 0, 15, 63, 0, 0, 0, 1, /* */
		0, 1, 0, 15, 0, 1, 0, 15, 0,  0, 0, 0, 1, /* */
	};

	(void)state;
	memcpy(bank.instruments[0], sine, sizeof sine);
	for (uint8_t note = 24; note < 108; note += 6) {
		const uint8_t events[] = { 0, 0xc0, 0, 0, 0x90, note, 64, 120, 0xfc };
		const double hz = 440 * pow(2, (note - 69) / 12.0);
		struct exh_sci_adlib_player player;
		struct exh_opl2_spacing spacing = { .free = 0 };
		struct exh_opl2_player chip;
		static int32_t sums[EXH_OPL2_RATE];
		struct opened_sound o;
		unsigned waves = 0;

		open_song(&o, one, events, sizeof events);
		exh_sci_adlib_play(&player, &o.sound, &bank, 1, ~0u);
		spacing.source = exh_sci_adlib_source(&player);
		exh_opl2_player_start(&chip, exh_opl2_space(&spacing));
		exh_opl2_player_mix(&chip, EXH_OPL2_ALL_CHANNELS, sums, EXH_OPL2_RATE);
		for (size_t i = 1; i < EXH_OPL2_RATE; i++)
			waves += sums[i - 1] < 0 && sums[i] >= 0;
		/* 9 cents flat, like the driver's table. */
		assert_true(fabs(waves - hz) < 2 + hz / 100);
		close_sound(&o);
	}
}

static void the_games_sounds_end_in_silence(void **state)
{
	static const struct {
		unsigned number, notes;
	} rows[] = { { 1, 57 }, { 2, 176 }, { 900, 841 } };
	struct exh_bytes patch;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct exh_sci_adlib_bank bank;
		struct exh_sci_adlib_player player;
		struct exh_opl2_source source;
		struct exh_opl2_write write, last = { 0 };
		unsigned keys = 0;
		struct opened_sound o;

		open_game_sound(&o, "companion-template", rows[i].number);
		patch = load_resource("companion-template", EXH_SCI_PATCH, 3);
		assert_int_equal(exh_sci_adlib_bank_read(patch, &bank, NULL, NULL),
				 EXH_OK);
		free((void *)patch.data);
		exh_sci_adlib_play(&player, &o.sound, &bank, 1, ~0u);
		source = exh_sci_adlib_source(&player);
		while (source.next(source.context, &write)) {
			assert_true(write.position >= last.position);
			if (write.reg >= 0xb0 && write.reg <= 0xb8)
				keys = (keys & ~(1u << (write.reg - 0xb0))) |
				       (write.value >> 5 & 1u) << (write.reg - 0xb0);
			last = write;
		}
		assert_int_equal(keys, 0);
		assert_int_equal(player.driver.voices.notes, rows[i].notes);
		close_sound(&o);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pitches_are_those_of_the_formula),
		cmocka_unit_test(pitches_have_an_end),
		cmocka_unit_test(levels_are_of_the_games_volume),
		cmocka_unit_test(velocities_count_where_4e_says_so),
		cmocka_unit_test(a_song_is_written_by_the_rules),
		cmocka_unit_test(notes_have_limits_and_programs_a_default),
		cmocka_unit_test(a_pedal_holds_notes),
		cmocka_unit_test(other_events_write_nothing),
		cmocka_unit_test(voices_are_dealt_in_order_of_channels),
		cmocka_unit_test(open_voices_are_for_all_channels),
		cmocka_unit_test(sounds_that_name_no_voice_lack_them_for_their_notes),
		cmocka_unit_test(voices_are_dealt_anew),
		cmocka_unit_test(a_voice_that_is_given_back_is_stopped),
		cmocka_unit_test(notes_go_on_through_a_loop),
		cmocka_unit_test(channels_that_are_not_heard_are_not_keyed_on),
		cmocka_unit_test(any_song_ends_with_all_keys_up),
		cmocka_unit_test(a_copy_of_a_player_goes_on),
		cmocka_unit_test(notes_are_heard_at_their_pitch),
		cmocka_unit_test(the_games_sounds_end_in_silence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
