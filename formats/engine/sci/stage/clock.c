/* The kernel functions of time. Source: sci0-vm 5.4,
 * sci0-vm-notes 1.17. */
#include "stage.h"

/* Time of day when a game begins, and its date: 12:00 on 1 January 1990, in the bits that
 * GetTime gives. */
enum { FIRST_SECOND = 12 * 3600, FIRST_DATE = 1 | 1 << 5 | (1990 - 1920) << 9 };

/* The ticks since the last Wait; the step ends if time has passed. */
static void wait(stage *s, kernel_call *call)
{
	const uint64_t until = s->last_wait + (uint16_t)exh_stage_arg(call, 0, 0);

	exh_stage_count_time(s);
	if (!call->is_again && s->tick < until) {
		s->tick = until;
		exh_stage_note(s, "tick %llu", (unsigned long long)s->tick);
		exh_stage_poll_sounds(s);
		if (!call->is_nested) {
			exh_stage_wait(call);
			return;
		}
	}
	call->result = stage_int((int32_t)(s->tick - s->last_wait));
	s->last_wait = s->tick;
}

static void get_time(stage *s, kernel_call *call)
{
	uint64_t second, day_second;

	exh_stage_count_time(s);
	second = FIRST_SECOND + s->tick / EXH_SCI_TICKS;
	day_second = second % (24 * 3600);
	switch (exh_stage_arg(call, 0, 0)) {
	case 1:
		call->result =
			stage_int((int32_t)(day_second / 3600 % 12 << 12 |
					    day_second / 60 % 60 << 6 | day_second % 60));
		break;
	case 2:
		call->result = stage_int((int32_t)(day_second / 3600 << 11 |
						   day_second / 60 % 60 << 5 |
						   day_second % 60 / 2));
		break;
	case 3:
		call->result = stage_int(FIRST_DATE);
		break;
	default:
		call->result = stage_int((int32_t)(s->tick & 0xffff));
	}
	exh_stage_note(s, "time %d %u", (int)exh_stage_arg(call, 0, 0),
		       call->result.offset);
}

const struct stage_function exh_stage_clock[] = {
	{ "Wait", wait },
	{ "GetTime", get_time },
	{ 0 },
};
