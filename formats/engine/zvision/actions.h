/* What the files of actions share. */
#ifndef EXH_ENGINE_ZVISION_ACTIONS_H
#define EXH_ENGINE_ZVISION_ACTIONS_H

#include "zv_parts.h"

typedef void zv_act_fn(struct exh_zv_engine *engine, const struct zv_where *where);

/* Argument i as a value, 0 if there is none: "[K]" is looked up. */
int32_t exh_zv_arg(const struct exh_zv_engine *engine, const struct zv_where *where,
		   size_t i);
/* ... as a key, or ZV_NO_KEY */
int32_t exh_zv_arg_key(const struct exh_zv_engine *engine, const struct zv_where *where,
		       size_t i);
/* ... as a number with a fraction: it must be there. */
double exh_zv_arg_real(const struct zv_where *where, size_t i);
/* ... as a word, without the quotes that it may stand in */
struct exh_bytes exh_zv_arg_word(const struct zv_where *where, size_t i);
/* ... as the name of a file. False: it is none. */
bool exh_zv_arg_name(const struct zv_where *where, size_t i, char name[ZV_NAME_SIZE]);
/* ... four of them, from i on. */
struct zv_rectangle exh_zv_arg_rectangle(const struct exh_zv_engine *engine,
					 const struct zv_where *where, size_t i);
/* Is it this word, in upper or lower case, with or without quotes? */
bool exh_zv_arg_is(const struct zv_where *where, size_t i, const char *word);

/* Notes it once for each action: "gary.scr: line 4: ttytext: ...". */
void exh_zv_action_note(struct exh_zv_engine *engine, const struct zv_where *where,
			const char *what);

/* Pictures and animations (actions_pictures.c), sounds (actions_sound.c). */
zv_act_fn exh_zv_set_screen, exh_zv_set_partial_screen, exh_zv_animplay,
	exh_zv_animpreload, exh_zv_playpreload, exh_zv_animunload, exh_zv_streamvideo,
	exh_zv_distort, exh_zv_region, exh_zv_ttytext, exh_zv_rotate_to;
zv_act_fn exh_zv_music, exh_zv_universe_music, exh_zv_crossfade, exh_zv_attenuate,
	exh_zv_pan_track, exh_zv_syncsound;

#endif
