/* What controls draw into the background, and take away again. */
#include "control_types.h"

#include <stdlib.h>
#include <string.h>

static size_t columns_of(const struct zv_cover *cover)
{
	return (size_t)(cover->place.x2 - cover->place.x1) + 1;
}

static size_t count_of(const struct zv_cover *cover)
{
	return columns_of(cover) * ((size_t)(cover->place.y2 - cover->place.y1) + 1);
}

/* Between what is kept and the background. */
static void copy_rows(struct exh_zv_engine *engine, struct zv_cover *cover, bool restores)
{
	const struct zv_rectangle *place = &cover->place;
	const size_t columns = columns_of(cover);

	for (int32_t y = place->y1; y <= place->y2; y++) {
		uint16_t *row = engine->background.pixels +
				(size_t)y * engine->background.width + (size_t)place->x1;
		uint16_t *kept = cover->pixels + (size_t)(y - place->y1) * columns;

		memcpy(restores ? row : kept, restores ? kept : row,
		       columns * sizeof *row);
	}
}

bool exh_zv_cover(struct exh_zv_engine *engine, struct zv_cover *cover,
		  const struct zv_rectangle *place)
{
	const int64_t width = (int64_t)engine->background.width;
	const int64_t height = (int64_t)engine->background.height;
	struct zv_rectangle within = *place;

	within.x1 = within.x1 < 0 ? 0 : within.x1;
	within.y1 = within.y1 < 0 ? 0 : within.y1;
	within.x2 = within.x2 >= width ? (int32_t)width - 1 : within.x2;
	within.y2 = within.y2 >= height ? (int32_t)height - 1 : within.y2;
	cover->screen = engine->screen;
	if (within.x2 < within.x1 || within.y2 < within.y1)
		return false;
	cover->place = within;
	cover->pixels = malloc(count_of(cover) * sizeof *cover->pixels);
	if (!cover->pixels) {
		exh_zv_end(engine, "memory");
		return false;
	}
	copy_rows(engine, cover, false);
	engine->is_drawn = false;
	return true;
}

void exh_zv_uncover(struct exh_zv_engine *engine, struct zv_cover *cover)
{
	if (cover->pixels && cover->screen == engine->screen)
		copy_rows(engine, cover, true);
	engine->is_drawn = false;
	free(cover->pixels);
	cover->pixels = NULL;
}

bool exh_zv_cover_copy(struct zv_cover *to, const struct zv_cover *from)
{
	*to = *from;
	if (!from->pixels)
		return true;
	to->pixels = malloc(count_of(from) * sizeof *to->pixels);
	if (to->pixels)
		memcpy(to->pixels, from->pixels, count_of(from) * sizeof *to->pixels);
	return to->pixels != NULL;
}
