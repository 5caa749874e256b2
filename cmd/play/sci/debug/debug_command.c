#include "debug.h"

#include "task/text.h"

static const struct debugger_command *const tables[] = { debug_run_commands,
							 debug_look_commands,
							 debug_do_commands, NULL };

static void help(struct debugger *d)
{
	const char *more = debug_of(d)->host.help;

	text_put(&d->out,
		 "%sADDRESS: SEGMENT:OFFSET, &SCRIPT:OFFSET, $PC, $ACC, $PREV or $OBJ "
		 "(+N, -N), ?NAME (.N)\n",
		 more ? more : "");
}

static int run_other(struct debugger *d, const char *name)
{
	const struct debug_host *host = &debug_of(d)->host;

	return host->command
		       ? host->command(host->context, name, d->words, d->count, &d->out)
		       : 0;
}

/*
 * Completion: the name of an object after ?, or of a selector or kernel function.
 */

static void add_selectors(struct completion *c, const struct exh_sci_program *program)
{
	for (unsigned i = 0; i < program->selectors.count; i++)
		completion_add(c, exh_sci_program_selector(program, i));
	for (unsigned i = 0; i < program->kernel.count; i++)
		completion_add(c, exh_sci_program_kernel(program, i));
}

/* Adds the objects of all scripts, loaded or not. */
static void add_objects(struct completion *c, const struct exh_sci_program *program)
{
	for (size_t i = 0; i < program->script_count; i++) {
		const struct exh_sci_code *code = &program->scripts[i].code;

		for (size_t k = 0; program->scripts[i].is_open && k < code->object_count;
		     k++)
			completion_add(c, code->objects[k].name);
	}
}

static void complete(struct debugger *d, char before, struct completion *c)
{
	if (!before)
		return;
	if (before != ':' && before != '.')
		add_objects(c, debug_program(d));
	if (before != '?')
		add_selectors(c, debug_program(d));
}

const struct debugger_type debug_type = { .tables = tables,
					  .name_width = 11,
					  .usage_width = 28,
					  .is_stored = true,
					  .help = help,
					  .run_other = run_other,
					  .complete = complete };
