#include "picture_checks.h"

#include "../base/name.h"
#include "../base/reader.h"
#include "exhume/advanced/zvision_picture.h"

#include <stdio.h>
#include <string.h>

enum { TAG_ZCR1 = 0x3152435a };

enum exh_status exh_zv_cursor_open(struct exh_bytes in, struct exh_zv_cursor *cursor,
				   struct exh_notes *notes, struct exh_error *err)
{
	struct reader r = { .in = in };
	const uint32_t tag = rd_u32le(&r);
	enum exh_status status;
	size_t size;

	*cursor = (struct exh_zv_cursor){ 0 };
	if (in.size >= 4 && tag != TAG_ZCR1)
		return exh_fail(err, EXH_INVALID, in.base, "not a cursor: expected ZCR1");
	cursor->hot_x = rd_u16le(&r);
	cursor->hot_y = rd_u16le(&r);
	cursor->width = rd_u16le(&r);
	cursor->height = rd_u16le(&r);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes, expected a header of %d", in.size,
				EXH_ZV_CURSOR_HEADER_SIZE);
	status = exh_zv_check_sides(cursor->width, cursor->height, in.base + 8, err);
	if (status)
		return status;
	exh_bytes_slice(in, r.pos, rd_left(&r), &cursor->data);
	size = (size_t)cursor->width * cursor->height * 2;
	if (notes && (cursor->hot_x >= cursor->width || cursor->hot_y >= cursor->height))
		exh_note(notes, EXH_WARNING, in.base + 4,
			 "hot spot at (%u, %u), outside of %u by %u pixels",
			 cursor->hot_x, cursor->hot_y, cursor->width, cursor->height);
	if (notes && cursor->data.size > size)
		exh_note(notes, EXH_WARNING, cursor->data.base + size,
			 "%zu bytes after the last pixel", cursor->data.size - size);
	return EXH_OK;
}

enum exh_status exh_zv_cursor_decode(const struct exh_zv_cursor *cursor, uint16_t *pixels,
				     size_t count, struct exh_notes *notes,
				     struct exh_error *err)
{
	const size_t there = cursor->data.size / 2;
	const size_t some = there < count ? there : count;
	const enum exh_status status =
		exh_zv_check_buffer(count, cursor->width, cursor->height, err);

	if (status)
		return status;
	for (size_t i = 0; i < some; i++)
		pixels[i] = load_u16le(cursor->data.data + 2 * i) & PIXEL_BITS;
	memset(pixels + some, 0, (count - some) * sizeof *pixels);
	if (some < count && notes)
		exh_note(notes, EXH_DAMAGE, cursor->data.base + cursor->data.size,
			 "the data end after %zu of %zu pixels: the rest is transparent",
			 some, count);
	return EXH_OK;
}

enum exh_status exh_zv_cursor_write(const struct exh_zv_cursor *cursor,
				    const uint16_t *pixels, struct exh_writer *out,
				    struct exh_error *err)
{
	const enum exh_status status = exh_zv_check_written(cursor->width, cursor->height,
							    EXH_ZV_PICTURE_PIXELS, err);

	if (status)
		return status;
	exh_write_u32le(out, TAG_ZCR1);
	exh_write_u16le(out, cursor->hot_x);
	exh_write_u16le(out, cursor->hot_y);
	exh_write_u16le(out, cursor->width);
	exh_write_u16le(out, cursor->height);
	exh_zv_write_pixels(pixels, (size_t)cursor->width * cursor->height, out);
	return EXH_OK;
}

/*
 * Names.
 */

/* The cursors in the order of the numbers that they have in Grand Inquisitor; Nemesis
 * has the stem, and a letter for up and down. */
static const struct {
	const char *name, *stem;
} cursors[] = {
	{ "arrow", "arrow" },
	{ "idle", "00idle" },
	{ "backward", "back" },
	{ "downarrow", "down" },
	{ "forward", "forw" },
	{ "handpt", "handpt" },
	{ "handpu", "handpu" },
	{ "hdown", "hdown" },
	{ "hleft", "hleft" },
	{ "hright", "hright" },
	{ "hup", "hup" },
	{ "leftarrow", "left" },
	{ "rightarrow", "right" },
	{ "suggest_surround", "ssurr" },
	{ "suggest_tilt", "stilt" },
	{ "turnaround", "turn" },
	{ "zuparrow", "up" },
	{ "active", "00act" },
};

enum { CURSOR_COUNT = sizeof cursors / sizeof cursors[0], NUMBERED = CURSOR_COUNT - 1 };

enum { LONGEST_STEM = 8 };

/* The digit's value in base 16 or 10; -1 if it is not a digit. */
static int digit(char c, int base)
{
	const int value = exh_hex_digit((uint8_t)c);

	return value < base ? value : -1;
}

static bool two_digits(const char *text, int base, unsigned *out)
{
	const int high = digit(text[0], base), low = high < 0 ? -1 : digit(text[1], base);

	*out = (unsigned)(high * base + low);
	return low >= 0;
}

/* Takes the name without its ending, in lower case; false if it is no cursor's, or too
 * long. */
static bool take_stem(const char *name, char stem[LONGEST_STEM + 1])
{
	const size_t size = strlen(name);

	if (size <= 4 || size - 4 > LONGEST_STEM || !name_ends(name, ".zcr"))
		return false;
	memset(stem, 0, LONGEST_STEM + 1);
	for (size_t i = 0; i < size - 4; i++)
		stem[i] = (char)lower_case(name[i]);
	return true;
}

static void set_item(struct exh_zv_cursor_role *role, unsigned item, bool active)
{
	role->name = "item";
	role->is_item = true;
	role->is_active = active;
	role->item = item;
}

/* handpta: after its stem a letter, for up (a) or pressed (b). */
static bool find_nemesis(char *stem, struct exh_zv_cursor_role *role)
{
	const size_t size = strlen(stem);
	const char last = stem[size - 1];
	unsigned item;

	if (last != 'a' && last != 'b')
		return false;
	stem[size - 1] = 0;
	*role = (struct exh_zv_cursor_role){ .game = "nemesis",
					     .is_pressed = last == 'b' };
	for (size_t i = 0; i < CURSOR_COUNT; i++)
		if (strcmp(stem, cursors[i].stem) == 0) {
			role->name = cursors[i].name;
			return true;
		}
	if (!two_digits(stem, 10, &item) ||
	    (strcmp(stem + 2, "idle") != 0 && strcmp(stem + 2, "act") != 0))
		return false;
	set_item(role, item, stem[2] == 'a');
	return true;
}

/* g0gac051: the fourth letter up (a, active b) or pressed (c, d), then a number; g0b for
 * items, in hexadecimal. */
static bool find_zgi(const char *stem, struct exh_zv_cursor_role *role)
{
	const char state = stem[3];
	const bool active = state == 'b' || state == 'd';
	unsigned number;

	if (strlen(stem) != 8 || stem[0] != 'g' || stem[1] != '0' || state < 'a' ||
	    state > 'd' || stem[4] != 'c' || stem[7] != '1')
		return false;
	*role = (struct exh_zv_cursor_role){ .game = "zgi", .is_pressed = state >= 'c' };
	if (stem[2] == 'b' && two_digits(stem + 5, 16, &number)) {
		set_item(role, number, active);
		return true;
	}
	if (stem[2] != 'g' || !two_digits(stem + 5, 10, &number) ||
	    (active ? number != 1 : number >= NUMBERED))
		return false;
	role->name = cursors[active ? NUMBERED : number].name;
	return true;
}

bool exh_zv_cursor_role(const char *name, struct exh_zv_cursor_role *role)
{
	char stem[LONGEST_STEM + 1];

	*role = (struct exh_zv_cursor_role){ 0 };
	if (take_stem(name, stem) && (find_zgi(stem, role) || find_nemesis(stem, role)))
		return true;
	*role = (struct exh_zv_cursor_role){ 0 };
	return false;
}

static bool item_name(const struct exh_zv_cursor_role *role, enum exh_zv_game game,
		      char name[EXH_ZV_CURSOR_NAME_SIZE])
{
	const unsigned item = role->item, down = role->is_pressed ? 1 : 0;

	if (item > (game == EXH_ZV_NEMESIS ? 99 : 0xff))
		return false;
	if (game == EXH_ZV_NEMESIS)
		snprintf(name, EXH_ZV_CURSOR_NAME_SIZE, "%02u%s%c.zcr", item,
			 role->is_active ? "act" : "idle", "ab"[down]);
	else
		snprintf(name, EXH_ZV_CURSOR_NAME_SIZE, "g0b%cc%02x1.zcr",
			 "acbd"[2 * role->is_active + down], item);
	return true;
}

bool exh_zv_cursor_name(const struct exh_zv_cursor_role *role, enum exh_zv_game game,
			char name[EXH_ZV_CURSOR_NAME_SIZE])
{
	const unsigned down = role->is_pressed ? 1 : 0;
	unsigned i = 0;

	if (role->is_item)
		return item_name(role, game, name);
	while (i < CURSOR_COUNT && strcmp(role->name, cursors[i].name) != 0)
		i++;
	if (i == CURSOR_COUNT)
		return false;
	if (game == EXH_ZV_NEMESIS)
		snprintf(name, EXH_ZV_CURSOR_NAME_SIZE, "%s%c.zcr", cursors[i].stem,
			 "ab"[down]);
	else if (i == NUMBERED)
		snprintf(name, EXH_ZV_CURSOR_NAME_SIZE, "g0g%cc011.zcr", "bd"[down]);
	else
		snprintf(name, EXH_ZV_CURSOR_NAME_SIZE, "g0g%cc%02u1.zcr", "ac"[down], i);
	return true;
}
