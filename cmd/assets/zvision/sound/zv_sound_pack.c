#include "zv_sound.h"

#include "media/sound/sound.h"
#include "task/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	OUTPUT_LIMIT = 256 << 20,
	GAMES = 2,
	PIECE = 8192,
};

static const char *const game_titles[GAMES] = {
	[EXH_ZV_NEMESIS] = "Nemesis", [EXH_ZV_ZGI] = "Grand Inquisitor"
};

/*
 * Format that the game expects for a name.
 */

static bool is_of(const struct exh_zv_sound *named, const struct sound_samples *wav)
{
	return named->rate_hz == wav->rate_hz &&
	       named->channel_count == wav->channel_count &&
	       (named->packing == EXH_ZV_PCM_8) <= wav->is_8_bit;
}

static bool is_named_by(const struct wav2raw_request *request, unsigned game,
			const char *name, struct exh_zv_sound *named)
{
	return (!request->game || request->game == game + 1) &&
	       exh_zv_sound_by_name(name, (enum exh_zv_game)game, named);
}

/* True if a game reads this name as a sound of this format. */
static bool is_read_as(const struct wav2raw_request *request, const char *name,
		       const struct exh_zv_sound *sound)
{
	for (unsigned game = 0; game < GAMES; game++) {
		struct exh_zv_sound named;

		if (is_named_by(request, game, name, &named) &&
		    named.rate_hz == sound->rate_hz &&
		    named.channel_count == sound->channel_count &&
		    named.packing == sound->packing)
			return true;
	}
	return false;
}

/* Chooses by the option; else by the name, if it fits the WAV; else ADPCM. */
static struct exh_zv_sound choose(const struct wav2raw_request *request, const char *name,
				  const struct sound_samples *wav)
{
	struct exh_zv_sound sound = { wav->rate_hz, wav->channel_count, EXH_ZV_ADPCM };

	if (request->packing) {
		sound.packing = (enum exh_zv_packing)(request->packing - 1);
		return sound;
	}
	for (unsigned game = 0; game < GAMES; game++) {
		struct exh_zv_sound named;

		if (is_named_by(request, game, name, &named) && is_of(&named, wav))
			return named;
	}
	return sound;
}

static void warn_of_name(const struct conversion *c, const char *name,
			 const struct exh_zv_sound *sound)
{
	const struct wav2raw_request *request = c->request;
	static const char *const places[GAMES] = { "7th", "8th" };

	if (is_read_as(request, name, sound))
		return;
	for (unsigned game = 0; game < GAMES; game++) {
		const char letter = exh_zv_sound_letter((enum exh_zv_game)game, sound);

		if (request->game && request->game != game + 1)
			continue;
		if (letter)
			report_warning(
				c->report, c->input, EXH_NO_OFFSET,
				"%s takes %s for another sound than %u Hz, %u "
				"channel%s, %s: make the %s letter of the name %c",
				game_titles[game], name, (unsigned)sound->rate_hz,
				sound->channel_count, sound->channel_count > 1 ? "s" : "",
				zv_packing_name(sound->packing), places[game], letter);
		else
			report_warning(c->report, c->input, EXH_NO_OFFSET,
				       "%s plays no sounds of %u Hz: resample it",
				       game_titles[game], (unsigned)sound->rate_hz);
	}
}

/*
 * Packing.
 */

static double quality_of(const struct exh_zork_adpcm *adpcm, unsigned channel_count,
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

static enum exh_status pack_adpcm(const struct sound_samples *wav,
				  const struct exh_zork_adpcm *adpcm,
				  struct exh_writer *out, double *quality,
				  struct exh_error *err)
{
	const size_t count = wav->frame_count * wav->channel_count;
	uint8_t *bytes = mem_alloc(count, 1);
	const enum exh_status status = exh_zork_adpcm_search(
		adpcm, wav->channel_count, wav->samples, count, bytes, err);

	if (!status) {
		exh_write_bytes(out, bytes, count);
		*quality =
			quality_of(adpcm, wav->channel_count, wav->samples, bytes, count);
	}
	free(bytes);
	return status;
}

enum exh_status zv_sound_pack(const struct sound_samples *wav,
			      enum exh_zv_packing packing,
			      const struct exh_zork_adpcm *adpcm, struct exh_writer *out,
			      double *quality, struct exh_error *err)
{
	const size_t count = wav->frame_count * wav->channel_count;

	*quality = INFINITY;
	if (packing == EXH_ZV_ADPCM)
		return pack_adpcm(wav, adpcm, out, quality, err);
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

/* Packed sound, for the report. */
struct packed {
	struct exh_zv_sound sound;
	uint64_t frame_count;
	double quality;
	bool exact, is_lossy;
	size_t size;
};
#define ROW struct packed
static const struct field packed_field[] = {
	FIELD_AS("rate", ROW, sound.rate_hz, "Hz", "samples per second of each channel"),
	FIELD_AS("channels", ROW, sound.channel_count, NULL, "1 is mono, 2 is stereo"),
	FIELD_OF("packing", FIELD_NAME, ROW, sound.packing, NULL,
		 "coding of the samples, by the names of the option",
		 .names = zv_sound_packings + 1),
	FIELD_AS("frames", ROW, frame_count, NULL, "number of samples of each channel"),
	FIELD(ROW, exact, NULL, "true: the samples come back unchanged"),
	FIELD_AS("signal_to_error_db", ROW, quality, "dB",
		 "signal-to-noise ratio of the packed sound; null: it is exact",
		 FIELD_HAS(ROW, is_lossy), FIELD_OR_NULL),
	FIELD(ROW, size, "bytes", "size of the file"),
};
#undef ROW
const struct fields wav2raw_fields = FIELDS("packed", struct packed, packed_field);

static struct converter_endings endings_for(const void *request, const char *input)
{
	(void)request;
	return (struct converter_endings){ file_has_ending(input, ".flac") ? ".flac"
									   : ".wav",
					   ".raw" };
}

static enum exh_status pack_as_named(const struct conversion *c,
				     const struct sound_samples *wav,
				     struct packed *packed, struct exh_writer *out,
				     struct exh_error *err)
{
	const struct wav2raw_request *request = c->request;
	const struct converter_endings endings = endings_for(c->request, c->input);
	char *own = file_with_ending(file_name(c->input), endings.old_ending,
				     endings.new_ending);
	const char *name = strcmp(c->output, "-") == 0 ? own : file_name(c->output);

	packed->sound = choose(request, name, wav);
	packed->frame_count = wav->frame_count;
	warn_of_name(c, name, &packed->sound);
	free(own);
	return zv_sound_pack(wav, packed->sound.packing, &request->adpcm, out,
			     &packed->quality, err);
}

static enum exh_status encode(struct conversion *c, struct exh_bytes in,
			      struct exh_writer *out, struct exh_error *err)
{
	struct packed *packed = mem_arena(&c->arena, 1, sizeof *packed);
	struct exh_notes notes = { .arena = &c->arena };
	struct sound_samples wav;
	enum exh_status status = sound_read(in, &wav, &notes, err);

	c->thing = packed;
	if (!status) {
		report_notes(c->report, c->input, &notes);
		status = pack_as_named(c, &wav, packed, out, err);
	}
	free(wav.samples);
	return status;
}

static void written(struct conversion *c, size_t size)
{
	struct packed *packed = c->thing;
	const struct exh_zv_sound *sound = &packed->sound;

	packed->exact = !isfinite(packed->quality);
	packed->is_lossy = !packed->exact;
	packed->size = size;
	fields_put(&wav2raw_fields, packed, c->result);
	result_output(c->result, c->output);
	if (packed->exact)
		report_info(c->report, "%s: %s, exact", c->output,
			    zv_packing_name(sound->packing));
	else
		report_info(c->report, "%s: %s, the error is %.1f dB below the sound",
			    c->output, zv_packing_name(sound->packing), packed->quality);
}

/* Index of a path among the inputs; or their number: it is none of them. */
static size_t place_of(const struct common *common, const char *path)
{
	size_t i = 0;

	while (i < common->operand_count && strcmp(common->operands[i], path) != 0)
		i++;
	return i;
}

/* Drops one of two inputs that are FLAC and WAV of the same sound. */
static void choose_inputs(struct common *common, struct report *report)
{
	for (size_t i = 0; i < common->operand_count;) {
		const char *wav = common->operands[i];
		char *flac = file_has_ending(wav, ".wav") ? sound_twin(wav) : NULL;
		size_t other = flac ? place_of(common, flac) : common->operand_count;

		if (other == common->operand_count) {
			i++;
		} else {
			if (sound_twin_counts(wav, flac, report))
				other = i;
			memmove(&common->operands[other], &common->operands[other + 1],
				(--common->operand_count - other) *
					sizeof *common->operands);
		}
		free(flac);
	}
}

static int check(const struct command *self, void *context)
{
	struct wav2raw_request *request = context;
	struct report report;

	report_start(&report, self->name, &request->common);
	choose_inputs(&request->common, &report);
	report_end(&report);
	exh_zork_adpcm_start(&request->adpcm);
	return EXIT_DONE;
}

const struct converter wav2raw_converter = {
	.input_name = "WAV or FLAC file",
	.check = check,
	.endings_for = endings_for,
	.is_parallel = true,
	.encode = encode,
	.written = written,
	.file_limit = SOUND_FILE_LIMIT,
	.output_limit = OUTPUT_LIMIT,
};
