#include "debug.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 1 << 12 };

static void free_one(struct debug_break *b)
{
	free(b->text);
	free(b->first);
	free(b->second);
}

void debug_breaks_free(struct debug_breaks *breaks)
{
	for (size_t i = 0; i < breaks->count; i++)
		free_one(&breaks->items[i]);
	free(breaks->items);
	*breaks = (struct debug_breaks){ .last = breaks->last };
}

/* Takes what it owns. */
static const struct debug_break *add(struct debug_breaks *breaks, struct debug_break *b,
				     struct exh_writer *why)
{
	struct debug_break *added;

	if (why->size) {
		free_one(b);
		return NULL;
	}
	b->number = ++breaks->last;
	added = MEM_ADD(breaks);
	*added = *b;
	return added;
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

static char *joined(char *const *words, size_t count)
{
	struct exh_writer out = { .limit = SIZE_MAX };
	char *made;

	for (size_t i = 0; i < count; i++)
		text_put(&out, "%s%s", i ? " " : "", words[i]);
	exh_write_u8(&out, 0);
	mem_check(&out);
	made = mem_text((const char *)out.data);
	exh_writer_free(&out);
	return made;
}

static bool read_method(const char *text, struct debug_break *b)
{
	const char *colons = strstr(text, "::");

	if (!colons || colons == text || !colons[2])
		return false;
	b->kind = BREAK_METHOD;
	b->first = mem_text_part(text, (size_t)(colons - text));
	b->second = mem_text(colons + 2);
	return true;
}

static bool read_break(char *const *words, size_t count, struct debug_break *b)
{
	if (count == 2 && !strcmp(words[0], "kernel")) {
		b->kind = BREAK_KERNEL;
		b->first = mem_text(words[1]);
		return true;
	}
	if (count >= 2 && !strcmp(words[0], "said")) {
		b->kind = BREAK_SAID;
		b->first = joined(words + 1, count - 1);
		return true;
	}
	if (count == 2 && !strcmp(words[0], "text")) {
		b->kind = BREAK_TEXT;
		return read_pair(words[1], ',', 10, &b->a, &b->b);
	}
	if (count == 3 && !strcmp(words[0], "export")) {
		b->kind = BREAK_EXPORT;
		return debug_number_read(words[1], UINT16_MAX, &b->a) &&
		       debug_number_read(words[2], UINT16_MAX, &b->b);
	}
	if (count != 1)
		return false;
	if (read_method(words[0], b))
		return true;
	b->kind = BREAK_PLACE;
	return read_pair(words[0], ':', 16, &b->a, &b->b);
}

const struct debug_break *debug_break_add(struct debug_breaks *breaks, char *const *words,
					  size_t count, struct exh_writer *why)
{
	struct debug_break b = { .text = joined(words, count) };

	if (!read_break(words, count, &b))
		text_put(why,
			 "break %s: expected SCRIPT:OFFSET, OBJECT::METHOD, kernel NAME, "
			 "said TEXT, text NUMBER,INDEX or export SCRIPT NUMBER",
			 b.text);
	return add(breaks, &b, why);
}

/* A letter, and the number of a variable. */
static bool read_variable(const char *text, struct debug_break *b)
{
	b->kind = WATCH_VARIABLE;
	b->a = *text == 'g' ? EXH_SCI0_GLOBALS : EXH_SCI0_LOCALS;
	return (*text == 'g' || *text == 'l') &&
	       debug_number_read(text + 1, UINT16_MAX, &b->b);
}

static void read_property(const struct exh_sci0_vm *vm,
			  const struct exh_sci0_program *program, const char *text,
			  struct debug_break *b, struct exh_writer *why)
{
	const char *dot = strrchr(text, '.');
	char *object = dot ? mem_text_part(text, (size_t)(dot - text)) : NULL;
	const int selector = dot ? debug_selector(program, dot + 1) : -1;

	b->kind = WATCH_PROPERTY;
	b->a = (unsigned)selector;
	if (!object)
		text_put(why, "watch %s: expected gN, lN or ADDRESS.PROPERTY", text);
	else if (selector < 0)
		text_put(why, "there is no selector %s", dot + 1);
	else if (debug_value_read(vm, object, &b->object, why) &&
		 !exh_sci0_vm_property(vm, b->object, b->a, &b->value))
		text_put(why, "%s has no property %s", object, dot + 1);
	free(object);
}

/* The variable as it is; false while there is none. Locals are those of script
 * object.offset. */
static bool variable_now(const struct exh_sci0_vm *vm, const struct debug_break *b,
			 struct exh_sci0_reg *out)
{
	size_t count;
	const struct exh_sci0_reg *cells =
		exh_sci0_vm_locals(vm, b->object.offset, &count);

	if (!cells || b->b >= count)
		return false;
	*out = cells[b->b];
	return true;
}

static bool value_now(const struct exh_sci0_vm *vm, const struct debug_break *b,
		      struct exh_sci0_reg *out)
{
	return b->kind == WATCH_VARIABLE ? variable_now(vm, b, out)
					 : exh_sci0_vm_property(vm, b->object, b->a, out);
}

const struct debug_break *debug_watch_add(struct debug_breaks *breaks,
					  const struct exh_sci0_vm *vm,
					  const struct exh_sci0_program *program,
					  const char *text, struct exh_writer *why)
{
	struct debug_break b = { .text = mem_text(text) };
	struct exh_sci0_where where = { .script = 0 };

	if (!read_variable(text, &b)) {
		read_property(vm, program, text, &b, why);
	} else {
		exh_sci0_vm_where(vm, &where);
		b.object = (struct exh_sci0_reg){ 0, b.a == EXH_SCI0_GLOBALS
							     ? 0
							     : where.script };
		if (!variable_now(vm, &b, &b.value))
			text_put(why, "script %u has no variable %s", b.object.offset,
				 text);
	}
	return add(breaks, &b, why);
}

bool debug_break_remove(struct debug_breaks *breaks, unsigned number)
{
	for (size_t i = 0; i < breaks->count; i++) {
		if (breaks->items[i].number != number)
			continue;
		free_one(&breaks->items[i]);
		memmove(&breaks->items[i], &breaks->items[i + 1],
			(--breaks->count - i) * sizeof *breaks->items);
		return true;
	}
	return false;
}

/*
 * Stopping.
 */

/* A name that ends in a colon stands for all that begin so. */
static bool is_like(struct exh_bytes name, const char *text)
{
	const size_t size = strlen(text);

	if (size && text[size - 1] == ':')
		return name.size >= size - 1 && !memcmp(name.data, text, size - 1);
	return debug_is_name(name, text);
}

static bool is_method(const struct debug_break *b, const struct exh_sci0_vm *vm,
		      const struct exh_sci0_program *program,
		      const struct exh_sci0_where *where)
{
	return where->is_entered && where->selector >= 0 &&
	       is_like(exh_sci0_program_selector(program, (unsigned)where->selector),
		       b->second) &&
	       debug_is_name(exh_sci0_vm_name(vm, where->self), b->first);
}

static bool is_export(const struct debug_break *b, const struct exh_sci0_program *program,
		      const struct exh_sci0_where *where)
{
	const struct exh_sci0_program_script *script =
		exh_sci0_program_script(program, b->a);

	return where->is_entered && where->selector < 0 && where->script == b->a &&
	       script && b->b < script->code.export_count &&
	       script->code.exports[b->b] == where->offset;
}

static bool is_said(const struct debug_break *b, const struct exh_sci0_vm *vm,
		    const struct exh_sci0_program *program,
		    const struct debug_kernel_call *call)
{
	struct exh_writer spec = { .limit = TEXT_LIMIT };
	bool found = false;

	if (debug_is_name(call->name, "Said") && call->count &&
	    debug_said_put(vm, program, call->arguments[0], &spec)) {
		exh_write_u8(&spec, 0);
		found = !spec.failed && strstr((const char *)spec.data, b->first);
	}
	exh_writer_free(&spec);
	return found;
}

/* Functions that take texts by their numbers, and the argument where they begin. */
static const struct {
	const char *name;
	size_t first;
} text_functions[] = { { "GetFarText", 0 }, { "Display", 0 }, { "Format", 1 } };

static bool is_text(const struct debug_break *b, const struct debug_kernel_call *call)
{
	for (size_t i = 0; i < sizeof text_functions / sizeof *text_functions; i++) {
		const size_t first = text_functions[i].first;
		const struct exh_sci0_reg *arguments = call->arguments + first;

		if (debug_is_name(call->name, text_functions[i].name) &&
		    call->count > first + 1 && !arguments[0].segment &&
		    !arguments[1].segment && arguments[0].offset == b->a &&
		    arguments[1].offset == b->b)
			return true;
	}
	return false;
}

static bool is_changed(struct debug_break *b, const struct exh_sci0_vm *vm,
		       struct exh_writer *out)
{
	struct exh_sci0_reg now;

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

/* What is looked at once for all breakpoints. */
struct place {
	const struct exh_sci0_vm *vm;
	const struct exh_sci0_program *program;
	struct exh_sci0_where where;
	struct debug_kernel_call call;
	bool has_call;
};

static bool stops(struct debug_break *b, const struct place *at, struct exh_writer *out)
{
	switch (b->kind) {
	case BREAK_PLACE:
		return at->where.script == b->a && at->where.offset == b->b;
	case BREAK_METHOD:
		return is_method(b, at->vm, at->program, &at->where);
	case BREAK_EXPORT:
		return is_export(b, at->program, &at->where);
	case BREAK_KERNEL:
		return at->has_call && debug_is_name(at->call.name, b->first);
	case BREAK_SAID:
		return at->has_call && is_said(b, at->vm, at->program, &at->call);
	case BREAK_TEXT:
		return at->has_call && is_text(b, &at->call);
	default:
		return is_changed(b, at->vm, out);
	}
}

struct debug_break *debug_breaks_find(struct debug_breaks *breaks,
				      const struct exh_sci0_vm *vm,
				      const struct exh_sci0_program *program,
				      struct exh_writer *out)
{
	struct place at = { .vm = vm, .program = program };

	if (!breaks->count || !exh_sci0_vm_where(vm, &at.where))
		return NULL;
	at.has_call = debug_kernel_call(vm, program, &at.call);
	for (size_t i = 0; i < breaks->count; i++)
		if (stops(&breaks->items[i], &at, out))
			return &breaks->items[i];
	return NULL;
}

void debug_breaks_refresh(struct debug_breaks *breaks, const struct exh_sci0_vm *vm)
{
	for (size_t i = 0; i < breaks->count; i++)
		if (breaks->items[i].kind >= WATCH_VARIABLE)
			value_now(vm, &breaks->items[i], &breaks->items[i].value);
}
