/* Places and ways as JSON. */
#include "zv_world.h"

#include "assets/zvision/panorama/zv_panorama.h"
#include "task/json.h"
#include "task/memory.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Ways, with what allows them.
 */

static struct json *text_of(const struct exh_zv_script *script, struct exh_zv_span span)
{
	struct exh_writer out = { .limit = ZV_WORLD_LINE * 16 };
	struct json *json;

	exh_zv_latin1_to_utf8(exh_zv_script_text(script, span), true, &out);
	exh_write_u8(&out, 0);
	json = mem_check_limit(&out, NULL) ? json_new_null()
					   : json_of_text((const char *)out.data);
	exh_writer_free(&out);
	return json;
}

/* A list of blocks, each of lines: one block must hold. */
static struct json *criteria_to_json(const struct exh_zv_script *script,
				     const struct exh_zv_node *puzzle)
{
	struct json *blocks = json_new_list();

	for (const struct exh_zv_node *block = puzzle->first; block;
	     block = block->next) {
		struct json *lines;

		if (block->kind != EXH_ZV_CRITERIA)
			continue;
		lines = json_new_list();
		for (const struct exh_zv_node *line = block->first; line;
		     line = line->next)
			if (line->kind == EXH_ZV_CRITERION)
				json_push(lines, text_of(script, line->text));
		if (json_size(lines))
			json_push(blocks, lines);
		else
			json_free(lines);
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

static struct json *control_to_json(const struct exh_zv_script *script,
				    const struct exh_zv_node *control)
{
	struct json *json = json_new_object(), *parameters = json_new_list();

	json_set_number(json, "key", control->key);
	json_set(json, "type", text_of(script, control->name));
	json_set_number(json, "line", control->line);
	for (const struct exh_zv_node *node = control->first; node; node = node->next)
		if (node->kind == EXH_ZV_PARAMETER)
			json_push(parameters, text_of(script, node->text));
	json_set(json, "parameters", parameters);
	return json;
}

/* Controls of the same script whose keys the puzzle tests: hotspots, for the most part.
 */
static struct json *controls_to_json(const struct exh_zv_script *script,
				     const struct exh_zv_node *puzzle)
{
	struct json *controls = json_new_list();

	for (const struct exh_zv_node *node = script->root.first; node; node = node->next)
		if (node->kind == EXH_ZV_CONTROL && reads_key(puzzle, node->key))
			json_push(controls, control_to_json(script, node));
	return controls;
}

struct json *zv_world_way_json(const struct zv_map *map,
			       const struct exh_zv_atlas_way *way)
{
	const struct exh_zv_set_use *use = way->way->use;
	const struct exh_zv_script *script = map->scripts[use->script];
	const struct exh_zv_node *puzzle = use->use.owner;
	struct json *json = json_new_object();

	json_set_text(json, "from", way->way->from);
	json_set_text(json, "to", way->way->to);
	json_set_flag(json, "is_back", way->way->is_back);
	json_set_flag(json, "has_script", way->to != EXH_ZV_NOWHERE);
	json_set_flag(json, "is_possible", !way->is_impossible);
	json_set_number(json, "needs", way->needs);
	json_set_number(json, "offset", zv_world_offset(way));
	json_set_text(json, "script", map->names[use->script]);
	json_set_number(json, "line", use->use.line);
	if (puzzle) {
		json_set_number(json, "puzzle", puzzle->key);
		json_set(json, "criteria", criteria_to_json(script, puzzle));
		json_set(json, "controls", controls_to_json(script, puzzle));
	}
	return json;
}

/*
 * What can be clicked.
 */

/* The next argument as a number; the largest if it is too long for one. False: there is
 * none. */
static bool next_number(struct exh_bytes *args, long *number)
{
	struct exh_bytes argument;
	char word[ZV_WORLD_LINE] = "";

	if (!exh_zv_script_argument(args, &argument))
		return false;
	if (argument.size < sizeof word)
		memcpy(word, argument.data, argument.size);
	*number = argument.size < sizeof word ? strtol(word, NULL, 10) : LONG_MAX;
	return true;
}

int32_t zv_world_offset(const struct exh_zv_atlas_way *way)
{
	struct exh_bytes args = way->way->use->use.text;
	long offset = 0;

	for (int i = 0; i < 4; i++)
		if (!next_number(&args, &offset))
			return 0;
	return offset > INT16_MAX || offset < INT16_MIN ? 0 : (int32_t)offset;
}

static bool is_named(const struct exh_zv_script *script, const struct exh_zv_node *node,
		     const char *name)
{
	return zv_is_word(exh_zv_script_text(script, node->name), name);
}

static bool read_spot(const struct exh_zv_script *script, const struct exh_zv_node *node,
		      int32_t spot[4])
{
	struct exh_bytes args = exh_zv_script_text(script, node->args);
	long number;

	for (int i = 0; i < 4; i++) {
		if (!next_number(&args, &number) || number < INT16_MIN ||
		    number > INT16_MAX)
			return false;
		spot[i] = (int32_t)number;
	}
	return true;
}

/* Those of push toggles have a size, those of slots corners. */
static bool find_spot(const struct exh_zv_script *script,
		      const struct exh_zv_node *control, int32_t spot[4])
{
	for (const struct exh_zv_node *node = control->first; node; node = node->next) {
		const bool is_slot = is_named(script, node, "hotspot");

		if (node->kind != EXH_ZV_PARAMETER ||
		    !(is_slot || is_named(script, node, "flat_hotspot") ||
		      is_named(script, node, "warp_hotspot")) ||
		    !read_spot(script, node, spot))
			continue;
		spot[2] -= is_slot ? spot[0] : 0;
		spot[3] -= is_slot ? spot[1] : 0;
		return true;
	}
	return false;
}

const struct exh_zv_node *zv_world_spot(const struct zv_map *map,
					const struct exh_zv_atlas_way *way,
					int32_t spot[4])
{
	const struct exh_zv_set_use *use = way->way->use;
	const struct exh_zv_script *script = map->scripts[use->script];

	if (!use->use.owner)
		return NULL;
	for (const struct exh_zv_node *node = script->root.first; node; node = node->next)
		if (node->kind == EXH_ZV_CONTROL &&
		    reads_key(use->use.owner, node->key) && find_spot(script, node, spot))
			return node;
	return NULL;
}

/*
 * What a place has and uses.
 */

/* Of a script: names and keys, each once. */
struct used {
	const struct zv_map *map;
	struct json *lists[ZV_NO_TYPE + 1], *reads, *writes;
};

static void take_file(struct used *used, struct exh_bytes text)
{
	const char *name = zv_map_file(used->map, text);
	const enum zv_type type =
		name ? zv_game_place(used->map->game, name)->type : ZV_NO_TYPE;

	if (name)
		json_set(used->lists[type], name, json_new_flag(true));
}

static void take_key(struct json *keys, int64_t key)
{
	char name[24];

	snprintf(name, sizeof name, "%" PRId64, key);
	json_set_number(keys, name, key);
}

static void take_use(void *context, const struct exh_zv_use *use)
{
	struct used *used = context;

	if (use->kind == EXH_ZV_USE_FILE)
		take_file(used, use->text);
	else if (use->kind == EXH_ZV_USE_READ)
		take_key(used->reads, use->key);
	else if (use->kind != EXH_ZV_USE_PLACE && use->kind != EXH_ZV_USE_PUZZLE)
		take_key(used->writes, use->key);
}

static struct json *names_in(struct json *set)
{
	struct json *names = json_new_list(), *value;
	const char *name;

	json_each_key(set, name, value) json_push(
		names, json_flag_of(value) ? json_of_text(name) : json_share(value));
	json_free(set);
	return names;
}

static void add_uses(const struct zv_map *map, const struct exh_zv_script *script,
		     struct json *json)
{
	static const struct {
		enum zv_type type;
		const char *name;
	} kinds[] = { { ZV_PICTURE, "pictures" },
		      { ZV_ANIMATION, "animations" },
		      { ZV_SOUND, "sounds" },
		      { ZV_LEVER, "levers" },
		      { ZV_VIDEO, "videos" } };
	struct used used = { .map = map,
			     .reads = json_new_object(),
			     .writes = json_new_object() };

	for (size_t i = 0; i <= ZV_NO_TYPE; i++)
		used.lists[i] = json_new_object();
	exh_zv_script_uses(script, take_use, &used);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		json_set(json, kinds[i].name, names_in(used.lists[kinds[i].type]));
		used.lists[kinds[i].type] = NULL;
	}
	for (size_t i = 0; i <= ZV_NO_TYPE; i++)
		json_free(used.lists[i]);
	json_set(json, "reads", names_in(used.reads));
	json_set(json, "writes", names_in(used.writes));
}

/* What is done to the inventory: "add 5". */
static struct json *items_of(const struct exh_zv_script *script)
{
	struct json *items = json_new_list();

	for (const struct exh_zv_node *node = script->root.first; node;
	     node = exh_zv_script_next(node))
		if (node->kind == EXH_ZV_RESULT && is_named(script, node, "inventory"))
			json_push(items, text_of(script, node->args));
	return items;
}

static bool is_renderer(const struct exh_zv_script *script,
			const struct exh_zv_node *node)
{
	return is_named(script, node, "flat") || is_named(script, node, "pana") ||
	       is_named(script, node, "tilt");
}

static struct json *hotspots_of(const struct exh_zv_script *script)
{
	struct json *controls = json_new_list();

	for (const struct exh_zv_node *node = script->root.first; node; node = node->next)
		if (node->kind == EXH_ZV_CONTROL && !is_renderer(script, node))
			json_push(controls, control_to_json(script, node));
	return controls;
}

/* Of a place that turns. */
static struct json *view_of(const struct exh_zv_script *script)
{
	struct pano_script room;

	pano_script_of(script, &room);
	if (room.options.kind == EXH_ZV_FLAT)
		return json_new_null();
	return json_make("{s:f, s:f, s:b}", "angle", room.options.angle, "linscale",
			 room.options.linscale, "is_reversed", room.options.reverse);
}

/*
 * Places.
 */

bool zv_world_is_dead_end(const struct exh_zv_atlas_place *place)
{
	return !place->way_count;
}

struct json *zv_world_place_json(const struct zv_world_report *world,
				 const struct exh_zv_atlas_place *place)
{
	const struct exh_zv_script *script = world->map.scripts[place->script];
	struct json *json = json_new_object();
	char picture[ZV_WORLD_LINE] = "";

	if (place->picture.size && place->picture.size < sizeof picture)
		memcpy(picture, place->picture.data, place->picture.size);
	json_set_text(json, "place", place->name);
	json_set_text(json, "script", world->map.names[place->script]);
	json_set_string(json, "kind", place->kind);
	json_set(json, "picture", *picture ? json_of_text(picture) : json_new_null());
	json_set_number(json, "controls", place->control_count);
	json_set_number(json, "ways", place->way_count);
	json_set_number(json, "entries", place->entry_count);
	json_set_flag(json, "is_reached", place->is_reached);
	json_set_flag(json, "is_dead_end", zv_world_is_dead_end(place));
	json_set(json, "view", view_of(script));
	json_set(json, "hotspots", hotspots_of(script));
	json_set(json, "items", items_of(script));
	add_uses(&world->map, script, json);
	return json;
}

void zv_world_put_criteria(struct exh_writer *out, const struct json *way,
			   const char *head)
{
	const struct json *blocks = json_get(way, "criteria"), *block, *line;
	size_t i, k;

	json_each(blocks, i, block)
	{
		text_put(out, "%s", i ? " or " : head);
		json_each(block, k, line)
			text_put(out, "%s%s", k ? ", " : "", json_text_of(line));
	}
}
