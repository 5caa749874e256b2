/* Questions and messages in the game's own words, at the top of the screen, and notices
 * of cheats. */
#include "zv_parts.h"

#include <stdio.h>
#include <string.h>

enum {
	MESSAGE_TICKS = (2000 + EXH_ZV_TICK_MS - 1) / EXH_ZV_TICK_MS,
	KEY_RETURN = 0x0d,
	KEY_ESCAPE = 0x1b,
	KEY_F4 = 0x73,
	TEXT_DROP = 10, /* from the top */
};

static void begin(struct exh_zv_engine *engine, enum zv_wait wait, enum zv_talk_line line)
{
	engine->wait = wait;
	engine->talk = (struct zv_talk){ line, MESSAGE_TICKS };
}

void exh_zv_ask(struct exh_zv_engine *engine, enum zv_talk_line line)
{
	begin(engine, WAIT_QUESTION, line);
}

void exh_zv_tell(struct exh_zv_engine *engine, enum zv_talk_line line)
{
	begin(engine, WAIT_MESSAGE, line);
}

/*
 * Answers.
 */

static uint8_t key_for_yes(const struct exh_zv_world *world)
{
	static const uint8_t keys[] = { [EXH_ZV_ENGLISH] = 'Y',
					[EXH_ZV_GERMAN] = 'J',
					[EXH_ZV_SPANISH] = 'S',
					[EXH_ZV_FRENCH] = 'O' };
	const bool is_french = world->language == EXH_ZV_FRENCH;

	return is_french && world->game == EXH_ZV_NEMESIS ? KEY_F4
							  : keys[world->language];
}

/* Keys other than yes and no are ignored, except in the French Nemesis: there they mean
 * no. */
static bool is_answer(const struct exh_zv_world *world, uint8_t code)
{
	return code == 'N' || key_for_yes(world) == KEY_F4 || code == key_for_yes(world);
}

static void accept(struct exh_zv_engine *engine)
{
	if (engine->talk.line == TALK_REPLACE) {
		engine->request.is_confirmed = true;
		return;
	}
	exh_zv_set(engine, KEY_QUITS, 1);
	exh_zv_end(engine, "quit");
}

static bool question_tick(struct exh_zv_engine *engine)
{
	for (size_t i = 0; i < engine->input.press_count; i++) {
		const uint8_t code = engine->input.presses[i];

		if (!is_answer(engine->world, code))
			continue;
		engine->wait = WAIT_NONE;
		if (code == key_for_yes(engine->world))
			accept(engine);
		else
			engine->request = (struct zv_request){ .kind = REQUEST_NONE };
		return false;
	}
	return true;
}

static bool message_tick(struct exh_zv_engine *engine)
{
	bool is_over = !--engine->talk.ticks_left;

	for (size_t i = 0; i < engine->input.press_count; i++) {
		const uint8_t code = engine->input.presses[i];

		is_over |= code == ' ' || code == KEY_RETURN || code == KEY_ESCAPE;
	}
	if (!is_over)
		return true;
	engine->wait = WAIT_NONE;
	/* From a room of the menu the player returns after the game is saved. */
	if (engine->talk.line == TALK_SAVED && zv_is_menu(engine->place))
		exh_zv_change_place(engine, "0000", 0);
	return false;
}

bool exh_zv_talk_tick(struct exh_zv_engine *engine)
{
	return engine->wait == WAIT_QUESTION ? question_tick(engine)
					     : message_tick(engine);
}

/*
 * Drawing.
 */

/* Returns words for a game without its own. */
static const char *usual_words(enum zv_talk_line line)
{
	switch (line) {
	case TALK_QUIT:
		return "Exit? Y: yes, N: no";
	case TALK_REPLACE:
		return "Replace the saved game? Y: yes, N: no";
	case TALK_NO_TITLE:
		return "A saved game needs a title";
	default:
		return "Saved";
	}
}

static void draw_line(const struct exh_zv_picture *screen, const char *words, int64_t top)
{
	const struct exh_zv_text_line line = { .text = words };
	struct zv_lettering text = { .lines = &line,
				     .line_count = 1,
				     .y = top + TEXT_DROP,
				     .width = EXH_ZV_SCREEN_WIDTH,
				     .height = MENU_STRIP - TEXT_DROP,
				     .shown = SIZE_MAX };

	exh_zv_set_letters(screen, &text);
}

/* Below the window, where nothing covers it. */
static void draw_notice(const struct exh_zv_engine *engine,
			const struct exh_zv_picture *screen)
{
	char text[64];

	if (engine->notice.kind == NOTICE_RATE)
		snprintf(text, sizeof text, "%d frames per second",
			 1000 / EXH_ZV_TICK_MS);
	else
		snprintf(text, sizeof text, "Place %.4s, offset %d", engine->place,
			 (int)zv_get(engine, KEY_OFFSET));
	draw_line(screen, text, EXH_ZV_SCREEN_HEIGHT - MENU_STRIP);
}

void exh_zv_draw_talk(const struct exh_zv_engine *engine,
		      const struct exh_zv_picture *screen)
{
	const char *text = "";
	struct exh_bytes file;

	if (engine->notice.ticks_left)
		draw_notice(engine, screen);
	if (engine->wait != WAIT_QUESTION && engine->wait != WAIT_MESSAGE)
		return;
	if (exh_zv_world_read(engine->world, zv_system_strings(engine), &file)) {
		exh_zv_world_release(engine->world, file);
		text = exh_zv_system_string(engine, (int32_t)engine->talk.line);
	}
	memset(screen->pixels, 0, MENU_STRIP * screen->width * sizeof *screen->pixels);
	draw_line(screen, text[0] ? text : usual_words(engine->talk.line), 0);
}
