#include "pic.h"

static void draw_run(const struct pic_layer *layers, size_t count, int32_t y,
		     int32_t left, int32_t right)
{
	for (size_t i = 0; i < count; i++)
		pic_run(&layers[i], (unsigned)y, (unsigned)left, (unsigned)right);
}

/*
 * Lines.
 */

/* Steps are in places: bytes of a map, which are its bits, too. */
struct slope {
	int32_t place, count; /* the first pixel, and how many there are */
	int32_t major, minor; /* twice the ways */
	int32_t major_step, minor_step;
};

static struct slope make_slope(int32_t x, int32_t y, int32_t to_x, int32_t to_y)
{
	const int32_t width = to_x < x ? x - to_x : to_x - x;
	const int32_t height = to_y < y ? y - to_y : to_y - y;
	const int32_t step_x = to_x < x ? -1 : 1;
	const int32_t step_y = to_y < y ? -EXH_SCI0_PIC_WIDTH : EXH_SCI0_PIC_WIDTH;
	const int32_t place = y * EXH_SCI0_PIC_WIDTH + x;

	if (width > height)
		return (struct slope){ place,	   width + 1, 2 * width,
				       2 * height, step_x,    step_y };
	return (struct slope){ place, height + 1, 2 * height, 2 * width, step_y, step_x };
}

/* layer leaves no white. */
static inline void clear_place(const struct pic_layer *layer, uint32_t place)
{
	layer->map[place] = layer->value;
	layer->empty[place / PIC_WORD] &= ~((uint64_t)1 << place % PIC_WORD);
}

/*
 * Draws count layers that leave no white, in one pass. Their values are copied, since the
 * bytes may alias anything. Branch-free: the direction of the next pixel is
 * unpredictable. Callers pass a constant count, so that its tests vanish.
 */
static inline void draw_slope_plain(const struct pic_layer *layers, size_t count,
				    struct slope slope)
{
	const uint32_t major = (uint32_t)slope.major, minor = (uint32_t)slope.minor;
	const uint32_t major_step = (uint32_t)slope.major_step;
	const uint32_t minor_step = (uint32_t)slope.minor_step;
	const struct pic_layer first = layers[0], second = layers[count > 1];
	const struct pic_layer third = layers[count > 2 ? 2 : 0];
	uint32_t error = minor - major / 2, place = (uint32_t)slope.place;

	for (int32_t i = slope.count; i; i--) {
		const uint32_t aside =
			(error >> 31) - 1; /* all bits if it is not below 0 */

		clear_place(&first, place);
		if (count > 1)
			clear_place(&second, place);
		if (count > 2)
			clear_place(&third, place);
		place += major_step + (minor_step & aside);
		error += minor - (major & aside);
	}
}

static void draw_slope_white(const struct pic_layer *layer, struct slope slope)
{
	int32_t error = slope.minor - slope.major / 2;

	while (slope.count--) {
		pic_place(layer, (uint32_t)slope.place);
		if (error >= 0) {
			slope.place += slope.minor_step;
			error -= slope.major;
		}
		slope.place += slope.major_step;
		error += slope.minor;
	}
}

static void draw_slope(const struct pic_layer *layers, size_t count, struct slope slope)
{
	struct pic_layer plain[3];
	size_t plain_count = 0;

	for (size_t i = 0; i < count; i++) {
		if (layers[i].white[0] | layers[i].white[1])
			draw_slope_white(&layers[i], slope);
		else
			plain[plain_count++] = layers[i];
	}
	switch (plain_count) {
	case 1:
		draw_slope_plain(plain, 1, slope);
		break;
	case 2:
		draw_slope_plain(plain, 2, slope);
		break;
	case 3:
		draw_slope_plain(plain, 3, slope);
		break;
	default:
		break;
	}
}

static void draw_line(struct exh_sci0_pic_canvas *canvas,
		      const struct exh_sci0_pic_step *step)
{
	const int32_t x = pic_clamp(step->from_x, EXH_SCI0_PIC_WIDTH - 1);
	const int32_t y = pic_clamp(step->from_y, EXH_SCI0_PIC_HEIGHT - 1);
	const int32_t to_x = pic_clamp(step->x, EXH_SCI0_PIC_WIDTH - 1);
	const int32_t to_y = pic_clamp(step->y, EXH_SCI0_PIC_HEIGHT - 1);
	struct pic_layer layers[3];
	const size_t count = pic_layers(canvas, layers);

	if (y == to_y) {
		draw_run(layers, count, y, x < to_x ? x : to_x, x < to_x ? to_x : x);
		return;
	}
	draw_slope(layers, count, make_slope(x, y, to_x, to_y));
}

/*
 * Patterns.
 */

/* Half the width of a circle's rows from the middle one; that of 5 is asymmetric. */
static const uint8_t half_widths[8][8] = {
	{ 0 },
	{ 1, 0 },
	{ 2, 2, 1 },
	{ 3, 3, 2, 1 },
	{ 4, 4, 4, 3, 1 },
	{ 5, 5, 4, 4, 3, 1 },
	{ 6, 6, 6, 5, 5, 4, 2 },
	{ 7, 7, 7, 6, 6, 5, 4, 2 },
};

/* Does the texture have a pixel here? An 8-bit register advances with each. */
static bool texture_next(uint8_t *texture)
{
	const unsigned low = *texture & 1;

	*texture = (uint8_t)(*texture >> 1 ^ (low ? 0xb8 : 0));
	return (*texture & 3) == 2;
}

static void draw_pattern_row(const struct pic_layer *layers, size_t count, int32_t y,
			     int32_t left, int32_t right, uint8_t *texture)
{
	const int32_t last = right < EXH_SCI0_PIC_WIDTH ? right : EXH_SCI0_PIC_WIDTH - 1;

	if (!texture) {
		draw_run(layers, count, y, left, last);
		return;
	}
	for (int32_t x = left; x <= right; x++)
		if (texture_next(texture) && x <= last)
			for (size_t i = 0; i < count; i++)
				pic_place(&layers[i],
					  (uint32_t)(y * EXH_SCI0_PIC_WIDTH + x));
}

static void draw_pattern(struct exh_sci0_pic_canvas *canvas,
			 const struct exh_sci0_pic_step *step)
{
	const int32_t n = canvas->pattern_code & PIC_SIZE;
	const int32_t left = pic_clamp(step->x - n, EXH_SCI0_PIC_WIDTH - 1 - 2 * n);
	const int32_t top = pic_clamp(step->y - n, EXH_SCI0_PIC_HEIGHT - 1 - 2 * n);
	const bool is_textured = (canvas->pattern_code & PIC_TEXTURED) != 0;
	uint8_t texture = step->texture | 1;
	struct pic_layer layers[3];
	const size_t count = pic_layers(canvas, layers);

	for (int32_t dy = -n; dy <= n; dy++) {
		int32_t from = left, to = left + 2 * n + 1;

		if (!(canvas->pattern_code & PIC_RECTANGLE)) {
			const int32_t half =
				n == 5 && dy == 5 ? 2 : half_widths[n][dy < 0 ? -dy : dy];

			from = left + n - half;
			to = left + n + half;
		}
		draw_pattern_row(layers, count, top + n + dy, from, to,
				 is_textured ? &texture : NULL);
	}
}

/*
 * The pen and the canvas.
 */

/* Sources: sci0-formats 5.2. */
void exh_sci0_pic_default_palette(uint8_t colors[EXH_SCI0_PIC_COLORS])
{
	static const uint8_t defaults[EXH_SCI0_PIC_COLORS] = {
		0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99,
		0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0x88, 0x88, 0x01, 0x02, 0x03,
		0x04, 0x05, 0x06, 0x88, 0x88, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd,
		0xfe, 0xff, 0x08, 0x91, 0x2a, 0x3b, 0x4c, 0x5d, 0x6e, 0x88,
	};

	memcpy(colors, defaults, sizeof defaults);
}

void exh_sci0_pic_default_bands(uint8_t lines[EXH_SCI0_PIC_BANDS])
{
	static const uint8_t defaults[EXH_SCI0_PIC_BANDS] = {
		42, 53, 64, 74, 85, 95, 106, 116, 127, 138, 148, 159, 169, 180,
	};

	memcpy(lines, defaults, sizeof defaults);
}

void exh_sci0_pic_pen(struct exh_sci0_pic_canvas *canvas, unsigned palette)
{
	canvas->visual_on = true;
	canvas->priority_on = canvas->control_on = false;
	canvas->visual_number = canvas->pattern_code = 0;
	canvas->priority_value = canvas->control_value = 0;
	canvas->palette = palette % EXH_SCI0_PIC_PALETTES;
	for (size_t i = 0; i < EXH_SCI0_PIC_PALETTES; i++)
		exh_sci0_pic_default_palette(canvas->palettes[i]);
	canvas->visual_color = canvas->palettes[canvas->palette][0];
	exh_sci0_pic_default_bands(canvas->bands);
}

void exh_sci0_pic_clear(struct exh_sci0_pic_canvas *canvas, unsigned palette)
{
	memset(canvas->visual, 0xff, sizeof canvas->visual);
	memset(canvas->priority, 0, sizeof canvas->priority);
	memset(canvas->control, 0, sizeof canvas->control);
	memset(canvas->empty, 0xff, sizeof canvas->empty);
	exh_sci0_pic_pen(canvas, palette);
}

static void set_visual(struct exh_sci0_pic_canvas *canvas, unsigned number)
{
	const unsigned palette = canvas->palette + number / EXH_SCI0_PIC_COLORS;

	canvas->visual_number = (uint8_t)number;
	canvas->visual_color = canvas->palettes[palette % EXH_SCI0_PIC_PALETTES]
					       [number % EXH_SCI0_PIC_COLORS];
}

/* Palettes by their numbers in the pic; others can't be set. */
static void set_entry(struct exh_sci0_pic_canvas *canvas, unsigned number, uint8_t value)
{
	if (number < EXH_SCI0_PIC_PALETTES * EXH_SCI0_PIC_COLORS)
		canvas->palettes[number / EXH_SCI0_PIC_COLORS]
				[number % EXH_SCI0_PIC_COLORS] = value;
}

static void set_pen(struct exh_sci0_pic_canvas *canvas,
		    const struct exh_sci0_pic_step *step)
{
	switch (step->kind) {
	case EXH_SCI0_PIC_VISUAL:
		canvas->visual_on = step->is_on;
		if (step->is_on)
			set_visual(canvas, step->number);
		break;
	case EXH_SCI0_PIC_PRIORITY:
		canvas->priority_on = step->is_on;
		if (step->is_on)
			canvas->priority_value = step->number & 15;
		break;
	case EXH_SCI0_PIC_CONTROL:
		canvas->control_on = step->is_on;
		if (step->is_on)
			canvas->control_value = step->number & 15;
		break;
	case EXH_SCI0_PIC_PATTERN_CODE:
		canvas->pattern_code = step->number;
		break;
	case EXH_SCI0_PIC_ENTRY:
		set_entry(canvas, step->number, step->value);
		break;
	case EXH_SCI0_PIC_PALETTE:
		if (step->number < EXH_SCI0_PIC_PALETTES)
			memcpy(canvas->palettes[step->number], step->data.data,
			       EXH_SCI0_PIC_COLORS);
		break;
	case EXH_SCI0_PIC_BANDS_SET:
		memcpy(canvas->bands, step->data.data, EXH_SCI0_PIC_BANDS);
		break;
	default:
		break;
	}
}

bool exh_sci0_pic_run(struct exh_sci0_pic_canvas *canvas,
		      const struct exh_sci0_pic_step *step)
{
	switch (step->kind) {
	case EXH_SCI0_PIC_LINE:
		draw_line(canvas, step);
		break;
	case EXH_SCI0_PIC_FILL:
		exh_sci0_pic_fill(canvas, step->x, step->y);
		break;
	case EXH_SCI0_PIC_PATTERN:
		draw_pattern(canvas, step);
		break;
	case EXH_SCI0_PIC_CEL:
		return exh_sci0_pic_cel(canvas, step);
	default:
		set_pen(canvas, step);
	}
	return true;
}

unsigned exh_sci0_pic_band(const struct exh_sci0_pic_canvas *canvas, int32_t y)
{
	unsigned band = 0;

	while (band < EXH_SCI0_PIC_BANDS && y >= canvas->bands[band])
		band++;
	return band;
}
