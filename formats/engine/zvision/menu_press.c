/* Opening and closing of the menus, and their entries. */
#include "zv_parts.h"

enum {
	MAIN_STEP = 2,	 /* pixels a tick: 64 in a second */
	CELLS_STEP = 19, /* 600 in a second */
	MAIN_ROWS = 8,	 /* rows in which Grand Inquisitor opens its main menu */
	MAIN_X = 64,
	MAIN_WIDTH = 512,
	TAB_WIDTH = 28,
};

/* Returns the menu that opens under the mouse. */
static enum zv_menu_kind opens(const struct exh_zv_engine *engine)
{
	const int32_t x = engine->input.x, y = engine->input.y;

	if (engine->world->game == EXH_ZV_NEMESIS)
		return MENU_MAIN;
	if (y < MENU_STRIP && x < TAB_WIDTH && exh_zv_menu_allows(engine, MENU_OF_ITEMS))
		return MENU_OF_ITEMS;
	if (y < MENU_STRIP && x >= EXH_ZV_SCREEN_WIDTH - TAB_WIDTH &&
	    exh_zv_menu_allows(engine, MENU_OF_MAGIC))
		return MENU_OF_MAGIC;
	return y < MAIN_ROWS && x >= MAIN_X && x < MAIN_X + MAIN_WIDTH ? MENU_MAIN
								       : MENU_CLOSED;
}

/* Opens or closes a menu: an open one stays as long as the mouse is near. The bar of
 * Nemesis slides away, too. */
static void follow(struct exh_zv_engine *engine)
{
	struct zv_menu *menu = &engine->menu;
	enum zv_menu_kind kind = MENU_CLOSED;

	menu->x = engine->input.x;
	menu->y = engine->input.y;
	if (engine->place[0] && menu->y < MENU_NEAR)
		kind = menu->kind != MENU_CLOSED ? menu->kind : opens(engine);
	menu->is_left = kind == MENU_CLOSED && menu->kind != MENU_CLOSED &&
			engine->world->game == EXH_ZV_NEMESIS;
	if (kind != menu->kind && !menu->is_left) {
		menu->kind = kind;
		menu->shown = 0;
	}
	if (zv_get(engine, KEY_MENU) != (int32_t)kind)
		exh_zv_set(engine, KEY_MENU, (int32_t)kind);
}

static void slide(struct exh_zv_engine *engine)
{
	struct zv_menu *menu = &engine->menu;
	const int32_t step = menu->kind == MENU_MAIN ? MAIN_STEP : CELLS_STEP;

	menu->shown = zv_clamp((int64_t)menu->shown + (menu->is_left ? -step : step), 0,
			       exh_zv_menu_way(engine, menu->kind));
	if (!menu->is_left || menu->shown)
		return;
	menu->kind = MENU_CLOSED;
	menu->is_left = false;
}

/* Times how long the mouse has been over an entry. */
static void hover(struct exh_zv_engine *engine)
{
	enum { MOST_MS = MENU_BUTTON_FRAMES * MENU_BUTTON_FRAME_MS - 1 };
	struct zv_menu *menu = &engine->menu;
	const int32_t over = 1 + exh_zv_menu_entry(engine, menu->x, menu->y);

	menu->hover_ms = over != menu->over
				 ? 0
				 : zv_clamp(menu->hover_ms + EXH_ZV_TICK_MS, 0, MOST_MS);
	menu->is_used &= over == menu->over;
	menu->over = over;
}

/*
 * Entries.
 */

/* Puts the held item into the cell, and takes the cell's item, if any. */
static void swap_item(struct exh_zv_engine *engine, int32_t cell)
{
	const int32_t held = zv_get(engine, KEY_ITEM);
	const int32_t item = zv_get(engine, KEY_MENU_ITEMS + cell);

	if (held < 0 || held >= MENU_FIRST_SPELL)
		return;
	exh_zv_inventory_drop(engine, held);
	exh_zv_inventory_add(engine, item);
	exh_zv_set(engine, KEY_MENU_ITEMS + cell, held);
}

/* Sets the keys of a spell; scripts do the rest. */
static void cast(struct exh_zv_engine *engine, int32_t spell)
{
	const int32_t held = zv_get(engine, KEY_ITEM);

	if (spell && (!held || held >= MENU_FIRST_SPELL))
		exh_zv_set(engine, KEY_SPELL, spell);
}

static void choose(struct exh_zv_engine *engine, uint32_t bit)
{
	if (bit == MENU_SAVE)
		exh_zv_change_place(engine, "gjse", 0);
	else if (bit == MENU_RESTORE)
		exh_zv_change_place(engine, "gjre", 0);
	else if (bit == MENU_SETTINGS)
		exh_zv_change_place(engine, "gjpe", 0);
	else if (bit == MENU_EXIT)
		exh_zv_ask(engine, TALK_QUIT);
}

static void release(struct exh_zv_engine *engine, int32_t entry)
{
	const int32_t value = exh_zv_menu_value(engine, engine->menu.kind, entry);

	if (engine->menu.kind == MENU_OF_ITEMS)
		swap_item(engine, entry);
	else if (engine->menu.kind == MENU_OF_MAGIC)
		cast(engine, value);
	else
		choose(engine, (uint32_t)value);
}

static void take_event(struct exh_zv_engine *engine, const struct zv_event *event)
{
	struct zv_menu *menu = &engine->menu;
	const int32_t entry = exh_zv_menu_entry(engine, event->x, event->y);

	if (event->kind != EVENT_UP || entry < 0)
		return;
	menu->is_used = menu->over == entry + 1;
	release(engine, entry);
}

/* Ctrl with a letter does as an entry of the main menu. */
static void take_hotkeys(struct exh_zv_engine *engine)
{
	static const struct {
		uint8_t code;
		uint32_t bit;
	} keys[] = { { 'S', MENU_SAVE },
		     { 'R', MENU_RESTORE },
		     { 'P', MENU_SETTINGS },
		     { 'Q', MENU_EXIT } };

	for (size_t i = 0; i < engine->input.press_count && engine->input.control; i++)
		for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
			if (engine->input.presses[i] == keys[k].code)
				choose(engine, keys[k].bit & engine->menu_bits);
}

void exh_zv_menu_tick(struct exh_zv_engine *engine)
{
	if (engine->input.x != engine->menu.x || engine->input.y != engine->menu.y)
		follow(engine);
	slide(engine);
	hover(engine);
	if (engine->event_count)
		take_event(engine, &engine->events[0]);
	take_hotkeys(engine);
}
