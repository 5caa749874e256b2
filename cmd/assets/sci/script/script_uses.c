#include "script.h"

#include "task/json.h"
#include "task/text.h"

#include <string.h>

enum { NAME_SIZE = 256 };

/* Type of the resources of a kind; below 0: none. */
static const int resource_types[EXH_SCI_USE_KINDS] = {
	EXH_SCI_SCRIPT,
	EXH_SCI_SCRIPT,
	EXH_SCI_VIEW,
	EXH_SCI_PIC,
	EXH_SCI_SOUND,
	EXH_SCI_FONT,
	EXH_SCI_CURSOR,
	EXH_SCI_TEXT,
	-1,
	-1,
	-1,
	-1,
};

struct xref {
	struct script_output *o;
	const struct exh_sci_program *program;
	struct exh_sci_use *uses;
	size_t count;
};

/* True if --only selects it. */
static bool is_chosen(const struct xref *x, const struct exh_sci_use *use)
{
	const struct sci_script_request *request = x->o->request;
	const char *kind = exh_sci_use_kind_name(use->kind);
	bool is_kind = !request->only_count;

	for (size_t i = 0; i < request->only_count && !is_kind; i++) {
		const struct range *range = &request->only[i];

		is_kind = range->name_size == strlen(kind) &&
			  !strncmp(range->name, kind, range->name_size) &&
			  use->number >= range->first && use->number <= range->last;
	}
	return is_kind;
}

/* True if --only and --script select it. */
static bool is_wanted(const struct xref *x, const struct exh_sci_use *use)
{
	return is_chosen(x, use) && script_output_has(x->o, use->script);
}

/* True if the game has no resource of this number. */
static bool is_missing(const struct xref *x, const struct exh_sci_use *use)
{
	const int type = resource_types[use->kind];

	return type >= 0 && x->o->program->has_game &&
	       !exh_sci_game_find(&x->o->program->game.opened, (unsigned)type,
				  use->number);
}

static struct exh_bytes place_of(const struct xref *x, const struct exh_sci_use *use,
				 struct exh_writer *name)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(x->program, use->script);

	name->size = 0;
	if (script)
		script_place_put(x->program, script, use->offset, name);
	return exh_writer_bytes(name);
}

/*
 * Rows.
 */

struct use {
	struct exh_sci_use use;
	bool has_index;
	const char *kind, *status, *manner;
	struct exh_bytes name, place, as;
};

static const struct field use_field[] = {
	FIELD(struct use, kind, NULL, "kind of what is used"),
	FIELD_AS("number", struct use, use.number, NULL, "number of what is used"),
	FIELD_AS("index", struct use, use.index, NULL,
		 "number of the message or export that is used",
		 FIELD_HAS(struct use, has_index)),
	SCRIPT_TEXT(struct use, name, "name or text of what is used"),
	FIELD(struct use, status, NULL, "missing: the game lacks this resource",
	      FIELD_IF_ANY),
	FIELD_AS("script", struct use, use.script, NULL,
		 "number of the script that uses it"),
	FIELD_AS("offset", struct use, use.offset, "bytes",
		 "offset of the use in that script"),
	SCRIPT_PLACE(struct use),
	FIELD(struct use, manner, NULL, "how it is used"),
	SCRIPT_NAME(struct use, as, "the message or property that it is given to"),
};
const struct fields script_use_fields = FIELDS("use", struct use, use_field);

static void add_row(const struct xref *x, const struct exh_sci_use *use,
		    struct exh_writer *name, struct json *list)
{
	struct use row = { .use = *use,
			   .has_index = use->index != EXH_SCI_NO_INDEX,
			   .kind = exh_sci_use_kind_name(use->kind),
			   .status = is_missing(x, use) ? "missing" : NULL,
			   .manner = exh_sci_use_manner_name(use->manner),
			   .place = place_of(x, use, name) };
	struct exh_writer used = { .limit = SIZE_MAX };

	if (use->selector != EXH_SCI_NO_INDEX)
		row.as = exh_sci_program_selector(x->program, use->selector);
	text_to_utf8_as(x->o->program->encoding, script_use_name(x->program, use),
			use->kind == EXH_SCI_USE_TEXT ? EXH_CP437_TEXT : EXH_CP437_NAME,
			&used);
	row.name = exh_writer_bytes(&used);
	script_output_add(x->o, &script_use_fields, &row, list);
	exh_writer_free(&used);
}

static void fill_rows(const struct xref *x)
{
	struct json *list = script_output_begin(x->o, &script_use_fields);
	struct exh_writer name = { .limit = NAME_SIZE };

	for (size_t i = 0; i < x->count; i++)
		if (is_wanted(x, &x->uses[i]))
			add_row(x, &x->uses[i], &name, list);
	exh_writer_free(&name);
	if (list)
		x->o->json->uses = list;
}

/*
 * Unused resources.
 */

static bool is_used(const struct xref *x, unsigned kind, unsigned number)
{
	size_t count;

	exh_sci_uses_of(x->uses, x->count, kind, (long)number, &count);
	if (!count && kind == EXH_SCI_USE_SCRIPT)
		exh_sci_uses_of(x->uses, x->count, EXH_SCI_USE_ROOM, (long)number,
				&count);
	return count;
}

/* Returns the next number of an unused resource of a kind; -1: none. 0 is skipped: it
 * is the value of properties that were never set, and script 0 is the game's. */
static long next_unused(const struct xref *x, unsigned kind, unsigned number)
{
	const int type = resource_types[kind];

	if (type < 0 || kind == EXH_SCI_USE_ROOM || !x->o->program->has_game)
		return -1;
	while (++number < EXH_SCI_NUMBERS)
		if (exh_sci_game_find(&x->o->program->game.opened, (unsigned)type,
				      number) &&
		    !is_used(x, kind, number))
			return (long)number;
	return -1;
}

static bool is_wanted_unused(const struct xref *x, unsigned kind, unsigned number)
{
	const struct exh_sci_use use = { .kind = (uint8_t)kind,
					 .number = (uint16_t)number };

	return is_chosen(x, &use);
}

static void fill_unused_json(const struct xref *x)
{
	struct json *unused = json_new_object();

	for (unsigned kind = 0; kind < EXH_SCI_USE_KINDS; kind++)
		for (long n = next_unused(x, kind, 0); n >= 0;
		     n = next_unused(x, kind, (unsigned)n))
			if (is_wanted_unused(x, kind, (unsigned)n))
				json_add(unused, exh_sci_use_kind_name(kind),
					 json_new_number(n));
	x->o->json->unused = unused;
}

static void put_unused(const struct xref *x, unsigned kind)
{
	bool is_first = true;

	for (long n = next_unused(x, kind, 0); n >= 0;
	     n = next_unused(x, kind, (unsigned)n)) {
		if (!is_wanted_unused(x, kind, (unsigned)n))
			continue;
		if (is_first)
			text_put(x->o->text, "unused %s", exh_sci_use_kind_name(kind));
		text_put(x->o->text, " %ld", n);
		is_first = false;
	}
	if (!is_first)
		exh_write_u8(x->o->text, '\n');
}

/*
 * Text: first the used resources, with their users; then by script.
 */

static bool is_same(const struct exh_sci_use *a, const struct exh_sci_use *b)
{
	return a->kind == b->kind && a->number == b->number && a->index == b->index;
}

static void put_used(const struct xref *x, const struct exh_sci_use *use)
{
	const struct exh_bytes name = script_use_name(x->program, use);

	text_put(x->o->text, "%s %u", exh_sci_use_kind_name(use->kind), use->number);
	if (use->index != EXH_SCI_NO_INDEX)
		text_put(x->o->text, ":%u", use->index);
	if (name.size) {
		text_put(x->o->text, use->kind == EXH_SCI_USE_TEXT ? " \"" : " ");
		(use->kind == EXH_SCI_USE_TEXT ? script_output_put_text
					       : script_output_put)(x->o, name);
		text_put(x->o->text, use->kind == EXH_SCI_USE_TEXT ? "\"" : "");
	}
	text_put(x->o->text, is_missing(x, use) ? " (missing)\n" : "\n");
}

static void put_user(const struct xref *x, const struct exh_sci_use *use)
{
	exh_write_u8(x->o->text, '\t');
	script_output_put_place(x->o, use->script, use->offset);
	text_put(x->o->text, " %s", exh_sci_use_manner_name(use->manner));
	if (use->selector != EXH_SCI_NO_INDEX) {
		exh_write_u8(x->o->text, ' ');
		script_output_put(x->o,
				  exh_sci_program_selector(x->program, use->selector));
	}
	exh_write_u8(x->o->text, '\n');
}

static void put_uses(const struct xref *x)
{
	const struct exh_sci_use *last = NULL;

	for (size_t i = 0; i < x->count; i++) {
		const struct exh_sci_use *use = &x->uses[i];

		if (!is_wanted(x, use))
			continue;
		if (!last || !is_same(last, use))
			put_used(x, use);
		put_user(x, use);
		last = use;
	}
}

/* Appends the numbers of a kind that a script uses, in a line. */
static void put_numbers(const struct xref *x, unsigned script, unsigned kind)
{
	const struct exh_sci_use *last = NULL;
	size_t count;
	const struct exh_sci_use *uses =
		exh_sci_uses_of(x->uses, x->count, kind, -1, &count);

	for (size_t i = 0; i < count; i++) {
		if (uses[i].script != script || !is_wanted(x, &uses[i]) ||
		    (last && last->number == uses[i].number))
			continue;
		if (!last)
			text_put(x->o->text, "\t%s", exh_sci_use_kind_name(kind));
		exh_write_u8(x->o->text, ' ');
		if (kind == EXH_SCI_USE_KERNEL || kind == EXH_SCI_USE_CLASS)
			script_output_put(x->o, script_use_name(x->program, &uses[i]));
		else
			text_put(x->o->text, "%u", uses[i].number);
		last = &uses[i];
	}
	if (last)
		exh_write_u8(x->o->text, '\n');
}

/* Appends a script's uses, except selectors: there are too many for a line. */
static void put_script(const struct xref *x, const struct exh_sci_program_script *script)
{
	struct exh_writer *out = x->o->text;
	const size_t start = out->size;
	size_t end;

	text_put(out, "script %u%s", script->number,
		 script_own_name(script).size ? " " : "");
	script_output_put(x->o, script_own_name(script));
	text_put(out, " uses\n");
	end = out->size;
	for (unsigned kind = 0; kind < EXH_SCI_USE_KINDS; kind++)
		if (kind != EXH_SCI_USE_SELECTOR)
			put_numbers(x, script->number, kind);
	if (out->size == end)
		out->size = start;
}

static void put_scripts(const struct xref *x)
{
	for (size_t i = 0; i < x->program->script_count; i++)
		if (x->o->program->is_selected[i])
			put_script(x, &x->program->scripts[i]);
}

/*
 * Graphviz: scripts, and the resources that they use.
 */

static void put_dot(const struct xref *x)
{
	struct exh_writer *out = x->o->text;
	const struct exh_sci_use *last = NULL;

	text_put(out, "digraph uses {\n\trankdir=LR;\n\tnode [shape=box];\n");
	for (size_t i = 0; i < x->count; i++) {
		const struct exh_sci_use *use = &x->uses[i];
		const char *kind = use->kind == EXH_SCI_USE_ROOM
					   ? "script"
					   : exh_sci_use_kind_name(use->kind);

		if (resource_types[use->kind] < 0 || !is_wanted(x, use) ||
		    (last && last->kind == use->kind && last->number == use->number &&
		     last->script == use->script))
			continue;
		text_put(out, "\t\"script %u\" -> \"%s %u\"%s;\n", use->script, kind,
			 use->number, is_missing(x, use) ? " [color=red]" : "");
		last = use;
	}
	text_put(out, "}\n");
}

bool script_xref_fill(struct script_output *o)
{
	struct xref x = { .o = o, .program = &o->program->program };

	if (!script_output_uses(o, &x.uses, &x.count))
		return false;
	switch (o->request->format) {
	case SCI_SCRIPT_JSON:
		fill_rows(&x);
		fill_unused_json(&x);
		break;
	case SCI_SCRIPT_TSV:
		fill_rows(&x);
		break;
	case SCI_SCRIPT_DOT:
		put_dot(&x);
		break;
	default:
		put_uses(&x);
		put_scripts(&x);
		for (unsigned kind = 0; kind < EXH_SCI_USE_KINDS; kind++)
			put_unused(&x, kind);
	}
	return true;
}
