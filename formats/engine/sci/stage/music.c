#include "music.h"

#include <string.h>

enum {
	BANK = 3, /* number of AdLib's patch */
	NOTE_OFF = 0x80,
	NOTE_ON = 0x90,
	AFTERTOUCH = 0xa0,
	SYSTEM = 0xf0,
};

/* Destination of the devices' writes. */
struct output {
	const struct exh_host *host;
	uint64_t tick;
	struct exh_sci_register_sink registers;
	struct exh_sci_byte_sink bytes;
	struct exh_sci_divisor_sink divisors;
};

static void put(const struct output *out, enum exh_audio_device device, uint8_t number,
		uint16_t value)
{
	const struct exh_audio_write write = {
		.time = out->tick, .device = device, .reg = number, .value = value
	};

	if (out->host && out->host->audio)
		out->host->audio(out->host->context, &write);
}

static void put_register(void *context, uint8_t number, uint8_t value)
{
	put(context, EXH_AUDIO_ADLIB, number, value);
}

static void put_byte(void *context, uint8_t value)
{
	put(context, EXH_AUDIO_TANDY, 0, value);
}

static void put_divisor(void *context, uint32_t divisor)
{
	put(context, EXH_AUDIO_SPEAKER, 0, (uint16_t)divisor);
}

static void open_output(struct output *out, const stage *s, uint64_t tick)
{
	*out = (struct output){ .host = s->host,
				.tick = tick,
				.registers = { put_register, out },
				.bytes = { put_byte, out },
				.divisors = { put_divisor, out } };
}

static bool has(const stage *s, enum exh_audio_device device)
{
	return s->start.sound_devices >> device & 1;
}

static bool has_adlib(const stage *s, const struct stage_music *music)
{
	return music->has_bank && has(s, EXH_AUDIO_ADLIB);
}

static void find_bank(stage *s, struct stage_music *music)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena, .last_warning = 1, .last_damage = 1 };
	struct exh_error err;
	struct exh_bytes bytes;

	if (music->looked_for_bank || !has(s, EXH_AUDIO_ADLIB))
		return;
	music->looked_for_bank = true;
	music->has_bank = exh_stage_resource(s, EXH_SCI_PATCH, BANK, &bytes) &&
			  !exh_sci_adlib_bank_read(bytes, &music->bank, &notes, &err);
	exh_arena_free(&arena);
}

/*
 * MIDI: passes on the events. Held notes are tracked, since a song that another one
 * interrupts doesn't end them.
 */

static bool is_note_off(const struct exh_sci_sound_event *event)
{
	const unsigned kind = event->status & 0xf0;

	return kind == NOTE_OFF || (kind == NOTE_ON && !event->data[1]);
}

static void midi_event(struct stage_music *music, const struct exh_sci_sound_event *event,
		       const struct output *out)
{
	const unsigned channel = event->status & 0x0f, kind = event->status & 0xf0;

	if (kind == SYSTEM || kind < NOTE_OFF || !(music->midi_channels >> channel & 1))
		return;
	if (kind == NOTE_ON || kind == NOTE_OFF)
		music->is_held[channel][event->data[0] % MUSIC_NOTES] =
			!is_note_off(event);
	put(out, EXH_AUDIO_MIDI, event->status,
	    (uint16_t)(event->data[0] | event->data[1] << 8));
}

static void midi_stop(struct stage_music *music, const struct output *out)
{
	for (unsigned channel = 0; channel < EXH_SCI_CHANNELS; channel++)
		for (unsigned note = 0; note < MUSIC_NOTES; note++)
			if (music->is_held[channel][note])
				put(out, EXH_AUDIO_MIDI, (uint8_t)(NOTE_OFF | channel),
				    (uint16_t)note);
	memset(music->is_held, 0, sizeof music->is_held);
}

/*
 * All devices.
 */

static void start(stage *s, struct stage_music *music, const struct exh_sci_sound *sound,
		  struct output *out)
{
	if (has_adlib(s, music)) {
		exh_sci_adlib_start(&music->adlib, &music->bank, sound, &out->registers);
		if (!exh_sci_sound_names_voices(sound, EXH_SCI_ADLIB))
			exh_sci_sound_open_voices(sound, EXH_SCI_ADLIB,
						  &music->adlib.voices);
	}
	if (has(s, EXH_AUDIO_TANDY))
		exh_sci_tandy_start(&music->tandy, sound, &out->bytes);
	if (has(s, EXH_AUDIO_SPEAKER))
		exh_sci_speaker_start(&music->speaker, sound, &out->divisors);
	music->midi_channels =
		has(s, EXH_AUDIO_MIDI)
			? exh_sci_sound_channels(sound, s->start.midi_devices)
			: 0;
}

/* Sends the events before end that set something, without notes. */
static void chase(stage *s, struct stage_music *music, const struct exh_sci_sound *sound,
		  size_t end, uint64_t tick)
{
	for (size_t i = 0; i < end; i++)
		if ((sound->events[i].status & 0xf0) > AFTERTOUCH &&
		    (sound->events[i].status & 0xf0) < SYSTEM)
			exh_stage_music_event(s, music, &sound->events[i], tick);
}

void exh_stage_music_begin(stage *s, struct stage_music *music,
			   const struct exh_sci_sound *sound, size_t event,
			   bool is_looped, unsigned volume, uint64_t tick)
{
	struct output out;

	open_output(&out, s, tick);
	exh_stage_music_stop(s, music, tick);
	find_bank(s, music);
	music->is_playing = true;
	start(s, music, sound, &out);
	exh_stage_music_volume(s, music, volume, tick);
	if (is_looped)
		chase(s, music, sound, sound->event_count, tick);
	chase(s, music, sound, event, tick);
}

void exh_stage_music_event(stage *s, struct stage_music *music,
			   const struct exh_sci_sound_event *event, uint64_t tick)
{
	struct output out;

	if (!music->is_playing)
		return;
	open_output(&out, s, tick);
	if (has_adlib(s, music))
		exh_sci_adlib_event(&music->adlib, event, &out.registers);
	if (has(s, EXH_AUDIO_TANDY))
		exh_sci_tandy_event(&music->tandy, event, &out.bytes);
	if (has(s, EXH_AUDIO_SPEAKER))
		exh_sci_speaker_event(&music->speaker, event, &out.divisors);
	midi_event(music, event, &out);
}

void exh_stage_music_volume(stage *s, struct stage_music *music, unsigned volume,
			    uint64_t tick)
{
	struct output out;

	if (!music->is_playing)
		return;
	open_output(&out, s, tick);
	if (has_adlib(s, music))
		exh_sci_adlib_volume(&music->adlib, volume, &out.registers);
	if (has(s, EXH_AUDIO_TANDY))
		exh_sci_tandy_volume(&music->tandy, volume, &out.bytes);
	if (has(s, EXH_AUDIO_SPEAKER))
		exh_sci_speaker_volume(&music->speaker, volume, &out.divisors);
}

void exh_stage_music_stop(stage *s, struct stage_music *music, uint64_t tick)
{
	struct output out;

	if (!music->is_playing)
		return;
	open_output(&out, s, tick);
	music->is_playing = false;
	if (has_adlib(s, music))
		exh_sci_adlib_stop(&music->adlib, &out.registers);
	if (has(s, EXH_AUDIO_TANDY))
		exh_sci_tandy_stop(&music->tandy, &out.bytes);
	if (has(s, EXH_AUDIO_SPEAKER))
		exh_sci_speaker_stop(&music->speaker, &out.divisors);
	midi_stop(music, &out);
}
