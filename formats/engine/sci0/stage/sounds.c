#include "sounds.h"

const struct stage_function exh_stage_sounds[] = {
	{ 0 },
};

void exh_stage_poll_sounds(stage *s)
{
	(void)s;
}

void exh_stage_sounds_free(stage *s)
{
	(void)s;
}
