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

static struct json *text_to_json(char *text)
{
	struct json *json = json_of_text(text);

	free(text);
	return json;
}

static struct json *place_to_json(const struct exh_zv_lever_place *place)
{
	return json_make("{s:I, s:I}", "line", (int64_t)place->line, "column",
			 (int64_t)place->column);
}

/*
 * The keys of zvision 9.
 */

static struct json *numbers_to_json(const struct exh_zv_lever *lever,
				    enum exh_zv_lever_key key)
{
	const struct exh_zv_lever_field *field = &lever->fields[key];
	struct json *list;

	if (!field->known)
		return json_new_null();
	if (exh_zv_lever_key_size(key) == 1)
		return json_new_number(field->values[0]);
	list = json_new_list();
	for (size_t i = 0; i < exh_zv_lever_key_size(key); i++)
		json_push(list, json_new_number(field->values[i]));
	return list;
}

static struct json *field_to_json(const struct exh_zv_lever *lever,
				  enum exh_zv_lever_key key)
{
	switch (key) {
	case EXH_ZV_LEVER_MIRRORED:
		return json_new_flag(exh_zv_lever_is_mirrored(lever));
	case EXH_ZV_LEVER_FRAMES:
	case EXH_ZV_LEVER_START_POS:
		return json_new_number(exh_zv_lever_number(lever, key));
	default:
		return numbers_to_json(lever, key);
	}
}

static struct json *position_to_json(const struct exh_zv_lever_position *position)
{
	struct json *directions = json_new_list(), *paths = json_new_list();

	for (size_t i = 0; i < position->direction_count; i++)
		json_push(directions,
			  json_make("{s:i, s:i}", "to", (int)position->directions[i].to,
				    "angle", (int)position->directions[i].angle));
	for (size_t i = 0; i < position->path_count; i++)
		json_push(paths, json_make("[i, i]", (int)position->paths[i].from,
					   (int)position->paths[i].to));
	return json_make("{s:i, s:i, s:o, s:o, s:o}", "x", (int)position->x, "y",
			 (int)position->y, "directions", directions, "path", paths, "end",
			 position->has_end ? json_new_number(position->end)
					   : json_new_null());
}

static void set_positions(const struct exh_zv_lever *lever, struct json *result,
			  struct json *lines)
{
	struct json *positions = json_new_object(), *places = json_new_object();

	for (size_t i = 0; i < lever->position_count; i++) {
		char name[16];

		snprintf(name, sizeof name, "%d", (int)lever->positions[i].number);
		json_set(positions, name, position_to_json(&lever->positions[i]));
		json_set(places, name, place_to_json(&lever->positions[i].place));
	}
	json_set(result, "positions", positions);
	json_set(lines, "positions", places);
}

static void set_filename(const struct lever_file *file, struct json *result,
			 struct json *lines)
{
	if (!file->lever.filename.data) {
		json_set(result, "filename", json_new_null());
		return;
	}
	json_set(result, "filename", text_to_json(lever_file_animation(file, true)));
	json_set(lines, "filename", place_to_json(&file->lever.filename_place));
}

/*
 * What else is known.
 */

static struct json *edges_to_json(const struct exh_zv_lever *lever)
{
	struct json *edges = json_new_list();

	for (size_t i = 0; i < lever->position_count; i++) {
		const struct exh_zv_lever_position *p = &lever->positions[i];

		for (size_t k = 0; k < p->direction_count; k++)
			json_push(edges, json_make("{s:s, s:i, s:i, s:i}", "kind",
						   "direction", "from", (int)p->number,
						   "to", (int)p->directions[k].to,
						   "angle", (int)p->directions[k].angle));
		if (p->path_count)
			json_push(edges, json_make("{s:s, s:i, s:i}", "kind", "return",
						   "from", (int)p->number, "to",
						   (int)p->paths[p->path_count - 1].to));
	}
	return edges;
}

static struct json *findings_to_json(const struct lever_file *file)
{
	struct json *checks = json_new_list();

	for (const struct exh_zv_lever_finding *f = file->findings; f; f = f->next) {
		struct json *json = json_make("{s:s, s:b}", "check",
					      exh_zv_lever_check_name(f->check), "breaks",
					      (int)f->breaks);

		json_set(json, "line",
			 f->place.line ? json_new_number(f->place.line)
				       : json_new_null());
		json_set(json, "column",
			 f->place.line ? json_new_number(f->place.column)
				       : json_new_null());
		json_set_text(json, "text", f->text);
		json_push(checks, json);
	}
	return checks;
}

static struct json *others_to_json(const struct exh_zv_lever *lever)
{
	struct json *others = json_new_list();

	for (const struct exh_zv_lever_other *o = lever->others; o; o = o->next) {
		struct json *json = place_to_json(&o->place);

		json_set(json, "key", text_to_json(latin1_text(o->key)));
		json_set(json, "value", text_to_json(latin1_text(o->value)));
		json_push(others, json);
	}
	return others;
}

void lever_to_json(const struct lever_file *file, struct json *result)
{
	const struct exh_zv_lever *lever = &file->lever;
	struct json *lines = json_new_object();

	for (unsigned i = 0; i < EXH_ZV_LEVER_KEY_COUNT; i++) {
		const enum exh_zv_lever_key key = (enum exh_zv_lever_key)i;
		const char *name = exh_zv_lever_key_name(key);

		if (key == EXH_ZV_LEVER_SKIPCOLOR)
			set_filename(file, result, lines);
		json_set(result, name, field_to_json(lever, key));
		if (lever->fields[i].known)
			json_set(lines, name, place_to_json(&lever->fields[i].place));
	}
	set_positions(lever, result, lines);
	json_set(result, "filename_written",
		 lever->filename.data ? text_to_json(lever_file_animation(file, false))
				      : json_new_null());
	json_set(result, "unknown", others_to_json(lever));
	json_set(result, "lines", lines);
	json_set(result, "edges", edges_to_json(lever));
	json_set(result, "checks", findings_to_json(file));
}
