/* The direction of a sound, which affects only what is heard. */
#include "zv_parts.h"

#include <math.h>

#define RADIAN (3.14159265358979323846 / 180) /* a degree in radians */

static int64_t degrees_of(int32_t column, size_t width)
{
	const int64_t turn = (int64_t)column * 360, wide = (int64_t)width;

	return (turn - zv_modulo(turn, wide)) / wide;
}

/* Returns the angle between a sound and the view, clockwise: -180 to 179 degrees. */
static int32_t angle_of(const struct exh_zv_engine *engine, const struct zv_pan *pan)
{
	const size_t width = engine->background.width;
	int64_t angle =
		pan->is_fixed && engine->room.kind == EXH_ZV_FLAT ? pan->place : 0;

	if (zv_is_panorama(engine))
		angle = width ? degrees_of(pan->place, width) -
					degrees_of(zv_get(engine, KEY_OFFSET), width)
			      : 0;
	return zv_modulo(angle + 180, 360) - 180;
}

/* Sounds in the player's back have down to 0.32 of their volume. */
static double loudness_at(int32_t angle)
{
	const int32_t behind = (angle < 0 ? -angle : angle) - 90;

	return behind <= 0 ? 1 : pow(10, -(1 - cos(2 * behind * RADIAN)) / 4);
}

/* Returns 127 * sin, without its fraction; what is less than a whole number by the error
 * of a machine is that number. */
static int32_t side_of(int32_t angle)
{
	const double side = ZV_FULL_BALANCE * sin(angle * RADIAN);

	return (int32_t)(side + copysign(1e-9, side));
}

void exh_zv_pan(const struct exh_zv_engine *engine, const struct zv_pan *pan,
		struct zv_music *music)
{
	const bool is_directed = pan->magnitude && zv_get(engine, KEY_QSOUND) >= 1;
	const int32_t angle = is_directed ? angle_of(engine, pan) : 0;
	const int32_t balance = side_of(angle) * pan->magnitude;

	if (!music)
		return;
	music->balance =
		(balance - zv_modulo(balance, ZV_FULL_MAGNITUDE)) / ZV_FULL_MAGNITUDE;
	music->loudness = (int32_t)lrint(ZV_FULL_VOLUME * loudness_at(angle));
}
