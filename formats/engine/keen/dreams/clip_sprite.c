/* Clips objects to other objects: blocks, pushes, or squishes them. Source: keen-engine
 * 8. */
#include "dreams_parts.h"

/* Depth of push in solid from its right and from its left side, and the part of it that
 * is due to their moves. */
struct overlap {
	int16_t left, right, move;
};

static struct overlap overlap_of(const struct object *push, const struct object *solid)
{
	return (struct overlap){ .left = (int16_t)(solid->right - push->left),
				 .right = (int16_t)(push->right - solid->left),
				 .move = (int16_t)(solid->xmove - push->xmove) };
}

static void push_aside(struct exh_keen_engine *e, struct object *push, int16_t by)
{
	push->xmove = by;
	exh_keen_clip_to_walls(e, push);
}

void exh_keen_clip_to_sprite_side(struct exh_keen_engine *e, struct object *push,
				  struct object *solid)
{
	const struct overlap into = overlap_of(push, solid);

	if (into.left > 0 && into.left <= into.move) {
		push_aside(e, push, into.left);
		push->hiteast = 1;
	} else if (into.right > 0 && into.right <= -into.move) {
		push_aside(e, push, (int16_t)-into.right);
		push->hitwest = 1;
	}
}

/* Clips push to solid's back, or from below. */
static void clip_to_sprite_ends(struct exh_keen_engine *e, struct object *push,
				struct object *solid)
{
	const int16_t bottom = (int16_t)(push->bottom - solid->top);
	const int16_t top = (int16_t)(solid->bottom - push->top);

	if (bottom > 0) {
		push->ymove = (int16_t)(16 - bottom);
		push->xmove = solid->xmove;
		exh_keen_move_and_clip(e, push);
		push->hitnorth = ON_SPRITE;
	} else if (top > 0) {
		push->ymove = top;
		exh_keen_clip_to_walls(e, push);
		push->hitsouth = ON_SPRITE;
	}
}

void exh_keen_clip_to_sprite(struct exh_keen_engine *e, struct object *push,
			     struct object *solid, bool squish)
{
	const struct overlap into = overlap_of(push, solid);
	const int16_t hitnorth = push->hitnorth;
	const bool from_left = into.left > 0 && into.left <= into.move;
	const bool from_right = into.right > 0 && into.right <= -into.move;

	push->xmove = push->ymove = 0;
	if (!from_left && !from_right) {
		clip_to_sprite_ends(e, push, solid);
		return;
	}
	push_aside(e, push, from_left ? into.left : (int16_t)-into.right);
	if (!push->hitnorth)
		push->hitnorth = hitnorth;
	if (squish && (from_left ? push->hitwest : push->hiteast))
		exh_keen_kill_player(e);
	if (from_left)
		push->hiteast = 1;
	else
		push->hitwest = 1;
}
