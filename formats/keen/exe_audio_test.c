#include "exhume/keen_audio.h"

#include "exe_testing.h"

enum { LIMIT = 1 << 22, CHUNKS = 40, EMPTY = 10 };

/* An archive with its tables. */
struct sample {
	struct exh_writer archive, head;
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
};

static void write_effect(uint64_t *seed, struct exh_writer *out)
{
	const uint32_t size = 3 + roll(seed, 90);

	exh_write_u32le(out, size);
	exh_write_u16le(out, 50);
	for (uint32_t i = 0; i <= size; i++)
		exh_write_u8(out, (uint8_t)(i < size ? roll(seed, 90) : 0));
}

/* Effects, followed by empty chunks; odd: as in Keen Dreams, whose head puts those past
 * the archive. */
static void make_sample(uint64_t *seed, bool packed, bool odd, struct sample *out)
{
	*out = (struct sample){ .archive = { .limit = LIMIT },
				.head = { .limit = LIMIT } };
	build_dict(seed, out->dict);
	for (size_t i = 0; i < CHUNKS; i++) {
		struct exh_writer chunk = { .limit = LIMIT };

		exh_write_u32le(&out->head, (uint32_t)out->archive.size);
		write_effect(seed, &chunk);
		if (packed)
			exh_write_u32le(&out->archive, (uint32_t)chunk.size);
		if (packed)
			assert_int_equal(exh_huffman_pack(&huffman,
							  exh_writer_bytes(&chunk),
							  &out->archive, NULL),
					 EXH_OK);
		else
			exh_write_bytes(&out->archive, chunk.data, chunk.size);
		exh_writer_free(&chunk);
	}
	for (size_t i = 0; i < EMPTY; i++)
		exh_write_u32le(&out->head,
				(uint32_t)(out->archive.size + (odd ? 1000 : 0)));
	exh_write_u32le(&out->head, (uint32_t)out->archive.size);
}

static void free_sample(struct sample *sample)
{
	exh_writer_free(&sample->archive);
	exh_writer_free(&sample->head);
}

static void tables_are_found_wherever_they_lie(void **state)
{
	uint64_t seed = 61;

	(void)state;
	for (unsigned round = 0; round < 16; round++) {
		const bool packed = round & 1;
		struct exh_writer image = { .limit = LIMIT };
		struct exh_keen_exe_tables tables = { 0 };
		struct exh_error err = { 0 };
		struct sample mine, other;
		size_t head, dict;

		make_sample(&seed, round & 4, round & 8, &other);
		make_sample(&seed, packed, round & 2, &mine);
		add_junk(&seed, &image, 500 + round);
		add(&image, other.dict, sizeof other.dict);
		add_junk(&seed, &image, round);
		head = add(&image, mine.head.data, mine.head.size);
		add(&image, "\0\0\0\0\0\0\0\0\0\0\0", 11);
		add(&image, other.head.data, other.head.size);
		add_junk(&seed, &image, 1);
		dict = add(&image, mine.dict, sizeof mine.dict);
		add_junk(&seed, &image, 77);
		if (exh_keen_exe_audio(exh_writer_bytes(&image),
				       exh_writer_bytes(&mine.archive), &tables, &err))
			fail_msg("round %u: %s", round, err.text);
		assert_found(tables.head, head, mine.head.size);
		if (packed)
			assert_found(tables.dict, dict, EXH_HUFFMAN_DICT_SIZE);
		else
			assert_null(tables.dict.data);
		assert_int_equal(tables.good_count, tables.tried_count);
		free_sample(&mine);
		free_sample(&other);
		exh_writer_free(&image);
	}
}

static void an_archive_that_was_cut_has_its_tables(void **state)
{
	struct exh_writer image = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	struct sample sample;
	uint64_t seed = 62;
	size_t head, dict;

	(void)state;
	make_sample(&seed, true, false, &sample);
	add_junk(&seed, &image, 99);
	dict = add(&image, sample.dict, sizeof sample.dict);
	head = add(&image, sample.head.data, sample.head.size);
	add_junk(&seed, &image, 99);
	sample.archive.size -= 40;
	assert_int_equal(exh_keen_exe_audio(exh_writer_bytes(&image),
					    exh_writer_bytes(&sample.archive), &tables,
					    NULL),
			 EXH_OK);
	assert_int_equal(tables.head.base, head);
	assert_true(tables.head.size >= (CHUNKS + 1) * 4);
	assert_found(tables.dict, dict, EXH_HUFFMAN_DICT_SIZE);
	free_sample(&sample);
	exh_writer_free(&image);
}

/* 11 sounds for both devices, none of the third group, 7 songs; as in Keen 4 to 6 the
 * empty ones lie past the start of the first song. */
static void make_with_music(uint64_t *seed, struct sample *out)
{
	enum { SOUNDS = 11, SONGS = 7 };

	*out = (struct sample){ .archive = { .limit = LIMIT },
				.head = { .limit = LIMIT } };
	build_dict(seed, out->dict);
	for (size_t i = 0; i <= (size_t)3 * SOUNDS + SONGS; i++) {
		const bool is_digital = i / SOUNDS == 2 && i < (size_t)3 * SOUNDS;
		struct exh_writer chunk = { .limit = LIMIT };

		exh_write_u32le(&out->head,
				(uint32_t)out->archive.size + (is_digital ? 931 : 0));
		if (is_digital || i == (size_t)3 * SOUNDS + SONGS)
			continue;
		write_effect(seed, &chunk);
		exh_write_u32le(&out->archive, (uint32_t)chunk.size);
		assert_int_equal(exh_huffman_pack(&huffman, exh_writer_bytes(&chunk),
						  &out->archive, NULL),
				 EXH_OK);
		exh_writer_free(&chunk);
	}
}

static void a_head_that_steps_back_at_the_first_song_is_found_whole(void **state)
{
	uint64_t seed = 66;

	(void)state;
	for (unsigned round = 0; round < 8; round++) {
		struct exh_writer image = { .limit = LIMIT };
		struct exh_keen_exe_tables tables = { 0 };
		struct sample sample;
		size_t head, dict;

		make_with_music(&seed, &sample);
		add_junk(&seed, &image, 99 + round);
		dict = add(&image, sample.dict, sizeof sample.dict);
		add_junk(&seed, &image, 3);
		head = add(&image, sample.head.data, sample.head.size);
		add_junk(&seed, &image, 99);
		assert_int_equal(exh_keen_exe_audio(exh_writer_bytes(&image),
						    exh_writer_bytes(&sample.archive),
						    &tables, NULL),
				 EXH_OK);
		assert_found(tables.head, head, sample.head.size);
		assert_found(tables.dict, dict, EXH_HUFFMAN_DICT_SIZE);
		free_sample(&sample);
		exh_writer_free(&image);
	}
}

static void one_table_may_be_known_already(void **state)
{
	struct exh_writer image = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	struct sample sample;
	uint64_t seed = 63;
	size_t head, dict;

	(void)state;
	make_sample(&seed, true, true, &sample);
	head = add(&image, sample.head.data, sample.head.size);
	dict = add(&image, sample.dict, sizeof sample.dict);
	tables.head = exh_writer_bytes(&sample.head);
	assert_int_equal(exh_keen_exe_audio(exh_writer_bytes(&image),
					    exh_writer_bytes(&sample.archive), &tables,
					    NULL),
			 EXH_OK);
	assert_ptr_equal(tables.head.data, sample.head.data);
	assert_found(tables.dict, dict, EXH_HUFFMAN_DICT_SIZE);
	tables = (struct exh_keen_exe_tables){ .dict = { sample.dict, sizeof sample.dict,
							 0 } };
	assert_int_equal(exh_keen_exe_audio(exh_writer_bytes(&image),
					    exh_writer_bytes(&sample.archive), &tables,
					    NULL),
			 EXH_OK);
	assert_found(tables.head, head, sample.head.size);
	assert_ptr_equal(tables.dict.data, sample.dict);
	free_sample(&sample);
	exh_writer_free(&image);
}

static void every_shorter_image_lacks_something(void **state)
{
	struct exh_writer image = { .limit = LIMIT };
	struct sample sample;
	uint64_t seed = 64;

	(void)state;
	make_sample(&seed, true, false, &sample);
	add(&image, sample.dict, EXH_HUFFMAN_DICT_SIZE);
	add(&image, sample.head.data, sample.head.size);
	/* Entries after the last chunk carry no information. */
	for (size_t n = 0; n < image.size - sizeof(uint32_t) * EMPTY; n += n % 97 + 1) {
		uint8_t *tight = tight_copy(image.data, n);
		struct exh_keen_exe_tables tables = { 0 };
		struct exh_error err = { 0 };
		const enum exh_status status = exh_keen_exe_audio(
			(struct exh_bytes){ tight, n, 0 },
			exh_writer_bytes(&sample.archive), &tables, &err);

		assert_int_equal(status, err.status);
		if (status) {
			assert_int_equal(status, EXH_INVALID);
			assert_non_null(strstr(err.text, "archive of sounds of"));
		} else {
			assert_true(tables.head.size < sample.head.size);
		}
		free(tight);
	}
	free_sample(&sample);
	exh_writer_free(&image);
}

/*
 * The real tables, where they are.
 */

static void real_data_sounds_of_keen_dreams_are_found(void **state)
{
	static const char *const names[] = {
		"EGAHEAD.KDR", "MAPHEAD.KDR", "AUDIOHHD.KDR",
		"EGADICT.KDR", "MAPDICT.KDR", "AUDIODCT.KDR"
	};
	const struct exh_bytes archive = load_game_file("keen-dreams-1.13/KDREAMS.AUD");
	struct exh_writer image = { .limit = LIMIT };
	struct exh_keen_exe_tables tables = { 0 };
	size_t at[6];
	uint64_t seed = 65;

	(void)state;
	if (!archive.data)
		skip();
	for (size_t i = 0; i < 6; i++) {
		struct exh_bytes file;
		char path[64];

		snprintf(path, sizeof path, "keen-dreams-1.13/%s", names[i]);
		file = load_game_file(path);
		assert_non_null(file.data);
		add_junk(&seed, &image, 16 + i);
		at[i] = add(&image, file.data, file.size);
		free((void *)file.data);
	}
	for (size_t cut = 0; cut < 100; cut += 33) {
		const struct exh_bytes part = { archive.data, archive.size - cut, 0 };

		tables = (struct exh_keen_exe_tables){ 0 };
		assert_int_equal(
			exh_keen_exe_audio(exh_writer_bytes(&image), part, &tables, NULL),
			EXH_OK);
		assert_found(tables.head, at[2], 340);
		assert_found(tables.dict, at[5], EXH_HUFFMAN_DICT_SIZE);
		assert_true(tables.good_count * 10 >= tables.tried_count * 9);
	}
	free((void *)archive.data);
	exh_writer_free(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_are_found_wherever_they_lie),
		cmocka_unit_test(an_archive_that_was_cut_has_its_tables),
		cmocka_unit_test(a_head_that_steps_back_at_the_first_song_is_found_whole),
		cmocka_unit_test(one_table_may_be_known_already),
		cmocka_unit_test(every_shorter_image_lacks_something),
		cmocka_unit_test(real_data_sounds_of_keen_dreams_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
