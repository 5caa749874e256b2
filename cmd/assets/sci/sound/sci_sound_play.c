/* Sounds as samples and as register logs. */
#include "assets/song/song.h"
#include "media/sound/sound.h"
#include "sound.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/advanced/psg_log.h>
#include <exhume/advanced/sci_midi.h>
#include <exhume/advanced/sci_tones.h>

#include <stdio.h>
#include <stdlib.h>

enum {
	/* Passes searched; the tail is found in the last one */
	LOOKED_THROUGH = 3,
	MAX_MARKERS = 1 << 12, /* most markers of a file */
	/* Tail of sounds that stop at once, as in snd2wav. */
	TONES_TAIL = EXH_OPL2_RATE / 10 + 1,
};

/* A sound being played; each file has its own. */
struct performance {
	const struct exh_sci_sound *sound;
	const struct sci_sound *own;
	const struct exh_sci_adlib_bank *bank; /* only for AdLib */
	uint64_t pass_count;
	uint64_t longest; /* samples of one pass */
	unsigned channels;
	union {
		struct {
			struct exh_sci_adlib_player driver;
			struct exh_opl2_spacing spacing;
			struct exh_opl2_player player;
		} adlib;
		struct {
			struct exh_sci_tandy_player driver;
			struct exh_psg_player player;
		} tandy;
		struct exh_sci_speaker_player speaker;
	};
};

/*
 * Devices: each can start again, and make samples.
 */

static struct exh_opl2_source adlib_writes(struct performance *performance)
{
	exh_sci_adlib_play(&performance->adlib.driver, performance->sound,
			   performance->bank, performance->pass_count,
			   performance->channels);
	sci_sound_open_voices(performance->own, EXH_SCI_ADLIB,
			      &performance->adlib.driver.driver.voices);
	performance->adlib.spacing = (struct exh_opl2_spacing){
		.source = exh_sci_adlib_source(&performance->adlib.driver),
	};
	return exh_opl2_space(&performance->adlib.spacing);
}

static void start_adlib(void *context)
{
	struct performance *performance = context;

	exh_opl2_player_start(&performance->adlib.player, adlib_writes(performance));
}

static void make_adlib(void *context, int32_t *samples, size_t count)
{
	struct performance *performance = context;

	exh_opl2_player_mix(&performance->adlib.player, EXH_OPL2_ALL_CHANNELS, samples,
			    count);
}

static struct exh_psg_source tandy_writes(struct performance *performance)
{
	exh_sci_tandy_play(&performance->tandy.driver, performance->sound,
			   performance->pass_count, performance->channels);
	sci_sound_open_voices(performance->own, EXH_SCI_TANDY,
			      &performance->tandy.driver.driver.voices);
	return exh_sci_tandy_source(&performance->tandy.driver);
}

static void start_tandy(void *context)
{
	struct performance *performance = context;

	exh_psg_player_start(&performance->tandy.player, tandy_writes(performance));
}

static void make_tandy(void *context, int32_t *samples, size_t count)
{
	struct performance *performance = context;

	exh_psg_player_mix(&performance->tandy.player, EXH_PSG_ALL_CHANNELS, samples,
			   count);
}

static void start_speaker(void *context)
{
	struct performance *performance = context;

	exh_sci_speaker_play(&performance->speaker, performance->sound,
			     performance->pass_count, performance->channels);
}

static void make_speaker(void *context, int32_t *samples, size_t count)
{
	struct performance *performance = context;
	int16_t some[512];

	while (count) {
		const size_t piece = count < 512 ? count : 512;

		exh_sci_speaker_render(&performance->speaker, some, piece);
		for (size_t i = 0; i < piece; i++)
			samples[i] = some[i];
		samples += piece;
		count -= piece;
	}
}

static struct sound_source source_of(const struct sci_sound_options *options,
				     struct performance *performance)
{
	static const struct {
		void (*start)(void *context);
		void (*make)(void *context, int32_t *samples, size_t count);
	} devices[] = { [SCI_DEVICE_ADLIB] = { start_adlib, make_adlib },
			[SCI_DEVICE_TANDY] = { start_tandy, make_tandy },
			[SCI_DEVICE_SPEAKER] = { start_speaker, make_speaker } };

	return (struct sound_source){ .start = devices[options->device].start,
				      .make = devices[options->device].make,
				      .context = performance,
				      .rate_hz = EXH_OPL2_RATE };
}

/*
 * Length.
 */

static bool is_cut(const struct performance *performance)
{
	return exh_sci_sound_position(exh_sci_sound_ticks(performance->sound, 1)) >
	       performance->longest;
}

static uint64_t song_end(const struct performance *performance)
{
	if (is_cut(performance))
		return performance->longest;
	return exh_sci_sound_position(
		exh_sci_sound_ticks(performance->sound, performance->pass_count));
}

static uint64_t adlib_tail(struct performance *performance)
{
	const uint64_t all = performance->pass_count;
	uint64_t tail;
	bool held;

	if (all > LOOKED_THROUGH)
		performance->pass_count = LOOKED_THROUGH;
	start_adlib(performance);
	exh_opl2_player_skip(&performance->adlib.player, song_end(performance));
	tail = song_tail(&performance->adlib.player, EXH_OPL2_RATE, &held);
	performance->pass_count = all;
	return tail;
}

/* Returns the length of a file. All stems are as long as the whole. */
static uint64_t length_of(const struct sci_sound_options *options,
			  const struct sci_sound *own, struct performance *performance)
{
	const unsigned channels = performance->channels;
	uint64_t tail = TONES_TAIL;

	if (options->sound.has_tail) {
		tail = options->sound.tail;
	} else if (is_cut(performance)) {
		tail = 0; /* the song would continue in it */
	} else if (options->device == SCI_DEVICE_ADLIB) {
		performance->channels = own->channels;
		tail = adlib_tail(performance);
		performance->channels = channels;
	}
	return song_end(performance) + tail;
}

static struct performance *perform(const struct sci_sound_options *options,
				   const struct asset *asset, size_t channel)
{
	const struct sci_sound *own = asset->thing;
	struct performance *performance = mem_alloc(1, sizeof *performance);

	performance->sound = &own->sound;
	performance->own = own;
	performance->bank = asset->assets->shared;
	performance->longest = song_longest(options->sound.max_length);
	performance->pass_count = options->pass_count ? options->pass_count : 1;
	performance->channels =
		channel == SCI_SOUND_WHOLE ? own->channels : 1u << channel;
	return performance;
}

/*
 * Sound files.
 */

static enum sound_format sound_format_of(const struct sci_sound_options *options)
{
	static const enum sound_format formats[] = { [SCI_SOUND_AUTO] = SOUND_WAV,
						     [SCI_SOUND_WAV] = SOUND_WAV,
						     [SCI_SOUND_FLAC] = SOUND_FLAC,
						     [SCI_SOUND_RAW] = SOUND_RAW };

	return formats[options->format];
}

static enum exh_status write_performance(const struct sci_sound_options *options,
					 const struct asset *asset,
					 struct performance *performance, size_t channel,
					 const struct sound_output *output, bool force,
					 struct exh_error *err)
{
	const struct sci_sound *own = asset->thing;
	struct sci_sound_result *result = &own->results[channel];
	struct sound_shape shape = sound_shape_of(&options->sound);
	struct sound_source source = source_of(options, performance);
	struct sound_measure measure;
	enum exh_status status = EXH_OK;

	source.length = length_of(options, own, performance);
	if (options->sound.normalize) {
		/* All stems get the gain of the whole. */
		performance->channels = own->channels;
		status = sound_normalize(&source, &shape, err);
		if (channel != SCI_SOUND_WHOLE)
			performance->channels = 1u << channel;
	}
	if (!status)
		status = sound_to_file(&source, &shape, output, false, force, &measure,
				       err);
	if (!status)
		*result = (struct sci_sound_result){
			shape, measure, (double)source.length / source.rate_hz
		};
	return status;
}

/* Finds the signals sent to the game, in each pass, as long as there is room for them. */
static size_t find_markers(const struct performance *performance, uint32_t rate_hz,
			   struct sound_marker *markers)
{
	struct exh_sci_sound_cursor cursor = { .sound = performance->sound,
					       .pass_count = performance->pass_count };
	unsigned signal = EXH_SCI_CUMULATIVE_START;
	struct exh_sci_sound_event event;
	char text[EXH_SCI_MARKER_SIZE];
	size_t count = 0;
	uint64_t tick;

	while (count < MAX_MARKERS && exh_sci_sound_next(&cursor, &event, &tick))
		if (exh_sci_marker(&event, &signal, text)) {
			struct sound_marker *marker = &markers[count++];

			marker->frame = tick * rate_hz / EXH_SCI_TICKS_A_SECOND;
			snprintf(marker->text, sizeof marker->text, "%s", text);
		}
	return count;
}

enum exh_status sci_sound_write(const struct sci_sound_options *options,
				const struct asset *asset, size_t channel,
				const char *path, bool force, struct exh_error *err)
{
	const uint32_t rate_hz = sound_shape_of(&options->sound).rate_hz;
	struct sound_output output = { .path = path,
				       .format = sound_format_of(options),
				       .tags = { .title = asset->name } };
	struct performance *performance = perform(options, asset, channel);
	struct sound_marker *markers = mem_alloc(MAX_MARKERS, sizeof *markers);
	enum exh_status status;

	output.markers = markers;
	output.marker_count = find_markers(performance, rate_hz, markers);
	status = write_performance(options, asset, performance, channel, &output, force,
				   err);
	free(performance);
	free(markers);
	return status;
}

/*
 * Register logs.
 */

static bool is_loop(const struct exh_sci_sound *sound)
{
	return sound->has_loop_mark && sound->loop_tick < sound->ticks &&
	       sound->loop_event < sound->event_count - sound->is_ended;
}

static enum exh_status write_tandy_log(const struct exh_opl2_recording *like,
				       struct performance *performance,
				       struct exh_writer *out, struct exh_error *err)
{
	struct psg_heard heard = { .source = tandy_writes(performance) };
	const struct exh_psg_recording recording = { .source = psg_hear(&heard),
						     .length = like->length,
						     .tags = like->tags };
	const enum exh_status status = exh_psg_log_write(&recording, out, err);

	if (!status && !heard.is_heard)
		sound_remark_silence(err);
	return status;
}

static enum exh_status write_log(const struct sci_sound_options *options,
				 const struct asset *asset,
				 struct performance *performance, struct exh_writer *out,
				 struct exh_error *err)
{
	static const enum exh_opl2_log_kind kinds[] = {
		[SCI_SOUND_VGM] = EXH_OPL2_LOG_VGM,
		[SCI_SOUND_DRO] = EXH_OPL2_LOG_DRO2,
		[SCI_SOUND_OPL2LOG] = EXH_OPL2_LOG_TEXT,
	};
	struct exh_opl2_recording recording = {
		.length = length_of(options, asset->thing, performance),
		.tags = { .title = asset->name },
	};
	struct opl2_heard heard = { .is_heard = false };
	enum exh_status status;

	if (options->device == SCI_DEVICE_ADLIB && options->format == SCI_SOUND_VGM &&
	    is_loop(performance->sound) && performance->pass_count == 1 &&
	    !options->sound.has_tail)
		return sci_sound_log_loop(performance->own, performance->bank,
					  performance->channels, &recording.tags, out,
					  err);
	if (options->device == SCI_DEVICE_TANDY)
		return write_tandy_log(&recording, performance, out, err);
	heard.source = adlib_writes(performance);
	recording.source = opl2_hear(&heard);
	status = exh_opl2_log_write(&recording, kinds[options->format], out, NULL, err);
	if (!status && !heard.is_heard)
		sound_remark_silence(err);
	return status;
}

enum exh_status sci_sound_log(const struct sci_sound_options *options,
			      const struct asset *asset, size_t channel,
			      struct exh_writer *out, struct exh_error *err)
{
	struct performance *performance = perform(options, asset, channel);
	const enum exh_status status = write_log(options, asset, performance, out, err);

	free(performance);
	return status;
}

/*
 * The digital sample, unchanged.
 */

static enum exh_status write_bytes(struct sound_file *file, struct exh_bytes bytes,
				   struct exh_error *err)
{
	int16_t samples[1024];
	enum exh_status status = EXH_OK;

	for (size_t done = 0; done < bytes.size && !status;) {
		const size_t left = bytes.size - done, count = left < 1024 ? left : 1024;

		for (size_t i = 0; i < count; i++)
			samples[i] = (int16_t)((bytes.data[done + i] - 0x80) * 256);
		status = sound_write(file, samples, count, err);
		done += count;
	}
	return status;
}

enum exh_status sci_sound_write_sample(const struct sci_sound_options *options,
				       const struct asset *asset, const char *path,
				       bool force, struct exh_error *err)
{
	const struct sci_sound *own = asset->thing;
	const struct sound_kind kind = { .format = sound_format_of(options),
					 .rate_hz = own->sound.sample_rate_hz,
					 .channel_count = 1,
					 .is_8_bit = true,
					 .frame_count = own->sound.sample.size,
					 .tags = { .title = asset->name } };
	struct sound_file file;
	enum exh_status status = sound_open(&file, path, &kind, force, err);

	if (status)
		return status;
	status = write_bytes(&file, own->sound.sample, err);
	status = sound_close(&file, status, err);
	if (!status)
		own->results[SCI_SOUND_SAMPLE] = (struct sci_sound_result){
			.shape = { kind.rate_hz, 1, 1, 0 },
			.measure = { .frame_count = kind.frame_count },
			.seconds = (double)kind.frame_count / kind.rate_hz,
		};
	return status;
}
