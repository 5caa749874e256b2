#include "work.h"

#include "memory.h"

#include <stdlib.h>

struct kept {
	void *thing;
	void (*release)(void *thing);
	struct kept *next;
};

void common_keep(struct common *common, void *thing, void (*release)(void *thing))
{
	const struct kept kept = { thing, release, common->kept };

	common->kept = mem_copy(&kept, 1, sizeof kept);
}

void common_release(struct common *common)
{
	while (common->kept) {
		struct kept *kept = common->kept;

		common->kept = kept->next;
		kept->release(kept->thing);
		free(kept);
	}
}
