/* --only CLASS[:RANGE], --frames RANGE: which ones are wanted. */
#ifndef CMD_TASK_RANGES_H
#define CMD_TASK_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One CLASS[:A-B]; several of them add up. */
struct range {
	const char *text; /* all that it was read of; borrowed */
	const char *name; /* borrowed, not terminated: */
	size_t name_size;
	uint32_t first, last;
};

/*
 * Reads "CLASS" or "CLASS:N,A-B,C-,-D" and appends to *ranges, which is to be freed.
 * Returns NULL, or where the text goes wrong.
 */
const char *ranges_parse(const char *text, struct range **ranges, size_t *count);

/* The same for "N,A-B,C-,-D" alone, with names of no letters. */
const char *ranges_parse_numbers(const char *text, struct range **ranges, size_t *count);

/* Is it in one of them, whatever their names? Without any, all are. */
bool ranges_have(const struct range *ranges, size_t count, uint32_t number);

#endif
