#include "exhume/identify.h"
#include "exhume/zvision.h"
#include "exhume/advanced/facts.h"
#include "exhume/advanced/zvision_archive.h"

#include <string.h>

/* Bits of evidence. */
enum {
	MARK = 32,	 /* four letters at the start */
	READS_WELL = 16, /* the rest is as it should be, too */
};

/*
 * ZFS archives.
 */

/* The arena is to be freed. */
static bool open_zfs(const struct exh_probe *probe, struct exh_arena *arena,
		     struct exh_zv_zfs *zfs)
{
	const struct exh_source source = exh_source_of(&probe->data);

	*arena = (struct exh_arena){ .limit = 1 << 30 };
	return exh_zv_zfs_open(&source, arena, zfs, NULL, NULL) == EXH_OK;
}

static unsigned zfs_score(const struct exh_probe *probe)
{
	struct exh_zv_zfs zfs;
	struct exh_arena arena;
	unsigned score = 0;

	if (probe->data.size < 4 || memcmp(probe->data.data, "ZFSF", 4) != 0)
		return 0;
	score = MARK +
		(open_zfs(probe, &arena, &zfs) && zfs.member_count == zfs.file_count
			 ? READS_WELL
			 : 0);
	exh_arena_free(&arena);
	return score;
}

static void zfs_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_zv_zfs zfs;
	struct exh_arena arena;

	if (open_zfs(probe, &arena, &zfs)) {
		size_t deleted = 0, compressed = 0;

		for (size_t i = 0; i < zfs.member_count; i++) {
			deleted += zfs.members[i].flags & EXH_ZV_ZFS_DELETED;
			compressed += exh_zv_zfs_compression(&zfs.members[i]) != NULL;
		}
		exh_fact_number(facts, "members", zfs.member_count);
		if (deleted)
			exh_fact_number(facts, "deleted", deleted);
		if (compressed)
			exh_fact_number(facts, "compressed", compressed);
		exh_fact_text(facts, "encrypted",
			      exh_zv_zfs_is_encrypted(zfs.key) ? "yes" : "no");
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_zv_zfs_format = {
	.name = "zfs",
	.title = "ZVision archive",
	.family = "zvision",
	.score = zfs_score,
	.describe = zfs_describe,
};
