/* Random songs as MIDI, played, and written as MIDI again. */
#include "song.h"

#include "testing.h"

#include <exhume/advanced/opl2_log.h>
#include <math.h>
#include <string.h>

enum { MOST = 400, RATE = 560, KEYS = 128 };

struct note {
	uint64_t start, end; /* ticks of the song */
	unsigned channel, key, velocity, program;
};

struct notes {
	struct note items[MOST];
	size_t count;
};

/* Makes one note at a time in each of seven channels and the drums, bar after bar, on a
 * grid of sixteenths at 140 beats per minute. */
static void roll_notes(uint64_t *seed, struct notes *notes)
{
	static const uint8_t channels[] = { 0, 1, 2, 3, 4, 5, 6, 9 };

	notes->count = 0;
	for (unsigned i = 0; i < 8; i++) {
		uint64_t tick = 0;

		for (unsigned k = 0; k < 40; k++) {
			const uint64_t grid = 60 * RATE / 140 / 4;
			const uint64_t length = grid * (1 + roll(seed, 4));

			notes->items[notes->count++] = (struct note){
				.start = tick,
				.end = tick + length - roll(seed, (uint32_t)grid / 2),
				.channel = channels[i],
				.key = channels[i] == 9 ? 35 + roll(seed, 47)
							: 24 + roll(seed, 72),
				.velocity = 1 + roll(seed, 127),
				.program = channels[i] == 9 ? 0 : roll(seed, 128),
			};
			tick += length;
		}
	}
}

static void put_note(struct exh_smf_track *track, const struct note *note, bool begins)
{
	const uint64_t tick = begins ? note->start : note->end;

	if (begins && note->channel != 9)
		exh_smf_put(track, tick, (uint8_t)(0xc0 | note->channel),
			    (uint8_t)note->program, 0);
	exh_smf_put(track, tick, (uint8_t)((begins ? 0x90 : 0x80) | note->channel),
		    (uint8_t)note->key, begins ? (uint8_t)note->velocity : 0);
}

/* Writes the notes with a track for each channel. */
static struct exh_writer write_notes(const struct notes *notes)
{
	struct exh_writer out = { .limit = 1 << 20 };

	exh_smf_write_header(&out, 1, 8, RATE / 2);
	for (size_t i = 0; i < notes->count; i += 40) {
		struct exh_smf_track track;

		exh_smf_track_start(&track, &out);
		exh_smf_put(&track, 0, (uint8_t)(0xb0 | notes->items[i].channel), 7, 127);
		for (size_t k = i; k < i + 40; k++) {
			put_note(&track, &notes->items[k], true);
			put_note(&track, &notes->items[k], false);
		}
		assert_int_equal(
			exh_smf_track_end(&track, notes->items[i + 39].end, NULL),
			EXH_OK);
	}
	return out;
}

/* Reads notes with times in ticks of RATE, and the programs of their channels. */
static void read_notes(struct exh_bytes file, struct notes *notes)
{
	struct exh_arena arena = { .limit = 1 << 24 };
	size_t open[16][KEYS] = { { 0 } };
	unsigned programs[16] = { 0 };
	struct exh_smf_clock clock;
	struct exh_smf smf;

	notes->count = 0;
	assert_int_equal(exh_smf_read(file, &arena, &smf, NULL, NULL), EXH_OK);
	exh_smf_clock_start(&smf, &clock);
	for (size_t i = 0; i < smf.count; i++) {
		const struct exh_smf_event *event = &smf.events[i];
		const unsigned channel = event->status & 15;
		size_t *place = &open[channel][event->data[0]];
		uint64_t tick;

		assert_int_equal(exh_smf_clock_pass(&clock, event->tick, NULL), EXH_OK);
		exh_smf_clock_take(&clock, event);
		tick = exh_smf_clock_at(&clock, RATE);
		if (event->status >> 4 == 0xc)
			programs[channel] = event->data[0];
		if (event->status >> 4 == 9) {
			assert_true(notes->count < MOST);
			*place = notes->count;
			notes->items[notes->count++] = (struct note){
				.start = tick,
				.channel = channel,
				.key = event->data[0],
				.velocity = event->data[1],
				.program = channel == 9 ? 0 : programs[channel]
			};
		} else if (event->status >> 4 == 8) {
			notes->items[*place].end = tick;
		}
	}
	exh_arena_free(&arena);
}

static int by_start(const void *a, const void *b)
{
	const struct note *one = a, *other = b;

	if (one->start != other->start)
		return one->start < other->start ? -1 : 1;
	if (one->program != other->program)
		return one->program < other->program ? -1 : 1;
	return (one->key > other->key) - (one->key < other->key);
}

static enum exh_status convert(struct exh_bytes file, unsigned programs,
			       struct exh_writer *out, struct song_midi_report *report)
{
	struct exh_arena arena = { .limit = 1 << 24 };
	struct exh_opl2_bank bank;
	struct exh_opl2_midi played;
	struct exh_smf smf;
	enum exh_status status;

	exh_opl2_bank_default(&bank);
	assert_int_equal(exh_smf_read(file, &arena, &smf, NULL, NULL), EXH_OK);
	assert_int_equal(exh_opl2_midi_play(&smf, &bank, &arena, &played, NULL), EXH_OK);
	assert_int_equal(played.report.cut_count, 0);
	{
		const struct exh_opl2_log log = { .kind = EXH_OPL2_LOG_VGM,
						  .writes = played.writes,
						  .write_count = played.write_count,
						  .length = played.length };
		struct exh_opl2_log_cursor cursor = { .log = &log, .pass_count = 1 };
		const struct song_midi midi = { .source = exh_opl2_log_play(&cursor),
						.length = played.length,
						.rate = { RATE, 1 },
						.bank = &bank,
						.programs = programs,
						.title = "song" };

		status = song_midi_write(&midi, out, report, NULL);
	}
	exh_arena_free(&arena);
	return status;
}

/* Drums of the same sound and pitch are equal on the chip. */
static bool is_same_drum(unsigned a, unsigned b)
{
	const struct exh_opl2_instrument *one, *other;
	struct exh_opl2_bank bank;

	if (a < 35 || b < 35 || a > 81 || b > 81)
		return false;
	exh_opl2_bank_default(&bank);
	one = &bank.drums[a - 35];
	other = &bank.drums[b - 35];
	return memcmp(one->operators, other->operators, sizeof one->operators) == 0 &&
	       one->connection == other->connection && one->is_fixed == other->is_fixed &&
	       one->note == other->note && one->shift == other->shift;
}

static void assert_same_note(const struct note *found, const struct note *expected)
{
	assert_int_equal(found->start, expected->start);
	assert_int_equal(found->end, expected->end);
	assert_int_equal(found->program, expected->program);
	assert_int_equal(found->channel == 9, expected->channel == 9);
	if (expected->channel != 9 || !is_same_drum(found->key, expected->key))
		assert_int_equal(found->key, expected->key);
	/* A step of the chip's level is about 4 percent. */
	assert_true(abs((int)exh_opl2_midi_loss(found->velocity) -
			(int)exh_opl2_midi_loss(expected->velocity)) <= 6 ||
		    exh_opl2_midi_loss(expected->velocity) > 8 * 48);
}

static void notes_come_back_with_their_programs_times_and_loudness(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		uint64_t dice = seed;
		struct exh_writer back = { .limit = 1 << 20 };
		struct song_midi_report report;
		struct notes notes, found;
		struct exh_writer file;

		roll_notes(&dice, &notes);
		file = write_notes(&notes);
		assert_int_equal(convert(exh_writer_bytes(&file), SONG_PROGRAMS_NEAREST,
					 &back, &report),
				 EXH_OK);
		read_notes(exh_writer_bytes(&back), &found);
		assert_int_equal(found.count, notes.count);
		assert_int_equal(report.note_count, notes.count);
		qsort(notes.items, notes.count, sizeof *notes.items, by_start);
		qsort(found.items, found.count, sizeof *found.items, by_start);
		for (size_t i = 0; i < notes.count; i++)
			assert_same_note(&found.items[i], &notes.items[i]);
		/* 140 beats, or a simple fraction of it. */
		assert_true(fabs(remainder(report.beats / 140 * 4, 1)) < 0.01);
		exh_writer_free(&back);
		exh_writer_free(&file);
	}
}

static void programs_of_their_own_are_numbered_as_they_come(void **state)
{
	uint64_t dice = 3;
	struct exh_writer back = { .limit = 1 << 20 };
	struct song_midi_report report;
	struct notes notes, found;
	struct exh_writer file;

	(void)state;
	roll_notes(&dice, &notes);
	file = write_notes(&notes);
	assert_int_equal(
		convert(exh_writer_bytes(&file), SONG_PROGRAMS_OWN, &back, &report),
		EXH_OK);
	read_notes(exh_writer_bytes(&back), &found);
	assert_int_equal(found.items[0].program, 0);
	for (size_t i = 0; i < found.count; i++)
		assert_true(found.items[i].program < report.program_count &&
			    found.items[i].channel != 9);
	exh_writer_free(&back);
	exh_writer_free(&file);
}

/*
 * The IMF embedded in MIDI.
 */

/* Changes that another program may make to a file. */
enum edit {
	EDIT_NONE,
	EDIT_FORM, /* two tracks, ends of notes in another form, a name, a finer clock */
	EDIT_KEY,
	EDIT_VELOCITY,
	EDIT_TIME,
	EDIT_PROGRAM,
	EDIT_LESS, /* an event is removed */
	EDIT_LENGTH,
	EDIT_TEMPO,
	EDITS
};

static void put_edited(struct exh_smf_track *track, const struct exh_smf_event *event,
		       enum edit edit, bool is_chosen)
{
	const unsigned finer = edit == EDIT_FORM ? 3 : 1;
	uint64_t tick = event->tick * finer;
	uint8_t status = event->status, first = event->data[0], second = event->data[1];

	if (edit == EDIT_LESS && is_chosen)
		return;
	if (edit == EDIT_FORM && status >> 4 == 8) {
		status |= 0x10;
		second = 0;
	}
	if (is_chosen && edit == EDIT_KEY)
		first ^= 1;
	if (is_chosen && edit == EDIT_VELOCITY)
		second ^= 1;
	if (is_chosen && edit == EDIT_TIME)
		tick++;
	if (edit == EDIT_PROGRAM && status >> 4 == 0xc && event->tick == 0)
		first ^= 1;
	exh_smf_put(track, tick, status, first, second);
}

/* Returns the file with an edit, and with the embedded data. */
static struct exh_writer save_again(struct exh_bytes file, struct exh_bytes kept,
				    enum edit edit)
{
	const unsigned tracks = edit == EDIT_FORM ? 2 : 1;
	const unsigned finer = edit == EDIT_FORM ? 3 : 1;
	struct exh_arena arena = { .limit = 1 << 24 };
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_smf smf;
	size_t chosen;

	assert_int_equal(exh_smf_read(file, &arena, &smf, NULL, NULL), EXH_OK);
	chosen = smf.count / 2;
	while (smf.events[chosen].status >> 4 != 9)
		chosen++;
	exh_smf_write_header(&out, tracks - 1, tracks, smf.division * finer);
	for (unsigned t = 0; t < tracks; t++) {
		struct exh_smf_track track;

		exh_smf_track_start(&track, &out);
		if (t + 1 == tracks)
			exh_smf_put_meta(&track, 0, EXH_SMF_SEQUENCER, kept.data,
					 kept.size);
		if (edit == EDIT_FORM)
			exh_smf_put_text(&track, 0, EXH_SMF_NAME, "saved again");
		if (edit == EDIT_TEMPO)
			exh_smf_put_tempo(&track, 0, 499000);
		for (size_t i = 0; i < smf.count; i++)
			if (smf.events[i].status < EXH_SMF_SYSEX &&
			    (tracks == 1 || (smf.events[i].status & 1) == t))
				put_edited(&track, &smf.events[i], edit, i == chosen);
		assert_int_equal(
			exh_smf_track_end(&track, smf.end * finer + (edit == EDIT_LENGTH),
					  NULL),
			EXH_OK);
	}
	exh_arena_free(&arena);
	return out;
}

static void check_kept(struct exh_bytes file, struct exh_bytes imf, bool is_edited)
{
	struct exh_arena arena = { .limit = 1 << 24 };
	struct exh_notes notes = { .arena = &arena };
	struct song_original found;
	struct exh_smf smf;

	assert_int_equal(exh_smf_read(file, &arena, &smf, NULL, NULL), EXH_OK);
	song_original_find(&smf, &arena, &found, &notes);
	assert_null(notes.first);
	assert_int_equal(found.file.size, imf.size);
	assert_memory_equal(found.file.data, imf.data, imf.size);
	assert_int_equal(found.rate.numerator, RATE);
	assert_int_equal(found.is_edited, is_edited);
	exh_arena_free(&arena);
}

/* A file whose embedded data has a damaged byte gives the same IMF, or none. */
static void check_damaged(struct exh_bytes file, struct exh_bytes kept,
			  struct exh_bytes imf)
{
	for (size_t i = 13; i < kept.size; i++) {
		struct exh_arena arena = { .limit = 1 << 24 };
		struct exh_notes notes = { .arena = &arena };
		uint8_t *bad = malloc(kept.size);
		struct song_original found;
		struct exh_writer again;
		struct exh_smf smf;

		assert_non_null(bad);
		memcpy(bad, kept.data, kept.size);
		bad[i] ^= 0x40;
		again = save_again(file, (struct exh_bytes){ bad, kept.size, 0 },
				   EDIT_NONE);
		assert_int_equal(
			exh_smf_read(exh_writer_bytes(&again), &arena, &smf, NULL, NULL),
			EXH_OK);
		song_original_find(&smf, &arena, &found, &notes);
		if (found.file.data && !found.is_edited)
			assert_memory_equal(found.file.data, imf.data, imf.size);
		assert_int_equal(!found.file.data, notes.first != NULL);
		exh_writer_free(&again);
		exh_arena_free(&arena);
		free(bad);
	}
}

static void an_imf_is_kept_until_a_note_is_edited(void **state)
{
	static const uint8_t imf[] = { 8, 0, 0xb0, 0x20, 0xff, 1, 0xb0, 0, 0, 0, 0x1a };
	const struct song_original original = { .file = { imf, sizeof imf, 0 },
						.rate = { RATE, 1 } };
	uint64_t dice = 7;
	struct exh_writer file, kept = { .limit = 1 << 20 };
	struct notes notes;

	(void)state;
	roll_notes(&dice, &notes);
	file = write_notes(&notes);
	assert_int_equal(
		song_original_put(&original, exh_writer_bytes(&file), &kept, NULL),
		EXH_OK);
	for (enum edit edit = EDIT_NONE; edit < EDITS; edit++) {
		struct exh_writer again = save_again(exh_writer_bytes(&file),
						     exh_writer_bytes(&kept), edit);

		check_kept(exh_writer_bytes(&again), original.file, edit > EDIT_FORM);
		exh_writer_free(&again);
	}
	check_damaged(exh_writer_bytes(&file), exh_writer_bytes(&kept), original.file);
	exh_writer_free(&kept);
	exh_writer_free(&file);
}

static void a_tempo_is_found_to_a_fraction_of_a_beat(void **state)
{
	static const double tempos[] = { 72, 90.5, 100, 120, 133.3, 150, 180 };

	(void)state;
	for (size_t i = 0; i < sizeof tempos / sizeof *tempos; i++) {
		const double beat = 60 * RATE / tempos[i];
		uint64_t starts[600], dice = 11;
		double at = 0, found;

		for (size_t k = 0; k < 600; k++) {
			starts[k] = (uint64_t)(at + 0.5);
			at += beat / 4 * (roll(&dice, 3) ? 2 : 1 + roll(&dice, 4));
		}
		found = song_tempo_find(starts, 600, RATE);
		/* Twice or half the tempo is accepted. */
		found = remainder(log2(found / beat), 1);
		if (fabs(found) > 1e-4)
			fail_msg("%g: %g octaves away", tempos[i], found);
	}
	assert_true(song_tempo_find(NULL, 0, RATE) == RATE / 2.0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(notes_come_back_with_their_programs_times_and_loudness),
		cmocka_unit_test(programs_of_their_own_are_numbered_as_they_come),
		cmocka_unit_test(an_imf_is_kept_until_a_note_is_edited),
		cmocka_unit_test(a_tempo_is_found_to_a_fraction_of_a_beat),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
