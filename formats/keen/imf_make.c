#include "exhume/keen_audio.h"

enum { MAX_DELAY = 65535 };

uint64_t exh_keen_imf_tick_at(struct exh_keen_imf_rate rate, uint64_t position)
{
	/* position * numerator / (EXH_OPL2_RATE * denominator), within 64 bits. */
	const uint64_t second = (uint64_t)EXH_OPL2_RATE * rate.denominator;
	const uint64_t whole = position / EXH_OPL2_RATE * rate.numerator;
	const uint64_t rest = whole % rate.denominator * EXH_OPL2_RATE +
			      position % EXH_OPL2_RATE * rate.numerator;

	return whole / rate.denominator + (rest + second / 2) / second;
}

/* The delay after the last record; one that does nothing takes what is too long. */
static void put_delay(struct exh_writer *out, uint64_t delay)
{
	for (; delay > MAX_DELAY && !out->failed; delay -= MAX_DELAY) {
		exh_write_u16le(out, MAX_DELAY);
		exh_write_u16le(out, 0);
	}
	exh_write_u16le(out, (uint16_t)delay);
}

void exh_keen_imf_make(const struct exh_opl2_source *source, uint64_t length,
		       struct exh_keen_imf_rate rate, struct exh_writer *out)
{
	const uint64_t end = exh_keen_imf_tick_at(rate, length);
	struct exh_opl2_write write;
	uint64_t tick = 0;
	bool begun = false;

	while (!out->failed && source->next(source->context, &write) &&
	       write.position <= length) {
		const uint64_t at = exh_keen_imf_tick_at(rate, write.position);

		if (!begun && at)
			exh_write_u16le(out, 0);
		if (begun || at)
			put_delay(out, at - tick);
		begun = true;
		tick = at;
		exh_write_u8(out, write.reg);
		exh_write_u8(out, write.value);
	}
	if (!begun)
		exh_write_u16le(out, 0);
	put_delay(out, end - tick);
}
