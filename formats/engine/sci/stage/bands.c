#include "screen.h"

void exh_stage_set_bands(stage *s, int32_t top, int32_t bottom)
{
	int32_t size;

	if (top < 0 || bottom > STAGE_BOTTOM || bottom <= top)
		return;
	size = (bottom - top) * 2000 / EXH_SCI_PIC_BANDS;
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
		y = s->bands_top;
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
