#include "song.h"

enum { HIGHEST_NUMBER = 1023, HIGHEST_BLOCK = 7, KEY = 0x20 };

/* Returns the pitch with the same frequency on the other chip; the block rises if the
 * number has no room. */
static struct song_pitch transpose(struct song_pitch pitch, uint32_t chip_rate_hz)
{
	const uint64_t number = pitch.low | (pitch.high & 3U) << 8;
	uint64_t divisor = EXH_OPL2_RATE, found;
	unsigned block = pitch.high >> 2 & 7;

	for (;; divisor *= 2, block++) {
		found = (number * chip_rate_hz + divisor / 2) / divisor;
		if (found <= HIGHEST_NUMBER || block == HIGHEST_BLOCK)
			break;
	}
	if (found > HIGHEST_NUMBER)
		found = HIGHEST_NUMBER;
	return (struct song_pitch){ (uint8_t)found, (uint8_t)((pitch.high & KEY) |
							      block << 2 | found >> 8) };
}

/* Both registers set the pitch, so the other one is written too if its value changes. */
static bool next(void *context, struct exh_opl2_write *write)
{
	struct song_transposition *t = context;
	struct song_pitch *pitch, *now, found;
	bool is_high;

	if (t->is_waiting) {
		*write = t->waiting;
		t->is_waiting = false;
		return true;
	}
	if (!t->source.next(t->source.context, write))
		return false;
	if ((write->reg & 0xe0) != 0xa0 || (write->reg & 15) >= EXH_OPL2_CHANNEL_COUNT)
		return true;
	is_high = write->reg & 0x10;
	pitch = &t->read[write->reg & 15];
	now = &t->written[write->reg & 15];
	*(is_high ? &pitch->high : &pitch->low) = write->value;
	found = transpose(*pitch, t->chip_rate_hz);
	t->is_waiting = is_high ? found.low != now->low : found.high != now->high;
	*now = found;
	/* The key is pressed by the last write. */
	t->waiting = *write;
	write->reg = t->is_waiting ? (write->reg & 0xef) : write->reg;
	write->value = is_high && !t->is_waiting ? found.high : found.low;
	t->waiting.reg |= 0x10;
	t->waiting.value = found.high;
	return true;
}

struct exh_opl2_source song_transpose(struct song_transposition *transposition)
{
	return transposition->chip_rate_hz == EXH_OPL2_RATE
		       ? transposition->source
		       : (struct exh_opl2_source){ next, transposition };
}
