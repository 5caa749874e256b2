/* A line for each step. */
#include "sci_run.h"
#include "task/text.h"

#include <zlib.h>

void sci_state_head(struct exh_writer *out)
{
	text_put(out,
		 "frame\ttick\troom\tego_x\tego_y\tcast\twindows\tinstructions\tcrc32"
		 "\tvisual\tpriority\tcontrol\n");
}

static unsigned crc_of(const struct exh_sci0_engine *engine, enum exh_sci0_plane plane)
{
	return (unsigned)crc32(0, exh_sci0_engine_plane(engine, plane),
			       EXH_SCI0_SCREEN_PIXELS);
}

void sci_state_line(const struct exh_sci0_engine *engine, uint32_t crc,
		    struct exh_writer *out)
{
	struct exh_sci0_engine_state state;

	exh_sci0_engine_state(engine, &state);
	text_put(out, "%llu\t%llu\t%u\t%d\t%d\t%zu\t%zu\t%llu\t%08x\t%08x\t%08x\t%08x\n",
		 (unsigned long long)(state.step - !!state.step),
		 (unsigned long long)state.tick, state.room, state.ego_x, state.ego_y,
		 state.cast_size, state.windows, (unsigned long long)state.instructions,
		 (unsigned)crc, crc_of(engine, EXH_SCI0_PLANE_VISUAL),
		 crc_of(engine, EXH_SCI0_PLANE_PRIORITY),
		 crc_of(engine, EXH_SCI0_PLANE_CONTROL));
}
