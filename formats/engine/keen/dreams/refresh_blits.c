#include "refresh_parts.h"

/* Copies lines; each is a few moves if the width is a constant. */
static inline void copy_lines(uint8_t *to, const uint8_t *from, size_t width,
			      uint32_t height)
{
	for (; height; height--) {
		memcpy(to, from, width);
		to += LINE_PIXELS;
		from += LINE_PIXELS;
	}
}

static void copy_wrapped(const struct memory *m, uint32_t to, uint32_t from,
			 uint32_t width, uint32_t height)
{
	for (uint32_t y = 0; y < height * LINE_PIXELS; y += LINE_PIXELS)
		for (uint32_t x = 0; x < width; x += CELL_PIXELS)
			memcpy(m->pixels + ((to + y + x) & m->last),
			       m->pixels + ((from + y + x) & m->last), CELL_PIXELS);
}

void exh_keen_rf_blit_copy(const struct memory *m, uint32_t to, uint32_t from,
			   uint32_t width, uint32_t height)
{
	uint8_t *const t = m->pixels + to;
	const uint8_t *const f = m->pixels + from;

	if (!is_whole(m, to, width, height) || !is_whole(m, from, width, height)) {
		copy_wrapped(m, to, from, width, height);
		return;
	}
	switch (width / CELL_PIXELS) {
	case 1:
		copy_lines(t, f, 8, height);
		break;
	case 2:
		copy_lines(t, f, 16, height);
		break;
	case 3:
		copy_lines(t, f, 24, height);
		break;
	case 4:
		copy_lines(t, f, 32, height);
		break;
	case 5:
		copy_lines(t, f, 40, height);
		break;
	case 6:
		copy_lines(t, f, 48, height);
		break;
	case 7:
		copy_lines(t, f, 56, height);
		break;
	case 8:
		copy_lines(t, f, 64, height);
		break;
	case 9:
		copy_lines(t, f, 72, height);
		break;
	case 10:
		copy_lines(t, f, 80, height);
		break;
	default:
		copy_lines(t, f, width, height);
	}
}

static inline void mask_cell(uint8_t *to, const struct masked_cell *cell)
{
	uint64_t pixels;

	memcpy(&pixels, to, sizeof pixels);
	pixels = (pixels & cell->mask) | cell->data;
	memcpy(to, &pixels, sizeof pixels);
}

static inline void mask_lines(uint8_t *to, const struct masked_cell *cells,
			      uint32_t row_cells, uint32_t height)
{
	for (; height; height--) {
		for (uint32_t x = 0; x < row_cells; x++)
			mask_cell(to + (size_t)CELL_PIXELS * x, cells + x);
		to += LINE_PIXELS;
		cells += row_cells;
	}
}

static void mask_wrapped(const struct memory *m, uint32_t at,
			 const struct masked_cell *cells, uint32_t row_cells,
			 uint32_t height)
{
	for (; height; height--) {
		for (uint32_t x = 0; x < row_cells; x++) {
			uint8_t around[CELL_PIXELS];

			for (uint32_t i = 0; i < CELL_PIXELS; i++)
				around[i] =
					m->pixels[(at + x * CELL_PIXELS + i) & m->last];
			mask_cell(around, cells++);
			for (uint32_t i = 0; i < CELL_PIXELS; i++)
				m->pixels[(at + x * CELL_PIXELS + i) & m->last] =
					around[i];
		}
		at += LINE_PIXELS;
	}
}

void exh_keen_rf_blit_masked(const struct memory *m, uint32_t at,
			     const struct masked_cell *cells, uint32_t row_cells,
			     uint32_t height)
{
	uint8_t *const to = m->pixels + at;

	if (!is_whole(m, at, row_cells * CELL_PIXELS, height)) {
		mask_wrapped(m, at, cells, row_cells, height);
		return;
	}
	switch (row_cells) {
	case 1:
		mask_lines(to, cells, 1, height);
		break;
	case 2:
		mask_lines(to, cells, 2, height);
		break;
	case 3:
		mask_lines(to, cells, 3, height);
		break;
	case 4:
		mask_lines(to, cells, 4, height);
		break;
	case 5:
		mask_lines(to, cells, 5, height);
		break;
	case 6:
		mask_lines(to, cells, 6, height);
		break;
	default:
		mask_lines(to, cells, row_cells, height);
	}
}
