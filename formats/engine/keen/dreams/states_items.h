/* STATE(name, leftshape, rightshape, progress, skippable, pushtofloor, tictime, xmove,
 * ymove, think, contact, react, next): see core.h. Source: keen-engine 10.2. */
/* clang-format off */

/* It flies, and hits somebody. */
#define ITEM_THROWN(name, shape, tics, next)                                             \
	STATE(name, shape, shape, STEPTHINK, false, false, tics, 0, 0, exh_keen_projectile_think, \
	      exh_keen_power_contact, exh_keen_power_react, next)
/* It lies and blinks, and is harmless. */
#define ITEM_BLINK(name, shape, next)                                                   \
	STATE(name, shape, shape, STEP, false, false, 5, 0, 0, exh_keen_power_count_think, \
	      NULL, exh_keen_draw_react, next)

#define ITEM_FLOWER(name, shape, next)                                                   \
	STATE(name, shape, shape, STEPTHINK, false, false, 20, 0, 0, exh_keen_flower_think, \
	      NULL, exh_keen_draw_react, next)

/* Pictures one after the other. */
#define ITEM_PICTURE(name, shape, tics, think, react, next) \
	STATE(name, shape, shape, STEP, false, false, tics, 0, 0, think, NULL, react, next)

STATE(BONUS, 0, 0, STEP, false, false, 20, 0, 0, exh_keen_bonus_think, NULL, exh_keen_draw_react2,
      BONUS)
STATE(BONUSRISE, 0, 0, SLIDE, false, false, 40, 0, 8, NULL, NULL, exh_keen_draw_react3, NONE)
STATE(DOOR, 211, 211, THINK, false, false, 0, 0, 0, NULL, exh_keen_door_contact,
      exh_keen_draw_react, NONE)
STATE(DOORRAISE, 211, 211, SLIDE, false, false, 24, 0, 32, NULL, exh_keen_door_contact,
      exh_keen_draw_react, NONE)
ITEM_THROWN(FLOWERPOWER1, 162, 10, FLOWERPOWER2)
ITEM_THROWN(FLOWERPOWER2, 163, 10, FLOWERPOWER1)
ITEM_THROWN(BOOBUSBOMB1, 192, 5, BOOBUSBOMB2)
ITEM_THROWN(BOOBUSBOMB2, 194, 5, BOOBUSBOMB1)
ITEM_BLINK(POWERBLINK1, 162, POWERBLINK2)
ITEM_BLINK(POWERBLINK2, -1, POWERBLINK1)
ITEM_PICTURE(BOMBEXPLODE1, 195, 5, NULL, exh_keen_draw_react, BOMBEXPLODE2)
ITEM_PICTURE(BOMBEXPLODE2, 196, 5, NULL, exh_keen_draw_react, BOMBEXPLODE3)
ITEM_PICTURE(BOMBEXPLODE3, 195, 5, NULL, exh_keen_draw_react, BOMBEXPLODE4)
ITEM_PICTURE(BOMBEXPLODE4, 196, 5, NULL, exh_keen_draw_react, BOMBEXPLODE5)
ITEM_PICTURE(BOMBEXPLODE5, 195, 5, NULL, exh_keen_draw_react, BOMBEXPLODE6)
ITEM_PICTURE(BOMBEXPLODE6, 196, 5, NULL, exh_keen_draw_react, NONE)
ITEM_FLOWER(FLOWER1, 164, FLOWER2)
ITEM_FLOWER(FLOWER2, 165, FLOWER3)
ITEM_FLOWER(FLOWER3, 166, FLOWER4)
ITEM_FLOWER(FLOWER4, 167, FLOWER5)
ITEM_FLOWER(FLOWER5, 166, FLOWER6)
ITEM_FLOWER(FLOWER6, 165, FLOWER1)
ITEM_PICTURE(POOFTO1, 168, 10, NULL, exh_keen_draw_react2, POOFTO2)
ITEM_PICTURE(POOFTO2, 169, 10, NULL, exh_keen_draw_react2, POOFTO3)
ITEM_PICTURE(POOFTO3, 170, 10, NULL, exh_keen_draw_react2, POOFTO4)
ITEM_PICTURE(POOFTO4, 171, 10, NULL, exh_keen_draw_react2, NONE)
ITEM_PICTURE(POOFFROM1, 171, 10, NULL, exh_keen_draw_react2, POOFFROM2)
ITEM_PICTURE(POOFFROM2, 170, 10, NULL, exh_keen_draw_react2, POOFFROM3)
ITEM_PICTURE(POOFFROM3, 169, 10, NULL, exh_keen_draw_react2, POOFFROM4)
ITEM_PICTURE(POOFFROM4, 168, 20, exh_keen_change_from_flower_think, exh_keen_draw_react2, POOFFROM5)
ITEM_PICTURE(POOFFROM5, 169, 10, NULL, exh_keen_draw_react2, POOFFROM6)
ITEM_PICTURE(POOFFROM6, 170, 10, NULL, exh_keen_draw_react2, POOFFROM7)
ITEM_PICTURE(POOFFROM7, 171, 10, NULL, exh_keen_draw_react2, NONE)
/* clang-format on */
