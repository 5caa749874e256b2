#include "exhume/advanced/sci_midi.h"

#include "../base/testing.h"

/*
 * An independent reader of format 0, for all variants that the standard allows in the
 * files written here.
 */

struct found {
	uint64_t tick;
	uint8_t status; /* ff: a meta event of kind meta */
	uint8_t meta;
	uint8_t data[2];
	const uint8_t *text; /* text of a meta event or SysEx */
	size_t size;
};

struct song {
	unsigned division;
	struct found events[4096];
	size_t count;
};

static uint32_t number(const uint8_t *p, size_t size)
{
	uint32_t value = 0;

	while (size--)
		value = value << 8 | *p++;
	return value;
}

/* Reads a variable-length number of the standard: at most four bytes, the last one below
 * 0x80. */
static uint32_t variable(const uint8_t **p, const uint8_t *end)
{
	uint32_t value = 0;

	for (int i = 0; i < 4; i++) {
		assert_true(*p < end);
		value = value << 7 | (**p & 0x7f);
		if (!(*(*p)++ & 0x80))
			return value;
	}
	fail_msg("a number of more than four bytes");
	return 0;
}

static const uint8_t *parse_event(const uint8_t *p, const uint8_t *end,
				  struct found *event)
{
	event->status = *p++;
	assert_true(event->status >= 0x80);
	if (event->status == 0xff)
		event->meta = *p++;
	if (event->status >= 0xf0) {
		assert_true(event->status == 0xff || event->status == 0xf0);
		event->size = variable(&p, end);
		assert_true(event->size <= (size_t)(end - p));
		event->text = p;
		return p + event->size;
	}
	event->data[0] = *p++;
	if (event->status >> 4 != 0xc && event->status >> 4 != 0xd)
		event->data[1] = *p++;
	assert_true(event->data[0] < 0x80 && event->data[1] < 0x80);
	return p;
}

static void parse(struct exh_bytes file, struct song *song)
{
	const uint8_t *p = file.data, *end = file.data + file.size;
	uint64_t tick = 0;

	memset(song, 0, sizeof *song);
	assert_true(file.size >= 22);
	assert_memory_equal(p, "MThd\0\0\0\6\0\0\0\1", 12);
	song->division = number(p + 12, 2);
	assert_memory_equal(p + 14, "MTrk", 4);
	assert_int_equal(number(p + 18, 4), file.size - 22);
	for (p += 22; p < end;) {
		struct found *event = &song->events[song->count++];

		assert_true(song->count < 4096);
		tick += variable(&p, end);
		event->tick = tick;
		p = parse_event(p, end, event);
		assert_true(p <= end);
	}
	assert_true(song->count > 0);
	assert_int_equal(song->events[song->count - 1].status, 0xff);
	assert_int_equal(song->events[song->count - 1].meta, 0x2f);
}

static struct exh_bytes write_midi(const struct exh_sci_sound *sound,
				   const struct exh_sci_midi *midi)
{
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_bytes bytes;
	struct exh_error err;

	assert_int_equal(exh_sci_midi_write(sound, midi, &out, &err), EXH_OK);
	bytes = (struct exh_bytes){ tight_copy(out.data, out.size), out.size, 0 };
	exh_writer_free(&out);
	return bytes;
}

static bool has_meta(const struct song *song, uint8_t kind, uint64_t tick,
		     const char *text)
{
	for (size_t i = 0; i < song->count; i++) {
		const struct found *event = &song->events[i];

		if (event->status == 0xff && event->meta == kind && event->tick == tick &&
		    event->size == strlen(text) &&
		    !memcmp(event->text, text, event->size))
			return true;
	}
	return false;
}

/*
 * Hand-made events.
 */

static const uint8_t sysex[] = { 0x41, 0x10 };

static struct exh_sci_sound_event by_hand[] = {
	{ .tick = 0, .status = 0xc1, .data = { 39 } },
	{ .tick = 0, .status = 0x91, .data = { 60, 100 } },
	{ .tick = 0, .status = 0x92, .data = { 62, 100 } },
	{ .tick = 10, .status = 0xcf, .data = { 127 } },
	{ .tick = 10, .status = 0xcf, .data = { 12 } },
	{ .tick = 140, .status = 0x81, .data = { 60, 0 } },
	{ .tick = 140, .status = 0xbf, .data = { 0x60, 2 } },
	{ .tick = 140, .status = 0xbf, .data = { 0x60, 3 } },
	{ .tick = 150, .status = 0xbf, .data = { 0x50, 0x0a } },
	{ .tick = 150, .status = 0xbf, .data = { 0x11, 1 } },
	{ .tick = 150, .status = 0x9f, .data = { 1, 2 } },
	{ .tick = 150, .status = 0xe1, .data = { 0, 0x40 } },
	{ .tick = 150, .status = 0xf0, .sysex = { sysex, 2, 0 } },
	{ .tick = 20000, .status = 0xfc },
};

enum { BY_HAND = sizeof by_hand / sizeof *by_hand };

static const struct exh_sci_sound sound_by_hand = {
	.events = by_hand,
	.event_count = BY_HAND,
	.is_ended = true,
	.ticks = 20000,
	.has_loop_mark = true,
	.loop_event = 4,
	.loop_tick = 10,
};

static void a_sound_is_written_byte_by_byte(void **state)
{
	static const uint8_t expected[] = {
		'M',  'T',  'h',  'd',	0,    0,    0,	  6,	0,   0,	   0,	 1,
		0,    60,				       /* ticks per second */
		'M',  'T',  'r',  'k',	0,    0,    0,	  179, /* bytes */
		0,    0xff, 3,	  4,	's',  'o',  'n',  'g', /* name */
		0,    0xff, 0x51, 3,	0x0f, 0x42, 0x40,      /* a second a quarter */
		0,    0xc1, 39,				       /* program */
		0,    0x91, 60,	  100,			       /* note */
		10,   0xff, 6,	  10,	'l',  'o',  'o',  'p',	' ', 's',  't',	 'a',
		'r',  't',  0,	  0xff, 6,    6,    'c',  'u',	'e', ' ',  '1',	 '2',
		0x81, 0x02, 0x81, 60,	0, /* after 130 ticks */
		0,    0xff, 6,	  12,	'c',  'u',  'e',  ' ',	'+', '2',  ' ',	 '(',
		'1',  '2',  '9',  ')',	0,    0xff, 6,	  12,	'c', 'u',  'e',	 ' ',
		'+',  '3',  ' ',  '(',	'1',  '3',  '2',  ')',	10,  0xff, 1,	 21,
		'c',  'o',  'n',  't',	'r',  'o',  'l',  ' ',	'5', '0',  ' ',	 '0',
		'a',  ':',  ' ',  'r',	'e',  'v',  'e',  'r',	'b', 0,	   0xff, 1,
		13,   'c',  'o',  'n',	't',  'r',  'o',  'l',	' ', '1',  '1',	 ' ',
		'0',  '1',  0,	  0xff, 1,    22,   'c',  'o',	'n', 't',  'r',	 'o',
		'l',  ' ',  'e',  'v',	'e',  'n',  't',  ' ',	'9', 'f',  ' ',	 '0',
		'1',  ' ',  '0',  '2',	0,    0xe1, 0,	  0x40, /* pitch */
		0,    0xf0, 3,	  0x41, 0x10, 0xf7,		/* SysEx */
		0x81, 0x9b, 0x0a, 0xff, 6,    8,    'l',  'o',	'o', 'p',  ' ',	 'e',
		'n',  'd',  0,	  0xff, 0x2f, 0,
	};
	const struct exh_sci_midi midi = { .name = "song", .channels = 2 };
	const struct exh_bytes file = write_midi(&sound_by_hand, &midi);

	(void)state;
	assert_same_bytes(file, expected, sizeof expected);
	free((void *)file.data);
}

static void only_chosen_channels_are_written(void **state)
{
	const struct exh_sci_midi midi = { .channels = 4 };
	const struct exh_bytes file = write_midi(&sound_by_hand, &midi);
	static struct song song;
	size_t notes = 0;

	(void)state;
	parse(file, &song);
	for (size_t i = 0; i < song.count; i++) {
		if (song.events[i].status >= 0xf0)
			continue;
		/* Notes held at the end are released there. */
		assert_int_equal(song.events[i].status, notes ? 0x82 : 0x92);
		assert_int_equal(song.events[i].data[0], 62);
		assert_int_equal(song.events[i].tick, notes ? 20000 : 0);
		notes++;
	}
	assert_int_equal(notes, 2);
	assert_true(has_meta(&song, 6, 10, "cue 12"));
	assert_false(has_meta(&song, 3, 0, "song"));
	free((void *)file.data);
}

static void passes_follow_each_other_from_the_loop_point_on(void **state)
{
	const struct exh_sci_midi midi = { .channels = 2, .pass_count = 3 };
	const struct exh_bytes file = write_midi(&sound_by_hand, &midi);
	static struct song song;

	(void)state;
	parse(file, &song);
	assert_int_equal(song.events[song.count - 1].tick, 20000 + 2 * 19990);
	assert_true(has_meta(&song, 6, 10, "cue 12"));
	assert_true(has_meta(&song, 6, 20000, "cue 12"));
	assert_true(has_meta(&song, 6, 39990, "cue 12"));
	assert_false(has_meta(&song, 6, 20000, "loop start"));
	assert_true(has_meta(&song, 6, 40120, "cue +3 (142)"));
	assert_true(has_meta(&song, 6, 59980, "loop end"));
	free((void *)file.data);
}

static void a_sound_without_a_mark_has_no_markers(void **state)
{
	struct exh_sci_sound_event end = { .tick = 5, .status = 0xfc };
	const struct exh_sci_sound sound = {
		.events = &end, .event_count = 1, .is_ended = true, .ticks = 5
	};
	const struct exh_sci_midi midi = { .channels = 0x7fff };
	const struct exh_bytes file = write_midi(&sound, &midi);
	static struct song song;

	(void)state;
	parse(file, &song);
	assert_int_equal(song.division, 60);
	assert_int_equal(song.count, 2); /* tempo and end */
	assert_int_equal(song.events[1].tick, 5);
	free((void *)file.data);
}

static void a_time_that_the_format_has_no_room_for_is_an_error(void **state)
{
	struct exh_sci_sound_event end = { .tick = 0x0fffffff, .status = 0xfc };
	struct exh_sci_sound sound = {
		.events = &end, .event_count = 1, .is_ended = true, .ticks = 0x0fffffff
	};
	const struct exh_sci_midi midi = { .channels = 1 };
	struct exh_writer out = { .limit = 1 << 10 };
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_sci_midi_write(&sound, &midi, &out, &err), EXH_OK);
	sound.ticks++;
	assert_int_equal(exh_sci_midi_write(&sound, &midi, &out, &err), EXH_LIMIT);
	exh_writer_free(&out);
}

static void a_full_writer_is_an_error(void **state)
{
	const struct exh_sci_midi midi = { .name = "song", .channels = 2 };

	(void)state;
	for (size_t limit = 0; limit < 201; limit++) {
		struct exh_writer out = { .limit = limit };
		struct exh_error err;

		assert_int_equal(exh_sci_midi_write(&sound_by_hand, &midi, &out, &err),
				 EXH_NO_MEMORY);
		exh_writer_free(&out);
	}
}

static void it_is_appended_to_what_is_there(void **state)
{
	const struct exh_sci_midi midi = { .channels = 2 };
	const struct exh_bytes file = write_midi(&sound_by_hand, &midi);
	struct exh_writer out = { .limit = 1 << 10 };
	struct exh_error err;

	(void)state;
	exh_write_bytes(&out, "before", 6);
	assert_int_equal(exh_sci_midi_write(&sound_by_hand, &midi, &out, &err), EXH_OK);
	assert_memory_equal(out.data, "before", 6);
	assert_same_bytes(file, out.data + 6, out.size - 6);
	exh_writer_free(&out);
	free((void *)file.data);
}

/*
 * Random sounds: all events of channels 0 to 14 come out unchanged.
 */

enum { MAX_EVENTS = 60 };

static void make_sound(uint64_t *seed, struct exh_sci_sound *sound,
		       struct exh_sci_sound_event *events)
{
	uint32_t tick = 0;

	*sound = (struct exh_sci_sound){ .events = events };
	sound->event_count = 1 + roll(seed, MAX_EVENTS);
	for (size_t i = 0; i < sound->event_count; i++) {
		const unsigned scale = 1 + roll(seed, 26);

		tick += roll(seed, 2) ? roll(seed, 1u << scale) : 0;
		events[i] = (struct exh_sci_sound_event){
			.tick = tick,
			.status = (uint8_t)(0x80 + roll(seed, 0x70)),
			.data = { (uint8_t)roll(seed, 128) },
		};
		if (events[i].status >> 4 != 0xc && events[i].status >> 4 != 0xd)
			events[i].data[1] = (uint8_t)roll(seed, 128);
	}
	events[sound->event_count - 1] =
		(struct exh_sci_sound_event){ .tick = tick, .status = 0xfc };
	sound->is_ended = true;
	sound->ticks = tick;
}

/* Asserts that exactly the notes that are still on are released, each once. */
static void assert_releases(const struct song *song, size_t first, uint32_t end)
{
	bool held[16][128] = { 0 };

	for (size_t i = 0; i < song->count; i++) {
		const struct found *event = &song->events[i];
		bool *note = &held[event->status & 15][event->data[0]];

		if (i >= first && event->status != 0xff) {
			assert_int_equal(event->status >> 4, 8);
			assert_int_equal(event->tick, end);
			assert_true(*note);
		}
		if (event->status >> 4 == 8)
			*note = false;
		if (event->status >> 4 == 9)
			*note = event->data[1] != 0;
	}
	for (size_t i = 0; i < sizeof held; i++)
		assert_false(held[i / 128][i % 128]);
}

static void all_events_come_out_as_they_went_in(void **state)
{
	struct exh_sci_sound_event events[MAX_EVENTS + 1];
	struct exh_sci_sound sound;
	static struct song song;
	uint64_t seed = 17;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		const struct exh_sci_midi midi = { .channels = roll(&seed, 0x10000) };
		struct exh_bytes file;
		size_t next = 0;

		make_sound(&seed, &sound, events);
		file = write_midi(&sound, &midi);
		parse(file, &song);
		for (size_t i = 0; i + 1 < sound.event_count; i++) {
			const unsigned channel = events[i].status & 15;

			if (channel == 15 || !(midi.channels >> channel & 1))
				continue;
			while (song.events[next].status == 0xff)
				next++;
			assert_int_equal(song.events[next].status, events[i].status);
			assert_int_equal(song.events[next].tick, events[i].tick);
			assert_memory_equal(song.events[next].data, events[i].data, 2);
			next++;
		}
		assert_releases(&song, next, sound.ticks);
		assert_int_equal(song.events[song.count - 1].tick, sound.ticks);
		free((void *)file.data);
	}
}

static void controllers_have_their_names(void **state)
{
	(void)state;
	assert_string_equal(exh_sci_controller_name(7), "volume");
	assert_string_equal(exh_sci_controller_name(0x60), "cumulative_cue");
	assert_string_equal(exh_sci_controller_name(0x7b), "all_notes_off");
	assert_null(exh_sci_controller_name(4));
	assert_null(exh_sci_controller_name(0x107));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sound_is_written_byte_by_byte),
		cmocka_unit_test(only_chosen_channels_are_written),
		cmocka_unit_test(passes_follow_each_other_from_the_loop_point_on),
		cmocka_unit_test(a_sound_without_a_mark_has_no_markers),
		cmocka_unit_test(a_time_that_the_format_has_no_room_for_is_an_error),
		cmocka_unit_test(a_full_writer_is_an_error),
		cmocka_unit_test(it_is_appended_to_what_is_there),
		cmocka_unit_test(all_events_come_out_as_they_went_in),
		cmocka_unit_test(controllers_have_their_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
