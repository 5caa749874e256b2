/*
 * Packs entries into vectors: the fewest bytes, found from the last entry back. A tree
 * holds the vectors of the table by their entries. In all three tables every beginning of
 * a vector is a vector, too.
 */
#include "truemotion1_encode.h"

#include "../base/common.h"

#include <stdlib.h>

enum {
	READ_AHEAD = 1, /* a byte after the last vector, which the decoder needs */
};

struct tree {
	/* The node of each entry after a node; 0: none. Node 0 is the root. */
	uint8_t next[VECTORS][ENTRIES];
	uint8_t vectors[VECTORS]; /* the vector that ends at a node */
};

/* The best way on from a choice. */
struct way {
	uint32_t at_start; /* bytes, if a vector begins here */
	uint32_t after;	   /* bytes, if this is a vector's last entry */
	uint8_t vector;	   /* that begins here */
	uint8_t escape;	   /* the vector after an escape here */
	uint8_t length, escape_length;
};

static void make_tree(struct tree *tree, unsigned table)
{
	struct exh_truemotion1_words words;
	unsigned count = 1;

	exh_truemotion1_words(table, &words);
	for (unsigned i = 1; i < VECTORS; i++) {
		size_t node = 0;

		for (size_t k = 0; k < words.counts[i]; k++) {
			uint8_t *next = &tree->next[node][words.entries[i][k]];

			if (!*next)
				*next = (uint8_t)count++;
			node = *next;
		}
		tree->vectors[node] = (uint8_t)i;
	}
}

/* Finds the best vector whose entries after the first few are those of the choices from
 * first on. Only its last entry may have an escape. */
static void search(const struct tree *tree, const struct choice *choices,
		   const struct way *ways, size_t count, size_t node, size_t first,
		   uint32_t *least, uint8_t *vector, uint8_t *length)
{
	for (size_t k = 0; first + k < count; k++) {
		if (k && choices[first + k - 1].big != NO_ESCAPE)
			return;
		node = tree->next[node][choices[first + k].entry];
		if (!node)
			return;
		if (1 + ways[first + k].after < *least) {
			*least = 1 + ways[first + k].after;
			*vector = tree->vectors[node];
			*length = (uint8_t)(k + 1);
		}
	}
}

/* Finds the best way after a choice with an escape: 0, and the vector of the escape,
 * whose entries after the first one may be those of the next choices. */
static void search_escape(const struct tree *tree, const struct choice *choices,
			  struct way *ways, size_t count, size_t i)
{
	struct way *way = &ways[i];
	const size_t node = tree->next[0][choices[i].big];

	/* Every entry is a vector by itself, too. */
	way->after = 1 + ways[i + 1].at_start;
	way->escape = tree->vectors[node];
	way->escape_length = 0;
	search(tree, choices, ways, count, node, i + 1, &way->after, &way->escape,
	       &way->escape_length);
	way->after++;
}

static void find_ways(const struct tree *tree, const struct choice *choices,
		      struct way *ways, size_t count)
{
	ways[count].at_start = READ_AHEAD;
	for (size_t i = count; i-- > 0;) {
		struct way *way = &ways[i];

		if (choices[i].big == NO_ESCAPE)
			way->after = ways[i + 1].at_start;
		else
			search_escape(tree, choices, ways, count, i);
		way->at_start = UINT32_MAX;
		search(tree, choices, ways, count, 0, i, &way->at_start, &way->vector,
		       &way->length);
	}
}

static void write_way(const struct choice *choices, const struct way *ways, size_t count,
		      struct exh_writer *out)
{
	bool starts = true;

	for (size_t i = 0; i < count;) {
		if (starts) {
			exh_write_u8(out, ways[i].vector);
			i += ways[i].length - 1;
		}
		/* i is a vector's last entry. */
		starts = choices[i].big == NO_ESCAPE || !ways[i].escape_length;
		if (choices[i].big != NO_ESCAPE) {
			exh_write_u8(out, 0);
			exh_write_u8(out, ways[i].escape);
			i += ways[i].escape_length;
		}
		if (starts)
			i++;
	}
	exh_write_u8(out, 1);
}

enum exh_status exh_truemotion1_pack(const struct exh_truemotion1_header *header,
				     const struct choice *choices, size_t count,
				     struct exh_writer *out, struct exh_error *err)
{
	struct tree *tree = calloc(1, sizeof *tree);
	struct way *ways = malloc((count + 1) * sizeof *ways);
	enum exh_status status = EXH_OK;

	if (tree && ways) {
		make_tree(tree, header->table);
		find_ways(tree, choices, ways, count);
		write_way(choices, ways, count, out);
	} else {
		status = no_memory(err);
	}
	free(tree);
	free(ways);
	return status;
}
