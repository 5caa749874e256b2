#include "sound.h"

#include "media/sound/sound.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 256 << 20,
	OUTPUT_LIMIT = 256 << 20,
	NOTE_LIMIT = 1 << 16,
	GAMES = 2,
	PIECE = 8192,
};

static const char *const game_titles[GAMES] = {
	[EXH_ZV_NEMESIS] = "Nemesis", [EXH_ZV_ZGI] = "Grand Inquisitor"
};

/*
 * What the game will take it for.
 */

static bool is_of(const struct exh_zv_sound *named, const struct wav_sound *wav)
{
	return named->rate_hz == wav->rate_hz &&
	       named->channel_count == wav->channel_count &&
	       (named->packing == EXH_ZV_PCM_8) <= wav->is_8_bit;
}

/* Does a game read this name as the packing? */
static bool is_read_as(const struct wav2raw_request *request, const char *name,
		       const struct exh_zv_sound *sound)
{
	for (unsigned game = 0; game < GAMES; game++) {
		struct exh_zv_sound named;

		if ((!request->game || request->game == game + 1) &&
		    exh_zv_sound_by_name(name, (enum exh_zv_game)game, &named) &&
		    named.rate_hz == sound->rate_hz &&
		    named.channel_count == sound->channel_count &&
		    named.packing == sound->packing)
			return true;
	}
	return false;
}

/* As the option says; else as the name, where it fits the WAV; else ADPCM. */
static struct exh_zv_sound choose(const struct wav2raw_request *request, const char *name,
				  const struct wav_sound *wav)
{
	struct exh_zv_sound sound = { wav->rate_hz, wav->channel_count, EXH_ZV_ADPCM };

	if (request->packing) {
		sound.packing = (enum exh_zv_packing)(request->packing - 1);
		return sound;
	}
	for (unsigned game = 0; game < GAMES; game++) {
		struct exh_zv_sound named;

		if ((!request->game || request->game == game + 1) &&
		    exh_zv_sound_by_name(name, (enum exh_zv_game)game, &named) &&
		    is_of(&named, wav))
			return named;
	}
	return sound;
}

static void warn_of_name(const struct wav2raw_request *request, const char *input,
			 const char *name, const struct exh_zv_sound *sound,
			 struct report *report)
{
	static const char *const places[GAMES] = { "7th", "8th" };

	if (is_read_as(request, name, sound))
		return;
	for (unsigned game = 0; game < GAMES; game++) {
		const char letter = exh_zv_sound_letter((enum exh_zv_game)game, sound);

		if (request->game && request->game != game + 1)
			continue;
		if (letter)
			report_warning(
				report, input, EXH_NO_OFFSET,
				"%s takes %s for another sound than %u Hz, %u "
				"channel%s, %s: make the %s letter of the name %c",
				game_titles[game], name, (unsigned)sound->rate_hz,
				sound->channel_count, sound->channel_count > 1 ? "s" : "",
				zv_packing_name(sound->packing), places[game], letter);
		else
			report_warning(report, input, EXH_NO_OFFSET,
				       "%s plays no sounds of %u Hz: resample it",
				       game_titles[game], (unsigned)sound->rate_hz);
	}
}

/*
 * Packing.
 */

double zv_sound_quality(const struct exh_zork_adpcm *adpcm, unsigned channel_count,
			const int16_t *samples, const uint8_t *bytes, size_t count)
{
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };
	double power = 0, error = 0;
	int16_t back[PIECE];

	for (size_t at = 0; at < count; at += PIECE) {
		const size_t some = count - at < PIECE ? count - at : PIECE;

		exh_zork_adpcm_decode(adpcm, states, channel_count, bytes + at, some,
				      back);
		for (size_t i = 0; i < some; i++) {
			const double off = samples[at + i] - back[i];

			power += (double)samples[at + i] * samples[at + i];
			error += off * off;
		}
	}
	return error > 0 ? 10 * log10(power / error) : INFINITY;
}

static enum exh_status pack_adpcm(const struct wav2raw_request *request,
				  const struct wav_sound *wav, struct exh_writer *out,
				  double *quality, struct exh_error *err)
{
	const size_t count = wav->frame_count * wav->channel_count;
	uint8_t *bytes = mem_alloc(count, 1);
	const enum exh_status status = exh_zork_adpcm_search(
		&request->adpcm, wav->channel_count, wav->samples, count, bytes, err);

	if (!status) {
		exh_write_bytes(out, bytes, count);
		*quality = zv_sound_quality(&request->adpcm, wav->channel_count,
					    wav->samples, bytes, count);
	}
	free(bytes);
	return status;
}

static enum exh_status pack(const struct wav2raw_request *request,
			    const struct wav_sound *wav, enum exh_zv_packing packing,
			    struct exh_writer *out, double *quality,
			    struct exh_error *err)
{
	const size_t count = wav->frame_count * wav->channel_count;

	*quality = INFINITY;
	if (packing == EXH_ZV_ADPCM)
		return pack_adpcm(request, wav, out, quality, err);
	if (packing == EXH_ZV_PCM_8 && !wav->is_8_bit)
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"samples of 16 bits, expected 8 for pcm8: convert them "
				"or give --packing");
	for (size_t i = 0; i < count; i++)
		if (packing == EXH_ZV_PCM_8)
			exh_write_u8(out,
				     (uint8_t)((uint16_t)wav->samples[i] >> 8 ^ 0x80));
		else
			exh_write_u16le(out, (uint16_t)wav->samples[i]);
	return EXH_OK;
}

static void describe(const struct exh_zv_sound *sound, const struct wav_sound *wav,
		     double quality, json_t *result)
{
	json_set_number(result, "rate", sound->rate_hz);
	json_set_number(result, "channels", sound->channel_count);
	json_set_string(result, "packing", zv_packing_name(sound->packing));
	json_set_number(result, "frames", wav->frame_count);
	json_set_flag(result, "exact", !isfinite(quality));
	json_object_set_new(result, "signal_to_error_db",
			    isfinite(quality) ? json_real(quality) : json_null());
}

static void write_sound(const struct wav2raw_request *request, const char *input,
			const char *output, const struct wav_sound *wav,
			struct report *report, json_t *result)
{
	struct exh_writer out = { .limit = OUTPUT_LIMIT };
	char *own = file_with_ending(file_name(input), ".wav", ".raw");
	const char *name = strcmp(output, "-") == 0 ? own : file_name(output);
	const struct exh_zv_sound sound = choose(request, name, wav);
	struct exh_error err;
	enum exh_status status;
	double quality;

	warn_of_name(request, input, name, &sound, report);
	status = pack(request, wav, sound.packing, &out, &quality, &err);
	if (status || mem_check_limit(&out, &err)) {
		report_failure(report, input, &err);
	} else if (output_write(report, output, exh_writer_bytes(&out))) {
		describe(&sound, wav, quality, result);
		json_set_number(result, "size", out.size);
		json_set_text(result, "output", output);
		if (isfinite(quality))
			report_info(report,
				    "%s: %s, the error is %.1f dB below the sound",
				    output, zv_packing_name(sound.packing), quality);
		else
			report_info(report, "%s: %s, exact", output,
				    zv_packing_name(sound.packing));
	}
	exh_writer_free(&out);
	free(own);
}

void wav2raw_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	struct exh_arena arena = { .limit = NOTE_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct wav_sound wav;
	struct exh_error err;
	struct file file;

	if (!report_read(report, input, FILE_LIMIT, &file))
		return;
	if (wav_read(file_bytes(&file), &wav, &notes, &err)) {
		report_failure(report, input, &err);
	} else {
		report_notes(report, input, &notes);
		write_sound(context, input, output, &wav, report, result);
	}
	free(wav.samples);
	exh_arena_free(&arena);
	free(file.data);
}
