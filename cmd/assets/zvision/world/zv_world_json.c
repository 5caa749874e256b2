/* Places and ways as JSON. */
#include "zv_world.h"

#include "assets/zvision/panorama/zv_panorama.h"
#include "task/fields.h"
#include "task/memory.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Tables.
 */

struct start {
	const char *start;
};
static const struct field start_field[] = {
	FIELD(struct start, start, NULL, "place where the game begins; null: unknown",
	      FIELD_OR_NULL),
};
const struct fields zv_world_start_fields = FIELDS("start", struct start, start_field);

struct control {
	int64_t key;
	uint32_t line;
	struct json *type, *parameters;
};
static const struct field control_field[] = {
	FIELD(struct control, key, NULL, "key of the control"),
	FIELD_MADE(FIELD_JSON, struct control, type, &text_fields, "kind of the control"),
	FIELD(struct control, line, NULL, "line of the script, from 1"),
	FIELD_ITEMS(struct control, parameters, &text_fields, "lines of its parameters"),
};
static const struct fields control_table =
	FIELDS("control", struct control, control_field);

static const struct fields block_table =
	FIELDS_LIST("criteria", &text_fields, "criteria that must all hold");

struct way {
	struct exh_zv_way way;
	bool has_script, is_possible, has_puzzle;
	uint32_t needs, line;
	int32_t offset;
	const char *script;
	int64_t puzzle;
	struct json *criteria, *controls;
};
#define ROW struct way
static const struct field way_field[] = {
	FIELD_AS("from", ROW, way.from, NULL,
		 "place, room or world of the script that has it"),
	FIELD_AS("to", ROW, way.to, NULL, "place that it leads to"),
	FIELD_AS("is_back", ROW, way.is_back, NULL,
		 "true: leads back to the place before"),
	FIELD(ROW, has_script, NULL, "true: the game has that place"),
	FIELD(ROW, is_possible, NULL, "false: its puzzle never fires"),
	FIELD(ROW, needs, NULL, "criteria that do not hold at the start"),
	FIELD(ROW, offset, "pixels", "where the player looks at the new place"),
	FIELD(ROW, script, NULL, "script that has it"),
	FIELD(ROW, line, NULL, "line of the script, from 1"),
	FIELD(ROW, puzzle, NULL, "puzzle that has it", FIELD_HAS(ROW, has_puzzle)),
	FIELD_ITEMS(ROW, criteria, &block_table, "blocks, one of which must hold",
		    FIELD_HAS(ROW, has_puzzle)),
	FIELD_ITEMS(ROW, controls, &control_table,
		    "controls of the same script whose keys the criteria test",
		    FIELD_HAS(ROW, has_puzzle)),
};
#undef ROW
const struct fields zv_world_way_fields = FIELDS("way", struct way, way_field);

static const struct field view_field[] = {
	FIELD(struct exh_zv_pano_options, angle, "degrees", "angle of view"),
	FIELD(struct exh_zv_pano_options, linscale, NULL, "below 1: middle enlarged"),
	FIELD_AS("is_reversed", struct exh_zv_pano_options, reverse, NULL,
		 "true: scrolls the other way"),
};
static const struct fields view_table =
	FIELDS("view", struct exh_zv_pano_options, view_field);

struct place {
	struct exh_zv_atlas_place p;
	const char *script, *picture;
	bool is_dead_end, has_view;
	struct exh_zv_pano_options view;
	/* used: by enum zv_type. */
	struct json *hotspots, *items, *used[ZV_NO_TYPE + 1], *reads, *writes;
};
#define ROW struct place
#define USED(name, type)                                                              \
	FIELD_OF(name, FIELD_JSON_LIST, ROW, used[type], NULL, "files that it names", \
		 .of = &text_fields)
static const struct field one_place_field[] = {
	FIELD_AS("place", ROW, p.name, NULL, "name of the place"),
	FIELD(ROW, script, NULL, "its script"),
	FIELD_AS("kind", ROW, p.kind, NULL,
		 "view: flat, pana (turns), tilt (up and down)"),
	FIELD(ROW, picture, NULL, "picture that the script sets first; null: none",
	      FIELD_OR_NULL),
	FIELD_AS("controls", ROW, p.control_count, NULL,
		 "number of controls that the player can use"),
	FIELD_AS("ways", ROW, p.way_count, NULL, "number of ways that lead away"),
	FIELD_AS("entries", ROW, p.entry_count, NULL, "number of ways that lead here"),
	FIELD_AS("is_reached", ROW, p.is_reached, NULL, "true: the start leads here"),
	FIELD(ROW, is_dead_end, NULL, "true: no way leads away"),
	FIELD_INSIDE(ROW, view, &view_table, "how it turns; null in flat places",
		     FIELD_HAS(ROW, has_view), FIELD_OR_NULL),
	FIELD_ITEMS(ROW, hotspots, &control_table, "controls of its script"),
	FIELD_ITEMS(ROW, items, &text_fields, "effects of its script on the inventory"),
	USED("pictures", ZV_PICTURE),
	USED("animations", ZV_ANIMATION),
	USED("sounds", ZV_SOUND),
	USED("levers", ZV_LEVER),
	USED("videos", ZV_VIDEO),
	FIELD_ITEMS(ROW, reads, &number_fields, "keys that it reads"),
	FIELD_ITEMS(ROW, writes, &number_fields, "keys that it writes"),
};
#undef ROW
const struct fields zv_world_place_fields =
	FIELDS("place", struct place, one_place_field);

/*
 * Ways, with their conditions.
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
	const struct control row = { control->key, control->line,
				     text_of(script, control->name), json_new_list() };

	for (const struct exh_zv_node *node = control->first; node; node = node->next)
		if (node->kind == EXH_ZV_PARAMETER)
			json_push(row.parameters, text_of(script, node->text));
	return fields_to_json(&control_table, &row);
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
	struct way row = { .way = *way->way,
			   .has_script = way->to != EXH_ZV_NOWHERE,
			   .is_possible = !way->is_impossible,
			   .has_puzzle = puzzle,
			   .needs = way->needs,
			   .line = use->use.line,
			   .offset = zv_world_offset(way),
			   .script = map->names[use->script],
			   .puzzle = puzzle ? puzzle->key : 0 };

	if (puzzle) {
		row.criteria = criteria_to_json(script, puzzle);
		row.controls = controls_to_json(script, puzzle);
	}
	return fields_to_json(&zv_world_way_fields, &row);
}

/*
 * Spots that can be clicked.
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

/* Finds the spot of a control. Spots of push toggles have a size, those of slots corners.
 */
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
 * Contents of a place, and the files and keys that it uses.
 */

/* Names and keys in a script, each once. */
struct used {
	const struct zv_map *map;
	struct json *lists[ZV_NO_TYPE + 1], *reads, *writes;
};

static void take_file(struct used *used, struct exh_bytes text)
{
	const char *name = zv_map_file(used->map, text);
	const enum zv_type type =
		name ? zv_game_place(used->map->game, name)->type : ZV_NO_TYPE;

	if (name && used->lists[type])
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
		     struct place *row)
{
	static const enum zv_type told[] = { ZV_PICTURE, ZV_ANIMATION, ZV_SOUND, ZV_LEVER,
					     ZV_VIDEO };
	struct used used = { .map = map,
			     .reads = json_new_object(),
			     .writes = json_new_object() };

	for (size_t i = 0; i < sizeof told / sizeof *told; i++)
		used.lists[told[i]] = json_new_object();
	exh_zv_script_uses(script, take_use, &used);
	for (size_t i = 0; i < sizeof told / sizeof *told; i++)
		row->used[told[i]] = names_in(used.lists[told[i]]);
	row->reads = names_in(used.reads);
	row->writes = names_in(used.writes);
}

/* Changes of the inventory: "add 5". */
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
	char picture[ZV_WORLD_LINE] = "";
	struct place row = { .p = *place,
			     .script = world->map.names[place->script],
			     .is_dead_end = zv_world_is_dead_end(place),
			     .hotspots = hotspots_of(script),
			     .items = items_of(script) };
	struct pano_script room;

	if (place->picture.size && place->picture.size < sizeof picture)
		memcpy(picture, place->picture.data, place->picture.size);
	row.picture = *picture ? picture : NULL;
	pano_script_of(script, &room);
	row.has_view = room.options.kind != EXH_ZV_FLAT;
	row.view = room.options;
	add_uses(&world->map, script, &row);
	return fields_to_json(&zv_world_place_fields, &row);
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

bool zv_world_put_start(struct zv_world_report *world, bool is_there)
{
	const struct zv_world_request *request = world->request;
	const struct start row = { is_there ? request->begin : NULL };

	fields_put(&zv_world_start_fields, &row, world->result);
	if (!is_there && request->start)
		report_error(world->report, NULL, EXH_NO_OFFSET,
			     "--start %s: the game has no script of this place",
			     request->begin);
	return is_there || !request->start;
}
