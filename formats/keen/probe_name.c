#include "probe_name.h"

#include <ctype.h>
#include <string.h>

bool exh_keen_name_begins(const struct exh_probe *probe, const char *stem)
{
	for (size_t i = 0; stem[i]; i++)
		if (!probe->name || tolower((unsigned char)probe->name[i]) != stem[i])
			return false;
	return true;
}

bool exh_keen_name_ends(const struct exh_probe *probe, const char *ending)
{
	const size_t size = strlen(ending);
	const size_t length = probe->name ? strlen(probe->name) : 0;

	if (length < size)
		return false;
	for (size_t i = 0; i < size; i++)
		if (tolower((unsigned char)probe->name[length - size + i]) != ending[i])
			return false;
	return true;
}
