#include "cli/command.h"
#include "cli/opt.h"
#include "manual.h"
#include "task/file.h"

#include <stdio.h>
#include <string.h>

/* "input" is exhume-input(5), as if it were a subcommand. */
static bool is_page_of_format(const struct manual_page *page, const char *name)
{
	const size_t size = strlen(name);

	return strncmp(page->name, name, size) == 0 &&
	       strcmp(page->name + size, ".5") == 0;
}

static const struct manual_page *find_page(const char *topic)
{
	char name[64];

	/* "help 3" is exhume(3); help itself is described in exhume(1). */
	if (strcmp(topic, "3") == 0 || strcmp(topic, "7") == 0)
		snprintf(name, sizeof name, "exhume.%s", topic);
	else if (strcmp(topic, "help") == 0)
		snprintf(name, sizeof name, "exhume");
	else
		snprintf(name, sizeof name, "exhume-%s", topic);
	for (const struct manual_page *page = manual_pages; page->name; page++)
		if (strcmp(page->name, name) == 0 || strcmp(page->name, topic) == 0 ||
		    is_page_of_format(page, name))
			return page;
	return NULL;
}

struct request {
	struct common common;
	bool options;
};

/*
 * --options: a table of all subcommands and options, from which the completions of shells
 * are made and the manual is checked. Tabs between the columns: SUBCOMMAND, "command",
 * family, brief, usage; or SUBCOMMAND, "option", letter, name, argument, "once" or
 * "repeated", what completes the argument ("files", "folders", "words" or "nothing"),
 * words, help. An empty column is "-".
 */

static const char *or_none(const char *text)
{
	return text ? text : "-";
}

static bool has_few_numbers(const struct opt *opt)
{
	return opt->kind == OPT_NUMBER && opt->most - opt->least < 8;
}

static const char *completion_name(const struct opt *opt)
{
	if (opt->choices || has_few_numbers(opt))
		return "words";
	switch (opt_completes(opt)) {
	case OPT_COMPLETES_FILES:
		return "files";
	case OPT_COMPLETES_FOLDERS:
		return "folders";
	default:
		return "nothing";
	}
}

static void print_words(const struct opt *opt)
{
	if (!opt->choices && !has_few_numbers(opt))
		printf("-");
	for (size_t i = 0; opt->choices && opt->choices[i]; i++)
		printf("%s%s", i ? " " : "", opt->choices[i]);
	for (double i = opt->least; has_few_numbers(opt) && i <= opt->most; i++)
		printf("%s%.0f", i > opt->least ? " " : "", i);
}

static void print_option(const struct command *command, const struct opt *opt)
{
	const bool is_repeated =
		opt->kind == OPT_LIST || opt->kind == OPT_MORE || opt->kind == OPT_LESS;

	printf("%s\toption\t%c\t%s\t%s\t%s\t%s\t", command->name,
	       opt->letter ? opt->letter : '-', opt->name, or_none(opt->argument),
	       is_repeated ? "repeated" : "once", completion_name(opt));
	print_words(opt);
	printf("\t%s\n", opt->help);
}

static void print_options(const struct command *command)
{
	struct opt_place list[OPT_MOST];
	const size_t count = opt_list(command, list);

	printf("%s\tcommand\t%s\t%s\t%s\n", command->name, family_names[command->family],
	       command->brief, command->usage);
	for (size_t i = 0; i < count; i++)
		if (!list[i].opt->is_hidden)
			print_option(command, list[i].opt);
}

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	const struct request *request = context;
	const struct manual_page *page;
	struct exh_error err;

	for (size_t i = 0; commands[i] && request->options; i++)
		print_options(commands[i]);
	if (request->options)
		return EXIT_DONE;
	if (count > 1)
		return opt_usage_error(self, "only one subcommand may be given");
	page = find_page(count ? operands[0] : "exhume");
	if (!page)
		return opt_usage_error(self, "no manual page for %s", operands[0]);
	if (!file_write_stdout(page->text, strlen(page->text), &err))
		return EXIT_DONE;
	fprintf(stderr, "exhume help: standard output: %s\n", err.text);
	return EXIT_BAD;
}

static const struct opt option_table[] = {
	{ FLAG_OPTION("options", struct request, options), .is_hidden = true,
	  .help = "print a table of all options" },
	{ 0 },
};

const struct command cmd_help = {
	.name = "help",
	.family = FAMILY_ALL,
	.brief = "show the manual page of a subcommand",
	.usage = "[SUBCOMMAND]",
	.options = option_table,
	COMMAND_REQUEST(struct request, common),
	.run = run,
};
