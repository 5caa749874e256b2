/* The kernel functions that a game calls, with places and arguments. */
#include "script.h"
#include "task/memory.h"
#include "task/text.h"

#include <exhume/advanced/sci_said.h>
#include <exhume/advanced/sci_flow.h>
#include <exhume/sci_parser.h>
#include <stdlib.h>

enum { LINE_LIMIT = 4096 };

/* A call of a kernel function. */
struct found {
	unsigned function;
	const struct exh_sci_program_script *script;
	uint16_t offset;
	struct exh_bytes arguments; /* text in UTF-8 */
};

struct collecting {
	struct script_output *o;
	const struct exh_sci_program_script *script;
	struct exh_writer line;
	struct found *items;
	size_t count, capacity;
	enum exh_cp437_use use; /* use of the encoding for strings */
	enum exh_status status; /* result of the work; err has the reason */
	struct exh_error err;
};

static void put_name(struct collecting *c, struct exh_bytes name)
{
	text_to_utf8_as(c->o->program->encoding, name, EXH_CP437_NAME, &c->line);
}

static void put_spec(struct collecting *c, struct exh_bytes spec)
{
	const struct exh_sci_lexicon *lexicon = c->o->program->program.lexicon;
	struct exh_writer text = { .limit = LINE_LIMIT };

	(void)!exh_sci_said_decompile(spec, lexicon, &text, NULL);
	exh_sci_said_to_utf8(exh_writer_bytes(&text), lexicon ? lexicon->page : NULL,
			     &c->line);
	exh_writer_free(&text);
}

/* Appends the Said spec at an address; false if none begins there. */
static bool put_said(struct collecting *c, unsigned address)
{
	const struct exh_sci_script *script = &c->script->code.script;

	for (size_t i = 0; i < script->said_count; i++)
		if (script->saids[i].base - c->script->code.bytes.base == address) {
			exh_write_u8(&c->line, '\'');
			put_spec(c, script->saids[i]);
			exh_write_u8(&c->line, '\'');
			return true;
		}
	return false;
}

/* Appends the object, string or Said spec at an address. */
static void put_address(struct collecting *c, unsigned address)
{
	const struct exh_sci_object *object =
		exh_sci_code_object(&c->script->code, address);
	struct exh_bytes text;

	if (object && object->name.size) {
		put_name(c, object->name);
	} else if (exh_sci_code_string(&c->script->code, address, &text)) {
		exh_write_u8(&c->line, '"');
		text_to_utf8_as(c->o->program->encoding, text, c->use, &c->line);
		exh_write_u8(&c->line, '"');
	} else if (!put_said(c, address)) {
		text_put(&c->line, "@%04x", address);
	}
}

static void put_value(struct collecting *c, struct exh_sci_value value)
{
	static const char *const variables[] = { "global", "local", "temp", "param" };
	const struct exh_sci_program_class *class;

	switch (value.kind) {
	case EXH_SCI_VALUE_NUMBER:
		text_put(&c->line, "%d", (int16_t)value.number);
		break;
	case EXH_SCI_VALUE_ADDRESS:
		put_address(c, value.number);
		break;
	case EXH_SCI_VALUE_CLASS:
		class = exh_sci_program_class(&c->o->program->program, value.number);
		if (class && class->name.size)
			put_name(c, class->name);
		else
			text_put(&c->line, "class %u", value.number);
		break;
	case EXH_SCI_VALUE_SELF:
		text_put(&c->line, "self");
		break;
	case EXH_SCI_VALUE_LOCAL:
		/* Locals of script 0 are the globals. */
		text_put(&c->line, "%s%u", c->script->number ? "local" : "global",
			 value.number);
		break;
	case EXH_SCI_VALUE_GLOBAL:
	case EXH_SCI_VALUE_TEMPORARY:
	case EXH_SCI_VALUE_PARAMETER:
		text_put(&c->line, "%s%u", variables[value.kind - EXH_SCI_VALUE_GLOBAL],
			 value.number);
		break;
	default:
		text_put(&c->line, "?");
	}
}

static void put_arguments(struct collecting *c, const struct exh_sci_call *call)
{
	c->line.size = 0;
	for (size_t i = 1; i < call->value_count; i++) {
		if (i > 1)
			exh_write_u8(&c->line, ' ');
		put_value(c, call->values[i]);
	}
	if (call->has_rest)
		text_put(&c->line, c->line.size ? " &rest" : "&rest");
	if (c->line.failed) /* too long for a line */
		c->line.failed = false;
}

static void see_call(void *context, const struct exh_sci_call *call)
{
	struct collecting *c = context;
	struct exh_arena *arena = &c->o->program->arena;
	struct found *found;

	if (call->instruction->opcode != EXH_SCI_OP_CALLK || c->status)
		return;
	put_arguments(c, call);
	found = MEM_ADD(c);
	*found = (struct found){ .function = (unsigned)call->instruction->operands[0],
				 .script = c->script,
				 .offset = call->instruction->offset };
	if (!c->line.size)
		return;
	found->arguments = exh_memdup(arena, exh_writer_bytes(&c->line));
	if (!found->arguments.data)
		c->status = exh_fail(&c->err, EXH_LIMIT, EXH_NO_OFFSET,
				     "the arguments of calls are larger than the limit "
				     "of %zu bytes",
				     arena->limit);
}

static int compare(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	if (x->script != y->script)
		return x->script < y->script ? -1 : 1;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

static void collect(struct collecting *c)
{
	const struct script_program *p = c->o->program;

	for (size_t i = 0; i < p->program.script_count && !c->status; i++) {
		struct exh_arena flow = { .limit = SIZE_MAX };

		c->script = &p->program.scripts[i];
		if (p->is_selected[i]) {
			const enum exh_status status = exh_sci_calls(
				&c->script->code, &flow, see_call, c, &c->err);

			c->status = c->status ? c->status : status;
		}
		exh_arena_free(&flow);
	}
	if (c->count)
		qsort(c->items, c->count, sizeof *c->items, compare);
}

struct call {
	unsigned number, script;
	uint16_t offset;
	struct exh_bytes name, place, arguments;
};

static const struct field call_field[] = {
	FIELD(struct call, number, NULL, "number of the kernel function"),
	SCRIPT_NAME(struct call, name, "name of the kernel function"),
	FIELD(struct call, script, NULL, "number of the script that calls it"),
	FIELD(struct call, offset, "bytes", "offset of the call in that script"),
	SCRIPT_PLACE(struct call),
	SCRIPT_TEXT(struct call, arguments, "arguments as far as they are known"),
};
const struct fields script_call_fields = FIELDS("call", struct call, call_field);

static void add_rows(struct collecting *c)
{
	const struct exh_sci_program *program = &c->o->program->program;
	struct json *list = script_output_begin(c->o, &script_call_fields);

	for (size_t i = 0; i < c->count; i++) {
		const struct found *f = &c->items[i];
		struct call row = { .number = f->function,
				    .script = f->script->number,
				    .offset = f->offset,
				    .name = exh_sci_program_kernel(program, f->function),
				    .arguments = f->arguments };

		c->line.size = 0;
		script_place_put(program, f->script, f->offset, &c->line);
		row.place = exh_writer_bytes(&c->line);
		script_output_add(c->o, &script_call_fields, &row, list);
	}
	if (list)
		c->o->json->calls = list;
}

/* Appends Name(arguments) below the function, a line for each call. */
static void put_text(struct collecting *c)
{
	struct script_output *o = c->o;
	const struct exh_sci_program *program = &o->program->program;

	for (size_t i = 0, end = 0; i < c->count; i++) {
		const struct found *f = &c->items[i];

		if (i == end) {
			while (end < c->count && c->items[end].function == f->function)
				end++;
			text_put(o->text, "%u ", f->function);
			script_output_put(o,
					  exh_sci_program_kernel(program, f->function));
			text_put(o->text, ", %zu call%s\n", end - i,
				 end - i == 1 ? "" : "s");
		}
		c->line.size = 0;
		script_place_put(program, f->script, f->offset, &c->line);
		text_put(o->text, "\tscript %u 0x%04x ", f->script->number, f->offset);
		script_output_put(o, exh_writer_bytes(&c->line));
		exh_write_u8(o->text, '(');
		exh_write_bytes(o->text, f->arguments.data, f->arguments.size);
		text_put(o->text, ")\n");
	}
}

bool script_kernel_fill(struct script_output *o)
{
	const bool is_text = o->request->format == SCI_SCRIPT_TEXT;
	struct collecting c = { .o = o,
				.line.limit = LINE_LIMIT,
				.use = is_text ? EXH_CP437_SCREEN : EXH_CP437_TEXT };
	bool is_good;

	collect(&c);
	is_good = script_output_check(o, c.status, &c.err);
	if (is_good)
		(is_text ? put_text : add_rows)(&c);
	exh_writer_free(&c.line);
	free(c.items);
	return is_good;
}
