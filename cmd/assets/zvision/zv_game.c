#include "zv.h"

#include "task/memory.h"

#include <exhume/advanced/panorama.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool has_scripts(const struct zv_game *game)
{
	for (size_t i = 0; i < files_count(game->files); i++)
		if (file_has_ending(files_name(game->files, i), ".scr"))
			return true;
	return false;
}

/*
 * Evidence for one of the games.
 */

const char *const zv_game_choices[] = { "auto", "nemesis", "zgi", NULL };

const char *zv_game_name(enum exh_zv_game game)
{
	return zv_game_choices[game == EXH_ZV_ZGI ? 2 : 1];
}

static bool begins(const char *name, const char *stem)
{
	return strncasecmp(name, stem, strlen(stem)) == 0;
}

/* Evidence found while going through its files. */
struct signs {
	bool is_nemesis, is_zgi, has_archive, has_vob;
	const char *edition;
	struct exh_zv_sound_votes votes;
};

static void look_at_file(const char *path, struct signs *signs)
{
	const char *name = file_name(path);

	signs->has_archive |= strcasecmp(path, ZV_SCRIPTS_ARCHIVE) == 0;
	signs->has_vob |= file_has_ending(name, ".vob");
	signs->is_zgi |= begins(name, "inquis.");
	signs->is_nemesis |= begins(name, "nemesis.") ||
			     begins(path, ZV_SCRIPTS_FOLDER "/") ||
			     (strlen(name) == 8 && strcasecmp(name + 1, "scr.zfs") == 0);
}

/* True if names or a size show the game. */
static bool guess_by_files(const struct files *tree, struct signs *signs,
			   enum exh_zv_game *which, const char **reason)
{
	const struct zv_edition *edition = zv_edition_find(tree, ZV_SCRIPTS_ARCHIVE);

	for (size_t i = 0; i < files_count(tree); i++)
		look_at_file(files_name(tree, i), signs);
	signs->edition = edition ? edition->name : signs->has_vob ? "dvd" : NULL;
	*reason = "name";
	*which = signs->is_zgi ? EXH_ZV_ZGI : EXH_ZV_NEMESIS;
	if (signs->is_zgi || signs->is_nemesis)
		return true;
	*reason = "size";
	if (edition)
		*which = edition->game;
	return edition != NULL;
}

bool zv_game_guess_at(const char *root, enum exh_zv_game *which)
{
	struct files *tree = zv_game_list(root, NULL);
	struct signs signs = { 0 };
	const char *reason;
	const bool is_known = guess_by_files(tree, &signs, which, &reason);

	files_close(tree);
	return is_known;
}

static void collect_votes(const struct zv_game *game, struct signs *signs)
{
	for (size_t i = 0; i < files_count(game->files); i++) {
		const char *name = files_name(game->files, i);

		if (zv_game_place(game, name)->type == ZV_SOUND)
			exh_zv_sound_vote(name, &signs->votes);
	}
}

static void guess(struct zv_game *game)
{
	struct signs signs = { 0 };
	const bool is_known = guess_by_files(zv_roof_tree(game->files), &signs,
					     &game->which, &game->reason);

	game->edition = signs.edition;
	if (is_known)
		return;
	collect_votes(game, &signs);
	game->which = signs.votes.zgi > signs.votes.nemesis ? EXH_ZV_ZGI : EXH_ZV_NEMESIS;
	game->reason = signs.votes.zgi != signs.votes.nemesis ? "sounds"
		       : signs.has_archive		      ? "unknown"
							      : "default";
}

bool zv_game_is_known(const struct zv_game *game)
{
	return strcmp(game->reason, "default") != 0 &&
	       strcmp(game->reason, "unknown") != 0;
}

void zv_game_window(const struct zv_game *game, size_t *width, size_t *height)
{
	exh_zv_pano_window(game->which, width, height);
}

/*
 * Opening it.
 */

struct zv_game *zv_game_open(const char *path, struct report *report)
{
	struct zv_game *game = mem_alloc(1, sizeof *game);

	game->files = zv_roof_open(path, report);
	guess(game);
	if (!has_scripts(game))
		report_warning(report, path, EXH_NO_OFFSET,
			       "files only, no scripts: which pictures are panoramas, "
			       "stored transposed, is not known; the game is taken for "
			       "%s",
			       zv_game_is_known(game) ? zv_game_name(game->which)
						      : "either");
	rooms_start_game(&game->rooms, game->files);
	return game;
}

void zv_game_close(struct zv_game *game)
{
	rooms_end(&game->rooms);
	files_close(game->files);
	free(game);
}

const struct zv_place *zv_game_place(const struct zv_game *game, const char *name)
{
	return zv_roof_place(game->files, name);
}
