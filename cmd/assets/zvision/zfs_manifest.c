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

static struct json *member_to_json(const struct exh_zv_zfs_member *member,
				   const char *file)
{
	const struct exh_bytes stored = { member->name, EXH_ZV_ZFS_NAME_SIZE, 0 };
	char name[EXH_ZV_ZFS_TEXT_SIZE];
	struct json *json = json_new_object();

	exh_zv_zfs_name_to_utf8(member->name, name);
	json_set_string(json, "name", name);
	if (has_more(member->name))
		json_set(json, "stored_name", json_of_hex(stored));
	json_set_string(json, "file", file);
	json_set_number(json, "id", member->id);
	json_set_number(json, "time", member->time);
	json_set_number(json, "unknown", member->unknown);
	return json;
}

struct json *zfs_manifest_to_json(const struct exh_zv_zfs *zfs, enum exh_zv_zfs_tail tail,
				  const struct zfs_name *names, const bool *wanted)
{
	struct json *json = json_document("zfs", 1), *members = json_new_list();
	char key[ZFS_KEY_TEXT_SIZE];

	zfs_key_to_text(zfs->key, key);
	json_set_string(json, "key", key);
	json_set_string(json, "tail", zfs_tail_names[tail]);
	json_set_number(json, "entries_per_block", zfs->per_block);
	json_set_number(json, "blocks", zfs->block_count);
	for (size_t i = 0; i < zfs->member_count; i++)
		if (wanted[i])
			json_push(members,
				  member_to_json(&zfs->members[i], names[i].text));
	json_set(json, "members", members);
	return json;
}

/*
 * Reading.
 */

static void read_name(struct json_reading *r, const struct json *object,
		      uint8_t name[EXH_ZV_ZFS_NAME_SIZE])
{
	const struct json *text = json_get(object, "name");
	struct exh_arena arena = { .limit = ARENA_LIMIT };
	struct exh_bytes stored = { 0 };

	if (!r->status)
		r->status = json_get_hex(object, "stored_name", &arena, &stored, r->err);
	if (stored.data) {
		if (stored.size == EXH_ZV_ZFS_NAME_SIZE && stored.data[0])
			memcpy(name, stored.data, EXH_ZV_ZFS_NAME_SIZE);
		else
			json_read_wrong(r, "stored_name", "16 bytes, the first not 0");
	} else if (!json_is_text(text) ||
		   strlen(json_text_of(text)) != json_text_size(text)) {
		json_read_wrong(r, "name", "a string");
	} else if (!r->status) {
		r->status = exh_zv_zfs_name_from_utf8(json_text_of(text), name, r->err);
	}
	exh_arena_free(&arena);
}

static void read_member(struct json_reading *r, const struct json *object, size_t i,
			void *context)
{
	struct zfs_manifest_member *out = &((struct zfs_manifest *)context)->members[i];
	struct exh_zv_zfs_member *member = &out->member;
	const struct json *file = json_get(object, "file");

	if (!json_read_object(r, object))
		return;
	if (!json_is_file_name(file))
		json_read_wrong(r, "file", "the name of a file, without folders");
	out->file = json_text_of(file);
	read_name(r, object, member->name);
	member->id = json_read_number_or(r, object, "id", UINT32_MAX, (uint32_t)i);
	member->time = json_read_number_or(r, object, "time", UINT32_MAX, 0);
	member->unknown = json_read_number_or(r, object, "unknown", UINT32_MAX, 0);
}

static void read_members(struct json_reading *r, struct zfs_manifest *m)
{
	const struct json *list = json_read_list(r, m->root, "members");

	if (r->status)
		return;
	m->member_count = json_size(list);
	m->members = mem_alloc(m->member_count, sizeof *m->members);
	json_read_items(r, list, "member", read_member, m);
}

static enum exh_zv_zfs_tail read_tail(struct json_reading *r, const struct json *root)
{
	const char *tail = json_text_at(root, "tail");

	if (tail && strcmp(tail, zfs_tail_names[EXH_ZV_ZFS_TAIL_WORDS]) == 0)
		return EXH_ZV_ZFS_TAIL_WORDS;
	if (tail ? strcmp(tail, zfs_tail_names[EXH_ZV_ZFS_TAIL_BYTES]) != 0
		 : json_get(root, "tail") != NULL)
		json_read_wrong(r, "tail", "\"bytes\" or \"words\"");
	return EXH_ZV_ZFS_TAIL_BYTES;
}

static void read_header(struct json_reading *r, struct zfs_manifest *m)
{
	const char *key = json_text_at(m->root, "key");

	if (key ? !zfs_key_from_text(key, m->key) : json_get(m->root, "key") != NULL)
		json_read_wrong(r, "key", "8 hexadecimal digits");
	m->per_block = json_read_number_or(r, m->root, "entries_per_block", MAX_PER_BLOCK,
					   EXH_ZV_ZFS_PER_BLOCK);
	if (!m->per_block)
		json_read_wrong(r, "entries_per_block", "1 or more");
	m->block_count = json_read_number_or(r, m->root, "blocks", MAX_BLOCKS, 0);
	m->tail = read_tail(r, m->root);
}

enum exh_status zfs_manifest_read(struct exh_bytes text, struct zfs_manifest *manifest,
				  struct exh_error *err)
{
	struct json_reading r = { .err = err };

	*manifest = (struct zfs_manifest){ .root = json_parse(text, err) };
	if (!manifest->root)
		return EXH_INVALID;
	r.status = json_check_format(manifest->root, "zfs", 1, "zfs-unpack", err);
	read_header(&r, manifest);
	read_members(&r, manifest);
	return r.status;
}

void zfs_manifest_free(struct zfs_manifest *manifest)
{
	free(manifest->members);
	json_free(manifest->root);
}
