#include "scr_file.h"
#include "task/json.h"
#include "task/strings.h"

#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	MAX_FINDINGS = 100000,
	MAX_DEPTH = 8, /* of folders below those of --data */
	TEXT_SIZE = 192,
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

static void find(struct lint *lint, size_t file, uint32_t line, uint32_t column,
		 const char *kind, const char *format, ...)
	__attribute__((format(printf, 6, 7)));

static void find(struct lint *lint, size_t file, uint32_t line, uint32_t column,
		 const char *kind, const char *format, ...)
{
	char text[TEXT_SIZE];
	va_list args;

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
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	lint->items[lint->count++] =
		(struct finding){ file, line, column, kind, strdup(text) };
}

static void add_problem(void *context, const struct exh_zv_problem *problem)
{
	struct lint *lint = context;

	find(lint, lint->file, problem->line, problem->column,
	     exh_zv_problem_name(problem->kind), "%s", problem->text);
}

/*
 * Keys.
 */

/* What the uses of one key are, as bits of their kinds. */
static unsigned kinds_of(const struct scr_use *uses, size_t count)
{
	unsigned kinds = 0;

	for (size_t i = 0; i < count; i++)
		kinds |= 1U << uses[i].use.kind;
	return kinds;
}

static const struct scr_use *first_of(const struct scr_use *uses, size_t count,
				      unsigned kinds)
{
	for (size_t i = 0; i < count; i++)
		if (kinds & 1U << uses[i].use.kind)
			return &uses[i];
	return NULL;
}

static bool is_disabled(const struct exh_zv_node *puzzle)
{
	for (const struct exh_zv_node *block = puzzle->first; block; block = block->next)
		for (const struct exh_zv_node *node = block->first;
		     node && block->kind == EXH_ZV_FLAGS; node = node->next)
			if (node->kind == EXH_ZV_FLAG && node->key == EXH_ZV_DISABLED)
				return true;
	return false;
}

static void check_key(struct lint *lint, const struct scr_use *uses, size_t count)
{
	enum {
		READ = 1U << EXH_ZV_USE_READ,
		WRITE = 1U << EXH_ZV_USE_WRITE,
		ENABLE = 1U << EXH_ZV_USE_ENABLE,
		SWITCH = ENABLE | 1U << EXH_ZV_USE_DISABLE,
		OWN = 1U << EXH_ZV_USE_PUZZLE | 1U << EXH_ZV_USE_CONTROL,
	};
	const unsigned kinds = kinds_of(uses, count);
	const struct scr_use *read = first_of(uses, count, READ);
	const struct scr_use *change = first_of(uses, count, SWITCH);
	const int64_t key = uses->use.key;

	if (read && !(kinds & (WRITE | OWN)) && !exh_zv_key_meaning(key))
		find(lint, read->file, read->use.line, read->use.column, "never-written",
		     "key %" PRId64 " is read, but nothing in these scripts writes it",
		     key);
	if (change && !(kinds & OWN))
		find(lint, change->file, change->use.line, change->use.column,
		     "nothing-to-switch",
		     "no puzzle and no control %" PRId64 " in these scripts", key);
	for (size_t i = 0; i < count && !(kinds & ENABLE); i++)
		if (uses[i].use.kind == EXH_ZV_USE_PUZZLE &&
		    is_disabled(uses[i].use.owner))
			find(lint, uses[i].file, uses[i].use.line, uses[i].use.column,
			     "unreached",
			     "puzzle %" PRId64
			     " never runs: it is DISABLED, and nothing in these scripts "
			     "enables it",
			     key);
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
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	if (!dir && !depth)
		report_error(lint->set->report, folder, EXH_NO_OFFSET,
			     "no folder that can be read");
	while (dir && (entry = readdir(dir))) {
		char *path = file_join(folder, entry->d_name);
		struct stat about;

		if (entry->d_name[0] != '.' && path && lstat(path, &about) == 0) {
			if (S_ISDIR(about.st_mode) && depth < MAX_DEPTH)
				add_folder(lint, path, depth + 1);
			else
				add_name(lint, entry->d_name);
		}
		free(path);
	}
	if (dir)
		closedir(dir);
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
	for (size_t i = 0; i < set->data->count; i++)
		add_folder(lint, set->data->items[i], 0);
	if (lint->name_count)
		qsort(lint->names, lint->name_count, sizeof *lint->names, by_text);
}

static bool has_name(const struct lint *lint, const char *name)
{
	return lint->name_count && bsearch(&name, lint->names, lint->name_count,
					   sizeof *lint->names, by_text);
}

/* A sound may be there as a patch alone. */
static bool has_file(const struct lint *lint, char *name)
{
	static const char *const others[] = { ".src", ".ifp", ".raw" };
	char *dot = strrchr(name, '.');

	if (has_name(lint, name))
		return true;
	if (!dot || (strcmp(dot, ".raw") != 0 && strcmp(dot, ".src") != 0))
		return false;
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		memcpy(dot, others[i], 4);
		if (has_name(lint, name))
			return true;
	}
	return false;
}

static void check_file(struct lint *lint, const struct scr_use *use)
{
	char name[64], tried[64];
	size_t size = use->use.text.size;

	if (size >= sizeof name)
		size = sizeof name - 1;
	for (size_t i = 0; i < size; i++)
		name[i] = (char)tolower(use->use.text.data[i]);
	name[size] = '\0';
	memcpy(tried, name, sizeof tried);
	if (!has_file(lint, tried))
		find(lint, use->file, use->use.line, use->use.column, "no-file",
		     "no file \"%s\" in the folders of --data", name);
}

static void check_place(struct lint *lint, const struct scr_use *use)
{
	char name[sizeof use->use.place + sizeof ".scr"];

	if (!use->use.place[0] || strcmp(use->use.place, "0000") == 0)
		return;
	snprintf(name, sizeof name, "%s.scr", use->use.place);
	if (!has_name(lint, name))
		find(lint, use->file, use->use.line, use->use.column, "no-place",
		     "no %s in the folders of --data or among the scripts", name);
}

static void check_uses(struct lint *lint, const struct scr_uses *uses)
{
	const bool files = lint->set->data->count > 0;

	for (size_t i = 0; i < uses->count;) {
		const struct scr_use *use = &uses->items[i];
		const size_t count = scr_same_key(uses, i);

		if (count)
			check_key(lint, use, count);
		else if (files && use->use.kind == EXH_ZV_USE_FILE)
			check_file(lint, use);
		else if (files && use->use.kind == EXH_ZV_USE_PLACE)
			check_place(lint, use);
		i += count ? count : 1;
	}
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
	char line[TEXT_SIZE + 128];
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
	struct scr_uses uses;

	for (size_t i = 0; i < set->count; i++) {
		lint.file = i;
		if (set->scripts[i].good &&
		    !exh_zv_script_problems(&set->scripts[i].script, add_problem, &lint))
			lint.no_memory = true;
	}
	scr_collect(set->scripts, set->count, &uses);
	lint.no_memory |= uses.failed;
	if (set->data->count)
		collect_names(&lint);
	check_uses(&lint, &uses);
	print_findings(&lint);
	for (size_t i = 0; i < lint.count; i++)
		free(lint.items[i].text);
	for (size_t i = 0; i < lint.name_count; i++)
		free(lint.names[i]);
	free(lint.items);
	free(lint.names);
	free(uses.items);
}
