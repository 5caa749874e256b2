/*
 * For any lever and player: the lever stays in its positions, shows existing frames,
 * returns by one position at a time, and comes to rest.
 *
 * Input: events of 6 bytes (kind, x, y as 16 bits, time), a zero of a kind that ends
 * them, then a file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/zvision_lever.h"

#include "../../base/fuzzing.h"

enum { LIMIT = 1 << 22, EVENT_SIZE = 6, MAX_EVENTS = 256, MAX_STEPS = 5000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct exh_zv_lever_motion *motion, int32_t before, bool shown)
{
	const struct exh_zv_lever *lever = motion->lever;
	const int32_t frames = exh_zv_lever_frames(lever);
	const int32_t now = motion->position;

	assert(now >= 0 && (now < frames || now == 0));
	if (!shown) {
		assert(now == before);
		return;
	}
	assert(motion->frame == exh_zv_lever_frame(lever, now, before));
	assert(motion->frame < 2 * (uint32_t)frames);
	assert(motion->frame < (uint32_t)frames || exh_zv_lever_is_mirrored(lever));
}

/* A step, if there is one, goes to a neighbour. */
static bool step(struct exh_zv_lever_motion *motion)
{
	const int32_t before = motion->position;
	const bool shown = exh_zv_lever_step(motion);

	check(motion, before, shown);
	assert(!shown || motion->position == before + 1 ||
	       motion->position == before - 1);
	return shown;
}

static void pass_time(struct exh_zv_lever_motion *motion, uint32_t ms)
{
	const uint32_t waited = motion->waited_ms, all = ms;
	uint32_t steps = 0;
	int32_t before = motion->position;

	while (exh_zv_lever_tick(motion, &ms)) {
		check(motion, before, true);
		before = motion->position;
		steps++;
	}
	assert(ms == 0 && motion->waited_ms < EXH_ZV_LEVER_STEP_MS);
	assert(steps <= (waited + all) / EXH_ZV_LEVER_STEP_MS);
}

static void do_event(struct exh_zv_lever_motion *motion, const uint8_t *event)
{
	const int32_t x = (int16_t)(event[1] | event[2] << 8);
	const int32_t y = (int16_t)(event[3] | event[4] << 8);
	const int32_t before = motion->position;
	bool is_over;

	switch (event[0] & 3) {
	case 0:
		is_over = exh_zv_lever_is_over(motion, x, y);
		assert(exh_zv_lever_down(motion, x, y) == is_over);
		assert(!is_over || motion->state == EXH_ZV_LEVER_HELD);
		check(motion, before, false);
		break;
	case 1:
		check(motion, before, exh_zv_lever_move(motion, x, y));
		break;
	case 2:
		exh_zv_lever_up(motion);
		assert(motion->state != EXH_ZV_LEVER_HELD);
		check(motion, before, false);
		break;
	default:
		pass_time(motion, event[5]);
		break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_arena arena = { .limit = LIMIT };
	const uint8_t *events = data;
	struct exh_zv_lever_motion motion;
	struct exh_zv_lever lever;
	struct exh_bytes file;
	size_t count = 0;

	while (size >= EVENT_SIZE && *data && count < MAX_EVENTS) {
		data += EVENT_SIZE;
		size -= EVENT_SIZE;
		count++;
	}
	if (size) {
		data++;
		size--;
	}
	file = take(&data, &size, size);
	if (exh_zv_lever_read(file, &arena, &lever, NULL, NULL) == EXH_OK) {
		exh_zv_lever_start(&motion, &lever,
				   exh_zv_lever_number(&lever, EXH_ZV_LEVER_START_POS));
		for (size_t i = 0; i < count; i++)
			do_event(&motion, events + i * EVENT_SIZE);
		exh_zv_lever_up(&motion);
		for (int i = 0; i < MAX_STEPS && step(&motion); i++)
			;
	}
	exh_arena_free(&arena);
	discard(file);
	return 0;
}
