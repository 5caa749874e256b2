#include "zv.h"

#include "task/json.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PER_BLOCK = 1 << 20, MAX_BLOCKS = 1 << 26, ARENA_LIMIT = 4096 };

/*
 * Writing.
 */

/* Bytes after the NUL that are not NULs themselves: text does not have them. */
static bool has_more(const uint8_t name[EXH_ZV_ZFS_NAME_SIZE])
{
	for (size_t i = exh_zv_zfs_name_size(name); i < EXH_ZV_ZFS_NAME_SIZE; i++)
		if (name[i])
			return true;
	return false;
}

static json_t *member_to_json(const struct exh_zv_zfs_member *member, const char *file)
{
	const struct exh_bytes stored = { member->name, EXH_ZV_ZFS_NAME_SIZE, 0 };
	char name[EXH_ZV_ZFS_TEXT_SIZE];
	json_t *json = json_object();

	exh_zv_zfs_name_to_utf8(member->name, name);
	json_set_string(json, "name", name);
	if (has_more(member->name))
		json_object_set_new(json, "stored_name", json_hex(stored));
	json_set_string(json, "file", file);
	json_set_number(json, "id", member->id);
	json_set_number(json, "time", member->time);
	json_set_number(json, "unknown", member->unknown);
	return json;
}

json_t *zfs_manifest_to_json(const struct exh_zv_zfs *zfs, enum exh_zv_zfs_tail tail,
			     const struct zfs_name *names, const bool *wanted)
{
	json_t *json = json_document("zfs"), *members = json_array();
	char key[ZFS_KEY_TEXT_SIZE];

	zfs_key_to_text(zfs->key, key);
	json_set_string(json, "key", key);
	json_set_string(json, "tail", zfs_tail_names[tail]);
	json_set_number(json, "entries_per_block", zfs->per_block);
	json_set_number(json, "blocks", zfs->block_count);
	for (size_t i = 0; i < zfs->member_count; i++)
		if (wanted[i])
			json_array_append_new(
				members, member_to_json(&zfs->members[i], names[i].text));
	json_object_set_new(json, "members", members);
	return json;
}

/*
 * Reading.
 */

static enum exh_status get_name(const json_t *object, uint8_t name[EXH_ZV_ZFS_NAME_SIZE],
				struct exh_error *err)
{
	const json_t *text = json_object_get(object, "name");
	struct exh_arena arena = { .limit = ARENA_LIMIT };
	struct exh_bytes stored = { 0 };
	enum exh_status status =
		json_get_hex(object, "stored_name", &arena, &stored, err);

	if (!status && stored.data) {
		if (stored.size == EXH_ZV_ZFS_NAME_SIZE && stored.data[0])
			memcpy(name, stored.data, EXH_ZV_ZFS_NAME_SIZE);
		else
			status = json_wrong(err, "stored_name",
					    "16 bytes, the first not 0");
	} else if (!status &&
		   (!json_is_string(text) ||
		    strlen(json_string_value(text)) != json_string_length(text))) {
		status = json_wrong(err, "name", "a string");
	} else if (!status) {
		status = exh_zv_zfs_name_from_utf8(json_string_value(text), name, err);
	}
	exh_arena_free(&arena);
	return status;
}

static enum exh_status get_member(const json_t *object, struct zfs_manifest_member *out,
				  struct exh_error *err)
{
	const json_t *file = json_object_get(object, "file");
	struct exh_zv_zfs_member *member = &out->member;
	enum exh_status status;

	if (!json_is_object(object))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "expected an object");
	if (!json_is_file_name(file))
		return json_wrong(err, "file", "the name of a file, without folders");
	out->file = json_string_value(file);
	status = get_name(object, member->name, err);
	if (!status)
		status =
			json_get_number(object, "id", true, UINT32_MAX, &member->id, err);
	if (!status)
		status = json_get_number(object, "time", true, UINT32_MAX, &member->time,
					 err);
	if (!status)
		status = json_get_number(object, "unknown", true, UINT32_MAX,
					 &member->unknown, err);
	return status;
}

static enum exh_status get_members(struct zfs_manifest *m, struct exh_error *err)
{
	const json_t *list = json_object_get(m->root, "members");
	enum exh_status status = EXH_OK;

	if (!json_is_array(list))
		return json_wrong(err, "members", "a list");
	m->member_count = json_array_size(list);
	m->members = mem_alloc(m->member_count, sizeof *m->members);
	for (size_t i = 0; i < m->member_count && !status; i++) {
		/* Where no other is given. */
		m->members[i].member.id = (uint32_t)i;
		status = get_member(json_array_get(list, i), &m->members[i], err);
		if (status)
			exh_within(err, status, "member %zu", i);
	}
	return status;
}

static enum exh_status get_tail(struct zfs_manifest *m, struct exh_error *err)
{
	const json_t *value = json_object_get(m->root, "tail");
	const char *tail = json_string_value(value);

	m->tail = EXH_ZV_ZFS_TAIL_BYTES;
	if (tail && strcmp(tail, zfs_tail_names[EXH_ZV_ZFS_TAIL_WORDS]) == 0)
		m->tail = EXH_ZV_ZFS_TAIL_WORDS;
	else if (value && (!tail || strcmp(tail, zfs_tail_names[m->tail]) != 0))
		return json_wrong(err, "tail", "\"bytes\" or \"words\"");
	return EXH_OK;
}

static enum exh_status get_header(struct zfs_manifest *m, struct exh_error *err)
{
	const json_t *key = json_object_get(m->root, "key");
	enum exh_status status = json_check_format(m->root, "zfs", "zfs-unpack", err);

	if (status)
		return status;
	if (key &&
	    (!json_is_string(key) || !zfs_key_from_text(json_string_value(key), m->key)))
		return json_wrong(err, "key", "8 hexadecimal digits");
	m->per_block = EXH_ZV_ZFS_PER_BLOCK;
	status = json_get_number(m->root, "entries_per_block", true, MAX_PER_BLOCK,
				 &m->per_block, err);
	if (!status && !m->per_block)
		status = json_wrong(err, "entries_per_block", "1 or more");
	if (!status)
		status = json_get_number(m->root, "blocks", true, MAX_BLOCKS,
					 &m->block_count, err);
	return status ? status : get_tail(m, err);
}

enum exh_status zfs_manifest_read(struct exh_bytes text, struct zfs_manifest *manifest,
				  struct exh_error *err)
{
	enum exh_status status;

	*manifest = (struct zfs_manifest){ .root = json_parse(text, err) };
	if (!manifest->root)
		return EXH_INVALID;
	status = get_header(manifest, err);
	return status ? status : get_members(manifest, err);
}

void zfs_manifest_free(struct zfs_manifest *manifest)
{
	free(manifest->members);
	json_decref(manifest->root);
}
