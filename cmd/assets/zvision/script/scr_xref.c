#include "scr_file.h"
#include "task/json.h"
#include "task/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For people, and as keys of JSON. */
static const struct {
	const char *text, *key;
} kinds[] = {
	[EXH_ZV_USE_READ] = { "read", "reads" },
	[EXH_ZV_USE_WRITE] = { "write", "writes" },
	[EXH_ZV_USE_ENABLE] = { "enable", "enables" },
	[EXH_ZV_USE_DISABLE] = { "disable", "disables" },
	[EXH_ZV_USE_PUZZLE] = { "puzzle", "puzzles" },
	[EXH_ZV_USE_CONTROL] = { "control", "controls" },
};

enum { KEY_KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static const char *path_of(const struct scr_set *set, const struct exh_zv_set_use *use)
{
	return set->scripts[use->script].path;
}

static const char *owner_name(const struct exh_zv_node *owner)
{
	return owner->kind == EXH_ZV_PUZZLE ? "puzzle" : "control";
}

/* Where it is, and in what. */
static json_t *use_to_json(const struct scr_set *set, const struct exh_zv_set_use *use)
{
	const struct exh_zv_node *owner = use->use.owner;
	json_t *json = json_pack("{s:i, s:i, s:s}", "line", (int)use->use.line, "column",
				 (int)use->use.column, "how", use->use.how);

	json_object_set_new(json, "file", json_text(path_of(set, use)));
	if (owner)
		json_object_set_new(json, owner_name(owner), json_integer(owner->key));
	return json;
}

static void put_use(const struct scr_set *set, const struct exh_zv_set_use *use)
{
	const struct exh_zv_node *owner = use->use.owner;

	text_put(set->text, "  %-8s", kinds[use->use.kind].text);
	text_put(set->text, "%s:%u:%u", path_of(set, use), (unsigned)use->use.line,
		 (unsigned)use->use.column);
	if (owner && use->use.kind < EXH_ZV_USE_PUZZLE)
		text_put(set->text, " %s %" PRId64, owner_name(owner), owner->key);
	if (use->use.kind != EXH_ZV_USE_PUZZLE)
		text_put(set->text, " %s", use->use.how);
	text_put(set->text, "\n");
}

static void print_key(const struct scr_set *set, const struct exh_zv_set_use *uses,
		      size_t count, json_t *keys)
{
	const int64_t key = uses->use.key;
	const char *meaning = exh_zv_key_meaning(key);
	json_t *json = json_object();

	json_object_set_new(json, "key", json_integer(key));
	if (meaning)
		json_object_set_new(json, "meaning", json_string(meaning));
	for (size_t i = 0; i < KEY_KIND_COUNT; i++)
		json_object_set_new(json, kinds[i].key, json_array());
	if (!set->dot)
		text_put(set->text, "key %" PRId64 "%s%s%s\n", key, meaning ? " (" : "",
			 meaning ? meaning : "", meaning ? ")" : "");
	for (size_t i = 0; i < count; i++) {
		json_array_append_new(json_object_get(json, kinds[uses[i].use.kind].key),
				      use_to_json(set, &uses[i]));
		if (!set->dot)
			put_use(set, &uses[i]);
	}
	json_array_append_new(keys, json);
}

/*
 * Places.
 */

/* "" where the arguments don't give a place; then they are shown unchanged. */
static char *target_of(const struct exh_zv_use *use)
{
	struct exh_writer out = { .limit = 1 << 20 };

	if (use->place[0])
		return strdup(use->place);
	exh_zv_latin1_to_utf8(use->text, true, &out);
	exh_write_u8(&out, '\0');
	return (char *)out.data;
}

static void put_dot_name(struct exh_writer *out, const char *name)
{
	exh_write_u8(out, '"');
	for (; *name; name++) {
		if (*name == '"' || *name == '\\')
			exh_write_u8(out, '\\');
		exh_write_u8(out, (uint8_t)*name);
	}
	exh_write_u8(out, '"');
}

static void put_way(const struct scr_set *set, const struct exh_zv_set_use *use,
		    const char *from, const char *to)
{
	struct exh_writer *out = set->text;
	const struct exh_zv_node *owner = use->use.owner;
	const bool back = strcmp(to, "0000") == 0;

	if (!set->dot) {
		text_put(out, "%s -> %s  %s:%u", from, back ? "back" : to,
			 path_of(set, use), (unsigned)use->use.line);
		if (owner)
			text_put(out, " puzzle %" PRId64, owner->key);
		text_put(out, "\n");
		return;
	}
	text_put(out, "\t");
	put_dot_name(out, from);
	text_put(out, " -> ");
	put_dot_name(out, back ? "back" : to);
	text_put(out, " [label=\"%" PRId64 "\"%s];\n", owner ? owner->key : 0,
		 back ? ", style=dashed" : "");
}

static void print_place(const struct scr_set *set, const struct exh_zv_set_use *use,
			json_t *places)
{
	char *from = scr_place(path_of(set, use)), *to = target_of(&use->use);
	json_t *json = use_to_json(set, use);

	if (from && to) {
		json_object_set_new(json, "from", json_text(from));
		json_object_set_new(json, "to", json_text(to));
		json_array_append(places, json);
		put_way(set, use, from, to);
	}
	json_decref(json);
	free(from);
	free(to);
}

/* A script of four letters is a place, whether a way leads there or not. */
static void put_nodes(const struct scr_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		char *place =
			set->scripts[i].script ? scr_place(set->scripts[i].path) : NULL;

		if (place && strlen(place) == 4) {
			text_put(set->text, "\t");
			put_dot_name(set->text, place);
			text_put(set->text, ";\n");
		}
		free(place);
	}
}

void scr_xref(const struct scr_set *set)
{
	json_t *keys = json_array(), *places = json_array();
	struct exh_zv_set_uses uses;

	if (!scr_uses(set, &uses))
		report_error(set->report, NULL, EXH_NO_OFFSET, "out of memory");
	if (set->dot) {
		text_put(set->text, "digraph places {\n");
		put_nodes(set);
	}
	for (size_t i = 0; i < uses.count;) {
		const size_t count = exh_zv_set_same_key(&uses, i);

		if (count)
			print_key(set, &uses.items[i], count, keys);
		else if (uses.items[i].use.kind == EXH_ZV_USE_PLACE)
			print_place(set, &uses.items[i], places);
		i += count ? count : 1;
	}
	if (set->dot)
		text_put(set->text, "}\n");
	json_object_set_new(set->result, "keys", keys);
	json_object_set_new(set->result, "places", places);
	exh_zv_set_uses_free(&uses);
}
