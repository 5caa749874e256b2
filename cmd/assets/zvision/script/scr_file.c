#include "scr_file.h"

#include "task/strings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool scr_load(struct report *report, const char *path, struct scr_file *out)
{
	*out = (struct scr_file){ .path = path };
	if (!zv_single_load(&out->single, &zv_script_kind, NULL, path, SCR_FILE_LIMIT,
			    report))
		return false;
	out->script = zv_single_asset(&out->single)->thing;
	return true;
}

void scr_free(struct scr_file *scr)
{
	zv_single_free(&scr->single);
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
		scripts[i] = set->scripts[i].script;
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
