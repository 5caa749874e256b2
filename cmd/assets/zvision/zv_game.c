#include "zv.h"

#include "task/memory.h"

#include <exhume/formats.h>

#include <stdlib.h>
#include <string.h>

enum {
	LOOK = 4096,		/* bytes from which a file is identified */
	EVIDENCE = 20,		/* bits: more than a name has */
	LEAST_SIZE = 10,	/* bytes of a file that hides others of its name */
	INDEX_LIMIT = 16 << 20, /* bytes */
	UNKNOWN = ZV_NO_TYPE + 1,
};

/*
 * Types of files.
 */

/* As exh_format has it; NULL: of another family, or only the name is evidence, or it
 * can't be read. */
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

static const struct file_ending endings[] = {
	{ ".tga", ZV_PICTURE },	  { ".tgz", ZV_PICTURE },
	{ ".rlf", ZV_ANIMATION }, { ".raw", ZV_SOUND },
	{ ".src", ZV_SOUND },	  { ".ifp", ZV_SOUND },
	{ ".lev", ZV_LEVER },	  { ".scr", ZV_SCRIPT },
	{ ".txt", ZV_TEXT },	  { ".str", ZV_TEXT },
	{ ".sub", ZV_SUBTITLES }, { ".zcr", ZV_CURSOR },
	{ ".avi", ZV_VIDEO },	  { ".vob", ZV_NO_TYPE },
	{ ".ttf", ZV_NO_TYPE },	  { 0 },
};

static const struct {
	const char *name;
	enum zv_type type;
} formats[] = {
	{ "tgz", ZV_PICTURE },	 { "tga", ZV_PICTURE }, { "rlf", ZV_ANIMATION },
	{ "lev", ZV_LEVER },	 { "scr", ZV_SCRIPT },	{ "zvtext", ZV_TEXT },
	{ "sub", ZV_SUBTITLES }, { "zcr", ZV_CURSOR },	{ "avi", ZV_VIDEO },
};

/* By the ending of its name, else by how it begins. */
static enum zv_type find_type(const struct files *files, const char *name)
{
	const unsigned type = file_ending_value(name, endings, UNKNOWN);
	const char *format;

	if (type != UNKNOWN)
		return (enum zv_type)type;
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

	found |= file_is_folder(path) && zv_index_name(files) &&
		 file_has_ending(zv_index_name(files), ".zix");
	for (size_t i = 0; file_is_folder(path) && i < files_count(files) && !found; i++)
		found = is_evidence(files, files_name(files, i));
	files_close(files);
	return found;
}

bool zv_game_is_found(const char *path, struct report *report)
{
	const bool found = zv_game_is_at(path);

	if (!found)
		report_error(report, path, EXH_NO_OFFSET,
			     "no game: expected a folder with archives (.zfs), scripts "
			     "or pictures");
	return found;
}

/*
 * All files of a game under one roof.
 */

struct place_list {
	struct zv_place *items; /* by name, once all are there */
	size_t count, capacity;
};

/* Files lie in them; in which order they are looked for, their order says. */
struct store {
	const struct files *files; /* NULL: an archive that can't be read */
	const char *archive;	   /* its path; NULL: a folder, or a single file */
};

struct opened {
	struct files *files;
	char *path; /* NULL: the game's own folder */
};

struct roof {
	struct {
		struct opened *items; /* folders come before the archives in them */
		size_t count, capacity;
	} opened;
	struct {
		struct store *items;
		size_t count, capacity;
	} stores;
	struct zv_index index;
	size_t *indexed; /* the store of each of its places; SIZE_MAX: it is not there */
	struct place_list places;
};

static void close_roof(void *state)
{
	struct roof *roof = state;

	while (roof->opened.count) {
		const struct opened *last = &roof->opened.items[--roof->opened.count];

		files_close(last->files);
		free(last->path);
	}
	zv_index_free(&roof->index);
	free(roof->opened.items);
	free(roof->stores.items);
	free(roof->indexed);
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

/*
 * Stores.
 */

/* Takes over both. */
static const struct files *keep(struct roof *roof, struct files *files, char *path)
{
	*MEM_ADD(&roof->opened) = (struct opened){ files, path };
	return files;
}

/* The number of the store. One that is there is not added. */
static size_t add_store(struct roof *roof, const struct files *files, const char *path)
{
	for (size_t i = 0; i < roof->stores.count; i++) {
		const struct store *store = &roof->stores.items[i];

		if (path ? store->archive && strcmp(store->archive, path) == 0
			 : !store->archive && store->files == files)
			return i;
	}
	*MEM_ADD(&roof->stores) = (struct store){ files, path };
	return roof->stores.count - 1;
}

/* The folder in a folder, opened once. */
static const struct files *open_folder(struct roof *roof, const struct files *in,
				       const char *name)
{
	char *path = files_path(in, name);

	for (size_t i = 0; i < roof->opened.count; i++) {
		const struct opened *opened = &roof->opened.items[i];

		if (opened->path && strcmp(opened->path, path) == 0) {
			free(path);
			return opened->files;
		}
	}
	return keep(roof, files_open_folder(path), path);
}

/* The number of its store. One that can't be read is reported, once. */
static size_t add_archive(struct roof *roof, const struct files *in, const char *name,
			  struct report *report)
{
	char *path = files_path(in, name);

	for (size_t i = 0; i < roof->stores.count; i++) {
		const char *archive = roof->stores.items[i].archive;

		if (archive && strcmp(archive, path) == 0) {
			free(path);
			return i;
		}
	}
	return add_store(roof, keep(roof, zfs_place_open(in, name, report), path), path);
}

static void add_archives(struct roof *roof, struct report *report)
{
	const struct files *root = roof->opened.items[0].files;

	for (size_t i = 0; i < files_count(root); i++)
		if (is_archive(root, files_name(root, i)))
			add_archive(roof, root, files_name(root, i), report);
}

/*
 * Those that an index lists.
 */

/* The store at a path below the game's folder; SIZE_MAX: none. */
static size_t find_store(struct roof *roof, const char *path, struct report *report)
{
	const struct files *in = roof->opened.items[0].files;
	char part[256];

	while (*path) {
		const size_t size = strcspn(path, "/");
		const char *found;

		if (size >= sizeof part)
			return SIZE_MAX;
		memcpy(part, path, size);
		part[size] = 0;
		path += size + strspn(path + size, "/");
		found = files_find(in, part);
		if (!found)
			return SIZE_MAX;
		if (!*path && is_archive(in, found))
			return add_archive(roof, in, found, report);
		if (!files_is_folder(in, found))
			return SIZE_MAX;
		in = open_folder(roof, in, found);
	}
	return add_store(roof, in, NULL);
}

/* In the game's folder, or in that of Nemesis' scripts. False: there is none. */
static bool read_index(struct roof *roof, struct report *report)
{
	const struct files *in = roof->opened.items[0].files;
	const char *name = zv_index_name(in), *scripts = files_find(in, "znemscr");
	struct file file;

	if (!name && scripts && files_is_folder(in, scripts)) {
		in = open_folder(roof, in, scripts);
		name = zv_index_name(in);
	}
	if (!name)
		return false;
	if (files_read(in, name, INDEX_LIMIT, &file, NULL)) {
		report_warning(report, name, EXH_NO_OFFSET, "the index can't be read");
		return false;
	}
	zv_index_read(file_bytes(&file), &roof->index);
	free(file.data);
	return true;
}

/* What it lists, and the folders in which the games look besides. */
static void add_indexed(struct roof *roof, struct report *report)
{
	const bool is_there = read_index(roof, report);
	const size_t count = roof->index.places.count;

	roof->indexed = mem_alloc(count, sizeof *roof->indexed);
	for (size_t i = 0; i < count; i++)
		roof->indexed[i] = find_store(roof, roof->index.places.items[i], report);
	add_store(roof, roof->opened.items[0].files, NULL);
	if (!is_there)
		return;
	find_store(roof, "addon", report);
	find_store(roof, "fonts", report);
}

/*
 * Files.
 */

/* NULL: it has none of this name. */
static const char *file_of(const struct store *store, const char *name)
{
	const char *found = store->files ? files_find(store->files, name) : NULL;

	return found && !files_is_folder(store->files, found) &&
			       (store->archive || !is_archive(store->files, found))
		       ? found
		       : NULL;
}

/* So few bytes are those of a file that is elsewhere. */
static bool is_short(const struct store *store, const char *name)
{
	struct file_reader reader;
	bool is_whole;

	if (files_reader_open(store->files, name, &reader, NULL))
		return true;
	is_whole = reader.size >= LEAST_SIZE;
	file_reader_close(&reader);
	return !is_whole;
}

/* Is another store's file of this name to be read? */
static bool is_hidden(const struct roof *roof, size_t store, const char *name)
{
	const size_t place = zv_index_find(&roof->index, name);
	const size_t wanted = place == SIZE_MAX ? SIZE_MAX : roof->indexed[place];

	const struct store *stores = roof->stores.items;

	for (size_t i = 0; i < roof->stores.count; i++) {
		const char *other = i == store ? NULL : file_of(&stores[i], name);
		bool mine, theirs;

		if (!other)
			continue;
		mine = is_short(&stores[store], name);
		theirs = is_short(&stores[i], other);
		if (mine != theirs ? mine : wanted != store && (i == wanted || i < store))
			return true;
	}
	return false;
}

static void add_places(struct roof *roof, size_t number)
{
	const struct store *store = &roof->stores.items[number];

	for (size_t i = 0; i < files_count(store->files); i++) {
		const char *name = files_name(store->files, i);

		if (!store->archive && (files_is_folder(store->files, name) ||
					is_archive(store->files, name)))
			continue;
		if (!is_hidden(roof, number, name))
			*MEM_ADD(&roof->places) =
				(struct zv_place){ name, store->files, store->archive,
						   find_type(store->files, name) };
	}
}

static void fill(struct roof *roof, const char *path, struct report *report)
{
	keep(roof, open_files(path), NULL);
	add_indexed(roof, report);
	add_archives(roof, report);
	for (size_t i = 0; i < roof->stores.count; i++)
		add_places(roof, i);
	if (roof->places.count)
		qsort(roof->places.items, roof->places.count, sizeof *roof->places.items,
		      by_name);
}

static const char *place_name(const void *state, size_t i)
{
	return ((const struct roof *)state)->places.items[i].name;
}

static struct files *open_roof(const char *path, struct report *report)
{
	struct roof *roof = mem_alloc(1, sizeof *roof);

	fill(roof, path, report);
	return files_open_named(&under_roof, roof, "", roof->places.count, place_name);
}

struct zv_game *zv_game_open(const char *path, struct report *report)
{
	struct zv_game *game = mem_alloc(1, sizeof *game);

	game->files = open_roof(path, report);
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
	return find(game->files, name);
}

/*
 * Which game it is.
 */

const char *const zv_game_choices[] = { "auto", "nemesis", "zgi", NULL };

const char *zv_game_name(enum exh_zv_game game)
{
	return zv_game_choices[game == EXH_ZV_ZGI ? 2 : 1];
}

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
