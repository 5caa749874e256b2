/* The menus on the screen. */
#include "zv_parts.h"

#include "exhume/advanced/zv_engine.h"
#include "exhume/zvision.h"

#include <stdio.h>
#include <string.h>

enum {
	ITEMS_WAY = 572,    /* pixels that the menus of items and of magic slide */
	ITEM_WIDTH = 28,    /* width of a cell, and of the tabs of these menus */
	MAGIC_X = 640 - 28, /* left edge of the tab, and of the menu */
	SPELL_X = 28,	    /* first spell, from the menu's left edge */
	SPELL_STEP = 47,
	BAR_X = 64,	/* left edge of the bar of Nemesis */
	TAB_X = 30,	/* left edge of the main menu of Grand Inquisitor, and its tab */
	TEXT_DROP = 10, /* from the strip's top */
};
static const struct {
	const char *text;
	uint32_t bit;		      /* menu bit that a script must have set */
	struct zv_menu_span spans[2]; /* index: game */
} words[MENU_WORDS] = {
	{ "Save",
	  MENU_SAVE,
	  { [EXH_ZV_NEMESIS] = { 64, 120 }, [EXH_ZV_ZGI] = { 50, 135 } } },
	{ "Restore",
	  MENU_RESTORE,
	  { [EXH_ZV_NEMESIS] = { 184, 144 }, [EXH_ZV_ZGI] = { 185, 135 } } },
	{ "Settings",
	  MENU_SETTINGS,
	  { [EXH_ZV_NEMESIS] = { 328, 128 }, [EXH_ZV_ZGI] = { 320, 135 } } },
	{ "Exit",
	  MENU_EXIT,
	  { [EXH_ZV_NEMESIS] = { 456, 120 }, [EXH_ZV_ZGI] = { 455, 135 } } },
};

/*
 * Art, which a game may lack.
 */

static const struct zv_art *art(const struct exh_zv_engine *engine, const char *name)
{
	return exh_zv_world_optional_art(engine->world, name);
}

/* Returns the open menu's background, or the tab that stands for the closed one. */
static const struct zv_art *background(const struct exh_zv_engine *engine,
				       enum zv_menu_kind kind, bool is_tab)
{
	static const int numbers[] = {
		[MENU_OF_ITEMS] = 1, [MENU_MAIN] = 3, [MENU_OF_MAGIC] = 2
	};
	char name[ZV_NAME_SIZE] = "bar.tga";

	if (engine->world->game == EXH_ZV_ZGI)
		snprintf(name, sizeof name, "gmzau%d%d1.tga", is_tab, numbers[kind]);
	return art(engine, name);
}

/* Returns the picture of an entry of the main menu. In Nemesis it moves under the mouse,
 * and the others are in the bar. */
static const struct zv_art *button(const struct exh_zv_engine *engine, int32_t entry)
{
	const struct zv_menu *menu = &engine->menu;
	const bool is_over = menu->over == entry + 1;
	const int32_t frame = menu->is_used ? MENU_BUTTON_FRAMES
					    : menu->hover_ms / MENU_BUTTON_FRAME_MS;
	char name[ZV_NAME_SIZE];

	if (engine->world->game == EXH_ZV_ZGI)
		snprintf(name, sizeof name, "gmz%cu0%d1.tga", is_over ? 'n' : 'm',
			 (int)entry);
	else if (is_over)
		snprintf(name, sizeof name, "butfrm%d%d.tga", (int)entry + 1, (int)frame);
	else
		return NULL;
	return art(engine, name);
}

/*
 * Positions.
 */

bool exh_zv_menu_allows(const struct exh_zv_engine *engine, enum zv_menu_kind kind)
{
	return kind == MENU_MAIN ||
	       engine->menu_bits & (kind == MENU_OF_ITEMS ? MENU_ITEMS : MENU_MAGIC);
}

int32_t exh_zv_menu_way(const struct exh_zv_engine *engine, enum zv_menu_kind kind)
{
	const bool is_zgi = engine->world->game == EXH_ZV_ZGI;
	const struct zv_art *open = NULL, *tab = NULL;

	if (is_zgi && (kind == MENU_MAIN || kind == MENU_OF_MAGIC))
		open = background(engine, kind, false);
	if (kind == MENU_OF_ITEMS || (kind == MENU_OF_MAGIC && !open))
		return ITEMS_WAY;
	if (kind == MENU_OF_MAGIC)
		return zv_clamp((int64_t)open->picture.width - SPELL_X, 0, INT16_MAX);
	if (kind == MENU_CLOSED || !open)
		return kind == MENU_CLOSED ? 0 : MENU_STRIP;
	tab = background(engine, kind, true);
	return zv_clamp((int64_t)open->picture.height -
				(int64_t)(tab ? tab->picture.height : 0),
			0, INT16_MAX);
}

struct zv_menu_span exh_zv_menu_span(const struct exh_zv_engine *engine, int32_t entry)
{
	const int32_t shown = engine->menu.shown;

	if (engine->menu.kind == MENU_OF_ITEMS)
		return (struct zv_menu_span){
			shown - ITEMS_WAY + ITEMS_WAY / exh_zv_menu_cells(engine) * entry,
			ITEM_WIDTH
		};
	if (engine->menu.kind == MENU_OF_MAGIC)
		return (struct zv_menu_span){
			MAGIC_X - shown + SPELL_X + SPELL_STEP * entry, ITEM_WIDTH
		};
	return words[entry].spans[engine->world->game];
}

/* Returns the first row of the visible menu. */
static int32_t top_of(const struct exh_zv_engine *engine)
{
	return engine->menu.kind == MENU_MAIN
		       ? engine->menu.shown - exh_zv_menu_way(engine, MENU_MAIN)
		       : 0;
}

int32_t exh_zv_menu_cells(const struct exh_zv_engine *engine)
{
	const int32_t count = zv_get(engine, KEY_MENU_CELLS);

	return count > 0 ? zv_clamp(count, 1, MENU_MOST_CELLS) : MENU_USUAL_CELLS;
}

static int32_t entry_count(const struct exh_zv_engine *engine, enum zv_menu_kind kind)
{
	static const int32_t counts[] = {
		[MENU_MAIN] = MENU_WORDS, [MENU_OF_MAGIC] = MENU_SPELLS
	};

	return kind == MENU_OF_ITEMS ? exh_zv_menu_cells(engine) : counts[kind];
}

int32_t exh_zv_menu_value(const struct exh_zv_engine *engine, enum zv_menu_kind kind,
			  int32_t entry)
{
	const int32_t first = zv_get(engine, KEY_OTHER_SPELLS) == 1 ? MENU_OTHER_SPELL
								    : MENU_FIRST_SPELL;

	if (kind == MENU_OF_ITEMS)
		return zv_get(engine, KEY_MENU_ITEMS + entry);
	if (kind == MENU_OF_MAGIC)
		return zv_get(engine, KEY_SPELLS + entry) ? first + entry : 0;
	return (int32_t)(engine->menu_bits & words[entry].bit);
}

int32_t exh_zv_menu_entry(const struct exh_zv_engine *engine, int32_t x, int32_t y)
{
	const int32_t top = top_of(engine);

	if (y < top || y >= top + MENU_STRIP || engine->menu.is_left ||
	    !exh_zv_menu_allows(engine, engine->menu.kind))
		return -1;
	for (int32_t i = entry_count(engine, engine->menu.kind); i-- > 0;) {
		const struct zv_menu_span span = exh_zv_menu_span(engine, i);

		if (x >= span.x && x < span.x + span.width)
			return i;
	}
	return -1;
}

/* True if the player can use this entry when its menu is open. */
static bool has_entry(const struct exh_zv_engine *engine, enum zv_menu_kind kind,
		      int32_t entry)
{
	if ((kind != MENU_MAIN && engine->world->game == EXH_ZV_NEMESIS) ||
	    !exh_zv_menu_allows(engine, kind) || entry < 0 ||
	    entry >= entry_count(engine, kind))
		return false;
	return kind == MENU_OF_ITEMS || exh_zv_menu_value(engine, kind, entry);
}

/* Returns the visible width of an entry, where the next one may lie over it. */
static int32_t bare_width(const struct exh_zv_engine *engine, struct zv_menu_span span)
{
	const int32_t step = ITEMS_WAY / exh_zv_menu_cells(engine);

	return engine->menu.kind == MENU_OF_ITEMS && step < span.width ? step
								       : span.width;
}

enum exh_zv_menu_way exh_zv_engine_menu_way(const struct exh_zv_engine *engine,
					    enum exh_zv_menu menu, int32_t entry,
					    int32_t *x, int32_t *y)
{
	static const int32_t openings[] = { [MENU_OF_ITEMS] = ITEM_WIDTH / 2,
					    [MENU_MAIN] = EXH_ZV_SCREEN_WIDTH / 2,
					    [MENU_OF_MAGIC] = MAGIC_X + ITEM_WIDTH / 2 };
	const enum zv_menu_kind kind = (enum zv_menu_kind)menu;
	const bool is_open = engine->menu.kind == kind && !engine->menu.is_left;
	struct zv_menu_span span;

	if (!engine->place[0] || !has_entry(engine, kind, entry))
		return EXH_ZV_MENU_MISSING;
	*x = openings[kind];
	*y = MENU_STRIP / 8;
	if (engine->menu.kind != MENU_CLOSED && engine->menu.kind != kind)
		*y = EXH_ZV_SCREEN_HEIGHT / 2; /* closes the other menu */
	if (!is_open || engine->menu.shown < exh_zv_menu_way(engine, kind))
		return EXH_ZV_MENU_OPENS;
	span = exh_zv_menu_span(engine, entry);
	*x = span.x + bare_width(engine, span) / 2;
	return EXH_ZV_MENU_READY;
}

/*
 * Drawing.
 */

static void draw_text(const struct exh_zv_picture *screen, const char *letters,
		      struct zv_menu_span span, int32_t top)
{
	const struct exh_zv_text_line line = { .text = letters };
	struct zv_lettering text = { .lines = &line,
				     .line_count = 1,
				     .x = span.x,
				     .y = top + TEXT_DROP,
				     .width = span.width,
				     .height = MENU_STRIP - TEXT_DROP,
				     .shown = SIZE_MAX };

	exh_zv_set_letters(screen, &text);
}

/* Draws an item or a spell in its cell; one without a picture has its cursor there. */
static void draw_item(const struct exh_zv_engine *engine, int32_t entry, int32_t item,
		      const struct exh_zv_picture *screen)
{
	const struct exh_zv_cursor_role role = { .is_item = true,
						 .item = (unsigned)item };
	const struct zv_menu_span span = exh_zv_menu_span(engine, entry);
	const struct zv_art *picture;
	char name[ZV_NAME_SIZE];

	if (item <= 0)
		return;
	snprintf(name, sizeof name, "gmz%cu%02x1.tga",
		 engine->menu.over == entry + 1 ? 'x' : 'w', (unsigned)item);
	picture = art(engine, name);
	if (picture) {
		exh_zv_draw_art(picture, screen, span.x, 0, false);
		return;
	}
	picture = exh_zv_world_cursor(engine->world, &role);
	if (picture)
		exh_zv_draw_art(
			picture, screen,
			span.x + (span.width - (int64_t)picture->picture.width) / 2,
			(MENU_STRIP - (int64_t)picture->picture.height) / 2, false);
}

/* Draws an entry of the main menu, as a word in a game without the menu's art. */
static void draw_button(const struct exh_zv_engine *engine, int32_t entry,
			const struct exh_zv_picture *screen)
{
	const struct zv_menu_span span = exh_zv_menu_span(engine, entry);
	const struct zv_art *picture = button(engine, entry);

	if (picture)
		exh_zv_draw_art(picture, screen, span.x, top_of(engine), true);
	else if (!background(engine, MENU_MAIN, false))
		draw_text(screen, words[entry].text, span, top_of(engine));
}

static void draw_entry(const struct exh_zv_engine *engine, int32_t entry,
		       const struct exh_zv_picture *screen)
{
	const int32_t value = exh_zv_menu_value(engine, engine->menu.kind, entry);

	if (engine->menu.kind != MENU_MAIN)
		draw_item(engine, entry, value, screen);
	else if (value)
		draw_button(engine, entry, screen);
}

static void draw_background(const struct exh_zv_engine *engine,
			    const struct exh_zv_picture *screen)
{
	const struct zv_menu *menu = &engine->menu;
	const struct zv_art *picture = background(engine, menu->kind, false);
	const int32_t lefts[] = {
		[MENU_OF_ITEMS] = menu->shown - ITEMS_WAY,
		[MENU_MAIN] = engine->world->game == EXH_ZV_NEMESIS ? BAR_X : TAB_X,
		[MENU_OF_MAGIC] = MAGIC_X - menu->shown,
	};

	if (picture)
		exh_zv_draw_art(picture, screen, lefts[menu->kind], top_of(engine), true);
}

/* Grand Inquisitor shows tabs where its menus open. */
static void draw_tabs(const struct exh_zv_engine *engine,
		      const struct exh_zv_picture *screen)
{
	static const struct {
		enum zv_menu_kind kind;
		const char *text;
		struct zv_menu_span span;
	} tabs[] = { { MENU_MAIN, "Menu", { TAB_X, MENU_STRIP * 2 } },
		     { MENU_OF_ITEMS, "I", { 0, ITEM_WIDTH } },
		     { MENU_OF_MAGIC, "M", { MAGIC_X, ITEM_WIDTH } } };

	for (size_t i = 0; i < sizeof tabs / sizeof *tabs; i++) {
		const struct zv_art *tab = background(engine, tabs[i].kind, true);

		if (!exh_zv_menu_allows(engine, tabs[i].kind))
			continue;
		if (tab)
			exh_zv_draw_art(tab, screen, tabs[i].span.x, 0, true);
		else
			draw_text(screen, tabs[i].text, tabs[i].span, 0);
	}
}

void exh_zv_draw_menu(const struct exh_zv_engine *engine,
		      const struct exh_zv_picture *screen)
{
	const struct zv_menu *menu = &engine->menu;

	if (menu->kind == MENU_CLOSED) {
		if (engine->world->game == EXH_ZV_ZGI && engine->place[0] &&
		    menu->y < MENU_NEAR)
			draw_tabs(engine, screen);
		return;
	}
	if (!exh_zv_menu_allows(engine, menu->kind))
		return;
	draw_background(engine, screen);
	for (int32_t i = 0; i < entry_count(engine, menu->kind); i++)
		draw_entry(engine, i, screen);
}
