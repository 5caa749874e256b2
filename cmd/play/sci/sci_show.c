#include "play_sci.h"

#include <string.h>

const char *const sci_show_choices[] = { "screen",  "visual", "priority",
					 "control", "cast",   NULL };

/* Colours that no game has, after the game's. */
enum ink {
	GAME_COLORS = 16,
	INK_EGO = GAME_COLORS, /* the cel's rectangle */
	INK_MOVING,
	INK_STILL, /* cel that is not updated */
	INK_BASE,  /* rectangle that it stands on */
	INK_FEET,
	INK_END,
};

static const struct exh_color inks[INK_END - GAME_COLORS] = {
	[INK_EGO - GAME_COLORS] = { 255, 255, 160, 255 },
	[INK_MOVING - GAME_COLORS] = { 128, 255, 128, 255 },
	[INK_STILL - GAME_COLORS] = { 144, 144, 208, 255 },
	[INK_BASE - GAME_COLORS] = { 255, 64, 160, 255 },
	[INK_FEET - GAME_COLORS] = { 255, 255, 240, 255 },
};

void sci_show_palette(enum sci_show show, struct exh_palette *palette)
{
	exh_sci_engine_palette(palette);
	if (show != SCI_SHOW_CAST)
		return;
	for (size_t i = 0; i < sizeof inks / sizeof *inks; i++)
		palette->colors[palette->count++] = inks[i];
}

static void dot(uint8_t *pixels, int32_t x, int32_t y, enum ink ink)
{
	if (x >= 0 && y >= 0 && x < EXH_SCI_SCREEN_WIDTH && y < EXH_SCI_SCREEN_HEIGHT)
		pixels[y * EXH_SCI_SCREEN_WIDTH + x] = (uint8_t)ink;
}

static void draw_box(uint8_t *pixels, const struct exh_rect *box, enum ink ink)
{
	const int32_t right = box->x + box->width - 1, bottom = box->y + box->height - 1;

	for (int32_t x = box->x; x <= right && box->height; x++) {
		dot(pixels, x, box->y, ink);
		dot(pixels, x, bottom, ink);
	}
	for (int32_t y = box->y; y <= bottom && box->width; y++) {
		dot(pixels, box->x, y, ink);
		dot(pixels, right, y, ink);
	}
}

enum { NO_UPDATE = 4 /* bit of signal */ };

static enum ink ink_of(const struct exh_sci_cast_member *member, struct exh_sci_reg ego)
{
	if (member->object.segment == ego.segment && member->object.offset == ego.offset)
		return INK_EGO;
	return member->signal & NO_UPDATE ? INK_STILL : INK_MOVING;
}

static void draw_cast(const struct exh_sci_engine *engine, uint8_t *pixels)
{
	struct exh_sci_engine_state state;
	struct exh_sci_cast_member member;

	exh_sci_engine_state(engine, &state);
	for (size_t i = 0; exh_sci_engine_cast(engine, i, &member); i++) {
		if (!member.is_shown)
			continue;
		draw_box(pixels, &member.seen, ink_of(&member, state.ego));
		draw_box(pixels, &member.base, INK_BASE);
		dot(pixels, member.x, member.y, INK_FEET);
	}
}

void sci_show_draw(const struct exh_sci_engine *engine, enum sci_show show,
		   uint8_t *pixels)
{
	static const enum exh_sci_plane planes[] = {
		[SCI_SHOW_SCREEN] = EXH_SCI_PLANE_SHOWN,
		[SCI_SHOW_VISUAL] = EXH_SCI_PLANE_VISUAL,
		[SCI_SHOW_PRIORITY] = EXH_SCI_PLANE_PRIORITY,
		[SCI_SHOW_CONTROL] = EXH_SCI_PLANE_CONTROL,
		[SCI_SHOW_CAST] = EXH_SCI_PLANE_SHOWN,
	};

	memcpy(pixels, exh_sci_engine_plane(engine, planes[show]), EXH_SCI_SCREEN_PIXELS);
	if (show == SCI_SHOW_CAST)
		draw_cast(engine, pixels);
}
