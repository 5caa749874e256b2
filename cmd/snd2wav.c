#include "assets/keen/graphics/manifest.h"
#include "assets/keen/sound/keen_sounds.h"
#include "assets/song/song.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "cli/sound_options.h"
#include "media/sound/sound_out.h"
#include "task/json.h"
#include "task/output_names.h"
#include "task/outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SPEAKER_TAIL = EXH_OPL2_RATE / 10 + 1, /* 4972 samples */
	ADLIB_TAIL = EXH_OPL2_RATE,
	/* For other rates the speaker's wave is made of pieces so many times finer, and
	 * what nobody hears is filtered off. */
	FINENESS = 8,
	PIT_HZ = EXH_PIT_CLOCKS_PER_SAMPLE * EXH_OPL2_RATE,
};

enum device { DEVICE_BOTH, DEVICE_PC, DEVICE_ADLIB };

static const char *const device_choices[] = { "both", "pc", "adlib", NULL };

struct request {
	struct common common;
	struct keen_sounds_options tables;
	struct sound_options sound;
	unsigned device, format;
	bool naive, extract, list, several;
	json_t *taken; /* outputs of effects in files of their own */
};

/* Kinds of outputs; from KIND_SOUND on they are written in pieces. */
enum kind { KIND_MANIFEST, KIND_CHUNK, KIND_SOUND };

/* What is in a chunk, and what was made of it. */
struct entry {
	enum exh_keen_audio_kind kind;
	size_t chunk, number; /* the latter in its group */
	const char *name;     /* NULL: none is known */
	struct exh_bytes bytes;
	struct exh_keen_effect effect;
	struct song song;
	bool opened, played;
	char *chunk_path, *sound_path; /* borrowed from outputs, once they are planned */
	double seconds, gain;
	struct sound_measure measure;
};

/* One input: an archive, or an effect in a file of its own. */
struct bank {
	const struct request *request;
	const char *path;
	struct file file;
	struct report *report;
	bool is_archive;
	struct keen_sounds sounds;
	struct exh_arena arena; /* of expanded chunks and of notes */
	struct entry *entries;
	size_t count;
	struct outputs outputs;
};

/*
 * What there is.
 */

static bool is_wanted(const struct request *request, enum exh_keen_audio_kind kind)
{
	if (kind == EXH_KEEN_AUDIO_SPEAKER)
		return request->device != DEVICE_ADLIB;
	if (kind == EXH_KEEN_AUDIO_ADLIB)
		return request->device != DEVICE_PC;
	return true;
}

/* Games whose archives end so, 0 for others. */
static uint32_t rate_of_game(const char *path)
{
	static const struct {
		const char *ending;
		uint32_t hz;
	} games[] = {
		{ ".ck4", 560 }, { ".ck5", 560 }, { ".ck6", 560 }, { ".wl1", 700 },
		{ ".wl3", 700 }, { ".wl6", 700 }, { ".sod", 700 }, { ".sdm", 700 },
		{ ".bs1", 700 }, { ".bs6", 700 }, { ".vsi", 700 },
	};

	for (size_t i = 0; i < sizeof games / sizeof *games; i++)
		if (file_has_ending(path, games[i].ending))
			return games[i].hz;
	return 0;
}

static enum exh_status open_song(const struct bank *bank, struct entry *entry,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct song_hints hints = { .tick_rate = bank->request->sound.tick_rate,
				    .tick_why = "--tick says so" };
	const uint32_t hz = rate_of_game(bank->path);

	if (!hints.tick_rate.numerator && hz)
		hints = (struct song_hints){
			.tick_rate = { hz, 1 },
			.tick_why = "the archive's name is of a game that has it",
		};
	return song_open(&entry->song, entry->bytes, &hints, notes, err);
}

static void tell_rate(const struct bank *bank, const struct entry *entry)
{
	const struct exh_keen_imf_rate rate = entry->song.tick_rate;

	if (!bank->request->list && !bank->request->sound.tick_rate.numerator)
		report_say(bank->report,
			   "%s: music %zu: %g ticks a second: %s (--tick sets them)",
			   bank->path, entry->number,
			   (double)rate.numerator / rate.denominator,
			   entry->song.tick_why);
}

/* An effect or a song of the entry's bytes. */
static void open_entry(struct bank *bank, struct entry *entry)
{
	struct exh_notes notes = { .arena = &bank->arena };
	struct exh_error err = { 0 };
	enum exh_status status = EXH_OK;

	if (entry->kind == EXH_KEEN_AUDIO_MUSIC)
		status = open_song(bank, entry, &notes, &err);
	else if (entry->kind == EXH_KEEN_AUDIO_DIGITAL)
		status = exh_fail(&err, EXH_UNSUPPORTED, entry->bytes.base,
				  "digital sounds are not read yet; --extract writes "
				  "their chunks");
	else
		status = exh_keen_effect_open(entry->bytes,
					      entry->kind == EXH_KEEN_AUDIO_ADLIB,
					      &entry->effect, &notes, &err);
	report_notes(bank->report, bank->path, &notes);
	entry->opened = !status;
	if (!status && entry->kind == EXH_KEEN_AUDIO_MUSIC)
		tell_rate(bank, entry);
	if (!status)
		return;
	if (bank->is_archive)
		exh_within(&err, status, "chunk %zu", entry->chunk);
	report_failure(bank->report, bank->path, &err);
}

static bool add_entry(struct bank *bank, struct entry entry)
{
	struct entry *longer = realloc(bank->entries, (bank->count + 1) * sizeof *longer);

	if (!longer) {
		report_error(bank->report, bank->path, EXH_NO_OFFSET, "out of memory");
		return false;
	}
	bank->entries = longer;
	longer[bank->count++] = entry;
	open_entry(bank, &longer[bank->count - 1]);
	return true;
}

static bool add_chunk(struct bank *bank, size_t chunk)
{
	const struct exh_keen_audio *audio = &bank->sounds.audio;
	struct exh_notes notes = { .arena = &bank->arena };
	struct entry entry = { .kind = exh_keen_audio_kind(audio, chunk),
			       .chunk = chunk };
	struct exh_error err;

	if (!is_wanted(bank->request, entry.kind) || !audio->packed[chunk].size)
		return true;
	entry.number = entry.kind == EXH_KEEN_AUDIO_MUSIC ? chunk - 3 * audio->sound_count
							  : chunk % audio->sound_count;
	if (entry.kind != EXH_KEEN_AUDIO_MUSIC)
		entry.name = exh_keen_audio_name(audio, entry.number);
	if (exh_keen_audio_chunk(audio, chunk, &bank->arena, &entry.bytes, &notes,
				 &err)) {
		report_failure(bank->report, bank->path, &err);
		return true;
	}
	report_notes(bank->report, bank->path, &notes);
	return add_entry(bank, entry);
}

/* The device that an effect in a file of its own is for: as --device says, as it is named
 * where exhume writes it, or as it looks. False if it looks like none. */
static bool find_device(const struct bank *bank, bool *is_adlib)
{
	const struct exh_bytes bytes = file_bytes(&bank->file);
	const unsigned adlib = exh_keen_effect_score(bytes, true);
	const unsigned speaker = exh_keen_effect_score(bytes, false);

	*is_adlib = bank->request->device == DEVICE_ADLIB ||
		    (bank->request->device == DEVICE_BOTH &&
		     file_has_ending(bank->path, ".alsnd"));
	if (bank->request->device != DEVICE_BOTH ||
	    file_has_ending(bank->path, ".alsnd") ||
	    file_has_ending(bank->path, ".pcsnd"))
		return true;
	*is_adlib = adlib >= speaker;
	return adlib || speaker;
}

static bool add_single(struct bank *bank)
{
	bool is_adlib;

	if (find_device(bank, &is_adlib))
		return add_entry(
			bank, (struct entry){ .kind = is_adlib ? EXH_KEEN_AUDIO_ADLIB
							       : EXH_KEEN_AUDIO_SPEAKER,
					      .bytes = file_bytes(&bank->file) });
	report_error(bank->report, bank->path, EXH_NO_OFFSET,
		     "not an effect of Keen's kind, and there is no AUDIOHHD or AUDIOHED "
		     "beside it by which it were an archive; --head FILE, --exe FILE, or "
		     "--device pc or adlib tell");
	return false;
}

static bool open_bank(struct bank *bank)
{
	const enum keen_sounds_state state =
		keen_sounds_open(&bank->sounds, bank->path, file_bytes(&bank->file),
				 &bank->request->tables, bank->report);

	bank->is_archive = state == KEEN_SOUNDS_OPEN;
	if (state == KEEN_SOUNDS_BAD)
		return false;
	if (!bank->is_archive)
		return add_single(bank);
	for (size_t i = 0; i < bank->sounds.audio.chunk_count; i++)
		if (!add_chunk(bank, i))
			return false;
	return true;
}

static void close_bank(struct bank *bank)
{
	for (size_t i = 0; i < bank->count; i++)
		if (bank->entries[i].kind == EXH_KEEN_AUDIO_MUSIC)
			song_free(&bank->entries[i].song);
	free(bank->entries);
	outputs_free(&bank->outputs);
	keen_sounds_free(&bank->sounds);
	exh_arena_free(&bank->arena);
	free(bank->file.data);
}

/*
 * The PC's speaker.
 */

struct speaker {
	const struct exh_keen_effect *effect;
	struct exh_keen_speaker_cursor cursor;
	uint32_t rate_hz;
	unsigned clocks;   /* a sample; 0: as many as make the rate, one by one */
	uint64_t position; /* of the next sample, if they are made one by one */
};

static void start_speaker(void *context)
{
	struct speaker *speaker = context;

	speaker->cursor = (struct exh_keen_speaker_cursor){ .effect = speaker->effect };
	speaker->position = 0;
}

/* The clock at which a sample begins. */
static uint64_t clock_of(const struct speaker *speaker, uint64_t position)
{
	return position / speaker->rate_hz * PIT_HZ +
	       position % speaker->rate_hz * PIT_HZ / speaker->rate_hz;
}

static void make_naive(struct speaker *speaker, int16_t *samples, size_t count)
{
	for (size_t i = 0; i < count; i++, speaker->position++) {
		const uint64_t clocks = clock_of(speaker, speaker->position + 1) -
					clock_of(speaker, speaker->position);

		exh_keen_speaker_render(&speaker->cursor, (unsigned)clocks, false,
					samples + i, 1);
	}
}

static void make_speaker(void *context, int32_t *samples, size_t count)
{
	struct speaker *speaker = context;
	int16_t some[512];

	while (count) {
		const size_t piece = count < 512 ? count : 512;

		if (speaker->clocks)
			exh_keen_speaker_render(&speaker->cursor, speaker->clocks, true,
						some, piece);
		else
			make_naive(speaker, some, piece);
		for (size_t i = 0; i < piece; i++)
			samples[i] = some[i];
		samples += piece;
		count -= piece;
	}
}

static struct sound_source speaker_sound(struct speaker *speaker,
					 const struct request *request,
					 const struct exh_keen_effect *effect)
{
	const uint64_t length =
		exh_keen_effect_length(effect) + (request->sound.settings.has_tail
							  ? request->sound.settings.tail
							  : SPEAKER_TAIL);
	struct sound_source source = { .start = start_speaker,
				       .make = make_speaker,
				       .context = speaker,
				       .rate_hz = EXH_OPL2_RATE,
				       .length = length };

	*speaker = (struct speaker){ .effect = effect,
				     .rate_hz = request->sound.settings.shape.rate_hz,
				     .clocks = EXH_PIT_CLOCKS_PER_SAMPLE };
	if (request->naive) {
		speaker->clocks = 0;
		source.length =
			sound_frame_count(&source, request->sound.settings.shape.rate_hz);
		source.rate_hz = request->sound.settings.shape.rate_hz;
	} else if (request->sound.settings.shape.rate_hz != EXH_OPL2_RATE) {
		speaker->clocks = EXH_PIT_CLOCKS_PER_SAMPLE / FINENESS;
		source.length *= FINENESS;
		source.rate_hz *= FINENESS;
	}
	return source;
}

/*
 * The AdLib card.
 */

struct adlib {
	const struct exh_keen_effect *effect;
	struct exh_keen_effect_cursor cursor;
	struct exh_opl2_spacing spacing;
	struct exh_opl2_player player;
};

static void start_adlib(void *context)
{
	struct adlib *adlib = context;

	adlib->cursor = (struct exh_keen_effect_cursor){ .effect = adlib->effect };
	adlib->spacing.source = exh_keen_effect_play(&adlib->cursor);
	exh_opl2_player_start(&adlib->player, exh_opl2_space(&adlib->spacing));
}

static void make_adlib(void *context, int32_t *samples, size_t count)
{
	struct adlib *adlib = context;

	exh_opl2_player_mix(&adlib->player, EXH_OPL2_ALL_CHANNELS, samples, count);
}

static struct sound_source adlib_sound(struct adlib *adlib, const struct request *request,
				       const struct exh_keen_effect *effect)
{
	adlib->effect = effect;
	return (struct sound_source){
		.start = start_adlib,
		.make = make_adlib,
		.context = adlib,
		.rate_hz = EXH_OPL2_RATE,
		.length = exh_keen_effect_length(effect) +
			  (request->sound.settings.has_tail ? request->sound.settings.tail
							    : ADLIB_TAIL),
	};
}

/*
 * Music.
 */

static struct sound_source music_sound(struct song_performance *performance,
				       const struct request *request,
				       const struct song *song)
{
	uint64_t length = song_length(song, 1);
	struct sound_source source;
	bool held;

	*performance = (struct song_performance){ .song = song,
						  .pass_count = 1,
						  .spaced = true,
						  .channels = EXH_OPL2_ALL_CHANNELS };
	source = song_sound(performance, 0);
	source.start(source.context);
	exh_opl2_player_skip(&performance->player, length);
	length += request->sound.settings.has_tail
			  ? request->sound.settings.tail
			  : song_tail(&performance->player, &held);
	return song_sound(performance, length);
}

/*
 * Outputs.
 */

/* What is played of an entry; only one of them. */
union player {
	struct speaker speaker;
	struct adlib adlib;
	struct song_performance music;
};

static struct sound_source entry_sound(const struct bank *bank, const struct entry *entry,
				       union player *player)
{
	if (entry->kind == EXH_KEEN_AUDIO_MUSIC)
		return music_sound(&player->music, bank->request, &entry->song);
	if (entry->kind == EXH_KEEN_AUDIO_ADLIB)
		return adlib_sound(&player->adlib, bank->request, &entry->effect);
	return speaker_sound(&player->speaker, bank->request, &entry->effect);
}

static enum exh_status write_sound(void *context, const struct output *output, bool force,
				   struct exh_error *err)
{
	struct bank *bank = context;
	struct entry *entry = &bank->entries[output->which];
	struct sound_shape shape = bank->request->sound.settings.shape;
	struct sound_output out = { .path = output->path,
				    .format = (enum sound_format)bank->request->format,
				    .tags = { .title = entry->name } };
	union player player;
	const struct sound_source source = entry_sound(bank, entry, &player);
	enum exh_status status;

	if (entry->kind == EXH_KEEN_AUDIO_MUSIC)
		out.tags = (struct sound_tags){ .title = entry->song.tags.title,
						.artist = entry->song.tags.author,
						.remarks = entry->song.tags.remarks };
	entry->seconds = (double)source.length / source.rate_hz;
	status = sound_to_file(&source, &shape, &out,
			       bank->request->sound.settings.normalize, force,
			       &entry->measure, err);
	entry->gain = shape.gain;
	entry->played = !status;
	return status;
}

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
	return kind == EXH_KEEN_AUDIO_ADLIB ? ".adlib" : ".pc";
}

/* FOLDER/04-THROW.adlib.wav, FOLDER/music-00.imf; to be freed. */
static char *path_in_folder(const struct entry *entry, const char *folder,
			    const char *ending, bool is_sound)
{
	const bool music = entry->kind == EXH_KEEN_AUDIO_MUSIC;
	const bool has_device = is_sound && !music;
	char name[96];

	snprintf(name, sizeof name, "%s%02zu%s%s%s.%s", music ? "music-" : "",
		 entry->number, entry->name ? "-" : "", entry->name ? entry->name : "",
		 has_device ? device_ending(entry->kind) : "", ending);
	return file_join(folder, name);
}

static bool plan_sound(struct bank *bank, size_t i, char *path)
{
	if (!outputs_add(&bank->outputs, path, KIND_SOUND, i))
		return false;
	bank->entries[i].sound_path = path;
	return true;
}

static bool plan_chunk(struct bank *bank, size_t i, char *path)
{
	if (!outputs_add(&bank->outputs, path, KIND_CHUNK, i))
		return false;
	bank->entries[i].chunk_path = path;
	return true;
}

static bool plan_folder(struct bank *bank, const char *folder)
{
	const struct request *request = bank->request;

	for (size_t i = 0; i < bank->count; i++) {
		const struct entry *entry = &bank->entries[i];

		if (entry->opened &&
		    !plan_sound(bank, i,
				path_in_folder(entry, folder,
					       sound_format_choices[request->format],
					       true)))
			return false;
		if (request->extract &&
		    !plan_chunk(bank, i,
				path_in_folder(entry, folder, chunk_ending(entry->kind),
					       false)))
			return false;
	}
	bank->outputs.last_tells = true;
	return outputs_add(&bank->outputs, file_join(folder, "manifest.json"),
			   KIND_MANIFEST, 0);
}

/* Beside the effect's file, or where -o says; named as in a folder of an archive's:
 * NAME.adlib.wav. To be freed. */
static char *single_path(const struct bank *bank)
{
	const struct request *request = bank->request;
	char ending[32];

	snprintf(ending, sizeof ending, "%s.%s", device_ending(bank->entries[0].kind),
		 sound_format_choices[request->format]);
	return output_file_for(&request->common, bank->path, request->several, NULL,
			       ending);
}

/* Two effects of one name have one output: the first has it. */
static bool plan_single(struct bank *bank)
{
	json_t *taken = bank->request->taken;
	char *path = single_path(bank);

	for (size_t i = 0; path && i < json_array_size(taken); i++) {
		if (strcmp(json_string_value(json_array_get(taken, i)), path) != 0)
			continue;
		report_error(bank->report, bank->path, EXH_NO_OFFSET,
			     "its output %s is that of another input already", path);
		free(path);
		return true;
	}
	if (path)
		json_array_append_new(taken, json_text(path));
	return plan_sound(bank, 0, path);
}

/*
 * What is told.
 */

static void add_count(json_t *out, const char *key, uint64_t count)
{
	json_object_set_new(out, key, json_integer((json_int_t)count));
}

static void describe_sound(const struct bank *bank, const struct entry *entry,
			   json_t *out)
{
	struct sound_shape shape = bank->request->sound.settings.shape;

	if (entry->played) {
		shape.gain = entry->gain;
		json_object_set_new(out, "file",
				    json_text(bank->is_archive
						      ? file_name(entry->sound_path)
						      : entry->sound_path));
		json_object_set_new(out, "seconds", json_real(entry->seconds));
		sound_to_json(&shape, &entry->measure, out);
	}
	if (entry->chunk_path)
		json_object_set_new(out, "extracted",
				    json_text(file_name(entry->chunk_path)));
}

static json_t *describe_effect(const struct bank *bank, const struct entry *entry)
{
	const struct exh_keen_effect *effect = &entry->effect;
	json_t *json = json_object();

	if (bank->is_archive)
		add_count(json, "chunk", entry->chunk);
	if (entry->opened) {
		add_count(json, "ticks", effect->data.size);
		add_count(json, "priority", effect->priority);
	}
	if (entry->opened && effect->is_adlib) {
		const struct exh_bytes instrument = { effect->instrument,
						      sizeof effect->instrument, 0 };

		json_object_set_new(json, "instrument", json_hex(instrument));
		add_count(json, "block", effect->block);
	}
	describe_sound(bank, entry, json);
	return json;
}

static json_t *describe_music(const struct bank *bank, const struct entry *entry)
{
	const struct song *song = &entry->song;
	json_t *json = json_object();

	add_count(json, "number", entry->number);
	add_count(json, "chunk", entry->chunk);
	if (entry->opened) {
		add_count(json, "ticks", exh_keen_imf_ticks(&song->imf, 1));
		json_object_set_new(json, "tick_rate",
				    json_real((double)song->tick_rate.numerator /
					      song->tick_rate.denominator));
		json_object_set_new(json, "tick_rate_why", json_string(song->tick_why));
	}
	if (entry->opened && song->tags.title)
		json_object_set_new(json, "title", json_text(song->tags.title));
	describe_sound(bank, entry, json);
	return json;
}

/* The sound of that number, made when it is first asked for. */
static json_t *sound_object(json_t *sounds, json_t **by_number, const struct entry *entry)
{
	json_t **sound = &by_number[entry->number];

	if (!*sound) {
		*sound = json_object();
		add_count(*sound, "number", entry->number);
		if (entry->name)
			json_object_set_new(*sound, "name", json_string(entry->name));
		json_array_append_new(sounds, *sound);
	}
	return *sound;
}

static void describe_entries(const struct bank *bank, json_t *out)
{
	static const char *const keys[] = { [EXH_KEEN_AUDIO_SPEAKER] = "pc",
					    [EXH_KEEN_AUDIO_ADLIB] = "adlib",
					    [EXH_KEEN_AUDIO_DIGITAL] = "digital" };
	json_t *sounds = json_array(), *music = json_array();
	json_t **by_number = calloc(bank->count + bank->sounds.audio.sound_count + 1,
				    sizeof *by_number);

	for (size_t i = 0; i < bank->count && by_number; i++) {
		const struct entry *entry = &bank->entries[i];

		if (entry->kind == EXH_KEEN_AUDIO_MUSIC)
			json_array_append_new(music, describe_music(bank, entry));
		else
			json_object_set_new(sound_object(sounds, by_number, entry),
					    keys[entry->kind],
					    describe_effect(bank, entry));
	}
	free(by_number);
	json_object_set_new(out, "sounds", sounds);
	if (bank->is_archive)
		json_object_set_new(out, "music", music);
	else
		json_decref(music);
}

static void describe_archive(const struct bank *bank, json_t *out)
{
	const struct keen_sounds *sounds = &bank->sounds;

	json_t *tables = json_object();

	json_object_set_new(out, "archive", file_to_json(bank->path, sounds->archive));
	json_object_set_new(tables, "head", keen_table_to_json(&sounds->head));
	if (sounds->dict.path)
		json_object_set_new(tables, "dict", keen_table_to_json(&sounds->dict));
	json_object_set_new(out, "tables", tables);
	json_object_set_new(out, "packing",
			    json_string(sounds->audio.huffman ? "huffman" : "none"));
	add_count(out, "chunks", sounds->audio.chunk_count);
	add_count(out, "sounds_a_group", sounds->audio.sound_count);
	json_object_set_new(out, "grouped_by", json_string(sounds->audio.grouped_by));
}

static void describe(const struct bank *bank, json_t *out)
{
	if (bank->is_archive)
		describe_archive(bank, out);
	describe_entries(bank, out);
}

static enum exh_status make_file(void *context, const struct output *output,
				 struct exh_writer *out, struct exh_error *err)
{
	const struct bank *bank = context;
	json_t *document;

	if (output->kind == KIND_CHUNK) {
		const struct exh_bytes bytes = bank->entries[output->which].bytes;

		exh_write_bytes(out, bytes.data, bytes.size);
		return EXH_OK;
	}
	document = json_document("snd2wav");
	describe(bank, document);
	json_object_set(document, "warnings", bank->report->warnings);
	json_object_set(document, "errors", bank->report->errors);
	return json_append(document, out, err);
}

/*
 * The list.
 */

static void list_entry(const struct entry *entry)
{
	static const char *const kinds[] = { "pc", "adlib", "digital", "music" };

	printf("%5zu  %-8s %3zu  %-14s", entry->chunk, kinds[entry->kind], entry->number,
	       entry->name ? entry->name : "");
	if (entry->opened && entry->kind == EXH_KEEN_AUDIO_MUSIC)
		printf(" %6llu  %s",
		       (unsigned long long)exh_keen_imf_ticks(&entry->song.imf, 1),
		       entry->song.tags.title ? entry->song.tags.title : "");
	else if (entry->opened)
		printf(" %6zu  %8u", entry->effect.data.size, entry->effect.priority);
	printf("\n");
}

static void list(const struct bank *bank)
{
	printf("%s\nchunk  kind     no.  name            ticks  priority, or title\n",
	       bank->path);
	for (size_t i = 0; i < bank->count; i++)
		list_entry(&bank->entries[i]);
}

/*
 * One input.
 */

static bool plan(struct bank *bank, const char *folder)
{
	const char *output = bank->request->common.output;
	bool good;

	if (bank->is_archive && output && strcmp(output, "-") == 0) {
		report_error(bank->report, bank->path, EXH_NO_OFFSET,
			     "an archive: -o names a folder for its sounds");
		return false;
	}
	if (bank->is_archive)
		good = plan_folder(bank, folder);
	else
		good = !bank->entries[0].opened || plan_single(bank);
	if (!good)
		report_error(bank->report, bank->path, EXH_NO_OFFSET, "out of memory");
	return good;
}

static void convert(struct bank *bank, const char *folder, json_t *result)
{
	bank->outputs.make = make_file;
	bank->outputs.write = write_sound;
	bank->outputs.first_written_kind = KIND_SOUND;
	bank->outputs.context = bank;
	if (!plan(bank, folder))
		return;
	outputs_run(&bank->outputs, bank->report, file_name(bank->path));
	if (bank->is_archive)
		json_object_set_new(result, "output", json_text(folder));
	describe(bank, result);
}

static void run_input(void *context, const char *input, const char *output,
		      struct report *report, json_t *result)
{
	struct bank bank = { .request = context,
			     .path = input,
			     .report = report,
			     .arena = { .limit = 256 << 20 } };

	if (!report_read(report, input, ARCHIVE_LIMIT, &bank.file))
		return;
	if (!open_bank(&bank))
		;
	else if (!bank.request->list)
		convert(&bank, output, result);
	else if (!bank.request->common.json)
		list(&bank);
	else
		describe(&bank, result);
	close_bank(&bank);
}

static char *output_for(void *context, const char *input, bool several)
{
	const struct request *request = context;

	return output_folder_for(&request->common, input, several);
}

/*
 * The command line.
 */

static int check(const struct command *self, const struct request *request, char **inputs,
		 size_t count)
{
	if (!count)
		return opt_usage_error(self, "which archive, or which effect?");
	if (request->common.output && request->list)
		return opt_usage_error(self, "--list writes nothing: no -o");
	return inputs_check(self, &request->common, inputs, count, !request->list);
}

static int run(const struct command *self, int argc, char **argv)
{
	struct request request = { .taken = json_array() };
	const struct opt opts[] = {
		{ 0, "head", "FILE", OPT_TEXT, &request.tables.head,
		  "offsets of the archive; default: beside it", 0, 0, NULL },
		{ 0, "dict", "FILE", OPT_TEXT, &request.tables.dict,
		  "its Huffman dictionary; default: beside it", 0, 0, NULL },
		{ 0, "exe", "FILE", OPT_TEXT, &request.tables.exe,
		  "the game's program, which has both", 0, 0, NULL },
		{ 0, "device", "NAME", OPT_CHOICE, &request.device,
		  "pc, adlib or both (default)", 0, 0, device_choices },
		{ 0, "list", NULL, OPT_FLAG, &request.list,
		  "say what there is, write nothing", 0, 0, NULL },
		{ 0, "extract", NULL, OPT_FLAG, &request.extract,
		  "write the chunks, too: .pcsnd, .alsnd, .imf", 0, 0, NULL },
		{ 0, "naive", NULL, OPT_FLAG, &request.naive,
		  "the speaker's wave as it is, with what folds back", 0, 0, NULL },
		{ 0, "rate", "HZ", OPT_TEXT, &request.sound.rate_text,
		  "samples a second; native: 49716; default: 44100", 0, 0, NULL },
		{ 0, "tail", "S", OPT_TEXT, &request.sound.tail_text,
		  "seconds (Nn: samples) after the last tick", 0, 0, NULL },
		{ 0, "gain", "G", OPT_TEXT, &request.sound.gain_text,
		  "louder or softer: a factor, or as -6dB", 0, 0, NULL },
		{ 0, "normalize", NULL, OPT_FLAG, &request.sound.settings.normalize,
		  "each as loud as it goes without clipping", 0, 0, NULL },
		{ 0, "tick", "HZ", OPT_TEXT, &request.sound.tick_text,
		  "ticks a second of music; default: by the name", 0, 0, NULL },
		{ 0, "format", "NAME", OPT_CHOICE, &request.format,
		  "wav, flac, raw; auto: as -o ends, or wav", 0, 0,
		  sound_format_choices },
		{ 0 },
	};
	const struct inputs inputs = { .self = self,
				       .common = &request.common,
				       .output_for = output_for,
				       .run = run_input,
				       .context = &request };
	int first, status;

	first = opt_parse(self, opts,
			  COMMON_OUTPUT | COMMON_JSON | COMMON_WORK | COMMON_STRICT,
			  &request.common, argc, argv, &status);
	if (first >= 0) {
		const size_t count = (size_t)(argc - first);

		request.several = count > 1;
		status = sound_options_understand(self, &request.sound);
		if (!status)
			status = check(self, &request, argv + first, count);
		request.format =
			sound_format_choose(request.format, request.common.output);
		if (!status)
			status = inputs_run(&inputs, argv + first, count);
	}
	json_decref(request.taken);
	return status;
}

const struct command cmd_snd2wav = {
	.name = "snd2wav",
	.family = "Sound",
	.brief = "turn a Keen archive's effects and music into files of sound",
	.usage = "[OPTION]... ARCHIVE|EFFECT...",
	.run = run,
};
