#include "lever.h"

#include "../base/reader.h"

#include <stdlib.h>
#include <string.h>

enum {
	PROBE_LINES = 32, /* that tell a lever */
	MOST_QUOTED = 40, /* bytes of the file in a note */
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
	return keys[key].name;
}

size_t exh_zv_lever_key_size(enum exh_zv_lever_key key)
{
	return keys[key].size;
}

/*
 * Lines: ended by CR LF, LF or CR.
 */

struct line {
	const uint8_t *data;
	size_t size;
	size_t offset; /* of data in the file */
	uint32_t number;
};

/* What is left of a text. */
struct text {
	struct reader r;
	uint32_t lines;
};

static struct text start_text(struct exh_bytes in)
{
	static const uint8_t mark[] = { 0xef, 0xbb, 0xbf }; /* some editors' */
	struct text text = { .r = { .in = in } };

	if (in.size >= sizeof mark && memcmp(in.data, mark, sizeof mark) == 0)
		rd_take(&text.r, sizeof mark);
	return text;
}

static bool next_line(struct text *text, struct line *line)
{
	struct reader *r = &text->r;
	const size_t left = rd_left(r);
	size_t size = 0;

	if (!left)
		return false;
	line->data = r->in.data + r->pos;
	line->offset = rd_tell(r);
	line->number = ++text->lines;
	while (size < left && line->data[size] != '\r' && line->data[size] != '\n')
		size++;
	line->size = size;
	if (size < left)
		size += left - size > 1 && line->data[size] == '\r' &&
					line->data[size + 1] == '\n'
				? 2
				: 1;
	rd_take(r, size);
	return true;
}

/*
 * Within a line.
 */

struct cursor {
	const struct line *line;
	const uint8_t *at, *end;
};

static bool is_blank(uint8_t byte)
{
	return byte == ' ' || byte == '\t' || byte == '\v' || byte == '\f';
}

static bool is_digit(uint8_t byte)
{
	return byte >= '0' && byte <= '9';
}

static uint8_t to_lower(uint8_t byte)
{
	return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte + 32) : byte;
}

static void skip_blanks(struct cursor *c)
{
	while (c->at < c->end && is_blank(*c->at))
		c->at++;
}

/* Takes a character, in any case, and the blanks before it. */
static bool take_char(struct cursor *c, char wanted)
{
	skip_blanks(c);
	if (c->at == c->end || to_lower(*c->at) != (uint8_t)wanted)
		return false;
	c->at++;
	return true;
}

/* Takes a number, and the blanks before it; false for none, or one above 32 bits. */
static bool take_number(struct cursor *c, int32_t *number)
{
	const uint8_t *at;
	int64_t value = 0;
	bool negative;

	skip_blanks(c);
	at = c->at;
	negative = at < c->end && *at == '-';
	if (at < c->end && (*at == '-' || *at == '+'))
		at++;
	if (at == c->end || !is_digit(*at))
		return false;
	for (; at < c->end && is_digit(*at); at++)
		if (value <= INT32_MAX)
			value = value * 10 + (*at - '0');
	if (negative)
		value = -value;
	if (value > INT32_MAX || value < INT32_MIN)
		return false;
	c->at = at;
	*number = (int32_t)value;
	return true;
}

static struct exh_zv_lever_place place_of(const struct line *line, const uint8_t *at)
{
	const size_t column = (size_t)(at - line->data);

	return (struct exh_zv_lever_place){ line->number, (uint32_t)column + 1,
					    line->offset + column };
}

/* Bytes of a file as words of a message. */
struct quote {
	char text[MOST_QUOTED + 4];
};

static struct quote quote(const uint8_t *data, size_t size)
{
	struct quote quote;
	size_t used = 0;

	for (; used < size && used < MOST_QUOTED; used++)
		quote.text[used] =
			(char)(data[used] >= ' ' && data[used] < 127 ? data[used] : '?');
	memcpy(quote.text + used, size > used ? "..." : "", size > used ? 4 : 1);
	return quote;
}

/* A line cut into key and value, both without blanks around them. */
struct entry {
	const struct line *line;
	struct exh_bytes key, value;
	bool is_closed; /* by a ~ */
};

static struct exh_bytes trim(const struct line *line, size_t start, size_t end)
{
	while (start < end && is_blank(line->data[start]))
		start++;
	while (start < end && is_blank(line->data[end - 1]))
		end--;
	return (struct exh_bytes){ line->data + start, end - start,
				   line->offset + start };
}

/* False for a line without a colon. */
static bool split(const struct line *line, struct entry *entry)
{
	const uint8_t *tilde = line->size ? memchr(line->data, '~', line->size) : NULL;
	const size_t size = tilde ? (size_t)(tilde - line->data) : line->size;
	const uint8_t *colon = size ? memchr(line->data, ':', size) : NULL;
	size_t at;

	if (!colon)
		return false;
	at = (size_t)(colon - line->data);
	*entry = (struct entry){ line, trim(line, 0, at), trim(line, at + 1, size),
				 tilde != NULL };
	return true;
}

static struct cursor cursor_of(const struct entry *entry, struct exh_bytes part)
{
	return (struct cursor){ entry->line, part.data, part.data + part.size };
}

static bool key_is(struct exh_bytes key, const char *name)
{
	size_t i = 0;

	while (i < key.size && name[i] && to_lower(key.data[i]) == (uint8_t)name[i])
		i++;
	return i == key.size && !name[i];
}

/* EXH_ZV_LEVER_KEY_COUNT for another. */
static enum exh_zv_lever_key find_key(struct exh_bytes key)
{
	unsigned i = 0;

	while (i < EXH_ZV_LEVER_KEY_COUNT && !key_is(key, keys[i].name))
		i++;
	return (enum exh_zv_lever_key)i;
}

/* Is it a number, whatever its size? */
static bool is_numeric(struct exh_bytes key)
{
	size_t i = key.size && (key.data[0] == '-' || key.data[0] == '+');

	if (i == key.size)
		return false;
	while (i < key.size && is_digit(key.data[i]))
		i++;
	return i == key.size;
}

/* False if that is none below the number of frames. */
static bool position_number(const struct entry *entry, int32_t frames, int32_t *number)
{
	struct cursor c = cursor_of(entry, entry->key);

	return take_number(&c, number) && *number >= 0 && *number < frames;
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
	int32_t frames;	  /* the last number of them that the file tells */
	size_t key_count; /* lines with a key that is known */
};

static void tell(struct reading *reading, const struct line *line, const uint8_t *at,
		 const char *what, const uint8_t *data, size_t size, const char *then)
{
	const struct exh_zv_lever_place place = place_of(line, at);

	exh_note(reading->notes, EXH_WARNING, place.offset,
		 "line %u column %u: %s '%s'%s", (unsigned)place.line,
		 (unsigned)place.column, what, quote(data, size).text, then);
}

/* Numbers between which are blanks or a comma. */
static bool take_numbers(struct cursor *c, size_t count, int32_t *out)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			take_char(c, ',');
		if (!take_number(c, &out[i]))
			return false;
	}
	return true;
}

/* How a field whose numbers make no sense is told of: by how many it should have. */
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

static void read_field(struct reading *reading, const struct entry *entry,
		       enum exh_zv_lever_key key)
{
	struct exh_zv_lever_field *field = &reading->lever->fields[key];
	struct exh_zv_lever_field found = { .known = true };
	struct cursor c = cursor_of(entry, entry->value);

	if (!take_numbers(&c, keys[key].size, found.values)) {
		tell(reading, entry->line, entry->value.data, keys[key].name,
		     entry->value.data, entry->value.size, expected(keys[key].size));
		return;
	}
	skip_blanks(&c);
	if (c.at < c.end)
		tell(reading, entry->line, c.at, "ignored", c.at, (size_t)(c.end - c.at),
		     "");
	if (field->known)
		tell(reading, entry->line, entry->key.data, "again", entry->key.data,
		     entry->key.size, "; the last one counts");
	found.place = place_of(entry->line, entry->key.data);
	*field = found;
}

static void read_filename(struct reading *reading, const struct entry *entry)
{
	if (reading->lever->filename.data)
		tell(reading, entry->line, entry->key.data, "again", entry->key.data,
		     entry->key.size, "; the last one counts");
	reading->lever->filename = entry->value;
	reading->lever->filename_place = place_of(entry->line, entry->key.data);
}

static enum exh_status no_memory(struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

static enum exh_status keep_other(struct reading *reading, const struct entry *entry,
				  struct exh_error *err)
{
	struct exh_zv_lever_other *other = exh_alloc(reading->arena, 1, sizeof *other);

	if (!other)
		return no_memory(err);
	tell(reading, entry->line, entry->key.data, "unknown key", entry->key.data,
	     entry->key.size, "");
	other->key = entry->key;
	other->value = entry->value;
	other->place = place_of(entry->line, entry->key.data);
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
	int32_t a, b; /* its numbers */
	const uint8_t *at;
	size_t size;
};

/* Could an item begin here? */
static bool begins_item(struct cursor c)
{
	const uint8_t letter = c.at < c.end ? to_lower(*c.at) : 0;

	if (letter != 'd' && letter != '^' && letter != 'p' && letter != 'e')
		return false;
	c.at++;
	return take_char(&c, letter == 'd' || letter == '^' ? '=' : '(');
}

/* A number that another item, a blank or nothing follows. */
static bool take_last_number(struct cursor *c, int32_t *number)
{
	return take_number(c, number) &&
	       (c->at == c->end || is_blank(*c->at) || begins_item(*c));
}

/* c is behind the first letter. */
static bool take_item(struct cursor *c, uint8_t letter, struct item *item)
{
	switch (letter) {
	case 'd':
		item->kind = ITEM_DIRECTION;
		return take_char(c, '=') && take_number(c, &item->a) &&
		       take_char(c, ',') && take_last_number(c, &item->b);
	case '^':
		item->kind = ITEM_RETURN;
		return take_char(c, '=');
	case 'p':
		item->kind = ITEM_PATH;
		return take_char(c, '(') && take_number(c, &item->a) &&
		       take_char(c, 't') && c->at < c->end && to_lower(*c->at++) == 'o' &&
		       take_number(c, &item->b) && take_char(c, ')');
	case 'e':
		item->kind = ITEM_END;
		return take_char(c, '(') && take_number(c, &item->a) && take_char(c, ')');
	default:
		return false;
	}
}

/* What makes no sense goes up to where the next item could begin. */
static void skip_bad(struct cursor *c)
{
	do
		c->at++;
	while (c->at < c->end &&
	       !((is_blank(c->at[-1]) || c->at[-1] == ')') && begins_item(*c)));
}

/* False at the end. */
static bool next_item(struct cursor *c, struct item *item)
{
	skip_blanks(c);
	if (c->at == c->end)
		return false;
	*item = (struct item){ .at = c->at };
	c->at++;
	if (!take_item(c, to_lower(*item->at), item)) {
		c->at = item->at;
		item->kind = ITEM_BAD;
		skip_bad(c);
	}
	item->size = (size_t)(c->at - item->at);
	while (item->size && is_blank(item->at[item->size - 1]))
		item->size--;
	return true;
}

/* Where the items of a position go; what they are is counted before. */
struct items {
	struct exh_zv_lever_position *position;
	struct exh_zv_lever_direction *directions;
	struct exh_zv_lever_path *paths;
};

static enum exh_status make_room(struct reading *reading, struct cursor c,
				 struct items *items, struct exh_error *err)
{
	size_t directions = 0, paths = 0;
	struct item item;

	while (next_item(&c, &item)) {
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

static void keep_item(struct reading *reading, const struct line *line,
		      struct items *items, const struct item *item)
{
	struct exh_zv_lever_position *position = items->position;
	const struct exh_zv_lever_place place = place_of(line, item->at);

	if (item->kind == ITEM_BAD) {
		tell(reading, line, item->at, "malformed item", item->at, item->size,
		     " skipped");
	} else if (item->kind == ITEM_RETURN) {
		position->has_return = true;
	} else if (item->kind == ITEM_DIRECTION) {
		if (position->has_return)
			tell(reading, line, item->at, "a direction after ^=", item->at,
			     item->size, "");
		items->directions[position->direction_count++] =
			(struct exh_zv_lever_direction){ item->a, item->b, place };
	} else if (!position->has_return) {
		/* Without the mark there is no return. */
		tell(reading, line, item->at, "no ^= before", item->at, item->size,
		     ", skipped");
	} else if (item->kind == ITEM_PATH) {
		items->paths[position->path_count++] =
			(struct exh_zv_lever_path){ item->a, item->b, place };
	} else {
		position->has_end = true;
		position->end = item->a;
		position->end_place = place;
	}
}

static enum exh_status read_position(struct reading *reading, const struct entry *entry,
				     struct exh_error *err)
{
	struct exh_zv_lever_position position = {
		.place = place_of(entry->line, entry->key.data),
	};
	struct cursor c = cursor_of(entry, entry->value);
	struct items items = { .position = &position };
	enum exh_status status;
	struct item item;
	int32_t corner[2];

	if (!position_number(entry, reading->frames, &position.number)) {
		tell(reading, entry->line, entry->key.data, "position", entry->key.data,
		     entry->key.size, " is not below the number of frames, dropped");
		return EXH_OK;
	}
	if (!take_numbers(&c, 2, corner)) {
		tell(reading, entry->line, entry->key.data, "position", entry->key.data,
		     entry->key.size, " lacks two coordinates, dropped");
		return EXH_OK;
	}
	position.x = corner[0];
	position.y = corner[1];
	status = make_room(reading, c, &items, err);
	if (status)
		return status;
	while (next_item(&c, &item))
		keep_item(reading, entry->line, &items, &item);
	reading->positions[reading->lever->position_count++] = position;
	return EXH_OK;
}

/*
 * The whole.
 */

static bool is_empty(const struct line *line)
{
	return trim(line, 0, line->size).size == 0;
}

static enum exh_status read_entry(struct reading *reading, const struct entry *entry,
				  struct exh_error *err)
{
	const enum exh_zv_lever_key key = find_key(entry->key);

	if (!entry->is_closed)
		tell(reading, entry->line, entry->line->data + entry->line->size,
		     "no ~ at the end of", entry->key.data, entry->key.size, "");
	if (is_numeric(entry->key))
		return read_position(reading, entry, err);
	if (key < EXH_ZV_LEVER_KEY_COUNT)
		read_field(reading, entry, key);
	else if (key_is(entry->key, "filename"))
		read_filename(reading, entry);
	else
		return keep_other(reading, entry, err);
	reading->key_count++;
	return EXH_OK;
}

/* Positions may stand before the number of frames, which tells whether they count. */
static int32_t survey_frames(struct exh_bytes in)
{
	struct exh_zv_lever lever = { 0 };
	struct reading reading = { .lever = &lever };
	struct text text = start_text(in);
	struct entry entry;
	struct line line;

	while (next_line(&text, &line))
		if (split(&line, &entry) &&
		    key_is(entry.key, keys[EXH_ZV_LEVER_FRAMES].name))
			read_field(&reading, &entry, EXH_ZV_LEVER_FRAMES);
	return exh_zv_lever_frames(&lever);
}

static size_t survey_positions(struct exh_bytes in, int32_t frames)
{
	struct text text = start_text(in);
	struct entry entry;
	struct line line;
	size_t count = 0;
	int32_t number;

	while (next_line(&text, &line))
		count += split(&line, &entry) && is_numeric(entry.key) &&
			 position_number(&entry, frames, &number);
	return count;
}

static enum exh_status read_lines(struct reading *reading, struct exh_error *err)
{
	struct text text = start_text(reading->in);
	enum exh_status status = EXH_OK;
	struct entry entry;
	struct line line;

	while (!status && next_line(&text, &line)) {
		if (split(&line, &entry))
			status = read_entry(reading, &entry, err);
		else if (!is_empty(&line))
			tell(reading, &line, line.data, "no colon in", line.data,
			     line.size, ", line ignored");
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

/* By number; of those with the same the last counts. */
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
		count ? exh_alloc(arena, count, sizeof *reading.positions) : NULL;
	if (count && !reading.positions)
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
	struct text text = start_text(in);
	size_t found = 0, strange = 0;
	struct entry entry;
	struct line line;

	while (text.lines < PROBE_LINES && next_line(&text, &line)) {
		const bool is_entry = split(&line, &entry);
		const size_t key = is_entry ? find_key(entry.key) : 0;

		if (!is_entry) {
			strange += !is_empty(&line);
		} else if (key < EXH_ZV_LEVER_KEY_COUNT ||
			   key_is(entry.key, "filename")) {
			found += !seen[key];
			seen[key] = true;
		} else {
			strange += !is_numeric(entry.key);
		}
	}
	return found > strange ? found : 0;
}
