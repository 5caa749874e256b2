#include "zv_game.h"

#include "zfs_place.h"

#include <exhume/formats.h>

#include <stdlib.h>
#include <string.h>

enum {
	LOOK = 4096,   /* bytes from which a file is identified */
	EVIDENCE = 20, /* bits: more than a name has */
};

/*
 * Types of files.
 */

/* As exh_format has it; NULL: of another family, or only the name is evidence. */
static const char *format_of(const struct files *files, const char *name)
{
	const struct exh_format *format = NULL;
	struct file_reader reader;
	uint8_t bytes[LOOK];
	struct exh_probe probe = { .name = name, .data = { bytes, 0, 0 } };
	unsigned score = 0;

	if (files_is_folder(files, name) || files_reader_open(files, name, &reader, NULL))
		return NULL;
	probe.data.size = reader.size < LOOK ? reader.size : LOOK;
	if (!file_reader_read(&reader, 0, bytes, probe.data.size, NULL))
		format = exh_identify(&probe, &score);
	file_reader_close(&reader);
	return format && score >= EVIDENCE && strcmp(format->family, "zvision") == 0
		       ? format->name
		       : NULL;
}

static const struct {
	const char *ending;
	enum zv_type type;
} endings[] = {
	{ ".tga", ZV_PICTURE }, { ".tgz", ZV_PICTURE },	  { ".rlf", ZV_ANIMATION },
	{ ".raw", ZV_SOUND },	{ ".src", ZV_SOUND },	  { ".ifp", ZV_SOUND },
	{ ".lev", ZV_LEVER },	{ ".scr", ZV_SCRIPT },	  { ".txt", ZV_TEXT },
	{ ".str", ZV_TEXT },	{ ".sub", ZV_SUBTITLES }, { ".zcr", ZV_CURSOR },
	{ ".avi", ZV_NO_TYPE }, { ".vob", ZV_NO_TYPE },	  { ".ttf", ZV_NO_TYPE },
};

static const struct {
	const char *name;
	enum zv_type type;
} formats[] = {
	{ "tgz", ZV_PICTURE },	 { "tga", ZV_PICTURE }, { "rlf", ZV_ANIMATION },
	{ "lev", ZV_LEVER },	 { "scr", ZV_SCRIPT },	{ "zvtext", ZV_TEXT },
	{ "sub", ZV_SUBTITLES }, { "zcr", ZV_CURSOR },
};

enum zv_type zv_type_of(const struct files *files, const char *name)
{
	const char *format;

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (file_has_ending(name, endings[i].ending))
			return endings[i].type;
	format = format_of(files, name);
	for (size_t i = 0; format && i < sizeof formats / sizeof *formats; i++)
		if (strcmp(format, formats[i].name) == 0)
			return formats[i].type;
	return ZV_NO_TYPE;
}

/*
 * Is there a game?
 */

static bool is_archive(const struct files *files, const char *name)
{
	const char *format =
		file_has_ending(name, ".zfs") ? format_of(files, name) : NULL;

	return format && strcmp(format, "zfs") == 0;
}

/* Texts and sounds by themselves may be anything's. */
static bool is_evidence(const struct files *files, const char *name)
{
	static const char *const names[] = { ".zfs", ".tga", ".rlf", ".zcr",
					     ".lev", ".scr", ".sub" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (file_has_ending(name, names[i]))
			return format_of(files, name) != NULL;
	return false;
}

static struct files *open_files(const char *path)
{
	return file_is_folder(path) ? files_open_folder(path) : files_open_file(path);
}

bool zv_game_is_at(const char *path)
{
	struct files *files = open_files(path);
	bool found = !file_is_folder(path) && files_count(files) == 1 &&
		     is_archive(files, files_name(files, 0));

	for (size_t i = 0; file_is_folder(path) && i < files_count(files) && !found; i++)
		found = is_evidence(files, files_name(files, i));
	files_close(files);
	return found;
}

/*
 * All files of a game under one roof.
 */

struct place_list {
	struct zv_place *items; /* by name, once all are there */
	size_t count, capacity;
};

struct archive {
	struct files *files;
	char *path;
};

struct roof {
	struct files *loose;
	struct archive *archives;
	size_t archive_count;
	struct place_list places;
};

static void close_roof(void *state)
{
	struct roof *roof = state;

	for (size_t i = 0; i < roof->archive_count; i++) {
		files_close(roof->archives[i].files);
		free(roof->archives[i].path);
	}
	files_close(roof->loose);
	free(roof->archives);
	free(roof->places.items);
	free(roof);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct zv_place *)a)->name,
		      ((const struct zv_place *)b)->name);
}

static const struct zv_place *find(const struct files *files, const char *name)
{
	const struct roof *roof = files_state(files);
	const struct zv_place key = { .name = name };

	return bsearch(&key, roof->places.items, roof->places.count,
		       sizeof *roof->places.items, by_name);
}

static enum exh_status fail_not_there(struct exh_error *err)
{
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "no such file in the game");
}

static enum exh_status read_file(const struct files *files, const char *name,
				 size_t limit, struct file *out, struct exh_error *err)
{
	const struct zv_place *place = find(files, name);

	*out = (struct file){ 0 };
	return place ? files_read(place->files, name, limit, out, err)
		     : fail_not_there(err);
}

static enum exh_status open_file(const struct files *files, const char *name,
				 struct file_reader *reader, struct exh_error *err)
{
	const struct zv_place *place = find(files, name);

	return place ? files_reader_open(place->files, name, reader, err)
		     : fail_not_there(err);
}

static const struct files_kind under_roof = { .read = read_file,
					      .reader_open = open_file,
					      .close = close_roof };

/* Is one of this name there already? Only archives that are open count. */
static bool is_taken(const struct roof *roof, size_t archive, const char *name)
{
	const char *loose = files_find(roof->loose, name);

	if (loose && !files_is_folder(roof->loose, loose))
		return true;
	for (size_t i = 0; i < archive; i++)
		if (files_find(roof->archives[i].files, name))
			return true;
	return false;
}

static bool add(struct place_list *list, const struct zv_place *place)
{
	if (list->count == list->capacity) {
		const size_t more = list->capacity ? 2 * list->capacity : 64;
		struct zv_place *items = realloc(list->items, more * sizeof *items);

		if (!items)
			return false;
		list->items = items;
		list->capacity = more;
	}
	list->items[list->count++] = *place;
	return true;
}

static bool add_places(struct roof *roof, const struct files *files, const char *archive,
		       size_t number)
{
	for (size_t i = 0; i < files_count(files); i++) {
		const char *name = files_name(files, i);
		struct zv_place place = { name, files, archive, ZV_NO_TYPE };

		if (archive ? is_taken(roof, number, name)
			    : files_is_folder(files, name) || is_archive(files, name))
			continue;
		place.type = zv_type_of(files, name);
		if (!add(&roof->places, &place))
			return false;
	}
	return true;
}

/* Those that can't be read are left out. False when out of memory. */
static bool open_archives(struct roof *roof, struct report *report)
{
	const size_t count = files_count(roof->loose);

	roof->archives = calloc(count + 1, sizeof *roof->archives);
	for (size_t i = 0; i < count && roof->archives; i++) {
		struct archive *archive = &roof->archives[roof->archive_count];
		const char *name = files_name(roof->loose, i);

		if (!is_archive(roof->loose, name))
			continue;
		archive->files = zfs_place_open(roof->loose, name, report);
		if (!archive->files)
			continue;
		roof->archive_count++;
		archive->path = files_path(roof->loose, name);
		if (!archive->path)
			return false;
	}
	return roof->archives != NULL;
}

static bool fill(struct roof *roof, const char *path, struct report *report)
{
	bool good;

	roof->loose = open_files(path);
	good = roof->loose && open_archives(roof, report) &&
	       add_places(roof, roof->loose, NULL, 0);
	for (size_t i = 0; i < roof->archive_count && good; i++)
		good = add_places(roof, roof->archives[i].files, roof->archives[i].path,
				  i);
	if (good && roof->places.count)
		qsort(roof->places.items, roof->places.count, sizeof *roof->places.items,
		      by_name);
	return good;
}

static const char *place_name(const void *state, size_t i)
{
	return ((const struct roof *)state)->places.items[i].name;
}

static struct files *open_roof(const char *path, struct report *report)
{
	struct roof *roof = calloc(1, sizeof *roof);

	if (roof && fill(roof, path, report))
		return files_open_named(&under_roof, roof, "", roof->places.count,
					place_name);
	if (roof)
		close_roof(roof);
	return NULL;
}

struct zv_game *zv_game_open(const char *path, struct report *report)
{
	struct zv_game *game = calloc(1, sizeof *game);

	if (game)
		game->files = open_roof(path, report);
	if (game && game->files) {
		rooms_start_game(&game->rooms, game->files);
		return game;
	}
	report_error(report, path, EXH_NO_OFFSET, "out of memory");
	free(game);
	return NULL;
}

void zv_game_close(struct zv_game *game)
{
	rooms_end(&game->rooms);
	files_close(game->files);
	free(game);
}

const struct zv_place *zv_game_place(const struct zv_game *game, const char *name)
{
	return find(game->files, name);
}

/*
 * Which game it is.
 */

static bool begins(const char *name, const char *stem)
{
	size_t i = 0;

	while (stem[i] && (name[i] | 0x20) == stem[i])
		i++;
	return !stem[i];
}

enum exh_zv_game zv_game_guess(const struct zv_game *game, const char **reason)
{
	struct exh_zv_sound_votes votes = { 0 };

	for (size_t i = 0; i < files_count(game->files); i++) {
		const char *name = files_name(game->files, i);

		*reason = "name";
		if (begins(name, "nemesis."))
			return EXH_ZV_NEMESIS;
		if (begins(name, "inquis."))
			return EXH_ZV_ZGI;
		if (zv_game_place(game, name)->type == ZV_SOUND)
			exh_zv_sound_vote(name, &votes);
	}
	*reason = votes.nemesis == votes.zgi ? "default" : "sounds";
	return votes.zgi > votes.nemesis ? EXH_ZV_ZGI : EXH_ZV_NEMESIS;
}
