/* Games of AGI, the engine before SCI: recognised, but not read. */
#include "sci.h"

#include "task/memory.h"

#include <exhume/advanced/facts.h>
#include <stdlib.h>
#include <string.h>

/* True for "MHDIR" and "MHVOL.0" of version 3, which puts the game's name before both. */
static bool is_version_3(const struct files *files, const char *name)
{
	const size_t size = strlen(name), stem = sizeof "DIR" - 1;
	char *prefix, *volume;
	bool found;

	if (size <= stem || !file_has_ending(name, "dir") || strchr(name, '.'))
		return false;
	prefix = mem_text_part(name, size - stem);
	volume = mem_format("%sVOL.0", prefix);
	found = files_find(files, volume) != NULL;
	free(volume);
	free(prefix);
	return found;
}

static const char *version_of(const struct files *files)
{
	static const char *const names[] = { "LOGDIR", "PICDIR", "VIEWDIR", "SNDDIR",
					     "VOL.0" };
	size_t count = 0;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		count += files_find(files, names[i]) != NULL;
	if (count == sizeof names / sizeof *names)
		return "2";
	for (size_t i = 0; i < files_count(files); i++)
		if (is_version_3(files, files_name(files, i)))
			return "3";
	return NULL;
}

static const char *version_at(const char *path)
{
	struct files *files = file_is_folder(path) ? files_open_folder(path) : NULL;
	const char *version = files ? version_of(files) : NULL;

	files_close(files);
	return version;
}

static bool is_at(const char *path, const struct files *files)
{
	(void)path;
	return files && version_of(files);
}

static void *open_game(const char *path, struct report *report)
{
	report_error(report, path, EXH_NO_OFFSET,
		     "a game of AGI, the engine before SCI, which this program does not "
		     "read");
	return NULL;
}

static void describe(const void *path, struct exh_facts *facts)
{
	const char *version = version_at(path);

	if (version)
		exh_fact_text(facts, "version", version);
}

static const struct asset_kind *const kinds[] = { NULL };
static const struct asset_packer packers[] = { { 0 } };
static const char *const subcommands[] = { NULL };

const struct game_type agi_game_type = {
	.name = "agi",
	.family = "agi",
	.kinds = kinds,
	.packers = packers,
	.subcommands = subcommands,
	.is_rest = true,
	.is_only_named = true,
	.is_at = is_at,
	.open = open_game,
	.describe = describe,
};
