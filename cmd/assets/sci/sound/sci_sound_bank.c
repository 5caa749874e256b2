/* AdLib's instruments: of a file, of a game, or of the game that a single file belongs
 * to. */
#include "sound.h"
#include "task/file.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BANK = 3 /* number of the patch */ };

#define DRIVER "ADL", ".DRV"

static struct exh_sci_adlib_bank *read_bank(struct assets *assets, struct exh_bytes bytes,
					    const char *path, struct report *report)
{
	struct exh_sci_adlib_bank *bank = mem_arena(&assets->arena, 1, sizeof *bank);
	struct exh_notes notes = { .arena = &assets->arena };
	struct exh_error err;

	if (exh_sci_adlib_bank_read(bytes, bank, &notes, &err)) {
		report_failure(report, path, &err);
		return NULL;
	}
	report_notes(report, path, &notes);
	return bank;
}

static struct exh_sci_adlib_bank *bank_of_file(struct assets *assets, const char *path,
					       struct report *report)
{
	struct exh_bytes bytes;

	if (!sci_resource_open(path, EXH_SCI_PATCH, BANK, &assets->arena, &bytes, report))
		return NULL;
	return read_bank(assets, bytes, path, report);
}

/* Reads the first bank named STEM.ENDING, in upper or lower case, in a folder
 * ("FOLDER/"); NULL: there is none. */
static struct exh_sci_adlib_bank *bank_in_file(struct assets *assets, const char *inside,
					       const char *stem, const char *ending,
					       struct report *report)
{
	char **paths = companions_find(inside, stem);
	struct exh_sci_adlib_bank *bank = NULL;

	for (size_t i = 0; paths[i]; i++) {
		if (!file_has_ending(paths[i], ending))
			continue;
		bank = bank_of_file(assets, paths[i], report);
		break;
	}
	companions_free(paths);
	return bank;
}

/* Reads the bank in a driver, as in the first games. */
static struct exh_sci_adlib_bank *
bank_of_game(struct assets *assets, struct sci_game *game, struct report *report)
{
	const struct exh_sci_game_resource *resource =
		exh_sci_game_find(&game->opened, EXH_SCI_PATCH, BANK);
	struct exh_sci_adlib_bank *bank;
	struct exh_bytes bytes;
	char *inside;

	if (resource) {
		if (!sci_game_take(game, resource, &assets->arena, &bytes, report))
			return NULL;
		return read_bank(assets, bytes, sci_game_file(game, resource), report);
	}
	inside = file_join(game->folder, "");
	bank = bank_in_file(assets, inside, DRIVER, report);
	free(inside);
	return bank;
}

static bool has_map(const char *inside)
{
	char **paths = companions_find(inside, "RESOURCE");
	bool found = false;

	for (size_t i = 0; paths[i]; i++)
		found |= file_has_ending(paths[i], ".MAP");
	companions_free(paths);
	return found;
}

/* Returns the bank of the game in the file's folder. Other faults of the game are not
 * reported. */
static struct exh_sci_adlib_bank *sibling_bank(struct assets *assets,
					       struct report *report)
{
	struct exh_sci_adlib_bank *bank;
	struct quiet_report quiet;
	struct sci_game game;
	char *inside;

	if (strcmp(assets->path, "-") == 0)
		return NULL;
	inside = file_sibling(assets->path, "");
	bank = bank_in_file(assets, inside, "PATCH", ".003", report);
	if (!bank && has_map(inside)) {
		if (sci_game_open(&game, *inside ? inside : ".", -1,
				  report_quiet(&quiet, report)))
			bank = bank_of_game(assets, &game, report);
		sci_game_close(&game);
	} else if (!bank) {
		bank = bank_in_file(assets, inside, DRIVER, report);
	}
	free(inside);
	return bank;
}

struct exh_sci_adlib_bank *sci_sound_bank(const char *path, struct assets *assets,
					  struct report *report)
{
	const bool failed = report->failed;
	struct exh_sci_adlib_bank *bank;

	if (path)
		return bank_of_file(assets, path, report);
	report->failed = false;
	bank = assets->game ? bank_of_game(assets, sci_game_of(assets), report)
			    : sibling_bank(assets, report);
	if (!bank && !report->failed)
		report_error(report, assets->path, EXH_NO_OFFSET,
			     "no patch.003 %s, which has AdLib's instruments: give "
			     "--bank FILE; --device speaker and tandy need none",
			     assets->game ? "in the game" : "beside it");
	report->failed |= failed;
	return bank;
}
