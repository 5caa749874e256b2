/* STATE(name, leftshape, rightshape, progress, skippable, pushtofloor, tictime, xmove,
 * ymove, think, contact, react, next): see core.h. Source: keen-engine 10.1. */
/* clang-format off */

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
#define KEEN_DIE(name, shape, tics, think, next) \
	STATE(name, shape, shape, STEP, false, false, tics, 0, 0, think, NULL, exh_keen_draw_react, next)

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

/* Of a separate object without contact. */
#define KEEN_ZEE(name, shape, next) \
	STATE(name, shape, shape, STEP, false, false, 30, 0, 0, NULL, NULL, exh_keen_draw_react, next)

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
KEEN_DIE(KEENDIE1, 135, 20, NULL, KEENDIE2)
KEEN_DIE(KEENDIE2, 136, 20, NULL, KEENDIE3)
KEEN_DIE(KEENDIE3, 137, 120, exh_keen_player_die_think, KEENDIE3)
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
KEEN_ZEE(KEENZEE1, 120, KEENZEE2)
KEEN_ZEE(KEENZEE2, 121, KEENZEE3)
KEEN_ZEE(KEENZEE3, 122, KEENZEE1)
/* clang-format on */
