#include "picture.h"

#include "task/memory.h"

#include <stdlib.h>

void picture_turn(struct exh_zv_picture *picture)
{
	uint16_t *turned =
		mem_alloc(picture->width * picture->height, sizeof *picture->pixels);

	exh_zv_transpose(picture, turned);
	free(picture->pixels);
	*picture = (struct exh_zv_picture){ picture->height, picture->width, turned };
}
