#include "output_names.h"

#include "file.h"
#include "path_pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Not the bare stem: archives of several games may lie in one folder. */
char *output_folder_with(const struct common *common, const char *input, bool several,
			 const char *ending)
{
	char *folder;
	size_t size;

	if (common->output && several)
		return file_join(common->output, file_name(input));
	if (common->output)
		return strdup(common->output);
	size = strlen(input) + strlen(ending) + 1;
	folder = malloc(size);
	if (folder)
		snprintf(folder, size, "%s%s", input, ending);
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
	char *name, *path;

	if (output && !in_folder)
		return strdup(output);
	name = file_with_ending(input, old_ending, new_ending);
	if (!in_folder || !name)
		return name;
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

bool output_is_free(struct report *report, const char *path)
{
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
