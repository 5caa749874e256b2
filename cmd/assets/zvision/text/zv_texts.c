#include "zv_text.h"

#include "task/json.h"
#include "task/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 64 << 20, /* the games' are below 1 MiB */
	MEMORY_LIMIT = 1 << 30,
	GAME_RATE = 15, /* frames per second */
};

static const struct zv_text_options defaults = { .rate = { GAME_RATE, 1 } };

/*
 * Texts.
 */

static enum exh_status parse_text(const struct zv_text_options *options,
				  struct exh_bytes bytes, struct zv_texts *texts,
				  struct exh_notes *notes, struct exh_error *err)
{
	const enum exh_status status =
		exh_zv_text_read(bytes, (enum exh_zv_encoding)options->encoding,
				 notes->arena, &texts->text, notes, err);

	texts->has_text = !status;
	return status;
}

static enum exh_status read_text(const void *options, struct asset *asset,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct zv_texts *texts = mem_arena_try(asset->arena, 1, sizeof *texts, err);

	asset->thing = texts;
	return texts ? parse_text(options, asset->bytes, texts, notes, err) : EXH_LIMIT;
}

static enum exh_status make_text(const void *options, const struct asset *asset,
				 const struct asset_file *file, struct exh_writer *out,
				 struct exh_error *err)
{
	(void)file;
	(void)err;
	zv_texts_put_lines(options, asset->thing, out);
	return EXH_OK;
}

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	zv_texts_to_json(options, asset->thing, object);
}

const struct asset_kind zv_text_kind = {
	.name = "text",
	.family = "zvision",
	.source = &zv_source,
	.code = ZV_TEXT,
	.defaults = &defaults,
	.memory_limit = MEMORY_LIMIT,
	.read = read_text,
	.ending = ".utf8.txt",
	.make = make_text,
	.describe = describe,
};

/*
 * Files that subtitles belong to.
 */

static bool has_one_of(const char *const *names, const char *const *endings)
{
	for (; *names; names++)
		for (size_t i = 0; endings[i]; i++)
			if (file_has_ending(*names, endings[i]))
				return true;
	return false;
}

/* Guesses the unit by the video or the sound of the same name; without either it is
 * frames. */
static void guess_unit(const struct files *files, const char *name,
		       struct zv_texts *texts)
{
	static const char *const videos[] = { ".avi", ".vob", NULL };
	static const char *const sounds[] = { ".raw", ".src", ".ifp", ".wav", NULL };
	const char *dot = strrchr(name, '.');
	char *stem = mem_text_part(name, dot ? (size_t)(dot - name) : strlen(name));
	const char **found = files_with_stem(files, stem, "");

	texts->unit = ZV_UNIT_FRAMES;
	if (has_one_of(found, videos)) {
		texts->unit_reason = "a video has the same name";
	} else if (has_one_of(found, sounds)) {
		texts->unit_reason = "a sound has the same name";
		texts->unit = ZV_UNIT_TENTHS;
	} else {
		texts->unit_reason =
			"assumed; for the subtitles of sounds, give --unit tenths";
	}
	free((void *)found);
	free(stem);
}

static void choose_unit(const struct zv_text_options *options, const struct files *files,
			const char *name, struct zv_texts *texts)
{
	texts->unit = options->unit;
	texts->unit_reason = "set by --unit";
	if (!texts->unit)
		guess_unit(files, name, texts);
}

/* Reads the text of --text, or the file of this name in upper or lower case. */
static bool read_found(const struct zv_text_options *options, const struct files *files,
		       struct zv_texts *texts, struct exh_arena *arena, struct file *file)
{
	const char *name = texts->sub.text_file, *last = name, *found = NULL;
	char *path;
	struct exh_bytes kept;

	for (const char *c = name; c && *c; c++)
		if (*c == '/' || *c == '\\')
			last = c + 1;
	if (!options->text && last && *last)
		found = files_find(files, last);
	path = options->text ? mem_text(options->text)
	       : found	     ? files_path(files, found)
			     : NULL;
	if (!path)
		return false;
	kept = exh_memdup(arena, (struct exh_bytes){ (uint8_t *)path, strlen(path), 0 });
	free(path);
	texts->text_path = (const char *)kept.data;
	return texts->text_path &&
	       !(options->text
			 ? file_read(options->text, FILE_LIMIT, file, &texts->text_err)
			 : files_read(files, found, FILE_LIMIT, file, &texts->text_err));
}

static void read_text_of(const struct zv_text_options *options, const struct files *files,
			 struct zv_texts *texts, struct exh_arena *arena)
{
	struct file file = { 0 };

	texts->text_notes.arena = arena;
	if (read_found(options, files, texts, arena, &file))
		parse_text(options, file_bytes(&file), texts, &texts->text_notes,
			   &texts->text_err);
	free(file.data);
}

/*
 * Subtitles.
 */

void zv_subtitles_check(const struct zv_texts *texts, struct exh_notes *notes)
{
	for (size_t i = 0; i < texts->sub.cue_count; i++) {
		const struct exh_zv_cue *cue = &texts->sub.cues[i];

		if (cue->start > cue->end)
			exh_note(notes, EXH_WARNING, cue->offset,
				 "line %zu: from %" PRId64 " to %" PRId64
				 ", so it is never shown",
				 cue->file_line, cue->start, cue->end);
		if (texts->has_text && !zv_texts_line(texts, cue))
			exh_note(notes, EXH_DAMAGE, cue->offset,
				 "line %zu: line %" PRId64 " of a text of %zu lines",
				 cue->file_line, cue->line, texts->text.line_count);
	}
}

/* A game has all that belongs together, so what is missing is damage. */
static void note_text_of(const struct zv_texts *texts, struct exh_notes *notes)
{
	const char *name = texts->sub.text_file;
	const struct exh_note *note = texts->text_notes.first;

	for (; note; note = note->next)
		exh_note(notes, note->severity, EXH_NO_OFFSET, "%s: %s", texts->text_path,
			 note->text);
	if (texts->text_err.status)
		exh_note(notes, EXH_DAMAGE, EXH_NO_OFFSET, "%s: %s", texts->text_path,
			 texts->text_err.text);
	else if (!texts->has_text && name)
		exh_note(notes, EXH_DAMAGE, EXH_NO_OFFSET,
			 "its text %s is not in the game", name);
	else if (!texts->has_text)
		exh_note(notes, EXH_DAMAGE, EXH_NO_OFFSET, "it names no text");
	zv_subtitles_check(texts, notes);
}

/* Reads subtitles. Faults of a file that is none need not be reported line by line. */
static enum exh_status parse_sub(struct asset *asset, struct zv_texts *texts,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct exh_notes own = { .arena = asset->arena };
	const enum exh_status status =
		exh_zv_sub_read(asset->bytes, asset->arena, &texts->sub, &own, err);

	if (status)
		return status;
	*notes = own;
	if (!texts->sub.cue_count)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET, "no line is ever shown");
	return EXH_OK;
}

static enum exh_status read_sub(const void *options, struct asset *asset,
				struct exh_notes *notes, struct exh_error *err)
{
	struct zv_texts *texts = mem_arena_try(asset->arena, 1, sizeof *texts, err);
	const struct zv_game *game = zv_game_of(asset);
	struct files *around = NULL;
	const struct files *files;
	enum exh_status status;

	if (!texts)
		return EXH_LIMIT;
	asset->thing = texts;
	texts->is_sub = true;
	status = parse_sub(asset, texts, notes, err);
	if (status)
		return status;
	if (!game)
		around = files_open_around(asset->file);
	files = game ? game->files : around;
	choose_unit(options, files, asset->name, texts);
	read_text_of(options, files, texts, asset->arena);
	if (game)
		note_text_of(texts, notes);
	files_close(around);
	return EXH_OK;
}

static void plan_srt(const void *options, const struct asset *asset,
		     struct asset_files *files)
{
	const struct zv_texts *texts = asset->thing;

	(void)options;
	if (texts->has_text)
		asset_files_add(files, 0, 0, ".srt");
}

static enum exh_status make_srt(const void *options, const struct asset *asset,
				const struct asset_file *file, struct exh_writer *out,
				struct exh_error *err)
{
	(void)file;
	return zv_texts_put_srt(options, asset->thing, asset->arena, out, err);
}

const struct asset_kind zv_subtitles_kind = {
	.name = "subtitles",
	.family = "zvision",
	.source = &zv_source,
	.code = ZV_SUBTITLES,
	.defaults = &defaults,
	.memory_limit = MEMORY_LIMIT,
	.read = read_sub,
	.plan = plan_srt,
	.make = make_srt,
	.describe = describe,
};
