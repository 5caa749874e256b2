/* Texts on the screen: how they are split and drawn. Source: sci0-vm 4.6, sci0-vm-notes
 * 2. */
#ifndef EXH_ENGINE_SCI0_STAGE_TEXTS_H
#define EXH_ENGINE_SCI0_STAGE_TEXTS_H

#include "stage.h"

enum text_align { ALIGN_RIGHT = -1, ALIGN_LEFT = 0, ALIGN_CENTER = 1 };

/* How wide and high a text is: width 0: at most 192; below 0: one line. */
void exh_stage_text_size(stage *s, const char *text, unsigned font, int32_t width,
			 int32_t *out_width, int32_t *out_height);
/* The sum of its characters' widths. */
int32_t exh_stage_text_width(stage *s, const char *text, size_t length, unsigned font);
int32_t exh_stage_line_height(stage *s, unsigned font);

/* Draws a text in a rectangle of the current port, with the port's colour; its pen ends
 * after the last character. */
void exh_stage_box(stage *s, const char *text, struct rect rect, int32_t align,
		   unsigned font);
/* Characters in one line from a place on the screen, control characters too, with a
 * colour. Returns where the next one would be. */
int32_t exh_stage_characters(stage *s, const char *text, size_t length, unsigned font,
			     int32_t x, int32_t y, uint8_t color, bool is_gray);

#endif
