#include "lzexe.h"

#include "../base/reader.h"
#include "exhume/advanced/codec.h"

#include <string.h>
/* The table before the unpacking code. */
struct words {
	uint16_t ip, cs, sp, ss;
	uint16_t packed_paragraphs, extra_paragraphs, stub_size;
};

/* A packed program, taken apart. */
struct parts {
	unsigned version;
	struct exh_bytes file, stream, stub;
	struct exh_mz packed; /* the packed program, by its own header */
	struct words words;
	bool has_words;
};

/*
 * Expanding.
 */

struct bits {
	struct reader r;
	unsigned held, held_count;
};

/* A word is fetched as soon as the last bit of the one before is taken. */
static void fetch(struct bits *bits)
{
	bits->held = rd_u16le(&bits->r);
	bits->held_count = 16;
}

static unsigned take_bit(struct bits *bits)
{
	const unsigned bit = bits->held & 1;

	bits->held >>= 1;
	if (--bits->held_count == 0)
		fetch(bits);
	return bit;
}

static struct copy read_short(struct bits *bits)
{
	const unsigned high = take_bit(bits), low = take_bit(bits);

	return (struct copy){ high * 2 + low + 2, NEAREST - (size_t)rd_u8(&bits->r) };
}

static struct copy read_long(struct bits *bits)
{
	const unsigned low = rd_u8(&bits->r), high = rd_u8(&bits->r);
	struct copy copy = { (high & 7) + 2, FARTHEST - (low | (high & 0xf8) << 5) };

	if (copy.length > 2)
		return copy;
	copy.length = rd_u8(&bits->r);
	if (copy.length > 1)
		copy.length++;
	return copy;
}

static enum exh_status copy_back(const struct copy *copy, size_t at,
				 struct exh_writer *out, struct exh_error *err)
{
	if (copy->distance > out->size)
		return exh_fail(err, EXH_INVALID, at,
				"a copy from %zu bytes back, %zu are unpacked",
				copy->distance, out->size);
	for (size_t i = 0; i < copy->length; i++)
		exh_write_u8(out, out->data[out->size - copy->distance]);
	return EXH_OK;
}

/* Fills out; returns the bytes used of the stream even on failure. */
static enum exh_status expand(struct exh_bytes stream, struct exh_writer *out,
			      size_t *used_size, struct exh_error *err)
{
	struct bits bits = { .r = { .in = stream } };
	enum exh_status status = EXH_OK;
	bool ended = false;

	fetch(&bits);
	while (!ended && !status) {
		const size_t at = rd_tell(&bits.r);
		struct copy copy = { 2, 0 };
		uint8_t literal = 0;

		if (take_bit(&bits))
			literal = rd_u8(&bits.r);
		else
			copy = take_bit(&bits) ? read_long(&bits) : read_short(&bits);
		if (bits.r.failed)
			status = exh_fail(err, EXH_TRUNCATED, at,
					  "the packed data end without an end mark, "
					  "after %zu bytes",
					  out->size);
		else if (!copy.distance)
			exh_write_u8(out, literal);
		else if (copy.length > 1)
			status = copy_back(&copy, at, out, err);
		else
			ended = copy.length == 0;
		if (out->failed)
			status = exh_fail(err, EXH_LIMIT, at,
					  "expands to more than %zu bytes", out->limit);
	}
	*used_size = bits.r.pos;
	return status;
}

/*
 * Relocations.
 */

struct relocations {
	struct exh_mz_relocation *items; /* NULL: they are only counted */
	size_t count;
	size_t end;   /* end of the table, in the stub */
	bool outside; /* some lie outside of the image */
};

static void add_relocation(struct relocations *out, uint16_t segment, uint16_t offset,
			   size_t image_size)
{
	const size_t linear = (size_t)segment * PARAGRAPH + offset;

	if (image_size < 2 || linear > image_size - 2)
		out->outside = true;
	if (out->items)
		out->items[out->count] = (struct exh_mz_relocation){ offset, segment };
	out->count++;
}

static void read_groups(struct reader *r, size_t image_size, struct relocations *out)
{
	for (unsigned segment = 0; segment < SEGMENTS_90; segment++) {
		const size_t count = rd_u16le(r);

		for (size_t i = 0; i < count && !r->failed; i++)
			add_relocation(out, (uint16_t)(segment * 0x1000), rd_u16le(r),
				       image_size);
	}
}

static void read_steps(struct reader *r, size_t image_size, struct relocations *out)
{
	unsigned segment = 0, offset = 0;

	while (!r->failed) {
		unsigned step = rd_u8(r);

		if (!step) {
			step = rd_u16le(r);
			if (step == 1 || r->failed)
				return;
			if (step == 0) {
				segment += SKIP_91 / PARAGRAPH;
				continue;
			}
		}
		offset += step;
		segment += offset / PARAGRAPH;
		offset %= PARAGRAPH;
		add_relocation(out, (uint16_t)segment, (uint16_t)offset, image_size);
	}
}

/* Reads the table of relocations. False if there is none at this offset. */
static bool read_table(const struct parts *parts, size_t at, size_t image_size,
		       struct relocations *out)
{
	struct reader r = { .in = parts->stub };

	rd_take(&r, at);
	out->count = 0;
	out->outside = false;
	if (parts->version == 90)
		read_groups(&r, image_size, out);
	else
		read_steps(&r, image_size, out);
	out->end = r.pos;
	return !r.failed;
}

/* A table that lies inside the image and ends with the stub can't be chance. */
static bool is_table(const struct parts *parts, size_t at, size_t image_size, bool at_end)
{
	struct relocations found = { 0 };

	return read_table(parts, at, image_size, &found) && !found.outside &&
	       (!at_end ||
		lzexe_paragraphs(found.end) == lzexe_paragraphs(parts->words.stub_size));
}

/* Returns the offset of the table that code other than LZEXE's own refers to; 0: none. */
static size_t find_hinted_table(const struct parts *parts, size_t image_size, bool at_end)
{
	const struct exh_bytes stub = parts->stub;
	unsigned hint_count = 0;

	for (size_t i = 0; i + 3 <= stub.size && i < parts->words.stub_size; i++) {
		const size_t at = stub.data[i + 1] | (size_t)stub.data[i + 2] << 8;

		if (stub.data[i] != MOV_SI || at <= i || at >= parts->words.stub_size)
			continue;
		if (hint_count++ == MAX_HINTS)
			break;
		if (is_table(parts, at, image_size, at_end))
			return at;
	}
	return 0;
}

/* Prefers a table that ends with the stub. 0 if there is none.
 */
static size_t find_table(const struct parts *parts, size_t image_size)
{
	const size_t usual = parts->version == 90 ? RELOCATIONS_90_AT : RELOCATIONS_91_AT;
	size_t at = 0;

	for (unsigned pass = 0; pass < 2 && !at; pass++)
		at = is_table(parts, usual, image_size, !pass)
			     ? usual
			     : find_hinted_table(parts, image_size, !pass);
	return at;
}

static enum exh_status restore_relocations(const struct parts *parts,
					   struct exh_arena *arena, struct exh_mz *out,
					   struct exh_notes *notes, struct exh_error *err)
{
	const size_t at = find_table(parts, out->image.size);
	struct relocations found = { 0 };

	if (!at) {
		exh_note(notes, EXH_DAMAGE, parts->stub.base,
			 "no table of relocations in the unpacking code: the program has "
			 "none");
		return EXH_OK;
	}
	read_table(parts, at, out->image.size, &found);
	found.items =
		exh_alloc(arena, found.count ? found.count : 1, sizeof *found.items);
	if (!found.items)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for %zu relocations", found.count);
	read_table(parts, at, out->image.size, &found);
	out->relocations = found.items;
	out->relocation_count = found.count;
	return EXH_OK;
}

/*
 * Taking a packed program apart.
 */

unsigned exh_lzexe_version(struct exh_bytes file)
{
	struct reader r = { .in = file };
	const uint8_t *signature;

	if (file.size < 2 || memcmp(file.data, "MZ", 2) != 0)
		return 0;
	rd_take(&r, SIGNATURE_AT);
	signature = rd_take(&r, 4);
	if (!signature)
		return 0;
	if (memcmp(signature, "LZ09", 4) == 0)
		return 90;
	return memcmp(signature, "LZ91", 4) == 0 ? 91 : 0;
}

static void read_words(struct parts *parts)
{
	struct reader r = { .in = parts->stub };
	struct words *words = &parts->words;

	words->ip = rd_u16le(&r);
	words->cs = rd_u16le(&r);
	words->sp = rd_u16le(&r);
	words->ss = rd_u16le(&r);
	words->packed_paragraphs = rd_u16le(&r);
	words->extra_paragraphs = rd_u16le(&r);
	words->stub_size = rd_u16le(&r);
	parts->has_words = !r.failed;
}

static enum exh_status take_apart(struct exh_bytes file, struct exh_arena *arena,
				  struct parts *parts, struct exh_notes *notes,
				  struct exh_error *err)
{
	size_t start, stub_at;
	enum exh_status status;

	*parts = (struct parts){ .version = exh_lzexe_version(file), .file = file };
	status = exh_mz_open(file, arena, &parts->packed, notes, err);
	if (status)
		return status;
	if (exh_pklite_packed(file))
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"packed by PKLITE, not by LZEXE");
	if (!parts->version)
		return exh_fail(err, EXH_INVALID, file.base + SIGNATURE_AT,
				"not packed by LZEXE: no \"LZ09\" or \"LZ91\" here");
	start = parts->packed.header_size;
	stub_at = start + (size_t)parts->packed.cs * PARAGRAPH;
	if (stub_at < file.size) {
		const size_t left = file.size - stub_at;

		exh_bytes_slice(file, stub_at, left < MAX_STUB ? left : MAX_STUB,
				&parts->stub);
		read_words(parts);
	}
	if (!parts->has_words) {
		exh_note(notes, EXH_DAMAGE, file.base + file.size,
			 "the file ends before the unpacking code at 0x%zx: entry, stack "
			 "and relocations are lost",
			 stub_at);
		exh_bytes_slice(file, start, file.size - start, &parts->stream);
		return EXH_OK;
	}
	if (parts->words.packed_paragraphs > parts->packed.cs)
		return exh_fail(err, EXH_INVALID, parts->stub.base + 8,
				"%u paragraphs of packed data, but only %u lie before "
				"the unpacking code",
				parts->words.packed_paragraphs, parts->packed.cs);
	start = stub_at - (size_t)parts->words.packed_paragraphs * PARAGRAPH;
	exh_bytes_slice(file, start, stub_at - start, &parts->stream);
	return EXH_OK;
}

/* Unpacks the image, as far as the data are valid. */
static enum exh_status unpack_image(const struct parts *parts, struct exh_arena *arena,
				    struct exh_mz *out, size_t *used_size,
				    struct exh_notes *notes, struct exh_error *err)
{
	struct exh_writer image = { .limit = EXH_MZ_IMAGE_LIMIT };
	struct exh_error reason = { 0 };
	enum exh_status status = expand(parts->stream, &image, used_size, &reason);
	uint8_t *data;

	if (status && (status == EXH_LIMIT || !image.size)) {
		exh_writer_free(&image);
		return exh_fail(err, status, reason.offset, "%s", reason.text);
	}
	if (status)
		exh_note(notes, EXH_DAMAGE, reason.offset, "%s; these are kept",
			 reason.text);
	data = exh_alloc(arena, image.size ? image.size : 1, 1);
	if (data && image.size)
		memcpy(data, image.data, image.size);
	out->image = (struct exh_bytes){ data, image.size, 0 };
	exh_writer_free(&image);
	return data ? EXH_OK
		    : exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
			       "no memory for the unpacked program");
}

/* Removes the memory that the packer added for itself. */
static void restore_header(const struct parts *parts, struct exh_mz *out)
{
	const struct exh_mz *packed = &parts->packed;
	const struct words *words = &parts->words;
	const size_t added = words->extra_paragraphs +
			     lzexe_paragraphs(words->stub_size) + STACK_PARAGRAPHS;

	out->ip = words->ip;
	out->cs = words->cs;
	out->sp = words->sp;
	out->ss = words->ss;
	out->min_alloc = packed->min_alloc;
	out->max_alloc = packed->max_alloc;
	if (!packed->max_alloc)
		return;
	out->min_alloc =
		(uint16_t)(packed->min_alloc > added ? packed->min_alloc - added : 0);
	if (packed->max_alloc != 0xffff)
		out->max_alloc = (uint16_t)(packed->max_alloc -
					    (packed->min_alloc - out->min_alloc));
}

enum exh_status exh_lzexe_unpack(struct exh_bytes file, struct exh_arena *arena,
				 struct exh_mz *out, struct exh_lzexe *how,
				 struct exh_notes *notes, struct exh_error *err)
{
	size_t used_size = 0;
	enum exh_status status;
	struct parts parts;

	*out = (struct exh_mz){ 0 };
	status = take_apart(file, arena, &parts, notes, err);
	if (status)
		return status;
	status = unpack_image(&parts, arena, out, &used_size, notes, err);
	if (status)
		return status;
	out->rest = parts.packed.rest;
	if (how)
		*how = (struct exh_lzexe){ parts.version, used_size,
					   parts.words.stub_size };
	if (!parts.has_words)
		return EXH_OK;
	restore_header(&parts, out);
	return restore_relocations(&parts, arena, out, notes, err);
}
