/* All files of a game under one roof: loose ones and those in archives, whatever folder
 * they are in. Source: zvision-2 1.2 and 1.3. */
#include "zv.h"

#include "task/memory.h"
#include "zv_stores.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	LEAST_SIZE = 10,	/* bytes of a file that hides others of its name */
	PLACEHOLDER_SIZE = 16,	/* no picture, animation or sound is smaller */
	INDEX_LIMIT = 16 << 20, /* bytes */
};

/* A file, until one of each name is chosen. */
struct candidate {
	struct zv_place place;
	size_t store, rank;
};

struct roof {
	struct files *tree; /* loose files */
	struct zv_stores stores;
	struct zv_index index;
	size_t *indexed; /* store of each of the index's places; SIZE_MAX: missing */
	struct {
		struct candidate
			*items; /* ordered by name without regard to case, then by rank */
		size_t count, capacity;
	} all;
	struct {
		struct zv_place *items; /* files that are used, by name */
		size_t count, capacity;
	} places;
};

static void close_roof(void *state)
{
	struct roof *roof = state;

	zv_stores_close(&roof->stores);
	files_close(roof->tree);
	zv_index_free(&roof->index);
	free(roof->indexed);
	free(roof->all.items);
	free(roof->places.items);
	free(roof);
}

/*
 * The files, by name.
 */

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
	return place ? files_read(place->files, place->inner, limit, out, err)
		     : fail_not_there(err);
}

static enum exh_status open_file(const struct files *files, const char *name,
				 struct file_reader *reader, struct exh_error *err)
{
	const struct zv_place *place = find(files, name);

	return place ? files_reader_open(place->files, place->inner, reader, err)
		     : fail_not_there(err);
}

static const struct files_kind under_roof = { .read = read_file,
					      .reader_open = open_file,
					      .close = close_roof };

/*
 * The index of the disks.
 */

static bool read_index(struct roof *roof, const char *name, struct report *report)
{
	char *path = files_path(roof->tree, name);
	struct file file;
	struct exh_error err;
	bool good = false;

	if (files_read(roof->tree, name, INDEX_LIMIT, &file, &err)) {
		report_warning(report, path, EXH_NO_OFFSET, "the index can't be read: %s",
			       err.text);
	} else {
		good = zv_index_read(file_bytes(&file), &roof->index);
		free(file.data);
		if (!good)
			report_warning(report, path, EXH_NO_OFFSET,
				       "the index is not used: it has no second line of "
				       "dashes, after which the files are");
	}
	free(path);
	return good;
}

/* Finds the index in the game's folder, or in that of Nemesis' scripts. */
static void find_index(struct roof *roof, struct report *report)
{
	static const char *const folders[] = { "", ZV_SCRIPTS_FOLDER "/" };

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		for (const char *const *name = zv_index_names; *name; name++) {
			char *path = mem_format("%s%s", folders[i], *name);
			const char *found = files_find(roof->tree, path);

			free(path);
			if (found && read_index(roof, found, report))
				return;
		}
}

static void find_places(struct roof *roof)
{
	const size_t count = roof->index.places.count;

	roof->indexed = mem_alloc(count, sizeof *roof->indexed);
	for (size_t i = 0; i < count; i++)
		roof->indexed[i] =
			zv_stores_find(&roof->stores, roof->index.places.items[i]);
}

/* Rank of a file; the lowest is used: ADDON, then the index's places, then all others. */
static size_t rank_of(const struct roof *roof, size_t store, const char *name)
{
	const size_t store_count = roof->stores.count;
	size_t count;
	const struct zv_index_entry *entry = zv_index_find(&roof->index, name, &count);

	if (zv_store_is_addon(&roof->stores.items[store]))
		return store;
	for (size_t i = 0; i < count; i++)
		if (roof->indexed[entry[i].place] == store)
			return store_count + entry[i].line;
	return store_count + roof->index.entries.count + store;
}

/*
 * Choice between files of one name.
 */

static void add(struct roof *roof, size_t number, const char *inner)
{
	const struct zv_store *store = &roof->stores.items[number];
	const char *name = store->archive ? inner : file_name(inner);
	const struct zv_place place = {
		.name = name,
		.inner = inner,
		.files = store->archive ? store->files : roof->tree,
		.archive = store->path,
		.where = store->archive ? store->archive : inner
	};

	*MEM_ADD(&roof->all) =
		(struct candidate){ place, number, rank_of(roof, number, name) };
}

static void add_members(struct roof *roof, size_t number)
{
	const struct zv_store *store = &roof->stores.items[number];

	for (size_t i = 0; i < files_count(store->files); i++)
		add(roof, number, files_name(store->files, i));
}

static void add_all(struct roof *roof)
{
	size_t store = SIZE_MAX;

	for (size_t i = 0; i < roof->stores.count; i++)
		add_members(roof, i);
	for (size_t i = 0; i < files_count(roof->tree); i++) {
		const char *path = files_name(roof->tree, i);
		const size_t own = zv_stores_of(&roof->stores, path, store);

		if (own != SIZE_MAX)
			add(roof, store = own, path);
	}
}

static int by_rank(const void *a, const void *b)
{
	const struct candidate *one = a, *other = b;
	const int order = strcasecmp(one->place.name, other->place.name);

	if (order)
		return order;
	if (one->rank != other->rank)
		return one->rank < other->rank ? -1 : 1;
	return strcmp(one->place.name, other->place.name);
}

/* True if the file has fewer bytes. A file that can't be opened has not: it is reported
 * when it is read. */
static bool is_below(const struct zv_place *place, size_t size)
{
	struct file_reader reader;
	bool is_small;

	if (place->archive)
		return zfs_place_size(place->files, place->inner) < size;
	if (files_reader_open(place->files, place->inner, &reader, NULL))
		return false;
	is_small = reader.size < size;
	file_reader_close(&reader);
	return is_small;
}

/* Chooses the first one, unless it is too small and a later one is not. */
static size_t choose(const struct candidate *all, size_t count)
{
	for (size_t i = 0; count > 1 && i < count; i++)
		if (!is_below(&all[i].place, LEAST_SIZE))
			return i;
	return 0;
}

/* True for files of a few bytes with which games are shipped, where others of their kind
 * have a picture or a sound. */
static bool is_placeholder(const struct zv_place *place)
{
	return (place->type == ZV_PICTURE || place->type == ZV_ANIMATION ||
		place->type == ZV_SOUND || place->type == ZV_CURSOR ||
		place->type == ZV_VIDEO) &&
	       is_below(place, PLACEHOLDER_SIZE);
}

static void keep(struct roof *roof, struct zv_place *place)
{
	place->type = zv_type_of(place->files, place->inner);
	place->is_placeholder = is_placeholder(place);
	if (place->is_placeholder)
		place->type = ZV_NO_TYPE;
	*MEM_ADD(&roof->places) = *place;
}

/* Chooses a file of each name. Names that only differ in case, in one folder, are two
 * files. */
static void choose_all(struct roof *roof)
{
	struct candidate *all = roof->all.items;
	size_t count;

	for (size_t i = 0; i < roof->all.count; i += count) {
		size_t chosen;

		for (count = 1;
		     i + count < roof->all.count &&
		     strcasecmp(all[i].place.name, all[i + count].place.name) == 0;)
			count++;
		chosen = i + choose(&all[i], count);
		for (size_t k = i; k < i + count; k++) {
			all[k].place.is_shadowed = all[k].store != all[chosen].store;
			if (!all[k].place.is_shadowed)
				keep(roof, &all[k].place);
		}
	}
}

static void report_faults(const struct files_faults *faults, const char *path,
			  struct report *report)
{
	for (size_t i = 0; i < faults->count; i++)
		report_error(report, faults->items[i], EXH_NO_OFFSET,
			     "can't list this folder: its files are missing");
	if (faults->deep_count)
		report_error(
			report, path, EXH_NO_OFFSET,
			"left out: %zu %s more than %d folders deep", faults->deep_count,
			faults->deep_count == 1 ? "folder" : "folders", FILES_MAX_DEPTH);
	if (faults->file_count)
		report_error(report, path, EXH_NO_OFFSET,
			     "left out: %zu files beyond the first %d, the limit",
			     faults->file_count, FILES_MAX_COUNT);
	if (faults->other_count)
		report_warning(report, path, EXH_NO_OFFSET,
			       "left out: %zu that are neither files nor folders",
			       faults->other_count);
}

static void fill(struct roof *roof, const char *path, struct report *report)
{
	struct files_faults faults = { 0 };

	roof->tree = zv_game_list(path, &faults);
	report_faults(&faults, path, report);
	files_faults_free(&faults);
	zv_stores_open(&roof->stores, roof->tree, report);
	find_index(roof, report);
	find_places(roof);
	add_all(roof);
	if (roof->all.count)
		qsort(roof->all.items, roof->all.count, sizeof *roof->all.items, by_rank);
	choose_all(roof);
	if (roof->places.count)
		qsort(roof->places.items, roof->places.count, sizeof *roof->places.items,
		      by_name);
}

static const char *place_name(const void *state, size_t i)
{
	return ((const struct roof *)state)->places.items[i].name;
}

struct files *zv_roof_open(const char *path, struct report *report)
{
	struct roof *roof = mem_alloc(1, sizeof *roof);

	fill(roof, path, report);
	return files_open_named(&under_roof, roof, "", roof->places.count, place_name);
}

const struct files *zv_roof_tree(const struct files *roof)
{
	return ((const struct roof *)files_state(roof))->tree;
}

const struct zv_place *zv_roof_place(const struct files *roof, const char *name)
{
	return find(roof, name);
}

static int compare_candidate(const void *name, const void *item)
{
	return strcasecmp(name, ((const struct candidate *)item)->place.name);
}

void zv_roof_copies(const struct files *files, const char *name,
		    void (*visit)(void *context, const struct zv_place *copy),
		    void *context)
{
	const struct roof *roof = files_state(files);
	const struct candidate *all = roof->all.items;
	const struct candidate *found =
		bsearch(name, all, roof->all.count, sizeof *all, compare_candidate);

	while (found && found > all && strcasecmp(found[-1].place.name, name) == 0)
		found--;
	for (; found && found < all + roof->all.count &&
	       strcasecmp(found->place.name, name) == 0;
	     found++)
		if (found->place.is_shadowed)
			visit(context, &found->place);
}
