/* STATE(name, leftshape, rightshape, progress, skippable, pushtofloor, tictime, xmove,
 * ymove, think, contact, react, next): see core.h. Source: keen-engine 10.3. */
/* clang-format off */

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

/* It flies. */
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

#undef WALK
#undef STEP_STATE
#undef AIR
/* clang-format on */
