#include "input_script.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 64 << 20, MEMORY_LIMIT = 256 << 20 /* bytes */ };

/* Files that are included live until all is read. */
struct included {
	struct included *before;
	struct file file;
	char *path;
};

struct reading {
	struct included *last;
};

static enum exh_status no_memory(struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

static enum exh_status include(void *context, const char *name, const char *from,
			       struct exh_input_text *text, struct exh_error *err)
{
	struct reading *reading = context;
	struct included *included = calloc(1, sizeof *included);
	enum exh_status status;

	if (!included)
		return no_memory(err);
	included->before = reading->last;
	reading->last = included;
	included->path = *name == '/' ? strdup(name) : file_sibling(from, name);
	if (!included->path)
		return no_memory(err);
	status = file_read(included->path, MAX_FILE, &included->file, err);
	if (status)
		return status;
	*text = (struct exh_input_text){ included->path, file_bytes(&included->file) };
	return EXH_OK;
}

static void free_included(struct reading *reading)
{
	while (reading->last) {
		struct included *included = reading->last;

		reading->last = included->before;
		free(included->file.data);
		free(included->path);
		free(included);
	}
}

bool input_script_open(struct input_script *script, const char *path,
		       const struct exh_input_keys *keys, struct report *report)
{
	struct reading reading = { NULL };
	struct exh_input_text text;
	struct exh_error err;
	struct file file;
	bool good;

	*script = (struct input_script){ .arena = { .limit = MEMORY_LIMIT } };
	if (!path)
		return true;
	if (!report_read(report, path, MAX_FILE, &file))
		return false;
	text = (struct exh_input_text){ path, file_bytes(&file) };
	good = exh_input_read(&text, keys, include, &reading, &script->arena,
			      &script->input, &err) == EXH_OK;
	if (!good)
		report_failure(report, path, &err);
	free_included(&reading);
	free(file.data);
	if (!good)
		return false;
	script->has_devices = exh_input_has_devices(script->input);
	exh_input_start(&script->cursor);
	return true;
}

void input_script_close(struct input_script *script)
{
	exh_arena_free(&script->arena);
}

uint64_t input_script_length(const struct input_script *script)
{
	return script->input ? exh_input_length(script->input) : 0;
}

bool input_script_has_acts(const struct input_script *script)
{
	return script->input && exh_input_has_acts(script->input);
}

bool input_script_take(struct input_script *script, struct exh_input_frame *frame)
{
	*frame = (struct exh_input_frame){ 0 };
	return script->input && exh_input_next(script->input, &script->cursor, frame);
}

struct exh_input_frame input_script_next(struct input_script *script)
{
	struct exh_input_frame frame = { 0 };

	if (script->input)
		exh_input_next(script->input, &script->cursor, &frame);
	return frame;
}

void input_script_seek(struct input_script *script, uint64_t frame,
		       const struct engine_type *type, void *player)
{
	if (!script->input)
		return;
	if (!script->has_devices) {
		exh_input_seek(script->input, &script->cursor, frame);
		return;
	}
	/* What keys are held follows from all that was sent before. */
	exh_input_start(&script->cursor);
	type->release(player);
	while (frame-- && script->cursor.frame < input_script_length(script)) {
		const struct exh_input_frame input = input_script_next(script);

		type->press(player, &input);
	}
}
