#include "strings.h"

#include <stdlib.h>

bool strings_add(struct strings *list, const char *text)
{
	const char **items =
		realloc(list->items, (list->count + 1) * sizeof *list->items);

	if (!items)
		return false;
	items[list->count++] = text;
	list->items = items;
	return true;
}
