#include "cli/opt.h"
#include "manual.h"
#include "task/file.h"

#include <exhume/advanced/zv_engine.h>
#include <stdio.h>
#include <string.h>

/* True for "input" and exhume-input(5), "tour" and exhume-tour(7), as if they were
 * subcommands. */
static bool is_page_of_section(const struct manual_page *page, const char *name)
{
	const size_t size = strlen(name);

	return strncmp(page->name, name, size) == 0 &&
	       (strcmp(page->name + size, ".5") == 0 ||
		strcmp(page->name + size, ".7") == 0);
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
		    is_page_of_section(page, name))
			return page;
	return NULL;
}

struct request {
	struct common common;
	bool schema, zvision;
};

static int fail(const char *text)
{
	fprintf(stderr, "exhume help: %s\n", text);
	return EXIT_BAD;
}

static void print_word(void *context, const struct exh_zv_support *support)
{
	(void)context;
	printf("%s\t%s\t%s\t%s\t%s\n", support->kind, support->name, support->games,
	       support->state, support->missing ? support->missing : "");
}

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	const struct manual_page *page;
	const struct request *request = context;
	struct exh_error err;

	if (count > 1)
		return opt_usage_error(
			self, request->schema ? "only one document may be given"
					      : "only one subcommand may be given");
	if (request->schema)
		return schema_print(documented_commands, operands[0], &err)
			       ? EXIT_DONE
			       : fail(err.text);
	if (request->zvision) {
		exh_zv_support_list(print_word, NULL);
		return EXIT_DONE;
	}
	if (!manual_pages->name)
		return opt_usage_error(self, "the manual is not in this program; 'exhume "
					     "SUBCOMMAND --help' lists options");
	page = find_page(count ? operands[0] : "exhume");
	if (!page)
		return opt_usage_error(self, "no manual page for %s", operands[0]);
	if (!file_write_stdout(page->text, strlen(page->text), &err))
		return EXIT_DONE;
	exh_within(&err, err.status, "standard output");
	return fail(err.text);
}

static const struct opt options[] = {
	{ FLAG_OPTION("schema", struct request, schema),
	  .help = "print a document's JSON Schema, or the list of documents" },
	{ FLAG_OPTION("zvision", struct request, zvision),
	  .help = "list words of ZVision scripts, and if zv-run plays them" },
	{ 0 },
};

const struct command cmd_help = {
	.name = "help",
	.family = FAMILY_OTHER,
	.brief = "show the manual page of a subcommand",
	.usage = "[SUBCOMMAND]|--schema [DOCUMENT]|--zvision",
	.options = options,
	COMMAND_REQUEST(struct request, common),
	.run = run,
};
