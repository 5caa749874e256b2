#include "zv.h"

#include "task/memory.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	PATH_COLUMN = 5,
	LINE = 512,
	MOST_PLACES = 4096,
	MOST_ENTRIES = 1 << 20,
	MOST_NAME = 31
};

/* A place that nothing can be in. */
static const char nowhere[] = "\\";

void zv_index_free(struct zv_index *index)
{
	for (size_t i = 0; i < index->places.count; i++)
		free(index->places.items[i]);
	for (size_t i = 0; i < index->entries.count; i++)
		free(index->entries.items[i].name);
	free((void *)index->places.items);
	free(index->entries.items);
	*index = (struct zv_index){ 0 };
}

/*
 * Lines.
 */

/* Takes the next line, without blanks around it; cuts off one that is too long. False:
 * there are no more. */
static bool next_line(struct exh_bytes *rest, char line[LINE])
{
	size_t size = 0, start = 0, end;

	if (!rest->size)
		return false;
	while (size < rest->size && rest->data[size] != '\n')
		size++;
	end = size;
	while (end && isspace(rest->data[end - 1]))
		end--;
	while (start < end && isspace(rest->data[start]))
		start++;
	end = end - start < LINE - 1 ? end : start + LINE - 1;
	memcpy(line, rest->data + start, end - start);
	line[end - start] = 0;
	size += size < rest->size;
	rest->data += size;
	rest->size -= size;
	return true;
}

static bool is_dashes(const char *line)
{
	return strncmp(line, "----------", 10) == 0;
}

/*
 * Places.
 */

static bool leads_out(const char *path)
{
	for (const char *at = path; *at; at += strcspn(at, "/"), at += *at == '/')
		if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || !at[2]))
			return true;
	return false;
}

/* The games' own folder is the one that the index is in. Each is looked for once, in this
 * order. */
static const char *without_heads(const char *path)
{
	static const char *const heads[] = { "znemesis", "zgi", "zgi_e", "." };

	path += strspn(path, "/");
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		const size_t size = strlen(heads[i]);

		if (strncasecmp(path, heads[i], size) == 0 &&
		    (path[size] == '/' || !path[size]))
			path += size + strspn(path + size, "/");
	}
	return path;
}

static void add_place(struct zv_index *index, char *path)
{
	size_t size;

	for (char *at = path; *at; at++)
		if (*at == '\\')
			*at = '/';
	size = strlen(path);
	while (size && path[size - 1] == '/')
		path[--size] = 0;
	*MEM_ADD(&index->places) =
		mem_text(leads_out(path) ? nowhere : without_heads(path));
}

/* "DIR: \znemesis\", "CD0: scripts.zfs" */
static void read_place(struct zv_index *index, char *line)
{
	const bool is_place = strncasecmp(line, "dir:", 4) == 0 ||
			      (strncasecmp(line, "cd", 2) == 0 &&
			       isdigit((unsigned char)line[2]) && line[3] == ':');

	if (!is_place || index->places.count == MOST_PLACES)
		return;
	line += strlen(line) < PATH_COLUMN ? strlen(line) : PATH_COLUMN;
	add_place(index, line + strspn(line, " \t"));
}

/*
 * Entries.
 */

/* "12 gary.scr" */
static void read_entry(struct zv_index *index, const char *line)
{
	char *end;
	const unsigned long number = strtoul(line, &end, 10);
	const size_t own = index->entries.count;

	if (!isdigit((unsigned char)*line) || !number || number > index->places.count ||
	    index->entries.count == MOST_ENTRIES)
		return;
	end += strspn(end, " \t");
	if (*end && strlen(end) <= MOST_NAME)
		*MEM_ADD(&index->entries) =
			(struct zv_index_entry){ mem_text(end), (size_t)number - 1, own };
}

static int by_name(const void *a, const void *b)
{
	const struct zv_index_entry *one = a, *other = b;
	const int order = strcasecmp(one->name, other->name);

	if (order)
		return order;
	return one->line < other->line ? -1 : one->line > other->line;
}

bool zv_index_read(struct exh_bytes text, struct zv_index *index)
{
	char line[LINE];
	int dashes = 0;

	*index = (struct zv_index){ 0 };
	while (next_line(&text, line)) {
		if (is_dashes(line))
			dashes++;
		else if (dashes == 1)
			read_place(index, line);
		else if (dashes > 1)
			read_entry(index, line);
	}
	if (index->entries.count)
		qsort(index->entries.items, index->entries.count,
		      sizeof *index->entries.items, by_name);
	if (dashes < 2)
		zv_index_free(index);
	return dashes > 1;
}

static int compare_name(const void *name, const void *entry)
{
	return strcasecmp(name, ((const struct zv_index_entry *)entry)->name);
}

const struct zv_index_entry *zv_index_find(const struct zv_index *index, const char *name,
					   size_t *count)
{
	const struct zv_index_entry *first = index->entries.items;
	const struct zv_index_entry *found =
		index->entries.count ? bsearch(name, first, index->entries.count,
					       sizeof *first, compare_name)
				     : NULL;

	while (found && found > first && strcasecmp(found[-1].name, name) == 0)
		found--;
	for (*count = 0; found && found + *count < first + index->entries.count &&
			 strcasecmp(found[*count].name, name) == 0;)
		++*count;
	return found;
}

const char *const zv_index_names[] = { "nemesis.zix", "inquis.zix", "medium.zix", NULL };

const char *zv_index_name(const struct files *files)
{
	for (const char *const *name = zv_index_names; *name; name++) {
		const char *found = files_find(files, *name);

		if (found && !files_is_folder(files, found))
			return found;
	}
	return NULL;
}
