/* --text: a text to draw in a game's font. */
#ifndef CMD_CLI_FONT_TEXT_OPTIONS_H
#define CMD_CLI_FONT_TEXT_OPTIONS_H

#include "opt.h"

#define FONT_TEXT_OPTION(request, member)                                        \
	{                                                                        \
		TEXT_OPTION("text", "TEXT", request, member),                    \
			.help = "draw this text; \\n starts a line, \\xNN is a " \
				"character code"                                 \
	}

/* Converts the text's characters to codes, one byte each, which are released with the
 * request. Returns EXIT_DONE, or the result of opt_usage_error. */
int font_text_parse(const struct command *self, struct common *common, const char *text,
		    struct exh_writer *bytes);

#endif
