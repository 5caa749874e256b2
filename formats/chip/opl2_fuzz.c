/*
 * Writes as they come: the chip makes of them what the plain one does, in blocks of any
 * size, and goes silent where it says so.
 *
 * Input: at most MAX_WRITES triples of a gap (in quarters of a sample), a register and a
 * value
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/opl2.h"
#include "exhume/advanced/opl2.h"

#include "../base/fuzzing.h"

UNTRACED
#include "plain/opl2.h"
TRACED

enum { MAX_WRITES = SMALLER(25, 100) };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

UNTRACED
static void check_samples(struct exh_opl2 *chip, struct plain_opl2 *plain, size_t count)
{
	const bool silent = exh_opl2_is_silent(chip);
	int32_t sums[256];

	exh_opl2_mix(chip, EXH_OPL2_ALL_CHANNELS, sums, count);
	for (size_t i = 0; i < count; i++) {
		int32_t parts[9], sum = 0;

		plain_opl2_parts(plain, parts);
		for (size_t c = 0; c < 9; c++)
			sum += parts[c];
		assert(sums[i] == sum);
		/* An operator that was heard before comes a sample late out of some. */
		assert(!silent || !i || (sum <= 0 && sum >= -36));
	}
}

TRACED

static void check_copy(const struct exh_opl2 *chip)
{
	struct exh_opl2 copy = *chip, again = *chip;
	int16_t one[40], other[40];

	exh_opl2_render(&copy, one, 40);
	exh_opl2_render(&again, other, 7);
	exh_opl2_render(&again, other + 7, 33);
	for (int i = 0; i < 40; i++)
		assert(one[i] == other[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static _Thread_local struct plain_opl2 fresh; /* making the tables takes long */
	static _Thread_local bool is_fresh;
	struct plain_opl2 plain;
	struct exh_opl2 chip, skipped;

	if (!is_fresh)
		plain_opl2_reset(&fresh);
	is_fresh = true;
	plain = fresh;
	exh_opl2_reset(&chip);
	skipped = chip;
	for (size_t i = 0; i + 3 <= size && i < 3 * MAX_WRITES; i += 3) {
		check_samples(&chip, &plain, data[i] / 4);
		exh_opl2_skip(&skipped, data[i] / 4);
		exh_opl2_write(&chip, data[i + 1], data[i + 2]);
		exh_opl2_write(&skipped, data[i + 1], data[i + 2]);
		plain_opl2_write(&plain, data[i + 1], data[i + 2]);
	}
	check_copy(&chip);
	(void)exh_opl2_is_held(&chip);
	check_samples(&chip, &plain, 200);
	exh_opl2_skip(&skipped, 200);
	assert(exh_opl2_is_silent(&chip) == exh_opl2_is_silent(&skipped));
	return 0;
}
