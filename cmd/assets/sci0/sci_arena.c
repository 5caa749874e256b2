#include "sci_arena.h"

#include "task/memory.h"

static enum exh_status fail(const struct exh_arena *arena, struct exh_error *err)
{
	if (memory_has_ended())
		mem_end();
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
			"it takes more memory than the limit of %zu bytes", arena->limit);
}

void *sci_arena_alloc(struct exh_arena *arena, size_t count, size_t size,
		      struct exh_error *err)
{
	void *block = exh_alloc(arena, count, size);

	if (!block)
		fail(arena, err);
	return block;
}

enum exh_status sci_arena_copy(struct exh_arena *arena, struct exh_bytes bytes,
			       struct exh_bytes *out, struct exh_error *err)
{
	*out = exh_memdup(arena, bytes);
	return out->data ? EXH_OK : fail(arena, err);
}

struct exh_bytes sci_arena_keep(struct exh_arena *arena, struct exh_bytes bytes)
{
	const struct exh_bytes copy = exh_memdup(arena, bytes);

	if (!copy.data)
		mem_end();
	return copy;
}
