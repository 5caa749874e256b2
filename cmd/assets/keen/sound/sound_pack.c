#include "sound_pack.h"

#include "assets/keen/keen_parts.h"
#include "keen_sound_kinds.h"
#include "media/sound/wav.h"
#include "task/json.h"

#include <exhume/codec.h>

#include <stdlib.h>
#include <string.h>

enum { PACKED_LIMIT = 64 << 20, CHUNK_LIMIT = 1 << 20, ENTRY = 4 };

/* A chunk that gets other bytes. */
struct change {
	size_t chunk;
	size_t start, end; /* of the old one, packed, in the archive */
	struct file content;
	struct exh_writer packed;
};

struct job {
	const char *folder, *base;
	struct report *report;
	struct keen_sound_game game;
	struct keen_parts parts;
	struct change *changes;
	size_t count, found_count;
};

static bool out_of_memory(const struct job *job)
{
	report_error(job->report, job->folder, EXH_NO_OFFSET, "out of memory");
	return false;
}

/*
 * What was edited.
 */

static bool is_effect_whole(const struct job *job, const char *path,
			    const struct asset *asset, struct exh_bytes content)
{
	const bool is_adlib = asset->assets->kind->code == EXH_KEEN_AUDIO_ADLIB;
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_effect effect;
	struct exh_error err;
	bool good = true;

	if (asset->assets->kind->code > EXH_KEEN_AUDIO_ADLIB)
		return true;
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

static bool add_change(struct job *job, const struct asset *asset, struct file content)
{
	const struct exh_keen_audio *audio = &job->game.sounds.audio;
	const size_t chunk = keen_sound_of(asset)->chunk;
	struct change *more = realloc(job->changes, (job->count + 1) * sizeof *more);

	if (!more) {
		free(content.data);
		return out_of_memory(job);
	}
	job->changes = more;
	more += job->count++;
	*more = (struct change){ .chunk = chunk,
				 .start = (size_t)(audio->packed[chunk].data -
						   audio->data.data),
				 .content = content };
	more->end = more->start + audio->packed[chunk].size;
	return true;
}

static bool is_same(const struct asset *asset, const struct file *content)
{
	return asset->bytes.size == content->size &&
	       memcmp(asset->bytes.data, content->data, content->size) == 0;
}

/* A chunk that is not in the folder stays as it is. */
static bool look_at(struct job *job, const struct asset *asset, const char *name)
{
	char *path = file_join(job->folder, name);
	struct file content = { 0 };
	bool good = path != NULL;

	if (path && file_exists(path)) {
		job->found_count++;
		good = report_read(job->report, path, CHUNK_LIMIT, &content) &&
		       (is_same(asset, &content) ||
			is_effect_whole(job, path, asset, file_bytes(&content)));
	}
	if (good && content.data && !is_same(asset, &content))
		good = add_change(job, asset, content);
	else
		free(content.data);
	free(path);
	return good;
}

static bool look_at_kind(struct job *job, const struct asset_kind *kind)
{
	const struct keen_sound_options options = { .format = SOUND_WAV, .raw = true };
	struct assets assets = {
		.kind = kind, .options = &options, .path = job->base, .game = &job->parts
	};
	bool good = assets_load(&assets, job->report) &&
		    (assets_plan(&assets) || out_of_memory(job));

	for (size_t i = 0; i < assets.files.count && good; i++) {
		const struct planned_file *planned = &assets.files.items[i];

		if (planned->file.id < ASSET_FILE_STREAMED)
			good = look_at(job, &assets.items[planned->asset].asset,
				       planned->name);
	}
	assets_free(&assets);
	return good;
}

static int by_start(const void *a, const void *b)
{
	const struct change *one = a, *other = b;

	return (one->start > other->start) - (one->start < other->start);
}

static bool find_changes(struct job *job)
{
	bool good = true;

	for (size_t i = 0; i < KEEN_SOUND_KINDS && good; i++)
		good = look_at_kind(job, &keen_sound_kinds[i]);
	if (good && !job->found_count) {
		report_error(job->report, job->folder, EXH_NO_OFFSET,
			     "no chunk of the archive is in this folder: snd2wav --raw "
			     "writes them");
		return false;
	}
	if (job->count)
		qsort(job->changes, job->count, sizeof *job->changes, by_start);
	return good;
}

/*
 * Packing.
 */

static bool pack(const struct job *job, struct change *change)
{
	const struct exh_huffman *huffman = job->game.sounds.audio.huffman;
	const struct exh_bytes content = file_bytes(&change->content);
	struct exh_error err;

	change->packed.limit = PACKED_LIMIT;
	if (!huffman) {
		exh_write_bytes(&change->packed, content.data, content.size);
	} else {
		exh_write_u32le(&change->packed, (uint32_t)content.size);
		if (exh_huffman_pack(huffman, content, &change->packed, &err)) {
			exh_within(&err, err.status, "chunk %zu", change->chunk);
			report_failure(job->report, job->folder, &err);
			return false;
		}
	}
	return !change->packed.failed || out_of_memory(job);
}

static void write_archive(const struct job *job, struct exh_writer *out)
{
	const struct exh_bytes old = job->game.sounds.audio.data;
	size_t at = 0;

	for (size_t i = 0; i < job->count; i++) {
		const struct change *change = &job->changes[i];

		exh_write_bytes(out, old.data + at, change->start - at);
		exh_write_bytes(out, change->packed.data, change->packed.size);
		at = change->end;
	}
	exh_write_bytes(out, old.data + at, old.size - at);
}

/* What comes after a chunk that grew moves on by as much. */
static uint32_t moved(const struct job *job, uint32_t offset)
{
	uint32_t now = offset;

	for (size_t i = 0; i < job->count && job->changes[i].start < offset; i++)
		now += (uint32_t)(job->changes[i].packed.size -
				  (job->changes[i].end - job->changes[i].start));
	return now;
}

static void write_head(const struct job *job, struct exh_writer *out)
{
	const struct exh_bytes old = keen_table_bytes(&job->game.sounds.head);
	size_t at = 0;

	for (; at + ENTRY <= old.size; at += ENTRY) {
		const uint8_t *p = old.data + at;

		exh_write_u32le(out, moved(job, p[0] | (uint32_t)p[1] << 8 |
							(uint32_t)p[2] << 16 |
							(uint32_t)p[3] << 24));
	}
	exh_write_bytes(out, old.data + at, old.size - at);
}

/*
 * Writing.
 */

static bool write_files(const struct job *job, const char *output,
			const struct exh_writer *archive, const struct exh_writer *head)
{
	const struct keen_sounds *sounds = &job->game.sounds;
	const bool has_dict = sounds->dict.path != NULL;
	char *head_path = file_sibling(output, file_name(sounds->head.path));
	char *dict_path =
		has_dict ? file_sibling(output, file_name(sounds->dict.path)) : NULL;
	const struct output_file files[] = {
		{ output, exh_writer_bytes(archive) },
		{ head_path, exh_writer_bytes(head) },
		{ dict_path, has_dict ? keen_table_bytes(&sounds->dict)
				      : (struct exh_bytes){ .size = 0 } },
	};
	const bool good =
		head_path && (!has_dict || dict_path)
			? outputs_write_together(files, has_dict ? 3 : 2, job->report)
			: out_of_memory(job);

	free(head_path);
	free(dict_path);
	return good;
}

static bool pack_all(struct job *job, const char *output, json_t *result)
{
	struct exh_writer archive = { .limit = PACKED_LIMIT };
	struct exh_writer head = { .limit = PACKED_LIMIT };
	bool good = find_changes(job);

	if (good && job->game.sounds.head.origin.exe) {
		report_error(job->report, job->base, EXH_NO_OFFSET,
			     "its head is in the program, where it can't be changed: "
			     "give --head FILE");
		good = false;
	}
	for (size_t i = 0; i < job->count && good; i++)
		good = pack(job, &job->changes[i]);
	if (good) {
		write_archive(job, &archive);
		write_head(job, &head);
		good = !archive.failed && !head.failed ? true : out_of_memory(job);
	}
	good = good && write_files(job, output, &archive, &head);
	if (good) {
		json_object_set_new(result, "output", json_text(output));
		json_object_set_new(result, "edited_chunks",
				    json_integer((json_int_t)job->count));
	}
	exh_writer_free(&archive);
	exh_writer_free(&head);
	return good;
}

bool sound_pack(const char *folder, const char *base,
		const struct keen_sounds_options *tables, const char *output,
		struct report *report, json_t *result)
{
	struct job job = { .folder = folder, .base = base, .report = report };
	bool good = false;

	job.game.path = base;
	job.parts.sounds = &job.game;
	if (report_read(report, base, PACKED_LIMIT, &job.game.file)) {
		const enum keen_sounds_state state =
			keen_sounds_open(&job.game.sounds, base,
					 file_bytes(&job.game.file), tables, report);

		if (state == KEEN_SOUNDS_NOT)
			report_error(report, base, EXH_NO_OFFSET,
				     "no archive of sounds with an AUDIOHHD or AUDIOHED "
				     "beside it; give --head FILE");
		good = state == KEEN_SOUNDS_OPEN && pack_all(&job, output, result);
		keen_sounds_free(&job.game.sounds);
	}
	for (size_t i = 0; i < job.count; i++) {
		free(job.changes[i].content.data);
		exh_writer_free(&job.changes[i].packed);
	}
	free(job.changes);
	free(job.game.file.data);
	return good;
}
