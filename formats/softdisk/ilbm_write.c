#include "ilbm_parts.h"

#include "../base/common.h"
#include "../base/reader.h"
#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include <string.h>

static void write_chunk(struct exh_writer *out, const char *id, struct exh_bytes chunk)
{
	exh_write_bytes(out, id, ID_SIZE);
	write_u32be(out, chunk.size);
	exh_write_bytes(out, chunk.data, chunk.size);
	if (chunk.size % 2)
		exh_write_u8(out, 0);
}

static void write_header(const struct exh_ilbm *ilbm, const struct exh_image *image,
			 struct exh_writer *out)
{
	exh_write_bytes(out, "BMHD", ID_SIZE);
	write_u32be(out, HEADER_SIZE);
	write_u16be(out, (unsigned)image->width);
	write_u16be(out, (unsigned)image->height);
	write_u16be(out, (unsigned)ilbm->x);
	write_u16be(out, (unsigned)ilbm->y);
	exh_write_u8(out, (uint8_t)ilbm->plane_count);
	exh_write_u8(out, (uint8_t)ilbm->masking);
	exh_write_u8(out, (uint8_t)ilbm->compression);
	exh_write_u8(out, 0);
	write_u16be(out, ilbm->transparent);
	exh_write_u8(out, (uint8_t)ilbm->aspect_x);
	exh_write_u8(out, (uint8_t)ilbm->aspect_y);
	write_u16be(out, (unsigned)ilbm->page_width);
	write_u16be(out, (unsigned)ilbm->page_height);
}

/* Returns the number of colours to write: all of them if one of the second half is not
 * what half-brite makes of the first. */
static size_t count_colors(const struct exh_ilbm *ilbm)
{
	const struct exh_color *colors = ilbm->palette.colors;

	for (size_t i = 0; i < HALF_BRITE_COLORS && exh_ilbm_is_half_brite(ilbm); i++) {
		const struct exh_color half = exh_ilbm_half(colors[i]),
				       own = colors[HALF_BRITE_COLORS + i];

		if (own.red != half.red || own.green != half.green ||
		    own.blue != half.blue)
			return (size_t)2 * HALF_BRITE_COLORS;
	}
	return exh_ilbm_is_half_brite(ilbm) ? HALF_BRITE_COLORS
					    : (size_t)1 << ilbm->plane_count;
}

static void write_colors(const struct exh_ilbm *ilbm, struct exh_writer *out)
{
	const size_t count = count_colors(ilbm);
	uint8_t colors[256 * 3];

	for (size_t i = 0; i < count; i++) {
		const struct exh_color *color = &ilbm->palette.colors[i];

		colors[i * 3] = color->red;
		colors[i * 3 + 1] = color->green;
		colors[i * 3 + 2] = color->blue;
	}
	write_chunk(out, "CMAP", (struct exh_bytes){ colors, count * 3, 0 });
}

static void collect_plane(const uint8_t *pixels, size_t width, unsigned shift,
			  uint8_t *row)
{
	for (size_t x = 0; x < width; x++)
		row[x / 8] |= (uint8_t)((pixels[x] >> shift & 1U) << (7 - x % 8));
}

static void write_part(const struct exh_ilbm *ilbm, const uint8_t *row, size_t size,
		       struct exh_writer *body)
{
	const struct exh_bytes part = { row, size, 0 };

	if (ilbm->compression)
		exh_byterun1_pack(part, body);
	else
		exh_write_bytes(body, row, size);
}

static void write_row(const struct exh_ilbm *ilbm, const struct ilbm_rows *rows,
		      const uint8_t *pixels, const uint8_t *shown, size_t width,
		      struct exh_writer *body)
{
	uint8_t row[MAX_SIDE + 1];

	if (ilbm->chunky) {
		memset(row, 0, rows->size);
		memcpy(row, pixels, width);
		write_part(ilbm, row, rows->size, body);
		return;
	}
	for (unsigned plane = 0; plane * rows->plane_size < rows->size; plane++) {
		memset(row, 0, rows->plane_size);
		if (plane < ilbm->plane_count)
			collect_plane(pixels, width, plane, row);
		else
			collect_plane(shown, width, 0, row);
		write_part(ilbm, row, rows->plane_size, body);
	}
}

static enum exh_status check_image(const struct exh_ilbm *ilbm,
				   const struct exh_image *image, const uint8_t *hidden,
				   struct exh_error *err)
{
	struct exh_ilbm sized = *ilbm;
	enum exh_status status;

	sized.width = image->width;
	sized.height = image->height;
	status = exh_ilbm_check(&sized, EXH_NO_OFFSET, err);
	if (status)
		return status;
	if (image->width > MAX_SIDE || image->height > MAX_SIDE ||
	    (ilbm->masking == EXH_ILBM_MASK && (ilbm->chunky || !hidden)))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zux%zu pixels with masking %u can't be written",
				image->width, image->height, ilbm->masking);
	for (size_t i = 0; i < image->width * image->height; i++)
		if (image->pixels[i] >> ilbm->plane_count)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"pixel %zu has colour %u, %u planes hold %u", i,
					image->pixels[i], ilbm->plane_count,
					1U << ilbm->plane_count);
	return EXH_OK;
}

static void write_body(const struct exh_ilbm *ilbm, const struct exh_image *image,
		       const uint8_t *hidden, struct exh_writer *body)
{
	const struct ilbm_rows rows = exh_ilbm_measure(ilbm, image->width);
	uint8_t shown[MAX_SIDE] = { 0 }; /* unused without a mask */

	for (size_t y = 0; y < image->height; y++) {
		const size_t at = y * image->width;

		for (size_t x = 0; x < image->width && hidden; x++)
			shown[x] = !hidden[at + x];
		write_row(ilbm, &rows, image->pixels + at, shown, image->width, body);
	}
}

/* Writes the form, and frees it and its body. */
static void end_form(struct exh_writer *out, struct exh_writer *form,
		     struct exh_writer *body)
{
	out->failed |= form->failed || body->failed;
	write_chunk(out, "FORM", exh_writer_bytes(form));
	exh_writer_free(body);
	exh_writer_free(form);
}

enum exh_status exh_ilbm_encode(const struct exh_ilbm *ilbm,
				const struct exh_image *image, const uint8_t *hidden,
				struct exh_writer *out, struct exh_error *err)
{
	struct exh_writer form = { .limit = out->limit }, body = { .limit = out->limit };
	const enum exh_status status = check_image(ilbm, image, hidden, err);

	if (status)
		return status;
	exh_write_bytes(&form, ilbm->chunky ? "PBM " : "ILBM", ID_SIZE);
	write_header(ilbm, image, &form);
	write_colors(ilbm, &form);
	if (ilbm->has_mode) {
		exh_write_bytes(&form, "CAMG", ID_SIZE);
		write_u32be(&form, ID_SIZE);
		write_u32be(&form, ilbm->mode);
	}
	write_body(ilbm, image, hidden, &body);
	write_chunk(&form, "BODY", exh_writer_bytes(&body));
	end_form(out, &form, &body);
	return EXH_OK;
}

/* A chunk of the old picture, or what stands for it now. */
static void replace_chunk(const struct exh_ilbm *ilbm, const struct exh_image *image,
			  struct exh_bytes chunk, const uint8_t *id,
			  struct exh_bytes body, struct exh_writer *form)
{
	const bool is_same_size =
		image->width == ilbm->width && image->height == ilbm->height;

	if (!memcmp(id, "BODY", ID_SIZE))
		write_chunk(form, "BODY", body);
	else if (!memcmp(id, "BMHD", ID_SIZE) && !is_same_size)
		write_header(ilbm, image, form);
	else
		write_chunk(form, (const char *)id, chunk);
}

static void replace_chunks(struct exh_bytes file, const struct exh_ilbm *ilbm,
			   const struct exh_image *image, struct exh_bytes body,
			   struct exh_writer *form)
{
	struct reader r = { .in = file };
	bool is_done = false;

	rd_take(&r, (size_t)2 * ID_SIZE);
	exh_write_bytes(form, rd_take(&r, ID_SIZE), ID_SIZE);
	while (!is_done && rd_left(&r) >= (size_t)2 * ID_SIZE) {
		const uint8_t *id = rd_take(&r, ID_SIZE);
		const size_t size = rd_u32be(&r);
		struct exh_bytes chunk;

		is_done = !memcmp(id, "BODY", ID_SIZE);
		if (!exh_bytes_slice(file, r.pos, size, &chunk) && !is_done)
			return;
		replace_chunk(ilbm, image, chunk, id, body, form);
		rd_take(&r, size + size % 2);
	}
	/* Chunks may follow the body. */
	if (is_done && !r.failed)
		exh_write_bytes(form, file.data + r.pos, rd_left(&r));
}

enum exh_status exh_ilbm_replace(struct exh_bytes file, const struct exh_ilbm *ilbm,
				 const struct exh_image *image, const uint8_t *hidden,
				 struct exh_writer *out, struct exh_error *err)
{
	struct exh_writer form = { .limit = out->limit }, body = { .limit = out->limit };
	const enum exh_status status = check_image(ilbm, image, hidden, err);

	if (status)
		return status;
	write_body(ilbm, image, hidden, &body);
	replace_chunks(file, ilbm, image, exh_writer_bytes(&body), &form);
	end_form(out, &form, &body);
	return EXH_OK;
}
