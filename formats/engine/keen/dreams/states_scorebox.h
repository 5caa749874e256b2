/* STATE(name, leftshape, rightshape, progress, skippable, pushtofloor, tictime, xmove,
 * ymove, think, contact, react, next): see core.h. Source: keen-engine 10. */
STATE(SCOREBOX, 0, 0, THINK, false, false, 0, 0, 0, exh_keen_scorebox_think, NULL,
      exh_keen_scorebox_react, NONE)
