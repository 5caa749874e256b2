#include "zv_script.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/text.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MEMORY_LIMIT = 1 << 30 };

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
static struct json *use_to_json(const struct scr_set *set,
				const struct exh_zv_set_use *use)
{
	const struct exh_zv_node *owner = use->use.owner;
	struct json *json =
		json_make("{s:i, s:i, s:s}", "line", (int)use->use.line, "column",
			  (int)use->use.column, "how", use->use.how);

	json_set_text(json, "file", path_of(set, use));
	if (owner)
		json_set_number(json, owner_name(owner), owner->key);
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

static void print_key(const struct scr_set *set, const struct exh_zv_xref_key *key,
		      struct json *keys)
{
	const char *meaning = key->meaning;
	struct json *json = json_new_object();

	json_set_number(json, "key", key->key);
	if (meaning)
		json_set_string(json, "meaning", meaning);
	for (size_t i = 0; i < KEY_KIND_COUNT; i++)
		json_set(json, kinds[i].key, json_new_list());
	if (!set->dot)
		text_put(set->text, "key %" PRId64 "%s%s%s\n", key->key,
			 meaning ? " (" : "", meaning ? meaning : "", meaning ? ")" : "");
	for (size_t i = 0; i < key->count; i++) {
		const struct exh_zv_set_use *use = &key->uses[i];

		json_push(json_get(json, kinds[use->use.kind].key),
			  use_to_json(set, use));
		if (!set->dot)
			put_use(set, use);
	}
	json_push(keys, json);
}

/*
 * Places.
 */

static void put_way(const struct scr_set *set, const struct exh_zv_way *way)
{
	struct exh_writer *out = set->text;
	const struct exh_zv_node *owner = way->use->use.owner;
	const char *to = way->is_back ? "back" : way->to;

	if (!set->dot) {
		text_put(out, "%s -> %s  %s:%u", way->from, to, path_of(set, way->use),
			 (unsigned)way->use->use.line);
		if (owner)
			text_put(out, " puzzle %" PRId64, owner->key);
		text_put(out, "\n");
		return;
	}
	text_put(out, "\t");
	text_put_quoted(out, way->from);
	text_put(out, " -> ");
	text_put_quoted(out, to);
	text_put(out, " [label=\"%" PRId64 "\"%s];\n", owner ? owner->key : 0,
		 way->is_back ? ", style=dashed" : "");
}

static void print_way(const struct scr_set *set, const struct exh_zv_way *way,
		      struct json *ways)
{
	struct json *json = use_to_json(set, way->use);

	json_set_text(json, "from", way->from);
	json_set_text(json, "to", way->to);
	json_push(ways, json);
	put_way(set, way);
}

static void put_nodes(const struct scr_set *set, const struct exh_zv_xref *xref)
{
	for (size_t i = 0; i < xref->place_count; i++) {
		text_put(set->text, "\t");
		text_put_quoted(set->text, xref->places[i]);
		text_put(set->text, ";\n");
	}
}

/* False: they need too much memory. */
static bool refer(const struct scr_set *set, struct exh_arena *arena,
		  struct exh_zv_xref *xref)
{
	const struct exh_zv_script **scripts = scr_scripts(set);
	const char **names = mem_alloc(set->count, sizeof(const char *));
	bool good;

	for (size_t i = 0; i < set->count; i++)
		names[i] = file_name(set->scripts[i].path);
	good = exh_zv_set_xref(scripts, names, set->count, arena, xref);
	free((void *)names);
	free((void *)scripts);
	return good;
}

void scr_fail_limit(const struct exh_arena *arena, struct report *report)
{
	if (memory_has_ended())
		mem_end();
	report_error(report, NULL, EXH_NO_OFFSET,
		     "the scripts need more memory than the limit of %zu bytes",
		     arena->limit);
}

void scr_xref(const struct scr_set *set)
{
	struct json *keys = json_new_list(), *places = json_new_list();
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_zv_xref xref = { 0 };

	if (!refer(set, &arena, &xref))
		scr_fail_limit(&arena, set->report);
	if (set->dot) {
		text_put(set->text, "digraph places {\n");
		put_nodes(set, &xref);
	}
	for (size_t i = 0; i < xref.key_count; i++)
		print_key(set, &xref.keys[i], keys);
	for (size_t i = 0; i < xref.way_count; i++)
		print_way(set, &xref.ways[i], places);
	if (set->dot)
		text_put(set->text, "}\n");
	json_set(set->result, "keys", keys);
	json_set(set->result, "places", places);
	exh_zv_xref_free(&xref);
	exh_arena_free(&arena);
}
