#include "exhume/advanced/sci_tones.h"

#include "voices.h"

enum {
	PERCUSSION = 9, /* the channel that has the noise */
	NOISE = EXH_PSG_NOISE,
	WHITE = 4,
	/* Drums up to these keys are as low as the noise can be, and a little higher. */
	LAST_BASS = 37,
	LAST_SNARE = 41,
	HIGHEST_NOTE = 127,
	MAX_VELOCITY = 127,
};

unsigned exh_sci_tandy_period(unsigned note, unsigned bend)
{
	return exh_sci_tone_divisor(note, bend, EXH_PSG_CLOCK_HZ, EXH_PSG_TONE_CLOCKS,
				    EXH_PSG_MAX_PERIOD);
}

/* A driver, with where its writes go. */
struct session {
	struct exh_sci_tandy *driver;
	const struct exh_sci_byte_sink *sink;
};

static void put(const struct session *session, unsigned value)
{
	session->sink->write(session->sink->context, (uint8_t)value);
}

static unsigned noise_of(unsigned note)
{
	return WHITE | (note <= LAST_BASS ? 2u : note <= LAST_SNARE ? 1u : 0u);
}

static void send_pitch(void *context, size_t voice)
{
	const struct session *session = context;
	const struct exh_sci_voices *voices = &session->driver->voices;
	const unsigned note = voices->items[voice].note;
	unsigned period;

	if (voice == NOISE) {
		put(session, 0xe0 | noise_of(note));
		return;
	}
	period = exh_sci_tandy_period(note, exh_sci_channel_of(voices, voice)->bend);
	put(session, 0x80 | (unsigned)voice << 5 | (period & 15));
	put(session, period >> 4);
}

/* Velocity, channel volume and the game's volume, each a part of the amplitude, to the
 * nearest 2 dB. */
static unsigned attenuation_of(const struct exh_sci_voices *voices, size_t voice)
{
	/* 65536 * 10^(-(n + 0.5) / 10): softer levels are n + 1. */
	static const uint16_t limits[] = { 58409, 46396, 36854, 29274, 23253,
					   18471, 14672, 11654, 9257,  7353,
					   5841,  4640,	 3685,	2927 };
	const uint64_t most = MAX_VELOCITY * 127 * EXH_SCI_LOUDEST;
	const uint64_t amplitude = (uint64_t)voices->items[voice].velocity *
				   exh_sci_channel_of(voices, voice)->volume *
				   voices->master_volume;
	unsigned out = 0;

	if (!amplitude || !exh_sci_voice_is_heard(voices, voice))
		return EXH_PSG_OFF;
	while (out < sizeof limits / sizeof *limits &&
	       amplitude << 16 < limits[out] * most)
		out++;
	return out;
}

static void send_level(void *context, size_t voice)
{
	const struct session *session = context;

	put(session, 0x90 | (unsigned)voice << 5 |
			     attenuation_of(&session->driver->voices, voice));
}

static void begin_note(void *context, size_t voice)
{
	send_pitch(context, voice);
	send_level(context, voice);
}

static void end_note(void *context, size_t voice)
{
	put(context, 0x90 | (unsigned)voice << 5 | EXH_PSG_OFF);
}

/* The noise starts anew with each write, and has no pitch to bend. */
static void bend_note(void *context, size_t voice)
{
	if (voice != NOISE)
		send_pitch(context, voice);
}

static struct exh_sci_voice_device device_of(struct session *session)
{
	return (struct exh_sci_voice_device){
		.begin = begin_note,
		.end = end_note,
		.bend = bend_note,
		.level = send_level,
		.highest_note = HIGHEST_NOTE,
		.driver = session,
	};
}

/* A tone for each channel, in order; then a second for each channel whose header requests
 * more voices on AdLib, and a third. */
static void deal(struct exh_sci_voices *voices, const struct exh_sci_sound *sound)
{
	/* Until it is known whether the percussion is played. */
	voices->items[NOISE].channel = PERCUSSION;
	for (unsigned wanted = 1; wanted <= EXH_PSG_TONES; wanted++) {
		for (size_t i = 0; i < EXH_SCI_CHANNELS; i++)
			if (voices->played >> i & 1 && i != PERCUSSION &&
			    (wanted == 1 ||
			     (sound->channels[i].voices & 0x7fu) >= wanted))
				voices->channels[i].wanted = (uint8_t)wanted;
		exh_sci_voices_deal(voices);
	}
	if (!(voices->played >> PERCUSSION & 1))
		voices->items[NOISE].channel = EXH_SCI_NO_CHANNEL;
}

void exh_sci_tandy_start(struct exh_sci_tandy *driver, const struct exh_sci_sound *sound,
			 const struct exh_sci_byte_sink *sink)
{
	struct session session = { driver, sink };

	exh_sci_voices_start(&driver->voices, EXH_PSG_CHANNELS,
			     exh_sci_sound_channels(sound, EXH_SCI_TANDY));
	deal(&driver->voices, sound);
	for (size_t i = 0; i < EXH_PSG_CHANNELS; i++)
		end_note(&session, i);
}

void exh_sci_tandy_event(struct exh_sci_tandy *driver,
			 const struct exh_sci_sound_event *event,
			 const struct exh_sci_byte_sink *sink)
{
	struct session session = { driver, sink };
	const struct exh_sci_voice_device device = device_of(&session);

	exh_sci_voices_event(&driver->voices, event, &device);
}

void exh_sci_tandy_stop(struct exh_sci_tandy *driver,
			const struct exh_sci_byte_sink *sink)
{
	struct session session = { driver, sink };
	const struct exh_sci_voice_device device = device_of(&session);

	exh_sci_voices_stop(&driver->voices, &device);
}

void exh_sci_tandy_volume(struct exh_sci_tandy *driver, unsigned volume,
			  const struct exh_sci_byte_sink *sink)
{
	struct session session = { driver, sink };
	const struct exh_sci_voice_device device = device_of(&session);

	exh_sci_voices_volume(&driver->voices, volume, &device);
}

/*
 * Playing.
 */

static void wait_write(void *context, uint8_t value)
{
	struct exh_sci_tandy_player *player = context;

	player->waiting[player->count++] =
		(struct exh_psg_write){ player->position, value };
}

void exh_sci_tandy_play(struct exh_sci_tandy_player *player,
			const struct exh_sci_sound *sound, uint64_t pass_count,
			unsigned channels)
{
	const struct exh_sci_byte_sink sink = { wait_write, player };

	*player = (struct exh_sci_tandy_player){
		.cursor = { .sound = sound, .pass_count = pass_count },
	};
	exh_sci_tandy_start(&player->driver, sound, &sink);
	player->driver.voices.heard = channels;
}

static void go_on(struct exh_sci_tandy_player *player)
{
	const struct exh_sci_byte_sink sink = { wait_write, player };
	struct exh_sci_sound_event event;

	player->first = player->count = 0;
	player->is_ended =
		!exh_sci_next_played(&player->cursor, &event, &player->position);
	if (player->is_ended)
		exh_sci_tandy_stop(&player->driver, &sink);
	else
		exh_sci_tandy_event(&player->driver, &event, &sink);
}

static bool next_write(void *context, struct exh_psg_write *write)
{
	struct exh_sci_tandy_player *player = context;

	while (player->first == player->count) {
		if (player->is_ended)
			return false;
		go_on(player);
	}
	*write = player->waiting[player->first++];
	return true;
}

struct exh_psg_source exh_sci_tandy_source(struct exh_sci_tandy_player *player)
{
	return (struct exh_psg_source){ next_write, player };
}
