#include "world.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <inttypes.h>
#include <string.h>

static const size_t text_limit = (size_t)1 << 30;

/*
 * Places and ways.
 */

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
		json_array_append_new(places,
				      zv_world_place_json(telling, &atlas->places[i]));
	for (size_t i = 0; i < atlas->way_count; i++)
		json_array_append_new(ways,
				      zv_world_way_json(&telling->map, &atlas->ways[i]));
	json_object_set_new(telling->result, "places", places);
	json_object_set_new(telling->result, "ways", ways);
	json_object_set_new(telling->result, "unreached",
			    json_is_null(json_object_get(telling->result, "start"))
				    ? json_null()
				    : names_of(telling, is_unreached));
	json_object_set_new(telling->result, "dead_ends",
			    names_of(telling, zv_world_is_dead_end));
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
	json_set_text(json, "file", name);
	json_set_text(json, "script", telling->map.names[use->script]);
	json_set_number(json, "line", use->use.line);
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
	zv_map_each_unnamed(&telling->map, tell_unnamed, telling);
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
	return start == EXH_ZV_NOWHERE ||
	       exh_zv_atlas_reach(&map->atlas, start, &map->arena) ||
	       zv_map_fail_limit(map, telling->report);
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
	else if (!exh_zv_atlas_path(&map->atlas, from, to,
				    (enum exh_zv_atlas_order)request->by, &map->arena,
				    &path, &count))
		zv_map_fail_limit(map, telling->report);
	else if (!path && from != to)
		report_error(telling->report, NULL, EXH_NO_OFFSET,
			     "--path %s: no ways lead there", request->path);
	for (size_t i = 0; i < count && path; i++) {
		json_array_append_new(json, zv_world_way_json(map, path[i]));
		if (path[i]->is_impossible)
			report_warning(telling->report,
				       map->names[path[i]->way->use->script],
				       EXH_NO_OFFSET,
				       "line %u: its puzzle never fires; no other way "
				       "leads there",
				       (unsigned)path[i]->way->use->use.line);
	}
	json_object_set_new(telling->result, "path", json);
	if (request->walk && !telling->report->failed)
		zv_world_walk(telling, path, count, from);
}

/*
 * For people.
 */

static void put_way(struct exh_writer *out, const json_t *way)
{
	text_put(out, "  %s -> %s  %s:%d",
		 json_string_value(json_object_get(way, "from")), zv_world_way_end(way),
		 json_string_value(json_object_get(way, "script")),
		 (int)json_integer_value(json_object_get(way, "line")));
	if (json_object_get(way, "puzzle"))
		text_put(out, " puzzle %" JSON_INTEGER_FORMAT,
			 json_integer_value(json_object_get(way, "puzzle")));
	zv_world_put_criteria(out, way, "  if ");
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
		if (place->picture.size && place->picture.size < ZV_WORLD_LINE)
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
		zv_world_put_dot(telling);
	if (telling->request->format == ZV_WORLD_GRAPHML)
		zv_world_put_graphml(telling);
	if (telling->request->format == ZV_WORLD_HTML)
		zv_world_put_page(telling);
}

void zv_world_run(void *context, const char *input, const char *output,
		  struct report *report, json_t *result)
{
	const struct zv_world_request *request = context;
	struct telling telling = { .request = request,
				   .input = input,
				   .report = report,
				   .result = result,
				   .text = { .limit = text_limit } };

	if (zv_map_open(&telling.map, input, report)) {
		tell(&telling);
		if (!report->failed)
			output_write_result(report, output,
					    request->format == ZV_WORLD_JSON,
					    &telling.text, result);
	}
	exh_writer_free(&telling.text);
	zv_map_close(&telling.map);
}
