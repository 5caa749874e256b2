#include "ilbm.h"

#include "task/fields.h"

enum { COLORS = 256 };

/*
 * Drawing.
 */

/* Use of a colour by shown and by hidden pixels. */
struct usage {
	bool shown, hidden;
	int entry; /* palette index for its hidden pixels; -1: none yet */
};

/* Returns a new entry, or one that no pixel uses; -1: there is none. */
static int free_entry(struct exh_palette *palette, struct usage usage[COLORS])
{
	if (palette->count < COLORS)
		return (int)palette->count++;
	for (int i = COLORS - 1; i >= 0; i--) {
		if (usage[i].shown || usage[i].hidden)
			continue;
		usage[i].hidden = true;
		return i;
	}
	return -1;
}

/*
 * Places hidden pixels. A colour that is hidden everywhere becomes transparent itself;
 * one that is also visible gets another entry, or the last one made if the palette is
 * full. False if there is none at all.
 */
static bool place_hidden(struct exh_palette *palette, struct usage usage[COLORS])
{
	const size_t count = palette->count;
	int last = -1;

	for (size_t i = 0; i < count; i++) {
		if (!usage[i].hidden || usage[i].shown)
			continue;
		palette->colors[i].alpha = 0;
		last = usage[i].entry = (int)i;
	}
	for (size_t i = 0; i < count; i++) {
		int entry;

		if (!usage[i].hidden || !usage[i].shown)
			continue;
		entry = free_entry(palette, usage);
		if (entry >= 0) {
			palette->colors[entry] = palette->colors[i];
			palette->colors[entry].alpha = 0;
			last = entry;
		}
		usage[i].entry = last;
		if (last < 0)
			return false;
	}
	return true;
}

static void hide(struct ilbm_picture *picture, const uint8_t *hidden,
		 struct exh_notes *notes)
{
	const struct exh_image *image = &picture->image;
	struct usage usage[COLORS];
	const size_t count = image->width * image->height;

	for (size_t i = 0; i < COLORS; i++)
		usage[i] = (struct usage){ .entry = -1 };
	for (size_t i = 0; i < count; i++) {
		struct usage *of = &usage[image->pixels[i]];

		of->hidden |= hidden[i] != 0;
		of->shown |= hidden[i] == 0;
		picture->hidden_count += hidden[i] != 0;
	}
	if (!place_hidden(&picture->palette, usage)) {
		exh_note(notes, EXH_DAMAGE, EXH_NO_OFFSET,
			 "all 256 colours are in use: transparent pixels are drawn, "
			 "since none is left for them");
		return;
	}
	for (size_t i = 0; i < count; i++)
		if (hidden[i])
			image->pixels[i] = (uint8_t)usage[image->pixels[i]].entry;
}

static void choose_palette(struct ilbm_picture *picture, enum ilbm_palette choice)
{
	struct exh_palette ega;

	picture->palette = picture->ilbm.palette;
	if (choice == ILBM_PALETTE_FILE)
		return;
	exh_palette_ega(&ega);
	for (size_t i = 0; i < ega.count && i < picture->palette.count; i++)
		picture->palette.colors[i] = ega.colors[i];
}

enum exh_status ilbm_picture_read(struct exh_bytes bytes, enum ilbm_palette palette,
				  struct exh_arena *arena, struct ilbm_picture *out,
				  struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status;
	uint8_t *hidden;

	*out = (struct ilbm_picture){ .hidden_count = 0 };
	status = exh_ilbm_open(bytes, &out->ilbm, notes, err);
	if (!status)
		status = exh_ilbm_decode(&out->ilbm, arena, &out->image, &hidden, notes,
					 err);
	if (status)
		return status;
	choose_palette(out, palette);
	if (hidden)
		hide(out, hidden, notes);
	out->masking = ilbm_masking_name(out->ilbm.masking);
	for (unsigned i = 0; i < out->palette.count; i++)
		if (!out->palette.colors[i].alpha)
			out->clear[out->clear_count++] = (uint16_t)i;
	return EXH_OK;
}

/*
 * JSON.
 */

#define PAIR(name_, a, b, meaning_a, meaning_b)                                       \
	static const struct field name_##_fields[] = {                                \
		FIELD(struct exh_ilbm, a, NULL, meaning_a),                           \
		FIELD(struct exh_ilbm, b, NULL, meaning_b),                           \
	};                                                                            \
	static const struct fields name_##_table = { .name = #name_,                  \
						     .size = sizeof(struct exh_ilbm), \
						     .items = name_##_fields,         \
						     .count = 2,                      \
						     .is_tuple = true }

PAIR(position, x, y, "pixels from the left", "pixels from the top");
PAIR(aspect, aspect_x, aspect_y, "width of a pixel", "height of a pixel");
PAIR(page, page_width, page_height, "width in pixels", "height in pixels");
PAIR(grab, grab_x, grab_y, "pixels from the left", "pixels from the top");

static const struct field cycle_fields[] = {
	FIELD(struct exh_ilbm_cycle, rate, NULL, "its speed: 16384 is 60 steps a second"),
	FIELD(struct exh_ilbm_cycle, flags, NULL, "1: active, 2: backwards"),
	FIELD(struct exh_ilbm_cycle, low, NULL, "the first colour that moves"),
	FIELD(struct exh_ilbm_cycle, high, NULL, "the last colour that moves"),
};
static const struct fields cycle_table =
	FIELDS("cycle", struct exh_ilbm_cycle, cycle_fields);

static const char *const kinds[] = { "ilbm", "pbm", NULL };
static const char *const maskings[] = {
	"none", "mask", "color", "lasso", "unknown", NULL
};
static const char *const compressions[] = { "none", "byterun1", NULL };

#define PICTURE(name, member, unit, ...) \
	FIELD_AS(name, struct ilbm_picture, member, unit, __VA_ARGS__)
#define PICTURE_PAIR(pair, ...)                                                  \
	FIELD_OF(#pair, FIELD_ROW, struct ilbm_picture, ilbm, NULL, __VA_ARGS__, \
		 .of = &pair##_table)

static const struct field picture_fields[] = {
	FIELD_OF("kind", FIELD_NAME, struct ilbm_picture, ilbm.chunky, NULL,
		 "ilbm: pixels in planes; pbm: a byte a pixel", .names = kinds),
	PICTURE("width", ilbm.width, "pixels", "width of the picture"),
	PICTURE("height", ilbm.height, "pixels", "height of the picture"),
	PICTURE("planes", ilbm.plane_count, NULL, "number of planes, without the mask"),
	PICTURE("colors", ilbm.color_count, NULL, "number of colours in the file"),
	PICTURE("masking", masking, NULL, "how pixels are transparent",
		.names = maskings),
	FIELD_OF("compression", FIELD_NAME, struct ilbm_picture, ilbm.compression, NULL,
		 "how the pixels are packed", .names = compressions),
	PICTURE("transparent", ilbm.transparent, NULL,
		"the transparent colour in the header; used only with color and lasso"),
	PICTURE_PAIR(position, "where the picture lies on its page"),
	PICTURE_PAIR(aspect, "shape of a pixel, horizontal to vertical"),
	PICTURE_PAIR(page, "size of the page"),
	PICTURE_PAIR(grab, "handle of a brush (GRAB), if the file has it",
		     FIELD_HAS(struct ilbm_picture, ilbm.has_grab)),
	PICTURE("mode", ilbm.mode, NULL,
		"mode of the Amiga's screen (CAMG), if the file has it",
		FIELD_HAS(struct ilbm_picture, ilbm.has_mode)),
	FIELD_COUNTED_OF("cycles", FIELD_ROW, struct ilbm_picture, ilbm.cycles,
			 ilbm.cycle_count, NULL, "colour cycles (CRNG), at most 32",
			 .of = &cycle_table),
	PICTURE("hidden_pixels", hidden_count, "pixels",
		"number of pixels that are hidden"),
	FIELD_PALETTE("palette", struct ilbm_picture, palette,
		      "all entries of the palette of the PNG file"),
	FIELD_COUNTED_OF("transparent_entries", FIELD_NUMBER, struct ilbm_picture, clear,
			 clear_count, NULL,
			 "entries of the palette that are transparent"),
};
const struct fields ilbm_picture_fields =
	FIELDS("ilbm", struct ilbm_picture, picture_fields);

const char *ilbm_masking_name(unsigned masking)
{
	return maskings[masking < 4 ? masking : 4];
}
