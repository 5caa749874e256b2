/* --only CLASS[:RANGE], --frames RANGE: the selected items. */
#ifndef CMD_TASK_RANGES_H
#define CMD_TASK_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One CLASS[:A-B]; several of them add up. B may be below A: where the order counts, the
 * items come from A down to B. */
struct range {
	const char *text; /* the whole option; borrowed */
	const char *name; /* borrowed, not terminated: */
	size_t name_size;
	uint32_t first, last; /* first is never above last */
	bool backwards;
};

/*
 * Reads "CLASS" or "CLASS:N,A-B,C-,-D" and appends to *ranges, which is to be freed.
 * Returns NULL, or the place of the error in text.
 */
const char *ranges_parse(const char *text, struct range **ranges, size_t *count);

/* The same for "N,A-B,C-,-D" without a class; names are empty. */
const char *ranges_parse_numbers(const char *text, struct range **ranges, size_t *count);

/* True if a range, of any name, has it, or if there are no ranges. */
bool ranges_have(const struct range *ranges, size_t count, uint32_t number);

/* Number i of a range's first, second ... item, from 0 to last - first. */
uint32_t range_at(const struct range *range, uint32_t i);

#endif
