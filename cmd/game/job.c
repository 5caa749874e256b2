#include "game.h"

#include "task/outputs.h"
#include "task/sha256.h"

#include <stdio.h>
#include <string.h>

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* Data of the page that a run made which never came to write its index, say because the
 * disk was full. They are for the page alone, and known by the call that they begin with.
 */
static bool is_left_data(const char *path, const char *name)
{
	static const char call[] = "exhume";
	char first[sizeof call] = "";
	FILE *file;

	if (!begins(name, "index-data/") && strcmp(name, "index.js") != 0 &&
	    strcmp(name, "index-texts.js") != 0)
		return false;
	file = fopen(path, "rb");
	if (!file)
		return false;
	if (fread(first, 1, sizeof first - 1, file) != sizeof first - 1)
		first[0] = '\0';
	fclose(file);
	return strcmp(first, call) == 0;
}

enum output_existing extraction_judge(void *context, const char *path,
				      const uint8_t sha256[32])
{
	const struct extraction *x = context;
	const char *name = path + strlen(x->output) + 1;
	const char *recorded = old_index_hash(&x->old, name);

	if (!recorded)
		return is_left_data(path, name) ? OUTPUT_REPLACE : OUTPUT_REFUSE;
	return sha256_has_digits(sha256, recorded) ? OUTPUT_REPLACE : OUTPUT_KEEP;
}

void extraction_note_unwritten(struct extraction *x, const struct outputs *outputs)
{
	for (size_t i = 0; i < outputs->count; i++)
		x->lacks_files |= output_is_unwritten(&outputs->items[i]);
}
