/* The player's end. Source: keen-engine 10.1. */
#include "actors.h"

void exh_keen_kill_player(struct exh_keen_engine *e)
{
	struct object *ob = player_of(e);

	if (e->god)
		return;
	exh_keen_play_sound(e, SOUND_DIE);
	ob->needtoclip = false;
	exh_keen_change_state(e, ob, STATE_KEENDIE1);
}

void exh_keen_player_die_think(struct exh_keen_engine *e, struct object *ob)
{
	(void)ob;
	e->playstate = EXH_KEEN_DIED;
}
