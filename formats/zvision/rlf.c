#include "exhume/zvision.h"
#include "exhume/advanced/zvision.h"

#include "../base/reader.h"

#include <string.h>

enum {
	/* The bytes of the tags as a little-endian number. */
	TAG_FELR = 0x524c4546,
	TAG_FNIC = 0x43494e46,
	TAG_VRLE = 0x454c5256,
	TAG_LRVD = 0x4456524c,
	TAG_HRLE = 0x454c5248,
	TAG_ELHD = 0x44484c45,
	TAG_HKEY = 0x59454b48,
	TAG_ELRH = 0x48524c45,
	TAG_FNIM = 0x4d494e46,
	TAG_OEDV = 0x5644454f,
	TAG_EMIT = 0x54494d45,
	TAG_MARF = 0x4652414d,
	FNIC_SIZE = 112,
	FNIM_SIZE = 32,
	EMIT_SIZE = 16,
	MAX_PIXELS = 1 << 26,
	/* Values of a control byte. */
	MAX_COPY = 128,
	LEAST_RUN = 2,
	MAX_RUN = 129,
	MAX_SKIP = 128,
};

/*
 * Header and records.
 */

/* The header after the tag and the size of the file, in numbers of four bytes. */
static const struct part {
	const char *what; /* name of a constant: a tag or a size */
	uint32_t value;
	size_t zeros;  /* bytes after it, as far as known */
	size_t member; /* member of exh_zv_rlf, unless it is a constant */
} parts[] = {
#define NUMBER(name)                                          \
	{                                                     \
		NULL, 0, 0, offsetof(struct exh_zv_rlf, name) \
	}
	NUMBER(unknown[0]),
	NUMBER(unknown[1]),
	NUMBER(frame_count),
	{ "FNIC", TAG_FNIC, 0, 0 },
	{ "its size", FNIC_SIZE, 0, 0 },
	NUMBER(unknown[2]),
	NUMBER(unknown[3]),
	NUMBER(unknown[4]),
	{ "VRLE", TAG_VRLE, 20, 0 },
	{ "LRVD", TAG_LRVD, 0, 0 },
	NUMBER(unknown[5]),
	{ "HRLE", TAG_HRLE, 20, 0 },
	{ "ELHD", TAG_ELHD, 0, 0 },
	NUMBER(unknown[6]),
	{ "HKEY", TAG_HKEY, 20, 0 },
	{ "ELRH", TAG_ELRH, 0, 0 },
	{ "FNIM", TAG_FNIM, 0, 0 },
	{ "its size", FNIM_SIZE, 0, 0 },
	{ "OEDV", TAG_OEDV, 0, 0 },
	NUMBER(unknown[7]),
	NUMBER(unknown[8]),
	NUMBER(unknown[9]),
	NUMBER(width),
	NUMBER(height),
	{ "EMIT", TAG_EMIT, 0, 0 },
	{ "its size", EMIT_SIZE, 0, 0 },
	NUMBER(unknown[10]),
	NUMBER(tenths),
#undef NUMBER
};
enum { PARTS = sizeof parts / sizeof *parts };

static void read_parts(struct reader *r, struct exh_zv_rlf *rlf, struct exh_notes *notes)
{
	for (size_t i = 0; i < PARTS; i++) {
		const struct part *part = &parts[i];
		const size_t offset = rd_tell(r);
		const uint32_t found = rd_u32le(r);

		if (!part->what)
			memcpy((char *)rlf + part->member, &found, sizeof found);
		else if (found != part->value)
			exh_note(notes, EXH_WARNING, offset,
				 "0x%08x, expected %s, 0x%08x", (unsigned)found,
				 part->what, (unsigned)part->value);
		rd_take(r, part->zeros);
	}
}

uint32_t exh_zv_rlf_milliseconds(const struct exh_zv_rlf *rlf)
{
	return rlf->tenths / 10;
}

enum exh_status exh_zv_rlf_open(struct exh_bytes in, struct exh_zv_rlf *rlf,
				struct exh_notes *notes, struct exh_error *err)
{
	struct reader r = { .in = in };

	*rlf = (struct exh_zv_rlf){ 0 };
	if (in.size >= 4 && load_u32le(in.data) != TAG_FELR)
		return exh_fail(err, EXH_INVALID, in.base,
				"not an RLF animation: expected FELR");
	if (in.size < EXH_ZV_RLF_HEADER_SIZE)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes, expected a header of %d", in.size,
				EXH_ZV_RLF_HEADER_SIZE);
	rd_take(&r, 8); /* the tag, and an unreliable size */
	read_parts(&r, rlf, notes);
	if (!rlf->width || !rlf->height)
		return exh_fail(err, EXH_INVALID, in.base + 156,
				"%u by %u pixels, expected at least 1 by 1",
				(unsigned)rlf->width, (unsigned)rlf->height);
	if (rlf->height > MAX_PIXELS / rlf->width)
		return exh_fail(err, EXH_LIMIT, in.base + 156,
				"%u by %u pixels, expected at most %d",
				(unsigned)rlf->width, (unsigned)rlf->height, MAX_PIXELS);
	return EXH_OK;
}

enum exh_status exh_zv_rlf_record(struct exh_bytes in, struct exh_zv_rlf_record *record,
				  struct exh_error *err)
{
	struct reader r = { .in = in };
	const uint32_t mark = rd_u32le(&r);

	*record = (struct exh_zv_rlf_record){ .kind = EXH_ZV_RLF_UNKNOWN };
	record->size = rd_u32le(&r);
	record->unknown[0] = rd_u32le(&r);
	record->unknown[1] = rd_u32le(&r);
	record->tag = rd_u32le(&r);
	record->data_offset = rd_u32le(&r);
	record->unknown[2] = rd_u32le(&r);
	if (record->tag == TAG_ELRH)
		record->kind = EXH_ZV_RLF_SIMPLE;
	else if (record->tag == TAG_ELHD)
		record->kind = EXH_ZV_RLF_MASKED;
	if (in.size >= 4 && mark != TAG_MARF)
		return exh_fail(err, EXH_INVALID, in.base, "0x%08x, expected MARF",
				(unsigned)mark);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes, expected the head of a frame, %d", in.size,
				EXH_ZV_RLF_RECORD_SIZE);
	if (record->data_offset < EXH_ZV_RLF_RECORD_SIZE ||
	    record->data_offset > record->size)
		return exh_fail(err, EXH_INVALID, in.base + 20,
				"data at %u of a record of %u bytes, expected them after "
				"its head of %d",
				(unsigned)record->data_offset, (unsigned)record->size,
				EXH_ZV_RLF_RECORD_SIZE);
	return EXH_OK;
}

/*
 * Decoding.
 */

/* Loads stored pixels; in place if the machine has the same byte order. */
static void load_pixels(uint16_t *out, const uint8_t *in, size_t count)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	copy_few(out, in, 2 * count);
#else
	for (size_t i = 0; i < count; i++)
		out[i] = load_u16le(in + 2 * i);
#endif
}

/* Stores four at a time, overlapping at the end; count is at least LEAST_RUN. */
static void fill(uint16_t *out, uint16_t pixel, size_t count)
{
	const uint16_t four[4] = { pixel, pixel, pixel, pixel };

	if (count < 4) {
		for (size_t i = 0; i < count; i++)
			out[i] = pixel;
		return;
	}
	for (size_t i = 0; i + 4 <= count; i += 4)
		copy_few(out + i, four, sizeof four);
	copy_few(out + count - 4, four, sizeof four);
}

/* The picture, and the next pixel's place. */
struct canvas {
	uint16_t *pixels;
	size_t at, count;
};

static size_t room(const struct canvas *canvas, size_t wanted)
{
	const size_t left = canvas->count - canvas->at;

	return wanted < left ? wanted : left;
}

static enum exh_status cut_off(struct exh_bytes data, const struct canvas *canvas,
			       struct exh_error *err)
{
	return exh_fail(err, EXH_TRUNCATED, data.base + data.size,
			"the data end within a run, at pixel %zu of %zu", canvas->at,
			canvas->count);
}

static enum exh_status passes_end(struct exh_bytes data, size_t at,
				  const struct canvas *canvas, struct exh_error *err)
{
	return exh_fail(err, EXH_INVALID, data.base + at,
			"a run passes the last of %zu pixels", canvas->count);
}

/* Copies from data[at] on, for a negative control byte. */
static enum exh_status copy(struct exh_bytes data, size_t *at, size_t wanted,
			    struct canvas *canvas, struct exh_error *err)
{
	const size_t there = (data.size - *at) / 2;
	const size_t count = room(canvas, wanted < there ? wanted : there);

	load_pixels(canvas->pixels + canvas->at, data.data + *at, count);
	canvas->at += count;
	if (wanted > there)
		return cut_off(data, canvas, err);
	if (count < wanted)
		return passes_end(data, *at - 1, canvas, err);
	*at += 2 * wanted;
	return EXH_OK;
}

/*
 * While much of data and picture is left, each step stores whole strides of STRIDE
 * pixels: most steps need just one, so that the next branch is foreseen. Later pixels
 * overwrite the excess: the bytes that must be left always give more pixels than that.
 */
enum {
	GROUP = 8,   /* pixels stored at once */
	STRIDE = 32, /* pixels stored without a branch */
	FAST_DATA = 1 + 2 * MAX_COPY + 3 * STRIDE + 1,
	FAST_ROOM = MAX_RUN + STRIDE,
};

/* Four pixels in one number, as the machine stores them. */
static uint64_t load_four(const uint8_t *in)
{
	uint16_t pixels[4];
	uint64_t four;

	load_pixels(pixels, in, 4);
	copy_few(&four, pixels, sizeof four);
	return four;
}

static void store_group(uint16_t *out, uint64_t first, uint64_t last)
{
	copy_few(out, &first, sizeof first);
	copy_few(out + 4, &last, sizeof last);
}

static inline void store_copy(uint16_t *out, const uint8_t *in)
{
	for (size_t i = 0; i < STRIDE; i += GROUP)
		load_pixels(out + i, in + 2 * i, GROUP);
}

static inline void store_run(uint16_t *out, const uint64_t *pixels)
{
	for (size_t i = 0; i < STRIDE; i += GROUP)
		copy_few(out + i, pixels, 2 * GROUP);
}

static void apply_simple_fast(struct exh_bytes data, size_t *at, struct canvas *canvas)
{
	const uint8_t *in = data.data + *at;
	uint16_t *out = canvas->pixels + canvas->at;

	while ((size_t)(data.data + data.size - in) >= FAST_DATA &&
	       (size_t)(canvas->pixels + canvas->count - out) >= FAST_ROOM) {
		const unsigned control = *in++;

		if (control & 0x80) {
			const size_t count = 256 - control;

			store_copy(out, in);
			for (size_t i = STRIDE; i < count; i += STRIDE)
				store_copy(out + i, in + 2 * i);
			in += 2 * count;
			out += count;
		} else {
			const size_t count = control + LEAST_RUN;
			const uint64_t four =
				load_u16le(in) * UINT64_C(0x0001000100010001);
			const uint64_t group[] = { four, four };

			store_run(out, group);
			for (size_t i = STRIDE; i < count; i += STRIDE)
				store_run(out + i, group);
			in += 2;
			out += count;
		}
	}
	*at = (size_t)(in - data.data);
	canvas->at = (size_t)(out - canvas->pixels);
}

/* The pixels after it must not change, so the last group is mixed from old and new
 * ones. */
static void store_exactly(uint16_t *out, const uint8_t *in, size_t count)
{
	static const uint16_t masks[2 * GROUP] = { 0xffff, 0xffff, 0xffff, 0xffff,
						   0xffff, 0xffff, 0xffff, 0xffff };
	uint64_t mask[2], old[2];

	for (; count >= GROUP; count -= GROUP, out += GROUP, in += 2 * GROUP)
		store_group(out, load_four(in), load_four(in + 8));
	copy_few(mask, masks + GROUP - count, sizeof mask);
	copy_few(old, out, sizeof old);
	store_group(out, (old[0] & ~mask[0]) | (load_four(in) & mask[0]),
		    (old[1] & ~mask[1]) | (load_four(in + 8) & mask[1]));
}

static void apply_masked_fast(struct exh_bytes data, size_t *at, struct canvas *canvas)
{
	const uint8_t *in = data.data + *at;
	uint16_t *out = canvas->pixels + canvas->at;

	while ((size_t)(data.data + data.size - in) >= FAST_DATA &&
	       (size_t)(canvas->pixels + canvas->count - out) >= FAST_ROOM) {
		const unsigned control = *in++;
		size_t count = control + 1;

		if (control & 0x80) {
			count = 256 - control;
			store_exactly(out, in, count);
			in += 2 * count;
		}
		out += count;
	}
	*at = (size_t)(in - data.data);
	canvas->at = (size_t)(out - canvas->pixels);
}

static enum exh_status apply_simple(struct exh_bytes data, struct canvas *canvas,
				    struct exh_error *err)
{
	size_t at = 0;

	if (data.size >= FAST_DATA)
		apply_simple_fast(data, &at, canvas);
	while (at < data.size && canvas->at < canvas->count) {
		const unsigned control = data.data[at++];
		const size_t run = control + LEAST_RUN;
		size_t count;

		if (control & 0x80) {
			const enum exh_status status =
				copy(data, &at, 256 - control, canvas, err);

			if (status)
				return status;
			continue;
		}
		if (data.size - at < 2)
			return cut_off(data, canvas, err);
		count = room(canvas, run);
		fill(canvas->pixels + canvas->at, load_u16le(data.data + at), count);
		canvas->at += count;
		at += 2;
		if (count < run)
			return passes_end(data, at - 3, canvas, err);
	}
	return EXH_OK;
}

static enum exh_status apply_masked(struct exh_bytes data, struct canvas *canvas,
				    struct exh_error *err)
{
	size_t at = 0;

	if (data.size >= FAST_DATA)
		apply_masked_fast(data, &at, canvas);
	while (at < data.size && canvas->at < canvas->count) {
		const unsigned control = data.data[at++];
		enum exh_status status;

		if (!(control & 0x80)) {
			canvas->at += room(canvas, control + 1);
			continue;
		}
		status = copy(data, &at, 256 - control, canvas, err);
		if (status)
			return status;
	}
	return EXH_OK;
}

enum exh_status exh_zv_rlf_apply(enum exh_zv_rlf_kind kind, struct exh_bytes data,
				 uint16_t *pixels, size_t count, struct exh_error *err)
{
	struct canvas canvas = { pixels, 0, count };

	switch (kind) {
	case EXH_ZV_RLF_SIMPLE:
		return apply_simple(data, &canvas, err);
	case EXH_ZV_RLF_MASKED:
		return apply_masked(data, &canvas, err);
	default:
		return EXH_OK;
	}
}

size_t exh_zv_rlf_reach(enum exh_zv_rlf_kind kind, struct exh_bytes data, size_t count)
{
	size_t reach = 0;

	if (kind == EXH_ZV_RLF_UNKNOWN)
		return 0;
	for (size_t at = 0; at < data.size && reach < count;) {
		const unsigned control = data.data[at++];
		const size_t there = (data.size - at) / 2;

		if (control & 0x80) {
			const size_t wanted = 256 - control;

			reach += wanted < there ? wanted : there;
			at += 2 * wanted < data.size - at ? 2 * wanted : data.size - at;
		} else if (kind == EXH_ZV_RLF_MASKED) {
			reach += control + 1;
		} else {
			reach += there ? control + LEAST_RUN : 0;
			at += there ? 2 : data.size - at;
		}
	}
	return reach < count ? reach : count;
}

/*
 * Encoding.
 */

void exh_zv_rlf_write_header(const struct exh_zv_rlf *rlf, uint32_t file_size,
			     struct exh_writer *out)
{
	static const uint8_t zeros[20];

	exh_write_u32le(out, TAG_FELR);
	exh_write_u32le(out, file_size);
	for (size_t i = 0; i < PARTS; i++) {
		uint32_t value = parts[i].value;

		if (!parts[i].what)
			memcpy(&value, (const char *)rlf + parts[i].member, sizeof value);
		exh_write_u32le(out, value);
		exh_write_bytes(out, zeros, parts[i].zeros);
	}
}

static void write_copy(struct exh_writer *out, const uint16_t *pixels, size_t count)
{
	while (count) {
		const size_t some = count < MAX_COPY ? count : MAX_COPY;

		exh_write_u8(out, (uint8_t)(256 - some));
		for (size_t i = 0; i < some; i++)
			exh_write_u16le(out, pixels[i]);
		pixels += some;
		count -= some;
	}
}

static size_t count_equal(const uint16_t *pixels, size_t count)
{
	size_t run = 1;

	while (run < count && pixels[run] == pixels[0])
		run++;
	return run;
}

static size_t run_at(const uint16_t *pixels, size_t count)
{
	return count_equal(pixels, count < MAX_RUN ? count : MAX_RUN);
}

/*
 * Every possible run is written as one, even of two pixels within a copy: that costs no
 * more, and less if the next run follows immediately. If runs of MAX_RUN leave one pixel,
 * it is cheapest at the end of the pixels waiting to be copied.
 */
static void write_simple(const uint16_t *pixels, size_t count, struct exh_writer *out)
{
	size_t copied = 0; /* pixels before at that wait to be copied */

	for (size_t at = 0; at < count;) {
		const size_t run = run_at(pixels + at, count - at);

		if (run < LEAST_RUN ||
		    (run == MAX_RUN && copied % MAX_COPY &&
		     count_equal(pixels + at, count - at) % MAX_RUN == 1)) {
			copied++;
			at++;
			continue;
		}
		write_copy(out, pixels + at - copied, copied);
		copied = 0;
		exh_write_u8(out, (uint8_t)(run - LEAST_RUN));
		exh_write_u16le(out, pixels[at]);
		at += run;
	}
	write_copy(out, pixels + count - copied, copied);
}

static size_t count_same(const uint16_t *before, const uint16_t *pixels, size_t count)
{
	size_t same = 0;

	while (same < count && before[same] == pixels[same])
		same++;
	return same;
}

/* Unchanged pixels at the end are not written. */
static void write_masked(const uint16_t *before, const uint16_t *pixels, size_t count,
			 struct exh_writer *out)
{
	for (size_t at = 0; at < count;) {
		size_t same = count_same(before + at, pixels + at, count - at);
		size_t other = 0;

		at += same;
		if (at == count)
			return;
		for (; same; same -= same < MAX_SKIP ? same : MAX_SKIP)
			exh_write_u8(out,
				     (uint8_t)((same < MAX_SKIP ? same : MAX_SKIP) - 1));
		while (at + other < count && before[at + other] != pixels[at + other])
			other++;
		write_copy(out, pixels + at, other);
		at += other;
	}
}

void exh_zv_rlf_write_record(enum exh_zv_rlf_kind kind, const uint16_t *before,
			     const uint16_t *pixels, size_t count, struct exh_writer *out)
{
	struct exh_writer data = { .limit = out->limit };

	if (kind == EXH_ZV_RLF_MASKED)
		write_masked(before, pixels, count, &data);
	else
		write_simple(pixels, count, &data);
	exh_write_u32le(out, TAG_MARF);
	exh_write_u32le(out, (uint32_t)(EXH_ZV_RLF_RECORD_SIZE + data.size));
	exh_write_u32le(out, 0);
	exh_write_u32le(out, 0);
	exh_write_u32le(out, kind == EXH_ZV_RLF_MASKED ? TAG_ELHD : TAG_ELRH);
	exh_write_u32le(out, EXH_ZV_RLF_RECORD_SIZE);
	exh_write_u32le(out, 0);
	exh_write_bytes(out, data.data, data.size);
	out->failed |= data.failed;
	exh_writer_free(&data);
}
