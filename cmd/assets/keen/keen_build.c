#include "keen_game.h"

#include "assets/keen/graphics/graphics.h"
#include "assets/keen/keen_loose.h"
#include "assets/keen/level/level.h"
#include "assets/keen/sound/sound.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

static bool is_in(const char *file, const char *folder)
{
	const size_t size = strlen(folder);

	return strncmp(file, folder, size) == 0 && file[size] == '/';
}

const char *keen_build_refuses(const struct json *asset, const char *file)
{
	if (is_in(file, KEEN_SOUNDS_FOLDER) && !file_has_ending(file, ".pcsnd") &&
	    !file_has_ending(file, ".alsnd") && !file_has_ending(file, ".imf") &&
	    !file_has_ending(file, ".pc.wav"))
		return "sounds are packed from .pcsnd, .alsnd, .imf and .pc.wav files";
	if (is_in(file, KEEN_LEVELS_FOLDER) && file_has_ending(file, ".png"))
		return "a picture of a level: edit the level itself";
	if (is_in(file, KEEN_GRAPHICS_FOLDER) && file_has_ending(file, ".png") &&
	    strstr(file, "/binary/"))
		return "a picture of a text's page: edit the text itself";
	if (file_has_ending(file, ".bdf") && strstr(file, "/fontm/"))
		return "masked fonts are packed from their picture and its JSON";
	return keen_loose_refuses(asset, file);
}

/* New levels of Tiled, sounds by the names of those that are there, and fonts. */
bool keen_build_takes_new(const char *file)
{
	if (is_in(file, KEEN_LEVELS_FOLDER))
		return file_has_ending(file, ".tmj") || file_has_ending(file, ".tmx");
	if (is_in(file, KEEN_GRAPHICS_FOLDER))
		return file_has_ending(file, ".bdf");
	return is_in(file, KEEN_SOUNDS_FOLDER);
}

static bool is_edited(const struct game_build *build, const char *folder)
{
	for (size_t i = 0; build->edited[i]; i++)
		if (is_in(build->edited[i], folder))
			return true;
	return false;
}

/* Into the archive's name, and beside it the tables' names. */
static bool pack(const struct game_build *build, const char *name,
		 const struct common *common, const char *source, const char *base,
		 const char *output)
{
	const struct repack_options graphics = { .folder = source, .output = output };
	struct level_pack levels = { .base = NULL };
	const struct keen_sounds_options tables = { 0 };
	struct report own = *build->report;
	struct json *result = json_new_object();

	own.common = common;
	if (strcmp(name, KEEN_GRAPHICS_FOLDER) == 0) {
		keen_repack(&graphics, &own, result);
	} else if (strcmp(name, KEEN_SOUNDS_FOLDER) == 0) {
		sound_pack(source, base, &tables, output, &own, result);
	} else {
		strings_add(&levels.inputs, source);
		level_pack(&levels, output, &own, result);
	}
	free(levels.inputs.items);
	json_free(result);
	build->report->failed |= own.failed;
	build->report->shown_count = own.shown_count;
	return !own.failed;
}

static bool pack_folder(const struct game_build *build, const char *name)
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
	good = pack(build, name, &common, source, base, output);
	free(source);
	free(output);
	free(base);
	free(archive);
	return good;
}

bool keen_build(const struct game_build *build)
{
	char *sounds = build->original
			       ? NULL
			       : build->archive_of(build->context, KEEN_SOUNDS_FOLDER);

	if (sounds) {
		report_error(build->report, build->folder, EXH_NO_OFFSET,
			     "sounds are packed with the original game, which is not "
			     "there: give its folder with --original");
		free(sounds);
		return false;
	}
	return pack_folder(build, KEEN_GRAPHICS_FOLDER) &&
	       pack_folder(build, KEEN_LEVELS_FOLDER) &&
	       pack_folder(build, KEEN_SOUNDS_FOLDER) && keen_loose_pack(build);
}
