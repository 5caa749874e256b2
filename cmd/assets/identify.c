#include "assets.h"

#include "task/json.h"

#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 256 << 20, /* of a larger file only the head is read */
	HEAD_SIZE = 16 << 20,
	TABLE_LIMIT = 256 << 10,
};

/* The file to identify, and the last one beside it that a format needed. */
struct surroundings {
	const char *path;
	const struct files *files; /* in its folder */
	struct file companion;
};

static bool find_companion(void *context, const char *stem, size_t index,
			   struct exh_bytes *out)
{
	struct surroundings *around = context;
	const char *dot = strrchr(file_name(around->path), '.');
	const char **found = files_with_stem(around->files, stem, dot ? dot : "");
	size_t count = 0;
	bool good;

	while (found[count])
		count++;
	free(around->companion.data);
	around->companion = (struct file){ 0 };
	good = index < count && files_read(around->files, found[index], TABLE_LIMIT,
					   &around->companion, NULL) == EXH_OK;
	free(found);
	*out = file_bytes(&around->companion);
	return good;
}

/* A job of jobs_run: context is the array of findings. */
void identify(void *context, size_t i)
{
	struct identify_finding *finding = (struct identify_finding *)context + i;
	struct surroundings around = { .path = finding->path, .files = finding->files };
	const bool standard = strcmp(finding->path, "-") == 0;
	struct exh_probe probe;
	struct file file;

	if (finding->is_folder)
		return;
	if (file_read_head(finding->path, FILE_LIMIT, HEAD_SIZE, &file, &finding->size,
			   &finding->err))
		return;
	probe = (struct exh_probe){
		.name = standard ? NULL : file_name(finding->path),
		.data = file_bytes(&file),
		.file_size = finding->size,
		.companion = find_companion,
		.context = &around,
	};
	finding->format = exh_identify(&probe, &finding->score);
	if (finding->format && finding->format->describe)
		finding->format->describe(&probe, &finding->facts);
	if (finding->format && file.size < finding->size)
		exh_fact_number(&finding->facts, "read_size", file.size);
	free(file.data);
	free(around.companion.data);
}

struct json *identify_facts(const struct exh_facts *facts)
{
	struct json *json = json_new_object();

	for (size_t i = 0; i < facts->count; i++) {
		const struct exh_fact *fact = &facts->items[i];

		json_set(json, fact->key,
			 fact->is_number ? json_new_number((int64_t)fact->number)
					 : json_of_text(fact->text));
	}
	return json;
}
