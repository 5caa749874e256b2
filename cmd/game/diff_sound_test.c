#include "game.h"
#include "testing.h"

#include <math.h>
#include <string.h>

enum { RATE = 22050, FRAMES = 22050 };

/* Writes a WAV file of a sine; frames beyond the limit of out are dropped. */
static void write_sine(double hz, double level, size_t frames, struct exh_writer *out)
{
	*out = (struct exh_writer){ .limit = 1 << 20 };
	exh_write_bytes(out, "RIFF", 4);
	exh_write_u32le(out, (uint32_t)(36 + 2 * frames));
	exh_write_bytes(out, "WAVEfmt ", 8);
	exh_write_u32le(out, 16);
	exh_write_u16le(out, 1);
	exh_write_u16le(out, 1);
	exh_write_u32le(out, RATE);
	exh_write_u32le(out, 2 * RATE);
	exh_write_u16le(out, 2);
	exh_write_u16le(out, 16);
	exh_write_bytes(out, "data", 4);
	exh_write_u32le(out, (uint32_t)(2 * frames));
	for (size_t i = 0; i < frames; i++)
		exh_write_u16le(out, (uint16_t)(int16_t)(32767 * level *
							 sin(2 * 3.14159265358979 * hz *
							     (double)i / RATE)));
}

static void check_near(double value, double expected, double by)
{
	if (fabs(value - expected) > by)
		fail_msg("%f, expected %f", value, expected);
}

static void levels_and_octaves(void **state)
{
	struct exh_writer a, b;
	struct sound_difference d;

	(void)state;
	write_sine(500, 1, FRAMES, &a);
	write_sine(2000, 0.5, FRAMES / 2, &b);
	assert_true(diff_sound(exh_writer_bytes(&a), exh_writer_bytes(&b), &d));
	check_near(d.seconds[0], 1, 1e-9);
	check_near(d.seconds[1], 0.5, 1e-9);
	check_near(d.peak_db[0], 0, 0.01);
	check_near(d.peak_db[1], -6.02, 0.01);
	check_near(d.rms_db[0], -3.01, 0.01);
	check_near(d.rms_db[1], -9.03, 0.01);
	assert_int_equal(d.band_count, 9);
	/* 496 and 1984 Hz */
	check_near(d.bands[4].level_db[0], -3.01, 0.8);
	check_near(d.bands[6].level_db[1], -9.03, 0.8);
	assert_true(d.bands[4].level_db[1] < -50);
	assert_true(d.bands[6].level_db[0] < -50);
	assert_true(d.frames_changed > FRAMES - FRAMES / 20);
	exh_writer_free(&a);
	exh_writer_free(&b);
}

static void one_sample(void **state)
{
	struct exh_writer a, b;
	struct sound_difference d;

	(void)state;
	write_sine(440, 0.5, FRAMES, &a);
	write_sine(440, 0.5, FRAMES, &b);
	assert_true(diff_sound(exh_writer_bytes(&a), exh_writer_bytes(&b), &d));
	assert_int_equal(d.frames_changed, 0);
	b.data[44 + 2 * 11025] ^= 1;
	assert_true(diff_sound(exh_writer_bytes(&a), exh_writer_bytes(&b), &d));
	assert_int_equal(d.frames_changed, 1);
	check_near(d.first_change_s, 0.5, 1e-9);
	exh_writer_free(&a);
	exh_writer_free(&b);
}

static void silence_and_what_is_no_sound(void **state)
{
	struct exh_writer a, b;
	struct sound_difference d;

	(void)state;
	write_sine(440, 0, 0, &a);
	write_sine(440, 0, 100, &b);
	assert_true(diff_sound(exh_writer_bytes(&a), exh_writer_bytes(&b), &d));
	check_near(d.rms_db[0], -120, 0);
	check_near(d.rms_db[1], -120, 0);
	assert_int_equal(d.frames_changed, 100);
	a.data[0] = 'X';
	assert_false(diff_sound(exh_writer_bytes(&a), exh_writer_bytes(&b), &d));
	exh_writer_free(&a);
	exh_writer_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_and_octaves),
		cmocka_unit_test(one_sample),
		cmocka_unit_test(silence_and_what_is_no_sound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
