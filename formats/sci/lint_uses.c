#include "xref.h"

#include "exhume/sci.h"
#include "basics.h"

/* Type of resource for each kind of use; below 0: not a resource. */
static const int resource_types[EXH_SCI_USE_KINDS] = {
	[EXH_SCI_USE_SCRIPT] = EXH_SCI_SCRIPT,
	[EXH_SCI_USE_ROOM] = EXH_SCI_SCRIPT,
	[EXH_SCI_USE_VIEW] = EXH_SCI_VIEW,
	[EXH_SCI_USE_PIC] = EXH_SCI_PIC,
	[EXH_SCI_USE_SOUND] = EXH_SCI_SOUND,
	[EXH_SCI_USE_FONT] = EXH_SCI_FONT,
	[EXH_SCI_USE_CURSOR] = EXH_SCI_CURSOR,
	[EXH_SCI_USE_TEXT] = EXH_SCI_TEXT,
	[EXH_SCI_USE_KERNEL] = -1,
	[EXH_SCI_USE_GLOBAL] = -1,
	[EXH_SCI_USE_SELECTOR] = -1,
	[EXH_SCI_USE_CLASS] = -1,
};

/* Properties that the interpreter reads itself: sci0-vm 2.3, 4, 5, 6. */
static const char *const kernel_properties[] = {
	"species",   "superClass",  "-info-",	 "name",       "y",	    "x",
	"z",	     "view",	    "loop",	 "cel",	       "priority",  "signal",
	"underBits", "nsTop",	    "nsLeft",	 "nsBottom",   "nsRight",   "lsTop",
	"lsLeft",    "lsBottom",    "lsRight",	 "brTop",      "brLeft",    "brBottom",
	"brRight",   "illegalBits", "xStep",	 "yStep",      "heading",   "mover",
	"looper",    "xLast",	    "yLast",	 "moveSpeed",  "client",    "dx",
	"dy",	     "b-moveCnt",   "b-i1",	 "b-i2",       "b-di",	    "b-xAxis",
	"b-incr",    "completed",   "type",	 "message",    "modifiers", "claimed",
	"state",     "text",	    "font",	 "mode",       "value",	    "max",
	"cursor",    "number",	    "handle",	 "prevSignal", "elements",  "said",
	"key",	     "min",	    "sec",	 "frame",      "script",    "top",
	"left",	     "bottom",	    "right",	 "title",      "color",	    "back",
	"window",    "style",	    "topString",
};

static bool is_kernel_property(struct exh_bytes name)
{
	for (size_t i = 0; i < sizeof kernel_properties / sizeof *kernel_properties; i++)
		if (text_is(name, kernel_properties[i]))
			return true;
	return false;
}

static bool has_resource(const struct lint *l, int type, unsigned number)
{
	return type < 0 || !l->options->has ||
	       l->options->has(l->options->has_context, (unsigned)type, number);
}

/* Checks the use of a procedure or object of an existing script. */
static void check_export(const struct lint *l, const struct exh_sci_use *use)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(l->program, use->number);
	const bool is_call = use->manner == EXH_SCI_USED_CALL;

	/* ScriptID of a script without exports only loads the script. */
	if (!script || !script->is_open || use->index == EXH_SCI_NO_INDEX ||
	    (!is_call && !use->index))
		return;
	if (use->index >= script->code.export_count)
		exh_sci_lint_show(l, EXH_SCI_MISSING_EXPORT, use->script, use->offset,
				  "script %u has %zu exports, none of number %u",
				  use->number, script->code.export_count, use->index);
	else if (!script->code.exports[use->index])
		exh_sci_lint_show(l, EXH_SCI_MISSING_EXPORT, use->script, use->offset,
				  "export %u of script %u is empty", use->index,
				  use->number);
}

static void check_text(const struct lint *l, const struct exh_sci_use *use)
{
	struct exh_bytes text;

	if (use->index != EXH_SCI_NO_INDEX &&
	    !exh_sci_program_text(l->program, use->number, use->index, &text))
		exh_sci_lint_show(l, EXH_SCI_MISSING_TEXT, use->script, use->offset,
				  "text %u has no string %u", use->number, use->index);
}

static void check_resource(const struct lint *l, const struct exh_sci_use *use)
{
	if (use->manner == EXH_SCI_USED_DISPOSE)
		return;
	if (!has_resource(l, resource_types[use->kind], use->number))
		exh_sci_lint_show(l, EXH_SCI_MISSING_RESOURCE, use->script, use->offset,
				  "the game has no %s %u",
				  exh_sci_use_kind_name(use->kind), use->number);
	else if (use->kind == EXH_SCI_USE_SCRIPT)
		check_export(l, use);
	else if (use->kind == EXH_SCI_USE_TEXT)
		check_text(l, use);
}

static void check_class(const struct lint *l, const struct exh_sci_use *use)
{
	const struct exh_sci_program_class *class =
		exh_sci_program_class(l->program, use->number);

	if (!class || !class->object)
		exh_sci_lint_show(l, EXH_SCI_MISSING_CLASS, use->script, use->offset,
				  "no script has class %u", use->number);
}

/*
 * Selectors.
 */

/* Uses of a selector in the whole game. */
struct summary {
	bool is_defined, is_property;
	bool is_read;
	const struct exh_sci_use *write; /* the first */
};

static bool is_in_object(const struct lint *l, const struct exh_sci_use *use)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(l->program, use->script);

	return script && !exh_sci_place_of(l->program, script, use->offset).function;
}

static void add_use(const struct lint *l, const struct exh_sci_use *use,
		    struct summary *s)
{
	switch (use->manner) {
	case EXH_SCI_USED_DEFINE:
		s->is_defined = true;
		s->is_property |= is_in_object(l, use);
		break;
	case EXH_SCI_USED_READ:
	case EXH_SCI_USED_CHANGE:
	case EXH_SCI_USED_CALL:
		s->is_read = true;
		break;
	default:
		if (!s->write)
			s->write = use;
	}
}

static void show_unknown(const struct lint *l, const struct exh_sci_use *use)
{
	const struct exh_bytes name = exh_sci_program_selector(l->program, use->number);

	if (use->manner != EXH_SCI_USED_SEND && use->manner != EXH_SCI_USED_CALL)
		return;
	exh_sci_lint_show(l, EXH_SCI_UNKNOWN_SELECTOR, use->script, use->offset,
			  "no class has the selector %.*s (%u)", (int)name.size,
			  name.size ? (const char *)name.data : "", use->number);
}

static void check_selector(const struct lint *l, const struct exh_sci_use *uses,
			   size_t count)
{
	const struct exh_bytes name = exh_sci_program_selector(l->program, uses->number);
	struct summary s = { false };

	for (size_t i = 0; i < count; i++)
		add_use(l, &uses[i], &s);
	for (size_t i = 0; i < count && !s.is_defined; i++)
		show_unknown(l, &uses[i]);
	if (s.is_property && s.write && !s.is_read && !is_kernel_property(name))
		exh_sci_lint_show(
			l, EXH_SCI_UNREAD_PROPERTY, s.write->script, s.write->offset,
			"the property %.*s is written and never read", (int)name.size,
			name.size ? (const char *)name.data : "");
}

static void check_selectors(const struct lint *l)
{
	size_t count;
	const struct exh_sci_use *uses =
		exh_sci_uses_of(l->uses, l->use_count, EXH_SCI_USE_SELECTOR, -1, &count);

	for (size_t first = 0, end = 0; first < count; first = end) {
		while (end < count && uses[end].number == uses[first].number)
			end++;
		check_selector(l, uses + first, end - first);
	}
}

void exh_sci_lint_uses(const struct lint *l)
{
	for (size_t i = 0; i < l->use_count; i++) {
		const struct exh_sci_use *use = &l->uses[i];

		if (resource_types[use->kind] >= 0)
			check_resource(l, use);
		else if (use->kind == EXH_SCI_USE_CLASS)
			check_class(l, use);
		else if (use->kind == EXH_SCI_USE_KERNEL &&
			 use->number >= l->program->kernel.count)
			exh_sci_lint_show(l, EXH_SCI_UNKNOWN_KERNEL, use->script,
					  use->offset,
					  "the interpreter has no such kernel function");
	}
	check_selectors(l);
}
