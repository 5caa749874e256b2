/* Pics as vector pictures: lines and patterns unchanged, other steps as areas. */
#include "pic.h"

#include "media/picture/picture.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum {
	WIDTH = EXH_SCI_PIC_WIDTH,
	HEIGHT = EXH_SCI_PIC_HEIGHT,
};

struct drawing {
	struct exh_writer *out;
	enum sci_pic_screen screen;
	struct exh_palette colors; /* indexed by colour byte, or by value */
	struct exh_sci_pic_canvas canvas;
	size_t base;	/* offset of the resource in its file */
	size_t command; /* offset of the current command */
	bool in_group, in_line;
	/* Pixels before a step, and those changed by it. */
	uint8_t before[EXH_SCI_PIC_PIXELS];
	bool is_changed[EXH_SCI_PIC_PIXELS];
	uint8_t work[(WIDTH + 1) * (HEIGHT + 1)];
};

static int clamp(int value, int last)
{
	return value < 0 ? 0 : value > last ? last : value;
}

/* Returns the pen's value. */
static uint8_t value_of(const struct drawing *d)
{
	const struct exh_sci_pic_canvas *canvas = &d->canvas;

	return d->screen == SCI_PIC_PRIORITY  ? canvas->priority_value
	       : d->screen == SCI_PIC_CONTROL ? canvas->control_value
					      : canvas->visual_color;
}

static const uint8_t *map_of(const struct drawing *d)
{
	const struct exh_sci_pic_canvas *canvas = &d->canvas;

	return d->screen == SCI_PIC_PRIORITY  ? canvas->priority
	       : d->screen == SCI_PIC_CONTROL ? canvas->control
					      : canvas->visual;
}

/* Appends a colour, and for the mean of two colours both of them. */
static void put_color(struct drawing *d, const char *ink, uint8_t value)
{
	const struct exh_color color = d->colors.colors[value];

	text_put(d->out, " %s=\"#%02x%02x%02x\"", ink, color.red, color.green,
		 color.blue);
	if (d->screen == SCI_PIC_VISUAL && value >> 4 != (value & 15))
		text_put(d->out, " data-pair=\"%02x\"", value);
}

static void end_line(struct drawing *d)
{
	if (d->in_line)
		text_put(d->out, "\"/>\n");
	d->in_line = false;
}

static void end_group(struct drawing *d)
{
	end_line(d);
	if (d->in_group)
		text_put(d->out, "</g>\n");
	d->in_group = false;
}

static void begin_group(struct drawing *d, const struct exh_sci_pic_step *step)
{
	static const char *const names[] = {
		[EXH_SCI_PIC_LINE] = "lines",
		[EXH_SCI_PIC_FILL] = "fills",
		[EXH_SCI_PIC_PATTERN] = "patterns",
		[EXH_SCI_PIC_CEL] = "cel",
	};
	const bool is_line = step->kind == EXH_SCI_PIC_LINE;

	text_put(d->out, "<g id=\"at%zu\" class=\"%s\"", d->command - d->base,
		 names[step->kind]);
	if (step->kind != EXH_SCI_PIC_CEL)
		put_color(d, is_line ? "stroke" : "fill", value_of(d));
	text_put(d->out, "%s>\n",
		 is_line ? " fill=\"none\" stroke-linecap=\"square\"" : "");
	d->in_group = true;
}

/*
 * Shapes. The middles of pixels are at halves.
 */

static void put_line(struct drawing *d, const struct exh_sci_pic_step *step)
{
	if (!d->in_line)
		text_put(d->out, "<polyline points=\"%d.5,%d.5",
			 clamp(step->from_x, WIDTH - 1), clamp(step->from_y, HEIGHT - 1));
	text_put(d->out, " %d.5,%d.5", clamp(step->x, WIDTH - 1),
		 clamp(step->y, HEIGHT - 1));
	d->in_line = true;
}

static void put_pattern(struct drawing *d, const struct exh_sci_pic_step *step)
{
	const int n = d->canvas.pattern_code & PATTERN_SIZE;
	const int left = clamp(step->x - n, WIDTH - 1 - 2 * n);
	const int top = clamp(step->y - n, HEIGHT - 1 - 2 * n);

	if (d->canvas.pattern_code & PATTERN_RECTANGLE)
		text_put(d->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
			 left, top, 2 * n + (left + 2 * n + 2 > WIDTH ? 1 : 2),
			 2 * n + 1);
	else
		text_put(d->out, "<circle cx=\"%d.5\" cy=\"%d.5\" r=\"%d.5\"/>\n",
			 left + n, top + n, n);
}

/* Appends all pixels that a step changed to a value. */
static void put_area(struct drawing *d, uint8_t value, bool has_color)
{
	const uint8_t *map = map_of(d);
	bool is_any = false;

	for (size_t i = 0; i < EXH_SCI_PIC_PIXELS; i++) {
		d->is_changed[i] = map[i] == value && d->before[i] != value;
		is_any |= d->is_changed[i];
	}
	if (!is_any)
		return;
	text_put(d->out, "<path");
	if (has_color)
		put_color(d, "fill", value);
	text_put(d->out, " d=\"");
	outline_put(d->is_changed, WIDTH, HEIGHT, d->work, d->out);
	text_put(d->out, "\"/>\n");
}

/* Appends the pixels changed by fills, textures and pictures. */
static void put_changes(struct drawing *d, const struct exh_sci_pic_step *step)
{
	memcpy(d->before, map_of(d), sizeof d->before);
	exh_sci_pic_run(&d->canvas, step);
	if (step->kind != EXH_SCI_PIC_CEL || d->screen != SCI_PIC_VISUAL) {
		put_area(d, value_of(d), step->kind == EXH_SCI_PIC_CEL);
		return;
	}
	for (unsigned color = 0; color < 16; color++)
		put_area(d, (uint8_t)(color * 0x11), true);
}

static void put_shown(struct drawing *d, const struct exh_sci_pic_step *step)
{
	if (step->kind == EXH_SCI_PIC_LINE)
		put_line(d, step);
	else if (step->kind == EXH_SCI_PIC_PATTERN && !step->is_textured)
		put_pattern(d, step);
	else {
		put_changes(d, step);
		return;
	}
	exh_sci_pic_run(&d->canvas, step);
}

static void put_step(struct drawing *d, const struct exh_sci_pic_step *step)
{
	if (step->is_first) {
		end_group(d);
		d->command = step->offset;
	}
	if (sci_pic_shows(d->screen, &d->canvas, step)) {
		if (!d->in_group)
			begin_group(d, step);
		put_shown(d, step);
	} else {
		exh_sci_pic_run(&d->canvas, step);
	}
}

static void put_head(struct drawing *d, const char *name)
{
	const bool visual = d->screen == SCI_PIC_VISUAL;
	struct json *text = json_of_text(name); /* makes valid UTF-8 */

	text_put(d->out,
		 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		 "viewBox=\"0 0 %d %d\" shape-rendering=\"crispEdges\">\n"
		 "<title>",
		 WIDTH, HEIGHT, WIDTH, HEIGHT);
	text_put_xml(d->out, json_text_of(text));
	json_free(text);
	text_put(d->out, ".%s</title>\n<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
		 sci_pic_screen_names[d->screen], WIDTH, HEIGHT,
		 visual ? "white" : "black");
}

void sci_pic_svg(const struct sci_pic_options *options, const struct asset *asset,
		 enum sci_pic_screen screen, struct exh_writer *out)
{
	struct exh_sci_pic_reader reader = { .in = asset->bytes };
	struct drawing *d = mem_alloc(1, sizeof *d);
	struct exh_sci_pic_step step;

	d->out = out;
	d->screen = screen;
	d->base = asset->bytes.base;
	exh_sci_pic_clear(&d->canvas, options->palette);
	if (screen == SCI_PIC_VISUAL)
		exh_sci_pic_palette(EXH_SCI_PIC_AVERAGE, &d->colors);
	else
		exh_palette_ega(&d->colors);
	put_head(d, asset->name);
	while (sci_pic_next(&reader, &step))
		put_step(d, &step);
	end_group(d);
	text_put(out, "</svg>\n");
	free(d);
}
