#include "exhume/advanced/opl2_midi.h"

#include "../base/testing.h"

#include <math.h>
#include <string.h>

/* A song in one track, its writes, and what the registers hold as they come. */
struct song {
	struct exh_writer file;
	struct exh_smf_track track;
	struct exh_arena arena;
	struct exh_smf smf;
	struct exh_opl2_midi midi;
	struct exh_opl2_bank bank;
};

/* A second has 560 ticks. */
static void begin(struct song *song)
{
	*song = (struct song){ .file.limit = 1 << 20, .arena.limit = 1 << 24 };
	exh_opl2_bank_default(&song->bank);
	exh_smf_write_header(&song->file, 0, 1, 280);
	exh_smf_track_start(&song->track, &song->file);
}

static void put(struct song *song, uint64_t tick, unsigned status, unsigned first,
		unsigned second)
{
	exh_smf_put(&song->track, tick, (uint8_t)status, (uint8_t)first, (uint8_t)second);
}

static void play(struct song *song, uint64_t end)
{
	assert_int_equal(exh_smf_track_end(&song->track, end, NULL), EXH_OK);
	assert_int_equal(exh_smf_read(exh_writer_bytes(&song->file), &song->arena,
				      &song->smf, NULL, NULL),
			 EXH_OK);
	assert_int_equal(exh_opl2_midi_play(&song->smf, &song->bank, &song->arena,
					    &song->midi, NULL),
			 EXH_OK);
}

static void end(struct song *song)
{
	exh_writer_free(&song->file);
	exh_arena_free(&song->arena);
}

static uint64_t position_of(uint64_t tick)
{
	return (tick * EXH_OPL2_RATE + 280) / 560;
}

/* The registers after all writes up to a tick. */
static void registers_at(const struct song *song, uint64_t tick, uint8_t registers[256])
{
	memset(registers, 0, 256);
	for (size_t i = 0; i < song->midi.write_count; i++)
		if (song->midi.writes[i].position <= position_of(tick))
			registers[song->midi.writes[i].reg] = song->midi.writes[i].value;
}

static unsigned keys_at(const struct song *song, uint64_t tick)
{
	uint8_t registers[256];
	unsigned keys = 0;

	registers_at(song, tick, registers);
	for (unsigned v = 0; v < EXH_OPL2_CHANNEL_COUNT; v++)
		keys |= (registers[0xb0 + v] >> 5 & 1u) << v;
	return keys;
}

static double hz_at(const struct song *song, uint64_t tick, unsigned voice)
{
	uint8_t registers[256];

	registers_at(song, tick, registers);
	return ldexp(registers[0xa0 + voice] | (registers[0xb0 + voice] & 3) << 8,
		     (registers[0xb0 + voice] >> 2 & 7) - 20) *
	       EXH_OPL2_RATE;
}

static void assert_cents(double hz, double expected, double most)
{
	const double cents = 1200 * fabs(log2(hz / expected));

	if (cents > most)
		fail_msg("%g Hz are %g cents from %g Hz", hz, cents, expected);
}

static void a_note_has_its_time_and_its_instrument(void **state)
{
	uint8_t registers[256];
	struct song song;

	(void)state;
	begin(&song);
	put(&song, 0, 0xc2, 40, 0);
	put(&song, 0, 0xb2, 7, 127);
	put(&song, 100, 0x92, 69, 127);
	put(&song, 200, 0x82, 69, 0);
	play(&song, 300);
	assert_int_equal(keys_at(&song, 99), 0);
	assert_int_equal(keys_at(&song, 100), 2);
	assert_int_equal(keys_at(&song, 199), 2);
	assert_int_equal(keys_at(&song, 200), 0);
	assert_int_equal(song.midi.length, position_of(300));
	assert_cents(hz_at(&song, 100, 1), 440, 2);
	registers_at(&song, 100, registers);
	assert_int_equal(registers[0x21], song.bank.programs[40].operators[0][0]);
	assert_int_equal(registers[0x44], song.bank.programs[40].operators[1][1]);
	assert_int_equal(registers[0xc1], song.bank.programs[40].connection);
	assert_int_equal(registers[0x01], 0x20);
	end(&song);
}

static void all_pitches_are_within_a_few_cents(void **state)
{
	(void)state;
	for (unsigned note = 12; note <= 110; note++) {
		struct song song;

		begin(&song);
		put(&song, 0, 0x90, note, 100);
		play(&song, 10);
		assert_cents(hz_at(&song, 0, 1), 440 * exp2((note - 69.0) / 12),
			     note < 24 ? 6 : 3);
		end(&song);
	}
}

static void bends_have_the_range_that_is_set(void **state)
{
	struct song song;

	(void)state;
	begin(&song);
	put(&song, 0, 0x90, 69, 100);
	put(&song, 10, 0xe0, 0, 0); /* two half tones down */
	put(&song, 20, 0xb0, 101, 0);
	put(&song, 20, 0xb0, 100, 0);
	put(&song, 20, 0xb0, 6, 12);
	put(&song, 30, 0xe0, 0, 0x60); /* half of twelve up */
	play(&song, 40);
	assert_cents(hz_at(&song, 10, 1), 440 * exp2(-2.0 / 12), 2);
	assert_cents(hz_at(&song, 20, 1), 220, 2);
	assert_cents(hz_at(&song, 30, 1), 440 * exp2(6.0 / 12), 2);
	end(&song);
}

static void nine_notes_sound_and_the_tenth_ends_the_oldest(void **state)
{
	struct song song;

	(void)state;
	begin(&song);
	for (unsigned i = 0; i < 10; i++)
		put(&song, i * 10, 0x90, 60 + i, 100);
	put(&song, 200, 0xb0, 123, 0);
	play(&song, 300);
	assert_int_equal(keys_at(&song, 70), 0x1fe); /* 0 is the last */
	assert_int_equal(keys_at(&song, 80), 0x1ff);
	assert_int_equal(keys_at(&song, 90), 0x1ff);
	assert_cents(hz_at(&song, 90, 1), 440, 2);
	assert_int_equal(keys_at(&song, 200), 0);
	assert_int_equal(song.midi.report.note_count, 10);
	assert_int_equal(song.midi.report.cut_count, 1);
	assert_int_equal(song.midi.report.most_notes, 10);
	end(&song);
}

static void the_pedal_holds_notes(void **state)
{
	struct song song;

	(void)state;
	begin(&song);
	put(&song, 0, 0xb0, 64, 127);
	put(&song, 0, 0x90, 60, 100);
	put(&song, 10, 0x80, 60, 0);
	put(&song, 20, 0xb0, 64, 0);
	play(&song, 30);
	assert_int_equal(keys_at(&song, 19), 2);
	assert_int_equal(keys_at(&song, 20), 0);
	end(&song);
}

static void softer_is_softer(void **state)
{
	uint8_t loud[256], soft[256];
	struct song song;

	(void)state;
	begin(&song);
	put(&song, 0, 0xb0, 7, 127);
	put(&song, 0, 0x90, 60, 127);
	put(&song, 10, 0xb0, 7, 64); /* 12 dB: 16 steps */
	put(&song, 20, 0xb0, 7, 0);
	play(&song, 30);
	registers_at(&song, 0, loud);
	registers_at(&song, 10, soft);
	assert_int_equal((soft[0x44] & 63) - (loud[0x44] & 63), 16);
	assert_int_equal(soft[0x41], loud[0x41]); /* the modulator stays */
	registers_at(&song, 20, soft);
	assert_int_equal(soft[0x44] & 63, 63);
	end(&song);
}

static void drums_play_their_own_notes(void **state)
{
	struct song song;

	(void)state;
	begin(&song);
	put(&song, 0, 0x99, 38, 100);
	put(&song, 0, 0x99, 20, 100);
	play(&song, 30);
	assert_int_equal(song.midi.report.unknown_count, 1);
	assert_cents(hz_at(&song, 0, 1),
		     440 * exp2((song.bank.drums[3].note - 69.0) / 12), 3);
	end(&song);
}

static void what_is_set_already_is_not_written_again(void **state)
{
	struct song song;
	size_t first;

	(void)state;
	begin(&song);
	put(&song, 0, 0x90, 60, 100);
	put(&song, 10, 0x80, 60, 0);
	play(&song, 20);
	first = song.midi.write_count;
	end(&song);
	begin(&song);
	for (unsigned i = 0; i < 11; i++) {
		put(&song, 20 * i, 0x90, 60, 100);
		put(&song, 20 * i + 10, 0x80, 60, 0);
	}
	play(&song, 300);
	assert_int_equal(song.midi.write_count, first + 20);
	end(&song);
}

static void the_bank_is_whole(void **state)
{
	struct exh_opl2_bank bank;

	(void)state;
	exh_opl2_bank_default(&bank);
	for (size_t i = 0; i < EXH_OPL2_PROGRAMS; i++) {
		assert_true(bank.programs[i].name[0]);
		assert_true(bank.programs[i].operators[1][2] >> 4); /* an attack */
		assert_false(bank.programs[i].is_fixed);
		/* Each differs from the others. */
		for (size_t k = 0; k < i; k++)
			assert_false(memcmp(bank.programs[i].operators,
					    bank.programs[k].operators,
					    sizeof bank.programs[i].operators) == 0 &&
				     bank.programs[i].connection ==
					     bank.programs[k].connection);
	}
	for (size_t i = 0; i < EXH_OPL2_DRUMS; i++)
		assert_true(bank.drums[i].is_fixed && bank.drums[i].note);
}

static void other_parameters_leave_the_bends_alone(void **state)
{
	(void)state;
	for (unsigned controller = 98; controller <= 99; controller++) {
		struct song song;

		begin(&song);
		put(&song, 0, 0xb0, 101, 0);
		put(&song, 0, 0xb0, 100, 0);
		put(&song, 0, 0xb0, 6, 12);
		put(&song, 0, 0xb0, controller, 1);
		put(&song, 0, 0xb0, 6, 24); /* data of another parameter */
		put(&song, 0, 0x90, 57, 100);
		put(&song, 10, 0xe0, 0x7f, 0x7f);
		put(&song, 20, 0xb0, 100, 0); /* selected again */
		put(&song, 20, 0xb0, 101, 0);
		put(&song, 20, 0xb0, 6, 24);
		play(&song, 30);
		assert_cents(hz_at(&song, 10, 1), 440, 3);
		assert_cents(hz_at(&song, 20, 1), 880, 3);
		end(&song);
	}
}

/* Returns the multiplier in a register: its number, or 1/2 for 0. */
static double multiplier_at(const struct song *song, uint64_t tick, unsigned reg)
{
	uint8_t registers[256];

	registers_at(song, tick, registers);
	return registers[reg] & 15 ? registers[reg] & 15 : 0.5;
}

static void high_notes_double_the_multipliers(void **state)
{
	(void)state;
	for (unsigned program = 0; program < 2; program++)
		for (unsigned note = 108; note < 128; note++) {
			struct song song;
			double times;

			begin(&song);
			/* A multiplier of program 1 that can't be doubled. */
			song.bank.programs[1].operators[0][0] = 7;
			put(&song, 0, 0xc0, program, 0);
			put(&song, 0, 0x90, note, 100);
			put(&song, 10, 0xe0, 0, 0); /* bent to where it needs none */
			put(&song, 10, 0x80, note, 0);
			put(&song, 20, 0xe0, 0, 0x40);
			put(&song, 20, 0x90, 60, 100);
			play(&song, 30);
			times = multiplier_at(&song, 0, 0x24) /
				(song.bank.programs[program].operators[1][0] & 15);
			if (!program || note < 115)
				assert_cents(hz_at(&song, 0, 1) * times,
					     440 * exp2((note - 69.0) / 12), 3);
			assert_true(program ? times == 1
					    : times == (note < 115   ? 1
							: note < 127 ? 2
								     : 4));
			assert_int_equal(song.midi.report.high_count,
					 program && note > 114);
			end(&song);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_note_has_its_time_and_its_instrument),
		cmocka_unit_test(all_pitches_are_within_a_few_cents),
		cmocka_unit_test(bends_have_the_range_that_is_set),
		cmocka_unit_test(nine_notes_sound_and_the_tenth_ends_the_oldest),
		cmocka_unit_test(the_pedal_holds_notes),
		cmocka_unit_test(softer_is_softer),
		cmocka_unit_test(drums_play_their_own_notes),
		cmocka_unit_test(what_is_set_already_is_not_written_again),
		cmocka_unit_test(other_parameters_leave_the_bends_alone),
		cmocka_unit_test(high_notes_double_the_multipliers),
		cmocka_unit_test(the_bank_is_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
