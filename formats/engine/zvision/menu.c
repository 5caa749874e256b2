/* The menus on the screen. */
#include "zv_parts.h"

#include "exhume/zvision.h"

#include <string.h>

enum {
	NEAR = 40,	    /* rows in which the mouse opens a menu */
	ITEMS_WAY = 572,    /* pixels that the menus of items and of magic slide */
	ITEM_WIDTH = 28,    /* width of a cell, and of the tabs of these menus */
	MAGIC_X = 640 - 28, /* left edge of the tab, and of the menu */
	SPELL_X = 28,	    /* first spell, from the menu's left edge */
	SPELL_STEP = 47,
	TAB_X = 30,	   /* left edge of the main menu's tab */
	QUESTION_LINE = 6, /* in the game's system strings, from 0 on */
	TEXT_DROP = 10,	   /* from the strip's top */
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
 * Positions.
 */

bool exh_zv_menu_is_near(const struct exh_zv_engine *engine)
{
	return engine->place[0] && engine->menu_bits && engine->input.y < NEAR;
}

bool exh_zv_menu_allows(const struct exh_zv_engine *engine, enum zv_menu_kind kind)
{
	static const uint32_t bits[] = {
		[MENU_OF_ITEMS] = MENU_ITEMS,
		[MENU_MAIN] = MENU_SAVE | MENU_RESTORE | MENU_SETTINGS | MENU_EXIT,
		[MENU_OF_MAGIC] = MENU_MAGIC,
	};

	return engine->menu_bits & bits[kind];
}

int32_t exh_zv_menu_way(enum zv_menu_kind kind)
{
	return kind == MENU_MAIN ? MENU_STRIP : kind == MENU_CLOSED ? 0 : ITEMS_WAY;
}

static struct zv_menu_span span_of(const struct exh_zv_engine *engine, int32_t entry)
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
	return engine->menu.kind == MENU_MAIN ? engine->menu.shown - MENU_STRIP : 0;
}

int32_t exh_zv_menu_cells(const struct exh_zv_engine *engine)
{
	const int32_t count = zv_get(engine, KEY_MENU_CELLS);

	return count > 0 ? zv_clamp(count, 1, MENU_MOST_CELLS) : MENU_USUAL_CELLS;
}

static int32_t entry_count(const struct exh_zv_engine *engine)
{
	static const int32_t counts[] = {
		[MENU_MAIN] = MENU_WORDS, [MENU_OF_MAGIC] = MENU_SPELLS
	};

	return engine->menu.kind == MENU_OF_ITEMS ? exh_zv_menu_cells(engine)
						  : counts[engine->menu.kind];
}

int32_t exh_zv_menu_value(const struct exh_zv_engine *engine, int32_t entry)
{
	const int32_t first = zv_get(engine, KEY_OTHER_SPELLS) == 1 ? MENU_OTHER_SPELL
								    : MENU_FIRST_SPELL;

	if (engine->menu.kind == MENU_OF_ITEMS)
		return zv_get(engine, KEY_MENU_ITEMS + entry);
	if (engine->menu.kind == MENU_OF_MAGIC)
		return zv_get(engine, KEY_SPELLS + entry) ? first + entry : 0;
	return (int32_t)(engine->menu_bits & words[entry].bit);
}

int32_t exh_zv_menu_entry(const struct exh_zv_engine *engine, int32_t x, int32_t y)
{
	const int32_t top = top_of(engine);

	if (y < top || y >= top + MENU_STRIP)
		return -1;
	for (int32_t i = entry_count(engine); i-- > 0;) {
		const struct zv_menu_span span = span_of(engine, i);

		if (x >= span.x && x < span.x + span.width)
			return i;
	}
	return -1;
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

static void draw_item(const struct exh_zv_engine *engine, int32_t item,
		      struct zv_menu_span span, const struct exh_zv_picture *screen)
{
	const struct exh_zv_cursor_role role = { .is_item = true,
						 .item = (unsigned)item };
	const struct zv_art *art =
		item > 0 ? exh_zv_world_cursor(engine->world, &role) : NULL;

	if (art)
		exh_zv_draw_art(art, screen,
				span.x + (span.width - (int64_t)art->picture.width) / 2,
				(MENU_STRIP - (int64_t)art->picture.height) / 2);
}

static void draw_entry(const struct exh_zv_engine *engine, int32_t entry,
		       const struct exh_zv_picture *screen)
{
	const struct zv_menu_span span = span_of(engine, entry);
	const int32_t value = exh_zv_menu_value(engine, entry);

	if (engine->menu.kind != MENU_MAIN)
		draw_item(engine, value, span, screen);
	else if (value)
		draw_text(screen, words[entry].text, span, top_of(engine));
}

/* Grand Inquisitor shows tabs where its menus open. */
static void draw_tabs(const struct exh_zv_engine *engine,
		      const struct exh_zv_picture *screen)
{
	static const struct {
		enum zv_menu_kind kind;
		const char *text;
		struct zv_menu_span span;
	} tabs[] = { { MENU_OF_ITEMS, "I", { 0, ITEM_WIDTH } },
		     { MENU_MAIN, "Menu", { TAB_X, MENU_STRIP * 2 } },
		     { MENU_OF_MAGIC, "M", { MAGIC_X, ITEM_WIDTH } } };

	for (size_t i = 0; i < sizeof tabs / sizeof *tabs; i++)
		if (exh_zv_menu_allows(engine, tabs[i].kind))
			draw_text(screen, tabs[i].text, tabs[i].span, 0);
}

/* Asks in the game's own words, if it has any. */
static void draw_question(const struct exh_zv_engine *engine,
			  const struct exh_zv_picture *screen)
{
	const char *text = "";
	struct exh_bytes file;

	if (exh_zv_world_read(engine->world, zv_system_strings(engine), &file)) {
		exh_zv_world_release(engine->world, file);
		text = exh_zv_system_string(engine, QUESTION_LINE);
	}

	memset(screen->pixels, 0, MENU_STRIP * screen->width * sizeof *screen->pixels);
	draw_text(screen, text[0] ? text : "Exit? Y: yes, other keys: no",
		  (struct zv_menu_span){ 0, EXH_ZV_SCREEN_WIDTH }, 0);
}

void exh_zv_draw_menu(const struct exh_zv_engine *engine,
		      const struct exh_zv_picture *screen)
{
	const int32_t rows =
		engine->menu.kind == MENU_MAIN ? engine->menu.shown : MENU_STRIP;

	if (engine->wait == WAIT_QUESTION)
		draw_question(engine, screen);
	else if (engine->menu.kind != MENU_CLOSED)
		memset(screen->pixels, 0,
		       (size_t)rows * screen->width * sizeof *screen->pixels);
	else if (engine->world->game == EXH_ZV_ZGI && exh_zv_menu_is_near(engine))
		draw_tabs(engine, screen);
	for (int32_t i = 0; i < entry_count(engine) && engine->wait != WAIT_QUESTION; i++)
		draw_entry(engine, i, screen);
}
