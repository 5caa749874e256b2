/*
 * A pic being drawn, for a page: the pixels changed by each step, as hexadecimal digits
 * in rows: for each run of pixels y (2 digits), x (3), length (3) and the new value (2).
 */
#include "pic.h"

#include "task/json.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAPS = 3,
	WIDTH = EXH_SCI_PIC_WIDTH,
	HEIGHT = EXH_SCI_PIC_HEIGHT,
	RUNS_LIMIT = 4 << 20, /* most bytes of all steps */
};

struct drawing {
	struct exh_sci_pic_canvas before, now;
	struct exh_writer runs; /* runs of one map and step */
	size_t size;		/* size of all runs */
	struct json *steps;
};

static uint8_t *map_of(struct exh_sci_pic_canvas *canvas, unsigned map)
{
	return map == 0 ? canvas->visual : map == 1 ? canvas->priority : canvas->control;
}

static void put_hex(struct exh_writer *out, size_t value, unsigned digits)
{
	while (digits--)
		exh_write_u8(out,
			     (uint8_t) "0123456789abcdef"[value >> (4 * digits) & 15]);
}

/* Appends the run that begins at first; returns the pixel after it. */
static size_t put_run(struct exh_writer *out, const uint8_t *before, const uint8_t *now,
		      size_t first, size_t y)
{
	size_t end = first + 1;

	while (end < WIDTH && now[end] == now[first] && before[end] != now[end])
		end++;
	put_hex(out, y, 2);
	put_hex(out, first, 3);
	put_hex(out, end - first, 3);
	put_hex(out, now[first], 2);
	return end;
}

static struct json *runs_of(struct drawing *d, unsigned map)
{
	d->runs.size = 0;
	for (size_t y = 0; y < HEIGHT; y++) {
		uint8_t *before = map_of(&d->before, map) + y * WIDTH;
		const uint8_t *now = map_of(&d->now, map) + y * WIDTH;

		if (memcmp(before, now, WIDTH) == 0)
			continue;
		for (size_t x = 0; x < WIDTH;)
			x = before[x] == now[x] ? x + 1
						: put_run(&d->runs, before, now, x, y);
		memcpy(before, now, WIDTH);
	}
	d->size += d->runs.size;
	return json_of_written(&d->runs);
}

static void add_step(struct drawing *d, size_t offset)
{
	struct json *step = json_new_list();

	json_push(step, json_new_number((int64_t)offset));
	for (unsigned map = 0; map < MAPS; map++)
		json_push(step, runs_of(d, map));
	json_push(d->steps, step);
}

/* The pixels before the first step are a step, too. */
static void draw(struct drawing *d, const struct sci_pic_options *options,
		 const struct asset *asset)
{
	struct exh_sci_pic_reader reader = { .in = asset->bytes };
	struct exh_sci_pic_step step;

	exh_sci_pic_clear(&d->before, 0);
	sci_pic_start(options, sci_pic_of(asset), &d->now);
	while (d->size < RUNS_LIMIT && sci_pic_next(&reader, &step)) {
		exh_sci_pic_run(&d->now, &step);
		if (step.kind <= EXH_SCI_PIC_CEL)
			add_step(d, step.offset);
	}
}

struct json *sci_pic_drawing(const void *options, const struct asset *asset)
{
	struct drawing *d = mem_alloc(1, sizeof *d);
	struct json *out = NULL;

	d->runs.limit = SIZE_MAX;
	d->steps = json_new_list();
	draw(d, options, asset);
	if (json_size(d->steps))
		out = json_make("{s:{s:i, s:i, s:O}}", "pic", "width", WIDTH, "height",
				HEIGHT, "steps", d->steps);
	json_free(d->steps);
	exh_writer_free(&d->runs);
	free(d);
	return out;
}
