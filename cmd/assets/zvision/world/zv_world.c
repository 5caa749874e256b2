#include "zv_world.h"

#include "task/json.h"
#include "task/output_names.h"
#include "task/text.h"
#include "zv_map.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 256 };

static const size_t text_limit = (size_t)1 << 30;

struct telling {
	const struct zv_world_request *request;
	struct zv_map map;
	struct report *report;
	json_t *result;
	struct exh_writer text; /* for people, or a graph */
	size_t missing_count, unnamed_count;
};

/*
 * Ways, with what allows them.
 */

static json_t *text_of(const struct exh_zv_script *script, struct exh_zv_span span)
{
	struct exh_writer out = { .limit = LINE_SIZE * 16 };
	json_t *json;

	exh_zv_latin1_to_utf8(exh_zv_script_text(script, span), true, &out);
	exh_write_u8(&out, 0);
	json = out.failed ? json_null() : json_text((const char *)out.data);
	exh_writer_free(&out);
	return json;
}

/* A list of blocks, each of lines: one block must hold. */
static json_t *criteria_to_json(const struct exh_zv_script *script,
				const struct exh_zv_node *puzzle)
{
	json_t *blocks = json_array();

	for (const struct exh_zv_node *block = puzzle->first; block;
	     block = block->next) {
		json_t *lines;

		if (block->kind != EXH_ZV_CRITERIA)
			continue;
		lines = json_array();
		for (const struct exh_zv_node *line = block->first; line;
		     line = line->next)
			if (line->kind == EXH_ZV_CRITERION)
				json_array_append_new(lines, text_of(script, line->text));
		if (json_array_size(lines))
			json_array_append_new(blocks, lines);
		else
			json_decref(lines);
	}
	return blocks;
}

static bool reads_key(const struct exh_zv_node *puzzle, int64_t key)
{
	for (const struct exh_zv_node *block = puzzle->first; block; block = block->next)
		for (const struct exh_zv_node *line =
			     block->kind == EXH_ZV_CRITERIA ? block->first : NULL;
		     line; line = line->next)
			if (line->kind == EXH_ZV_CRITERION && line->key == key)
				return true;
	return false;
}

static json_t *control_to_json(const struct exh_zv_script *script,
			       const struct exh_zv_node *control)
{
	json_t *json = json_object(), *parameters = json_array();

	json_object_set_new(json, "key", json_integer(control->key));
	json_object_set_new(json, "type", text_of(script, control->name));
	json_object_set_new(json, "line", json_integer(control->line));
	for (const struct exh_zv_node *node = control->first; node; node = node->next)
		if (node->kind == EXH_ZV_PARAMETER)
			json_array_append_new(parameters, text_of(script, node->text));
	json_object_set_new(json, "parameters", parameters);
	return json;
}

/* Controls of the same script whose keys the puzzle tests: hotspots, for the most part.
 */
static json_t *controls_to_json(const struct exh_zv_script *script,
				const struct exh_zv_node *puzzle)
{
	json_t *controls = json_array();

	for (const struct exh_zv_node *node = script->root.first; node; node = node->next)
		if (node->kind == EXH_ZV_CONTROL && reads_key(puzzle, node->key))
			json_array_append_new(controls, control_to_json(script, node));
	return controls;
}

static json_t *way_to_json(const struct zv_map *map, const struct exh_zv_atlas_way *way)
{
	const struct exh_zv_set_use *use = way->way->use;
	const struct exh_zv_script *script = map->scripts[use->script];
	const struct exh_zv_node *puzzle = use->use.owner;
	json_t *json = json_object();

	json_object_set_new(json, "from", json_text(way->way->from));
	json_object_set_new(json, "to", json_text(way->way->to));
	json_object_set_new(json, "is_back", json_boolean(way->way->is_back));
	json_object_set_new(json, "has_script", json_boolean(way->to != EXH_ZV_NOWHERE));
	json_object_set_new(json, "script", json_text(map->names[use->script]));
	json_object_set_new(json, "line", json_integer(use->use.line));
	if (puzzle) {
		json_object_set_new(json, "puzzle", json_integer(puzzle->key));
		json_object_set_new(json, "criteria", criteria_to_json(script, puzzle));
		json_object_set_new(json, "controls", controls_to_json(script, puzzle));
	}
	return json;
}

/*
 * Places.
 */

/* One that the player, once there, can't leave. */
static bool is_dead_end(const struct exh_zv_atlas_place *place)
{
	return !place->way_count;
}

static json_t *place_to_json(const struct telling *telling,
			     const struct exh_zv_atlas_place *place)
{
	json_t *json = json_object();
	char picture[LINE_SIZE] = "";

	if (place->picture.size && place->picture.size < sizeof picture)
		memcpy(picture, place->picture.data, place->picture.size);
	json_object_set_new(json, "place", json_text(place->name));
	json_object_set_new(json, "script", json_text(telling->map.names[place->script]));
	json_object_set_new(json, "kind", json_string(place->kind));
	json_object_set_new(json, "picture", *picture ? json_text(picture) : json_null());
	json_object_set_new(json, "controls",
			    json_integer((json_int_t)place->control_count));
	json_object_set_new(json, "ways", json_integer((json_int_t)place->way_count));
	json_object_set_new(json, "entries",
			    json_integer((json_int_t)place->entry_count));
	json_object_set_new(json, "is_reached", json_boolean(place->is_reached));
	json_object_set_new(json, "is_dead_end", json_boolean(is_dead_end(place)));
	return json;
}

static json_t *names_of(const struct telling *telling,
			bool (*is_meant)(const struct exh_zv_atlas_place *place))
{
	const struct exh_zv_atlas *atlas = &telling->map.atlas;
	json_t *names = json_array();

	for (size_t i = 0; i < atlas->place_count; i++)
		if (is_meant(&atlas->places[i]))
			json_array_append_new(names, json_text(atlas->places[i].name));
	return names;
}

static bool is_unreached(const struct exh_zv_atlas_place *place)
{
	return !place->is_reached;
}

static void tell_places(struct telling *telling)
{
	const struct exh_zv_atlas *atlas = &telling->map.atlas;
	json_t *places = json_array(), *ways = json_array();

	for (size_t i = 0; i < atlas->place_count; i++)
		json_array_append_new(places, place_to_json(telling, &atlas->places[i]));
	for (size_t i = 0; i < atlas->way_count; i++)
		json_array_append_new(ways, way_to_json(&telling->map, &atlas->ways[i]));
	json_object_set_new(telling->result, "places", places);
	json_object_set_new(telling->result, "ways", ways);
	json_object_set_new(telling->result, "unreached",
			    json_is_null(json_object_get(telling->result, "start"))
				    ? json_null()
				    : names_of(telling, is_unreached));
	json_object_set_new(telling->result, "dead_ends", names_of(telling, is_dead_end));
}

/*
 * Files.
 */

static void tell_missing(void *context, const struct exh_zv_set_use *use,
			 const char *name)
{
	struct telling *telling = context;
	json_t *json = json_object();

	telling->missing_count++;
	json_object_set_new(json, "file", json_text(name));
	json_object_set_new(json, "script", json_text(telling->map.names[use->script]));
	json_object_set_new(json, "line", json_integer(use->use.line));
	json_array_append_new(json_object_get(telling->result, "missing_files"), json);
}

static void tell_unnamed(void *context, const char *name)
{
	struct telling *telling = context;

	telling->unnamed_count++;
	json_array_append_new(json_object_get(telling->result, "unnamed_files"),
			      json_text(name));
}

static void tell_files(struct telling *telling)
{
	json_object_set_new(telling->result, "missing_files", json_array());
	json_object_set_new(telling->result, "unnamed_files", json_array());
	zv_map_each_missing(&telling->map, tell_missing, telling);
	if (!zv_map_each_unnamed(&telling->map, tell_unnamed, telling))
		report_error(telling->report, NULL, EXH_NO_OFFSET, "out of memory");
}

/*
 * Start and path.
 */

/* Without --start, that of the games, if there is one. */
static bool find_start(struct telling *telling)
{
	const char *name = telling->request->start ? telling->request->begin : "gary";
	struct zv_map *map = &telling->map;
	const size_t start = exh_zv_atlas_find(&map->atlas, name);

	json_object_set_new(telling->result, "start",
			    start == EXH_ZV_NOWHERE ? json_null() : json_text(name));
	if (start == EXH_ZV_NOWHERE && telling->request->start) {
		report_error(telling->report, NULL, EXH_NO_OFFSET,
			     "--start %s: the game has no script of this place", name);
		return false;
	}
	if (start == EXH_ZV_NOWHERE ||
	    exh_zv_atlas_reach(&map->atlas, start, &map->arena))
		return true;
	report_error(telling->report, NULL, EXH_NO_OFFSET, "out of memory");
	return false;
}

static void put_criteria(struct exh_writer *out, const json_t *way)
{
	const json_t *blocks = json_object_get(way, "criteria"), *block, *line;
	size_t i, k;

	json_array_foreach(blocks, i, block)
	{
		text_put(out, i ? " or " : "  if ");
		json_array_foreach(block, k, line)
			text_put(out, "%s%s", k ? ", " : "", json_string_value(line));
	}
}

static void tell_path(struct telling *telling)
{
	const struct zv_world_request *request = telling->request;
	struct zv_map *map = &telling->map;
	const size_t from = exh_zv_atlas_find(&map->atlas, request->from);
	const size_t to = exh_zv_atlas_find(&map->atlas, request->to);
	const struct exh_zv_atlas_way *const *path = NULL;
	json_t *json = json_array();
	size_t count = 0;

	if (from == EXH_ZV_NOWHERE || to == EXH_ZV_NOWHERE)
		report_error(telling->report, NULL, EXH_NO_OFFSET,
			     "--path %s: the game has no script of %s", request->path,
			     from == EXH_ZV_NOWHERE ? request->from : request->to);
	else if (!exh_zv_atlas_path(&map->atlas, from, to, &map->arena, &path, &count))
		report_error(telling->report, NULL, EXH_NO_OFFSET, "out of memory");
	else if (!path && from != to)
		report_error(telling->report, NULL, EXH_NO_OFFSET,
			     "--path %s: no ways lead there", request->path);
	for (size_t i = 0; i < count && path; i++)
		json_array_append_new(json, way_to_json(map, path[i]));
	json_object_set_new(telling->result, "path", json);
}

/*
 * For people.
 */

static void put_way(struct exh_writer *out, const json_t *way)
{
	text_put(out, "  %s -> %s  %s:%d",
		 json_string_value(json_object_get(way, "from")),
		 json_is_true(json_object_get(way, "is_back"))
			 ? "back"
			 : json_string_value(json_object_get(way, "to")),
		 json_string_value(json_object_get(way, "script")),
		 (int)json_integer_value(json_object_get(way, "line")));
	if (json_object_get(way, "puzzle"))
		text_put(out, " puzzle %" JSON_INTEGER_FORMAT,
			 json_integer_value(json_object_get(way, "puzzle")));
	put_criteria(out, way);
	text_put(out, "\n");
}

static void put_ways(struct exh_writer *out, const json_t *ways, const char *head)
{
	const json_t *way;
	size_t i;

	text_put(out, "%s: %zu\n", head, json_array_size(ways));
	json_array_foreach(ways, i, way) put_way(out, way);
}

static void put_names(struct exh_writer *out, const json_t *names, const char *head)
{
	const json_t *name;
	size_t i;

	if (!json_array_size(names))
		return;
	text_put(out, "%s: %zu\n", head, json_array_size(names));
	json_array_foreach(names, i, name)
		text_put(out, "  %s\n", json_string_value(name));
}

static void put_missing(struct exh_writer *out, const json_t *files)
{
	const json_t *file;
	size_t i;

	if (json_array_size(files))
		text_put(out, "files that are missing: %zu\n", json_array_size(files));
	json_array_foreach(files, i, file) text_put(
		out, "  %s  %s:%d\n", json_string_value(json_object_get(file, "file")),
		json_string_value(json_object_get(file, "script")),
		(int)json_integer_value(json_object_get(file, "line")));
}

static void put_text(struct telling *telling)
{
	const struct exh_zv_atlas *atlas = &telling->map.atlas;
	struct exh_writer *out = &telling->text;
	json_t *result = telling->result;

	if (telling->request->path) {
		put_ways(out, json_object_get(result, "path"), "ways of the path");
		return;
	}
	text_put(out, "places: %zu\n", atlas->place_count);
	for (size_t i = 0; i < atlas->place_count; i++) {
		const struct exh_zv_atlas_place *place = &atlas->places[i];

		text_put(out, "  %s  %s", place->name, place->kind);
		if (place->picture.size && place->picture.size < LINE_SIZE)
			text_put(out, "  %.*s", (int)place->picture.size,
				 (const char *)place->picture.data);
		text_put(out, "\n");
	}
	put_ways(out, json_object_get(result, "ways"), "ways");
	put_names(out, json_object_get(result, "dead_ends"), "dead ends");
	put_names(out, json_object_get(result, "unreached"),
		  "places that the start does not lead to");
	put_missing(out, json_object_get(result, "missing_files"));
	put_names(out, json_object_get(result, "unnamed_files"),
		  "files that neither a script nor a lever names");
}

/*
 * A graph.
 */

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

static void put_dot_place(struct exh_writer *out, const struct exh_zv_atlas_place *place)
{
	static const char *const shapes[][2] = { { "flat", "box" },
						 { "pana", "ellipse" },
						 { "tilt", "house" } };

	text_put(out, "\t");
	put_dot_name(out, place->name);
	for (size_t i = 0; i < 3; i++)
		if (strcmp(shapes[i][0], place->kind) == 0)
			text_put(out, " [shape=%s%s];\n", shapes[i][1],
				 is_dead_end(place) ? ", peripheries=2" : "");
}

static bool is_on_path(const json_t *path, const struct exh_zv_way *way)
{
	const json_t *step;
	size_t i;

	json_array_foreach(
		path, i,
		step) if (strcmp(json_string_value(json_object_get(step, "from")),
				 way->from) == 0 &&
			  strcmp(json_string_value(json_object_get(step, "to")),
				 way->to) == 0 &&
			  json_integer_value(json_object_get(step, "line")) ==
				  way->use->use.line) return true;
	return false;
}

/* A way of a room, a world or the universe begins in a place of that name. */
static void put_dot_way(struct telling *telling, const struct exh_zv_way *way)
{
	struct exh_writer *out = &telling->text;
	const struct exh_zv_node *owner = way->use->use.owner;
	const json_t *path = json_object_get(telling->result, "path");

	text_put(out, "\t");
	put_dot_name(out, way->from);
	text_put(out, " -> ");
	put_dot_name(out, way->is_back ? "back" : way->to);
	text_put(out, " [label=\"%" PRId64 "\"%s%s];\n", owner ? owner->key : 0,
		 way->is_back ? ", style=dashed" : "",
		 is_on_path(path, way) ? ", penwidth=3" : "");
}

static void put_dot(struct telling *telling)
{
	const struct exh_zv_atlas *atlas = &telling->map.atlas;

	text_put(&telling->text, "digraph world {\n");
	for (size_t i = 0; i < atlas->place_count; i++)
		put_dot_place(&telling->text, &atlas->places[i]);
	for (size_t i = 0; i < atlas->way_count; i++)
		put_dot_way(telling, atlas->ways[i].way);
	text_put(&telling->text, "}\n");
}

/*
 * All of it.
 */

static void tell(struct telling *telling)
{
	if (!find_start(telling))
		return;
	tell_places(telling);
	tell_files(telling);
	if (telling->request->path)
		tell_path(telling);
	if (telling->request->format == ZV_WORLD_TEXT)
		put_text(telling);
	if (telling->request->format == ZV_WORLD_DOT)
		put_dot(telling);
}

static void write_output(struct telling *telling, const char *output)
{
	struct report *report = telling->report;
	struct exh_error err;

	if (telling->request->format == ZV_WORLD_JSON &&
	    json_append(json_result("zv-world", telling->result), &telling->text, NULL))
		telling->text.failed = true;
	if (telling->text.failed)
		report_error(report, output, EXH_NO_OFFSET, "out of memory");
	else if (strcmp(output, "-") != 0 && file_make_folder_of(output, &err))
		report_failure(report, output, &err);
	else if (report_write(report, output, exh_writer_bytes(&telling->text)) &&
		 report->common->output)
		json_object_set_new(telling->result, "output", json_text(output));
}

void zv_world_run(void *context, const char *input, const char *output,
		  struct report *report, json_t *result)
{
	const struct zv_world_request *request = context;
	struct telling telling = { .request = request,
				   .report = report,
				   .result = result,
				   .text = { .limit = text_limit } };

	if (zv_map_open(&telling.map, input, report)) {
		tell(&telling);
		if (!report->failed && (request->common.output || !request->common.json))
			write_output(&telling, output);
	}
	exh_writer_free(&telling.text);
	zv_map_close(&telling.map);
}

char *zv_world_output_for(void *context, const char *input, bool several)
{
	const struct zv_world_request *request = context;

	(void)input;
	(void)several;
	return strdup(request->common.output ? request->common.output : "-");
}
