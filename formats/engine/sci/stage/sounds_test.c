/*
 * DoSound against values worked out by hand from sci0-vm 4.9 and sci0-vm-notes 1.13, 1.14
 * and 10.
 */
#include "resources_testing.h"

#include "stage.h"

enum { INIT, PLAY, NOTHING, KILL, ON, STOP, PAUSE, RESUME, VOLUME, UPDATE, FADE, VOICES };

/* Cue 5 at tick 10, a cumulative cue of 3 at 20, the end at 30. */
static const uint8_t events[] = { 10, 0xcf, 5, 10, 0xbf, 0x60, 3, 10, 0xfc };

static void start(struct stage_resources *r)
{
	uint8_t sound[33 + sizeof events] = { 0 };

	r->arena.limit = 1 << 20;
	sound[1] = 1; /* channel 0: a voice of AdLib */
	sound[2] = 4;
	memcpy(sound + 33, events, sizeof events);
	add_part(r, EXH_SCI_SOUND, 1, (struct exh_bytes){ sound, sizeof sound, 0 });
	start_stage(r);
	for (int i = 0; i < 3; i++) {
		tested_set(&r->t, r->t.objects[i], "number", N(1));
		tested_set(&r->t, r->t.objects[i], "loop", N(1));
	}
}

static int get(struct stage_resources *r, unsigned object, const char *name)
{
	return (int16_t)tested_get(&r->t, r->t.objects[object], name).offset;
}

static void set(struct stage_resources *r, unsigned object, const char *name, int value)
{
	tested_set(&r->t, r->t.objects[object], name, N(value));
}

static int sound(struct stage_resources *r, int function, unsigned object)
{
	return RESULT(r, "DoSound", N(function), r->t.objects[object]);
}

/* Lets the game ask for events at a tick; returns the signal, and clears it. */
static int signal_at(struct stage_resources *r, uint64_t tick, unsigned object)
{
	int found;

	r->t.s->tick = tick;
	CALL(r, "GetEvent", N(0), r->t.objects[5]);
	found = get(r, object, "signal");
	set(r, object, "signal", 0);
	return found;
}

static void cues_come_at_their_ticks(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start(&r);
	sound(&r, INIT, 0);
	assert_int_equal(get(&r, 0, "state"), 1);
	assert_int_equal(get(&r, 0, "handle"), r.t.objects[0].offset);
	sound(&r, PLAY, 0);
	assert_int_equal(get(&r, 0, "state"), 3);
	assert_int_equal(signal_at(&r, 9, 0), 0);
	assert_int_equal(signal_at(&r, 10, 0), 5);
	assert_int_equal(signal_at(&r, 19, 0), 0);
	assert_int_equal(signal_at(&r, 20, 0), 127 + 3);
	assert_int_equal(signal_at(&r, 29, 0), 0);
	assert_int_equal(signal_at(&r, 30, 0), -1);
	assert_int_equal(get(&r, 0, "state"), 0);
	assert_int_equal(signal_at(&r, 90, 0), 0);
	end_stage(&r);
}

/* One cue a poll, when the last one was taken. */
static void cues_wait_for_each_other(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start(&r);
	sound(&r, PLAY, 0);
	r.t.s->tick = 200;
	CALL(&r, "GetEvent", N(0), r.t.objects[5]);
	CALL(&r, "GetEvent", N(0), r.t.objects[5]);
	assert_int_equal(signal_at(&r, 200, 0), 5);
	assert_int_equal(signal_at(&r, 200, 0), 130);
	assert_int_equal(signal_at(&r, 200, 0), -1);
	assert_int_equal(signal_at(&r, 200, 0), 0);
	end_stage(&r);
}

static void songs_are_played_as_often_as_loop_says(void **state)
{
	static const int loops[][2] = { { 0, 1 }, { 1, 1 }, { 2, 2 }, { 3, 3 } };

	(void)state;
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
		struct stage_resources r = { .part_count = 0 };

		start(&r);
		set(&r, 0, "loop", loops[i][0]);
		sound(&r, PLAY, 0);
		for (int pass = 0; pass < loops[i][1]; pass++) {
			assert_int_equal(signal_at(&r, (uint64_t)pass * 30 + 10, 0), 5);
			/* The cue count continues from pass to pass. */
			assert_int_equal(signal_at(&r, (uint64_t)pass * 30 + 20, 0),
					 127 + 3 * (pass + 1));
		}
		assert_int_equal(get(&r, 0, "state"), 3);
		assert_int_equal(signal_at(&r, (uint64_t)loops[i][1] * 30, 0), -1);
		assert_int_equal(get(&r, 0, "loop"), 0);
		end_stage(&r);
	}
}

static void songs_may_be_endless(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start(&r);
	set(&r, 0, "loop", -1);
	sound(&r, PLAY, 0);
	for (uint64_t pass = 0; pass < 20; pass++) {
		assert_int_equal(signal_at(&r, pass * 30 + 10, 0), 5);
		signal_at(&r, pass * 30 + 20, 0);
	}
	assert_int_equal(get(&r, 0, "loop"), -1);
	assert_int_equal(get(&r, 0, "state"), 3);
	end_stage(&r);
}

static void the_highest_priority_is_heard(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start(&r);
	set(&r, 0, "priority", 1);
	set(&r, 1, "priority", 5);
	set(&r, 2, "priority", 5);
	sound(&r, PLAY, 0);
	signal_at(&r, 6, 0);
	sound(&r, PLAY, 1);
	assert_int_equal(get(&r, 0, "state"), 2);
	assert_int_equal(get(&r, 1, "state"), 3);
	sound(&r, PLAY, 2); /* not higher: blocked */
	assert_int_equal(get(&r, 1, "state"), 3);
	assert_int_equal(get(&r, 2, "state"), 2);
	assert_int_equal(signal_at(&r, 16, 1), 5);
	sound(&r, STOP, 1);
	assert_int_equal(get(&r, 1, "signal"), 0);
	assert_int_equal(get(&r, 1, "state"), 0);
	assert_int_equal(get(&r, 2, "state"), 3);
	assert_int_equal(signal_at(&r, 26, 2), 5);
	sound(&r, STOP, 2);
	/* The sound goes on where it was: 4 ticks before its cue. */
	assert_int_equal(get(&r, 0, "state"), 3);
	assert_int_equal(signal_at(&r, 29, 0), 0);
	assert_int_equal(signal_at(&r, 30, 0), 5);
	/* Another priority is read again. */
	sound(&r, PLAY, 1);
	set(&r, 0, "priority", 9);
	assert_int_equal(get(&r, 0, "state"), 2);
	sound(&r, UPDATE, 0);
	assert_int_equal(get(&r, 0, "state"), 3);
	assert_int_equal(get(&r, 1, "state"), 2);
	end_stage(&r);
}

static void the_next_song_goes_on_when_one_has_ended(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start(&r);
	set(&r, 0, "priority", 1);
	set(&r, 1, "priority", 5);
	sound(&r, PLAY, 0);
	signal_at(&r, 6, 0);
	sound(&r, PLAY, 1); /* from 6 to 36 */
	signal_at(&r, 36, 1);
	assert_int_equal(get(&r, 1, "state"), 0);
	assert_int_equal(get(&r, 0, "state"), 3);
	assert_int_equal(signal_at(&r, 39, 0), 0);
	assert_int_equal(signal_at(&r, 40, 0), 5);
	end_stage(&r);
}

static void pauses_stop_the_time_of_songs(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start(&r);
	sound(&r, PLAY, 0);
	signal_at(&r, 4, 0);
	assert_int_equal(RESULT(&r, "DoSound", N(PAUSE), N(1)), 0);
	assert_int_equal(signal_at(&r, 50, 0), 0);
	assert_int_equal(RESULT(&r, "DoSound", N(PAUSE), N(1)), 0);
	assert_int_equal(RESULT(&r, "DoSound", N(PAUSE), N(0)), 1);
	assert_int_equal(RESULT(&r, "DoSound", N(PAUSE), N(0)), 0);
	assert_int_equal(signal_at(&r, 55, 0), 0);
	assert_int_equal(signal_at(&r, 56, 0), 5);
	end_stage(&r);
}

static void settings_give_what_they_were(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start(&r);
	assert_int_equal(RESULT(&r, "DoSound", N(VOLUME), N(7)), 15);
	assert_int_equal(RESULT(&r, "DoSound", N(VOLUME)), 7);
	assert_int_equal(RESULT(&r, "DoSound", N(VOLUME)), 7);
	assert_int_equal(RESULT(&r, "DoSound", N(ON), N(0)), 1);
	assert_int_equal(RESULT(&r, "DoSound", N(ON), N(1)), 0);
	assert_int_equal(RESULT(&r, "DoSound", N(ON)), 1);
	assert_int_equal(RESULT(&r, "DoSound", N(VOICES)), 9);
	assert_int_equal(RESULT(&r, "DoSound", N(NOTHING)), 0);
	assert_int_equal(RESULT(&r, "DoSound", N(12)), 0);
	end_stage(&r);
}

static void fading_songs_end(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start(&r);
	set(&r, 0, "loop", -1);
	sound(&r, PLAY, 0);
	sound(&r, FADE, 0);
	for (uint64_t tick = 0; tick < 260; tick += 5)
		signal_at(&r, tick, 0);
	assert_int_equal(get(&r, 0, "state"), 3);
	signal_at(&r, 260, 0); /* a cue of the song may come first */
	assert_int_equal(get(&r, 0, "state"), 0);
	sound(&r, FADE, 0); /* not playing */
	assert_int_equal(get(&r, 0, "signal"), -1);
	end_stage(&r);
}

static void sounds_that_are_not_there_end_at_once(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start(&r);
	set(&r, 0, "number", 77);
	set(&r, 0, "handle", 5);
	set(&r, 0, "state", 2);
	sound(&r, INIT, 0);
	assert_int_equal(get(&r, 0, "handle"), 0);
	assert_int_equal(get(&r, 0, "state"), 2);
	sound(&r, PLAY, 0);
	assert_int_equal(signal_at(&r, 1, 0), -1);
	/* Another number is another sound. */
	sound(&r, PLAY, 1);
	set(&r, 1, "number", 77);
	sound(&r, PLAY, 1);
	assert_int_equal(signal_at(&r, 2, 1), -1);
	/* Stop does not signal; Kill takes the handle. */
	set(&r, 1, "number", 1);
	sound(&r, PLAY, 1);
	sound(&r, STOP, 1);
	assert_int_equal(get(&r, 1, "signal"), 0);
	sound(&r, PLAY, 1);
	sound(&r, KILL, 1);
	assert_int_equal(get(&r, 1, "handle"), 0);
	assert_int_equal(signal_at(&r, 90, 1), 0);
	end_stage(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cues_come_at_their_ticks),
		cmocka_unit_test(cues_wait_for_each_other),
		cmocka_unit_test(songs_are_played_as_often_as_loop_says),
		cmocka_unit_test(songs_may_be_endless),
		cmocka_unit_test(the_highest_priority_is_heard),
		cmocka_unit_test(the_next_song_goes_on_when_one_has_ended),
		cmocka_unit_test(pauses_stop_the_time_of_songs),
		cmocka_unit_test(settings_give_what_they_were),
		cmocka_unit_test(fading_songs_end),
		cmocka_unit_test(sounds_that_are_not_there_end_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
