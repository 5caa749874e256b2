/* The mole as the hero of a game: everything he does, and his view from above. */
#include "dreams.h"

static const char fur[] = "8888877";
static const char brass[] = "66eeeef";

enum head { SIDE, UP, FRONT, ASLEEP, YAWN, WIDE_YAWN, DAZED, BEHIND };

/* Looking right, on a cell of 24 by 32: near is the side that is seen. */
struct pose {
	enum head head;
	signed char head_x, head_y;
	signed char trunk_y, trunk_height;     /* the middle, and half the height */
	signed char near_foot[2], far_foot[2]; /* left side, how far above the ground */
	signed char near_hand[2], far_hand[2];
};

enum pose_name {
	STAND,
	RUN_1,
	RUN_2,
	RUN_3,
	RUN_4,
	LEAP_1,
	LEAP_2,
	LEAP_3,
	LOOK_UP,
	WAIT_1,
	WAIT_2,
	WAIT_3,
	HOP_1,
	HOP_2,
	YAWN_1,
	YAWN_2,
	YAWN_3,
	YAWN_4,
	DUCK,
	THROW_1,
	THROW_2,
	THROW_3,
	TOSS_1,
	TOSS_2,
	SIT,
	AIR_1,
	AIR_2,
	AIR_UP_1,
	AIR_UP_2,
	AIR_DOWN_1,
	AIR_DOWN_2,
	DIE_1,
	CLIMB_1,
	CLIMB_2,
	CLIMB_3,
	SLIDE_1,
	SLIDE_2,
	SLIDE_3,
	POLE_1,
	POLE_2,
	POLE_UP_1,
	POLE_UP_2,
	POLE_DOWN_1,
	POLE_DOWN_2,
	GET_UP,
	TURN
};

/* clang-format off */
static const struct pose poses[] = {
	[STAND]   = { SIDE, -1, 1, 20, 6, { 12, 0 }, { 5, 0 }, { 14, 23 }, { 5, 21 } },
	[RUN_1]   = { SIDE, -1, 1, 20, 6, { 15, 0 }, { 1, 1 }, { 4, 21 }, { 18, 20 } },
	[RUN_2]   = { SIDE, -1, 2, 21, 6, { 9, 0 }, { 8, 3 }, { 9, 23 }, { 13, 22 } },
	[RUN_3]   = { SIDE, -1, 1, 20, 6, { 1, 1 }, { 15, 0 }, { 18, 20 }, { 4, 21 } },
	[RUN_4]   = { SIDE, -1, 2, 21, 6, { 10, 3 }, { 8, 0 }, { 12, 23 }, { 8, 22 } },
	[LEAP_1]  = { SIDE, -1, 1, 19, 6, { 13, 3 }, { 3, 1 }, { 18, 14 }, { 3, 17 } },
	[LEAP_2]  = { SIDE, -1, 1, 19, 6, { 14, 5 }, { 3, 4 }, { 18, 18 }, { 3, 18 } },
	[LEAP_3]  = { SIDE, -1, 2, 20, 6, { 13, 1 }, { 4, 2 }, { 19, 12 }, { 2, 12 } },
	[LOOK_UP] = { UP, 0, 2, 20, 6, { 12, 0 }, { 5, 0 }, { 14, 23 }, { 5, 21 } },
	[WAIT_1]  = { FRONT, 0, 1, 20, 6, { 13, 0 }, { 4, 0 }, { 16, 22 }, { 6, 22 } },
	[WAIT_2]  = { FRONT, 0, 1, 20, 6, { 13, 0 }, { 4, 0 }, { 20, 15 }, { 2, 15 } },
	[WAIT_3]  = { FRONT, 0, 1, 20, 6, { 14, 1 }, { 4, 0 }, { 17, 16 }, { 6, 22 } },
	[HOP_1]   = { UP, 0, 1, 19, 6, { 12, 1 }, { 6, 0 }, { 18, 9 }, { 4, 13 } },
	[HOP_2]   = { SIDE, -1, 1, 19, 6, { 12, 3 }, { 6, 3 }, { 18, 14 }, { 4, 15 } },
	[YAWN_1]  = { ASLEEP, 0, 1, 20, 6, { 13, 0 }, { 4, 0 }, { 16, 22 }, { 6, 22 } },
	[YAWN_2]  = { YAWN, 0, 1, 20, 6, { 13, 0 }, { 4, 0 }, { 20, 14 }, { 4, 18 } },
	[YAWN_3]  = { WIDE_YAWN, 0, 1, 20, 6, { 13, 0 }, { 4, 0 }, { 21, 4 }, { 1, 4 } },
	[YAWN_4]  = { YAWN, 0, 1, 20, 6, { 13, 0 }, { 4, 0 }, { 19, 17 }, { 3, 17 } },
	[DUCK]    = { SIDE, -1, 12, 26, 4, { 13, 0 }, { 3, 0 }, { 16, 27 }, { 4, 27 } },
	[THROW_1] = { SIDE, -1, 2, 20, 6, { 14, 0 }, { 4, 0 }, { 2, 14 }, { 16, 21 } },
	[THROW_2] = { SIDE, -1, 2, 20, 6, { 14, 0 }, { 4, 0 }, { 4, 7 }, { 16, 22 } },
	[THROW_3] = { SIDE, 0, 3, 21, 6, { 15, 0 }, { 2, 1 }, { 22, 18 }, { 4, 22 } },
	[TOSS_1]  = { UP, 0, 5, 22, 5, { 13, 0 }, { 4, 0 }, { 17, 25 }, { 5, 23 } },
	[TOSS_2]  = { UP, 0, 1, 20, 6, { 12, 0 }, { 5, 0 }, { 13, -2 }, { 5, 21 } },
	[SIT]     = { ASLEEP, 0, 8, 25, 5, { 17, 0 }, { 3, 0 }, { 15, 26 }, { 8, 26 } },
	[AIR_1]   = { SIDE, -1, 1, 19, 6, { 13, 3 }, { 4, 1 }, { 2, 13 }, { 17, 20 } },
	[AIR_2]   = { SIDE, -1, 1, 19, 6, { 14, 3 }, { 3, 1 }, { 23, 17 }, { 4, 19 } },
	[AIR_UP_1]   = { UP, 0, 1, 19, 6, { 13, 3 }, { 4, 1 }, { 17, 21 }, { 4, 19 } },
	[AIR_UP_2]   = { UP, 0, 1, 19, 6, { 13, 1 }, { 4, 2 }, { 14, -1 }, { 4, 19 } },
	[AIR_DOWN_1] = { SIDE, -1, 1, 19, 6, { 14, 5 }, { 3, 4 }, { 17, 9 }, { 4, 17 } },
	[AIR_DOWN_2] = { SIDE, -1, 2, 19, 6, { 15, 5 }, { 2, 4 }, { 12, 30 }, { 4, 16 } },
	[DIE_1]   = { DAZED, 0, 1, 20, 6, { 15, 4 }, { 2, 3 }, { 22, 8 }, { 1, 8 } },
	[CLIMB_1] = { SIDE, -4, 2, 19, 6, { 11, 4 }, { 8, 1 }, { 16, 12 }, { 16, 17 } },
	[CLIMB_2] = { SIDE, -4, 2, 19, 6, { 11, 6 }, { 8, 5 }, { 16, 8 }, { 16, 16 } },
	[CLIMB_3] = { SIDE, -4, 1, 19, 6, { 11, 1 }, { 8, 4 }, { 16, 16 }, { 16, 8 } },
	[SLIDE_1] = { SIDE, -4, 2, 19, 6, { 11, 5 }, { 8, 4 }, { 16, 8 }, { 16, 12 } },
	[SLIDE_2] = { FRONT, 4, 2, 19, 6, { 15, 5 }, { 9, 4 }, { 19, 9 }, { 13, 8 } },
	[SLIDE_3] = { BEHIND, 4, 2, 19, 6, { 15, 4 }, { 9, 5 }, { 19, 9 }, { 13, 8 } },
	[POLE_1]  = { SIDE, -4, 2, 19, 6, { 11, 4 }, { 8, 1 }, { -2, 13 }, { 16, 14 } },
	[POLE_2]  = { SIDE, -4, 2, 19, 6, { 11, 4 }, { 8, 1 }, { 24, 15 }, { 16, 17 } },
	[POLE_UP_1]   = { UP, -4, 2, 19, 6, { 11, 4 }, { 8, 1 }, { 4, 24 }, { 16, 14 } },
	[POLE_UP_2]   = { UP, -4, 2, 19, 6, { 11, 4 }, { 8, 1 }, { 10, -1 }, { 16, 14 } },
	[POLE_DOWN_1] = { SIDE, -4, 2, 19, 6, { 11, 4 }, { 8, 1 }, { 0, 10 }, { 16, 14 } },
	[POLE_DOWN_2] = { SIDE, -4, 3, 19, 6, { 11, 6 }, { 9, 5 }, { 5, 30 }, { 16, 12 } },
	[GET_UP]  = { FRONT, 0, 8, 24, 5, { 15, 0 }, { 2, 0 }, { 19, 27 }, { 3, 27 } },
	[TURN]    = { FRONT, 0, 1, 20, 6, { 12, 0 }, { 5, 0 }, { 17, 21 }, { 5, 21 } },
};
/* clang-format on */

static const char *const boot[] = {
	".0000...", ".0cc40..", ".0ccc40.", ".0ccccc0", ".0000000",
};

static void limb(struct art *a, int x, int y, int x2, int y2)
{
	for (int i = -2; i <= 2; i++) {
		line(a, x + i, y, x2 + i, y2, 0);
		line(a, x, y + i, x2, y2 + i, 0);
	}
	for (int i = -1; i <= 1; i++)
		line(a, x + i, y, x2 + i, y2, i < 0 ? 7 : 8);
}

static void arm(struct art *a, int x, int y, const signed char hand[2])
{
	limb(a, x, y, hand[0], hand[1]);
	ball(a, hand[0], hand[1], 1, 1, "cf");
}

static void leg(struct art *a, int x, int y, const signed char foot[2])
{
	limb(a, x, y, foot[0] + 3, 27 - foot[1]);
	stamp(a, foot[0], 27 - foot[1],
	      (struct cel){ boot, 0, 8, 5, false, false, T_NONE });
}

static void helmet(struct art *a, int x, int y, int tilt)
{
	struct art whole;

	start(&whole, 24, 16, ART_TRANSPARENT);
	ball(&whole, 11, 7, 7, 6, brass);
	rect(&whole, 0, 7, 24, 9, ART_TRANSPARENT);
	paste(a, x, y, &whole, false);
	for (int i = 0; i < 17; i++) {
		put(a, x + 3 + i, y + 7 + (tilt ? (8 - i) / tilt : 0), 0);
		put(a, x + 3 + i, y + 6 + (tilt ? (8 - i) / tilt : 0), 6);
	}
}

static void head_up(struct art *a, int x, int y)
{
	ball(a, x + 7, y + 4, 5, 5, brass);
	line(a, x + 4, y - 2, x + 11, y + 10, 0);
	ball(a, x + 13, y + 7, 5, 5, fur);
	ball(a, x + 17, y + 2, 3, 3, "877f");
	ball(a, x + 19, y - 1, 1, 1, "ccf");
	rect(a, x + 11, y + 3, 3, 3, 15);
	rect(a, x + 13, y + 3, 1, 2, 0);
}

static void eye(struct art *a, int x, int y, enum head head)
{
	if (head == DAZED) {
		line(a, x, y, x + 2, y + 2, 15);
		line(a, x + 2, y, x, y + 2, 15);
	} else if (head == FRONT) {
		rect(a, x, y, 3, 3, 15);
		rect(a, x + 1, y + 1, 1, 2, 0);
	} else {
		rect(a, x, y + 1, 3, 1, 0);
	}
}

static void head_front(struct art *a, int x, int y, enum head head)
{
	ball(a, x + 11, y + 8, 7, 5, fur);
	if (head != BEHIND) {
		eye(a, x + 6, y + 7, head);
		eye(a, x + 14, y + 7, head);
		ball(a, x + 11, y + 10, 2, 2, "777f");
		ball(a, x + 11, y + 9, 1, 0, "c");
	}
	if (head == YAWN || head == WIDE_YAWN)
		ball(a, x + 11, y + 12, 2, head == YAWN ? 1 : 2, "4");
	helmet(a, x, y - 1, 0);
}

static void draw_head(struct art *a, int x, int y, enum head head)
{
	if (head == SIDE)
		stamp(a, x, y, (struct cel){ art_mole, 0, 24, 12, false, false, T_NONE });
	else if (head == UP)
		head_up(a, x, y);
	else
		head_front(a, x, y, head);
}

static void scarf(struct art *a, int x, int y, bool ends)
{
	rect(a, x - 6, y - 1, 13, 4, 0);
	rect(a, x - 5, y, 11, 1, 10);
	rect(a, x - 5, y + 1, 11, 1, 2);
	if (ends) {
		rect(a, x - 8, y + 1, 4, 5, 0);
		rect(a, x - 7, y + 2, 2, 3, 2);
	}
}

static void draw_pose(struct art *a, int which)
{
	const struct pose *p = &poses[which];
	const int middle = 11 + (p->head == SIDE ? p->head_x + 1 : p->head_x);
	const int shoulder = p->trunk_y - p->trunk_height + 3;

	arm(a, middle - 3, shoulder, p->far_hand);
	leg(a, middle - 2, p->trunk_y + 3, p->far_foot);
	ball(a, middle, p->trunk_y, 6, p->trunk_height, fur);
	if (p->head != BEHIND)
		ball(a, middle + 2, p->trunk_y + 1, 2, p->trunk_height - 3, "777f");
	leg(a, middle + 1, p->trunk_y + 3, p->near_foot);
	scarf(a, middle, p->head_y + 11, p->head == SIDE);
	draw_head(a, p->head_x, p->head_y, p->head);
	arm(a, middle + 3, shoulder, p->near_hand);
}

/* On his back, with the feet to the left: 0 and 1 asleep, 2 dazed, 3 with stars. */
static void draw_lying(struct art *a, int kind)
{
	const int lift = kind == 2 ? 8 : 0, breath = kind == 1;

	leg(a, -2, 28 - lift, (const signed char[]){ -8, (signed char)lift });
	ball(a, 2, 27 - lift - breath, 8, 3 + breath, fur);
	ball(a, 2, 26 - lift - breath, 4, 1, "7f");
	leg(a, 0, 29 - lift, (const signed char[]){ -6, (signed char)lift });
	rect(a, 8, 22 - lift, 4, 9, 0);
	rect(a, 9, 22 - lift, 2, 8, 10);
	head_front(a, 5, 18 - lift, kind < 2 ? ASLEEP : DAZED);
	for (int i = 0; kind == 3 && i < 4; i++) {
		rect(a, 4 + 5 * i, 13 - (i + 1) % 3 * 2, 3, 1, 14);
		rect(a, 5 + 5 * i, 12 - (i + 1) % 3 * 2, 1, 3, 14);
	}
}

/* Half way from sitting to lying. */
static void draw_slump(struct art *a, int unused)
{
	(void)unused;
	leg(a, 12, 28, (const signed char[]){ 15, 0 });
	ball(a, 8, 26, 7, 4, fur);
	leg(a, 12, 29, (const signed char[]){ 12, 0 });
	head_front(a, -3, 15, ASLEEP);
}

static void draw_zees(struct art *a, int count)
{
	for (int i = 0; i <= count; i++) {
		const int size = 3 + i, x = 2 + 6 * i, y = 17 - 7 * i + count % 2;

		for (int shadow = 1; shadow >= 0; shadow--) {
			const int c = shadow ? 1 : 15;

			rect(a, x + shadow, y + shadow, size + 1, 1, c);
			line(a, x + shadow + size, y + shadow, x + shadow,
			     y + shadow + size, c);
			rect(a, x + shadow, y + size + shadow, size + 1, 1, c);
		}
	}
}

/*
 * From above, 16 by 16. Directions are those of the compass, clockwise from the north.
 */

enum { STEP_1, STEP_2, STILL, DIRECTIONS = 8 };

#define MAP(direction, step) ((direction)*3 + (step))

static void map_face(struct art *a, int direction)
{
	static const signed char faces[DIRECTIONS][2] = { { 0, -9 }, { 3, -9 }, { 4, 0 },
							  { 3, 2 },  { 0, 2 },	{ -3, 2 },
							  { -4, 0 }, { -3, -9 } };
	const int x = 8 + faces[direction][0], y = 7 + faces[direction][1];

	if (y < 0)
		return;
	ball(a, x, y, 1, 1, "77f");
	put(a, x + faces[direction][0] / 3, y, 12);
	if (direction > 2 && direction < 6) {
		put(a, x - 3, y - 2, 15);
		put(a, x + 3, y - 2, 15);
	} else {
		put(a, x - faces[direction][0] / 4, y - 2, 15);
	}
}

static void map_body(struct art *a, int left_lift, int right_lift)
{
	ball(a, 5, 14 - left_lift, 2, 0, "4c");
	ball(a, 10, 14 - right_lift, 2, 0, "4c");
	ball(a, 8, 10, 4, 3, fur);
	rect(a, 4, 8, 8, 1, 10);
	ball(a, 8, 6, 4, 3, fur);
}

static void map_helmet(struct art *a)
{
	rect(a, 3, 4, 11, 1, 0);
	ball(a, 8, 2, 3, 1, "6eef");
	rect(a, 4, 4, 9, 1, 6);
}

static void draw_map_mole(struct art *a, int what)
{
	const int step = what % 3;

	map_body(a, step == STEP_1 ? 2 : 0, step == STEP_2 ? 2 : 0);
	map_face(a, what / 3);
	map_helmet(a);
}

static void draw_map_sleep(struct art *a, int frame)
{
	map_body(a, 0, 0);
	rect(a, 5, 7, 2, 1, 0);
	rect(a, 9, 7, 2, 1, 0);
	put(a, 8, 9, 12);
	map_helmet(a);
	text(a, 11, -1 - frame, "z", 1, "f");
}

static void draw_map_wave(struct art *a, int frame)
{
	map_body(a, 0, 0);
	map_face(a, 4);
	map_helmet(a);
	line(a, 12, 9, frame ? 15 : 13, frame ? 6 : 3, 8);
	put(a, frame ? 15 : 13, frame ? 5 : 2, 12);
}

/* clang-format off */
#define HERO(chunk, pose, top, shifts) \
	{ chunk, draw_pose, pose, false, 0, 24, 64, top, 304, 496, shifts }
#define LEFT(chunk, pose, top, shifts) \
	{ chunk, draw_pose, pose, true, 0, 24, 64, top, 304, 496, shifts }
#define BOTH(right, left, pose, top, shifts) \
	HERO(right, pose, top, shifts), LEFT(left, pose, top, shifts)
/* On a pole at the left of it, or flipped about it. */
#define POLE(chunk, pose, top) \
	{ chunk, draw_pose, pose, false, 0, 24, 64, top, 304, 496, 1 }
#define POLE_LEFT(chunk, pose, top) \
	{ chunk, draw_pose, pose, true, 8, 24, 192, top, 432, 496, 1 }
#define ABOVE(first, direction) \
	{ first, draw_map_mole, MAP(direction, STEP_1), false, 0, 16, 0, 0, 240, 240, 4 }, \
	{ first + 1, draw_map_mole, MAP(direction, STEP_2), false, 0, 16, 0, 0, 240, 240, 4 }, \
	{ first + 2, draw_map_mole, MAP(direction, STILL), false, 0, 16, 0, 0, 240, 240, 4 }

const struct dreams_frame dreams_mole[] = {
	BOTH(72, 80, STAND, 0, 4), BOTH(73, 81, RUN_1, 0, 4), BOTH(74, 82, RUN_2, 32, 4),
	BOTH(75, 83, RUN_3, 0, 4), BOTH(76, 84, RUN_4, 32, 4), BOTH(77, 85, LEAP_1, 0, 4),
	BOTH(78, 86, LEAP_2, 0, 4), BOTH(79, 87, LEAP_3, 0, 4), BOTH(88, 95, LOOK_UP, 32, 4),
	BOTH(89, 96, WAIT_1, 32, 1), BOTH(90, 97, WAIT_2, 32, 1), BOTH(91, 98, WAIT_3, 32, 1),
	BOTH(92, 99, TURN, 0, 4), BOTH(93, 100, HOP_1, 0, 4), BOTH(94, 101, HOP_2, 0, 4),
	HERO(102, YAWN_1, 0, 1), HERO(103, YAWN_2, 0, 1), HERO(104, YAWN_3, 0, 1),
	HERO(105, YAWN_4, 0, 1),
	BOTH(106, 107, DUCK, 208, 4),
	BOTH(117, 108, THROW_1, 32, 1), BOTH(118, 109, THROW_2, 32, 1),
	BOTH(119, 110, THROW_3, 48, 1), HERO(111, TOSS_1, 64, 4), HERO(112, TOSS_2, 0, 4),
	HERO(113, SIT, 96, 1),
	{ 114, draw_slump, 0, false, 0, 24, 64, 208, 304, 496, 1 },
	{ 115, draw_lying, 0, false, 0, 24, 64, 320, 304, 496, 1 },
	{ 116, draw_lying, 1, false, 0, 24, 64, 320, 304, 496, 1 },
	{ 120, draw_zees, 0, false, 0, 24, 0, 0, 368, 368, 1 },
	{ 121, draw_zees, 1, false, 0, 24, 0, 0, 368, 368, 1 },
	{ 122, draw_zees, 2, false, 0, 24, 0, 0, 368, 368, 1 },
	BOTH(129, 123, AIR_1, 0, 4), BOTH(130, 124, AIR_2, 0, 4),
	BOTH(131, 125, AIR_UP_1, 0, 4), BOTH(132, 126, AIR_UP_2, 0, 4),
	BOTH(133, 127, AIR_DOWN_1, 0, 4), BOTH(134, 128, AIR_DOWN_2, 0, 4),
	HERO(135, DIE_1, 16, 1),
	{ 136, draw_lying, 2, false, 0, 24, 64, 128, 304, 496, 1 },
	{ 137, draw_lying, 3, false, 0, 24, 64, 288, 304, 496, 1 },
	POLE(138, CLIMB_1, 64), POLE(139, CLIMB_2, 64), POLE(140, CLIMB_3, 64),
	POLE(141, SLIDE_1, 0), POLE(142, SLIDE_2, 0), POLE_LEFT(143, SLIDE_1, 0),
	POLE(144, SLIDE_3, 0),
	POLE_LEFT(145, CLIMB_1, 64), POLE_LEFT(146, CLIMB_2, 64), POLE_LEFT(147, CLIMB_3, 64),
	POLE_LEFT(148, POLE_1, 0), POLE_LEFT(149, POLE_2, 0), POLE(150, POLE_1, 0),
	POLE(151, POLE_2, 0), POLE_LEFT(152, POLE_UP_1, 32), POLE_LEFT(153, POLE_UP_2, 0),
	POLE(154, POLE_DOWN_1, 0), POLE(155, POLE_DOWN_2, 32), BOTH(156, 161, GET_UP, 128, 1),
	POLE(157, POLE_UP_1, 32), POLE(158, POLE_UP_2, 0), POLE_LEFT(159, POLE_DOWN_1, 0),
	POLE_LEFT(160, POLE_DOWN_2, 32),
	ABOVE(213, 6), ABOVE(216, 2), ABOVE(219, 0), ABOVE(222, 4), ABOVE(225, 3),
	ABOVE(228, 5), ABOVE(231, 7), ABOVE(234, 1),
	{ 237, draw_map_sleep, 0, false, 0, 16, 0, 0, 240, 240, 4 },
	{ 238, draw_map_sleep, 1, false, 0, 16, 0, 0, 240, 240, 4 },
	{ 239, draw_map_wave, 0, false, 0, 16, 0, 0, 240, 240, 4 },
	{ 240, draw_map_wave, 1, false, 0, 16, 0, 0, 240, 240, 4 },
	{ 0 },
};
/* clang-format on */
