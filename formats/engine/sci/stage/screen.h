/*
 * The maps: what is drawn, saved, restored and shown. Rectangles are on the screen unless
 * a comment says otherwise, and clipped to it. Source: sci0-vm 6.4, 6.5.
 */
#ifndef EXH_ENGINE_SCI_STAGE_SCREEN_H
#define EXH_ENGINE_SCI_STAGE_SCREEN_H

#include "stage.h"

/* Sets a black screen and an empty picture. */
void exh_stage_screen_start(stage *s);

struct rect exh_stage_clip(struct rect rect, struct rect within);
static inline bool stage_rect_is_empty(struct rect r)
{
	return r.left >= r.right || r.top >= r.bottom;
}
static inline struct rect stage_rect_moved(struct rect r, int32_t x, int32_t y)
{
	return (struct rect){ r.left + x, r.top + y, r.right + x, r.bottom + y };
}
static inline struct rect stage_rect_grown(struct rect r, int32_t by)
{
	return (struct rect){ r.left - by, r.top - by, r.right + by, r.bottom + by };
}

/* Fills the maps in the mask; a value below 0 leaves its map unchanged. */
void exh_stage_fill(stage *s, struct rect rect, unsigned maps, int32_t color,
		    int32_t priority, int32_t control);
/* Draws a frame one pixel wide on the visual map, within the rectangle. */
void exh_stage_frame(stage *s, struct rect rect, uint8_t color);
/* Swaps two colours of the visual map. */
void exh_stage_swap(stage *s, struct rect rect, uint8_t a, uint8_t b);
void exh_stage_pixel(stage *s, int32_t x, int32_t y, unsigned maps, int32_t color,
		     int32_t priority, int32_t control);
/* Draws a line with both ends, clipped. */
void exh_stage_line(stage *s, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
		    struct rect clip, int32_t color, int32_t priority, int32_t control);

/* Saves the maps in the mask to a hunk; null if the rectangle is empty or memory is
 * short. */
reg exh_stage_save(stage *s, struct rect rect, unsigned maps);
/* Restores the pixels, and frees the hunk. False, and an empty rectangle, for other
 * hunks. rect: restored rectangle; may be NULL. */
bool exh_stage_restore(stage *s, reg bits, struct rect *rect);

/* Copies a map (the visual one, unless Show chose another) to the shown picture. */
void exh_stage_show(stage *s, struct rect rect);

/*
 * Texts on the screen, for players who can't see it, and the cast.
 */

/* Notes a text drawn in a rectangle of the current port, in place of an earlier one
 * there. */
void exh_stage_note_text(stage *s, const char *text, struct rect rect, unsigned kind);
/* Forgets all texts of a port. */
void exh_stage_forget_texts(stage *s, unsigned port);
void exh_stage_texts_free(stage *s);

/*
 * Ports and windows. Source: sci0-vm 6.5, sci0-vm-notes 3.
 */

/* Opens the ports that always exist; the picture window is current. */
void exh_stage_ports_start(stage *s);

/* Returns the current port. */
struct port *exh_stage_port(stage *s);
/* Converts a rectangle of the current port to the screen. */
struct rect exh_stage_from_port(stage *s, struct rect rect);

/* Makes a port current; if it is not open, the window manager's. */
void exh_stage_set_port(stage *s, unsigned number);

/*
 * Pictures, and the maps as scripts see them. Source: sci0-vm 4.4, 6.2, 6.6.
 */

/* Converts a rectangle of the current port to the screen, clipped to the port. */
struct rect exh_stage_in_port(stage *s, struct rect rect);

/* Returns bits (1 << value) of a map's values in a rectangle of the picture window. */
uint32_t exh_stage_on_map(const uint8_t *map, struct rect rect);

/*
 * Cached views and fonts, and functions that depend on the sizes of cels. Source: sci0-vm
 * 6.1.
 */

/* Returns NULL if the game lacks the view, or it is damaged. */
struct cached_view *exh_stage_view(stage *s, unsigned number);

/* A cel as it is drawn. */
struct drawn_cel {
	const struct exh_sci_cel *cel;
	const uint8_t *pixels;
	bool is_mirrored; /* the pixels are already mirrored */
};

/* Gets a cel; loop and cel are clamped to existing ones. False if there is none. */
bool exh_stage_cel(stage *s, unsigned view, int32_t loop, int32_t cel,
		   struct drawn_cel *out);

/* Draws a cel on the screen where its priority is at least that of the map; -1:
 * everywhere, and priorities stay unchanged. Clipped to clip. */
void exh_stage_draw_cel(stage *s, const struct drawn_cel *cel, int32_t left, int32_t top,
			int32_t priority, struct rect clip);

/* Returns the rectangle of a cel for an object at a position, from the picture window's
 * corner. */
struct rect exh_stage_place(const stage *s, const struct drawn_cel *cel, int32_t x,
			    int32_t y, int32_t z);
/* Returns the rectangle of an object's cel, from the picture window's corner: its nsRect.
 */
struct rect exh_stage_seen(stage *s, reg object, int32_t view, int32_t loop, int32_t cel);
struct rect exh_stage_seen_now(stage *s, reg object);
struct rect exh_stage_get_rect(stage *s, reg object, enum stage_selector top);
/* top: SEL_NS_TOP, SEL_LS_TOP or SEL_BR_TOP. */
void exh_stage_set_rect(stage *s, reg object, enum stage_selector top, struct rect rect);

const struct exh_sci_font *exh_stage_font(stage *s, unsigned number);

void exh_stage_caches_free(stage *s);

/*
 * Texts on the screen: splitting and drawing. Source: sci0-vm 4.6, sci0-vm-notes 2.
 */

enum text_align { ALIGN_RIGHT = -1, ALIGN_LEFT = 0, ALIGN_CENTER = 1 };

/* Measures a text. width 0: at most 192; below 0: one line. */
void exh_stage_text_size(stage *s, const char *text, unsigned font, int32_t width,
			 int32_t *out_width, int32_t *out_height);
/* Returns the sum of the characters' widths. */
int32_t exh_stage_text_width(stage *s, const char *text, size_t length, unsigned font);
int32_t exh_stage_line_height(stage *s, unsigned font);

/* Draws a text in a rectangle of the current port, with the port's colour; its pen ends
 * after the last character. */
void exh_stage_box(stage *s, const char *text, struct rect rect, int32_t align,
		   unsigned font);
/* Draws characters in one line from a position on the screen, control characters too, in
 * a colour. Returns the position of the next one. */
int32_t exh_stage_characters(stage *s, const char *text, size_t length, unsigned font,
			     int32_t x, int32_t y, uint8_t color, bool is_gray);

/*
 * Bands of the picture window, which determine priorities. Source: sci0-vm 6.2,
 * sci0-vm-notes 1.10.
 */

/* Sets 14 bands between two rows of the picture window. */
void exh_stage_set_bands(stage *s, int32_t top, int32_t bottom);
void exh_stage_usual_bands(stage *s);
/* Return the priority of a row, and the first row of a priority. */
int32_t exh_stage_priority_at(const stage *s, int32_t y);
int32_t exh_stage_first_row(const stage *s, int32_t priority);

/*
 * Bits of signal, and the cast as a list. Source: sci0-vm 6.3.
 */

enum {
	SIGNAL_STOP_UPDATE = 0x0001,
	SIGNAL_UPDATED = 0x0002,
	SIGNAL_NO_UPDATE = 0x0004,
	SIGNAL_HIDDEN = 0x0008,
	SIGNAL_FIX_PRIORITY = 0x0010,
	SIGNAL_ALWAYS_UPDATE = 0x0020,
	SIGNAL_FORCE_UPDATE = 0x0040,
	SIGNAL_REMOVE = 0x0080,
	SIGNAL_FROZEN = 0x0100,
	SIGNAL_DOESNT_TURN = 0x0800,
	SIGNAL_IGNORE_ACTOR = 0x4000,
	SIGNAL_DISPOSE = 0x8000,
};

/* Gets the objects of a list in drawing order; cast has room for STAGE_CAST. Returns
 * their number. */
size_t exh_stage_gather(stage *s, reg list, struct cast_member *cast);

/*
 * The cast. Source: sci0-vm 6.2 to 6.4, sci0-vm-notes 1.6, 1.7, 1.10, 7.
 */

/* Draws the last cast over a rectangle of the screen, shows it, and removes it. */
void exh_stage_reanimate(stage *s, struct rect rect);

/*
 * Show styles: a picture appears over some steps, during which the game stands still.
 * Only with start.has_transitions; otherwise it appears at once. Source: sci0-vm-notes 8,
 * which has no times: half a second each is our choice.
 */

enum {
	/* Parts of a style; one with black-out has twice as many. */
	TRANSITION_PARTS = 15,
	TRANSITION_TICKS = 2, /* ticks of a part */
};

struct stage_transition {
	bool is_active;
	uint16_t style;
	uint32_t part; /* from 1 on */
	uint8_t before[STAGE_PIXELS], presented[STAGE_PIXELS];
};

/* Shows the picture window at once, or in the show style over some steps. */
void exh_stage_show_picture(stage *s);
static inline bool exh_stage_is_in_transition(const stage *s)
{
	return s->transition && s->transition->is_active;
}
/* Shows the next part, and advances the time. False: no more parts. */
bool exh_stage_transit(stage *s);
/* Presents the picture at the end of a step. */
void exh_stage_present(stage *s);

#endif
