#include "zv.h"

#include "assets/assets.h"
#include "assets/zvision/lever/zv_lever.h"
#include "assets/zvision/picture/zv_picture.h"
#include "assets/zvision/script/zv_script.h"
#include "assets/zvision/sound/zv_sound.h"
#include "assets/zvision/text/zv_text.h"
#include "assets/zvision/video/video.h"
#include "assets/zvision/world/zv_world.h"
#include "media/sound/sound.h"

#include <string.h>

static const struct asset_kind *const kinds[] = {
	&zv_picture_kind,   &zv_cursor_kind,
	&zv_animation_kind, &zv_sound_kind,
	&zv_lever_kind,	    &zv_script_kind,
	&zv_text_kind,	    &zv_subtitles_kind,
	&zv_video_kind,	    NULL,
};

static void *open_game(const char *path, struct report *report)
{
	return zv_game_open(path, report);
}

/* Opens a game as the one of the Zorks that the command line names. */
static void *open_as(const char *path, const char *name, const struct game_wishes *wishes,
		     struct report *report)
{
	struct zv_game *game = zv_game_open(path, report);

	(void)name;
	for (unsigned i = 1; wishes && wishes->game && zv_game_choices[i]; i++)
		if (strcmp(wishes->game, zv_game_choices[i]) == 0) {
			game->which = i == 1 ? EXH_ZV_NEMESIS : EXH_ZV_ZGI;
			game->reason = "option";
		}
	return game;
}

struct visiting {
	void (*visit)(void *context, const struct asset_left_out *file);
	void *context;
	const struct zv_place *winner;
};

static void visit_copy(void *context, const struct zv_place *copy)
{
	const struct visiting *visiting = context;
	const struct asset_left_out file = { copy->name, copy->where, "shadowed",
					     visiting->winner->where };

	visiting->visit(visiting->context, &file);
}

static void find_left_out(const void *context,
			  void (*visit)(void *context, const struct asset_left_out *file),
			  void *visitor)
{
	const struct zv_game *game = context;

	for (size_t i = 0; i < files_count(game->files); i++) {
		const char *name = files_name(game->files, i);
		const struct zv_place *place = zv_game_place(game, name);
		const struct asset_left_out file = { name, place->where, "placeholder",
						     NULL };
		struct visiting visiting = { visit, visitor, place };

		if (place->is_placeholder)
			visit(visitor, &file);
		zv_roof_copies(game->files, name, visit_copy, &visiting);
	}
}

static void close_game(void *game)
{
	zv_game_close(game);
}

/* Returns the options of a kind; NULL: its defaults. */
static const void *options_of(const struct asset_kind *kind,
			      const struct export_wishes *wishes, struct exh_arena *arena)
{
	static const struct zv_animation_options gif = { .as_gif = true };
	static const struct zv_sound_options flac = { .format = SOUND_FLAC };
	static const struct zv_video_options videos[2][2] = {
		{ { SOUND_WAV, false }, { SOUND_WAV, true } },
		{ { SOUND_FLAC, false }, { SOUND_FLAC, true } },
	};
	const bool as_gif = wishes->animation == EXPORT_GIF;
	const bool as_flac = wishes->sound == EXPORT_FLAC;

	(void)arena;
	if (kind == &zv_video_kind)
		return &videos[as_flac][as_gif];
	if (kind == &zv_animation_kind && as_gif)
		return &gif;
	return kind == &zv_sound_kind && as_flac ? &flac : NULL;
}

static const struct asset_kind *kind_of_file(const struct identify_finding *file)
{
	static const struct {
		const char *format;
		const struct asset_kind *kind;
	} files[] = {
		{ "tgz", &zv_picture_kind },   { "tga", &zv_picture_kind },
		{ "zcr", &zv_cursor_kind },    { "rlf", &zv_animation_kind },
		{ "zvsound", &zv_sound_kind }, { "lev", &zv_lever_kind },
		{ "scr", &zv_script_kind },    { "zvtext", &zv_text_kind },
		{ "sub", &zv_subtitles_kind }, { "avi", &zv_video_kind },
	};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (strcmp(files[i].format, file->format->name) == 0)
			return files[i].kind;
	return NULL;
}

static void plan_exports(void *game, const struct export_wishes *wishes,
			 struct asset_exports *exports)
{
	(void)game;
	for (const struct asset_kind *const *kind = kinds; *kind; kind++) {
		const struct asset_export item = { .kind = *kind,
						   .options = options_of(*kind, wishes,
									 &exports->arena),
						   .folder = "" };

		asset_exports_add(exports, item);
	}
}

static void pack_archive(char **paths, size_t count, const char *output,
			 struct report *report, struct json *result)
{
	struct zfs_pack_request request = { .common = *report->common };

	request.common.operands = paths;
	request.common.operand_count = count;
	zfs_pack_run_packing(&request, NULL, output, report, result);
}

static const struct asset_packer packers[] = {
	{ "archive", "zfs-pack", pack_archive },
	{ 0 },
};

static const char *const subcommands[] = { "zfs-unpack",  "tgz2png",	 "zcr2png",
					   "rlf2png",	  "raw2wav",	 "avi2png",
					   "avi2wav",	  "lev-inspect", "pano2png",
					   "scr-inspect", "sub2srt",	 NULL };

const struct game_type zv_game_type = {
	.name = "zvision",
	.family = "zvision",
	.kinds = kinds,
	.packers = packers,
	.subcommands = subcommands,
	.is_at = zv_game_is_in,
	.list_files = zv_game_list,
	.is_apart = zv_game_is_apart,
	.find_left_out = find_left_out,
	.open = open_game,
	.open_as = open_as,
	.close = close_game,
	.plan_exports = plan_exports,
	.kind_of_file = kind_of_file,
	.options = options_of,
	.refuses = zv_build_refuses,
	.build = zv_build,
	.relate = zv_rooms_relate,
	.relates_by_name = true,
};
