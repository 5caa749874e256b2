#include "softdisk.h"

#include "task/json.h"

enum { COLORS = 256 };

/*
 * Drawing.
 */

/* How a colour occurs, and which entry its hidden pixels get. */
struct usage {
	bool shown, hidden;
	int entry; /* -1: none yet */
};

/* The one after the last, or one that no pixel has; -1: there is none. */
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
 * A colour that is hidden everywhere becomes transparent itself; one that is seen
 * elsewhere gets another entry, or the last one made when the palette is full. False if
 * there is none at all.
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
	return EXH_OK;
}

/*
 * JSON.
 */

static struct json *pair_to_json(long a, long b)
{
	return json_make("[I, I]", (int64_t)a, (int64_t)b);
}

static struct json *clear_to_json(const struct exh_palette *palette)
{
	struct json *json = json_new_list();

	for (size_t i = 0; i < palette->count; i++)
		if (!palette->colors[i].alpha)
			json_push(json, json_new_number((int64_t)i));
	return json;
}

static struct json *cycles_to_json(const struct exh_ilbm *ilbm)
{
	struct json *json = json_new_list();

	for (size_t i = 0; i < ilbm->cycle_count; i++) {
		const struct exh_ilbm_cycle *cycle = &ilbm->cycles[i];

		json_push(json, json_make("{s:i, s:i, s:i, s:i}", "rate", cycle->rate,
					  "flags", cycle->flags, "low", cycle->low,
					  "high", cycle->high));
	}
	return json;
}

const char *ilbm_masking_name(unsigned masking)
{
	static const char *const names[] = { "none", "mask", "color", "lasso" };

	return masking < sizeof names / sizeof names[0] ? names[masking] : "unknown";
}

/* What Deluxe Paint wrote of the picture besides its pixels. */
static void add_details(struct json *json, const struct exh_ilbm *ilbm)
{
	json_set_string(json, "masking", ilbm_masking_name(ilbm->masking));
	json_set_string(json, "compression", ilbm->compression ? "byterun1" : "none");
	json_set_number(json, "transparent", ilbm->transparent);
	json_set(json, "position", pair_to_json(ilbm->x, ilbm->y));
	json_set(json, "aspect", pair_to_json(ilbm->aspect_x, ilbm->aspect_y));
	json_set(json, "page", pair_to_json(ilbm->page_width, ilbm->page_height));
	if (ilbm->has_grab)
		json_set(json, "grab", pair_to_json(ilbm->grab_x, ilbm->grab_y));
	if (ilbm->has_mode)
		json_set_number(json, "mode", ilbm->mode);
	json_set(json, "cycles", cycles_to_json(ilbm));
}

void ilbm_picture_describe(const struct ilbm_picture *picture, struct json *json)
{
	const struct exh_ilbm *ilbm = &picture->ilbm;

	json_set_string(json, "kind", ilbm->chunky ? "pbm" : "ilbm");
	json_set_number(json, "width", ilbm->width);
	json_set_number(json, "height", ilbm->height);
	json_set_number(json, "planes", ilbm->plane_count);
	json_set_number(json, "colors", ilbm->color_count);
	add_details(json, ilbm);
	json_set_number(json, "hidden_pixels", picture->hidden_count);
	json_set(json, "palette", json_of_palette(&picture->palette));
	json_set(json, "transparent_entries", clear_to_json(&picture->palette));
}
