#include "resource.h"

#include "../base/testing.h"

typedef enum exh_status reorder_fn(struct exh_bytes in, uint8_t *dst, size_t size,
				   struct exh_error *err);

enum { BASE = 0x100, MOST = 65536 };

static enum exh_status reorder(reorder_fn *fn, struct exh_bytes in, uint8_t *dst,
			       size_t size, struct exh_error *err)
{
	const struct exh_bytes tight = { tight_copy(in.data, in.size), in.size, BASE };
	uint8_t *tight_dst = malloc(size ? size : 1);
	enum exh_status status;

	assert_non_null(tight_dst);
	memset(tight_dst, 0xee, size);
	status = fn(tight, tight_dst, size, err);
	memcpy(dst, tight_dst, size);
	free((void *)tight.data);
	free(tight_dst);
	return status;
}

/*
 * Random data as the games read them. Sorting them reverses the reordering; it is written
 * here only from the description.
 */

struct writers {
	struct exh_writer plain, controls, literals, headers, sizes;
};

static void start(struct writers *w)
{
	*w = (struct writers){ { .limit = 1 << 20 },
			       { .limit = 1 << 20 },
			       { .limit = 1 << 20 },
			       { .limit = 1 << 20 },
			       { .limit = 1 << 20 } };
}

static void stop(struct writers *w)
{
	exh_writer_free(&w->plain);
	exh_writer_free(&w->controls);
	exh_writer_free(&w->literals);
	exh_writer_free(&w->headers);
	exh_writer_free(&w->sizes);
}

static void add(struct exh_writer *out, const struct exh_writer *part)
{
	exh_write_bytes(out, part->data, part->size);
}

/* Returns the number of bytes of controls and literals. */
static size_t roll_cel(uint64_t *seed, struct writers *w)
{
	const size_t before = w->plain.size;

	for (uint32_t count = roll(seed, 20); count; count--) {
		const uint8_t control = (uint8_t)(roll(seed, 3) ? roll(seed, 256) : 5);
		const unsigned literals = control < 0x80 ? control : control < 0xc0;

		exh_write_u8(&w->plain, control);
		exh_write_u8(&w->controls, control);
		for (unsigned i = 0; i < literals; i++) {
			const uint8_t literal = (uint8_t)roll(seed, 256);

			exh_write_u8(&w->plain, literal);
			exh_write_u8(&w->literals, literal);
		}
	}
	return w->plain.size - before;
}

static void roll_header(uint64_t *seed, struct writers *w)
{
	uint8_t header[7];

	roll_bytes(seed, header, sizeof header);
	exh_write_bytes(&w->plain, header, sizeof header);
	exh_write_u8(&w->plain, 0);
	exh_write_bytes(&w->headers, header, sizeof header);
}

static void set_offset(struct exh_writer *out, size_t at, size_t value)
{
	out->data[at] = (uint8_t)value;
	out->data[at + 1] = (uint8_t)(value >> 8);
}

static void roll_loop(uint64_t *seed, struct writers *w, uint32_t count)
{
	size_t table = w->plain.size + 4;

	exh_write_u16le(&w->plain, (uint16_t)count);
	exh_write_u16le(&w->plain, 0);
	for (uint32_t i = 0; i < count; i++)
		exh_write_u16le(&w->plain, 0);
	for (uint32_t i = 0; i < count; i++, table += 2) {
		set_offset(&w->plain, table, w->plain.size);
		roll_header(seed, w);
		exh_write_u16le(&w->sizes, (uint16_t)roll_cel(seed, w));
	}
}

/* Adds 257 colours, the first 4 bytes of which overlap the end of the cels' headers. */
static void add_palette(uint64_t *seed, struct writers *w)
{
	uint8_t colors[1024];

	roll_bytes(seed, colors, sizeof colors);
	exh_write_bytes(&w->plain, "PAL", 3);
	for (unsigned i = 0; i < 256; i++)
		exh_write_u8(&w->plain, (uint8_t)i);
	exh_write_bytes(&w->plain, w->headers.data + w->headers.size - 4, 4);
	exh_write_bytes(&w->plain, colors, sizeof colors);
	exh_write_bytes(&w->headers, colors, sizeof colors);
}

static void roll_view(uint64_t *seed, struct exh_writer *plain, struct exh_writer *sorted)
{
	const uint8_t loops = (uint8_t)(1 + roll(seed, 10));
	const uint16_t mask = (uint16_t)(roll(seed, 1024) & ~1U);
	const uint16_t unknown = (uint16_t)roll(seed, 65536);
	struct exh_writer counts = { .limit = 256 };
	size_t last = 0, cel_total = 0, cels;
	bool palette;
	struct writers w;

	start(&w);
	exh_write_u8(&w.plain, loops);
	exh_write_u8(&w.plain, 0x80);
	exh_write_u16le(&w.plain, mask);
	exh_write_u16le(&w.plain, unknown);
	exh_write_u16le(&w.plain, 0);
	for (unsigned i = 0; i < loops; i++)
		exh_write_u16le(&w.plain, 0);
	for (unsigned i = 0; i < loops; i++) {
		const uint32_t count = i ? roll(seed, 4) : 1 + roll(seed, 4);

		if (!(mask >> i & 1)) {
			last = w.plain.size;
			roll_loop(seed, &w, count);
			exh_write_u8(&counts, (uint8_t)count);
			cel_total += count;
		}
		set_offset(&w.plain, 8 + 2 * (size_t)i, last);
	}
	palette = roll(seed, 2);
	cels = w.plain.size;
	if (palette) {
		set_offset(&w.plain, 6, cels);
		add_palette(seed, &w);
	}
	exh_write_u16le(sorted, (uint16_t)(10 + counts.size + w.headers.size));
	exh_write_u8(sorted, loops);
	exh_write_u8(sorted, (uint8_t)counts.size);
	exh_write_u16le(sorted, mask);
	exh_write_u16le(sorted, unknown);
	exh_write_u16le(sorted, palette ? (uint16_t)cels : 0);
	exh_write_u16le(sorted, (uint16_t)cel_total);
	add(sorted, &counts);
	add(sorted, &w.headers);
	add(sorted, &w.sizes);
	add(sorted, &w.controls);
	add(sorted, &w.literals);
	add(plain, &w.plain);
	exh_writer_free(&counts);
	stop(&w);
}

static void write_chance(uint64_t *seed, struct exh_writer *a, struct exh_writer *b,
			 uint32_t count)
{
	for (; count; count--) {
		const uint8_t byte = (uint8_t)roll(seed, 256);

		exh_write_u8(a, byte);
		exh_write_u8(b, byte);
	}
}

static void roll_pic(uint64_t *seed, struct exh_writer *plain, struct exh_writer *sorted)
{
	struct exh_writer vectors = { .limit = 1 << 20 };
	size_t cel_at, cel_size;
	struct writers w;

	start(&w);
	exh_write_bytes(&w.plain, "\xfe\x02", 2);
	for (unsigned i = 0; i < 256; i++)
		exh_write_u8(&w.plain, (uint8_t)i);
	exh_write_u32le(&w.plain, 0);
	write_chance(seed, &w.plain, &vectors, 1024 + roll(seed, 300));
	cel_at = w.plain.size;
	exh_write_bytes(&w.plain, "\xfe\x01\0\0\0\0", 7);
	roll_header(seed, &w);
	cel_size = roll_cel(seed, &w);
	set_offset(&w.plain, cel_at + 5, cel_size + 8);
	write_chance(seed, &w.plain, &vectors, roll(seed, 300));
	exh_write_u16le(sorted, (uint16_t)cel_size);
	exh_write_u16le(sorted, (uint16_t)cel_at);
	exh_write_u16le(sorted, (uint16_t)w.literals.size);
	add(sorted, &w.headers);
	add(sorted, &vectors);
	add(sorted, &w.literals);
	add(sorted, &w.controls);
	add(plain, &w.plain);
	exh_writer_free(&vectors);
	stop(&w);
}

typedef void roll_fn(uint64_t *seed, struct exh_writer *plain, struct exh_writer *sorted);

static void check_round(reorder_fn *fn, roll_fn *roll_one, uint64_t *seed)
{
	struct exh_writer plain = { .limit = 1 << 20 }, sorted = { .limit = 1 << 20 };
	static uint8_t dst[MOST];

	roll_one(seed, &plain, &sorted);
	assert_in_range(plain.size, 1, MOST - 1);
	assert_int_equal(reorder(fn, exh_writer_bytes(&sorted), dst, plain.size, NULL),
			 EXH_OK);
	assert_memory_equal(dst, plain.data, plain.size);
	exh_writer_free(&plain);
	exh_writer_free(&sorted);
}

static void views_are_put_back_in_order(void **state)
{
	uint64_t seed = 0x71e3;

	(void)state;
	for (unsigned i = 0; i < 500; i++)
		check_round(exh_sci_view_reorder, roll_view, &seed);
}

static void pics_are_put_back_in_order(void **state)
{
	uint64_t seed = 0x91c;

	(void)state;
	for (unsigned i = 0; i < 500; i++)
		check_round(exh_sci_pic_reorder, roll_pic, &seed);
}

/* Two loops, the second the mirror of the first, of one cel. */
static const uint8_t sorted_view[] = {
	18, 0,			     /* bytes before the sizes */
	2,  1,	  2,	0,	     /* loops, present loops, mask */
	7,  0,	  0,	0, 1, 0,     /* unknown, no palette, one cel in all */
	1,			     /* cels of the loop */
	3,  0,	  2,	0, 9, 8, 15, /* width, height, x, y, key */
	6,  0,			     /* size of the cel */
	2,  0xc1, 0x81,		     /* two literals, none, one */
	4,  5,	  6,
};

static const uint8_t view[] = {
	2, 0x80, 2, 0, 7,  0, 0,  0, 12, 0, 12, 0, /* both loops at 12 */
	1, 0,	 0, 0, 18, 0,			   /* one cel, at 18 */
	3, 0,	 2, 0, 9,  8, 15, 0, 2,	 4, 5,	0xc1, 0x81, 6,
};

static void an_example_is_put_back_in_order(void **state)
{
	uint8_t dst[sizeof view + 2];

	(void)state;
	assert_int_equal(reorder(exh_sci_view_reorder,
				 (struct exh_bytes){ sorted_view, sizeof sorted_view, 0 },
				 dst, sizeof dst, NULL),
			 EXH_OK);
	assert_memory_equal(dst, view, sizeof view);
	assert_memory_equal(dst + sizeof view, "\0\0", 2);
}

static void every_shorter_view_is_truncated(void **state)
{
	uint8_t dst[sizeof view];

	(void)state;
	for (size_t size = 0; size < sizeof sorted_view; size++) {
		struct exh_error err;

		assert_int_equal(reorder(exh_sci_view_reorder,
					 (struct exh_bytes){ sorted_view, size, 0 }, dst,
					 sizeof dst, &err),
				 EXH_TRUNCATED);
		assert_true(err.offset <= BASE + size);
	}
	/* Everything is present except the last literal and the loop that would
	 * follow. */
	assert_memory_equal(dst, view, 10);
	assert_memory_equal(dst + 12, view + 12, sizeof view - 12 - 2);
}

static void a_view_without_room_is_invalid(void **state)
{
	static uint8_t dst[MOST];

	(void)state;
	for (size_t size = 0; size < sizeof view; size++)
		assert_int_equal(
			reorder(exh_sci_view_reorder,
				(struct exh_bytes){ sorted_view, sizeof sorted_view, 0 },
				dst, size, NULL),
			EXH_INVALID);
	assert_int_equal(exh_sci_view_reorder((struct exh_bytes){ sorted_view, 9, 0 },
					      dst, MOST, NULL),
			 EXH_LIMIT);
	assert_int_equal(exh_sci_pic_reorder((struct exh_bytes){ sorted_view, 9, 0 }, dst,
					     MOST, NULL),
			 EXH_LIMIT);
}

static void counts_that_disagree_are_invalid(void **state)
{
	static const struct {
		size_t at;
		uint8_t value;
	} changes[] = {
		{ 0, 17 },    /* sizes within the headers */
		{ 3, 0 },     /* fewer loops than in the mask */
		{ 4, 3 },     /* the first loop takes the place of one before */
		{ 12, 2 },    /* more cels in the loop than in all */
		{ 20, 2 },    /* two literals in a cel of two bytes */
		{ 22, 0x7f }, /* more literals than present */
	};

	(void)state;
	for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
		uint8_t wrong[sizeof sorted_view], dst[sizeof view];

		memcpy(wrong, sorted_view, sizeof wrong);
		wrong[changes[i].at] = changes[i].value;
		assert_int_equal(reorder(exh_sci_view_reorder,
					 (struct exh_bytes){ wrong, sizeof wrong, 0 },
					 dst, sizeof dst, NULL),
				 EXH_INVALID);
	}
}

static void a_pic_s_cel_lies_within_it(void **state)
{
	struct exh_writer plain = { .limit = 1 << 20 }, sorted = { .limit = 1 << 20 };
	static uint8_t dst[MOST];
	uint64_t seed = 0x91c5;

	(void)state;
	roll_pic(&seed, &plain, &sorted);
	for (size_t size = 0; size < sorted.size; size++)
		assert_int_equal(reorder(exh_sci_pic_reorder,
					 (struct exh_bytes){ sorted.data, size, 0 }, dst,
					 plain.size, NULL),
				 EXH_TRUNCATED);
	sorted.data[3] = 5; /* at 1285 */
	sorted.data[2] = 5;
	assert_int_equal(reorder(exh_sci_pic_reorder, exh_writer_bytes(&sorted), dst,
				 plain.size, NULL),
			 EXH_INVALID);
	sorted.data[3] = 0xff; /* past the end */
	assert_int_equal(reorder(exh_sci_pic_reorder, exh_writer_bytes(&sorted), dst,
				 plain.size, NULL),
			 EXH_INVALID);
	exh_writer_free(&plain);
	exh_writer_free(&sorted);
}

/* The sanitizer detects reads and writes out of bounds. */
static void damage_is_reported(void **state)
{
	static uint8_t dst[MOST];
	uint64_t seed = 0xda3a6e;
	size_t stated = 0;

	(void)state;
	for (unsigned i = 0; i < 4000; i++) {
		struct exh_writer plain = { .limit = 1 << 20 };
		struct exh_writer sorted = { .limit = 1 << 20 };
		struct exh_error err = { .text = "" };

		(i % 2 ? roll_pic : roll_view)(&seed, &plain, &sorted);
		for (uint32_t flips = 1 + roll(&seed, 3); flips; flips--)
			sorted.data[roll(&seed,
					 roll(&seed, 2) ? 30 : (uint32_t)sorted.size)] ^=
				(uint8_t)(1U << roll(&seed, 8));
		if (reorder(i % 2 ? exh_sci_pic_reorder : exh_sci_view_reorder,
			    exh_writer_bytes(&sorted), dst, plain.size, &err)) {
			assert_true(err.text[0] != '\0');
			assert_in_range(err.offset, BASE, BASE + sorted.size);
			stated++;
		}
		exh_writer_free(&plain);
		exh_writer_free(&sorted);
	}
	/* Half of the flips change bytes that don't affect the order. */
	assert_true(stated > 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(views_are_put_back_in_order),
		cmocka_unit_test(pics_are_put_back_in_order),
		cmocka_unit_test(an_example_is_put_back_in_order),
		cmocka_unit_test(every_shorter_view_is_truncated),
		cmocka_unit_test(a_view_without_room_is_invalid),
		cmocka_unit_test(counts_that_disagree_are_invalid),
		cmocka_unit_test(a_pic_s_cel_lies_within_it),
		cmocka_unit_test(damage_is_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
