#include "play_sci.h"

#include "task/memory.h"
#include "task/text.h"

#include <exhume/cp437.h>
#include <exhume/sci.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEXT_SIZE = 320, CALLS_LIMIT = 1 << 20 };

static const char *const keys[] = {
	[SCI_FOUND_FAULT] = "fault",	     [SCI_FOUND_HANG] = "hang",
	[SCI_FOUND_MISSING] = "missing",     [SCI_FOUND_NO_ENTRY] = "no_entry",
	[SCI_FOUND_DEAF] = "no_events",	     [SCI_FOUND_NOT_TAKEN] = "not_parsed",
	[SCI_FOUND_NO_ANSWER] = "no_answer", [SCI_FOUND_WINDOW] = "window_left",
	[SCI_FOUND_CLONE] = "clone_left",    [SCI_FOUND_KINDS] = NULL,
};

static const struct kind {
	const char *one, *many;
	bool is_failure, is_once;
} kinds[SCI_FOUND_KINDS] = {
	[SCI_FOUND_FAULT] = { "fault", "faults", true, true },
	[SCI_FOUND_HANG] = { "hang", "hangs", true, true },
	[SCI_FOUND_MISSING] = { "missing resource", "missing resources", true, true },
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
 * Gathering.
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
	exh_cp437_to_utf8(exh_writer_bytes(&line), EXH_CP437_TEXT, &text);
	exh_write_u8(&text, 0);
	mem_check(&text);
	exh_writer_free(&calls);
	exh_writer_free(&line);
	return (char *)text.data;
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
	added->is_placed =
		added->kind == SCI_FOUND_FAULT || added->kind == SCI_FOUND_HANG;
	added->is_missing = added->kind == SCI_FOUND_MISSING;
	added->is_left =
		added->kind == SCI_FOUND_WINDOW || added->kind == SCI_FOUND_CLONE;
	added->type = added->is_missing ? exh_sci_type_name(added->place) : NULL;
}

void sci_findings_add_fault(struct sci_findings *list, const struct exh_sci_vm *vm,
			    enum exh_sci_fault fault, const char *text,
			    const char *sentence)
{
	struct exh_sci_where where = { .script = 0 };
	char *calls = sci_list_calls(vm);
	char what[TEXT_SIZE];

	exh_sci_vm_where(vm, &where);
	if (fault)
		snprintf(what, sizeof what, "%s: %s", exh_sci_fault_name(fault), text);
	else
		snprintf(what, sizeof what, "%s", text);
	sci_findings_add(list, &(struct sci_finding){ .kind = fault ? SCI_FOUND_FAULT
								    : SCI_FOUND_HANG,
						      .number = where.script,
						      .place = where.offset,
						      .text = what,
						      .calls = calls,
						      .sentence = sentence });
	free(calls);
}

void sci_findings_free(struct sci_findings *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->items[i].text);
		free(list->items[i].calls);
	}
	free(list->items);
	*list = (struct sci_findings){ .count = 0 };
}

size_t sci_findings_of(const struct sci_findings *list, enum sci_finding_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += list->items[i].kind == kind;
	return count;
}

bool sci_finding_is_failure(enum sci_finding_kind kind)
{
	return kinds[kind].is_failure;
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
 * Words.
 */

void sci_finding_print(const struct sci_finding *finding, struct exh_writer *out)
{
	const enum sci_finding_kind kind = finding->kind;

	text_put(out, "%s", kinds[kind].one);
	if (kind == SCI_FOUND_FAULT || kind == SCI_FOUND_HANG)
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
	if (finding->calls)
		text_put(out, "; %s", finding->calls);
}

#define ROW struct sci_finding
static const struct field finding_field[] = {
	FIELD_OF("kind", FIELD_NAME, ROW, kind, NULL, "what was found", .names = keys),
	FIELD_AS("script", ROW, number, NULL, "number of the script",
		 FIELD_HAS(ROW, is_placed)),
	FIELD_AS("offset", ROW, place, "bytes", "where in the script",
		 FIELD_HAS(ROW, is_placed)),
	FIELD(ROW, type, NULL, "type of the missing resource", .flags = FIELD_OMITTED),
	FIELD(ROW, number, NULL, "number of the missing resource",
	      FIELD_HAS(ROW, is_missing)),
	FIELD_AS("left", ROW, number, NULL, "windows or clones that are left over",
		 FIELD_HAS(ROW, is_left)),
	FIELD(ROW, text, NULL, "what it is", .flags = FIELD_OMITTED),
	FIELD(ROW, sentence, NULL, "sentence after which it came",
	      .flags = FIELD_OMITTED),
	FIELD(ROW, calls, NULL, "calls that led there", .flags = FIELD_OMITTED),
	FIELD_AS("times", ROW, count, NULL, "how often it came"),
};
const struct fields sci_finding_fields = FIELDS("finding", ROW, finding_field);
