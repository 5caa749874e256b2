/* Events: waiting until the game reads them. Source: sci0-vm 5, sci0-vm-notes 13. */
#include "screen.h"

#include <string.h>

enum { PEEK = 0x8000, DOS_FLAG = 0x200, MIDDLE_KEY = 0x4c00 };

bool exh_sci_engine_input(struct exh_sci_engine *s, const struct exh_sci_event *event)
{
	s->mouse_x = event->x;
	s->mouse_y = event->y;
	if (!event->type)
		return true;
	if (s->event_count == EXH_SCI_QUEUED_EVENTS)
		return false;
	s->events[s->event_count++] = *event;
	return true;
}

size_t exh_sci_engine_waiting_events(const struct exh_sci_engine *s)
{
	return s->event_count;
}

bool exh_stage_take_event(stage *s, unsigned mask, bool stays, struct exh_sci_event *out)
{
	s->polled = s->tick;
	for (size_t i = 0; i < s->event_count; i++) {
		if (!(s->events[i].type & mask))
			continue;
		*out = s->events[i];
		if (!stays)
			memmove(s->events + i, s->events + i + 1,
				(--s->event_count - i) * sizeof *s->events);
		return true;
	}
	*out = (struct exh_sci_event){ .x = s->mouse_x, .y = s->mouse_y };
	return false;
}

void exh_sci_engine_enter_room(struct exh_sci_engine *engine, unsigned room)
{
	engine->wanted_room = (uint16_t)room;
}

/* The room that is there is sent newRoom, as its own code would do; or the game, where
 * rooms have no such message. */
static bool leave_room(stage *s, kernel_call *call)
{
	const reg number = stage_int(s->wanted_room);
	reg receiver = exh_stage_role(s, ROLE_ROOM);

	s->wanted_room = 0;
	if (call->is_nested || s->selectors[SEL_NEW_ROOM] < 0 || !receiver.segment)
		return false;
	if (!exh_sci_vm_responds(s->vm, receiver, (unsigned)s->selectors[SEL_NEW_ROOM]))
		receiver = exh_sci_vm_game(s->vm);
	exh_stage_send(s, call, receiver, SEL_NEW_ROOM, &number, 1);
	return true;
}

/* False, and an event of type 0 with the mouse's place, if nothing waits. */
static void get_event(stage *s, kernel_call *call)
{
	const unsigned mask = (uint16_t)exh_stage_arg(call, 0, 0);
	const reg object = exh_stage_arg_reg(call, 1);
	struct exh_sci_event event;
	bool is_there;

	if (s->wanted_room && !call->is_again && leave_room(s, call))
		return;
	exh_stage_count_time(s);
	exh_stage_poll_sounds(s);
	exh_stage_forget_sentence(s);
	is_there = exh_stage_take_event(s, mask & ~(unsigned)PEEK, mask & PEEK, &event);
	exh_stage_note(s, "event %u %u %u %d %d", event.type, event.message,
		       event.modifiers | (unsigned)DOS_FLAG, event.x, event.y);
	exh_stage_set(s, object, SEL_TYPE, event.type);
	exh_stage_set(s, object, SEL_MESSAGE, event.message);
	exh_stage_set(s, object, SEL_MODIFIERS, event.modifiers | DOS_FLAG);
	exh_stage_set(s, object, SEL_X, event.x);
	exh_stage_set(s, object, SEL_Y, event.y);
	call->result = stage_int(is_there);
}

/* The direction of a key of the keypad; -1: another key. */
static int direction_of(unsigned key)
{
	static const uint16_t keys[] = { MIDDLE_KEY, 0x4800, 0x4900, 0x4d00, 0x5100,
					 0x5000,     0x4f00, 0x4b00, 0x4700 };

	for (int i = 0; i < (int)(sizeof keys / sizeof *keys); i++)
		if (keys[i] == key)
			return i;
	return -1;
}

static void map_key_to_dir(stage *s, kernel_call *call)
{
	const reg event = exh_stage_arg_reg(call, 0);
	int direction;

	if (exh_stage_get(s, event, SEL_TYPE) != EXH_SCI_EVENT_KEY) {
		call->keeps_result = true;
		return;
	}
	direction = direction_of(exh_stage_get_bits(s, event, SEL_MESSAGE));
	if (direction < 0)
		return;
	exh_stage_set(s, event, SEL_TYPE, EXH_SCI_EVENT_MOVEMENT);
	exh_stage_set(s, event, SEL_MESSAGE, direction);
	call->result = stage_int(1);
}

static void move_event(stage *s, kernel_call *call, int sign)
{
	const reg event = exh_stage_arg_reg(call, 0);
	const struct port *port = exh_stage_port(s);

	exh_stage_set(s, event, SEL_X,
		      exh_stage_get(s, event, SEL_X) + sign * port->origin_x);
	exh_stage_set(s, event, SEL_Y,
		      exh_stage_get(s, event, SEL_Y) + sign * port->origin_y);
}

static void global_to_local(stage *s, kernel_call *call)
{
	move_event(s, call, -1);
}

static void local_to_global(stage *s, kernel_call *call)
{
	move_event(s, call, 1);
}

static void have_mouse(stage *s, kernel_call *call)
{
	call->result = stage_int(s->start.has_no_mouse ? 0 : -1);
}

/* Number, visible or not, place in the current port. The place counts first. */
static void set_cursor(stage *s, kernel_call *call)
{
	const struct port *port = exh_stage_port(s);

	if (call->count >= 4) {
		s->mouse_x = (int16_t)(exh_stage_arg(call, 2, 0) + port->origin_x);
		s->mouse_y = (int16_t)(exh_stage_arg(call, 3, 0) + port->origin_y);
	}
	s->cursor = (uint16_t)exh_stage_arg(call, 0, 0);
	if (call->count >= 2)
		s->is_cursor_shown = exh_stage_arg(call, 1, 1) != 0;
	if (call->count < 2 || s->is_cursor_shown)
		exh_stage_check_cursor(s);
	call->keeps_result = true;
}

/* Function 12 alone: how often a held direction is reported. */
static void joystick(stage *s, kernel_call *call)
{
	call->result = stage_int(s->joystick_rate);
	if (call->count > 1)
		s->joystick_rate = (uint16_t)exh_stage_arg(call, 1, 0);
}

const struct stage_function exh_stage_events[] = {
	{ "GetEvent", get_event },
	{ "MapKeyToDir", map_key_to_dir },
	{ "GlobalToLocal", global_to_local },
	{ "LocalToGlobal", local_to_global },
	{ "HaveMouse", have_mouse },
	{ "SetCursor", set_cursor },
	{ "Joystick", joystick },
	{ 0 },
};
