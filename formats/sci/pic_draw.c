#include "pic_draw.h"

/*
 * The pen and the canvas.
 */

/* Sources: sci0-formats 5.2. */
void exh_sci_pic_default_palette(uint8_t colors[EXH_SCI_PIC_COLORS])
{
	static const uint8_t defaults[EXH_SCI_PIC_COLORS] = {
		0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99,
		0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0x88, 0x88, 0x01, 0x02, 0x03,
		0x04, 0x05, 0x06, 0x88, 0x88, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd,
		0xfe, 0xff, 0x08, 0x91, 0x2a, 0x3b, 0x4c, 0x5d, 0x6e, 0x88,
	};

	memcpy(colors, defaults, sizeof defaults);
}

void exh_sci_pic_default_bands(uint8_t lines[EXH_SCI_PIC_BANDS])
{
	static const uint8_t defaults[EXH_SCI_PIC_BANDS] = {
		42, 53, 64, 74, 85, 95, 106, 116, 127, 138, 148, 159, 169, 180,
	};

	memcpy(lines, defaults, sizeof defaults);
}

void exh_sci_pic_pen(struct exh_sci_pic_canvas *canvas, unsigned palette)
{
	canvas->visual_on = true;
	canvas->priority_on = canvas->control_on = false;
	canvas->visual_number = canvas->pattern_code = 0;
	canvas->priority_value = canvas->control_value = 0;
	canvas->palette = palette % EXH_SCI_PIC_PALETTES;
	for (size_t i = 0; i < EXH_SCI_PIC_PALETTES; i++)
		exh_sci_pic_default_palette(canvas->palettes[i]);
	canvas->visual_color = canvas->palettes[canvas->palette][0];
	exh_sci_pic_default_bands(canvas->bands);
}

void exh_sci_pic_clear(struct exh_sci_pic_canvas *canvas, unsigned palette)
{
	memset(canvas->visual, 0xff, sizeof canvas->visual);
	memset(canvas->priority, 0, sizeof canvas->priority);
	memset(canvas->control, 0, sizeof canvas->control);
	memset(canvas->empty, 0xff, sizeof canvas->empty);
	exh_sci_pic_pen(canvas, palette);
}

static void set_empty(const uint8_t *pixels, uint64_t *bits, bool is_visual)
{
	for (size_t y = 0; y < EXH_SCI_PIC_HEIGHT; y++)
		for (size_t word = 0; word < EXH_SCI_PIC_WIDTH / 64; word++, bits++) {
			*bits = 0;
			for (size_t x = 0; x < 64; x++, pixels++) {
				const unsigned shift = (x ^ y) & 1 ? 4 : 0;
				const bool is_empty =
					is_visual ? (*pixels >> shift & 15) == 15
						  : !*pixels;

				*bits |= (uint64_t)is_empty << x;
			}
		}
}

void exh_sci_pic_restore(struct exh_sci_pic_canvas *canvas)
{
	set_empty(canvas->visual, canvas->empty[0], true);
	set_empty(canvas->priority, canvas->empty[1], false);
	set_empty(canvas->control, canvas->empty[2], false);
}

void exh_sci_pic_set_visual(struct exh_sci_pic_canvas *canvas, unsigned number)
{
	const unsigned palette = canvas->palette + number / EXH_SCI_PIC_COLORS;

	canvas->visual_on = true;
	canvas->visual_number = (uint8_t)number;
	canvas->visual_color = canvas->palettes[palette % EXH_SCI_PIC_PALETTES]
					       [number % EXH_SCI_PIC_COLORS];
}

/* Palettes by their numbers in the pic; others can't be set. */
static void set_entry(struct exh_sci_pic_canvas *canvas, unsigned number, uint8_t value)
{
	if (number < EXH_SCI_PIC_PALETTES * EXH_SCI_PIC_COLORS)
		canvas->palettes[number / EXH_SCI_PIC_COLORS]
				[number % EXH_SCI_PIC_COLORS] = value;
}

static void set_pen(struct exh_sci_pic_canvas *canvas,
		    const struct exh_sci_pic_step *step)
{
	switch (step->kind) {
	case EXH_SCI_PIC_VISUAL:
		canvas->visual_on = step->is_on;
		if (step->is_on)
			exh_sci_pic_set_visual(canvas, step->number);
		break;
	case EXH_SCI_PIC_PRIORITY:
		canvas->priority_on = step->is_on;
		if (step->is_on)
			canvas->priority_value = step->number & 15;
		break;
	case EXH_SCI_PIC_CONTROL:
		canvas->control_on = step->is_on;
		if (step->is_on)
			canvas->control_value = step->number & 15;
		break;
	case EXH_SCI_PIC_PATTERN_CODE:
		canvas->pattern_code = step->number;
		break;
	case EXH_SCI_PIC_ENTRY:
		set_entry(canvas, step->number, step->value);
		break;
	case EXH_SCI_PIC_PALETTE:
		if (step->number < EXH_SCI_PIC_PALETTES)
			memcpy(canvas->palettes[step->number], step->data.data,
			       EXH_SCI_PIC_COLORS);
		break;
	case EXH_SCI_PIC_BANDS_SET:
		memcpy(canvas->bands, step->data.data, EXH_SCI_PIC_BANDS);
		break;
	default:
		break;
	}
}

static void draw_pattern(struct exh_sci_pic_canvas *canvas,
			 const struct exh_sci_pic_step *step)
{
	struct pic_pattern pattern;

	exh_sci_pic_pattern_open(canvas, &pattern);
	exh_sci_pic_pattern(&pattern, step->x, step->y, step->texture);
}

static void draw_line(struct exh_sci_pic_canvas *canvas,
		      const struct exh_sci_pic_step *step)
{
	struct pic_layer layers[3];
	const size_t count = pic_layers(canvas, layers);

	pic_line(layers, count, PIC_ANY_PEN, step->from_x, step->from_y, step->x,
		 step->y);
}

bool exh_sci_pic_run(struct exh_sci_pic_canvas *canvas,
		     const struct exh_sci_pic_step *step)
{
	switch (step->kind) {
	case EXH_SCI_PIC_LINE:
		draw_line(canvas, step);
		break;
	case EXH_SCI_PIC_FILL:
		exh_sci_pic_fill(canvas, step->x, step->y);
		break;
	case EXH_SCI_PIC_PATTERN:
		draw_pattern(canvas, step);
		break;
	case EXH_SCI_PIC_CEL:
		return exh_sci_pic_cel(canvas, step);
	default:
		set_pen(canvas, step);
	}
	return true;
}

unsigned exh_sci_pic_band(const struct exh_sci_pic_canvas *canvas, int32_t y)
{
	unsigned band = 0;

	while (band < EXH_SCI_PIC_BANDS && y >= canvas->bands[band])
		band++;
	return band;
}
