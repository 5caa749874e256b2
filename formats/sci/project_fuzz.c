/*
 * Any text as GAME.INI: names lie in it, are in order, and are found again.
 *
 * Input: the file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/sci_project.h"

#include "../base/fuzzing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size);
	struct exh_arena arena = { .limit = 1 << 24 };
	struct exh_sci_project project;

	if (!exh_sci_project_read(in, &arena, &project, NULL))
		for (size_t i = 0; i < project.count; i++) {
			const struct exh_sci_project_name *name = &project.names[i];

			assert(name->name.size && name->name.base < in.size);
			assert(exh_sci_project_name(&project, name->type, name->number)
				       .data == name->name.data);
		}
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
