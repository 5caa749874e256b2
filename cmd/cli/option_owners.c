/* Finds the commands that have an option mentioned in another command's message. */
#include "opt.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NAMED = 3 };

/* Owners that messages about whole games mean, for options of many commands. */
static const struct {
	const char *option, *owners;
} usual[] = {
	{ "exe", "egagrab/mapdump/snd2wav" },
	{ "game", "raw2wav" },
	{ "graphics", "mapdump" },
	{ "layout", "egagrab/mapdump" },
	{ "number", "sci-unpack" },
	{ "packing", "raw2wav" },
	{ "strict", "extract" },
	{ "transpose", "tgz2png/rlf2png" },
};

static bool has_option(const struct command *command, const char *option)
{
	struct opt_place list[OPT_MOST];
	const size_t count = opt_list(command, list);

	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i].opt->name, option) == 0)
			return true;
	return false;
}

static bool running_has(const struct command *const *all, const char *running,
			const char *option)
{
	for (size_t i = 0; all[i]; i++)
		if (strcmp(all[i]->name, running) == 0)
			return has_option(all[i], option);
	return true;
}

bool option_owners(const struct command *const *all, const char *running,
		   const char *option, char *out, size_t size)
{
	size_t used = 0, count = 0;

	if (running_has(all, running, option))
		return false;
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (strcmp(usual[i].option, option) == 0) {
			snprintf(out, size, "%s", usual[i].owners);
			return true;
		}
	for (size_t i = 0; all[i] && count < MOST_NAMED; i++)
		if (has_option(all[i], option) && used < size)
			used += (size_t)snprintf(out + used, size - used, "%s%s",
						 count++ ? "/" : "", all[i]->name);
	return count;
}
