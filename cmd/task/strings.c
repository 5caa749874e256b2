#include "text.h"

#include "memory.h"

void strings_add(struct strings *list, const char *text)
{
	*MEM_ADD(list) = text;
}
