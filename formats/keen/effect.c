#include "keen_parts.h"

#include "../base/reader.h"
#include "../chip/speaker.h"

#include <string.h>

enum {
	CLOCKS = EXH_KEEN_EFFECT_CLOCKS,
	OPERATOR_BYTES = 5, /* bytes written for each operator of the instrument */
	/* Writes of a cursor. */
	INSTRUMENT_STEP = 2,
	FIRST_TICK_STEP = INSTRUMENT_STEP + 2 * OPERATOR_BYTES,
	TICK_STEPS = 2,
	/* Bits of evidence. */
	SIZE_FITS = 16,
	PRIORITY_FITS = 4,
	INSTRUMENT_FITS = 16,
	LOW_PRIORITY = 256,
	WAVES = 4,
	BLOCKS = 8,
	MAX_NAME = 32, /* bytes, with its zeros */
};

/* Registers of the operators of channel 0; the carrier's are 3 above the modulator's. */
static const uint8_t registers[OPERATOR_BYTES] = { 0x20, 0x40, 0x60, 0x80, 0xe0 };

enum { M_SUSTAIN = 6, C_SUSTAIN, M_WAVE, C_WAVE };

static size_t header_size(bool is_adlib)
{
	return is_adlib ? AUDIO_ADLIB_HEADER_SIZE : AUDIO_SPEAKER_HEADER_SIZE;
}

enum exh_status exh_keen_effect_open(struct exh_bytes chunk, bool is_adlib,
				     struct exh_keen_effect *effect,
				     struct exh_notes *notes, struct exh_error *err)
{
	struct reader r = { .in = chunk };
	const size_t declared = rd_u32le(&r);
	size_t size;

	*effect = (struct exh_keen_effect){ .is_adlib = is_adlib,
					    .priority = rd_u16le(&r) };
	if (chunk.size < header_size(is_adlib))
		return exh_fail(err, EXH_TRUNCATED, chunk.base + chunk.size,
				"%zu bytes, an effect for the %s has %zu or more",
				chunk.size, is_adlib ? "AdLib" : "speaker",
				header_size(is_adlib));
	if (is_adlib) {
		memcpy(effect->instrument, rd_take(&r, sizeof effect->instrument),
		       sizeof effect->instrument);
		effect->block = rd_u8(&r);
		if (!effect->instrument[M_SUSTAIN] && !effect->instrument[C_SUSTAIN])
			exh_note(notes, EXH_WARNING, chunk.base,
				 "an instrument without sustain and release: the game "
				 "would stop with an error");
	}
	size = declared < rd_left(&r) ? declared : rd_left(&r);
	if (size < declared)
		exh_note(notes, EXH_DAMAGE, chunk.base,
			 "effect of %zu bytes declared, %zu found", declared, size);
	exh_bytes_slice(chunk, r.pos, size, &effect->data);
	return EXH_OK;
}

void exh_keen_effect_write(const struct exh_keen_effect *effect, struct exh_bytes tail,
			   struct exh_writer *out)
{
	exh_write_u32le(out, (uint32_t)effect->data.size);
	exh_write_u16le(out, effect->priority);
	if (effect->is_adlib) {
		exh_write_bytes(out, effect->instrument, sizeof effect->instrument);
		exh_write_u8(out, effect->block);
	}
	exh_write_bytes(out, effect->data.data, effect->data.size);
	exh_write_bytes(out, tail.data, tail.size);
}

/*
 * Recognition.
 */

/* True if tail is empty, one byte added by the packer, or a zero and a name. */
static bool is_tail(struct exh_bytes tail)
{
	if (tail.size <= 1)
		return true;
	if (tail.size > MAX_NAME || tail.data[0])
		return false;
	for (size_t i = 1; i < tail.size; i++)
		if (tail.data[i] && (tail.data[i] < ' ' || tail.data[i] > '~'))
			return false;
	return true;
}

bool exh_keen_effect_fits(struct exh_bytes chunk, bool is_adlib)
{
	struct reader r = { .in = chunk };
	size_t size = rd_u32le(&r);
	struct exh_bytes tail;

	if (chunk.size < header_size(is_adlib) ||
	    size > chunk.size - header_size(is_adlib))
		return false;
	size += header_size(is_adlib);
	exh_bytes_slice(chunk, size, chunk.size - size, &tail);
	return is_tail(tail);
}

static bool instrument_fits(const struct exh_keen_effect *effect)
{
	const uint8_t *instrument = effect->instrument;

	return effect->block < BLOCKS && instrument[M_WAVE] < WAVES &&
	       instrument[C_WAVE] < WAVES &&
	       (instrument[M_SUSTAIN] || instrument[C_SUSTAIN]);
}

unsigned exh_keen_effect_score(struct exh_bytes file, bool is_adlib)
{
	struct exh_keen_effect effect;
	unsigned score = SIZE_FITS;

	if (!exh_keen_effect_fits(file, is_adlib) ||
	    exh_keen_effect_open(file, is_adlib, &effect, NULL, NULL) ||
	    !effect.data.size)
		return 0;
	if (effect.priority < LOW_PRIORITY)
		score += PRIORITY_FITS;
	if (is_adlib && !instrument_fits(&effect))
		return 0;
	return score + (is_adlib ? INSTRUMENT_FITS : 0);
}

/*
 * AdLib.
 */

static uint64_t tick_clock(uint64_t tick)
{
	return tick * CLOCKS;
}

static uint64_t tick_position(uint64_t tick)
{
	return tick_clock(tick) / EXH_PIT_CLOCKS_PER_SAMPLE;
}

uint64_t exh_keen_effect_length(const struct exh_keen_effect *effect)
{
	return tick_position(effect->data.size);
}

static void start_write(const struct exh_keen_effect *effect, size_t step,
			struct exh_opl2_write *write)
{
	if (step < INSTRUMENT_STEP) {
		write->reg = step == 0 ? 0x01 : 0xb0;
		write->value = step == 0 ? 0x20 : 0;
		return;
	}
	step -= INSTRUMENT_STEP;
	write->reg = (uint8_t)(registers[step % OPERATOR_BYTES] +
			       (step < OPERATOR_BYTES ? 0 : 3));
	write->value = effect->instrument[step % OPERATOR_BYTES * 2 +
					  (step < OPERATOR_BYTES ? 0 : 1)];
}

/* False if the tick has no such step: a pause is one write, not two. */
static bool tick_write(const struct exh_keen_effect *effect, size_t step,
		       struct exh_opl2_write *write)
{
	const size_t tick = step / TICK_STEPS;
	const bool second = step % TICK_STEPS != 0;
	const uint8_t byte = effect->data.data[tick];

	write->position = tick_position(tick);
	if (!byte) {
		write->reg = 0xb0;
		write->value = 0;
		return !second;
	}
	write->reg = second ? 0xb0 : 0xa0;
	write->value = second ? (uint8_t)((effect->block & 7) << 2 | 0x20) : byte;
	return true;
}

size_t exh_keen_effect_start_writes(const struct exh_keen_effect *effect,
				    struct exh_opl2_write *writes)
{
	for (size_t i = 0; i < AUDIO_START_WRITES; i++) {
		writes[i].position = 0;
		start_write(effect, 1 + i, &writes[i]);
	}
	return AUDIO_START_WRITES;
}

size_t exh_keen_effect_tick_writes(const struct exh_keen_effect *effect, size_t tick,
				   struct exh_opl2_write *writes)
{
	size_t count = 0;

	for (size_t i = 0; i < TICK_STEPS; i++)
		count += tick_write(effect, tick * TICK_STEPS + i, &writes[count]);
	/* The game releases the key in the tick that serves the last byte. */
	if (tick + 1 == effect->data.size)
		writes[count++] = (struct exh_opl2_write){ tick_position(tick), 0xb0, 0 };
	return count;
}

static bool next_write(void *context, struct exh_opl2_write *write)
{
	struct exh_keen_effect_cursor *cursor = context;
	const struct exh_keen_effect *effect = cursor->effect;
	const size_t size = effect->data.size;

	for (;;) {
		const size_t step = cursor->step;

		*write = (struct exh_opl2_write){ 0 };
		if (step >= FIRST_TICK_STEP &&
		    (!size || step - FIRST_TICK_STEP > size * TICK_STEPS))
			return false;
		cursor->step++;
		if (step < FIRST_TICK_STEP) {
			start_write(effect, step, write);
			return true;
		}
		if (step - FIRST_TICK_STEP == size * TICK_STEPS) {
			*write = (struct exh_opl2_write){ tick_position(size - 1), 0xb0,
							  0 };
			return true;
		}
		if (tick_write(effect, step - FIRST_TICK_STEP, write))
			return true;
	}
}

struct exh_opl2_source exh_keen_effect_play(struct exh_keen_effect_cursor *cursor)
{
	return (struct exh_opl2_source){ next_write, cursor };
}

/*
 * The speaker.
 */

static void serve_tick(struct exh_keen_speaker_cursor *cursor)
{
	const struct exh_bytes data = cursor->effect->data;
	const uint8_t byte = data.data[cursor->tick], last = cursor->last ^ 0xff;

	if (byte != last) {
		cursor->last = byte ^ 0xff;
		cursor->divisor = (uint32_t)byte * AUDIO_SPEAKER_STEP;
		cursor->started = tick_clock(cursor->tick);
	}
	cursor->tick++;
	/* The game ends the sound in the tick that serves its last byte. */
	if (cursor->tick == data.size)
		cursor->divisor = 0;
}

/* Serves all ticks that are due; returns the time of the next one. */
static uint64_t serve_ticks(struct exh_keen_speaker_cursor *cursor)
{
	const size_t count = cursor->effect->data.size;

	while (cursor->tick < count && tick_clock(cursor->tick) <= cursor->clock)
		serve_tick(cursor);
	return cursor->tick < count ? tick_clock(cursor->tick) : UINT64_MAX;
}

/* Advances to a clock; returns the number of high clocks minus low ones. */
static int64_t sum_until(struct exh_keen_speaker_cursor *cursor, uint64_t end)
{
	int64_t sum = 0;

	while (cursor->clock < end) {
		const uint64_t tick = serve_ticks(cursor);
		const uint64_t until = tick < end ? tick : end;

		sum += speaker_sum(
			&(struct speaker_wave){ cursor->started, cursor->divisor },
			cursor->clock, until);
		cursor->clock = until;
	}
	return sum;
}

static int16_t wave_at(struct exh_keen_speaker_cursor *cursor, unsigned clocks)
{
	int16_t value = 0;

	serve_ticks(cursor);
	if (cursor->divisor)
		value = (cursor->clock - cursor->started) % cursor->divisor <
					cursor->divisor / 2
				? SPEAKER_LOUD
				: -SPEAKER_LOUD;
	cursor->clock += clocks;
	return value;
}

void exh_keen_speaker_render(struct exh_keen_speaker_cursor *cursor, unsigned clocks,
			     bool mean, int16_t *mono, size_t count)
{
	for (size_t i = 0; i < count; i++)
		mono[i] = mean ? speaker_mean(sum_until(cursor, cursor->clock + clocks),
					      clocks)
			       : wave_at(cursor, clocks);
}
