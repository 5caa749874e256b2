/* Where the outputs of an input go, by -o or beside it, and how the only one is written.
 */
#ifndef CMD_TASK_OUTPUT_NAMES_H
#define CMD_TASK_OUTPUT_NAMES_H

#include "report.h"

/* Is -o, if there is one, the name of a folder? With several inputs any is; else one that
 * exists, or that ends in a slash. */
bool output_is_folder(const char *output, bool several);

/* Where the one output of an input goes: beside it, with another ending as
 * file_with_ending has it; or likewise in -o, if that is a folder; or -o. To be freed. */
char *output_file_for(const struct common *common, const char *input, bool several,
		      const char *old_ending, const char *new_ending);

/* Where a folder of outputs goes: INPUT.extracted, or -o, or below -o if there are more.
 */
char *output_folder_for(const struct common *common, const char *input, bool several);

/*
 * As output_file_for; but -o may be a pattern with a %d for the input's number, too.
 */
char *output_numbered_for(const struct common *common, const char *input, bool several,
			  unsigned number, const char *old_ending,
			  const char *new_ending);

/* Makes the folders that it lies in, and writes it; "-" is standard output. False if that
 * failed, which is told. */
bool output_write(struct report *report, const char *path, struct exh_bytes content);

#endif
