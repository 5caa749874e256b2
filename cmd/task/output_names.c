#include "outputs.h"

#include "disk.h"
#include "disk_places.h"
#include "file.h"
#include "leftovers.h"
#include "memory.h"
#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Returns the path beside a folder, by its real name; NULL for the root directory. */
static char *real_path_of(const char *folder)
{
	char *real = realpath(folder, NULL);
	const char *name = real && *file_name(real) ? file_name(real) : "root";
	const bool is_here = strcmp(folder, ".") == 0;
	const char *from = is_here ? ".." : strcmp(folder, "/") == 0 ? "" : folder;
	char *path = real ? mem_format("%s/%s%s", from, is_here ? "" : "../", name)
			  : mem_text(folder);

	free(real);
	return path;
}

static bool ends_with(const char *path, size_t size, const char *end)
{
	const size_t end_size = strlen(end);

	return size > end_size && memcmp(path + size - end_size, end, end_size) == 0;
}

char *output_input_path(const char *input)
{
	size_t size = strlen(input);
	const char *name;
	char *path, *real;

	while (ends_with(input, size, "/") || ends_with(input, size, "/."))
		size--;
	path = mem_text_part(input, size);
	name = file_name(path);
	if (*name && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
		return path;
	real = real_path_of(path);
	free(path);
	return real;
}

const char *const output_folder_endings[] = { ".extracted", ".resources", ".built",
					      ".monkey", NULL };

/* Appends the ending to the whole name: archives of several games may have the same
 * stem in one folder. */
char *output_folder_with(const struct common *common, const char *input, bool several,
			 const char *ending)
{
	char *folder, *path;

	if (common->output && !several) {
		folder = mem_text(common->output);
	} else {
		path = output_input_path(input);
		folder = common->output ? file_join(common->output, file_name(path))
					: mem_format("%s%s", path, ending);
		free(path);
	}
	disk_add_folder(common->output ? common->output : folder, !common->output);
	return folder;
}

char *output_folder_for(const struct common *common, const char *input, bool several)
{
	return output_folder_with(common, input, several, ".extracted");
}

bool output_is_folder(const char *output, bool several)
{
	return output && *output &&
	       (several || output[strlen(output) - 1] == '/' || file_is_folder(output));
}

char *output_file_for(const struct common *common, const char *input, bool several,
		      const char *old_ending, const char *new_ending)
{
	const char *output = common->output;
	const bool in_folder = output_is_folder(output, several);
	char *named, *name, *path;

	if (output && !in_folder)
		return mem_text(output);
	named = output_input_path(input);
	name = file_with_ending(named, old_ending, new_ending);
	free(named);
	if (!in_folder)
		return name;
	disk_add_folder(output, false);
	path = file_join(output, file_name(name));
	free(name);
	return path;
}

char *output_numbered_for(const struct common *common, const char *input, bool several,
			  unsigned number, const char *old_ending, const char *new_ending)
{
	if (common->output && path_pattern_is(common->output))
		return path_pattern_fill(common->output, number);
	return output_file_for(common, input, several, old_ending, new_ending);
}

bool output_is_no_original(struct report *report, const char *path)
{
	struct exh_error err;

	if (strcmp(path, "-") == 0 || !originals_has(path))
		return true;
	file_fail_original(&err);
	report_failure(report, path, &err);
	return false;
}

bool output_is_free(struct report *report, const char *path)
{
	if (!output_is_no_original(report, path))
		return false;
	if (report->common->force || strcmp(path, "-") == 0 || !file_exists(path) ||
	    file_is_special(path))
		return true;
	report_error(report, path, EXH_NO_OFFSET, "exists; -f overwrites it");
	return false;
}

bool output_write(struct report *report, const char *path, struct exh_bytes content)
{
	struct exh_error err;

	if (strcmp(path, "-") == 0 || file_make_folder_of(path, &err) == EXH_OK)
		return report_write(report, path, content);
	report_failure(report, path, &err);
	return false;
}

bool output_write_encoded(struct report *report, const char *path, enum exh_status status,
			  struct exh_writer *out, struct exh_error *err)
{
	bool good = false;

	if (!status)
		status = mem_check_limit(out, err);
	if (status)
		report_output_failure(report, path, err);
	else
		good = output_write(report, path, exh_writer_bytes(out));
	exh_writer_free(out);
	return good;
}

bool output_write_text(struct report *report, const char *path, struct exh_writer *out)
{
	struct exh_error err;

	return output_write_encoded(report, path, EXH_OK, out, &err);
}

bool output_write_json(struct report *report, const char *path, struct json *document)
{
	struct exh_writer out = { .limit = SIZE_MAX };

	json_append(document, &out, NULL);
	return output_write_text(report, path, &out);
}

void output_write_result(struct report *report, const char *path, bool as_json,
			 struct exh_writer *text, struct json *result)
{
	const struct common *common = report->common;

	if ((common->output || !common->json) &&
	    (as_json ? output_write_json(report, path,
					 json_result(report->command, result))
		     : output_write_text(report, path, text)) &&
	    common->output)
		result_output(result, path);
	exh_writer_free(text);
}

char *temporary_folder_make(struct report *report, const char *file)
{
	const char *place = getenv("TMPDIR");
	char *path = leftovers_folder_name(place && *place ? place : "/tmp");

	if (disk_make_temporary_folder(path) == 0) {
		unfinished_add(path);
		return path;
	}
	report_error(report, file ? file : path, EXH_NO_OFFSET,
		     "can't make a temporary folder: %s", strerror(errno));
	free(path);
	return NULL;
}

void temporary_folder_end(char *path)
{
	if (path)
		unfinished_remove_all(path);
	free(path);
}
