#include "dreams_parts.h"

#include "../../../keen/keen_parts.h"

enum {
	NO_BYTE = 255, /* the speaker's last byte when a sound starts */
	RHYTHM = 0xbd,
};

/*
 * The device.
 */

static bool has_listener(const struct exh_keen_engine *e)
{
	return e->host && e->host->audio;
}

static void write_device(struct exh_keen_engine *e, uint8_t reg, uint16_t value)
{
	const struct exh_audio_write write = { e->sound.services, e->sound.device, reg,
					       value };

	if (has_listener(e))
		e->host->audio(e->host->context, &write);
}

static void write_adlib(struct exh_keen_engine *e, const struct exh_opl2_write *writes,
			size_t count)
{
	for (size_t i = 0; i < count; i++)
		write_device(e, writes[i].reg, writes[i].value);
}

void exh_keen_sound_start(struct exh_keen_engine *e, enum exh_audio_device device)
{
	e->sound = (struct sound){ .device = device, .last = NO_BYTE };
}

/* Sets the device up. An engine starts without a host, so this happens in the first step.
 */
static void make_ready(struct exh_keen_engine *e)
{
	e->sound.ready = true;
	if (e->sound.device == EXH_AUDIO_ADLIB)
		write_device(e, RHYTHM, 0);
}

/*
 * Sounds.
 */

/* NULL if the device has no sound of that number, or an empty one. */
static const struct exh_keen_effect *find_effect(const struct exh_keen_engine *e,
						 unsigned number)
{
	const struct exh_keen_game *game = e->game;
	const struct exh_keen_effect *effects = NULL;

	if (e->sound.device == EXH_AUDIO_SPEAKER)
		effects = game->speaker_sounds;
	else if (e->sound.device == EXH_AUDIO_ADLIB)
		effects = game->adlib_sounds;
	if (!effects || number >= game->sound_count || !effects[number].data.size)
		return NULL;
	return &effects[number];
}

static void start_effect(struct exh_keen_engine *e, const struct exh_keen_effect *effect,
			 unsigned number)
{
	struct exh_opl2_write writes[AUDIO_START_WRITES];
	struct sound *sound = &e->sound;

	sound->number = (uint8_t)number;
	sound->priority = effect->priority;
	sound->playing = true;
	sound->place = 0;
	sound->last = NO_BYTE;
	if (sound->device == EXH_AUDIO_ADLIB && has_listener(e))
		write_adlib(e, writes, exh_keen_effect_start_writes(effect, writes));
}

static void trace_sound(struct exh_keen_engine *e, unsigned number,
			const struct exh_keen_effect *effect, bool heard)
{
	const struct exh_event_field fields[] = {
		{ "number", NULL, number },
		{ "priority", NULL, effect ? effect->priority : 0 },
		{ "heard", NULL, heard },
	};

	exh_keen_trace(e, "sound", fields, sizeof fields / sizeof *fields);
}

void exh_keen_play_sound(struct exh_keen_engine *e, unsigned number)
{
	const struct exh_keen_effect *effect = find_effect(e, number);
	const bool heard = effect && effect->priority >= e->sound.priority;

	if (e->frame_sound_count < EXH_KEEN_FRAME_SOUNDS)
		e->frame_sounds[e->frame_sound_count] = (uint8_t)number;
	if (e->frame_sound_count < UINT16_MAX)
		e->frame_sound_count++;
	if (TRACES(e))
		trace_sound(e, number, effect, heard);
	if (!e->sound.ready)
		make_ready(e);
	if (heard)
		start_effect(e, effect, number);
}

/*
 * Services.
 */

static void serve_speaker(struct exh_keen_engine *e, const struct exh_keen_effect *effect)
{
	struct sound *sound = &e->sound;
	const uint8_t byte = effect->data.data[sound->place];

	if (byte != sound->last) {
		sound->last = byte;
		write_device(e, 0, (uint16_t)(byte * AUDIO_SPEAKER_STEP));
	}
	if (sound->place + 1 == effect->data.size)
		write_device(e, 0, 0);
}

static void serve_adlib(struct exh_keen_engine *e, const struct exh_keen_effect *effect)
{
	struct exh_opl2_write writes[AUDIO_TICK_WRITES];

	if (has_listener(e))
		write_adlib(e, writes,
			    exh_keen_effect_tick_writes(effect, e->sound.place, writes));
}

static void serve(struct exh_keen_engine *e)
{
	struct sound *sound = &e->sound;
	const struct exh_keen_effect *effect = find_effect(e, sound->number);

	/* The offset in a saved state may be any value. */
	if (effect && sound->place < effect->data.size) {
		if (sound->device == EXH_AUDIO_ADLIB)
			serve_adlib(e, effect);
		else
			serve_speaker(e, effect);
		sound->place++;
	}
	if (!effect || sound->place >= effect->data.size) {
		sound->playing = false;
		sound->number = 0;
		sound->priority = 0;
	}
}

/* Sends a new device the writes from the start of the current sound. Its note follows
 * with the next service. */
static void resume(struct exh_keen_engine *e)
{
	struct sound *sound = &e->sound;
	const struct exh_keen_effect *effect = find_effect(e, sound->number);
	struct exh_opl2_write writes[AUDIO_START_WRITES];

	sound->resumed = false;
	if (!sound->playing || !effect || !has_listener(e))
		return;
	if (sound->device == EXH_AUDIO_ADLIB)
		write_adlib(e, writes, exh_keen_effect_start_writes(effect, writes));
	else if (sound->last != NO_BYTE)
		write_device(e, 0, (uint16_t)(sound->last * AUDIO_SPEAKER_STEP));
}

void exh_keen_sound_tick(struct exh_keen_engine *e)
{
	if (e->sound.resumed)
		resume(e);
	if (!e->sound.ready)
		make_ready(e);
	for (int i = 0; i < SERVICES_PER_TICK; i++) {
		if (e->sound.playing)
			serve(e);
		e->sound.services++;
	}
}
