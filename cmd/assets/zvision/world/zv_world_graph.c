/* The map as a graph: for Graphviz, and as GraphML. */
#include "zv_world.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/text.h"

#include <inttypes.h>
#include <string.h>

/*
 * A graph.
 */

static void put_dot_place(struct exh_writer *out, const struct exh_zv_atlas_place *place)
{
	static const char *const shapes[][2] = { { "flat", "box" },
						 { "pana", "ellipse" },
						 { "tilt", "house" } };

	text_put(out, "\t");
	text_put_quoted(out, place->name);
	for (size_t i = 0; i < 3; i++)
		if (strcmp(shapes[i][0], place->kind) == 0)
			text_put(out, " [shape=%s%s];\n", shapes[i][1],
				 zv_world_is_dead_end(place) ? ", peripheries=2" : "");
}

static bool is_on_path(const struct json *path, const struct exh_zv_way *way)
{
	const struct json *step;
	size_t i;

	json_each(path, i, step) if (strcmp(json_text_at(step, "from"), way->from) == 0 &&
				     strcmp(json_text_at(step, "to"), way->to) == 0 &&
				     json_number_at(step, "line") ==
					     way->use->use.line) return true;
	return false;
}

/* A way of a room, a world or the universe begins in a place of that name. */
static void put_dot_way(struct zv_world_report *world, const struct exh_zv_way *way)
{
	struct exh_writer *out = &world->text;
	const struct exh_zv_node *owner = way->use->use.owner;
	const struct json *path = json_get(world->result, "path");

	text_put(out, "\t");
	text_put_quoted(out, way->from);
	text_put(out, " -> ");
	text_put_quoted(out, way->is_back ? "back" : way->to);
	text_put(out, " [label=\"%" PRId64 "\"%s%s];\n", owner ? owner->key : 0,
		 way->is_back ? ", style=dashed" : "",
		 is_on_path(path, way) ? ", penwidth=3" : "");
}

void zv_world_put_dot(struct zv_world_report *world)
{
	const struct exh_zv_atlas *atlas = &world->map.atlas;

	text_put(&world->text, "digraph world {\n");
	for (size_t i = 0; i < atlas->place_count; i++)
		put_dot_place(&world->text, &atlas->places[i]);
	for (size_t i = 0; i < atlas->way_count; i++)
		put_dot_way(world, atlas->ways[i].way);
	text_put(&world->text, "}\n");
}

/*
 * GraphML: for yEd, Gephi, networkx.
 */

static const struct {
	const char *of, *name, *type;
} attributes[] = {
	{ "node", "kind", "string" },
	{ "node", "picture", "string" },
	{ "node", "script", "string" },
	{ "node", "is_reached", "boolean" },
	{ "node", "is_dead_end", "boolean" },
	{ "edge", "script", "string" },
	{ "edge", "line", "int" },
	{ "edge", "puzzle", "int" },
	{ "edge", "criteria", "string" },
	{ "edge", "is_back", "boolean" },
	{ "edge", "is_on_path", "boolean" },
};

static void put_data(struct exh_writer *out, const char *of, const char *name,
		     const struct json *value)
{
	if (!value || json_is_nothing(value))
		return;
	text_put(out, "      <data key=\"%s.%s\">", of, name);
	if (json_is_text(value))
		text_put_xml(out, json_text_of(value));
	else if (json_is_whole(value))
		text_put(out, "%" PRId64, json_number_of(value));
	else
		text_put(out, "%s", json_flag_of(value) ? "true" : "false");
	text_put(out, "</data>\n");
}

/* Writes the attributes that the object has. */
static void put_attributes(struct exh_writer *out, const char *of,
			   const struct json *object)
{
	for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
		const struct json *value = json_get(object, attributes[i].name);

		if (strcmp(attributes[i].of, of) == 0 && !json_is_list(value))
			put_data(out, of, attributes[i].name, value);
	}
}

static void put_node(struct exh_writer *out, const char *id, const struct json *place)
{
	text_put(out, "    <node id=\"");
	text_put_xml(out, id);
	text_put(out, "\">\n");
	put_attributes(out, "node", place);
	text_put(out, "    </node>\n");
}

/* Rooms, worlds, and places without a script: ends of ways that are no places. */
static void put_other(struct exh_writer *out, struct json *known, const char *id)
{
	if (json_get(known, id))
		return;
	json_set(known, id, json_new_flag(true));
	put_node(out, id, NULL);
}

const char *zv_world_way_end(const struct json *way)
{
	return json_flag_of(json_get(way, "is_back")) ? "back" : json_text_at(way, "to");
}

static struct json *criteria_text(const struct json *way)
{
	struct exh_writer out = { .limit = 1 << 20 };
	struct json *text = NULL;

	zv_world_put_criteria(&out, way, "");
	if (out.size)
		exh_write_u8(&out, 0);
	if (out.size && !mem_check_limit(&out, NULL))
		text = json_of_text((const char *)out.data);
	exh_writer_free(&out);
	return text;
}

static void put_edge(struct zv_world_report *world, size_t i, const struct json *way)
{
	const struct exh_zv_way *known = world->map.atlas.ways[i].way;
	const struct json *path = json_get(world->result, "path");
	struct exh_writer *out = &world->text;
	struct json *criteria = criteria_text(way);

	text_put(out, "    <edge id=\"way%zu\" source=\"", i);
	text_put_xml(out, json_text_at(way, "from"));
	text_put(out, "\" target=\"");
	text_put_xml(out, zv_world_way_end(way));
	text_put(out, "\">\n");
	put_attributes(out, "edge", way);
	put_data(out, "edge", "criteria", criteria);
	if (is_on_path(path, known))
		put_data(out, "edge", "is_on_path", json_new_flag(true));
	text_put(out, "    </edge>\n");
	json_free(criteria);
}

void zv_world_put_graphml(struct zv_world_report *world)
{
	const struct json *places = json_get(world->result, "places"), *place;
	const struct json *ways = json_get(world->result, "ways"), *way;
	struct exh_writer *out = &world->text;
	struct json *known = json_new_object();
	size_t i;

	text_put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
	for (i = 0; i < sizeof attributes / sizeof *attributes; i++)
		text_put(out,
			 "  <key id=\"%s.%s\" for=\"%s\" attr.name=\"%s\" "
			 "attr.type=\"%s\"/>\n",
			 attributes[i].of, attributes[i].name, attributes[i].of,
			 attributes[i].name, attributes[i].type);
	text_put(out, "  <graph id=\"world\" edgedefault=\"directed\">\n");
	json_each(places, i, place)
	{
		const char *id = json_text_at(place, "place");

		json_set(known, id, json_new_flag(true));
		put_node(out, id, place);
	}
	json_each(ways, i, way)
	{
		put_other(out, known, json_text_at(way, "from"));
		put_other(out, known, zv_world_way_end(way));
	}
	json_each(ways, i, way) put_edge(world, i, way);
	text_put(out, "  </graph>\n</graphml>\n");
	json_free(known);
}
