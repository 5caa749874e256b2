#include "sound.h"

#include "assets/keen/keen.h"
#include "media/sound/sound.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <exhume/advanced/keen_audio.h>
#include <exhume/codec.h>

#include <stdlib.h>
#include <string.h>

enum {
	PACKED_LIMIT = 64 << 20,
	CHUNK_LIMIT = 1 << 20,
	MANIFEST_LIMIT = 64 << 20,
	MOST_TICKS = 0xff00, /* a chunk that a DOS program can hold at once */
	ENTRY = 4,
	SONG_DIGITS = 4, /* digits of a song's number, at most */
};

static const double warned_share = 0.1; /* share of ticks without a pitch */
static const double warned_cents = 50;

/* A chunk that gets other bytes. */
struct change {
	size_t chunk;
	size_t start, end; /* place of the old packed chunk in the archive */
	bool is_new;	   /* start is end */
	struct file content;
	struct exh_writer packed;
};

/* Files of a chunk in the folder. */
struct found {
	const struct asset *asset;
	const char *chunk_name, *sound_name; /* NULL: can't be there */
};

struct job {
	const struct sound_pack *pack;
	const char *folder, *base;
	struct report *report;
	struct keen_sounds sounds;
	struct keen_parts parts;
	struct sound_manifest manifest;
	struct json *known; /* names of files of chunks, each true */
	struct json *fits;  /* results of fitting sound files */
	struct changes {
		struct change *items;
		size_t count, capacity;
	} changes;
	size_t found_count;
	size_t song_count;  /* number of songs in the archive */
	size_t new_count;   /* chunks after its last song */
	unsigned song_type; /* type of new songs */
	bool has_unknown;
};

/*
 * Edited files.
 */

static bool fit_song(const struct job *job, const char *path, struct exh_bytes old,
		     struct file *content)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer out = { .limit = CHUNK_LIMIT };
	struct exh_error err;
	enum exh_status status = keen_song_fit(file_bytes(content), old, job->song_type,
					       &out, &notes, &err);

	if (!status)
		status = mem_check_limit(&out, &err);
	if (status)
		report_failure(job->report, path, &err);
	else
		report_notes(job->report, path, &notes);
	exh_arena_free(&arena);
	free(content->data);
	*content = (struct file){ out.data, out.size };
	return !status && !notes.damage_count;
}

static bool is_effect_whole(const struct job *job, const char *path,
			    const struct asset *asset, struct exh_bytes content)
{
	const bool is_adlib = asset->assets->kind->code == EXH_KEEN_AUDIO_ADLIB;
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_effect effect;
	struct exh_error err;
	bool good = true;

	if (exh_keen_effect_open(content, is_adlib, &effect, &notes, &err)) {
		report_failure(job->report, path, &err);
		good = false;
	} else if (notes.damage_count) {
		report_notes(job->report, path, &notes);
		good = false;
	}
	exh_arena_free(&arena);
	return good;
}

/* Converts a song to the archive's type. False, reported, if the game can't play the
 * chunk. */
static bool check_chunk(const struct job *job, const char *path,
			const struct asset *asset, struct file *content)
{
	switch (asset->assets->kind->code) {
	case EXH_KEEN_AUDIO_MUSIC:
		return fit_song(job, path, asset->bytes, content);
	case EXH_KEEN_AUDIO_DIGITAL:
		return true;
	default:
		return is_effect_whole(job, path, asset, file_bytes(content));
	}
}

static void add_change(struct job *job, const struct asset *asset, struct file content)
{
	const struct exh_keen_audio *audio = &job->sounds.audio;
	const size_t chunk = keen_sound_of(asset)->chunk;
	const size_t start = (size_t)(audio->packed[chunk].data - audio->data.data);

	*MEM_ADD(&job->changes) =
		(struct change){ .chunk = chunk,
				 .start = start,
				 .end = start + audio->packed[chunk].size,
				 .content = content };
}

static bool is_same(const struct asset *asset, const struct file *content)
{
	return bytes_are_same(asset->bytes, file_bytes(content));
}

/*
 * FLAC and WAV files.
 */

struct fit_row {
	const char *file;
	struct speaker_fit fit;
};
static const struct field fit_fields[] = {
	FIELD(struct fit_row, file, NULL, "FLAC or WAV file that was packed"),
	FIELD_AS("ticks", struct fit_row, fit.count, "1/140 s",
		 "length of the effect, which has a byte for each tick"),
	FIELD_AS("loud_ticks", struct fit_row, fit.loud_count, "1/140 s",
		 "ticks that are loud enough to be heard"),
	FIELD_AS("unpitched_ticks", struct fit_row, fit.unpitched_count, "1/140 s",
		 "loud ticks with noise or several tones, which are silent now"),
	FIELD_AS("rms_cents", struct fit_row, fit.rms_cents, "cents",
		 "how far the effect's pitches are from those of the file"),
};
static const struct fields fit_table = FIELDS("fit", struct fit_row, fit_fields);

struct packed {
	size_t edited_chunks;
	struct json *fitted;
};
static const struct field packed_fields[] = {
	FIELD(struct packed, edited_chunks, "chunks",
	      "number of chunks whose bytes changed"),
	FIELD_ITEMS(struct packed, fitted, &fit_table,
		    "effects that were made of FLAC or WAV files"),
};
const struct fields sound_pack_fields = FIELDS("packed", struct packed, packed_fields);

static void describe_fit(const struct job *job, const char *name,
			 const struct speaker_fit *fit)
{
	const struct fit_row row = { name, *fit };

	json_push(job->fits, fields_to_json(&fit_table, &row));
}

static void report_fit(const struct job *job, const char *path,
		       const struct speaker_fit *fit)
{
	const size_t loud = fit->loud_count ? fit->loud_count : 1;
	const double share = (double)fit->unpitched_count / (double)loud;

	if (share > warned_share || fit->rms_cents > warned_cents)
		report_warning(job->report, path, EXH_NO_OFFSET,
			       "the speaker plays it only roughly: off by %.0f cents "
			       "(RMS), and %.0f%% of its ticks, which have no single "
			       "pitch, are silent",
			       fit->rms_cents, 100 * share);
	else
		report_say(job->report,
			   "%s: %zu ticks for the speaker, off by %.0f cents (RMS), "
			   "%.0f%% of the loud ones without a pitch",
			   path, fit->count, fit->rms_cents, 100 * share);
}

/* The old chunk with other ticks: its priority and what follows its data stay. */
static enum exh_status write_chunk(const struct asset *asset,
				   const struct speaker_fit *fit, struct file *out,
				   struct exh_error *err)
{
	struct exh_keen_effect effect = keen_sound_of(asset)->effect;
	const size_t end =
		(size_t)(effect.data.data - asset->bytes.data) + effect.data.size;
	const struct exh_bytes tail = { asset->bytes.data + end, asset->bytes.size - end,
					0 };
	struct exh_writer chunk = { .limit = CHUNK_LIMIT };

	effect.data = (struct exh_bytes){ fit->bytes, fit->count, 0 };
	exh_keen_effect_write(&effect, tail, &chunk);
	*out = (struct file){ chunk.data, chunk.size };
	return mem_check_limit(&chunk, err);
}

static enum exh_status fit_sound(const struct job *job, const char *path,
				 struct exh_bytes bytes, struct speaker_fit *fit,
				 struct exh_error *err)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct sound_samples wav;
	enum exh_status status = sound_read(bytes, &wav, &notes, err);

	report_notes(job->report, path, &notes);
	if (!status)
		status = speaker_fit(&wav, MOST_TICKS, fit, err);
	free(wav.samples);
	exh_arena_free(&arena);
	return status;
}

static bool read_sound(const struct job *job, const struct found *found, const char *path,
		       struct file *out)
{
	struct speaker_fit fit = { 0 };
	struct file file = { 0 };
	struct exh_error err;
	bool good = report_read(job->report, path, SOUND_FILE_LIMIT, &file);

	if (good && (fit_sound(job, path, file_bytes(&file), &fit, &err) ||
		     write_chunk(found->asset, &fit, out, &err))) {
		report_failure(job->report, path, &err);
		good = false;
	}
	if (good) {
		report_fit(job, path, &fit);
		describe_fit(job, found->sound_name, &fit);
	}
	free(fit.bytes);
	free(file.data);
	return good;
}

/* Only sounds have names like theirs. */
static bool is_edited(const struct game_build *build, const char *name)
{
	bool found = false;

	for (size_t i = 0; build->edited[i] && !found; i++)
		found = strcmp(file_name(build->edited[i]), name) == 0;
	return found;
}

/* A build knows the edited files. They need not be in the manifest: it may be missing. */
static enum exh_status state_of(const struct job *job, const char *name,
				enum sound_file_state *out, struct exh_error *err)
{
	const struct game_build *build = job->pack->build;
	const enum exh_status status =
		sound_file_state(&job->manifest, job->folder, name, out, err);

	if (!status && build && *out != SOUND_FILE_NONE)
		*out = is_edited(build, name) ? SOUND_FILE_EDITED : SOUND_FILE_SAME;
	return status;
}

/* Sets *wanted if a sound file takes the place of its chunk. False, reported, if it can't
 * be read. */
static bool is_sound_wanted(struct job *job, const struct found *found, const char *path,
			    bool has_chunk, bool *wanted)
{
	enum sound_file_state state;
	struct exh_error err;

	*wanted = false;
	if (state_of(job, found->sound_name, &state, &err)) {
		report_failure(job->report, path, &err);
		return false;
	}
	job->found_count += state != SOUND_FILE_NONE;
	job->has_unknown |= state == SOUND_FILE_UNKNOWN && has_chunk;
	*wanted =
		state == SOUND_FILE_EDITED || (state == SOUND_FILE_UNKNOWN && !has_chunk);
	if (!*wanted || found->asset->assets->kind->code == EXH_KEEN_AUDIO_SPEAKER)
		return true;
	*wanted = false;
	if (has_chunk && !sound_manifest_find(&job->manifest, found->sound_name)) {
		job->has_unknown = true;
		return true;
	}
	report_error(job->report, path, EXH_NO_OFFSET,
		     "edited, but only sounds of the speaker are made from FLAC and "
		     "WAV files: edit %s",
		     found->chunk_name);
	return false;
}

static bool look_at_sound(struct job *job, const struct found *found,
			  struct file *content)
{
	char *path = file_join(job->folder, found->sound_name);
	struct file made = { 0 };
	bool wanted;
	const bool good =
		is_sound_wanted(job, found, path, content->data != NULL, &wanted) &&
		(!wanted || read_sound(job, found, path, &made));

	if (good && made.data) {
		if (content->data && !is_same(found->asset, content))
			report_warning(job->report, path, EXH_NO_OFFSET,
				       "edited, like %s; this file is used",
				       found->chunk_name);
		free(content->data);
		*content = made;
	} else {
		free(made.data);
	}
	free(path);
	return good;
}

/*
 * Files of chunks.
 */

static bool read_chunk(struct job *job, const struct found *found, struct file *content)
{
	char *path = file_join(job->folder, found->chunk_name);
	bool good = true;

	if (file_exists(path)) {
		job->found_count++;
		good = report_read(job->report, path, CHUNK_LIMIT, content) &&
		       (is_same(found->asset, content) ||
			check_chunk(job, path, found->asset, content));
	}
	free(path);
	return good;
}

/* A chunk that is not in the folder stays as it is. */
static bool look_at(struct job *job, const struct found *found)
{
	struct file content = { 0 };
	bool good = !found->chunk_name || read_chunk(job, found, &content);

	good = good && (!found->sound_name || look_at_sound(job, found, &content));
	if (good && content.data && !is_same(found->asset, &content))
		add_change(job, found->asset, content);
	else
		free(content.data);
	return good;
}

/* A sound's file: the one that the manifest has, or the other one beside it. To be
 * freed. */
static char *choose_sound(const struct job *job, const char *wav)
{
	char *flac = sound_twin(wav);
	const bool is_flac = sound_manifest_find(&job->manifest, flac);
	const char *own = is_flac ? flac : wav, *other = is_flac ? wav : flac;
	char *path = file_join(job->folder, own), *twin = file_join(job->folder, other);
	char *chosen;

	if (sound_twin_counts(path, twin, job->pack->build ? NULL : job->report))
		own = other;
	json_set(job->known, flac, json_new_flag(true));
	chosen = mem_text(own);
	free(path);
	free(twin);
	free(flac);
	return chosen;
}

static void note_name(const struct job *job, const struct planned_file *planned,
		      struct assets *assets, struct found *found)
{
	json_set(job->known, planned->name, json_new_flag(true));
	if (planned->file.id < ASSET_FILE_STREAMED) {
		found->chunk_name = planned->name;
	} else {
		char *chosen = choose_sound(job, planned->name);

		found->sound_name = assets_keep(assets, chosen);
		free(chosen);
	}
}

static bool look_at_all(struct job *job, struct assets *assets)
{
	struct found *found = mem_alloc(assets->count, sizeof *found);
	bool good = true;

	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *planned = &assets->files.items[i];

		found[planned->asset].asset = &assets->items[planned->asset].asset;
		note_name(job, planned, assets, &found[planned->asset]);
	}
	/* All faults are reported. */
	for (size_t i = 0; i < assets->count; i++)
		good &= !found[i].asset || look_at(job, &found[i]);
	free(found);
	return good;
}

/* New songs are of the type that the first one has. */
static void note_song_type(struct job *job, const struct assets *songs)
{
	struct exh_keen_imf song;

	for (size_t i = songs->count; i-- > 0;)
		if (!exh_keen_imf_open(songs->items[i].asset.bytes, &song, NULL, NULL))
			job->song_type = song.type;
}

static bool look_at_kind(struct job *job, const struct asset_kind *kind)
{
	const struct keen_sound_options options = { .format = SOUND_WAV, .raw = true };
	struct assets assets = {
		.kind = kind, .options = &options, .path = job->base, .game = &job->parts
	};
	bool good = assets_load(&assets, job->report);

	if (good) {
		assets_plan(&assets);
		if (kind->code == EXH_KEEN_AUDIO_MUSIC)
			note_song_type(job, &assets);
		good = look_at_all(job, &assets);
	}
	assets_free(&assets);
	return good;
}

/*
 * Songs that the archive lacks.
 */

/* True for "music-06.imf" and "music-06-NAME.imf". */
static bool is_song_name(const char *name, size_t *number)
{
	const size_t front = strlen("music-");
	const size_t digits = strncmp(name, "music-", front) == 0
				      ? strspn(name + front, "0123456789")
				      : 0;

	if (!digits || digits > SONG_DIGITS || !file_has_ending(name, ".imf") ||
	    (name[front + digits] != '-' && name[front + digits] != '.'))
		return false;
	*number = strtoul(name + front, NULL, 10);
	return true;
}

static uint32_t entry_of(const struct job *job, size_t chunk)
{
	const uint8_t *p = keen_table_bytes(&job->sounds.head).data + chunk * ENTRY;

	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Place for the bytes of a new song: that of an empty chunk, or the end of the last song.
 * SIZE_MAX: there is no such place. */
static size_t place_of_song(const struct job *job, size_t number)
{
	const struct exh_keen_audio *audio = &job->sounds.audio;
	const size_t first = 3 * audio->sound_count;
	size_t place = SIZE_MAX;

	if (number < job->song_count) {
		place = entry_of(job, first + number);
		return place <= audio->data.size &&
				       place == entry_of(job, first + number + 1)
			       ? place
			       : SIZE_MAX;
	}
	for (size_t i = first; i < audio->chunk_count; i++)
		if (audio->packed[i].size)
			place = (size_t)(audio->packed[i].data - audio->data.data) +
				audio->packed[i].size;
	return place;
}

/* False, reported, if numbers are skipped: the head has an entry for each song. */
static bool is_next_song(const struct job *job, const char *path, size_t number)
{
	const size_t next = job->song_count + job->new_count;

	if (place_of_song(job, number) == SIZE_MAX)
		report_error(job->report, path, EXH_NO_OFFSET,
			     "%s has no place for a song %zu", job->base, number);
	else if (number > next)
		report_error(job->report, path, EXH_NO_OFFSET,
			     "the next song of %s is %zu, not %zu", job->base, next,
			     number);
	else
		return true;
	return false;
}

static bool add_song(struct job *job, const char *path, size_t number)
{
	const size_t place = place_of_song(job, number);
	struct file content = { 0 };

	if (!is_next_song(job, path, number) ||
	    !report_read(job->report, path, CHUNK_LIMIT, &content))
		return false;
	job->found_count++;
	if (!fit_song(job, path, (struct exh_bytes){ 0 }, &content)) {
		free(content.data);
		return false;
	}
	job->new_count += number >= job->song_count;
	*MEM_ADD(&job->changes) =
		(struct change){ .chunk = 3 * job->sounds.audio.sound_count + number,
				 .start = place,
				 .end = place,
				 .is_new = true,
				 .content = content };
	return true;
}

/* True if the archive has the song, under another name. */
static bool has_song(const struct job *job, size_t number)
{
	const struct exh_keen_audio *audio = &job->sounds.audio;

	return number < job->song_count &&
	       audio->packed[3 * audio->sound_count + number].size;
}

/*
 * Reports on files that are left out.
 */

static bool is_of_sound(const char *name)
{
	static const char *const endings[] = { ".pcsnd", ".alsnd", ".digital", ".imf",
					       ".wav",	 ".flac",  ".raw" };

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (file_has_ending(name, endings[i]))
			return true;
	return false;
}

static bool name_left_out(struct job *job, const char *name)
{
	const bool is_listed = sound_manifest_find(&job->manifest, name);
	enum sound_file_state state;
	size_t number;
	bool good;
	char *path;

	if (json_get(job->known, name) || !is_of_sound(name))
		return true;
	path = file_join(job->folder, name);
	if (is_song_name(name, &number) && !has_song(job, number)) {
		good = add_song(job, path, number);
		free(path);
		return good;
	}
	if (state_of(job, name, &state, NULL))
		state = SOUND_FILE_EDITED;
	if (is_listed && state == SOUND_FILE_EDITED)
		report_error(job->report, path, EXH_NO_OFFSET,
			     "edited, but sounds are made from .flac and .wav files "
			     "alone");
	else if (!is_listed)
		report_warning(job->report, path, EXH_NO_OFFSET,
			       "left out: no sound of %s has this name", job->base);
	free(path);
	return !is_listed || state != SOUND_FILE_EDITED;
}

static bool name_all_left_out(struct job *job)
{
	struct files *files = files_open_folder(job->folder);
	bool good = true;

	for (size_t i = 0; i < files_count(files); i++)
		good &= name_left_out(job, files_name(files, i));
	files_close(files);
	if (job->has_unknown)
		report_warning(job->report, job->folder, EXH_NO_OFFSET,
			       "its manifest has no hashes of sound files, so edits of "
			       "them are not seen: extract it again");
	return good;
}

static bool read_manifest(struct job *job)
{
	char *path = file_join(job->folder, KEEN_SOUND_MANIFEST);
	struct file file = { 0 };
	struct exh_error err;
	bool good = true;

	if (file_exists(path)) {
		good = report_read(job->report, path, MANIFEST_LIMIT, &file);
		if (good &&
		    sound_manifest_read(file_bytes(&file), &job->manifest, &err)) {
			report_failure(job->report, path, &err);
			good = false;
		}
	}
	free(file.data);
	free(path);
	return good;
}

static int by_start(const void *a, const void *b)
{
	const struct change *one = a, *other = b;
	const int by_place = (one->start > other->start) - (one->start < other->start);

	return by_place ? by_place
			: (one->chunk > other->chunk) - (one->chunk < other->chunk);
}

static bool find_changes(struct job *job)
{
	const struct exh_keen_audio *audio = &job->sounds.audio;
	bool good = read_manifest(job);

	job->song_count = audio->chunk_count > 3 * audio->sound_count
				  ? audio->chunk_count - 3 * audio->sound_count
				  : 0;
	job->song_type = 1;
	for (size_t i = 0; i < KEEN_SOUND_KINDS && good; i++)
		good = look_at_kind(job, &keen_sound_kinds[i]);
	good = good && name_all_left_out(job);
	if (good && !job->found_count) {
		report_error(job->report, job->folder, EXH_NO_OFFSET,
			     "no chunk of the archive is in this folder: snd2wav --raw "
			     "writes them");
		return false;
	}
	if (job->changes.count)
		qsort(job->changes.items, job->changes.count, sizeof *job->changes.items,
		      by_start);
	return good;
}

/*
 * Packing.
 */

static bool pack(const struct job *job, struct change *change)
{
	const struct exh_huffman *huffman = job->sounds.audio.huffman;
	const struct exh_bytes content = file_bytes(&change->content);
	enum exh_status status = EXH_OK;
	struct exh_error err;

	change->packed.limit = PACKED_LIMIT;
	if (!huffman) {
		exh_write_bytes(&change->packed, content.data, content.size);
	} else {
		exh_write_u32le(&change->packed, (uint32_t)content.size);
		status = exh_huffman_pack(huffman, content, &change->packed, &err);
	}
	if (!status)
		status = mem_check_limit(&change->packed, &err);
	if (!status)
		return true;
	exh_within(&err, status, "chunk %zu", change->chunk);
	report_failure(job->report, job->folder, &err);
	return false;
}

static void write_archive(const struct job *job, struct exh_writer *out)
{
	const struct exh_bytes old = job->sounds.audio.data;
	size_t at = 0;

	for (size_t i = 0; i < job->changes.count; i++) {
		const struct change *change = &job->changes.items[i];

		exh_write_bytes(out, old.data + at, change->start - at);
		exh_write_bytes(out, change->packed.data, change->packed.size);
		at = change->end;
	}
	exh_write_bytes(out, old.data + at, old.size - at);
}

/* The offset of an empty chunk says nothing: in Keen 4 to 6 those of digital sounds lie
 * within the first song. A new chunk has the offset of what follows it. */
static bool is_before(const struct job *job, const struct change *change, size_t entry,
		      uint32_t offset)
{
	const struct exh_keen_audio *audio = &job->sounds.audio;

	if (entry < audio->chunk_count && !audio->packed[entry].size)
		return change->chunk < entry;
	return change->start < offset ||
	       (change->is_new && change->start == offset && change->chunk < entry);
}

/* New offset of an entry: it moves on by the growth of the chunks before it. */
static uint32_t moved(const struct job *job, size_t entry, uint32_t offset)
{
	uint32_t now = offset;

	for (size_t i = 0; i < job->changes.count; i++) {
		const struct change *change = &job->changes.items[i];

		if (is_before(job, change, entry, offset))
			now += (uint32_t)(change->packed.size -
					  (change->end - change->start));
	}
	return now;
}

static void write_head(const struct job *job, struct exh_writer *out)
{
	const struct exh_bytes old = keen_table_bytes(&job->sounds.head);
	const size_t end = old.size / ENTRY - 1; /* the last entry is that of the end */

	for (size_t i = 0; i < end; i++)
		exh_write_u32le(out, moved(job, i, entry_of(job, i)));
	for (size_t i = 0; i < job->new_count; i++)
		exh_write_u32le(out,
				moved(job, end + i,
				      (uint32_t)place_of_song(job, job->song_count + i)));
	exh_write_u32le(out, moved(job, end + job->new_count, entry_of(job, end)));
	exh_write_bytes(out, old.data + (end + 1) * ENTRY, old.size - (end + 1) * ENTRY);
}

/*
 * Writing.
 */

static const char *head_stem(const struct keen_sounds *sounds)
{
	return strcasestr(file_name(sounds->head.path), "AUDIOHHD") ? "AUDIOHHD"
								    : "AUDIOHED";
}

/* Path of the table beside output, to be freed. Tables out of a program have no name of
 * their own. */
static char *table_path(const struct job *job, const char *output,
			const struct keen_table *table, const char *stem)
{
	const struct keen_tables row = keen_tables_of(table, NULL, NULL);
	const struct keen_table_wish wish = {
		file_name(job->base),
		keen_table_own_name(&row.head, &job->pack->tables_out), stem, NULL
	};

	return keen_table_beside(output, &wish);
}

static void fill_archive(const struct job *job, const struct exh_writer *content,
			 const struct exh_writer *head, struct keen_new_archive *out)
{
	const struct keen_sounds *sounds = &job->sounds;
	const struct keen_tables places =
		keen_tables_of(&sounds->head, &sounds->dict, NULL);
	const struct exh_bytes dict = keen_table_bytes(&sounds->dict);

	out->command = "audio";
	out->old_name = file_name(job->base);
	out->content = exh_writer_bytes(content);
	out->tables[0] = (struct keen_new_table){ .name = "head",
						  .command = "audiohed",
						  .content = exh_writer_bytes(head),
						  .old = keen_table_bytes(&sounds->head),
						  .place = places.head };
	/* The dictionary stays the same: a program needs no other. */
	out->tables[1] = (struct keen_new_table){ .command = "audiodct",
						  .content = dict,
						  .place = places.dict };
	out->table_count = sounds->dict.path ? 2 : 1;
}

static bool write_files(const struct job *job, const char *output,
			const struct exh_writer *archive, const struct exh_writer *head)
{
	const struct keen_sounds *sounds = &job->sounds;
	struct keen_tables_out out = job->pack->tables_out;
	char *head_path = table_path(job, output, &sounds->head, head_stem(sounds));
	char *dict_path = sounds->dict.path
				  ? table_path(job, output, &sounds->dict, "AUDIODCT")
				  : NULL;
	struct keen_new_archive files = { .path = output };
	struct keen_written written;
	bool good;

	out.exe = job->pack->tables.exe;
	fill_archive(job, archive, head, &files);
	files.tables[0].path = head_path;
	files.tables[1].path = dict_path;
	good = keen_archive_write(&files, &out, &written, job->report);
	keen_written_free(&written);
	free(head_path);
	free(dict_path);
	return good;
}

/* A head in a program must be replaced there, or be loaded from its file. */
static bool check_head(const struct job *job)
{
	const struct keen_tables_out *out = &job->pack->tables_out;

	if (!job->sounds.head.origin.exe || out->exe_out || out->patch ||
	    out->is_in_place || out->joint_patch)
		return true;
	report_error(job->report, job->base, EXH_NO_OFFSET,
		     "its head is in the program: give --exe FILE with --exe-out FILE, "
		     "or --patch FILE, or --head FILE");
	return false;
}

static bool pack_all(struct job *job, const char *output, struct json *result)
{
	struct exh_writer archive = { .limit = PACKED_LIMIT };
	struct exh_writer head = { .limit = SIZE_MAX };
	struct exh_error err;
	bool good = find_changes(job) && check_head(job);

	for (size_t i = 0; i < job->changes.count && good; i++)
		good = pack(job, &job->changes.items[i]);
	if (good) {
		write_archive(job, &archive);
		write_head(job, &head);
		mem_check(&head);
		good = !mem_check_limit(&archive, &err);
		if (!good)
			report_failure(job->report, job->folder, &err);
	}
	good = good && write_files(job, output, &archive, &head);
	if (good) {
		const struct packed row = { job->changes.count, json_share(job->fits) };
		result_output(result, output);
		fields_put(&sound_pack_fields, &row, result);
	}
	exh_writer_free(&archive);
	exh_writer_free(&head);
	return good;
}

bool sound_pack(const struct sound_pack *options, const char *output,
		struct report *report, struct json *result)
{
	struct job job = { .pack = options,
			   .folder = options->folder,
			   .base = options->base,
			   .report = report,
			   .parts.sounds = &job.sounds,
			   .known = json_new_object(),
			   .fits = json_new_list() };
	const enum keen_sounds_state state =
		keen_sounds_open(&job.sounds, options->base, &options->tables, report);
	bool good;

	if (state == KEEN_SOUNDS_NOT)
		report_error(report, options->base, EXH_NO_OFFSET,
			     "no archive of sounds with an AUDIOHHD or AUDIOHED "
			     "beside it; give --head FILE");
	good = state == KEEN_SOUNDS_OPEN && pack_all(&job, output, result);
	keen_sounds_free(&job.sounds);
	for (size_t i = 0; i < job.changes.count; i++) {
		free(job.changes.items[i].content.data);
		exh_writer_free(&job.changes.items[i].packed);
	}
	free(job.changes.items);
	sound_manifest_free(&job.manifest);
	json_free(job.known);
	json_free(job.fits);
	return good;
}
