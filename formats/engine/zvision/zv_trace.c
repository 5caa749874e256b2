#include "zv_parts.h"

#include <stdio.h>
#include <string.h>

enum { WORD = 64 };

const char *exh_zv_scope_name(enum zv_scope scope)
{
	static const char *const names[] = { "nodeview", "room", "world", "universe" };

	return names[scope];
}

const char *exh_zv_effect_name(enum zv_effect_kind kind)
{
	static const char *const names[] = { "timer", "animation", "preloaded", "music",
					     "fade",  "pan_track", "distort",	"region",
					     "text",  "missing" };

	return names[kind];
}

static void put_number(struct exh_event *event, const char *key, int64_t number)
{
	event->fields[event->count++] = (struct exh_event_field){ key, NULL, number };
}

static void put_text(struct exh_event *event, const char *key, const char *text)
{
	event->fields[event->count++] = (struct exh_event_field){ key, text, 0 };
}

/* False: the host takes no events. */
static bool begin(const struct exh_zv_engine *engine, struct exh_event *event,
		  const char *name)
{
	if (!engine->host || !engine->host->trace)
		return false;
	event->frame = engine->tick - 1;
	event->tick = engine->tick;
	event->name = name;
	event->count = 0;
	return true;
}

static void send(const struct exh_zv_engine *engine, const struct exh_event *event)
{
	engine->host->trace(engine->host->context, event);
}

/* Copies text; characters that can't be shown in a line become dots. */
static void copy_text(struct exh_bytes text, char *out, size_t size)
{
	size_t i = 0;

	for (; i < text.size && i + 1 < size; i++)
		out[i] = (char)(text.data[i] < ' ' || text.data[i] > '~' ? '.'
									 : text.data[i]);
	out[i] = '\0';
}

void exh_zv_trace_key(const struct exh_zv_engine *engine, int32_t key, int32_t value)
{
	struct exh_event event;

	if (!begin(engine, &event, "key"))
		return;
	put_number(&event, "key", key);
	put_number(&event, "value", value);
	put_number(&event, "before", zv_get(engine, key));
	send(engine, &event);
}

void exh_zv_trace_check(void *context, const struct zv_puzzle *puzzle, bool fires)
{
	const struct exh_zv_engine *engine = context;
	const struct zv_program *program =
		engine->scheduler.scopes[engine->run.scope].program;
	struct exh_event event;

	if (!begin(engine, &event, fires ? "fire" : "check"))
		return;
	put_number(&event, "puzzle", puzzle->key);
	put_text(&event, "scope", exh_zv_scope_name(engine->run.scope));
	put_text(&event, "script", program->name);
	put_number(&event, "line", puzzle->node->line);
	send(engine, &event);
	if (puzzle->skips_leaving && engine->run.is_leaving)
		exh_zv_trace_fix(engine, puzzle->node->fix, program, puzzle->node->line);
}

void exh_zv_trace_fix(const struct exh_zv_engine *engine, const struct exh_zv_fix *fix,
		      const struct zv_program *program, uint32_t line)
{
	struct exh_event event;

	if (!begin(engine, &event, "fix"))
		return;
	put_text(&event, "kind", fix->kind);
	put_text(&event, "id", fix->id);
	put_text(&event, "change", fix->change);
	put_text(&event, "script", program->name);
	put_number(&event, "line", line);
	send(engine, &event);
}

void exh_zv_trace_result(const struct exh_zv_engine *engine, const struct zv_where *where)
{
	const struct exh_zv_script *script = &where->program->script;
	const struct exh_zv_node *node = where->result->node;
	char name[WORD], args[4 * WORD];
	struct exh_event event;

	if (!begin(engine, &event, "do"))
		return;
	copy_text(exh_zv_script_text(script, node->name), name, sizeof name);
	copy_text(exh_zv_script_text(script, node->args), args, sizeof args);
	put_text(&event, "action", name);
	if (where->result->slot != ZV_NO_KEY)
		put_number(&event, "slot", where->result->slot);
	put_text(&event, "args", args);
	put_text(&event, "script", where->program->name);
	put_number(&event, "line", node->line);
	send(engine, &event);
}

void exh_zv_trace_place(const struct exh_zv_engine *engine, const char *name,
			const char place[PLACE_SIZE], int32_t offset)
{
	char text[PLACE_SIZE + 1] = { 0 };
	struct exh_event event;

	if (!begin(engine, &event, name))
		return;
	memcpy(text, place, PLACE_SIZE);
	put_text(&event, "place", text);
	put_number(&event, "offset", offset);
	send(engine, &event);
}

void exh_zv_trace_effect(const struct exh_zv_engine *engine, const char *name,
			 const struct zv_effect *effect)
{
	struct exh_event event;

	if (!begin(engine, &event, name))
		return;
	put_text(&event, "effect", exh_zv_effect_name(effect->kind));
	if (effect->key != ZV_NO_KEY)
		put_number(&event, "key", effect->key);
	send(engine, &event);
}
