#include "assets.h"

#include "assets/keen/graphics/graphics.h"
#include "assets/keen/keen_game.h"
#include "assets/keen/level/level.h"
#include "assets/sci/pic/pic.h"
#include "assets/sci/sci.h"
#include "assets/sci/script/script.h"
#include "assets/sci/sound/sound.h"
#include "assets/sci/text/text.h"
#include "assets/sci/view/view.h"
#include "assets/sci/vocab/vocab.h"
#include "assets/softdisk/softdisk.h"
#include "assets/song/song.h"
#include "assets/zvision/lever/zv_lever.h"
#include "assets/zvision/picture/zv_picture.h"
#include "assets/zvision/script/zv_script.h"
#include "assets/zvision/sound/zv_sound.h"
#include "assets/zvision/text/zv_text.h"
#include "assets/zvision/video/video.h"
#include "assets/zvision/zv.h"
#include "task/file.h"
#include "task/memory.h"

#include <stdlib.h>

static const struct game_type file_game_type;

/* SCI before Keen: RESOURCE.MAP ends like Keen's levels. Songs after all types that
 * have songs. */
const struct game_type *const game_types[] = {
	&sci_game_type,	     &keen_game_type, &keen_archive_type,
	&softdisk_game_type, &zv_game_type,   &song_game_type,
	&agi_game_type,	     &file_game_type, NULL,
};

const struct fields *const asset_described[] = {
	&keen_level_fields,
	&keen_picture_fields,
	&ilbm_picture_fields,
	&sci_view_fields,
	&sci_pic_fields,
	&sci_font_row_fields,
	&sci_cursor_fields,
	&sci_sound_fields,
	&sci_sound_made_fields,
	&sci_bank_fields,
	&sci_vocab_fields,
	&sci_script_fields,
	&sci_strings_fields,
	&song_fields,
	&score_fields,
	&zv_sound_fields,
	&zv_text_path_fields,
	&zv_subtitle_fields,
	&zv_text_fields,
	&lever_fields,
	&rlf_fields,
	&zv_video_fields,
	&zv_picture_fields,
	&zv_cursor_fields,
	&scr_fields,
	NULL,
};

void *game_open(const struct game_type *type, const char *path, const char *name,
		const struct game_wishes *wishes, struct report *report)
{
	return type->open_as && (name || wishes)
		       ? type->open_as(path, name, wishes, report)
		       : type->open(path, report);
}

/* Adds the games of one type. */
static void add_games(struct games_here *here, const struct game_type *type,
		      const char *path, const struct files *files)
{
	char **names;

	if (!type->list) {
		if (type->is_at(path, files))
			*MEM_ADD(here) = (struct game_here){ type, NULL };
		return;
	}
	names = type->list(files);
	for (size_t i = 0; names[i]; i++)
		*MEM_ADD(here) = (struct game_here){ type, names[i] };
	/* A single game needs no name. */
	if (names[0] && !names[1]) {
		free(names[0]);
		here->items[here->count - 1].name = NULL;
	}
	free(names);
}

void games_here_find(struct games_here *here, const char *path, const struct files *files,
		     const struct game_type *above)
{
	*here = (struct games_here){ 0 };
	for (size_t i = 0; game_types[i]; i++)
		if (!((here->count || above) && game_types[i]->is_rest) &&
		    game_types[i] != above)
			add_games(here, game_types[i], path, files);
}

void games_here_free(struct games_here *here)
{
	for (size_t i = 0; i < here->count; i++)
		free(here->items[i].name);
	free(here->items);
}

const struct game_type *game_type_at(const char *path)
{
	struct files *files = file_is_folder(path) ? files_open_folder(path) : NULL;
	const bool may_be = files || !file_is_special(path);
	const struct game_type *type = NULL;

	for (size_t i = 0; game_types[i] && !type && may_be; i++)
		if (game_types[i]->is_at(path, files))
			type = game_types[i];
	files_close(files);
	return type;
}

bool game_is_known_at(const char *path)
{
	for (size_t i = 0; game_types[i]; i++)
		if (!game_types[i]->is_identified && game_types[i]->is_at(path, NULL))
			return true;
	return false;
}

struct files *game_type_list(const struct game_type *type, const char *path)
{
	if (type->list_files)
		return type->list_files(path, NULL);
	return file_is_folder(path) ? files_open_folder(path) : files_open_file(path);
}

const struct game_type *game_type_of_file(const char *path)
{
	for (size_t i = 0; game_types[i]; i++)
		if (game_types[i]->is_single_file && game_types[i]->is_at(path, NULL))
			return game_types[i];
	return NULL;
}

/*
 * A file that is an asset by itself, as a game of one asset.
 */

struct file_game {
	const struct game_type *type; /* type of the format's family */
	const struct asset_kind *kind;
};

/* Finds the kind of a single file. NULL kind: not an asset. */
static struct file_game judge(const char *path)
{
	struct identify_finding finding;

	if (!file_exists(path) || file_is_folder(path) || file_is_special(path))
		return (struct file_game){ 0 };
	identify_file(path, &finding);
	for (size_t i = 0; finding.format && game_types[i]; i++) {
		const struct game_type *type = game_types[i];
		const struct asset_kind *kind =
			type->kind_of_file ? type->kind_of_file(&finding) : NULL;

		if (kind)
			return (struct file_game){ type, kind };
	}
	return (struct file_game){ 0 };
}

static bool is_asset_at(const char *path, const struct files *files)
{
	return !files && judge(path).kind != NULL;
}

static void *open_file(const char *path, struct report *report)
{
	struct file_game *game = mem_alloc(1, sizeof *game);

	(void)report;
	*game = judge(path);
	return game;
}

static void plan_exports(void *context, const struct export_wishes *wishes,
			 struct asset_exports *exports)
{
	const struct file_game *game = context;

	if (!game->kind)
		return;
	asset_exports_add(
		exports,
		(struct asset_export){
			.kind = game->kind,
			.options = game->type->options
					   ? game->type->options(game->kind, wishes,
								 &exports->arena)
					   : NULL,
			.folder = "" });
}

static const struct asset_kind *const no_kinds[] = { NULL };
static const struct asset_packer no_packers[] = { { 0 } };
static const char *const no_subcommands[] = { NULL };

static const struct game_type file_game_type = {
	.name = "file",
	.family = "any",
	.kinds = no_kinds,
	.packers = no_packers,
	.subcommands = no_subcommands,
	.is_rest = true,
	.is_identified = true,
	.is_asset = true,
	.is_at = is_asset_at,
	.open = open_file,
	.close = free,
	.plan_exports = plan_exports,
};
