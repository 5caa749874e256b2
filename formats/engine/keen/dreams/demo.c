/* Keen Dreams' demos. Source: keen-formats 8. */

#include "exhume/advanced/keen_input.h"

enum {
	PAIR_SIZE = 2,
	MAX_USES = 256, /* uses of a pair */
	AXIS_MASK = 3,	/* an axis + 1 */
	X_SHIFT = 2,
	BUTTON0 = 1 << 4,
	BUTTON1 = 1 << 5,
	MEANT_BITS = 0x3f,
};

static enum exh_status check_code(const struct exh_bytes *in, size_t place,
				  struct exh_notes *notes, struct exh_error *err)
{
	const unsigned code = in->data[place];
	const size_t at = in->base + place;

	if ((code & AXIS_MASK) == AXIS_MASK)
		return exh_fail(err, EXH_INVALID, at, "y axis 3, expected 0 to 2");
	if ((code >> X_SHIFT & AXIS_MASK) == AXIS_MASK)
		return exh_fail(err, EXH_INVALID, at, "x axis 3, expected 0 to 2");
	if (notes && code & ~(unsigned)MEANT_BITS)
		exh_note(notes, EXH_WARNING, at, "controls 0x%02x have unknown bits",
			 code);
	return EXH_OK;
}

enum exh_status exh_keen_demo_open(struct exh_bytes in, struct exh_keen_demo *demo,
				   struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status;

	*demo = (struct exh_keen_demo){ .pairs = in };
	if (in.size % PAIR_SIZE) {
		demo->pairs.size--;
		if (notes)
			exh_note(notes, EXH_WARNING, in.base + demo->pairs.size,
				 "a byte after the last pair is skipped");
	}
	for (size_t i = 0; i < demo->pairs.size; i += PAIR_SIZE) {
		status = check_code(&in, i + 1, notes, err);
		if (status)
			return status;
		demo->frames += in.data[i] + 1U;
	}
	return EXH_OK;
}

bool exh_keen_demo_next(struct exh_keen_demo *demo, struct exh_keen_controls *controls)
{
	const uint8_t *pair;

	*controls = (struct exh_keen_controls){ .x_axis = 0 };
	if (demo->place == demo->pairs.size)
		return false;
	pair = demo->pairs.data + demo->place;
	controls->y_axis = (int8_t)((pair[1] & AXIS_MASK) - 1);
	controls->x_axis = (int8_t)((pair[1] >> X_SHIFT & AXIS_MASK) - 1);
	controls->button0 = pair[1] & BUTTON0;
	controls->button1 = pair[1] & BUTTON1;
	if (demo->used++ == pair[0]) {
		demo->used = 0;
		demo->place += PAIR_SIZE;
	}
	return true;
}

void exh_keen_demo_record_start(struct exh_keen_demo_recorder *recorder,
				struct exh_writer *out)
{
	*recorder = (struct exh_keen_demo_recorder){ .out = out };
}

void exh_keen_demo_record_end(struct exh_keen_demo_recorder *recorder)
{
	if (!recorder->count)
		return;
	exh_write_u8(recorder->out, (uint8_t)(recorder->count - 1));
	exh_write_u8(recorder->out, recorder->last);
	recorder->count = 0;
}

static int sign(int value)
{
	return (value > 0) - (value < 0);
}

void exh_keen_demo_record(struct exh_keen_demo_recorder *recorder,
			  const struct exh_keen_controls *controls)
{
	const uint8_t code = (uint8_t)((sign(controls->y_axis) + 1) |
				       (sign(controls->x_axis) + 1) << X_SHIFT |
				       (controls->button0 ? BUTTON0 : 0) |
				       (controls->button1 ? BUTTON1 : 0));

	if (recorder->count == MAX_USES || (recorder->count && recorder->last != code))
		exh_keen_demo_record_end(recorder);
	recorder->last = code;
	recorder->count++;
}
