#include "lever.h"
#include "lever_lines.h"

#include <stdlib.h>
#include <assert.h>
#include <string.h>

enum {
	PROBE_LINES = 32, /* to recognise a lever */
};

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
	size_t key_count; /* lines with a key that is known */
};

static void warn(struct reading *reading, const struct lever_line *line,
		 const uint8_t *at, const char *what, const uint8_t *data, size_t size,
		 const char *then)
{
	const struct exh_zv_lever_place place = exh_zv_lever_place_of(line, at);

	exh_note(reading->notes, EXH_WARNING, place.offset,
		 "line %u column %u: %s '%s'%s", (unsigned)place.line,
		 (unsigned)place.column, what, exh_zv_lever_quote(data, size).text, then);
}

/* Numbers between which are blanks or a comma. */
static bool take_numbers(struct lever_cursor *c, size_t count, int32_t *out)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			exh_zv_lever_take_char(c, ',');
		if (!exh_zv_lever_take_number(c, &out[i]))
			return false;
	}
	return true;
}

/* The message for a field with bad numbers: how many it should have. */
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
	struct lever_cursor c = exh_zv_lever_cursor_of(entry, entry->value);

	if (!take_numbers(&c, exh_zv_lever_key_size(key), found.values)) {
		warn(reading, entry->line, entry->value.data, exh_zv_lever_key_name(key),
		     entry->value.data, entry->value.size,
		     expected(exh_zv_lever_key_size(key)));
		return;
	}
	exh_zv_lever_skip_blanks(&c);
	if (c.at < c.end)
		warn(reading, entry->line, c.at, "ignored", c.at, (size_t)(c.end - c.at),
		     "");
	if (field->known)
		warn(reading, entry->line, entry->key.data, "again", entry->key.data,
		     entry->key.size, "; the last one counts");
	found.place = exh_zv_lever_place_of(entry->line, entry->key.data);
	*field = found;
}

static void read_filename(struct reading *reading, const struct lever_entry *entry)
{
	if (reading->lever->filename.data)
		warn(reading, entry->line, entry->key.data, "again", entry->key.data,
		     entry->key.size, "; the last one counts");
	reading->lever->filename = entry->value;
	reading->lever->filename_place =
		exh_zv_lever_place_of(entry->line, entry->key.data);
}

static enum exh_status no_memory(struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

static enum exh_status keep_other(struct reading *reading,
				  const struct lever_entry *entry, struct exh_error *err)
{
	struct exh_zv_lever_other *other = exh_alloc(reading->arena, 1, sizeof *other);

	if (!other)
		return no_memory(err);
	warn(reading, entry->line, entry->key.data, "unknown key", entry->key.data,
	     entry->key.size, "");
	other->key = entry->key;
	other->value = entry->value;
	other->place = exh_zv_lever_place_of(entry->line, entry->key.data);
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
static bool begins_item(struct lever_cursor c)
{
	const uint8_t letter = c.at < c.end ? exh_zv_lever_to_lower(*c.at) : 0;

	if (letter != 'd' && letter != '^' && letter != 'p' && letter != 'e')
		return false;
	c.at++;
	return exh_zv_lever_take_char(&c, letter == 'd' || letter == '^' ? '=' : '(');
}

/* A number that another item, a blank or nothing follows. */
static bool take_last_number(struct lever_cursor *c, int32_t *number)
{
	return exh_zv_lever_take_number(c, number) &&
	       (c->at == c->end || exh_zv_lever_is_blank(*c->at) || begins_item(*c));
}

/* c is after the first letter. */
static bool take_item(struct lever_cursor *c, uint8_t letter, struct item *item)
{
	switch (letter) {
	case 'd':
		item->kind = ITEM_DIRECTION;
		return exh_zv_lever_take_char(c, '=') &&
		       exh_zv_lever_take_number(c, &item->a) &&
		       exh_zv_lever_take_char(c, ',') && take_last_number(c, &item->b);
	case '^':
		item->kind = ITEM_RETURN;
		return exh_zv_lever_take_char(c, '=');
	case 'p':
		item->kind = ITEM_PATH;
		return exh_zv_lever_take_char(c, '(') &&
		       exh_zv_lever_take_number(c, &item->a) &&
		       exh_zv_lever_take_char(c, 't') && c->at < c->end &&
		       exh_zv_lever_to_lower(*c->at++) == 'o' &&
		       exh_zv_lever_take_number(c, &item->b) &&
		       exh_zv_lever_take_char(c, ')');
	case 'e':
		item->kind = ITEM_END;
		return exh_zv_lever_take_char(c, '(') &&
		       exh_zv_lever_take_number(c, &item->a) &&
		       exh_zv_lever_take_char(c, ')');
	default:
		return false;
	}
}

/* Skips invalid text up to where the next item could begin. */
static void skip_bad(struct lever_cursor *c)
{
	do
		c->at++;
	while (c->at < c->end &&
	       !((exh_zv_lever_is_blank(c->at[-1]) || c->at[-1] == ')') &&
		 begins_item(*c)));
}

/* False at the end. */
static bool next_item(struct lever_cursor *c, struct item *item)
{
	exh_zv_lever_skip_blanks(c);
	if (c->at == c->end)
		return false;
	*item = (struct item){ .at = c->at };
	c->at++;
	if (!take_item(c, exh_zv_lever_to_lower(*item->at), item)) {
		c->at = item->at;
		item->kind = ITEM_BAD;
		skip_bad(c);
	}
	item->size = (size_t)(c->at - item->at);
	while (item->size && exh_zv_lever_is_blank(item->at[item->size - 1]))
		item->size--;
	return true;
}

/* Where the items of a position go; what they are is counted before. */
struct items {
	struct exh_zv_lever_position *position;
	struct exh_zv_lever_direction *directions;
	struct exh_zv_lever_path *paths;
};

static enum exh_status make_room(struct reading *reading, struct lever_cursor c,
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

static void keep_item(struct reading *reading, const struct lever_line *line,
		      struct items *items, const struct item *item)
{
	struct exh_zv_lever_position *position = items->position;
	const struct exh_zv_lever_place place = exh_zv_lever_place_of(line, item->at);

	if (item->kind == ITEM_BAD) {
		warn(reading, line, item->at, "malformed item", item->at, item->size,
		     " skipped");
	} else if (item->kind == ITEM_RETURN) {
		position->has_return = true;
	} else if (item->kind == ITEM_DIRECTION) {
		if (position->has_return)
			warn(reading, line, item->at, "a direction after ^=", item->at,
			     item->size, "");
		assert(items->directions);
		items->directions[position->direction_count++] =
			(struct exh_zv_lever_direction){ item->a, item->b, place };
	} else if (!position->has_return) {
		/* Without the mark there is no return. */
		warn(reading, line, item->at, "no ^= before", item->at, item->size,
		     ", skipped");
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
		.place = exh_zv_lever_place_of(entry->line, entry->key.data),
	};
	struct lever_cursor c = exh_zv_lever_cursor_of(entry, entry->value);
	struct items items = { .position = &position };
	enum exh_status status;
	struct item item;
	int32_t corner[2];

	if (!exh_zv_lever_position_number(entry, reading->frames, &position.number)) {
		warn(reading, entry->line, entry->key.data, "position", entry->key.data,
		     entry->key.size, " is not below the number of frames, dropped");
		return EXH_OK;
	}
	if (!take_numbers(&c, 2, corner)) {
		warn(reading, entry->line, entry->key.data, "position", entry->key.data,
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
 * The whole run.
 */

static bool is_empty(const struct lever_line *line)
{
	return exh_zv_lever_trim(line, 0, line->size).size == 0;
}

static enum exh_status read_entry(struct reading *reading,
				  const struct lever_entry *entry, struct exh_error *err)
{
	const enum exh_zv_lever_key key = exh_zv_lever_find_key(entry->key);

	if (!entry->is_closed)
		warn(reading, entry->line, entry->line->data + entry->line->size,
		     "no ~ at the end of", entry->key.data, entry->key.size, "");
	if (exh_zv_lever_is_numeric(entry->key))
		return read_position(reading, entry, err);
	if (key < EXH_ZV_LEVER_KEY_COUNT)
		read_field(reading, entry, key);
	else if (exh_zv_lever_key_is(entry->key, "filename"))
		read_filename(reading, entry);
	else
		return keep_other(reading, entry, err);
	reading->key_count++;
	return EXH_OK;
}

/* Positions may come before the number of frames, which decides whether they count. */
static int32_t survey_frames(struct exh_bytes in)
{
	struct exh_zv_lever lever = { 0 };
	struct reading reading = { .lever = &lever };
	struct lever_text text = exh_zv_lever_start_text(in);
	struct lever_entry entry;
	struct lever_line line;

	while (exh_zv_lever_next_line(&text, &line))
		if (exh_zv_lever_split(&line, &entry) &&
		    exh_zv_lever_key_is(entry.key,
					exh_zv_lever_key_name(EXH_ZV_LEVER_FRAMES)))
			read_field(&reading, &entry, EXH_ZV_LEVER_FRAMES);
	return exh_zv_lever_frames(&lever);
}

static size_t survey_positions(struct exh_bytes in, int32_t frames)
{
	struct lever_text text = exh_zv_lever_start_text(in);
	struct lever_entry entry;
	struct lever_line line;
	size_t count = 0;
	int32_t number;

	while (exh_zv_lever_next_line(&text, &line))
		count += exh_zv_lever_split(&line, &entry) &&
			 exh_zv_lever_is_numeric(entry.key) &&
			 exh_zv_lever_position_number(&entry, frames, &number);
	return count;
}

static enum exh_status read_lines(struct reading *reading, struct exh_error *err)
{
	struct lever_text text = exh_zv_lever_start_text(reading->in);
	enum exh_status status = EXH_OK;
	struct lever_entry entry;
	struct lever_line line;

	while (!status && exh_zv_lever_next_line(&text, &line)) {
		if (exh_zv_lever_split(&line, &entry))
			status = read_entry(reading, &entry, err);
		else if (!is_empty(&line))
			warn(reading, &line, line.data, "no colon in", line.data,
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
	struct lever_text text = exh_zv_lever_start_text(in);
	size_t found = 0, strange = 0;
	struct lever_entry entry;
	struct lever_line line;

	while (text.lines < PROBE_LINES && exh_zv_lever_next_line(&text, &line)) {
		const bool is_entry = exh_zv_lever_split(&line, &entry);
		const size_t key = is_entry ? exh_zv_lever_find_key(entry.key) : 0;

		if (!is_entry) {
			strange += !is_empty(&line);
		} else if (key < EXH_ZV_LEVER_KEY_COUNT ||
			   exh_zv_lever_key_is(entry.key, "filename")) {
			found += !seen[key];
			seen[key] = true;
		} else {
			strange += !exh_zv_lever_is_numeric(entry.key);
		}
	}
	return found > strange ? found : 0;
}
