#include "play_zvision.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>

enum {
	DEVICES_SIZE = 12,	 /* bytes before a saved state */
	HOLDS = 0x100,		 /* flag of zv_player, next to the key */
	SCRIPT_LIMIT = 16 << 20, /* bytes of one script */
};

static void destroy(void *context)
{
	struct zv_player *player = context;

	if (!player)
		return;
	exh_zv_engine_free(player->engine);
	exh_zv_mixer_free(player->mixer);
	free(player);
}

static void *create(void)
{
	struct zv_player *player = mem_alloc(1, sizeof *player);

	player->engine = exh_zv_engine_new();
	if (!player->engine)
		mem_end();
	exh_zv_devices_start(&player->devices);
	return player;
}

static void copy(void *to_player, const void *from_player)
{
	struct zv_player *to = to_player;
	const struct zv_player *from = from_player;

	if (!exh_zv_engine_copy(to->engine, from->engine))
		mem_end();
	to->devices = from->devices;
	to->input = from->input;
	to->holds = from->holds;
}

static bool set_keys(struct exh_zv_engine *engine, const struct zv_run_options *options,
		     struct report *report)
{
	const int32_t count = exh_zv_engine_key_count(engine);

	for (size_t i = 0; i < options->setting_count; i++) {
		const struct zv_setting *setting = &options->settings[i];

		if (setting->key >= count) {
			report_error(report, NULL, EXH_NO_OFFSET,
				     "--set %d=%d: the game's keys are 0 to %d",
				     (int)setting->key, (int)setting->value,
				     (int)count - 1);
			return false;
		}
		exh_zv_engine_set_key(engine, setting->key, setting->value);
	}
	return true;
}

static bool start(void *context, const void *game, const void *options,
		  struct report *report)
{
	struct zv_player *player = context;
	const struct zv_run_options *wanted = options;
	struct exh_error err;

	if (exh_zv_engine_start(player->engine, ((const struct zv_run_game *)game)->world,
				&wanted->begin, &err)) {
		report_failure(report, NULL, &err);
		return false;
	}
	return set_keys(player->engine, wanted, report) &&
	       zv_run_load_game(wanted, player->engine, report);
}

static void press(void *context, const struct exh_input_frame *input)
{
	struct zv_player *player = context;
	struct exh_input_frame held = *input;

	if (player->debug)
		zv_debug_press(player->debug, &held);
	if (player->holds)
		held.keys |= EXH_ZV_KEY_CLICK;
	player->input = exh_zv_devices_input(&player->devices, &held);
}

static void release(void *context)
{
	struct zv_player *player = context;

	player->holds = false;
	exh_zv_devices_start(&player->devices);
	player->input = exh_zv_devices_input(&player->devices,
					     &(struct exh_input_frame){ .keys = 0 });
}

static bool step(void *context, const struct exh_host *host)
{
	struct zv_player *player = context;

	/* Ends the run when the debugger was quit. */
	if (player->debug && player->debug->common.quits)
		return false;
	return exh_zv_engine_step(player->engine, &player->input, host);
}

static struct engine_clock clock_of(const void *context)
{
	const uint64_t ticks = zv_player_state(context).tick;

	return (struct engine_clock){ ticks, ticks * EXH_ZV_TICK_MS };
}

static uint32_t hash(const void *context)
{
	return exh_zv_engine_hash(((const struct zv_player *)context)->engine);
}

static uint32_t pressed(const void *context)
{
	return ((const struct zv_player *)context)->devices.keys;
}

static void picture(const void *context, uint16_t *pixels)
{
	exh_zv_engine_picture(((const struct zv_player *)context)->engine, pixels);
}

/* A copy gets its own mixer, since the mixer only caches the data that it has read. */
static size_t sound(void *context, int32_t *samples)
{
	struct zv_player *player = context;
	bool failed = false;
	size_t count;

	if (!player->mixer)
		player->mixer = exh_zv_mixer_new();
	if (!player->mixer)
		mem_end();
	count = exh_zv_mixer_tick(player->mixer, player->engine, samples, &failed);
	if (failed)
		mem_end();
	return count;
}

static void state_head(struct exh_writer *out)
{
	text_put(out, "frame\tplace\toffset\teffects\twaits\tfired\tkeys\tcrc32\n");
}

static void state_line(const void *context, uint32_t crc32, struct exh_writer *out)
{
	const struct exh_zv_engine_state state = zv_player_state(context);

	text_put(out, "%llu\t%s\t%d\t%zu\t%d\t%u\t%u\t%08x\n",
		 (unsigned long long)(state.tick - !!state.tick), state.place,
		 (int)state.offset, state.effects, state.waits, (unsigned)state.fired,
		 (unsigned)state.keys_set, (unsigned)crc32);
}

static const char *end_name(const void *context)
{
	return zv_player_state(context).end_name;
}

/*
 * Saved states: the mouse's position and the held buttons, then the engine's state.
 */

static void save(const void *context, struct exh_writer *out)
{
	const struct zv_player *player = context;

	exh_write_u32le(out, (uint32_t)player->devices.x);
	exh_write_u32le(out, (uint32_t)player->devices.y);
	exh_write_u32le(out, player->devices.code | (player->holds ? HOLDS : 0));
	exh_zv_engine_save(player->engine, out);
}

/* Adds all scripts: places, puzzles and controls. Pictures and sounds are not read for
 * this. */
static void sums(void *context, struct exh_writer *out)
{
	const struct zv_run_game *game = context;
	const struct files *files = game->game->files;

	if (exh_zv_world_fix(game->world, 0))
		state_sums_add(out, "option --fixes", (struct exh_bytes){ 0 });
	for (size_t i = 0; i < files_count(files); i++) {
		const char *name = files_name(files, i);
		struct file file;

		if (!file_has_ending(name, ".scr") ||
		    files_read(files, name, SCRIPT_LIMIT, &file, NULL))
			continue;
		state_sums_add(out, name, file_bytes(&file));
		free(file.data);
	}
}

static uint32_t number_at(struct exh_bytes bytes, size_t at)
{
	const uint8_t *b = bytes.data + at;

	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static bool set_devices(struct zv_player *player, struct exh_bytes saved)
{
	struct exh_zv_devices *devices = &player->devices;
	const uint32_t x = number_at(saved, 0), y = number_at(saved, 4);
	const uint32_t code = number_at(saved, 8) & ~(uint32_t)HOLDS;

	exh_zv_devices_start(devices);
	if (x - 1 >= EXH_ZV_SCREEN_WIDTH - 1 || y - 1 >= EXH_ZV_SCREEN_HEIGHT - 1 ||
	    code > 127)
		return false;
	devices->x = (int32_t)x;
	devices->y = (int32_t)y;
	devices->code = (uint8_t)code;
	player->holds = number_at(saved, 8) & HOLDS;
	return true;
}

static enum exh_status load(void *context, const void *game, struct exh_bytes saved,
			    struct exh_error *err)
{
	struct zv_player *player = context;
	struct exh_bytes state;

	if (!exh_bytes_slice(saved, DEVICES_SIZE, saved.size - DEVICES_SIZE, &state))
		return exh_fail(err, EXH_TRUNCATED, 0,
				"%zu bytes: no saved state is as short", saved.size);
	if (!set_devices(player, saved))
		return exh_fail(err, EXH_INVALID, 0,
				"it is no saved state of this engine");
	return exh_zv_engine_load(player->engine,
				  ((const struct zv_run_game *)game)->world, state, err);
}

const struct engine_type zvision_engine = {
	.name = "zvision",
	.family = "zvision",
	.ticks_a_second = ZV_TICKS_A_SECOND,
	.ticks_a_frame = EXH_ZV_TICK_MS,
	.services_a_tick = 1,
	.service_clocks = 1193, /* a millisecond of the PC's timer */
	.width = EXH_ZV_SCREEN_WIDTH,
	.height = EXH_ZV_SCREEN_HEIGHT,
	.keys = exh_zv_input_keys,
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
	.picture_rgb15 = picture,
	.sound = sound,
	.state_head = state_head,
	.state_line = state_line,
	.end_name = end_name,
	.acts = zv_acts,
	.act_check = zv_act_check,
	.act = zv_act,
	.value = zv_value,
	.names = zv_condition_names,
	.is_idle = zv_is_idle,
	.sums = sums,
	.save = save,
	.load = load,
};
