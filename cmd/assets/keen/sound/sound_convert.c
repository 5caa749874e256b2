#include "sound.h"

#include "media/sound/sound.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum device { DEVICE_BOTH, DEVICE_PC, DEVICE_ADLIB };

/* One input: an archive, or an effect in a file of its own. */
struct run {
	const struct snd2wav_request *request;
	const char *path;
	struct report *report;
	struct keen_sounds *sounds; /* NULL: an effect */
	struct assets assets[KEEN_SOUND_KINDS];
};

/*
 * Loading.
 */

static bool is_wanted(const struct snd2wav_request *request, unsigned kind)
{
	if (kind == EXH_KEEN_AUDIO_SPEAKER)
		return request->device != DEVICE_ADLIB;
	if (kind == EXH_KEEN_AUDIO_ADLIB)
		return request->device != DEVICE_PC;
	return true;
}

static bool load(struct run *run, unsigned kind)
{
	struct assets *assets = &run->assets[kind];

	if (!assets_load(assets, run->report))
		return false;
	assets_plan(assets);
	return true;
}

static void report_rates(const struct run *run)
{
	const struct assets *music = &run->assets[EXH_KEEN_AUDIO_MUSIC];

	if (run->request->list || run->request->sound.tick_rate.numerator)
		return;
	for (size_t i = 0; i < music->count; i++) {
		const struct asset *asset = &music->items[i].asset;
		const struct keen_sound *sound = keen_sound_of(asset);
		const struct exh_keen_imf_rate rate = sound->song.tick_rate;

		if (assets_has(music, i) && sound->is_open)
			report_info(run->report,
				    "%s: music %u: %g ticks per second: %s (change it "
				    "with --tick)",
				    run->path, asset->number,
				    (double)rate.numerator / rate.denominator,
				    sound->song.tick_reason);
	}
}

static bool load_archive(struct run *run)
{
	for (unsigned kind = 0; kind < KEEN_SOUND_KINDS; kind++)
		if (is_wanted(run->request, kind) && !load(run, kind))
			return false;
	report_rates(run);
	return true;
}

static bool load_effect(struct run *run)
{
	enum exh_keen_audio_kind kind = run->request->device == DEVICE_ADLIB
						? EXH_KEEN_AUDIO_ADLIB
						: EXH_KEEN_AUDIO_SPEAKER;

	if (run->request->device != DEVICE_BOTH ||
	    keen_effect_device(run->path, run->assets[0].content, &kind))
		return load(run, kind);
	report_error(run->report, run->path, EXH_NO_OFFSET,
		     "neither an effect from Keen nor an archive with an AUDIOHHD or "
		     "AUDIOHED beside it; give --head FILE or --exe FILE for an archive, "
		     "--device pc or adlib for an effect");
	return false;
}

/*
 * Writing.
 */

static enum exh_status make_manifest(void *context, struct exh_writer *out,
				     struct exh_error *err)
{
	const struct run *run = context;

	return json_append(keen_sounds_document(run->assets, run->report), out, err);
}

bool snd2wav_names_file(const char *output)
{
	return output && !output_is_folder(output, false) &&
	       (strcmp(output, "-") == 0 || sound_is_named(output));
}

/* The only file of all: into a file of that name. */
static void write_only_file(struct run *run, const char *path, struct json *result)
{
	struct assets *only = run->assets;
	size_t count = 0;

	for (size_t i = 0; i < KEEN_SOUND_KINDS; i++) {
		count += run->assets[i].files.count;
		if (run->assets[i].files.count)
			only = &run->assets[i];
	}
	if (count != 1) {
		report_error(run->report, run->path, EXH_NO_OFFSET,
			     "%zu files: -o must be a folder, not %s", count, path);
		return;
	}
	assets_write(only, 1, &(struct assets_output){ .path = path, .is_file = true },
		     run->report);
	result_output(result, path);
	keen_sounds_put(run->assets, path, NULL, result);
}

static void write_archive(struct run *run, const char *folder, struct json *result)
{
	const struct assets_output to = { .path = folder,
					  .title = file_name(run->path),
					  .index_name = KEEN_SOUND_MANIFEST,
					  .make_index = make_manifest,
					  .context = run,
					  .hashes = true };

	if (snd2wav_names_file(run->request->common.output)) {
		write_only_file(run, folder, result);
		return;
	}
	assets_write(run->assets, KEEN_SOUND_KINDS, &to, run->report);
	result_output(result, folder);
	keen_sounds_put(run->assets, NULL, NULL, result);
}

/* Beside the effect's file, or where -o says; named as in a folder of an archive's:
 * NAME.adlib.wav. To be freed. */
static char *effect_path(const struct run *run, const struct assets *assets)
{
	const struct snd2wav_request *request = run->request;
	char ending[32];

	snprintf(ending, sizeof ending, "%s.%s",
		 assets->kind->code == EXH_KEEN_AUDIO_ADLIB ? ".adlib" : ".pc",
		 sound_format_choices[request->options.format]);
	return output_file_for(&request->common, run->path,
			       request->common.operand_count > 1, NULL, ending);
}

/* Two effects of one name have one output: the first has it. */
static bool take_path(const struct run *run, const char *path)
{
	struct json *taken = run->request->taken;

	if (json_get(taken, path)) {
		report_error(run->report, run->path, EXH_NO_OFFSET,
			     "its output %s is already used by another input", path);
		return false;
	}
	json_set(taken, path, json_new_flag(true));
	return true;
}

static void write_effect(struct run *run, struct json *result)
{
	struct assets *assets = run->assets;
	char *path;

	while (!assets->count)
		assets++;
	path = effect_path(run, assets);
	if (assets->files.count && take_path(run, path))
		assets_write(assets, 1,
			     &(struct assets_output){ .path = path, .is_file = true },
			     run->report);
	keen_sounds_put(run->assets, path, NULL, result);
	free(path);
}

/*
 * One input.
 */

static void list(const struct run *run)
{
	struct exh_writer out = { .limit = SIZE_MAX };

	keen_sounds_list(run->assets, &out);
	mem_check(&out);
	printf("%s\n", run->path);
	fwrite(out.data, 1, out.size, stdout);
	exh_writer_free(&out);
}

static void convert(struct run *run, const char *output, struct json *result)
{
	if (run->request->list && !run->request->common.json)
		list(run);
	else if (run->request->list)
		keen_sounds_put(run->assets, run->path, NULL, result);
	else if (run->sounds)
		write_archive(run, output, result);
	else
		write_effect(run, result);
}

void snd2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result)
{
	const struct snd2wav_request *request = context;
	struct keen_sounds sounds;
	struct keen_parts parts = { .sounds = &sounds };
	struct run run = { .request = request, .path = input, .report = report };
	const enum keen_sounds_state state =
		keen_sounds_open(&sounds, input, &request->tables, report);
	bool good;

	if (state == KEEN_SOUNDS_OPEN)
		run.sounds = &sounds;
	for (unsigned i = 0; i < KEEN_SOUND_KINDS; i++)
		run.assets[i] = (struct assets){ .kind = &keen_sound_kinds[i],
						 .options = &request->options,
						 .path = input,
						 .game = run.sounds ? &parts : NULL,
						 .content = file_bytes(&sounds.archive) };
	good = state == KEEN_SOUNDS_OPEN  ? load_archive(&run)
	       : state == KEEN_SOUNDS_NOT ? load_effect(&run)
					  : false;
	if (good)
		convert(&run, output, result);
	for (unsigned i = 0; i < KEEN_SOUND_KINDS; i++)
		assets_free(&run.assets[i]);
	keen_sounds_free(&sounds);
}
