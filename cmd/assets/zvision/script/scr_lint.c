#include "zv_script.h"
#include "task/file.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 8 /* levels of folders below those of --data */ };

struct lint {
	const struct scr_set *set;
	/* Names of the game's files and the scripts, in lower case and sorted. */
	struct {
		char **items;
		size_t count, capacity;
	} names;
};

static void add_name(struct lint *lint, const char *name)
{
	*MEM_ADD(&lint->names) = text_lower(name);
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
			add_name(lint, name);
			continue;
		}
		path = files_path(files, name);
		add_folder(lint, path, depth + 1);
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
	if (lint->names.count)
		qsort(lint->names.items, lint->names.count, sizeof *lint->names.items,
		      by_text);
}

static bool has_name(void *context, const char *name)
{
	const struct lint *lint = context;

	return lint->names.count && bsearch(&name, lint->names.items, lint->names.count,
					    sizeof *lint->names.items, by_text);
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

	if (set->data->count)
		collect_names(&lint);
	if (!exh_zv_set_lint(scripts, set->count, set->data->count ? has_name : NULL,
			     &lint, &findings))
		mem_end();
	print_findings(set, &findings);
	for (size_t i = 0; i < lint.names.count; i++)
		free(lint.names.items[i]);
	free(lint.names.items);
	exh_zv_findings_free(&findings);
	free((void *)scripts);
}
