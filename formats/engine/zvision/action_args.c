/* Arguments of a result, and what is wrong with it. */
#include "zv_parts.h"

#include <stdio.h>

static const struct zv_argument *argument(const struct zv_where *where, size_t i)
{
	const struct zv_arguments *args = &where->result->args;

	return i < args->count ? &args->items[i] : NULL;
}

int32_t exh_zv_arg(const struct exh_zv_engine *engine, const struct zv_where *where,
		   size_t i)
{
	const struct zv_argument *arg = argument(where, i);

	/* The games' engine keeps the value of "[K]" in 16 bits with a sign. */
	return !arg ? 0 : arg->is_key ? (int16_t)zv_get(engine, arg->key) : arg->number;
}

bool exh_zv_arg_is_number(const struct zv_where *where, size_t i)
{
	const struct zv_argument *arg = argument(where, i);
	struct exh_bytes text = arg ? arg->text : (struct exh_bytes){ 0 };

	if (text.size > 1 && (text.data[0] == '-' || text.data[0] == '+'))
		text = script_skip(text, 1);
	return arg && (arg->is_key || (text.size && script_is_digit(text.data[0])));
}

int32_t exh_zv_arg_key(const struct exh_zv_engine *engine, const struct zv_where *where,
		       size_t i)
{
	return argument(where, i) ? zv_known(engine, exh_zv_arg(engine, where, i))
				  : ZV_NO_KEY;
}

double exh_zv_arg_real(const struct zv_where *where, size_t i)
{
	return exh_zv_argument_real(&where->result->args.items[i]);
}

struct exh_bytes exh_zv_arg_word(const struct zv_where *where, size_t i)
{
	const struct zv_argument *arg = argument(where, i);

	return exh_zv_script_unquote(arg ? arg->text : (struct exh_bytes){ 0 });
}

bool exh_zv_arg_name(const struct zv_where *where, size_t i, char name[ZV_NAME_SIZE])
{
	return exh_zv_world_name(exh_zv_arg_word(where, i), name);
}

struct zv_rectangle exh_zv_arg_rectangle(const struct exh_zv_engine *engine,
					 const struct zv_where *where, size_t i)
{
	return (struct zv_rectangle){ exh_zv_arg(engine, where, i),
				      exh_zv_arg(engine, where, i + 1),
				      exh_zv_arg(engine, where, i + 2),
				      exh_zv_arg(engine, where, i + 3) };
}

bool exh_zv_arg_is(const struct zv_where *where, size_t i, const char *wanted)
{
	return exh_zv_script_is_word(exh_zv_arg_word(where, i), wanted);
}

void exh_zv_action_note(struct exh_zv_engine *engine, const struct zv_where *where,
			const char *what)
{
	char name[ZV_NAME_SIZE] = "an action", once[2 * ZV_NAME_SIZE + 8];

	exh_zv_world_name(
		exh_zv_script_text(&where->program->script, where->result->node->name),
		name);
	snprintf(once, sizeof once, "%s: %s", name, what);
	if (exh_zv_world_once(engine->world, once))
		exh_note(&engine->world->notes, EXH_WARNING,
			 where->result->node->text.offset, "%s: line %u: %s: %s",
			 where->program->name, (unsigned)where->result->node->line, name,
			 what);
}
