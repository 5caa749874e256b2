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

/* The files of an archive. */
struct packing {
	const char *name;   /* name of the folder in the extracted game */
	const char *source; /* path of that folder */
	const char *base;   /* the original archive */
	const char *output;
	/* The folder lacks its manifest, since extract left out a part of it; the rest is
	 * taken from the original. */
	bool is_part;
};

/* Adds the path of each edited file in the folder, to be freed. */
static void list_edited(const struct game_build *build, const char *folder,
			struct strings *out)
{
	for (size_t i = 0; build->edited[i]; i++)
		if (file_is_below(build->edited[i], folder))
			strings_add(out, file_join(build->folder, build->edited[i]));
}

static void free_paths(struct strings *paths)
{
	for (size_t i = 0; i < paths->count; i++)
		free((char *)paths->items[i]);
	free(paths->items);
}

/* Edited levels without a manifest replace those of the original. */
static void pack_levels(const struct game_build *build, const struct packing *from,
			const struct keen_tables_out *out, struct report *report,
			struct json *result)
{
	struct level_pack levels = { .base = from->is_part ? from->base : NULL,
				     .tables_out = *out,
				     .force_tiles = build->force_tiles };

	if (from->is_part)
		list_edited(build, from->name, &levels.inputs);
	else
		strings_add(&levels.inputs, mem_text(from->source));
	level_pack(&levels, from->output, report, result);
	free_paths(&levels.inputs);
}

/* Packs into the archive's name; its tables go where the old ones are, or beside it. */
static bool pack(const struct game_build *build, const struct packing *from,
		 const struct common *common, const struct keen_tables_out *out)
{
	const struct repack_options graphics = {
		.folder = from->source,
		.output = from->output,
		.original = from->is_part ? from->base : NULL,
		.layout = from->is_part ? build->layout : NULL,
		.tables = *out,
	};
	const struct sound_pack sounds = { .folder = from->source,
					   .base = from->base,
					   .build = build,
					   .tables_out = *out };
	struct report own = *build->report;
	struct json *result = json_new_object();

	own.common = common;
	if (strcmp(from->name, KEEN_GRAPHICS_FOLDER) == 0)
		keen_repack(&graphics, &own, result);
	else if (strcmp(from->name, KEEN_SOUNDS_FOLDER) == 0)
		sound_pack(&sounds, from->output, &own, result);
	else
		pack_levels(build, from, out, &own, result);
	json_free(result);
	report_take_over(build->report, &own);
	return !own.failed;
}

/* Reports edited files that are missing: the original does not replace them. */
static bool has_edited(const struct game_build *build, const char *folder)
{
	struct strings edited = { .count = 0 };
	bool good = true;

	list_edited(build, folder, &edited);
	for (size_t i = 0; i < edited.count; i++)
		if (!file_exists(edited.items[i])) {
			report_error(build->report, edited.items[i], EXH_NO_OFFSET,
				     "missing: extract the game again");
			good = false;
		}
	free_paths(&edited);
	return good;
}

/* Returns what is needed for a folder without a manifest; NULL: nothing more. */
static const char *lack_of_part(const struct game_build *build, const char *folder)
{
	if (!build->original)
		return "give the original game with --original";
	if (strcmp(folder, KEEN_GRAPHICS_FOLDER) == 0 && build->layout &&
	    !exh_keen_layout_find(build->layout))
		return "its layout was that of a file: extract all of the graphics";
	return NULL;
}

static bool check_manifest(const struct game_build *build, struct packing *packing)
{
	char *manifest = file_join(packing->source, KEEN_GRAPHICS_MANIFEST);
	const char *lack;

	packing->is_part = !file_exists(manifest);
	lack = packing->is_part ? lack_of_part(build, packing->name) : NULL;
	if (lack)
		report_error(build->report, manifest, EXH_NO_OFFSET,
			     "missing, since extract left out a part of this folder: %s",
			     lack);
	free(manifest);
	return !lack && (!packing->is_part || has_edited(build, packing->name));
}

static bool pack_folder(const struct game_build *build, const char *name,
			const struct keen_tables_out *out)
{
	struct common common = *build->report->common;
	struct packing packing = { .name = name };
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
	packing.source = source;
	packing.output = output;
	packing.base = base;
	good = check_manifest(build, &packing) && pack(build, &packing, &common, out);
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
