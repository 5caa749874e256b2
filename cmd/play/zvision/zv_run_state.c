/* A line for each tick. */
#include "zv_run.h"

#include "task/text.h"

void zv_state_head(struct exh_writer *out)
{
	text_put(out, "frame\tplace\toffset\teffects\twaits\tfired\tkeys\tcrc32\n");
}

void zv_state_line(const struct exh_zv_engine_state *state, uint32_t crc32,
		   struct exh_writer *out)
{
	text_put(out, "%llu\t%s\t%d\t%zu\t%d\t%u\t%u\t%08x\n",
		 (unsigned long long)(state->tick - !!state->tick), state->place,
		 (int)state->offset, state->effects, state->waits, (unsigned)state->fired,
		 (unsigned)state->keys_set, (unsigned)crc32);
}
