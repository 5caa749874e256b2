/* Commands that change the machine, or save its state. */
#include "debug.h"
#include "task/file.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { STATE_LIMIT = 1 << 28 };

static bool set_accumulator(struct debugger *d)
{
	struct exh_sci_reg value;

	if (!debug_read_value(d, d->words[0], &value))
		return false;
	exh_sci_vm_set_accumulator(debug_vm(d), value);
	return true;
}

/*
 * Variables.
 */

static bool read_kind(struct debugger *d, const char *text,
		      enum exh_sci_variable_kind *out)
{
	static const char letters[] = "gltp";
	const char *found = *text && !text[1] ? strchr(letters, *text) : NULL;

	if (!found)
		text_put(&d->out, "%s: expected g, l, t or p", text);
	else
		*out = (enum exh_sci_variable_kind)(found - letters);
	return found;
}

static void put_variable(struct debugger *d, enum exh_sci_variable_kind kind,
			 size_t number, struct exh_sci_reg value)
{
	struct exh_sci_where where = { .script = 0 };
	const char *name = NULL;

	exh_sci_vm_where(debug_vm(d), &where);
	if (kind == EXH_SCI_GLOBALS || kind == EXH_SCI_LOCALS)
		name = debug_name_of(&debug_of(d)->names,
				     kind == EXH_SCI_GLOBALS ? 0 : where.script, number);
	text_put(&d->out, "%c%zu%s%s: ", "gltp"[kind], number, name ? " " : "",
		 name ? name : "");
	debug_value_put(debug_vm(d), value, &d->out);
	text_put(&d->out, "\n");
}

static bool put_variables(struct debugger *d, enum exh_sci_variable_kind kind)
{
	size_t count;
	const struct exh_sci_reg *cells = exh_sci_vm_variables(debug_vm(d), kind, &count);

	for (size_t i = 0; i < count; i++)
		put_variable(d, kind, i, cells[i]);
	return true;
}

static bool set_variable(struct debugger *d, enum exh_sci_variable_kind kind,
			 unsigned number, const char *text)
{
	struct exh_sci_reg value;

	if (!debug_read_value(d, text, &value))
		return false;
	exh_sci_vm_set_variable(debug_vm(d), kind, number, value);
	put_variable(d, kind, number, value);
	return true;
}

static bool variables(struct debugger *d)
{
	enum exh_sci_variable_kind kind;
	const struct exh_sci_reg *cells;
	unsigned number;
	size_t room;

	if (!read_kind(d, d->words[0], &kind))
		return false;
	if (d->count == 1)
		return put_variables(d, kind);
	cells = exh_sci_vm_variables(debug_vm(d), kind, &room);
	if (!debugger_number(d->words[1], UINT16_MAX, &number) || number >= room) {
		text_put(&d->out, "there is no variable %s%s: there are %zu", d->words[0],
			 d->words[1], room);
		return false;
	}
	if (d->count == 3)
		return set_variable(d, kind, number, d->words[2]);
	put_variable(d, kind, number, cells[number]);
	return true;
}

static bool set_property(struct debugger *d)
{
	const int selector = debug_selector(debug_program(d), d->words[1]);
	struct exh_sci_reg object, value;

	if (!debug_read_value(d, d->words[0], &object) ||
	    !debug_read_value(d, d->words[2], &value))
		return false;
	if (selector >= 0 &&
	    exh_sci_vm_set_property(debug_vm(d), object, (unsigned)selector, value))
		return true;
	text_put(&d->out, "%s has no property %s", d->words[0], d->words[1]);
	return false;
}

/*
 * Messages.
 */

static bool send(struct debugger *d)
{
	const int selector = debug_selector(debug_program(d), d->words[1]);
	struct exh_sci_reg object, result, values[DEBUGGER_WORDS];
	bool good;

	if (!debug_read_value(d, d->words[0], &object))
		return false;
	for (size_t i = 2; i < d->count; i++)
		if (!debug_read_value(d, d->words[i], &values[i - 2]))
			return false;
	if (selector < 0 ||
	    !exh_sci_vm_responds(debug_vm(d), object, (unsigned)selector)) {
		text_put(&d->out, "%s does not know %s", d->words[0], d->words[1]);
		return false;
	}
	debug_of(d)->is_busy = true;
	good = exh_sci_vm_send(debug_vm(d), object, (unsigned)selector, values,
			       d->count - 2, &result);
	debug_of(d)->is_busy = false;
	if (good) {
		debug_value_put(debug_vm(d), result, &d->out);
		text_put(&d->out, "\n");
	} else {
		text_put(&d->out, "the message ended in a fault");
	}
	return good;
}

/*
 * States.
 */

static bool write_state(struct debugger *d)
{
	const struct debug_host *host = &debug_of(d)->host;
	struct exh_writer state = { .limit = SIZE_MAX };
	struct exh_error err = { .status = EXH_OK };
	bool good = host->save(host->context, &state);

	mem_check(&state);
	if (!good)
		text_put(&d->out, "the state can't be saved here: a kernel function of "
				  "the machine is calling scripts");
	else if (file_write(d->words[0], exh_writer_bytes(&state),
			    d->report->common->force, &err)) {
		text_put(&d->out, "%s: %s", d->words[0], err.text);
		good = false;
	}
	exh_writer_free(&state);
	return good;
}

static bool read_state(struct debugger *d)
{
	struct file file;
	struct exh_error err;

	if (file_read_own(d->words[0], STATE_LIMIT, &file, &err)) {
		text_put(&d->out, "%s: %s", d->words[0], err.text);
		return false;
	}
	free(debug_of(d)->restored.data);
	debug_of(d)->restored = file;
	debug_of(d)->wish = DEBUG_RESTORES;
	d->goes_on = true;
	return true;
}

const struct debugger_command debug_do_commands[] = {
	{ "vmvars", NULL, 1, 3, "g|l|t|p [N [VALUE]]",
	  "show globals, locals, temporaries, parameters, or set one", variables },
	{ "set_acc", NULL, 1, 1, "VALUE", "set the accumulator", set_accumulator },
	{ "set", NULL, 3, 3, "ADDRESS PROPERTY VALUE", "set a property of an object",
	  set_property },
	{ "send", NULL, 2, DEBUGGER_WORDS, "ADDRESS SELECTOR [VALUE]...",
	  "send a message, and show what it returns", send },
	{ "snap", NULL, 1, 1, "FILE", "write the state to a file", write_state },
	{ "restore", NULL, 1, 1, "FILE", "go on from a state that snap wrote",
	  read_state },
	{ 0 },
};
