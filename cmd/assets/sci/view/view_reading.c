/* Packs frames into cels; loops that show the same cels share them. */
#include "view.h"

#include "task/memory.h"

#include <exhume/advanced/sci_view.h>
#include <stdlib.h>
#include <string.h>

enum {
	ARENA_LIMIT = 256 << 20,
	MAX_LOOPS = 255,
	MAX_CELS = 255, /* per loop */
	MAX_SIDE = UINT16_MAX,
};

/* A frame without its transparent border. */
struct shown_cel {
	struct exh_sci_cel cel; /* run lengths and key are not set */
	const uint8_t *pixels;	/* VIEW_NO_KEY: transparent */
	unsigned key;		/* preferred key, or VIEW_NO_KEY */
};

struct shown_loop {
	struct shown_cel cels[MAX_CELS];
	size_t count;
};

/*
 * Frames.
 */

/* Returns the box without transparent borders in pixels of the picture; right and
 * bottom are outside. For a picture that is all transparent it is a single pixel, as a
 * cel needs one. */
static struct view_box box_of(const struct exh_image *image)
{
	struct view_box box = { (int32_t)image->width, (int32_t)image->height, 0, 0 };

	for (size_t i = 0; i < image->width * image->height; i++) {
		const int32_t x = (int32_t)(i % image->width);
		const int32_t y = (int32_t)(i / image->width);

		if (image->pixels[i] == VIEW_NO_KEY)
			continue;
		box.left = x < box.left ? x : box.left;
		box.right = x >= box.right ? x + 1 : box.right;
		box.top = y < box.top ? y : box.top;
		box.bottom = y + 1;
	}
	if (!box.right)
		box = (struct view_box){ (int32_t)image->width / 2,
					 (int32_t)image->height - 1,
					 (int32_t)image->width / 2 + 1,
					 (int32_t)image->height };
	return box;
}

static const uint8_t *cut(struct exh_arena *arena, const struct exh_image *image,
			  const struct view_box *box)
{
	const size_t width = (size_t)(box->right - box->left);
	const size_t height = (size_t)(box->bottom - box->top);
	uint8_t *pixels = mem_arena(arena, width * height, 1);

	for (size_t y = 0; y < height; y++)
		memcpy(pixels + y * width,
		       image->pixels + ((size_t)box->top + y) * image->width + box->left,
		       width);
	return pixels;
}

/* Computes the cel's place, inverse to exh_sci_cel_place. */
static enum exh_status place(const struct view_reading *r, const struct view_frame *frame,
			     const struct exh_image *image, const struct view_box *box,
			     struct exh_sci_cel *cel, struct exh_error *err)
{
	const struct view_frames_request *request = r->request;
	const int scale = (int)r->scale;
	const int x = frame->has_origin	    ? frame->origin_x / scale
		      : request->has_origin ? request->origin_x / scale
					    : (int)image->width / 2;
	const int y = frame->has_origin	    ? frame->origin_y / scale
		      : request->has_origin ? request->origin_y / scale
					    : (int)image->height - 1;
	const int dx = box->left + cel->width / 2 - x, dy = box->bottom - 1 - y;

	if (dx < INT8_MIN || dx > INT8_MAX || dy < INT8_MIN || dy > INT8_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"its pixels lie (%d, %d) away from the object's place "
				"(%d, %d), expected -128 to 127: see --origin",
				dx, dy, x * scale, y * scale);
	cel->dx = (int8_t)dx;
	cel->dy = (int8_t)dy;
	return EXH_OK;
}

static enum exh_status keep(struct view_reading *r, const struct view_frame *frame,
			    const struct exh_image *image, struct exh_error *err)
{
	struct shown_loop *loop = &r->loops[r->loop_count - 1];
	const struct view_box box =
		frame->is_whole ? (struct view_box){ 0, 0, (int32_t)image->width,
						     (int32_t)image->height }
				: box_of(image);
	struct shown_cel *to = &loop->cels[loop->count];
	enum exh_status status;

	if (box.right - box.left > MAX_SIDE || box.bottom - box.top > MAX_SIDE)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%dx%d pixels, a cel has sides of at most %d",
				(int)(box.right - box.left), (int)(box.bottom - box.top),
				MAX_SIDE);
	to->cel.width = (uint16_t)(box.right - box.left);
	to->cel.height = (uint16_t)(box.bottom - box.top);
	status = place(r, frame, image, &box, &to->cel, err);
	if (status)
		return status;
	r->pixel_count += (size_t)to->cel.width * to->cel.height;
	to->pixels = cut(&r->out->arena, image, &box);
	to->key = frame->key;
	loop->count++;
	return EXH_OK;
}

enum exh_status view_reading_begin(struct view_reading *r, struct exh_error *err)
{
	if (r->loop_count == MAX_LOOPS)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a view has at most %d loops", MAX_LOOPS);
	r->loop_count++;
	return EXH_OK;
}

enum exh_status view_reading_add(struct view_reading *r, const struct view_frame *frame,
				 struct exh_error *err)
{
	struct exh_image image;
	enum exh_status status;

	if (r->loops[r->loop_count - 1].count == MAX_CELS)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a loop has at most %d cels", MAX_CELS);
	status = view_take_pixels(&frame->picture, NULL, r->request->quantize, r->scale,
				  &image, err);
	if (!status && image.width * image.height > VIEW_MAX_PIXELS - r->pixel_count)
		status = exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				  "the cels of the view have more than %d million pixels",
				  VIEW_MAX_PIXELS >> 20);
	if (!status)
		status = keep(r, frame, &image, err);
	free(image.pixels);
	return status;
}

/*
 * Loops.
 */

static bool is_same_cel(const struct shown_cel *a, const struct shown_cel *b)
{
	return a->cel.width == b->cel.width && a->cel.height == b->cel.height &&
	       a->cel.dx == b->cel.dx && a->cel.dy == b->cel.dy &&
	       memcmp(a->pixels, b->pixels, (size_t)a->cel.width * a->cel.height) == 0;
}

static bool is_mirrored_cel(const struct shown_cel *a, const struct shown_cel *b)
{
	const size_t width = a->cel.width, height = a->cel.height;

	if (b->cel.width != width || b->cel.height != height || a->cel.dy != b->cel.dy ||
	    exh_sci_cel_place(&a->cel, true, 0, 0, 0).left !=
		    exh_sci_cel_place(&b->cel, false, 0, 0, 0).left)
		return false;
	for (size_t i = 0; i < width * height; i++)
		if (b->pixels[i] != a->pixels[i / width * width + width - 1 - i % width])
			return false;
	return true;
}

static bool is_shown_by(const struct shown_loop *a, const struct shown_loop *b,
			bool (*is_same)(const struct shown_cel *a,
					const struct shown_cel *b))
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (!is_same(&a->cels[i], &b->cels[i]))
			return false;
	return true;
}

/* Makes the loop share the cels of an earlier loop, if that has its own cels and they
 * are equal or mirrored. */
static void find_source(const struct view_reading *r, size_t number,
			struct exh_sci_loop_source *to)
{
	for (size_t i = 0; i < number; i++) {
		const struct shown_loop *loop = &r->loops[i];
		const bool is_same = is_shown_by(loop, &r->loops[number], is_same_cel);

		if (r->out->loops[i].source != i ||
		    (!is_same &&
		     (number >= EXH_SCI_MIRRORED_LOOPS ||
		      !is_shown_by(loop, &r->loops[number], is_mirrored_cel))))
			continue;
		*to = (struct exh_sci_loop_source){ .is_mirrored = !is_same,
						    .source = i };
		return;
	}
}

/* Returns the preferred key, if no pixel has that colour; else a free colour. */
static uint8_t choose_key(const struct shown_cel *from)
{
	const size_t count = (size_t)from->cel.width * from->cel.height;

	if (from->key >= VIEW_KEYS || memchr(from->pixels, (int)from->key, count))
		return view_free_color(from->pixels, count);
	return (uint8_t)from->key;
}

static enum exh_status pack_cel(struct view_reading *r, const struct shown_cel *from,
				struct exh_sci_cel_source *to, struct exh_error *err)
{
	const size_t count = (size_t)from->cel.width * from->cel.height;
	const uint8_t key = choose_key(from);
	struct exh_writer rle = { .limit = count + 1 };
	uint8_t *pixels;

	if (key == VIEW_NO_KEY)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"it has all 16 colours, and a cel needs one for its "
				"transparent pixels");
	*to = (struct exh_sci_cel_source){ .width = from->cel.width,
					   .height = from->cel.height,
					   .dx = from->cel.dx,
					   .dy = from->cel.dy,
					   .key = key };
	pixels = mem_alloc(count, 1);
	for (size_t i = 0; i < count; i++)
		pixels[i] = from->pixels[i] == VIEW_NO_KEY ? key : from->pixels[i];
	exh_sci_cel_encode(pixels, count, &rle);
	mem_check(&rle);
	to->rle = mem_arena_keep(&r->out->arena, exh_writer_bytes(&rle));
	exh_writer_free(&rle);
	free(pixels);
	return EXH_OK;
}

enum exh_status view_reading_pack(struct view_reading *r, size_t number,
				  struct exh_error *err)
{
	const struct shown_loop *loop = &r->loops[number];
	struct exh_sci_loop_source *to = &r->out->loops[number];
	struct exh_sci_cel_source *cels;
	enum exh_status status = EXH_OK;

	*to = (struct exh_sci_loop_source){ .source = number };
	find_source(r, number, to);
	r->out->cel_count += to->source == number ? loop->count : 0;
	if (to->source != number)
		return EXH_OK;
	cels = mem_arena(&r->out->arena, loop->count, sizeof *cels);
	for (size_t i = 0; i < loop->count && !status; i++) {
		status = pack_cel(r, &loop->cels[i], &cels[i], err);
		if (status)
			exh_within(err, status, "frame %zu", i);
	}
	to->cels = cels;
	to->cel_count = loop->count;
	return status;
}

/*
 * Reading.
 */

void view_reading_start(struct view_reading *r, const struct view_frames_request *request,
			struct view_frames *out)
{
	*out = (struct view_frames){ .arena.limit = ARENA_LIMIT };
	*r = (struct view_reading){ .request = request,
				    .out = out,
				    .loops = mem_alloc(MAX_LOOPS, sizeof *r->loops) };
	out->loops = mem_arena(&out->arena, MAX_LOOPS, sizeof *out->loops);
}

void view_reading_end(struct view_reading *r)
{
	r->out->loop_count = r->loop_count;
	free(r->loops);
}
