/* A line for each step. */
#include "play_sci.h"
#include "task/text.h"

#include <exhume/sci_look.h>

#include <zlib.h>

void sci_state_head(struct exh_writer *out)
{
	text_put(out, "frame\ttick\tcycle\troom\tego_x\tego_y\tscore\tcast\twindows"
		      "\tinstructions\theap\tcrc32\tvisual\tpriority\tcontrol\n");
}

static unsigned crc_of(const struct exh_sci_engine *engine, enum exh_sci_plane plane)
{
	return (unsigned)crc32(0, exh_sci_engine_plane(engine, plane),
			       EXH_SCI_SCREEN_PIXELS);
}

/* 0 in a game that has no such variable. */
static unsigned score_of(const struct sci_player *player)
{
	struct exh_sci_reg score = { 0, 0 };

	exh_sci_vm_global(exh_sci_engine_vm(player->engine), player->score, &score);
	return score.offset;
}

void sci_state_line(const struct sci_player *player, uint32_t crc, struct exh_writer *out)
{
	const struct exh_sci_engine *engine = player->engine;
	struct exh_sci_engine_state state;

	exh_sci_engine_state(engine, &state);
	text_put(out,
		 "%llu\t%llu\t%llu\t%u\t%d\t%d\t%u\t%zu\t%zu\t%llu\t%llu\t%08x\t%08x"
		 "\t%08x\t%08x\n",
		 (unsigned long long)(state.step - !!state.step),
		 (unsigned long long)state.tick, (unsigned long long)state.cycles,
		 state.room, state.ego_x, state.ego_y, score_of(player), state.cast_size,
		 state.windows, (unsigned long long)state.instructions,
		 (unsigned long long)exh_sci_vm_heap(exh_sci_engine_vm(engine)),
		 (unsigned)crc, crc_of(engine, EXH_SCI_PLANE_VISUAL),
		 crc_of(engine, EXH_SCI_PLANE_PRIORITY),
		 crc_of(engine, EXH_SCI_PLANE_CONTROL));
}
