#include "sci.h"

#include "task/file.h"
#include "task/memory.h"

#include <stdlib.h>
#include <strings.h>

bool sci_loose_has(const struct loose_files *files, unsigned type, unsigned number)
{
	for (size_t i = 0; i < files->count; i++)
		if (files->items[i].type == type && files->items[i].number == number)
			return true;
	return false;
}

/* Adds the patch files of a folder. Two names of one resource are both added: opening
 * the game reports that. */
static size_t add_folder(const struct files *files, struct loose_files *out)
{
	const struct loose_files later = *out;
	size_t count = 0;

	for (size_t i = 0; i < files_count(files); i++) {
		const char *name = files_name(files, i);
		struct loose_file file;

		if (files_item_is_folder(files, i) ||
		    !exh_sci_patch_name(name, &file.type, &file.number))
			continue;
		count++;
		if (sci_loose_has(&later, file.type, file.number))
			continue;
		file.path = files_path(files, name);
		*MEM_ADD(out) = file;
	}
	return count;
}

bool sci_loose_find(const struct common *common, struct loose_files *out,
		    struct report *report)
{
	bool good = true;

	*out = (struct loose_files){ 0 };
	for (size_t i = common->loose.count; i-- > 0;) {
		const char *path = common->loose.items[i];
		struct files *files = files_open_folder(path);

		if (!add_folder(files, out)) {
			good = false;
			if (report)
				report_error(report, path, EXH_NO_OFFSET,
					     "--loose: expected a folder with patch "
					     "files of an SCI game");
		}
		files_close(files);
	}
	return good;
}

size_t sci_count_patches(const char *game, const char *name)
{
	struct loose_files found = { 0 };
	struct files *files;
	size_t count;
	char *path;

	if (strcasecmp(name, "patches") != 0)
		return 0;
	path = file_join(game, name);
	files = files_open_folder(path);
	count = files_find(files, "resource.map") ? 0 : add_folder(files, &found);
	files_close(files);
	loose_files_free(&found);
	free(path);
	return count;
}
