#include "sci_game.h"

#include "bench.h"

#include <exhume/advanced/sci.h>
#include <dirent.h>
#include <strings.h>
#include <sys/stat.h>

enum { VOLUMES = 64, LIMIT = 1 << 30 };

struct parts {
	struct exh_bytes map, volumes[VOLUMES];
};

static void add(struct sci_game *game, unsigned type, unsigned number,
		struct exh_bytes bytes)
{
	if ((game->count & (game->count + 1)) == 0)
		game->items =
			realloc(game->items, (2 * game->count + 2) * sizeof *game->items);
	if (!game->items)
		fail("out of memory");
	game->items[game->count++] = (struct sci_resource){ type, number, bytes };
}

struct exh_bytes sci_game_find(const struct sci_game *game, unsigned type,
			       unsigned number)
{
	for (size_t i = 0; i < game->count; i++)
		if (game->items[i].type == type && game->items[i].number == number)
			return game->items[i].bytes;
	return (struct exh_bytes){ 0 };
}

/* The file's bytes, in the game's arena. */
static struct exh_bytes load(struct sci_game *game, const char *path)
{
	const struct exh_bytes file = read_file(path);
	const struct exh_bytes kept = exh_memdup(&game->arena, file);

	if (!kept.data)
		fail("%s: out of memory", path);
	free((void *)file.data);
	return kept;
}

static void add_patch(struct sci_game *game, const char *path, unsigned type,
		      unsigned number)
{
	const struct exh_bytes file = load(game, path);
	struct exh_bytes bytes;
	struct exh_error err;

	if (exh_sci_patch_read(file, type, &bytes, &err))
		note("%s: %s: left out", path, err.text);
	else if (!sci_game_find(game, type, number).data)
		add(game, type, number, bytes);
}

static int volume_number(const char *name)
{
	char *end;
	long number;

	if (strncasecmp(name, "resource.", 9) != 0 || strlen(name) != 12)
		return -1;
	number = strtol(name + 9, &end, 10);
	return *end || number < 0 || number >= VOLUMES ? -1 : (int)number;
}

static void take_file(struct sci_game *game, struct parts *parts, const char *name)
{
	const int volume = volume_number(name);
	unsigned type, number;
	struct stat status;
	char path[4096];

	snprintf(path, sizeof path, "%s/%s", game->folder, name);
	if (stat(path, &status) || !S_ISREG(status.st_mode))
		return;
	if (!strcasecmp(name, "resource.map"))
		parts->map = load(game, path);
	else if (volume >= 0)
		parts->volumes[volume] = load(game, path);
	else if (exh_sci_patch_name(name, &type, &number))
		add_patch(game, path, type, number);
}

static void add_entry(struct sci_game *game, const struct parts *parts,
		      const struct exh_sci_map *map, const struct exh_sci_entry *entry)
{
	struct exh_bytes volume = { 0 }, bytes = { 0 };
	struct exh_sci_record record;
	struct exh_error err = { .text = "no such volume" };
	uint8_t *unpacked = NULL;
	size_t produced;

	if (entry->is_shadowed || sci_game_find(game, entry->type, entry->number).data)
		return;
	if (entry->volume < VOLUMES)
		volume = parts->volumes[entry->volume];
	if (volume.data &&
	    !exh_sci_record_read(volume, entry->offset, map->layout, &record, &err))
		unpacked = exh_alloc(&game->arena, record.unpacked_size + 1, 1);
	if (!unpacked || exh_sci_record_unpack(&record, &game->arena, unpacked, &produced,
					       NULL, &err)) {
		note("%s: %s %u: %s: left out", game->folder,
		     exh_sci_type_name(entry->type), entry->number, err.text);
		return;
	}
	bytes = (struct exh_bytes){ unpacked, record.unpacked_size, 0 };
	add(game, entry->type, entry->number, bytes);
}

static void set_name(struct sci_game *game)
{
	size_t end = strlen(game->folder), start;

	while (end > 1 && game->folder[end - 1] == '/')
		end--;
	for (start = end; start && game->folder[start - 1] != '/';)
		start--;
	snprintf(game->name, sizeof game->name, "%.*s", (int)(end - start),
		 game->folder + start);
}

void sci_game_open(struct sci_game *game, const char *folder)
{
	struct parts parts = { 0 };
	struct exh_sci_map map;
	struct dirent *found;
	struct exh_error err;
	DIR *files = opendir(folder);

	*game = (struct sci_game){ .folder = folder, .arena = { .limit = LIMIT } };
	set_name(game);
	if (!files)
		fail("%s: not a folder that can be read", folder);
	while ((found = readdir(files)))
		take_file(game, &parts, found->d_name);
	closedir(files);
	game->has_map = parts.map.data != NULL;
	if (game->has_map && exh_sci_map_read(parts.map, exh_sci_map_layout(parts.map),
					      &game->arena, &map, NULL, &err))
		note("%s: resource.map: %s", folder, err.text);
	else
		for (size_t i = 0; game->has_map && i < map.count; i++)
			add_entry(game, &parts, &map, &map.entries[i]);
	if (!game->count)
		note("%s: no resource of an SCI game", folder);
}

void sci_game_close(struct sci_game *game)
{
	free(game->items);
	exh_arena_free(&game->arena);
}

bool sci_game_vocabs(const struct sci_game *game, struct exh_bytes vocabs[3])
{
	static const unsigned numbers[] = { 0, 901, 900 };
	bool is_whole = true;

	for (size_t i = 0; i < 3; i++) {
		vocabs[i] = sci_game_find(game, EXH_SCI_VOCAB, numbers[i]);
		is_whole = is_whole && vocabs[i].data;
	}
	if (!is_whole)
		note("%s: not all of vocab.000, vocab.900 and vocab.901: left out",
		     game->folder);
	return is_whole;
}
