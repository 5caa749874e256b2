/* STATE(name, leftshape, rightshape, progress, skippable, pushtofloor, tictime, xmove,
 * ymove, think, contact, react, next): see core.h. Source: keen-engine 10.3. */
/* clang-format off */

STATE(BOOBUSWALK1, 359, 363, STEP, false, true, 10, 128, 0, exh_keen_boobus_think, NULL, exh_keen_boobus_ground_react, BOOBUSWALK2)
STATE(BOOBUSWALK2, 360, 364, STEP, false, true, 10, 128, 0, exh_keen_boobus_think, NULL, exh_keen_boobus_ground_react, BOOBUSWALK3)
STATE(BOOBUSWALK3, 361, 365, STEP, false, true, 10, 128, 0, exh_keen_boobus_think, NULL, exh_keen_boobus_ground_react, BOOBUSWALK4)
STATE(BOOBUSWALK4, 362, 366, STEP, false, true, 10, 128, 0, exh_keen_boobus_think, NULL, exh_keen_boobus_ground_react, BOOBUSWALK1)
STATE(BOOBUSJUMP, 367, 367, THINK, false, false, 0, 0, 0, exh_keen_projectile_think, NULL, exh_keen_boobus_air_react, BOOBUSJUMP)

/* QUIRK: the second is never reached. */
STATE(BOOBUSDIE, 367, 367, STEP, false, false, 4, 0, 0, exh_keen_boobus_frag_think, NULL, exh_keen_draw_react, BOOBUSDIE)
STATE(BOOBUSDIE2, 0, 0, STEP, false, false, 4, 0, 0, exh_keen_boobus_frag_think, NULL, NULL, BOOBUSDIE2)
STATE(BOOBUSDIE3, 0, 0, STEP, false, false, 250, 0, 0, exh_keen_boobus_finish_think, NULL, NULL, NONE)

STATE(DEATHBOOM1, 195, 195, STEP, false, false, 20, 0, 0, exh_keen_projectile_think, NULL, exh_keen_draw_react3, DEATHBOOM2)
STATE(DEATHBOOM2, 196, 196, STEP, false, false, 20, 0, 0, exh_keen_projectile_think, NULL, exh_keen_draw_react3, DEATHBOOM3)
STATE(DEATHBOOM3, 168, 168, STEP, false, false, 40, 0, 0, exh_keen_projectile_think, NULL, exh_keen_draw_react3, DEATHBOOM4)
STATE(DEATHBOOM4, 169, 169, STEP, false, false, 30, 0, 0, exh_keen_projectile_think, NULL, exh_keen_draw_react3, DEATHBOOM5)
STATE(DEATHBOOM5, 170, 170, STEP, false, false, 30, 0, 0, exh_keen_projectile_think, NULL, exh_keen_draw_react3, DEATHBOOM6)
STATE(DEATHBOOM6, 171, 171, STEP, false, false, 30, 0, 0, exh_keen_projectile_think, NULL, exh_keen_draw_react3, NONE)
/* clang-format on */
