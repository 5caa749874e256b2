/*
 * For any file: header and records are read, frames change a picture as in the plain
 * decoder; the resulting picture survives packing and reading.
 *
 * Input: a file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/zvision.h"
#include "exhume/advanced/zvision.h"

#include "../base/fuzzing.h"
#include "plain/rlf.h"

enum { MAX_PIXELS = 1 << 16, MAX_FRAMES = 64, LIMIT = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_again(enum exh_zv_rlf_kind kind, const uint16_t *before,
			const uint16_t *pixels, size_t count)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_zv_rlf_record record;
	struct exh_bytes bytes;
	uint16_t *shown = malloc(count * sizeof *shown);

	assert(shown);
	memcpy(shown, before, count * sizeof *shown);
	exh_zv_rlf_write_record(kind, before, pixels, count, &out);
	assert(!out.failed);
	assert(exh_zv_rlf_record(exh_writer_bytes(&out), &record, NULL) == EXH_OK);
	assert(record.kind == kind && record.size == out.size);
	bytes = (struct exh_bytes){ out.data + record.data_offset,
				    out.size - record.data_offset, 0 };
	assert(exh_zv_rlf_apply(kind, bytes, shown, count, NULL) == EXH_OK);
	assert(memcmp(shown, pixels, count * sizeof *shown) == 0);
	free(shown);
	exh_writer_free(&out);
}

static void check_plain(const struct exh_zv_rlf_record *record, struct exh_bytes data,
			const uint16_t *before, const uint16_t *pixels, size_t count)
{
	uint16_t *plain = malloc(count * sizeof *plain);

	assert(plain);
	memcpy(plain, before, count * sizeof *plain);
	if (record->kind != EXH_ZV_RLF_UNKNOWN)
		assert(rlf_plain(record->kind, data, plain, count) ==
		       exh_zv_rlf_reach(record->kind, data, count));
	assert(memcmp(plain, pixels, count * sizeof *plain) == 0);
	free(plain);
}

/* The frame at offset; 0 at the end, else bytes to the next one. */
static size_t check_frame(struct exh_bytes file, size_t offset, uint16_t *pixels,
			  uint16_t *before, size_t count)
{
	struct exh_zv_rlf_record record;
	struct exh_bytes rest, bytes;

	assert(exh_bytes_slice(file, offset, file.size - offset, &rest));
	if (exh_zv_rlf_record(rest, &record, NULL))
		return 0;
	assert(record.data_offset >= EXH_ZV_RLF_RECORD_SIZE &&
	       record.data_offset <= record.size);
	if (!exh_bytes_slice(rest, record.data_offset, record.size - record.data_offset,
			     &bytes))
		return 0;
	memcpy(before, pixels, count * sizeof *before);
	(void)!exh_zv_rlf_apply(record.kind, bytes, pixels, count, NULL);
	check_plain(&record, bytes, before, pixels, count);
	check_again(EXH_ZV_RLF_SIMPLE, before, pixels, count);
	check_again(EXH_ZV_RLF_MASKED, before, pixels, count);
	return record.size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes file = take(&data, &size, size);
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_zv_rlf rlf;
	struct exh_error err = { 0 };

	if (exh_zv_rlf_open(file, &rlf, &notes, &err) == EXH_OK &&
	    (uint64_t)rlf.width * rlf.height <= MAX_PIXELS) {
		const size_t count = (size_t)rlf.width * rlf.height;
		uint16_t *pixels = calloc(count, sizeof *pixels);
		uint16_t *before = malloc(count * sizeof *before);
		size_t offset = EXH_ZV_RLF_HEADER_SIZE, step;

		assert(pixels && before);
		for (int i = 0; i < MAX_FRAMES; i++, offset += step) {
			step = check_frame(file, offset, pixels, before, count);
			if (!step)
				break;
		}
		free(pixels);
		free(before);
	}
	exh_arena_free(&arena);
	discard(file);
	return 0;
}
