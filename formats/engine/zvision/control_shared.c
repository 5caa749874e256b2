/* Shared by kinds of controls: parameters, films, and covered background. */
#include "zv_parts.h"

#include <stdlib.h>
#include <string.h>

/*
 * Parameters.
 */

const struct zv_parameter *exh_zv_parameter(const struct zv_control *control,
					    const char *name,
					    const struct zv_parameter *after)
{
	const struct zv_parameter *const end =
		control->parameters + control->parameter_count;

	for (const struct zv_parameter *parameter = after ? after + 1
							  : control->parameters;
	     parameter < end; parameter++)
		if (exh_zv_script_is_word(parameter->name, name))
			return parameter;
	return NULL;
}

int32_t exh_zv_parameter_number(const struct zv_control *control, const char *name,
				size_t i, int32_t otherwise)
{
	const struct zv_parameter *parameter = exh_zv_parameter(control, name, NULL);

	return parameter && i < parameter->args.count ? parameter->args.items[i].number
						      : otherwise;
}

bool exh_zv_parameter_file(const struct zv_control *control, const char *name,
			   char file[ZV_NAME_SIZE])
{
	const struct zv_parameter *parameter = exh_zv_parameter(control, name, NULL);

	return parameter && parameter->args.count &&
	       exh_zv_world_name(parameter->args.items[0].text, file);
}

struct zv_rectangle exh_zv_parameter_rectangle(const struct zv_control *control,
					       const char *name)
{
	return (struct zv_rectangle){ exh_zv_parameter_number(control, name, 0, 0),
				      exh_zv_parameter_number(control, name, 1, 0),
				      exh_zv_parameter_number(control, name, 2, -1),
				      exh_zv_parameter_number(control, name, 3, -1) };
}

/*
 * Common functions.
 */

bool exh_zv_is_eligible(const struct zv_control *control, int32_t item)
{
	const struct zv_parameter *list =
		exh_zv_parameter(control, "eligible_objects", NULL);

	for (size_t i = 0; list && i < list->args.count; i++)
		if (list->args.items[i].number == item)
			return true;
	return false;
}

void exh_zv_control_used(struct exh_zv_engine *engine,
			 const struct zv_control_state *state)
{
	exh_zv_hint(engine, exh_zv_parameter_number(state->control, "venus_id", 0, -1));
}

bool exh_zv_control_film_open(struct exh_zv_engine *engine,
			      struct zv_control_state *state, const char *name)
{
	const struct zv_film *film = exh_zv_world_film(engine->world, name);
	struct zv_control_film *own = &state->film;

	if (!film)
		return false;
	own->pixels = calloc(film->width * film->height, sizeof *own->pixels);
	if (!own->pixels) {
		exh_zv_end(engine, "memory");
		return false;
	}
	own->film = film;
	own->shown = -1;
	return true;
}

void exh_zv_control_film_show(struct exh_zv_engine *engine,
			      struct zv_control_state *state, int32_t frame,
			      struct zv_rectangle to)
{
	struct zv_control_film *own = &state->film;

	if (!own->film || frame < 0 || (uint32_t)frame >= own->film->frame_count)
		return;
	exh_zv_film_seek(own->film, own->shown, frame, own->pixels);
	own->shown = frame;
	exh_zv_view_draw(engine, &(struct zv_drawing){
					 .pixels = own->pixels,
					 .width = own->film->width,
					 .height = own->film->height,
					 .is_transposed = zv_is_panorama(engine),
					 .clear = -1,
					 .to = to,
				 });
}

int32_t exh_zv_control_frame_ms(const struct zv_control_state *state)
{
	return state->film.film ? (int32_t)state->film.film->frame_ms : EXH_ZV_TICK_MS;
}

/*
 * Drawings into the background, which controls can remove again.
 */

static size_t columns_of(const struct zv_cover *cover)
{
	return (size_t)(cover->place.x2 - cover->place.x1) + 1;
}

size_t exh_zv_cover_size(const struct zv_cover *cover)
{
	return columns_of(cover) * ((size_t)(cover->place.y2 - cover->place.y1) + 1);
}

/* Copies between the kept pixels and the background. */
static void copy_rows(struct exh_zv_engine *engine, struct zv_cover *cover, bool restores)
{
	const size_t columns = columns_of(cover);
	const size_t count = exh_zv_cover_size(cover) / columns;

	for (size_t y = 0; y < count; y++) {
		uint16_t *row = zv_row(&engine->background, &cover->place, y);
		uint16_t *kept = cover->pixels + y * columns;

		memcpy(restores ? row : kept, restores ? kept : row,
		       columns * sizeof *row);
	}
}

bool exh_zv_cover(struct exh_zv_engine *engine, struct zv_cover *cover,
		  struct zv_rectangle place)
{
	cover->screen = engine->screen;
	if (!exh_zv_clip(&engine->background, &place))
		return false;
	cover->place = place;
	cover->pixels = malloc(exh_zv_cover_size(cover) * sizeof *cover->pixels);
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
