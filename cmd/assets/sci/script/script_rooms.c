#include "script.h"

#include "assets/sci/sci.h"
#include "task/text.h"

#include <exhume/advanced/sci_rooms.h>

enum { NAME_SIZE = 256 };

struct rooms {
	struct script_output *o;
	const struct exh_sci_program *program;
	struct exh_sci_rooms rooms;
};

static struct exh_bytes selector_name(const struct rooms *r, unsigned selector)
{
	return exh_sci_program_selector(r->program, selector);
}

static struct exh_bytes author_name(const struct rooms *r, unsigned number)
{
	return exh_sci_project_name(&r->o->program->project, EXH_SCI_SCRIPT, number);
}

/* True if the script of the exit is selected. Exits of a region belong to each room
 * that uses the region. */
static bool is_wanted(const struct rooms *r, const struct exh_sci_exit *exit)
{
	return script_output_has(r->o, exit->from);
}

/*
 * Text.
 */

static void put_room_name(const struct rooms *r, unsigned number)
{
	const struct exh_bytes name =
		script_own_name(exh_sci_program_script(r->program, number));
	const struct exh_bytes author = author_name(r, number);

	text_put(r->o->text, "%u", number);
	if (name.size) {
		exh_write_u8(r->o->text, ' ');
		script_output_put(r->o, name);
	}
	if (author.size) {
		text_put(r->o->text, " \"");
		sci_author_put(author, r->o->text);
		exh_write_u8(r->o->text, '"');
	}
}

static void put_exit(const struct rooms *r, const struct exh_sci_exit *exit)
{
	exh_write_u8(r->o->text, '\t');
	script_output_put(r->o, selector_name(r, exit->selector));
	exh_write_u8(r->o->text, ' ');
	put_room_name(r, exit->to);
	if (!exh_sci_room(&r->rooms, exit->to))
		text_put(r->o->text, " (missing)");
	text_put(r->o->text, ", ");
	script_output_put_place(r->o, exit->script, exit->offset);
	exh_write_u8(r->o->text, '\n');
}

static void put_exits(const struct rooms *r, unsigned from)
{
	for (size_t i = 0; i < r->rooms.exit_count; i++)
		if (r->rooms.exits[i].from == from)
			put_exit(r, &r->rooms.exits[i]);
}

static void put_room(const struct rooms *r, const struct exh_sci_room *room)
{
	text_put(r->o->text, "room ");
	put_room_name(r, room->number);
	if (room->pic >= 0)
		text_put(r->o->text, ", pic %d", room->pic);
	if (!room->is_led_to)
		text_put(r->o->text, ", nothing leads here");
	exh_write_u8(r->o->text, '\n');
	put_exits(r, room->number);
}

/* Appends exits of no room: in code for all rooms. */
static void put_others(const struct rooms *r)
{
	for (size_t i = 0; i < r->program->script_count; i++) {
		const unsigned number = r->program->scripts[i].number;
		bool has_exits = false;

		for (size_t k = 0; k < r->rooms.exit_count; k++)
			has_exits |= r->rooms.exits[k].from == number;
		if (!has_exits || exh_sci_room(&r->rooms, number) ||
		    !script_output_has(r->o, number))
			continue;
		text_put(r->o->text, "script ");
		put_room_name(r, number);
		exh_write_u8(r->o->text, '\n');
		put_exits(r, number);
	}
}

static void put_text(const struct rooms *r)
{
	for (size_t i = 0; i < r->rooms.room_count; i++)
		if (script_output_has(r->o, r->rooms.rooms[i].number))
			put_room(r, &r->rooms.rooms[i]);
	put_others(r);
}

/*
 * Tables.
 */

struct room {
	uint16_t number;
	struct exh_bytes name, author_name;
	bool has_pic;
	int pic;
	uint8_t is_led_to;
};

static const struct field room_field[] = {
	FIELD_AS("room", struct room, number, NULL, "number of the room"),
	SCRIPT_NAME(struct room, name, "name of the room's object"),
	SCRIPT_NAME(struct room, author_name, "name that the authors gave it"),
	FIELD(struct room, pic, NULL, "number of the room's pic",
	      FIELD_HAS(struct room, has_pic)),
	FIELD_AS("led_to", struct room, is_led_to, NULL,
		 "1: a way of another script leads to the room", .most = 1),
};
const struct fields script_room_fields = FIELDS("room", struct room, room_field);

struct exit {
	struct exh_sci_exit exit;
	uint8_t is_room;
	struct exh_bytes as, place;
};

static const struct field exit_field[] = {
	FIELD_AS("from", struct exit, exit.from, NULL,
		 "the room, or the script of code for all rooms"),
	FIELD_AS("to", struct exit, exit.to, NULL, "number of the room it leads to"),
	SCRIPT_NAME(struct exit, as, "the property or message that leads there"),
	FIELD(struct exit, is_room, NULL, "1: the game has that room", .most = 1),
	FIELD_AS("script", struct exit, exit.script, NULL,
		 "number of the script with the way"),
	FIELD_AS("offset", struct exit, exit.offset, "bytes",
		 "offset of the way in that script"),
	SCRIPT_PLACE(struct exit),
};
const struct fields script_exit_fields = FIELDS("exit", struct exit, exit_field);

static struct json *add_rooms(const struct rooms *r)
{
	struct json *list = script_output_begin(r->o, &script_room_fields);

	for (size_t i = 0; i < r->rooms.room_count; i++) {
		const struct exh_sci_room *room = &r->rooms.rooms[i];
		const struct room row = { .number = room->number,
					  .name = room->object->name,
					  .author_name = author_name(r, room->number),
					  .has_pic = room->pic >= 0,
					  .pic = room->pic,
					  .is_led_to = room->is_led_to };

		if (script_output_has(r->o, room->number))
			script_output_add(r->o, &script_room_fields, &row, list);
	}
	return list;
}

static struct json *add_exits(const struct rooms *r)
{
	struct json *list = script_output_begin(r->o, &script_exit_fields);
	struct exh_writer place = { .limit = NAME_SIZE };

	for (size_t i = 0; i < r->rooms.exit_count; i++) {
		const struct exh_sci_exit *exit = &r->rooms.exits[i];
		struct exit row = { .exit = *exit,
				    .is_room = exh_sci_room(&r->rooms, exit->to) != NULL,
				    .as = selector_name(r, exit->selector) };

		if (!is_wanted(r, exit))
			continue;
		place.size = 0;
		script_place_put(r->program,
				 exh_sci_program_script(r->program, exit->script),
				 exit->offset, &place);
		row.place = exh_writer_bytes(&place);
		script_output_add(r->o, &script_exit_fields, &row, list);
	}
	exh_writer_free(&place);
	return list;
}

/*
 * Graphviz.
 */

static void put_node(const struct rooms *r, const struct exh_sci_room *room)
{
	struct exh_writer *out = r->o->text;
	const struct exh_bytes author = author_name(r, room->number);

	text_put(out, "\t%u [label=\"%u ", room->number, room->number);
	if (author.size)
		sci_author_put(author, out);
	else
		script_label_put(r->o->program, out, room->object->name);
	if (room->pic >= 0)
		text_put(out, "\\npic %d", room->pic);
	text_put(out, "\"];\n");
}

static void put_edge(const struct rooms *r, const struct exh_sci_exit *exit)
{
	struct exh_writer *out = r->o->text;

	text_put(out, "\t%u -> %u [label=\"", exit->from, exit->to);
	script_label_put(r->o->program, out, selector_name(r, exit->selector));
	text_put(out, "\"%s];\n", exh_sci_room(&r->rooms, exit->to) ? "" : ", color=red");
}

/* Appends nodes for scripts that are no rooms, but have exits. */
static void put_other_nodes(const struct rooms *r)
{
	long last = -1;

	for (size_t i = 0; i < r->rooms.exit_count; i++) {
		const unsigned from = r->rooms.exits[i].from;

		if (from == last || exh_sci_room(&r->rooms, from) ||
		    !script_output_has(r->o, from))
			continue;
		last = from;
		text_put(r->o->text, "\t%u [label=\"script %u ", from, from);
		script_label_put(
			r->o->program, r->o->text,
			script_own_name(exh_sci_program_script(r->program, from)));
		text_put(r->o->text, "\", shape=ellipse];\n");
	}
}

/* Prints a graph. Exits to the same room by the same message are one edge. */
static void put_dot(const struct rooms *r)
{
	const struct exh_sci_exit *last = NULL;

	text_put(r->o->text, "digraph rooms {\n\tnode [shape=box];\n");
	for (size_t i = 0; i < r->rooms.room_count; i++)
		if (script_output_has(r->o, r->rooms.rooms[i].number))
			put_node(r, &r->rooms.rooms[i]);
	put_other_nodes(r);
	for (size_t i = 0; i < r->rooms.exit_count; i++) {
		const struct exh_sci_exit *exit = &r->rooms.exits[i];

		if (!is_wanted(r, exit) ||
		    (last && last->from == exit->from && last->to == exit->to &&
		     last->selector == exit->selector))
			continue;
		put_edge(r, exit);
		last = exit;
	}
	text_put(r->o->text, "}\n");
}

bool script_rooms_fill(struct script_output *o)
{
	struct rooms r = { .o = o, .program = &o->program->program };
	struct exh_arena *arena = &o->program->arena;
	struct exh_sci_use *uses;
	size_t count;
	struct exh_error err;

	if (!script_output_uses(o, &uses, &count) ||
	    !script_output_check(
		    o, exh_sci_rooms(r.program, uses, count, arena, &r.rooms, &err),
		    &err))
		return false;
	switch (o->request->format) {
	case SCI_SCRIPT_JSON:
		o->json->rooms = add_rooms(&r);
		o->json->exits = add_exits(&r);
		break;
	case SCI_SCRIPT_TSV:
		add_exits(&r);
		break;
	case SCI_SCRIPT_DOT:
		put_dot(&r);
		break;
	default:
		put_text(&r);
	}
	return true;
}
