#include "debug.h"

#include "task/file.h"
#include "task/memory.h"

#include <exhume/sci.h>
#include <exhume/advanced/sci_source.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FILE_LIMIT = 1 << 22, MEMORY = 1 << 26 };

struct debug_script {
	unsigned number;
	const char **names; /* NULL: unknown */
	size_t count;
};

/* Returns a script's number by the name of its file, which ends in .sc. */
static bool number_of(const struct exh_sci_project *project, const char *name,
		      uint16_t *out)
{
	const size_t size = strlen(name) - 3;

	for (size_t i = 0; i < project->count; i++) {
		const struct exh_sci_project_name *item = &project->names[i];

		if (item->type == EXH_SCI_SCRIPT && item->name.size == size &&
		    !strncasecmp((const char *)item->name.data, name, size)) {
			*out = item->number;
			return true;
		}
	}
	return false;
}

/* False: the arena's limit is exceeded. */
static bool add(struct debug_names *names, const struct exh_sci_source *source)
{
	struct debug_script made = {
		source->number,
		exh_alloc(&names->arena, source->count + 1, sizeof *made.names),
		source->count,
	};

	if (!made.names)
		return false;
	for (size_t i = 0; i < source->count; i++) {
		if (!source->names[i].size)
			continue;
		made.names[i] =
			(const char *)exh_memdup(&names->arena, source->names[i]).data;
		if (!made.names[i])
			return false;
	}
	*MEM_ADD(names) = made;
	return true;
}

static void read_source(struct debug_names *names, const struct files *files,
			const char *name, const struct exh_sci_project *project,
			struct report *report)
{
	struct exh_arena arena = { .limit = MEMORY };
	char *path = files_path(files, name);
	struct exh_sci_source source;
	struct exh_error err;
	struct file file = { NULL, 0 };

	if (files_read(files, name, FILE_LIMIT, &file, &err) ||
	    exh_sci_source_read(file_bytes(&file), &arena, &source, &err))
		report_failure(report, path, &err);
	else if (!source.has_number && !number_of(project, name, &source.number))
		report_warning(report, path, EXH_NO_OFFSET,
			       "it does not say which script it is: expected "
			       "(script NUMBER)");
	else if (!add(names, &source))
		report_error(report, path, EXH_NO_OFFSET,
			     "the names are larger than the limit of %d bytes", MEMORY);
	free(file.data);
	exh_arena_free(&arena);
	free(path);
}

bool debug_names_read(struct debug_names *names, const char *folder,
		      const struct exh_sci_project *project, struct report *report)
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
	free(names->items);
}

const char *debug_name_of(const struct debug_names *names, unsigned script,
			  size_t variable)
{
	for (size_t i = 0; i < names->count; i++)
		if (names->items[i].number == script && variable < names->items[i].count)
			return names->items[i].names[variable];
	return NULL;
}
