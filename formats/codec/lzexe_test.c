#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "../base/testing.h"

enum { LIMIT = 4 << 20, STUB_91_TABLE = 0x158, STUB_90_TABLE = 0x19d };

/* A packed or unpacked program that is taken apart, with all that holds its memory. */
struct opened {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_error err;
	struct exh_mz program;
	struct exh_lzexe how;
	enum exh_status status;
};

static void open_packed(struct opened *o, const void *data, size_t size)
{
	uint8_t *tight = tight_copy(data, size);
	struct exh_bytes rest;

	*o = (struct opened){ .arena = { .limit = LIMIT } };
	o->notes.arena = &o->arena;
	o->status = exh_lzexe_unpack((struct exh_bytes){ tight, size, 0 }, &o->arena,
				     &o->program, &o->how, &o->notes, &o->err);
	/* The borrowed bytes are freed with the copy. */
	rest = o->program.rest;
	o->program.rest = (struct exh_bytes){ NULL, rest.size, rest.base };
	free(tight);
}

static void close_opened(struct opened *o)
{
	exh_arena_free(&o->arena);
}

static struct exh_mz make_program(uint8_t *image, size_t size)
{
	return (struct exh_mz){ .min_alloc = 0x123,
				.max_alloc = 0xffff,
				.ss = 0x345,
				.sp = 0x800,
				.cs = 0x12,
				.ip = 0x34,
				.image = { image, size, 0 } };
}

static void pack(const struct exh_mz *program, unsigned version, struct exh_writer *out)
{
	struct exh_error err = { 0 };

	*out = (struct exh_writer){ .limit = LIMIT };
	if (exh_lzexe_pack(program, version, out, &err))
		fail_msg("%s", err.text);
}

static void assert_same_program(const struct exh_mz *found, const struct exh_mz *expected)
{
	assert_same_bytes(found->image, expected->image.data, expected->image.size);
	assert_int_equal(found->cs, expected->cs);
	assert_int_equal(found->ip, expected->ip);
	assert_int_equal(found->ss, expected->ss);
	assert_int_equal(found->sp, expected->sp);
	assert_int_equal(found->min_alloc, expected->min_alloc);
	assert_int_equal(found->max_alloc, expected->max_alloc);
	assert_int_equal(found->rest.size, expected->rest.size);
	assert_int_equal(found->relocation_count, expected->relocation_count);
	for (size_t i = 0; i < found->relocation_count; i++) {
		const struct exh_mz_relocation *a = &found->relocations[i];
		const struct exh_mz_relocation *b = &expected->relocations[i];

		assert_int_equal(a->segment * 16 + a->offset,
				 b->segment * 16 + b->offset);
	}
}

static void set_u16(uint8_t *data, size_t at, size_t value)
{
	data[at] = (uint8_t)value;
	data[at + 1] = (uint8_t)(value >> 8);
}

/*
 * A program packed by hand: a stream, and relocations at 2, 0x102 and 0x11234. The header
 * has 2 paragraphs, the stream as many as it needs, and the stub only our table.
 */
static size_t make_packed(unsigned version, const uint8_t *stream, size_t stream_size,
			  uint8_t *out)
{
	static const uint8_t steps[] = { 2, 0, 0, 1, 0, 0, 0, 0, 0x42, 0x11, 0, 1, 0 };
	static const uint8_t signature_90[] = { 'L', 'Z', '0', '9' };
	static const uint8_t signature_91[] = { 'L', 'Z', '9', '1' };
	const size_t paragraphs = (stream_size + 15) / 16;
	const size_t stub = 0x20 + paragraphs * 16;
	size_t at = stub + (version == 90 ? STUB_90_TABLE : STUB_91_TABLE);

	memset(out, 0, stub + 0x400);
	out[0] = 'M';
	out[1] = 'Z';
	set_u16(out, 0x08, 2);
	set_u16(out, 0x0a, 0x1000);
	set_u16(out, 0x0c, 0xffff);
	set_u16(out, 0x16, paragraphs);
	set_u16(out, 0x18, 0x1c);
	memcpy(out + 0x1c, version == 90 ? signature_90 : signature_91, 4);
	memcpy(out + 0x20, stream, stream_size);
	memset(out + stub, 0xcc, at - stub);
	set_u16(out, stub, 0x1111);
	set_u16(out, stub + 2, 0x2222);
	set_u16(out, stub + 4, 0x3333);
	set_u16(out, stub + 6, 0x4444);
	set_u16(out, stub + 8, paragraphs);
	set_u16(out, stub + 10, 0x100);
	if (version == 90) {
		set_u16(out, at, 2);
		set_u16(out, at + 2, 2);
		set_u16(out, at + 4, 0x102);
		set_u16(out, at + 6, 1);
		set_u16(out, at + 8, 0x1234);
		at += 10 + 14 * 2;
	} else {
		memcpy(out + at, steps, sizeof steps);
		at += sizeof steps;
	}
	set_u16(out, stub + 12, at - stub);
	set_u16(out, 0x02, at % 512);
	set_u16(out, 0x04, (at + 511) / 512);
	return at;
}

static void long_and_short_copies_unpack(void **state)
{
	static const uint8_t stream[] = {
		/* 1 1 0011 01 01 01 01 1 1, the first in the lowest bit */
		0xb3, 0xea, 'a',  'b', /* literals */
		0xfe,		       /* short: 5 bytes, 2 back */
		0xf9, 0xf9,	       /* long: 3 bytes, 7 back */
		0xff, 0xf8, 0xff,      /* long: 256 bytes, 1 back */
		0x00, 0x00, 0x01,      /* a mark: nothing */
		0xfe, 0xf8, 0x02,      /* long: 3 bytes, 2 back */
		'c',		       /* bit 14 */
		0x02, 0x00,	       /* the next word, fetched with bit 15 */
		'd',		       /* bit 15 */
		0x00, 0x00, 0x00,      /* 0 1: the end */
	};
	uint8_t file[0x1000], expected[273] = "abababa"
					      "aba";
	struct opened o;
	const size_t size = make_packed(91, stream, sizeof stream, file);

	(void)state;
	memset(expected + 10, 'a', 256);
	memset(expected + 266, 'a', 3);
	expected[269] = 'c';
	expected[270] = 'd';
	open_packed(&o, file, size);
	assert_int_equal(o.status, EXH_OK);
	assert_same_bytes(o.program.image, expected, 271);
	assert_int_equal(o.how.packed_size, sizeof stream);
	assert_int_equal(o.program.ip, 0x1111);
	assert_int_equal(o.program.cs, 0x2222);
	assert_int_equal(o.program.sp, 0x3333);
	assert_int_equal(o.program.ss, 0x4444);
	close_opened(&o);
}

/* "z" and copies of 256 bytes; the bits of every word are 1 and 0 in turn. */
static size_t make_long_stream(size_t copy_count, uint8_t *out)
{
	static const uint8_t copy[] = { 0xff, 0xf8, 0xff }, end[] = { 0, 0, 0 };
	size_t at = 0;

	out[at++] = 0x55;
	out[at++] = 0x55;
	out[at++] = 'z';
	for (size_t i = 0; i <= copy_count; i++) {
		if (i % 8 == 7) {
			out[at++] = 0x55;
			out[at++] = 0x55;
		}
		memcpy(out + at, i < copy_count ? copy : end, 3);
		at += 3;
	}
	return at;
}

enum { COPIES = 300, LONG_SIZE = 1 + COPIES * 256 };

static void check_hand_made(unsigned version)
{
	uint8_t stream[1024], file[0x1000];
	const size_t size =
		make_packed(version, stream, make_long_stream(COPIES, stream), file);
	const struct exh_mz_relocation expected[] = { { 2, 0 },
						      { 2, 0x10 },
						      { 4, 0x1123 } };
	struct opened o;

	assert_int_equal(exh_lzexe_version((struct exh_bytes){ file, size, 0 }), version);
	open_packed(&o, file, size);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.notes.damage_count, 0);
	assert_int_equal(o.how.version, version);
	assert_int_equal(o.program.image.size, LONG_SIZE);
	for (size_t i = 0; i < LONG_SIZE; i++)
		assert_int_equal(o.program.image.data[i], 'z');
	assert_int_equal(o.program.relocation_count, 3);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(o.program.relocations[i].segment * 16 +
					 o.program.relocations[i].offset,
				 expected[i].segment * 16 + expected[i].offset);
	/* The packer's own memory is removed: 0x100, the stub, 9 of stack. */
	assert_int_equal(o.program.min_alloc,
			 0x1000 - 0x100 - (o.how.stub_size + 15) / 16 - 9);
	close_opened(&o);
}

static void a_program_packed_by_hand_unpacks_as_0_90(void **state)
{
	(void)state;
	check_hand_made(90);
}

static void a_program_packed_by_hand_unpacks_as_0_91(void **state)
{
	(void)state;
	check_hand_made(91);
}

static void relocations_elsewhere_are_found_where_the_code_says(void **state)
{
	uint8_t stream[1024], file[0x1000];
	const size_t size =
		make_packed(91, stream, make_long_stream(COPIES, stream), file);
	const size_t stub = 0x20 + (make_long_stream(COPIES, stream) + 15) / 16 * 16;
	const size_t moved = 0x40, table_size = size - stub - STUB_91_TABLE;
	struct opened o;

	(void)state;
	memmove(file + stub + moved, file + stub + STUB_91_TABLE, table_size);
	memset(file + stub + moved + table_size, 0xcc, STUB_91_TABLE - moved);
	set_u16(file, stub + 12, moved + table_size);
	file[stub + 0x20] = 0xbe;
	set_u16(file, stub + 0x21, moved);
	open_packed(&o, file, size);
	assert_int_equal(o.status, EXH_OK);
	assert_int_equal(o.notes.damage_count, 0);
	assert_int_equal(o.program.relocation_count, 3);
	close_opened(&o);
	/* No table means no relocations, which is noted. */
	file[stub + 0x20] = 0x90;
	open_packed(&o, file, size);
	assert_int_equal(o.status, EXH_OK);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "no table of relocations"));
	assert_int_equal(o.program.image.size, LONG_SIZE);
	assert_int_equal(o.program.relocation_count, 0);
	close_opened(&o);
}

/* Runs, repeats from near and far, and noise. */
static void roll_image(uint64_t *seed, uint8_t *image, size_t size)
{
	for (size_t at = 0; at < size;) {
		size_t run = 1 + roll(seed, roll(seed, 8) ? 40 : 700);
		const uint32_t kind = roll(seed, 3);

		if (run > size - at)
			run = size - at;
		if (kind == 0)
			roll_bytes(seed, image + at, run);
		else if (kind == 1)
			memset(image + at, (int)roll(seed, 4), run);
		else
			for (size_t i = 0, from = roll(seed, (uint32_t)at + 1);
			     i < run && at; i++)
				image[at + i] = image[(from + i) % at];
		at += run;
	}
}

static void programs_come_back_as_they_were(void **state)
{
	static uint8_t image[200000];
	struct exh_mz_relocation relocations[500];
	uint64_t seed = 11;

	(void)state;
	for (int round = 0; round < 40; round++) {
		const size_t size = round < 20 ? roll(&seed, 300) : roll(&seed, 200000);
		struct exh_mz program = make_program(image, size);
		const unsigned version = round % 2 ? 90 : 91;
		uint32_t at = 1 + roll(&seed, 9);
		struct exh_writer packed;
		struct opened o;

		roll_image(&seed, image, size);
		program.relocations = relocations;
		if (round % 3 == 0)
			program.max_alloc = (uint16_t)(round % 2 ? 0 : 0x2000);
		if (round % 4 == 0)
			program.rest = (struct exh_bytes){ image, size / 2, 0 };
		for (; at + 2 <= size && program.relocation_count < 500;
		     at += 1 + roll(&seed, roll(&seed, 3) ? 700 : 100000))
			relocations[program.relocation_count++] =
				(struct exh_mz_relocation){ (uint16_t)(at % 16),
							    (uint16_t)(at / 16) };
		pack(&program, version, &packed);
		open_packed(&o, packed.data, packed.size);
		if (o.status)
			fail_msg("round %d: %s", round, o.err.text);
		assert_int_equal(o.notes.damage_count, 0);
		assert_same_program(&o.program, &program);
		close_opened(&o);
		exh_writer_free(&packed);
	}
}

static void repeats_are_packed_small(void **state)
{
	uint8_t image[8192];
	struct exh_mz program = make_program(image, sizeof image);
	struct exh_writer packed;

	(void)state;
	for (size_t i = 0; i < sizeof image; i++)
		image[i] = (uint8_t)(i % 8192 < 4096 ? i * 7 % 251 : image[i - 4096]);
	pack(&program, 91, &packed);
	assert_true(packed.size < 1200);
	exh_writer_free(&packed);
}

/* The header is written anew, and what is read is what was written. */
static void a_program_is_read_as_it_was_written(void **state)
{
	uint8_t image[1000] = "code";
	struct exh_mz_relocation relocations[] = { { 2, 0 }, { 5, 0x20 } };
	struct exh_mz program = make_program(image, sizeof image), read;
	struct exh_writer out = { .limit = LIMIT };
	struct exh_arena arena = { .limit = LIMIT };

	(void)state;
	program.relocations = relocations;
	program.relocation_count = 2;
	program.rest = (struct exh_bytes){ (const uint8_t *)"after!", 6, 0 };
	assert_int_equal(exh_mz_write(&program, &out, NULL), EXH_OK);
	assert_int_equal(out.size, 512 + 1000 + 6);
	assert_int_equal(exh_mz_open((struct exh_bytes){ out.data, out.size, 0 }, &arena,
				     &read, NULL, NULL),
			 EXH_OK);
	assert_same_program(&read, &program);
	assert_int_equal(read.image.base, 512);
	assert_memory_equal(read.rest.data, "after!", 6);
	exh_arena_free(&arena);
	exh_writer_free(&out);
}

static void every_shorter_file_is_an_error_or_notes_damage(void **state)
{
	uint8_t stream[1024], file[0x1000];
	const size_t size =
		make_packed(91, stream, make_long_stream(COPIES, stream), file);
	size_t kept = 0;

	(void)state;
	for (size_t i = 0; i < size; i++) {
		struct opened o;

		open_packed(&o, file, i);
		assert_true(o.status || o.notes.damage_count);
		if (!o.status) {
			assert_true(o.program.image.size >= kept);
			kept = o.program.image.size;
		}
		close_opened(&o);
	}
	assert_int_equal(kept, LONG_SIZE);
}

static void a_stream_that_goes_wrong_is_kept_up_to_there(void **state)
{
	/* 1 'a', then a copy of 2 bytes from 2 back: there is only 1. */
	static const uint8_t far[] = { 0x01, 0x00, 'a', 0xfe };
	/* Literals up to the end of the packed data. */
	static const uint8_t endless[] = { 0xff, 0xff, 'a', 'b', 'c', 'd', 'e', 'f',
					   'g',	 'h',  'i', 'j', 'k', 'l', 'm', 'n' };
	uint8_t file[0x1000];
	struct opened o;
	size_t size = make_packed(91, far, sizeof far, file);

	(void)state;
	open_packed(&o, file, size);
	assert_int_equal(o.status, EXH_OK);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "from 2 bytes back, 1 are unpacked"));
	assert_same_bytes(o.program.image, "a", 1);
	assert_int_equal(o.program.ip, 0x1111);
	close_opened(&o);
	size = make_packed(91, endless, sizeof endless, file);
	open_packed(&o, file, size);
	assert_int_equal(o.status, EXH_OK);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "without an end mark"));
	assert_same_bytes(o.program.image, endless + 2, 14);
	close_opened(&o);
	/* No byte was unpacked. */
	size = make_packed(91, (const uint8_t *)"\0\0\0\0", 4, file);
	open_packed(&o, file, size);
	assert_int_equal(o.status, EXH_INVALID);
	assert_int_equal(o.err.offset, 0x22);
	close_opened(&o);
}

static void more_than_a_megabyte_is_refused(void **state)
{
	static uint8_t stream[0x4000], file[0x5000];
	const size_t size = make_packed(91, stream, make_long_stream(4200, stream), file);
	struct opened o;

	(void)state;
	open_packed(&o, file, size);
	assert_int_equal(o.status, EXH_LIMIT);
	assert_non_null(strstr(o.err.text, "more than 1048576 bytes"));
	close_opened(&o);
}

static void other_files_are_refused(void **state)
{
	uint8_t stream[1024], file[0x1000];
	const size_t size =
		make_packed(91, stream, make_long_stream(COPIES, stream), file);
	struct opened o;

	(void)state;
	file[0x1f] = '2';
	open_packed(&o, file, size);
	assert_int_equal(o.status, EXH_INVALID);
	assert_int_equal(o.err.offset, 0x1c);
	assert_non_null(strstr(o.err.text, "not packed by LZEXE"));
	close_opened(&o);
	file[0] = 'P';
	open_packed(&o, file, size);
	assert_int_equal(o.status, EXH_INVALID);
	assert_non_null(strstr(o.err.text, "not a DOS program"));
	close_opened(&o);
}

static void absurd_words_are_refused(void **state)
{
	uint8_t stream[1024], file[0x1000];
	const size_t size =
		make_packed(91, stream, make_long_stream(COPIES, stream), file);
	const size_t stub = 0x20 + (make_long_stream(COPIES, stream) + 15) / 16 * 16;
	struct opened o;

	(void)state;
	set_u16(file, stub + 8, 0xfff0);
	open_packed(&o, file, size);
	assert_int_equal(o.status, EXH_INVALID);
	assert_int_equal(o.err.offset, stub + 8);
	close_opened(&o);
}

static void what_can_t_be_stored_is_refused(void **state)
{
	uint8_t image[64] = { 0 };
	struct exh_mz_relocation relocations[2] = { { 4, 1 }, { 20, 0 } };
	struct exh_mz program = make_program(image, sizeof image);
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err;

	(void)state;
	program.relocations = relocations;
	program.relocation_count = 2;
	assert_int_equal(exh_lzexe_pack(&program, 90, &out, &err), EXH_INVALID);
	assert_non_null(strstr(err.text, "0x14 twice"));
	relocations[1] = (struct exh_mz_relocation){ 63, 0 };
	assert_int_equal(exh_lzexe_pack(&program, 90, &out, &err), EXH_INVALID);
	assert_non_null(strstr(err.text, "outside"));
	relocations[1] = (struct exh_mz_relocation){ 0, 0 };
	assert_int_equal(exh_lzexe_pack(&program, 91, &out, &err), EXH_INVALID);
	assert_int_equal(exh_lzexe_pack(&program, 90, &out, &err), EXH_OK);
	program.relocation_count = 0;
	program.min_alloc = 0xfff0;
	assert_int_equal(exh_lzexe_pack(&program, 91, &out, &err), EXH_LIMIT);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(long_and_short_copies_unpack),
		cmocka_unit_test(a_program_packed_by_hand_unpacks_as_0_90),
		cmocka_unit_test(a_program_packed_by_hand_unpacks_as_0_91),
		cmocka_unit_test(relocations_elsewhere_are_found_where_the_code_says),
		cmocka_unit_test(programs_come_back_as_they_were),
		cmocka_unit_test(repeats_are_packed_small),
		cmocka_unit_test(a_program_is_read_as_it_was_written),
		cmocka_unit_test(every_shorter_file_is_an_error_or_notes_damage),
		cmocka_unit_test(a_stream_that_goes_wrong_is_kept_up_to_there),
		cmocka_unit_test(more_than_a_megabyte_is_refused),
		cmocka_unit_test(other_files_are_refused),
		cmocka_unit_test(absurd_words_are_refused),
		cmocka_unit_test(what_can_t_be_stored_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
