/*
 * Any text as an index of disks: no path leads out of the game's folder, and each entry
 * is found, in a place that there is.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "zv.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_path(const char *path)
{
	assert(path[0] != '/');
	for (; *path; path += strcspn(path, "/"), path += *path == '/')
		assert(strncmp(path, "..", 2) != 0 || (path[2] && path[2] != '/'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct zv_index index;
	size_t count;

	zv_index_read((struct exh_bytes){ data, size, 0 }, &index);
	for (size_t i = 0; i < index.places.count; i++)
		check_path(index.places.items[i]);
	for (size_t i = 0; i < index.entries.count; i++) {
		const struct zv_index_entry *entry = &index.entries.items[i];

		assert(*entry->name && entry->place < index.places.count);
		assert(zv_index_find(&index, entry->name, &count) <= entry);
		assert(count && entry->line < index.entries.count);
		assert(!i ||
		       strcasecmp(index.entries.items[i - 1].name, entry->name) <= 0);
	}
	zv_index_free(&index);
	return 0;
}
