/* Parts that the decoder and the encoder of TrueMotion 1 share. */
#ifndef EXH_CODEC_TRUEMOTION1_H
#define EXH_CODEC_TRUEMOTION1_H

#include "exhume/advanced/truemotion1.h"

enum {
	VECTORS = 256,
	MOST_ENTRIES = 4, /* in a vector */
	DIGITS = 8,
	ENTRIES = DIGITS * DIGITS,
	KEY_RATIO = 2048, /* pixels for each byte of a key frame, at most */
	/* Bits of the flags. */
	INTERPOLATED = 4,
	INTER_FRAME = 8,
	KEY_FRAME = 16,
	SPRITE = 32,
};

/* A table: for each vector the number of its entries, and each entry as two digits, high
 * * DIGITS + low. */
struct exh_truemotion1_words {
	uint8_t counts[VECTORS];
	uint8_t entries[VECTORS][MOST_ENTRIES];
};

void exh_truemotion1_words(unsigned table, struct exh_truemotion1_words *words);

/* Deltas of the digits, in steps of brightness and of colour. */
struct truemotion1_digits {
	int16_t y[DIGITS], c[DIGITS];
};

/* Deltas of a set: big ones after an escape. */
struct exh_truemotion1_deltas {
	struct truemotion1_digits small, big;
};

void exh_truemotion1_deltas(unsigned depth, unsigned set,
			    struct exh_truemotion1_deltas *deltas);

/* Returns the change of a unit in a step of brightness. 16 bits: high is added to all
 * colours of the left pixel, low to those of the right one. 24 bits: high is added to
 * blue, low to green and red. */
uint32_t exh_truemotion1_bright(unsigned depth, int high, int low);
/* Returns the change of a unit in a step of colour: high is added to red, low to blue. */
uint32_t exh_truemotion1_color(unsigned depth, int high, int low);

/* Changes of the horizontal sum by an entry. */
struct step {
	uint32_t y, c; /* in a step of brightness, and of colour */
};

struct vector {
	struct step steps[MOST_ENTRIES];
};

/* The vectors of a table, with the deltas of a set, for one depth. */
struct exh_truemotion1_vectors {
	uint8_t depth, delta_set, table;
	uint8_t counts[VECTORS]; /* entries of each vector */
	struct vector vectors[VECTORS];
	struct step big[VECTORS]; /* each vector's first entry, after an escape */
};

/* Sets depth and size of blocks by the type. */
void exh_truemotion1_blocks(struct exh_truemotion1_header *header);

/* Makes vectors those of the header, if they are not. */
void exh_truemotion1_vectors(const struct exh_truemotion1_header *header,
			     struct exh_truemotion1_vectors *vectors);

/* Returns the number of groups of a line: two units each. */
static inline size_t truemotion1_groups(const struct exh_truemotion1_header *header)
{
	return header->depth == 24 ? header->width / 2u : (header->width + 3u) / 4;
}

/* Returns the bytes of a row of change bits. */
static inline size_t truemotion1_row_bytes(const struct exh_truemotion1_header *header)
{
	const size_t groups =
		header->depth == 24 ? header->width / 2u : header->width / 4u;

	return (groups + 7) / 8;
}

/* True if the last group of a line has a bit in its row's bytes. In other widths, such as
 * 34, its bit is the first one after them, which is another group's, too, or an index's.
 */
static inline bool truemotion1_has_own_bits(const struct exh_truemotion1_header *header)
{
	return truemotion1_groups(header) <= 8 * truemotion1_row_bytes(header);
}

/* Returns the number of colour steps of a coded group in line y: 0, 1 or 2. */
static inline unsigned
truemotion1_color_steps(const struct exh_truemotion1_header *header, size_t y)
{
	if (y % header->block_height)
		return 0;
	return header->block_width == 2 ? 2 : 1;
}

#endif
