#include "zv_world.h"

#include "task/fields.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <inttypes.h>
#include <string.h>

static const size_t text_limit = (size_t)1 << 30;

struct missing {
	const char *file, *script;
	uint32_t line;
};
static const struct field missing_field[] = {
	FIELD(struct missing, file, NULL, "file that is missing"),
	FIELD(struct missing, script, NULL, "script that names it"),
	FIELD(struct missing, line, NULL, "line of the script, from 1"),
};
static const struct fields missing_table =
	FIELDS("missing", struct missing, missing_field);

/* Each put when it is known. */
struct told {
	struct json *places, *ways, *unreached, *dead_ends, *missing_files,
		*unnamed_files, *path;
};
#define ROW struct told
static const struct field world_field[] = {
	FIELD_ITEMS(ROW, places, &zv_world_place_fields, "the places"),
	FIELD_ITEMS(ROW, ways, &zv_world_way_fields, "ways between them"),
	FIELD_ITEMS(ROW, unreached, &text_fields,
		    "places that the start does not lead to; null: there is no start",
		    FIELD_OR_NULL),
	FIELD_ITEMS(ROW, dead_ends, &text_fields, "places without a way out"),
	FIELD_ITEMS(ROW, missing_files, &missing_table,
		    "files that scripts name and the game lacks"),
	FIELD_ITEMS(ROW, unnamed_files, &text_fields,
		    "pictures, animations, sounds, levers and videos that neither a "
		    "script nor a lever names"),
};
static const struct field path_field[] = {
	FIELD_ITEMS(ROW, path, &zv_world_way_fields,
		    "ways of the path, in their order; with --path"),
};
#undef ROW
static const struct fields world_table = FIELDS("world", struct told, world_field);
static const struct fields path_table = FIELDS("path", struct told, path_field);
const struct fields *const zv_world_results[] = {
	&zv_world_start_fields, &world_table,	  &path_table,
	&zv_world_logic_fields, &sequence_fields, NULL
};

/*
 * Places and ways.
 */

static struct json *names_of(const struct zv_world_report *world,
			     bool (*is_meant)(const struct exh_zv_atlas_place *place))
{
	const struct exh_zv_atlas *atlas = &world->map.atlas;
	struct json *names = json_new_list();

	for (size_t i = 0; i < atlas->place_count; i++)
		if (is_meant(&atlas->places[i]))
			json_push(names, json_of_text(atlas->places[i].name));
	return names;
}

static bool is_unreached(const struct exh_zv_atlas_place *place)
{
	return !place->is_reached;
}

static void tell_places(struct zv_world_report *world, struct told *row)
{
	const struct exh_zv_atlas *atlas = &world->map.atlas;

	row->places = json_new_list();
	row->ways = json_new_list();
	for (size_t i = 0; i < atlas->place_count; i++)
		json_push(row->places, zv_world_place_json(world, &atlas->places[i]));
	for (size_t i = 0; i < atlas->way_count; i++)
		json_push(row->ways, zv_world_way_json(&world->map, &atlas->ways[i]));
	if (!json_is_nothing(json_get(world->result, "start")))
		row->unreached = names_of(world, is_unreached);
	row->dead_ends = names_of(world, zv_world_is_dead_end);
}

/*
 * Files.
 */

struct telling {
	const struct zv_map *map;
	struct told *row;
};

static void tell_missing(void *context, const struct exh_zv_set_use *use,
			 const char *name)
{
	const struct telling *telling = context;
	const struct missing row = { name, telling->map->names[use->script],
				     use->use.line };

	json_push(telling->row->missing_files, fields_to_json(&missing_table, &row));
}

static void tell_unnamed(void *context, const char *name)
{
	const struct telling *telling = context;

	json_push(telling->row->unnamed_files, json_of_text(name));
}

static void tell_files(const struct zv_map *map, struct told *row)
{
	struct telling telling = { map, row };

	row->missing_files = json_new_list();
	row->unnamed_files = json_new_list();
	zv_map_each_missing(map, tell_missing, &telling);
	zv_map_each_unnamed(map, tell_unnamed, &telling);
}

/*
 * Start and path.
 */

/* Finds the place where the game begins, and what can be reached from there. */
static bool find_start(struct zv_world_report *world)
{
	struct zv_map *map = &world->map;
	const size_t start = exh_zv_atlas_find(&map->atlas, world->request->begin);

	return zv_world_put_start(world, start != EXH_ZV_NOWHERE) &&
	       (start == EXH_ZV_NOWHERE ||
		exh_zv_atlas_reach(&map->atlas, start, &map->arena) ||
		zv_map_fail_limit(map, world->report));
}

static void tell_path(struct zv_world_report *world)
{
	const struct zv_world_request *request = world->request;
	struct zv_map *map = &world->map;
	const size_t from = exh_zv_atlas_find(&map->atlas, request->from);
	const size_t to = exh_zv_atlas_find(&map->atlas, request->to);
	const struct exh_zv_atlas_way *const *path = NULL;
	struct json *json = json_new_list();
	size_t count = 0;

	if (from == EXH_ZV_NOWHERE || to == EXH_ZV_NOWHERE)
		report_error(world->report, NULL, EXH_NO_OFFSET,
			     "--path %s: the game has no script of %s", request->path,
			     from == EXH_ZV_NOWHERE ? request->from : request->to);
	else if (!exh_zv_atlas_path(&map->atlas, from, to,
				    (enum exh_zv_atlas_order)request->by, &map->arena,
				    &path, &count))
		zv_map_fail_limit(map, world->report);
	else if (!path && from != to)
		report_error(world->report, NULL, EXH_NO_OFFSET,
			     "--path %s: no ways lead there", request->path);
	for (size_t i = 0; i < count && path; i++) {
		json_push(json, zv_world_way_json(map, path[i]));
		if (path[i]->is_impossible)
			report_warning(world->report,
				       map->names[path[i]->way->use->script],
				       EXH_NO_OFFSET,
				       "line %u: its puzzle never fires; no other way "
				       "leads there",
				       (unsigned)path[i]->way->use->use.line);
	}
	fields_put(&path_table, &(struct told){ .path = json }, world->result);
	if (request->walk && !world->report->failed)
		zv_world_walk(world, path, count, from);
}

/*
 * For people.
 */

static void put_way(struct exh_writer *out, const struct json *way)
{
	text_put(out, "  %s -> %s  %s:%d", json_text_at(way, "from"),
		 zv_world_way_end(way), json_text_at(way, "script"),
		 (int)json_number_at(way, "line"));
	if (json_get(way, "puzzle"))
		text_put(out, " puzzle %" PRId64, json_number_at(way, "puzzle"));
	zv_world_put_criteria(out, way, "  if ");
	text_put(out, "\n");
}

static void put_ways(struct exh_writer *out, const struct json *ways, const char *head)
{
	const struct json *way;
	size_t i;

	text_put(out, "%s: %zu\n", head, json_size(ways));
	json_each(ways, i, way) put_way(out, way);
}

static void put_names(struct exh_writer *out, const struct json *names, const char *head)
{
	const struct json *name;
	size_t i;

	if (!json_size(names))
		return;
	text_put(out, "%s: %zu\n", head, json_size(names));
	json_each(names, i, name) text_put(out, "  %s\n", json_text_of(name));
}

static void put_missing(struct exh_writer *out, const struct json *files)
{
	const struct json *file;
	size_t i;

	if (json_size(files))
		text_put(out, "files that are missing: %zu\n", json_size(files));
	json_each(files, i, file)
		text_put(out, "  %s  %s:%d\n", json_text_at(file, "file"),
			 json_text_at(file, "script"), (int)json_number_at(file, "line"));
}

static void put_text(struct zv_world_report *world)
{
	const struct exh_zv_atlas *atlas = &world->map.atlas;
	struct exh_writer *out = &world->text;
	struct json *result = world->result;

	if (world->request->path) {
		put_ways(out, json_get(result, "path"), "ways of the path");
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
	put_ways(out, json_get(result, "ways"), "ways");
	put_names(out, json_get(result, "dead_ends"), "dead ends");
	put_names(out, json_get(result, "unreached"),
		  "places that the start does not lead to");
	put_missing(out, json_get(result, "missing_files"));
	put_names(out, json_get(result, "unnamed_files"),
		  "files that neither a script nor a lever names");
}

/*
 * All of it.
 */

static void tell(struct zv_world_report *world)
{
	struct told row = { .places = NULL };

	if (world->request->logic)
		zv_world_tell_logic(world);
	if (world->request->logic || !find_start(world))
		return;
	tell_places(world, &row);
	tell_files(&world->map, &row);
	fields_put(&world_table, &row, world->result);
	if (world->request->path)
		tell_path(world);
	if (world->request->format == ZV_WORLD_TEXT)
		put_text(world);
	if (world->request->format == ZV_WORLD_DOT)
		zv_world_put_dot(world);
	if (world->request->format == ZV_WORLD_GRAPHML)
		zv_world_put_graphml(world);
	if (world->request->format == ZV_WORLD_HTML)
		zv_world_put_page(world);
}

void zv_world_run(void *context, const char *input, const char *output,
		  struct report *report, struct json *result)
{
	const struct zv_world_request *request = context;
	struct zv_world_report world = { .request = request,
					 .input = input,
					 .report = report,
					 .result = result,
					 .text = { .limit = text_limit } };

	if (zv_map_open(&world.map, input, request->logic, report)) {
		tell(&world);
		if (!report->failed)
			output_write_result(report, output,
					    request->format == ZV_WORLD_JSON, &world.text,
					    result);
		if (world.lack)
			report_error(report, NULL, EXH_NO_OFFSET, "%s", world.lack);
	}
	exh_writer_free(&world.text);
	zv_map_close(&world.map);
}
