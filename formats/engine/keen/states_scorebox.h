/* STATE(name, leftshape, rightshape, progress, skippable, pushtofloor, tictime, xmove,
 * ymove, think, contact, react, next): see core.h. Source: keen-engine 10. */
STATE(SCOREBOX, 0, 0, THINK, false, false, 0, 0, 0, scorebox_think, NULL, scorebox_react,
      NONE)
