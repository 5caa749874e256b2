/* A line for each tick, and what identifies its picture. */
#include "zv_run.h"

#include "task/text.h"

#include <stdlib.h>

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

uint32_t zv_picture_crc(const void *player)
{
	enum { COUNT = EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT };
	uint16_t *pixels = malloc(COUNT * sizeof *pixels);
	struct exh_writer bytes = { .limit = COUNT * sizeof *pixels };
	uint32_t crc;

	if (!pixels)
		return 0;
	exh_zv_engine_picture(((const struct zv_player *)player)->engine, pixels);
	for (size_t i = 0; i < COUNT; i++)
		exh_write_u16le(&bytes, pixels[i]);
	crc = exh_crc32(exh_writer_bytes(&bytes));
	exh_writer_free(&bytes);
	free(pixels);
	return crc;
}
