#include "picture_turn.h"

#include <stdlib.h>

enum exh_status picture_turn(struct exh_zv_picture *picture, struct exh_error *err)
{
	uint16_t *turned =
		malloc(picture->width * picture->height * sizeof *picture->pixels);

	if (!turned)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	exh_zv_transpose(picture, turned);
	free(picture->pixels);
	*picture = (struct exh_zv_picture){ picture->height, picture->width, turned };
	return EXH_OK;
}
