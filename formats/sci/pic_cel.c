#include "pic_draw.h"

#include "../base/reader.h"
#include "exhume/sci.h"

/* More pixels than the maps have are no cel of a pic. */
static bool open_cel(struct exh_bytes data, struct exh_sci_cel *cel)
{
	struct reader r = { .in = data };
	const uint8_t *head = rd_take(&r, EXH_SCI_CEL_HEADER_SIZE);

	if (!head)
		return false;
	*cel = (struct exh_sci_cel){ .width = load_u16le(head),
				     .height = load_u16le(head + 2),
				     .key = head[6] & 15 };
	return (uint32_t)cel->width * cel->height <= EXH_SCI_PIC_PIXELS &&
	       exh_bytes_slice(data, r.pos, rd_left(&r), &cel->rle);
}

static void draw_cel_pixel(struct exh_sci_pic_canvas *canvas, int32_t x, int32_t y,
			   uint8_t color)
{
	const uint64_t white = color == 15 ? UINT64_MAX : 0;
	const struct pic_layer visual = { canvas->visual,
					  canvas->empty[0],
					  { white, white },
					  (uint8_t)(color * 0x11) };
	const uint32_t place = (uint32_t)(y * EXH_SCI_PIC_WIDTH + x);

	pic_place(&visual, place);
	if (canvas->priority_on) {
		const struct pic_layer priority = pic_value_layer(
			canvas->priority, canvas->empty[1], canvas->priority_value);

		pic_place(&priority, place);
	}
}

static void draw_cel(struct exh_sci_pic_canvas *canvas, const struct exh_sci_cel *cel,
		     const uint8_t *pixels, size_t count, int32_t left, int32_t top)
{
	for (size_t i = 0; i < count; i++) {
		const int32_t x = left + (int32_t)(i % cel->width);
		const int32_t y = top + (int32_t)(i / cel->width);

		if (pixels[i] != cel->key && x >= 0 && x < EXH_SCI_PIC_WIDTH && y >= 0 &&
		    y < EXH_SCI_PIC_HEIGHT)
			draw_cel_pixel(canvas, x, y, pixels[i]);
	}
}

bool exh_sci_pic_cel(struct exh_sci_pic_canvas *canvas,
		     const struct exh_sci_pic_step *step)
{
	uint8_t pixels[EXH_SCI_PIC_PIXELS];
	struct exh_arena no_memory = { 0 }; /* notes are only counted */
	struct exh_notes notes = { .arena = &no_memory };
	struct exh_sci_cel cel, row;
	size_t all, count;

	if (!open_cel(step->data, &cel))
		return false;
	/* Draws the pixels that the data reach as one row, since the others have the key:
	 * this bounds a program's time by its size. */
	all = (size_t)cel.width * cel.height;
	count = cel.rle.size * EXH_SCI_CEL_RUN;
	count = count < all ? count : all;
	row = cel;
	row.width = (uint16_t)count;
	row.height = 1;
	if (exh_sci_cel_decode(&row, pixels, count, NULL, &notes, NULL))
		return false;
	draw_cel(canvas, &cel, pixels, count, step->x, step->y);
	return !notes.damage_count && count == all;
}
