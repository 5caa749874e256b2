/* The lines of a lever's file: keys, values, and what stands in them. */
#include "lever_lines.h"

#include <string.h>

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
 * Lines: ended by CR LF, LF or CR.
 */

struct lever_text exh_zv_lever_start_text(struct exh_bytes in)
{
	static const uint8_t mark[] = { 0xef, 0xbb, 0xbf }; /* some editors' */
	struct lever_text text = { .r = { .in = in } };

	if (in.size >= sizeof mark && memcmp(in.data, mark, sizeof mark) == 0)
		rd_take(&text.r, sizeof mark);
	return text;
}

bool exh_zv_lever_next_line(struct lever_text *text, struct lever_line *line)
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

bool exh_zv_lever_is_blank(uint8_t byte)
{
	return byte == ' ' || byte == '\t' || byte == '\v' || byte == '\f';
}

static bool is_digit(uint8_t byte)
{
	return byte >= '0' && byte <= '9';
}

uint8_t exh_zv_lever_to_lower(uint8_t byte)
{
	return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte + 32) : byte;
}

void exh_zv_lever_skip_blanks(struct lever_cursor *c)
{
	while (c->at < c->end && exh_zv_lever_is_blank(*c->at))
		c->at++;
}

bool exh_zv_lever_take_char(struct lever_cursor *c, char wanted)
{
	exh_zv_lever_skip_blanks(c);
	if (c->at == c->end || exh_zv_lever_to_lower(*c->at) != (uint8_t)wanted)
		return false;
	c->at++;
	return true;
}

bool exh_zv_lever_take_number(struct lever_cursor *c, int32_t *number)
{
	const uint8_t *at;
	int64_t value = 0;
	bool negative;

	exh_zv_lever_skip_blanks(c);
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

struct exh_zv_lever_place exh_zv_lever_place_of(const struct lever_line *line,
						const uint8_t *at)
{
	const size_t column = (size_t)(at - line->data);

	return (struct exh_zv_lever_place){ line->number, (uint32_t)column + 1,
					    line->offset + column };
}

struct lever_quote exh_zv_lever_quote(const uint8_t *data, size_t size)
{
	struct lever_quote quote;
	size_t used = 0;

	for (; used < size && used < LEVER_MAX_QUOTED; used++)
		quote.text[used] =
			(char)(data[used] >= ' ' && data[used] < 127 ? data[used] : '?');
	memcpy(quote.text + used, size > used ? "..." : "", size > used ? 4 : 1);
	return quote;
}

struct exh_bytes exh_zv_lever_trim(const struct lever_line *line, size_t start,
				   size_t end)
{
	while (start < end && exh_zv_lever_is_blank(line->data[start]))
		start++;
	while (start < end && exh_zv_lever_is_blank(line->data[end - 1]))
		end--;
	return (struct exh_bytes){ line->data + start, end - start,
				   line->offset + start };
}

bool exh_zv_lever_split(const struct lever_line *line, struct lever_entry *entry)
{
	const uint8_t *tilde = line->size ? memchr(line->data, '~', line->size) : NULL;
	const size_t size = tilde ? (size_t)(tilde - line->data) : line->size;
	const uint8_t *colon = size ? memchr(line->data, ':', size) : NULL;
	size_t at;

	if (!colon)
		return false;
	at = (size_t)(colon - line->data);
	*entry = (struct lever_entry){ line, exh_zv_lever_trim(line, 0, at),
				       exh_zv_lever_trim(line, at + 1, size),
				       tilde != NULL };
	return true;
}

struct lever_cursor exh_zv_lever_cursor_of(const struct lever_entry *entry,
					   struct exh_bytes part)
{
	return (struct lever_cursor){ entry->line, part.data, part.data + part.size };
}

bool exh_zv_lever_key_is(struct exh_bytes key, const char *name)
{
	size_t i = 0;

	while (i < key.size && name[i] &&
	       exh_zv_lever_to_lower(key.data[i]) == (uint8_t)name[i])
		i++;
	return i == key.size && !name[i];
}

enum exh_zv_lever_key exh_zv_lever_find_key(struct exh_bytes key)
{
	unsigned i = 0;

	while (i < EXH_ZV_LEVER_KEY_COUNT && !exh_zv_lever_key_is(key, keys[i].name))
		i++;
	return (enum exh_zv_lever_key)i;
}

bool exh_zv_lever_is_numeric(struct exh_bytes key)
{
	size_t i = key.size && (key.data[0] == '-' || key.data[0] == '+');

	if (i == key.size)
		return false;
	while (i < key.size && is_digit(key.data[i]))
		i++;
	return i == key.size;
}

bool exh_zv_lever_position_number(const struct lever_entry *entry, int32_t frames,
				  int32_t *number)
{
	struct lever_cursor c = exh_zv_lever_cursor_of(entry, entry->key);

	return exh_zv_lever_take_number(&c, number) && *number >= 0 && *number < frames;
}
