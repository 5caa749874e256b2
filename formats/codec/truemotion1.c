/*
 * Index bytes are expanded to steps, each with its delta of brightness and its delta of
 * colour, some hundred at a time and without a branch for the length of a vector. A group
 * of pixels then takes as many as it needs, in the same order for each group of a line.
 *
 * A vector's last step counts only when the next index byte has been read, since that may
 * be an escape, which adds to it. The last one of a packet thus never counts.
 */
#include "truemotion1.h"

#include "../base/common.h"
#include "../base/reader.h"

#include <stdlib.h>

enum {
	LEAST_FIRST = 0x10, /* the least first byte of a packet */
	HIGHEST_HEADER_TYPE = 3,

	STEPS = 1024, /* expanded at a time */
	PIXEL = 0x7fff,
	PIXELS = 0x7fff7fff, /* a unit: two pixels */
};

/*
 * Headers.
 */

/* Returns a byte of the header. The fields are scrambled: each byte is xor-ed with the
 * next one. */
static unsigned field(struct exh_bytes packet, size_t header_size, size_t k)
{
	return k + 2 <= header_size ? packet.data[k + 1] ^ packet.data[k + 2] : 0;
}

static unsigned wide_field(struct exh_bytes packet, size_t header_size, size_t k)
{
	return field(packet, header_size, k) | field(packet, header_size, k + 1) << 8;
}

static enum exh_status measure_header(struct exh_bytes packet, size_t *size,
				      struct exh_error *err)
{
	unsigned first;

	if (!packet.size)
		return exh_fail(err, EXH_TRUNCATED, packet.base,
				"a TrueMotion packet without data");
	first = packet.data[0];
	if (first < LEAST_FIRST)
		return exh_fail(err, EXH_INVALID, packet.base,
				"first byte of a TrueMotion packet is %u, expected at "
				"least %d",
				first, LEAST_FIRST);
	*size = (first << 3 | first >> 5) & 0x7f;
	if (*size >= packet.size)
		return exh_fail(err, EXH_TRUNCATED, packet.base + packet.size,
				"TrueMotion packet of %zu bytes, expected %zu of header "
				"and one more",
				packet.size, *size);
	return EXH_OK;
}

void exh_truemotion1_blocks(struct exh_truemotion1_header *header)
{
	static const uint8_t widths[] = { 4, 4, 2, 2 }, heights[] = { 4, 2, 4, 2 };
	const unsigned type = header->type;

	header->depth = type > 8 && type % 2 == 0 ? 24 : 16;
	if (!type || (type > 8 && type % 2))
		return;
	header->block_width = widths[(type > 8 ? type / 2 - 5 : (type - 1) / 2)];
	header->block_height = heights[(type > 8 ? type / 2 - 5 : (type - 1) / 2)];
}

/* Sets the kind of frame. */
static enum exh_status set_kind(struct exh_bytes packet,
				struct exh_truemotion1_header *header,
				struct exh_error *err)
{
	header->is_key = true;
	if (header->version < 2)
		return EXH_OK;
	if (header->header_type > HIGHEST_HEADER_TYPE)
		return exh_fail(err, EXH_INVALID, packet.base,
				"TrueMotion header of type %u, expected at most %d",
				header->header_type, HIGHEST_HEADER_TYPE);
	if (header->header_type < 2)
		return EXH_OK;
	if (header->flags & SPRITE)
		return exh_fail(err, EXH_UNSUPPORTED, packet.base,
				"a TrueMotion sprite, which is unsupported");
	header->is_key = header->flags & KEY_FRAME || !(header->flags & INTER_FRAME);
	return EXH_OK;
}

/* Sets the size; the header's width is that of 16 bits. */
static enum exh_status set_size(struct exh_bytes packet,
				struct exh_truemotion1_header *header,
				struct exh_error *err)
{
	header->is_interpolated =
		header->header_type < 2 && header->width < 213 && header->height >= 176;
	if (header->depth == 24)
		header->width /= 2;
	if (!header->width || header->width % 2 || !header->height || header->height % 4)
		return exh_fail(err, EXH_INVALID, packet.base,
				"TrueMotion picture of %u by %u pixels, expected an even "
				"width and a height in steps of 4",
				header->width, header->height);
	if (header->height > EXH_TRUEMOTION1_MAX_PIXELS / header->width)
		return exh_fail(err, EXH_LIMIT, packet.base,
				"TrueMotion picture of %u by %u pixels, expected at most "
				"%d",
				header->width, header->height,
				EXH_TRUEMOTION1_MAX_PIXELS);
	return EXH_OK;
}

/* Sets and checks the vectors that are in force. */
static enum exh_status set_vectors(struct exh_bytes packet,
				   struct exh_truemotion1_header *header,
				   struct exh_error *err)
{
	if (header->type > EXH_TRUEMOTION1_MAX_TYPE)
		return exh_fail(err, EXH_INVALID, packet.base,
				"TrueMotion packet of type %u, expected at most %d",
				header->type, EXH_TRUEMOTION1_MAX_TYPE);
	if (header->delta_set > EXH_TRUEMOTION1_MAX_DELTA_SET)
		return exh_fail(err, EXH_INVALID, packet.base,
				"TrueMotion packet with delta set %u, expected at most "
				"%d",
				header->delta_set, EXH_TRUEMOTION1_MAX_DELTA_SET);
	header->table = header->type % 2 && header->header_type ? 1 : header->table_field;
	if (!header->table || header->table > EXH_TRUEMOTION1_MAX_TABLE)
		return exh_fail(err, EXH_INVALID, packet.base,
				"TrueMotion packet with vector table %u, expected 1 to "
				"%d",
				header->table, EXH_TRUEMOTION1_MAX_TABLE);
	return EXH_OK;
}

/* Reads a header, without the check of a key frame's size. */
static enum exh_status read_header(struct exh_bytes packet,
				   struct exh_truemotion1_header *header,
				   struct exh_error *err)
{
	enum exh_status status;
	size_t size = 0;

	status = measure_header(packet, &size, err);
	if (status)
		return status;
	*header = (struct exh_truemotion1_header){
		.size = size,
		.type = (uint8_t)field(packet, size, 0),
		.delta_set = (uint8_t)field(packet, size, 1),
		.table_field = (uint8_t)field(packet, size, 2),
		.height = (uint16_t)wide_field(packet, size, 3),
		.width = (uint16_t)wide_field(packet, size, 5),
		.version = (uint8_t)field(packet, size, 9),
		.header_type = (uint8_t)field(packet, size, 10),
		.flags = (uint8_t)field(packet, size, 11),
	};
	status = set_kind(packet, header, err);
	if (!status)
		status = set_vectors(packet, header, err);
	if (status)
		return status;
	exh_truemotion1_blocks(header);
	return set_size(packet, header, err);
}

static enum exh_status check_key(struct exh_bytes packet,
				 const struct exh_truemotion1_header *header,
				 struct exh_error *err)
{
	const size_t least =
		header->size + (size_t)header->width * header->height / KEY_RATIO;

	if (!header->is_key || packet.size >= least)
		return EXH_OK;
	return exh_fail(err, EXH_TRUNCATED, packet.base + packet.size,
			"TrueMotion key frame of %zu bytes, expected at least %zu for %u "
			"by %u pixels",
			packet.size, least, header->width, header->height);
}

enum exh_status exh_truemotion1_open(struct exh_bytes packet,
				     struct exh_truemotion1_header *header,
				     struct exh_error *err)
{
	const enum exh_status status = read_header(packet, header, err);

	return status ? status : check_key(packet, header, err);
}

/*
 * Steps.
 */

/* Steps expanded from index bytes. */
struct steps {
	const struct exh_truemotion1_vectors *vectors;
	const uint8_t *in, *end;
	size_t used, count;
	/* The last one of count is not yet complete. */
	struct step steps[STEPS + 2 * MOST_ENTRIES];
};

/* Appends a vector; returns the end of its steps. There is room for the longest one. */
static inline struct step *append_vector(const struct exh_truemotion1_vectors *v,
					 unsigned index, struct step *out)
{
	copy_few(out, &v->vectors[index], sizeof *v->vectors);
	return out + v->counts[index];
}

/* Applies an escape: the first step of the vector next is added to the last step before
 * out, others follow. */
static inline struct step *append_escape(const struct exh_truemotion1_vectors *v,
					 unsigned next, struct step *out)
{
	out[-1].y += v->big[next].y;
	out[-1].c += v->big[next].c;
	copy_few(out, &v->vectors[next].steps[1],
		 (MOST_ENTRIES - 1) * sizeof *v->vectors->steps);
	return out + v->counts[next] - 1;
}

/* Expands index bytes until there is no more room or the data end. */
static void expand(struct steps *s)
{
	const struct exh_truemotion1_vectors *v = s->vectors;
	const uint8_t *in = s->in, *const end = s->end;
	struct step *out = s->steps + (s->count - s->used), *const limit =
								    s->steps + STEPS;

	memmove(s->steps, s->steps + s->used, (s->count - s->used) * sizeof *s->steps);
	while (out < limit && in < end) {
		const unsigned index = *in++;

		if (index) {
			out = append_vector(v, index, out);
		} else if (in < end) {
			const unsigned next = *in++;

			out = append_escape(v, next, out);
			/* Here 0 is a vector. */
			if (v->counts[next] == 1 && in < end)
				out = append_vector(v, *in++, out);
		}
	}
	s->in = in;
	s->used = 0;
	s->count = (size_t)(out - s->steps);
}

/* Begins with the first index byte; here 0 is a vector, too. */
static void start_steps(struct steps *s, const struct exh_truemotion1_vectors *vectors,
			struct exh_bytes data)
{
	s->vectors = vectors;
	s->in = data.data + 1;
	s->end = data.data + data.size;
	s->used = 0;
	s->count = (size_t)(append_vector(vectors, data.data[0], s->steps) - s->steps);
}

/* True if so many steps are complete, after expanding more if necessary. */
static inline bool has_steps(struct steps *s, size_t wanted)
{
	if (s->count - s->used > wanted)
		return true;
	expand(s);
	return s->count - s->used > wanted;
}

/*
 * Lines.
 */

enum { GROUPS = 8 }; /* groups that a byte of change bits is for */

/* A packet that is being decoded. */
struct frame {
	const struct exh_truemotion1_header *header;
	const uint8_t *changes; /* rows of change bits; NULL: all groups are coded */
	size_t groups, row_bytes;
	struct steps steps;
};

static inline bool is_coded(const struct frame *f, size_t y, size_t group)
{
	return !f->changes ||
	       !(f->changes[y / 4 * f->row_bytes + group / GROUPS] >> group % GROUPS & 1);
}

/* True if no group of the next byte of change bits is coded. */
static inline bool skips_all(const struct frame *f, size_t y, size_t group)
{
	return f->changes && group % GROUPS == 0 && f->groups - group >= GROUPS &&
	       f->changes[y / 4 * f->row_bytes + group / GROUPS] == 0xff;
}

/* Decodes a unit, with a step of colour before it or none. */
static inline void decode_unit(struct steps *s, bool has_color, uint32_t *sum,
			       uint32_t above, uint32_t *unit)
{
	if (has_color)
		*sum += s->steps[s->used++].c;
	*sum += s->steps[s->used++].y;
	*unit = above + *sum;
}

/* Decodes the first unit of a group if the data last so long; returns their number. */
static size_t decode_half(struct steps *s, unsigned color_steps, uint32_t sum,
			  const uint32_t *above, uint32_t *units)
{
	if (!has_steps(s, 1 + (color_steps > 0)))
		return 0;
	decode_unit(s, color_steps > 0, &sum, above[0], &units[0]);
	return 1;
}

/* Decodes a line. Returns the number of units that are decoded or kept: less than all
 * where the data end. */
static inline size_t decode_groups(struct frame *f, size_t y, const uint32_t *above,
				   uint32_t *units, const unsigned color_steps)
{
	struct steps *s = &f->steps;
	uint32_t sum = 0;

	for (size_t group = 0; group < f->groups; group++) {
		const size_t at = 2 * group;

		if (skips_all(f, y, group)) {
			group += GROUPS - 1;
			sum = units[2 * group + 1] - above[2 * group + 1];
			continue;
		}
		if (!is_coded(f, y, group)) {
			sum = units[at + 1] - above[at + 1];
			continue;
		}
		if (!has_steps(s, 2 + color_steps))
			return at +
			       decode_half(s, color_steps, sum, above + at, units + at);
		decode_unit(s, color_steps >= 1, &sum, above[at], &units[at]);
		decode_unit(s, color_steps == 2, &sum, above[at + 1], &units[at + 1]);
	}
	return 2 * f->groups;
}

static size_t decode_line(struct frame *f, size_t y, const uint32_t *above,
			  uint32_t *units)
{
	switch (truemotion1_color_steps(f->header, y)) {
	case 0:
		return decode_groups(f, y, above, units, 0);
	case 1:
		return decode_groups(f, y, above, units, 1);
	default:
		return decode_groups(f, y, above, units, 2);
	}
}

/* Counts the units of coded groups from a unit of line y on. */
static size_t count_coded(const struct frame *f, size_t y, size_t unit)
{
	size_t count = 0;

	for (; y < f->header->height; y++, unit = 0)
		for (; unit < 2 * f->groups; unit++)
			count += is_coded(f, y, unit / 2);
	return count;
}

/* The last unit may be without data: a packet that ends with its last vector has none. */
static void note_missing(const struct frame *f, size_t y, size_t unit, size_t offset,
			 struct exh_notes *notes)
{
	const size_t missing = count_coded(f, y, unit);

	if (missing > 1)
		exh_note(notes, EXH_DAMAGE, offset,
			 "TrueMotion data end in line %zu: %zu pixels keep the previous "
			 "picture",
			 y, missing * (f->header->depth == 24 ? 1 : 2));
}

static void decode_lines(struct exh_truemotion1 *state, struct frame *f, size_t offset,
			 const uint32_t *blank, struct exh_notes *notes)
{
	const uint32_t *above = blank;

	for (size_t y = 0; y < f->header->height; y++) {
		uint32_t *units = state->units + y * state->row_size;
		const size_t count = decode_line(f, y, above, units);

		if (count < state->row_size) {
			note_missing(f, y, count, offset, notes);
			return;
		}
		above = units;
	}
	state->is_whole = f->header->is_key;
}

/* Decodes the data after the header. A packet whose change bits reach its end codes no
 * pixels. */
static void decode_data(struct exh_truemotion1 *state, struct exh_bytes packet,
			struct exh_notes *notes)
{
	const struct exh_truemotion1_header *header = &state->header;
	struct frame f = { .header = header,
			   .groups = truemotion1_groups(header),
			   .row_bytes = truemotion1_row_bytes(header) };
	size_t at = header->size;

	if (!header->is_key) {
		f.changes = packet.data + at;
		at += f.row_bytes * (header->height / 4);
	}
	if (at >= packet.size) {
		if (at == packet.size && truemotion1_has_own_bits(header))
			note_missing(&f, 0, 0, packet.base + at, notes);
		else
			exh_note(notes, EXH_DAMAGE, packet.base + packet.size,
				 "TrueMotion packet of %zu bytes, expected more before "
				 "the "
				 "first pixel",
				 packet.size);
		return;
	}
	start_steps(&f.steps, state->vectors,
		    (struct exh_bytes){ packet.data + at, packet.size - at, 0 });
	decode_lines(state, &f, packet.base + packet.size,
		     state->units + state->row_size * header->height, notes);
}

/*
 * Pictures.
 */

/* Allocates a black picture and a line of zeros after it, if the size or the depth
 * changes. */
static enum exh_status make_picture(struct exh_truemotion1 *state,
				    const struct exh_truemotion1_header *header,
				    struct exh_error *err)
{
	const size_t row_size = 2 * truemotion1_groups(header);
	uint32_t *units;

	if (!state->vectors)
		state->vectors = calloc(1, sizeof *state->vectors);
	if (!state->vectors)
		return no_memory(err);
	if (state->units && state->header.depth == header->depth &&
	    state->header.width == header->width &&
	    state->header.height == header->height)
		return EXH_OK;
	units = calloc(row_size * (header->height + 1u) + 1, sizeof *units);
	if (!units)
		return no_memory(err);
	free(state->units);
	state->units = units;
	state->row_size = row_size;
	return EXH_OK;
}

enum exh_status exh_truemotion1_decode(struct exh_truemotion1 *state,
				       struct exh_bytes packet, struct exh_notes *notes,
				       struct exh_error *err)
{
	struct exh_truemotion1_header header;
	enum exh_status status;

	if (!packet.size)
		return EXH_OK;
	status = exh_truemotion1_open(packet, &header, err);
	if (!status)
		status = make_picture(state, &header, err);
	if (status)
		return status;
	state->header = header;
	state->is_whole = false;
	/* An encoder that goes on from here compares with the picture alone. */
	free(state->wanted);
	state->wanted = NULL;
	if (header.is_interpolated)
		exh_note(notes, EXH_WARNING, packet.base,
			 "TrueMotion packet is marked as interpolated; it is shown as "
			 "coded");
	exh_truemotion1_vectors(&header, state->vectors);
	if (header.block_width)
		decode_data(state, packet, notes);
	return EXH_OK;
}

void exh_truemotion1_free(struct exh_truemotion1 *state)
{
	free(state->units);
	free(state->wanted);
	free(state->vectors);
	*state = (struct exh_truemotion1){ 0 };
}

/*
 * Pixels.
 */

static uint16_t to_555(uint32_t unit, bool *is_exact)
{
	unsigned pixel = 0;

	for (int shift = 16; shift >= 0; shift -= 8) {
		const unsigned value = unit >> shift & 0xff, five = value >> 3;

		if ((five << 3 | five >> 2) != value)
			*is_exact = false;
		pixel = pixel << 5 | five;
	}
	return (uint16_t)pixel;
}

void exh_truemotion1_pixels(const struct exh_truemotion1 *state, uint16_t *pixels,
			    bool *is_exact)
{
	const struct exh_truemotion1_header *header = &state->header;
	bool exact = true;

	for (size_t y = 0; y < header->height; y++) {
		const uint32_t *units = state->units + y * state->row_size;

		if (header->depth == 24)
			for (size_t x = 0; x < header->width; x++)
				*pixels++ = to_555(units[x], &exact);
		else
			for (size_t x = 0; x < header->width; x += 2, units++) {
				*pixels++ = *units & PIXEL;
				*pixels++ = *units >> 16 & PIXEL;
			}
	}
	if (is_exact && !exact)
		*is_exact = false;
}

void exh_truemotion1_rgb(const struct exh_truemotion1 *state, uint8_t *rgb)
{
	const struct exh_truemotion1_header *header = &state->header;
	const bool is_24 = header->depth == 24;

	for (size_t y = 0; y < header->height; y++) {
		const uint32_t *units = state->units + y * state->row_size;

		for (size_t x = 0; x < header->width; x++)
			for (unsigned i = 0; i < 3; i++) {
				const uint32_t unit =
					is_24 ? units[x] : units[x / 2] >> x % 2 * 16;
				const unsigned five = unit >> (10 - 5 * i) & 31;

				*rgb++ = (uint8_t)(is_24 ? unit >> (16 - 8 * i)
							 : five << 3 | five >> 2);
			}
	}
}
