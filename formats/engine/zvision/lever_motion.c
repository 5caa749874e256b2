#include "exhume/advanced/zvision_lever.h"

#include <math.h>

int32_t exh_zv_lever_angle(int64_t dx, int64_t dy)
{
	int32_t t;

	if (dx == 0)
		return dy < 0 ? 90 : 270;
	if (dy == 0)
		return dx > 0 ? 0 : 180;
	/* QUIRK: 57 and not 57.2958 degrees, as the engine has it. */
	t = (int32_t)(atan((double)dy / fabs((double)dx)) * 57);
	if (dx < 0)
		return t + 180;
	/* QUIRK: just below the horizontal this is 360, which is far from a D of 0. */
	return dy < 0 ? -t : 360 - t;
}

/* The second half of a mirrored file goes back. Its last frame would be that of 0. */
uint32_t exh_zv_lever_frame(const struct exh_zv_lever *lever, int32_t p, int32_t q)
{
	if (exh_zv_lever_is_mirrored(lever) && p < q && p != 0)
		return 2 * (uint32_t)exh_zv_lever_frames(lever) - 1 - (uint32_t)p;
	return (uint32_t)p;
}

static bool is_position(const struct exh_zv_lever *lever, int32_t number)
{
	return number >= 0 && number < exh_zv_lever_frames(lever);
}

void exh_zv_lever_start(struct exh_zv_lever_motion *motion,
			const struct exh_zv_lever *lever, int32_t start)
{
	*motion = (struct exh_zv_lever_motion){ .lever = lever };
	if (is_position(lever, start))
		motion->position = start;
	motion->frame = (uint32_t)motion->position;
}

static void show(struct exh_zv_lever_motion *motion, int32_t position)
{
	motion->frame = exh_zv_lever_frame(motion->lever, position, motion->position);
	motion->position = position;
}

bool exh_zv_lever_is_over(const struct exh_zv_lever_motion *motion, int32_t x, int32_t y)
{
	const struct exh_zv_lever_position *position =
		exh_zv_lever_find(motion->lever, motion->position);
	const int32_t *size = motion->lever->fields[EXH_ZV_LEVER_HOTSPOT_DELTAS].values;

	return position && x >= position->x && y >= position->y &&
	       (int64_t)x - position->x < size[0] && (int64_t)y - position->y < size[1];
}

bool exh_zv_lever_down(struct exh_zv_lever_motion *motion, int32_t x, int32_t y)
{
	if (!exh_zv_lever_is_over(motion, x, y))
		return false;
	if (motion->state != EXH_ZV_LEVER_RETURNS || !motion->return_goes_on)
		motion->state = EXH_ZV_LEVER_HELD;
	motion->is_held = true;
	motion->x = x;
	motion->y = y;
	return true;
}

/* Tested by parts, so that no square is too large. */
static bool is_far(int64_t dx, int64_t dy)
{
	return dx >= 8 || dx <= -8 || dy >= 8 || dy <= -8 ||
	       dx * dx + dy * dy >= EXH_ZV_LEVER_LEAST_MOVE;
}

/* NULL if none matches. */
static const struct exh_zv_lever_direction *
choose(const struct exh_zv_lever_position *position, int32_t angle)
{
	for (size_t i = 0; position && i < position->direction_count; i++) {
		const int64_t off = (int64_t)angle - position->directions[i].angle;

		/* QUIRK: 350 is not near 0. */
		if (off >= -EXH_ZV_LEVER_MAX_DEVIATION &&
		    off <= EXH_ZV_LEVER_MAX_DEVIATION)
			return &position->directions[i];
	}
	return NULL;
}

bool exh_zv_lever_move(struct exh_zv_lever_motion *motion, int32_t x, int32_t y)
{
	const int64_t dx = (int64_t)x - motion->x, dy = (int64_t)y - motion->y;
	const struct exh_zv_lever_direction *direction;

	if (!motion->is_held || !is_far(dx, dy))
		return false;
	motion->x = x;
	motion->y = y;
	direction = choose(exh_zv_lever_find(motion->lever, motion->position),
			   exh_zv_lever_angle(dx, dy));
	/* One that leads nowhere still is the first that matches. */
	if (!direction || !is_position(motion->lever, direction->to))
		return false;
	show(motion, direction->to);
	return true;
}

/* Skips the paths that end where the lever is, or nowhere; NULL if there are no more. */
static const struct exh_zv_lever_path *path_now(struct exh_zv_lever_motion *motion)
{
	const struct exh_zv_lever_position *released = motion->released;

	for (; motion->path < released->path_count; motion->path++) {
		const struct exh_zv_lever_path *path = &released->paths[motion->path];

		if (is_position(motion->lever, path->to) && path->to != motion->position)
			return path;
	}
	return NULL;
}

void exh_zv_lever_up(struct exh_zv_lever_motion *motion)
{
	if (!motion->is_held)
		return;
	motion->is_held = false;
	motion->state = EXH_ZV_LEVER_RESTS;
	motion->released = exh_zv_lever_find(motion->lever, motion->position);
	motion->path = 0;
	motion->waited_ms = 0;
	if (motion->released && path_now(motion))
		motion->state = EXH_ZV_LEVER_RETURNS;
}

bool exh_zv_lever_step(struct exh_zv_lever_motion *motion)
{
	const struct exh_zv_lever_path *path;

	if (motion->state != EXH_ZV_LEVER_RETURNS)
		return false;
	path = path_now(motion);
	if (path)
		show(motion, motion->position + (path->to > motion->position ? 1 : -1));
	if (!path_now(motion))
		motion->state = motion->is_held ? EXH_ZV_LEVER_HELD : EXH_ZV_LEVER_RESTS;
	return path != NULL;
}

bool exh_zv_lever_tick(struct exh_zv_lever_motion *motion, uint32_t *ms)
{
	const uint32_t missing = EXH_ZV_LEVER_STEP_MS - motion->waited_ms;

	if (motion->state != EXH_ZV_LEVER_RETURNS || *ms < missing) {
		motion->waited_ms += motion->state == EXH_ZV_LEVER_RETURNS ? *ms : 0;
		*ms = 0;
		return false;
	}
	*ms -= missing;
	motion->waited_ms = 0;
	return exh_zv_lever_step(motion);
}
