/*
 * STATE(name, leftshape, rightshape, progress, skippable, pushtofloor, tictime, xmove,
 * ymove, think, contact, react, next): see struct state. Saved games have their numbers,
 * so that their order stays. Source: keen-engine 10.
 */
/* clang-format off */

/* A picture of several, one after the other. */
#define PICTURE(name, shape, tics, think, react, next) \
	STATE(name, shape, shape, STEP, false, false, tics, 0, 0, think, NULL, react, next)

/*
 * The score box: 10.6.
 */

STATE(SCOREBOX, 0, 0, THINK, false, false, 0, 0, 0, exh_keen_scorebox_think, NULL,
      exh_keen_scorebox_react, NONE)

/*
 * Items: 10.2.
 */

/* State of a thing that flies and hits somebody. */
#define ITEM_THROWN(name, shape, tics, next)                                             \
	STATE(name, shape, shape, STEPTHINK, false, false, tics, 0, 0, exh_keen_projectile_think, \
	      exh_keen_power_contact, exh_keen_power_react, next)
/* State of a thing that lies and blinks, and is harmless. */
#define ITEM_BLINK(name, shape, next)                                                   \
	STATE(name, shape, shape, STEP, false, false, 5, 0, 0, exh_keen_power_count_think, \
	      NULL, exh_keen_draw_react, next)

#define ITEM_FLOWER(name, shape, next)                                                   \
	STATE(name, shape, shape, STEPTHINK, false, false, 20, 0, 0, exh_keen_flower_think, \
	      NULL, exh_keen_draw_react, next)

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
PICTURE(BOMBEXPLODE1, 195, 5, NULL, exh_keen_draw_react, BOMBEXPLODE2)
PICTURE(BOMBEXPLODE2, 196, 5, NULL, exh_keen_draw_react, BOMBEXPLODE3)
PICTURE(BOMBEXPLODE3, 195, 5, NULL, exh_keen_draw_react, BOMBEXPLODE4)
PICTURE(BOMBEXPLODE4, 196, 5, NULL, exh_keen_draw_react, BOMBEXPLODE5)
PICTURE(BOMBEXPLODE5, 195, 5, NULL, exh_keen_draw_react, BOMBEXPLODE6)
PICTURE(BOMBEXPLODE6, 196, 5, NULL, exh_keen_draw_react, NONE)
ITEM_FLOWER(FLOWER1, 164, FLOWER2)
ITEM_FLOWER(FLOWER2, 165, FLOWER3)
ITEM_FLOWER(FLOWER3, 166, FLOWER4)
ITEM_FLOWER(FLOWER4, 167, FLOWER5)
ITEM_FLOWER(FLOWER5, 166, FLOWER6)
ITEM_FLOWER(FLOWER6, 165, FLOWER1)
PICTURE(POOFTO1, 168, 10, NULL, exh_keen_draw_react2, POOFTO2)
PICTURE(POOFTO2, 169, 10, NULL, exh_keen_draw_react2, POOFTO3)
PICTURE(POOFTO3, 170, 10, NULL, exh_keen_draw_react2, POOFTO4)
PICTURE(POOFTO4, 171, 10, NULL, exh_keen_draw_react2, NONE)
PICTURE(POOFFROM1, 171, 10, NULL, exh_keen_draw_react2, POOFFROM2)
PICTURE(POOFFROM2, 170, 10, NULL, exh_keen_draw_react2, POOFFROM3)
PICTURE(POOFFROM3, 169, 10, NULL, exh_keen_draw_react2, POOFFROM4)
PICTURE(POOFFROM4, 168, 20, exh_keen_change_from_flower_think, exh_keen_draw_react2, POOFFROM5)
PICTURE(POOFFROM5, 169, 10, NULL, exh_keen_draw_react2, POOFFROM6)
PICTURE(POOFFROM6, 170, 10, NULL, exh_keen_draw_react2, POOFFROM7)
PICTURE(POOFFROM7, 171, 10, NULL, exh_keen_draw_react2, NONE)

/*
 * The player: 10.1.
 */

/* Nothing is pressed. */
#define KEEN_PAUSE(name, left, right, tics, ymove, next)                              \
	STATE(name, left, right, STEPTHINK, false, true, tics, 0, ymove,              \
	      exh_keen_player_pause_think, exh_keen_player_contact, exh_keen_player_stand_react, \
	      next)
#define KEEN_SLEEP(name, shape, next)                                                \
	STATE(name, shape, shape, STEPTHINK, false, true, 120, 0, 0,                 \
	      exh_keen_player_sleep_think, exh_keen_player_contact, exh_keen_player_stand_react, \
	      next)
#define KEEN_WALK(name, left, right, next)                                   \
	STATE(name, left, right, SLIDETHINK, true, true, 6, 24, 0,           \
	      exh_keen_player_walk_think, exh_keen_player_contact,                      \
	      exh_keen_player_walk_react, next)

/* He flies, and all that he can do there. */
#define KEEN_AIR(name, left, right, next)                                              \
	STATE(name, left, right, THINK, false, false, 0, 0, 0, exh_keen_player_air_think, \
	      exh_keen_player_contact, exh_keen_player_air_react, next)

#define KEEN_CLIMB(name, left, right, next)                                 \
	STATE(name, left, right, SLIDETHINK, false, false, 8, 0, 8,         \
	      exh_keen_player_climb_think, exh_keen_player_contact, exh_keen_draw_react, next)
#define KEEN_SLIDE(name, shape, next)                                                  \
	STATE(name, shape, shape, SLIDE, false, false, 8, 0, 24, exh_keen_player_drop_think, \
	      exh_keen_player_contact, exh_keen_draw_react, next)

/* Throws: he reaches out, lets go, and has an empty hand. */
#define KEEN_THROW(name, left, right, skips, tics, think, next)                         \
	STATE(name, left, right, STEP, skips, true, tics, 0, 0, think, exh_keen_player_contact,    \
	      exh_keen_player_stand_react, next)
#define KEEN_AIR_THROW(name, left, right)                                              \
	STATE(name##1, left, right, STEPTHINK, false, false, 8, 0, 0, exh_keen_projectile_think, \
	      exh_keen_player_contact, exh_keen_player_air_react, name##2)                        \
	STATE(name##2, (left) + 1, (right) + 1, STEP, true, false, 1, 0, 0,            \
	      exh_keen_player_throw_think, exh_keen_player_contact, exh_keen_player_air_react,    \
	      name##3)                                                                 \
	STATE(name##3, (left) + 1, (right) + 1, STEPTHINK, false, false, 10, 0, 0,     \
	      exh_keen_projectile_think, exh_keen_player_contact, exh_keen_player_air_react, KEENJUMPUP3)
#define KEEN_POLE_THROW(name, left, right)                                            \
	STATE(name##1, left, right, STEP, false, false, 8, 0, 0, NULL, exh_keen_player_contact,  \
	      exh_keen_draw_react, name##2)                                                    \
	STATE(name##2, (left) + 1, (right) + 1, STEP, true, false, 1, 0, 0,           \
	      exh_keen_player_throw_think, exh_keen_player_contact, exh_keen_draw_react, name##3)         \
	STATE(name##3, (left) + 1, (right) + 1, STEP, false, false, 10, 0, 0, NULL,   \
	      exh_keen_player_contact, exh_keen_draw_react, KEENPOLE)

KEEN_PAUSE(KEENSTAND, 80, 72, 4, 16, KEENSTAND)
KEEN_PAUSE(KEENPAUSELOOK, 95, 88, 60, 0, KEENSTAND)
KEEN_PAUSE(KEENYAWN1, 102, 102, 40, 0, KEENYAWN2)
KEEN_PAUSE(KEENYAWN2, 103, 103, 40, 0, KEENYAWN3)
KEEN_PAUSE(KEENYAWN3, 104, 104, 40, 0, KEENYAWN4)
KEEN_PAUSE(KEENYAWN4, 105, 105, 40, 0, KEENSTAND)
KEEN_PAUSE(KEENWAIT1, 97, 90, 90, 0, KEENWAIT2)
KEEN_PAUSE(KEENWAIT2, 96, 89, 10, 0, KEENWAIT3)
KEEN_PAUSE(KEENWAIT3, 97, 90, 90, 0, KEENWAIT4)
KEEN_PAUSE(KEENWAIT4, 96, 89, 10, 0, KEENWAIT5)
KEEN_PAUSE(KEENWAIT5, 97, 90, 90, 0, KEENWAIT6)
KEEN_PAUSE(KEENWAIT6, 98, 91, 70, 0, KEENSTAND)
KEEN_PAUSE(KEENGOSLEEP1, 113, 113, 20, 0, KEENGOSLEEP2)
STATE(KEENGOSLEEP2, 114, 114, STEP, false, true, 20, 0, 0, exh_keen_player_go_sleep_think,
      exh_keen_player_contact, exh_keen_player_stand_react, KEENSLEEP1)
KEEN_SLEEP(KEENSLEEP1, 115, KEENSLEEP2)
KEEN_SLEEP(KEENSLEEP2, 116, KEENSLEEP1)
STATE(KEENGETUP, 161, 156, STEP, false, true, 15, 0, 0, NULL, exh_keen_player_contact, exh_keen_draw_react,
      KEENSTAND)
PICTURE(KEENDIE1, 135, 20, NULL, exh_keen_draw_react, KEENDIE2)
PICTURE(KEENDIE2, 136, 20, NULL, exh_keen_draw_react, KEENDIE3)
PICTURE(KEENDIE3, 137, 120, exh_keen_player_die_think, exh_keen_draw_react, KEENDIE3)
STATE(KEENLOOKUP, 95, 88, THINK, false, true, 0, 0, 0, exh_keen_player_stand_think,
      exh_keen_player_contact, exh_keen_player_stand_react, KEENLOOKUP)
STATE(KEENDUCK, 107, 106, THINK, false, true, 0, 0, 0, exh_keen_player_duck_think,
      exh_keen_player_contact, exh_keen_player_stand_react, KEENDUCK)
KEEN_WALK(KEENWALK1, 81, 73, KEENWALK2)
KEEN_WALK(KEENWALK2, 82, 74, KEENWALK3)
KEEN_WALK(KEENWALK3, 83, 75, KEENWALK4)
KEEN_WALK(KEENWALK4, 84, 76, KEENWALK1)
KEEN_THROW(KEENTHROW1, 108, 117, true, 4, NULL, KEENTHROW2)
KEEN_THROW(KEENTHROW2, 109, 118, false, 4, NULL, KEENTHROW3)
KEEN_THROW(KEENTHROW3, 110, 119, true, 1, exh_keen_player_throw_think, KEENTHROW4)
KEEN_THROW(KEENTHROW4, 110, 119, false, 10, NULL, KEENSTAND)
KEEN_THROW(KEENTHROWUP1, 111, 111, false, 8, NULL, KEENTHROWUP2)
KEEN_THROW(KEENTHROWUP2, 112, 112, true, 1, exh_keen_player_throw_think, KEENTHROWUP3)
KEEN_THROW(KEENTHROWUP3, 112, 112, false, 10, NULL, KEENSTAND)
KEEN_AIR(KEENJUMPUP1, 100, 93, KEENJUMPUP2)
KEEN_AIR(KEENJUMPUP2, 101, 94, KEENJUMPUP3)
KEEN_AIR(KEENJUMPUP3, 100, 93, KEENSTAND)
KEEN_AIR(KEENJUMP1, 85, 77, KEENJUMP2)
KEEN_AIR(KEENJUMP2, 86, 78, KEENJUMP3)
KEEN_AIR(KEENJUMP3, 87, 79, KEENSTAND)
KEEN_AIR_THROW(KEENAIRTHROW, 123, 129)
KEEN_AIR_THROW(KEENAIRTHROWUP, 125, 131)
KEEN_AIR_THROW(KEENAIRTHROWDOWN, 127, 133)
STATE(KEENPOLE, 145, 138, THINK, false, false, 0, 0, 0, exh_keen_player_pole_think,
      exh_keen_player_contact, exh_keen_draw_react, KEENPOLE)
KEEN_CLIMB(KEENCLIMB1, 145, 138, KEENCLIMB2)
KEEN_CLIMB(KEENCLIMB2, 146, 139, KEENCLIMB3)
KEEN_CLIMB(KEENCLIMB3, 147, 140, KEENCLIMB1)
KEEN_SLIDE(KEENSLIDE1, 141, KEENSLIDE2)
KEEN_SLIDE(KEENSLIDE2, 142, KEENSLIDE3)
KEEN_SLIDE(KEENSLIDE3, 143, KEENSLIDE4)
KEEN_SLIDE(KEENSLIDE4, 144, KEENSLIDE1)
KEEN_POLE_THROW(KEENPOLETHROW, 148, 150)
KEEN_POLE_THROW(KEENPOLETHROWUP, 152, 157)
KEEN_POLE_THROW(KEENPOLETHROWDOWN, 159, 154)
PICTURE(KEENZEE1, 120, 30, NULL, exh_keen_draw_react, KEENZEE2)
PICTURE(KEENZEE2, 121, 30, NULL, exh_keen_draw_react, KEENZEE3)
PICTURE(KEENZEE3, 122, 30, NULL, exh_keen_draw_react, KEENZEE1)

/*
 * Enemies: 10.3.
 */

/* Four states of walking, each of which leads to the next; skippable: odd ones, even. */
#define WALK(name, left, right, odd, even, tics, xmove, think, react)                    \
	STATE(name##1, left, right, STEP, odd, true, tics, xmove, 0, think, NULL, react, \
	      name##2)                                                                   \
	STATE(name##2, (left) + 1, (right) + 1, STEP, even, true, tics, xmove, 0, think, \
	      NULL, react, name##3)                                                      \
	STATE(name##3, (left) + 2, (right) + 2, STEP, odd, true, tics, xmove, 0, think,  \
	      NULL, react, name##4)                                                      \
	STATE(name##4, (left) + 3, (right) + 3, STEP, even, true, tics, xmove, 0, think, \
	      NULL, react, name##1)

/* One of a blow, or of a throw: it stays where it is. */
#define STEP_STATE(name, left, right, skips, pushes, tics, think, react, next) \
	STATE(name, left, right, STEP, skips, pushes, tics, 0, 0, think, NULL, react, next)

/* State of somebody who flies. */
#define AIR(name, left, right, progress, tics, react, next)                           \
	STATE(name, left, right, progress, false, false, tics, 0, 0, exh_keen_projectile_think, \
	      NULL, react, next)

WALK(BROCCOWALK, 241, 249, false, false, 7, 128, exh_keen_brocco_think, exh_keen_walk_react)
STEP_STATE(BROCCOSMASH1, 245, 253, true, false, 3, NULL, exh_keen_draw_react, BROCCOSMASH2)
STEP_STATE(BROCCOSMASH2, 246, 254, true, false, 3, NULL, exh_keen_draw_react, BROCCOSMASH3)
STEP_STATE(BROCCOSMASH3, 247, 255, true, false, 3, NULL, exh_keen_draw_react, BROCCOSMASH4)
STEP_STATE(BROCCOSMASH4, 248, 256, false, false, 7, NULL, exh_keen_draw_react, BROCCOSMASH5)
STEP_STATE(BROCCOSMASH5, 247, 255, true, false, 6, NULL, exh_keen_draw_react, BROCCOSMASH6)
STEP_STATE(BROCCOSMASH6, 246, 254, true, false, 6, NULL, exh_keen_draw_react, BROCCOSMASH7)
STEP_STATE(BROCCOSMASH7, 245, 253, true, false, 6, NULL, exh_keen_draw_react, BROCCOSMASH8)
STEP_STATE(BROCCOSMASH8, 241, 249, true, false, 6, exh_keen_brocco_get_up, exh_keen_draw_react, BROCCOSMASH9)
STATE(BROCCOSMASH9, 241, 249, STEP, true, false, 6, 128, 0, NULL, NULL, exh_keen_walk_react, BROCCOWALK1)

STATE(TOMATBOUNCE, 257, 259, STEPTHINK, false, false, 20, 0, 0, exh_keen_tomat_think, NULL, exh_keen_tomat_react, TOMATBOUNCE2)
STATE(TOMATBOUNCE2, 258, 260, STEPTHINK, false, false, 20, 0, 0, exh_keen_tomat_think, NULL, exh_keen_tomat_react, TOMATBOUNCE)

WALK(CARROTWALK, 261, 266, false, false, 5, 128, NULL, exh_keen_carrot_react)
AIR(CARROTLEAP, 265, 270, THINK, 0, exh_keen_carrot_air_react, CARROTLEAP)

WALK(ASPARWALK, 271, 275, true, false, 3, 100, NULL, exh_keen_walk_react)

STATE(GRAPEWAIT, 279, 279, THINK, false, false, 0, 0, 0, exh_keen_grape_think, NULL, exh_keen_draw_react, GRAPEWAIT)
AIR(GRAPEFALL, 280, 280, THINK, 0, exh_keen_grape_fall_react, GRAPEFALL)
STEP_STATE(GRAPESIT, 279, 279, false, false, 30, NULL, exh_keen_draw_react, GRAPERISE)
STATE(GRAPERISE, 279, 279, SLIDE, false, false, 0, 0, -16, NULL, NULL, exh_keen_grape_rise_react, GRAPERISE)

WALK(TATERWALK, 287, 281, false, false, 10, 128, exh_keen_tater_think, exh_keen_walk_react)
STEP_STATE(TATERATTACK1, 291, 285, false, false, 12, NULL, exh_keen_tater_back_up_react, TATERATTACK2)
STEP_STATE(TATERATTACK2, 292, 286, false, false, 20, NULL, exh_keen_draw_react, TATERATTACK3)
STEP_STATE(TATERATTACK3, 291, 285, false, false, 8, NULL, exh_keen_draw_react, TATERWALK1)

STATE(CARTROLL1, 293, 293, SLIDE, true, false, 5, 32, 0, NULL, NULL, exh_keen_cart_react, CARTROLL2)
STATE(CARTROLL2, 294, 294, SLIDE, true, false, 5, 32, 0, NULL, NULL, exh_keen_cart_react, CARTROLL1)

WALK(FRENCHYWALK, 301, 295, false, false, 10, 128, exh_keen_frenchy_think, exh_keen_walk_react)
WALK(FRENCHYRUN, 301, 295, true, true, 5, 128, exh_keen_frenchy_run_think, exh_keen_walk_react)
STEP_STATE(FRENCHYTHROW1, 305, 299, false, false, 10, NULL, exh_keen_draw_react, FRENCHYTHROW2)
STEP_STATE(FRENCHYTHROW2, 306, 300, false, false, 1, exh_keen_frenchy_throw, exh_keen_draw_react, FRENCHYTHROW3)
STATE(FRENCHYTHROW3, 306, 300, STEP, false, false, 10, -128, 0, NULL, NULL, exh_keen_draw_react, FRENCHYWALK1)
AIR(FRENCHFRY1, 307, 307, STEPTHINK, 4, exh_keen_shot_react, FRENCHFRY2)
AIR(FRENCHFRY2, 308, 308, STEPTHINK, 4, exh_keen_shot_react, FRENCHFRY1)

STEP_STATE(MELONSIDE, 311, 309, false, false, 200, NULL, exh_keen_draw_react, MELONSIDESPIT)
STEP_STATE(MELONSIDESPIT, 312, 310, false, false, 6, exh_keen_melon_spit, exh_keen_draw_react, MELONSIDESPIT2)
STEP_STATE(MELONSIDESPIT2, 312, 310, false, false, 6, NULL, exh_keen_draw_react, MELONSIDE)
STEP_STATE(MELONDOWN, 313, 313, false, false, 200, NULL, exh_keen_draw_react, MELONDOWNSPIT)
STEP_STATE(MELONDOWNSPIT, 314, 314, false, false, 6, exh_keen_melon_spit, exh_keen_draw_react, MELONDOWNSPIT2)
STEP_STATE(MELONDOWNSPIT2, 314, 314, false, false, 6, NULL, exh_keen_draw_react, MELONDOWN)
/* QUIRK: states of thinking never lead to the next: these seeds do not turn. */
AIR(MELONSEED1, 317, 315, THINK, 4, exh_keen_shot_react, MELONSEED2)
AIR(MELONSEED2, 318, 316, THINK, 4, exh_keen_shot_react, MELONSEED1)
AIR(MELONSEEDD1, 319, 319, STEPTHINK, 4, exh_keen_shot_react, MELONSEEDD2)
AIR(MELONSEEDD2, 320, 320, STEPTHINK, 4, exh_keen_shot_react, MELONSEEDD1)

STATE(SQUASHERWALK1, 325, 321, STEP, false, true, 10, 128, 0, exh_keen_squasher_think, NULL, exh_keen_walk_react, SQUASHERWALK2)
STATE(SQUASHERWALK2, 326, 322, STEP, false, true, 10, 128, 0, exh_keen_squasher_think, NULL, exh_keen_walk_react, SQUASHERWALK1)
AIR(SQUASHERJUMP1, 327, 323, STEPTHINK, 20, exh_keen_squasher_jump_react, SQUASHERJUMP2)
AIR(SQUASHERJUMP2, 328, 324, THINK, 0, exh_keen_squasher_jump_react, SQUASHERJUMP2)
AIR(SQUASHERWAIT, 328, 324, STEP, 10, exh_keen_draw_react, SQUASHERWALK1)

STATE(APELWALK1, 332, 329, STEP, false, true, 10, 128, 0, exh_keen_apel_think, NULL, exh_keen_walk_react, APELWALK2)
STATE(APELWALK2, 333, 330, STEP, false, true, 10, 128, 0, exh_keen_apel_think, NULL, exh_keen_walk_react, APELWALK3)
STATE(APELWALK3, 334, 331, STEP, false, true, 10, 128, 0, exh_keen_apel_think, NULL, exh_keen_walk_react, APELWALK1)
STATE(APELCLIMB1, 335, 335, SLIDE, false, false, 6, 0, -16, exh_keen_apel_climb_think, NULL, exh_keen_apel_climb_react, APELCLIMB2)
STATE(APELCLIMB2, 336, 336, SLIDE, false, false, 6, 0, -16, exh_keen_apel_climb_think, NULL, exh_keen_apel_climb_react, APELCLIMB1)
STATE(APELSLIDE1, 337, 337, SLIDE, false, false, 6, 0, 16, exh_keen_apel_slide_think, NULL, exh_keen_apel_fall_react, APELSLIDE2)
STATE(APELSLIDE2, 338, 338, SLIDE, false, false, 6, 0, 16, exh_keen_apel_slide_think, NULL, exh_keen_apel_fall_react, APELSLIDE3)
STATE(APELSLIDE3, 339, 339, SLIDE, false, false, 6, 0, 16, exh_keen_apel_slide_think, NULL, exh_keen_apel_fall_react, APELSLIDE4)
STATE(APELSLIDE4, 340, 340, SLIDE, false, false, 6, 0, 16, exh_keen_apel_slide_think, NULL, exh_keen_apel_fall_react, APELSLIDE1)
AIR(APELFALL, 332, 329, THINK, 0, exh_keen_apel_fall_react, APELFALL)

WALK(PEAPODWALK, 346, 341, false, false, 10, 128, exh_keen_pea_pod_think, exh_keen_walk_react)
STEP_STATE(PEAPODSPIT1, 350, 345, false, true, 30, exh_keen_pea_pod_spit, exh_keen_draw_react, PEAPODSPIT2)
STEP_STATE(PEAPODSPIT2, 350, 345, false, true, 30, NULL, exh_keen_draw_react, PEAPODWALK1)

WALK(PEABRAINWALK, 355, 351, false, false, 10, 128, exh_keen_pea_brain_think, exh_keen_walk_react)
AIR(PEABRAINFLY, 355, 351, THINK, 0, exh_keen_pea_brain_fly_react, PEABRAINFLY)

/*
 * King Boobus: 10.3.
 */

WALK(BOOBUSWALK, 359, 363, false, false, 10, 128, exh_keen_boobus_think, exh_keen_boobus_ground_react)
STATE(BOOBUSJUMP, 367, 367, THINK, false, false, 0, 0, 0, exh_keen_projectile_think, NULL, exh_keen_boobus_air_react, BOOBUSJUMP)

/* QUIRK: the second is never reached. */
PICTURE(BOOBUSDIE, 367, 4, exh_keen_boobus_frag_think, exh_keen_draw_react, BOOBUSDIE)
STATE(BOOBUSDIE2, 0, 0, STEP, false, false, 4, 0, 0, exh_keen_boobus_frag_think, NULL, NULL, BOOBUSDIE2)
STATE(BOOBUSDIE3, 0, 0, STEP, false, false, 250, 0, 0, exh_keen_boobus_finish_think, NULL, NULL, NONE)

PICTURE(DEATHBOOM1, 195, 20, exh_keen_projectile_think, exh_keen_draw_react3, DEATHBOOM2)
PICTURE(DEATHBOOM2, 196, 20, exh_keen_projectile_think, exh_keen_draw_react3, DEATHBOOM3)
PICTURE(DEATHBOOM3, 168, 40, exh_keen_projectile_think, exh_keen_draw_react3, DEATHBOOM4)
PICTURE(DEATHBOOM4, 169, 30, exh_keen_projectile_think, exh_keen_draw_react3, DEATHBOOM5)
PICTURE(DEATHBOOM5, 170, 30, exh_keen_projectile_think, exh_keen_draw_react3, DEATHBOOM6)
PICTURE(DEATHBOOM6, 171, 30, exh_keen_projectile_think, exh_keen_draw_react3, NONE)

/*
 * The world map: 10.4.
 */

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

#undef PICTURE
#undef WALK
#undef STEP_STATE
#undef AIR
#undef IDLE
/* clang-format on */
