#include "song.h"

#include "task/jobs.h"
#include "task/memory.h"

#include <exhume/advanced/keen_audio.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	MOST_DIVISION = 32767,
	FINER = 32, /* most ticks of the file for a tick of the song */
	MOST_TEMPO = 0xffffff,
	CENTER = 0x2000,   /* center of pitch bends */
	BEND_RANGE = 12,   /* half tones */
	DRUM_SECONDS = 20, /* a drum of rhythm mode lasts 1/20 of a second */
	/* Controllers. */
	DATA = 6,
	VOLUME = 7,
	EXPRESSION = 11,
	FINE_PARAMETER = 100,
	PARAMETER = 101,
	CHANNELS = EXH_OPL2_CHANNEL_COUNT,
};

/* Half tones; smaller bends are only errors of the chip's F-numbers. */
static const double least_bend = 0.035;

struct event {
	uint64_t tick; /* tick of the song */
	size_t order;
	uint8_t status, data[2];
};

/* State of a channel of the chip while its notes are turned into events. */
struct line {
	bool is_open;
	uint8_t channel, key; /* channel and key of the open note, as in MIDI */
	uint64_t end;
	int program, bend; /* last values set */
};

struct writing {
	const struct song_midi *midi;
	struct {
		struct score_note *items;
		size_t count, capacity;
	} notes;
	struct {
		struct event *items;
		size_t count, capacity;
	} events;
	struct song_programs programs;
};

/*
 * Collection.
 */

static void take_note(void *context, const struct score_note *note)
{
	struct writing *w = context;

	*MEM_ADD(&w->notes) = *note;
}

static void add_event(struct writing *w, uint64_t tick, unsigned status, unsigned first,
		      unsigned second)
{
	const size_t order = w->events.count;

	*MEM_ADD(&w->events) =
		(struct event){ .tick = tick,
				.order = order,
				.status = (uint8_t)status,
				.data = { (uint8_t)first, (uint8_t)second } };
}

static enum exh_status gather(struct writing *w, struct exh_error *err)
{
	struct score score = { .take = take_note,
			       .context = w,
			       .chip_rate_hz = w->midi->chip_rate_hz };

	score_play(&score, w->midi->source, w->midi->length);
	song_programs_find(&w->programs, &score, w->midi->bank,
			   w->midi->programs == SONG_PROGRAMS_OWN);
	score_free(&score);
	return interrupt_pending() ? exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted")
				   : EXH_OK;
}

/*
 * Notes to events.
 */

static uint64_t tick_of(const struct writing *w, uint64_t position)
{
	return exh_keen_imf_tick_at(w->midi->rate, position);
}

static void close_note(struct writing *w, struct line *line, uint64_t most)
{
	if (line->is_open)
		add_event(w, line->end < most ? line->end : most, 0x80u | line->channel,
			  line->key, 0);
	line->is_open = false;
}

static void set_bend(struct writing *w, struct line *line, uint64_t tick,
		     double half_tones)
{
	const double bend =
		fabs(half_tones) < least_bend ? 0 : half_tones * CENTER / BEND_RANGE;
	const int value = (int)lround(bend);

	if (value == line->bend)
		return;
	line->bend = value;
	add_event(w, tick, 0xe0u | line->channel, (unsigned)(value + CENTER) & 0x7f,
		  (unsigned)(value + CENTER) >> 7);
}

/* Returns the velocity for a level: the inverse of exh_opl2_midi_play. */
static unsigned velocity_of(unsigned level, unsigned loudest)
{
	const unsigned loss = level > loudest ? (level - loudest) * 8 : 0;
	unsigned best = 1;

	for (unsigned v = 2; v < 128; v++)
		if (abs((int)exh_opl2_midi_loss(v) - (int)loss) <=
		    abs((int)exh_opl2_midi_loss(best) - (int)loss))
			best = v;
	return best;
}

/* Writes a drum of rhythm mode: bass, snare, tom-tom, cymbal, hi-hat. */
static void strike(struct writing *w, const struct score_note *note, uint64_t tick)
{
	static const uint8_t keys[SCORE_DRUM_COUNT] = { 36, 38, 45, 49, 42 };
	const struct exh_keen_imf_rate rate = w->midi->rate;
	const uint64_t ticks = rate.numerator / rate.denominator / DRUM_SECONDS + 1;

	add_event(w, tick, 0x90 | EXH_OPL2_DRUM_CHANNEL, keys[note->drum], 100);
	add_event(w, tick + ticks, 0x80 | EXH_OPL2_DRUM_CHANNEL, keys[note->drum], 0);
}

static void open_note(struct writing *w, struct line *line, const struct score_note *note,
		      uint64_t tick)
{
	const struct song_program program =
		song_programs_of(&w->programs, note->instrument, note->pitch);
	const double pitch = note->pitch - program.shift;
	const long key = lround(pitch);

	close_note(w, line, tick);
	line->is_open = true;
	line->channel = (uint8_t)(program.drum ? EXH_OPL2_DRUM_CHANNEL : note->channel);
	line->key = (uint8_t)(program.drum ? program.drum
			      : key < 0	   ? 0
			      : key > 127  ? 127
					   : key);
	if (!program.drum && program.number != line->program) {
		add_event(w, tick, 0xc0u | line->channel, (unsigned)program.number, 0);
		line->program = program.number;
	}
	if (!program.drum)
		set_bend(w, line, tick, pitch - line->key);
	add_event(w, tick, 0x90u | line->channel, line->key,
		  velocity_of(note->level, program.level));
}

/* Bends the open note to the pitch of a further part of it. False: not possible. */
static bool bend_note(struct writing *w, struct line *line, const struct score_note *note,
		      uint64_t tick)
{
	const struct song_program program =
		song_programs_of(&w->programs, note->instrument, note->pitch);
	const double bend = note->pitch - program.shift - line->key;

	if (!line->is_open || note->begins || program.drum || fabs(bend) >= BEND_RANGE ||
	    line->channel == EXH_OPL2_DRUM_CHANNEL)
		return false;
	set_bend(w, line, tick, bend);
	return true;
}

static void write_lines(struct writing *w)
{
	struct line lines[CHANNELS];

	for (size_t c = 0; c < CHANNELS; c++)
		lines[c] = (struct line){ .program = -1 };
	for (size_t i = 0; i < w->notes.count; i++) {
		const struct score_note *note = &w->notes.items[i];
		struct line *line = &lines[note->channel];
		const uint64_t start = tick_of(w, note->start);

		if (note->drum >= 0) {
			strike(w, note, start);
			continue;
		}
		if (!bend_note(w, line, note, start))
			open_note(w, line, note, start);
		line->end = tick_of(w, note->end);
	}
	for (size_t c = 0; c < CHANNELS; c++)
		close_note(w, &lines[c], UINT64_MAX);
}

static int by_time(const void *a, const void *b)
{
	const struct event *one = a, *other = b;

	if (one->tick != other->tick)
		return one->tick < other->tick ? -1 : 1;
	return (one->order > other->order) - (one->order < other->order);
}

/*
 * The file.
 */

struct clock {
	unsigned division, finer; /* finer: ticks of the file per tick of the song */
	uint32_t tempo;
	double beats;
};

static int by_start(const void *a, const void *b)
{
	const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;

	return (one > other) - (one < other);
}

static void find_clock(const struct writing *w, struct clock *out)
{
	const double rate = (double)w->midi->rate.numerator / w->midi->rate.denominator;
	uint64_t *starts = mem_alloc(w->notes.count, sizeof *starts);
	size_t count = 0;
	double beat;

	for (size_t i = 0; i < w->notes.count; i++)
		if (w->notes.items[i].begins)
			starts[count++] = tick_of(w, w->notes.items[i].start);
	qsort(starts, count, sizeof *starts, by_start);
	beat = song_tempo_find(starts, count, rate);
	free(starts);
	/* Extreme rates still get a valid clock. */
	out->finer = beat * FINER < MOST_DIVISION ? FINER
		     : beat < MOST_DIVISION	  ? (unsigned)(MOST_DIVISION / beat)
						  : 1;
	beat = fmin(fmax(round(beat * out->finer), 1), MOST_DIVISION);
	out->division = (unsigned)beat;
	out->tempo = (uint32_t)fmin(round(beat / out->finer / rate * 1e6), MOST_TEMPO);
	out->beats = 60e6 / out->tempo;
}

static void put_setup(struct exh_smf_track *track, const struct writing *w)
{
	static const uint8_t setup[][2] = { { VOLUME, 127 },
					    { EXPRESSION, 127 },
					    { PARAMETER, 0 },
					    { FINE_PARAMETER, 0 },
					    { DATA, BEND_RANGE } };

	if (w->midi->title)
		exh_smf_put_text(track, 0, EXH_SMF_NAME, w->midi->title);
	for (size_t i = 0; i < w->programs.count; i++) {
		char text[SONG_PROGRAM_TEXT];

		song_programs_describe(&w->programs, i, text);
		exh_smf_put_text(track, 0, EXH_SMF_TEXT, text);
	}
	for (unsigned c = 0; c <= EXH_OPL2_DRUM_CHANNEL; c++)
		for (size_t i = 0; i < sizeof setup / sizeof setup[0]; i++)
			exh_smf_put(track, 0, (uint8_t)(0xb0 | c), setup[i][0],
				    setup[i][1]);
}

/* kept: data for embedding the original IMF; size 0: none. */
static enum exh_status put_file(struct writing *w, const struct clock *clock,
				struct exh_bytes kept, struct exh_writer *out,
				struct exh_error *err)
{
	uint64_t end = tick_of(w, w->midi->length);
	struct exh_smf_track track;

	if (w->events.count)
		qsort(w->events.items, w->events.count, sizeof *w->events.items, by_time);
	exh_smf_write_header(out, 0, 1, clock->division);
	exh_smf_track_start(&track, out);
	exh_smf_put_tempo(&track, 0, clock->tempo);
	put_setup(&track, w);
	if (kept.size)
		exh_smf_put_meta(&track, 0, EXH_SMF_SEQUENCER, kept.data, kept.size);
	for (size_t i = 0; i < w->events.count; i++) {
		const struct event *event = &w->events.items[i];

		exh_smf_put(&track, event->tick * clock->finer, event->status,
			    event->data[0], event->data[1]);
		end = event->tick > end ? event->tick : end;
	}
	return exh_smf_track_end(&track, end * clock->finer, err);
}

/* Writes the notes first for the checksum in the original's data, then the file with
 * both. */
static enum exh_status put_files(struct writing *w, const struct clock *clock,
				 struct exh_writer *out, struct exh_error *err)
{
	const struct exh_bytes none = { .data = NULL };
	struct exh_writer first = { .limit = EXH_SMF_LIMIT };
	struct exh_writer kept = { .limit = EXH_SMF_LIMIT };
	enum exh_status status;

	if (!w->midi->original.file.data)
		return put_file(w, clock, none, out, err);
	status = put_file(w, clock, none, &first, err);
	if (!status)
		status = song_original_put(&w->midi->original, exh_writer_bytes(&first),
					   &kept, err);
	/* Files that would be too large to be read are not embedded. */
	if (status == EXH_LIMIT || status == EXH_NO_MEMORY)
		status = put_file(w, clock, none, out, err);
	else if (!status)
		status = put_file(w, clock, exh_writer_bytes(&kept), out, err);
	exh_writer_free(&first);
	exh_writer_free(&kept);
	return status;
}

enum exh_status song_midi_write(const struct song_midi *midi, struct exh_writer *out,
				struct song_midi_report *report, struct exh_error *err)
{
	struct writing w = { .midi = midi };
	enum exh_status status = gather(&w, err);
	struct clock clock = { 0 };

	if (!status) {
		write_lines(&w);
		find_clock(&w, &clock);
		status = put_files(&w, &clock, out, err);
	}
	*report = (struct song_midi_report){ .program_count = w.programs.count,
					     .beats = clock.beats };
	for (size_t i = 0; i < w.notes.count; i++)
		report->note_count += w.notes.items[i].begins;
	song_programs_free(&w.programs);
	free(w.events.items);
	free(w.notes.items);
	return status;
}
