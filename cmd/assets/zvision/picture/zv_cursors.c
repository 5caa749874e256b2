#include "zv_picture.h"

#include "media/picture/picture.h"
#include "task/memory.h"

#include <exhume/advanced/zvision_picture.h>

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

struct described {
	struct exh_zv_cursor cursor;
	bool has_role, is_item;
	struct exh_zv_cursor_role role;
};
#define ROW struct described
#define ROLE FIELD_HAS(ROW, has_role)
static const struct field cursor_field[] = {
	FIELD_AS("width", ROW, cursor.width, "pixels", "width of the cursor"),
	FIELD_AS("height", ROW, cursor.height, "pixels", "height of the cursor"),
	FIELD_AS("hot_x", ROW, cursor.hot_x, "pixels",
		 "column of the hot spot, the pixel that points"),
	FIELD_AS("hot_y", ROW, cursor.hot_y, "pixels",
		 "row of the hot spot, the pixel that points"),
	FIELD_AS("cursor", ROW, role.name, NULL,
		 "cursor that the file name means, by its name in scripts: active, "
		 "backward ...; item: shows the item in hand",
		 ROLE),
	FIELD_AS("game", ROW, role.game, NULL,
		 "game whose cursor has this file name: nemesis or zgi", ROLE),
	FIELD_AS("pressed", ROW, role.is_pressed, NULL,
		 "true: shown while the button is down", ROLE),
	FIELD_AS("item", ROW, role.item, NULL,
		 "number of the item in hand; only for items", FIELD_HAS(ROW, is_item)),
	FIELD_AS("active", ROW, role.is_active, NULL,
		 "true: shown over something that the item can be used with; only for "
		 "items",
		 FIELD_HAS(ROW, is_item)),
};
#undef ROW
const struct fields zv_cursor_fields = FIELDS("cursor", struct described, cursor_field);

void zv_cursor_to_json(const struct exh_zv_cursor *cursor, const char *name,
		       struct json *object)
{
	struct described row = { .cursor = *cursor };

	row.has_role = exh_zv_cursor_role(name, &row.role);
	row.is_item = row.has_role && row.role.is_item;
	fields_put(&zv_cursor_fields, &row, object);
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
