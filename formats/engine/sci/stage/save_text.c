#include "save_parts.h"

#include <stdlib.h>

enum { TEXT_LIMIT = 1 << 16 };

void exh_stage_walk_text(struct save_walk *w, char **text)
{
	bool is_there = *text;
	size_t size;

	walk_bool(w, &is_there);
	if (!is_there || w->fault)
		return;
	size = walk_count(w, *text ? strlen(*text) : 0, TEXT_LIMIT);
	if (walk_loads(w)) {
		*text = w->fault || size > rd_left(&w->in) ? NULL : calloc(size + 1, 1);
		if (!*text) {
			walk_fail(w, "it ends too early");
			return;
		}
	}
	if (!*text)
		return;
	walk_bytes(w, *text, size);
	if (walk_loads(w) && strlen(*text) != size)
		walk_fail(w, "a text has a NUL in it");
}
