#include "play_sci.h"

bool sci_score(const struct sci_player *player, struct exh_sci_reg *out)
{
	const int32_t game = sci_state_of(player).game_global;

	*out = (struct exh_sci_reg){ 0, 0 };
	if (!player->score.given && game < 0)
		return true;
	return exh_sci_vm_global(exh_sci_engine_vm(player->engine),
				 player->score.given ? (unsigned)player->score.value
						     : (unsigned)game + SCI_SCORE_PLACE,
				 out);
}
