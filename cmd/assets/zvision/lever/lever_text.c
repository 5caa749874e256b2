#include "zv_lever.h"

#include "task/text.h"

#include <exhume/advanced/zvision_script.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends text; "?" replaces control characters, which a terminal would follow. */
static void put_bytes(struct exh_writer *out, struct exh_bytes latin1)
{
	for (size_t i = 0; i < latin1.size; i++) {
		const uint8_t byte = latin1.data[i];
		const bool is_control = byte < ' ' || (byte >= 0x7f && byte < 0xa0);

		if (is_control)
			exh_write_u8(out, '?');
		else
			exh_zv_latin1_to_utf8((struct exh_bytes){ &byte, 1, 0 }, false,
					      out);
	}
}

/*
 * Words.
 */

static void put_field(const struct lever_file *file, enum exh_zv_lever_key key,
		      struct exh_writer *out)
{
	const struct exh_zv_lever_field *field = &file->lever.fields[key];

	if (!field->known)
		return;
	text_put(out, "  %-16s", exh_zv_lever_key_name(key));
	for (size_t i = 0; i < exh_zv_lever_key_size(key); i++)
		text_put(out, "%s%d", i ? " " : "", (int)field->values[i]);
	if (key == EXH_ZV_LEVER_ANIM_COORDS)
		text_put(out, " (%lld by %lld pixels)",
			 (long long)field->values[2] - field->values[0] + 1,
			 (long long)field->values[3] - field->values[1] + 1);
	text_put(out, "\n");
}

static void put_header(const struct lever_file *file, struct exh_writer *out)
{
	const struct exh_zv_lever *lever = &file->lever;

	exh_write_bytes(out, file->path, strlen(file->path));
	text_put(out, ": %d positions%s, starts at %d\n", (int)exh_zv_lever_frames(lever),
		 exh_zv_lever_is_mirrored(lever) ? ", mirrored" : "",
		 (int)exh_zv_lever_number(lever, EXH_ZV_LEVER_START_POS));
	if (lever->filename.data) {
		text_put(out, "  %-16s", "filename");
		put_bytes(out, lever->filename);
		text_put(out, "\n");
	}
	for (unsigned key = 0; key < EXH_ZV_LEVER_KEY_COUNT; key++)
		put_field(file, (enum exh_zv_lever_key)key, out);
	for (const struct exh_zv_lever_other *other = lever->others; other;
	     other = other->next) {
		text_put(out, "  ");
		put_bytes(out, other->key);
		text_put(out, ": ");
		put_bytes(out, other->value);
		text_put(out, " (unknown)\n");
	}
}

static void put_return(const struct exh_zv_lever_position *position,
		       struct exh_writer *out)
{
	if (!position->has_return)
		return;
	text_put(out, "    let go:");
	for (size_t i = 0; i < position->path_count; i++)
		text_put(out, "%s to %d", i ? "," : "", (int)position->paths[i].to);
	if (!position->path_count)
		text_put(out, " stays");
	if (position->has_end)
		text_put(out, "; E(%d)", (int)position->end);
	text_put(out, "\n");
}

/* "up", "down-left" and so on. */
static const char *direction_word(int32_t angle)
{
	static const char *const words[] = { "right", "up-right",  "up",   "up-left",
					     "left",  "down-left", "down", "down-right" };
	const int32_t turn = (angle % 360 + 360) % 360;

	return words[(turn + 22) / 45 % 8];
}

static void put_position(const struct lever_file *file,
			 const struct exh_zv_lever_position *position,
			 struct exh_writer *out)
{
	const int32_t *size = file->lever.fields[EXH_ZV_LEVER_HOTSPOT_DELTAS].values;

	text_put(out, "  position %d: grabbed at %d,%d", (int)position->number,
		 (int)position->x, (int)position->y);
	if (size[0] > 0 && size[1] > 0)
		text_put(out, " to %lld,%lld", (long long)position->x + size[0] - 1,
			 (long long)position->y + size[1] - 1);
	text_put(out, "\n");
	for (size_t i = 0; i < position->direction_count; i++) {
		const struct exh_zv_lever_direction *direction = &position->directions[i];

		text_put(out, "    %s (%d): to %d\n", direction_word(direction->angle),
			 (int)direction->angle, (int)direction->to);
	}
	put_return(position, out);
}

static void put_findings(const struct lever_file *file, struct exh_writer *out)
{
	if (!file->findings)
		text_put(out, "  nothing wrong was found\n");
	for (const struct exh_zv_lever_finding *f = file->findings; f; f = f->next) {
		text_put(out, "  %s: ", f->breaks ? "wrong" : "look");
		if (f->place.line)
			text_put(out, "line %u column %u: ", (unsigned)f->place.line,
				 (unsigned)f->place.column);
		text_put(out, "%s\n", f->text);
	}
}

void lever_to_text(const struct lever_file *file, struct exh_writer *out)
{
	put_header(file, out);
	for (size_t i = 0; i < file->lever.position_count; i++)
		put_position(file, &file->lever.positions[i], out);
	put_findings(file, out);
}

/*
 * A graph.
 */

static void put_edges(const struct exh_zv_lever_position *position,
		      struct exh_writer *out)
{
	for (size_t i = 0; i < position->direction_count; i++)
		text_put(out, "\t\"%d\" -> \"%d\" [label=\"%d\"];\n",
			 (int)position->number, (int)position->directions[i].to,
			 (int)position->directions[i].angle);
	if (!position->path_count)
		return;
	text_put(out, "\t\"%d\" -> \"%d\" [style=dashed, label=\"", (int)position->number,
		 (int)position->paths[position->path_count - 1].to);
	for (size_t i = 0; i < position->path_count; i++)
		text_put(out, "%s%d", i ? " " : "", (int)position->paths[i].to);
	text_put(out, "\"];\n");
}

void lever_to_dot(const struct lever_file *file, struct exh_writer *out)
{
	const struct exh_zv_lever *lever = &file->lever;
	const int32_t start = exh_zv_lever_number(lever, EXH_ZV_LEVER_START_POS);

	text_put(out, "digraph ");
	text_put_quoted(out, file_name(file->path));
	text_put(out, " {\n\tnode [shape=circle];\n");
	for (size_t i = 0; i < lever->position_count; i++)
		text_put(out, "\t\"%d\"%s;\n", (int)lever->positions[i].number,
			 lever->positions[i].number == start ? " [shape=doublecircle]"
							     : "");
	for (size_t i = 0; i < lever->position_count; i++)
		put_edges(&lever->positions[i], out);
	text_put(out, "}\n");
}
