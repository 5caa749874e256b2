#include "play_zvision.h"

#include "task/jobs.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUT_LIMIT = 1 << 24 };

struct zv_debug *zv_debug_open(const struct run *run, const struct zv_run_game *game)
{
	struct zv_debug *debug = mem_alloc(1, sizeof *debug);

	*debug = (struct zv_debug){ .run = run,
				    .player = run->player,
				    .game = game,
				    .report = run->report,
				    .input = line_input_open(zv_debug_complete, debug),
				    .out = { .limit = OUT_LIMIT } };
	debug->player->debug = debug;
	return debug;
}

void zv_debug_close(struct zv_debug *debug)
{
	if (!debug)
		return;
	debug->player->debug = NULL;
	line_input_close(debug->input);
	zv_breaks_free(&debug->breaks);
	exh_writer_free(&debug->out);
	free(debug->last);
	free(debug);
}

bool zv_debug_is_terminal(const struct zv_debug *debug)
{
	return line_input_is_terminal(debug->input);
}

bool zv_debug_quits(const struct zv_debug *debug)
{
	return debug->quits;
}

/*
 * Commands.
 */

static void clear(struct zv_debug *debug)
{
	exh_writer_free(&debug->out);
	debug->out = (struct exh_writer){ .limit = OUT_LIMIT };
}

/* Nothing that a terminal obeys. */
static void flush(struct zv_debug *debug)
{
	struct exh_writer safe = { .limit = 4 * OUT_LIMIT };

	terminal_put(exh_writer_bytes(&debug->out), &safe);
	if (safe.size)
		fwrite(safe.data, 1, safe.size, stdout);
	fflush(stdout);
	exh_writer_free(&safe);
	clear(debug);
}

/* What is wrong is an error of a script of commands, not of a person. */
static void complain(struct zv_debug *debug)
{
	if (line_input_is_terminal(debug->input)) {
		text_put(&debug->out, "\n");
		flush(debug);
		return;
	}
	exh_write_u8(&debug->out, 0);
	report_error(debug->report, "standard input", EXH_NO_OFFSET, "line %u: %s",
		     debug->line, debug->out.failed ? "" : (const char *)debug->out.data);
	clear(debug);
}

/* An empty line at a terminal is the last command again. */
static const char *line_of(struct zv_debug *debug, const char *line)
{
	if (!line_input_is_terminal(debug->input))
		return line;
	if (!*line)
		return debug->last ? debug->last : line;
	free(debug->last);
	debug->last = mem_text(line);
	return line;
}

static void take_commands(struct zv_debug *debug)
{
	debug->goes_on = false;
	debug->stands = true;
	while (!debug->goes_on && !debug->quits) {
		const char *line = line_input_line(debug->input);

		debug->line++;
		if (!line)
			debug->quits = true;
		else if (zv_debug_command_run(debug, line_of(debug, line)))
			flush(debug);
		else
			complain(debug);
	}
	debug->stands = false;
}

/*
 * Stopping.
 */

static bool is_interrupted(const struct zv_debug *debug)
{
	return line_input_is_terminal(debug->input) && interrupt_take();
}

static void put_event(struct zv_debug *debug, const struct exh_event *event)
{
	text_put(&debug->out, "tick %llu: %s", (unsigned long long)event->tick,
		 event->name);
	for (size_t i = 0; i < event->count; i++) {
		const struct exh_event_field *field = &event->fields[i];

		if (field->text)
			text_put(&debug->out, " %s=%s", field->key, field->text);
		else
			text_put(&debug->out, " %s=%lld", field->key,
				 (long long)field->number);
	}
	text_put(&debug->out, "\n");
}

static bool is_waited_for(const struct zv_debug *debug, const struct exh_event *event)
{
	return debug->mode == ZV_DEBUG_EVENTS ||
	       (debug->mode == ZV_DEBUG_RESULTS &&
		(!strcmp(event->name, "do") || !strcmp(event->name, "fire")));
}

static void keep_line(struct zv_debug *debug, const struct exh_event *event)
{
	const char *script = zv_event_text(event, "script");

	if (!*script)
		return;
	snprintf(debug->script, sizeof debug->script, "%s", script);
	debug->script_line = zv_event_number(event, "line");
}

void zv_debug_event(void *context, const struct exh_event *event)
{
	struct zv_debug *debug = context;
	const struct zv_break *b;

	if (debug->stands || debug->quits)
		return;
	keep_line(debug, event);
	b = zv_breaks_find(&debug->breaks, event);
	if (!b && !is_waited_for(debug, event) && !is_interrupted(debug))
		return;
	if (b)
		text_put(&debug->out, "breakpoint %u: %s\n", b->number, b->text);
	put_event(debug, event);
	if (*zv_event_text(event, "script"))
		zv_debug_show_line(debug);
	flush(debug);
	debug->is_in_tick = true;
	take_commands(debug);
}

/*
 * Ticks.
 */

static void stand(struct zv_debug *debug)
{
	struct exh_zv_engine_state state;

	exh_zv_engine_state(zv_debug_engine(debug), &state);
	if (*state.place)
		text_put(&debug->out, "tick %llu is over: place %s, offset %d\n",
			 (unsigned long long)state.tick, state.place, (int)state.offset);
	else
		text_put(&debug->out, "the game is about to begin\n");
	*debug->script = 0;
	debug->is_in_tick = false;
	flush(debug);
	take_commands(debug);
}

/* The act that somebody typed, in this tick. */
static void go_on_with_act(struct zv_debug *debug, struct exh_input_frame *input)
{
	struct exh_error err = { .status = EXH_OK };
	const enum engine_act done =
		zv_act(debug->player, &debug->act, &debug->act_state, input, &err);

	debug->act_state.calls++;
	if (done == ENGINE_ACT_FAILED)
		report_warning(debug->report, NULL, EXH_NO_OFFSET, "%s: %s",
			       debug->act.name, err.text);
	debug->has_act = done == ENGINE_ACT_AGAIN;
}

void zv_debug_press(struct zv_debug *debug, struct exh_input_frame *input)
{
	struct exh_zv_engine_state state;

	exh_zv_engine_state(zv_debug_engine(debug), &state);
	if (is_interrupted(debug) ||
	    (debug->mode == ZV_DEBUG_TICKS && state.tick >= debug->tick))
		stand(debug);
	if (debug->has_act && !debug->quits)
		go_on_with_act(debug, input);
}
