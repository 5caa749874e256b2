/* What a press in the menu does. */
#include "zv_parts.h"

/* It comes to the hand, and first in the list. */
static void take(struct exh_zv_engine *engine, int32_t item)
{
	if (!item)
		return;
	exh_zv_inventory_drop(engine, item);
	exh_zv_inventory_add(engine, item);
}

/* The games have places for what is saved; which, their files do not say. */
static void choose(struct exh_zv_engine *engine, uint32_t bit)
{
	static const char name[] = "menu.sav";
	struct exh_error err;

	if (bit == MENU_EXIT)
		exh_zv_end(engine, "quit");
	else if (bit == MENU_SAVE && !exh_zv_engine_keep_game(engine, name))
		exh_zv_world_note_once(engine->world, "menu",
				       "no more than 16 saved games are kept");
	else if (bit == MENU_RESTORE && exh_zv_engine_restore_game(engine, name, &err))
		exh_zv_world_note_once(engine->world, "menu", err.text);
}

static void press(struct exh_zv_engine *engine, int32_t x)
{
	const int32_t word = (x - MENU_WORDS_X) / MENU_WORD_WIDTH;

	if (x < MENU_WORDS_X) {
		if (engine->menu_bits & MENU_ITEMS)
			take(engine, exh_zv_menu_item(engine, x / MENU_STRIP));
	} else if (word < MENU_WORDS) {
		choose(engine, exh_zv_menu_word(engine, word));
	}
}

bool exh_zv_menu_tick(struct exh_zv_engine *engine)
{
	const struct zv_event event = engine->events[0];

	if (!engine->event_count || event.kind == EVENT_UP ||
	    !exh_zv_menu_has(engine, event.x, event.y))
		return false;
	exh_zv_event_drop(engine);
	press(engine, event.x);
	return true;
}
