#include "debug_names.h"

#include "task/files.h"

#include <exhume/sci0.h>
#include <exhume/sci0_source.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FILE_LIMIT = 1 << 22, MEMORY = 1 << 26 };

struct debug_script {
	unsigned number;
	const char **names; /* NULL: unknown */
	size_t count;
};

/* A script's number by the name of its file, without .sc. */
static bool number_of(const struct exh_sci0_project *project, const char *name,
		      uint16_t *out)
{
	const size_t size = strlen(name) - 3;

	for (size_t i = 0; i < project->count; i++) {
		const struct exh_sci0_project_name *item = &project->names[i];

		if (item->type == EXH_SCI0_SCRIPT && item->name.size == size &&
		    !strncasecmp((const char *)item->name.data, name, size)) {
			*out = item->number;
			return true;
		}
	}
	return false;
}

static const char *text_of(struct exh_arena *arena, struct exh_bytes name)
{
	char *text = name.size ? exh_alloc(arena, name.size + 1, 1) : NULL;

	if (text)
		memcpy(text, name.data, name.size);
	return text;
}

static void add(struct debug_names *names, const struct exh_sci0_source *source)
{
	struct debug_script *scripts =
		realloc(names->scripts, (names->count + 1) * sizeof *scripts);
	struct debug_script *made;

	if (!scripts)
		return;
	names->scripts = scripts;
	made = &scripts[names->count];
	*made = (struct debug_script){ .number = source->number };
	made->names = exh_alloc(&names->arena, source->count + 1, sizeof *made->names);
	if (!made->names)
		return;
	made->count = source->count;
	for (size_t i = 0; i < source->count; i++)
		made->names[i] = text_of(&names->arena, source->names[i]);
	names->count++;
}

static void read_source(struct debug_names *names, const struct files *files,
			const char *name, const struct exh_sci0_project *project,
			struct report *report)
{
	struct exh_arena arena = { .limit = MEMORY };
	char *path = files_path(files, name);
	struct exh_sci0_source source;
	struct exh_error err;
	struct file file = { NULL, 0 };

	if (files_read(files, name, FILE_LIMIT, &file, &err) ||
	    exh_sci0_source_read(file_bytes(&file), &arena, &source, &err))
		report_failure(report, path, &err);
	else if (source.has_number || number_of(project, name, &source.number))
		add(names, &source);
	else
		report_warning(report, path, EXH_NO_OFFSET,
			       "it does not say which script it is: expected "
			       "(script NUMBER)");
	free(file.data);
	exh_arena_free(&arena);
	free(path);
}

bool debug_names_read(struct debug_names *names, const char *folder,
		      const struct exh_sci0_project *project, struct report *report)
{
	struct files *files = files_open_folder(folder);

	names->arena.limit = MEMORY;
	for (size_t i = 0; i < files_count(files); i++)
		if (file_has_ending(files_name(files, i), ".sc"))
			read_source(names, files, files_name(files, i), project, report);
	files_close(files);
	if (!names->count)
		report_error(report, folder, EXH_NO_OFFSET,
			     "there is no source of a script (.sc) that can be read");
	return names->count;
}

void debug_names_free(struct debug_names *names)
{
	exh_arena_free(&names->arena);
	free(names->scripts);
}

const char *debug_name_of(const struct debug_names *names, unsigned script,
			  size_t variable)
{
	for (size_t i = 0; i < names->count; i++)
		if (names->scripts[i].number == script &&
		    variable < names->scripts[i].count)
			return names->scripts[i].names[variable];
	return NULL;
}
