#include "sound.h"
#include "testing.h"

#include <sys/stat.h>
#include <unistd.h>

/* A folder that is empty before and after the test. */
struct place {
	char folder[64], path[80];
};

static void make_place(struct place *place)
{
	strcpy(place->folder, "/tmp/exhume-sound-XXXXXX");
	assert_non_null(mkdtemp(place->folder));
	snprintf(place->path, sizeof place->path, "%s/a.wav", place->folder);
}

/* Fails if files other than the one are left. */
static void leave_place(const struct place *place)
{
	unlink(place->path);
	assert_int_equal(rmdir(place->folder), 0);
}

static const struct sound_kind short_mono = {
	.format = SOUND_WAV, .rate_hz = 49716, .channel_count = 1, .frame_count = 3
};

static void write_all(const struct place *place, const struct sound_kind *kind,
		      const int16_t *samples)
{
	struct sound_file file;

	assert_int_equal(sound_open(&file, place->path, kind, false, NULL), EXH_OK);
	assert_int_equal(sound_write(&file, samples, kind->frame_count, NULL), EXH_OK);
	assert_int_equal(sound_close(&file, EXH_OK, NULL), EXH_OK);
}

static void assert_written(const struct place *place, const void *expected, size_t size)
{
	const struct exh_bytes found = load_file(place->path);

	assert_same_bytes(found, expected, size);
	free((void *)found.data);
}

static void a_wav_file_is_a_header_and_samples(void **state)
{
	static const int16_t samples[] = { 1, -2, 32767, -32768, 0, 258 };
	static const uint8_t mono[] = {
		'R',  'I',  'F', 'F', 42,  0,	0,   0, /* bytes from here on */
		'W',  'A',  'V', 'E', 'f', 'm', 't', ' ', 16, 0, 0,    0,    1,	   0,
		1,    0,	    /* PCM, channels */
		0x34, 0xc2, 0,	 0, /* 49716 Hz */
		0x68, 0x84, 1,	 0, /* bytes per second */
		2,    0,    16,	 0, /* bytes per frame, bits per sample */
		'd',  'a',  't', 'a', 6,   0,	0,   0,	  1,  0, 0xfe, 0xff, 0xff, 0x7f,
	};
	static const uint8_t stereo[] = {
		'R',  'I',  'F', 'F',  48,   0,	   0,  0, 'W',	'A',
		'V',  'E',  'f', 'm',  't',  ' ',  16, 0, 0,	0,
		1,    0,    2,	 0,    0x44, 0xac, 0,  0, /* 44100 Hz */
		0x10, 0xb1, 2,	 0,    4,    0,	   16, 0, 'd',	'a',
		't',  'a',  12,	 0,    0,    0,	   1,  0, 0xfe, 0xff,
		0xff, 0x7f, 0,	 0x80, 0,    0,	   2,  1,
	};
	struct sound_kind kind = short_mono;
	struct place place;

	(void)state;
	make_place(&place);
	write_all(&place, &kind, samples);
	assert_written(&place, mono, sizeof mono);
	unlink(place.path);
	kind.rate_hz = 44100;
	kind.channel_count = 2;
	write_all(&place, &kind, samples);
	assert_written(&place, stereo, sizeof stereo);
	leave_place(&place);
}

static void texts_are_padded_to_even_sizes_that_do_not_count(void **state)
{
	static const int16_t samples[] = { 0, 0, 0 };
	static const uint8_t list[] = {
		'L', 'I', 'S', 'T', 66,	  0,	0,   0,	  'I', 'N', 'F', 'O', 'I',
		'N', 'A', 'M', 3,   0,	  0,	0,   'a', 'b', 0,   0, /* odd: one more */
		'I', 'A', 'R', 'T', 4,	  0,	0,   0,	  'a', 'b', 'c', 0,   'I',
		'P', 'R', 'D', 2,   0,	  0,	0,   'x', 0,   'I', 'C', 'M', 'T',
		3,   0,	  0,   0,   0xc3, 0x84, 0,   0,	  'I', 'S', 'F', 'T', 7,
		0,   0,	  0,   'e', 'x',  'h',	'u', 'm', 'e', 0,   0,
	};
	struct sound_kind kind = short_mono;
	struct exh_bytes found;
	struct place place;

	(void)state;
	make_place(&place);
	kind.tags = (struct sound_tags){ "ab", "abc", "x", "\xc3\x84" };
	write_all(&place, &kind, samples);
	found = load_file(place.path);
	assert_int_equal(found.size, 44 + sizeof list + 6);
	assert_int_equal(found.data[4] | found.data[5] << 8, found.size - 8);
	assert_memory_equal(found.data + 36, list, sizeof list);
	assert_memory_equal(found.data + 36 + sizeof list, "data\6\0\0", 8);
	free((void *)found.data);
	leave_place(&place);
}

static void texts_that_are_empty_are_left_out(void **state)
{
	static const int16_t samples[] = { 0, 0, 0 };
	struct sound_kind kind = short_mono;
	struct exh_bytes found;
	struct place place;

	(void)state;
	make_place(&place);
	kind.tags = (struct sound_tags){ "", NULL, "", NULL };
	write_all(&place, &kind, samples);
	found = load_file(place.path);
	assert_int_equal(found.size, 44 + 6);
	free((void *)found.data);
	leave_place(&place);
}

static void markers_have_numbers_and_names(void **state)
{
	static const int16_t samples[] = { 0, 0, 0 };
	static const struct sound_marker markers[] = { { 0, "ab" }, { 2, "abc" } };
	static const uint8_t chunks[] = {
		'c', 'u', 'e', ' ', 52,	 0,  0, 0, 2, 0,   0,	0, /* count */
		1,   0,	  0,   0,   0,	 0,  0, 0,		   /* number, frame */
		'd', 'a', 't', 'a', 0,	 0,  0, 0, 0, 0,   0,	0, /* position */
		0,   0,	  0,   0,				   /* frame */
		2,   0,	  0,   0,   2,	 0,  0, 0,		   /**/
		'd', 'a', 't', 'a', 0,	 0,  0, 0, 0, 0,   0,	0,   2,	  0,   0,
		0,   'L', 'I', 'S', 'T', 36, 0, 0, 0, 'a', 'd', 't', 'l', 'l', 'a',
		'b', 'l', 7,   0,   0,	 0,  1, 0, 0, 0,   'a', 'b', 0,	  0,   'l',
		'a', 'b', 'l', 8,   0,	 0,  0, 2, 0, 0,   0,	'a', 'b', 'c', 0,
	};
	struct sound_kind kind = short_mono;
	struct exh_bytes found;
	struct place place;

	(void)state;
	make_place(&place);
	kind.markers = markers;
	kind.marker_count = 2;
	write_all(&place, &kind, samples);
	found = load_file(place.path);
	assert_int_equal(found.size, 44 + sizeof chunks + 6);
	assert_int_equal(found.data[4] | found.data[5] << 8, found.size - 8);
	assert_memory_equal(found.data + 36, chunks, sizeof chunks);
	assert_memory_equal(found.data + 36 + sizeof chunks, "data\6\0\0", 8);
	free((void *)found.data);
	leave_place(&place);
}

static void a_raw_file_is_samples_alone(void **state)
{
	static const int16_t samples[] = { 1, -2, 258 };
	struct sound_kind kind = short_mono;
	struct place place;

	(void)state;
	make_place(&place);
	kind.format = SOUND_RAW;
	kind.tags.title = "nowhere to be put";
	write_all(&place, &kind, samples);
	assert_written(&place, "\1\0\xfe\xff\2\1", 6);
	leave_place(&place);
}

static void samples_may_come_in_pieces_of_any_size(void **state)
{
	enum { FRAMES = 30000 };
	struct sound_kind kind = { .format = SOUND_RAW,
				   .rate_hz = 44100,
				   .channel_count = 2,
				   .frame_count = FRAMES };
	int16_t *samples = malloc(2 * FRAMES * sizeof *samples);
	uint8_t *expected = malloc(4 * FRAMES);
	struct sound_file file;
	struct place place;
	uint64_t seed = 5;

	(void)state;
	assert_true(samples && expected);
	for (size_t i = 0; i < 2 * FRAMES; i++) {
		samples[i] = (int16_t)roll(&seed, 65536);
		expected[2 * i] = (uint8_t)samples[i];
		expected[2 * i + 1] = (uint8_t)((uint16_t)samples[i] >> 8);
	}
	make_place(&place);
	assert_int_equal(sound_open(&file, place.path, &kind, false, NULL), EXH_OK);
	for (size_t done = 0; done < FRAMES;) {
		size_t some = roll(&seed, 12000);

		if (some > FRAMES - done)
			some = FRAMES - done;
		assert_int_equal(sound_write(&file, samples + 2 * done, some, NULL),
				 EXH_OK);
		done += some;
	}
	assert_int_equal(sound_close(&file, EXH_OK, NULL), EXH_OK);
	assert_written(&place, expected, 4 * FRAMES);
	leave_place(&place);
	free(samples);
	free(expected);
}

static void
more_than_a_wav_file_can_hold_is_refused_before_anything_is_there(void **state)
{
	/* 36 bytes of the size are before the samples. */
	static const struct {
		uint64_t frame_count;
		unsigned channel_count;
		enum exh_status status;
	} cases[] = {
		{ (UINT32_MAX - 36) / 2, 1, EXH_OK },
		{ (UINT32_MAX - 36) / 2 + 1, 1, EXH_LIMIT },
		{ (UINT32_MAX - 36) / 4, 2, EXH_OK },
		{ (UINT32_MAX - 36) / 4 + 1, 2, EXH_LIMIT },
		/* overflows: times 2 it is 0, modulo 2^32 */
		{ UINT64_C(1) << 32, 1, EXH_LIMIT },
		{ UINT64_C(1) << 60, 2, EXH_LIMIT },
	};
	struct place place;

	(void)state;
	make_place(&place);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sound_kind kind = short_mono;
		struct sound_file file;
		struct exh_error err;

		kind.frame_count = cases[i].frame_count;
		kind.channel_count = cases[i].channel_count;
		assert_int_equal(sound_open(&file, place.path, &kind, false, &err),
				 cases[i].status);
		if (cases[i].status == EXH_OK)
			sound_close(&file, EXH_IO, NULL);
		else
			assert_non_null(strstr(err.text, "too many for a WAV file"));
		assert_int_not_equal(access(place.path, F_OK), 0);
	}
	leave_place(&place);
}

static void what_is_not_kept_was_never_there(void **state)
{
	static const enum sound_format formats[] = { SOUND_WAV, SOUND_RAW, SOUND_FLAC };
	static const int16_t samples[] = { 1, 2, 3 };
	struct place place;

	(void)state;
	make_place(&place);
	for (size_t i = 0; i < 3; i++) {
		struct sound_kind kind = short_mono;
		struct sound_file file;

		kind.format = formats[i];
		if (!sound_has(kind.format))
			continue;
		assert_int_equal(sound_open(&file, place.path, &kind, false, NULL),
				 EXH_OK);
		assert_int_equal(sound_write(&file, samples, 3, NULL), EXH_OK);
		assert_int_not_equal(access(place.path, F_OK), 0);
		sound_close(&file, EXH_IO, NULL);
		assert_int_not_equal(access(place.path, F_OK), 0);
	}
	leave_place(&place);
}

static void what_exists_is_replaced_by_force_alone(void **state)
{
	static const int16_t samples[] = { 1, 2, 3 };
	struct sound_kind kind = short_mono;
	struct sound_file file;
	struct exh_error err;
	struct place place;

	(void)state;
	make_place(&place);
	kind.format = SOUND_RAW;
	write_all(&place, &kind, samples);
	assert_int_equal(sound_open(&file, place.path, &kind, false, &err), EXH_IO);
	assert_non_null(strstr(err.text, "exists"));
	assert_int_equal(sound_open(&file, place.path, &kind, true, NULL), EXH_OK);
	assert_int_equal(sound_write(&file, samples, 2, NULL), EXH_OK);
	assert_written(&place, "\1\0\2\0\3\0", 6); /* still the old file */
	assert_int_equal(sound_close(&file, EXH_OK, NULL), EXH_OK);
	assert_written(&place, "\1\0\2\0", 4);
	leave_place(&place);
}

static void one_that_appears_meanwhile_is_not_replaced(void **state)
{
	static const int16_t samples[] = { 1, 2, 3 };
	struct sound_kind kind = short_mono;
	struct sound_file file;
	struct exh_error err;
	struct place place;
	FILE *other;

	(void)state;
	make_place(&place);
	kind.format = SOUND_RAW;
	assert_int_equal(sound_open(&file, place.path, &kind, false, NULL), EXH_OK);
	assert_int_equal(sound_write(&file, samples, 3, NULL), EXH_OK);
	other = fopen(place.path, "w");
	assert_non_null(other);
	fputs("other", other);
	fclose(other);
	assert_int_equal(sound_close(&file, EXH_OK, &err), EXH_IO);
	assert_written(&place, "other", 5);
	leave_place(&place);
}

static void a_disk_that_is_full_is_reported(void **state)
{
	static const int16_t samples[8192];
	static const enum sound_format formats[] = { SOUND_WAV, SOUND_RAW };
	struct sound_kind kind = short_mono;

	(void)state;
	if (access("/dev/full", W_OK) != 0)
		skip();
	for (size_t i = 0; i < 2; i++) {
		struct sound_file file;
		struct exh_error err;
		enum exh_status status;

		kind.format = formats[i];
		kind.frame_count = 8192;
		status = sound_open(&file, "/dev/full", &kind, false, &err);
		assert_int_equal(status, formats[i] == SOUND_WAV ? EXH_IO : EXH_OK);
		if (status)
			continue;
		assert_int_equal(sound_write(&file, samples, 8192, &err), EXH_IO);
		assert_non_null(strstr(err.text, "No space left"));
		sound_close(&file, EXH_IO, NULL);
	}
}

static void flac_begins_with_its_name_or_is_not_built_in(void **state)
{
	static const int16_t samples[] = { 1, 2, 3 };
	struct sound_kind kind = short_mono;
	struct sound_file file;
	struct exh_bytes found;
	struct place place;

	(void)state;
	make_place(&place);
	kind.format = SOUND_FLAC;
	if (!sound_has(SOUND_FLAC)) {
		assert_int_equal(sound_open(&file, place.path, &kind, false, NULL),
				 EXH_UNSUPPORTED);
		leave_place(&place);
		return;
	}
	write_all(&place, &kind, samples);
	found = load_file(place.path);
	assert_true(found.size > 42);
	assert_memory_equal(found.data, "fLaC", 4);
	/* STREAMINFO: 20 bits of rate, 3 of channels less 1, 5 of bits less 1, 36 of
	 * frames. */
	assert_int_equal(found.data[18] << 12 | found.data[19] << 4 | found.data[20] >> 4,
			 49716);
	assert_int_equal(found.data[20] >> 1 & 7, 0);
	assert_int_equal((found.data[20] & 1) << 4 | found.data[21] >> 4, 15);
	assert_int_equal(found.data[25], 3);
	free((void *)found.data);
	leave_place(&place);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_wav_file_is_a_header_and_samples),
		cmocka_unit_test(texts_are_padded_to_even_sizes_that_do_not_count),
		cmocka_unit_test(texts_that_are_empty_are_left_out),
		cmocka_unit_test(markers_have_numbers_and_names),
		cmocka_unit_test(a_raw_file_is_samples_alone),
		cmocka_unit_test(samples_may_come_in_pieces_of_any_size),
		cmocka_unit_test(
			more_than_a_wav_file_can_hold_is_refused_before_anything_is_there),
		cmocka_unit_test(what_is_not_kept_was_never_there),
		cmocka_unit_test(what_exists_is_replaced_by_force_alone),
		cmocka_unit_test(one_that_appears_meanwhile_is_not_replaced),
		cmocka_unit_test(a_disk_that_is_full_is_reported),
		cmocka_unit_test(flac_begins_with_its_name_or_is_not_built_in),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
