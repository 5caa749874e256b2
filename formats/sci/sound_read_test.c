#include "plain/sound.h"
#include "sound_testing.h"
#include "exhume/advanced/sci_sound.h"

enum { HEADER = 33, EARLY_HEADER = 17 };

static const struct song_channel adlib[] = { { 0, 1, EXH_SCI_ADLIB }, { 0 } };

static void assert_event(const struct exh_sci_sound_event *event, uint32_t tick,
			 uint32_t offset, unsigned status, unsigned first,
			 unsigned second)
{
	assert_int_equal(event->tick, tick);
	assert_int_equal(event->offset, offset);
	assert_int_equal(event->status, status);
	assert_int_equal(event->data[0], first);
	assert_int_equal(event->data[1], second);
}

/* Opens events and asserts just one note, with that severity and text. */
static void assert_noted(struct opened_sound *o, const uint8_t *events, size_t size,
			 enum exh_severity severity, const char *text, size_t offset)
{
	open_song(o, adlib, events, size);
	assert_int_equal(o->notes.damage_count, severity == EXH_DAMAGE);
	assert_int_equal(o->notes.warning_count, severity == EXH_WARNING);
	assert_true(has_note(&o->notes, severity, text));
	assert_int_equal(o->notes.first->offset, offset);
}

/*
 * Headers.
 */

static void headers_tell_voices_and_devices(void **state)
{
	/* The specification's example: the first of the template's sounds. */
	static const uint8_t song[] = {
		0,					      /* no sample */
		0,    0x30, 1,	  0x07, 3,    0x0f, 1,	0x0f, /* channels 0 to 3 */
		1,    0x0f, 0,	  0x00, 0,    0x00, 0,	0x00, /* */
		0,    0x00, 0x80, 0x09, 0,    0x10, 0,	0x10, /* channels 8 to 11 */
		1,    0x06, 1,	  0x06, 0,    0x00, 0,	0x00, /* */
		0,    0xc1, 39,	  0,	0xe1, 0,    64,	      /* program, pitch */
		0xfc,
	};
	struct opened_sound o;

	(void)state;
	assert_int_equal(open_sound(&o, (struct exh_bytes){ tight_copy(song, sizeof song),
							    sizeof song, 0 }),
			 EXH_OK);
	assert_int_equal(o.notes.damage_count + o.notes.warning_count, 0);
	assert_int_equal(o.sound.channels[9].voices, 0x80);
	assert_int_equal(o.sound.channels[2].voices, 3);
	assert_int_equal(exh_sci_sound_channels(&o.sound, EXH_SCI_ADLIB), 0x301e);
	assert_int_equal(exh_sci_sound_channels(&o.sound, EXH_SCI_TANDY), 0x0c01);
	assert_int_equal(exh_sci_sound_channels(&o.sound, EXH_SCI_SPEAKER), 0x0001);
	assert_int_equal(exh_sci_sound_channels(&o.sound, EXH_SCI_MT32), 0x021e);
	assert_int_equal(exh_sci_sound_channels(&o.sound, EXH_SCI_GM), 0);
	assert_int_equal(o.sound.event_count, 3);
	assert_event(&o.sound.events[0], 0, 34, 0xc1, 39, 0);
	assert_event(&o.sound.events[1], 0, 37, 0xe1, 0, 64);
	assert_event(&o.sound.events[2], 0, 40, 0xfc, 0, 0);
	close_sound(&o);
}

static void the_mt32_plays_channel_9_and_none_plays_15(void **state)
{
	static const struct song_channel last[] = { { 15, 1, 0xff }, { 0 } };
	static const uint8_t end[] = { 0xfc };
	struct opened_sound o;

	(void)state;
	open_song(&o, last, end, sizeof end);
	assert_int_equal(exh_sci_sound_channels(&o.sound, 0xff), 1 << 9);
	assert_int_equal(exh_sci_sound_channels(&o.sound, 0xfe), 0);
	close_sound(&o);
}

static void devices_have_names(void **state)
{
	(void)state;
	assert_string_equal(exh_sci_device_name(0), "mt32");
	assert_string_equal(exh_sci_device_name(2), "adlib");
	assert_string_equal(exh_sci_device_name(5), "speaker");
	assert_string_equal(exh_sci_device_name(7), "gm");
	assert_null(exh_sci_device_name(8));
}

/* One byte for each channel: voices, and bits for AdLib, PCjr, speaker, control. */
static const uint8_t early[] = {
	0,					    /* no sample */
	0x21, 0x13, 0x04, 0x00, 0,    0,  0,  0,    /* channels 0 to 7 */
	0,    0,    0,	  0,	0,    0,  0,  0x08, /* channels 8 to 15 */
	0,    0xc0, 5,	  0,	0x90, 60, 64, 10,   /* 17 on: too high for voices */
	60,   0,    5,	  62,	64,   10, 62, 0,    /* */
	20,   0x90, 64,	  99,	10,   64, 0,  10,   /* */
	0xfc,
};

static void early_headers_have_a_byte_a_channel(void **state)
{
	struct opened_sound o;

	(void)state;
	assert_int_equal(
		open_sound(&o, (struct exh_bytes){ tight_copy(early, sizeof early),
						   sizeof early, 0 }),
		EXH_OK);
	assert_true(o.sound.is_early);
	assert_true(o.sound.is_ended);
	assert_int_equal(o.notes.damage_count + o.notes.warning_count, 0);
	assert_int_equal(o.sound.channels[0].voices, 2);
	assert_int_equal(o.sound.channels[1].voices, 1);
	assert_int_equal(exh_sci_sound_channels(&o.sound, EXH_SCI_ADLIB), 3);
	assert_int_equal(exh_sci_sound_channels(&o.sound, EXH_SCI_TANDY), 2);
	assert_int_equal(exh_sci_sound_channels(&o.sound, EXH_SCI_SPEAKER), 4);
	assert_int_equal(exh_sci_sound_channels(&o.sound, EXH_SCI_MT32), 0x7fff);
	assert_int_equal(o.sound.event_count, 8);
	assert_int_equal(o.sound.ticks, 65);
	assert_event(&o.sound.events[0], 0, 18, 0xc0, 5, 0);
	close_sound(&o);
}

/* Events also begin at byte 33, if the bytes before them are taken for a header. */
static void early_ones_are_reported_by_voices_that_can_not_be(void **state)
{
	static const uint8_t both[] = {
		0,				     /* no sample */
		0x21, 0,    0,	0,  0,	0,    0, 0,  /* channels 0 to 7 */
		0,    0,    0,	0,  0,	0,    0, 0,  /* channels 8 to 15 */
		0,    0x90, 60, 64, 10, 60,   0,     /* 17: two notes, */
		5,    62,   64, 10, 62, 0,    3, 64, /* */
		9,				     /* 32: and a third: */
		7,    0x90, 60, 0,  10, 0xfc,	     /* the first with the other one */
	};
	struct opened_sound o;

	(void)state;
	assert_int_equal(open_sound(&o, (struct exh_bytes){ tight_copy(both, sizeof both),
							    sizeof both, 0 }),
			 EXH_OK);
	assert_true(o.sound.is_early);
	assert_int_equal(o.sound.event_count, 7);
	close_sound(&o);
}

static void every_shorter_sound_breaks_off(void **state)
{
	static const uint8_t events[] = {
		0,  0xc0, 5,				/* program */
		10, 0x90, 60, 64, 10,	60, 0,		/* a note, by running status */
		0,  0xf0, 1,  2,  0xf7, 3,  0xb0, 7, 1, /* sysex */
		9,  0xfc,
	};
	const struct exh_bytes whole = make_song(adlib, events, sizeof events);

	(void)state;
	for (size_t n = 0; n < whole.size; n++) {
		struct opened_sound o;
		const enum exh_status status = open_sound(
			&o, (struct exh_bytes){ tight_copy(whole.data, n), n, 0 });

		assert_int_equal(status, n < HEADER ? EXH_TRUNCATED : EXH_OK);
		if (status) {
			assert_int_equal(o.err.offset, n);
		} else {
			assert_int_equal(o.notes.damage_count, 1);
			assert_true(has_note(&o.notes, EXH_DAMAGE, "ends without FC"));
			assert_false(o.sound.is_ended);
			assert_false(o.sound.is_early);
		}
		close_sound(&o);
	}
	free((void *)whole.data);
}

static void lists_of_tracks_are_another_format(void **state)
{
	static const uint8_t tracks[] = {
		0x00,						/* AdLib */
		0,    1,    34, 0,  4, 0,			/* a track at 34 */
		0,    0,    38, 0,  4, 0,			/* */
		0xff, 7,					/* another device */
		0,    9,    34, 0,  4, 0,			/* */
		0xff, 0xff,					/* end */
		0,    0,    0,	0,  0, 0,  0, 0,    0, 0, 0, 0, /* */
		0,    0x90, 60, 64, 9, 60, 0, 0xfc,		/* */
	};
	uint8_t later[8 + sizeof tracks] = { 0xf0 }, before[sizeof tracks];
	struct opened_sound o;

	(void)state;
	assert_int_equal(
		open_sound(&o, (struct exh_bytes){ tight_copy(tracks, sizeof tracks),
						   sizeof tracks, 7 }),
		EXH_UNSUPPORTED);
	assert_int_equal(o.err.offset, 7);
	assert_non_null(strstr(o.err.text, "SCI01"));
	close_sound(&o);
	/* No track may be inside the list. */
	memcpy(before, tracks, sizeof before);
	before[3] = 3;
	assert_int_equal(
		open_sound(&o, (struct exh_bytes){ tight_copy(before, sizeof before),
						   sizeof before, 0 }),
		EXH_OK);
	assert_true(o.notes.damage_count > 0);
	close_sound(&o);
	memcpy(later + 8, tracks, sizeof tracks);
	assert_int_equal(
		open_sound(&o, (struct exh_bytes){ tight_copy(later, sizeof later),
						   sizeof later, 0 }),
		EXH_UNSUPPORTED);
	close_sound(&o);
}

/*
 * Events.
 */

static void deltas_add_up(void **state)
{
	static const uint8_t events[] = {
		0xf8, 0xf8, 5, 0x90, 60, 64, /* 485 */
		0xf7, 60,   0,		     /* running status, at 247 */
		0xf8, 0xfc,		     /* FC in place of a delta: 240 more */
	};
	struct opened_sound o;

	(void)state;
	open_song(&o, adlib, events, sizeof events);
	assert_int_equal(o.notes.damage_count + o.notes.warning_count, 0);
	assert_int_equal(o.sound.event_count, 3);
	assert_event(&o.sound.events[0], 485, HEADER + 3, 0x90, 60, 64);
	assert_event(&o.sound.events[1], 732, HEADER + 7, 0x90, 60, 0);
	assert_event(&o.sound.events[2], 972, HEADER + 10, 0xfc, 0, 0);
	assert_int_equal(o.sound.ticks, 972);
	assert_true(o.sound.is_ended);
	close_sound(&o);
}

static void every_kind_has_its_parameters(void **state)
{
	static const uint8_t events[] = {
		1, 0x81, 1,    2,    1,	   0x92, 3,    4,
		1, 0xa3, 5,    6,    1,	   0xb4, 7,    8, /* two */
		1, 0xc5, 9,    1,    10,   1,	 0xd6, 11,
		1, 12,	 1,    0xe7, 13,   14, /* one; two */
		1, 15,	 16,   1,    0xf0, 0xf7, 1,    0xf0,
		1, 0x82, 0xf7, 1,    0xfc, /* sysex */
	};
	static const struct {
		uint8_t status, first, second;
	} expected[] = {
		{ 0x81, 1, 2 },	  { 0x92, 3, 4 },   { 0xa3, 5, 6 },  { 0xb4, 7, 8 },
		{ 0xc5, 9, 0 },	  { 0xc5, 10, 0 },  { 0xd6, 11, 0 }, { 0xd6, 12, 0 },
		{ 0xe7, 13, 14 }, { 0xe7, 15, 16 }, { 0xf0, 0, 0 },  { 0xf0, 0, 0 },
		{ 0xfc, 0, 0 },
	};
	struct opened_sound o;

	(void)state;
	open_song(&o, adlib, events, sizeof events);
	assert_int_equal(o.notes.damage_count + o.notes.warning_count, 0);
	assert_int_equal(o.sound.event_count, 13);
	for (size_t i = 0; i < 13; i++)
		assert_event(&o.sound.events[i], (uint32_t)i + 1,
			     o.sound.events[i].offset, expected[i].status,
			     expected[i].first, expected[i].second);
	assert_int_equal(o.sound.events[10].sysex.size, 0);
	assert_same_bytes(o.sound.events[11].sysex, (const uint8_t[]){ 1, 0x82 }, 2);
	assert_int_equal(o.sound.events[11].sysex.base, o.sound.events[11].offset + 1);
	close_sound(&o);
}

static void running_status_needs_a_status(void **state)
{
	static const uint8_t first[] = { 0, 60, 64, 0, 0xfc };
	static const uint8_t later[] = { 0,    0x90, 60, 64, 0, 0xf0,
					 0xf7, 5,    61, 64, 0, 0xfc };
	struct opened_sound o;

	(void)state;
	assert_noted(&o, first, sizeof first, EXH_DAMAGE,
		     "event 0: 0x3c where a status is expected", HEADER + 1);
	assert_int_equal(o.sound.event_count, 0);
	assert_int_equal(o.sound.ticks, 0);
	close_sound(&o);
	/* Running status does not continue after a SysEx. */
	assert_noted(&o, later, sizeof later, EXH_DAMAGE,
		     "event 2: 0x3d where a status is expected", HEADER + 8);
	assert_int_equal(o.sound.event_count, 2);
	close_sound(&o);
}

static void unknown_statuses_end_the_events(void **state)
{
	(void)state;
	for (unsigned status = 0xf1; status <= 0xff; status++) {
		const uint8_t events[] = { 3, 0xc0, 1, 2, (uint8_t)status, 0, 0, 0xfc };
		struct opened_sound o;

		if (status == 0xfc)
			continue;
		assert_noted(&o, events, sizeof events, EXH_DAMAGE, "invalid status 0xf",
			     HEADER + 4);
		assert_int_equal(o.sound.event_count, 1);
		assert_int_equal(o.sound.ticks, 3);
		assert_false(o.sound.is_ended);
		close_sound(&o);
	}
}

static void oddities_are_noted(void **state)
{
	static const uint8_t high[] = { 0, 0x90, 0xbc, 64, 0, 0xfc };
	static const uint8_t more[] = { 0, 0xfc, 1, 2 };
	static const uint8_t editors[] = { 0, 0xfc, 0x1a };
	static const uint8_t sysex[] = { 0, 0xf0, 1, 2 };
	struct opened_sound o;

	(void)state;
	assert_noted(&o, high, sizeof high, EXH_WARNING, "parameters above 127",
		     EXH_NO_OFFSET);
	assert_int_equal(o.sound.events[0].data[0], 0x3c);
	close_sound(&o);
	assert_noted(&o, more, sizeof more, EXH_WARNING, "2 bytes after FC", HEADER + 2);
	close_sound(&o);
	assert_noted(&o, sysex, sizeof sysex, EXH_DAMAGE,
		     "ends without FC after 0 events", HEADER + 4);
	close_sound(&o);
	open_song(&o, adlib, editors, sizeof editors);
	assert_int_equal(o.notes.damage_count + o.notes.warning_count, 0);
	close_sound(&o);
}

static void a_first_byte_that_is_no_flag_is_noted(void **state)
{
	static const uint8_t end[] = { 0, 0xfc };
	struct exh_bytes in = make_song(adlib, end, sizeof end);
	struct opened_sound o;

	(void)state;
	((uint8_t *)in.data)[0] = 1;
	assert_int_equal(open_sound(&o, in), EXH_OK);
	assert_true(has_note(&o.notes, EXH_WARNING, "the first byte is 0x01"));
	close_sound(&o);
}

/*
 * Digital sounds.
 */

static void digital_sounds_are_where_the_header_says(void **state)
{
	struct opened_sound o;

	(void)state;
	for (unsigned gap = 0; gap < 9; gap += 4) {
		assert_int_equal(
			open_sound(&o, make_digital(HEADER + gap, gap, 9000, 5, 5)),
			EXH_OK);
		assert_int_equal(o.notes.damage_count + o.notes.warning_count, 0);
		assert_int_equal(o.sound.sample_rate_hz, 9000);
		assert_same_bytes(o.sound.sample, (const uint8_t[]){ 1, 2, 3, 4, 5 }, 5);
		assert_int_equal(o.sound.sample.base,
				 HEADER + 1 + gap + EXH_SCI_SAMPLE_HEADER);
		assert_int_equal(o.sound.event_count, 1);
		close_sound(&o);
	}
}

static void digital_sounds_are_looked_for_behind_fc(void **state)
{
	struct opened_sound o;

	(void)state;
	assert_int_equal(open_sound(&o, make_digital(0, 3, 11025, 2, 4)), EXH_OK);
	assert_int_equal(o.notes.damage_count + o.notes.warning_count, 0);
	assert_same_bytes(o.sound.sample, (const uint8_t[]){ 1, 2 }, 2);
	close_sound(&o);
	assert_int_equal(open_sound(&o, make_digital(60000, 3, 11025, 2, 2)), EXH_OK);
	assert_true(has_note(&o.notes, EXH_WARNING, "no sample after 60000"));
	assert_int_equal(o.sound.sample.size, 2);
	close_sound(&o);
}

static void digital_sounds_without_a_mark_follow_fc(void **state)
{
	struct opened_sound o;

	(void)state;
	for (size_t more = 0; more < 3; more++) {
		struct exh_bytes in = make_digital(0, more, 11025, 5, 5);
		uint8_t *bytes = (uint8_t *)in.data + HEADER + 1;

		memset(bytes, 0xfc, more);
		bytes[more] = 0;
		assert_int_equal(open_sound(&o, in), EXH_OK);
		assert_int_equal(o.notes.damage_count + o.notes.warning_count, 0);
		assert_int_equal(o.sound.sample_rate_hz, 11025);
		assert_same_bytes(o.sound.sample, (const uint8_t[]){ 1, 2, 3, 4, 5 }, 5);
		close_sound(&o);
	}
}

static void bad_digital_sounds_are_damage(void **state)
{
	struct exh_bytes none = make_digital(0, 0, 1, 1, 1);
	struct opened_sound o;

	(void)state;
	((uint8_t *)none.data)[HEADER + 1] = 0;
	assert_int_equal(open_sound(&o, none), EXH_OK);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "but there is none"));
	assert_int_equal(o.sound.sample_rate_hz, 0);
	close_sound(&o);
	assert_int_equal(open_sound(&o, make_digital(0, 0, 8000, 9, 4)), EXH_OK);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "ends after 4"));
	assert_int_equal(o.sound.sample.size, 4);
	close_sound(&o);
	assert_int_equal(open_sound(&o, make_digital(0, 0, 0, 4, 4)), EXH_OK);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "0 Hz"));
	close_sound(&o);
}

/*
 * Playing.
 */

static const uint8_t looping[] = {
	2, 0x90, 60,  64, /* once */
	3, 0xcf, 127,	  /* the loop point, at 5 */
	0, 0xc0, 9,	  /* repeated in each pass */
	4, 0x90, 62,  64, /* */
	6, 0xfc,	  /* at 15 */
};

static void loops_go_on_behind_their_mark(void **state)
{
	static const struct {
		uint64_t tick;
		uint8_t status;
	} expected[] = {
		{ 2, 0x90 },  { 5, 0xcf },  { 5, 0xc0 },  { 9, 0x90 },	{ 15, 0xc0 },
		{ 19, 0x90 }, { 25, 0xc0 }, { 29, 0x90 }, { 35, 0xfc },
	};
	struct exh_sci_sound_event event;
	struct opened_sound o;
	uint64_t tick;

	(void)state;
	open_song(&o, adlib, looping, sizeof looping);
	assert_true(o.sound.has_loop_mark);
	assert_int_equal(o.sound.loop_event, 2);
	assert_int_equal(o.sound.loop_tick, 5);
	assert_int_equal(exh_sci_sound_ticks(&o.sound, 0), 15);
	assert_int_equal(exh_sci_sound_ticks(&o.sound, 1), 15);
	assert_int_equal(exh_sci_sound_ticks(&o.sound, 3), 35);
	assert_true(exh_sci_sound_ticks(&o.sound, UINT64_MAX) == UINT64_MAX);
	struct exh_sci_sound_cursor cursor = { .sound = &o.sound, .pass_count = 3 };
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		assert_true(exh_sci_sound_next(&cursor, &event, &tick));
		assert_int_equal(tick, expected[i].tick);
		assert_int_equal(event.status, expected[i].status);
	}
	assert_false(exh_sci_sound_next(&cursor, &event, &tick));
	close_sound(&o);
}

static size_t count_events(const struct exh_sci_sound *sound, uint64_t pass_count,
			   uint64_t *last)
{
	struct exh_sci_sound_cursor cursor = { .sound = sound, .pass_count = pass_count };
	struct exh_sci_sound_event event;
	size_t count = 0;

	for (*last = 0; exh_sci_sound_next(&cursor, &event, last); count++)
		;
	return count;
}

static void without_a_mark_all_is_played_again(void **state)
{
	static const uint8_t events[] = { 2, 0x90, 60, 64, 5, 0xfc };
	struct opened_sound o;
	uint64_t last;

	(void)state;
	open_song(&o, adlib, events, sizeof events);
	assert_false(o.sound.has_loop_mark);
	assert_int_equal(count_events(&o.sound, 3, &last), 4);
	assert_int_equal(last, 21);
	/* A sound without FC ends with its last event. */
	o.sound.is_ended = false;
	o.sound.event_count = 1;
	o.sound.ticks = 2;
	assert_int_equal(count_events(&o.sound, 3, &last), 3);
	assert_int_equal(last, 6);
	close_sound(&o);
}

static void loops_that_never_end_are_played_once(void **state)
{
	static const uint8_t at_end[] = { 2, 0xc0, 1, 3, 0xcf, 127, 0, 0xc0, 2, 0, 0xfc };
	static const uint8_t empty[] = { 2, 0xc0, 1, 3, 0xcf, 127, 4, 0xfc };
	struct opened_sound o;
	uint64_t last;

	(void)state;
	open_song(&o, adlib, at_end, sizeof at_end);
	assert_int_equal(count_events(&o.sound, UINT64_MAX, &last), 4);
	assert_int_equal(last, 5);
	close_sound(&o);
	/* A sound without events lasts its ticks. */
	open_song(&o, adlib, empty, sizeof empty);
	assert_int_equal(count_events(&o.sound, 1000000000001, &last), 3);
	assert_int_equal(last, 9 + 4 * 1000000000000);
	assert_int_equal(exh_sci_sound_ticks(&o.sound, 1000000000001), last);
	close_sound(&o);
	assert_int_equal(open_sound(&o, make_song(adlib, NULL, 0)), EXH_OK);
	assert_int_equal(count_events(&o.sound, UINT64_MAX, &last), 0);
	close_sound(&o);
}

static void the_last_mark_counts(void **state)
{
	static const uint8_t events[] = {
		2, 0xcf, 127, 3, 0xcf, 5, 4, 0xcf, 127, 6, 0xfc
	};
	struct opened_sound o;

	(void)state;
	open_song(&o, adlib, events, sizeof events);
	assert_int_equal(o.sound.loop_event, 3);
	assert_int_equal(o.sound.loop_tick, 9);
	close_sound(&o);
}

static void ticks_are_at_samples(void **state)
{
	(void)state;
	for (uint64_t tick = 0; tick < 1000; tick++)
		assert_int_equal(exh_sci_sound_position(tick), tick * 49716 / 60);
	assert_true(exh_sci_sound_position(UINT64_MAX) == UINT64_MAX);
	assert_true(exh_sci_sound_position(UINT64_MAX / 829) < UINT64_MAX);
	assert_true(exh_sci_sound_position(1ull << 53) ==
		    (1ull << 53) / 5 * 4143 + (1ull << 53) % 5 * 4143 / 5);
}

/*
 * Comparison with the plain reader.
 */

static struct plain_sound plain;

static void compare_with_plain(const struct opened_sound *o)
{
	const struct exh_sci_sound *sound = &o->sound;

	plain_sound_read(&plain, o->in, sound->is_early ? EARLY_HEADER : HEADER);
	assert_int_equal(sound->event_count, plain.count);
	assert_int_equal(sound->is_ended, plain.is_ended);
	assert_int_equal(sound->has_loop_mark, plain.loop_event >= 0);
	assert_int_equal(sound->loop_event, plain.loop_event < 0 ? 0 : plain.loop_event);
	assert_true(plain.count <= PLAIN_MOST);
	for (size_t i = 0; i < plain.count; i++) {
		const struct exh_sci_sound_event *event = &plain.events[i];

		assert_event(&sound->events[i], event->tick, event->offset, event->status,
			     event->data[0], event->data[1]);
		assert_ptr_equal(sound->events[i].sysex.data, event->sysex.data);
		assert_int_equal(sound->events[i].sysex.size, event->sysex.size);
	}
	if (plain.count)
		assert_int_equal(sound->ticks, plain.events[plain.count - 1].tick);
}

/* Random bytes that are mostly events. */
static uint8_t roll_event_byte(uint64_t *seed)
{
	static const uint8_t often[] = { 0x90, 0x80, 0xc0, 0xcf, 0xb1, 0xe0, 0xf8,
					 0x00, 0x00, 0x7f, 0x3c, 0x40, 0x01, 0x05 };
	static const uint8_t seldom[] = { 0xf0, 0xf7, 0xfc, 0xf1, 0xff };

	if (!roll(seed, 60))
		return seldom[roll(seed, sizeof seldom)];
	if (roll(seed, 2))
		return often[roll(seed, sizeof often)];
	return (uint8_t)roll(seed, 128);
}

static void random_sounds_are_read_as_the_plain_reader_does(void **state)
{
	uint64_t seed = 84, early_count = 0, read_count = 0;

	(void)state;
	for (unsigned i = 0; i < 4000; i++) {
		uint8_t events[300];
		const size_t size = roll(&seed, sizeof events);
		struct opened_sound o;

		for (size_t k = 0; k < size; k++)
			events[k] = roll_event_byte(&seed);
		if (open_sound(&o, make_song(adlib, events, size)) == EXH_OK) {
			compare_with_plain(&o);
			early_count += o.sound.is_early;
			read_count++;
		}
		close_sound(&o);
	}
	assert_int_equal(early_count, 0);
	assert_true(read_count > 3900);
}

/* Source: sci0-formats 6.2. */
static const struct {
	const char *game;
	unsigned number;
	size_t event_count;
	uint32_t ticks;
} games[] = {
	{ "companion-template", 1, 249, 177 },
	{ "companion-template", 2, 713, 452 },
	{ "companion-template", 900, 3615, 3455 },
	{ "template-redux", 5, 148, 450 },
};

static void the_games_sounds_have_the_specs_events(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
		struct opened_sound o;

		open_game_sound(&o, games[i].game, games[i].number);
		assert_int_equal(o.sound.event_count, games[i].event_count);
		assert_int_equal(o.sound.ticks, games[i].ticks);
		assert_true(o.sound.is_ended);
		assert_false(o.sound.is_early);
		compare_with_plain(&o);
		close_sound(&o);
	}
}

struct totals {
	size_t controllers[128], kinds[16], loop_marks, ends;
};

static void count_kinds(const struct exh_sci_sound *sound, struct totals *totals)
{
	for (size_t i = 0; i < sound->event_count; i++) {
		const struct exh_sci_sound_event *event = &sound->events[i];
		const unsigned kind = event->status >> 4;

		totals->kinds[kind]++;
		totals->loop_marks += event->status == 0xcf && event->data[0] == 127;
		totals->ends += event->status == 0xfc;
		if (kind == 11)
			totals->controllers[event->data[0]]++;
	}
}

static void the_games_events_are_of_the_specs_kinds(void **state)
{
	struct totals totals = { 0 };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct opened_sound o;

		open_game_sound(&o, games[i].game, games[i].number);
		count_kinds(&o.sound, &totals);
		close_sound(&o);
	}
	assert_int_equal(totals.kinds[9], 2568); /* including velocity 0 */
	assert_int_equal(totals.kinds[8], 1688);
	assert_int_equal(totals.kinds[12], 201 + 2);
	assert_int_equal(totals.kinds[14], 18);
	assert_int_equal(totals.controllers[0x07], 34);
	assert_int_equal(totals.controllers[0x0a], 27);
	assert_int_equal(totals.controllers[0x40], 10);
	assert_int_equal(totals.controllers[0x46], 4);
	assert_int_equal(totals.controllers[0x4b], 5);
	assert_int_equal(totals.controllers[0x4e], 16);
	assert_int_equal(totals.controllers[0x50], 1);
	assert_int_equal(totals.loop_marks, 2);
	assert_int_equal(totals.ends, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(headers_tell_voices_and_devices),
		cmocka_unit_test(the_mt32_plays_channel_9_and_none_plays_15),
		cmocka_unit_test(devices_have_names),
		cmocka_unit_test(early_headers_have_a_byte_a_channel),
		cmocka_unit_test(early_ones_are_reported_by_voices_that_can_not_be),
		cmocka_unit_test(every_shorter_sound_breaks_off),
		cmocka_unit_test(lists_of_tracks_are_another_format),
		cmocka_unit_test(deltas_add_up),
		cmocka_unit_test(every_kind_has_its_parameters),
		cmocka_unit_test(running_status_needs_a_status),
		cmocka_unit_test(unknown_statuses_end_the_events),
		cmocka_unit_test(oddities_are_noted),
		cmocka_unit_test(a_first_byte_that_is_no_flag_is_noted),
		cmocka_unit_test(digital_sounds_are_where_the_header_says),
		cmocka_unit_test(digital_sounds_are_looked_for_behind_fc),
		cmocka_unit_test(digital_sounds_without_a_mark_follow_fc),
		cmocka_unit_test(bad_digital_sounds_are_damage),
		cmocka_unit_test(loops_go_on_behind_their_mark),
		cmocka_unit_test(without_a_mark_all_is_played_again),
		cmocka_unit_test(loops_that_never_end_are_played_once),
		cmocka_unit_test(the_last_mark_counts),
		cmocka_unit_test(ticks_are_at_samples),
		cmocka_unit_test(random_sounds_are_read_as_the_plain_reader_does),
		cmocka_unit_test(the_games_sounds_have_the_specs_events),
		cmocka_unit_test(the_games_events_are_of_the_specs_kinds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
