#include "zfs_parts.h"

#include "../base/reader.h"

#include <string.h>

enum {
	ENTRY = EXH_ZV_ZFS_ENTRY_SIZE,
	WINDOW = 1 << 12, /* bytes read at a time */
};

static bool is_name_character(uint8_t c)
{
	return c > ' ' && (c < 0x7f || c >= 0xa0) && !strchr("\\/:*?\"<>|", c);
}

/* NULs, characters of a name, NULs: at least one character. *nuls: the first ones. */
static bool is_name(const uint8_t *name, size_t *nuls)
{
	size_t i = 0;

	while (i < EXH_ZV_ZFS_NAME_SIZE && !name[i])
		i++;
	*nuls = i;
	while (i < EXH_ZV_ZFS_NAME_SIZE && is_name_character(name[i]))
		i++;
	if (i == *nuls)
		return false;
	while (i < EXH_ZV_ZFS_NAME_SIZE && !name[i])
		i++;
	return i == EXH_ZV_ZFS_NAME_SIZE;
}

static bool is_entry(const struct zfs_walk *w, const uint8_t *entry, size_t offset,
		     size_t *nuls)
{
	const size_t file_size = w->source->size;
	const uint32_t first = load_u32le(entry + 16), size = load_u32le(entry + 24);

	return first >= EXH_ZV_ZFS_HEADER_SIZE && first <= file_size &&
	       size <= file_size - first && is_name(entry, nuls) &&
	       !exh_zv_zfs_in_block(w, offset, ENTRY);
}

/* before: the entry in front of one that was found, if it is one except for its name. */
static void read_nameless(struct zfs_walk *w, const uint8_t *before, size_t offset)
{
	uint8_t entry[ENTRY];
	size_t nuls;

	if (!is_entry(w, before, offset, &nuls) || !nuls)
		return;
	memcpy(entry, before, ENTRY);
	memset(entry, '_', nuls);
	exh_zv_zfs_read_entry(w, entry, offset);
}

/* Both are offsets in the file: from where to look, up to where all has been found. */
static void look_through(struct zfs_walk *w, const uint8_t *window, size_t start,
			 size_t size, size_t *from, size_t *found_end)
{
	size_t nuls;

	while (*from + ENTRY <= start + size) {
		const uint8_t *entry = window + (*from - start);

		if (!is_entry(w, entry, *from, &nuls) || nuls) {
			++*from;
			continue;
		}
		if (*from - start >= ENTRY && *from - ENTRY >= *found_end)
			read_nameless(w, entry - ENTRY, *from - ENTRY);
		exh_zv_zfs_read_entry(w, entry, *from);
		*from += ENTRY;
		*found_end = *from;
	}
}

enum exh_status exh_zv_zfs_salvage(struct zfs_walk *w, struct exh_error *err)
{
	size_t from = EXH_ZV_ZFS_HEADER_SIZE, found_end = from;
	uint8_t window[WINDOW];

	while (w->source->size >= ENTRY && from <= w->source->size - ENTRY) {
		const size_t start = from < ENTRY ? 0 : from - ENTRY;
		const size_t left = w->source->size - start;
		const size_t size = left < WINDOW ? left : WINDOW;
		const enum exh_status status =
			w->source->read(w->source->context, start, window, size, err);

		if (status)
			return status;
		look_through(w, window, start, size, &from, &found_end);
	}
	return EXH_OK;
}
