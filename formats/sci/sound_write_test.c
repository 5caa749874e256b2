#include "plain/sound.h"
#include "sound_testing.h"
#include "exhume/advanced/sci_sound.h"

#include <string.h>

/* Read, written and read again: the same events, and bytes that change no more. */
static void assert_same_again(struct exh_bytes in)
{
	struct opened_sound first, again;
	struct exh_writer out = { .limit = 1 << 20 };

	assert_int_equal(open_sound(&first, in), EXH_OK);
	assert_int_equal(exh_sci_sound_write(&first.sound, &out, NULL), EXH_OK);
	assert_int_equal(
		open_sound(&again, (struct exh_bytes){ tight_copy(out.data, out.size),
						       out.size, 0 }),
		EXH_OK);
	assert_int_equal(again.sound.event_count, first.sound.event_count);
	assert_int_equal(again.sound.loop_event, first.sound.loop_event);
	assert_memory_equal(again.sound.channels, first.sound.channels,
			    sizeof first.sound.channels);
	for (size_t i = 0; i < first.sound.event_count; i++) {
		const struct exh_sci_sound_event *one = &first.sound.events[i];
		const struct exh_sci_sound_event *other = &again.sound.events[i];

		assert_int_equal(one->tick, other->tick);
		assert_int_equal(one->status, other->status);
		assert_memory_equal(one->data, other->data, 2);
		assert_int_equal(one->sysex.size, other->sysex.size);
	}
	exh_writer_free(&out);
	close_sound(&first);
	close_sound(&again);
}

static void sounds_are_the_same_again(void **state)
{
	static const struct song_channel channels[] = { { 1, 3, 0x07 },
							{ 9, 0x80, 1 },
							{ 0 } };
	/* Long delays, running status, SysEx, a loop mark, one parameter. */
	static const uint8_t events[] = { 0xf8, 0xf8, 5,    0xc1, 7,   0,    0xcf, 0x7f,
					  0,	0x91, 60,   64,	  10,  60,   0,	   0xef,
					  3,	5,    0xf0, 1,	  2,   0xf7, 0,	   0x91,
					  61,	1,    0xf8, 0,	  0xfc };

	(void)state;
	assert_same_again(make_song(channels, events, sizeof events));
}

static void running_status_is_used(void **state)
{
	static const struct song_channel channels[] = { { 1, 3, 0x07 }, { 0 } };
	static const uint8_t events[] = { 0, 0x91, 60, 64, 5, 60, 0, 0xf8, 0, 0xfc };
	struct opened_sound o;
	struct exh_writer out = { .limit = 1 << 20 };

	(void)state;
	open_song(&o, channels, events, sizeof events);
	assert_int_equal(exh_sci_sound_write(&o.sound, &out, NULL), EXH_OK);
	assert_int_equal(out.size, o.in.size);
	assert_memory_equal(out.data, o.in.data, out.size);
	exh_writer_free(&out);
	close_sound(&o);
}

/* All that follows the events, wherever it lies. FC gets a delta. */
static void digital_sounds_are_the_same_again(void **state)
{
	static const struct {
		unsigned stated;
		size_t gap, there;
	} cases[] = { { SONG_HEADER, 0, 5 },
		      { SONG_HEADER + 3, 3, 5 },
		      { 0, 2, 5 },
		      { 60000, 0, 5 },
		      { 0, 0, 9 } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct exh_writer out = { .limit = 1 << 20 };
		struct opened_sound o;

		assert_int_equal(
			open_sound(&o, make_digital(cases[i].stated, cases[i].gap, 9000,
						    5, cases[i].there)),
			EXH_OK);
		exh_write_u8(&out, 0x84); /* another's */
		assert_int_equal(exh_sci_sound_write(&o.sound, &out, NULL), EXH_OK);
		assert_int_equal(out.size, 1 + o.in.size + 1);
		assert_memory_equal(out.data + 1 + SONG_HEADER + 1,
				    o.in.data + SONG_HEADER, o.in.size - SONG_HEADER);
		assert_int_equal(out.data[1 + 32], o.in.data[32] + o.sound.states_sample);
		assert_int_equal(out.data[1 + 31], o.in.data[31]);
		exh_writer_free(&out);
		close_sound(&o);
	}
}

/* Another event and other samples: what says where they are, and how many, moves. */
static void digital_sounds_are_stated_where_they_are(void **state)
{
	struct exh_sci_sound_event events[] = { { .tick = 1, .status = 0x91 },
						{ .tick = 1, .status = 0xfc } };
	static const uint8_t samples[] = { 9, 8, 7 };
	struct exh_writer out = { .limit = 1 << 20 };
	struct opened_sound o, again;

	(void)state;
	assert_int_equal(open_sound(&o, make_digital(SONG_HEADER, 0, 9000, 5, 5)),
			 EXH_OK);
	o.sound.events = events;
	o.sound.event_count = 2;
	o.sound.sample = (struct exh_bytes){ samples, sizeof samples, 0 };
	o.sound.sample_rate_hz = 22050;
	assert_int_equal(exh_sci_sound_write(&o.sound, &out, NULL), EXH_OK);
	assert_int_equal(
		open_sound(&again, (struct exh_bytes){ tight_copy(out.data, out.size),
						       out.size, 0 }),
		EXH_OK);
	assert_int_equal(again.notes.warning_count + again.notes.damage_count, 0);
	assert_true(again.sound.states_sample);
	assert_int_equal(again.sound.event_count, 2);
	assert_int_equal(again.sound.sample_rate_hz, 22050);
	assert_same_bytes(again.sound.sample, samples, sizeof samples);
	/* More than fits. */
	o.sound.sample.size = 65536;
	assert_int_equal(exh_sci_sound_write(&o.sound, &out, &o.err), EXH_LIMIT);
	exh_writer_free(&out);
	close_sound(&o);
	close_sound(&again);
}

static void an_end_is_added_and_order_is_demanded(void **state)
{
	struct exh_sci_sound_event events[] = { { .tick = 9, .status = 0x91 },
						{ .tick = 8, .status = 0x81 } };
	struct exh_sci_sound sound = { .events = events, .event_count = 1 };
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_sci_sound_write(&sound, &out, &err), EXH_OK);
	assert_int_equal(out.data[out.size - 1], 0xfc);
	sound.event_count = 2;
	assert_int_equal(exh_sci_sound_write(&sound, &out, &err), EXH_INVALID);
	assert_string_equal(err.text,
			    "event 1: at tick 8, the one before it is at tick 9");
	sound.sample_flag = 2;
	assert_int_equal(exh_sci_sound_write(&sound, &out, &err), EXH_INVALID);
	assert_non_null(strstr(err.text, "the first byte is 2"));
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sounds_are_the_same_again),
		cmocka_unit_test(running_status_is_used),
		cmocka_unit_test(digital_sounds_are_the_same_again),
		cmocka_unit_test(digital_sounds_are_stated_where_they_are),
		cmocka_unit_test(an_end_is_added_and_order_is_demanded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
