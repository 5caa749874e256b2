#include "exhume/codec.h"

#include "../base/reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	PARAGRAPH = 16,
	HEADER_SIZE = 0x20,
	SIGNATURE_AT = 0x1c,
	STACK_PARAGRAPHS = 9, /* that the unpacking code takes besides itself */
	WORDS_90 = 8,	      /* of the table in front of the unpacking code; the last */
	WORDS_91 = 7,	      /* one of 0.90's is a checksum */
	RELOCATIONS_90_AT = 0x19d, /* in LZEXE's own unpacking code */
	RELOCATIONS_91_AT = 0x158,
	SEGMENTS_90 = 16,    /* groups of relocations */
	SKIP_91 = 0xfff0,    /* bytes that a relocation too far away is approached by */
	MOST_STUB = 1 << 16, /* bytes; it runs in one segment */
	MOST_HINTS = 64,
	MOV_SI = 0xbe, /* the instruction that tells where the relocations are */

	NEAREST = 256, /* bytes that the short copy reaches back */
	FARTHEST = 8192,
	LONGEST = 256,
	LONGEST_SHORT = 5, /* bytes of the short copy */
	LONGEST_PLAIN = 9, /* bytes of the long copy without a byte of length */
};

/* What stands in front of the unpacking code. */
struct words {
	uint16_t ip, cs, sp, ss;
	uint16_t packed_paragraphs, extra_paragraphs, stub_size;
};

/* A packed program, taken apart. */
struct parts {
	unsigned version;
	struct exh_bytes file, stream, stub;
	struct exh_mz packed; /* as its own header has it */
	struct words words;
	bool has_words;
};

static size_t paragraphs(size_t size)
{
	return (size + PARAGRAPH - 1) / PARAGRAPH;
}

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

struct copy {
	size_t length, distance; /* length 0: the end; 1: nothing, go on */
};

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

/* Fills out; the bytes taken of the stream are told whatever happens. */
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
	size_t end;   /* of the table, in the stub */
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

/* False if there is no table here. */
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
	       (!at_end || paragraphs(found.end) == paragraphs(parts->words.stub_size));
}

/* Where other code than LZEXE's own says that it has its table; 0 if it doesn't. */
static size_t find_hinted_table(const struct parts *parts, size_t image_size, bool at_end)
{
	const struct exh_bytes stub = parts->stub;
	unsigned hint_count = 0;

	for (size_t i = 0; i + 3 <= stub.size && i < parts->words.stub_size; i++) {
		const size_t at = stub.data[i + 1] | (size_t)stub.data[i + 2] << 8;

		if (stub.data[i] != MOV_SI || at <= i || at >= parts->words.stub_size)
			continue;
		if (hint_count++ == MOST_HINTS)
			break;
		if (is_table(parts, at, image_size, at_end))
			return at;
	}
	return 0;
}

/* A table that ends with the stub is better than one that does not. 0 if there is none.
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
	status = exh_mz_read(file, arena, &parts->packed, notes, err);
	if (status)
		return status;
	if (!parts->version)
		return exh_fail(err, EXH_INVALID, file.base + SIGNATURE_AT,
				"not packed by LZEXE: no \"LZ09\" or \"LZ91\" here");
	start = parts->packed.header_size;
	stub_at = start + (size_t)parts->packed.cs * PARAGRAPH;
	if (stub_at < file.size) {
		const size_t left = file.size - stub_at;

		exh_bytes_slice(file, stub_at, left < MOST_STUB ? left : MOST_STUB,
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

/* The packed data, as far as they make sense. */
static enum exh_status unpack_image(const struct parts *parts, struct exh_arena *arena,
				    struct exh_mz *out, size_t *used_size,
				    struct exh_notes *notes, struct exh_error *err)
{
	struct exh_writer image = { .limit = EXH_MZ_IMAGE_LIMIT };
	struct exh_error why = { 0 };
	enum exh_status status = expand(parts->stream, &image, used_size, &why);
	uint8_t *data;

	if (status && (status == EXH_LIMIT || !image.size)) {
		exh_writer_free(&image);
		return exh_fail(err, status, why.offset, "%s", why.text);
	}
	if (status)
		exh_note(notes, EXH_DAMAGE, why.offset, "%s; these are kept", why.text);
	data = exh_alloc(arena, image.size ? image.size : 1, 1);
	if (data && image.size)
		memcpy(data, image.data, image.size);
	out->image = (struct exh_bytes){ data, image.size, 0 };
	exh_writer_free(&image);
	return data ? EXH_OK
		    : exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
			       "no memory for the unpacked program");
}

/* What the packer added for its own needs is taken off again. */
static void restore_header(const struct parts *parts, struct exh_mz *out)
{
	const struct exh_mz *packed = &parts->packed;
	const struct words *words = &parts->words;
	const size_t added =
		words->extra_paragraphs + paragraphs(words->stub_size) + STACK_PARAGRAPHS;

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

/*
 * Packing.
 */

enum {
	HASH_SIZE = 1 << 12,
	MOST_TRIES = 128, /* places that are compared before the best one is taken */
	/* Unpackers of that time stay within a segment by pausing at marks. */
	MARK_EVERY = 0x8000,
};

struct packer {
	struct exh_bytes in;
	struct exh_writer *out;
	size_t word_at; /* where the bits under way will be put */
	unsigned held, held_count;
	/* Places with the same hash, latest first; counted from 1, 0 is the end. */
	uint32_t heads[HASH_SIZE];
	uint32_t before[FARTHEST];
};

static void put_word(struct packer *p)
{
	if (p->out->failed)
		return;
	p->out->data[p->word_at] = (uint8_t)p->held;
	p->out->data[p->word_at + 1] = (uint8_t)(p->held >> 8);
}

static void begin_word(struct packer *p)
{
	p->word_at = p->out->size;
	p->held = 0;
	p->held_count = 0;
	exh_write_u16le(p->out, 0);
}

static void put_bit(struct packer *p, unsigned bit)
{
	p->held |= bit << p->held_count;
	if (++p->held_count < 16)
		return;
	put_word(p);
	begin_word(p);
}

static void put_literal(struct packer *p, uint8_t byte)
{
	put_bit(p, 1);
	exh_write_u8(p->out, byte);
}

static void put_long(struct packer *p, size_t distance, unsigned low_bits)
{
	const unsigned back = (unsigned)(FARTHEST - distance);

	put_bit(p, 0);
	put_bit(p, 1);
	exh_write_u8(p->out, (uint8_t)back);
	exh_write_u8(p->out, (uint8_t)((back >> 5 & 0xf8) | low_bits));
}

/* A long copy of no length: 0 is the end, 1 the mark. */
static void put_mark(struct packer *p, uint8_t kind)
{
	put_long(p, FARTHEST, 0);
	exh_write_u8(p->out, kind);
}

static void put_copy(struct packer *p, const struct copy *copy)
{
	if (copy->length <= LONGEST_SHORT && copy->distance <= NEAREST) {
		const unsigned n = (unsigned)copy->length - 2;

		put_bit(p, 0);
		put_bit(p, 0);
		put_bit(p, n >> 1);
		put_bit(p, n & 1);
		exh_write_u8(p->out, (uint8_t)(NEAREST - copy->distance));
		return;
	}
	if (copy->length <= LONGEST_PLAIN) {
		put_long(p, copy->distance, (unsigned)copy->length - 2);
		return;
	}
	put_long(p, copy->distance, 0);
	exh_write_u8(p->out, (uint8_t)(copy->length - 1));
}

/* Of two bytes: short copies are of as few. */
static size_t hash_at(const struct packer *p, size_t at)
{
	return (p->in.data[at] * 31U ^ p->in.data[at + 1] * 257U) % HASH_SIZE;
}

static void enter(struct packer *p, size_t at)
{
	size_t hash;

	if (at + 2 > p->in.size)
		return;
	hash = hash_at(p, at);
	p->before[at % FARTHEST] = p->heads[hash];
	p->heads[hash] = (uint32_t)at + 1;
}

static size_t common_size(const struct packer *p, size_t a, size_t b)
{
	const size_t left = p->in.size - b;
	const size_t most = left < LONGEST ? left : LONGEST;
	size_t size = 0;

	while (size < most && p->in.data[a + size] == p->in.data[b + size])
		size++;
	return size;
}

/* The longest copy that can be written, the nearest of these; length 0 if there is none.
 */
static struct copy find_copy(const struct packer *p, size_t at)
{
	struct copy best = { 0, 0 };
	size_t next;

	if (at + 2 > p->in.size)
		return best;
	next = p->heads[hash_at(p, at)];
	for (unsigned tries = 0; next && tries < MOST_TRIES; tries++) {
		const size_t from = next - 1, distance = at - from;
		size_t length;

		if (distance > FARTHEST)
			break;
		length = common_size(p, from, at);
		if (length > best.length &&
		    (length > 2 || (length == 2 && distance <= NEAREST)))
			best = (struct copy){ length, distance };
		next = p->before[from % FARTHEST];
	}
	return best;
}

static void compress(struct packer *p)
{
	size_t marked = 0;

	begin_word(p);
	for (size_t at = 0; at < p->in.size;) {
		const struct copy copy = find_copy(p, at);
		const size_t end = at + (copy.length ? copy.length : 1);

		if (copy.length)
			put_copy(p, &copy);
		else
			put_literal(p, p->in.data[at]);
		while (at < end)
			enter(p, at++);
		if (at - marked >= MARK_EVERY && at < p->in.size) {
			put_mark(p, 1);
			marked = at;
		}
	}
	put_mark(p, 0);
	put_word(p);
}

/*
 * Relocations, by where they point.
 */

static int by_value(const void *a, const void *b)
{
	const uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;

	return (one > other) - (one < other);
}

static enum exh_status sort_relocations(const struct exh_mz *program, unsigned version,
					uint32_t *sorted, struct exh_error *err)
{
	for (size_t i = 0; i < program->relocation_count; i++) {
		const struct exh_mz_relocation *one = &program->relocations[i];

		sorted[i] = (uint32_t)one->segment * PARAGRAPH + one->offset;
		if (program->image.size < 2 || sorted[i] > program->image.size - 2)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"relocation %zu at %04x:%04x is outside of the "
					"program",
					i, one->segment, one->offset);
	}
	qsort(sorted, program->relocation_count, sizeof *sorted, by_value);
	for (size_t i = 0; i < program->relocation_count; i++)
		if (i ? sorted[i] == sorted[i - 1] : version == 91 && !sorted[i])
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"LZEXE 0.%u can't store a relocation at 0x%x%s",
					version, (unsigned)sorted[i], i ? " twice" : "");
	return EXH_OK;
}

static void write_groups(const uint32_t *sorted, size_t count, struct exh_writer *out)
{
	size_t next = 0;

	for (uint32_t segment = 0; segment < SEGMENTS_90; segment++) {
		size_t end = next;

		while (end < count && sorted[end] >> 16 == segment)
			end++;
		exh_write_u16le(out, (uint16_t)(end - next));
		for (; next < end; next++)
			exh_write_u16le(out, (uint16_t)sorted[next]);
	}
}

static void write_steps(const uint32_t *sorted, size_t count, struct exh_writer *out)
{
	uint32_t at = 0;

	for (size_t i = 0; i < count; i++) {
		uint32_t step = sorted[i] - at;

		at = sorted[i];
		for (; step > 0xffff; step -= SKIP_91)
			exh_write_bytes(out, "\0\0", 3);
		if (step > 0xff) {
			exh_write_u8(out, 0);
			exh_write_u16le(out, (uint16_t)step);
		} else {
			exh_write_u8(out, (uint8_t)step);
		}
	}
	exh_write_bytes(out, "\0\1", 3);
}

/*
 * Instead of LZEXE's unpacking code, which is not ours: it says what it is and ends. The
 * text is addressed by where it lies in the code's own segment.
 */
static void write_code(struct exh_writer *out, size_t start)
{
	static const char text[] = "Packed for unpackers to read: does not run.\r\n$";
	enum { CODE_SIZE = 15 };
	const size_t text_at = out->size - start + CODE_SIZE;

	exh_write_bytes(out, "\x0e\x1f\xba", 3); /* push cs; pop ds; mov dx,text */
	exh_write_u16le(out, (uint16_t)text_at);
	exh_write_bytes(out, "\xb4\x09\xcd\x21", 4);	 /* mov ah,9; int 21h: print */
	exh_write_bytes(out, "\xb8\x01\x4c\xcd\x21", 5); /* mov ax,4c01h; int 21h: end */
	exh_write_u8(out, 0x90);
	exh_write_bytes(out, text, sizeof text - 1);
}

static void set_u16le(struct exh_writer *out, size_t at, size_t value)
{
	if (out->failed)
		return;
	out->data[at] = (uint8_t)value;
	out->data[at + 1] = (uint8_t)(value >> 8);
}

/* 0.90 adds up all bytes of the stub but those of the sum. */
static void set_checksum(struct exh_writer *out, size_t start)
{
	const size_t at = start + (size_t)(WORDS_90 - 1) * 2;
	size_t sum = 0;

	for (size_t i = start; i < out->size && !out->failed; i++)
		sum += out->data[i];
	set_u16le(out, at, sum);
}

static void write_stub(const struct exh_mz *program, unsigned version,
		       size_t packed_paragraphs, size_t extra_paragraphs,
		       const uint32_t *sorted, struct exh_writer *out)
{
	const size_t table_at = version == 90 ? RELOCATIONS_90_AT : RELOCATIONS_91_AT;
	const size_t start = out->size;

	exh_write_u16le(out, program->ip);
	exh_write_u16le(out, program->cs);
	exh_write_u16le(out, program->sp);
	exh_write_u16le(out, program->ss);
	exh_write_u16le(out, (uint16_t)packed_paragraphs);
	exh_write_u16le(out, (uint16_t)extra_paragraphs);
	exh_write_u16le(out, 0);
	if (version == 90)
		exh_write_u16le(out, 0);
	write_code(out, start);
	while (!out->failed && out->size - start < table_at)
		exh_write_u8(out, 0);
	if (version == 90)
		write_groups(sorted, program->relocation_count, out);
	else
		write_steps(sorted, program->relocation_count, out);
	set_u16le(out, start + (size_t)(WORDS_91 - 1) * 2, out->size - start);
	if (version == 90)
		set_checksum(out, start);
}

/* The header of the packed program, over the bytes kept free for it. */
static enum exh_status set_header(const struct exh_mz *program, unsigned version,
				  size_t stub_at, size_t extra, struct exh_writer *out,
				  size_t start, struct exh_error *err)
{
	const size_t size = out->size - start, stub_size = out->size - stub_at;
	const size_t cs = (stub_at - start - HEADER_SIZE) / PARAGRAPH;
	const size_t added = extra + paragraphs(stub_size) + STACK_PARAGRAPHS;
	const size_t min = program->min_alloc + (program->max_alloc ? added : 0);
	size_t max = program->max_alloc;

	if (stub_size > 0xffff || cs + paragraphs(stub_size) > 0xffff || min > 0xffff)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"too large for LZEXE: %zu bytes of packed data, %zu of "
				"relocations and code, %zu paragraphs of memory",
				stub_at - start - HEADER_SIZE, stub_size, min);
	if (max && max != 0xffff)
		max = max + added < 0xffff ? max + added : 0xffff;
	if (out->failed)
		return EXH_OK;
	memcpy(out->data + start, "MZ", 2);
	set_u16le(out, start + 0x02, size % 512);
	set_u16le(out, start + 0x04, (size + 511) / 512);
	set_u16le(out, start + 0x08, HEADER_SIZE / PARAGRAPH);
	set_u16le(out, start + 0x0a, min);
	set_u16le(out, start + 0x0c, max);
	set_u16le(out, start + 0x0e, cs + paragraphs(stub_size));
	set_u16le(out, start + 0x10, (STACK_PARAGRAPHS - 1) * PARAGRAPH);
	set_u16le(out, start + 0x14, (size_t)(version == 90 ? WORDS_90 : WORDS_91) * 2);
	set_u16le(out, start + 0x16, cs);
	set_u16le(out, start + 0x18, SIGNATURE_AT);
	memcpy(out->data + start + SIGNATURE_AT, version == 90 ? "LZ09" : "LZ91", 4);
	return EXH_OK;
}

static enum exh_status pack(const struct exh_mz *program, unsigned version,
			    struct packer *packer, uint32_t *sorted,
			    struct exh_writer *out, struct exh_error *err)
{
	const size_t start = out->size;
	const size_t image_paragraphs = paragraphs(program->image.size);
	size_t stub_at, packed, extra;
	enum exh_status status;

	status = sort_relocations(program, version, sorted, err);
	if (status)
		return status;
	for (size_t i = 0; i < HEADER_SIZE; i++)
		exh_write_u8(out, 0);
	packer->in = program->image;
	packer->out = out;
	compress(packer);
	while (!out->failed && (out->size - start) % PARAGRAPH)
		exh_write_u8(out, 0);
	stub_at = out->size;
	packed = (stub_at - start - HEADER_SIZE) / PARAGRAPH;
	extra = image_paragraphs > packed ? image_paragraphs - packed : 0;
	write_stub(program, version, packed, extra, sorted, out);
	status = set_header(program, version, stub_at, extra, out, start, err);
	exh_write_bytes(out, program->rest.data, program->rest.size);
	if (!status && out->failed)
		status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				  "no memory for the packed program");
	return status;
}

enum exh_status exh_lzexe_pack(const struct exh_mz *program, unsigned version,
			       struct exh_writer *out, struct exh_error *err)
{
	struct packer *packer;
	enum exh_status status;
	uint32_t *sorted;

	assert(version == 90 || version == 91);
	if (program->image.size > EXH_MZ_IMAGE_LIMIT)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu bytes, a program has at most %d",
				program->image.size, EXH_MZ_IMAGE_LIMIT);
	packer = calloc(1, sizeof *packer);
	sorted = calloc(program->relocation_count + 1, sizeof *sorted);
	status = packer && sorted ? pack(program, version, packer, sorted, out, err)
				  : exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
					     "no memory for packing");
	free(packer);
	free(sorted);
	return status;
}
