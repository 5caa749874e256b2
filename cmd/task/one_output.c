#include "one_output.h"

#include "cli/inputs.h"
#include "file.h"
#include "path_pattern.h"

#include <string.h>

char *one_output_name(const struct common *common, const char *input, bool several,
		      unsigned number, const char *old_ending, const char *new_ending)
{
	if (common->output && path_pattern_is(common->output))
		return path_pattern_fill(common->output, number);
	return inputs_file(common, input, several, old_ending, new_ending);
}

bool one_output_write(struct report *report, const char *path, struct exh_bytes content)
{
	struct exh_error err;

	if (strcmp(path, "-") == 0 || file_make_folder_of(path, &err) == EXH_OK)
		return report_write(report, path, content);
	report_failure(report, path, &err);
	return false;
}
