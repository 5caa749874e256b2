/* A lever: what was read of its file, and what was found in it. */
#ifndef CMD_ASSETS_ZVISION_LEVER_LEVER_FILE_H
#define CMD_ASSETS_ZVISION_LEVER_LEVER_FILE_H

#include "task/report.h"

#include <exhume/zvision_lever.h>

struct lever_file {
	const char *path; /* borrowed */
	struct exh_arena *arena;
	struct exh_zv_lever lever;
	const struct exh_zv_lever_finding *findings;
};

/* Looks for what is wrong; with --strict what breaks it is an error of the report. */
bool lever_file_check(struct lever_file *file, const struct exh_zv_lever_known *known,
		      struct report *report);

/* The name of the animation in UTF-8, as it is written or in lower case; to be freed. */
char *lever_file_animation(const struct lever_file *file, bool lower);

/* Latin-1 as UTF-8; to be freed, too. */
char *lever_text(struct exh_bytes latin1);

/* "up", "down-left" and so on. */
const char *lever_direction_word(int32_t angle);

#endif
