#include "pack_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_folder_of(const char *path, struct report *report)
{
	struct exh_error err;

	if (file_make_folder_of(path, &err) == EXH_OK)
		return true;
	report_failure(report, path, &err);
	return false;
}

static bool are_different(const struct file_output *outputs, size_t count,
			  struct report *report)
{
	for (size_t i = 1; i < count; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(outputs[i].path, outputs[k].path) == 0) {
				report_error(report, outputs[i].path, EXH_NO_OFFSET,
					     "two of the files that are written have "
					     "this name");
				return false;
			}
	return true;
}

/* Beside a device is the folder of devices, no place for tables. */
static bool are_files(const struct file_output *outputs, size_t count,
		      struct report *report)
{
	for (size_t i = 0; i < count; i++)
		if (file_is_special(outputs[i].path)) {
			report_error(report, outputs[i].path, EXH_NO_OFFSET,
				     "a device or a pipe, expected a file: others are "
				     "written beside it");
			return false;
		}
	return true;
}

bool pack_write(const struct file_output *outputs, size_t count, struct report *report)
{
	struct exh_error err;
	size_t failed;

	if (!are_different(outputs, count, report) || !are_files(outputs, count, report))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!make_folder_of(outputs[i].path, report))
			return false;
	if (file_write_together(outputs, count, report->common->force, &failed, &err) ==
	    EXH_OK)
		return true;
	report_failure(report, outputs[failed].path, &err);
	return false;
}

void pack_report_saved(const struct report *report, const char *archive, size_t before,
		       size_t after)
{
	if (after <= before)
		report_say(report,
			   "%s: the new dictionary saves %zu bytes: %zu instead of %zu",
			   archive, before - after, after, before);
	else
		report_say(report,
			   "%s: the new dictionary takes %zu bytes more: %zu instead of "
			   "%zu",
			   archive, after - before, after, before);
}
