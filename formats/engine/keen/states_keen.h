/* STATE(name, leftshape, rightshape, progress, skippable, pushtofloor, tictime, xmove,
 * ymove, think, contact, react, next): see core.h. Source: keen-engine 10. */
