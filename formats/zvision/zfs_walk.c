#include "zfs_parts.h"

#include "../base/reader.h"

#include <string.h>

/* True if the block that begins in the stretch shares any of these bytes. */
static bool overlaps(const struct zfs_walk *w, size_t stretch, size_t offset,
		     uint64_t size)
{
	const uint64_t start = w->starts[stretch];

	return start && start < offset + size && offset < start + zfs_block_size(w->zfs);
}

bool exh_zv_zfs_in_block(const struct zfs_walk *w, size_t offset, uint64_t size)
{
	const size_t stretch = zfs_stretch_of(w->zfs, offset);

	return overlaps(w, stretch, offset, size) ||
	       overlaps(w, stretch + 1, offset, size) ||
	       (stretch && overlaps(w, stretch - 1, offset, size));
}

void exh_zv_zfs_reach(struct zfs_walk *w, uint64_t end)
{
	if (end > w->source->size)
		end = w->source->size;
	if (end > w->end)
		w->end = (size_t)end;
}

void exh_zv_zfs_read_entry(struct zfs_walk *w, const uint8_t *entry, size_t entry_offset)
{
	struct exh_zv_zfs_member *member;
	const size_t file_size = w->source->size;

	exh_zv_zfs_reach(w, (uint64_t)load_u32le(entry + 16) + load_u32le(entry + 24));
	if (w->members && w->count < w->zfs->member_count) {
		member = &w->members[w->count];
		memcpy(member->name, entry, EXH_ZV_ZFS_NAME_SIZE);
		member->offset = load_u32le(entry + 16);
		member->id = load_u32le(entry + 20);
		member->size = load_u32le(entry + 24);
		member->time = load_u32le(entry + 28);
		member->flags = load_u32le(entry + 32);
		member->entry_offset = entry_offset;
		member->there =
			member->offset < file_size ? file_size - member->offset : 0;
		if (member->there > member->size)
			member->there = member->size;
	}
	w->count++;
}
