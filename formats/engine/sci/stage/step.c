/* Steps: the machine runs, time passes, a frame is given. */
#include "screen.h"

static void give_frame(stage *s, uint64_t since)
{
	const struct exh_rect dirty = {
		.x = (uint16_t)s->dirty.left,
		.y = (uint16_t)s->dirty.top,
		.width = (uint16_t)(s->dirty.right - s->dirty.left),
		.height = (uint16_t)(s->dirty.bottom - s->dirty.top)
	};
	struct exh_palette palette;
	struct exh_frame frame = { .number = s->steps,
				   .tick = since,
				   .ticks = (uint32_t)(s->tick - since),
				   .palette = &palette,
				   .dirty = &dirty,
				   .dirty_count = s->is_dirty };

	exh_sci_engine_palette(&palette);
	frame.image = (struct exh_image){ .width = STAGE_WIDTH,
					  .height = STAGE_HEIGHT,
					  .pixels = (uint8_t *)exh_sci_engine_plane(
						  s, EXH_SCI_PLANE_SHOWN) };
	s->host->frame(s->host->context, &frame);
}

/* The machine, until it waits or the step is over. */
static enum exh_sci_vm_state run(stage *s, uint64_t since)
{
	enum exh_sci_vm_state state;

	do {
		state = exh_sci_vm_run(s->vm, exh_stage_instructions_to(s, s->step_end));
		exh_stage_count_time(s);
		/* A game that was restored before any time passed goes on: a step has
		 * at least a tick. */
		if (state == EXH_SCI_VM_WAITS && exh_stage_restore_or_restart(s) &&
		    s->tick == since)
			state = EXH_SCI_VM_RUNS;
	} while (state == EXH_SCI_VM_RUNS && s->tick < s->step_end);
	return state;
}

bool exh_sci_engine_step(struct exh_sci_engine *s, const struct exh_host *host)
{
	const uint64_t since = s->tick;
	enum exh_sci_vm_state state = EXH_SCI_VM_WAITS;

	if (s->has_ended)
		return false;
	s->host = host;
	s->is_dirty = false;
	s->step_end = s->tick + EXH_SCI_STEP_TICKS;
	if (!exh_stage_transit(s))
		state = run(s, since);
	if (state == EXH_SCI_VM_PAUSED) {
		s->host = NULL;
		return true;
	}
	/* A step has at least a tick. */
	if (exh_stage_is_in_transition(s) && s->tick == since)
		s->tick++;
	exh_stage_present(s);
	exh_stage_play_sounds(s);
	exh_stage_report_room(s);
	s->has_ended = state == EXH_SCI_VM_ENDED || state == EXH_SCI_VM_FAULTED;
	if (host && host->frame)
		give_frame(s, since);
	s->wanted_room = 0;
	s->steps++;
	s->host = NULL;
	return !s->has_ended;
}
