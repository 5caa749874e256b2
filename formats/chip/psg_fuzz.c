/*
 * Bytes as they come to the chip's port: it makes of them what the plain one does, in
 * blocks of any size, and a player makes the same of them.
 *
 * Input: at most MAX_WRITES pairs of a gap (in quarters of a sample) and a byte
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/opl2.h"
#include "exhume/advanced/psg.h"

#include "plain/psg.h"

#include <assert.h>

enum { MAX_WRITES = 200, MOST = 2 * MAX_WRITES, MAX_GAP = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input, as what a player reads. */
struct writes {
	const uint8_t *data;
	size_t left;
	uint64_t position;
};

static bool next_write(void *context, struct exh_psg_write *write)
{
	struct writes *writes = context;

	if (writes->left < 2)
		return false;
	writes->position += writes->data[0] / 4;
	*write = (struct exh_psg_write){ writes->position, writes->data[1] };
	writes->data += 2;
	writes->left -= 2;
	return true;
}

static void check_samples(struct exh_psg *chip, struct plain_psg *plain,
			  struct exh_psg_player *player, size_t count)
{
	const struct exh_psg before = *chip;
	struct exh_psg again = before;
	int32_t sums[MAX_GAP], played[MAX_GAP];
	int16_t mono[MAX_GAP];

	exh_psg_mix(chip, EXH_PSG_ALL_CHANNELS, sums, count);
	exh_psg_player_mix(player, EXH_PSG_ALL_CHANNELS, played, count);
	exh_psg_render(&again, mono, count / 3);
	exh_psg_render(&again, mono + count / 3, count - count / 3);
	for (size_t i = 0; i < count; i++) {
		int parts[4];

		plain_psg_parts(plain, parts);
		assert(sums[i] == parts[0] + parts[1] + parts[2] + parts[3]);
		assert(mono[i] == sums[i] && played[i] == sums[i]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct plain_psg plain;
	struct writes writes = { data, size < MOST ? size : MOST, 0 };
	struct exh_psg_player player;
	struct exh_psg chip;

	exh_psg_player_start(&player, (struct exh_psg_source){ next_write, &writes });
	exh_psg_reset(&chip);
	plain_psg_reset(&plain);
	for (size_t i = 0; i + 2 <= size && i < MOST; i += 2) {
		check_samples(&chip, &plain, &player, data[i] / 4);
		exh_psg_write(&chip, data[i + 1]);
		plain_psg_write(&plain, data[i + 1]);
	}
	check_samples(&chip, &plain, &player, MAX_GAP);
	return 0;
}
