#include "sequence.h"

#include "task/file.h"
#include "task/outputs.h"

const char *const sequence_indexed_choices[] = { "auto", "png", "apng", "gif",
						 "y4m",	 "raw", "hash", NULL };
const char *const sequence_rgb15_choices[] = { "auto", "png", "apng",  "gif",
					       "y4m",  "raw", "sheet", NULL };

static const struct {
	const char *name, *ending;
} formats[] = {
	[SEQUENCE_AUTO] = { "auto", NULL },    [SEQUENCE_PNG] = { "png", ".png" },
	[SEQUENCE_APNG] = { "apng", ".apng" }, [SEQUENCE_GIF] = { "gif", ".gif" },
	[SEQUENCE_Y4M] = { "y4m", ".y4m" },    [SEQUENCE_RAW] = { "raw", ".raw" },
	[SEQUENCE_SHEET] = { "sheet", NULL },  [SEQUENCE_HASH] = { "hash", ".hash" },
};

const char *sequence_format_name(enum sequence_format format)
{
	return formats[format].name;
}

enum sequence_format sequence_format_of(const char *output)
{
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
		if (formats[i].ending && file_has_ending(output, formats[i].ending))
			return (enum sequence_format)i;
	return SEQUENCE_AUTO;
}

enum sequence_format sequence_choose_indexed(const struct sequence_options *options,
					     const char *output)
{
	enum sequence_format format = (enum sequence_format)options->format;

	/* The last choice. */
	if (format == SEQUENCE_SHEET)
		format = SEQUENCE_HASH;
	if (!format && output)
		format = sequence_format_of(output);
	return format ? format : SEQUENCE_PNG;
}

enum sequence_format sequence_choose_rgb15(const struct sequence_options *options,
					   const char *output)
{
	enum sequence_format format = (enum sequence_format)options->format;

	if (!format && output)
		format = sequence_format_of(output);
	return format && format != SEQUENCE_HASH ? format : SEQUENCE_PNG;
}
