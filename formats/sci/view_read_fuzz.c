/*
 * Any bytes as a view: reading stays within them and within their cost, cels decode as in
 * the plain decoder, and encoded cels and written views read back.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/sci.h"

#include "../base/fuzzing.h"
UNTRACED
#include "plain/view.h"
TRACED

enum {
	MEMORY = 1 << 24,
	MAX_PIXELS = SMALLER(1 << 11, 1 << 16), /* in a cel that is decoded */
	MAX_RLE = 40,				/* bytes of a cel that is written */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t count_pixels(const struct exh_sci_cel *cel)
{
	return (size_t)cel->width * cel->height;
}

static void check_headers(struct exh_bytes in, const struct exh_sci_view *view)
{
	size_t cel_count = 0;

	assert(view->loop_count <= 255);
	for (size_t i = 0; i < view->loop_count; i++) {
		const struct exh_sci_loop *loop = &view->loops[i];
		const struct exh_sci_loop *source = &view->loops[loop->source];

		assert(loop->source <= i && source->source == loop->source);
		assert(source->offset == loop->offset && source->cels == loop->cels);
		assert(source->cel_count == loop->cel_count);
		assert(!loop->is_mirrored || i < EXH_SCI_MIRRORED_LOOPS);
		cel_count += loop->source == i ? loop->cel_count : 0;
		for (size_t k = 0; loop->source == i && k < loop->cel_count; k++) {
			const struct exh_sci_cel *cel = &loop->cels[k];

			assert(cel->key < 16);
			assert(cel->rle.base + cel->rle.size == in.base + in.size);
			assert(cel->rle.data + cel->rle.size == in.data + in.size);
		}
	}
	assert(cel_count <= in.size / 2);
}

/* Checks both ways of encoding: the one that crosses rows is never longer. */
static void check_coding(const struct exh_sci_cel *cel, const uint8_t *pixels)
{
	const size_t count = count_pixels(cel);
	struct exh_writer out[2] = { { .limit = MEMORY }, { .limit = MEMORY } };
	uint8_t *again = malloc(count + 1);

	assert(again);
	exh_sci_cel_encode(pixels, count, &out[0]);
	exh_sci_cel_encode_rows(pixels, cel->width, cel->height, &out[1]);
	assert(out[0].size <= out[1].size && out[1].size <= 1 + count);
	for (int i = 0; i < 2; i++) {
		struct exh_sci_cel coded = *cel;
		size_t used;

		coded.rle = exh_writer_bytes(&out[i]);
		assert(!exh_sci_cel_decode(&coded, again, count, &used, NULL, NULL));
		assert(used == (count ? out[i].size : 0));
		assert(!memcmp(again, pixels, count));
		exh_writer_free(&out[i]);
	}
	free(again);
}

static void check_cel(const struct exh_sci_cel *cel)
{
	const size_t count = count_pixels(cel);
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	uint8_t *expected = malloc(count + 1), *pixels = malloc(count ? count : 1);
	struct plain_cel plain;
	size_t used;

	assert(expected && pixels);
	plain = plain_decode(cel, expected);
	assert(!exh_sci_cel_decode(cel, pixels, count, &used, &notes, NULL));
	assert(!memcmp(pixels, expected, count));
	assert(used == plain.used);
	assert(notes.damage_count ==
	       (size_t)(plain.cut_count > 0) + (plain.lack_count > 0));
	assert(exh_sci_cel_decode(cel, pixels, count + 1, &used, NULL, NULL) ==
	       EXH_LIMIT);
	check_coding(cel, pixels);
	exh_sci_cel_flip(pixels, cel->width, cel->height);
	exh_sci_cel_flip(pixels, cel->width, cel->height);
	assert(!memcmp(pixels, expected, count));
	free(expected);
	free(pixels);
	exh_arena_free(&arena);
}

/* Checks all cels that are not too large. */
static void check_cels(const struct exh_sci_view *view)
{
	size_t left = MAX_PIXELS;

	for (size_t i = 0; i < view->loop_count; i++)
		for (size_t k = 0; k < view->loops[i].cel_count && left; k++) {
			const struct exh_sci_cel *cel = &view->loops[i].cels[k];

			if (count_pixels(cel) >= left)
				continue;
			check_cel(cel);
			left -= count_pixels(cel) + 1;
		}
}

/*
 * Writing.
 */

/* Copies the loop's cels, each with at most MAX_RLE of its bytes. */
static struct exh_sci_cel_source *take_cels(const struct exh_sci_loop *loop,
					    struct exh_arena *arena)
{
	struct exh_sci_cel_source *out = exh_alloc(arena, loop->cel_count, sizeof *out);

	assert(out);
	for (size_t k = 0; k < loop->cel_count; k++) {
		const struct exh_sci_cel *cel = &loop->cels[k];

		out[k] = (struct exh_sci_cel_source){ cel->width, cel->height, cel->dx,
						      cel->dy,	  cel->key,    cel->rle };
		if (out[k].rle.size > MAX_RLE)
			out[k].rle.size = MAX_RLE;
	}
	return out;
}

static void check_same(const struct exh_sci_view *a, const struct exh_sci_view *b)
{
	assert(a->loop_count == b->loop_count && a->flags == b->flags);
	assert(a->mirror_mask == b->mirror_mask && a->unused == b->unused);
	for (size_t i = 0; i < a->loop_count; i++) {
		assert(a->loops[i].source == b->loops[i].source);
		assert(a->loops[i].is_mirrored == b->loops[i].is_mirrored);
		assert(a->loops[i].cel_count == b->loops[i].cel_count);
		for (size_t k = 0; k < a->loops[i].cel_count; k++) {
			const struct exh_sci_cel *one = &a->loops[i].cels[k];
			const struct exh_sci_cel *other = &b->loops[i].cels[k];

			assert(one->width == other->width);
			assert(one->height == other->height);
			assert(one->dx == other->dx && one->dy == other->dy);
			assert(one->key == other->key);
		}
	}
}

/* Loops outside the data are also written, as loops without cels. */
static void check_writing(const struct exh_sci_view *view, struct exh_arena *arena)
{
	struct exh_sci_loop_source loops[255];
	const struct exh_sci_view_source source = { .flags = view->flags,
						    .mirror_mask = view->mirror_mask,
						    .unused = view->unused,
						    .loops = loops,
						    .loop_count = view->loop_count };
	struct exh_writer out = { .limit = MEMORY };
	struct exh_notes notes = { .arena = arena };
	struct exh_error err = { 0 };
	struct exh_sci_view again;

	for (size_t i = 0; i < view->loop_count; i++) {
		const struct exh_sci_loop *loop = &view->loops[i];

		loops[i] = (struct exh_sci_loop_source){ loop->is_mirrored, loop->source,
							 loop->unused, NULL,
							 loop->cel_count };
		if (loop->source == i)
			loops[i].cels = take_cels(loop, arena);
	}
	if (exh_sci_view_write(&source, &out, &err)) {
		assert(err.status == EXH_LIMIT && err.text[0]);
	} else {
		assert(!exh_sci_view_open(exh_writer_bytes(&out), arena, &again, &notes,
					  NULL));
		assert(!notes.damage_count);
		check_same(view, &again);
	}
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err = { 0 };
	struct exh_sci_view view;

	if (exh_sci_view_open(in, &arena, &view, &notes, &err) == EXH_OK) {
		assert(arena.used <= (1 << 17) + in.size * sizeof(struct exh_sci_cel));
		check_headers(in, &view);
		check_cels(&view);
		check_writing(&view, &arena);
	} else {
		assert(err.text[0] && err.offset <= in.size);
	}
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
