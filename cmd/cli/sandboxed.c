#include "sandboxed.h"

#include "assets/convert.h"
#include "assets/sci/sci.h"
#include "opt.h"
#include "task/disk_places.h"
#include "task/file.h"
#include "task/outputs.h"
#include "task/sandbox.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
	const struct command *self;
	void *request;
	const struct common *common;
	struct sandbox sandbox; /* unused with --no-sandbox */
	bool makes_temporary, writes_beside, makes_none, has_several, names_later;
};

/* True for inputs that can't seek: they are copied to a temporary file. */
static bool is_stream(const char *path)
{
	return strcmp(path, "-") == 0 || file_is_special(path);
}

static void take_input(struct run *run, const char *path)
{
	run->makes_temporary |= is_stream(path);
	if (strcmp(path, "-") != 0)
		sandbox_read(&run->sandbox, path);
}

static void take_output(struct run *run, const char *path)
{
	run->makes_temporary |= is_stream(path);
	if (*path && strcmp(path, "-") != 0 && file_descriptor(path) < 0)
		sandbox_write(&run->sandbox, path);
	if (run->self->files & COMMAND_WRITES_AROUND)
		sandbox_write_around(&run->sandbox, path);
}

static void take_value(struct run *run, const struct opt *opt, const char *value)
{
	const char *equals = strchr(value, '=');

	if (opt->files == OPT_MADE)
		take_output(run, value);
	else if (opt->files == OPT_READ_BY)
		opt->reads(value, &run->sandbox);
	else
		take_input(run, value);
	/* handles --bank 5=FILE */
	if (equals && opt->kind == OPT_LIST)
		take_input(run, equals + 1);
}

static bool names_files(const struct opt *opt)
{
	return opt->files || opt_completes(opt) != OPT_COMPLETES_NOTHING;
}

/* Calls take for each file named by an option. */
static void for_each_value(struct run *run,
			   void (*take)(struct run *run, const struct opt *opt,
					const char *value))
{
	struct opt_place list[OPT_MOST];
	const size_t count = opt_list(run->self, list);

	for (size_t i = 0; i < count; i++) {
		const struct opt *opt = list[i].opt;
		const void *value = (const char *)run->request + list[i].offset;
		const char *const *text = value;
		const struct strings *texts = value;

		if (opt->kind == OPT_TEXT && names_files(opt) && *text)
			take(run, opt, *text);
		for (size_t k = 0;
		     opt->kind == OPT_LIST && names_files(opt) && k < texts->count; k++)
			take(run, opt, texts->items[k]);
	}
}

static void take_flags(struct run *run)
{
	struct opt_place list[OPT_MOST];
	const size_t count = opt_list(run->self, list);

	for (size_t i = 0; i < count; i++) {
		const struct opt *opt = list[i].opt;
		const void *value = (const char *)run->request + list[i].offset;

		if (opt->kind == OPT_FLAG && opt->files == OPT_NAMED_LATER)
			run->names_later |= *(const bool *)value;
		else if (opt->kind == OPT_INTEGER && opt->files == OPT_MADE_BESIDE)
			run->writes_beside |=
				((const struct given_integer *)value)->given;
		else if (opt->kind == OPT_FLAG && opt->files == OPT_MAKES_NONE)
			run->makes_none |= *(const bool *)value;
		else if (opt->kind == OPT_CHOICE && opt->files == OPT_MAKES_NONE)
			run->makes_none |= *(const unsigned *)value != 0;
	}
}

/* Adds outputs beside an input. For the map of a game, outputs are named after its
 * folder. */
static void write_beside(struct run *run, const char *path)
{
	char *game = sci_is_game(path) ? sci_game_name(path) : NULL;

	sandbox_write_beside(&run->sandbox, path);
	if (game)
		sandbox_write_beside(&run->sandbox, game);
	free(game);
}

/* Makes the folder that all outputs of an input lie in now, so that only this folder must
 * be writable. False: there is no such folder. */
static bool write_folder(struct run *run, const char *input)
{
	char *path = convert_folder(run->self, run->request, input, run->has_several);
	const bool is_folder = path;

	if (path && !run->makes_none && file_exists(input))
		sandbox_write_folder(&run->sandbox, path);
	free(path);
	return is_folder;
}

static void take_operand(struct run *run, const char *path)
{
	const unsigned files = run->self->files;
	bool is_beside;

	take_input(run, path);
	is_beside = !write_folder(run, path) && !run->common->output &&
		    !(files & COMMAND_WRITES_NAMED);
	if (is_beside || run->writes_beside)
		write_beside(run, path);
	if ((files & COMMAND_WRITES_SIBLINGS) && !run->common->output)
		sandbox_write_around(&run->sandbox, path);
}

/* Reports unrestricted parts, or with -vv the restricted ones. False: the sandbox was
 * required. */
static bool report_parts(const struct run *run, unsigned parts)
{
	const bool is_whole = parts == (SANDBOX_FILES | SANDBOX_CALLS);
	const bool is_bad = !is_whole && run->common->require_sandbox;

	if (is_bad || run->common->verbosity > is_whole)
		fprintf(stderr, "exhume %s: %s: files %s, system calls %s\n",
			run->self->name, is_bad ? "--require-sandbox" : "sandbox",
			parts & SANDBOX_FILES
				? "restricted"
				: "not restricted (Landlock is not available)",
			parts & SANDBOX_CALLS
				? "restricted"
				: "not restricted (seccomp is not available)");
	return !is_bad;
}

/* Enters the sandbox. False, and reported, if that failed. */
static bool enter(struct run *run, char **operands, size_t count)
{
	char *output = (char *)run->common->output;
	unsigned parts;

	take_flags(run);
	run->has_several = count > 1;
	/* The folder of outputs is made before -o is checked. */
	for (size_t i = 0; i < count; i++)
		take_operand(run, operands[i]);
	for_each_value(run, take_value);
	if (run->names_later)
		sandbox_write(&run->sandbox, ".");
	if (run->self->reads)
		run->self->reads(operands, count, &run->sandbox);
	if (run->self->reads && output && (run->self->files & COMMAND_READS_OUTPUT))
		run->self->reads(&output, 1, &run->sandbox);
	sandbox_clear_leftovers(&run->sandbox);
	if (run->makes_temporary || (run->self->files & COMMAND_MAKES_TEMPORARY))
		sandbox_make_temporary(&run->sandbox);
	if (!sandbox_enter(&run->sandbox, &parts)) {
		fprintf(stderr,
			"exhume %s: can't start the process that names outputs: %s\n",
			run->self->name, strerror(errno));
		return false;
	}
	return report_parts(run, parts);
}

/* Adds a file that no output may replace, before any file is read or written. */
static void add_original(struct run *run, const struct opt *opt, const char *value)
{
	const char *equals = strchr(value, '=');

	(void)run;
	if (opt->files != OPT_READ && opt->files != OPT_READ_BY)
		return;
	originals_add(value);
	if (equals && opt->kind == OPT_LIST)
		originals_add(equals + 1);
}

/* Links named by the user may lead out of their folder; links inside a named folder
 * may not. */
static void add_boundary(struct run *run, const struct opt *opt, const char *value)
{
	const char *equals = strchr(value, '=');

	(void)run;
	if (opt->files == OPT_MADE)
		return;
	boundary_add(value);
	if (equals && opt->kind == OPT_LIST)
		boundary_add(equals + 1);
}

static void add_boundaries(struct run *run, char **operands, size_t count)
{
	for_each_value(run, add_boundary);
	for (size_t i = 0; i < count; i++)
		boundary_add(operands[i]);
}

int sandboxed_run(const struct command *self, void *request, char **operands,
		  size_t count)
{
	struct run run = {
		.self = self,
		.request = request,
		.common = (const void *)((const char *)request + self->common_offset),
	};
	int status = EXIT_FAILURE;
	bool good = true;

	for_each_value(&run, add_original);
	for (size_t i = 0; i < count; i++)
		originals_add(operands[i]);
	if (!run.common->follow_links)
		add_boundaries(&run, operands, count);
	run.sandbox.force = run.common->force;
	run.sandbox.follows_links = run.common->follow_links;
	if (!run.common->no_sandbox)
		good = enter(&run, operands, count);
	else if (run.common->verbosity > 0)
		fprintf(stderr, "exhume %s: no sandbox\n", self->name);
	if (good)
		status = self->run(self, request, operands, count);
	/* An archive without members makes an empty folder. */
	if (status == EXIT_SUCCESS && self->converter && self->converter->makes_folder)
		disk_process_keep();
	sandbox_end(&run.sandbox);
	originals_clear();
	boundary_clear();
	disk_close_folders();
	return status;
}
