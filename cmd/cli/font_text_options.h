/* --text: a text to be drawn in a game's font. */
#ifndef CMD_CLI_FONT_TEXT_OPTIONS_H
#define CMD_CLI_FONT_TEXT_OPTIONS_H

#include "opt.h"

#define FONT_TEXT_OPTION(request, member)                                        \
	{                                                                        \
		TEXT_OPTION("text", "TEXT", request, member),                    \
			.help = "draw this text; \\n starts a line, \\xNN is a " \
				"character code"                                 \
	}

/* Codes of the text's characters, in bytes, which are released with the request.
 * EXIT_DONE, or what opt_usage_error says. */
int font_text_parse(const struct command *self, struct common *common, const char *text,
		    struct exh_writer *bytes);

#endif
