/* Opening and closing of the menus, and their entries. */
#include "zv_parts.h"

enum {
	MAIN_STEP = 2,	 /* pixels a tick: 64 in a second */
	CELLS_STEP = 19, /* 600 in a second */
	MAIN_ROWS = 8,	 /* rows in which Grand Inquisitor opens its main menu */
	MAIN_X = 64,
	MAIN_WIDTH = 512,
	TAB_WIDTH = 28,
	KEY_YES = 'Y',
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

/* Returns the menu under the mouse: an open menu stays as long as the mouse is near. */
static enum zv_menu_kind kind_of(const struct exh_zv_engine *engine)
{
	const enum zv_menu_kind kind =
		engine->menu.is_left ? MENU_CLOSED : engine->menu.kind;

	if (!exh_zv_menu_is_near(engine))
		return MENU_CLOSED;
	if (kind != MENU_CLOSED && exh_zv_menu_allows(engine, kind))
		return kind;
	return exh_zv_menu_allows(engine, opens(engine)) ? opens(engine) : MENU_CLOSED;
}

/* Slides the menu; the bar of Nemesis slides away, too. */
static void slide(struct exh_zv_engine *engine, enum zv_menu_kind kind)
{
	struct zv_menu *menu = &engine->menu;
	int32_t step;

	menu->is_left = kind == MENU_CLOSED && engine->world->game == EXH_ZV_NEMESIS;
	if (!menu->is_left && kind != menu->kind)
		*menu = (struct zv_menu){ .kind = kind };
	step = menu->kind == MENU_MAIN ? MAIN_STEP : CELLS_STEP;
	menu->shown = zv_clamp((int64_t)menu->shown + (menu->is_left ? -step : step), 0,
			       exh_zv_menu_way(menu->kind));
	if (menu->is_left && !menu->shown)
		*menu = (struct zv_menu){ .kind = MENU_CLOSED };
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
		engine->wait = WAIT_QUESTION;
}

static void release(struct exh_zv_engine *engine, int32_t entry)
{
	const int32_t value = exh_zv_menu_value(engine, entry);

	if (engine->menu.kind == MENU_OF_ITEMS)
		swap_item(engine, entry);
	else if (engine->menu.kind == MENU_OF_MAGIC)
		cast(engine, value);
	else
		choose(engine, (uint32_t)value);
}

static void take_event(struct exh_zv_engine *engine, const struct zv_event *event)
{
	const int32_t entry = exh_zv_menu_entry(engine, event->x, event->y);

	if (event->kind == EVENT_UP && engine->menu.kind != MENU_CLOSED &&
	    !engine->menu.is_left && entry >= 0)
		release(engine, entry);
}

void exh_zv_menu_tick(struct exh_zv_engine *engine)
{
	const enum zv_menu_kind kind = kind_of(engine);

	if (zv_get(engine, KEY_MENU) != (int32_t)kind)
		exh_zv_set(engine, KEY_MENU, (int32_t)kind);
	slide(engine, kind);
	if (engine->event_count)
		take_event(engine, &engine->events[0]);
}

bool exh_zv_question_tick(struct exh_zv_engine *engine)
{
	if (!engine->input.press_count)
		return true;
	engine->wait = WAIT_NONE;
	if (engine->input.presses[0] == KEY_YES) {
		exh_zv_set(engine, KEY_QUITS, 1);
		exh_zv_end(engine, "quit");
	}
	return false;
}
