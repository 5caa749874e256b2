/* The menu on the screen. */
#include "zv_parts.h"

#include "exhume/zvision_picture.h"

static const struct {
	const char *text;
	uint32_t bit; /* that a script must have set */
} words[MENU_WORDS] = { { "Save", MENU_SAVE },
			{ "Restore", MENU_RESTORE },
			{ "Settings", MENU_SETTINGS },
			{ "Exit", MENU_EXIT } };

enum { WORD_DROP = 10 /* from the strip's top */ };

uint32_t exh_zv_menu_word(const struct exh_zv_engine *engine, int32_t word)
{
	return engine->menu_bits & words[word].bit;
}

static int64_t top_of(const struct exh_zv_engine *engine)
{
	return exh_zv_view_corner(engine).y - MENU_STRIP;
}

bool exh_zv_menu_has(const struct exh_zv_engine *engine, int32_t x, int32_t y)
{
	const int64_t top = top_of(engine);

	return engine->menu_bits && engine->wait == WAIT_NONE && engine->place[0] &&
	       x >= 0 && x < EXH_ZV_SCREEN_WIDTH && y >= top && y < top + MENU_STRIP;
}

int32_t exh_zv_menu_item(const struct exh_zv_engine *engine, int32_t cell)
{
	int32_t found = 0;

	for (int32_t i = 0; i < zv_get(engine, KEY_ITEM_COUNT) && i < MAX_ITEMS; i++) {
		const int32_t item = zv_get(engine, KEY_ITEMS + i);

		if (item && found++ == cell)
			return item;
	}
	return 0;
}

/*
 * Drawing.
 */

static void draw_item(const struct exh_zv_engine *engine, int32_t cell,
		      const struct exh_zv_picture *screen)
{
	const int32_t item = exh_zv_menu_item(engine, cell);
	const struct exh_zv_cursor_role role = { .is_item = true,
						 .item = (unsigned)item };
	const struct zv_art *art =
		item > 0 ? exh_zv_world_cursor(engine->world, &role) : NULL;

	if (art)
		exh_zv_draw_art(art, screen,
				(int64_t)cell * MENU_STRIP +
					(MENU_STRIP - (int64_t)art->picture.width) / 2,
				top_of(engine) +
					(MENU_STRIP - (int64_t)art->picture.height) / 2);
}

static void draw_word(const struct exh_zv_engine *engine, int32_t word,
		      const struct exh_zv_picture *screen)
{
	const struct exh_zv_text_line line = { .text = words[word].text };
	struct zv_lettering text = { .lines = &line,
				     .line_count = 1,
				     .x = MENU_WORDS_X + (int64_t)word * MENU_WORD_WIDTH,
				     .y = top_of(engine) + WORD_DROP,
				     .width = MENU_WORD_WIDTH,
				     .height = MENU_STRIP - WORD_DROP,
				     .shown = SIZE_MAX };

	if (exh_zv_menu_word(engine, word))
		exh_zv_set_letters(screen, &text);
}

void exh_zv_draw_menu(const struct exh_zv_engine *engine,
		      const struct exh_zv_picture *screen)
{
	if (!exh_zv_menu_has(engine, engine->input.x, engine->input.y))
		return;
	for (int32_t i = 0; engine->menu_bits & MENU_ITEMS && i < MENU_CELLS; i++)
		draw_item(engine, i, screen);
	for (int32_t i = 0; i < MENU_WORDS; i++)
		draw_word(engine, i, screen);
}
