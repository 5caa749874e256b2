#include "song.h"

#include "task/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = SCORE_MAX_INSTRUMENTS };

static unsigned operator_of(unsigned channel)
{
	return channel / 3 * 8 + channel % 3;
}

void score_start(struct score *score)
{
	score->instruments = mem_alloc(SCORE_MAX_INSTRUMENTS, sizeof *score->instruments);
	for (unsigned c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++)
		score->last_instruments[c] = NONE;
}

void score_free(struct score *score)
{
	free(score->instruments);
}

/*
 * Instruments.
 */

static void read_instrument(const struct score *score, unsigned channel, uint8_t *out)
{
	static const uint8_t banks[5] = { 0x20, 0x40, 0x60, 0x80, 0xe0 };
	const unsigned o = operator_of(channel);
	const uint8_t connection = score->registers[0xc0 + channel] & 0x0f;

	for (unsigned i = 0; i < 5; i++) {
		out[i] = score->registers[banks[i] + o];
		out[5 + i] = score->registers[banks[i] + o + 3];
	}
	out[4] &= 3;
	out[9] &= 3;
	out[10] = connection;
	/* Players set these bits for loudness. */
	out[6] &= 0xc0;
	if (connection & 1)
		out[1] &= 0xc0;
}

static size_t find_instrument(struct score *score, unsigned channel)
{
	uint8_t registers[SCORE_INSTRUMENT_SIZE];
	size_t i;

	read_instrument(score, channel, registers);
	for (i = 0; i < score->instrument_count; i++)
		if (memcmp(score->instruments[i].registers, registers,
			   sizeof registers) == 0)
			return i;
	if (i == SCORE_MAX_INSTRUMENTS)
		return NONE;
	memcpy(score->instruments[i].registers, registers, sizeof registers);
	score->instrument_count++;
	return i;
}

/*
 * Notes.
 */

static double pitch_of(const struct score *score, unsigned channel)
{
	static const double multiples[16] = { 0.5, 1, 2,  3,  4,  5,  6,  7,
					      8,   9, 10, 10, 12, 12, 15, 15 };
	const unsigned high = score->registers[0xb0 + channel];
	const unsigned f_number = score->registers[0xa0 + channel] | (high & 3) << 8;
	const unsigned carrier = score->registers[0x20 + operator_of(channel) + 3];
	const double hz = ldexp(f_number, (int)(high >> 2 & 7) - 20) *
			  multiples[carrier & 15] *
			  (score->chip_rate_hz ? score->chip_rate_hz : EXH_OPL2_RATE);

	return hz > 1 ? 69 + 12 * log2(hz / 440) : 0;
}

static void end_part(struct score *score, unsigned channel, uint64_t position)
{
	struct score_note *note = &score->notes[channel];

	note->end = position;
	if (score->take && note->end > note->start)
		score->take(score->context, note);
}

static void begin_note(struct score *score, unsigned channel, uint64_t position)
{
	const size_t instrument = find_instrument(score, channel);

	score->notes[channel] = (struct score_note){
		.channel = channel,
		.drum = -1,
		.start = position,
		.pitch = pitch_of(score, channel),
		.level = score->registers[0x40 + operator_of(channel) + 3] & 63,
		.instrument = instrument,
		.begins = true,
		.changes = instrument != score->last_instruments[channel],
	};
	score->last_instruments[channel] = instrument;
	score->note_counts[channel]++;
	score->sounding[channel] = true;
	if (instrument == NONE)
		return;
	score->instruments[instrument].note_count++;
	score->instruments[instrument].channels |= 1u << channel;
}

static void change_pitch(struct score *score, unsigned channel, uint64_t position)
{
	struct score_note *note = &score->notes[channel];
	const double pitch = pitch_of(score, channel);

	if (fabs(pitch - note->pitch) < 0.01)
		return;
	end_part(score, channel, position);
	if (position > note->start)
		note->begins = note->changes = false;
	note->start = position;
	note->pitch = pitch;
}

static void write_channel(struct score *score, const struct exh_opl2_write *write)
{
	const unsigned channel = write->reg & 15;
	const bool pressed = score->registers[0xb0 + channel] & 0x20;

	if (score->sounding[channel] && !pressed) {
		end_part(score, channel, write->position);
		score->sounding[channel] = false;
	} else if (score->sounding[channel]) {
		change_pitch(score, channel, write->position);
	} else if (pressed) {
		begin_note(score, channel, write->position);
	}
}

/* A drum has no end of its own. */
static void write_drums(struct score *score, uint8_t before,
			const struct exh_opl2_write *write)
{
	static const uint8_t channels[SCORE_DRUM_COUNT] = { 6, 7, 8, 8, 7 };

	if (!(write->value & 0x20))
		return;
	if (!(before & 0x20))
		before = 0;
	for (unsigned i = 0; i < SCORE_DRUM_COUNT; i++) {
		const struct score_note note = { .channel = channels[i],
						 .drum = (int)i,
						 .start = write->position,
						 .end = write->position + 1,
						 .instrument = NONE,
						 .begins = true };

		if (!(write->value & ~before & 0x10 >> i))
			continue;
		score->drum_counts[i]++;
		if (score->take)
			score->take(score->context, &note);
	}
}

void score_write(struct score *score, const struct exh_opl2_write *write)
{
	const uint8_t before = score->registers[write->reg];

	score->write_count++;
	score->used[write->reg] = true;
	score->registers[write->reg] = write->value;
	if (write->reg == 0xbd)
		write_drums(score, before, write);
	else if ((write->reg & 0xe0) == 0xa0 &&
		 (write->reg & 15) < EXH_OPL2_CHANNEL_COUNT)
		write_channel(score, write);
}

void score_end(struct score *score, uint64_t position)
{
	for (unsigned c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++)
		if (score->sounding[c])
			end_part(score, c, position);
}

void score_play(struct score *score, struct exh_opl2_source source, uint64_t length)
{
	struct exh_opl2_write write;

	score_start(score);
	while (source.next(source.context, &write))
		score_write(score, &write);
	score_end(score, length);
}

static void repeat(uint64_t *count, uint64_t before, uint64_t times)
{
	*count += (*count - before) * times;
}

void score_repeat(struct score *score, const struct score *before, uint64_t times)
{
	repeat(&score->write_count, before->write_count, times);
	for (size_t c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++)
		repeat(&score->note_counts[c], before->note_counts[c], times);
	for (size_t i = 0; i < SCORE_DRUM_COUNT; i++)
		repeat(&score->drum_counts[i], before->drum_counts[i], times);
	for (size_t i = 0; i < score->instrument_count; i++)
		repeat(&score->instruments[i].note_count,
		       before->instruments[i].note_count, times);
}

/*
 * JSON.
 */

struct voice {
	bool tremolo, vibrato, holds_sustain, key_scale_rate;
	uint8_t multiple, key_scale_level, total_level, attack, decay, sustain, release,
		waveform;
};
static const char *const waves[] = { "sine", "half_sine", "absolute_sine", "pulse_sine",
				     NULL };
#define ROW struct voice
static const struct field operator_field[] = {
	FIELD(ROW, tremolo, NULL, "true: its level wavers"),
	FIELD(ROW, vibrato, NULL, "true: its pitch wavers"),
	FIELD(ROW, holds_sustain, NULL, "true: holds its sustain level"),
	FIELD(ROW, key_scale_rate, NULL, "true: high notes are shorter"),
	FIELD(ROW, multiple, NULL,
	      "factor of the note's frequency, as a register value, 0 to 15"),
	FIELD(ROW, key_scale_level, NULL,
	      "attenuation of high notes, as a register value, 0 to 3"),
	FIELD(ROW, total_level, NULL, "attenuation, 0 to 63; 0 is loudest"),
	FIELD(ROW, attack, NULL, "speed of the attack, 0 to 15"),
	FIELD(ROW, decay, NULL, "speed of the decay, 0 to 15"),
	FIELD(ROW, sustain, NULL, "level at which decay ends, 0 to 15"),
	FIELD(ROW, release, NULL, "speed of the release, 0 to 15"),
	FIELD_OF("waveform", FIELD_NAME, ROW, waveform, NULL, "its waveform",
		 .names = waves),
};
#undef ROW
static const struct fields operator_table =
	FIELDS("opl2_operator", struct voice, operator_field);

static const char *const connections[] = { "fm", "additive", NULL };
struct instrument {
	struct score_instrument from;
	struct voice modulator, carrier;
	uint8_t feedback, connection;
	unsigned *channels, numbers[EXH_OPL2_CHANNEL_COUNT];
	size_t count;
};
#define ROW struct instrument
static const struct field instrument_field[] = {
	FIELD_OF("registers", FIELD_DIGITS, ROW, from.registers, NULL,
		 "registers 20, 40, 60, 80 and E0 of the modulator, the same of the "
		 "carrier, and C0"),
	FIELD_INSIDE(ROW, modulator, &operator_table, "the modulator"),
	FIELD_INSIDE(ROW, carrier, &operator_table, "the carrier"),
	FIELD(ROW, feedback, NULL,
	      "strength with which the modulator modulates itself, 0 to 7"),
	FIELD_OF("connection", FIELD_NAME, ROW, connection, NULL,
		 "additive: both are heard", .names = connections),
	FIELD_LIST(ROW, channels, count, NULL, "channels that use it"),
	FIELD_AS("notes", ROW, from.note_count, NULL, "number of its notes"),
};
#undef ROW
static const struct fields instrument_table =
	FIELDS("opl2_instrument", struct instrument, instrument_field);

struct channel {
	unsigned channel;
	uint64_t notes;
};
static const struct field channel_field[] = {
	FIELD(struct channel, channel, NULL, "number of the channel, from 0"),
	FIELD(struct channel, notes, NULL, "number of times its key was pressed"),
};
static const struct fields channel_table =
	FIELDS("opl2_channel", struct channel, channel_field);

struct drums {
	uint64_t counts[SCORE_DRUM_COUNT];
};
static const struct field drum_field[] = {
	FIELD_AS("bass_drum", struct drums, counts[0], NULL, "strokes of the bass drum"),
	FIELD_AS("snare_drum", struct drums, counts[1], NULL,
		 "strokes of the snare drum"),
	FIELD_AS("tom_tom", struct drums, counts[2], NULL, "strokes of the tom-tom"),
	FIELD_AS("cymbal", struct drums, counts[3], NULL, "strokes of the cymbal"),
	FIELD_AS("hi_hat", struct drums, counts[4], NULL, "strokes of the hi-hat"),
};
static const struct fields drum_table = FIELDS("opl2_drums", struct drums, drum_field);

struct row {
	struct instrument *instruments;
	size_t count;
	struct channel channels[EXH_OPL2_CHANNEL_COUNT];
	struct drums drums;
	uint64_t writes;
};
static const struct field score_field[] = {
	FIELD_ROWS(struct row, instruments, count, &instrument_table,
		   "instruments that the notes use, at most 1024"),
	FIELD_ARRAY_OF("channels", FIELD_ROW, struct row, channels, NULL,
		       "nine channels of the chip", .of = &channel_table),
	FIELD_INSIDE(struct row, drums, &drum_table,
		     "strokes of the drums in rhythm mode"),
	FIELD(struct row, writes, NULL, "number of writes to the chip"),
};
const struct fields score_fields = FIELDS("score", struct row, score_field);

static struct voice voice_row(const uint8_t *registers)
{
	return (struct voice){ .tremolo = registers[0] & 0x80,
			       .vibrato = registers[0] & 0x40,
			       .holds_sustain = registers[0] & 0x20,
			       .key_scale_rate = registers[0] & 0x10,
			       .multiple = registers[0] & 15,
			       .key_scale_level = registers[1] >> 6,
			       .total_level = registers[1] & 63,
			       .attack = registers[2] >> 4,
			       .decay = registers[2] & 15,
			       .sustain = registers[3] >> 4,
			       .release = registers[3] & 15,
			       .waveform = registers[4] };
}

static void fill_instrument(const struct score_instrument *from, struct instrument *to)
{
	const uint8_t *registers = from->registers;

	*to = (struct instrument){ .from = *from,
				   .modulator = voice_row(registers),
				   .carrier = voice_row(registers + 5),
				   .feedback = registers[10] >> 1,
				   .connection = registers[10] & 1,
				   .channels = to->numbers };
	for (unsigned c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++)
		if (from->channels >> c & 1)
			to->numbers[to->count++] = c;
}

void score_to_json(const struct score *score, struct json *out)
{
	struct row row = { .instruments = mem_alloc(score->instrument_count,
						    sizeof *row.instruments),
			   .writes = score->write_count };

	for (size_t i = 0; i < score->instrument_count; i++)
		if (score->instruments[i].note_count)
			fill_instrument(&score->instruments[i],
					&row.instruments[row.count++]);
	for (unsigned c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++)
		row.channels[c] = (struct channel){ c, score->note_counts[c] };
	memcpy(row.drums.counts, score->drum_counts, sizeof row.drums.counts);
	fields_put(&score_fields, &row, out);
	free(row.instruments);
}
