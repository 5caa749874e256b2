#include "song.h"

#include "task/json.h"
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
	/* Players change it with how loud a note is. */
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
			  multiples[carrier & 15] * EXH_OPL2_RATE;

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

const char *score_drum_name(unsigned drum)
{
	static const char *const names[SCORE_DRUM_COUNT] = { "bass_drum", "snare_drum",
							     "tom_tom", "cymbal",
							     "hi_hat" };

	return names[drum];
}

static struct json *operator_to_json(const uint8_t *registers)
{
	static const char *const waves[4] = { "sine", "half_sine", "absolute_sine",
					      "pulse_sine" };
	struct json *json = json_new_object();

	json_set_flag(json, "tremolo", registers[0] & 0x80);
	json_set_flag(json, "vibrato", registers[0] & 0x40);
	json_set_flag(json, "holds_sustain", registers[0] & 0x20);
	json_set_flag(json, "key_scale_rate", registers[0] & 0x10);
	json_set_number(json, "multiple", registers[0] & 15);
	json_set_number(json, "key_scale_level", registers[1] >> 6);
	json_set_number(json, "total_level", registers[1] & 63);
	json_set_number(json, "attack", registers[2] >> 4);
	json_set_number(json, "decay", registers[2] & 15);
	json_set_number(json, "sustain", registers[3] >> 4);
	json_set_number(json, "release", registers[3] & 15);
	json_set_string(json, "waveform", waves[registers[4]]);
	return json;
}

static struct json *instrument_to_json(const struct score_instrument *instrument)
{
	const uint8_t *registers = instrument->registers;
	struct json *json = json_new_object(), *channels = json_new_list();

	json_set(json, "registers",
		 json_of_hex((struct exh_bytes){ registers, SCORE_INSTRUMENT_SIZE, 0 }));
	json_set(json, "modulator", operator_to_json(registers));
	json_set(json, "carrier", operator_to_json(registers + 5));
	json_set_number(json, "feedback", registers[10] >> 1);
	json_set_string(json, "connection", registers[10] & 1 ? "additive" : "fm");
	for (unsigned c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++)
		if (instrument->channels >> c & 1)
			json_push(channels, json_new_number(c));
	json_set(json, "channels", channels);
	json_set_number(json, "notes", instrument->note_count);
	return json;
}

void score_to_json(const struct score *score, struct json *out)
{
	struct json *instruments = json_new_list(), *channels = json_new_list();
	struct json *drums = json_new_object();

	for (size_t i = 0; i < score->instrument_count; i++)
		if (score->instruments[i].note_count)
			json_push(instruments,
				  instrument_to_json(&score->instruments[i]));
	for (unsigned c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++) {
		struct json *channel = json_new_object();

		json_set_number(channel, "channel", c);
		json_set_number(channel, "notes", score->note_counts[c]);
		json_push(channels, channel);
	}
	for (unsigned i = 0; i < SCORE_DRUM_COUNT; i++)
		json_set_number(drums, score_drum_name(i), score->drum_counts[i]);
	json_set(out, "instruments", instruments);
	json_set(out, "channels", channels);
	json_set(out, "drums", drums);
	json_set_number(out, "writes", score->write_count);
}
