#include "exhume/advanced/opl2_midi.h"

#include "../base/common.h"

#include <string.h>

enum {
	CHANNELS = 16,
	NOTES = 128,
	VOICES = EXH_OPL2_CHANNEL_COUNT,
	STEPS = 8, /* units of loss in a step of a level */
	MOST_LEVEL = 63,
	CENTER = 0x2000,   /* middle of pitch bends */
	USUAL_RANGE = 200, /* cents */
	HIGHEST = 12800,   /* cents; far above what the chip can play ... */
	TOP = 11482,	   /* ... in its highest block: 6,208 Hz */
	FRACTION = 16,	   /* factor of the base F-numbers */
	BASE_OCTAVE = 5,   /* octave of the base F-numbers, from note 60 on */
	KEY = 0x20,
	WAVES_ON = 0x20,
	/* Controllers. */
	DATA = 6,
	VOLUME = 7,
	EXPRESSION = 11,
	FINE_DATA = 38,
	PEDAL = 64,
	FINE_OTHER_PARAMETER = 98, /* a parameter that is not registered */
	OTHER_PARAMETER = 99,
	FINE_PARAMETER = 100,
	PARAMETER = 101,
	ALL_SOUND_OFF = 120,
	RESET = 121,
	ALL_NOTES_OFF = 123,
	NO_PARAMETER = 0x3fff,
};

#define LONGEST (UINT64_C(1) << 40)

struct channel {
	uint8_t program, volume, expression;
	bool pedal;
	unsigned parameter; /* registered, 14 bits */
	int bend;	    /* around 0 */
	int range;	    /* range of pitch bends, cents */
};

struct voice {
	const struct exh_opl2_instrument *instrument; /* NULL: none yet */
	uint8_t channel, note, velocity;
	bool on, held; /* held: by the pedal alone */
	/* Number of times that the operators' multipliers are doubled. */
	uint8_t doublings;
	size_t order; /* when it began or ended */
};

struct playing {
	const struct exh_opl2_bank *bank;
	struct exh_arena *arena;
	struct exh_opl2_midi *out;
	struct exh_error *err;
	size_t capacity, order;
	uint64_t position;
	bool failed; /* out of memory */
	bool known[256];
	uint8_t registers[256];
	struct channel channels[CHANNELS];
	struct voice voices[VOICES];
	bool down[CHANNELS][NOTES];
	size_t down_count;
};

/* 40 log10 (127 / v) decibels, in eighths of 0.75 dB; 0 is silence. */
static const uint16_t losses[NOTES] = {
	1024, 898, 769, 694, 641, 599, 566, 537, 512, 490, 471, 453, 437, 422, 409, 396,
	384,  373, 362, 352, 343, 333, 325, 317, 309, 301, 294, 287, 280, 274, 267, 261,
	255,  250, 244, 239, 234, 229, 224, 219, 214, 210, 205, 201, 196, 192, 188, 184,
	180,  176, 173, 169, 165, 162, 158, 155, 152, 148, 145, 142, 139, 136, 133, 130,
	127,  124, 121, 118, 116, 113, 110, 108, 105, 103, 100, 98,  95,  93,  90,  88,
	86,   83,  81,	79,  77,  74,  72,  70,	 68,  66,  64,	62,  60,  58,  56,  54,
	52,   50,  48,	46,  44,  42,  41,  39,	 37,  35,  33,	32,  30,  28,  27,  25,
	23,   22,  20,	18,  17,  15,  14,  12,	 11,  9,   7,	6,   4,	  3,   1,   0,
};

/* F-numbers of notes 60 to 72 in block 0, times FRACTION. */
static const uint32_t base_numbers[13] = { 88288,  93538,  99100,  104993, 111236,
					   117851, 124859, 132283, 140149, 148483,
					   157312, 166666, 176577 };

unsigned exh_opl2_midi_loss(unsigned value)
{
	return losses[value < NOTES ? value : NOTES - 1];
}

/*
 * Writes.
 */

static void add_write(struct playing *p, uint8_t reg, uint8_t value)
{
	struct exh_opl2_midi *out = p->out;

	if (out->write_count == p->capacity) {
		const size_t more = p->capacity ? p->capacity * 2 : 1024;
		struct exh_opl2_write *writes = exh_alloc(p->arena, more, sizeof *writes);

		p->failed |= !writes;
		if (!writes)
			return;
		if (out->write_count)
			memcpy(writes, out->writes, out->write_count * sizeof *writes);
		out->writes = writes;
		p->capacity = more;
	}
	out->writes[out->write_count++] =
		(struct exh_opl2_write){ p->position, reg, value };
}

/* Writes a register, unless the chip has that value already. */
static void put(struct playing *p, unsigned reg, unsigned value)
{
	if (p->known[reg] && p->registers[reg] == value)
		return;
	p->known[reg] = true;
	p->registers[reg] = (uint8_t)value;
	add_write(p, (uint8_t)reg, (uint8_t)value);
}

static unsigned operator_of(size_t voice)
{
	return (unsigned)(voice / 3 * 8 + voice % 3);
}

/*
 * A voice's registers.
 */

/* Codes of multipliers that are twice as high; 0: none. */
static const uint8_t doubled[16] = { 1, 2, 4, 6, 8, 10, 12 };

/* Counts the octaves by which a note too high for the chip is played lower, with
 * doubled multipliers. The remaining pitch may still be too high. */
static uint8_t count_doublings(const struct exh_opl2_instrument *instrument, int *cents)
{
	unsigned a = instrument->operators[0][0] & 15;
	unsigned b = instrument->operators[1][0] & 15;
	uint8_t count = 0;

	for (; *cents > TOP && doubled[a] && doubled[b]; count++) {
		a = doubled[a];
		b = doubled[b];
		*cents -= 1200;
	}
	return count;
}

static void put_multiplier(struct playing *p, size_t v, unsigned o)
{
	const struct voice *voice = &p->voices[v];
	const uint8_t stored = voice->instrument->operators[o][0];
	uint8_t multiplier = stored & 15;

	for (unsigned i = 0; i < voice->doublings; i++)
		multiplier = doubled[multiplier];
	put(p, 0x20 + operator_of(v) + 3 * o, (stored & 0xf0u) | multiplier);
}

static void put_instrument(struct playing *p, size_t v)
{
	static const uint8_t rows[] = { 0, 0, 0x60, 0x80, 0xe0 };
	const struct exh_opl2_instrument *instrument = p->voices[v].instrument;

	for (unsigned o = 0; o < 2; o++) {
		put_multiplier(p, v, o);
		for (size_t i = 0; i < sizeof rows; i++)
			if (rows[i])
				put(p, rows[i] + operator_of(v) + 3 * o,
				    instrument->operators[o][i]);
	}
	put(p, 0xc0 + (unsigned)v, instrument->connection);
}

static void put_level(struct playing *p, size_t v, unsigned o, unsigned loss)
{
	const unsigned stored = p->voices[v].instrument->operators[o][1];
	const unsigned level = (stored & MOST_LEVEL) + (loss + STEPS / 2) / STEPS;

	put(p, 0x40 + operator_of(v) + 3 * o,
	    (stored & 0xc0) | (level < MOST_LEVEL ? level : MOST_LEVEL));
}

/* Sets the levels of all operators that are heard. */
static void put_levels(struct playing *p, size_t v)
{
	const struct voice *voice = &p->voices[v];
	const struct channel *channel = &p->channels[voice->channel];
	const unsigned loss = 0u + losses[voice->velocity] + losses[channel->volume] +
			      losses[channel->expression];

	put_level(p, v, 0, voice->instrument->connection & 1 ? loss : 0);
	put_level(p, v, 1, loss);
}

/* Returns block and F-number of a pitch in cents, in the bits of their registers. */
static unsigned pitch_number(int cents)
{
	const unsigned at = cents < 0 ? 0 : cents > HIGHEST ? HIGHEST : (unsigned)cents;
	const unsigned octave = at / 1200, semitone = at % 1200 / 100;
	const uint32_t from = base_numbers[semitone], to = base_numbers[semitone + 1];
	uint64_t number = from + (to - from) * (at % 100) / 100;
	unsigned block = 0;

	number = octave > BASE_OCTAVE ? number << (octave - BASE_OCTAVE)
				      : number >> (BASE_OCTAVE - octave);
	for (; number >= 1024 * FRACTION - FRACTION / 2 && block < 7; block++)
		number /= 2;
	number = (number + FRACTION / 2) / FRACTION;
	return block << 10 | (unsigned)(number < 1024 ? number : 1023);
}

/* Returns the pitch of a voice in cents, and sets the doublings that it needs. */
static int take_pitch(struct playing *p, size_t v)
{
	struct voice *voice = &p->voices[v];
	const struct exh_opl2_instrument *instrument = voice->instrument;
	const struct channel *channel = &p->channels[voice->channel];
	const int note =
		instrument->is_fixed ? instrument->note : voice->note + instrument->shift;
	int cents = note * 100 + channel->bend * channel->range / CENTER;

	voice->doublings = count_doublings(instrument, &cents);
	return cents;
}

static void put_pitch(struct playing *p, size_t v, unsigned key)
{
	const unsigned number = pitch_number(take_pitch(p, v));

	put_multiplier(p, v, 0);
	put_multiplier(p, v, 1);
	put(p, 0xa0 + (unsigned)v, number & 0xff);
	put(p, 0xb0 + (unsigned)v, number >> 8 | key);
}

/*
 * Notes.
 */

static void stop(struct playing *p, size_t v)
{
	p->voices[v].on = p->voices[v].held = false;
	p->voices[v].order = p->order++;
	put(p, 0xb0 + (unsigned)v, p->registers[0xb0 + v] & ~(unsigned)KEY);
}

/* True if voice v is better for a note of this instrument than the other. */
static bool is_better(const struct playing *p,
		      const struct exh_opl2_instrument *instrument, size_t v,
		      size_t other)
{
	const struct voice *a = &p->voices[v], *b = &p->voices[other];

	if (a->on != b->on)
		return b->on;
	if (!a->on && (a->instrument == instrument) != (b->instrument == instrument))
		return a->instrument == instrument;
	return a->order < b->order;
}

static size_t find_voice(const struct playing *p,
			 const struct exh_opl2_instrument *instrument)
{
	size_t best = 1;

	for (size_t i = 1; i < VOICES; i++)
		if (is_better(p, instrument, i, best))
			best = i;
	/* The effects' voice is the last choice, but better than to end a note. */
	return p->voices[best].on && is_better(p, instrument, 0, best) ? 0 : best;
}

static size_t find_note(const struct playing *p, unsigned channel, unsigned note)
{
	size_t v = 0;

	while (v < VOICES && !(p->voices[v].on && p->voices[v].channel == channel &&
			       p->voices[v].note == note))
		v++;
	return v;
}

static const struct exh_opl2_instrument *instrument_of(const struct playing *p,
						       unsigned channel, unsigned note)
{
	if (channel != EXH_OPL2_DRUM_CHANNEL)
		return &p->bank->programs[p->channels[channel].program];
	if (note < EXH_OPL2_FIRST_DRUM || note >= EXH_OPL2_FIRST_DRUM + EXH_OPL2_DRUMS)
		return NULL;
	return &p->bank->drums[note - EXH_OPL2_FIRST_DRUM];
}

static void count_down(struct playing *p, unsigned channel, unsigned note, bool down)
{
	bool *key = &p->down[channel][note];

	if (*key != down)
		p->down_count += down ? 1 : (size_t)-1;
	*key = down;
	if (p->down_count > p->out->report.most_notes)
		p->out->report.most_notes = p->down_count;
}

static void press(struct playing *p, unsigned channel, unsigned note, unsigned velocity)
{
	const struct exh_opl2_instrument *instrument = instrument_of(p, channel, note);
	size_t v = find_note(p, channel, note);

	p->out->report.note_count++;
	p->out->report.unknown_count += !instrument;
	if (!instrument)
		return;
	count_down(p, channel, note, true);
	if (v < VOICES)
		stop(p, v);
	else
		v = find_voice(p, instrument);
	if (p->voices[v].on) {
		p->out->report.cut_count++;
		stop(p, v);
	}
	p->out->report.half_count += instrument->has_second_voice;
	p->voices[v] = (struct voice){ .instrument = instrument,
				       .channel = (uint8_t)channel,
				       .note = (uint8_t)note,
				       .velocity = (uint8_t)velocity,
				       .on = true,
				       .order = p->order++ };
	p->out->report.high_count += take_pitch(p, v) > TOP;
	put_instrument(p, v);
	put_levels(p, v);
	put_pitch(p, v, KEY);
}

static void release(struct playing *p, unsigned channel, unsigned note)
{
	const size_t v = find_note(p, channel, note);

	count_down(p, channel, note, false);
	if (v == VOICES)
		return;
	if (p->channels[channel].pedal)
		p->voices[v].held = true;
	else
		stop(p, v);
}

/* Releases the notes of a channel. held: only those that the pedal holds. */
static void release_all(struct playing *p, unsigned channel, bool held)
{
	for (size_t v = 0; v < VOICES; v++)
		if (p->voices[v].on && p->voices[v].channel == channel &&
		    (!held || p->voices[v].held))
			stop(p, v);
	for (unsigned note = 0; note < NOTES && !held; note++)
		count_down(p, channel, note, false);
}

/* Updates pitch or level of all sounding notes of a channel. */
static void change(struct playing *p, unsigned channel, bool pitch)
{
	for (size_t v = 0; v < VOICES; v++) {
		if (!p->voices[v].on || p->voices[v].channel != channel)
			continue;
		if (pitch)
			put_pitch(p, v, KEY);
		else
			put_levels(p, v);
	}
}

/*
 * Events.
 */

static void reset_channel(struct channel *channel)
{
	channel->expression = 127;
	channel->pedal = false;
	channel->bend = 0;
	channel->parameter = NO_PARAMETER;
}

static void set_range(struct playing *p, unsigned c, int range)
{
	if (p->channels[c].parameter)
		return; /* another parameter than the range of bends */
	p->channels[c].range = range;
	change(p, c, true);
}

static void control(struct playing *p, unsigned c, unsigned controller, unsigned value)
{
	struct channel *channel = &p->channels[c];

	switch (controller) {
	case VOLUME:
		channel->volume = (uint8_t)value;
		change(p, c, false);
		break;
	case EXPRESSION:
		channel->expression = (uint8_t)value;
		change(p, c, false);
		break;
	case PEDAL:
		channel->pedal = value >= 64;
		if (!channel->pedal)
			release_all(p, c, true);
		break;
	case PARAMETER:
		channel->parameter = (channel->parameter & 0x7f) | value << 7;
		break;
	case FINE_PARAMETER:
		channel->parameter = (channel->parameter & 0x3f80) | value;
		break;
	case FINE_OTHER_PARAMETER:
	case OTHER_PARAMETER:
		channel->parameter = NO_PARAMETER;
		break;
	case DATA:
		set_range(p, c, (int)value * 100 + channel->range % 100);
		break;
	case FINE_DATA:
		set_range(p, c, channel->range / 100 * 100 + (int)value % 100);
		break;
	case RESET:
		reset_channel(channel);
		release_all(p, c, true);
		change(p, c, false);
		change(p, c, true);
		break;
	case ALL_SOUND_OFF:
	case ALL_NOTES_OFF:
		release_all(p, c, false);
		break;
	default:
		break;
	}
}

static void take_event(struct playing *p, const struct exh_smf_event *event)
{
	const unsigned channel = event->status & 15;
	const uint8_t *data = event->data;

	switch (event->status >> 4) {
	case 0x8:
		release(p, channel, data[0]);
		break;
	case 0x9:
		if (data[1])
			press(p, channel, data[0], data[1]);
		else
			release(p, channel, data[0]);
		break;
	case 0xb:
		control(p, channel, data[0], data[1]);
		break;
	case 0xc:
		p->channels[channel].program = data[0];
		break;
	case 0xe:
		p->channels[channel].bend = (data[0] | data[1] << 7) - CENTER;
		change(p, channel, true);
		break;
	default:
		break;
	}
}

static void start(struct playing *p)
{
	put(p, 0x01, WAVES_ON);
	put(p, 0x08, 0);
	put(p, 0xbd, 0);
	for (size_t i = 0; i < CHANNELS; i++) {
		p->channels[i] = (struct channel){ .volume = 100, .range = USUAL_RANGE };
		reset_channel(&p->channels[i]);
	}
}

static enum exh_status pass(struct playing *p, struct exh_smf_clock *clock, uint64_t tick)
{
	const enum exh_status status = exh_smf_clock_pass(clock, tick, p->err);

	if (status)
		return status;
	p->position = exh_smf_clock_at(clock, EXH_OPL2_RATE);
	if (p->position > LONGEST)
		return exh_fail(p->err, EXH_LIMIT, EXH_NO_OFFSET,
				"the song lasts longer than eight months");
	return p->failed ? no_memory(p->err) : EXH_OK;
}

enum exh_status exh_opl2_midi_play(const struct exh_smf *smf,
				   const struct exh_opl2_bank *bank,
				   struct exh_arena *arena, struct exh_opl2_midi *out,
				   struct exh_error *err)
{
	struct playing p = { .bank = bank, .arena = arena, .out = out, .err = err };
	enum exh_status status = EXH_OK;
	struct exh_smf_clock clock;

	*out = (struct exh_opl2_midi){ 0 };
	exh_smf_clock_start(smf, &clock);
	start(&p);
	for (size_t i = 0; i < smf->count && !status; i++) {
		status = pass(&p, &clock, smf->events[i].tick);
		exh_smf_clock_take(&clock, &smf->events[i]);
		if (!status)
			take_event(&p, &smf->events[i]);
	}
	if (!status)
		status = pass(&p, &clock, smf->end);
	for (unsigned c = 0; c < CHANNELS && !status; c++)
		release_all(&p, c, false);
	out->length = p.position;
	return status || !p.failed ? status : no_memory(err);
}
