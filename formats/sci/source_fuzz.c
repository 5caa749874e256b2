/*
 * Any text as the source of a script: names lie in it, in their order.
 *
 * Input: the file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/sci_source.h"

#include "../base/fuzzing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size);
	struct exh_arena arena = { .limit = 1 << 24 };
	struct exh_sci_source source;
	size_t end = 0;

	if (!exh_sci_source_read(in, &arena, &source, NULL))
		for (size_t i = 0; i < source.count; i++) {
			const struct exh_bytes name = source.names[i];

			if (!name.size)
				continue;
			assert(name.base >= end && name.base + name.size <= in.size);
			end = name.base + name.size;
		}
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
