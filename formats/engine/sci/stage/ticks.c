#include "stage.h"

void exh_stage_count_time(stage *s)
{
	const uint64_t ran = exh_sci_vm_steps(s->vm) - s->counted;
	const uint64_t ticks = ran / s->start.instructions_a_tick;

	s->tick += ticks;
	s->counted += ticks * s->start.instructions_a_tick;
}

uint64_t exh_stage_instructions_to(const stage *s, uint64_t tick)
{
	const uint64_t ran = exh_sci_vm_steps(s->vm) - s->counted;
	const uint64_t all =
		tick > s->tick ? (tick - s->tick) * s->start.instructions_a_tick : 0;

	return all > ran ? all - ran : 1;
}
