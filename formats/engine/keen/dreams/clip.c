/* Movement, walls, and objects in each other's way. Source: keen-engine 8. */
#include "dreams_parts.h"

enum {
	MAX_MOVE = 239,
	MAX_FALL = 255,	 /* ymove */
	FLOOR_PUSH = 16, /* extra distance down when pushed to the floor */
	GRAVITY = 3,	 /* each odd tic */
	MAX_SPEED = 80,	 /* maximum falling speed */
};

static int16_t size_of(int16_t value)
{
	return (int16_t)(value < 0 ? -value : value);
}

static int16_t clamp(int16_t value, int16_t least, int16_t most)
{
	return value < least ? least : value > most ? most : value;
}

/* Distance of the wall's surface from the edge of the tile that contains midx. */
static int16_t surface(const struct object *ob, uint8_t wall)
{
	return (int16_t)exh_keen_wall_height(wall & WALL_SLOPE, ob->midx >> 4 & 15);
}

static void set_box(struct exh_keen_engine *e, struct object *ob)
{
	const struct exh_keen_game_sprite *shape =
		exh_keen_game_sprite(e->game, ob->shapenum);

	ob->left = (uint16_t)(ob->x + shape->xl);
	ob->right = (uint16_t)(ob->x + shape->xh);
	ob->top = (uint16_t)(ob->y + shape->yl);
	ob->bottom = (uint16_t)(ob->y + shape->yh);
	ob->midx = (uint16_t)(ob->left + (uint16_t)(ob->right - ob->left) / 2);
	ob->tileleft = ob->left >> 8;
	ob->tiletop = ob->top >> 8;
	ob->tileright = ob->right >> 8;
	ob->tilebottom = ob->bottom >> 8;
	ob->tilemidx = ob->midx >> 8;
}

static void shift_y(struct object *ob, int16_t by)
{
	ob->y = (uint16_t)(ob->y + by);
	ob->top = (uint16_t)(ob->top + by);
	ob->bottom = (uint16_t)(ob->bottom + by);
	ob->tiletop = ob->top >> 8;
	ob->tilebottom = ob->bottom >> 8;
}

/* Moves the object without midx. */
static void shift_x(struct object *ob, int16_t by)
{
	ob->x = (uint16_t)(ob->x + by);
	ob->left = (uint16_t)(ob->left + by);
	ob->right = (uint16_t)(ob->right + by);
	ob->tileleft = ob->left >> 8;
	ob->tileright = ob->right >> 8;
}

/* Distances that the box moved, and its previous rows. */
struct moved {
	int16_t left, right, top, bottom, midx;
	uint16_t old_tiletop, old_tilebottom;
};

static bool clip_to_floor(struct exh_keen_engine *e, struct object *ob,
			  const struct moved *moved)
{
	const int16_t limit = (int16_t)(-size_of(moved->midx) - moved->bottom - 16);

	for (uint32_t y = (uint16_t)(moved->old_tilebottom - 1); y <= ob->tilebottom;
	     y++) {
		const uint8_t wall = exh_keen_wall_at(e, EXH_KEEN_NORTHWALL, ob->tilemidx,
						      (uint16_t)y);
		const int16_t by = (int16_t)((int32_t)y * UNITS_PER_TILE +
					     surface(ob, wall) - 1 - ob->bottom);

		if (wall && by < 0 && by >= limit) {
			ob->hitnorth = wall;
			shift_y(ob, by);
			return true;
		}
	}
	return false;
}

static void clip_to_ceiling(struct exh_keen_engine *e, struct object *ob,
			    const struct moved *moved)
{
	const int16_t limit = (int16_t)(size_of(moved->midx) - moved->top + 16);

	for (int32_t y = moved->old_tiletop + 1; y >= ob->tiletop; y--) {
		const uint8_t wall = exh_keen_wall_at(e, EXH_KEEN_SOUTHWALL, ob->tilemidx,
						      (uint16_t)y);
		const int16_t by =
			(int16_t)((y + 1) * UNITS_PER_TILE - surface(ob, wall) - ob->top);

		if (wall && by > 0 && by <= limit &&
		    size_of((int16_t)(ob->ymove + by)) < 256) {
			ob->hitsouth = wall;
			shift_y(ob, by);
		}
	}
}

/* Clips to walls with an east side, left of the object, or with a west side, right of it.
 * Rows of the slope that the object stands on are left out. QUIRK: on a slope in row 0
 * all rows count. */
static void clip_to_side_walls(struct exh_keen_engine *e, struct object *ob, bool east)
{
	const enum exh_keen_tile_table table =
		east ? EXH_KEEN_EASTWALL : EXH_KEEN_WESTWALL;
	const uint16_t x = east ? ob->tileleft : ob->tileright;
	const uint32_t top = (uint16_t)(ob->tiletop + (ob->hitsouth > 1));
	const uint32_t bottom =
		last_row(e, top, (uint16_t)(ob->tilebottom - (ob->hitnorth > 1)));
	int16_t *hit = east ? &ob->hiteast : &ob->hitwest;

	for (uint32_t y = top; y <= bottom && !*hit; y++)
		*hit = exh_keen_wall_at(e, table, x, (uint16_t)y);
	if (*hit)
		shift_x(ob, (int16_t)(east ? (x + 1) * UNITS_PER_TILE - ob->left
					   : x * UNITS_PER_TILE - 1 - ob->right));
}

static void clip_moved(struct exh_keen_engine *e, struct object *ob,
		       const struct moved *moved)
{
	const bool is_player = ob == player_of(e);

	if (!clip_to_floor(e, ob, moved))
		clip_to_ceiling(e, ob, moved);
	if (moved->left < 0 || is_player)
		clip_to_side_walls(e, ob, true);
	if (moved->right > 0 || is_player)
		clip_to_side_walls(e, ob, false);
}

void exh_keen_move_and_clip(struct exh_keen_engine *e, struct object *ob)
{
	struct moved moved;

	ob->xmove = clamp(ob->xmove, -MAX_MOVE, MAX_MOVE);
	ob->ymove = clamp(ob->ymove, -MAX_MOVE, MAX_FALL);
	ob->x = (uint16_t)(ob->x + ob->xmove);
	ob->y = (uint16_t)(ob->y + ob->ymove);
	ob->needtoreact = true;
	if (!ob->shapenum)
		return;
	moved = (struct moved){ (int16_t)ob->left,   (int16_t)ob->right, (int16_t)ob->top,
				(int16_t)ob->bottom, (int16_t)ob->midx,	 ob->tiletop,
				ob->tilebottom };
	set_box(e, ob);
	ob->hitnorth = ob->hiteast = ob->hitsouth = ob->hitwest = 0;
	if (!ob->needtoclip)
		return;
	moved.left = (int16_t)(ob->left - (uint16_t)moved.left);
	moved.right = (int16_t)(ob->right - (uint16_t)moved.right);
	moved.top = (int16_t)(ob->top - (uint16_t)moved.top);
	moved.bottom = (int16_t)(ob->bottom - (uint16_t)moved.bottom);
	moved.midx = (int16_t)(ob->midx - (uint16_t)moved.midx);
	clip_moved(e, ob, &moved);
}

void exh_keen_clip_to_walls(struct exh_keen_engine *e, struct object *ob)
{
	if (state_of(e, ob)->pushtofloor)
		ob->ymove = (int16_t)(size_of(ob->xmove) + FLOOR_PUSH);
	exh_keen_move_and_clip(e, ob);
}

/*
 * Gravity and acceleration, tic by tic: speed changes in odd tics.
 */

#define EACH_TIC(e, i)                                                                 \
	for (uint32_t i = (e)->last_time_count - (e)->tics; i != (e)->last_time_count; \
	     i++)

static bool signs_differ(int16_t a, int16_t b)
{
	return (a < 0) != (b < 0);
}

void exh_keen_do_gravity(struct exh_keen_engine *e, struct object *ob)
{
	EACH_TIC(e, i)
	{
		if (i & 1) {
			if (ob->yspeed < 0 && ob->yspeed >= -GRAVITY) {
				ob->ymove = (int16_t)(ob->ymove + ob->yspeed);
				ob->yspeed = 0;
				return;
			}
			ob->yspeed = (int16_t)(ob->yspeed + GRAVITY);
			if (ob->yspeed > MAX_SPEED)
				ob->yspeed = MAX_SPEED;
		}
		ob->ymove = (int16_t)(ob->ymove + ob->yspeed);
	}
}

int16_t exh_keen_rise(const struct exh_keen_engine *e, struct object *ob, int16_t left)
{
	const uint16_t tics = (uint16_t)left < e->tics ? (uint16_t)left : e->tics;

	ob->ymove = (int16_t)(ob->yspeed * tics);
	return (int16_t)(left - tics);
}

void exh_keen_accelerate_x(struct exh_keen_engine *e, struct object *ob, int16_t dir,
			   int16_t most)
{
	EACH_TIC(e, i)
	{
		if (i & 1) {
			const int16_t before = ob->xspeed;

			ob->xspeed = (int16_t)(ob->xspeed + dir);
			if (signs_differ(before, ob->xspeed))
				ob->xdir = ob->xspeed < 0 ? -1 : 1;
			ob->xspeed = clamp(ob->xspeed, (int16_t)-most, most);
		}
		ob->xmove = (int16_t)(ob->xmove + ob->xspeed);
	}
}

void exh_keen_friction_x(struct exh_keen_engine *e, struct object *ob)
{
	const int16_t start = ob->xspeed;
	const int16_t dir = start > 0 ? -1 : start < 0 ? 1 : 0;

	EACH_TIC(e, i)
	{
		if (i & 1) {
			ob->xspeed = (int16_t)(ob->xspeed + dir);
			if (signs_differ(start, ob->xspeed))
				ob->xspeed = 0;
		}
		ob->xmove = (int16_t)(ob->xmove + ob->xspeed);
	}
}

void exh_keen_projectile_think(struct exh_keen_engine *e, struct object *ob)
{
	exh_keen_do_gravity(e, ob);
	ob->xmove = (int16_t)(e->tics * ob->xspeed);
}

void exh_keen_velocity_think(struct exh_keen_engine *e, struct object *ob)
{
	ob->xmove = (int16_t)(e->tics * ob->xspeed);
	ob->ymove = (int16_t)(e->tics * ob->yspeed);
}
