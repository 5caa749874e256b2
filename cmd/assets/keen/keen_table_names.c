#include "keen.h"

#include "task/file.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Keen Dreams has one ending for all tables, the others that of the archive. */
const char *keen_table_ending(const char *archive)
{
	static const char *const dreams[] = { "KDREAMS.MAP", "KDREAMS.EGA", "KDREAMS.CGA",
					      "KDREAMS.AUD" };
	static const char *const others[] = { "GAMEMAPS", "MAPTEMP", "EGAGRAPH",
					      "CGAGRAPH", "AUDIO",   "AUDIOT" };
	const size_t size = (size_t)(keen_ending(archive) - archive);

	for (size_t i = 0; i < sizeof dreams / sizeof *dreams; i++)
		if (strcasecmp(archive, dreams[i]) == 0)
			return ".KDR";
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strlen(others[i]) == size &&
		    strncasecmp(archive, others[i], size) == 0)
			return archive + size;
	return NULL;
}

char *keen_table_beside(const char *output, const struct keen_table_wish *wish)
{
	const char *archive = file_name(output), *ending = keen_table_ending(archive);
	const bool is_same = wish->archive && strcasecmp(archive, wish->archive) == 0;
	char *name, *path;

	if (wish->table && (is_same || !wish->archive))
		return file_sibling(output, wish->table);
	if (!ending && !is_same)
		return companion_name(output, wish->stem);
	if (!ending)
		ending = wish->ending ? wish->ending : keen_ending(archive);
	name = mem_format("%s%s", wish->stem, ending);
	path = file_sibling(output, name);
	free(name);
	return path;
}
