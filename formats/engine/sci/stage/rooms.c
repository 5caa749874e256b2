/* The ego and the number of the room. Source: sci0-vm-notes, "Globals". */
#include "stage.h"

int32_t exh_stage_game_global(stage *s)
{
	const reg game = exh_sci_vm_game(s->vm);
	int32_t first = -1;
	reg value, next;

	for (unsigned i = 0; game.segment && exh_sci_vm_global(s->vm, i, &value); i++) {
		if (!stage_equal(value, game))
			continue;
		if (exh_sci_vm_global(s->vm, i + 1, &next) &&
		    exh_stage_has(s, next, SEL_NUMBER))
			return (int32_t)i;
		if (first < 0)
			first = (int32_t)i;
	}
	return first;
}

reg exh_stage_role(stage *s, enum stage_role role)
{
	const int32_t game = exh_stage_game_global(s);
	reg value = stage_int(0);

	if (game >= 0 && game + (int32_t)role >= 0)
		exh_sci_vm_global(s->vm, (unsigned)(game + (int32_t)role), &value);
	return value;
}

unsigned exh_stage_room(stage *s)
{
	return exh_stage_get_bits(s, exh_stage_role(s, ROLE_ROOM), SEL_NUMBER);
}

void exh_stage_report_room(stage *s)
{
	const unsigned room = exh_stage_room(s);
	const struct exh_event_field field = { "number", NULL, room };

	if (room != s->reported_room)
		exh_stage_report(s, "room", &field, 1);
	s->reported_room = (uint16_t)room;
}
