#include "dreams_parts.h"

/* Source: keen-engine 12. */
static const uint8_t random_table[256] = {
	0,   8,	  109, 220, 222, 241, 149, 107, 75,  248, 254, 140, 16,	 66,  74,  21,
	211, 47,  80,  242, 154, 27,  205, 128, 161, 89,  77,  36,  95,	 110, 85,  48,
	212, 140, 211, 249, 22,	 79,  200, 50,	28,  188, 52,  140, 202, 120, 68,  145,
	62,  70,  184, 190, 91,	 197, 152, 224, 149, 104, 25,  178, 252, 182, 202, 182,
	141, 197, 4,   81,  181, 242, 145, 42,	39,  227, 156, 198, 225, 193, 219, 93,
	122, 175, 249, 0,   175, 143, 70,  239, 46,  246, 163, 53,  163, 109, 168, 135,
	2,   235, 25,  92,  20,	 145, 138, 77,	69,  166, 78,  176, 173, 212, 166, 113,
	94,  161, 41,  50,  239, 49,  111, 164, 70,  60,  2,   37,  171, 75,  136, 156,
	11,  56,  42,  146, 138, 229, 73,  146, 77,  61,  98,  196, 135, 106, 63,  197,
	195, 86,  96,  203, 113, 101, 170, 247, 181, 113, 80,  250, 108, 7,   255, 237,
	129, 226, 79,  107, 112, 166, 103, 241, 24,  223, 239, 120, 198, 58,  60,  82,
	128, 3,	  184, 66,  143, 224, 145, 224, 81,  206, 163, 45,  63,	 90,  168, 114,
	59,  33,  159, 95,  28,	 139, 123, 98,	125, 196, 15,  70,  194, 253, 54,  14,
	109, 226, 71,  17,  161, 93,  186, 87,	244, 138, 20,  52,  123, 251, 26,  36,
	17,  46,  52,  231, 232, 76,  31,  221, 84,  37,  216, 165, 212, 106, 197, 242,
	98,  43,  39,  175, 254, 145, 190, 84,	118, 222, 187, 136, 120, 163, 236, 249
};

uint8_t exh_keen_random_next(struct exh_keen_engine *e)
{
	e->random++;
	return random_table[e->random];
}

uint8_t exh_keen_wall_at(const struct exh_keen_engine *e, enum exh_keen_tile_table table,
			 uint16_t x, uint16_t y)
{
	return e->game->tables[table][map_cell(e, EXH_KEEN_FOREGROUND, x, y)];
}

const char *exh_keen_object_class_name(uint16_t obclass)
{
	static const char *const names[CLASS_COUNT] = {
		"nothing",  "keen",    "power",	 "door",   "bonus",    "brocco",
		"tomat",    "carrot",  "celery", "aspar",  "grape",    "tater",
		"cart",	    "frenchy", "melon",	 "turnip", "cauli",    "brussel",
		"mushroom", "squash",  "apel",	 "peapod", "peabrain", "boobus",
		"shot",	    "inert",
	};

	return obclass < CLASS_COUNT ? names[obclass] : "?";
}

const char *exh_keen_engine_class_name(unsigned class_number)
{
	return class_number < CLASS_COUNT
		       ? exh_keen_object_class_name((uint16_t)class_number)
		       : NULL;
}

void exh_keen_trace(struct exh_keen_engine *e, const char *name,
		    const struct exh_event_field *fields, size_t count)
{
	struct exh_event event;

	if (!TRACES(e))
		return;
	event = (struct exh_event){
		.frame = e->frame, .tick = ticks_passed(e), .name = name, .count = count
	};
	for (size_t i = 0; i < count && i < EXH_EVENT_FIELDS; i++)
		event.fields[i] = fields[i];
	e->host->trace(e->host->context, &event);
}

void exh_keen_trace_object(struct exh_keen_engine *e, const char *name,
			   const struct object *ob)
{
	const struct exh_event_field fields[] = {
		{ .key = "slot", .number = slot_of(e, ob) },
		{ .key = "class", .text = exh_keen_object_class_name(ob->obclass) },
		{ .key = "state", .text = state_of(e, ob)->name },
		{ .key = "x", .number = ob->x },
		{ .key = "y", .number = ob->y },
		{ .key = "shape", .number = ob->shapenum },
	};

	if (TRACES(e))
		exh_keen_trace(e, name, fields, sizeof fields / sizeof *fields);
}
