#include "song.h"

#include "task/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL = 63, WAVE = 3, CONNECTION = 15, MULTIPLE = 15 };

/* Returns an instrument's registers as score.c compares them: without loudness. */
static void get_registers(const struct exh_opl2_instrument *from,
			  uint8_t out[SCORE_INSTRUMENT_SIZE])
{
	memcpy(out, from->operators[0], 5);
	memcpy(out + 5, from->operators[1], 5);
	out[10] = from->connection & CONNECTION;
	out[4] &= WAVE;
	out[9] &= WAVE;
	out[6] &= (uint8_t)~LEVEL;
	if (out[10] & 1)
		out[1] &= (uint8_t)~LEVEL;
}

static bool is_same(const struct exh_opl2_instrument *instrument,
		    const uint8_t *registers)
{
	uint8_t own[SCORE_INSTRUMENT_SIZE];

	get_registers(instrument, own);
	return memcmp(own, registers, sizeof own) == 0;
}

static unsigned apart(unsigned a, unsigned b)
{
	return a > b ? a - b : b - a;
}

/* Returns a rough difference of two operators' sounds; levels count only in the
 * modulator. */
static unsigned compare_operators(const uint8_t *a, const uint8_t *b)
{
	unsigned sum = 4 * apart(a[0] & MULTIPLE, b[0] & MULTIPLE);

	sum += (a[0] & 0x20) != (b[0] & 0x20) ? 8 : 0; /* sustain */
	sum += (a[0] & 0x80) != (b[0] & 0x80) ? 2 : 0;
	sum += (a[0] & 0x40) != (b[0] & 0x40) ? 2 : 0;
	sum += apart(a[1] & LEVEL, b[1] & LEVEL) / 3;
	sum += apart(a[2] >> 4, b[2] >> 4) + apart(a[2] & 15, b[2] & 15);
	sum += apart(a[3] >> 4, b[3] >> 4) / 2 + apart(a[3] & 15, b[3] & 15) / 2;
	return sum + ((a[4] & WAVE) != (b[4] & WAVE) ? 3 : 0);
}

static unsigned compare(const struct exh_opl2_instrument *instrument,
			const uint8_t *registers)
{
	uint8_t own[SCORE_INSTRUMENT_SIZE];

	get_registers(instrument, own);
	return compare_operators(own, registers) +
	       compare_operators(own + 5, registers + 5) +
	       2 * apart(own[10] >> 1, (unsigned)registers[10] >> 1) +
	       ((own[10] ^ registers[10]) & 1 ? 20 : 0);
}

/* Returns the half tones that the carrier's multiple adds. */
static double shift_of(const struct exh_opl2_instrument *instrument)
{
	static const double multiples[16] = { 0.5, 1, 2,  3,  4,  5,  6,  7,
					      8,   9, 10, 10, 12, 12, 15, 15 };

	return 12 * log2(multiples[instrument->operators[1][0] & MULTIPLE]) +
	       instrument->shift;
}

static struct song_program program_of(const struct exh_opl2_bank *bank, size_t number)
{
	return (struct song_program){ .number = (int)number,
				      .level = bank->programs[number].operators[1][1] &
					       LEVEL,
				      .shift = shift_of(&bank->programs[number]) };
}

/* Returns the same program, a drum, or the nearest program. */
static struct song_program find(const struct exh_opl2_bank *bank,
				const uint8_t *registers, bool *same)
{
	unsigned least = UINT32_MAX;
	size_t best = 0;

	*same = true;
	for (size_t i = 0; i < EXH_OPL2_PROGRAMS; i++)
		if (is_same(&bank->programs[i], registers))
			return program_of(bank, i);
	for (size_t i = 0; i < EXH_OPL2_DRUMS; i++)
		if (is_same(&bank->drums[i], registers))
			return (struct song_program){
				.drum = EXH_OPL2_FIRST_DRUM + (unsigned)i,
				.level = bank->drums[i].operators[1][1] & LEVEL,
				.shift = shift_of(&bank->drums[i])
			};
	*same = false;
	for (size_t i = 0; i < EXH_OPL2_PROGRAMS; i++) {
		const unsigned difference = compare(&bank->programs[i], registers);

		if (difference < least) {
			least = difference;
			best = i;
		}
	}
	/* The audible pitch is kept; the level of the instrument says nothing about
	 * loudness. */
	return (struct song_program){ .number = (int)best };
}

void song_programs_find(struct song_programs *programs, const struct score *score,
			const struct exh_opl2_bank *bank, bool own)
{
	const size_t count = score->instrument_count;

	*programs = (struct song_programs){
		.bank = bank,
		.items = mem_alloc(count, sizeof *programs->items),
		.is_same = mem_alloc(count, sizeof *programs->is_same),
		.registers = mem_alloc(count, sizeof *programs->registers),
		.count = count,
	};
	for (size_t i = 0; i < count; i++) {
		memcpy(programs->registers[i], score->instruments[i].registers,
		       SCORE_INSTRUMENT_SIZE);
		if (own)
			programs->items[i].number = (int)(i % EXH_OPL2_PROGRAMS);
		else
			programs->items[i] =
				find(bank, programs->registers[i], &programs->is_same[i]);
	}
}

void song_programs_free(struct song_programs *programs)
{
	free(programs->items);
	free(programs->is_same);
	free(programs->registers);
}

struct song_program song_programs_of(const struct song_programs *programs,
				     size_t instrument, double pitch)
{
	struct song_program program = { 0 };
	double least = HUGE_VAL;
	unsigned drum = 0;

	if (instrument < programs->count)
		program = programs->items[instrument];
	if (!program.drum)
		return program;
	for (unsigned i = 0; i < EXH_OPL2_DRUMS; i++) {
		const double off =
			fabs(pitch - program.shift - programs->bank->drums[i].note);

		if (is_same(&programs->bank->drums[i], programs->registers[instrument]) &&
		    off < least) {
			least = off;
			drum = i;
		}
	}
	program.drum = EXH_OPL2_FIRST_DRUM + drum;
	return program;
}

void song_programs_describe(const struct song_programs *programs, size_t instrument,
			    char text[SONG_PROGRAM_TEXT])
{
	const struct song_program *program = &programs->items[instrument];
	size_t at =
		(size_t)snprintf(text, SONG_PROGRAM_TEXT, "instrument %zu:", instrument);

	for (size_t i = 0; i < SCORE_INSTRUMENT_SIZE; i++)
		at += (size_t)snprintf(text + at, SONG_PROGRAM_TEXT - at, " %02x",
				       programs->registers[instrument][i]);
	if (program->drum)
		snprintf(text + at, SONG_PROGRAM_TEXT - at, " is a drum");
	else
		snprintf(text + at, SONG_PROGRAM_TEXT - at, " is program %d",
			 program->number);
}
