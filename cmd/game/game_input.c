#include "game.h"

#include "assets/assets.h"
#include "task/file.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

/*
 * Files that are not games, but contain some.
 */

static const struct {
	const char *mark;
	size_t size;
	const char *title;
} containers[] = {
	{ "\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0", 12,
	  "a CD image of raw sectors: convert it to an ISO image first" },
	{ "FILE \"", 6,
	  "the table of contents of a CD image: convert the image to an ISO image "
	  "first" },
	{ "CATALOG ", 8, "the table of contents of a CD image: mount the CD" },
	{ "MSCF", 4, "a cabinet of Windows: unpack it first" },
	{ "ISc(", 4, "a cabinet of InstallShield: unpack it first" },
	{ "Rar!", 4, "an archive of RAR 5: unpack it first" },
};

/* Parts of games that are useless alone, with the files that they need. */
static const struct {
	const char *format, *neighbour;
} parts[] = {
	{ "keen-head", "the graphics (EGAGRAPH or CGAGRAPH)" },
	{ "keen-dict", "the archive that it unpacks (EGAGRAPH, AUDIO, GAMEMAPS)" },
	{ "keen-maphead", "the levels (GAMEMAPS)" },
	{ "keen-tileinfo", "the levels (GAMEMAPS)" },
	{ "keen-audiohead", "the sounds (AUDIO)" },
	{ "keen-exe", "the game's archives (EGAGRAPH, GAMEMAPS, AUDIO)" },
	{ "sci-volume", "the map (RESOURCE.MAP)" },
	{ "sci-map", "a volume (RESOURCE.001)" },
};

/* Returns a description of the file; NULL: unknown. */
static const char *container_title(const char *path)
{
	const char *title = NULL;
	struct exh_error err;
	struct file head;
	uint64_t size;
	bool is_zip;

	if (file_is_special(path) || file_read_head(path, 64, 64, &head, &size, &err))
		return NULL;
	for (size_t i = 0; i < sizeof containers / sizeof *containers && !title; i++)
		if (head.size >= containers[i].size &&
		    memcmp(head.data, containers[i].mark, containers[i].size) == 0)
			title = containers[i].title;
	is_zip = head.size >= 4 && memcmp(head.data, "PK\3\4", 4) == 0;
	free(head.data);
	if (!title && !is_zip && file_has_ending(path, ".zip"))
		return "no ZIP archive, or the last of several volumes (.z01 and so on): "
		       "join them first (zip -s 0)";
	return title;
}

/*
 * Inputs that contain games.
 */

/* A file that is a game itself is not treated as an archive of games. */
bool games_unpack(struct found_games *found, const char *input, struct report *report)
{
	const bool had_failed = report->failed;
	bool good;

	*found = (struct found_games){ .path = input, .shown = input };
	if (file_is_folder(input) || game_is_known_at(input))
		return true;
	report->failed = false;
	good = unpack_start(&found->unpacked, input, report);
	found->lacks_members = report->failed;
	report->failed |= had_failed;
	if (!good)
		return false;
	if (found->unpacked)
		found->path = found->unpacked;
	return true;
}

/* Reports a part of a game: the whole game must be given. */
static bool report_part(const char *path, const struct exh_format *format,
			struct report *report)
{
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (strcmp(parts[i].format, format->name) != 0)
			continue;
		report_error(report, path, EXH_NO_OFFSET,
			     "%s (%s): of use only with %s, which is missing beside it, "
			     "or with it in the game's folder: give that",
			     format->name, format->title, parts[i].neighbour);
		return true;
	}
	return false;
}

/* Reports a file of a known format from which nothing is made. */
static bool report_known(const char *path, struct report *report)
{
	struct identify_finding finding;
	const struct exh_format *format;

	if (file_is_special(path))
		return false;
	identify_file(path, &finding);
	format = finding.format;
	if (!format || report_part(path, format, report))
		return format;
	if (strcmp(format->family, EXH_FAMILY_ARCHIVE) == 0 && !unpack_version())
		report_error(report, path, EXH_NO_OFFSET,
			     "%s (%s): this program was built without libarchive, which "
			     "unpacks it",
			     format->name, format->title);
	else if (strcmp(format->family, EXH_FAMILY_ARCHIVE) == 0)
		report_error(report, path, EXH_NO_OFFSET,
			     "%s (%s), which can't be unpacked here: unpack it first",
			     format->name, format->title);
	else
		report_error(report, path, EXH_NO_OFFSET,
			     "%s (%s): nothing is made of such a file", format->name,
			     format->title);
	return true;
}

static void report_none(const struct found_games *found, struct report *report)
{
	const char *title = found->unpacked || file_is_folder(found->path)
				    ? NULL
				    : container_title(found->path);

	if (title)
		report_error(report, found->path, EXH_NO_OFFSET, "%s", title);
	else if (!found->unpacked && !file_is_folder(found->path) &&
		 report_known(found->path, report))
		;
	else if (!found->folder_count)
		report_error(report, found->path, EXH_NO_OFFSET,
			     "no game, and no archive of games; exhume identify names "
			     "the format of single files");
	else
		report_error(report, found->path, EXH_NO_OFFSET,
			     "no game that is known is in %zu %s; exhume identify names "
			     "the formats of single files",
			     found->folder_count,
			     found->folder_count == 1 ? "folder" : "folders");
}

bool games_search_unpacked(struct found_games *found, const char *output,
			   struct report *report)
{
	const struct found_games in = *found;
	const bool good = game_search(found, in.path, output, report);

	found->unpacked = in.unpacked;
	found->shown = in.shown;
	found->lacks_members = in.lacks_members;
	return good;
}

bool games_open(struct found_games *found, const char *input, const char *output,
		struct report *report)
{
	if (!games_unpack(found, input, report) ||
	    !games_search_unpacked(found, output, report))
		return false;
	if (!found->count)
		report_none(found, report);
	return found->count;
}

char *game_shown_path(const struct found_games *found, const struct found_game *game)
{
	const size_t size = strlen(found->path);

	if (found->path == found->shown || strncmp(game->path, found->path, size) != 0)
		return mem_text(game->path);
	return game->path[size] ? file_join(found->shown, game->path + size + 1)
				: mem_text(found->shown);
}

char *game_path_from(const struct found_games *found, const struct found_game *game,
		     const char *folder)
{
	char *shown = game_shown_path(found, game);
	char *path = file_relative(folder, shown, NULL);

	free(shown);
	return path;
}

void games_close(struct found_games *found, struct report *report)
{
	found_games_free(found);
	if (found->unpacked)
		report_call_end(report);
	temporary_folder_end(found->unpacked);
	*found = (struct found_games){ 0 };
}
