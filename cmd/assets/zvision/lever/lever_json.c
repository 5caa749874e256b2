#include "zv_lever.h"
#include "task/json.h"
#include "task/memory.h"

#include <exhume/zvision_script.h>

#include <stdio.h>
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

static json_t *text_to_json(char *text)
{
	json_t *json = json_text(text);

	free(text);
	return json;
}

static json_t *place_to_json(const struct exh_zv_lever_place *place)
{
	return json_pack("{s:I, s:I}", "line", (json_int_t)place->line, "column",
			 (json_int_t)place->column);
}

/*
 * The keys of zvision 9.
 */

static json_t *numbers_to_json(const struct exh_zv_lever *lever,
			       enum exh_zv_lever_key key)
{
	const struct exh_zv_lever_field *field = &lever->fields[key];
	json_t *list;

	if (!field->known)
		return json_null();
	if (exh_zv_lever_key_size(key) == 1)
		return json_integer(field->values[0]);
	list = json_array();
	for (size_t i = 0; i < exh_zv_lever_key_size(key); i++)
		json_array_append_new(list, json_integer(field->values[i]));
	return list;
}

static json_t *field_to_json(const struct exh_zv_lever *lever, enum exh_zv_lever_key key)
{
	switch (key) {
	case EXH_ZV_LEVER_MIRRORED:
		return json_boolean(exh_zv_lever_is_mirrored(lever));
	case EXH_ZV_LEVER_FRAMES:
	case EXH_ZV_LEVER_START_POS:
		return json_integer(exh_zv_lever_number(lever, key));
	default:
		return numbers_to_json(lever, key);
	}
}

static json_t *position_to_json(const struct exh_zv_lever_position *position)
{
	json_t *directions = json_array(), *paths = json_array();

	for (size_t i = 0; i < position->direction_count; i++)
		json_array_append_new(directions,
				      json_pack("{s:i, s:i}", "to",
						(int)position->directions[i].to, "angle",
						(int)position->directions[i].angle));
	for (size_t i = 0; i < position->path_count; i++)
		json_array_append_new(paths,
				      json_pack("[i, i]", (int)position->paths[i].from,
						(int)position->paths[i].to));
	return json_pack("{s:i, s:i, s:o, s:o, s:o}", "x", (int)position->x, "y",
			 (int)position->y, "directions", directions, "path", paths, "end",
			 position->has_end ? json_integer(position->end) : json_null());
}

static void set_positions(const struct exh_zv_lever *lever, json_t *result, json_t *lines)
{
	json_t *positions = json_object(), *places = json_object();

	for (size_t i = 0; i < lever->position_count; i++) {
		char name[16];

		snprintf(name, sizeof name, "%d", (int)lever->positions[i].number);
		json_object_set_new(positions, name,
				    position_to_json(&lever->positions[i]));
		json_object_set_new(places, name,
				    place_to_json(&lever->positions[i].place));
	}
	json_object_set_new(result, "positions", positions);
	json_object_set_new(lines, "positions", places);
}

static void set_filename(const struct lever_file *file, json_t *result, json_t *lines)
{
	if (!file->lever.filename.data) {
		json_object_set_new(result, "filename", json_null());
		return;
	}
	json_object_set_new(result, "filename",
			    text_to_json(lever_file_animation(file, true)));
	json_object_set_new(lines, "filename",
			    place_to_json(&file->lever.filename_place));
}

/*
 * What else is known.
 */

static json_t *edges_to_json(const struct exh_zv_lever *lever)
{
	json_t *edges = json_array();

	for (size_t i = 0; i < lever->position_count; i++) {
		const struct exh_zv_lever_position *p = &lever->positions[i];

		for (size_t k = 0; k < p->direction_count; k++)
			json_array_append_new(
				edges, json_pack("{s:s, s:i, s:i, s:i}", "kind",
						 "direction", "from", (int)p->number,
						 "to", (int)p->directions[k].to, "angle",
						 (int)p->directions[k].angle));
		if (p->path_count)
			json_array_append_new(
				edges, json_pack("{s:s, s:i, s:i}", "kind", "return",
						 "from", (int)p->number, "to",
						 (int)p->paths[p->path_count - 1].to));
	}
	return edges;
}

static json_t *findings_to_json(const struct lever_file *file)
{
	json_t *checks = json_array();

	for (const struct exh_zv_lever_finding *f = file->findings; f; f = f->next) {
		json_t *json = json_pack("{s:s, s:b}", "check",
					 exh_zv_lever_check_name(f->check), "breaks",
					 (int)f->breaks);

		json_object_set_new(json, "line",
				    f->place.line ? json_integer(f->place.line)
						  : json_null());
		json_object_set_new(json, "column",
				    f->place.line ? json_integer(f->place.column)
						  : json_null());
		json_set_text(json, "text", f->text);
		json_array_append_new(checks, json);
	}
	return checks;
}

static json_t *others_to_json(const struct exh_zv_lever *lever)
{
	json_t *others = json_array();

	for (const struct exh_zv_lever_other *o = lever->others; o; o = o->next) {
		json_t *json = place_to_json(&o->place);

		json_object_set_new(json, "key", text_to_json(latin1_text(o->key)));
		json_object_set_new(json, "value", text_to_json(latin1_text(o->value)));
		json_array_append_new(others, json);
	}
	return others;
}

void lever_to_json(const struct lever_file *file, json_t *result)
{
	const struct exh_zv_lever *lever = &file->lever;
	json_t *lines = json_object();

	for (unsigned i = 0; i < EXH_ZV_LEVER_KEY_COUNT; i++) {
		const enum exh_zv_lever_key key = (enum exh_zv_lever_key)i;
		const char *name = exh_zv_lever_key_name(key);

		if (key == EXH_ZV_LEVER_SKIPCOLOR)
			set_filename(file, result, lines);
		json_object_set_new(result, name, field_to_json(lever, key));
		if (lever->fields[i].known)
			json_object_set_new(lines, name,
					    place_to_json(&lever->fields[i].place));
	}
	set_positions(lever, result, lines);
	json_object_set_new(result, "filename_written",
			    lever->filename.data
				    ? text_to_json(lever_file_animation(file, false))
				    : json_null());
	json_object_set_new(result, "unknown", others_to_json(lever));
	json_object_set_new(result, "lines", lines);
	json_object_set_new(result, "edges", edges_to_json(lever));
	json_object_set_new(result, "checks", findings_to_json(file));
}
