/* What is pressed in a run: an input script, played frame by frame. */
#ifndef CMD_PLAY_INPUT_SCRIPT_H
#define CMD_PLAY_INPUT_SCRIPT_H

#include "engine.h"

struct sandbox;

struct input_script {
	const struct exh_input *input; /* NULL: nothing is pressed */
	struct exh_input_cursor cursor;
	bool has_devices; /* it has more than keys */
	struct exh_arena arena;
};

/* path "-": standard input; NULL: no script. Files that it includes lie beside the one
 * that asks for them. False: the report has why. Close it either way. */
bool input_script_open(struct input_script *script, const char *path,
		       const struct exh_input_keys *keys, struct report *report);
void input_script_close(struct input_script *script);

/* Frames in all, or EXH_INPUT_ENDLESS. */
uint64_t input_script_length(const struct input_script *script);

/* Moves to just before that frame. The player gets the input of the frames before it. */
void input_script_seek(struct input_script *script, uint64_t frame,
		       const struct engine_type *type, void *player);

bool input_script_has_acts(const struct input_script *script);

/* The next frame, or the act before it; false at the end: then nothing is pressed. */
bool input_script_take(struct input_script *script, struct exh_input_frame *frame);
/* Of the next frame; after the end nothing is pressed. */
struct exh_input_frame input_script_next(struct input_script *script);

/* Adds what a run reads and writes for this script: the ones that it includes, and the
 * folders that pictures of failed acts go to. */
void input_script_files(const char *path, struct sandbox *sandbox);

#endif
