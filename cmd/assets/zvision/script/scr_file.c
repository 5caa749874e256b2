#include "scr_file.h"

#include "task/strings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Bytes: about five times what a file of short lines has. */
static const size_t MEMORY_LIMIT = (size_t)1 << 30;

bool scr_load(struct report *report, const char *path, struct scr_file *out)
{
	struct exh_notes notes = { 0 };
	struct exh_error err;

	*out = (struct scr_file){ .path = path, .arena = { .limit = MEMORY_LIMIT } };
	notes.arena = &out->arena;
	if (!report_read(report, path, SCR_FILE_LIMIT, &out->file))
		return false;
	if (exh_zv_script_parse(file_bytes(&out->file), &out->arena, &out->script, &notes,
				&err)) {
		report_failure(report, path, &err);
		return false;
	}
	report_notes(report, path, &notes);
	out->good = true;
	return true;
}

void scr_free(struct scr_file *scr)
{
	exh_arena_free(&scr->arena);
	free(scr->file.data);
}

/*
 * Uses.
 */

struct collection {
	struct scr_uses *uses;
	size_t file;
};

static void add_use(void *context, const struct exh_zv_use *use)
{
	const struct collection *collection = context;
	struct scr_uses *uses = collection->uses;

	if (uses->failed)
		return;
	if (uses->count == uses->capacity) {
		const size_t capacity = uses->capacity ? uses->capacity * 2 : 256;
		struct scr_use *items = realloc(uses->items, capacity * sizeof *items);

		if (!items) {
			uses->failed = true;
			return;
		}
		uses->items = items;
		uses->capacity = capacity;
	}
	uses->items[uses->count++] = (struct scr_use){ *use, collection->file };
}

static bool has_key(const struct exh_zv_use *use)
{
	return use->kind != EXH_ZV_USE_PLACE && use->kind != EXH_ZV_USE_FILE;
}

static int compare(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int by_key(const void *a, const void *b)
{
	const struct scr_use *one = a, *other = b;
	int order = compare(!has_key(&one->use), !has_key(&other->use));

	if (!order && has_key(&one->use))
		order = compare((uint64_t)one->use.key, (uint64_t)other->use.key);
	if (!order)
		order = compare(one->file, other->file);
	if (!order)
		order = compare(one->use.line, other->use.line);
	if (!order)
		order = compare(one->use.column, other->use.column);
	return order ? order : compare(one->use.kind, other->use.kind);
}

void scr_collect(const struct scr_file *scripts, size_t count, struct scr_uses *uses)
{
	*uses = (struct scr_uses){ 0 };
	for (size_t i = 0; i < count; i++) {
		struct collection collection = { uses, i };

		if (scripts[i].good)
			exh_zv_script_uses(&scripts[i].script, add_use, &collection);
	}
	if (uses->count)
		qsort(uses->items, uses->count, sizeof *uses->items, by_key);
}

size_t scr_same_key(const struct scr_uses *uses, size_t first)
{
	size_t end = first;

	while (end < uses->count && has_key(&uses->items[end].use) &&
	       uses->items[end].use.key == uses->items[first].use.key)
		end++;
	return end - first;
}

char *scr_place(const char *path)
{
	char *place = strdup(file_name(path));
	char *dot = place ? strrchr(place, '.') : NULL;

	if (dot && dot != place)
		*dot = '\0';
	for (size_t i = 0; place && place[i]; i++)
		place[i] = (char)tolower((unsigned char)place[i]);
	return place;
}
