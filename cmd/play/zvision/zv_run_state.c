/* A line for each tick, and what identifies its picture. */
#include "play_zvision.h"
#include "task/memory.h"
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
	uint16_t *pixels = mem_alloc(COUNT, sizeof *pixels);
	uint8_t *bytes = (uint8_t *)pixels;
	uint32_t crc;

	exh_zv_engine_picture(((const struct zv_player *)player)->engine, pixels);
	for (size_t i = 0; i < COUNT; i++) {
		const uint16_t pixel = pixels[i];

		bytes[2 * i] = (uint8_t)pixel;
		bytes[2 * i + 1] = (uint8_t)(pixel >> 8);
	}
	crc = exh_crc32((struct exh_bytes){ bytes, COUNT * sizeof *pixels, 0 });
	free(pixels);
	return crc;
}
