/* Sound output, worked out by hand from zvision 4, 11 and 14. */
#include "exhume/advanced/zv_mixer.h"

#include "stage_testing.h"

#include <stdlib.h>

struct hearing {
	struct stage stage;
	struct exh_zv_mixer *mixer;
	int32_t samples[2 * EXH_ZV_MIXER_FRAMES];
	size_t count;
	int16_t stored[256];
	uint8_t bytes[512];
};

/* Adds 16-bit mono sound of 44100 Hz ("e") or 22050 ("a"), according to the seventh
 * letter of its name. */
static void add_sound(struct hearing *hearing, const char *name, const int16_t *samples,
		      size_t count)
{
	for (size_t i = 0; i < count; i++) {
		hearing->bytes[2 * i] = (uint8_t)samples[i];
		hearing->bytes[2 * i + 1] = (uint8_t)((uint16_t)samples[i] >> 8);
	}
	stage_add(&hearing->stage, name,
		  (struct exh_bytes){ hearing->bytes, 2 * count, 0 }, NULL);
}

static void begin(struct hearing *hearing, const char *script)
{
	stage_text(&hearing->stage, "gary.scr", script);
	stage_start(&hearing->stage, EXH_ZV_NEMESIS, &(struct exh_zv_start){ .seed = 1 });
	hearing->mixer = exh_zv_mixer_new();
	assert_non_null(hearing->mixer);
}

static void step(struct hearing *hearing)
{
	bool failed = false;

	stage_step(&hearing->stage, 1);
	hearing->count = exh_zv_mixer_tick(hearing->mixer, hearing->stage.engine,
					   hearing->samples, &failed);
	assert_false(failed);
}

static void finish(struct hearing *hearing)
{
	exh_zv_mixer_free(hearing->mixer);
	stage_end(&hearing->stage);
}

#define HEARING(name) struct hearing name = { .stage = { .file_count = 0 } }

static void ticks_have_1455_frames_and_three_tenths(void **state)
{
	(void)state;
	assert_int_equal(exh_zv_mixer_length(0), 0);
	assert_int_equal(exh_zv_mixer_length(1), 1455);
	assert_int_equal(exh_zv_mixer_length(3), 4365);
	assert_int_equal(exh_zv_mixer_length(4), 5821);
	assert_int_equal(exh_zv_mixer_length(10), 14553);
	assert_int_equal(exh_zv_mixer_length(1000), 1455300);
}

static void a_sound_begins_with_its_tick_at_its_volume(void **state)
{
	static const int16_t samples[] = { 1000, -1000, 32767, -32768, 7 };
	HEARING(hearing);

	(void)state;
	add_sound(&hearing, "a000h1e.raw", samples, 5);
	begin(&hearing, NOW(800, "a:music:300(1 a000h1e.raw 0 50)\n"));
	step(&hearing);
	assert_int_equal(hearing.count, 1455);
	for (int side = 0; side < 2; side++) {
		assert_int_equal(hearing.samples[side], 500);
		assert_int_equal(hearing.samples[2 + side], -500);
		assert_int_equal(hearing.samples[4 + side], 16383);
		assert_int_equal(hearing.samples[6 + side], -16384);
		assert_int_equal(hearing.samples[8 + side], 3);
		assert_int_equal(hearing.samples[10 + side], 0);
	}
	assert_int_equal(stage_key(&hearing.stage, 300), 1);
	step(&hearing);
	assert_int_equal(stage_key(&hearing.stage, 300), 2);
	assert_int_equal(hearing.samples[0], 0);
	finish(&hearing);
}

/* Half the rate: every second sample is the middle of two; the last goes to silence. */
static void lower_rates_are_drawn_in_lines(void **state)
{
	static const int16_t samples[] = { 0, 100, 200, -100, 50 };
	static const int32_t heard[] = { 0, 50, 100, 150, 200, 50, -100, -25, 50, 25, 0 };
	HEARING(hearing);

	(void)state;
	add_sound(&hearing, "a000h1a.raw", samples, 5);
	begin(&hearing, NOW(800, "a:music:300(1 a000h1a.raw 0)\n"));
	step(&hearing);
	for (size_t i = 0; i < sizeof heard / sizeof *heard; i++)
		assert_int_equal(hearing.samples[2 * i], heard[i]);
	finish(&hearing);
}

/* 5 samples forever: the second tick begins with number 1455, which is the first. */
static void a_loop_goes_on_where_it_was(void **state)
{
	static const int16_t samples[] = { 10, 20, 30, 40, 50, 60, 70 };
	HEARING(hearing);

	(void)state;
	add_sound(&hearing, "a000h1e.raw", samples, 7);
	begin(&hearing, NOW(800, "a:music:300(1 a000h1e.raw 1)\n"));
	step(&hearing);
	assert_int_equal(hearing.samples[2 * 1454], samples[1454 % 7]);
	step(&hearing);
	assert_int_equal(hearing.samples[0], samples[1455 % 7]);
	step(&hearing);
	assert_int_equal(hearing.samples[0], samples[2910 % 7]);
	assert_int_equal(stage_key(&hearing.stage, 300), 1);
	finish(&hearing);
}

static const int16_t level[] = { 10000, 10000, 10000, 10000, 10000 };

/* From 100 to 0 in 330 ms: a tenth less in each tick. Attenuated by a quarter. */
static void fades_and_attenuation_change_the_volume(void **state)
{
	HEARING(hearing);

	(void)state;
	add_sound(&hearing, "a000h1e.raw", level, 5);
	begin(&hearing, NOW(800, "a:music:300(1 a000h1e.raw 1)\n"
				 "a:music:301(1 a000h1e.raw 1)\na:attenuate(301 -2500)\n"
				 "a:crossfade(300 0 100 -1 0 0 330)\n"));
	step(&hearing);
	/* Puzzles of a new place run before the effects of its first tick. */
	assert_int_equal(hearing.samples[0], 9000 + 7500);
	step(&hearing);
	assert_int_equal(hearing.samples[0], 8000 + 7500);
	for (int i = 0; i < 8; i++)
		step(&hearing);
	assert_int_equal(hearing.samples[0], 7500);
	finish(&hearing);
}

/* 1440 columns; the view is at 100. */
static void a_panned_sound_comes_from_its_column(void **state)
{
	static const struct {
		int column, left, right;
	} cases[] = {
		{ 100, 10000, 10000 }, /* ahead */
		{ 460, 0, 10000 },     /* to the right */
		{ 1180, 10000, 0 },    /* to the left */
		{ 820, 3161, 3161 },   /* in the back: 10 ^ -0.5 */
		{ 220, 5039, 10000 },  /* 30 degrees: a sine of a half, 63 of 127 */
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char script[512];
		HEARING(hearing);

		snprintf(script, sizeof script,
			 "control:900 pana {\nangle(50)\n}\n" NOW(
				 800, "a:set_screen(round.tga)\n"
				      "a:music:300(1 a000h1e.raw 1)\n"
				      "a:assign(7 100)\na:pan_track:301(300 %d)\n"),
			 cases[i].column);
		stage_picture(&hearing.stage, "round.tga", 320, 1440, 0);
		add_sound(&hearing, "a000h1e.raw", level, 5);
		begin(&hearing, script);
		step(&hearing);
		assert_int_equal(hearing.samples[0], cases[i].left);
		assert_int_equal(hearing.samples[1], cases[i].right);
		finish(&hearing);
	}
}

/* Starts a room in which a level sound plays, and listens to its first tick. */
static void hear_panned(struct hearing *hearing, const char *room, const char *actions)
{
	char script[512];

	snprintf(script, sizeof script,
		 "%spuzzle:800 {\nresults {\na:set_screen(round.tga)\n"
		 "a:music:300(1 a000h1e.raw 1)\na:assign(7 100)\n%s}\nflags "
		 "{\nDO_ME_NOW\n}\n}\npuzzle:801 {\ncriteria {\n[200] = 1\n}\n"
		 "results {\na:kill(301)\n}\n}\n",
		 room, actions);
	stage_picture(&hearing->stage, "round.tga", 320, 1440, 0);
	add_sound(hearing, "a000h1e.raw", level, 5);
	begin(hearing, script);
	step(hearing);
}

static const char panorama[] = "control:900 pana {\nangle(50)\n}\n";

/* "pan_track:S(K pos [mag [reset [mixer [static]]]])" */
static void pans_have_further_arguments(void **state)
{
	static const struct {
		const char *room, *actions;
		int left, right, left_after; /* after the effect was killed */
	} cases[] = {
		/* The balance stays when the effect ends, unless mixer is 1. */
		{ panorama, "a:pan_track:301(300 460)\n", 0, 10000, 0 },
		{ panorama, "a:pan_track:301(300 460 255 1 1)\n", 0, 10000, 10000 },
		/* trunc(127 * sin) * mag // 255: 63 of 127, and -64. */
		{ panorama, "a:pan_track:301(300 460 128)\n", 5039, 10000, 5039 },
		{ panorama, "a:pan_track:301(300 1180 128)\n", 10000, 4959, 10000 },
		{ panorama, "a:pan_track:301(300 820 0)\n", 10000, 10000, 10000 },
		/* 360 * -260 // 1440 is -65, and the view at 25: to the left. */
		{ panorama, "a:pan_track:301(300 -260 999)\n", 10000, 0, 10000 },
		{ panorama, "a:assign(57 0)\na:pan_track:301(300 460)\n", 10000, 10000,
		  10000 },
		/* The second one does nothing: S runs already. */
		{ panorama, "a:pan_track:301(300 460)\na:pan_track:301(300 100)\n", 0,
		  10000, 0 },
		/* Elsewhere the angle is 0, or the argument's. */
		{ "", "a:pan_track:301(300 460)\n", 10000, 10000, 10000 },
		{ "", "a:pan_track:301(300 90 255 1 0 1)\n", 0, 10000, 0 },
		{ "", "a:pan_track:301(300 -90 255 1 0 1)\n", 10000, 0, 10000 },
		{ "", "a:pan_track:301(300 135 0 1 0 1)\n", 10000, 10000, 10000 },
		{ "control:900 tilt {\nangle(50)\n}\n",
		  "a:pan_track:301(300 90 255 1 0 1)\n", 10000, 10000, 10000 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		HEARING(hearing);

		hear_panned(&hearing, cases[i].room, cases[i].actions);
		assert_in_range(hearing.samples[0] + 1, cases[i].left, cases[i].left + 2);
		assert_in_range(hearing.samples[1] + 1, cases[i].right,
				cases[i].right + 2);
		exh_zv_engine_set_key(hearing.stage.engine, 200, 1);
		step(&hearing);
		assert_int_equal(stage_key(&hearing.stage, 301), 2);
		assert_in_range(hearing.samples[0] + 1, cases[i].left_after,
				cases[i].left_after + 2);
		finish(&hearing);
	}
}

/* 0.56 of the volume at 135 degrees, to the right as far as at 45. */
static void sounds_behind_are_lower(void **state)
{
	HEARING(hearing);

	(void)state;
	hear_panned(&hearing, panorama, "a:pan_track:301(300 640)\n");
	assert_in_range(hearing.samples[1], 5620, 5625);
	assert_in_range(hearing.samples[0], 5623 * 38 / 127 - 2, 5623 * 38 / 127 + 2);
	finish(&hearing);
}

/* "reset (default 1): when the script is read, key K becomes 2 if it is not" */
static void reading_a_pan_ends_the_sounds_key(void **state)
{
	struct stage stage = { .file_count = 0 };

	(void)state;
	stage_text(&stage, "gary.scr",
		   "puzzle:800 {\ncriteria {\n[200] = 9\n}\nresults {\n"
		   "a:pan_track:310(300 5)\na:pan_track:311(301 5 255 0)\n"
		   "a:pan_track:312(302 5 255 1)\na:pan_track:313(99999 "
		   "5)\na:pan_track:314([7] 5)\n}\n}\n");
	stage_start(&stage, EXH_ZV_NEMESIS, &(struct exh_zv_start){ .seed = 1 });
	stage_step(&stage, 1);
	assert_int_equal(stage_key(&stage, 300), 2);
	assert_int_equal(stage_key(&stage, 301), 0);
	assert_int_equal(stage_key(&stage, 302), 2);
	assert_int_equal(stage_key(&stage, 0), 0);
	stage_end(&stage);
}

/* Volumes above 100 count as 100; the older engine has a steeper law. */
static void volumes_follow_the_law_of_the_engine(void **state)
{
	static const struct {
		const char *volume;
		int heard, heard_older;
	} cases[] = {
		{ "", 10000, 10000 }, { "100", 10000, 10000 }, { "999", 10000, 10000 },
		{ "-3", 0, 0 },	      { "0", 0, 0 },	       { "1", 100, 78 },
		{ "57", 5700, 78 },   { "63", 6300, 157 },     { "64", 6400, 236 },
		{ "90", 9000, 3228 }, { "[99]", 5000, 78 },
	};

	(void)state;
	for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
		const struct exh_zv_start from = { .rules = i % 2 ? EXH_ZV_RULES_ZENGINE
								  : EXH_ZV_RULES_GAME };
		char script[256];
		HEARING(hearing);

		snprintf(script, sizeof script,
			 NOW(800, "a:assign(99 50)\na:music:300(1 a000h1e.raw 1 %s)\n"),
			 cases[i / 2].volume);
		add_sound(&hearing, "a000h1e.raw", level, 5);
		stage_text(&hearing.stage, "gary.scr", script);
		stage_start(&hearing.stage, EXH_ZV_NEMESIS, &from);
		hearing.mixer = exh_zv_mixer_new();
		assert_non_null(hearing.mixer);
		step(&hearing);
		assert_in_range(hearing.samples[0] + 1,
				i % 2 ? cases[i / 2].heard_older : cases[i / 2].heard,
				(i % 2 ? cases[i / 2].heard_older : cases[i / 2].heard) +
					2);
		finish(&hearing);
	}
}

/* "volume = from + elapsed*(to-from)//time": from 10 to 0 in 99 ms. */
static void fades_go_in_whole_hundredths(void **state)
{
	static const int32_t wanted[] = { 600, 300, 0 };
	HEARING(hearing);

	(void)state;
	add_sound(&hearing, "a000h1e.raw", level, 5);
	begin(&hearing, NOW(800, "a:music:300(1 a000h1e.raw 1)\n"
				 "a:crossfade(300 0 10 -1 0 0 99)\n"
				 "a:music:301(1 a000h1e.raw 1)\na:attenuate(301 3333)\n"
				 "a:music:302(1 a000h1e.raw 1)\na:attenuate(302 20000)\n"
				 "a:timer:303(5)\na:crossfade(303 300 1 -1 1 0 99)\n"));
	for (size_t i = 0; i < 3; i++) {
		step(&hearing);
		assert_int_equal(hearing.samples[0], 6600 + wanted[i]);
	}
	finish(&hearing);
}

/* Counts how often the sound rises through 0 in so many ticks. */
static unsigned waves(struct hearing *hearing, unsigned ticks)
{
	unsigned count = 0;
	int32_t last = 0;

	for (unsigned i = 0; i < ticks; i++) {
		step(hearing);
		for (size_t k = 0; k < hearing->count; k++) {
			count += last < 0 && hearing->samples[2 * k] >= 0;
			last = hearing->samples[2 * k];
		}
	}
	return count;
}

/* 440 Hz, or an octave more, in 0.99 s. */
static void notes_have_their_pitch(void **state)
{
	static const struct {
		const char *args;
		unsigned waves;
	} cases[] = { { "4 73 69 100", 436 },	 { "4 73 81 50", 871 },
		      { "4 73 57 100", 218 },	 { "4 73 60 100", 259 },
		      { "4 73 69", 436 },	 { "4 73 69 0", 0 },
		      { "4 73 999 100", 12419 }, { "4 73 -5 100", 8 } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char script[256];
		HEARING(hearing);

		snprintf(script, sizeof script, NOW(800, "a:music:300(%s)\n"),
			 cases[i].args);
		begin(&hearing, script);
		assert_in_range(waves(&hearing, 30) + 1, cases[i].waves,
				cases[i].waves + 2);
		for (int k = 0; k < 90; k++)
			step(&hearing);
		assert_int_equal(stage_key(&hearing.stage, 300), 1); /* until killed */
		finish(&hearing);
	}
}

static void a_piano_fades_and_ends_after_two_seconds(void **state)
{
	HEARING(hearing);

	(void)state;
	begin(&hearing, NOW(800, "a:music:300(4 0 69 100)\n"));
	assert_in_range(waves(&hearing, 30), 435, 437);
	assert_int_equal(stage_key(&hearing.stage, 300), 1);
	for (int i = 30; i < 61; i++)
		step(&hearing);
	assert_int_equal(stage_key(&hearing.stage, 300), 1);
	step(&hearing); /* 2013 ms */
	assert_int_equal(stage_key(&hearing.stage, 300), 2);
	assert_int_equal(hearing.samples[100], 0);
	finish(&hearing);
}

/* Recordings of the game: a piano's once, another's again and again. */
static void recordings_of_notes_come_before_tones(void **state)
{
	static const uint8_t wave[] = {
		'R',  'I',  'F', 'F', 40,   0,	  0, 0, 'W', 'A', 'V', 'E',
		'f',  'm',  't', ' ', 16,   0,	  0, 0, 1,   0,	  2,   0,
		0x22, 0x56, 0,	 0,   0x44, 0xac, 0, 0, 2,   0,	  8,   0,
		'd',  'a',  't', 'a', 4,    0,	  0, 0, 129, 127, 129, 127,
	};
	HEARING(hearing);

	(void)state;
	for (int i = 0; i < 2; i++)
		stage_add(&hearing.stage, i ? "midi/11/60.wav" : "midi/0/60.wav",
			  (struct exh_bytes){ wave, sizeof wave, 0 }, NULL);
	begin(&hearing, NOW(800, "a:music:300(4 0 60 100)\na:music:301(4 11 60 50)\n"));
	step(&hearing);
	assert_int_equal(hearing.samples[0], 256 + 128);
	assert_int_equal(hearing.samples[1], -256 - 128);
	step(&hearing);
	assert_int_equal(stage_key(&hearing.stage, 300), 2);
	assert_int_equal(stage_key(&hearing.stage, 301), 1);
	assert_int_equal(hearing.samples[0], 128);
	assert_null(exh_zv_world_notes(hearing.stage.world)->first);
	finish(&hearing);
}

/* Three frames of 33 ms. */
static void a_synced_sound_ends_with_its_animation(void **state)
{
	HEARING(hearing);
	int ticks = 0;

	(void)state;
	add_sound(&hearing, "a000h1e.raw", level, 5);
	stage_film(&hearing.stage, "swing.rlf", 4, 4, 3, 33);
	stage_picture(&hearing.stage, "room.tga", 512, 320, 0);
	begin(&hearing, NOW(800, "a:set_screen(room.tga)\n"
				 "a:animplay:310(swing.rlf 0 0 3 3 0 2 1 0 0 0 0)\n"
				 "a:syncsound:311(310 1 a000h1e.raw)\n"));
	do {
		step(&hearing);
		ticks++;
	} while (stage_key(&hearing.stage, 310) == 1);
	assert_int_equal(stage_key(&hearing.stage, 311), 0); /* never set */
	assert_int_equal(hearing.samples[0], 0);
	assert_in_range(ticks, 3, 5);
	finish(&hearing);
}

/* The video shows two frames of 66 ms; a timer of the side effects' clock stands. */
static void music_sounds_on_while_a_video_plays(void **state)
{
	HEARING(hearing);

	(void)state;
	add_sound(&hearing, "a000h1e.raw", level, 5);
	stage_film(&hearing.stage, "swing.rlf", 4, 4, 2, 66);
	begin(&hearing, NOW(800, "a:music:300(1 a000h1e.raw 1)\n"
				 "a:streamvideo(swing.rlf 0 0 3 3 0 0)\n"));
	for (int i = 0; i < 6; i++) {
		step(&hearing);
		assert_int_equal(hearing.samples[0], 10000);
		assert_int_equal(hearing.samples[2 * 1400], 10000);
	}
	finish(&hearing);
}

/* 8 bits, two channels, 22050 Hz; 128 is silence. */
static void a_wave_file_is_used_as_it_is(void **state)
{
	static const uint8_t wave[] = {
		'R',  'I',  'F', 'F', 40,   0,	  0, 0, 'W', 'A', 'V', 'E',
		'f',  'm',  't', ' ', 16,   0,	  0, 0, 1,   0,	  2,   0,
		0x22, 0x56, 0,	 0,   0x44, 0xac, 0, 0, 2,   0,	  8,   0,
		'd',  'a',  't', 'a', 4,    0,	  0, 0, 129, 127, 255, 0,
	};
	HEARING(hearing);

	(void)state;
	stage_add(&hearing.stage, "bell.wav", (struct exh_bytes){ wave, sizeof wave, 0 },
		  NULL);
	begin(&hearing, NOW(800, "a:music:300(1 bell.wav 0)\n"));
	step(&hearing);
	assert_int_equal(hearing.samples[0], 256);
	assert_int_equal(hearing.samples[1], -256);
	assert_int_equal(hearing.samples[4], 127 * 256);
	assert_int_equal(hearing.samples[5], -128 * 256);
	assert_int_equal(hearing.samples[8], 0);
	finish(&hearing);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ticks_have_1455_frames_and_three_tenths),
		cmocka_unit_test(a_sound_begins_with_its_tick_at_its_volume),
		cmocka_unit_test(lower_rates_are_drawn_in_lines),
		cmocka_unit_test(a_loop_goes_on_where_it_was),
		cmocka_unit_test(fades_and_attenuation_change_the_volume),
		cmocka_unit_test(a_panned_sound_comes_from_its_column),
		cmocka_unit_test(pans_have_further_arguments),
		cmocka_unit_test(sounds_behind_are_lower),
		cmocka_unit_test(reading_a_pan_ends_the_sounds_key),
		cmocka_unit_test(volumes_follow_the_law_of_the_engine),
		cmocka_unit_test(fades_go_in_whole_hundredths),
		cmocka_unit_test(notes_have_their_pitch),
		cmocka_unit_test(a_piano_fades_and_ends_after_two_seconds),
		cmocka_unit_test(recordings_of_notes_come_before_tones),
		cmocka_unit_test(a_synced_sound_ends_with_its_animation),
		cmocka_unit_test(music_sounds_on_while_a_video_plays),
		cmocka_unit_test(a_wave_file_is_used_as_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
