/* Views and fonts that were read, and what depends on the sizes of cels. Source: sci0-vm
 * 6.1. */
#ifndef EXH_ENGINE_SCI0_STAGE_VIEWS_H
#define EXH_ENGINE_SCI0_STAGE_VIEWS_H

#include "stage.h"

/* NULL if the game lacks it, or it is damaged. */
struct cached_view *exh_stage_view(stage *s, unsigned number);

/* A cel as it is drawn. */
struct drawn_cel {
	const struct exh_sci_cel *cel;
	const uint8_t *pixels;
	bool is_mirrored; /* the pixels are already */
};

/* Loop and cel are clamped to those there are. False if there is none. */
bool exh_stage_cel(stage *s, unsigned view, int32_t loop, int32_t cel,
		   struct drawn_cel *out);

/* A cel at a place on the screen, where its priority is at least that of what is there;
 * -1: everywhere, and priorities stay as they are. Nothing outside clip is drawn. */
void exh_stage_draw_cel(stage *s, const struct drawn_cel *cel, int32_t left, int32_t top,
			int32_t priority, struct rect clip);

/* Where a cel is, from the picture window's corner, for an object at a place. */
struct rect exh_stage_place(const struct drawn_cel *cel, int32_t x, int32_t y, int32_t z);
/* The rectangle of an object's cel, from the picture window's corner: its nsRect. */
struct rect exh_stage_seen(stage *s, reg object, int32_t view, int32_t loop, int32_t cel);
struct rect exh_stage_get_rect(stage *s, reg object, enum stage_selector top);
/* top: SEL_NS_TOP, SEL_LS_TOP or SEL_BR_TOP. */
void exh_stage_set_rect(stage *s, reg object, enum stage_selector top, struct rect rect);

const struct exh_sci_font *exh_stage_font(stage *s, unsigned number);

void exh_stage_views_free(stage *s);
void exh_stage_fonts_free(stage *s);

#endif
