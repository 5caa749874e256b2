#include "play.h"

#include "task/memory.h"
#include "task/sandbox.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 64 << 20, MEMORY_LIMIT = 256 << 20 /* bytes */ };

/* Included files stay in memory until all are read. */
struct included {
	struct included *before;
	struct file file;
	char *path;
};

struct reading {
	struct included *last;
};

static enum exh_status include(void *context, const char *name, const char *from,
			       struct exh_input_text *text, struct exh_error *err)
{
	struct reading *reading = context;
	struct included *included = mem_alloc(1, sizeof *included);
	enum exh_status status;

	included->before = reading->last;
	reading->last = included;
	included->path = *name == '/' ? mem_text(name) : file_sibling(from, name);
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
	/* Replays the input, since held keys depend on all frames before. */
	exh_input_start(&script->cursor);
	type->release(player);
	while (frame-- && script->cursor.frame < input_script_length(script)) {
		const struct exh_input_frame input = input_script_next(script);

		type->press(player, &input);
	}
}

/*
 * The files of a script, before it is parsed as one: any possible name after the word
 * include counts.
 */

struct file_search {
	struct sandbox *sandbox;
	unsigned left; /* number of further scripts allowed */
};

enum { MAX_NAME = 255 };

static void add_files(struct file_search *search, const char *path, unsigned depth);

/* Reads a word, or the text between quotes. Returns the text after it. */
static const char *take_name(const char *at, const char *end, char name[MAX_NAME + 1])
{
	const char *ends = " \t\r\n,{}#\"";
	size_t size = 0;

	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	if (at < end && *at == '"') {
		ends = "\n\"";
		at++;
	}
	while (at < end && *at && !strchr(ends, *at) && size < MAX_NAME)
		name[size++] = *at++;
	name[size] = '\0';
	return at;
}

static void add_included(struct file_search *search, const char *path,
			 struct exh_bytes text, unsigned depth)
{
	static const char word[] = "include";
	const char *at = (const char *)text.data, *end = at ? at + text.size : at;

	while (at < end && (at = memmem(at, (size_t)(end - at), word, sizeof word - 1))) {
		char name[MAX_NAME + 1], *included;

		at = take_name(at + sizeof word - 1, end, name);
		if (!*name)
			continue;
		included = *name == '/' ? mem_text(name) : file_sibling(path, name);
		add_files(search, included, depth + 1);
		free(included);
	}
}

static void add_files(struct file_search *search, const char *path, unsigned depth)
{
	struct file file;

	if (depth > EXH_INPUT_DEPTH || !search->left || !file_exists(path))
		return;
	search->left--;
	sandbox_read(search->sandbox, path);
	sandbox_write_beside(search->sandbox, path);
	if (file_is_special(path) || file_read(path, MAX_FILE, &file, NULL))
		return;
	add_included(search, path, file_bytes(&file), depth);
	free(file.data);
}

void input_script_files(const char *path, struct sandbox *sandbox)
{
	struct file_search search = { sandbox, EXH_INPUT_INCLUDES + 1 };

	/* Files that standard input includes are relative to the current folder. */
	if (strcmp(path, "-") == 0)
		sandbox_read(sandbox, ".");
	else
		add_files(&search, path, 0);
}
