/* Texts that are part of the room: typed ones, and those of titlers. */
#include "lettering.h"
#include "zv_parts.h"

int32_t exh_zv_text_value(const void *engine, int32_t key)
{
	return key < ((const struct exh_zv_engine *)engine)->scheduler.key_count
		       ? zv_get(engine, key)
		       : 0;
}

void exh_zv_text_draw(struct exh_zv_engine *engine, const struct zv_rectangle *place,
		      const struct exh_zv_text_line *lines, size_t line_count,
		      size_t shown)
{
	struct zv_lettering text = { .lines = lines,
				     .line_count = line_count,
				     .x = place->x1,
				     .y = place->y1,
				     .width = (int64_t)place->x2 - place->x1 + 1,
				     .height = (int64_t)place->y2 - place->y1 + 1,
				     .shown = shown,
				     .value = exh_zv_text_value,
				     .context = engine };

	if (!engine->background.pixels)
		return;
	exh_zv_set_letters(&engine->background, &text);
	engine->is_drawn = false;
}
