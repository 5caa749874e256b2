#include "exhume/advanced.h"

#include <string.h>

struct size {
	const char *name;
	size_t size;
};

/* The build makes sizes.h of the public headers. */
static const struct size sizes[] = {
#define SIZE(name) { #name, sizeof(struct name) },
#include "sizes.h"
#undef SIZE
};

size_t exh_sizeof(const char *name)
{
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
		if (strcmp(sizes[i].name, name) == 0)
			return sizes[i].size;
	return 0;
}
