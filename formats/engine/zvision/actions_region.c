/* The action region: water, light and fog. */
#include "zv_parts.h"

#include <stdlib.h>

enum { TYPE_WATER = 0, TYPE_LIGHT = 1, TYPE_FOG = 9, CUSTOM = 9 /* first argument */ };

static enum zv_region_kind kind_of(int32_t type)
{
	return type == TYPE_WATER   ? REGION_WATER
	       : type == TYPE_LIGHT ? REGION_LIGHT
	       : type == TYPE_FOG   ? REGION_FOG
				    : REGION_UNKNOWN;
}

static void set_water(struct zv_region *region, const struct zv_where *where)
{
	double *const numbers[] = {
		&region->water.cx,	  &region->water.cy,	 NULL,
		&region->water.amplitude, &region->water.length, &region->water.speed
	};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (numbers[i] && CUSTOM + i < where->result->args.count)
			*numbers[i] = exh_zv_arg_real(where, CUSTOM + i);
}

/* "useart[x,y,depth]"; a panorama has x and y the other way round. */
static bool read_art(const struct zv_where *where, bool is_turned, struct zv_light *light)
{
	static const char head[] = "useart[";
	struct exh_bytes text = exh_zv_arg_word(where, 0);
	int32_t numbers[3];

	for (const char *at = head; *at; at++) {
		if (!text.size || script_lower(text.data[0]) != (uint8_t)*at)
			return false;
		text = script_skip(text, 1);
	}
	for (int i = 0; i < 3; i++) {
		if (!exh_zv_take_number(&text, &numbers[i]) || numbers[i] > INT16_MAX)
			return false;
		text = exh_zv_script_skip_blanks(text);
		exh_zv_script_take_byte(&text, ',');
	}
	light->x = numbers[is_turned ? 1 : 0];
	light->y = numbers[is_turned ? 0 : 1];
	light->depth = numbers[2];
	return exh_zv_script_take_byte(&text, ']');
}

static void set_light(struct exh_zv_engine *engine, struct zv_region *region,
		      const struct zv_where *where)
{
	struct exh_zv_picture view;

	if (!read_art(where, zv_is_panorama(engine), &region->light)) {
		exh_zv_action_note(engine, where, "light needs useart[x,y,depth]");
		region->kind = REGION_UNKNOWN;
		return;
	}
	region->light.most = zv_clamp(exh_zv_arg(engine, where, CUSTOM), 0, 31);
	region->light.least = -region->light.most;
	if (!region->is_on_view) {
		exh_zv_light_start(region, &engine->background);
	} else if (exh_zv_view_flatten(engine, &view)) {
		exh_zv_light_start(region, &view);
		free(view.pixels);
	}
}

static const struct zv_art *art_of(struct exh_zv_engine *engine,
				   const struct zv_where *where, size_t i)
{
	char name[ZV_NAME_SIZE];

	return exh_zv_arg_name(where, i, name)
		       ? exh_zv_world_art(engine->world, name, zv_is_panorama(engine))
		       : NULL;
}

static void set_fog(struct exh_zv_engine *engine, struct zv_region *region,
		    const struct zv_where *where)
{
	struct zv_fog *fog = &region->fog;
	struct zv_rectangle *place = &region->place;

	fog->mask = art_of(engine, where, 0);
	fog->cloud = art_of(engine, where, CUSTOM + 2);
	if (!fog->cloud)
		fog->cloud = exh_zv_world_art(engine->world, "cloud.tga",
					      zv_is_panorama(engine));
	if (!fog->mask)
		return;
	place->x2 = zv_clamp((int64_t)place->x1 + (int64_t)fog->mask->picture.width - 1,
			     INT32_MIN, INT32_MAX);
	place->y2 = zv_clamp((int64_t)place->y1 + (int64_t)fog->mask->picture.height - 1,
			     INT32_MIN, INT32_MAX);
}

static void set_kind(struct exh_zv_engine *engine, struct zv_region *region,
		     const struct zv_where *where)
{
	switch (region->kind) {
	case REGION_WATER:
		set_water(region, where);
		break;
	case REGION_LIGHT:
		set_light(engine, region, where);
		break;
	case REGION_FOG:
		set_fog(engine, region, where);
		break;
	case REGION_UNKNOWN:
		exh_zv_action_note(engine, where, "neither water, light nor fog");
		break;
	}
}

void exh_zv_region(struct exh_zv_engine *engine, const struct zv_where *where)
{
	struct zv_region region = {
		.place = exh_zv_arg_rectangle(engine, where, 1),
		.is_on_view = exh_zv_arg(engine, where, 7) == 0,
		.kind = kind_of(exh_zv_arg(engine, where, 6)),
		.delay_ms = zv_clamp(exh_zv_arg(engine, where, 5), 1, INT32_MAX),
		.frames = zv_clamp(exh_zv_arg(engine, where, CUSTOM + 2), 1, INT32_MAX),
	};

	set_kind(engine, &region, where);
	exh_zv_effect_kill_key(engine, where->result->slot);
	exh_zv_effect_start(engine, &(struct zv_effect){ .kind = EFFECT_REGION,
							 .key = where->result->slot,
							 .scope = where->scope,
							 .region = region });
	engine->is_drawn = false;
}
