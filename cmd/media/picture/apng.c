#include "animation.h"

#include "png.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

struct apng {
	struct apng_file file;
	struct exh_palette palette;
	/* An opaque palette gets a transparent entry for pixels that did not change: runs
	 * of it take almost no space. */
	bool keeps;
	uint8_t keep;		  /* index of that entry */
	uint8_t *canvas, *change; /* visible picture; part to be stored */
};

static void add_keep(struct apng *apng)
{
	struct exh_palette *palette = &apng->palette;

	apng->keeps = palette->count < 256;
	for (size_t i = 0; i < palette->count; i++)
		apng->keeps &= palette->colors[i].alpha == 255;
	if (!apng->keeps)
		return;
	apng->keep = (uint8_t)palette->count;
	palette->colors[palette->count++] = (struct exh_color){ 0, 0, 0, 0 };
}

struct apng *apng_begin(size_t width, size_t height, const struct exh_palette *palette,
			size_t frame_count, uint32_t play_count, struct exh_writer *out)
{
	struct apng *apng = mem_alloc(1, sizeof *apng);

	*apng = (struct apng){ .file = { .out = out,
					 .width = width,
					 .height = height,
					 .frame_count = frame_count,
					 .play_count = play_count },
			       .palette = *palette,
			       .canvas = mem_alloc(width, height),
			       .change = mem_alloc(width, height) };
	if (frame_count > 1)
		add_keep(apng);
	return apng;
}

/* Puts a row of a part onto the canvas, and into out the pixels to store. */
static void change_row(const struct apng *apng, const uint8_t *row, size_t width,
		       uint8_t *canvas, uint8_t *out)
{
	const bool keeps = apng->keeps && apng->file.added_count;

	for (size_t x = 0; x < width; x++)
		out[x] = keeps && row[x] == canvas[x] ? apng->keep : row[x];
	memcpy(canvas, row, width);
}

/* Puts the part on the canvas, and into change the pixels to store. */
static void change_canvas(const struct apng *apng, const struct exh_image *part,
			  struct apng_part *frame, struct exh_image *change)
{
	const size_t left = apng_parts_begin_left(&apng->palette) ? 0 : frame->x;
	const size_t more = frame->x - left;

	*change = (struct exh_image){ more + part->width, part->height, apng->change };
	for (size_t y = 0; y < part->height; y++) {
		uint8_t *row = apng->canvas + (frame->y + y) * apng->file.width;
		uint8_t *out = change->pixels + y * change->width;

		if (apng->keeps)
			memset(out, apng->keep, more);
		else
			memcpy(out, row + left, more);
		change_row(apng, part->pixels + y * part->width, part->width,
			   row + frame->x, out + more);
	}
	frame->x = left;
	frame->width = change->width;
}

enum exh_status apng_add(struct apng *apng, const struct exh_image *part, size_t x,
			 size_t y, uint16_t delay_num, uint16_t delay_den,
			 struct exh_error *err)
{
	struct apng_part frame = { .x = x,
				   .y = y,
				   .width = part->width,
				   .height = part->height,
				   .delay_num = delay_num,
				   .delay_den = delay_den,
				   .over = apng->keeps && apng->file.added_count };
	struct exh_writer png = { .limit = apng->file.out->limit };
	enum exh_status status = apng_file_check(&apng->file, &frame, err);
	struct exh_image change;

	if (!status) {
		change_canvas(apng, part, &frame, &change);
		status = png_encode(&change, &apng->palette, &png, err);
	}
	if (!status) {
		frame.png = exh_writer_bytes(&png);
		status = apng_file_add(&apng->file, &frame, err);
	}
	exh_writer_free(&png);
	return status;
}

enum exh_status apng_end(struct apng *apng, enum exh_status status, struct exh_error *err)
{
	if (!status)
		status = apng_file_end(&apng->file, err);
	if (apng) {
		free(apng->canvas);
		free(apng->change);
	}
	free(apng);
	return status;
}
