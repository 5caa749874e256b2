#include "zv_stores.h"

#include "task/memory.h"
#include "zv.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The games' own folders; other folders come after them. */
static const char *const known_folders[] = {
	"addon",
	"",
	ZV_SCRIPTS_FOLDER,
	"taunts",
	"znemmx",
	"data1/zassets",
	"data1/zassets/global",
	"data1/zassets/global/venus",
	"data3/zassets/temple",
	"data1/zassets/temple",
	"data2/zassets",
	"data2/zassets/global2",
	"data2/zassets/conserv",
	"data2/zassets/monast",
	"data3/zassets/global3",
	"data3/zassets/asylum",
	"data3/zassets/castle",
	"data3/zassets/endgame",
	"zassets",
	"zassets/endgame",
	"zassets/conserv",
	"zassets/global",
	"zassets/global/venus",
	"zassets/global2",
	"zassets/monast",
	"zassets/global3",
	"zassets/castle",
	"zassets/temple",
	"zassets/asylum",
	"video",
	"zassets1/global",
	"zassets1/portfooz",
	"zassets1/jail",
	"zassets1/monast1",
	"zassets1/underg1",
	"zassets1/lucyqst",
	"zassets1/griffqst",
	"zassets1/castle",
	"zassets2/global",
	"zassets2/monast2",
	"zassets2/underg2",
	"zassets2/dmlair",
	"zassets2/grueqst",
	"zassets2/guetech",
	"zassets2/hades",
	"zassetse/eng_aud",
	"zgi_mx",
	"zgi/zgi_mx",
	"zgi/zgi_mx/minmax",
};

bool zv_store_is_addon(const struct zv_store *store)
{
	return strcasecmp(store->folder, known_folders[0]) == 0;
}

static size_t folder_order(const char *folder)
{
	const size_t count = sizeof known_folders / sizeof *known_folders;
	size_t i = 0;

	while (i < count && strcasecmp(folder, known_folders[i]) != 0)
		i++;
	return i;
}

/* Loose files come before archives, except in ADDON. */
static int by_order(const void *a, const void *b)
{
	const struct zv_store *one = a, *other = b;
	const size_t order = folder_order(one->folder);
	const size_t other_order = folder_order(other->folder);
	int difference = strcasecmp(one->folder, other->folder);

	if (order != other_order)
		return order < other_order ? -1 : 1;
	if (difference)
		return difference;
	if (!one->archive != !other->archive)
		return (!one->archive == !zv_store_is_addon(one)) ? -1 : 1;
	difference = one->archive ? strcasecmp(one->archive, other->archive) : 0;
	return difference     ? difference
	       : one->archive ? strcmp(one->archive, other->archive)
			      : strcmp(one->folder, other->folder);
}

/* The part of a path before its name. */
static const char *folder_of(struct zv_stores *stores, const char *path)
{
	const size_t size = (size_t)(file_name(path) - path);
	char *folder = mem_text_part(path, size ? size - 1 : 0);
	const char *kept = text_store_add(&stores->texts, folder);

	free(folder);
	return kept;
}

static bool is_in(const char *path, const char *folder)
{
	const size_t size = (size_t)(file_name(path) - path);

	return size ? strlen(folder) == size - 1 && memcmp(path, folder, size - 1) == 0
		    : !*folder;
}

/* Names are sorted: most files follow one of their folder. */
static void add_loose(struct zv_stores *stores, const char *path)
{
	for (size_t i = stores->count; i--;)
		if (!stores->items[i].archive && is_in(path, stores->items[i].folder))
			return;
	*MEM_ADD(stores) = (struct zv_store){ .folder = folder_of(stores, path) };
}

/* One that can't be read is reported, once. */
static void add_archive(struct zv_stores *stores, const struct files *tree,
			const char *path, struct report *report)
{
	*MEM_ADD(stores) = (struct zv_store){
		.folder = folder_of(stores, path),
		.archive = path,
		.path = files_path(tree, path),
		.files = zfs_place_open(tree, path, report),
	};
}

/* Reports a file that is named as an archive and is none. A file shorter than a header
 * may be a placeholder, as games are shipped with: a warning. */
static void report_other(const char *path, size_t size, struct report *report)
{
	if (size < EXH_ZV_ZFS_HEADER_SIZE)
		report_warning(report, path, EXH_NO_OFFSET,
			       "left out: %zu bytes, expected a ZFS archive", size);
	else
		report_error(report, path, 0,
			     "left out: not a ZFS archive: expected ZFSF");
}

/* True for archives. Reports files with their ending that can't be read or are none. */
static bool is_archive(const struct files *files, const char *name, struct report *report)
{
	struct file_reader reader;
	struct exh_error err;
	bool found = false;
	char *path;

	if (!file_has_ending(name, ".zfs"))
		return false;
	path = files_path(files, name);
	if (files_reader_open(files, name, &reader, &err)) {
		report_failure(report, path, &err);
	} else {
		found = zv_is_archive(files, name);
		if (!found)
			report_other(path, reader.size, report);
		file_reader_close(&reader);
	}
	free(path);
	return found;
}

void zv_stores_open(struct zv_stores *stores, const struct files *tree,
		    struct report *report)
{
	*stores = (struct zv_stores){ 0 };
	for (size_t i = 0; i < files_count(tree); i++) {
		const char *path = files_name(tree, i);

		if (is_archive(tree, path, report))
			add_archive(stores, tree, path, report);
		else
			add_loose(stores, path);
	}
	if (stores->count)
		qsort(stores->items, stores->count, sizeof *stores->items, by_order);
}

size_t zv_stores_find(const struct zv_stores *stores, const char *path)
{
	for (size_t i = 0; i < stores->count; i++) {
		const struct zv_store *store = &stores->items[i];

		if (strcasecmp(store->archive ? store->archive : store->folder, path) ==
		    0)
			return i;
	}
	return SIZE_MAX;
}

size_t zv_stores_of(const struct zv_stores *stores, const char *path, size_t last)
{
	const struct zv_store *items = stores->items;

	if (file_has_ending(path, ".zfs") && zv_stores_find(stores, path) != SIZE_MAX)
		return SIZE_MAX;
	if (last != SIZE_MAX && is_in(path, items[last].folder))
		return last;
	for (size_t i = 0; i < stores->count; i++)
		if (!items[i].archive && is_in(path, items[i].folder))
			return i;
	return SIZE_MAX;
}

void zv_stores_close(struct zv_stores *stores)
{
	for (size_t i = 0; i < stores->count; i++) {
		files_close(stores->items[i].files);
		free(stores->items[i].path);
	}
	free(stores->items);
	text_store_free(&stores->texts);
}
