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

bool scr_uses(const struct scr_set *set, struct exh_zv_set_uses *uses)
{
	const struct exh_zv_script **scripts =
		calloc(set->count + 1, sizeof(struct exh_zv_script *));
	bool good;

	*uses = (struct exh_zv_set_uses){ 0 };
	if (!scripts)
		return false;
	for (size_t i = 0; i < set->count; i++)
		if (set->scripts[i].good)
			scripts[i] = &set->scripts[i].script;
	good = exh_zv_set_uses(scripts, set->count, uses);
	free((void *)scripts);
	return good;
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
