#include "keen_game.h"

#include "assets/keen/graphics/graphics.h"
#include "assets/keen/keen_loose.h"
#include "assets/keen/level/level.h"
#include "assets/keen/sound/sound.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *keen_build_refuses(const struct json *asset, const char *file)
{
	if (file_is_below(file, KEEN_SOUNDS_FOLDER) && !file_has_ending(file, ".pcsnd") &&
	    !file_has_ending(file, ".alsnd") && !file_has_ending(file, ".imf") &&
	    !file_has_ending(file, ".pc.flac") && !file_has_ending(file, ".pc.wav"))
		return "sounds are packed from .pcsnd, .alsnd, .imf, .pc.flac and "
		       ".pc.wav "
		       "files";
	if (file_is_below(file, KEEN_LEVELS_FOLDER) && file_has_ending(file, ".png"))
		return "a picture of a level: edit the level itself";
	if (file_is_below(file, KEEN_GRAPHICS_FOLDER) && file_has_ending(file, ".png") &&
	    strstr(file, "/binary/"))
		return "a picture of a text's page: edit the text itself";
	if (file_has_ending(file, ".bdf") && strstr(file, "/fontm/"))
		return "masked fonts are packed from their picture and its JSON";
	return keen_loose_refuses(asset, file);
}

/* "0230.png" */
static bool is_numbered_picture(const char *name)
{
	const size_t digits = strspn(name, "0123456789");

	return digits && strcasecmp(name + digits, ".png") == 0;
}

/* True for new files that are packed: levels of Tiled, sounds with the names of existing
 * ones, fonts, and pictures that the game lacked. */
bool keen_build_takes_new(const char *file)
{
	if (file_is_below(file, KEEN_LEVELS_FOLDER))
		return file_has_ending(file, ".tmj") || file_has_ending(file, ".tmx") ||
		       file_has_ending(file, ".json");
	if (file_is_below(file, KEEN_GRAPHICS_FOLDER))
		return file_has_ending(file, ".bdf") ||
		       is_numbered_picture(file_name(file));
	return file_is_below(file, KEEN_SOUNDS_FOLDER);
}

static bool is_edited(const struct game_build *build, const char *folder)
{
	for (size_t i = 0; build->edited[i]; i++)
		if (file_is_below(build->edited[i], folder))
			return true;
	return false;
}

/* Packs into the archive's name; its tables go where the old ones are, or beside it. */
static bool pack(const struct game_build *build, const char *name,
		 const struct common *common, const char *source, const char *base,
		 const char *output, const struct keen_tables_out *out)
{
	const struct repack_options graphics = { .folder = source,
						 .output = output,
						 .tables = *out };
	struct level_pack levels = { .tables_out = *out,
				     .force_tiles = build->force_tiles };
	const struct sound_pack sounds = {
		.folder = source, .base = base, .is_build = true, .tables_out = *out
	};
	struct report own = *build->report;
	struct json *result = json_new_object();

	own.common = common;
	if (strcmp(name, KEEN_GRAPHICS_FOLDER) == 0) {
		keen_repack(&graphics, &own, result);
	} else if (strcmp(name, KEEN_SOUNDS_FOLDER) == 0) {
		sound_pack(&sounds, output, &own, result);
	} else {
		strings_add(&levels.inputs, source);
		level_pack(&levels, output, &own, result);
	}
	free(levels.inputs.items);
	json_free(result);
	report_take_over(build->report, &own);
	return !own.failed;
}

static bool pack_folder(const struct game_build *build, const char *name,
			const struct keen_tables_out *out)
{
	struct common common = *build->report->common;
	char *archive, *source, *output, *base;
	bool good;

	if (build->original && !is_edited(build, name))
		return true;
	archive = build->archive_of(build->context, name);
	if (!archive)
		return true;
	common.force = true;
	source = file_join(build->folder, name);
	output = file_join(build->output, archive);
	base = file_join(build->original ? build->original : "", archive);
	good = pack(build, name, &common, source, base, output, out);
	free(source);
	free(output);
	free(base);
	free(archive);
	return good;
}

static const char *const folders[] = { KEEN_GRAPHICS_FOLDER, KEEN_LEVELS_FOLDER,
				       KEEN_SOUNDS_FOLDER };

/* Writes the patch file. If nothing was edited, the archives' names alone determine the
 * game. */
static bool write_patch(const struct game_build *build, struct keen_patch *patch)
{
	struct exh_writer out = { .limit = SIZE_MAX };
	bool good;

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		char *name = build->archive_of(build->context, folders[i]);

		if (name)
			keen_patch_name(patch, name);
		free(name);
	}
	keen_patch_write(patch, &out);
	good = report_write(build->report, build->patch, exh_writer_bytes(&out));
	exh_writer_free(&out);
	return good;
}

/*
 * Levels and graphics of the new game go together.
 */

/* Opens the archive of levels in a folder, without a message. */
static bool open_levels(const struct game_build *build, const char *path,
			struct keen_levels *levels)
{
	const struct keen_levels_options options = { .no_tables = true };
	struct silent_report silent;
	const bool good = keen_levels_open(levels, path, &options,
					   report_silent(&silent, build->report));

	report_silent_end(&silent);
	return good;
}

static bool check_levels(const struct game_build *build, const char *name,
			 const struct level_tiles_wish *wish, struct level_tiles *tiles)
{
	char *path = file_join(build->original, name);
	struct keen_levels old = { .path = NULL }, now = { .path = NULL };
	bool good = true;

	if (open_levels(build, path, &old) && open_levels(build, wish->beside, &now)) {
		for (size_t i = 0; i < old.maps.count; i++)
			level_tiles_allow(tiles, &old.maps.items[i]);
		for (size_t i = 0; i < now.maps.count; i++)
			good &= level_tiles_check(tiles, &now.maps.items[i], wish,
						  build->report);
	}
	keen_levels_free(&now);
	keen_levels_free(&old);
	free(path);
	return good;
}

/* False, reported, if a level uses a tile that the graphics lack. */
static bool check_tiles(const struct game_build *build)
{
	const struct exh_keen_tile_info none = { 0 };
	char *name = build->archive_of(build->context, KEEN_LEVELS_FOLDER);
	char *folder = file_join(build->folder, KEEN_LEVELS_FOLDER);
	char *path = name ? file_join(build->output, name) : NULL;
	const struct level_tiles_wish wish = { .beside = path,
					       .path = folder,
					       .is_forced = build->force_tiles };
	struct level_tiles *tiles =
		name ? level_tiles_find(&wish, &none, build->report) : NULL;
	const bool good = !tiles || check_levels(build, name, &wish, tiles);

	free(tiles);
	free(path);
	free(folder);
	free(name);
	return good;
}

bool keen_build(const struct game_build *build)
{
	struct keen_patch patch = { .commands.limit = SIZE_MAX };
	const struct keen_tables_out out = {
		.is_in_place = build->original && !build->patch,
		.joint_patch = build->patch ? &patch : NULL,
	};
	char *sounds = build->original
			       ? NULL
			       : build->archive_of(build->context, KEEN_SOUNDS_FOLDER);
	bool good = true;

	if (sounds) {
		report_error(build->report, build->folder, EXH_NO_OFFSET,
			     "sounds are packed with the original game, which is not "
			     "there: give its folder with --original");
		free(sounds);
		return false;
	}
	for (size_t i = 0; i < sizeof folders / sizeof *folders && good; i++)
		good = pack_folder(build, folders[i], &out);
	good = good && keen_loose_pack(build);
	if (build->original && is_edited(build, KEEN_LEVELS_FOLDER))
		good = good && check_tiles(build);
	if (good && build->patch)
		good = write_patch(build, &patch);
	exh_writer_free(&patch.commands);
	return good;
}
