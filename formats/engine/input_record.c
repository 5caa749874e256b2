/* Writing input scripts, frame by frame. */

#include "input_program.h"

#include "../base/common.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_FRAMES = 0x7fffffff };

/* True if bits hold the key, with a number in its range. */
static bool is_held(const struct exh_input_key *key, uint32_t bits)
{
	const uint32_t number = input_key_number_of(key, bits);

	return !(key->bits & ~bits) && !key->refused &&
	       (!key->number_bits || (number >= key->least && number <= key->most));
}

/* Bits that identify the key: those of its number, if it has no others. */
static uint32_t marks(const struct exh_input_key *key)
{
	return key->bits ? key->bits : key->number_bits;
}

/* Returns the next held key from *i on that has bits not yet named. */
static const struct exh_input_key *next_key(const struct exh_input_keys *keys, size_t *i,
					    uint32_t bits, uint32_t named)
{
	for (; *i < keys->count; ++*i) {
		const struct exh_input_key *key = &keys->keys[*i];

		if (is_held(key, bits) && (marks(key) & bits & ~named))
			return &keys->keys[(*i)++];
	}
	return NULL;
}

/* Returns all bits that keys can be pressed for. */
static uint32_t nameable(const struct exh_input_keys *keys, uint32_t bits)
{
	const struct exh_input_key *key;
	uint32_t named = 0;

	for (size_t i = 0; (key = next_key(keys, &i, bits, named));)
		named |= key->bits | key->number_bits;
	return named;
}

static void write_none(const struct exh_input_recorder *recorder)
{
	const struct exh_input_keys *keys = recorder->keys;

	for (size_t i = 0; i < keys->count; i++)
		if (!marks(&keys->keys[i]) && !keys->keys[i].refused) {
			write_text(recorder->out, keys->keys[i].name);
			return;
		}
	write_text(recorder->out, "-");
}

/* Writes letters together, names separately. */
static void write_keys(const struct exh_input_recorder *recorder, uint32_t bits)
{
	const struct exh_input_key *key;
	uint32_t named = 0;
	bool joins = true;

	for (size_t i = 0; (key = next_key(recorder->keys, &i, bits, named));) {
		const bool is_letter = !key->name[1];

		if (named && !(joins && is_letter))
			write_text(recorder->out, " ");
		write_text(recorder->out, key->name);
		if (key->number_bits)
			exh_write_format(recorder->out, " %" PRIu32,
					 input_key_number_of(key, bits));
		joins = is_letter;
		named |= key->bits | key->number_bits;
	}
	if (!bits)
		write_none(recorder);
}

static void write_buttons(struct exh_writer *out, unsigned buttons)
{
	if (buttons)
		write_text(out, ":");
	for (unsigned i = 0; buttons >> i; i++)
		if (buttons >> i & 1)
			exh_write_u8(out, (uint8_t)('1' + i));
}

static void write_stick(struct exh_writer *out, unsigned number,
			const struct exh_input_stick *stick)
{
	if (!stick->present)
		return;
	exh_write_format(out, " joy%u=%u:%u", number, (unsigned)stick->x,
			 (unsigned)stick->y);
	write_buttons(out, stick->buttons & 3);
}

static void write_devices(struct exh_writer *out, const struct exh_input_frame *frame)
{
	const struct exh_input_mouse *mouse = &frame->mouse;

	if (frame->scan_codes.size)
		write_text(out, " scan=");
	for (size_t i = 0; i < frame->scan_codes.size; i++)
		exh_write_format(out, "%02x", (unsigned)frame->scan_codes.data[i]);
	if (mouse->x || mouse->y || mouse->buttons) {
		exh_write_format(out, " mouse=%d:%d", mouse->x, mouse->y);
		write_buttons(out, mouse->buttons & 7);
	}
	write_stick(out, 1, &frame->sticks[0]);
	write_stick(out, 2, &frame->sticks[1]);
}

static bool is_same_stick(const struct exh_input_stick *a,
			  const struct exh_input_stick *b)
{
	return a->present == b->present && a->x == b->x && a->y == b->y &&
	       a->buttons == b->buttons;
}

/* True if frame continues the line. A line has scan codes only once. */
static bool goes_on(const struct exh_input_frame *last,
		    const struct exh_input_frame *frame)
{
	return last->keys == frame->keys && !frame->scan_codes.size &&
	       last->mouse.x == frame->mouse.x && last->mouse.y == frame->mouse.y &&
	       last->mouse.buttons == frame->mouse.buttons &&
	       is_same_stick(&last->sticks[0], &frame->sticks[0]) &&
	       is_same_stick(&last->sticks[1], &frame->sticks[1]);
}

void exh_input_record_start(struct exh_input_recorder *recorder,
			    const struct exh_input_keys *keys, struct exh_writer *out)
{
	*recorder = (struct exh_input_recorder){ .keys = keys, .out = out };
}

void exh_input_record_end(struct exh_input_recorder *recorder)
{
	struct exh_input_frame *last = &recorder->last;

	if (!recorder->count)
		return;
	exh_write_format(recorder->out, "%" PRIu32 " ", recorder->count);
	write_keys(recorder, last->keys);
	last->scan_codes.data = recorder->scan_codes;
	write_devices(recorder->out, last);
	write_text(recorder->out, "\n");
	recorder->count = 0;
}

enum exh_status exh_input_record(struct exh_input_recorder *recorder,
				 const struct exh_input_frame *frame,
				 struct exh_error *err)
{
	const uint32_t nameless = frame->keys & ~nameable(recorder->keys, frame->keys);

	if (nameless)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no key of the game stands for bits 0x%" PRIx32,
				nameless);
	if (frame->scan_codes.size > EXH_INPUT_SCAN_CODES)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu scan codes in a frame, at most %d",
				frame->scan_codes.size, EXH_INPUT_SCAN_CODES);
	if (recorder->count && recorder->count < MAX_FRAMES &&
	    goes_on(&recorder->last, frame)) {
		recorder->count++;
		return EXH_OK;
	}
	exh_input_record_end(recorder);
	recorder->last = *frame;
	if (frame->scan_codes.size)
		memcpy(recorder->scan_codes, frame->scan_codes.data,
		       frame->scan_codes.size);
	recorder->count = 1;
	return EXH_OK;
}
