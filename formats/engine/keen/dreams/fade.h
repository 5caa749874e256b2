/*
 * The screen fades: rows of the palette's registers, one after the other. They take no
 * time of the virtual clock. CGA has none. Source: keen-engine 10.6.
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_FADE_H
#define EXH_ENGINE_KEEN_DREAMS_FADE_H

struct exh_keen_engine;

enum {
	FADE_ROWS = 6,
	FADE_BLACK = 0,
	FADE_NORMAL = 3,
	FADE_WHITE = 5,
	FADE_BLANKS = 6, /* vertical blanks that each row is shown */
};

/* An event "fade" for each row, when it is in force. */
void exh_keen_fade_in(struct exh_keen_engine *e);   /* black to normal */
void exh_keen_fade_out(struct exh_keen_engine *e);  /* normal to black */
void exh_keen_fade_up(struct exh_keen_engine *e);   /* normal to white */
void exh_keen_fade_down(struct exh_keen_engine *e); /* white to normal */

/* A row at once, without an event. */
void exh_keen_fade_set(struct exh_keen_engine *e, unsigned row);
/* The row that is in force; FADE_ROWS: none of them, as before the first fade. */
unsigned exh_keen_fade_row(const struct exh_keen_engine *e);

#endif
