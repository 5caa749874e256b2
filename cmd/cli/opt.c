#include "opt.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	MOST_OPTIONS = 64,
	FIRST_LONG = 256, /* getopt_long's values for options without a letter */
	HELP_COLUMN = 26,
	MOST_JOBS = 256,
};

static const char *const progress_choices[] = { "auto", "always", "never", NULL };

struct table {
	struct opt opts[MOST_OPTIONS];
	size_t count;
	bool help;
	unsigned progress;
};

static void add(struct table *table, struct opt opt)
{
	if (table->count < MOST_OPTIONS)
		table->opts[table->count++] = opt;
}

static void add_common(struct table *table, unsigned set, struct common *common)
{
	if (set & COMMON_OUTPUT)
		add(table,
		    (struct opt){ 'o', "output", "PATH", OPT_TEXT, &common->output,
				  "write here, not to the default place", 0, 0, 0 });
	if (set & COMMON_JSON)
		add(table,
		    (struct opt){ 0, "json", NULL, OPT_FLAG, &common->json,
				  "one JSON document on standard output", 0, 0, 0 });
	if (set & COMMON_WORK) {
		add(table,
		    (struct opt){ 'j', "jobs", "N", OPT_NUMBER, &common->jobs,
				  "files at once; default: all cores", 1, MOST_JOBS, 0 });
		add(table, (struct opt){ 'f', "force", NULL, OPT_FLAG, &common->force,
					 "overwrite what exists", 0, 0, 0 });
		add(table,
		    (struct opt){ 0, "progress", "WHEN", OPT_CHOICE, &table->progress,
				  "a bar: auto (default), always, never", 0, 0,
				  progress_choices });
	}
	if (set & COMMON_STRICT)
		add(table,
		    (struct opt){ 0, "strict", NULL, OPT_FLAG, &common->strict,
				  "damage that would be salvaged is an error", 0, 0, 0 });
	add(table, (struct opt){ 'q', "quiet", NULL, OPT_LESS, &common->verbosity,
				 "errors alone", 0, 0, 0 });
	add(table, (struct opt){ 'v', "verbose", NULL, OPT_MORE, &common->verbosity,
				 "say what is done", 0, 0, 0 });
	add(table, (struct opt){ 'h', "help", NULL, OPT_FLAG, &table->help, "this list",
				 0, 0, 0 });
}

static void print_help(const struct command *self, const struct table *table)
{
	printf("usage: exhume %s %s\n%s\n\noptions:\n", self->name, self->usage,
	       self->brief);
	for (size_t i = 0; i < table->count; i++) {
		const struct opt *opt = &table->opts[i];
		int column = 0;

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
	va_list args;

	fprintf(stderr, "exhume %s: ", self->name);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\nTry 'exhume %s --help'.\n", self->name);
	return EXIT_USAGE;
}

static bool parse_number(const struct opt *opt, const char *text, unsigned *value)
{
	char *end;
	unsigned long number;

	errno = 0;
	number = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || number < opt->min ||
	    number > opt->max)
		return false;
	*value = (unsigned)number;
	return true;
}

static bool parse_integer(struct given_integer *integer, const char *text)
{
	const char *digits = *text == '-' ? text + 1 : text;
	char *end;
	long number;

	errno = 0;
	number = strtol(text, &end, 10);
	if (*digits < '0' || *digits > '9' || *end || errno || number < integer->least ||
	    number > integer->most)
		return false;
	integer->value = (int32_t)number;
	integer->given = true;
	return true;
}

/* Decimal digits: neither hexadecimal ones nor words, which strtod would take. */
static bool parse_real(struct given_real *real, const char *text)
{
	char *end;
	double number;

	if (!*text || text[strspn(text, "0123456789.-+eE")])
		return false;
	number = strtod(text, &end);
	if (*end || !(number >= real->least && number <= real->most))
		return false;
	real->value = number;
	real->given = true;
	return true;
}

static bool parse_choice(const struct opt *opt, const char *text, unsigned *value)
{
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

static int bad_integer(const struct command *self, const struct opt *opt,
		       const char *text)
{
	const struct given_integer *integer = opt->value;

	return opt_usage_error(self, "--%s %s: expected a whole number from %ld to %ld",
			       opt->name, text, (long)integer->least,
			       (long)integer->most);
}

static int bad_real(const struct command *self, const struct opt *opt, const char *text)
{
	const struct given_real *real = opt->value;

	return opt_usage_error(self, "--%s %s: expected a number from %g to %g",
			       opt->name, text, real->least, real->most);
}

/* EXIT_DONE, or what opt_usage_error says. */
static int apply(const struct command *self, const struct opt *opt, const char *text)
{
	switch (opt->kind) {
	case OPT_FLAG:
		*(bool *)opt->value = true;
		break;
	case OPT_TEXT:
		*(const char **)opt->value = text;
		break;
	case OPT_LIST:
		if (!strings_add(opt->value, text))
			return EXIT_BAD;
		break;
	case OPT_NUMBER:
		if (!parse_number(opt, text, opt->value))
			return opt_usage_error(self,
					       "--%s %s: expected a number from %u to %u",
					       opt->name, text, opt->min, opt->max);
		break;
	case OPT_INTEGER:
		if (!parse_integer(opt->value, text))
			return bad_integer(self, opt, text);
		break;
	case OPT_REAL:
		if (!parse_real(opt->value, text))
			return bad_real(self, opt, text);
		break;
	case OPT_CHOICE:
		if (!parse_choice(opt, text, opt->value))
			return bad_choice(self, opt, text);
		break;
	case OPT_MORE:
		++*(int *)opt->value;
		break;
	case OPT_LESS:
		--*(int *)opt->value;
		break;
	}
	return EXIT_DONE;
}

static void fill_getopt(const struct table *table, struct option *options, char *letters)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct opt *opt = &table->opts[i];

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
	options[table->count] = (struct option){ 0 };
}

static const struct opt *find_opt(const struct table *table, int value)
{
	for (size_t i = 0; i < table->count; i++)
		if (table->opts[i].letter == value || FIRST_LONG + (int)i == value)
			return &table->opts[i];
	return NULL;
}

static unsigned core_count(void)
{
	const long cores = sysconf(_SC_NPROCESSORS_ONLN);

	return cores < 1 ? 1 : cores > MOST_JOBS ? MOST_JOBS : (unsigned)cores;
}

int opt_parse(const struct command *self, const struct opt *opts, unsigned common_set,
	      struct common *common, int argc, char **argv, int *status)
{
	struct table table = { 0 };
	struct option options[MOST_OPTIONS + 1];
	char letters[MOST_OPTIONS * 2 + 1];
	char name[64]; /* in front of getopt's own messages */
	int value;

	*common = (struct common){ .jobs = core_count() };
	for (; opts->name; opts++)
		add(&table, *opts);
	add_common(&table, common_set, common);
	fill_getopt(&table, options, letters);
	snprintf(name, sizeof name, "exhume %s", self->name);
	argv[0] = name;
	optind = 1;
	while ((value = getopt_long(argc, argv, letters, options, NULL)) != -1) {
		const struct opt *opt = find_opt(&table, value);

		*status = EXIT_USAGE;
		if (!opt)
			fprintf(stderr, "Try 'exhume %s --help'.\n", self->name);
		else
			*status = apply(self, opt, optarg);
		if (*status)
			return -1;
	}
	common->progress = (enum progress_mode)table.progress;
	if (!table.help)
		return optind;
	print_help(self, &table);
	*status = EXIT_DONE;
	return -1;
}
