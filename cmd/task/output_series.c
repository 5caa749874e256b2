#include "outputs.h"

#include "file.h"
#include "memory.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static char *path_of(const struct output_series *series, uint64_t number)
{
	return path_pattern_is(series->output)
		       ? path_pattern_fill(series->output, (unsigned)number)
		       : mem_text(series->output);
}

/* True if the name is that of an output that may come. */
static bool is_taken(const struct output_series *series, const char *name)
{
	bool taken = false;

	/* The number may stand anywhere, with digits of the pattern around it. */
	for (const char *at = name + strcspn(name, "0123456789"); *at && !taken; at++) {
		char *end, *path = NULL;
		const unsigned long number = strtoul(at, &end, 10);

		if (end == at)
			continue;
		if (number <= UINT32_MAX)
			path = path_of(series, number);
		taken = path && strcmp(file_name(path), name) == 0 &&
			(!series->may_come || series->may_come(series->context, number));
		free(path);
	}
	return taken;
}

/* Returns the reason why an existing file is not replaced; EXH_OK if it may be. */
static enum exh_status judge(const struct output_series *series, const char *path,
			     struct exh_error *err)
{
	if (originals_has(path))
		return exh_within(err, file_fail_original(err), "%s", path);
	return series->force ? EXH_OK
			     : exh_fail(err, EXH_IO, EXH_NO_OFFSET,
					"%s exists; -f overwrites it", path);
}

static enum exh_status judge_taken(const struct output_series *series,
				   struct exh_error *err)
{
	char *path = path_of(series, 0);
	struct files *files = files_open_around(path);
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < files_count(files) && !status; i++) {
		const char *name = files_name(files, i);
		char *taken;

		if (!is_taken(series, name))
			continue;
		taken = files_path(files, name);
		status = judge(series, taken, err);
		free(taken);
	}
	files_close(files);
	free(path);
	return status;
}

enum exh_status output_series_begin(const struct output_series *series,
				    struct exh_error *err)
{
	const char *output = series->output;
	enum exh_status status = EXH_OK;
	char *first;

	if (strcmp(output, "-") == 0 || file_is_special(output))
		return EXH_OK;
	if (path_pattern_is(output))
		status = judge_taken(series, err);
	else if (originals_has(output))
		status = file_fail_original(err);
	else if (!series->force && file_exists(output))
		status = exh_fail(err, EXH_IO, EXH_NO_OFFSET, "exists; -f overwrites it");
	if (status)
		return status;
	first = path_of(series, 0);
	status = file_make_folder_of(first, err);
	free(first);
	return status;
}

enum exh_status output_series_write(const struct output_series *series, uint64_t number,
				    struct exh_bytes content, struct exh_error *err)
{
	char *path = path_of(series, number);
	const char *percent = strchr(series->output, '%');
	enum exh_status status = EXH_OK;

	/* The number may be in the name of the folder. */
	if (percent && strchr(percent, '/'))
		status = file_make_folder_of(path, err);
	if (!status)
		status = strcmp(path, "-") == 0
				 ? file_write_stdout(content.data, content.size, err)
				 : file_write(path, content, series->force, err);
	if (status && path_pattern_is(series->output))
		exh_within(err, status, "%s", file_name(path));
	free(path);
	return status;
}
