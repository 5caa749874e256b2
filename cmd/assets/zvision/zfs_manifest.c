#include "zv.h"

#include "task/memory.h"

#include <exhume/advanced/zvision_archive.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PER_BLOCK = 1 << 20, MAX_BLOCKS = 1 << 26 };

static const size_t MEMORY_LIMIT = (size_t)1 << 31;

#define ZFS_KEY_MEANING "key that the members are encrypted with; 00000000: not at all"
#define ZFS_BLOCK_MEANING "number of entries of a block of the directory"

#define ZFS_FLAGS_MEANING                                                              \
	"flags of the member; bit 0: deleted, 1 and 2: compressed, 8 to 31: unpacked " \
	"size"

/*
 * Description of an archive.
 */

#define ROW struct zfs_member_row
static const struct field listed_field[] = {
	FIELD(ROW, index, NULL,
	      "index in the directory of the archive; absent when packing",
	      FIELD_HAS(ROW, is_read)),
	FIELD_OF("name", FIELD_CHARS, ROW, name, NULL, "name in the archive"),
	FIELD(ROW, file, NULL, "name as a file; absent when packing", FIELD_IF_ANY),
	FIELD(ROW, input, NULL, "file that it was made of", FIELD_IF_ANY),
	FIELD_AS("offset", ROW, member.offset, "bytes", "offset in the archive"),
	FIELD_AS("size", ROW, member.size, "bytes", "size of the member"),
	FIELD_AS("size_found", ROW, member.there, "bytes",
		 "bytes that the archive has of it, if fewer than its size",
		 FIELD_HAS(ROW, is_cut)),
	FIELD_AS("id", ROW, member.id, NULL, "number of the member, from 0",
		 FIELD_HAS(ROW, is_read)),
	FIELD_AS("time", ROW, member.time, NULL, "seconds since 1970, in UTC",
		 FIELD_HAS(ROW, is_read)),
	FIELD_AS("unknown", ROW, member.flags, NULL, ZFS_FLAGS_MEANING ", as stored",
		 FIELD_HAS(ROW, is_read)),
	FIELD(ROW, is_deleted, NULL, "true: the member is marked as deleted",
	      FIELD_IF_ANY),
	FIELD(ROW, compression, NULL, "how its bytes are compressed: LZO1X or LZO1Y",
	      FIELD_IF_ANY),
	FIELD(ROW, output, NULL, "file, if it was written", FIELD_IF_ANY),
};
#undef ROW
static const struct fields listed_table =
	FIELDS("member", struct zfs_member_row, listed_field);

#define ROW struct zfs_row
static const struct field archive_field[] = {
	FIELD(ROW, size, "bytes", "size of the archive", FIELD_IF_ANY),
	FIELD(ROW, encrypted, NULL, "true: the members are encrypted",
	      FIELD_HAS(ROW, is_read)),
	FIELD_OF("key", FIELD_DIGITS, ROW, zfs.key, NULL, ZFS_KEY_MEANING),
	FIELD_AS("entries_per_block", ROW, zfs.per_block, NULL, ZFS_BLOCK_MEANING),
	FIELD_AS("blocks", ROW, zfs.block_count, NULL,
		 "number of blocks of the directory"),
	FIELD_AS("declared", ROW, zfs.file_count, NULL,
		 "number of members that the header states", FIELD_HAS(ROW, is_read)),
	FIELD_ROWS(ROW, members, count, &listed_table,
		   "members; zfs-unpack lists the selected ones"),
};
#undef ROW
const struct fields zfs_archive_fields = FIELDS("archive", struct zfs_row, archive_field);
const struct fields *const zfs_results[] = { &zfs_archive_fields, NULL };

/*
 * The manifest.
 */

#define ROW struct zfs_manifest_member
static const struct field member_field[] = {
	FIELD_OF("name", FIELD_CHARS, ROW, name, NULL, "name in the archive",
		 FIELD_HAS(ROW, has_name)),
	FIELD(ROW, stored_name, NULL,
	      "all 16 bytes of the name, if others than NULs follow its end",
	      FIELD_IF_ANY),
	FIELD_OF("file", FIELD_FILE, ROW, file, NULL,
		 "file that has its bytes, in the folder of the manifest"),
	FIELD_AS("id", ROW, member.id, NULL, "number of the member, from 0",
		 FIELD_HAS(ROW, has_id)),
	FIELD_AS("time", ROW, member.time, NULL,
		 "time of the member: seconds since 1970, in UTC", FIELD_OR_NONE),
	FIELD_AS("unknown", ROW, member.flags, NULL, ZFS_FLAGS_MEANING, FIELD_OR_NONE),
};
#undef ROW
static const struct fields member_table =
	FIELDS("member", struct zfs_manifest_member, member_field);

#define ROW struct zfs_manifest
static const struct field manifest_field[] = {
	FIELD_OF("key", FIELD_DIGITS, ROW, zfs.key, NULL, ZFS_KEY_MEANING, FIELD_OR_NONE),
	FIELD_OF("tail", FIELD_NAME, ROW, tail, NULL,
		 "last bytes of sizes that are no multiple of 4; bytes: encrypted like "
		 "the others; words: unchanged",
		 .names = zfs_tail_names, FIELD_OR_NONE),
	FIELD_AS("entries_per_block", ROW, zfs.per_block, NULL, ZFS_BLOCK_MEANING,
		 .least = 1, .most = MAX_PER_BLOCK, .otherwise = EXH_ZV_ZFS_PER_BLOCK,
		 FIELD_OR_NONE),
	FIELD_AS("blocks", ROW, zfs.block_count, NULL,
		 "least number of blocks of the directory", .most = MAX_BLOCKS,
		 FIELD_OR_NONE),
	FIELD_ROWS(ROW, members, member_count, &member_table,
		   "members in the order of the directory"),
};
#undef ROW
static const struct fields manifest_table =
	FIELDS("manifest", struct zfs_manifest, manifest_field);

const struct document zfs_manifest_document = {
	.format = "zfs",
	.schema = 1,
	.made_by = "zfs-unpack",
	.meaning = "A ZFS archive: its members, with the file of each",
	.fields = &manifest_table,
};

/* True if there are bytes after the NUL that are not NULs, which text can't hold. */
static bool has_more(const uint8_t name[EXH_ZV_ZFS_NAME_SIZE])
{
	for (size_t i = exh_zv_zfs_name_size(name); i < EXH_ZV_ZFS_NAME_SIZE; i++)
		if (name[i])
			return true;
	return false;
}

struct json *zfs_manifest_to_json(const struct exh_zv_zfs *zfs, enum exh_zv_zfs_tail tail,
				  const struct zfs_name *names, const bool *wanted)
{
	struct zfs_manifest m = { .zfs = *zfs,
				  .tail = tail,
				  .members = mem_alloc(zfs->member_count,
						       sizeof *m.members) };
	struct json *json;

	for (size_t i = 0; i < zfs->member_count; i++) {
		struct zfs_manifest_member *to = &m.members[m.member_count];
		const uint8_t *name = zfs->members[i].name;

		if (!wanted[i])
			continue;
		*to = (struct zfs_manifest_member){ .file = names[i].text,
						    .has_name = true,
						    .has_id = true,
						    .member = zfs->members[i] };
		exh_zv_zfs_name_to_utf8(name, to->name);
		if (has_more(name))
			to->stored_name =
				(struct exh_bytes){ name, EXH_ZV_ZFS_NAME_SIZE, 0 };
		m.member_count++;
	}
	json = document_to_json(&zfs_manifest_document, &m);
	free(m.members);
	return json;
}

static void take_name(struct json_reading *r, struct zfs_manifest_member *row)
{
	const struct exh_bytes stored = row->stored_name;

	if (stored.data && (stored.size != EXH_ZV_ZFS_NAME_SIZE || !stored.data[0]))
		json_read_wrong(r, "stored_name", "16 bytes, the first not 0");
	else if (stored.data)
		memcpy(row->member.name, stored.data, stored.size);
	else if (!row->has_name)
		json_read_wrong(r, "name", "a string");
	else
		r->status =
			exh_zv_zfs_name_from_utf8(row->name, row->member.name, r->err);
}

enum exh_status zfs_manifest_read(struct exh_bytes text, struct zfs_manifest *manifest,
				  struct exh_error *err)
{
	struct json_reading r = { .arena = &manifest->arena, .err = err };

	*manifest = (struct zfs_manifest){ .arena.limit = MEMORY_LIMIT };
	document_read_text(&r, &zfs_manifest_document, text, manifest);
	for (size_t i = 0; i < manifest->member_count && !r.status; i++) {
		struct zfs_manifest_member *row = &manifest->members[i];

		if (!row->has_id)
			row->member.id = (uint32_t)i;
		take_name(&r, row);
		json_read_within(&r, "member", i);
	}
	return r.status;
}

void zfs_manifest_free(struct zfs_manifest *manifest)
{
	exh_arena_free(&manifest->arena);
}
