#include "sound.h"

#include "assets/keen/graphics/graphics.h"
#include "media/sound/sound.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/sha256.h"
#include "task/text.h"

#include <stdlib.h>

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

static void describe_sound(const struct planned_file *planned, const char *path,
			   struct json *out)
{
	json_set_text(out, "file", path ? path : planned->name);
	/* --pack knows by it whether the file was edited. */
	if (planned->is_done && !path)
		json_set(out, "sha256", sha256_digits(planned->sha256));
}

static void describe_files(const struct assets *assets, size_t i, const char *path,
			   struct json *out)
{
	const struct keen_sound_options *options = assets->options;
	const struct keen_sound *sound = keen_sound_of(&assets->items[i].asset);
	const struct planned_file *chunk = file_of(assets, i, KEEN_FILE_CHUNK);
	struct sound_shape shape = sound_shape_of(&options->sound);

	if (sound->is_played) {
		shape.gain = sound->gain;
		describe_sound(file_of(assets, i, KEEN_FILE_SOUND), path, out);
		json_set(out, "seconds", json_new_real(sound->seconds));
		sound_to_json(&shape, &sound->measure, out);
	}
	if (chunk)
		json_set_text(out, "extracted", chunk->name);
}

static struct json *effect_to_json(const struct assets *assets, size_t i,
				   const char *path)
{
	const struct keen_sound *sound = keen_sound_of(&assets->items[i].asset);
	const struct exh_keen_effect *effect = &sound->effect;
	struct json *json = json_new_object();

	if (assets->game)
		json_set_number(json, "chunk", sound->chunk);
	if (sound->is_open) {
		json_set_number(json, "ticks", effect->data.size);
		json_set_number(json, "priority", effect->priority);
	}
	if (sound->is_open && effect->is_adlib) {
		const struct exh_bytes instrument = { effect->instrument,
						      sizeof effect->instrument, 0 };

		json_set(json, "instrument", json_of_hex(instrument));
		json_set_number(json, "block", effect->block);
	}
	describe_files(assets, i, path, json);
	return json;
}

static struct json *music_to_json(const struct assets *assets, size_t i, const char *path)
{
	const struct asset *asset = &assets->items[i].asset;
	const struct keen_sound *sound = keen_sound_of(asset);
	const struct song *song = &sound->song;
	struct json *json = json_new_object();

	json_set_number(json, "number", asset->number);
	if (sound->name)
		json_set_string(json, "name", sound->name);
	json_set_number(json, "chunk", sound->chunk);
	if (sound->is_open) {
		json_set_number(json, "ticks", exh_keen_imf_ticks(&song->imf, 1));
		json_set(json, "tick_rate",
			 json_new_real((double)song->tick_rate.numerator /
				       song->tick_rate.denominator));
		json_set_string(json, "tick_rate_why", song->tick_reason);
	}
	if (sound->is_open && song->tags.title)
		json_set_text(json, "title", song->tags.title);
	describe_files(assets, i, path, json);
	return json;
}

/* The sound of that number, made on first use. */
static struct json *sound_object(struct json *sounds, struct json **by_number,
				 const struct asset *asset)
{
	struct json **object = &by_number[asset->number];
	const char *name = keen_sound_of(asset)->name;

	if (!*object) {
		*object = json_new_object();
		json_set_number(*object, "number", asset->number);
		if (name)
			json_set_string(*object, "name", name);
		*object = json_push(sounds, *object);
	}
	return *object;
}

void keen_sounds_to_json(const struct assets *list, const char *path, struct json *out)
{
	static const char *const keys[] = { [EXH_KEEN_AUDIO_SPEAKER] = "pc",
					    [EXH_KEEN_AUDIO_ADLIB] = "adlib",
					    [EXH_KEEN_AUDIO_DIGITAL] = "digital" };
	const struct keen_sounds *archive = keen_sounds_of(&list[0]);
	struct json *sounds = json_new_list(), *music = json_new_list();
	struct json **by_number =
		mem_alloc(archive ? archive->audio.sound_count : 1, sizeof *by_number);

	for (size_t kind = 0; kind < KEEN_SOUND_KINDS; kind++)
		for (size_t i = 0; i < list[kind].count; i++) {
			const struct assets *assets = &list[kind];
			const struct asset *asset = &assets->items[i].asset;

			if (!assets_has(assets, i))
				continue;
			if (kind == EXH_KEEN_AUDIO_MUSIC)
				json_push(music, music_to_json(assets, i, path));
			else
				json_set(sound_object(sounds, by_number, asset),
					 keys[kind], effect_to_json(assets, i, path));
		}
	free(by_number);
	json_set(out, "sounds", sounds);
	if (archive)
		json_set(out, "music", music);
	else
		json_free(music);
}

void keen_sound_archive_to_json(const struct keen_sounds *sounds, struct json *out)
{
	struct json *tables = json_new_object();

	json_set(out, "archive",
		 file_to_json(sounds->path, file_bytes(&sounds->archive)));
	json_set(tables, "head", keen_table_to_json(&sounds->head));
	if (sounds->dict.path)
		json_set(tables, "dict", keen_table_to_json(&sounds->dict));
	json_set(out, "tables", tables);
	json_set_string(out, "packing", sounds->audio.huffman ? "huffman" : "none");
	if (exh_keen_audio_release(&sounds->audio))
		json_set_string(out, "game",
				exh_keen_audio_release(&sounds->audio)->title);
	json_set_number(out, "chunks", sounds->audio.chunk_count);
	json_set_number(out, "sounds_a_group", sounds->audio.sound_count);
	json_set_string(out, "grouped_by", sounds->audio.grouped_by);
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
