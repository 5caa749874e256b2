#include "debug.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 1 << 12 };

/* Adds a breakpoint and takes over text, to which place points. False: a reason was
 * given. */
static bool add(struct sci_debugger *d, const struct debug_place *place, char *text)
{
	if (d->common.out.size) {
		free(text);
		return false;
	}
	debugger_add_break(&d->common, text, mem_copy(place, 1, sizeof *place),
			   place->kind >= WATCH_VARIABLE);
	return true;
}

/*
 * Reading.
 */

static bool read_pair(const char *text, char between, unsigned base, unsigned *a,
		      unsigned *b)
{
	const char *at = strchr(text, between);
	char *end;

	if (!at || at == text)
		return false;
	*a = (unsigned)strtoul(text, &end, 10);
	if (end != at || !strchr("0123456789abcdefABCDEF", at[1]) || !at[1])
		return false;
	*b = (unsigned)strtoul(at + 1, &end, (int)base);
	return !*end;
}

static bool read_method(struct debug_place *b)
{
	const char *colons = strstr(b->text, "::");

	if (!colons || colons == b->text || !colons[2])
		return false;
	b->kind = BREAK_METHOD;
	b->object = (struct exh_bytes){ (const uint8_t *)b->text,
					(size_t)(colons - b->text), 0 };
	b->name = colons + 2;
	return true;
}

static bool read_break(char *const *words, size_t count, struct debug_place *b)
{
	if (count == 2 && !strcmp(words[0], "kernel")) {
		b->kind = BREAK_KERNEL;
		b->name = b->text + strlen("kernel ");
		return true;
	}
	if (count >= 2 && !strcmp(words[0], "said")) {
		b->kind = BREAK_SAID;
		b->name = b->text + strlen("said ");
		return true;
	}
	if (count == 2 && !strcmp(words[0], "text")) {
		b->kind = BREAK_TEXT;
		return read_pair(words[1], ',', 10, &b->a, &b->b);
	}
	if (count == 3 && !strcmp(words[0], "export")) {
		b->kind = BREAK_EXPORT;
		return debugger_number(words[1], UINT16_MAX, &b->a) &&
		       debugger_number(words[2], UINT16_MAX, &b->b);
	}
	if (count != 1)
		return false;
	if (read_method(b))
		return true;
	b->kind = BREAK_PLACE;
	return read_pair(words[0], ':', 16, &b->a, &b->b);
}

bool debug_break_add(struct sci_debugger *d, char *const *words, size_t count)
{
	char *text = debugger_join(words, count);
	struct debug_place b = { .text = text };

	if (!read_break(words, count, &b))
		text_put(&d->common.out,
			 "break %s: expected SCRIPT:OFFSET, OBJECT::METHOD, kernel NAME, "
			 "said TEXT, text NUMBER,INDEX or export SCRIPT NUMBER",
			 text);
	return add(d, &b, text);
}

/* Reads a letter, and the number of a variable. */
static bool read_variable(struct debug_place *b)
{
	const char *text = b->text;

	b->kind = WATCH_VARIABLE;
	b->a = *text == 'g' ? EXH_SCI_GLOBALS : EXH_SCI_LOCALS;
	return (*text == 'g' || *text == 'l') &&
	       debugger_number(text + 1, UINT16_MAX, &b->b);
}

static void read_property(const struct exh_sci_vm *vm,
			  const struct exh_sci_program *program, struct debug_place *b,
			  struct exh_writer *why)
{
	const char *text = b->text;
	const char *dot = strrchr(text, '.');
	char *object = dot ? mem_text_part(text, (size_t)(dot - text)) : NULL;
	const int selector = dot ? debug_selector(program, dot + 1) : -1;

	b->kind = WATCH_PROPERTY;
	b->a = (unsigned)selector;
	if (!object)
		text_put(why, "watch %s: expected gN, lN or ADDRESS.PROPERTY", text);
	else if (selector < 0)
		text_put(why, "there is no selector %s", dot + 1);
	else if (debug_value_read(vm, object, &b->watched, why) &&
		 !exh_sci_vm_property(vm, b->watched, b->a, &b->value))
		text_put(why, "%s has no property %s", object, dot + 1);
	free(object);
}

/* Returns the variable's current value; false if it does not exist now. Locals belong to
 * script watched.offset. */
static bool variable_now(const struct exh_sci_vm *vm, const struct debug_place *b,
			 struct exh_sci_reg *out)
{
	size_t count;
	const struct exh_sci_reg *cells =
		exh_sci_vm_locals(vm, b->watched.offset, &count);

	if (!cells || b->b >= count)
		return false;
	*out = cells[b->b];
	return true;
}

static bool value_now(const struct exh_sci_vm *vm, const struct debug_place *b,
		      struct exh_sci_reg *out)
{
	return b->kind == WATCH_VARIABLE ? variable_now(vm, b, out)
					 : exh_sci_vm_property(vm, b->watched, b->a, out);
}

bool debug_watch_add(struct sci_debugger *d, const char *given)
{
	const struct exh_sci_vm *vm = debug_vm(&d->common);
	struct exh_writer *why = &d->common.out;
	char *text = mem_text(given);
	struct debug_place b = { .text = text };
	struct exh_sci_where where = { .script = 0 };

	if (!read_variable(&b)) {
		read_property(vm, d->program, &b, why);
	} else {
		exh_sci_vm_where(vm, &where);
		b.watched.offset = b.a == EXH_SCI_GLOBALS ? 0 : where.script;
		if (!variable_now(vm, &b, &b.value))
			text_put(why, "script %u has no variable %s", b.watched.offset,
				 text);
	}
	return add(d, &b, text);
}

/*
 * Stopping.
 */

/* A name that ends in a colon stands for all names with that beginning. */
static bool is_like(struct exh_bytes name, const char *text)
{
	const size_t size = strlen(text);

	if (size && text[size - 1] == ':')
		return name.size >= size - 1 && !memcmp(name.data, text, size - 1);
	return text_is(name, text);
}

static bool is_method(const struct debug_place *b, const struct exh_sci_vm *vm,
		      const struct exh_sci_program *program,
		      const struct exh_sci_where *where)
{
	return where->is_entered && where->selector >= 0 &&
	       is_like(exh_sci_program_selector(program, (unsigned)where->selector),
		       b->name) &&
	       bytes_are_same(exh_sci_vm_name(vm, where->self), b->object);
}

static bool is_export(const struct debug_place *b, const struct exh_sci_program *program,
		      const struct exh_sci_where *where)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(program, b->a);

	return where->is_entered && where->selector < 0 && where->script == b->a &&
	       script && b->b < script->code.export_count &&
	       script->code.exports[b->b] == where->offset;
}

static bool is_said(const struct debug_place *b, const struct exh_sci_vm *vm,
		    const struct exh_sci_program *program,
		    const struct debug_kernel_call *call)
{
	struct exh_writer spec = { .limit = TEXT_LIMIT };
	bool found = false;

	if (text_is(call->name, "Said") && call->count &&
	    debug_said_put(vm, program, call->arguments[0], &spec)) {
		exh_write_u8(&spec, 0);
		found = !spec.failed && strstr((const char *)spec.data, b->name);
	}
	exh_writer_free(&spec);
	return found;
}

/* Kernel functions that take texts by their numbers, and the first argument with one. */
static const struct {
	const char *name;
	size_t first;
} text_functions[] = { { "GetFarText", 0 }, { "Display", 0 }, { "Format", 1 } };

static bool is_text(const struct debug_place *b, const struct debug_kernel_call *call)
{
	for (size_t i = 0; i < sizeof text_functions / sizeof *text_functions; i++) {
		const size_t first = text_functions[i].first;
		const struct exh_sci_reg *arguments = call->arguments + first;

		if (text_is(call->name, text_functions[i].name) &&
		    call->count > first + 1 && !arguments[0].segment &&
		    !arguments[1].segment && arguments[0].offset == b->a &&
		    arguments[1].offset == b->b)
			return true;
	}
	return false;
}

static bool is_changed(struct debug_place *b, const struct exh_sci_vm *vm,
		       struct exh_writer *out)
{
	struct exh_sci_reg now;

	if (!value_now(vm, b, &now) ||
	    (now.segment == b->value.segment && now.offset == b->value.offset))
		return false;
	text_put(out, "%s: ", b->text);
	debug_value_put(vm, b->value, out);
	text_put(out, " -> ");
	debug_value_put(vm, now, out);
	text_put(out, "\n");
	b->value = now;
	return true;
}

/* Current position of the machine, looked up once for all breakpoints. */
struct place {
	const struct exh_sci_vm *vm;
	const struct exh_sci_program *program;
	struct exh_sci_where where;
	struct debug_kernel_call call;
	bool has_call;
};

static bool stops(struct debug_place *b, const struct place *at, struct exh_writer *out)
{
	switch (b->kind) {
	case BREAK_PLACE:
		return at->where.script == b->a && at->where.offset == b->b;
	case BREAK_METHOD:
		return is_method(b, at->vm, at->program, &at->where);
	case BREAK_EXPORT:
		return is_export(b, at->program, &at->where);
	case BREAK_KERNEL:
		return at->has_call && text_is(at->call.name, b->name);
	case BREAK_SAID:
		return at->has_call && is_said(b, at->vm, at->program, &at->call);
	case BREAK_TEXT:
		return at->has_call && is_text(b, &at->call);
	default:
		return is_changed(b, at->vm, out);
	}
}

struct debug_break *debug_breaks_find(struct sci_debugger *d, const struct exh_sci_vm *vm,
				      struct exh_writer *out)
{
	struct place at = { .vm = vm, .program = d->program };
	struct debug_breaks *breaks = &d->common.breaks;

	if (!breaks->count || !exh_sci_vm_where(vm, &at.where))
		return NULL;
	at.has_call = debug_kernel_call(vm, d->program, &at.call);
	for (size_t i = 0; i < breaks->count; i++)
		if (stops(breaks->items[i].place, &at, out))
			return &breaks->items[i];
	return NULL;
}

void debug_breaks_refresh(struct sci_debugger *d, const struct exh_sci_vm *vm)
{
	for (size_t i = 0; i < d->common.breaks.count; i++) {
		struct debug_place *b = d->common.breaks.items[i].place;

		if (b->kind >= WATCH_VARIABLE)
			value_now(vm, b, &b->value);
	}
}
