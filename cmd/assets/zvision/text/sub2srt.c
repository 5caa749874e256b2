#include "sub2srt.h"

#include "task/companions.h"
#include "task/json.h"
#include "task/output_names.h"
#include "task/text.h"

#include <exhume/zvision_text.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 64 << 20, /* the games' are below 1 MiB */
	MEMORY_LIMIT = 1 << 30,
};

static const size_t TEXT_LIMIT = (size_t)1 << 31;

enum unit { UNIT_AUTO, UNIT_FRAMES, UNIT_TENTHS };

const char *const sub2srt_unit_choices[] = { "auto", "frames", "tenths", NULL };

enum tags { TAGS_STRIP, TAGS_SRT, TAGS_KEEP };

/* As enum exh_zv_encoding. */
const char *const sub2srt_encoding_choices[] = { "auto",   "wide",	  "latin1",
						 "cp1251", "wide-cp1251", NULL };

/* What was read of one input. */
struct subject {
	struct exh_arena arena;
	struct exh_notes notes;
	struct file file, text_file;
	bool is_sub, has_text;
	struct exh_zv_sub sub;
	struct exh_zv_text text;
	unsigned unit; /* never UNIT_AUTO */
};

/*
 * What lies beside it.
 */

/* The file in the folder of path that bears this name in upper or lower case, to be
 * freed. */
static char *find_sibling(const char *path, const char *name)
{
	const char *last = name, *found;
	struct files *files;
	char *out;

	for (const char *c = name; *c; c++)
		if (*c == '/' || *c == '\\')
			last = c + 1;
	files = files_open_around(path);
	found = files && *last ? files_find(files, last) : NULL;
	out = found ? files_path(files, found) : NULL;
	files_close(files);
	return out;
}

static bool has_one_of(char *const *paths, const char *const *endings)
{
	for (; paths && *paths; paths++)
		for (size_t i = 0; endings[i]; i++)
			if (file_has_ending(*paths, endings[i]))
				return true;
	return false;
}

/* By the video or the sound of the same name; without either it is frames. */
static unsigned guess_unit(const char *input, const char **reason)
{
	static const char *const videos[] = { ".avi", ".vob", NULL };
	static const char *const sounds[] = { ".raw", ".src", ".ifp", ".wav", NULL };
	const char *name = file_name(input), *dot = strrchr(name, '.');
	char *stem = strndup(name, dot ? (size_t)(dot - name) : strlen(name));
	char **found = stem ? companions_find(input, stem) : NULL;
	unsigned unit = UNIT_FRAMES;

	if (has_one_of(found, videos)) {
		*reason = "a video has the same name";
	} else if (has_one_of(found, sounds)) {
		*reason = "a sound has the same name";
		unit = UNIT_TENTHS;
	} else {
		*reason = "assumed; for the subtitles of sounds, give --unit tenths";
	}
	companions_free(found);
	free(stem);
	return unit;
}

/*
 * Reading.
 */

static bool read_text(const struct sub2srt_request *request, struct exh_bytes bytes,
		      const char *path, struct subject *subject, struct report *report)
{
	struct exh_error err;

	if (exh_zv_text_read(bytes, (enum exh_zv_encoding)request->encoding,
			     &subject->arena, &subject->text, &subject->notes, &err)) {
		report_failure(report, path, &err);
		return false;
	}
	report_notes(report, path, &subject->notes);
	subject->notes = (struct exh_notes){ .arena = &subject->arena };
	subject->has_text = true;
	return true;
}

static void read_text_of(const struct sub2srt_request *request, const char *input,
			 struct subject *subject, struct report *report, json_t *result)
{
	const char *name = subject->sub.text_file;
	char *path = request->text ? strdup(request->text)
		     : name	   ? find_sibling(input, name)
				   : NULL;

	if (!path && !name)
		report_error(report, input, EXH_NO_OFFSET,
			     "it names no text; give --text");
	else if (!path)
		report_error(report, input, EXH_NO_OFFSET,
			     "its text %s is not beside it; give --text", name);
	else if (report_read(report, path, FILE_LIMIT, &subject->text_file) &&
		 read_text(request, file_bytes(&subject->text_file), path, subject,
			   report))
		json_object_set_new(result, "text_path", json_text(path));
	free(path);
}

static bool is_sub(const char *input, struct exh_bytes bytes)
{
	if (file_has_ending(input, ".sub"))
		return true;
	return !file_has_ending(input, ".txt") && !file_has_ending(input, ".str") &&
	       exh_zv_sub_is(bytes);
}

static bool read_sub(const struct sub2srt_request *request, const char *input,
		     struct subject *subject, struct report *report, json_t *result)
{
	const char *reason = "set by --unit";
	struct exh_error err;

	if (exh_zv_sub_read(file_bytes(&subject->file), &subject->arena, &subject->sub,
			    &subject->notes, &err)) {
		report_failure(report, input, &err);
		return false;
	}
	report_notes(report, input, &subject->notes);
	subject->notes = (struct exh_notes){ .arena = &subject->arena };
	subject->unit = request->unit ? request->unit : guess_unit(input, &reason);
	if (subject->unit == UNIT_TENTHS)
		report_say(report, "%s: times are tenths of a second: %s", input, reason);
	else
		report_say(report, "%s: times are frames, %g per second: %s", input,
			   (double)request->rate.frames / (double)request->rate.seconds,
			   reason);
	if (!subject->sub.cue_count)
		report_warning(report, input, EXH_NO_OFFSET, "no line is ever shown");
	read_text_of(request, input, subject, report, result);
	return true;
}

static bool read_subject(const struct sub2srt_request *request, const char *input,
			 struct subject *subject, struct report *report, json_t *result)
{
	*subject = (struct subject){ .arena = { .limit = MEMORY_LIMIT } };
	subject->notes.arena = &subject->arena;
	if (!report_read(report, input, FILE_LIMIT, &subject->file))
		return false;
	subject->is_sub = is_sub(input, file_bytes(&subject->file));
	if (subject->is_sub)
		return read_sub(request, input, subject, report, result);
	return read_text(request, file_bytes(&subject->file), input, subject, report);
}

static void free_subject(struct subject *subject)
{
	exh_arena_free(&subject->arena);
	free(subject->file.data);
	free(subject->text_file.data);
}

/*
 * Writing.
 */

/* As --tags says. */
static void put_line(const struct sub2srt_request *request, const char *line,
		     struct exh_writer *out)
{
	if (request->tags == TAGS_KEEP)
		exh_write_bytes(out, line, strlen(line));
	else
		exh_zv_text_plain(line, request->tags == TAGS_SRT, out);
}

/* Milliseconds from the start to the beginning of a frame or a tenth, rounded. */
static uint64_t time_of(const struct sub2srt_request *request,
			const struct subject *subject, int64_t position)
{
	const struct sub2srt_rate *rate = &request->rate;

	if (position < 0)
		return 0;
	if (subject->unit == UNIT_TENTHS)
		return (uint64_t)position * 100;
	return ((uint64_t)position * 1000 * rate->seconds + rate->frames / 2) /
	       rate->frames;
}

static void put_time(struct exh_writer *out, uint64_t ms)
{
	text_put(out, "%02" PRIu64 ":%02u:%02u,%03u", ms / 3600000,
		 (unsigned)(ms / 60000 % 60), (unsigned)(ms / 1000 % 60),
		 (unsigned)(ms % 1000));
}

/* The text of a cue without its empty lines, which would end it. */
static void put_filled(struct exh_bytes text, struct exh_writer *out)
{
	bool at_start = true;

	for (size_t i = 0; i < text.size; i++) {
		if (text.data[i] == '\n' && at_start)
			continue;
		exh_write_u8(out, text.data[i]);
		at_start = text.data[i] == '\n';
	}
	if (!at_start)
		exh_write_u8(out, '\n');
}

/* NULL, which is reported, for a line that the text does not have. */
static const struct exh_zv_text_line *line_of(const struct subject *subject,
					      const struct exh_zv_cue *cue)
{
	if (cue->line < 0 || (uint64_t)cue->line >= subject->text.line_count)
		return NULL;
	return &subject->text.lines[cue->line];
}

static void check_cues(const struct subject *subject, const char *input,
		       struct report *report)
{
	for (size_t i = 0; i < subject->sub.cue_count; i++) {
		const struct exh_zv_cue *cue = &subject->sub.cues[i];

		if (cue->start > cue->end)
			report_warning(report, input, cue->offset,
				       "line %zu: from %" PRId64 " to %" PRId64
				       ", so it is never shown",
				       cue->file_line, cue->start, cue->end);
		if (subject->has_text && !line_of(subject, cue))
			report_error(report, input, cue->offset,
				     "line %zu: line %" PRId64 " of a text of %zu lines",
				     cue->file_line, cue->line, subject->text.line_count);
	}
}

struct srt {
	const struct sub2srt_request *request;
	const struct subject *subject;
	struct exh_writer *out;
	size_t count;
};

static void put_cue(struct srt *srt, const struct exh_zv_shown *shown)
{
	const struct exh_zv_text_line *line =
		line_of(srt->subject, &srt->subject->sub.cues[shown->cue]);
	const uint64_t start = time_of(srt->request, srt->subject, shown->start);
	const uint64_t end = time_of(srt->request, srt->subject, shown->end + 1);
	struct exh_writer text = { .limit = TEXT_LIMIT },
			  filled = { .limit = TEXT_LIMIT };

	if (line)
		put_line(srt->request, line->text, &text);
	put_filled(exh_writer_bytes(&text), &filled);
	srt->out->failed |= text.failed || filled.failed;
	/* Nothing to be seen, or before the beginning. */
	if (filled.size && end > start) {
		text_put(srt->out, "%s%zu\n", srt->count ? "\n" : "", srt->count + 1);
		put_time(srt->out, start);
		text_put(srt->out, " --> ");
		put_time(srt->out, end);
		text_put(srt->out, "\n");
		exh_write_bytes(srt->out, filled.data, filled.size);
		srt->count++;
	}
	exh_writer_free(&text);
	exh_writer_free(&filled);
}

static enum exh_status put_srt(const struct sub2srt_request *request,
			       struct subject *subject, struct exh_writer *out,
			       struct exh_error *err)
{
	struct srt srt = { request, subject, out, 0 };
	struct exh_zv_shown *shown;
	size_t count;
	const enum exh_status status =
		exh_zv_sub_schedule(&subject->sub, &subject->arena, &shown, &count, err);

	for (size_t i = 0; i < count && !status; i++)
		put_cue(&srt, &shown[i]);
	return status;
}

static void put_lines(const struct sub2srt_request *request,
		      const struct subject *subject, struct exh_writer *out)
{
	for (size_t i = 0; i < subject->text.line_count; i++) {
		put_line(request, subject->text.lines[i].text, out);
		exh_write_u8(out, '\n');
	}
}

/*
 * JSON.
 */

static json_t *lines_to_json(const struct subject *subject, bool plain)
{
	json_t *list = json_array();

	for (size_t i = 0; i < subject->text.line_count; i++) {
		const struct exh_zv_text_line *line = &subject->text.lines[i];
		struct exh_writer out = { .limit = TEXT_LIMIT };

		if (plain)
			exh_zv_text_plain(line->text, false, &out);
		else
			exh_write_bytes(&out, line->text, line->size);
		json_array_append_new(
			list,
			json_stringn(out.size ? (const char *)out.data : "", out.size));
		exh_writer_free(&out);
	}
	return list;
}

static void sub_to_json(const struct sub2srt_request *request,
			const struct subject *subject, json_t *result)
{
	const struct exh_zv_sub *sub = &subject->sub;
	const int32_t *r = sub->rectangle;
	json_t *cues = json_array();

	for (size_t i = 0; i < sub->cue_count; i++)
		json_array_append_new(cues, json_pack("[I, I, I]",
						      (json_int_t)sub->cues[i].start,
						      (json_int_t)sub->cues[i].end,
						      (json_int_t)sub->cues[i].line));
	json_object_set_new(result, "rectangle",
			    sub->has_rectangle
				    ? json_pack("[i, i, i, i]", r[0], r[1], r[2], r[3])
				    : json_null());
	json_object_set_new(result, "cues", cues);
	json_object_set_new(result, "text_file",
			    sub->text_file ? json_text(sub->text_file) : json_null());
	json_object_set_new(result, "unit",
			    json_string(sub2srt_unit_choices[subject->unit]));
	if (subject->unit == UNIT_FRAMES)
		json_object_set_new(result, "fps",
				    json_real((double)request->rate.frames /
					      (double)request->rate.seconds));
}

static void to_json(const struct sub2srt_request *request, const struct subject *subject,
		    json_t *result)
{
	if (subject->is_sub)
		sub_to_json(request, subject, result);
	json_object_set_new(result, "lines", lines_to_json(subject, false));
	json_object_set_new(result, "plain", lines_to_json(subject, true));
	if (subject->has_text)
		json_object_set_new(
			result, "encoding",
			json_string(sub2srt_encoding_choices[subject->text.encoding]));
}

/*
 * One input.
 */

static unsigned format_of(const struct sub2srt_request *request, bool sub)
{
	if (request->format)
		return request->format;
	return sub ? FORMAT_SRT : FORMAT_TEXT;
}

/* With --json alone nothing is written. */
bool sub2srt_writes(const struct sub2srt_request *request)
{
	return !request->common.json || request->common.output || request->format;
}

static bool render(const struct sub2srt_request *request, struct subject *subject,
		   const char *input, struct report *report, json_t *result,
		   struct exh_writer *out)
{
	const unsigned format = format_of(request, subject->is_sub);
	struct exh_error err;
	json_t *document;

	if (format == FORMAT_JSON) {
		document = json_document("sub2srt");
		json_object_update_missing(document, result);
		if (json_append(document, out, &err) == EXH_OK)
			return true;
		report_failure(report, input, &err);
		return false;
	}
	if (!subject->has_text)
		return false;
	if (format == FORMAT_TEXT) {
		put_lines(request, subject, out);
		return true;
	}
	if (!subject->is_sub) {
		report_error(report, input, EXH_NO_OFFSET,
			     "a text without times, expected subtitles (.sub); --format "
			     "text or json");
		return false;
	}
	if (put_srt(request, subject, out, &err) == EXH_OK)
		return true;
	report_failure(report, input, &err);
	return false;
}

static void write_output(const struct sub2srt_request *request, struct subject *subject,
			 const char *input, const char *output, struct report *report,
			 json_t *result)
{
	struct exh_writer out = { .limit = TEXT_LIMIT };
	struct exh_error err;

	if (!render(request, subject, input, report, result, &out))
		; /* which was reported */
	else if (out.failed)
		report_error(report, output, EXH_NO_OFFSET, "out of memory");
	else if (request->common.output && strcmp(output, "-") != 0 &&
		 file_make_folder_of(output, &err))
		report_failure(report, output, &err);
	else if (report_write(report, output, exh_writer_bytes(&out)))
		json_object_set_new(result, "output", json_text(output));
	exh_writer_free(&out);
}

void sub2srt_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	const struct sub2srt_request *request = context;
	struct subject subject;

	if (read_subject(request, input, &subject, report, result)) {
		if (subject.is_sub)
			check_cues(&subject, input, report);
		if (request->common.json || request->format == FORMAT_JSON)
			to_json(request, &subject, result);
		if (sub2srt_writes(request))
			write_output(request, &subject, input, output, report, result);
	}
	free_subject(&subject);
}

/*
 * The command line.
 */

/* talk.sub: talk.srt, as players look for it; else the whole name stays. */
/* The file itself decides where its name does not; a name that is given needs no
 * look. */
static bool looks_like_sub(const struct sub2srt_request *request, const char *input)
{
	const bool is_stated = file_has_ending(input, ".sub") ||
			       file_has_ending(input, ".txt") ||
			       file_has_ending(input, ".str");
	struct file file = { 0 };
	bool is;

	if (!is_stated && !request->format && strcmp(input, "-") != 0 &&
	    file_read(input, FILE_LIMIT, &file, NULL))
		return true;
	is = is_sub(input, file_bytes(&file));
	free(file.data);
	return is;
}

char *sub2srt_output_for(void *context, const char *input, bool several)
{
	static const char *const endings[] = { [FORMAT_SRT] = ".srt",
					       [FORMAT_TEXT] = ".utf8.txt",
					       [FORMAT_JSON] = ".json" };
	const struct sub2srt_request *request = context;
	const unsigned format = format_of(request, looks_like_sub(request, input));

	return output_file_for(&request->common, input, several,
			       format == FORMAT_SRT ? ".sub" : "", endings[format]);
}

bool sub2srt_parse_digits(const char **text, uint64_t *out, uint64_t *scale)
{
	const char *start = *text;

	for (*scale = 1; **text >= '0' && **text <= '9'; (*text)++, *scale *= 10) {
		*out = *out * 10 + (uint64_t)(**text - '0');
		if (*out > MAX_RATE)
			return false;
	}
	return *text > start;
}
