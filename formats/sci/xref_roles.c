#include "xref.h"

#include "basics.h"

/* clang-format off */
static const struct xref_role roles[] = {
	/*  name         kind                property message list none at 0 sounds */
	{ "view",        EXH_SCI_USE_VIEW,   true,  true,  false, false, false },
	{ "picture",     EXH_SCI_USE_PIC,    true,  true,  false, true,  false },
	{ "drawPic",     EXH_SCI_USE_PIC,    false, true,  false, false, false },
	{ "overlay",     EXH_SCI_USE_PIC,    false, true,  false, false, false },
	{ "font",        EXH_SCI_USE_FONT,   true,  true,  false, false, false },
	{ "number",      EXH_SCI_USE_SOUND,  true,  true,  false, false, true  },
	{ "setCursor",   EXH_SCI_USE_CURSOR, false, true,  false, false, false },
	{ "newRoom",     EXH_SCI_USE_ROOM,   false, true,  false, true,  false },
	{ "startRoom",   EXH_SCI_USE_ROOM,   false, true,  false, true,  false },
	{ "entranceTo",  EXH_SCI_USE_ROOM,   true,  true,  false, true,  false },
	{ "north",       EXH_SCI_USE_ROOM,   true,  true,  false, true,  false },
	{ "east",        EXH_SCI_USE_ROOM,   true,  true,  false, true,  false },
	{ "south",       EXH_SCI_USE_ROOM,   true,  true,  false, true,  false },
	{ "west",        EXH_SCI_USE_ROOM,   true,  true,  false, true,  false },
	{ "setRegions",  EXH_SCI_USE_SCRIPT, false, true,  true,  true,  false },
	{ "setLocales",  EXH_SCI_USE_SCRIPT, false, true,  true,  true,  false },
};
/* clang-format on */

static const struct xref_role *role_named(struct exh_bytes name)
{
	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
		if (text_is(name, roles[i].name))
			return &roles[i];
	return NULL;
}

static int selector(const struct xref *x, const char *name)
{
	return exh_sci_program_selector_named(x->program, bytes_of_text(name));
}

/*
 * Functions that print. Print and similar functions compare their arguments with the
 * selectors that name options: a function is one of them if it contains the selectors of
 * icon and title as numbers.
 */

static bool has_number(const struct exh_sci_code *code,
		       const struct exh_sci_function *function, int number)
{
	for (size_t i = 0; i < function->instruction_count && number >= 0; i++) {
		const struct exh_sci_instruction *in =
			&code->instructions[function->first_instruction + i];

		if ((in->opcode == EXH_SCI_OP_LDI || in->opcode == EXH_SCI_OP_PUSHI) &&
		    in->operands[0] >> code->script.is_early == number)
			return true;
	}
	return false;
}

static bool find_printers(struct xref *x)
{
	x->printers =
		exh_alloc(x->arena, x->program->script_count + 1, sizeof *x->printers);
	for (size_t i = 0; i < x->program->script_count && x->printers; i++) {
		const struct exh_sci_code *code = &x->program->scripts[i].code;

		x->printers[i] = exh_alloc(x->arena, code->function_count + 1, 1);
		if (!x->printers[i])
			return false;
		for (size_t k = 0; k < code->function_count; k++)
			x->printers[i][k] =
				!code->functions[k].object &&
				has_number(code, &code->functions[k], x->icon) &&
				has_number(code, &code->functions[k], x->title);
	}
	return x->printers;
}

bool exh_sci_xref_find_roles(struct xref *x)
{
	const size_t count = x->program->selectors.count;

	x->play = selector(x, "play");
	x->title = selector(x, "title");
	x->icon = selector(x, "icon");
	x->font = selector(x, "font");
	x->sound_class = exh_sci_program_class_named(x->program, bytes_of_text("Sound"));
	x->roles = exh_alloc(x->arena, count + 1, sizeof *x->roles);
	for (size_t i = 0; i < count && x->roles; i++)
		x->roles[i] =
			role_named(exh_sci_program_selector(x->program, (unsigned)i));
	return x->roles && find_printers(x);
}

/*
 * Variables.
 */

struct storing {
	struct xref *x;
	size_t place; /* index of the script */
};

/* The variables of script 0 are the globals. */
static struct xref_variable *variable_of(const struct xref *x, size_t script,
					 bool is_global, unsigned number)
{
	const size_t from = !is_global ? script
			    : x->program->script_count && !x->program->scripts[0].number
				    ? 0
				    : x->program->script_count;

	return from < x->program->script_count && number < x->variables[from].count
		       ? &x->variables[from].items[number]
		       : NULL;
}

static bool is_equal(const struct xref_variable *variable, struct exh_sci_value value,
		     unsigned script)
{
	return variable->value.kind == value.kind &&
	       variable->value.number == value.number &&
	       (value.kind != EXH_SCI_VALUE_ADDRESS || variable->script == script);
}

static bool is_constant(struct exh_sci_value value)
{
	return value.kind == EXH_SCI_VALUE_NUMBER ||
	       value.kind == EXH_SCI_VALUE_ADDRESS || value.kind == EXH_SCI_VALUE_CLASS;
}

static void add_value(struct xref_variable *variable, struct exh_sci_value value,
		      unsigned script)
{
	if (variable->count && is_equal(variable, value, script))
		return;
	variable->count = is_constant(value) && !variable->count ? 1 : 2;
	variable->value = value;
	variable->script = (uint16_t)script;
}

static void see_store(void *context, const struct exh_sci_store *store)
{
	const struct storing *s = context;
	struct xref_variable *variable = variable_of(
		s->x, s->place, !(store->instruction->opcode & EXH_SCI_VARIABLE_KIND),
		(unsigned)store->instruction->operands[0]);

	/* 0 is treated as no number, since variables often begin and end with it. */
	if (variable &&
	    !(store->value.kind == EXH_SCI_VALUE_NUMBER && !store->value.number))
		add_value(variable, store->value,
			  s->x->program->scripts[s->place].number);
}

/* Variables whose address is taken may change anywhere. */
static void see_addresses(const struct xref *x, size_t place)
{
	const struct exh_sci_code *code = &x->program->scripts[place].code;

	for (size_t i = 0; i < code->instruction_count; i++) {
		const struct exh_sci_instruction *in = &code->instructions[i];
		const unsigned kind =
			(unsigned)in->operands[0] >> 1 & EXH_SCI_VARIABLE_KIND;
		struct xref_variable *variable =
			in->opcode == EXH_SCI_OP_LEA && kind <= 1
				? variable_of(x, place, !kind, (unsigned)in->operands[1])
				: NULL;

		if (variable)
			variable->count = 2;
	}
}

static bool start_variables(struct xref *x, size_t place)
{
	const struct exh_sci_code *code = &x->program->scripts[place].code;
	struct xref_variables *v = &x->variables[place];

	v->items = exh_alloc(x->arena, code->local_count + 1, sizeof *v->items);
	if (!v->items)
		return false;
	v->count = code->local_count;
	for (size_t i = 0; i < v->count; i++) {
		const bool is_address =
			exh_sci_code_is_address(code, code->locals_offset + 2 * i);
		const struct exh_sci_value value = { is_address ? EXH_SCI_VALUE_ADDRESS
								: EXH_SCI_VALUE_NUMBER,
						     code->locals[i], -1 };

		if (code->locals[i])
			add_value(&v->items[i], value, x->program->scripts[place].number);
	}
	return true;
}

bool exh_sci_xref_find_variables(struct xref *x)
{
	const size_t count = x->program->script_count;

	x->variables = exh_alloc(x->arena, count + 1, sizeof *x->variables);
	for (size_t i = 0; i < count && x->variables; i++)
		if (!start_variables(x, i))
			return false;
	for (size_t i = 0; i < count && x->variables; i++) {
		struct storing s = { x, i };

		if (exh_sci_stores(&x->program->scripts[i].code, x->arena, see_store, &s,
				   NULL))
			return false;
		see_addresses(x, i);
	}
	return x->variables;
}

struct exh_sci_value exh_sci_xref_resolve(const struct xref *x,
					  struct exh_sci_value value,
					  const struct exh_sci_program_script **script)
{
	const struct xref_variable *variable = NULL;

	*script = x->script;
	if (value.kind == EXH_SCI_VALUE_GLOBAL || value.kind == EXH_SCI_VALUE_LOCAL)
		variable = variable_of(x, (size_t)(x->script - x->program->scripts),
				       value.kind == EXH_SCI_VALUE_GLOBAL, value.number);
	if (!variable || variable->count != 1)
		return value;
	*script = exh_sci_program_script(x->program, variable->script);
	return variable->value;
}
