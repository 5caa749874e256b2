#include "sequence.h"

#include "assets/assets.h"
#include "task/jobs.h"
#include "task/fields.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GIF_COLORS = 256, COLOR_MASK = 0x7fff };

/*
 * Names.
 */

static char *pattern_for(const struct common *common, const char *input, bool several)
{
	char *folder = output_folder_for(common, input, several);
	char *path = path_pattern_in(folder, "/%04d.png");

	free(folder);
	return path;
}

char *sequence_output(const struct common *common, enum sequence_format format,
		      const char *input, bool several, bool single)
{
	static const char *const endings[] = {
		[SEQUENCE_PNG] = ".png", [SEQUENCE_APNG] = ".apng",
		[SEQUENCE_GIF] = ".gif", [SEQUENCE_Y4M] = ".y4m",
		[SEQUENCE_RAW] = ".raw", [SEQUENCE_SHEET] = ".sheet.png"
	};
	const char *output = common->output;
	const bool many = format == SEQUENCE_PNG && !single;
	const bool is_file =
		output && !output_is_folder(output, several) &&
		(strcmp(output, "-") == 0 || file_has_ending(output, ".png"));

	if (output && path_pattern_is(output))
		return mem_text(output);
	return many && !is_file
		       ? pattern_for(common, input, several)
		       : output_file_for(common, input, several, NULL, endings[format]);
}

/*
 * Frames on their way from the source to the sequence.
 */

struct run {
	const struct sequence_source *source;
	/* NULL: nothing is reported. */
	const char *input;
	struct report *report;
	struct json *result;
};

/* True if a frame has the number. */
static bool may_come(const void *context, uint64_t number)
{
	const struct sequence_source *source = ((const struct run *)context)->source;
	size_t low = 0, high = source->count;

	/* Numbers are ascending. */
	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (sequence_source_number(source, middle) < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < source->count && sequence_source_number(source, low) == number;
}

static enum exh_status count_colors(const struct run *run, uint64_t *counts,
				    struct exh_error *err)
{
	const struct sequence_source *source = run->source;
	const size_t size = source->width * source->height;

	for (size_t i = 0; i < source->count; i++) {
		const void *got = NULL;
		const enum exh_status status =
			sequence_source_get(source, false, i, &got, err);
		const uint16_t *pixels = got;

		if (status)
			return status;
		assert(pixels);
		for (size_t k = 0; k < size; k++)
			counts[pixels[k] & COLOR_MASK]++;
	}
	return EXH_OK;
}

struct written {
	bool has_colors, exact, is_inexact, has_frames;
	size_t colors, output_frames;
	double rms_error;
	const char *output_format;
};
#define ROW struct written
static const struct field written_field[] = {
	FIELD(ROW, colors, NULL, "GIF: number of colours of all frames",
	      FIELD_HAS(ROW, has_colors)),
	FIELD(ROW, exact, NULL, "GIF: true if no colour was changed",
	      FIELD_HAS(ROW, has_colors)),
	FIELD(ROW, rms_error, NULL,
	      "GIF: root mean square error over all channels, on a scale of 255",
	      FIELD_HAS(ROW, is_inexact)),
	FIELD(ROW, output_format, NULL, "format of what was written", FIELD_IF_ANY),
	FIELD(ROW, output_frames, NULL, "number of frames that were written",
	      FIELD_HAS(ROW, has_frames)),
};
#undef ROW
const struct fields sequence_fields = FIELDS("sequence", struct written, written_field);

/* One entry is for unchanged pixels, unless each colour needs an entry. */
static void make_map(const struct run *run, const uint64_t *counts, struct color_map *map)
{
	const bool exact =
		(color_map_make(counts, GIF_COLORS, map), map->color_count <= GIF_COLORS);

	if (!exact) {
		color_map_make(counts, GIF_COLORS - 1, map);
	}
	if (!exact && run->report)
		report_say(run->report,
			   "%s: %zu colours became %zu of GIF's 256, root mean square "
			   "error %.2f of 255",
			   run->input, map->color_count, map->palette.count,
			   sqrt(map->mean_square));
	if (!run->result)
		return;
	fields_put(&sequence_fields,
		   &(struct written){ .has_colors = true,
				      .colors = map->color_count,
				      .exact = exact,
				      .is_inexact = !exact,
				      .rms_error = sqrt(map->mean_square) },
		   run->result);
}

static enum exh_status choose_colors(void *context, struct color_map *map,
				     struct exh_error *err)
{
	const struct run *run = context;
	uint64_t *counts = mem_alloc(COLORS_555, sizeof *counts);
	const enum exh_status status = count_colors(run, counts, err);

	if (!status)
		make_map(run, counts, map);
	free(counts);
	return status;
}

static enum exh_status add_all(const struct run *run, struct sequence *sequence,
			       struct progress *progress, struct exh_error *err)
{
	const struct sequence_source *source = run->source;
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < source->count && !status; i++) {
		const struct sequence_size size = sequence_source_size(source, i);
		const void *pixels;

		status = sequence_source_get(
			source, sequence->kind.pixels == SEQUENCE_RGB24, i, &pixels, err);
		if (!status)
			status = sequence_add(
				sequence,
				&(struct sequence_frame){
					.number = sequence_source_number(source, i),
					.pixels = pixels,
					.width = size.width,
					.height = size.height },
				err);
		if (progress)
			progress_show(progress, i + 1, source->count);
	}
	return status;
}

static enum exh_status stream(struct run *run, enum sequence_format format,
			      const struct sequence_options *options, const char *output,
			      const struct common *common, struct progress *progress,
			      struct exh_error *err)
{
	const struct sequence_source *source = run->source;
	const bool is_rgb24 = source->get_rgb24 && format != SEQUENCE_GIF;
	const struct sequence_kind kind = { .pixels = is_rgb24 ? SEQUENCE_RGB24
							       : SEQUENCE_RGB15,
					    .width = source->width,
					    .height = source->height,
					    .aspect_width = source->aspect_width,
					    .choose_colors = choose_colors,
					    .ticks_a_second = source->time_den,
					    .ticks_a_frame = source->time_num,
					    .is_steady = true,
					    .frame_count = source->count,
					    .may_come = may_come,
					    .context = run };
	struct sequence *sequence;
	enum exh_status status = EXH_OK;

	if (format != SEQUENCE_PNG && format != SEQUENCE_RAW)
		status = sequence_source_check(source, err);
	if (status)
		return status;
	sequence = sequence_begin(&kind, format, options, output, common, err);
	status = sequence ? add_all(run, sequence, progress, err) : err->status;
	return sequence_end(sequence, status, err);
}

static bool write_frames(struct run *run, enum sequence_format format,
			 const struct sequence_options *options, const char *output)
{
	const struct common *common = run->report->common;
	struct exh_error err = { 0 };
	struct progress progress;
	enum exh_status status;

	progress_start(&progress, common, run->report->command);
	status = stream(run, format, options, output, common, &progress, &err);
	progress_end(&progress);
	if (status)
		report_output_failure(run->report, output, &err);
	return !status;
}

enum exh_status sequence_write_file(const struct sequence_source *source,
				    enum sequence_format format, const char *path,
				    bool force, struct exh_error *err)
{
	const struct common common = {
		.jobs = 1, .force = force, .verbosity = -1, .progress = PROGRESS_NEVER
	};
	const struct sequence_options options = { .format = 0 };
	struct run run = { .source = source };

	return stream(&run, format, &options, path, &common, NULL, err);
}

bool sequence_write(const struct sequence_source *source,
		    const struct sequence_options *options, const char *output,
		    const char *input, struct report *report, struct json *result)
{
	const enum sequence_format format = sequence_choose_rgb15(options, output);
	struct run run = {
		.source = source, .input = input, .report = report, .result = result
	};

	assert(output);
	if (format == SEQUENCE_SHEET
		    ? !sequence_write_sheet(source, options->scale ? options->scale : 1,
					    output, report)
		    : !write_frames(&run, format, options, output))
		return false;
	result_output(result, output);
	fields_put(&sequence_fields,
		   &(struct written){ .output_format = sequence_format_name(format),
				      .has_frames = true,
				      .output_frames = source->count },
		   result);
	return true;
}
