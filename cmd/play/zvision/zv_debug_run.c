/* Commands of the debugger: running and stopping. */
#include "play_zvision.h"
#include "task/text.h"

static bool go_on(struct zv_debug *debug, enum zv_debug_mode mode)
{
	debug->mode = mode;
	debug->goes_on = true;
	return true;
}

static bool go(struct zv_debug *debug, char *const *words, size_t count)
{
	(void)words;
	(void)count;
	return go_on(debug, ZV_DEBUG_GOES);
}

static bool step(struct zv_debug *debug, char *const *words, size_t count)
{
	(void)words;
	(void)count;
	return go_on(debug, ZV_DEBUG_EVENTS);
}

static bool next(struct zv_debug *debug, char *const *words, size_t count)
{
	(void)words;
	(void)count;
	return go_on(debug, ZV_DEBUG_RESULTS);
}

static bool tick(struct zv_debug *debug, char *const *words, size_t count)
{
	struct exh_zv_engine_state state;
	int32_t ticks = 1;

	if (count && (!zv_number(words[0], &ticks) || ticks < 1)) {
		text_put(&debug->out, "%s: expected a number of ticks", words[0]);
		return false;
	}
	exh_zv_engine_state(zv_debug_engine(debug), &state);
	/* In the middle of a tick, that one is counted already. */
	debug->tick = state.tick + (uint64_t)ticks - debug->is_in_tick;
	return go_on(debug, ZV_DEBUG_TICKS);
}

static bool quit(struct zv_debug *debug, char *const *words, size_t count)
{
	(void)words;
	(void)count;
	debug->quits = true;
	return true;
}

/*
 * Breakpoints.
 */

static bool add(struct zv_debug *debug, char *const *words, size_t count)
{
	const struct zv_break *added =
		zv_break_add(&debug->breaks, words, count, &debug->out);

	if (added)
		text_put(&debug->out, "%u: %s\n", added->number, added->text);
	return added;
}

static bool watch(struct zv_debug *debug, char *const *words, size_t count)
{
	static char name[] = "watch";
	char *const all[] = { name, words[0] };

	return add(debug, all, count + 1);
}

static bool list(struct zv_debug *debug, char *const *words, size_t count)
{
	(void)words;
	(void)count;
	for (size_t i = 0; i < debug->breaks.count; i++) {
		const struct zv_break *b = &debug->breaks.items[i];

		text_put(&debug->out, "%u: %s, %lu time%s\n", b->number, b->text, b->hits,
			 b->hits == 1 ? "" : "s");
	}
	return true;
}

static bool delete (struct zv_debug *debug, char *const *words, size_t count)
{
	int32_t number;

	if (!count) {
		debug->breaks.count = 0;
		return true;
	}
	if (zv_number(words[0], &number) && number > 0 &&
	    zv_break_remove(&debug->breaks, (unsigned)number))
		return true;
	text_put(&debug->out, "there is no breakpoint %s", words[0]);
	return false;
}

const struct zv_debug_command zv_debug_run_commands[] = {
	{ "continue", "c", 0, 0, "", "run to the next breakpoint", go },
	{ "next", "n", 0, 0, "", "run to the next puzzle that fires, or result", next },
	{ "step", "s", 0, 0, "", "run to the next event of any kind", step },
	{ "tick", "t", 0, 1, "[N]", "run to the beginning of the next tick, or N on",
	  tick },
	{ "break", "b", 1, ZV_DEBUG_WORDS, "puzzle|check|key N",
	  "stop where the puzzle fires or is checked, the key is set (key 5 =1: to 1)",
	  add },
	{ "break", NULL, 1, ZV_DEBUG_WORDS, "action|effect NAME",
	  "stop at such a result; where such a side effect begins or ends", add },
	{ "break", NULL, 1, ZV_DEBUG_WORDS, "location [PLACE]",
	  "stop when the player comes there, or anywhere", add },
	{ "break", NULL, 1, ZV_DEBUG_WORDS, "line SCRIPT:LINE",
	  "stop at this puzzle or result: line gary.scr:12", add },
	{ "watch", "w", 1, 1, "KEY", "stop when the key changes", watch },
	{ "breaks", NULL, 0, 0, "", "list breakpoints", list },
	{ "delete", "d", 0, 1, "[N]", "delete breakpoint N, or all", delete },
	{ "quit", "q", 0, 0, "", "end here", quit },
	{ 0 },
};
