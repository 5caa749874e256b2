/* The text of JSON values, for json_visit.c and json_raw.c. */
#ifndef CMD_TASK_JSON_RAW_H
#define CMD_TASK_JSON_RAW_H

#include <exhume/base.h>

/* How far a token was looked at. All zeros: not yet. */
struct json_scan {
	size_t depth;
	bool has_begun, in_string, is_escaped;
};

/* Whether the token ends before the byte, with it, or after it. */
enum json_scan_end { SCAN_GOES_ON, SCAN_ENDS_BEFORE, SCAN_ENDS_WITH };

static inline bool json_is_space(uint8_t c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* True if the byte ends a number or a word. */
static inline bool json_is_mark(uint8_t c)
{
	return json_is_space(c) || c == ',' || c == ':' || c == '"' || c == '[' ||
	       c == ']' || c == '{' || c == '}';
}

static inline enum json_scan_end json_scan_string(struct json_scan *s, uint8_t c)
{
	if (s->is_escaped || c != '"') {
		s->is_escaped = !s->is_escaped && c == '\\';
		return SCAN_GOES_ON;
	}
	s->in_string = false;
	return s->depth ? SCAN_GOES_ON : SCAN_ENDS_WITH;
}

/* What is nested wrongly is left to the parser. */
static inline enum json_scan_end json_scan_byte(struct json_scan *s, uint8_t c)
{
	const bool is_inside = s->has_begun && !s->depth;

	if (s->in_string)
		return json_scan_string(s, c);
	if (is_inside && json_is_mark(c))
		return SCAN_ENDS_BEFORE;
	s->has_begun = true;
	if (c == '"')
		s->in_string = true;
	else if (c == '[' || c == '{')
		s->depth++;
	else if ((c == ']' || c == '}') && (!s->depth || !--s->depth))
		return SCAN_ENDS_WITH;
	else if (c == ',' || c == ':')
		return s->depth ? SCAN_GOES_ON : SCAN_ENDS_WITH;
	return SCAN_GOES_ON;
}

/* True if the parser takes this value for sure: few levels, plain ASCII, short numbers,
 * no key twice. False: it has to be asked. */
bool json_is_plain(struct exh_bytes value);

#endif
