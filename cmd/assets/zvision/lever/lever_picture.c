#include "zv_lever.h"

#include "media/picture/font_files.h"
#include "task/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_SIDE = 4096,  /* pixels of a frame as it is drawn */
	MAX_AROUND = 256, /* pixels that are shown beyond it, each way */
	LEAST_ARROW = 16, /* pixels, its length */
	MAX_ARROW = 48,
	ARROW_HEAD = 5,			/* pixels, either side of its head */
	MARGIN = 8,			/* around an arrow's end, for its number */
	NOTHING = 4 << 10 | 4 << 5 | 4, /* colour where there is no frame: dark gray */
	STATE_MS = 500,			/* a picture of a position is shown so long */
};

/* Colours of the drawings over a frame. */
enum ink { INK_NONE, INK_SHADOW, INK_BOX, INK_ARROW, INK_NUMBER };

static const uint16_t inks[] = { [INK_SHADOW] = 0,
				 [INK_BOX] = 31 << 10 | 31 << 5,
				 [INK_ARROW] = 31 << 5 | 31,
				 [INK_NUMBER] = 31 << 10 | 31 << 5 | 31 };

/*
 * Visible part of the window.
 */

struct box {
	int64_t left, top, right, bottom; /* right and bottom are outside */
};

static const int32_t *coordinates(const struct lever_picture *picture)
{
	return picture->file->lever.fields[EXH_ZV_LEVER_ANIM_COORDS].values;
}

static void widen(struct box *box, int64_t left, int64_t top, int64_t right,
		  int64_t bottom)
{
	box->left = left < box->left ? left : box->left;
	box->top = top < box->top ? top : box->top;
	box->right = right > box->right ? right : box->right;
	box->bottom = bottom > box->bottom ? bottom : box->bottom;
}

struct point {
	int64_t x, y;
};

/* Size of the rectangles; of no pixel, if there are none. */
static struct point hotspot_size(const struct lever_picture *picture)
{
	const int32_t *size =
		picture->file->lever.fields[EXH_ZV_LEVER_HOTSPOT_DELTAS].values;

	return (struct point){ size[0] > 0 ? size[0] : 0, size[1] > 0 ? size[1] : 0 };
}

static double arrow_length(const struct lever_picture *picture)
{
	const struct point size = hotspot_size(picture);
	const int64_t length = (size.x > size.y ? size.x : size.y) / 2 + LEAST_ARROW / 2;

	return (double)(length < LEAST_ARROW ? LEAST_ARROW
			: length > MAX_ARROW ? MAX_ARROW
					     : length);
}

static struct point arrow_start(const struct lever_picture *picture,
				const struct exh_zv_lever_position *position)
{
	const struct point size = hotspot_size(picture);

	return (struct point){ position->x + size.x / 2, position->y + size.y / 2 };
}

/* Point at this distance in that direction; 90 is up. */
static struct point go(struct point from, double degrees, double length)
{
	const double radians = degrees * 3.14159265358979323846 / 180;

	return (struct point){ from.x + llround(cos(radians) * length),
			       from.y - llround(sin(radians) * length) };
}

/* The frame with the drawings of its positions, if they are not too far away. */
static struct box find_box(const struct lever_picture *picture, struct box frame)
{
	const struct point size = hotspot_size(picture);
	const struct box most = { frame.left - MAX_AROUND, frame.top - MAX_AROUND,
				  frame.right + MAX_AROUND, frame.bottom + MAX_AROUND };
	struct box all = frame;

	for (size_t i = 0; i < picture->file->lever.position_count; i++) {
		const struct exh_zv_lever_position *p =
			&picture->file->lever.positions[i];

		widen(&all, p->x, p->y, p->x + size.x, p->y + size.y);
		for (size_t k = 0; k < p->direction_count; k++) {
			const struct point end =
				go(arrow_start(picture, p), p->directions[k].angle,
				   arrow_length(picture));

			widen(&all, end.x - MARGIN, end.y - MARGIN, end.x + MARGIN,
			      end.y + MARGIN);
		}
	}
	all.left = all.left < most.left ? most.left : all.left;
	all.top = all.top < most.top ? most.top : all.top;
	all.right = all.right > most.right ? most.right : all.right;
	all.bottom = all.bottom > most.bottom ? most.bottom : all.bottom;
	return all;
}

static struct box frame_box(const struct lever_picture *picture)
{
	const struct exh_zv_rlf *header = &picture->rlf->header;
	const int32_t *at = coordinates(picture);

	if (!picture->file->lever.fields[EXH_ZV_LEVER_ANIM_COORDS].known)
		return (struct box){ 0, 0,
				     picture->transpose ? header->height : header->width,
				     picture->transpose ? header->width
							: header->height };
	return (struct box){ at[0], at[1], (int64_t)at[2] + 1, (int64_t)at[3] + 1 };
}

bool lever_picture_begin(struct lever_picture *picture, struct report *report)
{
	const struct box frame = frame_box(picture);
	const int64_t width = frame.right - frame.left, height = frame.bottom - frame.top;
	struct box shown;

	if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
		report_error(report, picture->file->path, EXH_NO_OFFSET,
			     "frames of %lld by %lld pixels, expected 1 to %d each way",
			     (long long)width, (long long)height, MAX_SIDE);
		return false;
	}
	shown = picture->drag ? frame : find_box(picture, frame);
	picture->width = (size_t)width;
	picture->height = (size_t)height;
	picture->left = shown.left;
	picture->top = shown.top;
	picture->canvas_width = (size_t)(shown.right - shown.left);
	picture->canvas_height = (size_t)(shown.bottom - shown.top);
	picture->canvas = mem_alloc(picture->canvas_width * picture->canvas_height,
				    sizeof *picture->canvas);
	picture->overlay =
		(struct exh_image){ picture->canvas_width, picture->canvas_height,
				    mem_alloc(picture->canvas_width,
					      picture->canvas_height) };
	return true;
}

void lever_picture_free(struct lever_picture *picture)
{
	free(picture->canvas);
	free(picture->overlay.pixels);
}

/*
 * Frames.
 */

/* Scales a row, from the frame's corner on the canvas, by nearest pixels. */
static void scale_row(const struct lever_picture *picture, const uint16_t *pixels,
		      size_t y, uint16_t *out)
{
	const struct exh_zv_rlf *header = &picture->rlf->header;
	const size_t width = picture->transpose ? header->height : header->width;
	const size_t height = picture->transpose ? header->width : header->height;
	const size_t row = y * height / picture->height;

	for (size_t x = 0; x < picture->width; x++) {
		const size_t column = x * width / picture->width;

		out[x] = picture->transpose ? pixels[column * height + row]
					    : pixels[row * width + column];
	}
}

/* Draws a frame; one that the animation lacks is an empty place. */
static enum exh_status draw_frame(struct lever_picture *picture, uint32_t number,
				  struct exh_error *err)
{
	const struct box frame = frame_box(picture);
	const uint16_t *pixels;
	enum exh_status status;

	for (size_t i = 0; i < picture->canvas_width * picture->canvas_height; i++)
		picture->canvas[i] = NOTHING;
	if (number >= picture->rlf->count) {
		if (!picture->stated)
			report_error(picture->rlf->report, picture->rlf->path,
				     EXH_NO_OFFSET,
				     "frame %u is missing, there are only %zu; it stays "
				     "empty, and so do other missing frames",
				     (unsigned)number, picture->rlf->count);
		picture->stated = true;
		return EXH_OK;
	}
	status = rlf_source_show(picture->rlf, number, &pixels, err);
	for (size_t y = 0; y < picture->height && !status; y++)
		scale_row(picture, pixels, y,
			  picture->canvas +
				  (size_t)(frame.top - picture->top + (int64_t)y) *
					  picture->canvas_width +
				  (size_t)(frame.left - picture->left));
	return status;
}

/*
 * Drawings over the frames, in pixels of the window.
 */

static void dot(struct lever_picture *picture, int64_t x, int64_t y, enum ink ink)
{
	struct exh_image *overlay = &picture->overlay;

	x -= picture->left;
	y -= picture->top;
	if (x >= 0 && y >= 0 && x < (int64_t)overlay->width &&
	    y < (int64_t)overlay->height)
		overlay->pixels[(size_t)y * overlay->width + (size_t)x] = (uint8_t)ink;
}

static void shadow(struct lever_picture *picture, int64_t x, int64_t y)
{
	for (int64_t i = -1; i <= 1; i++)
		for (int64_t k = -1; k <= 1; k++)
			dot(picture, x + i, y + k, INK_SHADOW);
}

static void line(struct lever_picture *picture, struct point a, struct point b,
		 enum ink ink)
{
	const int64_t dx = b.x - a.x, dy = b.y - a.y;
	const int64_t steps = llabs(dx) > llabs(dy) ? llabs(dx) : llabs(dy);

	for (int64_t i = 0; i <= steps; i++) {
		const int64_t x = a.x + (steps ? dx * i / steps : 0);
		const int64_t y = a.y + (steps ? dy * i / steps : 0);

		if (ink == INK_SHADOW)
			shadow(picture, x, y);
		else
			dot(picture, x, y, ink);
	}
}

static void arrow(struct lever_picture *picture, struct point start, int32_t angle,
		  enum ink ink)
{
	const struct point end = go(start, angle, arrow_length(picture));

	line(picture, start, end, ink);
	line(picture, end, go(end, (double)angle + 150, ARROW_HEAD), ink);
	line(picture, end, go(end, (double)angle - 150, ARROW_HEAD), ink);
}

/* Draws the part of a rectangle that lies on the canvas: it may be far larger. */
static void outline(struct lever_picture *picture,
		    const struct exh_zv_lever_position *position)
{
	const struct box canvas = { picture->left, picture->top,
				    picture->left + (int64_t)picture->canvas_width,
				    picture->top + (int64_t)picture->canvas_height };
	const struct point size = hotspot_size(picture);

	if (!size.x || !size.y)
		return;
	for (int64_t x = canvas.left; x < canvas.right; x++) {
		if (x < position->x || x >= position->x + size.x)
			continue;
		dot(picture, x, position->y, INK_BOX);
		dot(picture, x, position->y + size.y - 1, INK_BOX);
	}
	for (int64_t y = canvas.top; y < canvas.bottom; y++) {
		if (y < position->y || y >= position->y + size.y)
			continue;
		dot(picture, position->x, y, INK_BOX);
		dot(picture, position->x + size.x - 1, y, INK_BOX);
	}
}

/* Writes the position that a direction leads to beside the end of its arrow. */
static void write_number(struct lever_picture *picture, struct point at, int32_t number)
{
	struct exh_image *overlay = &picture->overlay;
	char text[16];

	at.x -= picture->left - 3;
	at.y -= picture->top + 2;
	if (at.x < 1 || at.y < 1 || at.x >= (int64_t)overlay->width ||
	    at.y >= (int64_t)overlay->height)
		return;
	snprintf(text, sizeof text, "%d", (int)number);
	for (size_t i = 0; i < 9; i++)
		number_font_text(overlay, (size_t)at.x + i % 3 - 1,
				 (size_t)at.y + i / 3 - 1, text, INK_SHADOW);
	number_font_text(overlay, (size_t)at.x, (size_t)at.y, text, INK_NUMBER);
}

static void draw_overlay(struct lever_picture *picture,
			 const struct exh_zv_lever_position *position)
{
	static const enum ink passes[] = { INK_SHADOW, INK_ARROW };
	const struct point start = arrow_start(picture, position);
	struct exh_image *overlay = &picture->overlay;

	memset(overlay->pixels, INK_NONE, overlay->width * overlay->height);
	outline(picture, position);
	for (size_t pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < position->direction_count; i++)
			arrow(picture, start, position->directions[i].angle,
			      passes[pass]);
	for (size_t i = 0; i < position->direction_count; i++)
		write_number(
			picture,
			go(start, position->directions[i].angle, arrow_length(picture)),
			position->directions[i].to);
	for (size_t i = 0; i < overlay->width * overlay->height; i++)
		if (overlay->pixels[i] != INK_NONE)
			picture->canvas[i] = inks[overlay->pixels[i]];
}

/*
 * For sequence_write.
 */

static enum exh_status get_state(void *context, size_t i, const uint16_t **pixels,
				 struct exh_error *err)
{
	struct lever_picture *picture = context;
	const struct exh_zv_lever_position *position = &picture->file->lever.positions[i];
	const enum exh_status status =
		draw_frame(picture, (uint32_t)position->number, err);

	if (!status)
		draw_overlay(picture, position);
	*pixels = picture->canvas;
	return status;
}

static size_t number_of_state(void *context, size_t i)
{
	const struct lever_picture *picture = context;

	return (size_t)picture->file->lever.positions[i].number;
}

static enum exh_status get_drawn(void *context, size_t i, const uint16_t **pixels,
				 struct exh_error *err)
{
	struct lever_picture *picture = context;

	*pixels = picture->canvas;
	return draw_frame(picture, picture->drag->frames[i].file_frame, err);
}

struct sequence_source lever_picture_source(struct lever_picture *picture)
{
	const struct exh_zv_drag *drag = picture->drag;

	return (struct sequence_source){
		.width = picture->canvas_width,
		.height = picture->canvas_height,
		.count = drag ? drag->frame_count : picture->file->lever.position_count,
		.time_num = drag ? EXH_ZV_LEVER_STEP_MS : STATE_MS,
		.time_den = 1000,
		.get = drag ? get_drawn : get_state,
		.number = drag ? NULL : number_of_state,
		.context = picture,
	};
}
