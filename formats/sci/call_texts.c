#include "code.h"

#include "basics.h"

/* Kernel functions that take a text, and where. */
static const struct text_argument {
	const char *name;
	size_t place;
	bool is_always; /* two numbers there are always a text */
} text_arguments[] = {
	{ "Display", 0, true },	  { "DrawStatus", 0, false }, { "GetFarText", 0, true },
	{ "TextSize", 1, false }, { "Format", 1, true },
};

struct seeing {
	const struct exh_sci_program *program;
	unsigned script;
	exh_sci_text_seen *seen;
	void *context;
};

static void see_pair(const struct seeing *s, const struct exh_sci_value *pair,
		     bool is_sure)
{
	struct exh_bytes text;

	if (pair[0].kind != EXH_SCI_VALUE_NUMBER ||
	    pair[1].kind != EXH_SCI_VALUE_NUMBER || pair[1].instruction < 0)
		return;
	if (is_sure ||
	    exh_sci_program_text(s->program, pair[0].number, pair[1].number, &text))
		s->seen(s->context, pair, is_sure);
}

/* Compilers number a script's texts as the script itself. */
static void see_own_texts(const struct seeing *s, const struct exh_sci_value *arguments,
			  size_t count)
{
	for (size_t i = 0; i + 1 < count; i++)
		if (arguments[i].number == s->script)
			see_pair(s, &arguments[i], false);
}

static void see_kernel(const struct seeing *s, const struct exh_sci_call *call)
{
	const struct exh_bytes name = exh_sci_program_kernel(
		s->program, (unsigned)call->instruction->operands[0]);

	for (size_t i = 0; i < sizeof text_arguments / sizeof *text_arguments; i++) {
		const struct text_argument *t = &text_arguments[i];

		if (text_is(name, t->name) && call->value_count > t->place + 2)
			see_pair(s, &call->values[t->place + 1], t->is_always);
	}
}

void exh_sci_call_texts(const struct exh_sci_program *program, unsigned script,
			const struct exh_sci_call *call, exh_sci_text_seen *seen,
			void *context)
{
	const struct seeing s = { program, script, seen, context };
	struct exh_sci_message message;
	size_t pos = 0;

	while (exh_sci_next_message(call, &pos, &message))
		see_own_texts(&s, message.arguments, message.argument_count);
	if (call->instruction->opcode == EXH_SCI_OP_CALLK) {
		see_kernel(&s, call);
	} else if (!exh_sci_is_message(call->instruction->opcode)) {
		if (call->value_count > 1)
			see_own_texts(&s, call->values + 1, call->value_count - 1);
		if (call->value_count > 2)
			see_pair(&s, call->values + 1, false);
	}
}
