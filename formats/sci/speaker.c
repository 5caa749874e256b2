#include "exhume/advanced/sci_tones.h"

#include "../chip/speaker.h"
#include "voices.h"

enum {
	TIMER_HZ = 1193182,
	MAX_DIVISOR = 65535,
	SAMPLE_CLOCKS = 24,
	HIGHEST_NOTE = 127,
};

uint32_t exh_sci_speaker_divisor(unsigned note, unsigned bend)
{
	return exh_sci_tone_divisor(note, bend, TIMER_HZ, 1, MAX_DIVISOR);
}

/* A driver, with where its writes go. */
struct session {
	struct exh_sci_speaker *driver;
	const struct exh_sci_divisor_sink *sink;
};

static void put(const struct session *session, uint32_t divisor)
{
	session->sink->write(session->sink->context, divisor);
}

static void send_note(void *context, size_t voice)
{
	const struct session *session = context;
	const struct exh_sci_voices *voices = &session->driver->voices;
	uint32_t divisor = 0;

	if (voices->master_volume && exh_sci_voice_is_heard(voices, voice))
		divisor =
			exh_sci_speaker_divisor(voices->items[voice].note,
						exh_sci_channel_of(voices, voice)->bend);
	put(session, divisor);
}

static void end_note(void *context, size_t voice)
{
	(void)voice;
	put(context, 0);
}

static struct exh_sci_voice_device device_of(struct session *session)
{
	return (struct exh_sci_voice_device){
		.begin = send_note,
		.end = end_note,
		.bend = send_note,
		.highest_note = HIGHEST_NOTE,
		.is_shared = true,
		.driver = session,
	};
}

void exh_sci_speaker_start(struct exh_sci_speaker *driver,
			   const struct exh_sci_sound *sound,
			   const struct exh_sci_divisor_sink *sink)
{
	const struct session session = { driver, sink };

	exh_sci_voices_start(&driver->voices, 1,
			     exh_sci_sound_channels(sound, EXH_SCI_SPEAKER));
	put(&session, 0);
}

void exh_sci_speaker_event(struct exh_sci_speaker *driver,
			   const struct exh_sci_sound_event *event,
			   const struct exh_sci_divisor_sink *sink)
{
	struct session session = { driver, sink };
	const struct exh_sci_voice_device device = device_of(&session);

	exh_sci_voices_event(&driver->voices, event, &device);
}

void exh_sci_speaker_stop(struct exh_sci_speaker *driver,
			  const struct exh_sci_divisor_sink *sink)
{
	struct session session = { driver, sink };
	const struct exh_sci_voice_device device = device_of(&session);

	exh_sci_voices_stop(&driver->voices, &device);
}

void exh_sci_speaker_volume(struct exh_sci_speaker *driver, unsigned volume,
			    const struct exh_sci_divisor_sink *sink)
{
	struct session session = { driver, sink };
	struct exh_sci_voice_device device = device_of(&session);

	device.level = send_note;
	exh_sci_voices_volume(&driver->voices, volume, &device);
}

/*
 * Playing.
 */

static void wait_write(void *context, uint32_t divisor)
{
	struct exh_sci_speaker_player *player = context;

	player->waiting[player->count++] =
		(struct exh_sci_speaker_write){ player->position, divisor };
}

void exh_sci_speaker_play(struct exh_sci_speaker_player *player,
			  const struct exh_sci_sound *sound, uint64_t pass_count,
			  unsigned channels)
{
	const struct exh_sci_divisor_sink sink = { wait_write, player };

	*player = (struct exh_sci_speaker_player){
		.cursor = { .sound = sound, .pass_count = pass_count },
	};
	exh_sci_speaker_start(&player->driver, sound, &sink);
	player->driver.voices.heard = channels;
}

static void go_on(struct exh_sci_speaker_player *player)
{
	const struct exh_sci_divisor_sink sink = { wait_write, player };
	struct exh_sci_sound_event event;

	player->first = player->count = 0;
	player->is_ended =
		!exh_sci_next_played(&player->cursor, &event, &player->position);
	if (player->is_ended)
		exh_sci_speaker_stop(&player->driver, &sink);
	else
		exh_sci_speaker_event(&player->driver, &event, &sink);
}

bool exh_sci_speaker_next(struct exh_sci_speaker_player *player,
			  struct exh_sci_speaker_write *write)
{
	while (player->first == player->count) {
		if (player->is_ended)
			return false;
		go_on(player);
	}
	*write = player->waiting[player->first++];
	return true;
}

static void take_writes(struct exh_sci_speaker_player *player)
{
	if (!player->is_rendering)
		player->has_next = exh_sci_speaker_next(player, &player->next);
	player->is_rendering = true;
	while (player->has_next && player->next.position <= player->sample) {
		player->wave = player->next;
		player->has_next = exh_sci_speaker_next(player, &player->next);
	}
}

void exh_sci_speaker_render(struct exh_sci_speaker_player *player, int16_t *mono,
			    size_t count)
{
	for (size_t i = 0; i < count; i++, player->sample++) {
		const uint64_t clock = player->sample * SAMPLE_CLOCKS;
		struct speaker_wave wave;

		take_writes(player);
		wave = (struct speaker_wave){ player->wave.position * SAMPLE_CLOCKS,
					      player->wave.divisor };
		mono[i] = speaker_mean(speaker_sum(&wave, clock, clock + SAMPLE_CLOCKS),
				       SAMPLE_CLOCKS);
	}
}
