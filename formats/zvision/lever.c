#include "script_words.h"

#include "../base/common.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	PROBE_LINES = 32, /* to recognise a lever */
	MAX_QUOTED = 40,  /* bytes of the file in a note */
};

static const struct {
	const char *name;
	size_t size;
} keys[] = {
	[EXH_ZV_LEVER_ANIMATION_ID] = { "animation_id", 1 },
	[EXH_ZV_LEVER_SKIPCOLOR] = { "skipcolor", 1 },
	[EXH_ZV_LEVER_ANIM_COORDS] = { "anim_coords", 4 },
	[EXH_ZV_LEVER_MIRRORED] = { "mirrored", 1 },
	[EXH_ZV_LEVER_FRAMES] = { "frames", 1 },
	[EXH_ZV_LEVER_ELSEWHERE] = { "elsewhere", 4 },
	[EXH_ZV_LEVER_OUT_OF_CONTROL] = { "out_of_control", 4 },
	[EXH_ZV_LEVER_START_POS] = { "start_pos", 1 },
	[EXH_ZV_LEVER_HOTSPOT_DELTAS] = { "hotspot_deltas", 2 },
	[EXH_ZV_LEVER_VENUS_ID] = { "venus_id", 1 },
};

const char *exh_zv_lever_key_name(enum exh_zv_lever_key key)
{
	return (unsigned)key < EXH_ZV_LEVER_KEY_COUNT ? keys[key].name : "unknown";
}

size_t exh_zv_lever_key_size(enum exh_zv_lever_key key)
{
	return (unsigned)key < EXH_ZV_LEVER_KEY_COUNT ? keys[key].size : 0;
}

/*
 * Lines and their parts.
 */

struct lever_line {
	struct exh_bytes text;
	uint32_t number;
};

/* A line cut into key and value, both without blanks around them. */
struct lever_entry {
	const struct lever_line *line;
	struct exh_bytes key, value;
	bool is_closed; /* the value ends with a ~ */
};

static struct exh_bytes skip_mark(struct exh_bytes in)
{
	/* byte order mark of some editors */
	static const uint8_t mark[] = { 0xef, 0xbb, 0xbf };

	return in.size >= sizeof mark && memcmp(in.data, mark, sizeof mark) == 0
		       ? script_skip(in, sizeof mark)
		       : in;
}

static bool next_line(struct exh_bytes *text, struct lever_line *line)
{
	line->number++;
	return exh_zv_script_line(text, &line->text);
}

static bool has_tilde(struct exh_bytes text)
{
	return text.size && memchr(text.data, '~', text.size);
}

/* Splits a line into key and value. False without a colon. */
static bool split(const struct lever_line *line, struct lever_entry *entry)
{
	entry->line = line;
	entry->is_closed = has_tilde(line->text);
	return exh_zv_script_entry(line->text, &entry->key, &entry->value) &&
	       !has_tilde(entry->key);
}

/* Takes a character, in upper or lower case, and the blanks before it. */
static bool take_char(struct exh_bytes *text, char wanted)
{
	*text = exh_zv_script_skip_blanks(*text);
	if (!text->size || script_lower(text->data[0]) != (uint8_t)wanted)
		return false;
	*text = script_skip(*text, 1);
	return true;
}

/* Takes a number, and the blanks before it; false if there is none, or it exceeds 32
 * bits. */
static bool take_number(struct exh_bytes *text, int32_t *number)
{
	struct exh_bytes left = exh_zv_script_skip_blanks(*text);
	const bool negative = exh_zv_script_take_byte(&left, '-');
	int64_t value;

	if (!negative)
		exh_zv_script_take_byte(&left, '+');
	if (!exh_zv_script_take_digits(&left, &value))
		return false;
	if (negative)
		value = -value;
	if (value > INT32_MAX || value < INT32_MIN)
		return false;
	*text = left;
	*number = (int32_t)value;
	return true;
}

static struct exh_zv_lever_place place_of(const struct lever_line *line, size_t offset)
{
	return (struct exh_zv_lever_place){ line->number,
					    (uint32_t)(offset - line->text.base) + 1,
					    offset };
}

/* Returns EXH_ZV_LEVER_KEY_COUNT for an unknown key. */
static enum exh_zv_lever_key find_key(struct exh_bytes key)
{
	unsigned i = 0;

	while (i < EXH_ZV_LEVER_KEY_COUNT && !exh_zv_script_is_word(key, keys[i].name))
		i++;
	return (enum exh_zv_lever_key)i;
}

/* True for a number of any size. */
static bool is_numeric(struct exh_bytes key)
{
	size_t i = key.size && (key.data[0] == '-' || key.data[0] == '+');

	if (i == key.size)
		return false;
	while (i < key.size && script_is_digit(key.data[i]))
		i++;
	return i == key.size;
}

/* False if the position is not below the number of frames. */
static bool position_number(const struct lever_entry *entry, int32_t frames,
			    int32_t *number)
{
	struct exh_bytes key = entry->key;

	return take_number(&key, number) && *number >= 0 && *number < frames;
}

/*
 * Reading.
 */

struct reading {
	struct exh_bytes in;
	struct exh_arena *arena;
	struct exh_zv_lever *lever;
	struct exh_notes *notes;
	struct exh_zv_lever_position *positions;
	const struct exh_zv_lever_other **last_other;
	int32_t frames;	  /* the last number of frames in the file */
	size_t key_count; /* lines with a known key */
};

static void warn_at(struct reading *reading, const struct lever_line *line, size_t offset,
		    const char *what, struct exh_bytes quoted, const char *then)
{
	const struct exh_zv_lever_place place = place_of(line, offset);
	char quote[MAX_QUOTED + 1];
	size_t size = 0;

	for (; size < quoted.size && size < MAX_QUOTED; size++) {
		const uint8_t c = quoted.data[size];

		quote[size] = (char)(c >= ' ' && c < 127 ? c : '?');
	}
	quote[size] = '\0';
	exh_note(reading->notes, EXH_WARNING, place.offset,
		 "line %u column %u: %s '%s%s'%s", (unsigned)place.line,
		 (unsigned)place.column, what, quote, quoted.size > size ? "..." : "",
		 then);
}

static void warn(struct reading *reading, const struct lever_line *line, const char *what,
		 struct exh_bytes quoted, const char *then)
{
	warn_at(reading, line, quoted.base, what, quoted, then);
}

/* Takes numbers separated by blanks or a comma. */
static bool take_numbers(struct exh_bytes *text, size_t count, int32_t *out)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			take_char(text, ',');
		if (!take_number(text, &out[i]))
			return false;
	}
	return true;
}

/* Message for a field with bad numbers: the number of them it should have. */
static const char *expected(size_t count)
{
	switch (count) {
	case 1:
		return ", expected a number; ignored";
	case 2:
		return ", expected 2 numbers; ignored";
	default:
		return ", expected 4 numbers; ignored";
	}
}

static void read_field(struct reading *reading, const struct lever_entry *entry,
		       enum exh_zv_lever_key key)
{
	struct exh_zv_lever_field *field = &reading->lever->fields[key];
	struct exh_zv_lever_field found = { .known = true };
	struct exh_bytes text = entry->value;

	if (!take_numbers(&text, keys[key].size, found.values)) {
		warn(reading, entry->line, keys[key].name, entry->value,
		     expected(keys[key].size));
		return;
	}
	text = exh_zv_script_skip_blanks(text);
	if (text.size)
		warn(reading, entry->line, "ignored", text, "");
	if (field->known)
		warn(reading, entry->line, "again", entry->key, "; the last one counts");
	found.place = place_of(entry->line, entry->key.base);
	*field = found;
}

static void read_filename(struct reading *reading, const struct lever_entry *entry)
{
	if (reading->lever->filename.data)
		warn(reading, entry->line, "again", entry->key, "; the last one counts");
	reading->lever->filename = entry->value;
	reading->lever->filename_place = place_of(entry->line, entry->key.base);
}

static enum exh_status keep_other(struct reading *reading,
				  const struct lever_entry *entry, struct exh_error *err)
{
	struct exh_zv_lever_other *other = exh_alloc(reading->arena, 1, sizeof *other);

	if (!other)
		return no_memory(err);
	warn(reading, entry->line, "unknown key", entry->key, "");
	other->key = entry->key;
	other->value = entry->value;
	other->place = place_of(entry->line, entry->key.base);
	*reading->last_other = other;
	reading->last_other = &other->next;
	return EXH_OK;
}

/*
 * Items of a position.
 */

enum item_kind { ITEM_DIRECTION, ITEM_RETURN, ITEM_PATH, ITEM_END, ITEM_BAD };

struct item {
	enum item_kind kind;
	int32_t a, b; /* numbers of the item */
	struct exh_bytes text;
};

/* True where an item could begin. */
static bool begins_item(struct exh_bytes text)
{
	const uint8_t letter = text.size ? script_lower(text.data[0]) : 0;

	if (letter != 'd' && letter != '^' && letter != 'p' && letter != 'e')
		return false;
	text = script_skip(text, 1);
	return take_char(&text, letter == 'd' || letter == '^' ? '=' : '(');
}

/* Takes a number that is followed by another item, a blank or the end. */
static bool take_last_number(struct exh_bytes *text, int32_t *number)
{
	return take_number(text, number) &&
	       (!text->size || script_is_blank(text->data[0]) || begins_item(*text));
}

/* text begins after the first letter. */
static bool take_item(struct exh_bytes *text, uint8_t letter, struct item *item)
{
	switch (letter) {
	case 'd':
		item->kind = ITEM_DIRECTION;
		return take_char(text, '=') && take_number(text, &item->a) &&
		       take_char(text, ',') && take_last_number(text, &item->b);
	case '^':
		item->kind = ITEM_RETURN;
		return take_char(text, '=');
	case 'p':
		item->kind = ITEM_PATH;
		return take_char(text, '(') && take_number(text, &item->a) &&
		       take_char(text, 't') &&
		       (exh_zv_script_take_byte(text, 'o') ||
			exh_zv_script_take_byte(text, 'O')) &&
		       take_number(text, &item->b) && take_char(text, ')');
	case 'e':
		item->kind = ITEM_END;
		return take_char(text, '(') && take_number(text, &item->a) &&
		       take_char(text, ')');
	default:
		return false;
	}
}

/* Skips invalid text up to where the next item could begin. */
static void skip_bad(struct exh_bytes *text)
{
	do
		*text = script_skip(*text, 1);
	while (text->size &&
	       !((script_is_blank(text->data[-1]) || text->data[-1] == ')') &&
		 begins_item(*text)));
}

/* Takes the next item. False at the end. */
static bool next_item(struct exh_bytes *text, struct item *item)
{
	*text = exh_zv_script_skip_blanks(*text);
	if (!text->size)
		return false;
	*item = (struct item){ .text = *text };
	*text = script_skip(*text, 1);
	if (!take_item(text, script_lower(item->text.data[0]), item)) {
		*text = item->text;
		item->kind = ITEM_BAD;
		skip_bad(text);
	}
	item->text.size -= text->size;
	item->text = exh_zv_script_trim(item->text);
	return true;
}

/* Places where the items of a position are stored; directions and paths have room for all
 * of them. */
struct items {
	struct exh_zv_lever_position *position;
	struct exh_zv_lever_direction *directions;
	struct exh_zv_lever_path *paths;
};

static enum exh_status make_room(struct reading *reading, struct exh_bytes text,
				 struct items *items, struct exh_error *err)
{
	size_t directions = 0, paths = 0;
	struct item item;

	while (next_item(&text, &item)) {
		directions += item.kind == ITEM_DIRECTION;
		paths += item.kind == ITEM_PATH;
	}
	if (directions)
		items->directions =
			exh_alloc(reading->arena, directions, sizeof *items->directions);
	if (paths)
		items->paths = exh_alloc(reading->arena, paths, sizeof *items->paths);
	items->position->directions = items->directions;
	items->position->paths = items->paths;
	return (directions && !items->directions) || (paths && !items->paths)
		       ? no_memory(err)
		       : EXH_OK;
}

static void keep_item(struct reading *reading, const struct lever_line *line,
		      struct items *items, const struct item *item)
{
	struct exh_zv_lever_position *position = items->position;
	const struct exh_zv_lever_place place = place_of(line, item->text.base);

	if (item->kind == ITEM_BAD) {
		warn(reading, line, "malformed item", item->text, " skipped");
	} else if (item->kind == ITEM_RETURN) {
		position->has_return = true;
	} else if (item->kind == ITEM_DIRECTION) {
		if (position->has_return)
			warn(reading, line, "a direction after ^=", item->text, "");
		assert(items->directions);
		items->directions[position->direction_count++] =
			(struct exh_zv_lever_direction){ item->a, item->b, place };
	} else if (!position->has_return) {
		/* A path or an end before the mark is ignored. */
		warn(reading, line, "no ^= before", item->text, ", skipped");
	} else if (item->kind == ITEM_PATH) {
		assert(items->paths);
		items->paths[position->path_count++] =
			(struct exh_zv_lever_path){ item->a, item->b, place };
	} else {
		position->has_end = true;
		position->end = item->a;
		position->end_place = place;
	}
}

static enum exh_status read_position(struct reading *reading,
				     const struct lever_entry *entry,
				     struct exh_error *err)
{
	struct exh_zv_lever_position position = {
		.place = place_of(entry->line, entry->key.base),
	};
	struct exh_bytes text = entry->value;
	struct items items = { .position = &position };
	enum exh_status status;
	struct item item;
	int32_t corner[2];

	if (!position_number(entry, reading->frames, &position.number)) {
		warn(reading, entry->line, "position", entry->key,
		     " is not below the number of frames, dropped");
		return EXH_OK;
	}
	if (!take_numbers(&text, 2, corner)) {
		warn(reading, entry->line, "position", entry->key,
		     " lacks two coordinates, dropped");
		return EXH_OK;
	}
	position.x = corner[0];
	position.y = corner[1];
	status = make_room(reading, text, &items, err);
	if (status)
		return status;
	while (next_item(&text, &item))
		keep_item(reading, entry->line, &items, &item);
	reading->positions[reading->lever->position_count++] = position;
	return EXH_OK;
}

/*
 * The whole file.
 */

static bool is_empty(const struct lever_line *line)
{
	return exh_zv_script_trim(line->text).size == 0;
}

static enum exh_status read_entry(struct reading *reading,
				  const struct lever_entry *entry, struct exh_error *err)
{
	const enum exh_zv_lever_key key = find_key(entry->key);

	if (!entry->is_closed)
		warn_at(reading, entry->line,
			entry->line->text.base + entry->line->text.size,
			"no ~ at the end of", entry->key, "");
	if (is_numeric(entry->key))
		return read_position(reading, entry, err);
	if (key < EXH_ZV_LEVER_KEY_COUNT)
		read_field(reading, entry, key);
	else if (exh_zv_script_is_word(entry->key, "filename"))
		read_filename(reading, entry);
	else
		return keep_other(reading, entry, err);
	reading->key_count++;
	return EXH_OK;
}

/* Reads the number of frames first, since positions may come before it and are ignored if
 * too large. */
static int32_t survey_frames(struct exh_bytes in)
{
	struct exh_zv_lever lever = { 0 };
	struct reading reading = { .lever = &lever };
	struct exh_bytes text = skip_mark(in);
	struct lever_line line = { .number = 0 };
	struct lever_entry entry;

	while (next_line(&text, &line))
		if (split(&line, &entry) && find_key(entry.key) == EXH_ZV_LEVER_FRAMES)
			read_field(&reading, &entry, EXH_ZV_LEVER_FRAMES);
	return exh_zv_lever_frames(&lever);
}

static size_t survey_positions(struct exh_bytes in, int32_t frames)
{
	struct exh_bytes text = skip_mark(in);
	struct lever_line line = { .number = 0 };
	struct lever_entry entry;
	size_t count = 0;
	int32_t number;

	while (next_line(&text, &line))
		count += split(&line, &entry) && is_numeric(entry.key) &&
			 position_number(&entry, frames, &number);
	return count;
}

static enum exh_status read_lines(struct reading *reading, struct exh_error *err)
{
	struct exh_bytes text = skip_mark(reading->in);
	struct lever_line line = { .number = 0 };
	enum exh_status status = EXH_OK;
	struct lever_entry entry;

	while (!status && next_line(&text, &line)) {
		if (split(&line, &entry))
			status = read_entry(reading, &entry, err);
		else if (!is_empty(&line))
			warn(reading, &line, "no colon in", line.text, ", line ignored");
	}
	return status;
}

static int compare(const void *a, const void *b)
{
	const struct exh_zv_lever_position *p = a, *q = b;

	if (p->number != q->number)
		return p->number < q->number ? -1 : 1;
	return p->place.offset < q->place.offset ? -1 : 1;
}

/* Sorts positions by number; of several with the same number the last is kept. */
static void sort_positions(struct reading *reading)
{
	struct exh_zv_lever_position *positions = reading->positions;
	const size_t count = reading->lever->position_count;
	size_t kept = 0, rising = 1;

	if (!positions)
		return;
	while (rising < count && positions[rising - 1].number < positions[rising].number)
		rising++;
	if (rising >= count)
		return;
	qsort(positions, count, sizeof *positions, compare);
	for (size_t i = 0; i < count; i++) {
		if (i + 1 < count && positions[i].number == positions[i + 1].number)
			exh_note(reading->notes, EXH_WARNING, positions[i].place.offset,
				 "line %u column %u: position %d is defined again in "
				 "line %u, which counts",
				 (unsigned)positions[i].place.line,
				 (unsigned)positions[i].place.column,
				 (int)positions[i].number,
				 (unsigned)positions[i + 1].place.line);
		else
			positions[kept++] = positions[i];
	}
	reading->lever->position_count = kept;
}

int32_t exh_zv_lever_number(const struct exh_zv_lever *lever, enum exh_zv_lever_key key)
{
	return lever->fields[key].values[0];
}

int32_t exh_zv_lever_frames(const struct exh_zv_lever *lever)
{
	const int32_t frames = exh_zv_lever_number(lever, EXH_ZV_LEVER_FRAMES);

	return frames > 0 ? frames : 0;
}

bool exh_zv_lever_is_mirrored(const struct exh_zv_lever *lever)
{
	return exh_zv_lever_number(lever, EXH_ZV_LEVER_MIRRORED) != 0;
}

enum exh_status exh_zv_lever_read(struct exh_bytes in, struct exh_arena *arena,
				  struct exh_zv_lever *lever, struct exh_notes *notes,
				  struct exh_error *err)
{
	struct reading reading = { .in = in,
				   .arena = arena,
				   .lever = lever,
				   .notes = notes,
				   .frames = survey_frames(in) };
	const size_t count = survey_positions(in, reading.frames);
	enum exh_status status;

	*lever = (struct exh_zv_lever){ 0 };
	reading.last_other = &lever->others;
	reading.positions =
		exh_alloc(arena, count ? count : 1, sizeof *reading.positions);
	if (!reading.positions)
		return no_memory(err);
	lever->positions = reading.positions;
	status = read_lines(&reading, err);
	if (status)
		return status;
	if (!reading.key_count)
		return exh_fail(err, EXH_INVALID, in.base,
				"not a lever: expected lines like 'frames:11~'");
	sort_positions(&reading);
	return EXH_OK;
}

size_t exh_zv_lever_place_from(const struct exh_zv_lever *lever, int64_t number)
{
	size_t low = 0, high = lever->position_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (lever->positions[middle].number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct exh_zv_lever_position *exh_zv_lever_find(const struct exh_zv_lever *lever,
						      int32_t number)
{
	const size_t i = exh_zv_lever_place_from(lever, number);

	return i < lever->position_count && lever->positions[i].number == number
		       ? &lever->positions[i]
		       : NULL;
}

size_t exh_zv_lever_count_keys(struct exh_bytes in)
{
	bool seen[EXH_ZV_LEVER_KEY_COUNT + 1] = { false };
	struct exh_bytes text = skip_mark(in);
	struct lever_line line = { .number = 0 };
	size_t found = 0, strange = 0;
	struct lever_entry entry;

	while (line.number < PROBE_LINES && next_line(&text, &line)) {
		const bool is_entry = split(&line, &entry);
		const size_t key = is_entry ? find_key(entry.key) : 0;

		if (!is_entry) {
			strange += !is_empty(&line);
		} else if (key < EXH_ZV_LEVER_KEY_COUNT ||
			   exh_zv_script_is_word(entry.key, "filename")) {
			found += !seen[key];
			seen[key] = true;
		} else {
			strange += !is_numeric(entry.key);
		}
	}
	return found > strange ? found : 0;
}
