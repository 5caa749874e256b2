/* Names of variables, out of the sources of a game's scripts. */
#ifndef CMD_ASSETS_SCI0_DEBUG_DEBUG_NAMES_H
#define CMD_ASSETS_SCI0_DEBUG_DEBUG_NAMES_H

#include "task/report.h"

#include <exhume/sci0_project.h>

struct debug_names {
	struct exh_arena arena;
	struct debug_script *items;
	size_t count, capacity;
};

/* All .sc files of a folder; project has the numbers of those that don't say theirs, by
 * the file's name. False, reported, if it can't be read or has none. Always to be
 * freed. */
bool debug_names_read(struct debug_names *names, const char *folder,
		      const struct exh_sci0_project *project, struct report *report);
void debug_names_free(struct debug_names *names);
/* NULL: it is unknown. */
const char *debug_name_of(const struct debug_names *names, unsigned script,
			  size_t variable);

#endif
