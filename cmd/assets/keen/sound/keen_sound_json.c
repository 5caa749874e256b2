#include "sound.h"

#include "media/sound/sound.h"
#include "task/memory.h"
#include "task/text.h"

#include <exhume/advanced/keen_audio.h>
#include <stdlib.h>
#include <string.h>

/* The planned file of an asset; NULL if it has none of this id. */
static const struct planned_file *file_of(const struct assets *assets, size_t i, int id)
{
	for (size_t k = 0; k < assets->files.count; k++) {
		const struct planned_file *planned = &assets->files.items[k];

		if (planned->asset == i && planned->file.id == id)
			return planned;
	}
	return NULL;
}

#define ROW struct keen_sound_file
static const struct field file_fields[] = {
	FIELD_OF("file", FIELD_FILE, ROW, file, NULL,
		 "name of the file, if it was written", FIELD_IF_ANY),
	FIELD_OF("sha256", FIELD_DIGITS, ROW, sha256, NULL,
		 "SHA-256 of the file, by which --pack knows whether it was edited",
		 FIELD_HAS(ROW, has_sha256)),
	FIELD(ROW, seconds, "seconds", "duration with the tail",
	      FIELD_HAS(ROW, is_played)),
	FIELD(ROW, rate, "Hz", "samples per second in the file",
	      FIELD_HAS(ROW, is_played)),
	FIELD(ROW, frames, "frames", "number of samples in each channel of the file",
	      FIELD_HAS(ROW, is_played)),
	FIELD(ROW, gain, NULL, "factor by which all samples were multiplied",
	      FIELD_HAS(ROW, is_played)),
	FIELD(ROW, peak, NULL, "loudest sample before clipping; 32767 is full scale",
	      FIELD_HAS(ROW, is_played)),
	FIELD(ROW, clipped_samples, "samples", "samples that were clipped",
	      FIELD_HAS(ROW, is_played)),
	FIELD(ROW, extracted, NULL, "with --raw: name of the file of its chunk",
	      FIELD_IF_ANY),
};
#undef ROW
static const struct fields file_table =
	FIELDS("sound_file", struct keen_sound_file, file_fields);

#define ROW struct keen_effect_row
static const struct field effect_fields[] = {
	FIELD(ROW, chunk, NULL, "number of its chunk in the archive",
	      FIELD_HAS(ROW, in_archive)),
	FIELD(ROW, ticks, "1/140 s",
	      "length of the effect, which has a byte for each tick",
	      FIELD_HAS(ROW, is_open)),
	FIELD(ROW, priority, NULL,
	      "priority: the game lets no sound of a lower one break it off",
	      FIELD_HAS(ROW, is_open)),
	FIELD(ROW, instrument, NULL,
	      "for AdLib: 20, 40, 60, 80, E0, each first of the modulator, then of the "
	      "carrier; C0; five unused",
	      FIELD_IF_ANY),
	FIELD(ROW, block, NULL, "for AdLib: the octave, 0 to 7",
	      FIELD_HAS(ROW, has_block)),
	FIELD_MEMBERS_OF(ROW, file, &file_table),
};
#undef ROW
static const struct fields effect_table =
	FIELDS("effect", struct keen_effect_row, effect_fields);

#define EFFECT(name, kind, meaning)                                                    \
	FIELD_OF(name, FIELD_ROW, struct keen_sound_row, effects[kind], NULL, meaning, \
		 .of = &effect_table, FIELD_HAS(struct keen_sound_row, has[kind]))

static const struct field sound_field[] = {
	FIELD(struct keen_sound_row, number, NULL,
	      "number of the sound in its group, from 0", FIELD_OR_NONE),
	FIELD(struct keen_sound_row, name, NULL,
	      "its name in the game's sources, if known", FIELD_IF_ANY),
	EFFECT("pc", EXH_KEEN_AUDIO_SPEAKER, "for the PC's speaker"),
	EFFECT("adlib", EXH_KEEN_AUDIO_ADLIB, "for the AdLib card"),
	EFFECT("digital", EXH_KEEN_AUDIO_DIGITAL, "as samples"),
};
const struct fields keen_sound_fields =
	FIELDS("sound", struct keen_sound_row, sound_field);

#define ROW struct keen_music_row
static const struct field music_fields[] = {
	FIELD(ROW, number, NULL, "number of the song, from 0", FIELD_OR_NONE),
	FIELD(ROW, name, NULL, "its name in the game's sources, if known", FIELD_IF_ANY),
	FIELD(ROW, chunk, NULL, "number of its chunk in the archive", FIELD_OR_NONE),
	FIELD(ROW, ticks, "ticks", "length without the tail", FIELD_HAS(ROW, is_open)),
	FIELD(ROW, tick_rate, "Hz", "ticks per second", FIELD_HAS(ROW, is_open)),
	FIELD(ROW, tick_rate_why, NULL, "reason for this rate, in words", FIELD_IF_ANY),
	FIELD(ROW, title, NULL, "title of the song, if it has one", FIELD_IF_ANY),
	FIELD_MEMBERS_OF(ROW, file, &file_table),
};
#undef ROW
const struct fields keen_music_fields =
	FIELDS("music", struct keen_music_row, music_fields);

struct sounds_row {
	bool is_archive, has_music;
	struct archive_row {
		struct keen_file archive;
		struct keen_tables tables;
		const char *packing, *game, *grouped_by;
		size_t chunks, sounds_a_group;
	} archive;
	struct keen_sound_row *sounds;
	struct keen_music_row *music;
	size_t sound_count, music_count;
	struct json *warnings, *errors;
};

static const char *const packings[] = { "huffman", "none", NULL };
static const struct field archive_fields[] = {
	FIELD_INSIDE(struct archive_row, archive, &keen_file_fields, "the archive"),
	FIELD_INSIDE(struct archive_row, tables, &keen_tables_fields,
		     "where head and dictionary were found"),
	FIELD(struct archive_row, packing, NULL, "how the chunks are packed",
	      .names = packings),
	FIELD(struct archive_row, game, NULL,
	      "Keen Dreams, Keen 4, Keen 5 or Keen 6, if it has as many chunks and "
	      "sounds",
	      FIELD_IF_ANY),
	FIELD(struct archive_row, chunks, "chunks", "number of chunks in the head"),
	FIELD(struct archive_row, sounds_a_group, "chunks",
	      "sounds in each of the three groups, one for each device"),
	FIELD(struct archive_row, grouped_by, NULL,
	      "how the groups were found, in words"),
};
static const struct fields archive_table =
	FIELDS("archive", struct archive_row, archive_fields);

static const struct field sounds_fields[] = {
	FIELD_MEMBERS_OF(struct sounds_row, archive, &archive_table,
			 FIELD_HAS(struct sounds_row, is_archive)),
	FIELD_ROWS(struct sounds_row, sounds, sound_count, &keen_sound_fields,
		   "all sounds"),
	FIELD_ROWS(struct sounds_row, music, music_count, &keen_music_fields,
		   "all songs; missing for a single effect",
		   FIELD_HAS(struct sounds_row, has_music)),
};
const struct fields keen_sounds_fields =
	FIELDS("sounds", struct sounds_row, sounds_fields);

static const struct field manifest_fields[] = {
	{ .name = "sounds", .type = FIELD_MEMBERS, .of = &keen_sounds_fields },
	FIELD_ITEMS(struct sounds_row, warnings, &message_fields,
		    "odd, damaged and salvaged data", FIELD_IF_ANY),
	FIELD_ITEMS(struct sounds_row, errors, &message_fields,
		    "why something was not done", FIELD_IF_ANY),
};
static const struct fields manifest_table =
	FIELDS("manifest", struct sounds_row, manifest_fields);

const struct document keen_sound_document = {
	.format = "snd2wav",
	.schema = 1,
	.made_by = "snd2wav",
	.meaning = "The sounds and songs of an archive of id's games, and their files",
	.fields = &manifest_table,
};

static struct keen_sound_file file_row(const struct assets *assets, size_t i,
				       const char *path)
{
	const struct keen_sound_options *options = assets->options;
	const struct keen_sound *sound = keen_sound_of(&assets->items[i].asset);
	const struct planned_file *chunk = file_of(assets, i, KEEN_FILE_CHUNK),
				  *planned = file_of(assets, i, KEEN_FILE_SOUND);
	struct keen_sound_file row = {
		.is_played = sound->is_played,
		.seconds = sound->seconds,
		.gain = sound->gain,
		.peak = sound->measure.peak,
		.rate = sound_shape_of(&options->sound).rate_hz,
		.frames = sound->measure.frame_count,
		.clipped_samples = sound->measure.clipped_count,
		.extracted = chunk ? chunk->name : NULL,
	};

	if (!sound->is_played)
		return row;
	row.file = path ? path : planned->name;
	row.has_sha256 = planned && planned->is_done && !path;
	if (row.has_sha256)
		memcpy(row.sha256, planned->sha256, sizeof row.sha256);
	return row;
}

static struct keen_effect_row effect_row(const struct assets *assets, size_t i,
					 const char *path)
{
	const struct keen_sound *sound = keen_sound_of(&assets->items[i].asset);
	const struct exh_keen_effect *effect = &sound->effect;
	struct keen_effect_row row = { .in_archive = assets->game,
				       .is_open = sound->is_open,
				       .chunk = sound->chunk,
				       .ticks = effect->data.size,
				       .priority = effect->priority,
				       .block = effect->block,
				       .has_block = sound->is_open && effect->is_adlib,
				       .file = file_row(assets, i, path) };

	if (row.has_block)
		row.instrument = (struct exh_bytes){ effect->instrument,
						     sizeof effect->instrument, 0 };
	return row;
}

static struct keen_music_row music_row(const struct assets *assets, size_t i,
				       const char *path)
{
	const struct keen_sound *sound = keen_sound_of(&assets->items[i].asset);
	const struct song *song = &sound->song;
	struct keen_music_row row = { .number = assets->items[i].asset.number,
				      .name = sound->name,
				      .chunk = sound->chunk,
				      .is_open = sound->is_open,
				      .file = file_row(assets, i, path) };

	if (!sound->is_open)
		return row;
	row.ticks = exh_keen_imf_ticks(&song->imf, 1);
	row.tick_rate = (double)song->tick_rate.numerator / song->tick_rate.denominator;
	row.tick_rate_why = song->tick_reason;
	row.title = song->tags.title;
	return row;
}

/* The sound of that number, made on first use. */
static struct keen_sound_row *sound_of(struct sounds_row *all, const struct asset *asset)
{
	struct keen_sound_row *row = all->sounds;

	while (row < all->sounds + all->sound_count && row->number != asset->number)
		row++;
	if (row == all->sounds + all->sound_count) {
		all->sound_count++;
		row->number = asset->number;
		row->name = keen_sound_of(asset)->name;
	}
	return row;
}

static void fill_rows(const struct assets *list, const char *path, struct sounds_row *all)
{
	size_t count = 0;

	for (size_t kind = 0; kind < EXH_KEEN_AUDIO_MUSIC; kind++)
		count += list[kind].count;
	all->sounds = mem_alloc(count, sizeof *all->sounds);
	all->music = mem_alloc(list[EXH_KEEN_AUDIO_MUSIC].count, sizeof *all->music);
	for (size_t kind = 0; kind < KEEN_SOUND_KINDS; kind++)
		for (size_t i = 0; i < list[kind].count; i++) {
			const struct assets *assets = &list[kind];
			struct keen_sound_row *row;

			if (!assets_has(assets, i))
				continue;
			if (kind == EXH_KEEN_AUDIO_MUSIC) {
				all->music[all->music_count++] =
					music_row(assets, i, path);
				continue;
			}
			row = sound_of(all, &assets->items[i].asset);
			row->has[kind] = true;
			row->effects[kind] = effect_row(assets, i, path);
		}
}

void keen_sounds_put(const struct assets *list, const char *path,
		     const struct report *report, struct json *out)
{
	const struct keen_sounds *sounds = keen_sounds_of(&list[0]);
	struct sounds_row all = { .is_archive = sounds, .has_music = sounds };

	if (report) {
		all.warnings = json_share(report->warnings);
		all.errors = json_share(report->errors);
	}
	if (sounds) {
		const struct exh_keen_audio *audio = &sounds->audio;

		all.archive = (struct archive_row){
			.archive =
				keen_file_of(sounds->path, file_bytes(&sounds->archive)),
			.tables = keen_tables_of(&sounds->head, &sounds->dict, NULL),
			.packing = audio->huffman ? "huffman" : "none",
			.grouped_by = audio->grouped_by,
			.chunks = audio->chunk_count,
			.sounds_a_group = audio->sound_count,
		};
		if (exh_keen_audio_release(audio))
			all.archive.game = exh_keen_audio_release(audio)->title;
	}
	fill_rows(list, path, &all);
	fields_put(&manifest_table, &all, out);
	free(all.sounds);
	free(all.music);
}

struct json *keen_sounds_document(const struct assets *list, const struct report *report)
{
	struct json *document = json_document(keen_sound_document.format, 1);

	keen_sounds_put(list, NULL, report, document);
	return document;
}

/*
 * The list.
 */

static void list_sound(const struct asset *asset, struct exh_writer *out)
{
	static const char *const kinds[] = { "pc", "adlib", "digital", "music" };
	const struct keen_sound *sound = keen_sound_of(asset);

	text_put(out, "%5zu  %-8s %3u  %-14s", sound->chunk, kinds[sound->kind],
		 asset->number, sound->name ? sound->name : "");
	if (sound->is_open && sound->kind == EXH_KEEN_AUDIO_MUSIC)
		text_put(out, " %6llu  %s",
			 (unsigned long long)exh_keen_imf_ticks(&sound->song.imf, 1),
			 sound->song.tags.title ? sound->song.tags.title : "");
	else if (sound->is_open)
		text_put(out, " %6zu  %8u", sound->effect.data.size,
			 sound->effect.priority);
	text_put(out, "\n");
}

void keen_sounds_list(const struct assets *list, struct exh_writer *out)
{
	text_put(out, "chunk  kind     no.  name            ticks  priority, or title\n");
	for (size_t kind = 0; kind < KEEN_SOUND_KINDS; kind++)
		for (size_t i = 0; i < list[kind].count; i++)
			if (assets_has(&list[kind], i))
				list_sound(&list[kind].items[i].asset, out);
}
