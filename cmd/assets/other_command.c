#include "convert.h"

#include <string.h>

enum { SURE = 16, /* bits of evidence */ MAX_READERS = 4 };

/* Subcommands that read a format. The one to name comes first. */
static const struct {
	const char *format;
	const char *readers[MAX_READERS];
} formats[] = {
	{ "keen-egagraph", { "egagrab" } },
	{ "keen-cgagraph", { "egagrab" } },
	{ "keen-maps", { "mapdump" } },
	{ "keen-audio", { "snd2wav" } },
	{ "keen-effect", { "snd2wav" } },
	{ "imf", { "imf2wav" } },
	{ "opl2log", { "imf2wav" } },
	{ "dro", { "imf2wav" } },
	{ "vgm", { "imf2wav" } },
	{ "slib", { "softdisk", "lbm2png" } },
	{ "comp", { "softdisk", "lbm2png" } },
	{ "cmp1", { "softdisk", "lbm2png" } },
	{ "ilbm", { "lbm2png", "softdisk" } },
	{ "pbm", { "lbm2png", "softdisk" } },
	{ "text-screen", { "softdisk" } },
	{ "keen-text", { "softdisk" } },
	{ "zfs", { "zfs-unpack" } },
	{ "tgz", { "tgz2png", "pano2png" } },
	{ "zcr", { "zcr2png" } },
	{ "rlf", { "rlf2png", "pano2png", "lev-inspect" } },
	{ "avi", { "avi2png", "avi2wav" } },
	{ "lev", { "lev-inspect" } },
	{ "sci-view", { "view2png" } },
	{ "sci-pic", { "pic2png" } },
	{ "sci-font", { "font2png" } },
	{ "sci-cursor", { "cursor2png" } },
};

enum { FORMATS = sizeof formats / sizeof *formats };

static bool is_reader(size_t format, const char *command)
{
	for (size_t i = 0; i < MAX_READERS && formats[format].readers[i]; i++)
		if (strcmp(formats[format].readers[i], command) == 0)
			return true;
	return false;
}

/* False for commands that take files of any kind, to pack them: they name no other. */
static bool reads_known_formats(const char *command)
{
	for (size_t i = 0; i < FORMATS; i++)
		if (is_reader(i, command))
			return true;
	return false;
}

static void name_reader(const char *subcommand, const struct identify_finding *finding,
			struct report *report)
{
	for (size_t i = 0; i < FORMATS; i++)
		if (strcmp(formats[i].format, finding->format->name) == 0 &&
		    !is_reader(i, subcommand))
			report_error(report, finding->path, EXH_NO_OFFSET,
				     "it is of the format %s (%s): use exhume %s",
				     finding->format->name, finding->format->title,
				     formats[i].readers[0]);
}

void other_command_name(const char *subcommand, const char *input, struct report *report)
{
	struct identify_finding finding;

	if (!input || strcmp(input, "-") == 0 || !file_exists(input) ||
	    file_is_folder(input) || file_is_special(input) ||
	    !reads_known_formats(subcommand))
		return;
	identify_file(input, &finding);
	if (finding.format && finding.score >= SURE)
		name_reader(subcommand, &finding, report);
}
