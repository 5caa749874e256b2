/*
 * The maps: what is drawn, saved, restored and shown. Rectangles are on the screen unless
 * a comment says otherwise, and clipped to it. Source: sci0-vm 6.4, 6.5.
 */
#ifndef EXH_ENGINE_SCI0_STAGE_SCREEN_H
#define EXH_ENGINE_SCI0_STAGE_SCREEN_H

#include "stage.h"

/* Black, and an empty picture. */
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

/* Of the maps in the mask; a value below 0 leaves that map as it is. */
void exh_stage_fill(stage *s, struct rect rect, unsigned maps, int32_t color,
		    int32_t priority, int32_t control);
/* One pixel wide, of the visual map, within the rectangle. */
void exh_stage_frame(stage *s, struct rect rect, uint8_t color);
/* Swaps two colours of the visual map. */
void exh_stage_swap(stage *s, struct rect rect, uint8_t a, uint8_t b);
void exh_stage_pixel(stage *s, int32_t x, int32_t y, unsigned maps, int32_t color,
		     int32_t priority, int32_t control);
/* Both ends are drawn, but nothing outside clip. */
void exh_stage_line(stage *s, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
		    struct rect clip, int32_t color, int32_t priority, int32_t control);

/* A hunk with the maps in the mask; null if the rectangle is empty or memory is short. */
reg exh_stage_save(stage *s, struct rect rect, unsigned maps);
/* Puts them back, and frees the hunk. False, and an empty rectangle, if it is none of
 * these. rect, which may be NULL: what was restored. */
bool exh_stage_restore(stage *s, reg bits, struct rect *rect);

/* Copies a map (the visual one, unless Show chose another) to what is shown. */
void exh_stage_show(stage *s, struct rect rect);

#endif
