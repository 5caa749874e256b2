#include "fist.h"

#include "../../zvision/script_words.h"

#include <string.h>

/*
 * Lines: "key:value~"
 */

/* The next one, without blanks around key and value; false at the end of the text. */
static bool next_line(struct exh_bytes *text, struct exh_bytes *key,
		      struct exh_bytes *value)
{
	size_t size = 0, colon = 0, end;

	if (!text->size)
		return false;
	while (size < text->size && text->data[size] != '\r' && text->data[size] != '\n')
		size++;
	while (colon < size && text->data[colon] != ':')
		colon++;
	end = colon;
	while (end < size && text->data[end] != '~')
		end++;
	*key = (struct exh_bytes){ text->data, colon, text->base };
	*value =
		(struct exh_bytes){ text->data + colon, end - colon, text->base + colon };
	if (value->size)
		*value = script_skip(*value, 1);
	*key = exh_zv_script_trim(*key);
	*value = exh_zv_script_trim(*value);
	*text = script_skip(*text, size < text->size ? size + 1 : size);
	return true;
}

static bool take_number(struct exh_bytes *text, int32_t *out)
{
	int64_t number;

	*text = exh_zv_script_skip_blanks(*text);
	if (!exh_zv_script_take_digits(text, &number) || number > INT32_MAX)
		return false;
	*out = (int32_t)number;
	return true;
}

static bool take_rectangle(struct exh_bytes text, int32_t out[4])
{
	for (int i = 0; i < 4; i++)
		if (!take_number(&text, &out[i]))
			return false;
	return true;
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

static bool read_box(struct exh_bytes key, struct exh_bytes value,
		     struct zv_fist_box *box)
{
	int32_t corners[4];

	if (!is_box(key, box) || !take_rectangle(value, corners))
		return false;
	box->x1 = corners[0];
	box->y1 = corners[1];
	box->x2 = corners[2];
	box->y2 = corners[3];
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
	    !take_number(&value, &entry->first) || !take_number(&value, &entry->last))
		return false;
	value = exh_zv_script_skip_blanks(value);
	entry->sound = 0;
	if (exh_zv_script_take_byte(&value, '('))
		take_number(&value, &entry->sound);
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
		take_rectangle(value, fist->rectangle);
	else if (exh_zv_script_is_word(key, "num_fingers") &&
		 take_number(&value, &number))
		fist->finger_count = number < ZV_FINGERS ? number : ZV_FINGERS;
	else if (exh_zv_script_is_word(key, "eval_order_ascending") &&
		 take_number(&value, &number))
		fist->is_ascending = number != 0;
}

static size_t count_lines(struct exh_bytes text)
{
	struct exh_bytes key, value;
	size_t count = 0;

	while (next_line(&text, &key, &value))
		count++;
	return count;
}

enum exh_status exh_zv_fist_read(struct exh_bytes file, struct exh_arena *arena,
				 struct zv_fist *fist, struct exh_error *err)
{
	const size_t lines = count_lines(file);
	struct zv_fist_box *boxes = exh_alloc(arena, lines + 1, sizeof *boxes);
	struct zv_fist_entry *entries = exh_alloc(arena, lines + 1, sizeof *entries);
	struct exh_bytes text = file, key, value;

	*fist = (struct zv_fist){ .boxes = boxes, .entries = entries };
	if (!boxes || !entries)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	while (next_line(&text, &key, &value)) {
		if (read_box(key, value, &boxes[fist->box_count]))
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
		       int64_t x, int64_t y)
{
	for (size_t i = 0; i < fist->box_count; i++) {
		const struct zv_fist_box *box = &fist->boxes[i];

		if (box->finger == finger && box->is_down == (bits >> finger & 1) &&
		    x >= box->x1 && x <= box->x2 && y >= box->y1 && y <= box->y2)
			return true;
	}
	return false;
}

int32_t exh_zv_fist_finger(const struct zv_fist *fist, uint32_t bits, int64_t x,
			   int64_t y)
{
	const int32_t count = fist->finger_count;

	for (int32_t i = 0; i < count; i++) {
		const int32_t finger = fist->is_ascending ? i : count - 1 - i;

		if (is_touched(fist, finger, bits, x, y))
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
