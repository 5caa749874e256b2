/* The mouse's cursor: what it would do where it is. */
#include "zv_parts.h"

#include "exhume/zvision.h"

#include <string.h>

/* Returns the arrow's name if the mouse turns the view; NULL: it does not. */
static const char *arrow_of(const struct exh_zv_engine *engine)
{
	static const char *const names[][2] = {
		[EXH_ZV_PANA] = { "leftarrow", "rightarrow" },
		[EXH_ZV_TILT] = { "zuparrow", "downarrow" },
	};
	const struct exh_zv_pano_point first = exh_zv_view_corner(engine);
	const bool is_tilt = engine->room.kind == EXH_ZV_TILT;
	const int64_t x = engine->input.x - first.x, y = engine->input.y - first.y;
	const int64_t along = is_tilt ? y : x, across = is_tilt ? x : y;
	const int64_t wide = (int64_t)engine->pano.width;
	const int64_t high = (int64_t)engine->pano.height;

	if (engine->room.kind == EXH_ZV_FLAT || !engine->background.width || across < 0 ||
	    across >= (is_tilt ? wide : high))
		return NULL;
	if (along < EXH_ZV_PANO_EDGE)
		return names[engine->room.kind][0];
	return along > (is_tilt ? high : wide) - EXH_ZV_PANO_EDGE
		       ? names[engine->room.kind][1]
		       : NULL;
}

/* Gets the cursor's name in scripts. */
static void choose(const struct exh_zv_engine *engine, char name[ZV_NAME_SIZE])
{
	const char *arrow;

	memcpy(name, "idle", 5);
	if (engine->input.y < MENU_NEAR || exh_zv_controls_cursor(engine, name))
		return;
	arrow = arrow_of(engine);
	if (arrow)
		memcpy(name, arrow, strlen(arrow) + 1);
}

/* True for a name of scripts that a cursor has. */
static bool is_known(const struct exh_zv_engine *engine, const char *name)
{
	const struct exh_zv_cursor_role role = { .name = name };
	char file[EXH_ZV_CURSOR_NAME_SIZE];

	return exh_zv_cursor_name(&role, engine->world->game, file);
}

/* True if the held item is shown instead of the cursor: it replaces the plain cursor and
 * cursors for taking. */
static bool shows_item(const struct exh_zv_engine *engine, const char *name,
		       struct exh_zv_cursor_role *role)
{
	const int32_t item = zv_get(engine, KEY_ITEM);

	role->is_item = true;
	role->is_active = strcmp(name, "idle") != 0;
	role->item = (unsigned)item;
	return item > 0 && (!role->is_active || strcmp(name, "active") == 0 ||
			    strcmp(name, "handpu") == 0);
}

/* A missing cursor is replaced by the cursor at rest. */
static const struct zv_art *find(const struct exh_zv_engine *engine, bool is_pressed)
{
	struct exh_zv_cursor_role role = { .is_pressed = is_pressed };
	const struct zv_art *art = NULL;
	char name[ZV_NAME_SIZE];

	choose(engine, name);
	if (!is_known(engine, name))
		memcpy(name, "idle", 5);
	if (shows_item(engine, name, &role))
		art = exh_zv_world_cursor(engine->world, &role);
	role = (struct exh_zv_cursor_role){ .name = name, .is_pressed = is_pressed };
	if (!art)
		art = exh_zv_world_cursor(engine->world, &role);
	role.name = "idle";
	return art ? art : exh_zv_world_cursor(engine->world, &role);
}

void exh_zv_draw_cursor(const struct exh_zv_engine *engine,
			const struct exh_zv_picture *screen)
{
	const struct zv_art *art;

	if (engine->cursor_is_hidden || engine->wait == WAIT_VIDEO || !engine->place[0])
		return;
	art = find(engine, engine->input.left);
	if (!art && engine->input.left)
		art = find(engine, false);
	if (art)
		exh_zv_draw_art(art, screen, (int64_t)engine->input.x - art->hot_x,
				(int64_t)engine->input.y - art->hot_y, false);
}
