#include "zv.h"

#include "task/json.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 1 << 30,
};

/*
 * Files of a game.
 */

/* Adds a file. In messages a member of an archive is a part of it. */
static void add(struct assets *assets, const char *name, const struct zv_place *place)
{
	char *path;

	if (place->archive) {
		assets_add(assets, ASSET_NO_NUMBER, name, place->archive);
		return;
	}
	path = files_path(place->files, place->inner);
	assets_add(assets, ASSET_NO_NUMBER, name, assets_keep(assets, path))->label = "";
	free(path);
}

/* Files have no numbers, so a choice of numbers selects none. */
static void find(struct assets *assets)
{
	const struct zv_game *game = assets->game;
	const size_t count = assets->range_count ? 0 : files_count(game->files);

	for (size_t i = 0; i < count; i++) {
		const char *name = files_name(game->files, i);
		const struct zv_place *place = zv_game_place(game, name);

		if (place->type == assets->kind->code)
			add(assets, name, place);
	}
}

enum exh_status zv_reader_open(const struct asset *asset, struct file_reader *reader,
			       struct exh_error *err)
{
	const struct zv_game *game = zv_game_of(asset);

	return game ? files_reader_open(game->files, asset->name, reader, err)
		    : file_reader_open(reader, asset->file, err);
}

/* Offset of the asset in the file that messages are about. */
static size_t reader_base(const struct asset *asset)
{
	const struct zv_game *game = zv_game_of(asset);
	const struct zv_place *place = game ? zv_game_place(game, asset->name) : NULL;

	return place && place->archive ? zfs_place_offset(place->files, place->inner) : 0;
}

static void move(size_t *offset, size_t base)
{
	if (*offset != EXH_NO_OFFSET)
		*offset += base;
}

void zv_reader_place_notes(const struct asset *asset, struct exh_notes *notes,
			   struct exh_error *err)
{
	const size_t base = reader_base(asset);

	for (struct exh_note *note = notes->first; note; note = note->next)
		move(&note->offset, base);
	if (err)
		move(&err->offset, base);
}

bool zv_is_transposed(const struct asset *asset)
{
	struct zv_game *game = zv_game_of(asset);
	bool is_panorama = false;
	char *script;

	if (game && rooms_find(&game->rooms, asset->name, &is_panorama, &script))
		free(script);
	return is_panorama;
}

/* Loads an asset. Data that an archive lacks were reported when it was opened. */
static enum exh_status load(const struct assets *assets, struct asset *asset,
			    bool salvage, struct exh_notes *notes, struct exh_error *err)
{
	const struct zv_game *game = assets->game;
	struct file file;
	enum exh_status status =
		files_read(game->files, asset->name, FILE_LIMIT, &file, err);

	(void)salvage;
	(void)notes;
	if (status)
		return status;
	asset->bytes = exh_memdup(asset->arena, file_bytes(&file));
	free(file.data);
	if (!asset->bytes.data)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu bytes, more than memory is allowed for", file.size);
	asset->bytes.base = reader_base(asset);
	return EXH_OK;
}

/*
 * A file by itself.
 */

static bool find_stream(struct assets *assets, struct report *report)
{
	(void)report;
	return assets_add(assets, ASSET_NO_NUMBER, file_name(assets->path), assets->path);
}

const struct asset_source zv_source = {
	.find = find,
	.find_in_file = assets_find_file,
	.load = load,
};

const struct asset_source zv_stream_source = {
	.find = find,
	.find_in_file = find_stream,
};
