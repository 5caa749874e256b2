#include "zv_lever.h"

#include "task/memory.h"

enum {
	MEMORY_LIMIT = 2000 << 20, /* the games' files are below 4 KiB */
	MAX_NOTES = 30000,
};

struct exh_zv_lever_known lever_window(enum lever_game game)
{
	const bool nemesis = game == LEVER_GAME_NEMESIS;

	return (struct exh_zv_lever_known){ .window_width = nemesis ? 512 : 640,
					    .window_height = nemesis ? 320 : 344 };
}

/* Reads a lever. Faults of a file that is no lever need not be reported line by line. */
static enum exh_status read_lever(struct asset *asset, struct exh_zv_lever *lever,
				  struct exh_notes *notes, struct exh_error *err)
{
	struct exh_notes own = { .arena = asset->arena };
	enum exh_status status;

	exh_notes_limit(&own, MAX_NOTES);
	status = exh_zv_lever_read(asset->bytes, asset->arena, lever, &own, err);
	exh_notes_all(&own);
	if (status != EXH_INVALID)
		*notes = own;
	return status;
}

static enum exh_status read(const void *options, struct asset *asset,
			    struct exh_notes *notes, struct exh_error *err)
{
	const struct exh_zv_lever_known known = lever_window(LEVER_GAME_AUTO);
	struct lever_file *file = mem_arena_try(asset->arena, 1, sizeof *file, err);
	enum exh_status status;

	(void)options;
	if (!file)
		return EXH_LIMIT;
	*file = (struct lever_file){ .path = asset->file, .arena = asset->arena };
	asset->thing = file;
	status = read_lever(asset, &file->lever, notes, err);
	if (status || !zv_game_of(asset))
		return status;
	file->path = asset->name;
	return exh_zv_lever_check(&file->lever, &known, file->arena, &file->findings,
				  err);
}

static enum exh_status make(const void *options, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	(void)options;
	(void)file;
	(void)err;
	lever_to_text(asset->thing, out);
	return EXH_OK;
}

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	(void)options;
	lever_to_json(asset->thing, object);
}

const struct asset_kind zv_lever_kind = {
	.name = "lever",
	.family = "zvision",
	.source = &zv_source,
	.code = ZV_LEVER,
	.memory_limit = MEMORY_LIMIT,
	.read = read,
	.ending = ".txt",
	.make = make,
	.describe = describe,
};
