#include "sound.h"
#include "testing.h"

#include <unistd.h>

enum { FRAMES = 9000 };

static int16_t samples[2 * FRAMES];

/* Makes a tone, and a step in each frame that exists for 8 bits, too. */
static int fill(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2 * FRAMES; i++)
		samples[i] = (int16_t)(((i * 37) & 0xff) << 8);
	return 0;
}

/* Returns the file for these samples; to be freed. */
static struct exh_bytes written(const struct sound_kind *kind)
{
	char folder[] = "/tmp/exhume-read-XXXXXX", path[64];
	struct sound_file file;
	struct exh_bytes found;

	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/a", folder);
	assert_false(sound_open(&file, path, kind, false, NULL));
	assert_false(sound_write(&file, samples, kind->frame_count, NULL));
	assert_false(sound_close(&file, EXH_OK, NULL));
	found = load_file(path);
	unlink(path);
	assert_int_equal(rmdir(folder), 0);
	return found;
}

static struct sound_kind flac_of(size_t frame_count)
{
	if (!sound_has(SOUND_FLAC))
		skip();
	return (struct sound_kind){ .format = SOUND_FLAC,
				    .rate_hz = 44100,
				    .channel_count = 1,
				    .frame_count = frame_count };
}

static void assert_comes_back(const struct sound_kind *kind)
{
	const struct exh_bytes file = written(kind);
	struct sound_samples back;

	assert_false(sound_read(file, &back, NULL, NULL));
	assert_int_equal(back.rate_hz, kind->rate_hz);
	assert_int_equal(back.channel_count, kind->channel_count);
	assert_int_equal(back.is_8_bit, kind->is_8_bit);
	assert_int_equal(back.frame_count, kind->frame_count);
	if (back.frame_count)
		assert_memory_equal(back.samples, samples,
				    back.frame_count * back.channel_count * 2);
	free(back.samples);
	free((void *)file.data);
}

static void samples_of_flac_are_those_that_were_written(void **state)
{
	static const uint32_t rates[] = { 140, 11025, 49716, 65535, 65540, 192000 };

	(void)state;
	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
		for (unsigned way = 0; way < 4; way++) {
			struct sound_kind kind = flac_of(i ? 300 : FRAMES);

			kind.rate_hz = rates[i];
			kind.channel_count = 1 + (way & 1);
			kind.is_8_bit = way & 2;
			assert_comes_back(&kind);
		}
}

static void sounds_without_samples_come_back_too(void **state)
{
	const struct sound_kind kind = flac_of(0);

	(void)state;
	assert_comes_back(&kind);
}

static void flac_holds_rates_of_its_frames(void **state)
{
	(void)state;
	assert_true(sound_flac_holds(49716));
	assert_true(sound_flac_holds(96000));
	assert_true(sound_flac_holds(655350));
	assert_false(sound_flac_holds(65537));
	assert_false(sound_flac_holds(655360));
}

/* flac --keep-foreign-metadata restores these chunks. */
static void markers_are_the_chunks_of_a_wav_file(void **state)
{
	static const struct sound_marker markers[] = { { 1, "ab" } };
	static const struct {
		const char *name;
		size_t size;
	} chunks[] = {
		{ "RIFF", 12 }, { "fmt ", 24 }, { "cue ", 36 },
		{ "LIST", 28 }, { "data", 8 },
	};
	struct sound_kind kind = flac_of(FRAMES);
	const uint8_t *at;
	struct exh_bytes file;

	(void)state;
	kind.markers = markers;
	kind.marker_count = 1;
	assert_comes_back(&kind);
	file = written(&kind);
	at = file.data + 42;
	for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
		assert_int_equal(at[0], 2);
		assert_int_equal(at[1] << 16 | at[2] << 8 | at[3], 4 + chunks[i].size);
		assert_memory_equal(at + 4, "riff", 4);
		assert_memory_equal(at + 8, chunks[i].name, 4);
		at += 8 + chunks[i].size;
	}
	assert_int_equal(at[0] & 0x7f, 4); /* the block of Vorbis comments */
	free((void *)file.data);
}

/* Reads the file, and returns the number of its notes; -1 if it is refused. */
static int read_damaged(struct exh_bytes file, size_t *frame_count)
{
	struct exh_arena arena = { .limit = 1 << 12 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err = { 0 };
	struct sound_samples back;
	const enum exh_status status = sound_read(file, &back, &notes, &err);
	const int count = status ? -1 : (int)notes.damage_count;

	assert_int_equal(status != EXH_OK, err.text[0] != '\0');
	*frame_count = back.frame_count;
	free(back.samples);
	exh_arena_free(&arena);
	return count;
}

static void cut_and_damaged_flac_is_refused_or_noted(void **state)
{
	const struct sound_kind kind = flac_of(FRAMES);
	struct exh_bytes file = written(&kind);
	uint8_t *bytes = (uint8_t *)file.data;
	size_t count;

	(void)state;
	for (size_t size = 4; size < file.size; size += size < 100 ? 1 : 1999)
		assert_int_not_equal(
			read_damaged((struct exh_bytes){ bytes, size, 0 }, &count), 0);
	bytes[file.size - 100] ^= 1;
	assert_int_equal(read_damaged(file, &count), 1);
	bytes[file.size - 100] ^= 1;
	bytes[4] |= 1; /* the first block's type */
	assert_int_equal(read_damaged(file, &count), -1);
	bytes[4] &= 0xfe;
	bytes[21] = 0x70 | (bytes[21] & 15); /* 24 bits */
	bytes[20] |= 1;
	assert_int_equal(read_damaged(file, &count), -1);
	free(bytes);
}

/* A FLAC file written to a pipe does not contain its length. */
static void the_number_of_samples_may_be_unknown(void **state)
{
	const struct sound_kind kind = flac_of(FRAMES);
	struct exh_bytes file = written(&kind);
	size_t count;

	(void)state;
	memset((uint8_t *)file.data + 22, 0, 4);
	assert_int_equal(read_damaged(file, &count), 0);
	assert_int_equal(count, FRAMES);
	free((void *)file.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_of_flac_are_those_that_were_written),
		cmocka_unit_test(sounds_without_samples_come_back_too),
		cmocka_unit_test(flac_holds_rates_of_its_frames),
		cmocka_unit_test(markers_are_the_chunks_of_a_wav_file),
		cmocka_unit_test(cut_and_damaged_flac_is_refused_or_noted),
		cmocka_unit_test(the_number_of_samples_may_be_unknown),
	};

	return cmocka_run_group_tests(tests, fill, NULL);
}
