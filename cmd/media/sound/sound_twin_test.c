#include "sound.h"
#include "testing.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Two files of a sound in a folder. The format follows from the content. */
struct pair {
	char folder[64], own[80], twin[80];
};

static void put(const char *path, int16_t sample)
{
	const struct sound_kind kind = {
		.format = SOUND_WAV, .rate_hz = 8000, .channel_count = 1, .frame_count = 1
	};
	struct sound_file file;

	assert_false(sound_open(&file, path, &kind, false, NULL));
	assert_false(sound_write(&file, &sample, 1, NULL));
	assert_false(sound_close(&file, EXH_OK, NULL));
}

static void set_time(const char *path, long seconds, long nanoseconds)
{
	const struct timespec times[2] = { { 1, 0 }, { seconds, nanoseconds } };

	assert_false(utimensat(AT_FDCWD, path, times, 0));
}

static void start(struct pair *pair)
{
	strcpy(pair->folder, "/tmp/exhume-twin-XXXXXX");
	assert_non_null(mkdtemp(pair->folder));
	snprintf(pair->own, sizeof pair->own, "%s/a.flac", pair->folder);
	snprintf(pair->twin, sizeof pair->twin, "%s/a.wav", pair->folder);
}

static void end(const struct pair *pair)
{
	unlink(pair->own);
	unlink(pair->twin);
	assert_int_equal(rmdir(pair->folder), 0);
}

static void the_other_ending_is_the_twins(void **state)
{
	static const char *const names[][2] = {
		{ "a.RAW.flac", "a.RAW.wav" },
		{ "b/a.WAV", "b/a.flac" },
		{ "a.wav.imf", NULL },
		{ "wav", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *twin = sound_twin(names[i][0]);

		assert_int_equal(twin != NULL, names[i][1] != NULL);
		if (twin)
			assert_string_equal(twin, names[i][1]);
		free(twin);
	}
}

/* The format follows from the content. */
static void the_newer_one_counts_and_at_equal_times_the_twin(void **state)
{
	static const struct {
		long seconds, nanoseconds;
		bool counts;
	} twins[] = { { 1000, 501, true },
		      { 1000, 500, true },
		      { 1000, 499, false },
		      { 999, 900, false } };
	struct pair pair;

	(void)state;
	start(&pair);
	assert_false(sound_twin_counts(pair.own, pair.twin, NULL));
	put(pair.own, 1);
	assert_false(sound_twin_counts(pair.own, pair.twin, NULL));
	put(pair.twin, 2);
	set_time(pair.own, 1000, 500);
	for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
		set_time(pair.twin, twins[i].seconds, twins[i].nanoseconds);
		assert_int_equal(sound_twin_counts(pair.own, pair.twin, NULL),
				 twins[i].counts);
	}
	unlink(pair.own);
	assert_true(sound_twin_counts(pair.own, pair.twin, NULL));
	end(&pair);
}

static void a_copy_with_the_same_samples_does_not_count(void **state)
{
	struct pair pair;

	(void)state;
	start(&pair);
	put(pair.own, 1);
	put(pair.twin, 1);
	set_time(pair.own, 1000, 0);
	assert_false(sound_twin_counts(pair.own, pair.twin, NULL));
	end(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_other_ending_is_the_twins),
		cmocka_unit_test(the_newer_one_counts_and_at_equal_times_the_twin),
		cmocka_unit_test(a_copy_with_the_same_samples_does_not_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
