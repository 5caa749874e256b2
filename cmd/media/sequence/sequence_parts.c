/* Functions shared by formats of sequences: scaling, changes, colours, sources. */
#include "sequence.h"
#include "task/jobs.h"
#include "task/memory.h"

#include <string.h>

size_t sequence_pixel_size(const struct sequence *sequence)
{
	static const uint8_t sizes[] = { [SEQUENCE_INDEXED] = sizeof(uint8_t),
					 [SEQUENCE_RGB15] = sizeof(uint16_t),
					 [SEQUENCE_RGB24] = 3 };

	return sizes[sequence->kind.pixels];
}

void sequence_share_colors(struct sequence *sequence)
{
	struct exh_palette *palette = &sequence->shared;

	*palette = sequence->color_map ? sequence->color_map->palette
				       : sequence->kind.colors;
	if (palette->count >= 256)
		return;
	sequence->keep = (int)palette->count;
	palette->colors[palette->count++] = (struct exh_color){ 0 };
}

enum exh_status sequence_flush(struct sequence *sequence, struct exh_error *err)
{
	enum exh_status status = mem_check_limit(&sequence->head, err);

	if (!status)
		status = file_stream_write(&sequence->file, sequence->head.data,
					   sequence->head.size, err);
	sequence->head.size = 0;
	return status;
}

struct sequence_area sequence_whole(const struct sequence *sequence)
{
	return (struct sequence_area){ 0, 0, sequence->kind.width,
				       sequence->kind.height };
}

struct sequence_area sequence_find_change(const struct sequence *sequence,
					  const void *pixels, const void *before)
{
	const uint8_t *now = pixels, *then = before;
	const size_t size = sequence_pixel_size(sequence);
	const size_t height = sequence->kind.height, row = sequence->kind.width * size;
	size_t top = 0, bottom = height, left = row, right = 0; /* left, right: bytes */

	if (!before)
		return sequence_whole(sequence);
	while (top < height && memcmp(now + top * row, then + top * row, row) == 0)
		top++;
	if (top == height)
		return (struct sequence_area){ 0, 0, 1, 1 };
	while (memcmp(now + (bottom - 1) * row, then + (bottom - 1) * row, row) == 0)
		bottom--;
	for (size_t y = top; y < bottom; y++) {
		const uint8_t *a = now + y * row, *b = then + y * row;
		size_t x = 0;

		while (x < left && a[x] == b[x])
			x++;
		left = x;
		x = row;
		while (x > right && a[x - 1] == b[x - 1])
			x--;
		right = x;
	}
	left /= size;
	right = (right + size - 1) / size;
	return (struct sequence_area){ left, top, right - left, bottom - top };
}

struct sequence_area sequence_place(const struct sequence *sequence,
				    const struct sequence_area *area)
{
	const size_t *lines = sequence->lines;

	return (struct sequence_area){ area->x * sequence->scale, lines[area->y],
				       area->width * sequence->scale,
				       lines[area->y + area->height] - lines[area->y] };
}

/* Writes a line with each pixel repeated as often as the scale says. */
static void enlarge_bytes(const uint8_t *row, const uint8_t *before, int keep,
			  size_t width, size_t scale, uint8_t *out)
{
	if (scale == 1 && !before) {
		memcpy(out, row, width);
		return;
	}
	for (size_t x = 0; x < width; x++, out += scale)
		memset(out, before && before[x] == row[x] ? keep : row[x], scale);
}

static void enlarge_words(const uint16_t *row, size_t width, size_t scale, uint16_t *out)
{
	for (size_t x = 0; x < width; x++)
		for (size_t i = 0; i < scale; i++)
			out[x * scale + i] = row[x];
}

static void enlarge_colors(const uint8_t *row, size_t width, size_t scale, uint8_t *out)
{
	for (size_t x = 0; x < width; x++, row += 3)
		for (size_t i = 0; i < scale; i++, out += 3)
			memcpy(out, row, 3);
}

static void enlarge_line(const struct sequence *sequence, const void *pixels,
			 const uint8_t *before, size_t from, size_t width, void *out)
{
	if (sequence->kind.pixels == SEQUENCE_RGB15)
		enlarge_words((const uint16_t *)pixels + from, width, sequence->scale,
			      out);
	else if (sequence->kind.pixels == SEQUENCE_RGB24)
		enlarge_colors((const uint8_t *)pixels + 3 * from, width, sequence->scale,
			       out);
	else
		enlarge_bytes((const uint8_t *)pixels + from,
			      before ? before + from : NULL, sequence->keep, width,
			      sequence->scale, out);
}

static void *enlarge(const struct sequence *sequence, const struct sequence_job *job,
		     const uint8_t *before, const struct sequence_area *area)
{
	const struct sequence_area place = sequence_place(sequence, area);
	const size_t stride = place.width * sequence_pixel_size(sequence);
	const size_t *lines = sequence->lines;
	uint8_t *out = mem_alloc(place.height, stride), *to = out;

	for (size_t y = area->y; y < area->y + area->height; y++)
		for (size_t i = lines[y]; i < lines[y + 1]; i++, to += stride) {
			if (i > lines[y])
				memcpy(to, to - stride, stride);
			else
				enlarge_line(sequence, job->pixels, before,
					     y * job->width + area->x, area->width, to);
		}
	return out;
}

void *sequence_enlarge(const struct sequence *sequence, const struct sequence_job *job,
		       const struct sequence_area *area)
{
	return enlarge(sequence, job, NULL, area);
}

uint8_t *sequence_enlarge_changes(const struct sequence *sequence,
				  const struct sequence_job *job,
				  const struct sequence_area *area)
{
	return enlarge(sequence, job, sequence->keep >= 0 ? job->before : NULL, area);
}

/*
 * Sources.
 */

enum exh_status sequence_source_get(const struct sequence_source *source, bool is_rgb24,
				    size_t i, const void **pixels, struct exh_error *err)
{
	const uint8_t *colors = NULL;
	const uint16_t *words = NULL;
	enum exh_status status;

	if (interrupt_pending())
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted");
	if (is_rgb24)
		status = source->get_rgb24(source->context, i, &colors, err);
	else
		status = source->get(source->context, i, &words, err);
	*pixels = is_rgb24 ? (const void *)colors : words;
	return status;
}

enum exh_status sequence_source_check(const struct sequence_source *source,
				      struct exh_error *err)
{
	const struct sequence_size first = sequence_source_size(source, 0);

	for (size_t i = 1; i < source->count; i++) {
		const struct sequence_size size = sequence_source_size(source, i);

		if (size.width != first.width || size.height != first.height)
			return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
					"frame %zu has %zu by %zu pixels, frame %zu %zu "
					"by %zu: only PNG and raw files hold both",
					sequence_source_number(source, i), size.width,
					size.height, sequence_source_number(source, 0),
					first.width, first.height);
	}
	return EXH_OK;
}
