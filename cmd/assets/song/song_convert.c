#include "song.h"

#include "assets/assets.h"
#include "media/sound/sound.h"
#include "song_files.h"
#include "task/file.h"
#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 1 << 30 }; /* bytes of a log or a picture */

/* One song being converted. */
struct job {
	const struct imf2wav_request *request;
	struct song_options options; /* the request's, for this output */
	const char *input, *output;
	struct report *report;
	struct json *result;
	const struct asset *asset; /* the song */
	struct song_asset *thing;
	const struct asset_files *files;
};

/*
 * Sound.
 */

/* Returns the path of a stem: NAME.ch0.wav. To be freed. */
static char *stem_path(const struct job *job, size_t channel)
{
	const char *dot = strrchr(file_name(job->output), '.');
	char ending[32];

	snprintf(ending, sizeof ending, ".ch%zu%.16s", channel, dot ? dot : "");
	return file_with_ending(job->output, NULL, ending);
}

/* Reports clipping. Without a gain, clipping by the chip itself is not reported. */
static void report_clipping(const struct job *job, const char *path,
			    const struct sound_measure *measure)
{
	const double gain = job->thing->shape.gain;
	double enough, digit;

	if (!measure->clipped_count || gain <= 1)
		return;
	/* Rounded down to three digits, so that it suffices. */
	enough = gain * INT16_MAX / measure->peak;
	digit = pow(10, floor(log10(enough)) - 2);
	report_warning(
		job->report, path, EXH_NO_OFFSET,
		"%" PRIu64
		" samples do not fit into 16 bits and were clipped; use a gain of %.3g",
		measure->clipped_count, floor(enough / digit) * digit);
}

static bool write_sound(const struct job *job, const struct planned_file *planned,
			const char *path)
{
	struct exh_error err = { 0 };

	if (song_files_write(&job->options, job->asset, &planned->file, path,
			     job->request->common.force, &err) == EXH_OK) {
		/* Stems of channels without notes are silent, which needs no remark. */
		if (planned->file.id != SONG_FILE_STEM ||
		    !song_files_have_notes(job->thing))
			report_remark(job->report, path, &err);
		return true;
	}
	report_output_failure(job->report, path, &err);
	return false;
}

/* True if all stems can be written. */
static bool stems_are_free(const struct job *job)
{
	bool good = true;

	for (size_t i = 0; i < job->files->count; i++) {
		char *path = stem_path(job, job->files->items[i].file.index);

		good &= output_is_free(job->report, path);
		free(path);
	}
	return good;
}

/* Measures the gain of the whole sound, so that the stems add up to it. */
static bool measure_whole(const struct job *job)
{
	struct exh_error err;

	if (song_files_measure(&job->options, job->asset, job->request->common.json,
			       &err) == EXH_OK)
		return true;
	report_failure(job->report, job->input, &err);
	return false;
}

static const struct field timing_field[] = {
	FIELD_AS("worst_samples", struct exh_opl2_timing, worst, "samples",
		 "largest distance that a write moved, in samples of the chip"),
	FIELD_AS("moved_writes", struct exh_opl2_timing, moved_count, NULL,
		 "number of writes that moved"),
	FIELD_AS(
		"dropped_writes", struct exh_opl2_timing, dropped_count, NULL,
		"number of writes to registers without effect that did not fit into DRO"),
};
static const struct fields timing_table =
	FIELDS("timing", struct exh_opl2_timing, timing_field);

/* Members of the result; each is set when it is known. */
struct made {
	const char *output_format;
	struct json *stems;
	const struct exh_opl2_timing *timing;
	bool has_midi;
	struct song_midi_report midi;
};
#define ROW struct made
#define MIDI FIELD_HAS(ROW, has_midi)
static const struct field made_field[] = {
	FIELD(ROW, output_format, NULL, "format of the output", FIELD_IF_ANY),
	FIELD_ITEMS(ROW, stems, &text_fields,
		    "with --stems, in place of output: the files, one for each channel",
		    FIELD_IF_ANY),
	FIELD_LINKED(ROW, timing, &timing_table,
		     "how the clock of a written register log moved its writes",
		     FIELD_IF_ANY),
	FIELD_AS("beats_per_minute", ROW, midi.beats, NULL,
		 "tempo that was found, if MIDI was written", MIDI),
	FIELD_AS("programs", ROW, midi.program_count, NULL,
		 "instruments of the song, if MIDI was written", MIDI),
	FIELD_AS("written_notes", ROW, midi.note_count, NULL,
		 "notes of the MIDI that was written", MIDI),
};
#undef ROW
const struct fields song_made_fields = FIELDS("made", struct made, made_field);

static bool write_stem(const struct job *job, const struct planned_file *planned,
		       struct json *stems)
{
	const size_t channel = planned->file.index;
	char *path = stem_path(job, channel);
	const bool good = write_sound(job, planned, path);

	if (good) {
		json_push(stems, json_of_text(path));
		report_clipping(job, path, &job->thing->stems[channel]);
	}
	free(path);
	return good;
}

static bool write_stems(const struct job *job)
{
	struct json *stems = json_new_list();
	bool good = stems_are_free(job) && measure_whole(job);

	for (size_t i = 0; i < job->files->count && good; i++)
		good = write_stem(job, &job->files->items[i], stems);
	fields_put(&song_made_fields, &(struct made){ .stems = stems }, job->result);
	return good;
}

static void make_sound(const struct job *job)
{
	const struct song_asset *thing = job->thing;
	const bool stems = job->options.stems;

	if (!(stems ? write_stems(job)
		    : write_sound(job, job->files->items, job->output)))
		return;
	sound_to_json(&thing->shape, &thing->measure, job->result);
	if (!stems)
		report_clipping(job, job->input, &thing->measure);
}

/*
 * Register logs and pictures.
 */

/* Reports writes that the log's format could not hold exactly. */
static void report_timing(const struct job *job)
{
	const struct exh_opl2_timing *timing = &job->thing->timing;

	fields_put(&song_made_fields, &(struct made){ .timing = timing }, job->result);
	if (timing->moved_count)
		report_info(job->report,
			    "%s: the format's clock is too coarse for %zu of %zu writes: "
			    "they move by at most %" PRIu64 " samples at %d Hz",
			    job->output, timing->moved_count, timing->write_count,
			    timing->worst, EXH_OPL2_RATE);
	if (timing->dropped_count)
		report_info(
			job->report,
			"%s: %zu writes to registers without effect are left out: the "
			"format has no room for them",
			job->output, timing->dropped_count);
}

static void make_file(const struct job *job)
{
	const bool is_log = song_format_is_log(job->options.format);
	struct exh_writer out = { .limit = FILE_LIMIT };
	struct exh_error err = { 0 };
	enum exh_status status = song_files_make(&job->options, job->asset,
						 &job->files->items[0].file, &out, &err);

	if (!status)
		status = mem_check_limit(&out, &err);
	if (status) {
		report_failure(job->report,
			       is_log && !interrupt_pending() ? job->output : job->input,
			       &err);
	} else if (report_write(job->report, job->output, exh_writer_bytes(&out))) {
		report_remark(job->report, job->output, &err);
		if (is_log)
			report_timing(job);
	}
	exh_writer_free(&out);
}

/*
 * One input.
 */

static void report_midi(const struct job *job)
{
	const struct song_midi_report *midi = &job->thing->midi;

	fields_put(&song_made_fields, &(struct made){ .has_midi = true, .midi = *midi },
		   job->result);
	report_info(job->report,
		    "%s: %zu notes of %zu instruments, about %.1f beats per minute",
		    job->output, midi->note_count, midi->program_count, midi->beats);
}

static void report_song(const struct job *job)
{
	const struct song_asset *thing = job->thing;
	const struct exh_keen_imf_rate rate = thing->song.tick_rate;

	if (thing->song.is_imf && !job->options.sound.tick_rate.numerator)
		report_info(job->report,
			    "%s: %g ticks per second: %s (change it with --tick)",
			    job->input, (double)rate.numerator / rate.denominator,
			    thing->song.tick_reason);
	if (thing->is_held)
		report_info(job->report,
			    "%s: a note is held at the end: it continues for a second",
			    job->input);
}

static void convert(struct job *job)
{
	const struct song_asset *thing = job->thing;

	report_song(job);
	song_asset_describe(&job->options, job->asset, job->result);
	fields_put(
		&song_made_fields,
		&(struct made){ .output_format = song_format_names[job->options.format] },
		job->result);
	if (!job->options.stems)
		result_output(job->result, job->output);
	if (song_format_is_sound(job->options.format))
		make_sound(job);
	else
		make_file(job);
	if (job->options.format == SONG_MIDI && !job->report->failed)
		report_midi(job);
	if (!job->report->failed)
		report_info(job->report, "%s: %s, %.2f seconds, in %s", job->input,
			    song_kind(&thing->song),
			    (double)thing->length / EXH_OPL2_RATE, job->output);
}

static bool make_folder(const struct job *job)
{
	struct exh_error err;

	if (strcmp(job->output, "-") == 0 || !job->request->common.output ||
	    file_make_folder_of(job->output, &err) == EXH_OK)
		return true;
	report_failure(job->report, job->output, &err);
	return false;
}

void imf2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result)
{
	const struct imf2wav_request *request = context;
	struct exh_opl2_bank *bank = mem_alloc(1, sizeof *bank);
	struct single single = { .assets.path = input };
	struct job job = { .request = request,
			   .options = request->options,
			   .input = input,
			   .output = output,
			   .report = report,
			   .result = result,
			   .files = &single.assets.files };

	job.options.is_packed = file_has_ending(output, ".vgz");
	job.options.bank = bank;
	job.options.has_bank = request->banks.count;
	if (song_bank_load(&request->banks, bank, report) &&
	    single_stream(&single, &song_asset_kind, &job.options, input, report) &&
	    make_folder(&job)) {
		job.asset = single_asset(&single);
		job.thing = job.asset->thing;
		assets_plan(&single.assets);
		convert(&job);
	}
	single_free(&single);
	free(bank);
}
