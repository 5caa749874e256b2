#include "screen.h"

#include <string.h>

enum { PICTURE_STYLE = 3 /* no frame, and nothing is saved under it */ };

void exh_stage_ports_start(stage *s)
{
	const struct port picture = { .is_open = true,
				      .origin_y = STAGE_TOP,
				      .rect = { 0, 0, STAGE_WIDTH, STAGE_BOTTOM },
				      .back = 15 };

	memset(s->ports, 0, sizeof s->ports);
	s->ports[PORT_MANAGER] = s->ports[PORT_MANAGER_TOO] = s->ports[PORT_PICTURE] =
		picture;
	s->ports[PORT_PICTURE].style = PICTURE_STYLE;
	if (s->start.is_before_502)
		s->ports[PORT_MANAGER] = s->ports[PORT_MANAGER_TOO] =
			(struct port){ .is_open = true,
				       .rect = { 0, 0, STAGE_WIDTH, STAGE_HEIGHT },
				       .back = 15 };
	s->menu_port = (struct port){ .is_open = true,
				      .rect = { 0, 0, STAGE_WIDTH, STAGE_HEIGHT },
				      .back = 15 };
	s->stack[0] = PORT_PICTURE;
	s->stack_count = 1;
	s->port = PORT_PICTURE;
}

struct port *exh_stage_port(stage *s)
{
	return s->port == PORT_MENU ? &s->menu_port : &s->ports[s->port];
}

struct rect exh_stage_from_port(stage *s, struct rect rect)
{
	const struct port *p = exh_stage_port(s);

	return stage_rect_moved(rect, p->origin_x, p->origin_y);
}

void exh_stage_set_port(stage *s, unsigned number)
{
	if (number != PORT_MENU && (number >= STAGE_PORTS || !s->ports[number].is_open))
		number = PORT_MANAGER;
	s->port = (uint16_t)number;
}

static void get_port(stage *s, kernel_call *call)
{
	call->result = stage_int(s->port);
}

/* The picture window anew: its rectangle, and its origin, from the manager's corner. */
static void set_picture_port(stage *s, const kernel_call *call)
{
	struct port *p = &s->ports[PORT_PICTURE];
	const struct rect r = exh_stage_arg_rect(call, 0);

	p->rect = (struct rect){ 0, 0, r.right - r.left, r.bottom - r.top };
	p->origin_y = exh_stage_arg(call, 4, 0);
	p->origin_x = exh_stage_arg(call, 5, 0);
	if (call->count > 6)
		exh_stage_usual_bands(s);
}

static void set_port(stage *s, kernel_call *call)
{
	if (call->count >= 6)
		set_picture_port(s, call);
	else
		exh_stage_set_port(s, (uint16_t)exh_stage_arg(call, 0, 0));
}

const struct stage_function exh_stage_ports[] = {
	{ "GetPort", get_port },
	{ "SetPort", set_port },
	{ 0 },
};
