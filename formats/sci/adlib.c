#include "voices.h"

#include "exhume/opl2.h"

enum {
	LOWEST_NOTE = 12,
	HIGHEST_NOTE = 107,
	NO_PATCH = 255,
	STEPS = 48, /* steps of pitch in an octave */
	HIGHEST_STEP = 508,
	HIGHEST_BLOCK = 7,
	SOFTEST = 63, /* levels */
	KEY = 0x20,   /* key-on bit of register B0 */
	ADDITIVE = 1, /* additive bit of register C0 */
	CARRIER = 3,  /* offset of its registers from the modulator's */
	VOLUME_HEADROOM = 3,
};

/* 342.851 * 2^(i/48), except 45, which is one less. Source: opl2-audio 21. */
static const uint16_t f_numbers[STEPS] = {
	343, 348, 353, 358, 363, 369, 374, 379, 385, 390, 396, 402, 408, 414, 420, 426,
	432, 438, 445, 451, 458, 464, 471, 478, 485, 492, 499, 506, 514, 521, 529, 536,
	544, 552, 560, 568, 577, 585, 594, 602, 611, 620, 629, 638, 647, 656, 666, 676,
};

static const uint8_t operator_slots[EXH_OPL2_CHANNEL_COUNT] = { 0,  1,	2,  8, 9,
								10, 16, 17, 18 };

void exh_sci_adlib_pitch(unsigned note, unsigned bend, unsigned *f_number,
			 unsigned *block)
{
	unsigned index = exh_sci_bent_note(note, bend);

	if (index > HIGHEST_STEP)
		index = HIGHEST_STEP;
	*f_number = f_numbers[index % STEPS];
	*block = index < STEPS ? 0 : index / STEPS - 1;
	if (*block > HIGHEST_BLOCK)
		*block = HIGHEST_BLOCK;
}

/* A driver, and the sink of its writes. */
struct session {
	struct exh_sci_adlib *driver;
	const struct exh_sci_register_sink *sink;
};

static void put(const struct session *session, size_t reg, unsigned value)
{
	session->sink->write(session->sink->context, (uint8_t)reg, (uint8_t)value);
}

static struct exh_sci_adlib_registers registers_of(const struct exh_sci_adlib *driver,
						   size_t voice)
{
	return exh_sci_adlib_registers(driver->bank.instruments[driver->patches[voice]]);
}

/* A program without an instrument in the bank uses the default. */
static void change_patch(const struct session *session, size_t voice)
{
	static const uint8_t order[] = { 1, 2, 3, 0, 4 }; /* 40, 60, 80, 20, E0 */
	static const uint8_t bases[] = { 0x20, 0x40, 0x60, 0x80, 0xe0 };
	struct exh_sci_adlib *driver = session->driver;
	struct exh_sci_adlib_registers registers;
	uint8_t patch = exh_sci_channel_of(&driver->voices, voice)->patch;

	if (patch >= driver->bank.count)
		patch = EXH_SCI_DEFAULT_PATCH;
	if (driver->patches[voice] == patch)
		return;
	driver->patches[voice] = patch;
	registers = registers_of(driver, voice);
	for (size_t op = 0; op < 2; op++)
		for (size_t i = 0; i < sizeof order; i++)
			put(session,
			    (size_t)bases[order[i]] + operator_slots[voice] +
				    op * CARRIER,
			    registers.operators[op][order[i]]);
	put(session, 0xc0 + voice, registers.connection);
}

/* Writes the pitch with the key down, if the channel is heard. */
static void send_pitch(void *context, size_t voice)
{
	const struct session *session = context;
	const struct exh_sci_voices *voices = &session->driver->voices;
	uint8_t *pitch = session->driver->pitches[voice];
	unsigned f_number, block;

	exh_sci_adlib_pitch(voices->items[voice].note,
			    exh_sci_channel_of(voices, voice)->bend, &f_number, &block);
	pitch[0] = (uint8_t)f_number;
	pitch[1] = (uint8_t)(block << 2 | f_number >> 8);
	put(session, 0xa0 + voice, pitch[0]);
	put(session, 0xb0 + voice,
	    pitch[1] | (exh_sci_voice_is_heard(voices, voice) ? KEY : 0));
}

/* Value of register 40 for an audible operator, computed from the patch. */
static unsigned level_of(const struct exh_sci_voices *voices, size_t voice,
			 unsigned stored)
{
	unsigned volume = voices->master_volume, level = SOFTEST - (stored & SOFTEST);

	if (volume)
		volume += VOLUME_HEADROOM;
	if (volume > EXH_SCI_LOUDEST)
		volume = EXH_SCI_LOUDEST;
	if (exh_sci_channel_of(voices, voice)->uses_velocity)
		level = voices->items[voice].velocity >> 1;
	level = volume * level / EXH_SCI_LOUDEST;
	return (stored & ~(unsigned)SOFTEST) | (SOFTEST - level);
}

static void send_levels(void *context, size_t voice)
{
	const struct session *session = context;
	const struct exh_sci_voices *voices = &session->driver->voices;
	const struct exh_sci_adlib_registers registers =
		registers_of(session->driver, voice);

	put(session, (size_t)0x40 + operator_slots[voice] + CARRIER,
	    level_of(voices, voice, registers.operators[1][1]));
	if (registers.connection & ADDITIVE)
		put(session, (size_t)0x40 + operator_slots[voice],
		    level_of(voices, voice, registers.operators[0][1]));
}

static void begin_note(void *context, size_t voice)
{
	change_patch(context, voice);
	send_pitch(context, voice);
	send_levels(context, voice);
}

static void end_note(void *context, size_t voice)
{
	const struct session *session = context;

	put(session, 0xb0 + voice, session->driver->pitches[voice][1]);
}

static struct exh_sci_voice_device device_of(struct session *session)
{
	return (struct exh_sci_voice_device){
		.begin = begin_note,
		.end = end_note,
		.bend = send_pitch,
		.lowest_note = LOWEST_NOTE,
		.highest_note = HIGHEST_NOTE,
		.is_dealt_anew = true,
		.driver = session,
	};
}

void exh_sci_adlib_start(struct exh_sci_adlib *driver,
			 const struct exh_sci_adlib_bank *bank,
			 const struct exh_sci_sound *sound,
			 const struct exh_sci_register_sink *sink)
{
	struct session session = { driver, sink };

	*driver = (struct exh_sci_adlib){ .bank = *bank };
	exh_sci_voices_start(&driver->voices, EXH_OPL2_CHANNEL_COUNT,
			     exh_sci_sound_channels(sound, EXH_SCI_ADLIB));
	for (size_t i = 0; i < EXH_OPL2_CHANNEL_COUNT; i++)
		driver->patches[i] = NO_PATCH;
	for (size_t i = 0; i < EXH_SCI_CHANNELS; i++)
		if (driver->voices.played >> i & 1)
			driver->voices.channels[i].wanted =
				sound->channels[i].voices & 0x7f;
	exh_sci_voices_deal(&driver->voices);
	put(&session, 0x01, 0x20);
	put(&session, 0xbd, 0);
	put(&session, 0x08, 0);
}

void exh_sci_adlib_event(struct exh_sci_adlib *driver,
			 const struct exh_sci_sound_event *event,
			 const struct exh_sci_register_sink *sink)
{
	struct session session = { driver, sink };
	const struct exh_sci_voice_device device = device_of(&session);

	exh_sci_voices_event(&driver->voices, event, &device);
}

void exh_sci_adlib_stop(struct exh_sci_adlib *driver,
			const struct exh_sci_register_sink *sink)
{
	struct session session = { driver, sink };
	const struct exh_sci_voice_device device = device_of(&session);

	exh_sci_voices_stop(&driver->voices, &device);
}

void exh_sci_adlib_volume(struct exh_sci_adlib *driver, unsigned volume,
			  const struct exh_sci_register_sink *sink)
{
	struct session session = { driver, sink };
	struct exh_sci_voice_device device = device_of(&session);

	device.level = send_levels;
	exh_sci_voices_volume(&driver->voices, volume, &device);
}

/*
 * Playing.
 */

static void wait_write(void *context, uint8_t reg, uint8_t value)
{
	struct exh_sci_adlib_player *player = context;

	player->waiting[player->count++] =
		(struct exh_opl2_write){ player->position, reg, value };
}

void exh_sci_adlib_play(struct exh_sci_adlib_player *player,
			const struct exh_sci_sound *sound,
			const struct exh_sci_adlib_bank *bank, uint64_t pass_count,
			unsigned channels)
{
	const struct exh_sci_register_sink sink = { wait_write, player };

	*player = (struct exh_sci_adlib_player){
		.cursor = { .sound = sound, .pass_count = pass_count },
	};
	exh_sci_adlib_start(&player->driver, bank, sound, &sink);
	player->driver.voices.heard = channels;
}

/* Collects the writes of one event, or of the end. */
static void go_on(struct exh_sci_adlib_player *player)
{
	const struct exh_sci_register_sink sink = { wait_write, player };
	struct exh_sci_sound_event event;

	player->first = player->count = 0;
	player->is_ended =
		!exh_sci_next_played(&player->cursor, &event, &player->position);
	if (player->is_ended)
		exh_sci_adlib_stop(&player->driver, &sink);
	else
		exh_sci_adlib_event(&player->driver, &event, &sink);
}

static bool next_write(void *context, struct exh_opl2_write *write)
{
	struct exh_sci_adlib_player *player = context;

	while (player->first == player->count) {
		if (player->is_ended)
			return false;
		go_on(player);
	}
	*write = player->waiting[player->first++];
	return true;
}

struct exh_opl2_source exh_sci_adlib_source(struct exh_sci_adlib_player *player)
{
	return (struct exh_opl2_source){ next_write, player };
}
