/* Lines in which two texts differ. */
#ifndef CMD_TASK_LINE_CHANGES_H
#define CMD_TASK_LINE_CHANGES_H

#include <exhume/base.h>

struct hashed_line {
	struct exh_bytes text; /* content, no line end */
	uint64_t hash;	       /* hash of the parts that are compared */
};

struct hashed_lines {
	struct hashed_line *items; /* to be freed */
	size_t count, capacity;
};

/* Returns FNV-1a of bytes, continued from another hash; LINE_HASH: from none. */
#define LINE_HASH UINT64_C(0xcbf29ce484222325)
static inline uint64_t line_hash(uint64_t hash, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}

/* A range of lines that are only in one of two texts, or replace each other: [first, end)
 * in each. */
struct line_change {
	size_t first[2], end[2];
};

struct line_changes {
	struct line_change *items; /* to be freed */
	size_t count, capacity;
	size_t removed_count, added_count; /* numbers of lines */
};

/* Finds as few changes as possible. Texts that differ in very many lines get a single
 * change. */
void line_changes_find(const struct hashed_lines *a, const struct hashed_lines *b,
		       struct line_changes *out);

#endif
