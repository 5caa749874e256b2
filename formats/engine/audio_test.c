#include "exhume/engine.h"
#include "exhume/keen_audio.h"
#include "exhume/advanced/engine.h"

#include "../base/testing.h"

enum { CLOCKS = EXH_KEEN_EFFECT_CLOCKS, LOUD = 8184, SECOND = EXH_OPL2_RATE };

static struct exh_audio_player player; /* large */

static void feed(uint64_t time, enum exh_audio_device device, unsigned reg,
		 unsigned value)
{
	const struct exh_audio_write write = { time, device, (uint8_t)reg,
					       (uint16_t)value };

	assert_true(exh_audio_feed(&player, &write));
}

static void assert_samples(const int16_t *expected, size_t count)
{
	int16_t found[64];

	assert_true(count <= 64);
	exh_audio_render(&player, found, count);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(found[i], expected[i]);
}

static void assert_zeros(size_t count)
{
	int16_t found;

	while (count--) {
		found = 1;
		exh_audio_render(&player, &found, 1);
		assert_int_equal(found, 0);
	}
}

static void services_are_8519_clocks_of_which_24_are_a_sample(void **state)
{
	(void)state;
	exh_audio_start(&player, CLOCKS);
	assert_int_equal(exh_audio_length(&player, 0), 0);
	assert_int_equal(exh_audio_length(&player, 1), 354); /* 23 clocks are left */
	assert_int_equal(exh_audio_length(&player, 24), 8519);
	assert_int_equal(exh_audio_length(&player, 140), 49694);
}

static void nothing_written_is_silence(void **state)
{
	(void)state;
	exh_audio_start(&player, CLOCKS);
	assert_zeros(1000);
	feed(3, EXH_AUDIO_NONE, 1, 2);
	assert_zeros(1000);
}

/* 60: high for 30 clocks and low for 30; a sample is the mean of 24, at 341 a clock. */
static void the_speaker_is_a_square_wave_from_the_clock_it_is_written(void **state)
{
	static const int16_t first[] = { 24 * 341,	 (6 - 18) * 341, (12 - 12) * 341,
					 (18 - 6) * 341, -24 * 341,	 24 * 341 };

	(void)state;
	exh_audio_start(&player, CLOCKS);
	feed(0, EXH_AUDIO_SPEAKER, 0, 60);
	assert_samples(first, 6);
}

/* Service 1 is at clock 23 of sample 354: one clock is high, and with the next sample 29
 * of the half are left. */
static void a_write_within_a_sample_counts_from_its_clock_on(void **state)
{
	static const int16_t there[] = { 1 * 341, 24 * 341, (5 - 19) * 341, 2 * 341 };

	(void)state;
	exh_audio_start(&player, CLOCKS);
	feed(1, EXH_AUDIO_SPEAKER, 0, 60);
	assert_zeros(354);
	assert_samples(there, 4);
}

/* Service 2, clock 17038, is clock 22 of sample 709, and 8519 clocks after service 1. */
static void the_speaker_goes_off_within_a_sample(void **state)
{
	/* Clock 17016 is 8497 after the start: 24 clocks of its low half, of 7260 to
	 * 14520, less the two after 17038. */
	static const int16_t there[] = { -24 * 341, -22 * 341, 0 };
	int16_t before[708];

	(void)state;
	exh_audio_start(&player, CLOCKS);
	feed(1, EXH_AUDIO_SPEAKER, 0, 14520);
	feed(2, EXH_AUDIO_SPEAKER, 0, 0);
	exh_audio_render(&player, before, 708);
	assert_int_equal(before[353], 0);
	assert_int_equal(before[354], 341);
	assert_int_equal(before[707], -LOUD);
	assert_samples(there, 3);
	assert_zeros(1000);
}

static void a_write_again_starts_the_wave_again(void **state)
{
	/* Service 24 is at sample 8519 sharp. */
	static const int16_t there[] = { LOUD, (6 - 18) * 341 };
	int16_t before[8519];

	(void)state;
	exh_audio_start(&player, CLOCKS);
	feed(0, EXH_AUDIO_SPEAKER, 0, 100);
	feed(24, EXH_AUDIO_SPEAKER, 0, 60);
	exh_audio_render(&player, before, 8519);
	assert_samples(there, 2);
}

/* The example of opl2-audio 14 has all its writes at once; here they are two samples
 * apart: 3, 5, 7 ... The second to last is number 12, at 25, the key's number 13, at 27.
 */
static const struct exh_opl2_write note[] = {
	{ 0, 0x20, 0x21 }, { 0, 0x40, 0x3f }, { 0, 0x60, 0xf0 }, { 0, 0x80, 0x00 },
	{ 0, 0xe0, 0x00 }, { 0, 0x23, 0x21 }, { 0, 0x43, 0x00 }, { 0, 0x63, 0xf0 },
	{ 0, 0x83, 0x00 }, { 0, 0xe3, 0x00 }, { 0, 0xc0, 0x00 }, { 0, 0xa0, 0x98 },
	{ 0, 0xb0, 0x3d },
};

static void feed_note(uint64_t time)
{
	for (size_t i = 0; i < sizeof note / sizeof *note; i++)
		feed(time, EXH_AUDIO_ADLIB, note[i].reg, note[i].value);
}

static void adlib_has_its_writes_two_samples_apart_and_one_late(void **state)
{
	static const int16_t there[] = { 0, 1387, 2600, 3500, 3986, 4062 };
	struct exh_audio_player before;

	(void)state;
	exh_audio_start(&player, CLOCKS);
	feed_note(0);
	assert_zeros(27);
	before = player;
	assert_samples(there, 6);
	player = before; /* a copy is independent */
	assert_samples(there, 6);
}

static void adlib_begins_at_its_service(void **state)
{
	static const int16_t there[] = { 0, 1387, 2600 };

	(void)state;
	exh_audio_start(&player, CLOCKS);
	feed_note(2); /* at sample 709: 710, 712 ... */
	assert_zeros(710 + 24);
	assert_samples(there, 3);
}

struct list {
	struct exh_opl2_write writes[2000];
	size_t count, next;
};

static bool next_of_list(void *context, struct exh_opl2_write *write)
{
	struct list *list = context;

	if (list->next == list->count)
		return false;
	*write = list->writes[list->next++];
	return true;
}

static void make_random_list(struct list *list, uint64_t *seed)
{
	uint64_t time = 0;

	*list = (struct list){ .count = 2000 };
	for (size_t i = 0; i < list->count; i++) {
		struct exh_opl2_write *write = &list->writes[i];

		if (!roll(seed, 3))
			time += roll(seed, 4);
		write->position = time;
		write->reg = (uint8_t)roll(seed, 256);
		write->value = (uint8_t)roll(seed, 256);
	}
}

/* Samples are requested in pieces of any size, with the writes fed at any time before. */
static void adlib_sounds_as_the_player_of_the_chip_plays_it(void **state)
{
	static int32_t expected[5 * SECOND];
	static int16_t found[5 * SECOND];
	static struct list list;
	uint64_t seed = 7;
	struct exh_opl2_spacing spacing = { .source = { next_of_list, &list } };
	struct exh_opl2_player plain;
	size_t fed = 0, count;

	(void)state;
	make_random_list(&list, &seed);
	exh_audio_start(&player, CLOCKS);
	for (size_t done = 0; done < 5 * SECOND; done += count) {
		count = 1 + roll(&seed, 3000);
		if (count > 5 * SECOND - done)
			count = 5 * SECOND - done;
		while (fed < list.count &&
		       exh_audio_length(&player, list.writes[fed].position) <=
			       done + count) {
			feed(list.writes[fed].position, EXH_AUDIO_ADLIB,
			     list.writes[fed].reg, list.writes[fed].value);
			fed++;
		}
		exh_audio_render(&player, found + done, count);
	}
	assert_true(fed > 1000);
	for (size_t i = 0; i < list.count; i++)
		list.writes[i].position =
			exh_audio_length(&player, list.writes[i].position);
	exh_opl2_player_start(&plain, exh_opl2_space(&spacing));
	exh_opl2_player_mix(&plain, EXH_OPL2_ALL_CHANNELS, expected, 5 * SECOND);
	for (size_t i = 0; i < 5 * SECOND; i++)
		assert_int_equal(found[i], expected[i] > INT16_MAX   ? INT16_MAX
					   : expected[i] < INT16_MIN ? INT16_MIN
								     : expected[i]);
}

static void both_devices_are_one_sum(void **state)
{
	/* The note's samples 27 on; the wave's are of clocks 648 on: 24 of its first half
	 * of 7260. */
	static const int16_t there[] = { LOUD, LOUD + 1387, LOUD + 2600 };
	int16_t before[27];

	(void)state;
	exh_audio_start(&player, CLOCKS);
	feed_note(0);
	feed(0, EXH_AUDIO_SPEAKER, 0, 14520);
	exh_audio_render(&player, before, 27);
	assert_samples(there, 3);
}

static void the_tandys_chip_sounds_as_by_itself(void **state)
{
	static const uint8_t bytes[] = { 0x8e, 0x0f, 0x90, 0xe4, 0xf2 };
	static int16_t found[1000], expected[1000];
	struct exh_psg chip;

	(void)state;
	exh_audio_start(&player, CLOCKS);
	assert_zeros(5);
	exh_psg_reset(&chip);
	for (size_t i = 0; i < sizeof bytes; i++) {
		feed(0, EXH_AUDIO_TANDY, 0, bytes[i]);
		exh_psg_write(&chip, bytes[i]);
	}
	feed(1, EXH_AUDIO_TANDY, 0, 0x9f); /* from sample 354 on */
	feed(1, EXH_AUDIO_MIDI, 0x90, 0x7f3c);
	exh_psg_render(&chip, expected, 349);
	exh_psg_write(&chip, 0x9f);
	exh_psg_render(&chip, expected + 349, 651);
	exh_audio_render(&player, found, 1000);
	assert_memory_equal(found, expected, sizeof found);
}

static void a_full_queue_takes_no_more_until_samples_are_made(void **state)
{
	static int16_t some[3000];
	const struct exh_audio_write write = { 0, EXH_AUDIO_ADLIB, 0x05, 0 };
	const struct exh_audio_write tone = { 0, EXH_AUDIO_SPEAKER, 0, 60 };

	(void)state;
	exh_audio_start(&player, CLOCKS);
	for (size_t i = 0; i < EXH_AUDIO_WAITING; i++) {
		assert_true(exh_audio_feed(&player, &write));
		assert_true(exh_audio_feed(&player, &tone));
	}
	assert_false(exh_audio_feed(&player, &write));
	assert_false(exh_audio_feed(&player, &tone));
	exh_audio_render(&player, some, 3); /* the first write is made before sample 3 */
	assert_false(exh_audio_feed(&player, &write));
	assert_true(exh_audio_feed(&player, &tone));
	exh_audio_render(&player, some, 1);
	assert_true(exh_audio_feed(&player, &write));
	assert_false(exh_audio_feed(&player, &write));
	exh_audio_render(&player, some, 3000);
	assert_int_equal(player.adlib.count, 0);
}

static void a_write_that_comes_late_is_made_at_once(void **state)
{
	static const int16_t there[] = { 24 * 341, (6 - 18) * 341 };

	(void)state;
	exh_audio_start(&player, CLOCKS);
	assert_zeros(1000);
	feed(1, EXH_AUDIO_SPEAKER, 0, 60);
	assert_samples(there, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(services_are_8519_clocks_of_which_24_are_a_sample),
		cmocka_unit_test(nothing_written_is_silence),
		cmocka_unit_test(
			the_speaker_is_a_square_wave_from_the_clock_it_is_written),
		cmocka_unit_test(a_write_within_a_sample_counts_from_its_clock_on),
		cmocka_unit_test(the_speaker_goes_off_within_a_sample),
		cmocka_unit_test(a_write_again_starts_the_wave_again),
		cmocka_unit_test(adlib_has_its_writes_two_samples_apart_and_one_late),
		cmocka_unit_test(adlib_begins_at_its_service),
		cmocka_unit_test(adlib_sounds_as_the_player_of_the_chip_plays_it),
		cmocka_unit_test(both_devices_are_one_sum),
		cmocka_unit_test(the_tandys_chip_sounds_as_by_itself),
		cmocka_unit_test(a_full_queue_takes_no_more_until_samples_are_made),
		cmocka_unit_test(a_write_that_comes_late_is_made_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
