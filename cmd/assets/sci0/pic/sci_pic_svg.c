/* Pics as vector pictures: lines as they are, what else there is as marks. */
#include "sci_pic.h"
#include "task/json.h"
#include "task/text.h"

#include <stdlib.h>

enum {
	WIDTH = EXH_SCI0_PIC_WIDTH,
	HEIGHT = EXH_SCI0_PIC_HEIGHT,
	SIZE_BITS = 0x07, /* of a pattern code */
	RECTANGLE = 0x10,
	CEL_HEADER = 4, /* bytes with width and height */
};

struct drawing {
	struct exh_writer *out;
	enum sci_pic_screen screen;
	struct exh_palette colors;	   /* by colour byte, or by value */
	struct exh_sci0_pic_canvas canvas; /* the pen alone is used */
	size_t base;			   /* of the resource in its file */
	size_t command;			   /* that is under way: where it begins */
	bool in_group, in_line;
};

static int clamp(int value, int last)
{
	return value < 0 ? 0 : value > last ? last : value;
}

/* The colour that the pen has. */
static struct exh_color color_of(const struct drawing *d)
{
	const struct exh_sci0_pic_canvas *canvas = &d->canvas;

	if (d->screen == SCI_PIC_PRIORITY)
		return d->colors.colors[canvas->priority_value];
	if (d->screen == SCI_PIC_CONTROL)
		return d->colors.colors[canvas->control_value];
	return d->colors.colors[canvas->visual_color];
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

static void begin_group(struct drawing *d, const struct exh_sci0_pic_step *step)
{
	static const struct {
		const char *name, *ink, *rest;
	} styles[] = {
		[EXH_SCI0_PIC_LINE] = { "lines", "stroke",
					" fill=\"none\" stroke-linecap=\"square\"" },
		[EXH_SCI0_PIC_FILL] = { "fills", "fill",
					" stroke=\"gray\" stroke-width=\"0.5\"" },
		[EXH_SCI0_PIC_PATTERN] = { "patterns", "fill", " stroke=\"none\"" },
		[EXH_SCI0_PIC_CEL] = { "cel", "stroke",
				       " fill=\"none\" stroke-dasharray=\"2\"" },
	};
	const struct exh_color color = color_of(d);

	text_put(d->out, "<g id=\"at%zu\" class=\"%s\" %s=\"#%02x%02x%02x\"%s>\n",
		 d->command - d->base, styles[step->kind].name, styles[step->kind].ink,
		 color.red, color.green, color.blue, styles[step->kind].rest);
	d->in_group = true;
}

/*
 * What is drawn. Middles of pixels are halves.
 */

static void put_line(struct drawing *d, const struct exh_sci0_pic_step *step)
{
	if (!d->in_line)
		text_put(d->out, "<polyline points=\"%d.5,%d.5",
			 clamp(step->from_x, WIDTH - 1), clamp(step->from_y, HEIGHT - 1));
	text_put(d->out, " %d.5,%d.5", clamp(step->x, WIDTH - 1),
		 clamp(step->y, HEIGHT - 1));
	d->in_line = true;
}

static void put_pattern(struct drawing *d, const struct exh_sci0_pic_step *step)
{
	const int n = d->canvas.pattern_code & SIZE_BITS;
	const int left = clamp(step->x - n, WIDTH - 1 - 2 * n);
	const int top = clamp(step->y - n, HEIGHT - 1 - 2 * n);
	const char *style = step->is_textured ? " fill-opacity=\"0.3\"" : "";

	if (d->canvas.pattern_code & RECTANGLE)
		text_put(d->out,
			 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"%s/>\n", left,
			 top, 2 * n + (left + 2 * n + 2 > WIDTH ? 1 : 2), 2 * n + 1,
			 style);
	else
		text_put(d->out, "<circle cx=\"%d.5\" cy=\"%d.5\" r=\"%d.5\"%s/>\n",
			 left + n, top + n, n, style);
}

static void put_cel(struct drawing *d, const struct exh_sci0_pic_step *step)
{
	const uint8_t *data = step->data.data;

	if (step->data.size < CEL_HEADER)
		return;
	text_put(d->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
		 step->x, step->y, data[0] | data[1] << 8, data[2] | data[3] << 8);
}

static void put_shown(struct drawing *d, const struct exh_sci0_pic_step *step)
{
	switch (step->kind) {
	case EXH_SCI0_PIC_LINE:
		put_line(d, step);
		break;
	case EXH_SCI0_PIC_FILL:
		text_put(d->out, "<circle cx=\"%d.5\" cy=\"%d.5\" r=\"1.5\"/>\n", step->x,
			 step->y);
		break;
	case EXH_SCI0_PIC_PATTERN:
		put_pattern(d, step);
		break;
	default:
		put_cel(d, step);
	}
}

static void put_step(struct drawing *d, const struct exh_sci0_pic_step *step)
{
	if (step->is_first) {
		end_group(d);
		d->command = step->offset;
	}
	if (sci_pic_shows(d->screen, &d->canvas, step)) {
		if (!d->in_group)
			begin_group(d, step);
		put_shown(d, step);
	} else if (step->kind > EXH_SCI0_PIC_MOVE) {
		exh_sci0_pic_run(&d->canvas, step);
	}
}

static void put_head(struct drawing *d, const char *name)
{
	const bool visual = d->screen == SCI_PIC_VISUAL;
	json_t *text = json_text(name); /* valid UTF-8 */

	text_put(d->out,
		 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		 "viewBox=\"0 0 %d %d\">\n"
		 "<title>",
		 WIDTH, HEIGHT, WIDTH, HEIGHT);
	text_put_xml(d->out, json_string_value(text));
	json_decref(text);
	text_put(d->out, ".%s</title>\n<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
		 sci_pic_screen_names[d->screen], WIDTH, HEIGHT,
		 visual ? "white" : "black");
}

enum exh_status sci_pic_svg(const struct sci_pic_options *options,
			    const struct asset *asset, enum sci_pic_screen screen,
			    struct exh_writer *out, struct exh_error *err)
{
	struct exh_sci0_pic_reader reader = { .in = asset->bytes };
	struct drawing *d = calloc(1, sizeof *d);
	struct exh_sci0_pic_step step;

	if (!d)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	d->out = out;
	d->screen = screen;
	d->base = asset->bytes.base;
	exh_sci0_pic_clear(&d->canvas, options->palette);
	if (screen == SCI_PIC_VISUAL)
		exh_sci0_pic_palette(EXH_SCI0_PIC_AVERAGE, &d->colors);
	else
		exh_palette_ega(&d->colors);
	put_head(d, asset->name);
	while (sci_pic_next(&reader, &step))
		put_step(d, &step);
	end_group(d);
	text_put(out, "</svg>\n");
	free(d);
	return EXH_OK;
}
