#include "resource.h"

#include "../base/reader.h"

#include <string.h>

enum {
	COLORS = 256,
	PALETTE_SIZE = 4 * COLORS,
	STAMP_SIZE = 4, /* in front of a palette's colours */
	CEL_HEADER_SIZE = 7,
	OPERATION = 0xfe, /* in pics: the next byte is the operation */
	OPERATION_PALETTE = 0x02,
	OPERATION_CEL = 0x01,
	PIC_HEAD_SIZE = 2 + COLORS + STAMP_SIZE + PALETTE_SIZE,
	CEL_EXTRA_SIZE = 5 + 2 + 8, /* in front of a pic's cel: operation, size, header */
};

/* Writer into dst, which can't grow beyond its size. */
static struct exh_writer write_to(uint8_t *dst, size_t size)
{
	return (struct exh_writer){ .data = dst, .capacity = size, .limit = size };
}

/* Reserves space to fill in later. False without room; *at is its place. */
static bool put_zeros(struct exh_writer *out, size_t size, size_t *at)
{
	*at = out->size;
	for (size_t i = 0; i < size; i++)
		exh_write_u8(out, 0);
	return !out->failed;
}

/* Writes bytewise: if a word has no room, its first byte may have some. */
static void put_u16(struct exh_writer *out, size_t value)
{
	exh_write_u8(out, value & 0xff);
	exh_write_u8(out, value >> 8 & 0xff);
}

static void set_u16(struct exh_writer *out, size_t at, size_t value)
{
	out->data[at] = (uint8_t)value;
	out->data[at + 1] = (uint8_t)(value >> 8);
}

/* Writes the table of colour replacements: each colour stays as it is. */
static void put_identity(struct exh_writer *out)
{
	for (unsigned i = 0; i < COLORS; i++)
		exh_write_u8(out, (uint8_t)i);
}

/* Returns the number of literals that belong to a control byte. */
static unsigned literals_of(unsigned control)
{
	if (control < 0x80)
		return control;
	return control < 0xc0;
}

/* Returns the result. Missing room came first, so it is reported first. */
static enum exh_status finish(const struct exh_writer *out, const struct reader *r,
			      enum exh_status status, const char *what,
			      struct exh_error *err)
{
	if (out->size < out->limit)
		memset(out->data + out->size, 0, out->limit - out->size);
	if (status)
		return status;
	if (out->failed)
		return exh_fail(err, EXH_INVALID, rd_tell(r),
				"a %s of more than %zu bytes", what, out->limit);
	if (r->failed)
		return exh_fail(err, EXH_TRUNCATED, r->in.base + r->in.size,
				"the %s's parts continue past its %zu bytes", what,
				r->in.size);
	return EXH_OK;
}

/* Writes control bytes and literals of a cel, size bytes in all, in their order. */
static enum exh_status put_cel(struct exh_writer *out, struct reader *controls,
			       struct reader *literals, size_t size,
			       struct exh_error *err)
{
	while (size) {
		const size_t offset = rd_tell(controls);
		const unsigned control = rd_u8(controls);
		const unsigned count = literals_of(control);

		if (controls->failed)
			return exh_fail(err, EXH_TRUNCATED, offset,
					"no more control bytes, %zu bytes of a cel left",
					size);
		if (count > size - 1)
			return exh_fail(err, EXH_INVALID, offset,
					"%u literals, expected at most %zu", count,
					size - 1);
		if (count > rd_left(literals))
			return exh_fail(err, EXH_TRUNCATED, rd_tell(literals),
					"%zu literals left, expected %u",
					rd_left(literals), count);
		exh_write_u8(out, (uint8_t)control);
		exh_write_bytes(out, rd_take(literals, count), count);
		if (out->failed)
			return exh_fail(err, EXH_INVALID, offset,
					"cels of more than %zu bytes", out->limit);
		size -= 1 + count;
	}
	return EXH_OK;
}

/*
 * Views.
 */

struct view {
	struct reader r; /* the file, after its header */
	unsigned loop_count, present_count, mask, unknown, palette_offset;
	size_t cel_total;
	struct exh_bytes cel_counts, cel_headers,
		cel_sizes; /* cel_counts: by present loop; others: by cel */
	struct exh_bytes palette;
	struct reader controls, literals;
	size_t cel; /* index of the next cel */
};

/* A bit marks an absent loop, which replaces the previous one. */
static bool is_absent(const struct view *view, unsigned loop)
{
	return loop < 16 && view->mask >> loop & 1;
}

static struct exh_bytes take(struct reader *r, size_t size)
{
	const size_t base = rd_tell(r);
	const uint8_t *data = rd_take(r, size);

	return (struct exh_bytes){ data, data ? size : 0, base };
}

static size_t cel_size(const struct view *view, size_t cel)
{
	return load_u16le(view->cel_sizes.data + 2 * cel);
}

/* The literals begin after the control bytes of the last cel. */
static void find_literals(struct view *view)
{
	struct reader r = view->r;

	for (size_t cel = 0; cel < view->cel_total && !r.failed; cel++)
		for (size_t left = cel_size(view, cel); left && !r.failed;) {
			const size_t part = 1 + literals_of(rd_u8(&r));

			left -= part < left ? part : left;
		}
	view->controls = view->r;
	view->controls.in.size = r.pos;
	view->literals = r;
	view->literals.failed = false;
}

static enum exh_status open_view(struct view *view, struct exh_error *err)
{
	struct reader *r = &view->r;
	const size_t sizes_at = 2 + (size_t)rd_u16le(r);

	view->loop_count = rd_u8(r);
	view->present_count = rd_u8(r);
	view->mask = rd_u16le(r);
	view->unknown = rd_u16le(r);
	view->palette_offset = rd_u16le(r);
	view->cel_total = rd_u16le(r);
	view->cel_counts = take(r, view->present_count);
	view->cel_headers = take(r, view->cel_total * CEL_HEADER_SIZE);
	if (!r->failed && view->palette_offset) {
		r->pos -= STAMP_SIZE;
		view->palette = take(r, STAMP_SIZE + PALETTE_SIZE);
	}
	if (!r->failed && sizes_at < r->pos)
		return exh_fail(err, EXH_INVALID, r->in.base,
				"sizes of cels at %zu, expected after %zu", sizes_at,
				r->pos);
	if (!r->failed)
		rd_take(r, sizes_at - r->pos);
	view->cel_sizes = take(r, view->cel_total * 2);
	if (r->failed)
		return exh_fail(err, EXH_TRUNCATED, r->in.base + r->in.size,
				"the view's parts continue past its %zu bytes",
				r->in.size);
	find_literals(view);
	return EXH_OK;
}

static enum exh_status put_cels(struct view *view, struct exh_writer *out, unsigned count,
				size_t table, struct exh_error *err)
{
	for (unsigned i = 0; i < count; i++, view->cel++, table += 2) {
		const uint8_t *header =
			view->cel_headers.data + view->cel * CEL_HEADER_SIZE;
		enum exh_status status;

		set_u16(out, table, out->size);
		exh_write_bytes(out, header, CEL_HEADER_SIZE);
		exh_write_u8(out, 0); /* the key colour has two bytes */
		status = put_cel(out, &view->controls, &view->literals,
				 cel_size(view, view->cel), err);
		if (status)
			return exh_within(err, status, "cel %zu", view->cel);
	}
	return EXH_OK;
}

static enum exh_status put_loop(struct view *view, struct exh_writer *out,
				unsigned number, struct exh_error *err)
{
	size_t table;
	unsigned count;

	if (number >= view->cel_counts.size)
		return exh_fail(err, EXH_INVALID, view->cel_counts.base,
				"more than %u loops, by the mask", view->present_count);
	count = view->cel_counts.data[number];
	if (count > view->cel_total - view->cel)
		return exh_fail(err, EXH_INVALID, view->cel_counts.base + number,
				"%u cels, expected at most %zu", count,
				view->cel_total - view->cel);
	put_u16(out, count);
	put_u16(out, 0);
	if (!put_zeros(out, (size_t)count * 2, &table))
		return EXH_OK; /* finish reports the lack of room */
	return put_cels(view, out, count, table, err);
}

static enum exh_status put_loops(struct view *view, struct exh_writer *out,
				 struct exh_error *err)
{
	size_t table, last = 0;
	enum exh_status status;
	unsigned present = 0;

	if (!put_zeros(out, (size_t)view->loop_count * 2, &table))
		return EXH_OK;
	for (unsigned loop = 0; loop < view->loop_count && !out->failed; loop++) {
		if (is_absent(view, loop) && !last)
			return exh_fail(
				err, EXH_INVALID, view->r.in.base + 4,
				"loop %u replaces the one before, but there is none",
				loop);
		if (is_absent(view, loop)) {
			set_u16(out, table + 2 * (size_t)loop, last);
			continue;
		}
		last = out->size;
		set_u16(out, table + 2 * (size_t)loop, last);
		status = put_loop(view, out, present++, err);
		if (status)
			return exh_within(err, status, "loop %u", loop);
	}
	return EXH_OK;
}

enum exh_status exh_sci_view_reorder(struct exh_bytes in, uint8_t *dst, size_t size,
				     struct exh_error *err)
{
	struct exh_writer out = write_to(dst, size);
	struct view view = { .r = { .in = in } };
	enum exh_status status;

	if (size > UINT16_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a view of %zu bytes, expected at most %d", size,
				UINT16_MAX);
	status = open_view(&view, err);
	if (!status) {
		exh_write_u8(&out, (uint8_t)view.loop_count);
		exh_write_u8(&out, 0x80);
		put_u16(&out, view.mask);
		put_u16(&out, view.unknown);
		put_u16(&out, view.palette_offset);
		status = put_loops(&view, &out, err);
	}
	if (!status && view.palette.data) {
		exh_write_bytes(&out, "PAL", 3);
		put_identity(&out);
		exh_write_bytes(&out, view.palette.data, view.palette.size);
	}
	return finish(&out, &view.r, status, "view", err);
}

/*
 * Pics.
 */

/* Parts of a pic, in the order they are stored. */
struct pic {
	struct exh_bytes cel_header,
		head;	       /* head: palette, and commands before the cel */
	struct exh_bytes rest; /* commands drawn after the cel */
	struct reader literals, controls;
	size_t cel_size, cel_at, rest_at; /* cel_at, rest_at: offsets in dst */
};

static enum exh_status open_pic(struct pic *pic, struct reader *r, size_t size,
				struct exh_error *err)
{
	size_t literal_count;

	pic->cel_size = rd_u16le(r);
	pic->cel_at = rd_u16le(r);
	literal_count = rd_u16le(r);
	pic->rest_at = pic->cel_at + CEL_EXTRA_SIZE + pic->cel_size;
	if (!r->failed && (pic->cel_at < PIC_HEAD_SIZE || pic->rest_at > size))
		return exh_fail(err, EXH_INVALID, r->in.base,
				"a cel of %zu bytes at %zu of %zu", pic->cel_size,
				pic->cel_at, size);
	pic->cel_header = take(r, CEL_HEADER_SIZE);
	pic->head = take(r, PALETTE_SIZE + pic->cel_at - PIC_HEAD_SIZE);
	pic->rest = take(r, size - pic->rest_at);
	pic->literals.in = take(r, literal_count);
	pic->controls = *r;
	return EXH_OK;
}

static enum exh_status put_pic(struct exh_writer *out, struct pic *pic,
			       struct exh_error *err)
{
	enum exh_status status;

	exh_write_u8(out, OPERATION);
	exh_write_u8(out, OPERATION_PALETTE);
	put_identity(out);
	put_u16(out, 0);
	put_u16(out, 0);
	exh_write_bytes(out, pic->head.data, pic->head.size);
	exh_write_u8(out, OPERATION);
	exh_write_u8(out, OPERATION_CEL);
	exh_write_u8(out, 0);
	put_u16(out, 0);
	put_u16(out, pic->cel_size + 8);
	exh_write_bytes(out, pic->cel_header.data, pic->cel_header.size);
	exh_write_u8(out, 0);
	status = put_cel(out, &pic->controls, &pic->literals, pic->cel_size, err);
	while (out->size < pic->rest_at && !out->failed)
		exh_write_u8(out, 0);
	exh_write_bytes(out, pic->rest.data, pic->rest.size);
	return status;
}

enum exh_status exh_sci_pic_reorder(struct exh_bytes in, uint8_t *dst, size_t size,
				    struct exh_error *err)
{
	struct exh_writer out = write_to(dst, size);
	struct reader r = { .in = in };
	enum exh_status status;
	struct pic pic = { 0 };

	if (size > UINT16_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a pic of %zu bytes, expected at most %d", size,
				UINT16_MAX);
	status = open_pic(&pic, &r, size, err);
	if (!status && !r.failed)
		status = put_pic(&out, &pic, err);
	return finish(&out, &r, status, "pic", err);
}
