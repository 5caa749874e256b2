/* DoAvoider: an actor that is blocked goes round what is in its way. Source:
 * sci0-vm-notes 11. */
#include "screen.h"

enum { NOWHERE = -1, TURN = 45, CIRCLE = 360 };

/* Phase: what the function waits for. */
enum { PHASE_MOVER = 1, PHASE_BLOCKED, PHASE_LOOPER, PHASE_PLACE };

/* Indices of the values that it keeps. */
enum { FIRST_TRIED, TRIED, FROM_X, FROM_Y };

static void end(stage *s, kernel_call *call, int32_t result)
{
	call->result = stage_int(result);
	exh_stage_done(s);
}

/* Places the client one step further in the tried direction. */
static void place_client(stage *s, const struct pending *p, reg client, int32_t factor)
{
	const int32_t x_step = exh_stage_get(s, client, SEL_X_STEP) * factor;
	const int32_t y_step = exh_stage_get(s, client, SEL_Y_STEP) * factor;
	const int32_t to = p->values[TRIED];
	const int32_t x = to > 0 && to < 180 ? 1 : to > 180 ? -1 : 0;
	const int32_t y = to < 90 || to > 270 ? -1 : to > 90 && to < 270 ? 1 : 0;

	exh_stage_set(s, client, SEL_X, p->values[FROM_X] + x * x_step);
	exh_stage_set(s, client, SEL_Y, p->values[FROM_Y] + y * y_step);
}

static void ask_place(stage *s, kernel_call *call, struct pending *p, reg client)
{
	const bool can = s->selectors[SEL_CAN_BE_HERE] >= 0;

	place_client(s, p, client, exh_stage_arg(call, 1, 1));
	p->phase = PHASE_PLACE;
	exh_stage_send(s, call, client, can ? SEL_CAN_BE_HERE : SEL_CANT_BE_HERE, NULL,
		       0);
}

/* The way is blocked: turns by 45 degrees again and again, to the chosen side. */
static void go_round(stage *s, kernel_call *call, struct pending *p, reg client)
{
	const reg avoider = exh_stage_arg_reg(call, 0);
	const int32_t heading =
		exh_stage_get(s, client, SEL_HEADING) % CIRCLE / TURN * TURN;

	if (exh_stage_get(s, avoider, SEL_HEADING) == NOWHERE)
		exh_stage_set(s, avoider, SEL_HEADING,
			      exh_sci_vm_random(s->vm, 0, 1) ? TURN : -TURN);
	p->values[FIRST_TRIED] = heading < 0 ? heading + CIRCLE : heading;
	p->values[TRIED] = p->values[FIRST_TRIED];
	p->values[FROM_X] = exh_stage_get(s, client, SEL_X);
	p->values[FROM_Y] = exh_stage_get(s, client, SEL_Y);
	ask_place(s, call, p, client);
}

/* The way is free: turns towards the target. */
static void go_on(stage *s, kernel_call *call, struct pending *p, reg client)
{
	const reg avoider = exh_stage_arg_reg(call, 0);
	const reg mover = exh_stage_get_reg(s, client, SEL_MOVER);
	const reg looper = exh_stage_get_reg(s, client, SEL_LOOPER);
	unsigned angle;

	if (exh_stage_get(s, avoider, SEL_HEADING) == NOWHERE) {
		end(s, call, NOWHERE);
		return;
	}
	exh_stage_set(s, avoider, SEL_HEADING, NOWHERE);
	angle = exh_sci_angle(
		exh_stage_get(s, mover, SEL_X) - exh_stage_get(s, client, SEL_X),
		exh_stage_get(s, mover, SEL_Y) - exh_stage_get(s, client, SEL_Y));
	if (!looper.segment) {
		exh_stage_turn(s, client, (int32_t)angle);
		end(s, call, NOWHERE);
		return;
	}
	p->phase = PHASE_LOOPER;
	exh_stage_send(s, call, looper, SEL_DOIT,
		       (const reg[]){ stage_int((int32_t)angle), client }, 2);
}

/* Ends if the actor can be at the tried place; otherwise tries the next. */
static void judge_place(stage *s, kernel_call *call, struct pending *p, reg client)
{
	const bool can = s->selectors[SEL_CAN_BE_HERE] >= 0;
	const int32_t turn = exh_stage_get(s, exh_stage_arg_reg(call, 0), SEL_HEADING);

	if (stage_is_null(call->answer) != can) {
		end(s, call, p->values[TRIED]);
		return;
	}
	/* Turns one way or the other: scripts may have changed it to anything. */
	p->values[TRIED] =
		(p->values[TRIED] + (turn < 0 ? CIRCLE - TURN : TURN)) % CIRCLE;
	if (p->values[TRIED] != p->values[FIRST_TRIED]) {
		ask_place(s, call, p, client);
		return;
	}
	exh_stage_set(s, client, SEL_X, p->values[FROM_X]);
	exh_stage_set(s, client, SEL_Y, p->values[FROM_Y]);
	end(s, call, NOWHERE);
}

static void do_avoider(stage *s, kernel_call *call)
{
	struct pending *p = exh_stage_pending(s, call);
	const reg client = exh_stage_get_reg(s, exh_stage_arg_reg(call, 0), SEL_CLIENT);
	const reg mover = exh_stage_get_reg(s, client, SEL_MOVER);

	if (p->phase == PHASE_PLACE) {
		judge_place(s, call, p, client);
	} else if (p->phase == PHASE_LOOPER || !mover.segment) {
		end(s, call, NOWHERE);
	} else if (p->phase == PHASE_BLOCKED) {
		if (stage_is_null(call->answer))
			go_on(s, call, p, client);
		else
			go_round(s, call, p, client);
	} else {
		const bool is_moved = p->phase == PHASE_MOVER;

		p->phase = is_moved ? PHASE_BLOCKED : PHASE_MOVER;
		exh_stage_send(s, call, is_moved ? client : mover,
			       is_moved ? SEL_IS_BLOCKED : SEL_DOIT, NULL, 0);
	}
}

const struct stage_function exh_stage_avoider[] = {
	{ "DoAvoider", do_avoider },
	{ 0 },
};
