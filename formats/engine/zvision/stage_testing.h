/* Shared by tests of the engine: a game in memory, and a player. */
#ifndef EXH_ENGINE_ZVISION_STAGE_TESTING_H
#define EXH_ENGINE_ZVISION_STAGE_TESTING_H

#include "exhume/zv_engine.h"
#include "exhume/zvision.h"
#include "exhume/advanced/zv_engine.h"

#include "../../base/common.h"
#include "../../base/testing.h"

#include <ctype.h>

enum { STAGE_FILES = 32 };

struct stage_file {
	const char *name;
	struct exh_bytes bytes;
	uint8_t *made; /* owned */
};

struct stage {
	struct stage_file files[STAGE_FILES];
	size_t file_count;
	int held; /* number of files that were read and not yet released */
	struct exh_zv_world *world;
	struct exh_zv_engine *engine;
	struct exh_zv_input input;
	struct exh_host host;
	struct exh_writer trace;
	bool fixes; /* known faults are put right */
};

static bool stage_read(void *context, const char *name, struct exh_bytes *out)
{
	struct stage *stage = context;

	for (size_t i = 0; i < stage->file_count; i++)
		if (strcmp(stage->files[i].name, name) == 0) {
			*out = stage->files[i].bytes;
			stage->held++;
			return true;
		}
	return false;
}

static void stage_release(void *context, struct exh_bytes bytes)
{
	(void)bytes;
	((struct stage *)context)->held--;
}

static void stage_trace(void *context, const struct exh_event *event)
{
	exh_event_print(event, &((struct stage *)context)->trace);
}

static inline void stage_add(struct stage *stage, const char *name,
			     struct exh_bytes bytes, uint8_t *made)
{
	assert_true(stage->file_count < STAGE_FILES);
	stage->files[stage->file_count++] = (struct stage_file){ name, bytes, made };
}

static inline void stage_text(struct stage *stage, const char *name, const char *text)
{
	stage_add(stage, name, bytes_of_text(text), NULL);
}

static inline void stage_written(struct stage *stage, const char *name,
				 struct exh_writer *out)
{
	assert_false(out->failed);
	stage_add(stage, name, exh_writer_bytes(out), out->data);
}

/*
 * Adds a TGZ picture whose pixel (x, y) is first + x + 31 * y; in literal groups of
 * bytes, since packing takes longer than most tests.
 */
static inline void stage_picture(struct stage *stage, const char *name, size_t width,
				 size_t height, unsigned first)
{
	struct exh_writer out = { .limit = 1 << 22 };

	exh_write_bytes(&out, "TGZ", 4);
	exh_write_u32le(&out, (uint32_t)(width * height * 2));
	exh_write_u32le(&out, (uint32_t)width);
	exh_write_u32le(&out, (uint32_t)height);
	for (size_t i = 0; i < width * height; i++) {
		if (i % 4 == 0)
			exh_write_u8(&out, 0xff);
		exh_write_u16le(&out, (first + i % width + 31 * (i / width)) & 0x7fff);
	}
	stage_written(stage, name, &out);
}

/* Adds an animation of frames of one colour each: 1 + number. Every second frame is
 * complete. */
static inline void stage_film(struct stage *stage, const char *name, uint32_t width,
			      uint32_t height, uint32_t count, uint32_t ms)
{
	const struct exh_zv_rlf rlf = {
		.frame_count = count, .width = width, .height = height, .tenths = ms * 10
	};
	struct exh_writer out = { .limit = 1 << 22 };
	uint16_t *pixels = calloc((size_t)width * height, 2 * sizeof *pixels);
	uint16_t *before = pixels + (size_t)width * height;

	assert_non_null(pixels);
	exh_zv_rlf_write_header(&rlf, 0, &out);
	for (uint32_t i = 0; i < count; i++) {
		for (size_t k = 0; k < (size_t)width * height; k++)
			pixels[k] = (uint16_t)(1 + i);
		exh_zv_rlf_write_record(i % 2 ? EXH_ZV_RLF_MASKED : EXH_ZV_RLF_SIMPLE,
					before, pixels, (size_t)width * height, &out);
		memcpy(before, pixels, (size_t)width * height * sizeof *pixels);
	}
	free(pixels);
	stage_written(stage, name, &out);
}

static inline void stage_start(struct stage *stage, enum exh_zv_game game,
			       const struct exh_zv_start *start)
{
	const struct exh_zv_files files = { stage_read, stage_release, stage };
	struct exh_error err;

	stage->world = exh_zv_world_new(&files, game);
	stage->engine = exh_zv_engine_new();
	stage->input = (struct exh_zv_input){ .x = EXH_ZV_SCREEN_WIDTH / 2,
					      .y = EXH_ZV_SCREEN_HEIGHT / 2 };
	stage->trace.limit = 1 << 24;
	stage->host = (struct exh_host){ .trace = stage_trace, .context = stage };
	assert_non_null(stage->world);
	if (stage->fixes)
		assert_true(exh_zv_world_use_fixes(stage->world, "dvd"));
	assert_non_null(stage->engine);
	assert_int_equal(exh_zv_engine_start(stage->engine, stage->world, start, &err),
			 EXH_OK);
}

static inline void stage_end(struct stage *stage)
{
	exh_zv_engine_free(stage->engine);
	exh_zv_world_free(stage->world);
	exh_writer_free(&stage->trace);
	for (size_t i = 0; i < stage->file_count; i++)
		free(stage->files[i].made);
	assert_int_equal(stage->held, 0);
}

static inline void stage_step(struct stage *stage, unsigned ticks)
{
	for (unsigned i = 0; i < ticks; i++)
		assert_true(
			exh_zv_engine_step(stage->engine, &stage->input, &stage->host));
}

static inline int32_t stage_key(const struct stage *stage, int32_t key)
{
	return exh_zv_engine_key(stage->engine, key);
}

/* Moves the mouse to a point of the window in Nemesis. */
static inline void stage_point(struct stage *stage, int32_t x, int32_t y)
{
	stage->input.x = 64 + x;
	stage->input.y = 80 + y;
}

/* Presses and releases the button, a tick each. */
static inline void stage_click(struct stage *stage, int32_t x, int32_t y)
{
	stage_point(stage, x, y);
	stage->input.left = true;
	stage_step(stage, 1);
	stage->input.left = false;
	stage_step(stage, 1);
}

static inline uint16_t stage_pixel(const struct stage *stage, size_t x, size_t y)
{
	static uint16_t screen[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];

	exh_zv_engine_picture(stage->engine, screen);
	return screen[(80 + y) * EXH_ZV_SCREEN_WIDTH + 64 + x];
}

/* True if the trace so far has this text. */
static inline bool stage_traced(const struct stage *stage, const char *text)
{
	const size_t size = strlen(text);

	for (size_t i = 0; i + size <= stage->trace.size; i++)
		if (memcmp(stage->trace.data + i, text, size) == 0)
			return true;
	return false;
}

static inline bool stage_noted(const struct stage *stage, const char *text)
{
	return has_note(exh_zv_world_notes(stage->world), EXH_WARNING, text) ||
	       has_note(exh_zv_world_notes(stage->world), EXH_DAMAGE, text);
}

/* A script that sets key to value as soon as it is loaded. */
#define NOW(puzzle, results) \
	"puzzle:" #puzzle " {\nresults {\n" results "}\nflags {\nDO_ME_NOW\n}\n}\n"

#endif
