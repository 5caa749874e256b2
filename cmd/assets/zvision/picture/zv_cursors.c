#include "zv_picture.h"

#include "media/picture/picture.h"
#include "task/memory.h"

enum {
	MEMORY_LIMIT = 512 << 20, /* the games' files are below 10 KiB */
	CLEAR = 0,		  /* the value of pixels that are transparent */
};

static enum exh_status read(const void *options, struct asset *asset,
			    struct exh_notes *notes, struct exh_error *err)
{
	struct zv_cursor *thing = mem_arena_try(asset->arena, 1, sizeof *thing, err);
	enum exh_status status;
	size_t count;

	(void)options;
	if (!thing)
		return EXH_LIMIT;
	asset->thing = thing;
	status = exh_zv_cursor_open(asset->bytes, &thing->cursor, notes, err);
	if (status)
		return status;
	count = (size_t)thing->cursor.width * thing->cursor.height;
	thing->pixels = mem_arena_try(asset->arena, count, sizeof *thing->pixels, err);
	return thing->pixels ? exh_zv_cursor_decode(&thing->cursor, thing->pixels, count,
						    notes, err)
			     : EXH_LIMIT;
}

static enum exh_status make(const void *options, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	const struct zv_cursor_options *wanted = options;
	const struct zv_cursor *thing = asset->thing;

	(void)file;
	return png_encode_555_scaled(thing->pixels, thing->cursor.width,
				     thing->cursor.height, CLEAR,
				     wanted ? wanted->scale : 1, out, err);
}

static void add_role(const char *name, struct json *object)
{
	struct exh_zv_cursor_role role;

	if (!exh_zv_cursor_role(name, &role))
		return;
	json_set_string(object, "cursor", role.name);
	json_set_string(object, "game", role.game);
	json_set_flag(object, "pressed", role.is_pressed);
	if (role.is_item) {
		json_set_number(object, "item", role.item);
		json_set_flag(object, "active", role.is_active);
	}
}

void zv_cursor_to_json(const struct exh_zv_cursor *cursor, const char *name,
		       struct json *object)
{
	json_set_number(object, "width", cursor->width);
	json_set_number(object, "height", cursor->height);
	json_set_number(object, "hot_x", cursor->hot_x);
	json_set_number(object, "hot_y", cursor->hot_y);
	add_role(name, object);
}

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	const struct zv_cursor *thing = asset->thing;

	(void)options;
	zv_cursor_to_json(&thing->cursor, asset->name, object);
}

const struct asset_kind zv_cursor_kind = {
	.name = "cursor",
	.family = "zvision",
	.source = &zv_source,
	.code = ZV_CURSOR,
	.memory_limit = MEMORY_LIMIT,
	.read = read,
	.ending = ".png",
	.make = make,
	.describe = describe,
};
