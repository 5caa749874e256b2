#include "probe_name.h"

#include "../base/name.h"

bool exh_keen_name_begins(const struct exh_probe *probe, const char *stem)
{
	return name_begins(probe->name, stem);
}

bool exh_keen_name_ends(const struct exh_probe *probe, const char *ending)
{
	return name_ends(probe->name, ending);
}
