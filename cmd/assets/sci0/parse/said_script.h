/* The Said specs of script resources. */
#ifndef CMD_ASSETS_SCI0_PARSE_SAID_SCRIPT_H
#define CMD_ASSETS_SCI0_PARSE_SAID_SCRIPT_H

#include "assets/sci0/sci_words.h"
#include "said_out.h"
#include "task/ranges.h"

struct said_scripts {
	const char *vocab; /* game or file; NULL: the game's own words */
	const struct range *numbers;
	size_t number_count; /* 0: all */
	enum sci_words_use use;
};

/* Those of a game, or of a file that is a script, into out. script_count: of scripts that
 * have some. */
void said_scripts_add(const struct said_scripts *scripts, const char *path,
		      struct said_out *out, size_t *script_count, struct report *report);

#endif
