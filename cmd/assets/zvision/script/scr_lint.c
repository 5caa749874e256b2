#include "zv_script.h"
#include "task/file.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 8 /* levels of folders below those of --data */ };

struct name {
	char *lower; /* name in lower case, without folders */
	char *path;  /* NULL: a script, in which only its name counts */
};

struct lint {
	const struct scr_set *set;
	/* Files of --data and the scripts, sorted by name. */
	struct {
		struct name *items;
		size_t count, capacity;
	} names;
};

/* Takes over the path. */
static void add_name(struct lint *lint, const char *name, char *path)
{
	*MEM_ADD(&lint->names) = (struct name){ text_lower(name), path };
}

static void add_folder(struct lint *lint, const char *folder, unsigned depth)
{
	struct files *files = files_open_folder(folder);

	for (size_t i = 0; i < files_count(files); i++) {
		const char *name = files_name(files, i);
		char *path;

		if (*name == '.')
			continue;
		if (!files_is_folder(files, name) || depth == MAX_DEPTH) {
			add_name(lint, name, files_path(files, name));
			continue;
		}
		path = files_path(files, name);
		add_folder(lint, path, depth + 1);
		free(path);
	}
	files_close(files);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct name *)a)->lower, ((const struct name *)b)->lower);
}

static void collect_names(struct lint *lint)
{
	const struct scr_set *set = lint->set;

	for (size_t i = 0; i < set->count; i++)
		add_name(lint, file_name(set->scripts[i].path), NULL);
	for (size_t i = 0; i < set->data->count; i++) {
		if (!file_is_folder(set->data->items[i]))
			report_error(lint->set->report, set->data->items[i],
				     EXH_NO_OFFSET, "not a readable folder");
		add_folder(lint, set->data->items[i], 0);
	}
	if (lint->names.count)
		qsort(lint->names.items, lint->names.count, sizeof *lint->names.items,
		      by_name);
}

static const struct name *find_name(const struct lint *lint, const char *name)
{
	const struct name wanted = { .lower = (char *)name };

	return lint->names.count ? bsearch(&wanted, lint->names.items, lint->names.count,
					   sizeof *lint->names.items, by_name)
				 : NULL;
}

static bool has_name(void *context, const char *name)
{
	const struct lint *lint = context;

	/* Only the scripts are known if there is no --data. */
	if (!lint->set->data->count && !file_has_ending(name, ".scr"))
		return true;
	return find_name(lint, name) != NULL;
}

/*
 * Sizes of films, from the first bytes of their files.
 */

static size_t number_at(const uint8_t *at)
{
	return at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16 | (size_t)at[3] << 24;
}

static bool read_size(const struct file_reader *reader, size_t *width, size_t *height)
{
	enum { RLF_WIDTH = 156, AVI_WIDTH = 64, HEAD = RLF_WIDTH + 8 };
	uint8_t head[HEAD];
	const uint8_t *at;

	if (reader->size < HEAD || file_reader_read(reader, 0, head, HEAD, NULL))
		return false;
	if (memcmp(head, "FELR", 4) == 0)
		at = head + RLF_WIDTH;
	else if (memcmp(head, "RIFF", 4) == 0 && memcmp(head + 24, "avih", 4) == 0)
		at = head + AVI_WIDTH;
	else
		return false;
	*width = number_at(at);
	*height = number_at(at + 4);
	return *width && *height && *width <= INT16_MAX && *height <= INT16_MAX;
}

static bool open_film(const struct lint *lint, const char *name,
		      struct file_reader *reader)
{
	const struct name *file = find_name(lint, name);

	for (size_t i = 0; i < lint->set->game_count; i++) {
		const struct files *files = lint->set->games[i]->files;
		const char *found = files_find(files, name);

		if (found && !files_reader_open(files, found, reader, NULL))
			return true;
	}
	return file && file->path && !file_reader_open(reader, file->path, NULL);
}

static bool film_size(void *context, const char *name, size_t *width, size_t *height)
{
	struct file_reader reader;
	bool good;

	if (!open_film(context, name, &reader))
		return false;
	good = read_size(&reader, width, height);
	file_reader_close(&reader);
	return good;
}

/*
 * Results.
 */

static void print_finding(const struct scr_set *set, const struct exh_zv_finding *finding,
			  struct json *list)
{
	const char *path = set->scripts[finding->script].path;
	const struct exh_zv_problem *problem = &finding->problem;
	const struct scr_problem row = scr_problem_row(problem, path);

	json_push(list, fields_to_json(&scr_problem_fields, &row));
	text_put(set->text, "%s:%u:%u: %s [%s]\n", path, (unsigned)problem->line,
		 (unsigned)problem->column, problem->text, row.kind);
}

static void print_findings(const struct scr_set *set,
			   const struct exh_zv_findings *findings)
{
	struct report *report = set->report;
	struct json *list = json_new_list();

	for (size_t i = 0; i < findings->count; i++)
		print_finding(set, &findings->items[i], list);
	fields_put(&scr_set_fields, &(struct scr_set_row){ .findings = list },
		   set->result);
	report_info(report, "%zu finding%s", findings->count,
		    findings->count == 1 ? "" : "s");
	if (findings->left_out)
		report_warning(report, NULL, EXH_NO_OFFSET, "%zu more are left out",
			       findings->left_out);
	if (findings->count && report->common->strict)
		report->failed = true;
}

void scr_lint(const struct scr_set *set)
{
	const struct exh_zv_script **scripts = scr_scripts(set);
	struct lint lint = { .set = set };
	struct exh_zv_findings findings = { 0 };
	const bool has_names = set->data->count || set->game_count;
	const struct exh_zv_lint_sources sources = {
		.names = scr_names(set),
		.has_file = has_names ? has_name : NULL,
		.film_size = has_names ? film_size : NULL,
		.context = &lint,
		.checks_form = set->bugs,
	};

	if (has_names)
		collect_names(&lint);
	if (!exh_zv_set_lint(scripts, set->count, &sources, &findings))
		mem_end();
	print_findings(set, &findings);
	for (size_t i = 0; i < lint.names.count; i++) {
		free(lint.names.items[i].lower);
		free(lint.names.items[i].path);
	}
	free((void *)sources.names);
	free(lint.names.items);
	exh_zv_findings_free(&findings);
	free((void *)scripts);
}
