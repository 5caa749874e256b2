/*
 * Encoder: checks, the header, and which groups are left as they are.
 * truemotion1_choose.c chooses the entries, truemotion1_pack.c packs them.
 */
#include "truemotion1_encode.h"

#include "../base/common.h"

#include <stdlib.h>

enum {
	HEADER = 14, /* bytes, as in the games' files */
	FIELDS = HEADER - 1,
	VERSION = 2,
	HEADER_TYPE = 2, /* the flags count */
	FILLER = 1,	 /* any byte after the last vector but 0 */
};

void exh_truemotion1_defaults(struct exh_truemotion1_options *options)
{
	*options =
		(struct exh_truemotion1_options){ .type = 8, .delta_set = 0, .table = 2 };
}

/*
 * Checks.
 */

static enum exh_status check_options(const struct exh_truemotion1_options *options,
				     struct exh_error *err)
{
	const unsigned type = options->type;

	if (!type || type > EXH_TRUEMOTION1_MAX_TYPE || (type > 8 && type % 2))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"TrueMotion type %u, expected 1 to 8, 10, 12, 14 or 16",
				type);
	if (options->delta_set > EXH_TRUEMOTION1_MAX_DELTA_SET)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"TrueMotion delta set %u, expected 0 to %d",
				options->delta_set, EXH_TRUEMOTION1_MAX_DELTA_SET);
	if (!options->table || options->table > EXH_TRUEMOTION1_MAX_TABLE ||
	    (type % 2 && options->table != 1))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"TrueMotion vector table %u, expected 1%s",
				options->table, type % 2 ? " for this type" : " to 3");
	return EXH_OK;
}

static enum exh_status check_size(const struct exh_truemotion1_picture *picture,
				  unsigned depth, struct exh_error *err)
{
	const size_t width = picture->width, height = picture->height;

	if (!width || width % 2 || width > (depth == 24 ? UINT16_MAX / 2 : UINT16_MAX) ||
	    !height || height % 4 || height > UINT16_MAX)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"picture of %zu by %zu pixels, expected an even width "
				"and a height in steps of 4, for TrueMotion",
				width, height);
	if (height > EXH_TRUEMOTION1_MAX_PIXELS / width)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"picture of %zu by %zu pixels, expected at most %d for "
				"TrueMotion",
				width, height, EXH_TRUEMOTION1_MAX_PIXELS);
	return EXH_OK;
}

/*
 * Headers.
 */

/* Decoders may build their deltas only when the fields of set or table change: if the
 * depth changes without these, the next table is taken. Odd types ignore the field. */
static void set_table(const struct exh_truemotion1 *state,
		      struct exh_truemotion1_header *header)
{
	const struct exh_truemotion1_header *last = &state->header;

	header->table_field = header->table;
	if (!last->width || last->delta_set != header->delta_set ||
	    last->table_field != header->table ||
	    (last->depth == header->depth && last->table == header->table))
		return;
	header->table_field = (uint8_t)(header->table % EXH_TRUEMOTION1_MAX_TABLE + 1);
	if (header->type % 2 == 0)
		header->table = header->table_field;
}

static bool needs_key(const struct exh_truemotion1 *state,
		      const struct exh_truemotion1_header *header, size_t interval)
{
	const struct exh_truemotion1_header *last = &state->header;

	return !state->units || last->width != header->width ||
	       last->height != header->height || last->depth != header->depth ||
	       !truemotion1_has_own_bits(header) ||
	       (interval && state->packets_since_key + 1 >= interval);
}

static void make_header(const struct exh_truemotion1 *state,
			const struct exh_truemotion1_picture *picture,
			const struct exh_truemotion1_options *options,
			struct exh_truemotion1_header *header)
{
	*header = (struct exh_truemotion1_header){
		.size = HEADER,
		.type = options->type,
		.delta_set = options->delta_set,
		.table = options->table,
		.version = VERSION,
		.header_type = HEADER_TYPE,
		.width = (uint16_t)picture->width,
		.height = (uint16_t)picture->height,
	};
	exh_truemotion1_blocks(header);
	set_table(state, header);
	header->is_key = needs_key(state, header, options->key_interval);
	header->flags = header->is_key ? KEY_FRAME : INTER_FRAME;
}

/* Writes a header over its place in the packet; the last field is scrambled with the
 * first byte after it. */
static void write_header(const struct exh_truemotion1_header *header, uint8_t *packet)
{
	const unsigned width = header->width * (header->depth == 24 ? 2u : 1u);
	const uint8_t fields[FIELDS] = {
		[0] = header->type,
		[1] = header->delta_set,
		[2] = header->table_field,
		[3] = (uint8_t)header->height,
		[4] = (uint8_t)(header->height >> 8),
		[5] = (uint8_t)width,
		[6] = (uint8_t)(width >> 8),
		[9] = header->version,
		[10] = header->header_type,
		[11] = header->flags,
	};

	packet[0] = (uint8_t)(HEADER >> 3 | HEADER << 5);
	for (size_t k = FIELDS; k-- > 0;)
		packet[k + 1] = packet[k + 2] ^ fields[k];
}

/*
 * Pictures.
 */

/* Returns a colour of a pixel, from red on, of 8 bits. */
static unsigned color_of(const struct exh_truemotion1_picture *picture, size_t at,
			 unsigned i)
{
	unsigned five;

	if (picture->rgb)
		return picture->rgb[3 * at + i];
	five = (unsigned)picture->pixels[at] >> (10 - 5 * i) & 31;
	return five << 3 | five >> 2;
}

static uint32_t pixel_15(const struct exh_truemotion1_picture *picture, size_t at)
{
	uint32_t pixel = 0;

	for (unsigned i = 0; i < 3; i++)
		pixel = pixel << 5 | (color_of(picture, at, i) * 31 + 127) / 255;
	return pixel;
}

static uint32_t unit_16(const struct exh_truemotion1_picture *picture, size_t at)
{
	return pixel_15(picture, at) | pixel_15(picture, at + 1) << 16;
}

static uint32_t unit_24(const struct exh_truemotion1_picture *picture, size_t at)
{
	uint32_t unit = 0;

	for (unsigned i = 0; i < 3; i++)
		unit = unit << 8 | color_of(picture, at, i);
	return unit;
}

/* Fills units with a picture; units that are not shown repeat the last one. */
static void make_units(const struct exh_truemotion1_header *header,
		       const struct exh_truemotion1_picture *picture, size_t row_size,
		       uint32_t *units)
{
	const size_t pixels = header->depth == 24 ? 1 : 2;

	for (size_t y = 0; y < header->height; y++)
		for (size_t x = 0; x < row_size; x++, units++) {
			const size_t at = y * header->width + x * pixels;

			if (x * pixels >= header->width)
				*units = units[-1];
			else
				*units = pixels == 1 ? unit_24(picture, at)
						     : unit_16(picture, at);
		}
}

/* True if no colour of two units is off by more than the tolerance. */
static bool is_near(unsigned depth, uint32_t a, uint32_t b, int tolerance)
{
	const unsigned bits = depth == 24 ? 8 : 5;

	for (unsigned shift = 0; shift < (depth == 24 ? 24 : 32);
	     shift += shift == 10 && bits == 5 ? 6 : bits) {
		const int mask = (1 << bits) - 1;
		const int off = (int)(a >> shift & (unsigned)mask) -
				(int)(b >> shift & (unsigned)mask);

		if ((off < 0 ? -off : off) * 255 > tolerance * mask)
			return false;
	}
	return true;
}

/*
 * Work.
 */

/* Memory of an encoder while it makes a packet. */
struct work {
	struct encoding e;
	uint32_t *units, *wanted, *soft;
	uint8_t *kept; /* NULL in key frames */
};

/* A group is kept if its pixels are near enough, or if the picture to encode has not
 * changed there since it was encoded. */
static bool is_kept(const struct exh_truemotion1 *state, const struct work *work,
		    size_t y, size_t unit, int tolerance)
{
	bool same = state->wanted != NULL, near = true;

	for (size_t i = 0; i < 8 && (same || near); i++) {
		const size_t at = (y + i / 2) * state->row_size + unit + i % 2;

		same = same && state->wanted[at] == work->wanted[at];
		near = near && is_near(state->header.depth, work->units[at],
				       work->wanted[at], tolerance);
	}
	return same || near;
}

static void find_kept(const struct exh_truemotion1 *state, struct work *work,
		      int tolerance)
{
	size_t group = 0;

	for (size_t y = 0; y < state->header.height; y += 4)
		for (size_t unit = 0; unit < state->row_size; unit += 2)
			work->kept[group++] = is_kept(state, work, y, unit, tolerance);
}

static void write_changes(const struct work *work, struct exh_writer *out)
{
	const size_t groups = work->e.row_size / 2;

	for (size_t y = 0; work->kept && y < work->e.header->height; y += 4)
		for (size_t group = 0; group < groups; group += 8) {
			const uint8_t *kept = work->kept + y / 4 * groups + group;
			unsigned bits = 0;

			for (size_t i = 0; i < 8 && group + i < groups; i++)
				bits |= (unsigned)kept[i] << i;
			exh_write_u8(out, (uint8_t)bits);
		}
}

/* Allocates all memory; the picture to start from is the previous one, or black. */
static bool allocate(const struct exh_truemotion1 *state,
		     const struct exh_truemotion1_header *header, struct work *work)
{
	const size_t row_size = 2 * truemotion1_groups(header);
	const size_t count = row_size * header->height;

	work->units = calloc(count + row_size, sizeof *work->units);
	work->wanted = malloc(count * sizeof *work->wanted);
	work->soft = malloc(count * sizeof *work->soft);
	work->e.choices = malloc(2 * count * sizeof *work->e.choices);
	if (!header->is_key)
		work->kept = malloc(count / 2);
	if (!work->units || !work->wanted || !work->soft || !work->e.choices ||
	    (!header->is_key && !work->kept))
		return false;
	if (!header->is_key)
		memcpy(work->units, state->units, count * sizeof *work->units);
	work->e.header = header;
	work->e.row_size = row_size;
	work->e.blank = work->units + count;
	work->e.units = work->units;
	work->e.wanted = work->soft;
	work->e.kept = work->kept;
	work->e.digits = header->table == 1 ? 7 : 8;
	exh_truemotion1_deltas(header->depth, header->delta_set, &work->e.deltas);
	return true;
}

/* Writes the packet after the picture to encode is made. */
static enum exh_status write_packet(struct work *work, struct exh_writer *out,
				    struct exh_error *err)
{
	static const uint8_t blank[HEADER] = { 0 };
	const struct exh_truemotion1_header *header = work->e.header;
	const size_t start = out->size, least = header->size + (size_t)header->width *
								       header->height /
								       KEY_RATIO;
	enum exh_status status;

	exh_write_bytes(out, blank, sizeof blank);
	if (!header->is_key)
		write_changes(work, out);
	memcpy(work->soft, work->wanted,
	       work->e.row_size * header->height * sizeof *work->soft);
	exh_truemotion1_soften(&work->e, work->soft);
	exh_truemotion1_choose(&work->e);
	status = exh_truemotion1_pack(header, work->e.choices, work->e.count, out, err);
	while (!out->failed && header->is_key && out->size - start < least)
		exh_write_u8(out, FILLER);
	if (!status && out->failed)
		status = no_memory(err);
	if (!status)
		write_header(header, out->data + start);
	return status;
}

/* Hands the picture over to the state. */
static void keep(struct exh_truemotion1 *state,
		 const struct exh_truemotion1_header *header, struct work *work)
{
	free(state->units);
	free(state->wanted);
	state->units = work->units;
	state->wanted = work->wanted;
	work->units = work->wanted = NULL;
	state->row_size = work->e.row_size;
	state->header = *header;
	state->packets_since_key = header->is_key ? 0 : state->packets_since_key + 1;
}

static enum exh_status encode(struct exh_truemotion1 *state,
			      const struct exh_truemotion1_header *header,
			      const struct exh_truemotion1_picture *picture,
			      const struct exh_truemotion1_options *options,
			      struct exh_writer *out, struct exh_error *err)
{
	struct work work = { 0 };
	enum exh_status status = EXH_NO_MEMORY;

	if (allocate(state, header, &work)) {
		make_units(header, picture, work.e.row_size, work.wanted);
		if (work.kept)
			find_kept(state, &work, options->tolerance);
		status = write_packet(&work, out, err);
	} else {
		no_memory(err);
	}
	if (!status)
		keep(state, header, &work);
	free(work.units);
	free(work.wanted);
	free(work.soft);
	free(work.kept);
	free(work.e.choices);
	return status;
}

enum exh_status exh_truemotion1_encode(struct exh_truemotion1 *state,
				       const struct exh_truemotion1_picture *picture,
				       const struct exh_truemotion1_options *options,
				       struct exh_writer *out, struct exh_error *err)
{
	struct exh_truemotion1_header header;
	enum exh_status status = check_options(options, err);

	if (!status)
		status = check_size(picture, options->type > 8 ? 24 : 16, err);
	if (status)
		return status;
	make_header(state, picture, options, &header);
	return encode(state, &header, picture, options, out, err);
}
