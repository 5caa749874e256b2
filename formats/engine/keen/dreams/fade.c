#include "dreams_parts.h"

#include <string.h>

enum {
	ATTRIBUTE_PORT = 0x3c0,
	BORDER = 0x11,	 /* register */
	VIDEO_ON = 0x20, /* bit of the port's index */
	COLORS = 16,
};

/* The last color is the border's. */
static const uint8_t rows[FADE_ROWS][COLORS + 1] = {
	{ 0 },
	{ 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0 },
	{ 0, 0, 0, 0, 0, 0, 0, 0, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0 },
	{ 0, 1, 2, 3, 4, 5, 6, 7, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0 },
	{ 0, 1, 2, 3, 4, 5, 6, 7, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0 },
	{ 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f,
	  0x1f, 0x1f, 0x1f, 0x1f },
};

void exh_keen_fade_set(struct exh_keen_engine *e, unsigned row)
{
	struct exh_ega *ega = &e->ega;

	if (e->game->video == EXH_KEEN_CGA)
		return;
	exh_ega_in_status(ega, true, true); /* the port takes an index next */
	for (unsigned i = 0; i < COLORS + 1; i++) {
		exh_ega_out(ega, ATTRIBUTE_PORT, (uint8_t)(i < COLORS ? i : BORDER));
		exh_ega_out(ega, ATTRIBUTE_PORT, rows[row][i]);
	}
	exh_ega_out(ega, ATTRIBUTE_PORT, VIDEO_ON);
}

unsigned exh_keen_fade_row(const struct exh_keen_engine *e)
{
	unsigned row = 0;

	while (row < FADE_ROWS &&
	       memcmp(e->ega.palette, rows[row], sizeof rows[row]) != 0)
		row++;
	return row;
}

static void show_row(struct exh_keen_engine *e, unsigned row)
{
	const struct exh_event_field fields[] = {
		{ .key = "row", .number = row },
		{ .key = "blanks", .number = FADE_BLANKS },
	};

	if (e->game->video == EXH_KEEN_CGA)
		return;
	exh_keen_fade_set(e, row);
	exh_keen_trace(e, "fade", fields, sizeof fields / sizeof *fields);
}

void exh_keen_fade(struct exh_keen_engine *e, unsigned from, unsigned to)
{
	for (unsigned row = from; row != to; row += row < to ? 1 : -1U)
		show_row(e, row);
	show_row(e, to);
}
