#include "sound.h"

#include <exhume/advanced/keen_audio.h>
#include <stdlib.h>

enum { MEMORY_LIMIT = 256 << 20 };

/* True if this head goes with the archive, with the dictionary if one is known. */
static bool head_fits(void *context, struct exh_bytes head)
{
	const struct keen_sounds *sounds = context;
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_keen_audio audio;
	struct exh_notes notes = { .arena = &arena };
	const bool good = exh_keen_audio_open(file_bytes(&sounds->archive), head,
					      keen_table_bytes(&sounds->dict), &arena,
					      &audio, &notes, NULL) == EXH_OK;

	exh_arena_free(&arena);
	return good;
}

static bool find_head(struct keen_sounds *sounds)
{
	const struct keen_table_search search = { sounds->path, head_fits, sounds, NULL };

	if (sounds->head.path)
		return head_fits(sounds, keen_table_bytes(&sounds->head));
	return keen_table_find(&sounds->head, "audiohhd", &search) ||
	       keen_table_find(&sounds->head, "audiohed", &search);
}

static bool dict_fits(void *context, struct exh_bytes dict)
{
	(void)dict;
	return find_head(context);
}

/* Tries the dictionaries beside, then none: takes the first with which a head fits. */
static bool find_sibling(struct keen_sounds *sounds)
{
	const struct keen_table_search search = { sounds->path, dict_fits, sounds, NULL };

	return (!sounds->dict.path &&
		keen_table_find(&sounds->dict, "audiodct", &search)) ||
	       find_head(sounds);
}

static bool find_in_exe(struct keen_sounds *sounds, const char *exe,
			struct report *report)
{
	const struct keen_exe_wish wish = { .exe = exe,
					    .archive_path = sounds->path,
					    .archive = file_bytes(&sounds->archive),
					    .data = KEEN_EXE_SOUNDS };

	return keen_exe_find(&wish, &sounds->head, &sounds->dict, report);
}

static enum keen_sounds_state find_tables(struct keen_sounds *sounds,
					  const struct keen_sounds_options *options,
					  struct report *report)
{
	const bool named = options->head || options->dict || options->exe;

	if (!keen_table_read(&sounds->head, options->head, report) ||
	    !keen_table_read(&sounds->dict, options->dict, report))
		return KEEN_SOUNDS_BAD;
	if (options->exe)
		return (sounds->head.path && sounds->dict.path) ||
				       find_in_exe(sounds, options->exe, report)
			       ? KEEN_SOUNDS_OPEN
			       : KEEN_SOUNDS_BAD;
	if (options->head && options->dict)
		return KEEN_SOUNDS_OPEN;
	if (find_sibling(sounds) || find_in_exe(sounds, NULL, report))
		return KEEN_SOUNDS_OPEN;
	/* The code that opens a given head reports its faults. */
	if (sounds->head.path)
		return KEEN_SOUNDS_OPEN;
	if (!named)
		return KEEN_SOUNDS_NOT;
	keen_table_report_missing(sounds->path, "matching AUDIOHHD or AUDIOHED", "--head",
				  report);
	return KEEN_SOUNDS_BAD;
}

static void report_tables(const struct keen_sounds *sounds, const struct report *report)
{
	char *head = keen_table_text(&sounds->head);
	char *dict = keen_table_text(&sounds->dict);

	report_info(report, "%s: head %s, dictionary %s; %zu sounds: %s", sounds->path,
		    head, dict, sounds->audio.sound_count, sounds->audio.grouped_by);
	free(head);
	free(dict);
}

enum keen_sounds_state keen_sounds_open(struct keen_sounds *sounds, const char *path,
					const struct keen_sounds_options *options,
					struct report *report)
{
	struct exh_notes notes;
	struct exh_error err;
	enum keen_sounds_state state;

	*sounds =
		(struct keen_sounds){ .path = path, .arena = { .limit = MEMORY_LIMIT } };
	if (!report_read(report, path, ARCHIVE_LIMIT, &sounds->archive))
		return KEEN_SOUNDS_BAD;
	notes = (struct exh_notes){ .arena = &sounds->arena };
	state = find_tables(sounds, options, report);
	if (state != KEEN_SOUNDS_OPEN)
		return state;
	keen_table_check(&sounds->head, report);
	keen_table_check(&sounds->dict, report);
	if (exh_keen_audio_open(file_bytes(&sounds->archive),
				keen_table_bytes(&sounds->head),
				keen_table_bytes(&sounds->dict), &sounds->arena,
				&sounds->audio, &notes, &err)) {
		report_notes(report, path, &notes);
		report_failure(report, path, &err);
		return KEEN_SOUNDS_BAD;
	}
	report_notes(report, path, &notes);
	report_tables(sounds, report);
	return KEEN_SOUNDS_OPEN;
}

void keen_sounds_free(struct keen_sounds *sounds)
{
	exh_arena_free(&sounds->arena);
	keen_table_free(&sounds->head);
	keen_table_free(&sounds->dict);
	free(sounds->archive.data);
	sounds->archive = (struct file){ 0 };
}
