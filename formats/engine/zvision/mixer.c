#include "exhume/advanced/zv_mixer.h"

#include "zv_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
	CLOCKS = EXH_ZV_MIXER_RATE / 100 * EXH_ZV_TICK_MS, /* tenths of frames a tick */
	FULL_GAIN = 4096,
	LIMIT = 1 << 28, /* bytes of a video's sound */
};

/* A decoded sound. */
struct recording {
	const void *of; /* a struct zv_sound or zv_film */
	struct recording *next;
	bool is_used; /* in this tick */
	uint32_t rate_hz;
	unsigned channel_count;
	uint64_t frame_count;
	int16_t samples[];
};

struct exh_zv_mixer {
	struct recording *first;
	struct exh_zork_adpcm adpcm;
};

struct exh_zv_mixer *exh_zv_mixer_new(void)
{
	struct exh_zv_mixer *mixer = calloc(1, sizeof *mixer);

	if (mixer)
		exh_zork_adpcm_start(&mixer->adpcm);
	return mixer;
}

/* Frees recordings that were not used, and marks the others as unused. */
static void tidy(struct exh_zv_mixer *mixer)
{
	struct recording **at = &mixer->first;

	while (*at) {
		struct recording *recording = *at;

		if (recording->is_used) {
			recording->is_used = false;
			at = &recording->next;
		} else {
			*at = recording->next;
			free(recording);
		}
	}
}

void exh_zv_mixer_free(struct exh_zv_mixer *mixer)
{
	if (!mixer)
		return;
	tidy(mixer); /* marks all as unused */
	tidy(mixer);
	free(mixer);
}

uint64_t exh_zv_mixer_length(uint64_t ticks)
{
	return ticks / 10 * CLOCKS + ticks % 10 * CLOCKS / 10;
}

/*
 * Decoding.
 */

static void decode(const struct exh_zork_adpcm *adpcm, const struct exh_zv_sound *format,
		   struct exh_bytes data, int16_t *out, size_t count)
{
	struct exh_zork_adpcm_state states[2] = { { 0 } };

	switch (format->packing) {
	case EXH_ZV_ADPCM:
		exh_zork_adpcm_decode(adpcm, states, format->channel_count, data.data,
				      count, out);
		break;
	case EXH_ZV_PCM_8:
		for (size_t i = 0; i < count; i++)
			out[i] = (int16_t)((data.data[i] - 128) * 256);
		break;
	case EXH_ZV_PCM_16:
		for (size_t i = 0; i < count; i++)
			out[i] = (int16_t)(data.data[2 * i] |
					   (unsigned)data.data[2 * i + 1] << 8);
		break;
	}
}

/* Decodes data of a format; NULL: out of memory. */
static struct recording *record(struct exh_zv_mixer *mixer, const void *of,
				const struct exh_zv_sound *format, struct exh_bytes data)
{
	const size_t size = format->packing == EXH_ZV_PCM_16 ? 2 : 1;
	const size_t frames = data.size / size / format->channel_count;
	const size_t count = frames * format->channel_count;
	struct recording *made =
		malloc(sizeof *made + (count + 1) * sizeof *made->samples);

	if (!made)
		return NULL;
	*made = (struct recording){ .of = of,
				    .next = mixer->first,
				    .is_used = true,
				    .rate_hz = format->rate_hz,
				    .channel_count = format->channel_count,
				    .frame_count = frames };
	decode(&mixer->adpcm, format, data, made->samples, count);
	mixer->first = made;
	return made;
}

static struct recording *find(struct exh_zv_mixer *mixer, const void *of)
{
	struct recording *at = mixer->first;

	while (at && at->of != of)
		at = at->next;
	if (at)
		at->is_used = true;
	return at;
}

static const struct recording *get_sound(struct exh_zv_mixer *mixer,
					 struct exh_zv_world *world,
					 const struct zv_sound *sound, bool *failed)
{
	struct recording *recording = find(mixer, sound);
	struct exh_bytes file, data;

	if (recording || !exh_zv_world_read_sound(world, sound, &file))
		return recording;
	exh_bytes_slice(file, sound->data_offset, sound->data_size, &data);
	recording = record(mixer, sound, &sound->format, data);
	exh_zv_world_release(world, file);
	*failed |= !recording;
	return recording;
}

/* Joins the sound of a film; the caller frees the result. */
static uint8_t *join(const struct zv_film *film, size_t *size)
{
	const struct exh_source source = exh_source_of(&film->file);
	struct exh_avi_cursor cursor = { 0 };
	uint8_t *bytes;

	*size = film->sound->size < LIMIT ? (size_t)film->sound->size : LIMIT;
	bytes = malloc(*size + 1);
	if (bytes &&
	    exh_avi_take(&source, film->sound, &cursor, bytes, *size, size, NULL))
		*size = 0;
	return bytes;
}

static bool film_format(const struct zv_film *film, struct exh_zv_sound *format)
{
	const struct exh_avi_stream *sound = film->sound;

	if (!sound || !exh_zv_wave_packing(sound->tag, sound->bits, &format->packing) ||
	    sound->channel_count < 1 || sound->channel_count > 2 || !sound->rate_hz ||
	    sound->rate_hz > INT32_MAX / 2)
		return false;
	format->rate_hz = sound->rate_hz;
	format->channel_count = sound->channel_count;
	return true;
}

static const struct recording *get_film(struct exh_zv_mixer *mixer,
					const struct zv_film *film, bool *failed)
{
	struct recording *recording = find(mixer, film);
	struct exh_zv_sound format;
	uint8_t *bytes;
	size_t size;

	if (recording || !film_format(film, &format))
		return recording;
	bytes = join(film, &size);
	if (bytes)
		recording = record(mixer, film, &format,
				   (struct exh_bytes){ bytes, size, 0 });
	free(bytes);
	*failed |= !recording;
	return recording;
}

/*
 * Mixing.
 */

struct voice {
	const struct recording *recording; /* NULL: it is silent */
	bool loops;
	uint64_t at; /* frames of the output since the sound began */
	int32_t volume;
	int32_t gains[2]; /* left and right */
};

static int16_t sample_at(const struct voice *voice, uint64_t frame, unsigned channel)
{
	const struct recording *recording = voice->recording;
	const unsigned from = recording->channel_count > 1 ? channel : 0;

	if (frame >= recording->frame_count) {
		if (!voice->loops)
			return 0;
		frame = 0; /* just beyond the end */
	}
	return recording->samples[frame * recording->channel_count + from];
}

static void add_frame(const struct voice *voice, uint64_t position, int32_t *samples)
{
	const uint64_t frame = position / EXH_ZV_MIXER_RATE;
	const int32_t part = (int32_t)(position % EXH_ZV_MIXER_RATE);

	for (unsigned i = 0; i < 2; i++) {
		const int32_t here = sample_at(voice, frame, i);
		const int32_t next = part ? sample_at(voice, frame + 1, i) : 0;
		const int64_t value =
			here + (int64_t)(next - here) * part / EXH_ZV_MIXER_RATE;

		samples[i] += (int32_t)(value * voice->volume * voice->gains[i] /
					((int64_t)ZV_FULL_VOLUME * FULL_GAIN));
	}
}

static void add_voice(const struct voice *voice, int32_t *samples, size_t count)
{
	const struct recording *recording = voice->recording;
	const uint64_t end = recording ? recording->frame_count * EXH_ZV_MIXER_RATE : 0;

	if (!end)
		return;
	for (size_t i = 0; i < count; i++) {
		uint64_t position = (voice->at + i) * recording->rate_hz;

		if (position >= end && !voice->loops)
			return;
		add_frame(voice, position % end, samples + 2 * i);
	}
}

/* The nearer side stays as loud as it is. */
static void set_gains(const struct zv_music *music, int32_t gains[2])
{
	const int64_t gain = (int64_t)FULL_GAIN * music->loudness / ZV_FULL_VOLUME;

	for (int i = 0; i < 2; i++) {
		const int32_t away = i ? -music->balance : music->balance;

		gains[i] = (int32_t)(gain * (ZV_FULL_BALANCE - (away > 0 ? away : 0)) /
				     ZV_FULL_BALANCE);
	}
}

/* Returns the volume as the older engine hears it, which has 127 steps. */
static int32_t older_volume(int32_t volume)
{
	static const uint8_t loud[] = { 3,  3,	3,  4,	4,   4,	  5,  5,  6,  7,
					7,  8,	9,  10, 11,  12,  14, 15, 17, 18,
					20, 23, 26, 29, 32,  36,  41, 46, 51, 57,
					64, 72, 81, 91, 102, 114, 127 };
	const int32_t percent = volume * 100 / ZV_FULL_VOLUME;
	const int32_t step = percent >= 64   ? loud[percent - 64]
			     : percent >= 58 ? 2
					     : percent > 0;

	return step * ZV_FULL_VOLUME / 127;
}

/*
 * Notes.
 */

enum { PIANO_FRAMES = EXH_ZV_MIXER_RATE / 1000 * ZV_PIANO_MS };

/* Returns the steps of a note's phase, whose round has 2^32, in a frame. */
static uint32_t step_of(int32_t note)
{
	/* C4 to B4. */
	static const uint32_t steps[] = { 25480119, 26995246, 28600467, 30301139,
					  32102938, 34011878, 36034330, 38177043,
					  40447168, 42852281, 45400411, 48100060 };
	const int octave = note / 12 - 5;

	return octave < 0 ? steps[note % 12] >> -octave : steps[note % 12] << octave;
}

/* Adds a tone that sounds nearly like a sine; a piano fades. */
static void add_note(const struct voice *voice, const struct zv_note *note,
		     int32_t *samples, size_t count)
{
	const uint32_t step = step_of(note->number);

	for (size_t i = 0; i < count; i++) {
		const uint64_t at = voice->at + i;
		const int32_t x = (int32_t)((uint32_t)(at * step) >> 16) - 32768;
		int64_t level = (int64_t)x * (32768 - abs(x)) / 32768;

		if (note->program == 0) {
			const int64_t left =
				at < PIANO_FRAMES ? PIANO_FRAMES - (int64_t)at : 0;

			level = level * left / PIANO_FRAMES * left / PIANO_FRAMES;
		}
		for (int side = 0; side < 2; side++)
			samples[2 * i + (size_t)side] +=
				(int32_t)(level * voice->volume * voice->gains[side] /
					  ((int64_t)ZV_FULL_VOLUME * FULL_GAIN));
	}
}

/* Frames from the start of one tick to that of another. */
static uint64_t frames_since(uint64_t tick, uint64_t now)
{
	const uint64_t first = tick ? tick - 1 : 0;

	return now - 1 > first ? exh_zv_mixer_length(now - 1) - exh_zv_mixer_length(first)
			       : 0;
}

static void add_video(struct exh_zv_mixer *mixer, const struct exh_zv_engine *engine,
		      int32_t *samples, size_t count, bool *failed)
{
	const struct zv_video *video = &engine->video;
	/* Including this one */
	const uint64_t ticks = video->elapsed_ms / EXH_ZV_TICK_MS;
	struct voice voice = { .volume = ZV_FULL_VOLUME,
			       .gains = { FULL_GAIN, FULL_GAIN } };

	voice.recording = get_film(mixer, video->film, failed);
	voice.at = frames_since(engine->tick - (ticks < engine->tick ? ticks : 1) + 1,
				engine->tick);
	add_voice(&voice, samples, count);
}

static void add_music(struct exh_zv_mixer *mixer, const struct exh_zv_engine *engine,
		      const struct zv_effect *effect, int32_t *samples, size_t count,
		      bool *failed)
{
	const struct zv_music *music = &effect->music;
	struct voice voice = { .loops = music->loops, .volume = music->volume };

	if (engine->rules == EXH_ZV_RULES_ZENGINE)
		voice.volume = older_volume(music->volume);
	voice.at = frames_since(music->start_tick, engine->tick);
	set_gains(music, voice.gains);
	if (music->sound) {
		voice.recording = get_sound(mixer, engine->world, music->sound, failed);
		add_voice(&voice, samples, count);
	} else {
		add_note(&voice, &music->note, samples, count);
	}
}

size_t exh_zv_mixer_tick(struct exh_zv_mixer *mixer, const struct exh_zv_engine *engine,
			 int32_t *samples, bool *failed)
{
	const uint64_t tick = engine->tick ? engine->tick : 1;
	const size_t count =
		(size_t)(exh_zv_mixer_length(tick) - exh_zv_mixer_length(tick - 1));

	memset(samples, 0, 2 * count * sizeof *samples);
	for (size_t i = 0; i < engine->effects.count; i++) {
		const struct zv_effect *effect = &engine->effects.items[i];

		if (effect->kind == EFFECT_MUSIC)
			add_music(mixer, engine, effect, samples, count, failed);
	}
	if (engine->wait == WAIT_VIDEO)
		add_video(mixer, engine, samples, count, failed);
	tidy(mixer);
	return count;
}
