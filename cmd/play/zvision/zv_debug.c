#include "play_zvision.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Acts as commands.
 */

static void help(struct debugger *d)
{
	text_put(&d->out, "In the next ticks, as in exhume-input(5):");
	for (const char *const *act = zv_acts; *act; act++)
		text_put(&d->out, " %s", *act);
	text_put(&d->out, "\n");
}

/* Begins an act with the next tick. */
static int begin_act(struct debugger *d, const char *name)
{
	struct zv_debug *debug = zv_debug_of(d);
	const char *act = typed_act_named(debug->run->type, name);
	const char *text = d->text + strspn(d->text, " \t\r") + strlen(name);

	if (!act)
		return 0;
	return typed_act_begin(&debug->act, debug->run->type, NULL, act,
			       text + strspn(text, " \t"), &d->out)
		       ? 1
		       : -1;
}

static void complete_act(struct debugger *d, char before, struct completion *c)
{
	(void)d;
	for (const char *const *act = zv_acts; !before && *act; act++)
		completion_add(c, bytes_of_text(*act));
}

static const struct debugger_command *const tables[] = { zv_debug_run_commands,
							 zv_debug_look_commands, NULL };

static const struct debugger_type type = { .tables = tables,
					   .name_width = 12,
					   .usage_width = 26,
					   .help = help,
					   .run_other = begin_act,
					   .complete = complete_act };

struct zv_debug *zv_debug_open(const struct run *run, const struct zv_run_game *game)
{
	struct zv_debug *debug = mem_alloc(1, sizeof *debug);

	debug->run = run;
	debug->player = run->player;
	debug->game = game;
	debugger_open(&debug->common, &type, run->report);
	debug->player->debug = debug;
	return debug;
}

void zv_debug_close(struct zv_debug *debug)
{
	if (!debug)
		return;
	debug->player->debug = NULL;
	debugger_close(&debug->common);
	free(debug);
}

/*
 * Stopping.
 */

static void take_commands(struct zv_debug *debug)
{
	debugger_flush(&debug->common);
	debug->stands = true;
	debugger_take_commands(&debug->common);
	debug->stands = false;
}

static void put_event(struct debugger *d, const struct exh_event *event)
{
	text_put(&d->out, "tick %llu: %s", (unsigned long long)event->tick, event->name);
	for (size_t i = 0; i < event->count; i++) {
		const struct exh_event_field *field = &event->fields[i];

		if (field->text)
			text_put(&d->out, " %s=%s", field->key, field->text);
		else
			text_put(&d->out, " %s=%lld", field->key,
				 (long long)field->number);
	}
	text_put(&d->out, "\n");
}

static bool is_waited_for(const struct zv_debug *debug, const struct exh_event *event)
{
	return debug->mode == ZV_DEBUG_EVENTS ||
	       (debug->mode == ZV_DEBUG_RESULTS &&
		(!strcmp(event->name, "do") || !strcmp(event->name, "fire")));
}

static void keep_line(struct zv_debug *debug, const struct exh_event *event)
{
	const char *script = event_text(event, "script");

	if (!*script)
		return;
	snprintf(debug->script, sizeof debug->script, "%s", script);
	debug->script_line = event_number(event, "line");
}

void zv_debug_event(void *context, const struct exh_event *event)
{
	struct zv_debug *debug = context;
	struct debugger *d = &debug->common;
	struct debug_break *b;

	if (debug->stands || d->quits)
		return;
	keep_line(debug, event);
	b = zv_breaks_find(&d->breaks, event);
	if (!b && !is_waited_for(debug, event) && !debugger_is_interrupted(d))
		return;
	if (b)
		debugger_hit(d, b);
	put_event(d, event);
	if (*event_text(event, "script"))
		zv_debug_show_line(d);
	debug->is_in_tick = true;
	take_commands(debug);
}

/*
 * Ticks.
 */

static void stand(struct zv_debug *debug)
{
	struct debugger *d = &debug->common;
	const struct exh_zv_engine_state state = zv_player_state(zv_debug_of(d)->player);

	if (*state.place)
		text_put(&d->out, "tick %llu is over: place %s, offset %d\n",
			 (unsigned long long)state.tick, state.place, (int)state.offset);
	else
		text_put(&d->out, "the game is about to begin\n");
	*debug->script = 0;
	debug->is_in_tick = false;
	take_commands(debug);
}

void zv_debug_press(struct zv_debug *debug, struct exh_input_frame *input)
{
	struct debugger *d = &debug->common;
	const struct exh_zv_engine_state state = zv_player_state(zv_debug_of(d)->player);

	if (debugger_is_interrupted(d) ||
	    (debug->mode == ZV_DEBUG_TICKS && state.tick >= debug->tick))
		stand(debug);
	if (!d->quits)
		typed_act_go_on(&debug->act, debug->run->type, debug->player, input,
				d->report);
}
