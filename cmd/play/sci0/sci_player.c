#include "sci_player.h"

#include "sci_run.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SERVICE_CLOCKS = 19886 /* 1/60 s of the PC's timer */ };

static void *create(void)
{
	struct sci_player *player = calloc(1, sizeof *player);

	if (player)
		exh_sci0_devices_start(&player->devices);
	return player;
}

static void destroy(void *context)
{
	struct sci_player *player = context;

	if (player)
		exh_sci0_engine_free(player->engine);
	free(player);
}

static bool start(void *context, const void *game, const void *options,
		  struct report *report)
{
	struct sci_player *player = context;
	const struct sci_run_game *played = game;
	const struct sci_run_options *wanted = options;
	const struct exh_sci0_start begin = {
		.seed = (uint32_t)wanted->seed.value,
		.instructions_a_tick = (unsigned)wanted->instructions.value,
		.is_lenient = wanted->is_lenient,
		.animate = wanted->animate ? EXH_SCI0_ANIMATE_SEED
					   : EXH_SCI0_ANIMATE_CORRECTED,
		.has_no_mouse = wanted->has_no_mouse,
	};
	struct exh_error err;

	if (!exh_sci0_engine_new(&played->program.program, &played->resources, &begin,
				 &player->engine, &err))
		return true;
	report_failure(report, NULL, &err);
	return false;
}

static void press(void *context, const struct exh_input_frame *input)
{
	struct sci_player *player = context;

	exh_sci0_devices_press(&player->devices, input, player->engine);
}

static void release(void *context)
{
	exh_sci0_devices_start(&((struct sci_player *)context)->devices);
}

static bool step(void *context, const struct exh_host *host)
{
	return exh_sci0_engine_step(((struct sci_player *)context)->engine, host);
}

static struct engine_clock clock_of(const void *context)
{
	const struct sci_player *player = context;
	struct exh_sci0_engine_state state = { 0 };

	if (player->engine)
		exh_sci0_engine_state(player->engine, &state);
	return (struct engine_clock){ state.step, state.tick };
}

static uint32_t hash(const void *context)
{
	const struct sci_player *player = context;

	return (uint32_t)crc32(
		0, exh_sci0_engine_plane(player->engine, EXH_SCI0_PLANE_SHOWN),
		EXH_SCI0_SCREEN_PIXELS);
}

static uint32_t pressed(const void *context)
{
	return ((const struct sci_player *)context)->devices.pressed;
}

static void picture(const void *context, uint8_t *pixels)
{
	memcpy(pixels,
	       exh_sci0_engine_plane(((const struct sci_player *)context)->engine,
				     EXH_SCI0_PLANE_SHOWN),
	       EXH_SCI0_SCREEN_PIXELS);
}

static void palette(const void *context, struct exh_palette *out)
{
	(void)context;
	exh_sci0_engine_palette(out);
}

static void state_line(const void *context, uint32_t crc, struct exh_writer *out)
{
	sci_state_line(((const struct sci_player *)context)->engine, crc, out);
}

static const char *end_name(const void *context)
{
	const struct sci_player *player = context;

	return exh_sci0_vm_fault(exh_sci0_engine_vm(player->engine), NULL) ? "fault"
									   : "quit";
}

const struct engine_type sci0_engine = {
	.name = "sci0",
	.family = "sci0",
	.ticks_a_second = EXH_SCI0_TICKS,
	.ticks_a_frame = 6,
	.services_a_tick = 1,
	.service_clocks = SERVICE_CLOCKS,
	.width = EXH_SCI0_SCREEN_WIDTH,
	.height = EXH_SCI0_SCREEN_HEIGHT,
	.keys = exh_sci0_input_keys,
	.create = create,
	.destroy = destroy,
	.start = start,
	.press = press,
	.release = release,
	.step = step,
	.clock = clock_of,
	.hash = hash,
	.pressed = pressed,
	.picture = picture,
	.palette = palette,
	.state_head = sci_state_head,
	.state_line = state_line,
	.end_name = end_name,
};
