#include "play_sci.h"

#include "task/memory.h"

#include <stdlib.h>

enum { MEMORY_LIMIT = 1 << 28 };

static int compare(const void *left, const void *right)
{
	const struct sci_shared_item *a = left, *b = right;

	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

void sci_shared_open(struct sci_shared *shared, struct sci_game *game,
		     struct report *report)
{
	*shared = (struct sci_shared){ .arena.limit = MEMORY_LIMIT };
	shared->items = mem_alloc(game->opened.count, sizeof *shared->items);
	for (size_t i = 0; i < game->opened.count; i++) {
		const struct exh_sci_game_resource *r = &game->opened.resources[i];
		struct sci_shared_item item = { .type = r->type, .number = r->number };

		/* Several resources may share a number: only the one that a single
		 * machine finds counts. */
		if (exh_sci_game_find(&game->opened, r->type, r->number) != r)
			continue;
		if (!sci_game_take(game, r, &shared->arena, &item.bytes, report))
			item.bytes = (struct exh_bytes){ 0 };
		shared->items[shared->count++] = item;
	}
	qsort(shared->items, shared->count, sizeof *shared->items, compare);
}

void sci_shared_close(struct sci_shared *shared)
{
	free(shared->items);
	exh_arena_free(&shared->arena);
}

bool sci_shared_find(const struct sci_shared *shared, unsigned type, unsigned number,
		     struct exh_bytes *out)
{
	const struct sci_shared_item key = { .type = type, .number = number };
	const struct sci_shared_item *found = bsearch(&key, shared->items, shared->count,
						      sizeof *shared->items, compare);

	if (found && found->bytes.data)
		*out = found->bytes;
	return found && found->bytes.data;
}
