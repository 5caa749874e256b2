/* Commands that show the machine's state. */
#include "debug.h"

#include "assets/sci/parse/parse.h"
#include "task/memory.h"
#include "task/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_STACK = 16, SHOWN_INSTRUCTIONS = 10, SHOWN_NODES = 1000, TEXT_SIZE = 1024 };

static const char *const type_names[] = { "nothing", "script",	"clones", "locals",
					  "stack",   "strings", "lists",  "nodes",
					  "hunks",   "memory" };

static void put_line(struct debugger *d, const char *name, struct exh_sci_reg value)
{
	text_put(&d->out, "%s ", name);
	debug_value_put(debug_vm(d), value, &d->out);
	text_put(&d->out, "\n");
}

/*
 * Position of the machine.
 */

void debug_show_place(struct debugger *d)
{
	const struct exh_sci_vm *vm = debug_vm(d);
	struct exh_sci_where where;
	struct exh_sci_call_look call;

	if (!exh_sci_vm_where(vm, &where))
		return;
	text_put(&d->out, "%" PRIu64 " ", exh_sci_vm_steps(vm));
	if (exh_sci_vm_call_at(vm, where.depth, &call)) {
		debug_call_name_put(vm, debug_program(d), &call, &d->out);
		text_put(&d->out, "  ");
	}
	debug_instruction_put(debug_program(d), where.script, where.offset, &d->out);
}

static bool registers(struct debugger *d)
{
	struct exh_sci_registers r;
	struct exh_sci_where where = { .depth = 0 };

	exh_sci_vm_registers(debug_vm(d), &r);
	exh_sci_vm_where(debug_vm(d), &where);
	text_put(&d->out, "step  %" PRIu64 "\n", exh_sci_vm_steps(debug_vm(d)));
	text_put(&d->out, "pc    %03u:%04x\n", where.script, where.offset);
	put_line(d, "acc  ", r.accumulator);
	put_line(d, "prev ", r.previous);
	put_line(d, "self ", where.self);
	text_put(&d->out, "sp    %zu\nrest  %u\ndepth %zu\n", r.stack_pointer, r.rest,
		 where.depth);
	return true;
}

static bool backtrace(struct debugger *d)
{
	const struct exh_sci_vm *vm = debug_vm(d);
	struct exh_sci_call_look call;
	size_t depth = 0;

	while (exh_sci_vm_call_at(vm, depth, &call))
		depth++;
	while (depth-- && exh_sci_vm_call_at(vm, depth, &call)) {
		text_put(&d->out, "%zu: ", depth);
		if (call.is_outside) {
			text_put(&d->out, "messages from outside\n");
			continue;
		}
		text_put(&d->out, "%03u:%04x ", call.script, call.offset);
		debug_call_name_put(vm, debug_program(d), &call, &d->out);
		text_put(&d->out, "(");
		for (size_t i = 0; i < call.argument_count; i++) {
			text_put(&d->out, "%s", i ? ", " : "");
			debug_value_put(vm, call.arguments[i], &d->out);
		}
		text_put(&d->out, ")\n");
	}
	return true;
}

static bool stack(struct debugger *d)
{
	unsigned shown = SHOWN_STACK;
	size_t used;
	const struct exh_sci_reg *cells = exh_sci_vm_stack(debug_vm(d), &used);

	if (d->count && !debugger_number(d->words[0], UINT16_MAX, &shown)) {
		text_put(&d->out, "%s: expected a number of cells", d->words[0]);
		return false;
	}
	for (size_t i = used; i-- && used - i <= shown;) {
		text_put(&d->out, "%zu: ", i);
		debug_value_put(debug_vm(d), cells[i], &d->out);
		text_put(&d->out, "\n");
	}
	return true;
}

/*
 * Objects.
 */

static struct exh_bytes selector_of(struct debugger *d,
				    const struct exh_sci_object_look *look, size_t i)
{
	return i < look->selector_count
		       ? exh_sci_program_selector(debug_program(d), look->selectors[i])
		       : (struct exh_bytes){ .size = 0 };
}

static void put_properties(struct debugger *d, const struct exh_sci_object_look *look)
{
	for (size_t i = 0; i < look->property_count; i++) {
		const struct exh_bytes name = selector_of(d, look, i);

		text_put(&d->out, "  ");
		exh_write_bytes(&d->out, name.data, name.size);
		if (!name.size)
			text_put(&d->out, "property %zu", i);
		put_line(d, "", look->properties[i]);
	}
}

static void put_methods(struct debugger *d, const struct exh_sci_object_look *look)
{
	for (size_t i = 0; i < look->origin->method_count; i++) {
		const struct exh_sci_method *method = &look->origin->methods[i];
		const struct exh_bytes name =
			exh_sci_program_selector(debug_program(d), method->selector);

		text_put(&d->out, "  %03u:%04x ", look->script, method->code);
		exh_write_bytes(&d->out, name.data, name.size);
		text_put(&d->out, "()\n");
	}
}

static bool show_object(struct debugger *d, struct exh_sci_reg object)
{
	struct exh_sci_object_look look;
	struct exh_sci_reg super;

	if (!exh_sci_vm_object(debug_vm(d), object, &look)) {
		exh_sci_vm_print(debug_vm(d), object, &d->out);
		text_put(&d->out, " is no object");
		return false;
	}
	put_line(d, look.is_clone ? "clone" : "object", object);
	if (look.property_count > EXH_SCI_SUPERCLASS) {
		super = look.properties[EXH_SCI_SUPERCLASS];
		put_line(d, "superclass", super);
	}
	put_properties(d, &look);
	put_methods(d, &look);
	return true;
}

static bool self_object(struct debugger *d)
{
	struct exh_sci_where where = { .depth = 0 };

	exh_sci_vm_where(debug_vm(d), &where);
	return show_object(d, where.self);
}

static bool accumulator_object(struct debugger *d)
{
	return show_object(d, exh_sci_vm_accumulator(debug_vm(d)));
}

static bool object_at(struct debugger *d)
{
	struct exh_sci_reg object;

	return debug_read_value(d, d->words[0], &object) && show_object(d, object);
}

/*
 * Values.
 */

static void put_list(struct debugger *d, struct exh_sci_reg list)
{
	struct exh_sci_node_values node;
	struct exh_sci_reg at;
	unsigned left = SHOWN_NODES;

	if (!exh_sci_vm_first_node(debug_vm(d), list, &at))
		return;
	for (; left && exh_sci_vm_node(debug_vm(d), at, &node); left--, at = node.next) {
		text_put(&d->out, "  ");
		debug_value_put(debug_vm(d), node.key, &d->out);
		text_put(&d->out, ": ");
		put_line(d, "", node.value);
	}
}

static void put_text(struct debugger *d, struct exh_sci_reg at)
{
	uint8_t bytes[TEXT_SIZE];
	const size_t size = exh_sci_vm_bytes(debug_vm(d), at, bytes, sizeof bytes);
	size_t length = 0;

	while (length < size && bytes[length])
		length++;
	text_put(&d->out, "  \"");
	exh_write_bytes(&d->out, bytes, length);
	text_put(&d->out, "\"\n");
}

static bool show_reference(struct debugger *d)
{
	struct exh_sci_reg value;

	if (!debug_read_value(d, d->words[0], &value))
		return false;
	put_line(d, type_names[exh_sci_vm_type(debug_vm(d), value)], value);
	switch (exh_sci_vm_type(debug_vm(d), value)) {
	case EXH_SCI_SEGMENT_LISTS:
		put_list(d, value);
		break;
	case EXH_SCI_SEGMENT_SCRIPT:
	case EXH_SCI_SEGMENT_STRINGS:
	case EXH_SCI_SEGMENT_LOCALS:
	case EXH_SCI_SEGMENT_STACK:
	case EXH_SCI_SEGMENT_MEMORY:
		put_text(d, value);
		break;
	default:
		break;
	}
	return true;
}

static bool type_of(struct debugger *d)
{
	struct exh_sci_reg value;

	if (!debug_read_value(d, d->words[0], &value))
		return false;
	text_put(&d->out, "%s\n",
		 value.segment ? type_names[exh_sci_vm_type(debug_vm(d), value)]
			       : "number");
	return true;
}

/*
 * Tables.
 */

static void put_segment(struct debugger *d, unsigned number,
			const struct exh_sci_segment *s)
{
	text_put(&d->out, "%04x %s", number, type_names[s->type]);
	if (s->type == EXH_SCI_SEGMENT_SCRIPT || s->type == EXH_SCI_SEGMENT_LOCALS)
		text_put(&d->out, " %u", s->script);
	text_put(&d->out, ", size %zu", s->size);
	if (s->type != EXH_SCI_SEGMENT_LOCALS && s->type != EXH_SCI_SEGMENT_STACK &&
	    s->type != EXH_SCI_SEGMENT_STRINGS && s->type != EXH_SCI_SEGMENT_MEMORY)
		text_put(&d->out, ", %zu live", s->live);
	text_put(&d->out, "%s\n", s->is_doomed ? ", disposed of" : "");
}

static bool segments(struct debugger *d)
{
	struct exh_sci_segment s;

	for (unsigned i = 1; i < exh_sci_vm_segment_count(debug_vm(d)); i++)
		if (exh_sci_vm_segment(debug_vm(d), i, &s))
			put_segment(d, i, &s);
	return true;
}

static void put_entries(struct debugger *d, unsigned segment)
{
	struct exh_sci_reg entry;
	size_t at = 0;

	while (exh_sci_vm_next(debug_vm(d), segment, &at, &entry))
		put_line(d, " ", entry);
}

static bool segment_info(struct debugger *d)
{
	struct exh_sci_segment s;
	unsigned number;
	char *end = d->words[0];

	number = (unsigned)strtoul(d->words[0], &end, 16);
	if (*end || !exh_sci_vm_segment(debug_vm(d), number, &s)) {
		text_put(&d->out, "there is no segment %s: segtable lists them",
			 d->words[0]);
		return false;
	}
	put_segment(d, number, &s);
	put_entries(d, number);
	return true;
}

static bool clones(struct debugger *d)
{
	struct exh_sci_segment s;

	for (unsigned i = 1; i < exh_sci_vm_segment_count(debug_vm(d)); i++)
		if (exh_sci_vm_segment(debug_vm(d), i, &s) &&
		    s.type == EXH_SCI_SEGMENT_CLONES)
			put_entries(d, i);
	return true;
}

static bool classes(struct debugger *d)
{
	for (unsigned i = 0; i < debug_program(d)->class_count; i++) {
		const struct exh_sci_program_class *c = &debug_program(d)->classes[i];
		struct exh_sci_reg at;

		if (!c->owner)
			continue;
		text_put(&d->out, "%u script %u ", i, c->script);
		if (exh_sci_vm_class(debug_vm(d), i, &at)) {
			put_line(d, "", at);
			continue;
		}
		exh_write_bytes(&d->out, c->name.data, c->name.size);
		text_put(&d->out, ", not loaded\n");
	}
	return true;
}

/*
 * Code.
 */

static bool disassemble(struct debugger *d)
{
	struct exh_sci_reg object;
	struct exh_sci_object_look look;
	struct exh_sci_found_method found;
	const int selector = debug_selector(debug_program(d), d->words[1]);
	struct exh_sci_disasm_options options = { .selector = selector };

	if (!debug_read_value(d, d->words[0], &object))
		return false;
	if (!exh_sci_vm_object(debug_vm(d), object, &look) || selector < 0 ||
	    !exh_sci_program_method(debug_program(d),
				    exh_sci_program_script(debug_program(d), look.script),
				    look.origin, (unsigned)selector, &found)) {
		text_put(&d->out, "%s has no method %s", d->words[0], d->words[1]);
		return false;
	}
	options.object = found.object;
	return !exh_sci_disassemble(debug_of(d)->naming, found.script, &options, &d->out,
				    NULL);
}

static bool disassemble_at(struct debugger *d)
{
	struct exh_sci_where where = { .depth = 0 };
	struct exh_sci_segment s = { .script = 0 };
	struct exh_sci_reg at = { 0, 0 };
	unsigned size = 1, lines = SHOWN_INSTRUCTIONS;

	exh_sci_vm_where(debug_vm(d), &where);
	s.script = where.script;
	at.offset = where.offset;
	if (d->count && (!debug_read_value(d, d->words[0], &at)))
		return false;
	if (d->count && (!exh_sci_vm_segment(debug_vm(d), at.segment, &s) ||
			 s.type != EXH_SCI_SEGMENT_SCRIPT)) {
		text_put(&d->out, "%s is in no script", d->words[0]);
		return false;
	}
	if (d->count > 1 && !debugger_number(d->words[1], UINT16_MAX, &lines)) {
		text_put(&d->out, "%s: expected a number of lines", d->words[1]);
		return false;
	}
	for (; lines && size; lines--) {
		size = debug_instruction_put(debug_program(d), s.script, at.offset,
					     &d->out);
		at.offset = (uint16_t)(at.offset + size);
	}
	return true;
}

/*
 * The parser.
 */

static void put_sentence(struct debugger *d, const struct parser_source *source,
			 struct exh_bytes line)
{
	const struct exh_sci_parse_options options = {
		.most_words = EXH_SCI_INTERPRETER_WORDS
	};
	struct exh_sci_sentence *sentence = mem_alloc(1, sizeof *sentence);

	exh_sci_parse(&source->parser, &options, line, sentence);
	text_put(&d->out, "%s\n", sentence_status_name(sentence->status));
	sentence_put_words(sentence, &d->out);
	if (sentence->status == EXH_SCI_SENTENCE_OK) {
		exh_sci_tree_print(&sentence->tree, &d->out);
		text_put(&d->out, "\n");
	}
	free(sentence);
}

/* Parses a sentence with the game's parser, and shows the words and the tree. */
static bool parse(struct debugger *d)
{
	const struct parser_paths paths = { .game = debug_of(d)->game };
	char *line = debugger_join(d->words, d->count);
	struct parser_source source;
	bool good;

	good = parser_source_open(&source, &paths, d->report);
	if (good)
		put_sentence(d, &source, bytes_of_text(line));
	else
		text_put(&d->out, "the game has no parser");
	parser_source_close(&source);
	free(line);
	return good;
}

const struct debugger_command debug_look_commands[] = {
	{ "registers", NULL, 0, 0, "", "show the registers", registers },
	{ "bt", NULL, 0, 0, "", "show the calls that are under way", backtrace },
	{ "stack", NULL, 0, 1, "[N]", "show the N cells on top of the stack", stack },
	{ "obj", NULL, 0, 0, "", "show self: properties and methods", self_object },
	{ "accobj", NULL, 0, 0, "", "show the object in acc", accumulator_object },
	{ "vo", NULL, 1, 1, "ADDRESS", "show an object", object_at },
	{ "vr", NULL, 1, 1, "ADDRESS", "show what a reference points to",
	  show_reference },
	{ "type", NULL, 1, 1, "ADDRESS", "show the type of a value", type_of },
	{ "segtable", NULL, 0, 0, "", "list the segments", segments },
	{ "seginfo", NULL, 1, 1, "SEGMENT", "list what a segment holds", segment_info },
	{ "classtable", NULL, 0, 0, "", "list the classes", classes },
	{ "clonetable", NULL, 0, 0, "", "list the clones", clones },
	{ "disasm", NULL, 2, 2, "ADDRESS METHOD", "disassemble a method of an object",
	  disassemble },
	{ "disasm-addr", NULL, 0, 2, "[ADDRESS [N]]",
	  "disassemble N instructions from here on", disassemble_at },
	{ "parse", NULL, 1, DEBUGGER_WORDS, "SENTENCE",
	  "show the words of a sentence, and its tree", parse },
	{ 0 },
};
