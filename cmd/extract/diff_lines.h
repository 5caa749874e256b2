/* The lines that two texts do not share. */
#ifndef CMD_EXTRACT_DIFF_LINES_H
#define CMD_EXTRACT_DIFF_LINES_H

#include <exhume/base.h>

struct text_line {
	struct exh_bytes text; /* without its end */
	uint64_t hash;	       /* what lines are compared by */
};

struct text_lines {
	struct text_line *items; /* to be freed */
	size_t count;
};

/* Splits a text. ignore_labels: of words such as L_004f the four digits do not count, nor
 * what follows a semicolon: addresses in disassembled code. */
void diff_lines_split(struct exh_bytes text, bool ignore_labels, struct text_lines *out);

/* A run of lines that are only in one of two texts, or replace each other: [first, end)
 * of either. */
struct line_change {
	size_t first[2], end[2];
};

struct line_changes {
	struct line_change *items; /* to be freed */
	size_t count, capacity;
	size_t removed_count, added_count; /* lines */
};

/* As few as possible; of texts that differ in very many lines one change. */
void diff_lines_compare(const struct text_lines *a, const struct text_lines *b,
			struct line_changes *out);

#endif
