#include "play_sci.h"

#include "assets/sci/coverage/coverage.h"
#include "play/sci/vm/vm.h"
#include "task/memory.h"
#include "task/text.h"

#include <exhume/advanced/sci_look.h>

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SERVICE_CLOCKS = 19886 /* 1/60 s of the PC's timer */ };

static void *create(void)
{
	struct sci_player *player = mem_alloc(1, sizeof *player);

	exh_sci_devices_start(&player->devices);
	return player;
}

static void destroy(void *context)
{
	struct sci_player *player = context;

	if (player)
		exh_sci_engine_free(player->engine);
	free(player);
}

static bool start(void *context, const void *game, const void *options,
		  struct report *report)
{
	struct sci_player *player = context;
	const struct sci_run_game *played = game;
	const struct sci_run_options *wanted = options;
	const struct exh_sci_start begin = {
		.seed = (uint32_t)wanted->seed.value,
		.instructions_a_tick = (unsigned)wanted->instructions.value,
		.is_lenient = !wanted->stops,
		.animate = wanted->animate ? EXH_SCI_ANIMATE_SEED
					   : EXH_SCI_ANIMATE_CORRECTED,
		.has_no_mouse = wanted->has_no_mouse,
		.has_transitions = wanted->has_transitions,
		.sound_devices = played->sound_devices,
		.midi_devices = played->midi_devices,
		.is_before_502 = played->is_before_502,
	};
	struct exh_error err;

	player->page = played->program.program.page;
	if (!exh_sci_engine_new(&played->program.program, &played->resources, &begin,
				&player->engine, &err))
		return true;
	report_failure(report, NULL, &err);
	return false;
}

static void press(void *context, const struct exh_input_frame *input)
{
	struct sci_player *player = context;

	if (player->engine && player->debug)
		sci_debug_press(player->debug, input);
	else if (player->engine)
		exh_sci_devices_press(&player->devices, input, player->engine);
}

static void release(void *context)
{
	exh_sci_devices_start(&((struct sci_player *)context)->devices);
}

/* True if the run's cycles have passed, or the game has stopped making cycles. */
static bool has_all_cycles(struct sci_player *player)
{
	struct exh_sci_engine_state state;

	if (!player->last_cycle)
		return false;
	state = sci_state_of(player);
	if (state.cycles != player->cycles)
		player->cycle_tick = state.tick;
	player->cycles = state.cycles;
	return state.cycles >= player->last_cycle ||
	       state.tick - player->cycle_tick >= SCI_IDLE_SECONDS * EXH_SCI_TICKS;
}

static void add_line(void *context, const char *line, size_t size)
{
	trace_run_line(context, line, size);
}

/* Turns tracing on for each step, since a loaded state has no trace. False: the trace is
 * over. */
static bool sci_trace(struct exh_sci_engine *engine, struct trace_run *trace)
{
	if (!exh_sci_engine_trace(engine, trace->level, add_line, trace))
		mem_end();
	return !trace_run_is_over(trace);
}

static bool step(void *context, const struct exh_host *host)
{
	struct sci_player *player = context;
	struct exh_sci_engine *engine = player->engine;

	if (engine && player->debug)
		return sci_debug_step(player->debug, host);
	if (engine && player->coverage)
		exh_sci_engine_watch(engine, exh_sci_executed_step,
				     player->coverage->executed);
	if (engine && player->trace && !sci_trace(engine, player->trace))
		return false;
	/* A copy of a game that stopped at a fault has no engine. */
	return engine && exh_sci_engine_step(engine, host) && !has_all_cycles(player);
}

static struct engine_clock clock_of(const void *context)
{
	const struct sci_player *player = context;
	struct exh_sci_engine_state state = { 0 };

	if (player->engine)
		state = sci_state_of(player);
	return (struct engine_clock){ state.step, state.tick };
}

static uint32_t hash(const void *context)
{
	return exh_sci_engine_hash(((const struct sci_player *)context)->engine);
}

static void copy(void *to_player, const void *from_player)
{
	struct sci_player *to = to_player;
	const struct sci_player *from = from_player;

	exh_sci_engine_free(to->engine);
	to->engine = exh_sci_engine_copy(from->engine);
	if (!to->engine && memory_has_ended())
		mem_end();
	to->devices = from->devices;
	to->page = from->page;
	to->score = from->score;
	to->last_cycle = from->last_cycle;
	to->cycle_tick = from->cycle_tick;
	to->cycles = from->cycles;
}

static uint32_t pressed(const void *context)
{
	return ((const struct sci_player *)context)->devices.pressed;
}

static void picture(const void *context, uint8_t *pixels)
{
	memcpy(pixels,
	       exh_sci_engine_plane(((const struct sci_player *)context)->engine,
				    EXH_SCI_PLANE_SHOWN),
	       EXH_SCI_SCREEN_PIXELS);
}

static void palette(const void *context, struct exh_palette *out)
{
	(void)context;
	exh_sci_engine_palette(out);
}

/* Table of states, a row for each step. */
static void state_head(struct exh_writer *out)
{
	text_put(out, "frame\ttick\tcycle\troom\tego_x\tego_y\tscore\tcast\twindows"
		      "\tinstructions\theap\tcrc32\tvisual\tpriority\tcontrol\n");
}

static unsigned crc_of(const struct exh_sci_engine *engine, enum exh_sci_plane plane)
{
	return (unsigned)crc32(0, exh_sci_engine_plane(engine, plane),
			       EXH_SCI_SCREEN_PIXELS);
}

static void state_line(const void *context, uint32_t crc, struct exh_writer *out)
{
	const struct sci_player *player = context;
	const struct exh_sci_engine *engine = player->engine;
	const struct exh_sci_engine_state state = sci_state_of(player);
	struct exh_sci_reg score;

	sci_score(player, &score);
	text_put(out,
		 "%llu\t%llu\t%llu\t%u\t%d\t%d\t%u\t%zu\t%zu\t%llu\t%llu\t%08x\t%08x"
		 "\t%08x\t%08x\n",
		 (unsigned long long)(state.step - !!state.step),
		 (unsigned long long)state.tick, (unsigned long long)state.cycles,
		 state.room, state.ego_x, state.ego_y, score.offset, state.cast_size,
		 state.windows, (unsigned long long)state.instructions,
		 (unsigned long long)exh_sci_vm_heap(exh_sci_engine_vm(engine)),
		 (unsigned)crc, crc_of(engine, EXH_SCI_PLANE_VISUAL),
		 crc_of(engine, EXH_SCI_PLANE_PRIORITY),
		 crc_of(engine, EXH_SCI_PLANE_CONTROL));
}

static const char *end_name(const void *context)
{
	const struct sci_player *player = context;
	const struct exh_sci_engine_state state = sci_state_of(player);

	if (!state.has_ended)
		return state.cycles >= player->last_cycle ? "cycles" : "no cycles";
	return exh_sci_vm_fault(exh_sci_engine_vm(player->engine), NULL) ? "fault"
									 : "quit";
}

/*
 * Saved states: the mouse's position and the held buttons, then the engine's state.
 */

enum { DEVICES_SIZE = 16, RESOURCE_LIMIT = 1 << 24 /* bytes of a resource */ };

static void save(const void *context, struct exh_writer *out)
{
	const struct sci_player *player = context;

	exh_write_u32le(out, (uint32_t)player->devices.x);
	exh_write_u32le(out, (uint32_t)player->devices.y);
	exh_write_u32le(out, player->devices.keys);
	exh_write_u16le(out, player->devices.buttons);
	exh_write_u16le(out, player->devices.shift);
	exh_sci_engine_save(player->engine, out);
}

/* Adds all resources: they determine all pictures and sounds. */
static void sums(void *context, struct exh_writer *out)
{
	struct sci_run_game *game = context;
	const struct exh_sci_game *opened = &game->program.game.opened;

	for (size_t i = 0; i < opened->used_count; i++) {
		const struct exh_sci_game_resource *resource = opened->used[i];
		struct exh_arena arena = { .limit = RESOURCE_LIMIT };
		struct exh_bytes bytes = { 0 };
		struct silent_report silent;
		char name[64];

		sci_game_try(&game->program.game, resource, &arena, &bytes,
			     report_silent(&silent, game->report));
		report_silent_end(&silent);
		snprintf(name, sizeof name, "%s %u", exh_sci_type_name(resource->type),
			 resource->number);
		state_sums_add(out, name, bytes);
		exh_arena_free(&arena);
	}
}

static uint32_t number_at(struct exh_bytes bytes, size_t at)
{
	const uint8_t *b = bytes.data + at;

	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static bool set_devices(struct exh_sci_devices *devices, struct exh_bytes saved)
{
	const uint32_t x = number_at(saved, 0), y = number_at(saved, 4);

	exh_sci_devices_start(devices);
	if (x >= EXH_SCI_SCREEN_WIDTH || y >= EXH_SCI_SCREEN_HEIGHT)
		return false;
	devices->x = (int32_t)x;
	devices->y = (int32_t)y;
	devices->keys = number_at(saved, 8);
	devices->buttons = saved.data[12];
	devices->shift = saved.data[14];
	return true;
}

static enum exh_status load(void *context, const void *game, struct exh_bytes saved,
			    struct exh_error *err)
{
	const struct sci_run_game *played = game;
	struct sci_player *player = context;
	const struct exh_sci_start begin = { .is_lenient = played->is_lenient,
					     .sound_devices = played->sound_devices,
					     .midi_devices = played->midi_devices,
					     .is_before_502 = played->is_before_502 };
	struct exh_bytes state;
	enum exh_status status = EXH_OK;

	player->page = played->program.program.page;
	if (!exh_bytes_slice(saved, DEVICES_SIZE, saved.size - DEVICES_SIZE, &state))
		return exh_fail(err, EXH_TRUNCATED, 0,
				"%zu bytes: no saved state is as short", saved.size);
	if (!set_devices(&player->devices, saved))
		return exh_fail(err, EXH_INVALID, 0,
				"it is no saved state of this engine");
	if (!player->engine)
		status = exh_sci_engine_new(&played->program.program, &played->resources,
					    &begin, &player->engine, err);
	return status ? status : exh_sci_engine_load(player->engine, state, err);
}

const struct engine_type sci_engine = {
	.name = "sci0",
	.family = "sci0",
	.ticks_a_second = EXH_SCI_TICKS,
	.ticks_a_frame = 6,
	.services_a_tick = 1,
	.service_clocks = SERVICE_CLOCKS,
	.width = EXH_SCI_SCREEN_WIDTH,
	.height = EXH_SCI_SCREEN_HEIGHT,
	.keys = exh_sci_input_keys,
	.create = create,
	.destroy = destroy,
	.copy = copy,
	.start = start,
	.press = press,
	.release = release,
	.step = step,
	.clock = clock_of,
	.hash = hash,
	.pressed = pressed,
	.picture = picture,
	.palette = palette,
	.state_head = state_head,
	.state_line = state_line,
	.end_name = end_name,
	.acts = sci_acts,
	.act_check = sci_act_check,
	.act = sci_act,
	.value = sci_value,
	.names = sci_condition_names,
	.texts = sci_texts,
	.is_idle = sci_is_idle,
	.transcribe = sci_transcribe,
	.transcript_head = sci_transcript_head,
	.midi = sci_midi,
	.sums = sums,
	.save = save,
	.load = load,
};
