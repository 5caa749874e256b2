#include "zv_game.h"

#include "zfs_place.h"
#include "zv_index.h"

#include <exhume/formats.h>

#include <stdlib.h>
#include <string.h>

enum {
	LOOK = 4096,		/* bytes from which a file is identified */
	EVIDENCE = 20,		/* bits: more than a name has */
	LEAST_SIZE = 10,	/* bytes of a file that hides others of its name */
	INDEX_LIMIT = 16 << 20, /* bytes */
};

/*
 * Types of files.
 */

/* As exh_format has it; NULL: of another family, or only the name is evidence, or err
 * says why it can't be read. */
static const char *try_format_of(const struct files *files, const char *name,
				 struct exh_error *err)
{
	const struct exh_format *format = NULL;
	struct file_reader reader;
	uint8_t bytes[LOOK];
	struct exh_probe probe = { .name = name, .data = { bytes, 0, 0 } };
	unsigned score = 0;

	*err = (struct exh_error){ 0 };
	if (files_is_folder(files, name) || files_reader_open(files, name, &reader, err))
		return NULL;
	probe.data.size = reader.size < LOOK ? reader.size : LOOK;
	if (!file_reader_read(&reader, 0, bytes, probe.data.size, NULL))
		format = exh_identify(&probe, &score);
	file_reader_close(&reader);
	return format && score >= EVIDENCE && strcmp(format->family, "zvision") == 0
		       ? format->name
		       : NULL;
}

static const char *format_of(const struct files *files, const char *name)
{
	struct exh_error err;

	return try_format_of(files, name, &err);
}

static const struct {
	const char *ending;
	enum zv_type type;
} endings[] = {
	{ ".tga", ZV_PICTURE }, { ".tgz", ZV_PICTURE },	  { ".rlf", ZV_ANIMATION },
	{ ".raw", ZV_SOUND },	{ ".src", ZV_SOUND },	  { ".ifp", ZV_SOUND },
	{ ".lev", ZV_LEVER },	{ ".scr", ZV_SCRIPT },	  { ".txt", ZV_TEXT },
	{ ".str", ZV_TEXT },	{ ".sub", ZV_SUBTITLES }, { ".zcr", ZV_CURSOR },
	{ ".avi", ZV_VIDEO },	{ ".vob", ZV_NO_TYPE },	  { ".ttf", ZV_NO_TYPE },
};

static const struct {
	const char *name;
	enum zv_type type;
} formats[] = {
	{ "tgz", ZV_PICTURE },	 { "tga", ZV_PICTURE }, { "rlf", ZV_ANIMATION },
	{ "lev", ZV_LEVER },	 { "scr", ZV_SCRIPT },	{ "zvtext", ZV_TEXT },
	{ "sub", ZV_SUBTITLES }, { "zcr", ZV_CURSOR },	{ "avi", ZV_VIDEO },
};

/* By the ending of its name, else by how it begins. False: out of memory. */
static bool find_type(const struct files *files, const char *name, enum zv_type *type)
{
	const char *format;
	struct exh_error err;

	*type = ZV_NO_TYPE;
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (file_has_ending(name, endings[i].ending)) {
			*type = endings[i].type;
			return true;
		}
	format = try_format_of(files, name, &err);
	for (size_t i = 0; format && i < sizeof formats / sizeof *formats; i++)
		if (strcmp(format, formats[i].name) == 0)
			*type = formats[i].type;
	return err.status != EXH_NO_MEMORY;
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
	struct opened *opened; /* folders come before the archives in them */
	size_t opened_count;
	struct store *stores;
	size_t store_count;
	struct zv_index index;
	size_t *indexed; /* the store of each of its places; SIZE_MAX: it is not there */
	struct place_list places;
};

static void close_roof(void *state)
{
	struct roof *roof = state;

	while (roof->opened_count) {
		const struct opened *last = &roof->opened[--roof->opened_count];

		files_close(last->files);
		free(last->path);
	}
	zv_index_free(&roof->index);
	free(roof->opened);
	free(roof->stores);
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
static struct opened *keep(struct roof *roof, struct files *files, char *path)
{
	struct opened *items =
		realloc(roof->opened, (roof->opened_count + 1) * sizeof *items);

	if (!items) {
		files_close(files);
		free(path);
		return NULL;
	}
	roof->opened = items;
	items[roof->opened_count] = (struct opened){ files, path };
	return &items[roof->opened_count++];
}

/* The number of the store; SIZE_MAX when out of memory. One that is there is not added.
 */
static size_t add_store(struct roof *roof, const struct store *store)
{
	struct store *stores;

	for (size_t i = 0; i < roof->store_count; i++) {
		const char *archive = roof->stores[i].archive;

		if (store->archive ? archive && strcmp(archive, store->archive) == 0
				   : !archive && roof->stores[i].files == store->files)
			return i;
	}
	stores = realloc(roof->stores, (roof->store_count + 1) * sizeof *stores);
	if (!stores)
		return SIZE_MAX;
	roof->stores = stores;
	stores[roof->store_count] = *store;
	return roof->store_count++;
}

/* The folder in a folder, opened once. NULL when out of memory. */
static const struct files *open_folder(struct roof *roof, const struct files *in,
				       const char *name)
{
	char *path = files_path(in, name);
	struct opened *opened;

	for (size_t i = 0; path && i < roof->opened_count; i++)
		if (roof->opened[i].path && strcmp(roof->opened[i].path, path) == 0) {
			free(path);
			return roof->opened[i].files;
		}
	opened = path ? keep(roof, files_open_folder(path), path) : NULL;
	return opened ? opened->files : NULL;
}

/* One that can't be read is reported, once. False when out of memory. */
static bool add_archive(struct roof *roof, const struct files *in, const char *name,
			size_t *store, struct report *report)
{
	char *path = files_path(in, name);
	struct opened *opened;

	for (size_t i = 0; path && i < roof->store_count; i++)
		if (roof->stores[i].archive &&
		    strcmp(roof->stores[i].archive, path) == 0) {
			free(path);
			*store = i;
			return true;
		}
	opened = path ? keep(roof, zfs_place_open(in, name, report), path) : NULL;
	*store = opened ? add_store(roof, &(struct store){ opened->files, opened->path })
			: SIZE_MAX;
	return *store != SIZE_MAX;
}

static bool add_archives(struct roof *roof, struct report *report)
{
	const struct files *root = roof->opened[0].files;
	size_t store;

	for (size_t i = 0; i < files_count(root); i++)
		if (is_archive(root, files_name(root, i)) &&
		    !add_archive(roof, root, files_name(root, i), &store, report))
			return false;
	return true;
}

/*
 * Those that an index lists.
 */

/* The store at a path below the game's folder; SIZE_MAX: none. False when out of
 * memory. */
static bool find_store(struct roof *roof, const char *path, size_t *store,
		       struct report *report)
{
	const struct files *in = roof->opened[0].files;
	char part[256];

	*store = SIZE_MAX;
	while (*path) {
		const size_t size = strcspn(path, "/");
		const char *found;

		if (size >= sizeof part)
			return true;
		memcpy(part, path, size);
		part[size] = 0;
		path += size + strspn(path + size, "/");
		found = files_find(in, part);
		if (!found)
			return true;
		if (!*path && is_archive(in, found))
			return add_archive(roof, in, found, store, report);
		if (!files_is_folder(in, found))
			return true;
		in = open_folder(roof, in, found);
		if (!in)
			return false;
	}
	*store = add_store(roof, &(struct store){ in, NULL });
	return *store != SIZE_MAX;
}

/* In the game's folder, or in that of Nemesis' scripts. */
static bool read_index(struct roof *roof, bool *is_there, struct report *report)
{
	const struct files *in = roof->opened[0].files;
	const char *name = zv_index_name(in), *scripts = files_find(in, "znemscr");
	struct file file;
	bool good;

	*is_there = false;
	if (!name && scripts && files_is_folder(in, scripts)) {
		in = open_folder(roof, in, scripts);
		if (!in)
			return false;
		name = zv_index_name(in);
	}
	if (!name)
		return true;
	if (files_read(in, name, INDEX_LIMIT, &file, NULL)) {
		report_warning(report, name, EXH_NO_OFFSET, "the index can't be read");
		return true;
	}
	good = zv_index_read(file_bytes(&file), &roof->index);
	free(file.data);
	*is_there = true;
	return good;
}

/* What it lists, and the folders in which the games look besides. */
static bool add_indexed(struct roof *roof, struct report *report)
{
	static const char *const others[] = { "addon", "fonts" };
	bool good, is_there;
	size_t store;

	good = read_index(roof, &is_there, report);
	roof->indexed = calloc(roof->index.place_count + 1, sizeof *roof->indexed);
	if (!good || !roof->indexed)
		return false;
	for (size_t i = 0; i < roof->index.place_count && good; i++)
		good = find_store(roof, roof->index.places[i], &roof->indexed[i], report);
	good = good && add_store(roof, &(struct store){ roof->opened[0].files, NULL }) !=
			       SIZE_MAX;
	for (size_t i = 0; i < 2 && is_there && good; i++)
		good = find_store(roof, others[i], &store, report);
	return good;
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

	for (size_t i = 0; i < roof->store_count; i++) {
		const char *other = i == store ? NULL : file_of(&roof->stores[i], name);
		bool mine, theirs;

		if (!other)
			continue;
		mine = is_short(&roof->stores[store], name);
		theirs = is_short(&roof->stores[i], other);
		if (mine != theirs ? mine : wanted != store && (i == wanted || i < store))
			return true;
	}
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

static bool add_places(struct roof *roof, size_t number)
{
	const struct store *store = &roof->stores[number];

	for (size_t i = 0; i < files_count(store->files); i++) {
		const char *name = files_name(store->files, i);
		struct zv_place place = { name, store->files, store->archive,
					  ZV_NO_TYPE };

		if (!store->archive && (files_is_folder(store->files, name) ||
					is_archive(store->files, name)))
			continue;
		if (is_hidden(roof, number, name))
			continue;
		if (!find_type(store->files, name, &place.type) ||
		    !add(&roof->places, &place))
			return false;
	}
	return true;
}

static bool fill(struct roof *roof, const char *path, struct report *report)
{
	bool good = keep(roof, open_files(path), NULL) && roof->opened[0].files &&
		    add_indexed(roof, report) && add_archives(roof, report);

	for (size_t i = 0; i < roof->store_count && good; i++)
		good = add_places(roof, i);
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
