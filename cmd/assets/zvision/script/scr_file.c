#include "script.h"

#include "assets/assets.h"
#include "task/memory.h"

bool scr_load(struct report *report, const char *path, struct scr_file *out)
{
	*out = (struct scr_file){ .path = path };
	if (!single_load(&out->single, &zv_script_kind, NULL, path, SCR_FILE_LIMIT,
			 report))
		return false;
	out->script = single_asset(&out->single)->thing;
	return true;
}

void scr_free(struct scr_file *scr)
{
	single_free(&scr->single);
}

const struct exh_zv_script **scr_scripts(const struct scr_set *set)
{
	const struct exh_zv_script **scripts =
		mem_alloc(set->count, sizeof(struct exh_zv_script *));

	for (size_t i = 0; i < set->count; i++)
		scripts[i] = set->scripts[i].script;
	return scripts;
}
