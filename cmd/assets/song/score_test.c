#include "song.h"
#include "testing.h"

#include <math.h>

enum { MAX_NOTES = 64 };

/* A score, and the notes that it returned. */
struct hearing {
	struct score score;
	struct score_note notes[MAX_NOTES];
	size_t count;
};

static void take(void *context, const struct score_note *note)
{
	struct hearing *hearing = context;

	assert_true(hearing->count < MAX_NOTES);
	assert_true(note->end > note->start);
	hearing->notes[hearing->count++] = *note;
}

static void hear(struct hearing *hearing)
{
	*hearing = (struct hearing){ 0 };
	hearing->score.take = take;
	hearing->score.context = hearing;
	score_start(&hearing->score);
}

static void put(struct hearing *hearing, uint64_t position, uint8_t reg, uint8_t value)
{
	const struct exh_opl2_write write = { position, reg, value };

	score_write(&hearing->score, &write);
}

static void assert_near(double found, double expected, double most)
{
	if (fabs(found - expected) > most)
		fail_msg("%.9g, expected %.9g", found, expected);
}

static void a_note_lasts_from_key_to_release(void **state)
{
	struct hearing hearing;

	(void)state;
	hear(&hearing);
	put(&hearing, 0, 0x23, 0x01);
	put(&hearing, 10, 0xa0, 0x44); /* F-number 580, block 4: 440 Hz */
	put(&hearing, 20, 0xb0, 0x32);
	assert_int_equal(hearing.count, 0);
	put(&hearing, 520, 0xb0, 0x12);
	assert_int_equal(hearing.count, 1);
	assert_int_equal(hearing.notes[0].channel, 0);
	assert_int_equal(hearing.notes[0].drum, -1);
	assert_int_equal(hearing.notes[0].start, 20);
	assert_int_equal(hearing.notes[0].end, 520);
	assert_near(hearing.notes[0].pitch, 69, 0.01);
	assert_true(hearing.notes[0].begins && hearing.notes[0].changes);
	assert_int_equal(hearing.score.note_counts[0], 1);
	assert_int_equal(hearing.score.write_count, 4);
	score_end(&hearing.score, 1000);
	assert_int_equal(hearing.count, 1);
	score_free(&hearing.score);
}

static void pitch_is_that_of_the_carrier(void **state)
{
	/* Half tones above the fundamental, by multiple. */
	static const double above[16] = { -12,	 0,	12,    19.02, 24,    27.86,
					  31.02, 33.69, 36,    38.04, 39.86, 39.86,
					  43.02, 43.02, 46.88, 46.88 };
	struct hearing hearing;

	(void)state;
	hear(&hearing);
	for (unsigned c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++) {
		static const uint8_t modulators[] = { 0, 1, 2, 8, 9, 10, 16, 17, 18 };

		for (unsigned m = 0; m < 16; m++) {
			const uint64_t at = c * 1000 + m * 10;

			put(&hearing, at, (uint8_t)(0x20 + modulators[c]), 0x0f);
			put(&hearing, at, (uint8_t)(0x23 + modulators[c]),
			    (uint8_t)(0xf0 | m));
			put(&hearing, at, (uint8_t)(0xa0 + c), 0x44);
			put(&hearing, at, (uint8_t)(0xb0 + c), 0x32);
			put(&hearing, at + 5, (uint8_t)(0xb0 + c), 0);
			assert_int_equal(hearing.count, 1);
			assert_int_equal(hearing.notes[0].channel, c);
			assert_near(hearing.notes[0].pitch, 69 + above[m], 0.02);
			hearing.count = 0;
		}
		assert_int_equal(hearing.score.note_counts[c], 16);
	}
	score_free(&hearing.score);
}

static void blocks_are_octaves(void **state)
{
	struct hearing hearing;

	(void)state;
	hear(&hearing);
	put(&hearing, 0, 0x24, 0x01);
	put(&hearing, 0, 0xa1, 0x44);
	for (unsigned block = 0; block < 8; block++) {
		put(&hearing, block * 10, 0xb1, (uint8_t)(0x22 | block << 2));
		put(&hearing, block * 10 + 5, 0xb1, 0);
		assert_near(hearing.notes[block].pitch, 21 + 12 * block, 0.01);
	}
	/* A pitch below all notes is 0, without an error. */
	put(&hearing, 100, 0xa1, 0);
	put(&hearing, 100, 0xb1, 0x20);
	put(&hearing, 110, 0xb1, 0);
	assert_near(hearing.notes[8].pitch, 0, 0);
	score_free(&hearing.score);
}

static void a_key_that_is_held_does_not_begin_again(void **state)
{
	struct hearing hearing;

	(void)state;
	hear(&hearing);
	put(&hearing, 0, 0x23, 0x01);
	put(&hearing, 0, 0xa0, 0x44);
	put(&hearing, 0, 0xb0, 0x32);
	put(&hearing, 50, 0xb0, 0x32);
	put(&hearing, 60, 0xa0, 0x44);
	put(&hearing, 100, 0xb0, 0x12);
	put(&hearing, 120, 0xb0, 0x12); /* released already */
	assert_int_equal(hearing.count, 1);
	assert_int_equal(hearing.notes[0].end, 100);
	/* Released and pressed at once: two notes. */
	put(&hearing, 200, 0xb0, 0x32);
	put(&hearing, 300, 0xb0, 0x12);
	put(&hearing, 300, 0xb0, 0x32);
	score_end(&hearing.score, 400);
	assert_int_equal(hearing.count, 3);
	assert_true(hearing.notes[2].begins);
	assert_int_equal(hearing.score.note_counts[0], 3);
	score_free(&hearing.score);
}

static void a_note_that_bends_comes_in_parts(void **state)
{
	struct hearing hearing;

	(void)state;
	hear(&hearing);
	put(&hearing, 0, 0x23, 0x01);
	put(&hearing, 0, 0xa0, 0x44);
	put(&hearing, 0, 0xb0, 0x32);
	put(&hearing, 100, 0xb0, 0x36); /* an octave up */
	put(&hearing, 200, 0xa0, 0x66);
	/* both at once: no note for the pitch in between */
	put(&hearing, 200, 0xb0, 0x35);
	score_end(&hearing.score, 300);
	assert_int_equal(hearing.count, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(hearing.notes[i].start, i * 100);
		assert_int_equal(hearing.notes[i].end, (i + 1) * 100);
		assert_int_equal(hearing.notes[i].begins, i == 0);
		assert_int_equal(hearing.notes[i].changes, i == 0);
	}
	assert_near(hearing.notes[1].pitch, 81, 0.01);
	assert_int_equal(hearing.score.note_counts[0], 1);
	score_free(&hearing.score);
}

static void a_note_keeps_its_beginning_when_it_bends_at_once(void **state)
{
	struct hearing hearing;

	(void)state;
	hear(&hearing);
	put(&hearing, 10, 0xa0, 0x44);
	put(&hearing, 10, 0xb0, 0x32);
	put(&hearing, 10, 0xa0, 0x98);
	put(&hearing, 20, 0xb0, 0x12);
	assert_int_equal(hearing.count, 1);
	assert_true(hearing.notes[0].begins && hearing.notes[0].changes);
	assert_int_equal(hearing.notes[0].start, 10);
	/* A note of zero length is counted, but not passed on. */
	put(&hearing, 30, 0xb0, 0x32);
	put(&hearing, 30, 0xb0, 0x12);
	assert_int_equal(hearing.count, 1);
	assert_int_equal(hearing.score.note_counts[0], 2);
	score_free(&hearing.score);
}

static void what_sounds_at_the_end_ends_there(void **state)
{
	struct hearing hearing;

	(void)state;
	hear(&hearing);
	for (unsigned c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++) {
		put(&hearing, c, (uint8_t)(0xa0 + c), 0x44);
		put(&hearing, c, (uint8_t)(0xb0 + c), 0x32);
	}
	score_end(&hearing.score, 500);
	assert_int_equal(hearing.count, EXH_OPL2_CHANNEL_COUNT);
	for (unsigned c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++) {
		assert_int_equal(hearing.notes[c].channel, c);
		assert_int_equal(hearing.notes[c].start, c);
		assert_int_equal(hearing.notes[c].end, 500);
	}
	score_free(&hearing.score);
}

/*
 * Drums.
 */

static void drums_are_struck_when_their_bit_rises(void **state)
{
	static const int drums[] = { 0, 1, 2, 3, 4 };
	static const unsigned channels[] = { 6, 7, 8, 8, 7 };
	struct hearing hearing;

	(void)state;
	hear(&hearing);
	put(&hearing, 0, 0xbd, 0x1f); /* not in rhythm mode */
	put(&hearing, 1, 0xbd, 0x00);
	assert_int_equal(hearing.count, 0);
	put(&hearing, 2, 0xbd, 0x20);
	for (unsigned i = 0; i < SCORE_DRUM_COUNT; i++) {
		put(&hearing, 10 + i, 0xbd, (uint8_t)(0x20 | 0x10 >> i));
		assert_int_equal(hearing.count, i + 1);
		assert_int_equal(hearing.notes[i].drum, drums[i]);
		assert_int_equal(hearing.notes[i].channel, channels[i]);
		assert_int_equal(hearing.notes[i].start, 10 + i);
		assert_int_equal(hearing.notes[i].instrument, SCORE_MAX_INSTRUMENTS);
	}
	put(&hearing, 20, 0xbd, 0x21); /* still held */
	put(&hearing, 21, 0xbd, 0xe1); /* depths */
	assert_int_equal(hearing.count, SCORE_DRUM_COUNT);
	/* Off and on again strikes the drums that are held. */
	put(&hearing, 30, 0xbd, 0x1f);
	put(&hearing, 31, 0xbd, 0x3f);
	assert_int_equal(hearing.count, 2 * SCORE_DRUM_COUNT);
	for (unsigned i = 0; i < SCORE_DRUM_COUNT; i++)
		assert_int_equal(hearing.score.drum_counts[i], 2);
	score_free(&hearing.score);
}

/*
 * Instruments.
 */

/* Sets an instrument on channel 0; its audible operator has this level. */
static void set_instrument(struct hearing *hearing, uint8_t level, uint8_t connection)
{
	static const uint8_t registers[] = { 0x20, 0x60, 0x80, 0xe0,
					     0x23, 0x63, 0x83, 0xe3 };

	for (unsigned i = 0; i < sizeof registers; i++)
		put(hearing, 0, registers[i], (uint8_t)(0x51 + i));
	put(hearing, 0, 0x40, 0x4a);
	put(hearing, 0, 0x43, level);
	put(hearing, 0, 0xc0, connection);
}

static void press(struct hearing *hearing, uint64_t position)
{
	put(hearing, position, 0xb0, 0x00);
	put(hearing, position, 0xa0, 0x44);
	put(hearing, position, 0xb0, 0x32);
}

static void how_loud_a_note_is_makes_no_other_instrument(void **state)
{
	static const uint8_t expected[SCORE_INSTRUMENT_SIZE] = {
		0x51, 0x4a, 0x52, 0x53, 0x00, /* modulator: only two bits of E0 count */
		0x55, 0x80, 0x56, 0x57, 0x00, /* carrier: 40 has only key scaling */
		0x06,
	};
	struct hearing hearing;

	(void)state;
	hear(&hearing);
	set_instrument(&hearing, 0x80, 0xf6);
	put(&hearing, 0, 0xe0, 0x54);
	put(&hearing, 0, 0xe3, 0xfc);
	press(&hearing, 10);
	put(&hearing, 10, 0x43, 0xbf);
	press(&hearing, 20);
	assert_int_equal(hearing.score.instrument_count, 1);
	assert_memory_equal(hearing.score.instruments[0].registers, expected,
			    sizeof expected);
	assert_int_equal(hearing.score.instruments[0].note_count, 2);
	assert_int_equal(hearing.score.instruments[0].channels, 1);
	/* The modulator's level is a part of the timbre ... */
	put(&hearing, 20, 0x40, 0x4b);
	press(&hearing, 30);
	assert_int_equal(hearing.score.instrument_count, 2);
	/* ... unless the modulator is audible itself. */
	put(&hearing, 30, 0xc0, 0x07);
	press(&hearing, 40);
	put(&hearing, 40, 0x40, 0x77);
	press(&hearing, 50);
	assert_int_equal(hearing.score.instrument_count, 3);
	assert_int_equal(hearing.score.instruments[2].registers[1], 0x40);
	assert_int_equal(hearing.score.instruments[2].note_count, 2);
	score_free(&hearing.score);
}

static void a_change_of_instrument_marks_the_note(void **state)
{
	static const bool changes[] = { true, false, true, false, true };
	struct hearing hearing;

	(void)state;
	hear(&hearing);
	set_instrument(&hearing, 0, 0);
	press(&hearing, 10);
	press(&hearing, 20);
	put(&hearing, 25, 0x60, 0x99);
	press(&hearing, 30);
	press(&hearing, 40);
	put(&hearing, 45, 0x60, 0x52); /* the first one again */
	press(&hearing, 50);
	score_end(&hearing.score, 60);
	assert_int_equal(hearing.count, 5);
	assert_int_equal(hearing.score.instrument_count, 2);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(hearing.notes[i].changes, changes[i]);
	assert_int_equal(hearing.notes[4].instrument, 0);
	assert_int_equal(hearing.score.instruments[0].note_count, 3);
	score_free(&hearing.score);
}

static void one_instrument_on_two_channels_is_one(void **state)
{
	struct hearing hearing;

	(void)state;
	hear(&hearing);
	/* All registers are 0 on both. */
	put(&hearing, 0, 0xb2, 0x32);
	put(&hearing, 0, 0xb7, 0x32);
	assert_int_equal(hearing.score.instrument_count, 1);
	assert_int_equal(hearing.score.instruments[0].channels, 1 << 2 | 1 << 7);
	assert_int_equal(hearing.score.instruments[0].note_count, 2);
	score_free(&hearing.score);
}

static void more_instruments_than_are_kept_do_no_harm(void **state)
{
	struct hearing hearing;

	(void)state;
	hear(&hearing);
	hearing.score.take = NULL;
	for (unsigned i = 0; i < SCORE_MAX_INSTRUMENTS + 100; i++) {
		put(&hearing, i, 0x60, (uint8_t)i);
		put(&hearing, i, 0x80, (uint8_t)(i >> 8));
		press(&hearing, i);
	}
	assert_int_equal(hearing.score.instrument_count, SCORE_MAX_INSTRUMENTS);
	assert_int_equal(hearing.score.note_counts[0], SCORE_MAX_INSTRUMENTS + 100);
	assert_int_equal(hearing.score.notes[0].instrument, SCORE_MAX_INSTRUMENTS);
	score_free(&hearing.score);
}

static void any_writes_do_no_harm(void **state)
{
	struct hearing hearing;
	uint64_t seed = 27, position = 0, began = 0;

	(void)state;
	hear(&hearing);
	hearing.score.take = NULL;
	for (int i = 0; i < 200000; i++)
		put(&hearing, position += roll(&seed, 3), (uint8_t)roll(&seed, 256),
		    (uint8_t)roll(&seed, 256));
	score_end(&hearing.score, position);
	for (size_t i = 0; i < hearing.score.instrument_count; i++)
		began += hearing.score.instruments[i].note_count;
	assert_int_equal(hearing.score.instrument_count, SCORE_MAX_INSTRUMENTS);
	assert_true(began >= SCORE_MAX_INSTRUMENTS);
	for (unsigned reg = 0; reg < 256; reg++)
		assert_true(hearing.score.used[reg]);
	score_free(&hearing.score);
}

/*
 * JSON.
 */

static void json_tells_notes_instruments_and_drums(void **state)
{
	struct hearing hearing;
	struct json *json = json_new_object(), *instrument, *modulator;

	(void)state;
	hear(&hearing);
	set_instrument(&hearing, 0xbf, 0x0b);
	press(&hearing, 10);
	put(&hearing, 11, 0xbd, 0x30);
	score_to_json(&hearing.score, json);
	assert_int_equal(json_size(json_get(json, "instruments")), 1);
	instrument = json_at(json_get(json, "instruments"), 0);
	modulator = json_get(instrument, "modulator");
	assert_string_equal(json_text_at(instrument, "registers"), "5140525300558056570"
								   "00b");
	assert_string_equal(json_text_at(instrument, "connection"), "additive");
	assert_string_equal(json_text_at(modulator, "waveform"), "sine");
	assert_int_equal(json_number_at(instrument, "feedback"), 5);
	assert_int_equal(json_number_at(instrument, "notes"), 1);
	assert_int_equal(json_size(json_get(instrument, "channels")), 1);
	assert_int_equal(json_number_of(json_at(json_get(instrument, "channels"), 0)), 0);
	assert_int_equal(json_number_at(modulator, "attack"), 5);
	assert_int_equal(json_number_at(modulator, "key_scale_level"), 1);
	assert_int_equal(json_size(json_get(json, "channels")), EXH_OPL2_CHANNEL_COUNT);
	assert_int_equal(json_number_at(json_at(json_get(json, "channels"), 0), "notes"),
			 1);
	assert_int_equal(json_number_at(json_get(json, "drums"), "bass_drum"), 1);
	assert_int_equal(json_key_count(json_get(json, "drums")), SCORE_DRUM_COUNT);
	assert_int_equal(json_number_at(json, "writes"), 11 + 3 + 1);
	json_free(json);
	score_free(&hearing.score);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_note_lasts_from_key_to_release),
		cmocka_unit_test(pitch_is_that_of_the_carrier),
		cmocka_unit_test(blocks_are_octaves),
		cmocka_unit_test(a_key_that_is_held_does_not_begin_again),
		cmocka_unit_test(a_note_that_bends_comes_in_parts),
		cmocka_unit_test(a_note_keeps_its_beginning_when_it_bends_at_once),
		cmocka_unit_test(what_sounds_at_the_end_ends_there),
		cmocka_unit_test(drums_are_struck_when_their_bit_rises),
		cmocka_unit_test(how_loud_a_note_is_makes_no_other_instrument),
		cmocka_unit_test(a_change_of_instrument_marks_the_note),
		cmocka_unit_test(one_instrument_on_two_channels_is_one),
		cmocka_unit_test(more_instruments_than_are_kept_do_no_harm),
		cmocka_unit_test(any_writes_do_no_harm),
		cmocka_unit_test(json_tells_notes_instruments_and_drums),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
