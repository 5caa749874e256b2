#include "exhume/sci.h"

#include "basics.h"

enum {
	VGA = 0x80, /* flag */
	MAX_LOOPS = 255,
	MAX_KEY = 15,
	LOOP_HEADER_SIZE = 4,
};

/*
 * Run lengths.
 */

static size_t count_same(const uint8_t *pixels, size_t left)
{
	const size_t most = left < EXH_SCI_CEL_RUN ? left : EXH_SCI_CEL_RUN;
	size_t count = 1;

	while (count < most && pixels[count] == pixels[0])
		count++;
	return count;
}

static void encode(const uint8_t *pixels, size_t count, struct exh_writer *out)
{
	for (size_t i = 0; i < count;) {
		const size_t run = count_same(pixels + i, count - i);

		exh_write_u8(out, (uint8_t)(run << 4 | (pixels[i] & 0x0f)));
		i += run;
	}
}

void exh_sci_cel_encode(const uint8_t *pixels, size_t count, struct exh_writer *out)
{
	exh_write_u8(out, 0);
	encode(pixels, count, out);
}

void exh_sci_cel_encode_rows(const uint8_t *pixels, size_t width, size_t height,
			     struct exh_writer *out)
{
	exh_write_u8(out, 0);
	for (size_t y = 0; y < height; y++)
		encode(pixels + y * width, width, out);
}

/*
 * The view.
 */

static enum exh_status check(const struct exh_sci_view_source *view,
			     struct exh_error *err)
{
	if (view->loop_count > MAX_LOOPS)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu loops, expected at most %d", view->loop_count,
				MAX_LOOPS);
	if (view->flags & VGA)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"flags 0x%02x, which are those of a VGA view",
				view->flags);
	for (size_t i = 0; i < view->loop_count; i++) {
		const struct exh_sci_loop_source *loop = &view->loops[i];

		if (loop->source > i || view->loops[loop->source].source != loop->source)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"loop %zu: it shares the cels of loop %zu, "
					"expected an earlier one with its own cels",
					i, loop->source);
		if (loop->is_mirrored && i >= EXH_SCI_MIRRORED_LOOPS)
			return exh_fail(
				err, EXH_LIMIT, EXH_NO_OFFSET,
				"loop %zu: it is mirrored, but loops from %d on can't be",
				i, EXH_SCI_MIRRORED_LOOPS);
		for (size_t k = 0; loop->source == i && k < loop->cel_count; k++)
			if (loop->cels[k].key > MAX_KEY)
				return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
						"loop %zu: cel %zu: colour key %u, "
						"expected 0 to %d",
						i, k, loop->cels[k].key, MAX_KEY);
	}
	return EXH_OK;
}

static size_t table_size(const struct exh_sci_loop_source *loop)
{
	return LOOP_HEADER_SIZE + 2 * loop->cel_count;
}

static size_t cel_size(const struct exh_sci_cel_source *cel)
{
	return EXH_SCI_CEL_HEADER_SIZE + cel->rle.size;
}

static size_t loop_size(const struct exh_sci_loop_source *loop)
{
	size_t size = table_size(loop);

	for (size_t i = 0; i < loop->cel_count; i++)
		size += cel_size(&loop->cels[i]);
	return size;
}

static enum exh_status write_offset(size_t offset, const char *what, size_t number,
				    struct exh_writer *out, struct exh_error *err)
{
	if (offset > UINT16_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%s %zu: at byte %zu: offsets end at %d", what, number,
				offset, UINT16_MAX);
	exh_write_u16le(out, (uint16_t)offset);
	return EXH_OK;
}

static uint16_t mirror_mask(const struct exh_sci_view_source *view)
{
	unsigned mask = view->mirror_mask;

	for (size_t i = 0; i < view->loop_count && i < EXH_SCI_MIRRORED_LOOPS; i++) {
		mask &= ~(1U << i);
		mask |= (unsigned)view->loops[i].is_mirrored << i;
	}
	return (uint16_t)mask;
}

/* Offsets are from the start of the view. */
static enum exh_status write_header(const struct exh_sci_view_source *view,
				    struct exh_writer *out, struct exh_error *err)
{
	size_t offsets[MAX_LOOPS];
	size_t at = EXH_SCI_VIEW_HEADER_SIZE + 2 * view->loop_count;
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < view->loop_count; i++) {
		const bool is_own = view->loops[i].source == i;

		offsets[i] = is_own ? at : offsets[view->loops[i].source];
		at += is_own ? loop_size(&view->loops[i]) : 0;
	}
	exh_write_u8(out, (uint8_t)view->loop_count);
	exh_write_u8(out, view->flags);
	exh_write_u16le(out, mirror_mask(view));
	exh_write_u16le(out, view->unused);
	if (view->palette.data)
		status = write_offset(at, "palette", 0, out, err);
	else
		exh_write_u16le(out, 0);
	for (size_t i = 0; i < view->loop_count && !status; i++)
		status = write_offset(offsets[i], "loop", i, out, err);
	return status;
}

/* at: of its table, from the start of the view. */
static enum exh_status write_loop(const struct exh_sci_loop_source *loop, size_t at,
				  struct exh_writer *out, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	at += table_size(loop);
	exh_write_u16le(out, (uint16_t)loop->cel_count);
	exh_write_u16le(out, loop->unused);
	for (size_t i = 0; i < loop->cel_count && !status; i++) {
		status = write_offset(at, "cel", i, out, err);
		at += cel_size(&loop->cels[i]);
	}
	for (size_t i = 0; i < loop->cel_count && !status; i++) {
		const struct exh_sci_cel_source *cel = &loop->cels[i];

		exh_write_u16le(out, cel->width);
		exh_write_u16le(out, cel->height);
		exh_write_u8(out, (uint8_t)cel->dx);
		exh_write_u8(out, (uint8_t)cel->dy);
		exh_write_u8(out, cel->key);
		exh_write_bytes(out, cel->rle.data, cel->rle.size);
	}
	return status;
}

enum exh_status exh_sci_view_write(const struct exh_sci_view_source *view,
				   struct exh_writer *out, struct exh_error *err)
{
	const size_t start = out->size;
	enum exh_status status = check(view, err);

	if (!status)
		status = write_header(view, out, err);
	for (size_t i = 0; i < view->loop_count && !status; i++) {
		if (view->loops[i].source != i)
			continue;
		status = write_loop(&view->loops[i], out->size - start, out, err);
		if (status)
			status = exh_within(err, status, "loop %zu", i);
	}
	if (!status)
		exh_write_bytes(out, view->palette.data, view->palette.size);
	return status ? status : end_writing(out, "the view needs", err);
}
