/* TrueMotion 1 as truemotion1 3 and 4 describe it: one step after the other, straight
 * from the index bytes, with the units above in an array. Headers are the library's. */
#ifndef EXH_CODEC_PLAIN_TRUEMOTION1_H
#define EXH_CODEC_PLAIN_TRUEMOTION1_H

#include "../truemotion1.h"

#include <assert.h>
#include <stdlib.h>

/* A decoder: the picture, and where it stands in the data. */
struct truemotion1_plain {
	struct exh_truemotion1_words words;
	struct exh_truemotion1_deltas deltas;
	uint32_t *units; /* row_size for each line */
	size_t row_size;
	unsigned width, height, depth;

	const uint8_t *at, *end;
	unsigned vector, entry;
	uint32_t sum;
	bool ended;
};

static inline unsigned plain_byte(struct truemotion1_plain *p)
{
	if (p->at >= p->end) {
		p->ended = true;
		return 0;
	}
	return *p->at++;
}

static inline uint32_t plain_delta(const struct truemotion1_plain *p,
				   const struct truemotion1_digits *digits,
				   unsigned entry, bool is_color)
{
	const unsigned high = entry / 8, low = entry % 8;

	return is_color ? exh_truemotion1_color(p->depth, digits->c[high], digits->c[low])
			: exh_truemotion1_bright(p->depth, digits->y[high],
						 digits->y[low]);
}

static inline void plain_step(struct truemotion1_plain *p, bool is_color)
{
	const uint8_t *entries = p->words.entries[p->vector];
	unsigned next;

	if (p->ended)
		return;
	p->sum += plain_delta(p, &p->deltas.small, entries[p->entry], is_color);
	if (++p->entry < p->words.counts[p->vector])
		return;
	p->entry = 0;
	p->vector = next = plain_byte(p);
	if (next || p->ended)
		return;
	p->vector = plain_byte(p);
	if (p->ended)
		return;
	p->sum +=
		plain_delta(p, &p->deltas.big, p->words.entries[p->vector][0], is_color);
	if (p->words.counts[p->vector] > 1)
		p->entry = 1;
	else
		p->vector = plain_byte(p);
}

static inline void plain_group(struct truemotion1_plain *p, unsigned block_width,
			       bool has_colors, uint32_t *up, uint32_t *units)
{
	for (int i = 0; i < 2; i++) {
		if (has_colors && (i == 0 || block_width == 2))
			plain_step(p, true);
		plain_step(p, false);
		if (p->ended)
			return;
		units[i] = up[i] = up[i] + p->sum;
	}
}

static inline void plain_line(struct truemotion1_plain *p,
			      const struct exh_truemotion1_header *header,
			      const uint8_t *changes, size_t y, uint32_t *up)
{
	const size_t row_bytes = ((p->depth == 24 ? p->width / 2 : p->width / 4) + 7) / 8;
	uint32_t *units = p->units + y * p->row_size;

	p->sum = 0;
	for (size_t group = 0; group < p->row_size / 2; group++, units += 2, up += 2) {
		if (changes &&
		    changes[y / 4 * row_bytes + group / 8] >> (group % 8) & 1) {
			p->sum = units[1] - up[1];
			up[0] = units[0];
			up[1] = units[1];
			continue;
		}
		plain_group(p, header->block_width, y % header->block_height == 0, up,
			    units);
		if (p->ended)
			return;
	}
}

static inline void plain_data(struct truemotion1_plain *p, struct exh_bytes packet,
			      const struct exh_truemotion1_header *header)
{
	const uint8_t *changes = NULL;
	size_t at = header->size;
	uint32_t *up = calloc(p->row_size, sizeof *up);

	assert(up);
	if (!header->is_key) {
		changes = packet.data + at;
		at += ((p->depth == 24 ? p->width / 2 : p->width / 4) + 7) / 8 *
		      (p->height / 4);
	}
	p->ended = at >= packet.size;
	if (!p->ended) {
		p->at = packet.data + at;
		p->end = packet.data + packet.size;
		p->vector = plain_byte(p);
		p->entry = 0;
	}
	for (size_t y = 0; y < p->height && !p->ended; y++)
		plain_line(p, header, changes, y, up);
	free(up);
}

/* Decodes a packet that is not refused. */
static inline void truemotion1_plain(struct truemotion1_plain *p, struct exh_bytes packet)
{
	struct exh_truemotion1_header header;

	if (!packet.size || exh_truemotion1_open(packet, &header, NULL))
		return;
	if (p->width != header.width || p->height != header.height ||
	    p->depth != header.depth) {
		free(p->units);
		p->width = header.width;
		p->height = header.height;
		p->depth = header.depth;
		p->row_size = p->depth == 24 ? p->width : (p->width + 3u) / 4 * 2;
		p->units = calloc(p->row_size * p->height, sizeof *p->units);
		assert(p->units);
	}
	exh_truemotion1_words(header.table, &p->words);
	exh_truemotion1_deltas(p->depth, header.delta_set, &p->deltas);
	if (header.block_width)
		plain_data(p, packet, &header);
}

/* Returns a colour of a pixel, from red on, in its own number of bits. */
static inline unsigned plain_color(const struct truemotion1_plain *p, size_t x, size_t y,
				   unsigned i)
{
	const uint32_t *units = p->units + y * p->row_size;

	if (p->depth == 24)
		return units[x] >> (16 - 8 * i) & 255;
	return units[x / 2] >> (x % 2 * 16 + 10 - 5 * i) & 31;
}

#endif
