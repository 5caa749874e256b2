#include "sound.h"

#include "assets/song/song.h"
#include "media/sound/sound.h"
#include "task/memory.h"

#include <exhume/advanced/keen_audio.h>
#include <stdio.h>

enum { MEMORY_LIMIT = 256 << 20 };

/*
 * Finding.
 */

static void add(struct assets *assets, size_t chunk)
{
	const struct exh_keen_audio *audio = &keen_sounds_of(assets)->audio;
	const bool is_music = assets->kind->code == EXH_KEEN_AUDIO_MUSIC;
	const size_t number =
		is_music ? chunk - 3 * audio->sound_count : chunk % audio->sound_count;
	const char *known = is_music ? exh_keen_audio_song_name(audio, number)
				     : exh_keen_audio_name(audio, number);
	struct keen_sound *sound = mem_arena(&assets->arena, 1, sizeof *sound);
	struct asset *asset;
	char text[96];

	snprintf(text, sizeof text, "%s%02zu%s%s", is_music ? "music-" : "", number,
		 known ? "-" : "", known ? known : "");
	asset = assets_add(assets, (unsigned)number, text, keen_sounds_of(assets)->path);
	*sound = (struct keen_sound){ .chunk = chunk, .name = known };
	asset->thing = sound;
	asset->label = "";
}

static void find(struct assets *assets)
{
	const struct keen_sounds *sounds = keen_sounds_of(assets);
	const struct exh_keen_audio *audio = sounds ? &sounds->audio : NULL;

	for (size_t i = 0; audio && i < audio->chunk_count; i++)
		if ((unsigned)exh_keen_audio_kind(audio, i) == assets->kind->code &&
		    audio->packed[i].size)
			add(assets, i);
}

static bool find_in_file(struct assets *assets, struct report *report)
{
	struct asset *asset;

	if (!assets_find_file(assets, report))
		return false;
	asset = &assets->items[0].asset;
	asset->number = 0;
	asset->thing = mem_arena(&assets->arena, 1, sizeof(struct keen_sound));
	return true;
}

static enum exh_status load(const struct assets *assets, struct asset *asset,
			    bool salvage, struct exh_notes *notes, struct exh_error *err)
{
	const struct keen_sound *sound = asset->thing;

	const struct exh_bytes *packed =
		&keen_sounds_of(assets)->audio.packed[sound->chunk];

	(void)salvage; /* damaged sounds are played as far as they go */
	asset->packed_offset = packed->base;
	asset->packed_size = packed->size;
	return exh_keen_audio_chunk(&keen_sounds_of(assets)->audio, sound->chunk,
				    asset->arena, &asset->bytes, notes, err);
}

static const struct asset_source source = {
	.find = find,
	.find_in_file = find_in_file,
	.load = load,
};

bool keen_effect_device(const char *path, struct exh_bytes bytes,
			enum exh_keen_audio_kind *kind)
{
	const bool is_named =
		file_has_ending(path, ".alsnd") || file_has_ending(path, ".pcsnd");
	const unsigned adlib = exh_keen_effect_score(bytes, true);
	const unsigned speaker = exh_keen_effect_score(bytes, false);

	if (is_named)
		*kind = file_has_ending(path, ".alsnd") ? EXH_KEEN_AUDIO_ADLIB
							: EXH_KEEN_AUDIO_SPEAKER;
	else
		*kind = adlib >= speaker ? EXH_KEEN_AUDIO_ADLIB : EXH_KEEN_AUDIO_SPEAKER;
	return is_named || adlib || speaker;
}

/*
 * Reading.
 */

/* Tick rate by the ending of a game's archive; 0 for others. */
static uint32_t rate_of_game(const char *path)
{
	static const struct file_ending games[] = {
		{ ".ck4", 560 }, { ".ck5", 560 }, { ".ck6", 560 }, { ".wl1", 700 },
		{ ".wl3", 700 }, { ".wl6", 700 }, { ".sod", 700 }, { ".sdm", 700 },
		{ ".bs1", 700 }, { ".bs6", 700 }, { ".vsi", 700 }, { NULL, 0 },
	};

	return file_ending_value(path, games, 0);
}

static enum exh_status open_song(const struct keen_sound_options *options,
				 const struct asset *asset, struct song *song,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct song_hints hints = { .tick_rate = options->tick_rate,
				    .tick_reason = "set by --tick" };
	const uint32_t hz = rate_of_game(asset->file);

	if (!hints.tick_rate.numerator && hz)
		hints = (struct song_hints){
			.tick_rate = { hz, 1 },
			.tick_reason =
				"the archive's name belongs to a game with this rate",
		};
	hints.max_length = options->sound.max_length;
	return song_open(song, asset->bytes, &hints, notes, err);
}

static enum exh_status open_effect(const struct keen_sound_options *options,
				   const struct asset *asset, struct keen_sound *sound,
				   struct exh_notes *notes, struct exh_error *err)
{
	const bool is_adlib = sound->kind == EXH_KEEN_AUDIO_ADLIB;
	const uint64_t longest = song_longest(options->sound.max_length);
	const enum exh_status status =
		exh_keen_effect_open(asset->bytes, is_adlib, &sound->effect, notes, err);

	if (!status && exh_keen_effect_length(&sound->effect) > longest)
		song_note_length(exh_keen_effect_length(&sound->effect), longest, notes);
	return status;
}

static enum exh_status open_sound(const struct keen_sound_options *options,
				  const struct asset *asset, struct keen_sound *sound,
				  struct exh_notes *notes, struct exh_error *err)
{
	switch (sound->kind) {
	case EXH_KEEN_AUDIO_MUSIC:
		return open_song(options, asset, &sound->song, notes, err);
	case EXH_KEEN_AUDIO_DIGITAL:
		return exh_fail(err, EXH_UNSUPPORTED, asset->bytes.base,
				"digital sounds are not supported; --raw writes "
				"their chunks");
	default:
		return open_effect(options, asset, sound, notes, err);
	}
}

/* A chunk that is invalid is still there to be extracted. */
static enum exh_status read(const void *options, struct asset *asset,
			    struct exh_notes *notes, struct exh_error *err)
{
	struct keen_sound *sound = asset->thing;

	sound->kind = (enum exh_keen_audio_kind)asset->assets->kind->code;
	sound->is_open = !open_sound(options, asset, sound, notes, err);
	if (!sound->is_open && asset->assets->game)
		exh_within(err, err->status, "chunk %zu", sound->chunk);
	if (!sound->is_open)
		exh_note(notes, EXH_DAMAGE, err->offset, "%s", err->text);
	return EXH_OK;
}

static void close_song(struct asset *asset)
{
	struct keen_sound *sound = asset->thing;

	song_free(&sound->song);
}

/*
 * Files.
 */

static const char *chunk_ending(enum exh_keen_audio_kind kind)
{
	static const char *const kinds[] = { [EXH_KEEN_AUDIO_SPEAKER] = "pcsnd",
					     [EXH_KEEN_AUDIO_ADLIB] = "alsnd",
					     [EXH_KEEN_AUDIO_DIGITAL] = "digital",
					     [EXH_KEEN_AUDIO_MUSIC] = "imf" };

	return kinds[kind];
}

static const char *device_ending(enum exh_keen_audio_kind kind)
{
	return kind == EXH_KEEN_AUDIO_MUSIC   ? ""
	       : kind == EXH_KEEN_AUDIO_ADLIB ? ".adlib"
					      : ".pc";
}

/* 04-THROW.adlib.wav, music-00.imf */
static void plan(const void *context, const struct asset *asset,
		 struct asset_files *files)
{
	const struct keen_sound_options *options = context;
	const struct keen_sound *sound = asset->thing;

	if (sound->is_open)
		asset_files_add(files, KEEN_FILE_SOUND, 0, "%s.%s",
				device_ending(sound->kind),
				sound_format_choices[options->format]);
	if (options->raw)
		asset_files_add(files, KEEN_FILE_CHUNK, 0, ".%s",
				chunk_ending(sound->kind));
}

/* A chunk as it is, or music as the type that is wished for. */
static enum exh_status make_chunk(const void *context, const struct asset *asset,
				  const struct asset_file *file, struct exh_writer *out,
				  struct exh_error *err)
{
	const struct keen_sound_options *options = context;
	const struct keen_sound *sound = asset->thing;
	const bool is_song = sound->kind == EXH_KEEN_AUDIO_MUSIC && sound->is_open;

	if (!is_song || !sound->song.is_imf || options->imf_type == KEEN_IMF_STORED)
		return asset_make_bytes(context, asset, file, out, err);
	return exh_keen_imf_write(&sound->song.imf, options->imf_type == KEEN_IMF_1, out,
				  err);
}

static struct sound_source sound_source_of(const struct keen_sound *sound,
					   const struct keen_sound_options *options,
					   union keen_sound_player *player)
{
	if (sound->kind == EXH_KEEN_AUDIO_MUSIC)
		return keen_music_source(&player->music, options, &sound->song);
	if (sound->kind == EXH_KEEN_AUDIO_ADLIB)
		return keen_adlib_source(&player->adlib, options, &sound->effect);
	return keen_speaker_source(&player->speaker, options, &sound->effect);
}

static enum exh_status write(const void *context, const struct asset *asset,
			     const struct asset_file *file, const char *path, bool force,
			     struct exh_error *err)
{
	const struct keen_sound_options *options = context;
	struct keen_sound *sound = asset->thing;
	struct sound_shape shape = sound_shape_of(&options->sound);
	struct sound_output out = { .path = path,
				    .format = (enum sound_format)options->format,
				    .tags = { .title = sound->name } };
	union keen_sound_player player;
	const struct sound_source from = sound_source_of(sound, options, &player);
	enum exh_status status;

	(void)file;
	if (sound->kind == EXH_KEEN_AUDIO_MUSIC)
		out.tags = (struct sound_tags){ .title = sound->song.tags.title
								 ? sound->song.tags.title
								 : sound->name,
						.artist = sound->song.tags.author,
						.remarks = sound->song.tags.remarks };
	sound->seconds = (double)from.length / from.rate_hz;
	status = sound_to_file(&from, &shape, &out, options->sound.normalize, force,
			       &sound->measure, err);
	sound->gain = shape.gain;
	sound->is_played = !status;
	return status;
}

static const struct keen_sound_options defaults = { .format = SOUND_WAV };

/* Effects of the speaker are waves alone. */
static struct json *more(const void *options, const struct asset *asset)
{
	const struct keen_sound *sound = keen_sound_of(asset);
	struct exh_keen_effect_cursor cursor = { .effect = &sound->effect };
	struct json *roll = NULL;

	(void)options;
	if (sound->is_open && sound->kind == EXH_KEEN_AUDIO_MUSIC)
		roll = song_notes_of(&sound->song, true);
	else if (sound->is_open && sound->kind == EXH_KEEN_AUDIO_ADLIB)
		roll = song_notes_of_writes(exh_keen_effect_play(&cursor),
					    exh_keen_effect_length(&sound->effect));
	return roll ? json_make("{s:o}", "roll", roll) : NULL;
}

#define KIND(number, title)                        \
	[number] = { .name = title,                \
		     .family = "keen",             \
		     .source = &source,            \
		     .code = number,               \
		     .defaults = &defaults,        \
		     .memory_limit = MEMORY_LIMIT, \
		     .read = read,                 \
		     .plan = plan,                 \
		     .make = make_chunk,           \
		     .write = write,               \
		     .more = more,                 \
		     .close = (number) == EXH_KEEN_AUDIO_MUSIC ? close_song : NULL }

const struct asset_kind keen_sound_kinds[KEEN_SOUND_KINDS] = {
	KIND(EXH_KEEN_AUDIO_SPEAKER, "pc_effect"),
	KIND(EXH_KEEN_AUDIO_ADLIB, "adlib_effect"),
	KIND(EXH_KEEN_AUDIO_DIGITAL, "digital_effect"),
	KIND(EXH_KEEN_AUDIO_MUSIC, "music"),
};
