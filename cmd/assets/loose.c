#include "assets.h"

#include "task/file.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

void loose_files_free(struct loose_files *files)
{
	for (size_t i = 0; i < files->count; i++)
		free(files->items[i].path);
	free(files->items);
	*files = (struct loose_files){ 0 };
}

static bool is_in(const char *path, const char *folder)
{
	char *joined = file_join(folder, file_name(path));
	const bool same = strcmp(joined, path) == 0;

	free(joined);
	return same;
}

char *loose_file_name(const struct common *common, const char *path)
{
	const struct strings *folders = &common->loose;
	char *folder, *name;

	for (size_t i = 0; i < folders->count; i++) {
		if (!is_in(path, folders->items[i]))
			continue;
		folder = output_input_path(folders->items[i]);
		name = file_join(file_name(folder), file_name(path));
		free(folder);
		return name;
	}
	return NULL;
}
