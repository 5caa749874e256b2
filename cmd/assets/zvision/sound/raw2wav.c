#include "raw2wav.h"

#include "media/sound/wav.h"
#include "task/file.h"
#include "task/json.h"
#include "task/output_names.h"

#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 256 << 20, /* the games' are below 4 MiB */
	PIECE = 8192,		/* samples at once */
};

enum game { GAME_AUTO, GAME_NEMESIS, GAME_ZGI };

enum packing { PACKING_NAME, PACKING_ADPCM, PACKING_PCM8, PACKING_PCM16 };

/* How a file is taken, and why. */
struct taken {
	struct exh_zv_sound sound;
	const char *reason; /* static */
};

static const char *packing_name(enum exh_zv_packing packing)
{
	static const char *const names[] = { [EXH_ZV_ADPCM] = "adpcm",
					     [EXH_ZV_PCM_8] = "pcm8",
					     [EXH_ZV_PCM_16] = "pcm16" };

	return names[packing];
}

/*
 * What it is.
 */

/* Where the letter of either game makes sense, the one whose packing sounds better. */
static bool guess(const struct raw2wav_request *request, const char *name,
		  struct exh_bytes data, struct taken *taken)
{
	static const char *const reasons[2][2] = {
		{ "the 7th letter of its name, as in Nemesis",
		  "the 7th letter of its name, as in Nemesis; --game zgi uses the 8th" },
		{ "the 8th letter of its name, as in Grand Inquisitor",
		  "the 8th letter of its name, as in Grand Inquisitor; the 7th, as in "
		  "Nemesis, is less likely" },
	};
	struct exh_zv_sound_guess own;

	if (!exh_zv_sound_guess(&request->adpcm, name, data, &own))
		return false;
	taken->sound = own.sound;
	taken->reason = reasons[own.game == EXH_ZV_ZGI][own.was_open];
	return true;
}

static bool take_by_name(const struct raw2wav_request *request, const char *name,
			 struct exh_bytes data, struct taken *taken)
{
	if (request->game == GAME_AUTO)
		return guess(request, name, data, taken);
	taken->reason = request->game == GAME_ZGI
				? "the 8th letter of its name, because of --game"
				: "the 7th letter of its name, because of --game";
	return exh_zv_sound_by_name(
		name, request->game == GAME_ZGI ? EXH_ZV_ZGI : EXH_ZV_NEMESIS,
		&taken->sound);
}

/* Options count more than the name; together they may do without it. */
static bool take(const struct raw2wav_request *request, const char *name,
		 struct exh_bytes data, struct taken *taken)
{
	static const enum exh_zv_packing packings[] = { [PACKING_ADPCM] = EXH_ZV_ADPCM,
							[PACKING_PCM8] = EXH_ZV_PCM_8,
							[PACKING_PCM16] = EXH_ZV_PCM_16 };
	const bool all = request->rate_hz && request->channel_count && request->packing;

	*taken = (struct taken){ .reason = "options" };
	if (!all && !take_by_name(request, name, data, taken))
		return false;
	if (request->rate_hz)
		taken->sound.rate_hz = request->rate_hz;
	if (request->channel_count)
		taken->sound.channel_count = request->channel_count;
	if (request->packing)
		taken->sound.packing = packings[request->packing];
	return true;
}

/*
 * Samples.
 */

static size_t bytes_a_sample(const struct exh_zv_sound *sound)
{
	return sound->packing == EXH_ZV_PCM_16 ? 2 : 1;
}

static void load_samples(const struct exh_zv_sound *sound, const uint8_t *in,
			 size_t count, int16_t *out)
{
	for (size_t i = 0; i < count; i++)
		if (sound->packing == EXH_ZV_PCM_16)
			out[i] = (int16_t)(uint16_t)(in[2 * i] | in[2 * i + 1] << 8);
		else
			out[i] = (int16_t)(uint16_t)((in[i] ^ 0x80) << 8);
}

static enum exh_status write_all(const struct raw2wav_request *request,
				 const struct exh_zv_sound *sound, struct exh_bytes data,
				 struct sound_file *file, struct exh_error *err)
{
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };
	const size_t size = bytes_a_sample(sound);
	const size_t total = (size_t)file->kind.frame_count * sound->channel_count;
	int16_t samples[PIECE];
	enum exh_status status = EXH_OK;

	for (size_t at = 0; at < total && !status; at += PIECE) {
		const size_t count = total - at < PIECE ? total - at : PIECE;

		if (sound->packing == EXH_ZV_ADPCM)
			exh_zork_adpcm_decode(&request->adpcm, states,
					      sound->channel_count, data.data + at, count,
					      samples);
		else
			load_samples(sound, data.data + at * size, count, samples);
		status = sound_write(file, samples, count / sound->channel_count, err);
	}
	return status;
}

/*
 * One input.
 */

static void describe(const struct taken *taken, uint64_t frame_count, json_t *result)
{
	const struct exh_zv_sound *sound = &taken->sound;

	json_object_set_new(result, "rate", json_integer(sound->rate_hz));
	json_object_set_new(result, "channels", json_integer(sound->channel_count));
	json_object_set_new(result, "packing", json_string(packing_name(sound->packing)));
	json_object_set_new(result, "why", json_string(taken->reason));
	json_object_set_new(result, "frames", json_integer((json_int_t)frame_count));
	json_object_set_new(result, "seconds",
			    json_real((double)frame_count / sound->rate_hz));
}

static void convert(const struct raw2wav_request *request, const char *input,
		    const struct file *in, const char *output, struct report *report,
		    json_t *result)
{
	const struct exh_bytes data = file_bytes(in);
	struct sound_kind kind;
	struct sound_file file;
	struct taken taken;
	struct exh_error err;
	enum exh_status status;

	if (data.size >= 4 && memcmp(data.data, "RIFF", 4) == 0) {
		report_error(report, input, 0,
			     "already a WAV, expected samples without a header");
		return;
	}
	if (!take(request, file_name(input), data, &taken)) {
		report_error(report, input, EXH_NO_OFFSET,
			     "the name does not match the sounds of either game; give "
			     "--rate, --channels and --packing");
		return;
	}
	kind = (struct sound_kind){
		.format = (enum sound_format)request->format,
		.rate_hz = taken.sound.rate_hz,
		.channel_count = taken.sound.channel_count,
		.is_8_bit = taken.sound.packing == EXH_ZV_PCM_8,
		.frame_count = data.size / bytes_a_sample(&taken.sound) /
			       taken.sound.channel_count,
	};
	report_say(report, "%s: %u Hz, %u channel%s, %s: %s", input,
		   (unsigned)kind.rate_hz, kind.channel_count,
		   kind.channel_count > 1 ? "s" : "", packing_name(taken.sound.packing),
		   taken.reason);
	if (data.size % (bytes_a_sample(&taken.sound) * kind.channel_count))
		report_warning(report, input, data.size - 1,
			       "a part of a sample is left over at the end");
	describe(&taken, kind.frame_count, result);
	status = sound_open(&file, output, &kind, request->common.force, &err);
	if (!status) {
		status = write_all(request, &taken.sound, data, &file, &err);
		status = sound_close(&file, status, &err);
	}
	if (status)
		report_output_failure(report, output, &err);
	else
		json_object_set_new(result, "output", json_text(output));
}

void raw2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	const struct raw2wav_request *request = context;
	struct exh_error err;
	struct file file;

	if (!report_read(report, input, FILE_LIMIT, &file))
		return;
	if (request->common.output && strcmp(output, "-") != 0 &&
	    file_make_folder_of(output, &err))
		report_failure(report, output, &err);
	else
		convert(request, input, &file, output, report, result);
	free(file.data);
}

/* Of c000h01q.raw c000h01q.wav, and of a patch of the same name c000h01q.src.wav. */
char *raw2wav_output_for(void *context, const char *input, bool several)
{
	static const char *const endings[] = {
		[SOUND_WAV] = ".wav", [SOUND_FLAC] = ".flac", [SOUND_RAW] = ".raw"
	};
	const struct raw2wav_request *request = context;

	return output_file_for(&request->common, input, several,
			       request->format == SOUND_RAW ? "" : ".raw",
			       endings[request->format]);
}
