/* STATE(name, leftshape, rightshape, progress, skippable, pushtofloor, tictime, xmove,
 * ymove, think, contact, react, next): see core.h. Source: keen-engine 10.4. */
/* clang-format off */

/* Until he walks. */
#define IDLE(name, shape, tics, next)                                               \
	STATE(name, shape, shape, STEPTHINK, false, false, tics, 0, 0,               \
	      exh_keen_world_think, NULL, exh_keen_draw_react, next)

IDLE(WORLDKEEN, 0, 360, WORLDKEENWAVE1)
IDLE(WORLDKEENWAVE1, 239, 20, WORLDKEENWAVE2)
IDLE(WORLDKEENWAVE2, 240, 20, WORLDKEENWAVE3)
IDLE(WORLDKEENWAVE3, 239, 20, WORLDKEENWAVE4)
IDLE(WORLDKEENWAVE4, 240, 20, WORLDKEENWAVE5)
IDLE(WORLDKEENWAVE5, 239, 20, WORLDKEENWAIT)
IDLE(WORLDKEENWAIT, 224, 400, WORLDKEENSLEEP1)
IDLE(WORLDKEENSLEEP1, 237, 30, WORLDKEENSLEEP2)
IDLE(WORLDKEENSLEEP2, 238, 90, WORLDKEENSLEEP2)
STATE(WORLDWALK, 0, 0, SLIDE, false, false, 4, 16, 16, exh_keen_world_walk, NULL, exh_keen_draw_react, WORLDWALK)

#undef IDLE
/* clang-format on */
