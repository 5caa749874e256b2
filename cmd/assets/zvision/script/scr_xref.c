#include "zv_script.h"
#include "task/file.h"
#include "task/memory.h"
#include "task/text.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MEMORY_LIMIT = 1 << 30 };

/* For people. */
static const char *const kinds[] = {
	[EXH_ZV_USE_READ] = "read",	[EXH_ZV_USE_WRITE] = "write",
	[EXH_ZV_USE_ENABLE] = "enable", [EXH_ZV_USE_DISABLE] = "disable",
	[EXH_ZV_USE_PUZZLE] = "puzzle", [EXH_ZV_USE_CONTROL] = "control",
};

enum { KEY_KIND_COUNT = sizeof kinds / sizeof *kinds };

static const char *path_of(const struct scr_set *set, const struct exh_zv_set_use *use)
{
	return set->scripts[use->script].path;
}

static const char *owner_name(const struct exh_zv_node *owner)
{
	return owner->kind == EXH_ZV_PUZZLE ? "puzzle" : "control";
}

/* A use: its place, and the puzzle or control around it; for a way, its ends. */
struct use {
	uint32_t line, column;
	const char *how, *file, *from, *to;
	bool is_in_puzzle, is_in_control;
	int64_t owner;
};
#define ROW struct use
static const struct field use_field[] = {
	FIELD(ROW, line, NULL, "line of the script, from 1"),
	FIELD(ROW, column, NULL, "column, from 1"),
	FIELD(ROW, how, NULL, "action, parameter or type that uses the key, or criteria"),
	FIELD(ROW, file, NULL, "name of the script"),
	FIELD_AS("puzzle", ROW, owner, NULL, "key of the puzzle that contains it",
		 FIELD_HAS(ROW, is_in_puzzle)),
	FIELD_AS("control", ROW, owner, NULL, "key of the control that contains it",
		 FIELD_HAS(ROW, is_in_control)),
	FIELD(ROW, from, NULL, "place from which it leads", FIELD_IF_ANY),
	FIELD(ROW, to, NULL, "place that it leads to; 0000: back to the previous place",
	      FIELD_IF_ANY),
};
#undef ROW
static const struct fields use_table = FIELDS("use", struct use, use_field);

struct key {
	int64_t key;
	const char *meaning;
	struct json *uses[KEY_KIND_COUNT];
};
#define ROW struct key
#define USES(name, kind, meaning) \
	FIELD_OF(name, FIELD_JSON_LIST, ROW, uses[kind], NULL, meaning, .of = &use_table)
static const struct field key_field[] = {
	FIELD(ROW, key, NULL, "number of the key"),
	FIELD(ROW, meaning, NULL, "meaning of the key, if the engine uses it",
	      FIELD_IF_ANY),
	USES("reads", EXH_ZV_USE_READ, "where its value is read"),
	USES("writes", EXH_ZV_USE_WRITE, "where its value is set"),
	USES("enables", EXH_ZV_USE_ENABLE, "where it is enabled"),
	USES("disables", EXH_ZV_USE_DISABLE, "where it is disabled"),
	USES("puzzles", EXH_ZV_USE_PUZZLE, "puzzles that have it"),
	USES("controls", EXH_ZV_USE_CONTROL, "controls that have it"),
};
#undef ROW
static const struct fields key_table = FIELDS("key", struct key, key_field);

static const struct field script_field[] = {
	FIELD_ADDED(FIELD_FILE, "file", NULL, "the script"),
};
static const struct fields *const script_with[] = { &scr_fields, NULL };
static const struct fields script_table =
	FIELDS_WITH("script", struct json *, script_field, script_with);

#define ROW struct scr_set_row
static const struct field set_field[] = {
	FIELD_ITEMS(ROW, files, &text_fields,
		    "scripts that were read; with --lint or --xref", FIELD_IF_ANY),
	FIELD_ITEMS(ROW, scripts, &script_table,
		    "scripts of a game that was given as a folder", FIELD_IF_ANY),
	FIELD_ITEMS(ROW, findings, &scr_problem_fields, "findings of --lint",
		    FIELD_IF_ANY),
	FIELD_ITEMS(ROW, shipped_bugs, &scr_bug_fields,
		    "known faults of the game's scripts; with --shipped-bugs",
		    FIELD_IF_ANY),
	FIELD_ITEMS(ROW, keys, &key_table,
		    "keys, and the lines that use them; with --xref", FIELD_IF_ANY),
	FIELD_ITEMS(ROW, places, &use_table, "connections between places; with --xref",
		    FIELD_IF_ANY),
};
#undef ROW
const struct fields scr_set_fields = FIELDS("set", struct scr_set_row, set_field);
const struct fields *const scr_inspect_results[] = { &scr_fields, &scr_set_fields, NULL };

static struct use use_row(const struct scr_set *set, const struct exh_zv_set_use *use)
{
	const struct exh_zv_node *owner = use->use.owner;
	const bool is_puzzle = owner && owner->kind == EXH_ZV_PUZZLE;

	return (struct use){ .line = use->use.line,
			     .column = use->use.column,
			     .how = use->use.how,
			     .file = path_of(set, use),
			     .is_in_puzzle = is_puzzle,
			     .is_in_control = owner && !is_puzzle,
			     .owner = owner ? owner->key : 0 };
}

static void put_use(const struct scr_set *set, const struct exh_zv_set_use *use)
{
	const struct exh_zv_node *owner = use->use.owner;

	text_put(set->text, "  %-8s", kinds[use->use.kind]);
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
	struct key row = { .key = key->key, .meaning = meaning };

	for (size_t i = 0; i < KEY_KIND_COUNT; i++)
		row.uses[i] = json_new_list();
	if (!set->dot)
		text_put(set->text, "key %" PRId64 "%s%s%s\n", key->key,
			 meaning ? " (" : "", meaning ? meaning : "", meaning ? ")" : "");
	for (size_t i = 0; i < key->count; i++) {
		const struct exh_zv_set_use *use = &key->uses[i];
		const struct use at = use_row(set, use);

		json_push(row.uses[use->use.kind], fields_to_json(&use_table, &at));
		if (!set->dot)
			put_use(set, use);
	}
	json_push(keys, fields_to_json(&key_table, &row));
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
	struct use row = use_row(set, way->use);

	row.from = way->from;
	row.to = way->to;
	json_push(ways, fields_to_json(&use_table, &row));
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
	const char **names = scr_names(set);
	bool good;

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
	fields_put(&scr_set_fields,
		   &(struct scr_set_row){ .keys = keys, .places = places }, set->result);
	exh_zv_xref_free(&xref);
	exh_arena_free(&arena);
}
