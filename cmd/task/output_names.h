/* Where the outputs of an input go: by -o, or in the input's folder. */
#ifndef CMD_TASK_OUTPUT_NAMES_H
#define CMD_TASK_OUTPUT_NAMES_H

#include "report.h"

/* -o names a folder: any name with several inputs; else a folder that exists, or a name
 * that ends with a slash. output may be NULL. */
bool output_is_folder(const char *output, bool several);

/* The path that names an input for its outputs: without slashes at its end, and beside
 * the folder by its own name where it ends with "." or "..". To be freed; NULL when out
 * of memory. */
char *output_input_path(const char *input);

/* Where the one output of an input goes: into its folder, with another ending (see
 * file_with_ending); or under that name into -o, if that is a folder; or to -o. To be
 * freed. */
char *output_file_for(const struct common *common, const char *input, bool several,
		      const char *old_ending, const char *new_ending);

/* Where a folder of outputs goes: INPUT.extracted, or -o, or below -o if there are more.
 */
char *output_folder_for(const struct common *common, const char *input, bool several);
/* The same with another ending. */
char *output_folder_with(const struct common *common, const char *input, bool several,
			 const char *ending);

/*
 * As output_file_for; -o may also be a pattern with a %d for the input's number.
 */
char *output_numbered_for(const struct common *common, const char *input, bool several,
			  unsigned number, const char *old_ending,
			  const char *new_ending);

/* False if this run reads the file, which is reported: see originals.h. */
bool output_is_no_original(struct report *report, const char *path);

/* False if a file exists that is not overwritten, or that this run reads, which is
 * reported: to be called before work starts. True with force, for "-" and for devices. */
bool output_is_free(struct report *report, const char *path);

/* Makes the folders that it lies in, and writes it; "-" is standard output. False if that
 * failed; the report has why. */
bool output_write(struct report *report, const char *path, struct exh_bytes content);

#endif
