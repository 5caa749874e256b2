#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "../base/testing.h"

/* A file of chunks, one after the other. */
struct file {
	uint8_t bytes[256];
	size_t size;
};

static void put(struct file *file, const void *bytes, size_t size)
{
	memcpy(file->bytes + file->size, bytes, size);
	file->size += size;
}

static void put_head(struct file *file, const char *name, uint32_t size)
{
	const uint8_t bytes[] = { (uint8_t)size, (uint8_t)(size >> 8),
				  (uint8_t)(size >> 16), (uint8_t)(size >> 24) };

	put(file, name, 4);
	put(file, bytes, 4);
}

static void begin(struct file *file, uint32_t size)
{
	*file = (struct file){ 0 };
	put_head(file, "RIFF", size);
	put(file, "WAVE", 4);
}

static void put_format(struct file *file, bool is_extensible)
{
	static const uint8_t format[40] = { 1,	  0,	1, 0, 0x22, 0x56, 0,  0,
					    0x44, 0xac, 0, 0, 2,    0,	  16, 0 };

	put_head(file, "fmt ", is_extensible ? 40 : 16);
	put(file, format, is_extensible ? 40 : 16);
	if (!is_extensible)
		return;
	file->bytes[file->size - 40] = 0xfe;
	file->bytes[file->size - 39] = 0xff;
	file->bytes[file->size - 16] = 1;
}

static void put_data(struct file *file, uint32_t size, size_t count)
{
	put_head(file, "data", size);
	for (size_t i = 0; i < count; i++)
		put(file, "\x80", 1);
}

static void check(const struct file *file, size_t count, unsigned warnings,
		  unsigned damage)
{
	uint8_t *tight = tight_copy(file->bytes, file->size);
	struct exh_arena arena = { .limit = 1 << 12 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_wav wav;

	assert_int_equal(exh_wav_open((struct exh_bytes){ tight, file->size, 0 }, &wav,
				      &notes, NULL),
			 EXH_OK);
	assert_int_equal(wav.tag, 1);
	assert_int_equal(wav.channel_count, 1);
	assert_int_equal(wav.rate_hz, 22050);
	assert_int_equal(wav.bits, 16);
	assert_int_equal(wav.samples.size, count);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(wav.samples.data[i], 0x80);
	assert_int_equal(notes.warning_count, warnings);
	assert_int_equal(notes.damage_count, damage);
	exh_arena_free(&arena);
	free(tight);
}

static void sizes_that_were_never_filled_in_reach_to_the_end(void **state)
{
	static const struct {
		uint32_t declared;
		size_t there, taken;
		unsigned warnings, damage;
	} rows[] = {
		{ 6, 6, 6, 0, 0 },	    { 0, 6, 6, 1, 0 },
		{ 0, 0, 0, 0, 0 },	    { 0xffffffff, 6, 6, 0, 0 },
		{ 0x7ffff000, 6, 6, 0, 0 }, { 0x80000000, 0, 0, 0, 0 },
		{ 8, 6, 6, 0, 1 },	    { 0xfffffff, 6, 6, 0, 1 },
	};
	static const uint32_t riff[] = { 0, 4, 0xffffffff };

	(void)state;
	for (size_t i = 0; i < 3 * sizeof rows / sizeof *rows; i++) {
		const size_t k = i / 3;
		struct file file;

		begin(&file, riff[i % 3]);
		put_format(&file, i % 2);
		put_data(&file, rows[k].declared, rows[k].there);
		check(&file, rows[k].taken, rows[k].warnings, rows[k].damage);
	}
}

static void chunks_after_no_samples_are_no_samples(void **state)
{
	struct file file;

	(void)state;
	begin(&file, 0);
	put_format(&file, false);
	put_data(&file, 0, 0);
	put_head(&file, "LIST", 4);
	put(&file, "INFO", 4);
	check(&file, 0, 0, 0);
}

static void samples_may_come_before_their_format(void **state)
{
	struct file file;

	(void)state;
	begin(&file, 0);
	put_data(&file, 6, 6);
	put_format(&file, true);
	check(&file, 6, 0, 0);
}

static void the_byte_after_an_odd_chunk_may_be_left_out(void **state)
{
	(void)state;
	for (unsigned has_byte = 0; has_byte < 2; has_byte++) {
		struct file file;

		begin(&file, 0);
		put_head(&file, "note", 3);
		put(&file, "odd", 3 + has_byte);
		put_format(&file, false);
		put_head(&file, "note", 3);
		put(&file, "odd", 3 + has_byte);
		put_data(&file, 5, 5);
		check(&file, 5, 0, 0);
	}
}

static void other_files_are_refused(void **state)
{
	struct file file;
	struct exh_wav wav;

	(void)state;
	begin(&file, 0);
	assert_int_equal(
		exh_wav_open((struct exh_bytes){ file.bytes, 11, 0 }, &wav, NULL, NULL),
		EXH_INVALID);
	put_data(&file, 6, 6);
	assert_int_equal(exh_wav_open((struct exh_bytes){ file.bytes, file.size, 0 },
				      &wav, NULL, NULL),
			 EXH_TRUNCATED);
	begin(&file, 0);
	put_format(&file, false);
	assert_int_equal(exh_wav_open((struct exh_bytes){ file.bytes, file.size, 0 },
				      &wav, NULL, NULL),
			 EXH_TRUNCATED);
	assert_int_equal(exh_wav_open((struct exh_bytes){ file.bytes, file.size - 1, 0 },
				      &wav, NULL, NULL),
			 EXH_TRUNCATED);
	file.bytes[0] = 'r';
	assert_int_equal(exh_wav_open((struct exh_bytes){ file.bytes, file.size, 0 },
				      &wav, NULL, NULL),
			 EXH_INVALID);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_that_were_never_filled_in_reach_to_the_end),
		cmocka_unit_test(chunks_after_no_samples_are_no_samples),
		cmocka_unit_test(samples_may_come_before_their_format),
		cmocka_unit_test(the_byte_after_an_odd_chunk_may_be_left_out),
		cmocka_unit_test(other_files_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
