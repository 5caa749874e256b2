/* egagrab --pack: an archive with its tables, out of the folder that egagrab filled. */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_REPACK_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_REPACK_H

#include "task/report.h"
#include "task/strings.h"

/* NULL: the manifest's own, or beside the archive under the name it had. */
struct repack_options {
	const char *folder, *output;
	const char *dict, *layout;
	const char *head_out, *dict_out;
	const char *exe;		 /* that has the old tables ... */
	const char *exe_out, *patch_out; /* ... and what is made of it; NULL: nothing */
	bool optimize, quantize;
	bool sheets; /* pictures come from sheets rather than single files */
	struct strings named_sheets; /* the JSON of more of them */
};

/* Writes the three files or none of them, and adds to result what was done. */
void keen_repack(const struct repack_options *options, struct report *report,
		 json_t *result);

#endif
