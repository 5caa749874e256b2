#include "assets.h"

#include "task/memory.h"

#include <stdlib.h>

enum { OPTIONS_LIMIT = 1 << 20 };

void asset_exports_add(struct asset_exports *exports, struct asset_export item)
{
	*MEM_ADD(exports) = item;
}

void asset_exports_plan(struct asset_exports *exports, const struct game_type *type,
			void *game, const struct export_wishes *wishes)
{
	*exports = (struct asset_exports){ .arena.limit = OPTIONS_LIMIT };
	if (type->plan_exports)
		type->plan_exports(game, wishes, exports);
	else
		for (size_t i = 0; type->kinds[i]; i++)
			asset_exports_add(exports,
					  (struct asset_export){ .kind = type->kinds[i],
								 .folder = "" });
}

void asset_exports_free(struct asset_exports *exports)
{
	free(exports->items);
	exh_arena_free(&exports->arena);
	*exports = (struct asset_exports){ 0 };
}
