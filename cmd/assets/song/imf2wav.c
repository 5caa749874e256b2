#include "imf2wav.h"

#include "assets/song/piano_roll.h"
#include "assets/song/song.h"
#include "assets/song/song_log.h"
#include "media/sound/sound_out.h"
#include "task/file.h"
#include "task/interrupt.h"
#include "task/json.h"
#include "task/output_names.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LOOKED_THROUGH = 3,  /* passes */
	LOG_LIMIT = 1 << 30, /* bytes of a register log */
};

const char *const imf2wav_format_choices[] = { "auto", "wav",	  "flac", "raw", "dro",
					       "vgm",  "opl2log", "png",  NULL };

enum writes { WRITES_AUTO, WRITES_SPACED, WRITES_IMMEDIATE };

/* One song on its way. */
struct job {
	const struct imf2wav_request *request;
	const char *input, *output;
	struct report *report;
	json_t *result;
	struct song song;
	struct score score;
	struct song_cursor cursor;
	uint64_t song_length, length; /* samples; the latter with what sounds on */
	bool held;		      /* a note at the end would never stop */
};

/*
 * Names.
 */

static const struct {
	const char *ending;
	enum imf2wav_format format;
} endings[] = {

	{ ".wav", FORMAT_WAV }, { ".flac", FORMAT_FLAC }, { ".raw", FORMAT_RAW },
	{ ".s16", FORMAT_RAW }, { ".pcm", FORMAT_RAW },	  { ".dro", FORMAT_DRO },
	{ ".vgm", FORMAT_VGM }, { ".vgz", FORMAT_VGM },	  { ".opl2log", FORMAT_OPL2LOG },
	{ ".png", FORMAT_PNG },
};

enum { ENDING_COUNT = sizeof endings / sizeof *endings };

enum imf2wav_format imf2wav_format_of(const char *output)
{
	for (size_t i = 0; i < ENDING_COUNT && output; i++)
		if (file_has_ending(output, endings[i].ending))
			return endings[i].format;
	return FORMAT_AUTO;
}

/* A file, not the folder for files. */
bool imf2wav_is_file(const char *output)
{
	return output && !output_is_folder(output, false);
}

/* name without its ending, if it has a known one; with another. To be freed. */
char *imf2wav_output_for(void *context, const char *input, bool several)
{
	const struct imf2wav_request *request = context;
	char ending[16];

	snprintf(ending, sizeof ending, ".%s", imf2wav_format_choices[request->format]);
	return output_file_for(&request->common, input, several, NULL, ending);
}

bool imf2wav_is_sound(const struct imf2wav_request *request)
{
	return request->format == FORMAT_WAV || request->format == FORMAT_FLAC ||
	       request->format == FORMAT_RAW;
}

static bool is_log(const struct imf2wav_request *request)
{
	return !imf2wav_is_sound(request) && request->format != FORMAT_PNG;
}

/*
 * Opening.
 */

static bool open_song(struct job *job, const struct file *file)
{
	const struct song_hints hints = { .name = job->input,
					  .tick_rate = job->request->sound.tick_rate,
					  .tick_reason = "set by --tick" };
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err;
	const enum exh_status status =
		song_open(&job->song, file_bytes(file), &hints, &notes, &err);

	report_notes(job->report, job->input, &notes);
	exh_arena_free(&arena);
	if (!status)
		return true;
	report_failure(job->report, job->input, &err);
	return false;
}

static bool is_spaced(const struct job *job)
{
	if (job->request->writes != WRITES_AUTO)
		return job->request->writes == WRITES_SPACED;
	return job->song.is_imf;
}

static struct exh_opl2_source play(struct job *job)
{
	return song_play(&job->song, job->request->pass_count, is_spaced(job),
			 &job->cursor);
}

static void report_rate(const struct job *job)
{
	const struct exh_keen_imf_rate rate = job->song.tick_rate;

	if (!job->song.is_imf || job->request->sound.tick_rate.numerator)
		return;
	report_say(job->report, "%s: %g ticks per second: %s (change it with --tick)",
		   job->input, (double)rate.numerator / rate.denominator,
		   job->song.tick_reason);
}

/*
 * Looking through it, for its notes and its length.
 */

/* Writes on their way, until an interrupt comes. */
struct tap {
	struct exh_opl2_source source;
	struct score *score; /* may be NULL */
};

static bool next_tapped(void *context, struct exh_opl2_write *write)
{
	struct tap *tap = context;

	if (interrupt_pending() || !tap->source.next(tap->source.context, write))
		return false;
	if (tap->score)
		score_write(tap->score, write);
	return true;
}

/* A text log says how long it is, and a log of a log is as long as that one. */
static bool sounds_on(const struct job *job)
{
	if (job->song.is_imf)
		return true;
	return job->song.log.kind != EXH_OPL2_LOG_TEXT && !is_log(job->request);
}

static bool was_interrupted(const struct job *job)
{
	if (interrupt_pending())
		report_error(job->report, job->input, EXH_NO_OFFSET, "interrupted");
	return interrupt_pending();
}

/* Its first passes: their notes, and what sounds on after them. */
static uint64_t look_through(struct job *job, uint64_t pass_count, struct score *score)
{
	struct tap tap = {
		song_play(&job->song, pass_count, is_spaced(job), &job->cursor), score
	};
	const uint64_t length = song_length(&job->song, pass_count);
	struct exh_opl2_player player;
	uint64_t tail = job->request->sound.settings.tail;

	exh_opl2_player_start(&player, (struct exh_opl2_source){ next_tapped, &tap });
	if (!job->request->sound.settings.has_tail && sounds_on(job)) {
		exh_opl2_player_skip(&player, length);
		tail = song_tail(&player, &job->held);
	}
	while (player.waiting) /* what comes too late to be heard counts, too */
		player.waiting = next_tapped(&tap, &player.next);
	score_end(score, length + tail);
	return tail;
}

/*
 * The first passes are enough: from the second on they are alike, and so many notes more
 * each.
 */
static bool survey(struct job *job)
{
	const uint64_t all = job->request->pass_count;
	const uint64_t some = all < LOOKED_THROUGH ? all : LOOKED_THROUGH;
	struct score before = { .take = NULL };
	const bool good = score_start(&job->score) && score_start(&before);

	if (good && all > some) {
		look_through(job, some - 1, &before);
		job->length = look_through(job, some, &job->score);
		score_repeat(&job->score, &before, all - some);
	} else if (good) {
		job->length = look_through(job, some, &job->score);
	}
	score_free(&before);
	job->song_length = song_length(&job->song, all);
	job->length += job->song_length;
	if (!good)
		report_error(job->report, job->input, EXH_NO_OFFSET, "out of memory");
	else if (job->held)
		report_info(job->report,
			    "%s: a note is held at the end: it continues for a second",
			    job->input);
	return good && !was_interrupted(job);
}

/*
 * Sound.
 */

static struct song_performance perform(const struct job *job, unsigned channels)
{
	return (struct song_performance){ .song = &job->song,
					  .pass_count = job->request->pass_count,
					  .spaced = is_spaced(job),
					  .channels = channels };
}

static struct sound_output describe_output(const struct job *job, const char *path)
{

	return (struct sound_output){ .path = path,
				      .format = (enum sound_format)job->request->format,
				      .tags = { .title = job->song.tags.title,
						.artist = job->song.tags.author,
						.album = job->song.tags.game,
						.remarks = job->song.tags.remarks } };
}

static bool make_file(struct job *job, unsigned channels, const char *path,
		      bool normalize, struct sound_shape *shape,
		      struct sound_measure *measure)
{
	struct song_performance performance = perform(job, channels);
	const struct sound_source source = song_sound(&performance, job->length);
	const struct sound_output output = describe_output(job, path);
	struct exh_error err;

	if (sound_to_file(&source, shape, &output, normalize, job->request->common.force,
			  measure, &err) == EXH_OK)
		return true;
	report_output_failure(job->report, path, &err);
	return false;
}

/* Without a gain, clipping by the chip itself is not reported. */
static void report_clipping(const struct job *job, const char *path,
			    const struct sound_shape *shape,
			    const struct sound_measure *measure)
{
	double enough, digit;

	if (!measure->clipped_count || shape->gain <= 1)
		return;
	/* Three digits, and no more than would do. */
	enough = shape->gain * INT16_MAX / measure->peak;
	digit = pow(10, floor(log10(enough)) - 2);
	report_warning(
		job->report, path, EXH_NO_OFFSET,
		"%" PRIu64
		" samples do not fit into 16 bits and were clipped; use a gain of %.3g",
		measure->clipped_count, floor(enough / digit) * digit);
}

/* With the gain of the whole, so that they add up to it. */
static bool measure_whole(struct job *job, struct sound_shape *shape,
			  struct sound_measure *measure)
{
	struct song_performance performance = perform(job, job->request->channels);
	const struct sound_source source = song_sound(&performance, job->length);
	const struct sound_sink null_sink = { 0 };
	struct exh_error err;
	enum exh_status status = EXH_OK;

	if (job->request->sound.settings.normalize)
		status = sound_normalize(&source, shape, &err);
	if (!status && job->request->common.json)
		status = sound_render(&source, shape, &null_sink, measure, &err);
	if (!status)
		return true;
	report_failure(job->report, job->input, &err);
	return false;
}

/* To be freed. */
static char *stem_path(const struct job *job, unsigned channel)
{
	const char *dot = strrchr(file_name(job->output), '.');
	char ending[32];

	snprintf(ending, sizeof ending, ".ch%u%.16s", channel, dot ? dot : "");
	return file_with_ending(job->output, NULL, ending);
}

/* All of them or none. */
static bool stems_are_free(const struct job *job)
{
	bool good = true;

	for (unsigned c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++) {
		char *path = stem_path(job, c);

		if (job->request->channels >> c & 1 && path)
			good &= output_is_free(job->report, path);
		free(path);
	}
	return good;
}

static bool make_stems(struct job *job, struct sound_shape *shape,
		       struct sound_measure *measure)
{
	struct sound_measure own;
	json_t *stems = json_array();
	bool good = stems_are_free(job) && measure_whole(job, shape, measure);

	for (unsigned c = 0; c < EXH_OPL2_CHANNEL_COUNT && good; c++) {
		char *path = stem_path(job, c);

		if (job->request->channels >> c & 1) {
			good = path && make_file(job, 1u << c, path, false, shape, &own);
			if (good) {
				json_array_append_new(stems, json_text(path));
				report_clipping(job, path, shape, &own);
			}
		}
		free(path);
	}
	json_object_set_new(job->result, "stems", stems);
	return good;
}

static void make_sound(struct job *job)
{
	struct sound_shape shape = job->request->sound.settings.shape;
	struct sound_measure measure = { 0 };
	const bool good = job->request->stems
				  ? make_stems(job, &shape, &measure)
				  : make_file(job, job->request->channels, job->output,
					      job->request->sound.settings.normalize,
					      &shape, &measure);

	if (!good)
		return;
	sound_to_json(&shape, &measure, job->result);
	if (!job->request->stems)
		report_clipping(job, job->input, &shape, &measure);
}

/*
 * Register logs.
 */

static void make_log(struct job *job)
{
	static const enum exh_opl2_log_kind kinds[] = { [FORMAT_DRO] = EXH_OPL2_LOG_DRO2,
							[FORMAT_VGM] = EXH_OPL2_LOG_VGM,
							[FORMAT_OPL2LOG] =
								EXH_OPL2_LOG_TEXT };
	const struct exh_opl2_log *log = &job->song.log;
	struct tap tap = { .source = play(job) };
	struct exh_opl2_recording recording = { .source = { next_tapped, &tap },
						.length = job->length,
						.tags = job->song.tags };
	struct exh_writer out = { .limit = LOG_LIMIT };
	struct exh_opl2_timing timing;
	struct exh_error err;

	/* A loop stays one, where nothing was put after it. */
	if (!job->song.is_imf && log->loops && job->request->pass_count == 1 &&
	    job->length == log->length && !is_spaced(job)) {
		recording.loops = true;
		recording.loop_write = log->loop_write;
		recording.loop_position = log->loop_position;
	}
	if (exh_opl2_log_write(&recording, kinds[job->request->format], &out, &timing,
			       &err))
		report_failure(job->report, job->output, &err);
	else if (!was_interrupted(job) && song_log_write(&out, job->output, job->report))
		song_log_report_timing(&timing, job->output, job->report, job->result);
	exh_writer_free(&out);
}

/*
 * The picture.
 */

/* All notes, once more, to take. */
static bool pass_notes(struct job *job, struct piano_roll *roll,
		       void (*take)(void *roll, const struct score_note *note))
{
	const struct exh_opl2_source source = play(job);
	struct score score = { .take = take, .context = roll };
	struct exh_opl2_write write;

	if (!score_start(&score))
		return false;
	while (source.next(source.context, &write))
		score_write(&score, &write);
	score_end(&score, job->length);
	score_free(&score);
	return true;
}

static void make_picture(struct job *job)
{
	struct piano_roll *roll = piano_roll_start(job->length);
	struct exh_writer out = { .limit = LOG_LIMIT };
	struct exh_error err = { 0 };
	enum exh_status status;

	if (!roll || !pass_notes(job, roll, piano_roll_measure))
		status = exh_fail(&err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	else
		status = piano_roll_rule(roll, &err);
	if (!status && !pass_notes(job, roll, piano_roll_draw))
		status = exh_fail(&err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	if (!status)
		status = piano_roll_encode(roll, &out, &err);
	if (status)
		report_failure(job->report, job->input, &err);
	else
		report_write(job->report, job->output, exh_writer_bytes(&out));
	exh_writer_free(&out);
	piano_roll_free(roll);
}

/*
 * One input.
 */

static void add_text(json_t *out, const char *key, const char *text)
{
	if (text)
		json_object_set_new(out, key, json_text(text));
}

static void add_count(json_t *out, const char *key, uint64_t count)
{
	json_object_set_new(out, key, json_integer((json_int_t)count));
}

static void describe_rate(const struct song *song, json_t *result)
{
	const struct exh_keen_imf_rate rate = song->tick_rate;
	json_t *json = json_object();

	json_object_set_new(json, "hz",
			    json_real((double)rate.numerator / rate.denominator));
	add_count(json, "numerator", rate.numerator);
	add_count(json, "denominator", rate.denominator);
	json_object_set_new(json, "why", json_string(song->tick_reason));
	json_object_set_new(result, "tick_rate", json);
}

static void describe(const struct job *job)
{
	const struct song *song = &job->song;
	json_t *result = job->result, *tags = json_object();

	json_object_set_new(result, "kind", json_string(song_kind(song)));
	if (song->is_imf) {
		add_count(result, "type", song->imf.type);
		describe_rate(song, result);
		add_count(result, "ticks",
			  exh_keen_imf_ticks(&song->imf, job->request->pass_count));
	} else {
		add_count(result, "clock", song->log.clock_hz);
		json_object_set_new(result, "loops", json_boolean(song->log.loops));
	}
	add_count(result, "samples", job->length);
	add_count(result, "tail_samples", job->length - job->song_length);
	json_object_set_new(result, "held_at_end", json_boolean(job->held));
	json_object_set_new(result, "seconds",
			    json_real((double)job->length / EXH_OPL2_RATE));
	json_object_set_new(result, "song_seconds",
			    json_real((double)job->song_length / EXH_OPL2_RATE));
	add_text(tags, "title", song->tags.title);
	add_text(tags, "composer", song->tags.author);
	add_text(tags, "game", song->tags.game);
	add_text(tags, "system", song->tags.system);
	add_text(tags, "date", song->tags.date);
	add_text(tags, "remarks", song->tags.remarks);
	add_text(tags, "program", song->program);
	json_object_set_new(result, "tags", tags);
	score_to_json(&job->score, result);
}

static void convert(struct job *job)
{
	report_rate(job);
	if (!survey(job))
		return;
	describe(job);
	add_text(job->result, "output_format",
		 imf2wav_format_choices[job->request->format]);
	if (!job->request->stems)
		add_text(job->result, "output", job->output);
	switch (job->request->format) {
	case FORMAT_DRO:
	case FORMAT_VGM:
	case FORMAT_OPL2LOG:
		make_log(job);
		break;
	case FORMAT_PNG:
		make_picture(job);
		break;
	default:
		make_sound(job);
	}
	if (!job->report->failed)
		report_info(job->report, "%s: %s, %.2f seconds, in %s", job->input,
			    song_kind(&job->song), (double)job->length / EXH_OPL2_RATE,
			    job->output);
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
		       struct report *report, json_t *result)
{
	struct job *job = calloc(1, sizeof *job);
	struct file file;

	if (!job) {
		report_error(report, input, EXH_NO_OFFSET, "out of memory");
		return;
	}
	job->request = context;
	job->input = input;
	job->output = output;
	job->report = report;
	job->result = result;
	if (report_read(report, input, SONG_FILE_LIMIT, &file)) {
		if (open_song(job, &file) && make_folder(job))
			convert(job);
		song_free(&job->song);
		score_free(&job->score);
	}
	free(file.data);
	free(job);
}
