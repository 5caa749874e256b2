#include "opt.h"

#include "operands.h"
#include "task/file.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/report.h"
#include "task/text.h"
#include "task/text_encoding.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	FIRST_LONG = 256, /* getopt_long's values for options without a letter */
	HELP_COLUMN = 26,
	MAX_JOBS = 256,
};

const char *const family_names[] = {
	[FAMILY_GAMES] = "Whole games", [FAMILY_KEEN] = "Keen", [FAMILY_SOUND] = "Sound",
	[FAMILY_ZVISION] = "ZVision",	[FAMILY_SCI] = "SCI0",	[FAMILY_OTHER] = "Other",
};

/*
 * The common options.
 */

static const char *const progress_choices[] = { "auto", "always", "never", NULL };

static const struct opt output_options[] = {
	{ TEXT_OPTION("output", "PATH", struct common, output), .letter = 'o',
	  .files = OPT_MADE, .help = "write to this path instead of beside the input" },
	{ 0 },
};

static const struct opt json_options[] = {
	{ FLAG_OPTION("json", struct common, json),
	  .help = "print one JSON document on standard output" },
	{ 0 },
};

static const struct opt work_options[] = {
	{ NUMBER_OPTION("jobs", "N", struct common, jobs, 1, MAX_JOBS), .letter = 'j',
	  .help = "process N files in parallel; default: all cores" },
	{ FLAG_OPTION("force", struct common, force), .letter = 'f',
	  .help = "overwrite existing files" },
	{ .name = "progress",
	  .argument = "WHEN",
	  .choices = progress_choices,
	  OPT_VALUE(OPT_CHOICE, enum progress_mode, struct common, progress),
	  .help = "show a progress bar: auto (default), always, never" },
	{ 0 },
};

static const struct opt list_options[] = {
	{ TEXT_OPTION("files-from", "FILE", struct common, files_from),
	  .help = "take names of inputs from this file, too: one a line" },
	{ FLAG_OPTION("null", struct common, null_names), .letter = '0',
	  .help = "names in it end with a NUL, as find -print0 writes them" },
	{ 0 },
};

static const struct opt strict_options[] = {
	{ FLAG_OPTION("strict", struct common, strict),
	  .help = "report an error where damaged data would be salvaged" },
	{ 0 },
};

static const struct opt budget_options[] = {
	{ TEXT_OPTION("max-output", "SIZE", struct common, max_output),
	  .help = "write no more in all: 500M; default: 64M, 200 times the input" },
	{ 0 },
};

static const struct opt loose_options[] = {
	{ LIST_OPTION("loose", "DIR", struct common, loose),
	  .help = "SCI: read the patch files in this folder, too (may be repeated)" },
	{ FLAG_OPTION("rebuild-map", struct common, rebuild_map),
	  .help = "SCI: find the resources in the volumes, without RESOURCE.MAP" },
	{ 0 },
};

static const char *const encoding_words[] = { "cp437",	"cp850",	"cp852", "cp866",
					      "latin1", "windows-1252", "utf-8", NULL };

static const struct opt text_options[] = {
	{ TEXT_OPTION("encoding", "NAME", struct common, encoding_name),
	  .choices = encoding_words,
	  .help = "SCI: encoding of texts: cp437 (default) or any of iconv's" },
	{ TEXT_OPTION("charmap", "FILE", struct common, charmap),
	  .help = "SCI: the letters of bytes, as a translation has them" },
	{ 0 },
};

static const struct opt other_options[] = {
	{ .name = "quiet",
	  .letter = 'q',
	  OPT_VALUE(OPT_LESS, int, struct common, verbosity),
	  .help = "print only errors" },
	{ .name = "verbose",
	  .letter = 'v',
	  OPT_VALUE(OPT_MORE, int, struct common, verbosity),
	  .help = "print what is done" },
	{ FLAG_OPTION("no-sandbox", struct common, no_sandbox),
	  .help = "keep the rights that are not needed" },
	{ FLAG_OPTION("require-sandbox", struct common, require_sandbox),
	  .help = "fail where the system can't take all of them away" },
	{ FLAG_OPTION("follow-links", struct common, follow_links),
	  .help = "follow links that lead out of a game's folder" },
	{ .name = "help", .letter = 'h', .kind = OPT_HELP, .help = "print this list" },
	{ 0 },
};

/*
 * Lists of a command's options.
 */

static size_t add(struct opt_place list[OPT_MOST], size_t count,
		  const struct opt *options, size_t offset)
{
	for (; options && options->name; options++) {
		assert(count < OPT_MOST);
		list[count++] = (struct opt_place){ options, offset + options->offset };
	}
	return count;
}

/* True if its usage ends with several operands: FILE... */
static bool takes_many(const struct command *self)
{
	const char *dots = strstr(self->usage, "...");

	while (dots && dots[-1] == ']')
		dots = strstr(dots + 1, "...");
	return dots;
}

size_t opt_list(const struct command *self, struct opt_place list[OPT_MOST])
{
	const size_t common = self->common_offset;
	const struct opt_set *set = self->sets;
	size_t count = 0;

	for (; set && set->options; set++)
		count = add(list, count, set->options, set->offset);
	count = add(list, count, self->options, 0);
	if (self->common & COMMON_OUTPUT)
		count = add(list, count, output_options, common);
	if (self->common & COMMON_JSON)
		count = add(list, count, json_options, common);
	if (self->common & COMMON_WORK)
		count = add(list, count, work_options, common);
	if (self->common & COMMON_WORK && takes_many(self))
		count = add(list, count, list_options, common);
	if (self->common & COMMON_STRICT)
		count = add(list, count, strict_options, common);
	if (self->common & COMMON_BUDGET)
		count = add(list, count, budget_options, common);
	if (self->common & COMMON_LOOSE)
		count = add(list, count, loose_options, common);
	if (self->common & COMMON_TEXTS)
		count = add(list, count, text_options, common);
	return add(list, count, other_options, common);
}

enum opt_completion opt_completes(const struct opt *opt)
{
	static const char *const files[] = { "ARCHIVE", "FILE", "GAME",	 "HEX|FILE",
					     "PATH",	"PIC",	"SCRIPT" };
	static const char *const folders[] = { "DIR", "FOLDER", "GAME_DIR" };

	for (size_t i = 0; opt->argument && i < sizeof files / sizeof *files; i++)
		if (strcmp(opt->argument, files[i]) == 0)
			return OPT_COMPLETES_FILES;
	for (size_t i = 0; opt->argument && i < sizeof folders / sizeof *folders; i++)
		if (strcmp(opt->argument, folders[i]) == 0)
			return OPT_COMPLETES_FOLDERS;
	return OPT_COMPLETES_NOTHING;
}

static void print_help(const struct command *self)
{
	struct opt_place list[OPT_MOST];
	const size_t count = opt_list(self, list);

	printf("usage: exhume %s %s\n%s\n\noptions:\n", self->name, self->usage,
	       self->brief);
	for (size_t i = 0; i < count; i++) {
		const struct opt *opt = list[i].opt;
		int column = 0;

		if (opt->is_hidden)
			continue;
		if (opt->letter)
			column += printf("  -%c, ", opt->letter);
		else
			column += printf("      ");
		column += printf("--%s", opt->name);
		if (opt->argument)
			column += printf(" %s", opt->argument);
		printf("%*s%s\n", column < HELP_COLUMN ? HELP_COLUMN - column : 2, "",
		       opt->help);
	}
	printf("\nThe manual: exhume help %s\n", self->name);
}

int opt_usage_error(const struct command *self, const char *format, ...)
{
	char text[1024], shown[2048];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	terminal_escape(text, shown, sizeof shown);
	fprintf(stderr, "exhume %s: %s\nTry 'exhume %s --help'.\n", self->name, shown,
		self->name);
	return EXIT_USAGE;
}

/*
 * Parsing of values.
 */

static bool parse_number(const struct opt *opt, const char *text, unsigned *value)
{
	char *end;
	unsigned long number;

	errno = 0;
	number = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || (double)number < opt->least ||
	    (double)number > opt->most)
		return false;
	*value = (unsigned)number;
	return true;
}

static bool parse_integer(const struct opt *opt, const char *text,
			  struct given_integer *integer)
{
	const char *digits = *text == '-' ? text + 1 : text;
	char *end;
	long number;

	errno = 0;
	number = strtol(text, &end, 10);
	if (*digits < '0' || *digits > '9' || *end || errno ||
	    (double)number < opt->least || (double)number > opt->most)
		return false;
	integer->value = (int32_t)number;
	integer->given = true;
	return true;
}

/* Parses decimal digits, but not hexadecimal ones or words, which strtod would accept. */
static bool parse_real(const struct opt *opt, const char *text, struct given_real *real)
{
	char *end;
	double number;

	if (!*text || text[strspn(text, "0123456789.-+eE")])
		return false;
	number = strtod(text, &end);
	if (*end || !(number >= opt->least && number <= opt->most))
		return false;
	real->value = number;
	real->given = true;
	return true;
}

static bool parse_choice(const struct opt *opt, const char *text, unsigned *value)
{
	for (const struct opt_alias *alias = opt->aliases; alias && alias->word; alias++)
		if (strcmp(alias->word, text) == 0)
			text = alias->choice;
	for (unsigned i = 0; opt->choices[i]; i++) {
		if (strcmp(opt->choices[i], text) != 0)
			continue;
		*value = i;
		return true;
	}
	return false;
}

static int bad_choice(const struct command *self, const struct opt *opt, const char *text)
{
	char all[256] = "";

	for (size_t i = 0; opt->choices[i]; i++) {
		const size_t used = strlen(all);

		snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "",
			 opt->choices[i]);
	}
	return opt_usage_error(self, "--%s %s: expected one of %s", opt->name, text, all);
}

static int bad_value(const struct command *self, const struct opt *opt, const char *text)
{
	switch (opt->kind) {
	case OPT_CHOICE:
		return bad_choice(self, opt, text);
	case OPT_NUMBER:
		return opt_usage_error(self,
				       "--%s %s: expected a number from %.0f to %.0f",
				       opt->name, text, opt->least, opt->most);
	case OPT_INTEGER:
		return opt_usage_error(
			self, "--%s %s: expected a whole number from %.0f to %.0f",
			opt->name, text, opt->least, opt->most);
	default:
		return opt_usage_error(self, "--%s %s: expected a number from %g to %g",
				       opt->name, text, opt->least, opt->most);
	}
}

/* Returns EXIT_DONE, or the status to end with. */
static int apply(const struct command *self, const struct opt *opt, void *value,
		 const char *text)
{
	bool is_good = true;

	switch (opt->kind) {
	case OPT_FLAG:
		*(bool *)value = true;
		break;
	case OPT_TEXT:
		*(const char **)value = text;
		break;
	case OPT_LIST:
		strings_add(value, text);
		break;
	case OPT_NUMBER:
		is_good = parse_number(opt, text, value);
		break;
	case OPT_INTEGER:
		is_good = parse_integer(opt, text, value);
		break;
	case OPT_REAL:
		is_good = parse_real(opt, text, value);
		break;
	case OPT_CHOICE:
		is_good = parse_choice(opt, text, value);
		break;
	case OPT_MORE:
		++*(int *)value;
		break;
	case OPT_LESS:
		--*(int *)value;
		break;
	case OPT_HELP:
		break;
	}
	return is_good ? EXIT_DONE : bad_value(self, opt, text);
}

/*
 * Parsing of the command line.
 */

static void fill_getopt(const struct opt_place *list, size_t count,
			struct option *options, char *letters)
{
	for (size_t i = 0; i < count; i++) {
		const struct opt *opt = list[i].opt;

		options[i] = (struct option){
			.name = opt->name,
			.has_arg = opt->argument ? required_argument : no_argument,
			.val = opt->letter ? opt->letter : FIRST_LONG + (int)i,
		};
		if (!opt->letter)
			continue;
		*letters++ = (char)opt->letter;
		if (opt->argument)
			*letters++ = ':';
	}
	*letters = '\0';
	options[count] = (struct option){ 0 };
}

static const struct opt_place *find_opt(const struct opt_place *list, size_t count,
					int value)
{
	for (size_t i = 0; i < count; i++)
		if (list[i].opt->letter == value || FIRST_LONG + (int)i == value)
			return &list[i];
	return NULL;
}

/* True if the option was given before; notes that it is given. Otherwise the last of
 * several values would be used silently. */
static bool is_again(const struct opt *opt, bool *given)
{
	const bool was_given = *given;

	*given = true;
	return was_given && opt->argument && opt->kind != OPT_LIST;
}

/* Returns the index in argv of the first operand; below 0 if the run ends here, with
 * *status. */
static int parse(const struct command *self, char *request, int argc, char **argv,
		 int *status)
{
	struct opt_place list[OPT_MOST];
	const size_t count = opt_list(self, list);
	struct option options[OPT_MOST + 1];
	char letters[OPT_MOST * 2 + 1];
	char name[64]; /* name in front of getopt's own messages */
	bool given[OPT_MOST] = { false };
	bool help = false;
	int value;

	fill_getopt(list, count, options, letters);
	snprintf(name, sizeof name, "exhume %s", self->name);
	argv[0] = name;
	optind = 1;
	while ((value = getopt_long(argc, argv, letters, options, NULL)) != -1) {
		const struct opt_place *place = find_opt(list, count, value);

		*status = EXIT_USAGE;
		if (!place)
			fprintf(stderr, "Try 'exhume %s --help'.\n", self->name);
		else if (is_again(place->opt, &given[place - list]))
			opt_usage_error(self, "--%s is given twice, and has one value",
					place->opt->name);
		else
			*status =
				apply(self, place->opt, request + place->offset, optarg);
		if (*status)
			return -1;
		help |= place && place->opt->kind == OPT_HELP;
	}
	if (!help)
		return optind;
	print_help(self);
	*status = EXIT_DONE;
	return -1;
}

static int add_operands(const struct command *self, struct common *common)
{
	char *why;
	const int status = operands_read(common, &why);
	char shown[2048];

	if (status == EXIT_USAGE) {
		opt_usage_error(self, "%s", why);
	} else if (status) {
		terminal_escape(why, shown, sizeof shown);
		fprintf(stderr, "exhume %s: %s\n", self->name, shown);
	}
	free(why);
	return status;
}

static unsigned core_count(void)
{
	const long cores = sysconf(_SC_NPROCESSORS_ONLN);

	return cores < 1 ? 1 : cores > MAX_JOBS ? MAX_JOBS : (unsigned)cores;
}

static void free_list(struct strings *list)
{
	free((void *)list->items);
	*list = (struct strings){ 0 };
}

static void free_lists(const struct command *self, char *request)
{
	struct opt_place list[OPT_MOST];
	const size_t count = opt_list(self, list);

	for (size_t i = 0; i < count; i++)
		if (list[i].opt->kind == OPT_LIST)
			free_list((void *)(request + list[i].offset));
}

/* Opens the encoding of --encoding or --charmap. */
static int open_texts(const struct command *self, struct common *common)
{
	struct text_encoding *encoding;
	struct report report;
	struct exh_error err;

	if (!common->encoding_name && !common->charmap)
		return EXIT_DONE;
	if (common->encoding_name && common->charmap)
		return opt_usage_error(self,
				       "--encoding and --charmap exclude each other");
	encoding = mem_alloc(1, sizeof *encoding);
	common_keep(common, encoding, free);
	common->encoding = encoding;
	if (common->charmap) {
		report_start(&report, self->name, common);
		if (text_encoding_read(encoding, common->charmap, &err))
			report_failure(&report, common->charmap, &err);
		report_end(&report);
		return report.failed ? EXIT_BAD : EXIT_DONE;
	}
	if (!text_encoding_open(encoding, common->encoding_name))
		return opt_usage_error(self, "--encoding %s: unknown",
				       common->encoding_name);
	if (self->common & COMMON_BYTES && encoding->is_multibyte)
		return opt_usage_error(self,
				       "--encoding %s: has characters of several bytes, "
				       "expected one byte each",
				       common->encoding_name);
	return EXIT_DONE;
}

static int read_budget(const struct command *self, struct common *common)
{
	if (!common->max_output || text_size(common->max_output, &common->most_output))
		return EXIT_DONE;
	return opt_usage_error(self, "--max-output: expected a number of bytes, or one "
				     "with K, M or G");
}

int command_main(const struct command *self, int argc, char **argv, command_runner *run)
{
	char *request = mem_alloc(1, self->request_size);
	struct common *common;
	int status = EXIT_BAD, first;

	if (self->defaults)
		memcpy(request, self->defaults, self->request_size);
	common = (struct common *)(void *)(request + self->common_offset);
	common->jobs = core_count();
	first = parse(self, request, argc, argv, &status);
	/* Another name of standard output is treated as -o -. */
	if (common->output && file_descriptor(common->output) == STDOUT_FILENO)
		common->output = "-";
	if (first >= 0) {
		common->operands = argv + first;
		common->operand_count = (size_t)(argc - first);
		status = add_operands(self, common);
		if (common->no_sandbox && common->require_sandbox)
			status = opt_usage_error(self, "--no-sandbox and "
						       "--require-sandbox exclude "
						       "each other");
		if (!status)
			status = read_budget(self, common);
		if (!status)
			status = open_texts(self, common);
		if (!status)
			status = run(self, request, common->operands,
				     common->operand_count);
	}
	common_release(common);
	free_lists(self, request);
	free(request);
	return status;
}
