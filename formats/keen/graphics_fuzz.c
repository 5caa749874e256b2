/*
 * For any broken archive: what opens can be drawn, and what opens without a note packs to
 *                         the same bytes.
 *
 * Input:  a byte: which layout 0: none; 1: EGA, 2: CGA, with offsets of 4 bytes; 3, 4:
 *         the same with offsets of 3 bytes; others: the remainder by 5 two bytes: size of
 *         the head, lowest first two bytes: size of the dictionary; 0: one in which each
 *         code has 8 bits the rest are head, dictionary and archive
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/keen.h"
#include "exhume/advanced/keen.h"

#include "../base/fuzzing.h"

enum { CONTROL_SIZE = 5, LIMIT = SMALLER(1 << 18, 8 << 20) };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* All classes, in few chunks. */
static const struct exh_keen_layout every_class = {
	.name = "fuzz",
	.chunk_count = 20,
	.spans = { [EXH_KEEN_PICTABLE] = { 0, 1 },
		   [EXH_KEEN_PICMTABLE] = { 1, 1 },
		   [EXH_KEEN_SPRITETABLE] = { 2, 1 },
		   [EXH_KEEN_FONT] = { 3, 1 },
		   [EXH_KEEN_FONTM] = { 4, 1 },
		   [EXH_KEEN_PIC] = { 5, 2 },
		   [EXH_KEEN_PICM] = { 7, 1 },
		   [EXH_KEEN_SPRITE] = { 8, 2 },
		   [EXH_KEEN_TILE8] = { 10, 1 },
		   [EXH_KEEN_TILE8M] = { 11, 1 },
		   [EXH_KEEN_TILE16] = { 12, 2 },
		   [EXH_KEEN_TILE16M] = { 14, 2 },
		   [EXH_KEEN_TILE32] = { 16, 1 },
		   [EXH_KEEN_TILE32M] = { 17, 1 },
		   [EXH_KEEN_BINARY] = { 18, 1 } },
	.tile8_count = 2,
	.tile8m_count = 1,
};

struct input {
	const struct exh_keen_layout *layout;
	struct exh_bytes head, archive;
	unsigned offset_size;
};

static _Thread_local struct exh_huffman huffman;

static void check_encoded(const struct exh_keen_bitmap *bitmap, uint8_t *pixels)
{
	const size_t count = bitmap->width * bitmap->height;
	const struct exh_image image = { bitmap->width, bitmap->height, pixels };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_keen_bitmap again = *bitmap;
	uint8_t *pixels_again;

	assert(exh_keen_bitmap_encode(&image, bitmap->video, bitmap->masked, &out,
				      NULL) == EXH_OK);
	assert(out.size == bitmap->data.size);
	if (bitmap->video == EXH_KEEN_EGA)
		assert(memcmp(out.data, bitmap->data.data, out.size) == 0);
	pixels_again = malloc(count);
	assert(pixels_again);
	again.data = (struct exh_bytes){ out.data, out.size, 0 };
	exh_keen_bitmap_decode(&again, pixels_again);
	assert(memcmp(pixels, pixels_again, count) == 0);
	free(pixels_again);
	exh_writer_free(&out);
}

static void check_bitmap(const struct exh_keen_bitmap *bitmap)
{
	uint8_t *pixels = malloc(bitmap->width * bitmap->height);

	assert(pixels && bitmap->width && bitmap->height);
	exh_keen_bitmap_decode(bitmap, pixels);
	check_encoded(bitmap, pixels);
	free(pixels);
}

static void check_bitmaps(const struct exh_keen_graphics *graphics)
{
	for (size_t i = 0; i < graphics->chunk_count; i++) {
		const size_t count = exh_keen_bitmap_count(graphics, i);

		for (size_t part = 0; part < count; part++) {
			struct exh_keen_bitmap bitmap;
			struct exh_error err;
			const enum exh_status status =
				exh_keen_bitmap_open(graphics, i, part, &bitmap, &err);

			if (status == EXH_OK)
				check_bitmap(&bitmap);
			else
				assert(err.status == status);
		}
	}
}

static void check_chunks(const struct exh_keen_graphics *graphics)
{
	size_t counts[3] = { 0 };

	for (size_t i = 0; i < graphics->chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &graphics->chunks[i];

		counts[chunk->place.state]++;
		if (chunk->place.state != EXH_KEEN_PRESENT)
			assert(!chunk->expanded.size);
		/* Each code has at least one bit; only tables can declare more than is
		 * there.
		 */
		if (!chunk->damaged && !chunk->place.cut && !graphics->layout.chunk_count)
			assert(chunk->expanded.size <=
			       chunk->place.packed_size * (size_t)8);
	}
	assert(counts[EXH_KEEN_PRESENT] == graphics->present_count);
	assert(counts[EXH_KEEN_ABSENT] == graphics->absent_count);
	assert(counts[EXH_KEEN_LOST] == graphics->lost_count);
}

static enum exh_status open_all(const struct input *in, struct exh_arena *arena,
				struct exh_notes *notes, struct exh_keen_graphics *out)
{
	struct exh_keen_head head;
	struct exh_error err = { 0 };
	enum exh_status status;

	notes->arena = arena;
	status = exh_keen_head_read(in->head, in->offset_size,
				    in->layout ? in->layout->chunk_count : 0,
				    in->archive.size, arena, &head, notes, &err);
	if (!status)
		status = exh_keen_graphics_open(in->archive, &head, in->layout, &huffman,
						arena, out, notes, &err);
	assert(err.status == status);
	assert(arena->used <= arena->limit);
	return status;
}

static void check_same(const struct exh_keen_graphics *graphics,
		       const struct exh_keen_graphics *again)
{
	for (size_t i = 0; i < graphics->chunk_count; i++) {
		const struct exh_bytes was = graphics->chunks[i].expanded;
		const struct exh_bytes is = again->chunks[i].expanded;

		assert(graphics->chunks[i].place.state == again->chunks[i].place.state);
		assert(was.size == is.size);
		assert(!was.size || memcmp(was.data, is.data, was.size) == 0);
	}
}

/* Only complete archives: where something is left over or missing, packing differs.
 */
static void check_packed(const struct input *in, const struct exh_keen_graphics *graphics)
{
	struct exh_writer archive = { .limit = LIMIT }, head = { .limit = LIMIT };
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { 0 };
	struct exh_keen_graphics again;
	struct exh_bytes chunks[20];
	struct input packed = *in;

	for (size_t i = 0; i < graphics->chunk_count; i++)
		chunks[i] = graphics->chunks[i].expanded;
	assert(exh_keen_graphics_pack(in->layout, chunks, &huffman, &archive, &head,
				      NULL) == EXH_OK);
	packed.head = (struct exh_bytes){ head.data, head.size, 0 };
	packed.archive = (struct exh_bytes){ archive.data, archive.size, 0 };
	assert(open_all(&packed, &arena, &notes, &again) == EXH_OK);
	assert(!notes.warning_count && !notes.damage_count);
	check_same(graphics, &again);
	exh_writer_free(&archive);
	exh_writer_free(&head);
	exh_arena_free(&arena);
}

static void check_input(const struct input *in)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { 0 };
	struct exh_keen_graphics graphics;

	if (open_all(in, &arena, &notes, &graphics) == EXH_OK) {
		check_chunks(&graphics);
		check_bitmaps(&graphics);
		if (in->layout && !notes.warning_count && !notes.damage_count)
			check_packed(in, &graphics);
	}
	if (in->layout)
		assert(exh_keen_layout_fit(in->layout, in->archive, in->head, &huffman) <=
		       100);
	exh_arena_free(&arena);
}

/* Makes a dictionary with codes of 8 bits. Making it takes long, and it is always the
 * same. */
static void make_flat(struct exh_huffman *flat)
{
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	uint64_t counts[256];

	for (size_t i = 0; i < 256; i++)
		counts[i] = 1;
	exh_huffman_build(counts, dict);
	assert(!exh_huffman_read(flat, (struct exh_bytes){ dict, sizeof dict, 0 }, NULL,
				 NULL));
}

static bool init(struct exh_bytes given)
{
	static _Thread_local struct exh_huffman flat;

	if (given.size)
		return exh_huffman_read(&huffman, given, NULL, NULL) == EXH_OK;
	if (!flat.shortest_code)
		make_flat(&flat);
	huffman = flat;
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_keen_layout layout = every_class;
	struct input in = { .layout = &layout };
	struct exh_bytes dict;
	const uint8_t *rest;
	size_t left;

	if (size < CONTROL_SIZE)
		return 0;
	rest = data + CONTROL_SIZE;
	left = size - CONTROL_SIZE;
	layout.video = data[0] % 5 % 2 ? EXH_KEEN_EGA : EXH_KEEN_CGA;
	layout.offset_size = in.offset_size = data[0] % 5 < 3 ? 4 : 3;
	if (data[0] % 5 == 0)
		in.layout = NULL;
	in.head = take(&rest, &left, data[1] | (size_t)data[2] << 8);
	dict = take(&rest, &left, data[3] | (size_t)data[4] << 8);
	in.archive = take(&rest, &left, left);
	if (init(dict))
		check_input(&in);
	discard(in.head);
	discard(dict);
	discard(in.archive);
	return 0;
}
