#include "play_sci.h"

#include "assets/sci0/debug/debug.h"
#include "task/memory.h"
#include "task/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 320, ACT_SIZE = 256 };

struct sci_debug {
	const struct engine_type *type; /* of the player */
	struct sci_player *player;
	const struct sci_run_game *game;
	struct debugger debugger;
	struct report *report;
	/* What was pressed, by frame. */
	struct {
		uint32_t *items;
		size_t count, capacity;
	} keys;
	size_t next_state; /* frame */
	/* What somebody typed: an act that is under way. */
	struct exh_input_act act;
	char act_name[ACT_SIZE], act_text[ACT_SIZE];
	struct engine_act_state act_state;
	bool has_act;
};

static struct exh_sci0_vm *machine(void *context)
{
	return exh_sci0_engine_vm(((struct sci_debug *)context)->player->engine);
}

/* The state at the beginning of this frame: in its middle there is none. */
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

/*
 * Acts as commands.
 */

/* The act of a command; NULL: there is none. "type" is a command of the debugger. */
static const char *act_named(const char *command)
{
	if (!strcmp(command, "simkey"))
		return "press";
	if (!strcmp(command, "say"))
		return "type";
	for (const char *const *act = sci_acts; *act; act++)
		if (!strcmp(*act, command))
			return *act;
	return NULL;
}

static int command(void *context, char *const *words, size_t count,
		   struct exh_writer *out)
{
	struct sci_debug *debug = context;
	const char *name = act_named(words[0]);
	const bool is_quoted = !strcmp(words[0], "say");
	struct exh_error err = { .status = EXH_OK };
	size_t size = 0;

	if (!name)
		return 0;
	if (debug->has_act) {
		text_put(out, "%s is still under way", debug->act_name);
		return -1;
	}
	*debug->act_text = 0;
	for (size_t i = 1; i < count && size < ACT_SIZE; i++)
		size += (size_t)snprintf(debug->act_text + size, ACT_SIZE - size,
					 "%s%s%s%s", i > 1 ? " " : "",
					 is_quoted && i == 1 ? "\"" : "", words[i],
					 is_quoted && i == count - 1 ? "\" enter" : "");
	snprintf(debug->act_name, sizeof debug->act_name, "%s", name);
	debug->act = (struct exh_input_act){ .name = debug->act_name,
					     .text = debug->act_text,
					     .file = "standard input" };
	debug->act_state = (struct engine_act_state){ .calls = 0 };
	debug->has_act = !sci_act_check(&debug->act, &err);
	if (!debug->has_act)
		text_put(out, "%s %s: %s", name, debug->act_text, err.text);
	return debug->has_act ? 1 : -1;
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
					 .command = command,
					 .help = help };

	debug->type = type;
	debug->player = player;
	debug->game = game;
	debug->report = report;
	if (!debugger_open(&debug->debugger, &game->program, path, sources, &host,
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
	debugger_close(&debug->debugger);
	debug->player->debug = NULL;
	free(debug->keys.items);
	free(debug);
}

/*
 * What is pressed.
 */

static void press_keys(struct sci_debug *debug, uint32_t keys)
{
	const struct exh_input_frame input = { .keys = keys };

	exh_sci0_devices_press(&debug->player->devices, &input, debug->player->engine);
}

/* The act that somebody typed, in this frame. */
static void go_on_with_act(struct sci_debug *debug, struct exh_input_frame *input)
{
	struct exh_error err = { .status = EXH_OK };
	const enum engine_act done =
		sci_act(debug->player, &debug->act, &debug->act_state, input, &err);

	debug->act_state.calls++;
	if (done == ENGINE_ACT_FAILED)
		report_warning(debug->report, NULL, EXH_NO_OFFSET, "%s: %s",
			       debug->act.name, err.text);
	debug->has_act = done == ENGINE_ACT_AGAIN;
}

void sci_debug_press(struct sci_debug *debug, const struct exh_input_frame *input)
{
	struct exh_input_frame used = *input;

	if (debug->has_act)
		go_on_with_act(debug, &used);
	exh_sci0_devices_press(&debug->player->devices, &used, debug->player->engine);
	*MEM_ADD(&debug->keys) = debug->player->devices.pressed;
}

/*
 * Frames.
 */

static void keep_state(struct sci_debug *debug, size_t frame)
{
	struct exh_writer state = { .limit = SIZE_MAX };

	debug->type->save(debug->player, &state);
	debug_states_add(&debug->debugger.states, exh_sci0_vm_steps(machine(debug)),
			 frame, &state);
	exh_writer_free(&state);
	debug->next_state = frame + debug->debugger.states.apart;
}

static bool load(struct sci_debug *debug, struct exh_bytes state)
{
	struct exh_error err;

	if (!debug->type->load(debug->player, debug->game, state, &err))
		return true;
	report_failure(debug->report, NULL, &err);
	return false;
}

static void end(struct sci_debug *debug)
{
	const char *why;
	const enum exh_sci0_fault fault = exh_sci0_vm_fault(machine(debug), &why);
	char text[TEXT_SIZE];

	if (fault)
		snprintf(text, sizeof text, "%s at step %" PRIu64 ": %s",
			 exh_sci0_fault_name(fault), exh_sci0_vm_steps(machine(debug)),
			 why);
	else
		snprintf(text, sizeof text, "the game ended after %" PRIu64 " steps",
			 exh_sci0_vm_steps(machine(debug)));
	debugger_end(&debug->debugger, text);
}

/* To the frame that somebody wished to go to: *at. False: nowhere. */
static bool follow(struct sci_debug *debug, size_t *at)
{
	struct debugger *d = &debug->debugger;
	const struct debug_state *back = NULL;
	struct exh_bytes state = file_bytes(&d->restored);

	if (d->wish == DEBUG_GOES_BACK) {
		back = debugger_back(d);
		state = (struct exh_bytes){ back->bytes, back->size, 0 };
		*at = back->frame;
	}
	if (!load(debug, state))
		return false;
	if (!back)
		debug_states_free(&d->states);
	debug->next_state = *at + (back ? d->states.apart : 0);
	debugger_loaded(d);
	return true;
}

bool sci_debug_step(struct sci_debug *debug, const struct exh_host *host)
{
	const size_t now = debug->keys.count - 1;
	struct debugger *d = &debug->debugger;

	for (size_t at = now;;) {
		bool goes_on;

		if (at >= debug->next_state)
			keep_state(debug, at);
		exh_sci0_engine_watch(debug->player->engine, debugger_step, d);
		goes_on = exh_sci0_engine_step(debug->player->engine,
					       at == now ? host : NULL);
		if (!goes_on && d->wish == DEBUG_NOTHING)
			end(debug);
		if (d->wish == DEBUG_QUITS)
			return false;
		if (d->wish != DEBUG_NOTHING) {
			if (!follow(debug, &at))
				return false;
		} else if (!goes_on || at == now) {
			return goes_on;
		} else {
			press_keys(debug, debug->keys.items[++at]);
		}
	}
}
