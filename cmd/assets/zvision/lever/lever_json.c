#include "zv_lever.h"
#include "task/fields.h"
#include "task/memory.h"

#include <exhume/advanced/zvision_script.h>

#include <stdlib.h>

/* Latin-1 as UTF-8, a blank for each NUL; to be freed. */
static char *latin1_text(struct exh_bytes latin1)
{
	struct exh_writer out = { .limit = SIZE_MAX };

	exh_zv_latin1_to_utf8(latin1, false, &out);
	for (size_t i = 0; i < out.size; i++)
		if (!out.data[i])
			out.data[i] = ' ';
	exh_write_u8(&out, 0);
	mem_check(&out);
	return (char *)out.data;
}

char *lever_file_animation(const struct lever_file *file, bool lower)
{
	char *text = latin1_text(file->lever.filename);

	for (char *c = text; lower && *c; c++)
		if (*c >= 'A' && *c <= 'Z')
			*c = (char)(*c + 32);
	return text;
}

/*
 * The keys of zvision 9, and what else is known.
 */

static const struct field place_field[] = {
	FIELD(struct exh_zv_lever_place, line, NULL, "line of the file, from 1"),
	FIELD(struct exh_zv_lever_place, column, NULL, "column, from 1"),
};
static const struct fields place_table =
	FIELDS("lever_place", struct exh_zv_lever_place, place_field);

static const struct field direction_field[] = {
	FIELD(struct exh_zv_lever_direction, to, NULL, "position that it leads to"),
	FIELD(struct exh_zv_lever_direction, angle, "degrees", "0 is right, 90 is up"),
};
static const struct fields direction_table =
	FIELDS("lever_direction", struct exh_zv_lever_direction, direction_field);

static const struct field path_field[] = {
	FIELD(struct exh_zv_lever_path, from, NULL, "position that it leaves"),
	FIELD(struct exh_zv_lever_path, to, NULL, "position that follows it"),
};
static const struct fields path_table = { .name = "lever_path",
					  .size = sizeof(struct exh_zv_lever_path),
					  .items = path_field,
					  .count = 2,
					  .is_tuple = true };

struct position {
	const char *key; /* first, of a map */
	struct exh_zv_lever_position p;
};
#define ROW struct position
static const struct field position_field[] = {
	FIELD_AS("x", ROW, p.x, "pixels",
		 "left edge of the rectangle where the lever can be grabbed"),
	FIELD_AS("y", ROW, p.y, "pixels",
		 "top edge of the rectangle where the lever can be grabbed"),
	FIELD_LIST_OF("directions", FIELD_ROW, ROW, p.directions, p.direction_count, NULL,
		      "directions of the mouse that move the lever from here",
		      .of = &direction_table),
	FIELD_LIST_OF("path", FIELD_ROW, ROW, p.paths, p.path_count, NULL,
		      "return: steps between positions when the lever is let go",
		      .of = &path_table),
	FIELD_AS("end", ROW, p.end, NULL,
		 "number in E(), the stated end of the return; null: there is none",
		 FIELD_HAS(ROW, p.has_end), FIELD_OR_NULL),
};
static const struct field position_place_field[] = {
	FIELD_AS("line", ROW, p.place.line, NULL, "line of the file, from 1"),
	FIELD_AS("column", ROW, p.place.column, NULL, "column, from 1"),
};
#undef ROW
static const struct fields position_table =
	FIELDS("lever_position", struct position, position_field);
static const struct fields position_place_table =
	FIELDS("lever_position_place", struct position, position_place_field);

struct other {
	struct exh_zv_lever_place place;
	char *key, *value;
};
static const struct field other_field[] = {
	FIELD_AS("line", struct other, place.line, NULL, "line of the file, from 1"),
	FIELD_AS("column", struct other, place.column, NULL, "column, from 1"),
	FIELD(struct other, key, NULL, "text before the colon"),
	FIELD(struct other, value, NULL, "text after the colon"),
};
static const struct fields other_table = FIELDS("lever_other", struct other, other_field);

struct edge {
	const char *kind;
	int32_t from, to, angle;
	bool has_angle;
};
static const struct field edge_field[] = {
	FIELD(struct edge, kind, NULL,
	      "kind of move: direction, by the mouse; return, by itself"),
	FIELD(struct edge, from, NULL, "position that it leaves"),
	FIELD(struct edge, to, NULL, "position that it leads to"),
	FIELD(struct edge, angle, "degrees", "0 is right, 90 is up",
	      FIELD_HAS(struct edge, has_angle)),
};
static const struct fields edge_table = FIELDS("lever_edge", struct edge, edge_field);

struct check {
	struct exh_zv_lever_finding f;
	bool has_place;
	const char *name;
};
#define ROW struct check
static const struct field check_field[] = {
	FIELD_AS("check", ROW, name, NULL, "name of the check, as in the text output"),
	FIELD_AS("breaks", ROW, f.breaks, NULL,
		 "true: keeps the lever from working as intended"),
	FIELD_AS("line", ROW, f.place.line, NULL, "line of the file, from 1",
		 FIELD_HAS(ROW, has_place), FIELD_OR_NULL),
	FIELD_AS("column", ROW, f.place.column, NULL, "column, from 1",
		 FIELD_HAS(ROW, has_place), FIELD_OR_NULL),
	FIELD_OF("text", FIELD_CHARS, ROW, f.text, NULL, "finding, as text"),
};
#undef ROW
static const struct fields check_table = FIELDS("lever_check", struct check, check_field);

struct described {
	struct exh_zv_lever lever; /* first: lines are in it, too */
	bool is_mirrored, has_filename;
	char *filename, *filename_written;
	int32_t deltas[2];
	struct position *positions;
	struct other *others;
	struct edge *edges;
	struct check *checks;
	size_t count, other_count, edge_count, check_count;
};
#define ROW struct described
#define PLACE_OF(name, key)                                                              \
	FIELD_OF(name, FIELD_ROW, ROW, lever.fields[key].place, NULL, "where it is set", \
		 .of = &place_table, FIELD_HAS(ROW, lever.fields[key].known))
static const struct field line_field[] = {
	PLACE_OF("animation_id", EXH_ZV_LEVER_ANIMATION_ID),
	FIELD_OF("filename", FIELD_ROW, ROW, lever.filename_place, NULL,
		 "where it is set", .of = &place_table, FIELD_HAS(ROW, has_filename)),
	PLACE_OF("skipcolor", EXH_ZV_LEVER_SKIPCOLOR),
	PLACE_OF("anim_coords", EXH_ZV_LEVER_ANIM_COORDS),
	PLACE_OF("mirrored", EXH_ZV_LEVER_MIRRORED),
	PLACE_OF("frames", EXH_ZV_LEVER_FRAMES),
	PLACE_OF("elsewhere", EXH_ZV_LEVER_ELSEWHERE),
	PLACE_OF("out_of_control", EXH_ZV_LEVER_OUT_OF_CONTROL),
	PLACE_OF("start_pos", EXH_ZV_LEVER_START_POS),
	PLACE_OF("hotspot_deltas", EXH_ZV_LEVER_HOTSPOT_DELTAS),
	PLACE_OF("venus_id", EXH_ZV_LEVER_VENUS_ID),
	FIELD_KEYS(ROW, positions, count, &position_place_table,
		   "positions, by their numbers"),
};
static const struct fields line_table =
	FIELDS("lever_lines", struct described, line_field);

#define IF_KNOWN(key) FIELD_HAS(ROW, lever.fields[key].known), FIELD_OR_NULL
#define ONE(name, key, unit, meaning) \
	FIELD_AS(name, ROW, lever.fields[key].values[0], unit, meaning, IF_KNOWN(key))
#define FOUR(name, key, unit, meaning)                                                   \
	FIELD_ARRAY_OF(name, FIELD_NUMBER, ROW, lever.fields[key].values, unit, meaning, \
		       IF_KNOWN(key))
static const struct field lever_field[] = {
	ONE("animation_id", EXH_ZV_LEVER_ANIMATION_ID, NULL, "not used"),
	FIELD(ROW, filename, NULL,
	      "file name of the animation, in lower case; null: the key is missing",
	      FIELD_OR_NULL),
	ONE("skipcolor", EXH_ZV_LEVER_SKIPCOLOR, NULL, "not used"),
	FOUR("anim_coords", EXH_ZV_LEVER_ANIM_COORDS, "pixels",
	     "left, top, right and bottom edge of the picture"),
	FIELD_AS("mirrored", ROW, is_mirrored, NULL,
		 "true: the file has each frame twice; false if the key is missing"),
	FIELD_AS("frames", ROW, lever.fields[EXH_ZV_LEVER_FRAMES].values[0], NULL,
		 "number of positions; 0 if the key is missing"),
	FOUR("elsewhere", EXH_ZV_LEVER_ELSEWHERE, NULL, "not used"),
	FOUR("out_of_control", EXH_ZV_LEVER_OUT_OF_CONTROL, NULL, "not used"),
	FIELD_AS("start_pos", ROW, lever.fields[EXH_ZV_LEVER_START_POS].values[0], NULL,
		 "position at the start; 0 if the key is missing"),
	FIELD_ARRAY_OF(
		"hotspot_deltas", FIELD_NUMBER, ROW, deltas, "pixels",
		"width and height of the rectangles where the lever can be grabbed",
		IF_KNOWN(EXH_ZV_LEVER_HOTSPOT_DELTAS)),
	ONE("venus_id", EXH_ZV_LEVER_VENUS_ID, NULL, "number of the lever's puzzle"),
	FIELD_KEYS(ROW, positions, count, &position_table, "positions, by their numbers"),
	FIELD(ROW, filename_written, NULL,
	      "file name of the animation, with the letters as in the text file",
	      FIELD_OR_NULL),
	FIELD_LIST_OF("unknown", FIELD_ROW, ROW, others, other_count, NULL,
		      "lines with unknown keys, as they are written", .of = &other_table),
	FIELD_OF("lines", FIELD_ROW, ROW, lever, NULL,
		 "place of each key that the file has", .of = &line_table),
	FIELD_ROWS(ROW, edges, edge_count, &edge_table,
		   "graph: all moves between positions"),
	FIELD_ROWS(ROW, checks, check_count, &check_table, "findings"),
};
#undef ROW
const struct fields lever_fields = FIELDS("lever", struct described, lever_field);

static void add_edges(struct described *row, const struct exh_zv_lever_position *p)
{
	for (size_t i = 0; i < p->direction_count; i++)
		row->edges[row->edge_count++] =
			(struct edge){ "direction", p->number, p->directions[i].to,
				       p->directions[i].angle, true };
	if (p->path_count)
		row->edges[row->edge_count++] =
			(struct edge){ .kind = "return",
				       .from = p->number,
				       .to = p->paths[p->path_count - 1].to };
}

static void add_positions(struct described *row, struct exh_arena *arena)
{
	const struct exh_zv_lever *lever = &row->lever;
	size_t most = lever->position_count;

	for (size_t i = 0; i < lever->position_count; i++)
		most += lever->positions[i].direction_count;
	row->count = lever->position_count;
	row->positions = mem_arena(arena, row->count, sizeof *row->positions);
	row->edges = mem_arena(arena, most, sizeof *row->edges);
	for (size_t i = 0; i < row->count; i++) {
		const struct exh_zv_lever_position *p = &lever->positions[i];

		row->positions[i].p = *p;
		row->positions[i].key = mem_arena_format(arena, "%d", (int)p->number);
		add_edges(row, p);
	}
}

static void add_others(struct described *row)
{
	for (const struct exh_zv_lever_other *o = row->lever.others; o; o = o->next)
		row->other_count++;
	row->others = mem_alloc(row->other_count, sizeof *row->others);
	row->other_count = 0;
	for (const struct exh_zv_lever_other *o = row->lever.others; o; o = o->next)
		row->others[row->other_count++] =
			(struct other){ o->place, latin1_text(o->key),
					latin1_text(o->value) };
}

static void add_checks(struct described *row, const struct exh_zv_lever_finding *first)
{
	for (const struct exh_zv_lever_finding *f = first; f; f = f->next)
		row->check_count++;
	row->checks = mem_alloc(row->check_count, sizeof *row->checks);
	row->check_count = 0;
	for (const struct exh_zv_lever_finding *f = first; f; f = f->next)
		row->checks[row->check_count++] =
			(struct check){ *f, f->place.line,
					exh_zv_lever_check_name(f->check) };
}

static void free_row(struct described *row)
{
	for (size_t i = 0; i < row->other_count; i++) {
		free(row->others[i].key);
		free(row->others[i].value);
	}
	free(row->others);
	free(row->checks);
	free(row->filename);
	free(row->filename_written);
}

void lever_to_json(const struct lever_file *file, struct json *result)
{
	const struct exh_zv_lever *lever = &file->lever;
	const int32_t *deltas = lever->fields[EXH_ZV_LEVER_HOTSPOT_DELTAS].values;
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct described row = { .lever = *lever,
				 .is_mirrored = exh_zv_lever_is_mirrored(lever),
				 .has_filename = lever->filename.data,
				 .deltas = { deltas[0], deltas[1] } };

	if (row.has_filename) {
		row.filename = lever_file_animation(file, true);
		row.filename_written = lever_file_animation(file, false);
	}
	add_positions(&row, &arena);
	add_others(&row);
	add_checks(&row, file->findings);
	fields_put(&lever_fields, &row, result);
	free_row(&row);
	exh_arena_free(&arena);
}
