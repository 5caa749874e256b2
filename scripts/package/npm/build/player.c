/*
 * What exhume.js calls: a game of a folder, played by its engine core. Everything that
 * JavaScript needs to know passes through these functions: it knows no struct.
 *
 * Memory: a session is freed by exh_js_close. Pictures and samples are the session's, and
 * stay until its next step.
 */
#include "assets/assets.h"
#include "game/game.h"
#include "play/keen/play_keen.h"
#include "play/play.h"
#include "play/sci/play_sci.h"
#include "play/zvision/play_zvision.h"

#include <emscripten/emscripten.h>
#include <exhume/advanced/input.h>
#include <exhume/base.h>
#include <exhume/keen_engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_SAMPLES = 1 << 17, /* that a step keeps: more than a second */
	STATE_LIMIT = 64 << 20,
	LIST_LIMIT = 1 << 20,
	STEREO = 2,
};

struct session {
	const struct engine_type *type;
	void *player;
	union {
		struct keen_game keen;
		struct sci_run_game sci;
		struct zv_run_game zv;
	} game;
	bool has_game;
	struct common common;
	struct report report;
	struct acts acts;	    /* how it begins */
	struct exh_input_act first; /* its act: none unless it has a name */
	struct exh_input_frame input;
	uint8_t scan_codes[EXH_INPUT_SCAN_CODES];
	/* Of engines that write to devices. */
	struct exh_audio_track track;
	size_t next_write;
	struct exh_audio_player audio;
	int16_t samples[MAX_SAMPLES];
	size_t sample_count;
	uint8_t *pixels; /* as the engine has them: one byte or two each */
	uint32_t *rgba;
	struct exh_writer saved;
	bool is_over;
	char start[16];
};

/*
 * Opening.
 */

static const struct engine_type *engine_of_family(const char *family)
{
	for (const struct engine_type *const *type = engine_types; *type; type++)
		if (strcmp((*type)->family, family) == 0)
			return *type;
	return NULL;
}

static const struct engine_type *engine_named(const char *name)
{
	for (const struct engine_type *const *type = engine_types; *type; type++)
		if (strcmp((*type)->name, name) == 0)
			return *type;
	return NULL;
}

/* NULL: no engine plays what is there. */
static const struct engine_type *engine_of(const char *folder)
{
	const struct game_type *type = game_type_at(folder);

	return type ? engine_of_family(type->family) : NULL;
}

static bool open_keen(struct session *s, const char *folder)
{
	struct keen_run_options options = { .map = s->start };

	exh_keen_start_default(&options.start);
	options.start.device = EXH_AUDIO_ADLIB;
	options.start.whole_game = options.world = !*s->start;
	return keen_game_open(&s->game.keen, folder, &options.game, &s->report) &&
	       s->type->start(s->player, &s->game.keen, &options, &s->report);
}

static bool open_sci(struct session *s, const char *folder)
{
	const struct sci_run_options options = { .stops = false };

	if (*s->start)
		s->first = (struct exh_input_act){ .name = "room",
						   .text = s->start,
						   .file = "room" };
	s->acts = (struct acts){ .type = s->type, .act = *s->start ? &s->first : NULL };
	return sci_run_game_open(&s->game.sci, folder, &s->report) &&
	       s->type->start(s->player, &s->game.sci, &options, &s->report);
}

static bool open_zv(struct session *s, const char *folder)
{
	struct zv_run_options options = { .engine = ZV_ENGINE_AUTO };

	strncpy(options.begin.place, s->start, sizeof options.begin.place - 1);
	return zv_run_game_open(&s->game.zv, folder, &options, &s->report) &&
	       s->type->start(s->player, &s->game.zv, &options, &s->report);
}

static bool open_game(struct session *s, const char *folder)
{
	const size_t pixels = (size_t)s->type->width * s->type->height;

	s->player = s->type->create();
	s->pixels = calloc(pixels, sizeof(uint16_t));
	s->rgba = calloc(pixels, sizeof *s->rgba);
	if (!s->player || !s->pixels || !s->rgba) {
		report_error(&s->report, NULL, EXH_NO_OFFSET, "out of memory");
		return false;
	}
	s->has_game = true;
	return s->type == &sci_engine	    ? open_sci(s, folder)
	       : s->type == &zvision_engine ? open_zv(s, folder)
					    : open_keen(s, folder);
}

EMSCRIPTEN_KEEPALIVE void exh_js_close(struct session *s)
{
	if (s->player)
		s->type->destroy(s->player);
	acts_free(&s->acts);
	if (s->has_game && s->type == &sci_engine)
		sci_run_game_close(&s->game.sci);
	else if (s->has_game && s->type == &zvision_engine)
		zv_run_game_close(&s->game.zv);
	else if (s->has_game)
		keen_game_close(&s->game.keen);
	report_end(&s->report);
	exh_writer_free(&s->saved);
	exh_audio_track_free(&s->track);
	free(s->pixels);
	free(s->rgba);
	free(s);
}

static void start_sound(struct session *s)
{
	exh_audio_track_start(&s->track,
			      s->type->clock(s->player).tick * s->type->services_a_tick);
	s->next_write = 0;
	exh_audio_start(&s->audio, s->type->service_clocks);
	s->sample_count = 0;
}

/* start: a level, a room, a place; "" for the game's own beginning. NULL: standard error
 * has why. */
EMSCRIPTEN_KEEPALIVE struct session *exh_js_open(const char *engine, const char *folder,
						 const char *start)
{
	struct session *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->common = (struct common){ .jobs = 1 };
	report_start(&s->report, "play", &s->common);
	s->saved.limit = STATE_LIMIT;
	strncpy(s->start, start, sizeof s->start - 1);
	s->type = *engine ? engine_named(engine) : engine_of(folder);
	if (!s->type)
		report_error(&s->report, folder, EXH_NO_OFFSET,
			     "no game that an engine%s%s plays", *engine ? " " : "",
			     engine);
	else if (open_game(s, folder)) {
		start_sound(s);
		return s;
	}
	exh_js_close(s);
	return NULL;
}

/*
 * Playing.
 */

EMSCRIPTEN_KEEPALIVE uint8_t *exh_js_scan_codes(struct session *s)
{
	return s->scan_codes;
}

/* Words of input scripts for the mouse: a place, and what is held of its buttons. */
static uint32_t pointer_words(const struct session *s, unsigned x, unsigned y,
			      unsigned buttons)
{
	const struct exh_input_keys *keys = s->type->keys();
	uint32_t words = 0;

	for (size_t i = 0; i < keys->count; i++) {
		const struct exh_input_key *key = &keys->keys[i];
		const uint32_t one = key->number_bits & -key->number_bits;

		if (strcmp(key->name, "column") == 0)
			words |= (x > key->most ? key->most : x) * one;
		else if (strcmp(key->name, "row") == 0)
			words |= (y > key->most ? key->most : y) * one;
		else if (strcmp(key->name, "click") == 0 && buttons & 1)
			words |= key->bits;
		else if (strcmp(key->name, "rclick") == 0 && buttons & 2)
			words |= key->bits;
	}
	return words;
}

/* What the next step has: scan codes that were put at exh_js_scan_codes, the mouse (0:
 * where it was), and words of input scripts as bits. */
EMSCRIPTEN_KEEPALIVE void exh_js_press(struct session *s, size_t scan_code_count,
				       unsigned x, unsigned y, unsigned buttons,
				       uint32_t keys)
{
	s->input = (struct exh_input_frame){
		.keys = keys | pointer_words(s, x, y, buttons),
		.scan_codes = { s->scan_codes,
				scan_code_count < EXH_INPUT_SCAN_CODES
					? scan_code_count
					: EXH_INPUT_SCAN_CODES,
				0 },
	};
}

static void hear(void *context, const struct exh_audio_write *write)
{
	exh_audio_track_take(&((struct session *)context)->track, write);
}

static void render_until(struct session *s, uint64_t service)
{
	const uint64_t end =
		exh_audio_length(&s->audio, service - s->track.first_service);

	while (s->audio.position < end) {
		const uint64_t left = end - s->audio.position;
		const size_t room = MAX_SAMPLES - s->sample_count;
		const size_t count = left < room ? (size_t)left : room;

		if (!count)
			s->sample_count = 0; /* a step that long is not heard */
		exh_audio_track_render(&s->track, &s->next_write, &s->audio,
				       s->samples + s->sample_count, count);
		s->sample_count += count;
	}
	exh_audio_track_forget(&s->track, &s->next_write);
}

static int16_t clip(int32_t sample)
{
	return sample < INT16_MIN   ? INT16_MIN
	       : sample > INT16_MAX ? INT16_MAX
				    : (int16_t)sample;
}

static void take_samples(struct session *s)
{
	int32_t made[STEREO * ENGINE_SOUND_FRAMES];
	const int count = s->type->sound(s->player, made);

	for (int i = 0; i < STEREO * count; i++)
		s->samples[i] = clip(made[i]);
	s->sample_count = count < 0 ? 0 : STEREO * (size_t)count;
}

/* False: how the game begins has failed. */
static bool begin(struct session *s)
{
	struct exh_error err;
	enum engine_act act;

	if (!s->acts.act)
		return true;
	act = acts_go_on(&s->acts, s->player, &s->input, &err);
	if (act == ENGINE_ACT_FAILED)
		report_error(&s->report, NULL, EXH_NO_OFFSET, "%s %s: %s", s->first.name,
			     s->first.text, err.text);
	return act != ENGINE_ACT_FAILED;
}

/* One step. Returns the ticks that passed; 0: the game was over. */
EMSCRIPTEN_KEEPALIVE unsigned exh_js_step(struct session *s)
{
	const struct exh_host host = { .audio = s->type->sound ? NULL : hear,
				       .context = s };
	const uint64_t before = s->type->clock(s->player).tick;
	uint64_t after;

	s->sample_count = 0;
	if (s->is_over || !begin(s)) {
		s->is_over = true;
		return 0;
	}
	s->type->press(s->player, &s->input);
	s->is_over = !s->type->step(s->player, &host);
	s->input = (struct exh_input_frame){ 0 };
	after = s->type->clock(s->player).tick;
	if (after == before)
		return 0;
	if (s->type->sound)
		take_samples(s);
	else
		render_until(s, after * s->type->services_a_tick);
	if (s->track.failed) {
		report_error(&s->report, NULL, EXH_NO_OFFSET, "out of memory");
		s->is_over = true;
	}
	return (unsigned)(after - before);
}

EMSCRIPTEN_KEEPALIVE bool exh_js_is_over(const struct session *s)
{
	return s->is_over;
}

EMSCRIPTEN_KEEPALIVE const char *exh_js_end(const struct session *s)
{
	return s->is_over ? s->type->end_name(s->player) : "";
}

EMSCRIPTEN_KEEPALIVE void exh_js_release(struct session *s)
{
	s->type->release(s->player);
}

/*
 * What comes of it.
 */

EMSCRIPTEN_KEEPALIVE const int16_t *exh_js_samples(const struct session *s)
{
	return s->samples;
}

/* All of them, of both channels. */
EMSCRIPTEN_KEEPALIVE size_t exh_js_sample_count(const struct session *s)
{
	return s->sample_count;
}

/* One byte a pixel, an index; or two, of 15 bits. */
EMSCRIPTEN_KEEPALIVE const uint8_t *exh_js_pixels(struct session *s)
{
	if (s->type->picture)
		s->type->picture(s->player, s->pixels);
	else
		s->type->picture_rgb15(s->player, (uint16_t *)s->pixels);
	return s->pixels;
}

static uint32_t rgba_of(uint32_t r, uint32_t g, uint32_t b)
{
	return r | g << 8 | b << 16 | UINT32_C(0xff000000);
}

static uint32_t channel_of(unsigned five_bits)
{
	return five_bits << 3 | five_bits >> 2;
}

/* Colors of indices, 4 bytes each; 0: the pixels have none. */
EMSCRIPTEN_KEEPALIVE unsigned exh_js_palette(const struct session *s, uint32_t *colors)
{
	struct exh_palette palette;

	if (!s->type->palette)
		return 0;
	s->type->palette(s->player, &palette);
	for (unsigned i = 0; i < palette.count; i++)
		colors[i] = rgba_of(palette.colors[i].red, palette.colors[i].green,
				    palette.colors[i].blue);
	return palette.count;
}

EMSCRIPTEN_KEEPALIVE const uint32_t *exh_js_rgba(struct session *s)
{
	const size_t count = (size_t)s->type->width * s->type->height;
	const uint8_t *pixels = exh_js_pixels(s);
	const uint16_t *wide = (const uint16_t *)pixels;
	uint32_t colors[256] = { 0 };

	if (exh_js_palette(s, colors))
		for (size_t i = 0; i < count; i++)
			s->rgba[i] = colors[pixels[i]];
	else
		for (size_t i = 0; i < count; i++)
			s->rgba[i] = rgba_of(channel_of(wide[i] >> 10 & 31),
					     channel_of(wide[i] >> 5 & 31),
					     channel_of(wide[i] & 31));
	return s->rgba;
}

EMSCRIPTEN_KEEPALIVE uint32_t exh_js_hash(const struct session *s)
{
	return s->type->hash(s->player);
}

EMSCRIPTEN_KEEPALIVE double exh_js_tick(const struct session *s)
{
	return (double)s->type->clock(s->player).tick;
}

EMSCRIPTEN_KEEPALIVE const uint8_t *exh_js_save(struct session *s)
{
	s->saved.size = 0;
	s->type->save(s->player, &s->saved);
	return s->saved.failed ? NULL : s->saved.data;
}

EMSCRIPTEN_KEEPALIVE size_t exh_js_saved_size(const struct session *s)
{
	return s->saved.size;
}

EMSCRIPTEN_KEEPALIVE bool exh_js_load(struct session *s, const uint8_t *data, size_t size)
{
	struct exh_error err;

	if (s->type->load(s->player, &s->game, (struct exh_bytes){ data, size, 0 },
			  &err)) {
		report_failure(&s->report, NULL, &err);
		return false;
	}
	s->acts.act = NULL;
	s->is_over = false;
	start_sound(s);
	return true;
}

/*
 * What there is to play: lines of text, which the caller frees; NULL when out of memory.
 */

static char *text_of(struct exh_writer *out)
{
	exh_write_u8(out, 0);
	if (!out->failed)
		return (char *)out->data;
	exh_writer_free(out);
	return NULL;
}

static void put_line(struct exh_writer *out, const char *first, const char *second)
{
	exh_write_bytes(out, first, strlen(first));
	exh_write_u8(out, '\t');
	exh_write_bytes(out, second, strlen(second));
	exh_write_u8(out, '\n');
}

/* Games in a folder and below it: engine, tab, path. */
EMSCRIPTEN_KEEPALIVE char *exh_js_games(const char *folder)
{
	const struct common common = { .jobs = 1, .verbosity = -1 };
	struct exh_writer out = { .limit = LIST_LIMIT };
	struct report report;
	struct found_games found = { 0 };

	report_start(&report, "play", &common);
	if (game_search(&found, folder, "", &report))
		for (size_t i = 0; i < found.count; i++) {
			const struct engine_type *type =
				engine_of_family(found.items[i].type->family);

			if (type)
				put_line(&out, type->name, found.items[i].path);
		}
	found_games_free(&found);
	report_end(&report);
	return text_of(&out);
}

static void put_levels(const struct keen_game *game, struct exh_writer *out)
{
	const struct exh_keen_maps *maps = &game->levels.maps;

	for (size_t i = 0; i < maps->count; i++) {
		char name[EXH_KEEN_MAP_NAME_SIZE + 1], number[16];

		snprintf(number, sizeof number, "%u", maps->items[i].number);
		keen_game_map_name(game, maps->items[i].number, name);
		put_line(out, number, name);
	}
}

static void put_rooms(const struct sci_run_game *game, struct exh_writer *out)
{
	size_t count = 0;
	uint16_t *rooms = sci_list_rooms(game, NULL, &count);
	char number[16];

	for (size_t i = 0; rooms && i < count; i++) {
		snprintf(number, sizeof number, "%u", rooms[i]);
		put_line(out, number, "");
	}
	free(rooms);
}

/* Scripts of places have names of four letters. */
static void put_places(const struct zv_run_game *game, struct exh_writer *out)
{
	const struct files *files = game->game->files;

	for (size_t i = 0; i < files_count(files); i++) {
		const char *name = files_name(files, i);
		char place[5] = { 0 };

		if (strlen(name) != 8 || !file_has_ending(name, ".scr"))
			continue;
		memcpy(place, name, 4);
		put_line(out, place, "");
	}
}

/* Where the game can begin: a number or place, tab, a name that may be empty. */
EMSCRIPTEN_KEEPALIVE char *exh_js_starts(const struct session *s)
{
	struct exh_writer out = { .limit = LIST_LIMIT };

	if (s->type == &sci_engine)
		put_rooms(&s->game.sci, &out);
	else if (s->type == &zvision_engine)
		put_places(&s->game.zv, &out);
	else
		put_levels(&s->game.keen, &out);
	return text_of(&out);
}

/*
 * What does not change.
 */

EMSCRIPTEN_KEEPALIVE const char *exh_js_engine(const struct session *s)
{
	return s->type->name;
}

EMSCRIPTEN_KEEPALIVE unsigned exh_js_width(const struct session *s)
{
	return s->type->width;
}

EMSCRIPTEN_KEEPALIVE unsigned exh_js_height(const struct session *s)
{
	return s->type->height;
}

EMSCRIPTEN_KEEPALIVE unsigned exh_js_ticks_a_second(const struct session *s)
{
	return s->type->ticks_a_second;
}

EMSCRIPTEN_KEEPALIVE unsigned exh_js_sample_rate(const struct session *s)
{
	return s->type->sound ? ENGINE_SOUND_RATE : EXH_OPL2_RATE;
}

EMSCRIPTEN_KEEPALIVE unsigned exh_js_channels(const struct session *s)
{
	return s->type->sound ? STEREO : 1;
}

EMSCRIPTEN_KEEPALIVE const char *exh_js_version(void)
{
	return exh_version();
}
