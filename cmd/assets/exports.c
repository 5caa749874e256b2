#include "exports.h"

#include <stdlib.h>

bool asset_exports_add(struct asset_exports *exports, struct asset_export item)
{
	if (exports->count == exports->capacity) {
		const size_t capacity = exports->capacity ? exports->capacity * 2 : 32;
		struct asset_export *items =
			realloc(exports->items, capacity * sizeof *items);

		if (!items)
			return false;
		exports->items = items;
		exports->capacity = capacity;
	}
	exports->items[exports->count++] = item;
	return true;
}

bool asset_exports_add_all(struct asset_exports *exports,
			   const struct asset_kind *const *kinds, const char *folder)
{
	for (; *kinds; kinds++)
		if (!asset_exports_add(
			    exports,
			    (struct asset_export){ .kind = *kinds, .folder = folder }))
			return false;
	return true;
}

void asset_exports_free(struct asset_exports *exports)
{
	free(exports->items);
	exh_arena_free(&exports->arena);
	*exports = (struct asset_exports){ 0 };
}
