#include "exhume/advanced/opl2_log.h"

#include "plain/opl2.h"
#include "opl2_tables.h"

#include "../base/testing.h"

#ifdef EXH_HAVE_NETTLE
#include <nettle/sha2.h>
#endif

/* A log of the tests' own: positions never fall. */
struct log {
	struct exh_opl2_write *writes;
	size_t count, next;
	uint64_t length;
};

static bool next_write(void *context, struct exh_opl2_write *write)
{
	struct log *log = context;

	if (log->next == log->count)
		return false;
	*write = log->writes[log->next++];
	return true;
}

static struct exh_opl2_source play(struct log *log)
{
	log->next = 0;
	return (struct exh_opl2_source){ next_write, log };
}

static int16_t clip(int32_t sum)
{
	return (int16_t)(sum < INT16_MIN ? INT16_MIN : sum > INT16_MAX ? INT16_MAX : sum);
}

/* Renders all of a log's samples, block_size at a time; to be freed. */
static int16_t *render(struct log *log, size_t block_size)
{
	int16_t *samples = malloc((log->length + 1) * sizeof *samples);
	int32_t *sums = malloc(block_size * sizeof *sums);
	struct exh_opl2_player player;

	assert_true(samples && sums);
	exh_opl2_player_start(&player, play(log));
	for (size_t done = 0; done < log->length;) {
		const size_t count = block_size < log->length - done
					     ? block_size
					     : (size_t)log->length - done;

		exh_opl2_player_mix(&player, EXH_OPL2_ALL_CHANNELS, sums, count);
		for (size_t i = 0; i < count; i++)
			samples[done + i] = clip(sums[i]);
		done += count;
	}
	free(sums);
	return samples;
}

/* Renders a log with the plain implementation; parts may be NULL. */
static int16_t *render_plainly(const struct log *log, int32_t (*parts)[9])
{
	int16_t *samples = malloc((log->length + 1) * sizeof *samples);
	struct plain_opl2 *plain = malloc(sizeof *plain);
	int32_t some[9];
	size_t next = 0;

	assert_true(samples && plain);
	plain_opl2_reset(plain);
	for (size_t i = 0; i < log->length; i++) {
		int32_t sum = 0;

		while (next < log->count && log->writes[next].position <= i) {
			plain_opl2_write(plain, log->writes[next].reg,
					 log->writes[next].value);
			next++;
		}
		plain_opl2_parts(plain, some);
		for (size_t c = 0; c < 9; c++) {
			sum += some[c];
			if (parts)
				parts[i][c] = some[c];
		}
		samples[i] = clip(sum);
	}
	free(plain);
	return samples;
}

static void assert_same_samples(const int16_t *found, const int16_t *expected,
				size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (found[i] != expected[i])
			fail_msg("sample %zu is %d, expected %d", i, found[i],
				 expected[i]);
}

/*
 * Random logs.
 */

static uint8_t roll_register(uint64_t *seed)
{
	static const uint8_t banks[] = { 0x20, 0x40, 0x60, 0x80, 0xe0 };

	switch (roll(seed, 8)) {
	case 0:
		return (uint8_t)roll(seed, 256);
	case 1:
		return 0xbd;
	case 2:
		return (uint8_t)(0xa0 + roll(seed, 9));
	case 3:
	case 4:
		return (uint8_t)(0xb0 + roll(seed, 9));
	case 5:
		return (uint8_t)(0xc0 + roll(seed, 9));
	default:
		return (uint8_t)(banks[roll(seed, 5)] + roll(seed, 22));
	}
}

/* Gaps of a few samples, of many, and now and then of none. */
static void roll_log(uint64_t *seed, struct log *log, size_t count)
{
	const uint32_t widest = roll(seed, 2) ? 12 : 200;
	uint64_t position = 0;

	log->writes = calloc(count, sizeof *log->writes);
	log->count = count;
	assert_non_null(log->writes);
	for (size_t i = 0; i < count; i++) {
		position += roll(seed, 4) ? roll(seed, widest) : 0;
		log->writes[i] = (struct exh_opl2_write){ position, roll_register(seed),
							  (uint8_t)roll(seed, 256) };
	}
	log->length = position + 3000;
}

static void random_logs_sound_as_the_plain_chip_plays_them(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int i = 0; i < 12; i++) {
		struct log log;
		int16_t *found, *expected;

		roll_log(&seed, &log, 600);
		found = render(&log, 4096);
		expected = render_plainly(&log, NULL);
		assert_same_samples(found, expected, (size_t)log.length);
		free(found);
		free(expected);
		free(log.writes);
	}
}

/* Only channels 0 and 7, so that the others stay as after a reset, until the drums, at
 * times, take three of them. */
static void keep_two_channels(struct log *log, bool with_drums)
{
	static const uint8_t registers[] = { 0x20, 0x23, 0x40, 0x43, 0x60, 0x63, 0x80,
					     0x83, 0xe0, 0xe3, 0xa0, 0xb0, 0xc0, 0xa7,
					     0xb7, 0xc7, 0x51, 0x54, 0x71, 0x74 };

	for (size_t i = 0; i < log->count; i++) {
		struct exh_opl2_write *write = &log->writes[i];

		if (write->reg != 0xbd)
			write->reg = registers[write->reg % sizeof registers];
		else if (!with_drums || i < log->count / 2)
			write->value &= 0xdf;
	}
}

static void channels_that_no_write_is_for_give_nothing(void **state)
{
	uint64_t seed = 11;

	(void)state;
	for (int i = 0; i < 8; i++) {
		struct log log;
		int16_t *found, *expected;

		roll_log(&seed, &log, 300);
		keep_two_channels(&log, i % 2);
		found = render(&log, 4096);
		expected = render_plainly(&log, NULL);
		assert_same_samples(found, expected, (size_t)log.length);
		free(found);
		free(expected);
		free(log.writes);
	}
}

static void blocks_of_any_size_give_the_same_samples(void **state)
{
	static const size_t sizes[] = { 1, 2, 63, 64, 65, 1000 };
	uint64_t seed = 11;
	struct log log;
	int16_t *expected;

	(void)state;
	roll_log(&seed, &log, 300);
	expected = render(&log, 4096);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		int16_t *found = render(&log, sizes[i]);

		assert_same_samples(found, expected, (size_t)log.length);
		free(found);
	}
	free(expected);
	free(log.writes);
}

static void a_channel_alone_is_its_part_of_the_sum(void **state)
{
	uint64_t seed = 13;
	struct log log;
	int32_t(*parts)[9], *found;

	(void)state;
	roll_log(&seed, &log, 300);
	parts = malloc((log.length + 1) * sizeof *parts);
	found = malloc((log.length + 1) * sizeof *found);
	assert_true(parts && found);
	free(render_plainly(&log, parts));
	for (unsigned c = 0; c < 9; c++) {
		struct exh_opl2_player player;

		exh_opl2_player_start(&player, play(&log));
		exh_opl2_player_mix(&player, 1u << c, found, (size_t)log.length);
		for (size_t i = 0; i < log.length; i++)
			assert_int_equal(found[i], parts[i][c]);
	}
	free(found);
	free(parts);
	free(log.writes);
}

static void a_copied_chip_goes_on_by_itself(void **state)
{
	uint64_t seed = 17;
	struct log log;
	struct exh_opl2_player player;
	struct exh_opl2 copy;
	int16_t first[500], second[500];
	int32_t sums[1500];

	(void)state;
	roll_log(&seed, &log, 300);
	exh_opl2_player_start(&player, play(&log));
	exh_opl2_player_mix(&player, EXH_OPL2_ALL_CHANNELS, sums, 1500);
	copy = player.chip;
	exh_opl2_render(&player.chip, first, 500);
	exh_opl2_render(&copy, second, 500);
	assert_same_samples(first, second, 500);
	free(log.writes);
}

static void a_reset_leaves_nothing_of_before(void **state)
{
	uint64_t seed = 19;
	struct exh_opl2 used, fresh;
	int16_t samples[300];

	(void)state;
	memset(&used, 0xaa, sizeof used);
	exh_opl2_reset(&used);
	for (int i = 0; i < 500; i++)
		exh_opl2_write(&used, (uint8_t)roll(&seed, 256),
			       (uint8_t)roll(&seed, 256));
	exh_opl2_render(&used, samples, 300);
	exh_opl2_reset(&used);
	memset(&fresh, 0, sizeof fresh);
	exh_opl2_reset(&fresh);
	assert_memory_equal(&used.operators, &fresh.operators, sizeof used.operators);
	assert_int_equal(used.position, 0);
	exh_opl2_write(&used, 0xbd, 0x2f);
	exh_opl2_write(&fresh, 0xbd, 0x2f);
	for (int i = 0; i < 300; i++) {
		int16_t a, b;

		exh_opl2_render(&used, &a, 1);
		exh_opl2_render(&fresh, &b, 1);
		assert_int_equal(a, b);
	}
}

/*
 * Facts.
 */

static void the_roms_are_those_of_the_chip(void **state)
{
	unsigned sines = 0, powers = 0;

	(void)state;
	for (int i = 0; i < 256; i++) {
		sines += waves[0][i];
		powers += (unsigned)outputs[i] / 2;
	}
	assert_int_equal(sines, 65406);
	assert_int_equal(powers, 377687);
	assert_int_equal(waves[0][0], 2137);
	assert_int_equal(waves[0][3], 1419);
	assert_int_equal(waves[0][255], 0);
	assert_int_equal(outputs[0], 2 * 2042);
	assert_int_equal(outputs[255], 2 * 1024);
}

static void write_all(struct exh_opl2 *chip, const uint8_t (*writes)[2], size_t count)
{
	for (size_t i = 0; i < count; i++)
		exh_opl2_write(chip, writes[i][0], writes[i][1]);
}

/* A note of two operators, the modulator silent; opl2-audio 14. */
static const uint8_t note[13][2] = {
	{ 0x20, 0x21 }, { 0x40, 0x3f }, { 0x60, 0xf0 }, { 0x80, 0x00 }, { 0xe0, 0x00 },
	{ 0x23, 0x21 }, { 0x43, 0x00 }, { 0x63, 0xf0 }, { 0x83, 0x00 }, { 0xe3, 0x00 },
	{ 0xc0, 0x00 }, { 0xa0, 0x98 }, { 0xb0, 0x3d },
};

static void the_note_of_the_description_has_its_samples(void **state)
{
	static const int16_t expected[] = { 0,	   1387,  2600,	 3500,	3986,
					    4062,  3746,  3100,	 2216,	1172,
					    37,	   -1079, -2133, -3051, -3707,
					    -4053, -4009, -3549, -2679, -1481 };
	struct exh_opl2 chip;
	int16_t samples[20];

	(void)state;
	exh_opl2_reset(&chip);
	write_all(&chip, note, 13);
	exh_opl2_render(&chip, samples, 20);
	assert_same_samples(samples, expected, 20);
}

static void an_attack_is_heard_sample_by_sample(void **state)
{
	static const int16_t later[] = { 1, 0, 0, -1, -2, -2, -3, -3, -7, -6, -5, -3 };
	struct exh_opl2 chip;
	int16_t samples[60], expected[60] = { 0 };

	(void)state;
	for (int i = 11; i < 21; i++)
		expected[i] = -1;
	memcpy(expected + 28, later, sizeof later);
	exh_opl2_reset(&chip);
	write_all(&chip, note, 13);
	exh_opl2_write(&chip, 0x63, 0x97);
	exh_opl2_write(&chip, 0x83, 0x46);
	exh_opl2_render(&chip, samples, 60);
	assert_same_samples(samples, expected, 40);
}

static void writes_to_no_register_do_nothing(void **state)
{
	struct exh_opl2 chip, before;

	(void)state;
	exh_opl2_reset(&chip);
	write_all(&chip, note, 13);
	before = chip;
	for (unsigned reg = 0; reg < 256; reg++) {
		const bool slot = (reg & 0xe0) != 0xa0 && (reg & 0xe0) != 0xc0 &&
				  reg >= 0x20 && (reg & 0x1f) < 0x16 && (reg & 7) < 6;
		const bool channel = reg >= 0xa0 && reg < 0xd0 && (reg & 15) < 9;

		if (!slot && !channel && reg != 0x08 && reg != 0xbd)
			exh_opl2_write(&chip, (uint8_t)reg, 0xff);
	}
	assert_memory_equal(&chip, &before, sizeof chip);
}

/*
 * Ends of notes.
 */

static void skipping_ends_notes_where_playing_does(void **state)
{
	uint64_t seed = 23;

	(void)state;
	for (int i = 0; i < 20; i++) {
		struct exh_opl2_player played, skipped;
		int32_t sums[256];
		struct log log;

		roll_log(&seed, &log, 200);
		exh_opl2_player_start(&played, play(&log));
		for (uint64_t n = 0; n < log.length; n += 256)
			exh_opl2_player_mix(&played, EXH_OPL2_ALL_CHANNELS, sums, 256);
		exh_opl2_player_start(&skipped, play(&log));
		exh_opl2_player_skip(&skipped, played.chip.position);
		assert_int_equal(skipped.chip.position, played.chip.position);
		for (size_t k = 0; k < EXH_OPL2_OPERATOR_COUNT; k++) {
			const struct exh_opl2_operator *a = &played.chip.operators[k],
						       *b = &skipped.chip.operators[k];

			assert_int_equal(a->level, b->level);
			assert_int_equal(a->stage, b->stage);
		}
		free(log.writes);
	}
}

static void a_note_is_held_then_fades_then_is_silent(void **state)
{
	struct exh_opl2 chip;
	uint64_t ended;
	int32_t sums[2000];

	(void)state;
	exh_opl2_reset(&chip);
	assert_true(exh_opl2_is_silent(&chip));
	write_all(&chip, note, 13);
	assert_false(exh_opl2_is_silent(&chip));
	exh_opl2_mix(&chip, 1, sums, 2000);
	assert_true(exh_opl2_is_held(&chip));
	exh_opl2_write(&chip, 0x83, 0x08);
	exh_opl2_write(&chip, 0xb0, 0x1d);
	assert_false(exh_opl2_is_held(&chip));
	assert_false(exh_opl2_is_silent(&chip));
	for (ended = 0; !exh_opl2_is_silent(&chip); ended++)
		exh_opl2_mix(&chip, 1, sums, 1);
	assert_in_range(ended, 500, 50000);
	exh_opl2_mix(&chip, 1, sums, 2000);
	for (int i = 0; i < 2000; i++)
		assert_in_range(sums[i] + 1, 0, 1);
}

/*
 * Writes in time.
 */

static void spaced_writes_are_two_samples_apart(void **state)
{
	struct exh_opl2_write writes[] = {
		{ 0, 1, 1 }, { 0, 2, 2 }, { 0, 3, 3 }, { 100, 4, 4 }, { 101, 5, 5 }
	};
	static const uint64_t expected[] = { 3, 5, 7, 101, 103 };
	struct log log = { writes, 5, 0, 0 };
	struct exh_opl2_spacing spacing = { .source = play(&log) };
	const struct exh_opl2_source source = exh_opl2_space(&spacing);
	struct exh_opl2_write write;

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		assert_true(source.next(source.context, &write));
		assert_int_equal(write.position, expected[i]);
		assert_int_equal(write.value, i + 1);
	}
	assert_false(source.next(source.context, &write));
}

static void a_key_pressed_again_in_the_same_sample_is_not(void **state)
{
	struct exh_opl2 once, twice;
	int16_t a[200], b[200];

	(void)state;
	exh_opl2_reset(&once);
	write_all(&once, note, 13);
	exh_opl2_render(&once, a, 100);
	twice = once;
	exh_opl2_write(&twice, 0xb0, 0x1d);
	exh_opl2_write(&twice, 0xb0, 0x3d);
	exh_opl2_render(&once, a, 200);
	exh_opl2_render(&twice, b, 200);
	assert_same_samples(a, b, 200);
	exh_opl2_write(&twice, 0xb0, 0x1d);
	exh_opl2_render(&twice, b, 1);
	exh_opl2_write(&twice, 0xb0, 0x3d);
	exh_opl2_render(&twice, b, 2);
	assert_int_equal(b[1], 1387); /* a step from the start of the wave again */
}

/*
 * Recorded logs, if they are available.
 */

/* False if nettle is not available for the machine. */
static bool hash_samples(const int16_t *samples, size_t count, char *out)
{
#ifdef EXH_HAVE_NETTLE
	uint8_t digest[SHA256_DIGEST_SIZE];
	struct sha256_ctx sha;

	sha256_init(&sha);
	for (size_t i = 0; i < count; i++) {
		const uint16_t sample = (uint16_t)samples[i];
		const uint8_t bytes[2] = { (uint8_t)sample, (uint8_t)(sample >> 8) };

		sha256_update(&sha, 2, bytes);
	}
	sha256_digest(&sha, sizeof digest, digest);
	for (size_t i = 0; i < sizeof digest; i++)
		snprintf(out + 2 * i, 3, "%02x", digest[i]);
	return true;
#else
	(void)samples;
	(void)count;
	(void)out;
	return false;
#endif
}

static void check_log(struct exh_bytes file, const char *hash)
{
	struct exh_arena arena = { .limit = 1 << 24 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_opl2_log read;
	struct log log;
	int16_t *samples;
	char found[65];

	assert_non_null(file.data);
	assert_int_equal(exh_opl2_log_read(file, &arena, &read, &notes, NULL), EXH_OK);
	log = (struct log){ .writes = read.writes,
			    .count = read.write_count,
			    .length = read.length };
	samples = render(&log, 4096);
	if (hash_samples(samples, (size_t)log.length, found))
		assert_string_equal(found, hash);
	free(samples);
	exh_arena_free(&arena);
	free((void *)file.data);
}

/* Lines of name and hash. */
static void check_logs(struct exh_bytes hashes, struct exh_bytes (*load)(const char *),
		       const char *folder)
{
	char *text = malloc(hashes.size + 1), *at = text;

	assert_non_null(text);
	memcpy(text, hashes.data, hashes.size);
	text[hashes.size] = '\0';
	while (*at) {
		char *name = at, *hash = at + strcspn(at, " "), path[128];

		at = hash + strcspn(hash, "\n");
		*hash++ = '\0';
		at += !!*at;
		if (at > text)
			at[-1] = '\0';
		snprintf(path, sizeof path, "%s/%s", folder, name);
		check_log(load(path), hash);
	}
	free(text);
}

static void our_own_logs_have_their_samples(void **state)
{
	struct exh_bytes hashes = load_testdata("golden/opl2.txt");

	(void)state;
	check_logs(hashes, load_testdata, "archives/opl2");
	free((void *)hashes.data);
}

static void recorded_logs_have_the_samples_of_the_reference(void **state)
{
	static const char hashes[] =
		"t01_waveforms.opl2log "
		"51701b9e23e85eaf70b20c56b31e9eb150d170f2f6f4235a0ca5252d49dddce4\n"
		"t02_env_rates.opl2log "
		"55e9aa2efc040268046c02cd5203f5b6989dea808eb8ee686d60493a2d0e7151\n"
		"t05_vibrato.opl2log "
		"634e4adf6b2633d4010ca9a88f824ad6a71a0cb96415e36feb6058686c124b05\n"
		"t07_rhythm.opl2log "
		"913ae0cc49922e2b236d0e60712b847008c60ad201b57ccdbb59b045e568e410\n"
		"t09_keying.opl2log "
		"6df3f723a014e74d1f260f0ed94b8a332935a02438c554c217391deeea45c3e5\n"
		"t11_fuzz_sparse.opl2log "
		"dceee648ca649f9b37ec76dc9c866a7aa25ad6f2cbb8a53f1b655485c4bb064a\n"
		"02_560.opl2log "
		"27312bf7953644cad9178be327e0503eafd1d841b37a9bd25ae7778ed13a0ed1\n"
		"fx_demo.opl2log "
		"21c2cbf70562717271057cc1e788ba09d416f43783e5648eb7a2d387ca51c3f4\n";
	struct exh_bytes first = load_game_file("opl2/t01_waveforms.opl2log");

	(void)state;
	if (!first.data)
		skip();
	free((void *)first.data);
	check_logs((struct exh_bytes){ (const uint8_t *)hashes, sizeof hashes - 1, 0 },
		   load_game_file, "opl2");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_roms_are_those_of_the_chip),
		cmocka_unit_test(the_note_of_the_description_has_its_samples),
		cmocka_unit_test(an_attack_is_heard_sample_by_sample),
		cmocka_unit_test(writes_to_no_register_do_nothing),
		cmocka_unit_test(random_logs_sound_as_the_plain_chip_plays_them),
		cmocka_unit_test(channels_that_no_write_is_for_give_nothing),
		cmocka_unit_test(blocks_of_any_size_give_the_same_samples),
		cmocka_unit_test(a_channel_alone_is_its_part_of_the_sum),
		cmocka_unit_test(a_copied_chip_goes_on_by_itself),
		cmocka_unit_test(a_reset_leaves_nothing_of_before),
		cmocka_unit_test(skipping_ends_notes_where_playing_does),
		cmocka_unit_test(a_note_is_held_then_fades_then_is_silent),
		cmocka_unit_test(spaced_writes_are_two_samples_apart),
		cmocka_unit_test(a_key_pressed_again_in_the_same_sample_is_not),
		cmocka_unit_test(our_own_logs_have_their_samples),
		cmocka_unit_test(recorded_logs_have_the_samples_of_the_reference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
