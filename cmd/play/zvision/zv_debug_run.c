/* Commands of the debugger: running and stopping. */
#include "play_zvision.h"
#include "task/text.h"

static bool go_on(struct debugger *d, enum zv_debug_mode mode)
{
	zv_debug_of(d)->mode = mode;
	d->goes_on = true;
	return true;
}

static bool go(struct debugger *d)
{
	return go_on(d, ZV_DEBUG_GOES);
}

static bool step(struct debugger *d)
{
	return go_on(d, ZV_DEBUG_EVENTS);
}

static bool next(struct debugger *d)
{
	return go_on(d, ZV_DEBUG_RESULTS);
}

static bool tick(struct debugger *d)
{
	struct zv_debug *debug = zv_debug_of(d);
	const struct exh_zv_engine_state state = zv_player_state(zv_debug_of(d)->player);
	int32_t ticks = 1;

	if (d->count && (!zv_number(d->words[0], &ticks) || ticks < 1)) {
		text_put(&d->out, "%s: expected a number of ticks", d->words[0]);
		return false;
	}
	/* Within a tick, that tick is already counted. */
	debug->tick = state.tick + (uint64_t)ticks - debug->is_in_tick;
	return go_on(d, ZV_DEBUG_TICKS);
}

/*
 * Breakpoints.
 */

static bool add(struct debugger *d)
{
	return zv_break_add(d, d->words, d->count);
}

static bool watch(struct debugger *d)
{
	static char name[] = "watch";
	char *const all[] = { name, d->words[0] };

	return zv_break_add(d, all, 2);
}

const struct debugger_command zv_debug_run_commands[] = {
	{ "continue", "c", 0, 0, "", "run to the next breakpoint", go },
	{ "next", "n", 0, 0, "", "run to the next puzzle that fires, or result", next },
	{ "step", "s", 0, 0, "", "run to the next event of any kind", step },
	{ "tick", "t", 0, 1, "[N]", "run to the beginning of the next tick, or N on",
	  tick },
	{ "break", "b", 1, DEBUGGER_WORDS, "puzzle|check|key N",
	  "stop where the puzzle fires or is checked, the key is set (key 5 =1: to 1)",
	  add },
	{ "break", NULL, 1, DEBUGGER_WORDS, "action|effect NAME",
	  "stop at such a result; where such a side effect begins or ends", add },
	{ "break", NULL, 1, DEBUGGER_WORDS, "location [PLACE]",
	  "stop when the player comes there, or anywhere", add },
	{ "break", NULL, 1, DEBUGGER_WORDS, "line SCRIPT:LINE",
	  "stop at this puzzle or result: line gary.scr:12", add },
	{ "watch", "w", 1, 1, "KEY", "stop when the key changes", watch },
	{ "breaks", NULL, 0, 0, "", "list breakpoints", debugger_list_breaks },
	{ "delete", "d", 0, 1, "[N]", "delete breakpoint N, or all",
	  debugger_delete_break },
	{ "quit", "q", 0, 0, "", "end here", debugger_quit },
	{ 0 },
};
