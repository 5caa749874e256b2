#include "exhume/opl2.h"
#include "exhume/advanced/psg.h"

#include "../base/testing.h"
#include "plain/psg.h"

enum { RATE = EXH_OPL2_RATE };

static void write_tone(struct exh_psg *chip, unsigned channel, unsigned period,
		       unsigned attenuation)
{
	exh_psg_write(chip, (uint8_t)(0x80 | channel << 5 | (period & 15)));
	exh_psg_write(chip, (uint8_t)(period >> 4));
	exh_psg_write(chip, (uint8_t)(0x90 | channel << 5 | attenuation));
}

static void a_chip_is_silent_at_first(void **state)
{
	struct exh_psg chip;
	int16_t mono[600];

	(void)state;
	exh_psg_reset(&chip);
	exh_psg_render(&chip, mono, 600);
	for (size_t i = 0; i < 600; i++)
		assert_int_equal(mono[i], 0);
}

/* Half a wave is 16 clocks, a sample 72: low 16, high 16, low 16, high 16, low 8 and on.
 */
static void samples_are_means_of_their_clocks(void **state)
{
	static const int16_t expected[] = { -910, -910, 910, 910, -910, -910, 910, 910 };
	struct exh_psg chip;
	int16_t mono[8];

	(void)state;
	exh_psg_reset(&chip);
	write_tone(&chip, 1, 1, 0);
	exh_psg_render(&chip, mono, 8);
	assert_memory_equal(mono, expected, sizeof expected);
}

static size_t count_waves(struct exh_psg *chip, size_t sample_count)
{
	size_t count = 0;
	int16_t before = 0, now;

	for (size_t i = 0; i < sample_count; i++) {
		exh_psg_render(chip, &now, 1);
		count += before < 0 && now > 0;
		before = now ? now : before;
	}
	return count;
}

static void tones_have_their_frequencies(void **state)
{
	static const unsigned periods[] = { 1023, 1000, 428, 254, 100, 50, 20, 12 };

	(void)state;
	for (unsigned channel = 0; channel < EXH_PSG_TONES; channel++)
		for (size_t i = 0; i < sizeof periods / sizeof *periods; i++) {
			struct exh_psg chip;
			double hz;

			exh_psg_reset(&chip);
			write_tone(&chip, channel, periods[i], 3);
			hz = (double)count_waves(&chip, 4 * RATE) / 4;
			assert_true(fabs(hz - 3579545.0 / (32 * periods[i])) < 0.5);
		}
}

static void a_period_of_0_counts_1024(void **state)
{
	struct exh_psg chip;

	(void)state;
	exh_psg_reset(&chip);
	write_tone(&chip, 0, 0, 0);
	/* 109.24 Hz */
	assert_int_equal(count_waves(&chip, 10 * RATE) / 10, 109);
}

static void attenuations_are_2_db_each(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 16; i++) {
		struct exh_psg chip;
		int16_t mono[1200], loudest = 0;

		exh_psg_reset(&chip);
		write_tone(&chip, 2, 1000, i);
		exh_psg_render(&chip, mono, 1200);
		for (size_t k = 0; k < 1200; k++)
			loudest = mono[k] > loudest ? mono[k] : loudest;
		if (i == EXH_PSG_OFF)
			assert_int_equal(loudest, 0);
		else
			assert_int_equal(loudest,
					 lround(EXH_PSG_LOUD * pow(10, -(int)i / 10.0)));
	}
}

static void bytes_go_on_with_the_register_that_was_named(void **state)
{
	struct exh_psg chip;

	(void)state;
	exh_psg_reset(&chip);
	exh_psg_write(&chip, 0xa5); /* tone 1, low bits */
	exh_psg_write(&chip, 0x3f);
	assert_int_equal(chip.channels[1].period, 0x3f5);
	exh_psg_write(&chip, 0x41); /* bit 6 is ignored */
	assert_int_equal(chip.channels[1].period, 0x015);
	exh_psg_write(&chip, 0xa0);
	assert_int_equal(chip.channels[1].period, 0x010);
	exh_psg_write(&chip, 0xd4); /* attenuation of tone 2 */
	exh_psg_write(&chip, 0x07);
	assert_int_equal(chip.channels[2].attenuation, 7);
	exh_psg_write(&chip, 0xe5);
	exh_psg_write(&chip, 0x02);
	assert_int_equal(chip.channels[EXH_PSG_NOISE].period, 2);
}

/* Returns the number of steps after which the noise repeats. */
static unsigned noise_cycle(uint8_t control)
{
	struct exh_psg chip;
	unsigned steps = 0;
	int32_t sum;
	uint16_t before;

	exh_psg_reset(&chip);
	exh_psg_write(&chip, control);
	do {
		before = chip.noise;
		exh_psg_mix(&chip, 0, &sum, 1);
		steps += chip.noise != before;
	} while (!steps || chip.noise != 0x4000);
	return steps;
}

static void noise_has_15_bits(void **state)
{
	(void)state;
	assert_int_equal(noise_cycle(0xe4), 32767);
	assert_int_equal(noise_cycle(0xe0), 15);
}

static void noise_goes_at_four_rates(void **state)
{
	(void)state;
	for (unsigned rate = 0; rate < 4; rate++) {
		struct exh_psg chip;
		size_t steps = 0;
		/* A tone of period 100 turns high each 3200 clocks. */
		const double expected = rate == 3 ? 3200 : 512 << rate;

		exh_psg_reset(&chip);
		write_tone(&chip, 2, 100, EXH_PSG_OFF);
		exh_psg_write(&chip, (uint8_t)(0xe4 | rate));
		for (size_t i = 0; i < RATE; i++) {
			const uint16_t before = chip.noise;
			int32_t sum;

			exh_psg_mix(&chip, 0, &sum, 1);
			steps += chip.noise != before;
		}
		assert_true(fabs((double)steps - RATE * 72 / expected) < 2);
	}
}

/* Returns a random byte, with those that are needed for audible sound often enough. */
static uint8_t roll_write(uint64_t *seed)
{
	const uint8_t value = (uint8_t)roll(seed, 256);

	return roll(seed, 3) ? value : value & 0x87;
}

static void any_writes_give_what_the_plain_chip_gives(void **state)
{
	uint64_t seed = 81;
	struct plain_psg plain;
	struct exh_psg chip;

	(void)state;
	exh_psg_reset(&chip);
	plain_psg_reset(&plain);
	for (unsigned i = 0; i < 20000; i++) {
		const uint8_t value = roll_write(&seed);
		const unsigned mask = roll(&seed, 16);

		exh_psg_write(&chip, value);
		plain_psg_write(&plain, value);
		for (unsigned n = roll(&seed, 12); n; n--) {
			int32_t sum;
			int parts[4], expected = 0;

			exh_psg_mix(&chip, mask, &sum, 1);
			plain_psg_parts(&plain, parts);
			for (unsigned c = 0; c < 4; c++)
				expected += mask >> c & 1 ? parts[c] : 0;
			assert_int_equal(sum, expected);
		}
	}
}

static void pieces_are_the_whole_and_copies_go_on(void **state)
{
	uint64_t seed = 82;
	struct exh_psg chip, copy;
	int16_t whole[3000], pieces[3000];

	(void)state;
	exh_psg_reset(&chip);
	write_tone(&chip, 0, 300, 1);
	write_tone(&chip, 2, 77, 0);
	exh_psg_write(&chip, 0xe7);
	exh_psg_write(&chip, 0xf0);
	copy = chip;
	exh_psg_render(&chip, whole, 3000);
	for (size_t at = 0; at < 3000;) {
		const size_t left = 3000 - at;
		size_t count = roll(&seed, 400);
		const struct exh_psg again = copy;

		count = count < left ? count : left;
		copy = again;
		exh_psg_render(&copy, pieces + at, count);
		at += count;
	}
	assert_memory_equal(whole, pieces, sizeof whole);
}

static const struct exh_psg_write written[] = {
	{ 0, 0x80 },   { 0, 0x10 },  { 0, 0x90 },   /* tone 0 on, of period 256 */
	{ 10, 0x9f },  { 10, 0x90 }, { 250, 0x9f }, /* off and on, off */
	{ 300, 0x98 },
};

struct list {
	size_t next;
};

static bool next_of_list(void *context, struct exh_psg_write *write)
{
	struct list *list = context;

	if (list->next == sizeof written / sizeof *written)
		return false;
	*write = written[list->next++];
	return true;
}

static void a_player_writes_at_the_positions(void **state)
{
	int32_t expected[500], found[500];
	struct list list = { 0 };
	struct exh_psg_player player;
	struct exh_psg chip;
	size_t next = 0;

	(void)state;
	exh_psg_reset(&chip);
	for (size_t i = 0; i < 500; i++) {
		for (; next < 7 && written[next].position == i; next++)
			exh_psg_write(&chip, written[next].value);
		exh_psg_mix(&chip, EXH_PSG_ALL_CHANNELS, &expected[i], 1);
	}
	exh_psg_player_start(&player, (struct exh_psg_source){ next_of_list, &list });
	exh_psg_player_mix(&player, EXH_PSG_ALL_CHANNELS, found, 123);
	exh_psg_player_mix(&player, EXH_PSG_ALL_CHANNELS, found + 123, 377);
	assert_memory_equal(found, expected, sizeof found);
	assert_int_equal(found[270], 0);
	assert_int_not_equal(found[310], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_chip_is_silent_at_first),
		cmocka_unit_test(samples_are_means_of_their_clocks),
		cmocka_unit_test(tones_have_their_frequencies),
		cmocka_unit_test(a_period_of_0_counts_1024),
		cmocka_unit_test(attenuations_are_2_db_each),
		cmocka_unit_test(bytes_go_on_with_the_register_that_was_named),
		cmocka_unit_test(noise_has_15_bits),
		cmocka_unit_test(noise_goes_at_four_rates),
		cmocka_unit_test(any_writes_give_what_the_plain_chip_gives),
		cmocka_unit_test(pieces_are_the_whole_and_copies_go_on),
		cmocka_unit_test(a_player_writes_at_the_positions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
