#include "exhume/engine.h"
#include "exhume/keen_audio.h"
#include "exhume/advanced/engine.h"

#include "../base/testing.h"

enum {
	CLOCKS = EXH_KEEN_EFFECT_CLOCKS,
	SERVICES = 300,
	MAX_SAMPLES = 110000,
	FIRST = 1000, /* service */
};

static struct exh_audio_player player; /* large */

static struct exh_audio_write write_at(uint64_t time, uint64_t *seed)
{
	static const enum exh_audio_device devices[] = {
		EXH_AUDIO_ADLIB, EXH_AUDIO_ADLIB, EXH_AUDIO_SPEAKER,
		EXH_AUDIO_TANDY, EXH_AUDIO_MIDI,
	};

	return (struct exh_audio_write){ time, devices[roll(seed, 5)],
					 (uint8_t)roll(seed, 256),
					 (uint16_t)roll(seed, 256) };
}

/* Feeds random writes to all devices, from service FIRST on. */
static void take_random(struct exh_audio_track *track, uint64_t seed)
{
	for (uint64_t service = 0; service < SERVICES; service++)
		for (unsigned n = roll(&seed, 12); n; n--) {
			const struct exh_audio_write write =
				write_at(FIRST + service, &seed);

			exh_audio_track_take(track, &write);
		}
	assert_false(track->failed);
	assert_true(track->count > 1000);
}

static size_t length(uint64_t services)
{
	return (size_t)exh_audio_length(&player, services);
}

/* Reference without the track's own rendering: makes all samples before a write, then
 * feeds the write. */
static void render_plainly(const struct exh_audio_track *track, int16_t *out)
{
	exh_audio_start(&player, CLOCKS);
	for (size_t i = 0; i < track->count; i++) {
		const size_t at = length(track->writes[i].time);

		exh_audio_render(&player, out + player.position, at - player.position);
		exh_audio_feed(&player, &track->writes[i]);
	}
	exh_audio_render(&player, out + player.position,
			 length(SERVICES) - player.position);
}

static void samples_do_not_depend_on_how_many_are_made_at_once(void **state)
{
	static int16_t expected[MAX_SAMPLES], found[MAX_SAMPLES];
	static const unsigned pieces[] = { 1, 100, 5000, MAX_SAMPLES };
	struct exh_audio_track track = { 0 };

	(void)state;
	exh_audio_track_start(&track, FIRST);
	take_random(&track, 3);
	render_plainly(&track, expected);
	assert_true(player.chip.touched && player.has_tandy);
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		uint64_t seed = i + 1;
		size_t next = 0, total = length(SERVICES), count;

		exh_audio_start(&player, CLOCKS);
		for (size_t done = 0; done < total; done += count) {
			count = 1 + roll(&seed, pieces[i]);
			count = count < total - done ? count : total - done;
			exh_audio_track_render(&track, &next, &player, found + done,
					       count);
		}
		assert_memory_equal(found, expected, total * sizeof *found);
	}
	exh_audio_track_free(&track);
}

/* A write at the very end of a step waits for the next step. */
static void steps_sound_as_the_whole(void **state)
{
	static int16_t expected[MAX_SAMPLES], found[MAX_SAMPLES];
	struct exh_audio_track whole = { 0 }, step = { 0 };
	size_t taken = 0, next = 0, most = 0;
	uint64_t seed = 9;

	(void)state;
	exh_audio_track_start(&whole, FIRST);
	exh_audio_track_start(&step, FIRST);
	take_random(&whole, 5);
	render_plainly(&whole, expected);
	exh_audio_start(&player, CLOCKS);
	for (uint64_t end = 0; end < SERVICES;) {
		const uint64_t passed = 1 + roll(&seed, 9);

		end = end + passed < SERVICES ? end + passed : SERVICES;
		while (taken < whole.count && whole.writes[taken].time <= end) {
			struct exh_audio_write write = whole.writes[taken++];

			write.time += FIRST;
			exh_audio_track_take(&step, &write);
		}
		exh_audio_track_render(&step, &next, &player, found + player.position,
				       length(end) - player.position);
		exh_audio_track_forget(&step, &next);
		assert_int_equal(next, 0);
		most = step.count > most ? step.count : most;
	}
	assert_true(most > 0 && most < 24);
	assert_memory_equal(found, expected, length(SERVICES) * sizeof *found);
	exh_audio_track_free(&whole);
	exh_audio_track_free(&step);
}

static void times_count_from_the_first_service(void **state)
{
	struct exh_audio_track track = { 0 };
	struct exh_audio_write write = { 999, EXH_AUDIO_SPEAKER, 0, 60 };

	(void)state;
	exh_audio_track_start(&track, 1000);
	exh_audio_track_take(&track, &write); /* before the first service: ignored */
	write.time = 1000;
	exh_audio_track_take(&track, &write);
	write.time = 1002;
	exh_audio_track_take(&track, &write);
	assert_int_equal(track.count, 2);
	assert_int_equal(track.writes[0].time, 0);
	assert_int_equal(track.writes[1].time, 2);
	/* A clock that was set back by more than its current time. */
	track.first_service = (uint64_t)-5;
	exh_audio_track_take(&track, &(struct exh_audio_write){ .time = 1 });
	assert_int_equal(track.writes[2].time, 6);
	exh_audio_track_start(&track, 7);
	assert_int_equal(track.count, 0);
	assert_int_equal(track.first_service, 7);
	exh_audio_track_free(&track);
}

/* A sweep of the speaker that only a queue of twice the size would hold. */
static void a_queue_that_is_full_is_emptied_by_samples(void **state)
{
	static int16_t expected[MAX_SAMPLES], found[MAX_SAMPLES];
	struct exh_audio_track track = { 0 };
	size_t next = 0;

	(void)state;
	exh_audio_track_start(&track, 0);
	for (unsigned i = 0; i < 2 * EXH_AUDIO_WAITING; i++)
		exh_audio_track_take(&track,
				     &(struct exh_audio_write){ i / 8, EXH_AUDIO_SPEAKER,
								0, (uint16_t)(500 + i) });
	render_plainly(&track, expected);
	exh_audio_start(&player, CLOCKS);
	exh_audio_track_render(&track, &next, &player, found, length(SERVICES));
	assert_int_equal(next, track.count);
	assert_memory_equal(found, expected, length(SERVICES) * sizeof *found);
	exh_audio_track_free(&track);
}

/* Such writes are ignored; later sound goes on. */
static void what_a_player_can_not_hold_is_not_heard(void **state)
{
	static int16_t expected[1000], found[1000];
	struct exh_audio_track track = { 0 };
	size_t next = 0;

	(void)state;
	exh_audio_track_start(&track, 0);
	exh_audio_start(&player, CLOCKS);
	for (unsigned i = 0; i < 2 * EXH_AUDIO_WAITING; i++) {
		const struct exh_audio_write write = { 0, EXH_AUDIO_SPEAKER, 0,
						       (uint16_t)(500 + i) };

		exh_audio_track_take(&track, &write);
		assert_int_equal(exh_audio_feed(&player, &write), i < EXH_AUDIO_WAITING);
	}
	exh_audio_render(&player, expected, 1000);
	exh_audio_start(&player, CLOCKS);
	exh_audio_track_render(&track, &next, &player, found, 1000);
	assert_int_equal(next, track.count);
	assert_memory_equal(found, expected, sizeof found);
	exh_audio_track_free(&track);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_do_not_depend_on_how_many_are_made_at_once),
		cmocka_unit_test(steps_sound_as_the_whole),
		cmocka_unit_test(times_count_from_the_first_service),
		cmocka_unit_test(a_queue_that_is_full_is_emptied_by_samples),
		cmocka_unit_test(what_a_player_can_not_hold_is_not_heard),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
