#include "scr_file.h"
#include "task/files.h"
#include "task/json.h"
#include "task/strings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_FINDINGS = 100000,
	MAX_DEPTH = 8, /* of folders below those of --data */
};

struct finding {
	size_t file; /* which of the scripts */
	uint32_t line, column;
	const char *kind; /* static */
	char *text;
};

struct lint {
	const struct scr_set *set;
	size_t file; /* of the problems that come */
	struct finding *items;
	size_t count, capacity;
	size_t left_out; /* above MAX_FINDINGS */
	bool no_memory;
	/* Of the game's files and the scripts, in lower case and sorted. */
	char **names;
	size_t name_count, name_capacity;
};

static void find(struct lint *lint, size_t file, const struct exh_zv_problem *problem)
{
	if (lint->count == MAX_FINDINGS) {
		lint->left_out++;
		return;
	}
	if (lint->count == lint->capacity) {
		const size_t capacity = lint->capacity ? lint->capacity * 2 : 64;
		struct finding *items = realloc(lint->items, capacity * sizeof *items);

		if (!items) {
			lint->no_memory = true;
			return;
		}
		lint->items = items;
		lint->capacity = capacity;
	}
	lint->items[lint->count++] =
		(struct finding){ file, problem->line, problem->column,
				  exh_zv_problem_name(problem->kind),
				  strdup(problem->text) };
}

static void add_problem(void *context, const struct exh_zv_problem *problem)
{
	struct lint *lint = context;

	find(lint, lint->file, problem);
}

static void add_set_problem(void *context, size_t script,
			    const struct exh_zv_problem *problem)
{
	find(context, script, problem);
}

/*
 * Files and places.
 */

static void add_name(struct lint *lint, const char *name)
{
	char *copy;

	if (lint->name_count == lint->name_capacity) {
		const size_t capacity =
			lint->name_capacity ? 2 * lint->name_capacity : 256;
		char **names = realloc(lint->names, capacity * sizeof *names);

		if (!names) {
			lint->no_memory = true;
			return;
		}
		lint->names = names;
		lint->name_capacity = capacity;
	}
	copy = strdup(name);
	if (!copy) {
		lint->no_memory = true;
		return;
	}
	for (size_t i = 0; copy[i]; i++)
		copy[i] = (char)tolower((unsigned char)copy[i]);
	lint->names[lint->name_count++] = copy;
}

static void add_folder(struct lint *lint, const char *folder, unsigned depth)
{
	struct files *files = files_open_folder(folder);

	lint->no_memory |= !files;
	for (size_t i = 0; i < files_count(files); i++) {
		const char *name = files_name(files, i);
		char *path;

		if (*name == '.')
			continue;
		if (!files_is_folder(files, name) || depth == MAX_DEPTH) {
			add_name(lint, name);
			continue;
		}
		path = files_path(files, name);
		if (path)
			add_folder(lint, path, depth + 1);
		lint->no_memory |= !path;
		free(path);
	}
	files_close(files);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void collect_names(struct lint *lint)
{
	const struct scr_set *set = lint->set;

	for (size_t i = 0; i < set->count; i++)
		add_name(lint, file_name(set->scripts[i].path));
	for (size_t i = 0; i < set->data->count; i++) {
		if (!file_is_folder(set->data->items[i]))
			report_error(lint->set->report, set->data->items[i],
				     EXH_NO_OFFSET, "not a readable folder");
		add_folder(lint, set->data->items[i], 0);
	}
	if (lint->name_count)
		qsort(lint->names, lint->name_count, sizeof *lint->names, by_text);
}

static bool has_name(void *context, const char *name)
{
	const struct lint *lint = context;

	return lint->name_count && bsearch(&name, lint->names, lint->name_count,
					   sizeof *lint->names, by_text);
}

/*
 * What came of it.
 */

static int by_position(const void *a, const void *b)
{
	const struct finding *one = a, *other = b;

	if (one->file != other->file)
		return one->file < other->file ? -1 : 1;
	if (one->line != other->line)
		return one->line < other->line ? -1 : 1;
	if (one->column != other->column)
		return one->column < other->column ? -1 : 1;
	return strcmp(one->kind, other->kind);
}

static void print_finding(const struct lint *lint, const struct finding *finding,
			  json_t *list)
{
	const char *path = lint->set->scripts[finding->file].path;
	const char *text = finding->text ? finding->text : "";
	char line[sizeof(((struct exh_zv_problem *)0)->text) + 128];
	json_t *json = json_pack("{s:i, s:i, s:s}", "line", (int)finding->line, "column",
				 (int)finding->column, "kind", finding->kind);

	json_object_set_new(json, "file", json_text(path));
	json_object_set_new(json, "text", json_text(text));
	json_array_append_new(list, json);
	exh_write_bytes(lint->set->text, path, strlen(path));
	snprintf(line, sizeof line, ":%u:%u: %s [%s]\n", (unsigned)finding->line,
		 (unsigned)finding->column, text, finding->kind);
	exh_write_bytes(lint->set->text, line, strlen(line));
}

static void print_findings(struct lint *lint)
{
	struct report *report = lint->set->report;
	json_t *list = json_array();

	if (lint->count)
		qsort(lint->items, lint->count, sizeof *lint->items, by_position);
	for (size_t i = 0; i < lint->count; i++)
		print_finding(lint, &lint->items[i], list);
	json_object_set_new(lint->set->result, "findings", list);
	report_say(report, "%zu finding%s", lint->count, lint->count == 1 ? "" : "s");
	if (lint->left_out)
		report_warning(report, NULL, EXH_NO_OFFSET, "%zu more are left out",
			       lint->left_out);
	if (lint->count && report->common->strict)
		report->failed = true;
	if (lint->no_memory)
		report_error(report, NULL, EXH_NO_OFFSET, "out of memory");
}

void scr_lint(const struct scr_set *set)
{
	struct lint lint = { .set = set };
	struct exh_zv_set_uses uses;

	for (size_t i = 0; i < set->count; i++) {
		lint.file = i;
		if (set->scripts[i].script &&
		    !exh_zv_script_problems(set->scripts[i].script, add_problem, &lint))
			lint.no_memory = true;
	}
	lint.no_memory |= !scr_uses(set, &uses);
	if (set->data->count)
		collect_names(&lint);
	exh_zv_set_problems(&uses, set->data->count ? has_name : NULL, add_set_problem,
			    &lint);
	print_findings(&lint);
	for (size_t i = 0; i < lint.count; i++)
		free(lint.items[i].text);
	for (size_t i = 0; i < lint.name_count; i++)
		free(lint.names[i]);
	free(lint.items);
	free(lint.names);
	exh_zv_set_uses_free(&uses);
}
