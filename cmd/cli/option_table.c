#include "opt.h"

#include <stdio.h>

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
	for (unsigned i = 0; has_few_numbers(opt) && opt->least + i <= opt->most; i++)
		printf("%s%.0f", i ? " " : "", opt->least + i);
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

void option_table_print(const struct command *command)
{
	struct opt_place list[OPT_MOST];
	const size_t count = opt_list(command, list);

	printf("%s\tcommand\t%s\t%s\t%s\n", command->name, family_names[command->family],
	       command->brief, command->usage);
	for (size_t i = 0; i < count; i++)
		if (!list[i].opt->is_hidden)
			print_option(command, list[i].opt);
}
