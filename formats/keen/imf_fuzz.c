/*
 * For any file: music that opens plays as many writes as it has records, never back in
 *               time, and ends at its length; its texts lie in the file; written, it
 *               reads the same.
 *
 * Input:  four bytes: numerator of the rate, lowest first; 0 counts as 1
 *         four bytes: denominator
 *         the rest is the file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/keen_audio.h"
#include "exhume/advanced/keen_audio.h"

#include "../base/fuzzing.h"

enum { CONTROL_SIZE = 8, PASSES = 3, MAX_TEXT = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t number(const uint8_t *p)
{
	const uint32_t value =
		p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;

	return value ? value : 1;
}

static void check_inside(struct exh_bytes part, struct exh_bytes file)
{
	if (!part.data)
		return;
	assert(part.data == file.data + part.base);
	assert(part.base <= file.size && part.size <= file.size - part.base);
}

static void check_parts(const struct exh_keen_imf *imf, struct exh_bytes file)
{
	check_inside(imf->records, file);
	check_inside(imf->rest, file);
	check_inside(imf->tags.title, file);
	check_inside(imf->tags.composer, file);
	check_inside(imf->tags.remarks, file);
	check_inside(imf->tags.program, file);
	check_inside(imf->tags.game, file);
	assert(imf->record_count > 0);
	assert(imf->records.size / 4 <= imf->record_count &&
	       imf->record_count <= (imf->records.size + 2) / 4);
}

static void check_playing(const struct exh_keen_imf *imf, struct exh_keen_imf_rate rate)
{
	struct exh_keen_imf_cursor cursor = { .imf = imf,
					      .rate = rate,
					      .pass_count = PASSES };
	const struct exh_opl2_source source = exh_keen_imf_play(&cursor);
	struct exh_opl2_write write;
	uint64_t ticks = 0, position = 0, count = 0;

	for (size_t i = 0; i < imf->record_count; i++)
		ticks += exh_keen_imf_record(imf, i).delay;
	assert(ticks == imf->ticks && ticks == exh_keen_imf_ticks(imf, 1));
	while (source.next(source.context, &write)) {
		assert(write.position >= position);
		position = write.position;
		if (count)
			assert(write.reg ==
			       imf->records.data[(count - 1) % imf->record_count * 4]);
		count++;
	}
	assert(count == 1 + PASSES * (uint64_t)imf->record_count);
	assert(position <= exh_keen_imf_position(rate, exh_keen_imf_ticks(imf, PASSES)));
}

/* Type 0 may begin with one record more, and neither has a last delay that is missing. */
static void check_again(const struct exh_keen_imf *imf, unsigned type)
{
	struct exh_writer out = { .limit = 1 << 24 };
	struct exh_keen_imf again;
	size_t more;

	if (exh_keen_imf_write(imf, type, &out, NULL) == EXH_OK) {
		more = type == 0 && memcmp(imf->records.data, "\0", 2) != 0;
		if (exh_keen_imf_open(exh_writer_bytes(&out), &again, NULL, NULL) ==
			    EXH_OK &&
		    again.type == type) {
			assert(again.record_count >= imf->record_count);
			assert(again.record_count == imf->record_count + more);
		}
	} else {
		assert(type == 1 && imf->record_count > UINT16_MAX / 4);
	}
	exh_writer_free(&out);
}

/* Music made of its own writes has each of them. */
static void check_made(const struct exh_keen_imf *imf, struct exh_keen_imf_rate rate)
{
	struct exh_keen_imf_cursor cursor = { .imf = imf, .rate = rate, .pass_count = 1 };
	const struct exh_opl2_source source = exh_keen_imf_play(&cursor);
	const uint64_t end = exh_keen_imf_position(rate, exh_keen_imf_ticks(imf, 1));
	struct exh_writer out = { .limit = 1 << 22 };

	assert(exh_keen_imf_tick_at(rate, end) <= exh_keen_imf_ticks(imf, 1));
	exh_keen_imf_make(&source, end, rate, &out);
	assert(out.failed || out.size >= 4 * imf->record_count);
	(void)exh_keen_imf_has_notes(imf);
	exh_writer_free(&out);
}

static void check_file(struct exh_bytes file, struct exh_keen_imf_rate rate)
{
	struct exh_arena arena = { .limit = MAX_TEXT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_imf imf;
	struct exh_error err = { 0 };
	const enum exh_status status = exh_keen_imf_open(file, &imf, &notes, &err);

	assert(status == err.status);
	if (status) {
		assert(!exh_keen_imf_score(file));
	} else {
		exh_keen_imf_score(file);
		check_parts(&imf, file);
		check_playing(&imf, rate);
		check_again(&imf, 0);
		check_again(&imf, 1);
		check_made(&imf, rate);
	}
	exh_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_bytes file;
	const uint8_t *rest;
	size_t left;

	if (size < CONTROL_SIZE)
		return 0;
	rest = data + CONTROL_SIZE;
	left = size - CONTROL_SIZE;
	file = take(&rest, &left, left);
	check_file(file, (struct exh_keen_imf_rate){ number(data), number(data + 4) });
	discard(file);
	return 0;
}
