/* The packer of LZEXE. */
#include "lzexe.h"
#include "exhume/advanced/codec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	HASH_SIZE = 1 << 12,
	MAX_TRIES = 128, /* places that are compared at most */
	/* Unpackers of that time stay within a segment by pausing at marks. */
	MARK_EVERY = 0x8000,
};

struct packer {
	struct exh_bytes in;
	struct exh_writer *out;
	size_t word_at; /* offset at which the pending bits will be put */
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

/* A long copy of a special length: 0 is the end, 1 the mark. */
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

/* Returns a hash of two bytes, the size of the shortest copies. */
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

/* Finds the longest copy that can be written, the nearest of equal ones; length 0:
 * none. */
static struct copy find_copy(const struct packer *p, size_t at)
{
	struct copy best = { 0, 0 };
	size_t next;

	if (at + 2 > p->in.size)
		return best;
	next = p->heads[hash_at(p, at)];
	for (unsigned tries = 0; next && tries < MAX_TRIES; tries++) {
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
 * Replaces LZEXE's unpacking code, which is not ours: it prints what it is and ends. The
 * text is addressed in the code's own segment.
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

/* 0.90 adds up all bytes of the stub except the sum's. */
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

/* Writes the header of the packed program into the bytes reserved for it. */
static enum exh_status set_header(const struct exh_mz *program, unsigned version,
				  size_t stub_at, size_t extra, struct exh_writer *out,
				  size_t start, struct exh_error *err)
{
	const size_t size = out->size - start, stub_size = out->size - stub_at;
	const size_t cs = (stub_at - start - HEADER_SIZE) / PARAGRAPH;
	const size_t added = extra + lzexe_paragraphs(stub_size) + STACK_PARAGRAPHS;
	const size_t min = program->min_alloc + (program->max_alloc ? added : 0);
	size_t max = program->max_alloc;

	if (stub_size > 0xffff || cs + lzexe_paragraphs(stub_size) > 0xffff ||
	    min > 0xffff)
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
	set_u16le(out, start + 0x0e, cs + lzexe_paragraphs(stub_size));
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
	const size_t image_paragraphs = lzexe_paragraphs(program->image.size);
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
