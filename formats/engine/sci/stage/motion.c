/* Kernel functions about where actors are and go, that need the maps. Source:
 * sci0-vm 4.4, 4.10, 6.1. */
#include "screen.h"

enum { LOOPS_TO_TURN = 4 };

static void base_setter(stage *s, kernel_call *call)
{
	const reg object = exh_stage_arg_reg(call, 0);
	struct rect r;

	call->keeps_result = true;
	if (exh_stage_get(s, object, SEL_VIEW) == -1 ||
	    !exh_stage_has(s, object, SEL_BR_LEFT))
		return;
	r = exh_stage_seen_now(s, object);
	r.bottom = exh_stage_get(s, object, SEL_Y) + 1;
	r.top = r.bottom - exh_stage_get(s, object, SEL_Y_STEP);
	exh_stage_set_rect(s, object, SEL_BR_TOP, r);
}

/* Returns the loop for a direction; -1: unchanged. is_old: before 0.000.502 the ranges of
 * up and down are narrower. */
static int32_t loop_for(int32_t angle, int32_t loops, bool is_old)
{
	const int32_t reach = is_old ? 30 : 45; /* range of up and down, to both sides */

	if (angle > 360 - reach || angle < reach)
		return loops >= LOOPS_TO_TURN ? 3 : -1;
	if (angle > 180 - reach && angle < 180 + reach)
		return loops >= LOOPS_TO_TURN ? 2 : -1;
	return angle < 180 ? 0 : 1;
}

void exh_stage_turn(stage *s, reg object, int32_t angle)
{
	const struct cached_view *view =
		exh_stage_view(s, exh_stage_get_bits(s, object, SEL_VIEW));
	const int32_t loop = loop_for(angle, view ? (int32_t)view->view.loop_count : 0,
				      s->start.is_before_502);

	if (!(exh_stage_get_bits(s, object, SEL_SIGNAL) & SIGNAL_DOESNT_TURN) &&
	    loop >= 0)
		exh_stage_set(s, object, SEL_LOOP, loop);
}

static void dir_loop(stage *s, kernel_call *call)
{
	exh_stage_turn(s, exh_stage_arg_reg(call, 0), exh_stage_arg(call, 1, 0));
	call->keeps_result = true;
}

static bool overlaps_another(stage *s, reg object, struct rect base, reg list)
{
	const unsigned passable = SIGNAL_IGNORE_ACTOR | SIGNAL_REMOVE | SIGNAL_NO_UPDATE;
	struct exh_sci_node_values node;
	reg at;

	exh_sci_vm_first_node(s->vm, list, &at);
	for (unsigned i = 0; i < UINT16_MAX && exh_sci_vm_node(s->vm, at, &node);
	     i++, at = node.next) {
		const struct rect other = exh_stage_get_rect(s, node.value, SEL_BR_TOP);

		if (stage_equal(node.value, object))
			continue;
		if (!(exh_stage_get_bits(s, node.value, SEL_SIGNAL) & passable) &&
		    base.left < other.right && other.left < base.right &&
		    base.top < other.bottom && other.top < base.bottom)
			return true;
	}
	return false;
}

static bool can_be_here(stage *s, kernel_call *call)
{
	const reg object = exh_stage_arg_reg(call, 0), list = exh_stage_arg_reg(call, 1);
	const struct rect base = exh_stage_get_rect(s, object, SEL_BR_TOP);
	const unsigned free = SIGNAL_IGNORE_ACTOR | SIGNAL_REMOVE;

	if (base.left > base.right || base.top > base.bottom)
		return false;
	if (exh_stage_on_map(s->control, base) &
	    exh_stage_get_bits(s, object, SEL_ILLEGAL_BITS))
		return false;
	return exh_stage_get_bits(s, object, SEL_SIGNAL) & free || !list.segment ||
	       !overlaps_another(s, object, base, list);
}

static void can(stage *s, kernel_call *call)
{
	call->result = stage_int(can_be_here(s, call));
}

static void can_not(stage *s, kernel_call *call)
{
	call->result = stage_int(!can_be_here(s, call));
}

const struct stage_function exh_stage_motion[] = {
	{ "BaseSetter", base_setter },
	{ "DirLoop", dir_loop },
	{ "CanBeHere", can },
	{ "CantBeHere", can_not },
	{ 0 },
};
