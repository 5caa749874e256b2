#include "play_sci.h"

#include "play/sci/debug/debug.h"
#include "task/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sci_debug {
	const struct engine_type *type; /* engine of the player */
	struct sci_player *player;
	const struct sci_run_game *game;
	struct sci_debugger debugger;
	/* Pressed keys of each frame. */
	struct {
		uint32_t *items;
		size_t count, capacity;
	} keys;
	size_t next_state; /* frame */
	struct typed_act act;
};

static struct exh_sci_vm *machine(void *context)
{
	return exh_sci_engine_vm(((struct sci_debug *)context)->player->engine);
}

/* Appends the state at the beginning of this frame; there is none for its middle. */
static bool save(void *context, struct exh_writer *out)
{
	const struct debug_states *states =
		&((struct sci_debug *)context)->debugger.states;
	const struct debug_state *last =
		states->count ? &states->items[states->count - 1] : NULL;

	if (last)
		exh_write_bytes(out, last->bytes, last->size);
	return last;
}

static bool load(void *context, struct exh_bytes state)
{
	struct sci_debug *debug = context;
	struct exh_error err;

	if (!debug->type->load(debug->player, debug->game, state, &err))
		return true;
	report_failure(debug->debugger.common.report, NULL, &err);
	return false;
}

/*
 * Acts as commands.
 */

/* Returns the act of a command; NULL: none. "type" is a command of the debugger. */
static const char *act_named(const struct engine_type *type, const char *command)
{
	if (!strcmp(command, "simkey"))
		return "press";
	if (!strcmp(command, "say"))
		return "type";
	return typed_act_named(type, command);
}

static int command(void *context, const char *name, char *const *words, size_t count,
		   struct exh_writer *out)
{
	struct sci_debug *debug = context;
	const char *act = act_named(debug->type, name);
	const bool is_quoted = count && !strcmp(name, "say");
	char *words_text, *text;
	bool good;

	if (!act)
		return 0;
	words_text = debugger_join(words, count);
	text = mem_format("%s%s%s", is_quoted ? "\"" : "", words_text,
			  is_quoted ? "\" enter" : "");
	good = typed_act_begin(&debug->act, debug->type, debug->player->page, act, text,
			       out);
	free(text);
	free(words_text);
	return good ? 1 : -1;
}

static const char help[] =
	"say         TEXT                         type it, and Enter, in the next "
	"frames; so do "
	"press, click,\n"
	"                                         walk, dismiss, choose, set, room: "
	"exhume-input(5)\n"
	"simkey      KEY                          press a key in the next frame\n";

struct sci_debug *sci_debug_open(const struct engine_type *type,
				 struct sci_player *player,
				 const struct sci_run_game *game, const char *path,
				 const char *sources, struct report *report)
{
	struct sci_debug *debug = mem_alloc(1, sizeof *debug);
	const struct debug_host host = { .context = debug,
					 .vm = machine,
					 .save = save,
					 .load = load,
					 .command = command,
					 .help = help };

	debug->type = type;
	debug->player = player;
	debug->game = game;
	if (!sci_debugger_open(&debug->debugger, &game->program, path, sources, &host,
			       report)) {
		sci_debug_close(debug);
		return NULL;
	}
	debug->debugger.states.apart = 1;
	player->debug = debug;
	return debug;
}

void sci_debug_close(struct sci_debug *debug)
{
	if (!debug)
		return;
	sci_debugger_close(&debug->debugger);
	debug->player->debug = NULL;
	free(debug->keys.items);
	free(debug);
}

/*
 * Input.
 */

static void press_keys(struct sci_debug *debug, uint32_t keys)
{
	const struct exh_input_frame input = { .keys = keys };

	exh_sci_devices_press(&debug->player->devices, &input, debug->player->engine);
}

void sci_debug_press(struct sci_debug *debug, const struct exh_input_frame *input)
{
	struct exh_input_frame used = *input;

	typed_act_go_on(&debug->act, debug->type, debug->player, &used,
			debug->debugger.common.report);
	exh_sci_devices_press(&debug->player->devices, &used, debug->player->engine);
	*MEM_ADD(&debug->keys) = debug->player->devices.pressed;
}

/*
 * Frames.
 */

static void keep_state(struct sci_debug *debug, size_t frame)
{
	struct exh_writer state = { .limit = SIZE_MAX };

	debug->type->save(debug->player, &state);
	debug_states_add(&debug->debugger.states, exh_sci_vm_steps(machine(debug)), frame,
			 &state);
	exh_writer_free(&state);
	debug->next_state = frame + debug->debugger.states.apart;
}

bool sci_debug_step(struct sci_debug *debug, const struct exh_host *host)
{
	const size_t now = debug->keys.count - 1;
	struct sci_debugger *d = &debug->debugger;

	for (size_t at = now;;) {
		bool goes_on;

		if (at >= debug->next_state)
			keep_state(debug, at);
		exh_sci_engine_watch(debug->player->engine, sci_debugger_step, d);
		goes_on = exh_sci_engine_step(debug->player->engine,
					      at == now ? host : NULL);
		if (!goes_on && d->wish == DEBUG_NOTHING)
			sci_debugger_end(d, "the game ended", "steps");
		if (d->wish == DEBUG_QUITS)
			return false;
		if (d->wish != DEBUG_NOTHING) {
			if (!sci_debugger_follow(d, &at))
				return false;
			debug->next_state = at + (d->states.count ? d->states.apart : 0);
		} else if (!goes_on || at == now) {
			return goes_on;
		} else {
			press_keys(debug, debug->keys.items[++at]);
		}
	}
}
