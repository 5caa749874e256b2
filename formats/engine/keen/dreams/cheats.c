/* The cheats. The windows that the original shows are left out, as all are. */
#include "dreams_parts.h"

enum { MANY_ITEMS = 99 };

/* True if the key is pressed and was not held; sets *held. */
static bool is_hit(bool key, bool *held)
{
	const bool hit = key && !*held;

	*held = key;
	return hit;
}

static void report(struct exh_keen_engine *e, const char *name, int64_t value)
{
	const struct exh_event_field fields[] = {
		{ .key = "name", .text = name },
		{ .key = "value", .number = value },
	};

	exh_keen_trace(e, "cheat", fields, sizeof fields / sizeof *fields);
}

static void toggle(struct exh_keen_engine *e, const char *name, bool *cheat)
{
	*cheat = !*cheat;
	report(e, name, *cheat);
}

static void give_items(struct exh_keen_engine *e)
{
	struct gamestate *game = &e->gamestate;

	game->flowerpowers = game->boobusbombs = game->keys = MANY_ITEMS;
	report(e, "items", MANY_ITEMS);
}

static void warp(struct exh_keen_engine *e, uint8_t level)
{
	e->gamestate.mapon = level;
	e->playstate = EXH_KEEN_WARPED;
	report(e, "warp", level);
}

void exh_keen_cheat(struct exh_keen_engine *e, const struct exh_keen_controls *controls)
{
	if (is_hit(controls->god, &e->held_cheats.god))
		toggle(e, "god", &e->god);
	if (is_hit(controls->items, &e->held_cheats.items))
		give_items(e);
	if (is_hit(controls->jump, &e->held_cheats.jump))
		toggle(e, "jump", &e->jump_cheat);
	if (is_hit(controls->warp, &e->held_cheats.warp))
		warp(e, controls->warp_level);
}
