/*
 * Any text as zfs.json. Of one that is accepted no name leads out of its folder, blocks
 * have entries, and members have names that an archive can store; written and read again
 * it is the same.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "zv.h"

#include "task/json.h"
#include "task/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_manifest(const struct zfs_manifest *manifest)
{
	assert(manifest->per_block);
	for (size_t i = 0; i < manifest->member_count; i++) {
		const struct zfs_manifest_member *member = &manifest->members[i];

		assert(member->file[0] && !strchr(member->file, '/'));
		assert(strcmp(member->file, ".") != 0 && strcmp(member->file, "..") != 0);
		assert(member->member.name[0]);
	}
}

/* As zfs-unpack writes it; names longer than its own are left out. */
static char *print(const struct zfs_manifest *manifest)
{
	const size_t count = manifest->member_count;
	struct exh_zv_zfs zfs = { .per_block = manifest->per_block,
				  .block_count = manifest->block_count,
				  .member_count = count };
	struct zfs_name *names = mem_alloc(count, sizeof *names);
	bool *wanted = mem_alloc(count, sizeof *wanted);
	struct json *json;
	char *text;

	zfs.members = mem_alloc(count, sizeof *zfs.members);
	memcpy(zfs.key, manifest->key, sizeof zfs.key);
	for (size_t i = 0; i < count; i++) {
		const size_t length = strlen(manifest->members[i].file);

		zfs.members[i] = manifest->members[i].member;
		wanted[i] = length < sizeof names[i].text;
		if (wanted[i])
			memcpy(names[i].text, manifest->members[i].file, length + 1);
	}
	json = zfs_manifest_to_json(&zfs, manifest->tail, names, wanted);
	text = json_print(json);
	json_free(json);
	free(zfs.members);
	free(wanted);
	free(names);
	return text;
}

static void check_again(const struct zfs_manifest *manifest)
{
	char *text = print(manifest), *same;
	struct zfs_manifest again;

	assert(!zfs_manifest_read(
		(struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 }, &again,
		NULL));
	check_manifest(&again);
	assert(again.per_block == manifest->per_block && again.tail == manifest->tail);
	same = print(&again);
	assert(strcmp(same, text) == 0);
	free(text);
	free(same);
	zfs_manifest_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct zfs_manifest manifest;
	struct exh_error err = { 0 };

	if (zfs_manifest_read((struct exh_bytes){ data, size, 0 }, &manifest, &err)) {
		assert(err.status && err.text[0]);
	} else {
		check_manifest(&manifest);
		check_again(&manifest);
	}
	zfs_manifest_free(&manifest);
	return 0;
}
