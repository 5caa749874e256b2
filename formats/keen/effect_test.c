#include "audio_testing.h"
#include "exhume/advanced/keen_audio.h"

enum {
	TICK = EXH_KEEN_EFFECT_CLOCKS,
	SPEAKER_HEADER = 6,
	ADLIB_HEADER = 23,
	LOUD = 8184,
};

static const uint8_t adlib_chunk[] = {
	4,    0,    0,	  0, /* length */
	20,   0,	     /* priority */
	0x21, 0x22, 0x12, 0x04, 0xf4, 0xf3, 0x35, 0x56, 1,
	2,    6,    1,	  2,	3,    4,    5,	  0x0c, /* block: the low three bits count
							 */
	0,    98,   105,  77,				/* a rest, three notes */
};

static const uint8_t speaker_chunk[] = {
	5,   0, 0, 0, /* length */
	30,  1,	      /* priority */
	255, 1, 1, 0, 2,
};

static struct exh_bytes bytes_of(const uint8_t *data, size_t size)
{
	return (struct exh_bytes){ data, size, 0x100 };
}

static struct exh_keen_effect open_chunk(const uint8_t *data, size_t size, bool is_adlib)
{
	struct exh_keen_effect effect;

	assert_int_equal(
		exh_keen_effect_open(bytes_of(data, size), is_adlib, &effect, NULL, NULL),
		EXH_OK);
	return effect;
}

static void the_header_is_read(void **state)
{
	const struct exh_keen_effect adlib =
		open_chunk(adlib_chunk, sizeof adlib_chunk, true);
	const struct exh_keen_effect speaker =
		open_chunk(speaker_chunk, sizeof speaker_chunk, false);

	(void)state;
	assert_true(adlib.is_adlib);
	assert_int_equal(adlib.priority, 20);
	assert_memory_equal(adlib.instrument, adlib_chunk + 6, 16);
	assert_int_equal(adlib.block, 0x0c);
	assert_same_bytes(adlib.data, adlib_chunk + ADLIB_HEADER, 4);
	assert_int_equal(adlib.data.base, 0x100 + ADLIB_HEADER);
	assert_false(speaker.is_adlib);
	assert_int_equal(speaker.priority, 286);
	assert_same_bytes(speaker.data, speaker_chunk + SPEAKER_HEADER, 5);
}

static void assert_written_again(const uint8_t *chunk, size_t size, bool is_adlib)
{
	const struct exh_keen_effect effect = open_chunk(chunk, size, is_adlib);
	struct exh_writer out = { .limit = 1 << 10 };

	exh_keen_effect_write(&effect, (struct exh_bytes){ .size = 0 }, &out);
	assert_int_equal(out.size, size);
	assert_memory_equal(out.data, chunk, size);
	exh_writer_free(&out);
}

static void what_is_written_is_the_chunk_again(void **state)
{
	static const uint8_t name[] = { 0, 'H', 'O', 'P' };
	const struct exh_keen_effect speaker =
		open_chunk(speaker_chunk, sizeof speaker_chunk, false);
	struct exh_writer out = { .limit = 1 << 10 };

	(void)state;
	assert_written_again(adlib_chunk, sizeof adlib_chunk, true);
	assert_written_again(speaker_chunk, sizeof speaker_chunk, false);
	exh_keen_effect_write(&speaker, (struct exh_bytes){ name, sizeof name, 0 }, &out);
	assert_int_equal(out.size, sizeof speaker_chunk + sizeof name);
	assert_memory_equal(out.data + sizeof speaker_chunk, name, sizeof name);
	exh_writer_free(&out);
}

static void check_shorter(const uint8_t *chunk, size_t size, size_t header_size,
			  bool is_adlib)
{
	for (size_t n = 0; n < size; n++) {
		uint8_t *tight = tight_copy(chunk, n);
		struct exh_arena arena = { .limit = 1 << 12 };
		struct exh_notes notes = { .arena = &arena };
		struct exh_error err = { 0 };
		struct exh_keen_effect effect;
		const enum exh_status status = exh_keen_effect_open(
			bytes_of(tight, n), is_adlib, &effect, &notes, &err);

		assert_int_equal(status, n < header_size ? EXH_TRUNCATED : EXH_OK);
		if (status) {
			assert_int_equal(err.offset, 0x100 + n);
		} else {
			assert_int_equal(effect.data.size, n - header_size);
			assert_int_equal(notes.damage_count, 1);
			assert_true(has_note(&notes, EXH_DAMAGE, "bytes declared"));
		}
		assert_int_equal(exh_keen_effect_score(bytes_of(tight, n), is_adlib), 0);
		exh_arena_free(&arena);
		free(tight);
	}
}

static void every_shorter_effect_is_truncated_or_says_so(void **state)
{
	(void)state;
	check_shorter(adlib_chunk, sizeof adlib_chunk, ADLIB_HEADER, true);
	check_shorter(speaker_chunk, sizeof speaker_chunk, SPEAKER_HEADER, false);
}

static void an_instrument_that_stops_the_game_is_reported(void **state)
{
	struct exh_arena arena = { .limit = 1 << 12 };
	struct exh_notes notes = { .arena = &arena };
	uint8_t chunk[sizeof adlib_chunk];
	struct exh_keen_effect effect;

	(void)state;
	memcpy(chunk, adlib_chunk, sizeof chunk);
	chunk[6 + 6] = chunk[6 + 7] = 0;
	assert_int_equal(exh_keen_effect_open(bytes_of(chunk, sizeof chunk), true,
					      &effect, &notes, NULL),
			 EXH_OK);
	assert_true(has_note(&notes, EXH_WARNING, "without sustain"));
	assert_int_equal(effect.data.size, 4);
	exh_arena_free(&arena);
}

/*
 * Recognition.
 */

static void effects_are_reported_by_their_sizes(void **state)
{
	static const char name[] = "\0MYSOUND";
	uint8_t chunk[sizeof adlib_chunk + sizeof name];

	(void)state;
	memcpy(chunk, adlib_chunk, sizeof adlib_chunk);
	chunk[22] = 4;
	assert_int_equal(exh_keen_effect_score(bytes_of(chunk, sizeof adlib_chunk), true),
			 36);
	assert_int_equal(
		exh_keen_effect_score(bytes_of(chunk, sizeof adlib_chunk), false), 0);
	assert_int_equal(exh_keen_effect_score(
				 bytes_of(speaker_chunk, sizeof speaker_chunk), false),
			 16);
	memcpy(chunk + sizeof adlib_chunk, name, sizeof name);
	assert_int_equal(exh_keen_effect_score(bytes_of(chunk, sizeof chunk), true), 36);
	chunk[sizeof adlib_chunk + 2] = 3; /* no name that anybody would give */
	assert_int_equal(exh_keen_effect_score(bytes_of(chunk, sizeof chunk), true), 0);
	chunk[22] = 8; /* no block */
	assert_int_equal(exh_keen_effect_score(bytes_of(chunk, sizeof adlib_chunk), true),
			 0);
	memset(chunk, 0, sizeof chunk); /* an empty effect */
	assert_int_equal(exh_keen_effect_score(bytes_of(chunk, 7), false), 0);
}

/*
 * AdLib.
 */

static void ticks_are_written_as_the_game_does(void **state)
{
	const struct exh_keen_effect effect =
		open_chunk(adlib_chunk, sizeof adlib_chunk, true);
	struct exh_keen_effect_cursor cursor = { .effect = &effect };
	const struct exh_opl2_source source = exh_keen_effect_play(&cursor);

	(void)state;
	assert_write(source, 0, 0x01, 0x20);
	assert_write(source, 0, 0xb0, 0);
	for (unsigned i = 0; i < 10; i++) {
		static const uint8_t regs[] = { 0x20, 0x40, 0x60, 0x80, 0xe0 };
		const unsigned carrier = i / 5;

		assert_write(source, 0, (uint8_t)(regs[i % 5] + 3 * carrier),
			     adlib_chunk[6 + i % 5 * 2 + carrier]);
	}
	assert_write(source, 0, 0xb0, 0);
	for (unsigned tick = 1; tick < 4; tick++) {
		assert_write(source, TICK * tick / 24, 0xa0, adlib_chunk[23 + tick]);
		assert_write(source, TICK * tick / 24, 0xb0, 0x30);
	}
	assert_write(source, TICK * 3 / 24, 0xb0, 0);
	assert_no_write(source);
	assert_no_write(source);
	assert_int_equal(exh_keen_effect_length(&effect), TICK * 4 / 24);
}

static void an_effect_of_no_ticks_sets_the_instrument(void **state)
{
	uint8_t chunk[ADLIB_HEADER];
	struct exh_keen_effect effect;
	struct exh_keen_effect_cursor cursor = { .effect = &effect };
	const struct exh_opl2_source source = exh_keen_effect_play(&cursor);
	struct exh_opl2_write write;

	(void)state;
	memcpy(chunk, adlib_chunk, sizeof chunk);
	chunk[0] = 0;
	effect = open_chunk(chunk, sizeof chunk, true);
	for (unsigned i = 0; i < 12; i++)
		assert_true(source.next(source.context, &write));
	assert_no_write(source);
	assert_int_equal(exh_keen_effect_length(&effect), 0);
}

static void a_copy_of_a_cursor_goes_on_by_itself(void **state)
{
	const struct exh_keen_effect effect =
		open_chunk(adlib_chunk, sizeof adlib_chunk, true);
	struct exh_keen_effect_cursor cursor = { .effect = &effect }, copy;
	const struct exh_opl2_source source = exh_keen_effect_play(&cursor);
	const struct exh_opl2_source other = exh_keen_effect_play(&copy);
	struct exh_opl2_write write;
	size_t count = 0;

	(void)state;
	for (unsigned i = 0; i < 14; i++)
		assert_true(source.next(source.context, &write));
	copy = cursor;
	while (source.next(source.context, &write)) {
		assert_write(other, write.position, write.reg, write.value);
		count++;
	}
	assert_int_equal(count, 6);
	assert_no_write(other);
}

/*
 * The speaker: against a clock-by-clock one.
 */

struct speaker {
	struct exh_bytes data;
	uint64_t clock, started;
	unsigned divisor, last;
};

/* -1, 0 or 1, of the next clock. */
static int next_clock(struct speaker *speaker)
{
	const uint64_t tick = speaker->clock / TICK;
	uint64_t phase;

	if (speaker->clock % TICK == 0 && tick < speaker->data.size) {
		const unsigned byte = speaker->data.data[tick];

		if (byte != speaker->last) {
			speaker->divisor = byte * 60;
			speaker->started = speaker->clock;
		}
		speaker->last = byte;
		if (tick == speaker->data.size - 1)
			speaker->divisor = 0;
	}
	phase = speaker->clock++ - speaker->started;
	if (!speaker->divisor)
		return 0;
	return phase % speaker->divisor < speaker->divisor / 2 ? 1 : -1;
}

static int16_t next_sample(struct speaker *speaker, unsigned clocks, bool mean)
{
	int sum = 0, first = 0;
	double value;

	for (unsigned i = 0; i < clocks; i++) {
		const int now = next_clock(speaker);

		if (i == 0)
			first = now;
		sum += now;
	}
	if (!mean)
		return (int16_t)(LOUD * first);
	value = (double)LOUD * sum / clocks;
	return (int16_t)(value < 0 ? value - 0.5 : value + 0.5);
}

/* Rendered in pieces of all sizes, by way of a copy now and then. */
static void check_speaker(struct exh_bytes data, unsigned clocks, bool mean)
{
	const struct exh_keen_effect effect = { .data = data };
	struct exh_keen_speaker_cursor cursor = { .effect = &effect };
	struct speaker expected = { .data = data, .last = 255 };
	const uint64_t end = (data.size + 1) * TICK;
	uint64_t seed = 7;

	while (cursor.clock < end) {
		int16_t samples[50];
		const size_t count = roll(&seed, 50);

		if (count % 7 == 0) {
			struct exh_keen_speaker_cursor copy = cursor;
			exh_keen_speaker_render(&copy, clocks, mean, samples, count);
		}
		exh_keen_speaker_render(&cursor, clocks, mean, samples, count);
		for (size_t i = 0; i < count; i++)
			if (samples[i] != next_sample(&expected, clocks, mean))
				fail_msg("clock %llu, %u clocks a sample",
					 (unsigned long long)(expected.clock - clocks),
					 clocks);
	}
}

static void speaker_is_exact_to_the_clock(void **state)
{
	static const unsigned clocks[] = { 24, 3, 1, 27, 100, 8519, 20000 };
	uint64_t seed = 50;

	(void)state;
	for (size_t round = 0; round < 12; round++) {
		uint8_t data[12];
		const size_t size = round ? 1 + roll(&seed, sizeof data) : 0;

		roll_bytes(&seed, data, sizeof data);
		for (size_t i = 1; i < size; i++) {
			if (roll(&seed, 3) == 0)
				data[i] = data[i - 1];
			else if (roll(&seed, 4) == 0)
				data[i] = (uint8_t)(255 * roll(&seed, 2));
			else if (roll(&seed, 4) == 0)
				data[i] = (uint8_t)roll(&seed, 4);
		}
		for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
			uint8_t *tight = tight_copy(data, size);

			check_speaker(bytes_of(tight, size), clocks[i], true);
			check_speaker(bytes_of(tight, size), clocks[i], false);
			free(tight);
		}
	}
}

static void a_wave_of_60_clocks(void **state)
{
	const struct exh_keen_effect effect =
		open_chunk(speaker_chunk, sizeof speaker_chunk, false);
	struct exh_keen_speaker_cursor cursor = { .effect = &effect };
	int16_t samples[TICK * 6 / 24];
	/* The sound starts at clock 8519, the last one of sample 354: 30 high, 30 low. */
	static const int16_t begin[] = { 0, 341 * 1, 341 * 24, 341 * (5 - 19),
					 341 * (13 - 11) };

	(void)state;
	exh_keen_speaker_render(&cursor, 24, true, samples,
				sizeof samples / sizeof samples[0]);
	assert_memory_equal(samples + 353, begin, sizeof begin);
	/* "The same as before" does not begin anew; 0 is off, and so is the last byte. */
	for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
		if (i < 354 || i >= 1 + (size_t)TICK * 3 / 24)
			assert_int_equal(samples[i], 0);
}

/*
 * The real ones, where they are.
 */

static void real_data_schedule_of_an_effect(void **state)
{
	const struct exh_bytes file = load_game_file("opl2/fx_demo.alsnd");
	struct exh_bytes log;
	struct exh_keen_effect effect;
	struct exh_keen_effect_cursor cursor = { .effect = &effect };

	(void)state;
	if (!file.data)
		skip();
	log = load_game_file("opl2/fx_demo.opl2log");
	assert_non_null(log.data);
	effect = open_chunk(file.data, file.size, true);
	assert_int_equal(assert_as_logged(exh_keen_effect_play(&cursor), log),
			 exh_keen_effect_length(&effect) + EXH_OPL2_RATE);
	free((void *)file.data);
	free((void *)log.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_header_is_read),
		cmocka_unit_test(what_is_written_is_the_chunk_again),
		cmocka_unit_test(every_shorter_effect_is_truncated_or_says_so),
		cmocka_unit_test(an_instrument_that_stops_the_game_is_reported),
		cmocka_unit_test(effects_are_reported_by_their_sizes),
		cmocka_unit_test(ticks_are_written_as_the_game_does),
		cmocka_unit_test(an_effect_of_no_ticks_sets_the_instrument),
		cmocka_unit_test(a_copy_of_a_cursor_goes_on_by_itself),
		cmocka_unit_test(speaker_is_exact_to_the_clock),
		cmocka_unit_test(a_wave_of_60_clocks),
		cmocka_unit_test(real_data_schedule_of_an_effect),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
