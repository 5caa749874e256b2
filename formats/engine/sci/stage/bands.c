#include "screen.h"

enum {
	USUAL_TOP = 42, /* first row of priority 1, unless a picture or a script says
			   otherwise */
	OLD_BANDS = 15, /* the last is merged with the 14th */
};

/* Returns the lowest row at which bands may end. */
static int32_t lowest(const stage *s)
{
	return s->start.is_before_502 ? STAGE_HEIGHT : STAGE_BOTTOM;
}

void exh_stage_usual_bands(stage *s)
{
	exh_stage_set_bands(s, USUAL_TOP, lowest(s));
}

void exh_stage_set_bands(stage *s, int32_t top, int32_t bottom)
{
	const int32_t count = s->start.is_before_502 ? OLD_BANDS : EXH_SCI_PIC_BANDS;
	int32_t size;

	if (top < 0 || bottom > lowest(s) || bottom <= top)
		return;
	size = (bottom - top) * 2000 / count;
	if (!size)
		return;
	for (int32_t y = 0; y < STAGE_BOTTOM; y++) {
		const int32_t band = y < top ? 0 : 1 + (y - top) * 2000 / size;

		s->bands[y] =
			(uint8_t)(band > EXH_SCI_PIC_BANDS ? EXH_SCI_PIC_BANDS : band);
	}
	s->bands_top = top;
	s->bands_bottom = bottom;
}

int32_t exh_stage_priority_at(const stage *s, int32_t y)
{
	if (y < s->bands_top)
		return 0;
	return y >= s->bands_bottom || y >= STAGE_BOTTOM ? EXH_SCI_PIC_BANDS
							 : s->bands[y];
}

int32_t exh_stage_first_row(const stage *s, int32_t priority)
{
	for (int32_t y = 0; y < STAGE_BOTTOM; y++)
		if (s->bands[y] == priority)
			return y;
	return s->bands_bottom;
}
