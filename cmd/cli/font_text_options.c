#include "font_text_options.h"

#include "assets/sci/text/text.h"

#include <string.h>

enum { TEXT_LIMIT = 1 << 16 };

static void release(void *text)
{
	exh_writer_free(text);
}

int font_text_parse(const struct command *self, struct common *common, const char *text,
		    struct exh_writer *bytes)
{
	const struct exh_bytes given = { (const uint8_t *)text, strlen(text), 0 };
	size_t wrong;
	bool is_escape;

	*bytes = (struct exh_writer){ .limit = TEXT_LIMIT };
	common_keep(common, bytes, release);
	if (given.size > TEXT_LIMIT / 2)
		return opt_usage_error(self, "--text: more than %d bytes",
				       TEXT_LIMIT / 2);
	if (text_unescape_bytes(common->encoding, given, bytes, &wrong, &is_escape))
		return EXIT_DONE;
	if (is_escape)
		return opt_usage_error(self,
				       "--text: \"%s\": expected \\n, \\t, \\r, \\\\ or "
				       "\\x00 to \\xff",
				       text + wrong);
	return opt_usage_error(self, "--text: \"%s\": a character that %s does not have",
			       text + wrong,
			       common->encoding ? text_encoding_messages(common->encoding)
						: "code page 437");
}
