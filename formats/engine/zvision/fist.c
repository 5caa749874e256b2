#include "zv_world.h"

#include <string.h>

/*
 * Lines: "key:value~"
 */

bool exh_zv_take_number(struct exh_bytes *text, int32_t *out)
{
	int64_t number;

	*text = exh_zv_script_skip_blanks(*text);
	if (!exh_zv_script_take_digits(text, &number) || number > INT32_MAX)
		return false;
	*out = (int32_t)number;
	return true;
}

bool exh_zv_take_rectangle(struct exh_bytes text, struct zv_rectangle *out)
{
	return exh_zv_take_number(&text, &out->x1) &&
	       exh_zv_take_number(&text, &out->y1) &&
	       exh_zv_take_number(&text, &out->x2) && exh_zv_take_number(&text, &out->y2);
}

static bool take_word(struct exh_bytes *text, const char *word)
{
	struct exh_bytes head;
	const size_t size = strlen(word);

	if (!exh_bytes_slice(*text, 0, size, &head) || !exh_zv_script_is_word(head, word))
		return false;
	*text = script_skip(*text, size);
	return true;
}

/* "up_hs_2_0", "down_hs_2_0" */
static bool is_box(struct exh_bytes key, struct zv_fist_box *box)
{
	int64_t finger, number;

	box->is_down = take_word(&key, "down_hs_");
	if ((!box->is_down && !take_word(&key, "up_hs_")) ||
	    !exh_zv_script_take_digits(&key, &finger) || finger >= ZV_FINGERS ||
	    !exh_zv_script_take_byte(&key, '_') ||
	    !exh_zv_script_take_digits(&key, &number) || key.size)
		return false;
	box->finger = (int32_t)finger;
	return true;
}

/* Text bit i is finger i. */
static bool take_bits(struct exh_bytes *text, uint32_t *bits)
{
	size_t count = 0;

	*text = exh_zv_script_skip_blanks(*text);
	*bits = 0;
	for (; text->size && (text->data[0] == '0' || text->data[0] == '1'); count++) {
		if (count < ZV_FINGERS && text->data[0] == '1')
			*bits |= UINT32_C(1) << count;
		*text = script_skip(*text, 1);
	}
	return count != 0;
}

/* "e:BITS BITS first last (sound)"; e is a number that does not matter. */
static bool read_entry(struct exh_bytes key, struct exh_bytes value,
		       struct zv_fist_entry *entry)
{
	int64_t number;

	if (!exh_zv_script_number(key, false, &number) ||
	    !take_bits(&value, &entry->from) || !take_bits(&value, &entry->to) ||
	    !exh_zv_take_number(&value, &entry->first) ||
	    !exh_zv_take_number(&value, &entry->last))
		return false;
	value = exh_zv_script_skip_blanks(value);
	entry->sound = 0;
	if (exh_zv_script_take_byte(&value, '('))
		exh_zv_take_number(&value, &entry->sound);
	return true;
}

/*
 * All of it.
 */

static void read_field(struct exh_bytes key, struct exh_bytes value, struct zv_fist *fist)
{
	int32_t number = 0;

	if (exh_zv_script_is_word(key, "animation"))
		fist->animation = value;
	else if (exh_zv_script_is_word(key, "anim_rect"))
		exh_zv_take_rectangle(value, &fist->place);
	else if (exh_zv_script_is_word(key, "num_fingers") &&
		 exh_zv_take_number(&value, &number))
		fist->finger_count = number < ZV_FINGERS ? number : ZV_FINGERS;
	else if (exh_zv_script_is_word(key, "eval_order_ascending") &&
		 exh_zv_take_number(&value, &number))
		fist->is_ascending = number != 0;
}

static size_t count_lines(struct exh_bytes text)
{
	struct exh_bytes line;
	size_t count = 0;

	while (exh_zv_script_line(&text, &line))
		count++;
	return count;
}

enum exh_status exh_zv_fist_read(struct exh_bytes file, struct exh_arena *arena,
				 struct zv_fist *fist, struct exh_error *err)
{
	const size_t lines = count_lines(file);
	struct zv_fist_box *boxes = exh_alloc(arena, lines + 1, sizeof *boxes);
	struct zv_fist_entry *entries = exh_alloc(arena, lines + 1, sizeof *entries);
	struct exh_bytes text = file, line, key, value;

	*fist = (struct zv_fist){ .boxes = boxes, .entries = entries };
	if (!boxes || !entries)
		return no_memory(err);
	while (exh_zv_script_line(&text, &line)) {
		struct zv_fist_box *box = &boxes[fist->box_count];

		exh_zv_script_entry(line, &key, &value);
		if (is_box(key, box) && exh_zv_take_rectangle(value, &box->place))
			fist->box_count++;
		else if (read_entry(key, value, &entries[fist->entry_count]))
			fist->entry_count++;
		else
			read_field(key, value, fist);
	}
	if (!fist->animation.size)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no description of a fist: it has no animation");
	return EXH_OK;
}

static bool is_touched(const struct zv_fist *fist, int32_t finger, uint32_t bits,
		       struct exh_zv_pano_point at)
{
	for (size_t i = 0; i < fist->box_count; i++) {
		const struct zv_fist_box *box = &fist->boxes[i];

		if (box->finger == finger && box->is_down == (bits >> finger & 1) &&
		    zv_is_in(box->place, at))
			return true;
	}
	return false;
}

int32_t exh_zv_fist_finger(const struct zv_fist *fist, uint32_t bits,
			   struct exh_zv_pano_point at)
{
	const int32_t count = fist->finger_count;

	for (int32_t i = 0; i < count; i++) {
		const int32_t finger = fist->is_ascending ? i : count - 1 - i;

		if (is_touched(fist, finger, bits, at))
			return finger;
	}
	return -1;
}

const struct zv_fist_entry *exh_zv_fist_entry(const struct zv_fist *fist, uint32_t from,
					      uint32_t to)
{
	for (size_t i = 0; i < fist->entry_count; i++)
		if (fist->entries[i].from == from && fist->entries[i].to == to)
			return &fist->entries[i];
	return NULL;
}
