#include "ilbm_parts.h"

#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "../base/reader.h"

#include <assert.h>
#include <string.h>

enum {
	MAX_PLANES = 8,
	BYTERUN1 = 1,
	HALF_BRITE_PLANES = 6,
	EGA_PLANES = 4,
	CYCLE_SIZE = 8,
};

static bool is_id(const uint8_t *data, const char *id)
{
	return memcmp(data, id, ID_SIZE) == 0;
}

bool exh_ilbm_is(struct exh_bytes file)
{
	return file.size >= ID_SIZE * 3 && is_id(file.data, "FORM") &&
	       (is_id(file.data + ID_SIZE * 2, "ILBM") ||
		is_id(file.data + ID_SIZE * 2, "PBM "));
}

/*
 * Chunks.
 */

static void read_header(struct exh_bytes chunk, struct exh_ilbm *ilbm)
{
	struct reader r = { .in = chunk };

	ilbm->width = rd_u16be(&r);
	ilbm->height = rd_u16be(&r);
	ilbm->x = (int16_t)rd_u16be(&r);
	ilbm->y = (int16_t)rd_u16be(&r);
	ilbm->plane_count = rd_u8(&r);
	ilbm->masking = rd_u8(&r);
	ilbm->compression = rd_u8(&r);
	rd_u8(&r); /* padding */
	ilbm->transparent = rd_u16be(&r);
	ilbm->aspect_x = rd_u8(&r);
	ilbm->aspect_y = rd_u8(&r);
	ilbm->page_width = (int16_t)rd_u16be(&r);
	ilbm->page_height = (int16_t)rd_u16be(&r);
}

static void read_colors(struct exh_bytes chunk, struct exh_ilbm *ilbm)
{
	struct reader r = { .in = chunk };

	ilbm->color_count = chunk.size / 3 < 256 ? chunk.size / 3 : 256;
	for (size_t i = 0; i < ilbm->color_count; i++) {
		struct exh_color *color = &ilbm->palette.colors[i];

		color->red = rd_u8(&r);
		color->green = rd_u8(&r);
		color->blue = rd_u8(&r);
		color->alpha = 255;
	}
}

static void read_cycle(struct exh_bytes chunk, struct exh_ilbm *ilbm)
{
	struct exh_ilbm_cycle *cycle = &ilbm->cycles[ilbm->cycle_count];
	struct reader r = { .in = chunk };

	if (ilbm->cycle_count == EXH_ILBM_MAX_CYCLES || chunk.size < CYCLE_SIZE)
		return;
	rd_u16be(&r); /* padding */
	cycle->rate = rd_u16be(&r);
	cycle->flags = rd_u16be(&r);
	cycle->low = rd_u8(&r);
	cycle->high = rd_u8(&r);
	ilbm->cycle_count++;
}

static void read_mode(struct exh_bytes chunk, struct exh_ilbm *ilbm)
{
	struct reader r = { .in = chunk };

	ilbm->mode = rd_u32be(&r);
	ilbm->has_mode = !r.failed;
}

static void read_grab(struct exh_bytes chunk, struct exh_ilbm *ilbm)
{
	struct reader r = { .in = chunk };

	ilbm->grab_x = (int16_t)rd_u16be(&r);
	ilbm->grab_y = (int16_t)rd_u16be(&r);
	ilbm->has_grab = !r.failed;
}

/* The chunks seen so far. */
struct seen {
	bool header, body, cut;
	size_t body_size; /* as declared */
};

/* size: as declared. */
static void read_chunk(const uint8_t *id, struct exh_bytes chunk, size_t size,
		       struct exh_ilbm *ilbm, struct seen *seen)
{
	if (is_id(id, "BMHD") && !seen->header && chunk.size >= HEADER_SIZE) {
		read_header(chunk, ilbm);
		seen->header = true;
	} else if (is_id(id, "BODY") && !seen->body) {
		ilbm->body = chunk;
		seen->body = true;
		seen->body_size = size;
	} else if (is_id(id, "CMAP")) {
		read_colors(chunk, ilbm);
	} else if (is_id(id, "CAMG")) {
		read_mode(chunk, ilbm);
	} else if (is_id(id, "GRAB")) {
		read_grab(chunk, ilbm);
	} else if (is_id(id, "CRNG")) {
		read_cycle(chunk, ilbm);
	}
}

/*
 * All chunks of the form; a truncated one is read as far as it goes. The form's own
 * length is ignored until there is a picture.
 */
static void read_chunks(struct reader *r, size_t form_end, struct exh_ilbm *ilbm,
			struct seen *seen, struct exh_notes *notes)
{
	seen->cut = form_end > r->in.size;
	while (rd_left(r) && !(seen->header && seen->body && r->pos >= form_end)) {
		const size_t at = rd_tell(r);
		const uint8_t *id = rd_take(r, ID_SIZE);
		const size_t size = rd_u32be(r);
		struct exh_bytes chunk;
		bool cut;

		if (r->failed)
			return; /* once the body was there this is padding */
		cut = size > rd_left(r);
		seen->cut |= cut;
		if (cut)
			exh_note(notes, EXH_WARNING, at,
				 "a chunk of %zu bytes declared, %zu found", size,
				 rd_left(r));
		exh_bytes_slice(r->in, r->pos, cut ? rd_left(r) : size, &chunk);
		read_chunk(id, chunk, size, ilbm, seen);
		rd_take(r, chunk.size);
		if (chunk.size % 2 && rd_left(r))
			rd_take(r, 1);
	}
}

/*
 * Colours.
 */

static struct exh_color default_color(unsigned plane_count, size_t i)
{
	const uint8_t grey = (uint8_t)(i * 255 / ((1U << plane_count) - 1));
	struct exh_palette ega;

	if (plane_count != EGA_PLANES)
		return (struct exh_color){ grey, grey, grey, 255 };
	exh_palette_ega(&ega);
	return ega.colors[i];
}

bool exh_ilbm_is_half_brite(const struct exh_ilbm *ilbm)
{
	if (ilbm->chunky || ilbm->plane_count != HALF_BRITE_PLANES)
		return false;
	/* Old programs wrote no mode; six planes were nothing else with 32 colours. */
	return ilbm->has_mode ? ilbm->mode & EXH_ILBM_HALF_BRITE
			      : ilbm->color_count == HALF_BRITE_COLORS;
}

struct exh_color exh_ilbm_half(struct exh_color color)
{
	return (struct exh_color){ color.red / 2, color.green / 2, color.blue / 2, 255 };
}

/* Colours beyond the first 32 that the file has stay. */
static void make_half_brite(struct exh_ilbm *ilbm)
{
	struct exh_color *colors = ilbm->palette.colors;

	for (size_t i = 0; i < HALF_BRITE_COLORS; i++)
		if (ilbm->color_count <= HALF_BRITE_COLORS + i)
			colors[HALF_BRITE_COLORS + i] = exh_ilbm_half(colors[i]);
}

static void complete_palette(struct exh_ilbm *ilbm, struct exh_notes *notes)
{
	const bool half = exh_ilbm_is_half_brite(ilbm);
	const size_t count = (size_t)1 << ilbm->plane_count;
	const size_t wanted = half ? HALF_BRITE_COLORS : count;

	ilbm->palette.count = count;
	if (ilbm->color_count < wanted)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "the file has %zu colours of %zu: the others are %s",
			 ilbm->color_count, wanted,
			 ilbm->plane_count == EGA_PLANES ? "EGA's" : "greys");
	for (size_t i = ilbm->color_count; i < wanted; i++)
		ilbm->palette.colors[i] = default_color(ilbm->plane_count, i);
	if (half)
		make_half_brite(ilbm);
}

/*
 * Opening.
 */

enum exh_status exh_ilbm_check(const struct exh_ilbm *ilbm, size_t offset,
			       struct exh_error *err)
{
	if (!ilbm->width || !ilbm->height)
		return exh_fail(err, EXH_INVALID, offset, "%zux%zu pixels", ilbm->width,
				ilbm->height);
	if (ilbm->width > EXH_ILBM_MAX_PIXELS / ilbm->height)
		return exh_fail(err, EXH_LIMIT, offset,
				"%zux%zu pixels, at most %d million are drawn",
				ilbm->width, ilbm->height, EXH_ILBM_MAX_PIXELS >> 20);
	if (ilbm->plane_count > MAX_PLANES)
		return exh_fail(err, EXH_UNSUPPORTED, offset,
				"%u planes: true colour is unsupported, expected 1 to %d",
				ilbm->plane_count, MAX_PLANES);
	if (!ilbm->plane_count)
		return exh_fail(err, EXH_INVALID, offset, "no planes, expected 1 to %d",
				MAX_PLANES);
	if (ilbm->compression > BYTERUN1)
		return exh_fail(err, EXH_UNSUPPORTED, offset,
				"compression %u, expected 0 (none) or 1 (ByteRun1)",
				ilbm->compression);
	if (!ilbm->chunky && ilbm->has_mode && ilbm->mode & EXH_ILBM_HOLD &&
	    ilbm->plane_count > EGA_PLANES)
		return exh_fail(err, EXH_UNSUPPORTED, offset,
				"hold and modify (HAM%u): true colour is unsupported",
				ilbm->plane_count);
	return EXH_OK;
}

static size_t count_plane_rows(const struct exh_ilbm *ilbm)
{
	const size_t planes =
		ilbm->plane_count + (ilbm->masking == EXH_ILBM_MASK ? 1U : 0U);

	return ilbm->chunky ? ilbm->height : ilbm->height * planes;
}

/* Skips a packet; returns the number of bytes it expands to. */
static size_t skip_packet(struct exh_bytes body, size_t *at)
{
	const unsigned control = body.data[*at];
	const size_t left = body.size - *at - 1;
	const size_t size = control < 128   ? control + 1
			    : control > 128 ? 257 - control
					    : 0;
	const size_t packed = control < 128 ? size : control > 128;
	const size_t taken = packed < left ? packed : left;

	*at += 1 + taken;
	return control < 128 ? taken : taken == packed ? size : 0;
}

/* Returns the number of rows of this size that end with a packet, before the first
 * that does not. */
static size_t count_packed_rows(struct exh_bytes body, size_t size, size_t count)
{
	size_t row_count = 0, produced = 0, at = 0;

	while (at < body.size && row_count < count) {
		const size_t end = (row_count + 1) * size;

		produced += skip_packet(body, &at);
		if (produced == end)
			row_count++;
		else if (produced > end)
			break;
	}
	return row_count;
}

/* body_size: as declared. */
static size_t expanded_size(const struct exh_ilbm *ilbm, size_t body_size)
{
	size_t produced = 0, at = 0;

	if (ilbm->compression != BYTERUN1)
		return body_size;
	while (at < ilbm->body.size)
		produced += skip_packet(ilbm->body, &at);
	return produced;
}

/*
 * Some programs write rows of an odd number of bytes without the byte that makes it even.
 * Nearly all end a packet with each row; where packets pass from row to row, and where
 * nothing is packed, the size of the whole body decides.
 */
static bool is_unpadded(const struct exh_ilbm *ilbm, size_t body_size)
{
	const size_t padded = exh_ilbm_measure(ilbm, ilbm->width).plane_size;
	const size_t size = ilbm->chunky ? ilbm->width : (ilbm->width + 7) / 8;
	const size_t count = count_plane_rows(ilbm), whole = size * count;
	const size_t found = expanded_size(ilbm, body_size);
	const bool is_whole =
		ilbm->compression != BYTERUN1 || body_size == ilbm->body.size;
	size_t padded_rows = 0, rows = 0;

	if (size == padded)
		return false;
	if (ilbm->compression == BYTERUN1) {
		padded_rows = count_packed_rows(ilbm->body, padded, count);
		rows = count_packed_rows(ilbm->body, size, count);
	}
	if (padded_rows == count || rows == count)
		return padded_rows < count;
	if (found >= padded * count)
		return false;
	return (is_whole && (found == whole || found == whole + whole % 2)) ||
	       (rows > padded_rows && rows > 1);
}

static void settle_masking(struct exh_ilbm *ilbm, struct exh_notes *notes)
{
	if (ilbm->masking > EXH_ILBM_LASSO || (ilbm->chunky && ilbm->masking == 1))
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "masking %u is unknown%s: all is drawn", ilbm->masking,
			 ilbm->chunky ? " in PBM" : "");
	else
		return;
	ilbm->masking = EXH_ILBM_OPAQUE;
}

/* Fails with the kind of IFF file that it is, if any. */
static enum exh_status refuse(struct exh_bytes file, struct exh_error *err)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ";
	static const char expected[] = "expected FORM with ILBM or PBM";
	char kind[ID_SIZE + 1] = { 0 };

	if (file.size < ID_SIZE * 3)
		return exh_fail(err, EXH_TRUNCATED, file.base, "not a picture: %s",
				expected);
	memcpy(kind, file.data + ID_SIZE * 2, ID_SIZE);
	if (strspn(kind, letters) == ID_SIZE &&
	    (is_id(file.data, "FORM") || is_id(file.data, "LIST") ||
	     is_id(file.data, "CAT ")))
		return exh_fail(err, EXH_INVALID, file.base,
				"not a picture: %.4s with %s, %s",
				(const char *)file.data, kind, expected);
	return exh_fail(err, EXH_INVALID, file.base, "not a picture: %s", expected);
}

enum exh_status exh_ilbm_open(struct exh_bytes file, struct exh_ilbm *out,
			      struct exh_notes *notes, struct exh_error *err)
{
	struct reader r = { .in = file, .pos = ID_SIZE };
	struct seen seen = { 0 };
	enum exh_status status;
	size_t form_size, form_end;

	*out = (struct exh_ilbm){ 0 };
	if (!exh_ilbm_is(file))
		return refuse(file, err);
	out->chunky = is_id(file.data + ID_SIZE * 2, "PBM ");
	form_size = rd_u32be(&r);
	form_end =
		form_size < SIZE_MAX - ID_SIZE * 2 ? form_size + ID_SIZE * 2 : SIZE_MAX;
	rd_take(&r, ID_SIZE);
	read_chunks(&r, form_end, out, &seen, notes);
	if (!seen.header || !seen.body)
		return exh_fail(err, seen.cut ? EXH_TRUNCATED : EXH_INVALID, rd_tell(&r),
				"the picture ends without %s",
				seen.header ? "BODY" : "BMHD");
	status = exh_ilbm_check(out, file.base, err);
	if (status)
		return status;
	settle_masking(out, notes);
	out->unpadded = is_unpadded(out, seen.body_size);
	complete_palette(out, notes);
	return EXH_OK;
}

/*
 * Decoding.
 */

struct ilbm_rows exh_ilbm_measure(const struct exh_ilbm *ilbm, size_t width)
{
	const size_t size = ilbm->chunky ? width : (width + 7) / 8;
	struct ilbm_rows rows = { .plane_size = ilbm->unpadded ? size : size + size % 2 };

	rows.size = rows.plane_size;
	if (!ilbm->chunky)
		rows.size *=
			ilbm->plane_count + (ilbm->masking == EXH_ILBM_MASK ? 1U : 0U);
	return rows;
}

static void draw_plane(const uint8_t *row, size_t width, unsigned value, uint8_t *pixels)
{
	for (size_t x = 0; x < width; x++)
		if (row[x / 8] << x % 8 & 0x80)
			pixels[x] |= (uint8_t)value;
}

static void draw_row(const struct exh_ilbm *ilbm, const struct ilbm_rows *rows,
		     const uint8_t *row, uint8_t *pixels)
{
	if (ilbm->chunky) {
		memcpy(pixels, row, ilbm->width);
		return;
	}
	for (unsigned plane = 0; plane < ilbm->plane_count; plane++)
		draw_plane(row + plane * rows->plane_size, ilbm->width, 1U << plane,
			   pixels);
}

/* The mask has 1 for pixels that are drawn, hidden has 1 for the others. */
static void hide_row(const struct exh_ilbm *ilbm, const struct ilbm_rows *rows,
		     const uint8_t *row, uint8_t *hidden)
{
	const uint8_t *mask = row + ilbm->plane_count * rows->plane_size;

	for (size_t x = 0; x < ilbm->width; x++)
		hidden[x] = !(mask[x / 8] << x % 8 & 0x80);
}

static bool hide_pixel(const struct exh_ilbm *ilbm, const struct exh_image *image,
		       size_t at, uint8_t *hidden)
{
	if (hidden[at] || image->pixels[at] != ilbm->transparent)
		return false;
	hidden[at] = 1;
	return true;
}

/* A lasso: spreads from the edge through the transparent colour. */
static void hide_from_edge(const struct exh_ilbm *ilbm, const struct exh_image *image,
			   size_t *stack, uint8_t *hidden)
{
	const size_t width = image->width, height = image->height;
	size_t count = 0;

	assert(width); /* open refuses what has no pixels */
	for (size_t at = 0; at < width * height; at++) {
		const size_t x = at % width, y = at / width;
		const bool on_edge = !x || !y || x + 1 == width || y + 1 == height;

		if (on_edge && hide_pixel(ilbm, image, at, hidden))
			stack[count++] = at;
	}
	while (count) {
		const size_t at = stack[--count], x = at % width, y = at / width;

		if (x && hide_pixel(ilbm, image, at - 1, hidden))
			stack[count++] = at - 1;
		if (x + 1 < width && hide_pixel(ilbm, image, at + 1, hidden))
			stack[count++] = at + 1;
		if (y && hide_pixel(ilbm, image, at - width, hidden))
			stack[count++] = at - width;
		if (y + 1 < height && hide_pixel(ilbm, image, at + width, hidden))
			stack[count++] = at + width;
	}
}

/* A byte a pixel may hold more than its planes do. */
static void keep_to_palette(const struct exh_ilbm *ilbm, const struct exh_image *image,
			    struct exh_notes *notes)
{
	size_t bad_count = 0;
	unsigned bad = 0;

	for (size_t i = 0; i < image->width * image->height; i++) {
		if (!(image->pixels[i] >> ilbm->plane_count))
			continue;
		bad = image->pixels[i];
		image->pixels[i] &= (uint8_t)((1U << ilbm->plane_count) - 1);
		bad_count++;
	}
	if (bad_count)
		exh_note(notes, EXH_DAMAGE, ilbm->body.base,
			 "%zu pixels have colours such as %u, %u planes hold %u",
			 bad_count, bad, ilbm->plane_count, 1U << ilbm->plane_count);
}

/* The available bytes of the body, expanded if needed. */
static enum exh_status take_body(const struct exh_ilbm *ilbm, size_t wanted,
				 struct exh_arena *arena, struct exh_bytes *out,
				 struct exh_error *err)
{
	struct exh_expansion done;
	uint8_t *data;

	*out = ilbm->body;
	if (ilbm->compression != BYTERUN1)
		return EXH_OK;
	data = exh_alloc(arena, wanted, 1);
	if (!data)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for %zu bytes of body", wanted);
	/* Only the produced size counts: a run past the last row is harmless. */
	(void)!exh_byterun1_expand(ilbm->body, data, wanted, &done, NULL);
	*out = (struct exh_bytes){ data, done.produced_size, ilbm->body.base };
	return EXH_OK;
}

static enum exh_status hide_colors(const struct exh_ilbm *ilbm,
				   const struct exh_image *image, struct exh_arena *arena,
				   uint8_t *hidden, struct exh_error *err)
{
	const size_t count = image->width * image->height;
	size_t *stack;

	if (ilbm->masking == EXH_ILBM_COLOR) {
		for (size_t i = 0; i < count; i++)
			hide_pixel(ilbm, image, i, hidden);
		return EXH_OK;
	}
	stack = exh_alloc(arena, count, sizeof *stack);
	if (!stack)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory to follow the lasso over %zu pixels", count);
	hide_from_edge(ilbm, image, stack, hidden);
	return EXH_OK;
}

enum exh_status exh_ilbm_decode(const struct exh_ilbm *ilbm, struct exh_arena *arena,
				struct exh_image *image, uint8_t **hidden,
				struct exh_notes *notes, struct exh_error *err)
{
	const struct ilbm_rows rows = exh_ilbm_measure(ilbm, ilbm->width);
	const size_t count = ilbm->width * ilbm->height;
	struct exh_bytes body;
	size_t row_count;

	*image = (struct exh_image){ ilbm->width, ilbm->height,
				     exh_alloc(arena, count, 1) };
	*hidden = ilbm->masking ? exh_alloc(arena, count, 1) : NULL;
	if (!image->pixels || (ilbm->masking && !*hidden))
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for %zu pixels", count);
	if (take_body(ilbm, rows.size * ilbm->height, arena, &body, err))
		return EXH_NO_MEMORY;
	row_count = body.size / rows.size;
	if (!row_count)
		return exh_fail(err, EXH_TRUNCATED, ilbm->body.base + ilbm->body.size,
				"the body ends within the first of %zu rows",
				ilbm->height);
	if (row_count < ilbm->height)
		exh_note(notes, EXH_DAMAGE, ilbm->body.base + ilbm->body.size,
			 "the body has %zu of %zu rows", row_count, ilbm->height);
	else
		row_count = ilbm->height;
	for (size_t y = 0; y < row_count; y++) {
		const uint8_t *row = body.data + y * rows.size;

		draw_row(ilbm, &rows, row, image->pixels + y * ilbm->width);
		if (ilbm->masking == EXH_ILBM_MASK)
			hide_row(ilbm, &rows, row, *hidden + y * ilbm->width);
	}
	keep_to_palette(ilbm, image, notes);
	return ilbm->masking > EXH_ILBM_MASK
		       ? hide_colors(ilbm, image, arena, *hidden, err)
		       : EXH_OK;
}
