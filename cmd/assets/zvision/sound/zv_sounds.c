#include "zv_sound.h"

#include "media/sound/sound.h"
#include "task/memory.h"

#include <string.h>

enum {
	MEMORY_LIMIT = 256 << 20, /* the games' are below 4 MiB */
	PIECE = 8192,		  /* samples at once */
};

enum game { GAME_AUTO, GAME_NEMESIS, GAME_ZGI };

/* After auto in the order of enum exh_zv_packing. */
const char *const zv_sound_packings[] = { "auto", "adpcm", "pcm8", "pcm16", NULL };

const char *zv_packing_name(enum exh_zv_packing packing)
{
	return zv_sound_packings[packing + 1];
}

/*
 * Format of a sound.
 */

/* Guesses by the name's letters. If those of both games make sense, the one whose packing
 * sounds better is taken. */
static bool guess(const struct zv_sound_options *options, const struct asset *asset,
		  struct zv_sound *taken, struct exh_notes *notes)
{
	static const char *const reasons[2][2] = {
		{ "the 7th letter of its name, as in Nemesis",
		  "the 7th letter of its name, as in Nemesis; --game zgi uses the 8th" },
		{ "the 8th letter of its name, as in Grand Inquisitor",
		  "the 8th letter of its name, as in Grand Inquisitor; the 7th, as in "
		  "Nemesis, is less likely" },
	};
	struct exh_zv_sound_guess own;
	if (!exh_zv_sound_guess(asset->assets->shared, asset->name, asset->bytes,
				&options->votes, &own))
		return false;
	if (own.is_doubtful && !options->rate_hz)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "taken for a sound of %s by one letter of its name, which is "
			 "unlike the game's own names: give --game, or --rate, "
			 "--channels and --packing",
			 own.game == EXH_ZV_ZGI ? "Grand Inquisitor" : "Nemesis");
	taken->sound = own.sound;
	taken->reason = reasons[own.game == EXH_ZV_ZGI][own.was_open];
	return true;
}

/* Takes the format by the game of the sound, if it is known and has such a name. */
static bool take_by_game(const struct asset *asset, struct zv_sound *taken)
{
	const struct zv_game *game = zv_game_of(asset);

	taken->reason = game && game->which == EXH_ZV_ZGI
				? "the 8th letter of its name, as in Grand Inquisitor"
				: "the 7th letter of its name, as in Nemesis";
	return game && zv_game_is_known(game) &&
	       exh_zv_sound_by_name(asset->name, game->which, &taken->sound);
}

static bool take_by_name(const struct zv_sound_options *options,
			 const struct asset *asset, struct zv_sound *taken,
			 struct exh_notes *notes)
{
	if (options->game == GAME_AUTO)
		return take_by_game(asset, taken) || guess(options, asset, taken, notes);
	taken->reason = options->game == GAME_ZGI
				? "the 8th letter of its name, as in Grand Inquisitor"
				: "the 7th letter of its name, as in Nemesis";
	return exh_zv_sound_by_name(
		asset->name, options->game == GAME_ZGI ? EXH_ZV_ZGI : EXH_ZV_NEMESIS,
		&taken->sound);
}

/* Takes the format. Options take precedence over the name; together they replace it. */
static bool take(const struct zv_sound_options *options, const struct asset *asset,
		 struct zv_sound *taken, struct exh_notes *notes)
{
	const bool all = options->rate_hz && options->channel_count && options->packing;

	*taken = (struct zv_sound){ .reason = "options" };
	if (!all && !take_by_name(options, asset, taken, notes))
		return false;
	if (options->rate_hz)
		taken->sound.rate_hz = options->rate_hz;
	if (options->channel_count)
		taken->sound.channel_count = options->channel_count;
	if (options->packing)
		taken->sound.packing = (enum exh_zv_packing)(options->packing - 1);
	return true;
}

/*
 * Samples.
 */

static size_t bytes_a_sample(const struct exh_zv_sound *sound)
{
	return sound->packing == EXH_ZV_PCM_16 ? 2 : 1;
}

void zv_samples_load(bool is_16_bit, const uint8_t *in, size_t count, int16_t *out)
{
	for (size_t i = 0; i < count; i++)
		if (is_16_bit)
			out[i] = (int16_t)(uint16_t)(in[2 * i] | in[2 * i + 1] << 8);
		else
			out[i] = (int16_t)(uint16_t)((in[i] ^ 0x80) << 8);
}

/* Decodes count samples, from the at-th on. */
static void decode(const struct zv_sound *taken, const struct asset *asset,
		   struct exh_zork_adpcm_state states[2], size_t at, size_t count,
		   int16_t *samples)
{
	const struct exh_zv_sound *sound = &taken->sound;
	const uint8_t *data = asset->bytes.data + at * bytes_a_sample(sound);

	if (sound->packing == EXH_ZV_ADPCM)
		exh_zork_adpcm_decode(asset->assets->shared, states, sound->channel_count,
				      data, count, samples);
	else
		zv_samples_load(sound->packing == EXH_ZV_PCM_16, data, count, samples);
}

static enum exh_status write_all(const struct asset *asset, struct sound_file *file,
				 struct exh_error *err)
{
	const struct zv_sound *taken = asset->thing;
	const unsigned channel_count = taken->sound.channel_count;
	const size_t total = (size_t)taken->frame_count * channel_count;
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };
	int16_t samples[PIECE];
	enum exh_status status = EXH_OK;

	for (size_t at = 0; at < total && !status; at += PIECE) {
		const size_t count = total - at < PIECE ? total - at : PIECE;

		decode(taken, asset, states, at, count, samples);
		status = sound_write(file, samples, count / channel_count, err);
	}
	return status;
}

/*
 * The kind.
 */

bool zv_sounds_open(const void *options, struct assets *assets, struct report *report)
{
	struct exh_zork_adpcm *adpcm = mem_arena(&assets->arena, 1, sizeof *adpcm);

	(void)options;
	(void)report;
	exh_zork_adpcm_start(adpcm);
	assets->shared = adpcm;
	return true;
}

static enum exh_status read(const void *options, struct asset *asset,
			    struct exh_notes *notes, struct exh_error *err)
{
	struct zv_sound *taken = mem_arena_try(asset->arena, 1, sizeof *taken, err);
	const struct exh_bytes data = asset->bytes;
	size_t frame_size;

	if (!taken)
		return EXH_LIMIT;
	if (data.size >= 4 && memcmp(data.data, "RIFF", 4) == 0)
		return exh_fail(err, EXH_INVALID, data.base,
				"already a WAV, expected samples without a header");
	if (!take(options, asset, taken, notes))
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"the name does not match the sounds of either game; give "
				"--rate, --channels and --packing");
	frame_size = bytes_a_sample(&taken->sound) * taken->sound.channel_count;
	taken->frame_count = data.size / frame_size;
	taken->seconds = (double)taken->frame_count / taken->sound.rate_hz;
	if (data.size % frame_size)
		exh_note(notes, EXH_WARNING, data.base + data.size - 1,
			 "a part of a sample is left over at the end");
	asset->thing = taken;
	return EXH_OK;
}

static void plan(const void *context, const struct asset *asset,
		 struct asset_files *files)
{
	const struct zv_sound_options *options = context;

	(void)asset;
	asset_files_add(files, ASSET_FILE_STREAMED, 0, ".%s",
			sound_format_choices[options->format]);
}

static enum exh_status write(const void *context, const struct asset *asset,
			     const struct asset_file *file, const char *path, bool force,
			     struct exh_error *err)
{
	const struct zv_sound_options *options = context;
	const struct zv_sound *taken = asset->thing;
	const struct sound_kind kind = {
		.format = (enum sound_format)options->format,
		.rate_hz = taken->sound.rate_hz,
		.channel_count = taken->sound.channel_count,
		.is_8_bit = taken->sound.packing == EXH_ZV_PCM_8,
		.frame_count = taken->frame_count,
	};
	struct sound_file out;
	enum exh_status status = sound_open(&out, path, &kind, force, err);

	(void)file;
	if (status)
		return status;
	status = write_all(asset, &out, err);
	return sound_close(&out, status, err);
}

#define ROW struct zv_sound
static const struct field sound_field[] = {
	FIELD_AS("rate", ROW, sound.rate_hz, "Hz", "samples per second of each channel"),
	FIELD_AS("channels", ROW, sound.channel_count, NULL, "1 is mono, 2 is stereo"),
	FIELD_OF("packing", FIELD_NAME, ROW, sound.packing, NULL,
		 "assumed coding of the samples, by the names of the option",
		 .names = zv_sound_packings + 1),
	FIELD_AS("why", ROW, reason, NULL, "reason for the assumed format, as text"),
	FIELD_AS("frames", ROW, frame_count, NULL, "number of samples of each channel"),
	FIELD(ROW, seconds, "seconds", "duration of the sound"),
};
#undef ROW
const struct fields zv_sound_fields = FIELDS("sound", struct zv_sound, sound_field);

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	(void)options;
	fields_put(&zv_sound_fields, asset->thing, object);
}

static const struct zv_sound_options defaults = { .format = SOUND_WAV };

const struct asset_kind zv_sound_kind = {
	.name = "sound",
	.family = "zvision",
	.source = &zv_source,
	.code = ZV_SOUND,
	.defaults = &defaults,
	.memory_limit = MEMORY_LIMIT,
	.open = zv_sounds_open,
	.read = read,
	.plan = plan,
	.make = asset_make_bytes,
	.write = write,
	.describe = describe,
};
