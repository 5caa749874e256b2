#include "fade.h"

#include "parts.h"

#include <string.h>

enum {
	ATTRIBUTE_PORT = 0x3c0,
	BORDER = 0x11,	 /* register */
	VIDEO_ON = 0x20, /* of the port's index */
	COLORS = 16,
};

/* The last is the border's. */
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

static void show_rising(struct exh_keen_engine *e, unsigned first, unsigned last)
{
	for (unsigned row = first; row <= last; row++)
		show_row(e, row);
}

static void show_falling(struct exh_keen_engine *e, unsigned first, unsigned last)
{
	for (unsigned row = first + 1; row-- > last;)
		show_row(e, row);
}

void exh_keen_fade_in(struct exh_keen_engine *e)
{
	show_rising(e, FADE_BLACK, FADE_NORMAL);
}

void exh_keen_fade_out(struct exh_keen_engine *e)
{
	show_falling(e, FADE_NORMAL, FADE_BLACK);
}

void exh_keen_fade_up(struct exh_keen_engine *e)
{
	show_rising(e, FADE_NORMAL, FADE_WHITE);
}

void exh_keen_fade_down(struct exh_keen_engine *e)
{
	show_falling(e, FADE_WHITE, FADE_NORMAL);
}
