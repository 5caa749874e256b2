/* What is pressed in a run of Keen Dreams: an input script, played frame by frame. */
#ifndef CMD_PLAY_KEEN_KEEN_SCRIPT_H
#define CMD_PLAY_KEEN_KEEN_SCRIPT_H

#include "task/report.h"

#include <exhume/keen_input.h>

struct keen_script {
	const struct exh_input *input; /* NULL: nothing is pressed */
	struct exh_input_cursor cursor;
	struct exh_keen_devices devices;
	bool has_devices; /* it has more than keys */
	struct exh_arena arena;
};

/* path "-": standard input; NULL: there is none. Files that it includes lie beside the
 * one that asks for them. False: the report has why. Close it either way. */
bool keen_script_open(struct keen_script *script, const char *path,
		      struct report *report);
void keen_script_close(struct keen_script *script);

/* Frames in all, or EXH_INPUT_ENDLESS. */
uint64_t keen_script_length(const struct keen_script *script);

/* To just before that frame. */
void keen_script_seek(struct keen_script *script, uint64_t frame);

/* Of the next frame; after the end nothing is pressed. */
struct exh_keen_controls keen_script_next(struct keen_script *script);

#endif
