#include "play_keen.h"

#include "task/memory.h"

#include <stdlib.h>

enum { ENGINE_LIMIT = 4 << 20 /* bytes */ };

static void destroy(void *context)
{
	struct keen_player *player = context;

	if (!player)
		return;
	exh_arena_free(&player->arena);
	free(player);
}

static void *create(void)
{
	struct keen_player *player = mem_alloc(1, sizeof *player);

	player->arena.limit = ENGINE_LIMIT;
	player->engine = exh_keen_engine_new(&player->arena);
	if (!player->engine)
		mem_end();
	exh_keen_devices_start(&player->devices, NULL);
	return player;
}

static void copy(void *to_player, const void *from_player)
{
	struct keen_player *to = to_player;
	const struct keen_player *from = from_player;

	exh_keen_engine_copy(to->engine, from->engine);
	to->devices = from->devices;
	to->controls = from->controls;
	to->state = from->state;
}

static bool start(void *context, const void *game, const void *options,
		  struct report *report)
{
	struct keen_player *player = context;

	if (!keen_run_start(options, game, player->engine, report))
		return false;
	exh_keen_engine_state(player->engine, &player->state);
	return true;
}

static void press(void *context, const struct exh_input_frame *input)
{
	struct keen_player *player = context;

	player->controls = exh_keen_devices_controls(&player->devices, input);
}

static void release(void *context)
{
	struct keen_player *player = context;

	exh_keen_devices_start(&player->devices, NULL);
	player->controls = (struct exh_keen_controls){ 0 };
}

static bool step(void *context, const struct exh_host *host)
{
	struct keen_player *player = context;
	const bool goes_on =
		exh_keen_engine_step(player->engine, &player->controls, host);

	exh_keen_engine_state(player->engine, &player->state);
	return goes_on;
}

/* Before the first frame no tick has passed. */
static struct engine_clock clock_of(const void *context)
{
	const struct exh_keen_frame_state *state =
		&((const struct keen_player *)context)->state;

	return (struct engine_clock){ state->tick ? state->frame + 1 : 0, state->tick };
}

static uint32_t hash(const void *context)
{
	return exh_keen_engine_hash(((const struct keen_player *)context)->engine);
}

static uint32_t pressed(const void *context)
{
	return exh_keen_controls_keys(&((const struct keen_player *)context)->controls);
}

static void picture(const void *context, uint8_t *pixels)
{
	exh_keen_engine_picture(((const struct keen_player *)context)->engine, pixels);
}

static void palette(const void *context, struct exh_palette *out)
{
	exh_keen_engine_palette(((const struct keen_player *)context)->engine, out);
}

static const char *end_name(const void *context)
{
	const struct keen_player *player = context;

	/* A message waits for a key. */
	if (player->state.playstate == EXH_KEEN_PLAYING)
		return "message";
	return exh_keen_playstate_name(player->state.playstate);
}

static void save(const void *context, struct exh_writer *out)
{
	exh_keen_engine_save(((const struct keen_player *)context)->engine, out);
}

static enum exh_status load(void *context, const void *game, struct exh_bytes saved,
			    struct exh_error *err)
{
	struct keen_player *player = context;
	const struct keen_game *opened = game;
	const enum exh_status status =
		exh_keen_engine_load(player->engine, opened->game, saved, err);

	if (!status)
		exh_keen_engine_state(player->engine, &player->state);
	return status;
}

const struct engine_type keen_dreams_engine = {
	.name = "keen-dreams",
	.family = "keen",
	.ticks_a_second = KEEN_TICKS_A_SECOND,
	.ticks_a_frame = 2,
	.services_a_tick = 2,
	.service_clocks = EXH_KEEN_EFFECT_CLOCKS,
	.width = EXH_EGA_WIDTH,
	.height = EXH_EGA_HEIGHT,
	.keys = exh_keen_input_keys,
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
	.state_head = keen_state_head,
	.state_line = keen_state_line,
	.end_name = end_name,
	.names = keen_condition_names,
	.value = keen_value,
	.save = save,
	.load = load,
};
