#include "dreams_parts.h"

#include "../../../base/testing.h"
#include "../../../keen/keen_parts.h"

enum { MAX_WRITES = 4000, SECOND = EXH_OPL2_RATE };

static struct exh_keen_engine engine; /* large */
static struct exh_audio_write writes[MAX_WRITES];
static size_t write_count;
static struct exh_event last_event;
static unsigned event_count;

static void keep_write(void *context, const struct exh_audio_write *write)
{
	(void)context;
	assert_true(write_count < MAX_WRITES);
	writes[write_count++] = *write;
}

static void keep_event(void *context, const struct exh_event *event)
{
	(void)context;
	last_event = *event;
	event_count++;
}

static const struct exh_host listener = { .audio = keep_write };

/*
 * A game of a few sounds.
 */

enum { TWO_TONES, PAUSE, KEEPS_TONE, EMPTY, LOUDER, MISSING };

static const uint8_t two_tones[] = { 10, 10, 20 }, pause[] = { 7, 0, 0, 7 },
		     keeps_tone[] = { 255, 255, 9, 255, 9 }, louder[] = { 1, 2 };

static struct exh_keen_effect effect(const uint8_t *data, size_t size, uint16_t priority)
{
	return (struct exh_keen_effect){
		.priority = priority,
		.instrument = { 0x21, 0x22, 0x12, 0x04, 0xf4, 0xf3, 0x35, 0x56, 1, 2, 6 },
		.block = 0x0c, /* the low three bits count */
		.data = { data, size, 0 },
	};
}

static struct exh_keen_effect sounds[MISSING];
static const struct exh_keen_game game = {
	.sound_count = MISSING,
	.speaker_sounds = sounds,
	.adlib_sounds = sounds,
};

static void start(enum exh_audio_device device)
{
	sounds[TWO_TONES] = effect(two_tones, sizeof two_tones, 20);
	sounds[PAUSE] = effect(pause, sizeof pause, 20);
	sounds[KEEPS_TONE] = effect(keeps_tone, sizeof keeps_tone, 20);
	sounds[EMPTY] = effect(NULL, 0, 0);
	sounds[LOUDER] = effect(louder, sizeof louder, 21);
	memset(&engine, 0, sizeof engine);
	engine.game = &game;
	engine.states = exh_keen_states;
	engine.host = &listener;
	write_count = event_count = 0;
	exh_keen_sound_start(&engine, device);
}

static void tick(unsigned count)
{
	while (count--)
		exh_keen_sound_tick(&engine);
}

struct expected {
	uint64_t time;
	unsigned reg, value;
};

/* Checks all writes. */
static void assert_writes(enum exh_audio_device device, const struct expected *expected,
			  size_t count)
{
	assert_int_equal(write_count, count);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(writes[i].time, expected[i].time);
		assert_int_equal(writes[i].device, device);
		assert_int_equal(writes[i].reg, expected[i].reg);
		assert_int_equal(writes[i].value, expected[i].value);
	}
}

#define ASSERT_WRITES(device, ...)                                        \
	assert_writes((device), (const struct expected[]){ __VA_ARGS__ }, \
		      sizeof((const struct expected[]){ __VA_ARGS__ }) /  \
			      sizeof(struct expected))

/*
 * Writes to the devices.
 */

static void the_speaker_gets_divisors_where_the_byte_changes(void **state)
{
	(void)state;
	start(EXH_AUDIO_SPEAKER);
	tick(1);
	assert_int_equal(engine.sound.services, 2);
	exh_keen_play_sound(&engine, TWO_TONES);
	tick(3);
	/* The sound's three services are 2, 3 and 4; the third one ends it. */
	ASSERT_WRITES(EXH_AUDIO_SPEAKER, { 2, 0, 600 }, { 4, 0, 1200 }, { 4, 0, 0 });
	assert_int_equal(engine.sound.services, 8);
	assert_false(engine.sound.playing);
}

static void a_pause_of_the_speaker_is_one_write(void **state)
{
	(void)state;
	start(EXH_AUDIO_SPEAKER);
	exh_keen_play_sound(&engine, PAUSE);
	tick(2);
	ASSERT_WRITES(EXH_AUDIO_SPEAKER, { 0, 0, 420 }, { 1, 0, 0 }, { 3, 0, 420 },
		      { 3, 0, 0 });
}

/* QUIRK: a sound starts as if 255 were the current byte. */
static void a_first_255_leaves_the_tone_of_the_sound_before(void **state)
{
	(void)state;
	start(EXH_AUDIO_SPEAKER);
	exh_keen_play_sound(&engine, TWO_TONES);
	tick(1);
	exh_keen_play_sound(&engine, KEEPS_TONE);
	tick(3);
	ASSERT_WRITES(EXH_AUDIO_SPEAKER, { 0, 0, 600 }, { 4, 0, 540 }, { 5, 0, 15300 },
		      { 6, 0, 540 }, { 6, 0, 0 });
}

static void adlib_gets_its_instrument_then_notes(void **state)
{
	(void)state;
	start(EXH_AUDIO_ADLIB);
	tick(1);
	exh_keen_play_sound(&engine, PAUSE);
	tick(3);
	ASSERT_WRITES(EXH_AUDIO_ADLIB, { 0, 0xbd, 0 }, { 2, 0xb0, 0 }, { 2, 0x20, 0x21 },
		      { 2, 0x40, 0x12 }, { 2, 0x60, 0xf4 }, { 2, 0x80, 0x35 },
		      { 2, 0xe0, 1 }, { 2, 0x23, 0x22 }, { 2, 0x43, 0x04 },
		      { 2, 0x63, 0xf3 }, { 2, 0x83, 0x56 }, { 2, 0xe3, 2 },
		      { 2, 0xa0, 7 }, { 2, 0xb0, 0x30 }, { 3, 0xb0, 0 }, { 4, 0xb0, 0 },
		      { 5, 0xa0, 7 }, { 5, 0xb0, 0x30 }, { 5, 0xb0, 0 });
}

static void the_card_is_set_up_before_a_sound_of_the_first_frame(void **state)
{
	(void)state;
	start(EXH_AUDIO_ADLIB);
	exh_keen_play_sound(&engine, LOUDER);
	assert_int_equal(write_count, 1 + AUDIO_START_WRITES);
	assert_int_equal(writes[0].reg, 0xbd);
	assert_int_equal(writes[1].reg, 0xb0);
	tick(1);
	assert_int_equal(write_count, 1 + AUDIO_START_WRITES + 2 + 3);
}

/* The device of a loaded state has received nothing yet. */
static void a_resumed_sound_tells_its_device_again(void **state)
{
	(void)state;
	start(EXH_AUDIO_SPEAKER);
	exh_keen_play_sound(&engine, PAUSE);
	tick(1);
	write_count = 0;
	engine.sound.resumed = true;
	tick(1);
	ASSERT_WRITES(EXH_AUDIO_SPEAKER, { 2, 0, 0 }, { 3, 0, 420 }, { 3, 0, 0 });
	start(EXH_AUDIO_ADLIB);
	exh_keen_play_sound(&engine, PAUSE);
	tick(1);
	write_count = 0;
	engine.sound.resumed = true;
	tick(1);
	assert_int_equal(write_count, AUDIO_START_WRITES + 1 + 3);
	assert_int_equal(writes[1].reg, 0x20);
	assert_int_equal(writes[1].value, 0x21);
	tick(1);
	assert_false(engine.sound.resumed);
	assert_int_equal(write_count, AUDIO_START_WRITES + 1 + 3);
}

/*
 * Priorities.
 */

static void a_lower_priority_waits_its_turn(void **state)
{
	(void)state;
	start(EXH_AUDIO_SPEAKER);
	exh_keen_play_sound(&engine, LOUDER);
	assert_int_equal(engine.sound.priority, 21);
	exh_keen_play_sound(&engine, TWO_TONES);
	assert_int_equal(engine.sound.number, LOUDER);
	tick(1); /* the sound is over */
	assert_int_equal(engine.sound.priority, 0);
	assert_int_equal(engine.sound.number, 0);
	exh_keen_play_sound(&engine, TWO_TONES);
	assert_true(engine.sound.playing);
	assert_int_equal(engine.sound.number, TWO_TONES);
	tick(1);
	ASSERT_WRITES(EXH_AUDIO_SPEAKER, { 0, 0, 60 }, { 1, 0, 120 }, { 1, 0, 0 },
		      { 2, 0, 600 });
}

static void the_same_or_a_higher_one_replaces(void **state)
{
	(void)state;
	start(EXH_AUDIO_SPEAKER);
	exh_keen_play_sound(&engine, TWO_TONES);
	tick(1);
	exh_keen_play_sound(&engine, PAUSE);
	assert_int_equal(engine.sound.number, PAUSE);
	assert_int_equal(engine.sound.place, 0);
	exh_keen_play_sound(&engine, LOUDER);
	assert_int_equal(engine.sound.number, LOUDER);
	exh_keen_play_sound(&engine, LOUDER);
	tick(1);
	ASSERT_WRITES(EXH_AUDIO_SPEAKER, { 0, 0, 600 }, { 2, 0, 60 }, { 3, 0, 120 },
		      { 3, 0, 0 });
}

static void all_that_are_asked_for_are_kept_in_order(void **state)
{
	static const uint8_t expected[] = { LOUDER, TWO_TONES, EMPTY, MISSING, 27 };

	(void)state;
	start(EXH_AUDIO_SPEAKER);
	for (size_t i = 0; i < sizeof expected; i++)
		exh_keen_play_sound(&engine, expected[i]);
	assert_int_equal(engine.frame_sound_count, sizeof expected);
	assert_memory_equal(engine.frame_sounds, expected, sizeof expected);
	for (size_t i = sizeof expected; i < 100; i++)
		exh_keen_play_sound(&engine, PAUSE);
	assert_int_equal(engine.frame_sound_count, 100);
	assert_int_equal(engine.frame_sounds[EXH_KEEN_FRAME_SOUNDS - 1], PAUSE);
	assert_int_equal(engine.sound.number, LOUDER);
}

static void a_sound_without_a_byte_changes_nothing(void **state)
{
	struct sound before;

	(void)state;
	start(EXH_AUDIO_SPEAKER);
	exh_keen_play_sound(&engine, EMPTY);
	assert_false(engine.sound.playing);
	exh_keen_play_sound(&engine, TWO_TONES);
	before = engine.sound;
	exh_keen_play_sound(&engine, EMPTY);
	exh_keen_play_sound(&engine, MISSING);
	exh_keen_play_sound(&engine, 1000);
	assert_memory_equal(&engine.sound, &before, sizeof before);
	tick(10);
	ASSERT_WRITES(EXH_AUDIO_SPEAKER, { 0, 0, 600 }, { 2, 0, 1200 }, { 2, 0, 0 });
}

static void without_a_device_sounds_are_asked_for_and_time_goes_on(void **state)
{
	(void)state;
	start(EXH_AUDIO_NONE);
	exh_keen_play_sound(&engine, TWO_TONES);
	tick(5);
	assert_int_equal(engine.frame_sound_count, 1);
	assert_int_equal(engine.sound.services, 10);
	assert_false(engine.sound.playing);
	assert_int_equal(write_count, 0);
}

static void a_game_without_sounds_is_silent(void **state)
{
	static const struct exh_keen_game silent = { 0 };

	(void)state;
	start(EXH_AUDIO_ADLIB);
	engine.game = &silent;
	engine.states = exh_keen_states;
	exh_keen_play_sound(&engine, 3);
	tick(5);
	ASSERT_WRITES(EXH_AUDIO_ADLIB, { 0, 0xbd, 0 });
}

/* A saved state may have any offset. */
static void a_place_after_the_end_ends_the_sound(void **state)
{
	(void)state;
	start(EXH_AUDIO_SPEAKER);
	exh_keen_play_sound(&engine, TWO_TONES);
	engine.sound.place = UINT32_MAX;
	tick(1);
	assert_false(engine.sound.playing);
	exh_keen_play_sound(&engine, TWO_TONES);
	engine.sound.number = 200;
	tick(1);
	assert_false(engine.sound.playing);
	assert_int_equal(write_count, 0);
}

static void the_state_does_not_depend_on_who_listens(void **state)
{
	static struct exh_keen_engine heard;
	uint64_t seed = 3;

	(void)state;
	for (enum exh_audio_device device = EXH_AUDIO_NONE; device <= EXH_AUDIO_ADLIB;
	     device++) {
		start(device);
		heard = engine;
		engine.host = NULL;
		for (int i = 0; i < 500; i++) {
			const unsigned number = roll(&seed, MISSING + 1);

			if (!roll(&seed, 4)) {
				exh_keen_play_sound(&engine, number);
				exh_keen_play_sound(&heard, number);
			}
			exh_keen_sound_tick(&engine);
			exh_keen_sound_tick(&heard);
			assert_memory_equal(&engine.sound, &heard.sound,
					    sizeof heard.sound);
		}
		assert_true(device == EXH_AUDIO_NONE || write_count > 100);
	}
}

static void a_sound_is_an_event(void **state)
{
	static const struct exh_host tracer = { .trace = keep_event };

	(void)state;
	start(EXH_AUDIO_SPEAKER);
	exh_keen_play_sound(&engine, LOUDER);
	assert_int_equal(event_count, 0);
	engine.host = &tracer;
	exh_keen_play_sound(&engine, TWO_TONES);
	assert_int_equal(event_count, 1);
	assert_string_equal(last_event.name, "sound");
	assert_int_equal(last_event.count, 3);
	assert_string_equal(last_event.fields[0].key, "number");
	assert_int_equal(last_event.fields[0].number, TWO_TONES);
	assert_string_equal(last_event.fields[1].key, "priority");
	assert_int_equal(last_event.fields[1].number, 20);
	assert_string_equal(last_event.fields[2].key, "heard");
	assert_int_equal(last_event.fields[2].number, 0);
	exh_keen_play_sound(&engine, LOUDER);
	assert_int_equal(last_event.fields[2].number, 1);
}

/*
 * Samples of a run in which one sound is played, and of only the sound, as snd2wav makes
 * them.
 */

enum { MAX_SAMPLES = 400 * EXH_KEEN_EFFECT_CLOCKS / EXH_PIT_CLOCKS_PER_SAMPLE };

static int16_t found[MAX_SAMPLES], expected_samples[MAX_SAMPLES];
static struct exh_audio_player player;

static void make_until(uint64_t service)
{
	const size_t end = (size_t)exh_audio_length(&player, service);

	assert_true(end <= MAX_SAMPLES);
	exh_audio_render(&player, found + player.position, end - player.position);
}

static void play_write(void *context, const struct exh_audio_write *write)
{
	(void)context;
	make_until(write->time);
	assert_true(exh_audio_feed(&player, write));
}

/* Plays number at that tick; returns samples made. */
static size_t run(enum exh_audio_device device, unsigned number, unsigned at_tick,
		  unsigned ticks)
{
	static const struct exh_host host = { .audio = play_write };

	exh_audio_start(&player, EXH_KEEN_EFFECT_CLOCKS);
	engine.host = &host;
	exh_keen_sound_start(&engine, device);
	for (unsigned i = 0; i < ticks; i++) {
		if (i == at_tick)
			exh_keen_play_sound(&engine, number);
		exh_keen_sound_tick(&engine);
		make_until(engine.sound.services);
	}
	return (size_t)player.position;
}

static void make_speaker_alone(const struct exh_keen_effect *sound, size_t count)
{
	struct exh_keen_speaker_cursor cursor = { .effect = sound };

	exh_keen_speaker_render(&cursor, EXH_PIT_CLOCKS_PER_SAMPLE, true,
				expected_samples, count);
}

static void make_adlib_alone(const struct exh_keen_effect *sound, size_t count)
{
	static int32_t sums[MAX_SAMPLES];
	struct exh_keen_effect_cursor cursor = { .effect = sound };
	struct exh_opl2_spacing spacing = { .source = exh_keen_effect_play(&cursor) };
	struct exh_opl2_player chip;

	exh_opl2_player_start(&chip, exh_opl2_space(&spacing));
	exh_opl2_player_mix(&chip, EXH_OPL2_ALL_CHANNELS, sums, count);
	for (size_t i = 0; i < count; i++)
		expected_samples[i] = (int16_t)sums[i];
}

static void assert_silence(const int16_t *samples, size_t count)
{
	for (size_t i = 0; i < count; i++)
		assert_int_equal(samples[i], 0);
}

/* Services that are multiples of 24 are at the start of a sample: 12 ticks. */
static void check_rendering(unsigned number)
{
	const struct exh_keen_game *of = engine.game;
	size_t count, before;

	count = run(EXH_AUDIO_SPEAKER, number, 0, 170);
	make_speaker_alone(&of->speaker_sounds[number], count);
	assert_memory_equal(found, expected_samples, count * sizeof *found);

	count = run(EXH_AUDIO_SPEAKER, number, 12, 182);
	before = EXH_KEEN_EFFECT_CLOCKS;
	assert_silence(found, before);
	assert_memory_equal(found + before, expected_samples,
			    (count - before) * sizeof *found);

	count = run(EXH_AUDIO_ADLIB, number, 0, 170);
	make_adlib_alone(&of->adlib_sounds[number], count);
	assert_memory_equal(found, expected_samples, count * sizeof *found);
}

static void a_run_of_one_sound_has_the_samples_of_the_sound(void **state)
{
	uint8_t data[300];
	uint64_t seed = 5;

	(void)state;
	for (int i = 0; i < 4; i++) {
		start(EXH_AUDIO_NONE);
		roll_bytes(&seed, data, sizeof data);
		for (size_t at = 0; at < sizeof data; at += 7)
			data[at] = 0;
		sounds[LOUDER] = effect(data, 1 + roll(&seed, sizeof data), 5);
		roll_bytes(&seed, sounds[LOUDER].instrument, 10);
		check_rendering(LOUDER);
	}
	start(EXH_AUDIO_NONE);
	for (unsigned number = 0; number < EMPTY; number++)
		check_rendering(number);
}

/* All effects of the real game. */
static void the_game_s_sounds_have_their_samples(void **state)
{
	struct exh_bytes archive = load_game_file("keen-dreams-1.13/KDREAMS.AUD");
	struct exh_bytes head = load_game_file("keen-dreams-1.13/AUDIOHHD.KDR");
	struct exh_bytes dict = load_game_file("keen-dreams-1.13/AUDIODCT.KDR");
	struct exh_arena arena = { .limit = 1 << 24 };
	struct exh_keen_effect of[2][EXH_KEEN_SOUNDS];
	struct exh_keen_game real = { .sound_count = EXH_KEEN_SOUNDS,
				      .speaker_sounds = of[0],
				      .adlib_sounds = of[1] };
	struct exh_keen_audio audio;

	(void)state;
	if (!archive.data)
		skip();
	assert_int_equal(
		exh_keen_audio_open(archive, head, dict, &arena, &audio, NULL, NULL),
		EXH_OK);
	for (size_t i = 0; i < 2 * (size_t)EXH_KEEN_SOUNDS; i++) {
		struct exh_bytes chunk;

		assert_int_equal(
			exh_keen_audio_chunk(&audio, i, &arena, &chunk, NULL, NULL),
			EXH_OK);
		assert_int_equal(exh_keen_effect_open(
					 chunk, i >= EXH_KEEN_SOUNDS,
					 &of[i / EXH_KEEN_SOUNDS][i % EXH_KEEN_SOUNDS],
					 NULL, NULL),
				 EXH_OK);
	}
	start(EXH_AUDIO_NONE);
	engine.game = &real;
	engine.states = exh_keen_states;
	for (unsigned i = 0; i < EXH_KEEN_SOUNDS; i++)
		if (of[0][i].data.size && of[1][i].data.size)
			check_rendering(i);
	exh_arena_free(&arena);
	free((void *)archive.data);
	free((void *)head.data);
	free((void *)dict.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_speaker_gets_divisors_where_the_byte_changes),
		cmocka_unit_test(a_pause_of_the_speaker_is_one_write),
		cmocka_unit_test(a_first_255_leaves_the_tone_of_the_sound_before),
		cmocka_unit_test(adlib_gets_its_instrument_then_notes),
		cmocka_unit_test(the_card_is_set_up_before_a_sound_of_the_first_frame),
		cmocka_unit_test(a_resumed_sound_tells_its_device_again),
		cmocka_unit_test(a_lower_priority_waits_its_turn),
		cmocka_unit_test(the_same_or_a_higher_one_replaces),
		cmocka_unit_test(all_that_are_asked_for_are_kept_in_order),
		cmocka_unit_test(a_sound_without_a_byte_changes_nothing),
		cmocka_unit_test(without_a_device_sounds_are_asked_for_and_time_goes_on),
		cmocka_unit_test(a_game_without_sounds_is_silent),
		cmocka_unit_test(a_place_after_the_end_ends_the_sound),
		cmocka_unit_test(the_state_does_not_depend_on_who_listens),
		cmocka_unit_test(a_sound_is_an_event),
		cmocka_unit_test(a_run_of_one_sound_has_the_samples_of_the_sound),
		cmocka_unit_test(the_game_s_sounds_have_their_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
