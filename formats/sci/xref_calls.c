#include "xref.h"

#include "basics.h"
#include "code.h"

/* Kernel functions that take the number of a resource, and its place among the
 * arguments. */
static const struct kernel_argument {
	const char *name;
	size_t place;
	uint8_t kind, manner;
} kernel_arguments[] = {
	{ "DrawPic", 0, EXH_SCI_USE_PIC, EXH_SCI_USED_LOAD },
	{ "SetCursor", 0, EXH_SCI_USE_CURSOR, EXH_SCI_USED_LOAD },
	{ "DisposeScript", 0, EXH_SCI_USE_SCRIPT, EXH_SCI_USED_DISPOSE },
	{ "DrawCel", 0, EXH_SCI_USE_VIEW, EXH_SCI_USED_LOAD },
	{ "CelWide", 0, EXH_SCI_USE_VIEW, EXH_SCI_USED_LOAD },
	{ "CelHigh", 0, EXH_SCI_USE_VIEW, EXH_SCI_USED_LOAD },
	{ "TextSize", 2, EXH_SCI_USE_FONT, EXH_SCI_USED_LOAD },
};

/* Types of resources that Load takes, from 0x80 on. */
enum { LOAD_TYPES = 0x80, LOAD_SCRIPT = 0x82, LOAD_END = 0x89 };
static const uint8_t load_kinds[LOAD_END - LOAD_TYPES] = {
	EXH_SCI_USE_VIEW,  EXH_SCI_USE_PIC,    EXH_SCI_USE_SCRIPT,
	EXH_SCI_USE_TEXT,  EXH_SCI_USE_SOUND,  EXH_SCI_USE_KINDS, /* memory */
	EXH_SCI_USE_KINDS,					  /* vocabularies */
	EXH_SCI_USE_FONT,  EXH_SCI_USE_CURSOR,
};

/* Options of Print after the text, each followed by so many arguments; options not listed
 * have none. */
struct xref_option {
	const char *name;
	size_t size;
};

static const struct xref_option print_options[] = {
	{ "mode", 1 }, { "at", 2 },   { "width", 1 },  { "time", 1 },  { "icon", 3 },
	{ "edit", 2 }, { "font", 1 }, { "button", 2 }, { "title", 1 }, { "window", 1 },
};

/* Options of Display after the text. */
enum {
	DISPLAY_AT = 100,
	DISPLAY_FONT = 105,
	DISPLAY_SAVE = 107,
	DISPLAY_RESTORE,
	DISPLAY_HIDDEN = 121,
};

struct calling {
	struct xref *x;
	const struct exh_sci_call *call;
	bool is_print; /* two numbers in front are a text */
};

/* Adds a use if the value is a constant number. */
static void add(const struct calling *c, unsigned kind, unsigned manner,
		struct exh_sci_value value, int selector)
{
	const struct exh_sci_program_script *script;
	const struct exh_sci_value known = exh_sci_xref_resolve(c->x, value, &script);

	if (known.kind == EXH_SCI_VALUE_NUMBER && known.number != UINT16_MAX)
		exh_sci_xref_add(c->x, kind, manner, known.number, EXH_SCI_NO_INDEX,
				 c->call->instruction->offset, selector);
}

/*
 * Messages.
 */

/* Returns the object that a value stands for; NULL if it is unknown. */
static const struct exh_sci_object *object_of(const struct calling *c,
					      struct exh_sci_value value)
{
	const struct exh_sci_program *program = c->x->program;
	const struct exh_sci_program_script *script;
	const struct exh_sci_value known = exh_sci_xref_resolve(c->x, value, &script);
	const struct exh_sci_program_class *class;
	const struct exh_sci_function *function;

	switch (known.kind) {
	case EXH_SCI_VALUE_ADDRESS:
		return script ? exh_sci_code_object(&script->code, known.number) : NULL;
	case EXH_SCI_VALUE_CLASS:
		class = exh_sci_program_class(program, known.number);
		return class ? class->object : NULL;
	case EXH_SCI_VALUE_SELF:
		function = exh_sci_code_function(&c->x->script->code,
						 c->call->instruction->offset);
		return function ? function->object : NULL;
	default:
		return NULL;
	}
}

/* True if one of the call's messages is play. */
static bool plays(const struct calling *c)
{
	struct exh_sci_message message;
	size_t pos = 0;

	while (exh_sci_next_message(c->call, &pos, &message))
		if (message.selector.kind == EXH_SCI_VALUE_NUMBER &&
		    message.selector.number == c->x->play)
			return true;
	return false;
}

/* True if the receiver is known or likely to be a sound. */
static bool is_to_sound(const struct calling *c)
{
	const struct exh_sci_object *object = object_of(c, c->call->receiver);

	if (object && c->x->sound_class >= 0)
		return exh_sci_program_is_kind(c->x->program, object,
					       (unsigned)c->x->sound_class);
	return c->x->play >= 0 && plays(c);
}

static void use_arguments(const struct calling *c, const struct exh_sci_message *message)
{
	const unsigned selector = message->selector.number;
	const struct xref_role *role =
		selector < c->x->program->selectors.count ? c->x->roles[selector] : NULL;

	if (!role || !role->is_message || (role->is_sounds && !is_to_sound(c)))
		return;
	for (size_t i = 0; i < message->argument_count && (!i || role->is_list); i++) {
		const struct exh_sci_value value = message->arguments[i];

		if (value.kind != EXH_SCI_VALUE_NUMBER || value.number ||
		    !role->is_none_at_0)
			add(c, role->kind, EXH_SCI_USED_SEND, value, (int)selector);
	}
}

static void use_messages(const struct calling *c)
{
	struct exh_sci_message message;
	size_t pos = 0;

	while (exh_sci_next_message(c->call, &pos, &message)) {
		if (message.selector.kind != EXH_SCI_VALUE_NUMBER)
			continue;
		exh_sci_xref_use(c->x, EXH_SCI_USE_SELECTOR,
				 message.argument_count ? EXH_SCI_USED_SEND
							: EXH_SCI_USED_CALL,
				 message.selector.number, c->call->instruction->offset);
		use_arguments(c, &message);
	}
}

/*
 * The kernel.
 */

static void use_load(const struct calling *c, const struct exh_sci_value *arguments,
		     size_t count)
{
	const unsigned type = count > 1 && arguments[0].kind == EXH_SCI_VALUE_NUMBER
				      ? arguments[0].number
				      : 0;

	if (type >= LOAD_TYPES && type < LOAD_END &&
	    load_kinds[type - LOAD_TYPES] < EXH_SCI_USE_KINDS)
		add(c, load_kinds[type - LOAD_TYPES], EXH_SCI_USED_LOAD, arguments[1],
		    -1);
}

static void use_script(const struct calling *c, const struct exh_sci_value *arguments,
		       size_t count)
{
	const struct exh_sci_program_script *script;
	const struct exh_sci_value number =
		exh_sci_xref_resolve(c->x, arguments[0], &script);
	unsigned index = 0;

	if (count > 1)
		index = arguments[1].kind == EXH_SCI_VALUE_NUMBER ? arguments[1].number
								  : EXH_SCI_NO_INDEX;
	if (number.kind == EXH_SCI_VALUE_NUMBER)
		exh_sci_xref_add(c->x, EXH_SCI_USE_SCRIPT, EXH_SCI_USED_LOAD,
				 number.number, index, c->call->instruction->offset, -1);
}

static void use_display(const struct calling *c, const struct exh_sci_value *arguments,
			size_t count)
{
	size_t i = count && arguments[0].kind == EXH_SCI_VALUE_NUMBER ? 2 : 1;

	while (i < count && arguments[i].kind == EXH_SCI_VALUE_NUMBER) {
		const unsigned code = arguments[i].number;

		if (code == DISPLAY_FONT && i + 1 < count)
			add(c, EXH_SCI_USE_FONT, EXH_SCI_USED_LOAD, arguments[i + 1], -1);
		if (code == DISPLAY_RESTORE)
			return;
		i += code == DISPLAY_AT				      ? 3
		     : code == DISPLAY_SAVE || code == DISPLAY_HIDDEN ? 1
								      : 2;
	}
}

static void use_kernel(const struct calling *c)
{
	const unsigned number = (unsigned)c->call->instruction->operands[0];
	const struct exh_bytes name = exh_sci_program_kernel(c->x->program, number);
	const struct exh_sci_value *arguments = c->call->values + 1;
	const size_t count = c->call->value_count ? c->call->value_count - 1 : 0;

	exh_sci_xref_use(c->x, EXH_SCI_USE_KERNEL, EXH_SCI_USED_CALL, number,
			 c->call->instruction->offset);
	for (size_t i = 0; i < sizeof kernel_arguments / sizeof *kernel_arguments; i++) {
		const struct kernel_argument *a = &kernel_arguments[i];

		if (a->place < count && text_is(name, a->name))
			add(c, a->kind, a->manner, arguments[a->place], -1);
	}
	if (text_is(name, "Load"))
		use_load(c, arguments, count);
	else if (text_is(name, "ScriptID") && count)
		use_script(c, arguments, count);
	else if (text_is(name, "Display"))
		use_display(c, arguments, count);
}

/*
 * Functions.
 */

/* Returns the option of Print that a value names; NULL if there is none. */
static const struct xref_option *option_of(const struct calling *c,
					   struct exh_sci_value value, unsigned selector)
{
	const struct exh_bytes name =
		value.kind == EXH_SCI_VALUE_NUMBER
			? exh_sci_program_selector(c->x->program, selector)
			: (struct exh_bytes){ .size = 0 };

	for (size_t i = 0; i < sizeof print_options / sizeof *print_options; i++)
		if (text_is(name, print_options[i].name))
			return &print_options[i];
	return NULL;
}

static void use_print(const struct calling *c, const struct exh_sci_value *arguments,
		      size_t count)
{
	size_t i = count && arguments[0].kind == EXH_SCI_VALUE_NUMBER ? 2 : 1;

	while (i < count) {
		const int selector = arguments[i].number >> c->call->doubles_selectors;
		const struct xref_option *option =
			option_of(c, arguments[i], (unsigned)selector);

		if (option && i + 1 < count && selector == c->x->icon)
			add(c, EXH_SCI_USE_VIEW, EXH_SCI_USED_CALL, arguments[i + 1],
			    selector);
		if (option && i + 1 < count && selector == c->x->font)
			add(c, EXH_SCI_USE_FONT, EXH_SCI_USED_CALL, arguments[i + 1],
			    selector);
		i += 1 + (option ? option->size : 0);
	}
}

/* Finds the index, in its script, of the called function; false if it is unknown. */
static bool find_function(const struct calling *c,
			  const struct exh_sci_program_script **script, size_t *place)
{
	const struct exh_sci_instruction *in = c->call->instruction;
	const struct exh_sci_function *function;
	unsigned offset;

	*script = c->x->script;
	if (in->opcode == EXH_SCI_OP_CALL) {
		offset = exh_sci_instruction_target(in);
	} else {
		const bool is_far = in->opcode == EXH_SCI_OP_CALLE;
		const size_t export = (size_t)in->operands[is_far];

		*script = exh_sci_program_script(c->x->program,
						 is_far ? (unsigned)in->operands[0] : 0);
		if (!*script || export >= (*script)->code.export_count)
			return false;
		offset = (*script)->code.exports[export];
	}
	function = exh_sci_code_function(&(*script)->code, offset);
	if (!function || function->start != offset)
		return false;
	*place = (size_t)(function - (*script)->code.functions);
	return true;
}

static void use_function(struct calling *c)
{
	const struct exh_sci_instruction *in = c->call->instruction;
	const struct exh_sci_program_script *script;
	size_t place;

	if (in->opcode == EXH_SCI_OP_CALLE)
		exh_sci_xref_add(c->x, EXH_SCI_USE_SCRIPT, EXH_SCI_USED_CALL,
				 (unsigned)in->operands[0], (unsigned)in->operands[1],
				 in->offset, -1);
	else if (in->opcode == EXH_SCI_OP_CALLB)
		exh_sci_xref_add(c->x, EXH_SCI_USE_SCRIPT, EXH_SCI_USED_CALL, 0,
				 (unsigned)in->operands[0], in->offset, -1);
	if (!find_function(c, &script, &place) ||
	    !c->x->printers[script - c->x->program->scripts][place])
		return;
	c->is_print = true;
	use_print(c, c->call->values + 1,
		  c->call->value_count ? c->call->value_count - 1 : 0);
}

static void use_text(void *context, const struct exh_sci_value *pair, bool is_sure)
{
	const struct calling *c = context;
	struct exh_bytes text;

	/* A pair that may be a text is counted if the game has that text. */
	if (is_sure ||
	    exh_sci_program_text(c->x->program, pair[0].number, pair[1].number, &text))
		exh_sci_xref_add(c->x, EXH_SCI_USE_TEXT, EXH_SCI_USED_LOAD,
				 pair[0].number, pair[1].number,
				 c->call->instruction->offset, -1);
}

void exh_sci_xref_call(void *context, const struct exh_sci_call *call)
{
	struct calling c = { context, call, false };

	if (exh_sci_is_message(call->instruction->opcode))
		use_messages(&c);
	else if (call->instruction->opcode == EXH_SCI_OP_CALLK)
		use_kernel(&c);
	else
		use_function(&c);
	exh_sci_call_texts(c.x->program, c.x->script->number, call, use_text, &c);
	/* The arguments of a printing function are a text if they begin with two
	 * numbers. */
	if (c.is_print && call->value_count > 2 &&
	    call->values[1].kind == EXH_SCI_VALUE_NUMBER &&
	    call->values[2].kind == EXH_SCI_VALUE_NUMBER)
		use_text(&c, call->values + 1, true);
}
