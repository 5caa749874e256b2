#include "one_output.h"

#include "io/file.h"
#include "path_pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ends_in_slash(const char *path)
{
	return *path && path[strlen(path) - 1] == '/';
}

static char *rename_input(const char *input, const char *old_ending,
			  const char *new_ending)
{
	const bool known = file_has_ending(input, old_ending) &&
			   strlen(file_name(input)) > strlen(old_ending);
	const size_t stem = strlen(input) - (known ? strlen(old_ending) : 0);
	const size_t size = stem + strlen(new_ending) + 1;
	char *name = malloc(size);

	if (name)
		snprintf(name, size, "%.*s%s", (int)stem, input, new_ending);
	return name;
}

char *one_output_name(const struct common *common, const char *input, bool several,
		      unsigned number, const char *old_ending, const char *new_ending)
{
	const char *output = common->output;
	char *name, *path;

	if (output && path_pattern_is(output))
		return path_pattern_fill(output, number);
	if (output && !several && !ends_in_slash(output) && !file_is_folder(output))
		return strdup(output);
	name = rename_input(input, old_ending, new_ending);
	if (!output || !name)
		return name;
	path = file_join(output, file_name(name));
	free(name);
	return path;
}

bool one_output_write(struct report *report, const char *path, struct exh_bytes content)
{
	struct exh_error err;

	if (strcmp(path, "-") == 0 || file_make_folder_of(path, &err) == EXH_OK)
		return report_write(report, path, content);
	report_failure(report, path, &err);
	return false;
}
