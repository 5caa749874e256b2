/*
 * Words that are typed anywhere in a game but in its menu.
 *
 * Source: zvision, second part, 3.
 */
#include "zv_parts.h"

#include <string.h>

enum {
	NEMESIS = 1 << EXH_ZV_NEMESIS,
	ZGI = 1 << EXH_ZV_ZGI,
	NOTICE_TICKS = (3000 + EXH_ZV_TICK_MS - 1) / EXH_ZV_TICK_MS,
	KEY_DEATH = 2201, /* cause of death */
};

/*
 * Effects.
 */

/* Plays a greeting, another one in the room of the sailor. */
static void sail(struct exh_zv_engine *engine)
{
	const bool is_there = memcmp(engine->place, "vb10", PLACE_SIZE) == 0;
	const struct zv_music music = {
		.sound = exh_zv_world_sound(engine->world,
					    is_there ? "v000hpta.raw" : "v000hnta.raw"),
		.start_tick = engine->tick,
		.is_universal = true,
		.volume = ZV_FULL_VOLUME,
		.with = ZV_NO_KEY,
	};

	if (music.sound)
		exh_zv_effect_start(engine, &(struct zv_effect){ .kind = EFFECT_MUSIC,
								 .key = ZV_NO_KEY,
								 .scope = ZV_UNIVERSE,
								 .music = music });
}

static void notice(struct exh_zv_engine *engine, enum zv_notice_kind kind)
{
	engine->notice = (struct zv_notice){ kind, NOTICE_TICKS };
}

static void show_place(struct exh_zv_engine *engine)
{
	notice(engine, NOTICE_PLACE);
}

static void show_rate(struct exh_zv_engine *engine)
{
	notice(engine, NOTICE_RATE);
}

static void turn_cheats(struct exh_zv_engine *engine)
{
	exh_zv_set(engine, KEY_CHEATS, 1 - zv_get(engine, KEY_CHEATS));
}

/* Goes to the place whose letters were typed last. */
static void leap(struct exh_zv_engine *engine)
{
	char place[PLACE_SIZE];

	for (size_t i = 0; i < PLACE_SIZE; i++) {
		const uint8_t code = engine->typed[ZV_TYPED - PLACE_SIZE + i];

		place[i] = (char)(code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code);
	}
	if (zv_get(engine, KEY_CHEATS) == 1 && exh_zv_is_place(place))
		exh_zv_change_place(engine, place, 0);
}

static void ask_for_hint(struct exh_zv_engine *engine)
{
	if (zv_get(engine, KEY_VENUS_ENABLED) == 1 && engine->place[0] == 't')
		exh_zv_change_place(engine, "gjhe", 0);
}

/*
 * Words. Others that players know are in the games' scripts, or do nothing.
 */

static const struct {
	const char *word; /* virtual-key codes; "?" stands for any */
	unsigned games;
	const char *place; /* destination; NULL: none */
	int32_t key, value;
	void (*act)(struct exh_zv_engine *engine);
} cheats[] = {
	{ "CHLOE", NEMESIS, "tm2g", 224, 1, NULL },
	{ "IDKFA", NEMESIS, "tw3f", 249, 1, NULL },
	{ "309NEWDORMA", NEMESIS, "gjgj", ZV_NO_KEY, 0, NULL },
	{ "77MASSAVE", NEMESIS, NULL, ZV_NO_KEY, 0, show_place },
	{ "HELLOSAILOR", NEMESIS, NULL, ZV_NO_KEY, 0, sail },
	{ "3100OPB", ZGI, NULL, ZV_NO_KEY, 0, show_place },
	{ "KILLMENOW", ZGI, "gjde", KEY_DEATH, 35, NULL },
	{ "MIKESPANTS", ZGI, "gjtm", ZV_NO_KEY, 0, NULL },
	{ "FRAME", NEMESIS | ZGI, NULL, ZV_NO_KEY, 0, show_rate },
	{ "XYZZY", NEMESIS | ZGI, NULL, ZV_NO_KEY, 0, turn_cheats },
	{ "GO????", NEMESIS | ZGI, NULL, ZV_NO_KEY, 0, leap },
	{ "\xbf", NEMESIS | ZGI, NULL, ZV_NO_KEY, 0, ask_for_hint },
};

/* True if the codes that were typed last are these. */
static bool is_typed(const struct exh_zv_engine *engine, const char *word)
{
	const size_t size = strlen(word);

	for (size_t i = 0; i < size; i++)
		if (word[i] != '?' &&
		    engine->typed[ZV_TYPED - size + i] != (uint8_t)word[i])
			return false;
	return true;
}

static void perform(struct exh_zv_engine *engine, size_t i)
{
	exh_zv_set(engine, cheats[i].key, cheats[i].value);
	if (cheats[i].place)
		exh_zv_change_place(engine, cheats[i].place, 0);
	if (cheats[i].act)
		cheats[i].act(engine);
}

static void take(struct exh_zv_engine *engine, uint8_t code)
{
	memmove(engine->typed, engine->typed + 1, ZV_TYPED - 1);
	engine->typed[ZV_TYPED - 1] = code;
	for (size_t i = 0; i < sizeof cheats / sizeof *cheats; i++)
		if (cheats[i].games & 1U << engine->world->game &&
		    !zv_is_menu(engine->place) && is_typed(engine, cheats[i].word))
			perform(engine, i);
}

void exh_zv_cheats_tick(struct exh_zv_engine *engine)
{
	engine->notice.ticks_left -= engine->notice.ticks_left > 0;
	for (size_t i = 0; i < engine->input.press_count; i++)
		take(engine, engine->input.presses[i]);
}
