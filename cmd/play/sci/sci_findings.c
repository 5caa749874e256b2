#include "play_sci.h"

#include "task/memory.h"
#include "task/text.h"
#include "task/text_encoding.h"

#include <exhume/sci.h>
#include <exhume/advanced/sci_look.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 320, CALLS_LIMIT = 1 << 20 };

static const char *const keys[] = {
	[SCI_FOUND_FAULT] = "fault",
	[SCI_FOUND_HANG] = "hang",
	[SCI_FOUND_MISSING] = "missing",
	[SCI_FOUND_SAID] = "said",
	[SCI_FOUND_NO_ENTRY] = "no_entry",
	[SCI_FOUND_DEAF] = "no_events",
	[SCI_FOUND_NOT_TAKEN] = "not_parsed",
	[SCI_FOUND_NO_ANSWER] = "no_answer",
	[SCI_FOUND_WINDOW] = "window_left",
	[SCI_FOUND_CLONE] = "clone_left",
	[SCI_FOUND_KINDS] = NULL,
};

static const struct kind {
	const char *one, *many;
	bool is_failure, is_once;
} kinds[SCI_FOUND_KINDS] = {
	[SCI_FOUND_FAULT] = { "fault", "faults", true, true },
	[SCI_FOUND_HANG] = { "hang", "hangs", true, true },
	[SCI_FOUND_MISSING] = { "missing resource", "missing resources", true, true },
	[SCI_FOUND_SAID] = { "malformed Said spec", "malformed Said specs", false, true },
	[SCI_FOUND_NO_ENTRY] = { "room that can't be entered",
				 "rooms that can't be entered", false, false },
	[SCI_FOUND_DEAF] = { "room that takes no events", "rooms that take no events",
			     false, false },
	[SCI_FOUND_NOT_TAKEN] = { "sentence that is not parsed",
				  "sentences that are not parsed", false, false },
	[SCI_FOUND_NO_ANSWER] = { "sentence without an answer",
				  "sentences without an answer", false, false },
	[SCI_FOUND_WINDOW] = { "window left over", "windows left over", false, false },
	[SCI_FOUND_CLONE] = { "clone left over", "clones left over", false, false },
};

/*
 * Collection.
 */

char *sci_list_calls(const struct exh_sci_vm *vm)
{
	struct exh_writer calls = { .limit = CALLS_LIMIT }, line = { .limit = SIZE_MAX },
			  text = { .limit = SIZE_MAX };

	exh_sci_vm_backtrace(vm, &calls);
	for (size_t i = 0; i < calls.size; i++) {
		if (calls.data[i] != '\n') {
			exh_write_u8(&line, calls.data[i]);
			continue;
		}
		while (i + 1 < calls.size && calls.data[i + 1] == ' ')
			i++;
		if (i + 1 < calls.size)
			exh_write_bytes(&line, "; ", 2);
	}
	text_lines_to_utf8(exh_sci_vm_program(vm)->page, exh_writer_bytes(&line), &text);
	exh_write_u8(&text, 0);
	mem_check(&text);
	exh_writer_free(&calls);
	exh_writer_free(&line);
	return (char *)text.data;
}

/* True if the fault is already a consequence of this finding. */
static bool is_consequence(const struct sci_finding *finding, unsigned script,
			   unsigned offset)
{
	for (size_t i = 0; i < finding->chain.count; i++)
		if (finding->chain.items[i].number == script &&
		    finding->chain.items[i].place == offset)
			return true;
	return false;
}

static struct sci_finding *same(const struct sci_findings *list,
				const struct sci_finding *finding)
{
	for (size_t i = 0; i < list->count && kinds[finding->kind].is_once; i++) {
		struct sci_finding *old = &list->items[i];

		if (old->kind == finding->kind && old->number == finding->number &&
		    old->place == finding->place)
			return old;
	}
	return NULL;
}

void sci_findings_add(struct sci_findings *list, const struct sci_finding *finding)
{
	struct sci_finding *old = same(list, finding), *added;

	if (old) {
		old->count++;
		return;
	}
	added = MEM_ADD(list);
	*added = *finding;
	added->text = finding->text ? mem_text(finding->text) : NULL;
	added->calls = finding->calls ? mem_text(finding->calls) : NULL;
	added->count = 1;
	added->is_failure |= kinds[added->kind].is_failure;
	added->is_placed = added->kind == SCI_FOUND_FAULT ||
			   added->kind == SCI_FOUND_HANG || added->kind == SCI_FOUND_SAID;
	added->is_missing = added->kind == SCI_FOUND_MISSING;
	added->is_left =
		added->kind == SCI_FOUND_WINDOW || added->kind == SCI_FOUND_CLONE;
	added->type = added->is_missing ? exh_sci_type_name(added->place) : NULL;
}

/*
 * Chains: a fault yields 0 in place of a value, and that leads to other faults.
 */

/* Returns the functions that run now, one per line, innermost first. To be freed. */
static char *list_functions(const struct exh_sci_vm *vm)
{
	struct exh_writer out = { .limit = CALLS_LIMIT };
	struct exh_sci_call_look call;
	size_t depth = 0;

	while (exh_sci_vm_call_at(vm, depth, &call))
		depth++;
	while (depth-- && exh_sci_vm_call_at(vm, depth, &call))
		text_put(&out, "%u %d %04x:%04x\n", call.script, call.selector,
			 call.self.segment, call.self.offset);
	exh_write_u8(&out, 0);
	mem_check(&out);
	return (char *)out.data;
}

/* True if the innermost function of one list is in the other. */
static bool has_innermost(const char *of, const char *in)
{
	const size_t size = strcspn(of, "\n");

	for (; *in; in += strcspn(in, "\n") + 1)
		if (strcspn(in, "\n") == size && !memcmp(of, in, size))
			return size;
	return false;
}

/* Returns the finding that caused a fault; NULL: none. functions: those that run now. */
static struct sci_finding *cause_of(const struct sci_findings *list,
				    const struct exh_sci_where *where, uint64_t step,
				    const char *functions)
{
	for (size_t i = 0; i < list->count; i++)
		if (is_consequence(&list->items[i], where->script, where->offset))
			return &list->items[i];
	if (!list->last_fault || step < list->last_step ||
	    step - list->last_step > EXH_SCI_INSTRUCTIONS_A_TICK)
		return NULL;
	return has_innermost(functions, list->last_functions) ||
			       has_innermost(list->last_functions, functions)
		       ? &list->items[list->last_fault - 1]
		       : NULL;
}

/* Sets the fault whose consequences may come next. Takes over functions. */
static void set_last(struct sci_findings *list, const struct sci_finding *finding,
		     char *functions, uint64_t step)
{
	free(list->last_functions);
	list->last_functions = functions;
	list->last_fault = finding ? (size_t)(finding - list->items) + 1 : 0;
	list->last_step = step;
}

void sci_findings_break(struct sci_findings *list)
{
	list->last_fault = 0;
}

static void add_consequence(struct sci_finding *cause, const struct exh_sci_where *where,
			    const char *text)
{
	if (is_consequence(cause, where->script, where->offset))
		return;
	*MEM_ADD(&cause->chain) =
		(struct sci_consequence){ where->script, where->offset, mem_text(text) };
}

/* Returns the finding at this place; NULL: none. */
static struct sci_finding *fault_at(struct sci_findings *list, enum sci_finding_kind kind,
				    const struct exh_sci_where *where)
{
	return same(list, &(struct sci_finding){ .kind = kind,
						 .number = where->script,
						 .place = where->offset });
}

void sci_findings_add_fault(struct sci_findings *list, const struct exh_sci_vm *vm,
			    enum exh_sci_fault fault, const char *text,
			    const char *sentence)
{
	const enum sci_finding_kind kind = fault ? SCI_FOUND_FAULT : SCI_FOUND_HANG;
	const uint64_t now = exh_sci_vm_steps(vm);
	struct sci_finding *cause;
	char *functions = list_functions(vm);
	struct exh_sci_where where = { .script = 0 };
	char *calls = sci_list_calls(vm);
	char what[TEXT_SIZE];

	exh_sci_vm_where(vm, &where);
	if (fault)
		snprintf(what, sizeof what, "%s: %s", exh_sci_fault_name(fault), text);
	else
		snprintf(what, sizeof what, "%s", text);
	cause = fault && !fault_at(list, kind, &where)
			? cause_of(list, &where, now, functions)
			: NULL;
	if (cause)
		add_consequence(cause, &where, what);
	else
		sci_findings_add(list, &(struct sci_finding){ .kind = kind,
							      .number = where.script,
							      .place = where.offset,
							      .text = what,
							      .calls = calls,
							      .sentence = sentence });
	set_last(list, cause ? cause : fault_at(list, kind, &where), functions, now);
	free(calls);
}

void sci_findings_free(struct sci_findings *list)
{
	for (size_t i = 0; i < list->count; i++) {
		struct sci_finding *finding = &list->items[i];

		for (size_t k = 0; k < finding->chain.count; k++)
			free(finding->chain.items[k].text);
		free(finding->chain.items);
		free(finding->text);
		free(finding->calls);
	}
	free(list->items);
	free(list->last_functions);
	*list = (struct sci_findings){ .count = 0 };
}

size_t sci_findings_of(const struct sci_findings *list, enum sci_finding_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += list->items[i].kind == kind;
	return count;
}

const char *sci_finding_key(enum sci_finding_kind kind)
{
	return keys[kind];
}

const char *sci_finding_name(enum sci_finding_kind kind, bool is_many)
{
	return is_many ? kinds[kind].many : kinds[kind].one;
}

/*
 * --known.
 */

void sci_finding_put_known(const struct sci_finding *finding, unsigned room,
			   struct exh_writer *out)
{
	if (room)
		text_put(out, "room %u: %s", room, keys[finding->kind]);
	else
		text_put(out, "start: %s", keys[finding->kind]);
	if (finding->is_placed)
		text_put(out, " script %u 0x%04x", finding->number, finding->place);
	else if (finding->is_missing)
		text_put(out, " %s %u", finding->type, finding->number);
	else if (finding->sentence)
		text_put(out, " \"%s\"", finding->sentence);
}

/* Skips a text; false if it is not there. */
static bool skip(const char **at, const char *text)
{
	const size_t size = strlen(text);

	if (strncmp(*at, text, size) != 0)
		return false;
	*at += size;
	return true;
}

/* Reads a number with digits of this base, up to 65535. */
static bool skip_number(const char **at, int base, unsigned *out)
{
	char *end;
	unsigned long value;

	if (!isxdigit((unsigned char)**at))
		return false;
	value = strtoul(*at, &end, base);
	*at = end;
	*out = (unsigned)value;
	return value <= UINT16_MAX;
}

static bool skip_type(const char **at)
{
	for (unsigned type = 0; exh_sci_type_name(type); type++)
		if (skip(at, exh_sci_type_name(type)))
			return true;
	return false;
}

/* True if the rest of the line, after the kind, is valid. */
static bool is_detail(enum sci_finding_kind kind, const char *at)
{
	unsigned number;

	if (kind == SCI_FOUND_MISSING)
		return skip(&at, " ") && skip_type(&at) && skip(&at, " ") &&
		       skip_number(&at, 10, &number) && !*at;
	if (kind == SCI_FOUND_FAULT || kind == SCI_FOUND_HANG || kind == SCI_FOUND_SAID)
		return skip(&at, " script ") && skip_number(&at, 10, &number) &&
		       skip(&at, " 0x") && skip_number(&at, 16, &number) && !*at;
	return !*at || (skip(&at, " \"") && *at && at[strlen(at) - 1] == '"');
}

bool sci_finding_read_known(const char *line, struct sci_known_place *place)
{
	*place = (struct sci_known_place){ .is_any = false };
	if (skip(&line, SCI_ANY_ROOM))
		place->is_any = true;
	else if (!skip(&line, "start") &&
		 !(skip(&line, "room ") && skip_number(&line, 10, &place->room)))
		return false;
	if (!skip(&line, ": "))
		return false;
	for (unsigned kind = 0; kind < SCI_FOUND_KINDS; kind++) {
		const size_t size = strlen(keys[kind]);

		if (!strncmp(line, keys[kind], size) &&
		    is_detail((enum sci_finding_kind)kind, line + size))
			return true;
	}
	return false;
}

/*
 * Text.
 */

void sci_finding_print(const struct sci_finding *finding, struct exh_writer *out)
{
	const enum sci_finding_kind kind = finding->kind;

	text_put(out, "%s", kinds[kind].one);
	if (finding->is_placed)
		text_put(out, " in script %u at 0x%04x", finding->number, finding->place);
	if (kind == SCI_FOUND_MISSING)
		text_put(out, " %s %u", exh_sci_type_name(finding->place),
			 finding->number);
	if (finding->text)
		text_put(out, " (%s)", finding->text);
	if (finding->sentence)
		text_put(out, ": \"%s\"", finding->sentence);
	if (finding->count > 1)
		text_put(out, ", %zu times", finding->count);
	if (finding->is_known)
		text_put(out, " (known)");
	for (size_t i = 0; i < finding->chain.count; i++)
		text_put(out, "; then script %u at 0x%04x (%s)",
			 finding->chain.items[i].number, finding->chain.items[i].place,
			 finding->chain.items[i].text);
	if (finding->calls)
		text_put(out, "; %s", finding->calls);
}

#define ROW struct sci_consequence
static const struct field consequence_field[] = {
	FIELD_AS("script", ROW, number, NULL, "number of the script"),
	FIELD_AS("offset", ROW, place, "bytes", "where in the script"),
	FIELD(ROW, text, NULL, "kind"),
};
static const struct fields consequence_fields =
	FIELDS("consequence", ROW, consequence_field);
#undef ROW

#define ROW struct sci_finding
static const struct field finding_field[] = {
	FIELD_OF("kind", FIELD_NAME, ROW, kind, NULL, "findings", .names = keys),
	FIELD_AS("script", ROW, number, NULL, "number of the script",
		 FIELD_HAS(ROW, is_placed)),
	FIELD_AS("offset", ROW, place, "bytes", "where in the script",
		 FIELD_HAS(ROW, is_placed)),
	FIELD(ROW, type, NULL, "type of the missing resource", .flags = FIELD_OMITTED),
	FIELD(ROW, number, NULL, "number of the missing resource",
	      FIELD_HAS(ROW, is_missing)),
	FIELD_AS("left", ROW, number, NULL, "windows or clones that are left over",
		 FIELD_HAS(ROW, is_left)),
	FIELD(ROW, text, NULL, "kind", .flags = FIELD_OMITTED),
	FIELD(ROW, sentence, NULL, "sentence after which it came",
	      .flags = FIELD_OMITTED),
	FIELD(ROW, calls, NULL, "calls that led there", .flags = FIELD_OMITTED),
	FIELD_AS("times", ROW, count, NULL, "how often it came"),
	FIELD_LIST_OF("chain", FIELD_ROW, ROW, chain.items, chain.count, NULL,
		      "faults that came of it, in order", .of = &consequence_fields),
	FIELD_AS("known", ROW, is_known, NULL, "true: it is accepted, by --known"),
};
const struct fields sci_finding_fields = FIELDS("finding", ROW, finding_field);
