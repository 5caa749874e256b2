#include "text.h"

#include "memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void append(struct range **ranges, size_t *count, struct range range)
{
	size_t capacity = *count;

	*ranges = mem_grow(*ranges, &capacity, *count + 1, sizeof **ranges);
	(*ranges)[(*count)++] = range;
}

/* Parses a number, and moves *text after it; false if there is none. */
static bool parse_index(const char **text, uint32_t *index)
{
	unsigned long number;
	char *end;

	if (**text < '0' || **text > '9')
		return false;
	errno = 0;
	number = strtoul(*text, &end, 10);
	if (errno || number > UINT32_MAX)
		return false;
	*index = (uint32_t)number;
	*text = end;
	return true;
}

static bool parse_part(const char **text, struct range *range)
{
	const bool has_first = parse_index(text, &range->first);

	if (!has_first)
		range->first = 0;
	range->last = range->first;
	range->backwards = false;
	if (**text != '-')
		return has_first;
	++*text;
	if (!parse_index(text, &range->last)) {
		range->last = UINT32_MAX;
		return has_first;
	}
	range->backwards = range->last < range->first;
	if (range->backwards) {
		const uint32_t first = range->first;

		range->first = range->last;
		range->last = first;
	}
	return true;
}

static const char *parse_list(const char *at, struct range range, struct range **ranges,
			      size_t *count)
{
	for (;; at++) {
		const char *part = at;

		if (!parse_part(&at, &range) || (*at && *at != ','))
			return part;
		append(ranges, count, range);
		if (!*at)
			return NULL;
	}
}

const char *ranges_parse(const char *text, struct range **ranges, size_t *count)
{
	const size_t name_size = strcspn(text, ":");
	const struct range range = {
		.text = text, .name = text, .name_size = name_size, .last = UINT32_MAX
	};

	if (!text[name_size]) {
		append(ranges, count, range);
		return NULL;
	}
	return parse_list(text + name_size + 1, range, ranges, count);
}

const char *ranges_parse_numbers(const char *text, struct range **ranges, size_t *count)
{
	return parse_list(text, (struct range){ .text = text, .name = text }, ranges,
			  count);
}

bool ranges_have(const struct range *ranges, size_t count, uint32_t number)
{
	for (size_t i = 0; i < count; i++)
		if (number >= ranges[i].first && number <= ranges[i].last)
			return true;
	return !count;
}

uint32_t range_at(const struct range *range, uint32_t i)
{
	return range->backwards ? range->last - i : range->first + i;
}
