#include "dreams_parts.h"

static const char *activity_name(uint16_t active)
{
	static const char *const names[] = { "no", "yes", "always", "removable" };

	return active < sizeof names / sizeof *names ? names[active] : "?";
}

static void trace_state(struct exh_keen_engine *e, const struct object *ob)
{
	const struct exh_event_field fields[] = {
		{ .key = "slot", .number = slot_of(e, ob) },
		{ .key = "class", .text = exh_keen_object_class_name(ob->obclass) },
		{ .key = "state", .text = state_of(e, ob)->name },
		{ .key = "active", .text = activity_name(ob->active) },
		{ .key = "x", .number = ob->x },
		{ .key = "y", .number = ob->y },
		{ .key = "xdir", .number = ob->xdir },
		{ .key = "ydir", .number = ob->ydir },
		{ .key = "xmove", .number = ob->xmove },
		{ .key = "ymove", .number = ob->ymove },
		{ .key = "xspeed", .number = ob->xspeed },
		{ .key = "yspeed", .number = ob->yspeed },
		{ .key = "ticcount", .number = ob->ticcount },
		{ .key = "nothink", .number = ob->nothink },
		{ .key = "shape", .number = ob->shapenum },
		{ .key = "needtoreact", .number = ob->needtoreact },
		{ .key = "needtoclip", .number = ob->needtoclip },
		{ .key = "left", .number = ob->left },
		{ .key = "top", .number = ob->top },
		{ .key = "right", .number = ob->right },
		{ .key = "bottom", .number = ob->bottom },
		{ .key = "midx", .number = ob->midx },
		{ .key = "tileleft", .number = ob->tileleft },
		{ .key = "tiletop", .number = ob->tiletop },
		{ .key = "tileright", .number = ob->tileright },
		{ .key = "tilebottom", .number = ob->tilebottom },
		{ .key = "tilemidx", .number = ob->tilemidx },
		{ .key = "hitnorth", .number = ob->hitnorth },
		{ .key = "hiteast", .number = ob->hiteast },
		{ .key = "hitsouth", .number = ob->hitsouth },
		{ .key = "hitwest", .number = ob->hitwest },
		{ .key = "temp1", .number = ob->temp1 },
		{ .key = "temp2", .number = ob->temp2 },
		{ .key = "temp3", .number = ob->temp3 },
		{ .key = "temp4", .number = ob->temp4 },
		{ .key = "sprite", .number = ob->sprite },
	};

	_Static_assert(sizeof fields / sizeof *fields <= EXH_EVENT_FIELDS, "all of them");
	exh_keen_trace(e, "object", fields, sizeof fields / sizeof *fields);
}

void exh_keen_trace_objects(struct exh_keen_engine *e)
{
	if (!TRACES(e))
		return;
	for (uint16_t i = e->first_object; i != NO_SLOT; i = e->objects[i].next)
		trace_state(e, &e->objects[i]);
}
