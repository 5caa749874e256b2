/* What packing writes: files that only make sense together, and what was saved. */
#ifndef CMD_TASK_PACK_FILES_H
#define CMD_TASK_PACK_FILES_H

#include "file.h"
#include "report.h"

/*
 * Makes the folders and writes all of the files or none; false if that failed. Two that
 * bear one name are an error, as are those that exist, without -f.
 */
bool pack_write(const struct file_output *outputs, size_t count, struct report *report);

/* Says what a new dictionary saved: sizes of the archive before and after. */
void pack_report_saved(const struct report *report, const char *archive, size_t before,
		       size_t after);

#endif
