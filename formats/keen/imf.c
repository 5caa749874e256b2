#include "keen_parts.h"

#include "exhume/keen_audio.h"

#include "../base/reader.h"

#include <string.h>

enum {
	RECORD_SIZE = 4,
	DELAY_SIZE = 2,
	LENGTH_SIZE = 2,      /* length in front of type 1 */
	LONG_LENGTH_SIZE = 4, /* length as some programs write it */
	LOOKED_AT = 64,	      /* records read to recognise a file */
	FIRST_RECORDS = 8,
	PLAUSIBLE_DELAY = 0x4000,
	TAG_MARK = 0x1a,
	PROGRAM_SIZE = 9,
	MAX_LENGTH = 0xfffc, /* bytes of records in type 1 */
	MAX_DELAY = 65535,
	MUSE_SIZE = 88,
	MUSE_NAME_AT = 2,
	MUSE_NAME_SIZE = 16,
	MUSE_PATH_SIZE = 64,
	/* Bits of evidence. */
	SIGNATURE = 40,
	PLAUSIBLE = 2, /* a record, and ... */
	MAX_PLAUSIBLE = 16,
	LENGTH_FITS = 16, /* nothing after the records, or a known tag */
	LEAST_SCORE = 16,
	MAX_TICKS = 60 * 60 * 560, /* an hour at the usual rate */
	/* key-on bit of a channel; in register BD rhythm mode */
	KEY_ON = 0x20,
	NOT_KEY = 0xc0, /* unused bits of a channel's key register */
	DRUMS = 0x1f,
	WRAP = 1 << 16, /* a 16-bit length is modulo this */
};

static const uint8_t signature[] = { 'A', 'D', 'L', 'I', 'B', 1 };
static const char end_mark[] = { '!', 'I', 'D', '!' };

/*
 * Music is writes to existing OPL2 registers without long waits.
 */

static bool is_register(uint8_t reg)
{
	switch (reg >> 4) {
	case 0x0:
		return reg == 0x00 || reg == 0x01 || reg == 0x08;
	case 0xa:
	case 0xc:
		return (reg & 0xf) <= 8;
	case 0xb:
		return (reg & 0xf) <= 8 || reg == 0xbd;
	case 0x1:
	case 0xd:
		return false;
	default: /* two rows for 22 operators */
		return (reg & 0x10) ? (reg & 0xf) <= 5 : true;
	}
}

/* Properties of the bytes when they are read as records. */
struct style {
	size_t count, plausible_count;
	size_t register_count; /* existing registers, however long the wait */
	/* records with a register other than 0; delays are mostly zeros */
	size_t nonzero_count;
};

static struct style look_at(struct exh_bytes records, size_t most)
{
	struct style style = { 0 };

	while (style.count < most && style.count < records.size / RECORD_SIZE) {
		const uint8_t *p = records.data + style.count * RECORD_SIZE;
		const bool known = is_register(p[0]);
		const bool plausible = known && load_u16le(p + 2) < PLAUSIBLE_DELAY;

		style.count++;
		style.register_count += known;
		style.plausible_count += plausible;
		style.nonzero_count +=
			(plausible || style.register_count == style.count) && p[0];
	}
	return style;
}

/* One of seven records is plausible by chance. Records with long waits may still be
 * music, if all registers exist. */
static bool is_music(const struct style *style)
{
	return style->count && (style->plausible_count * 2 >= style->count ||
				style->register_count == style->count);
}

/* Delays are full of zeros, which read as writes as well. */
static bool is_convincing(const struct style *style)
{
	return style->nonzero_count * 2 >= style->count;
}

/*
 * Containers.
 */

struct opening {
	struct reader reader;
	struct exh_keen_imf *imf;
	struct exh_notes *notes;
	struct exh_error *err;
	size_t declared_size; /* bytes of records; 0 unless type 1 */
	bool is_wrapped;      /* the length exceeded 16 bits */
};

/* Reads up to a zero and skips that; false if the file ends first. */
static bool take_text(struct reader *r, struct exh_bytes *out)
{
	const size_t left = rd_left(r);
	const uint8_t *text = r->in.data + r->pos;
	const uint8_t *end = left ? memchr(text, 0, left) : NULL;
	const size_t size = end ? (size_t)(end - text) : left;

	exh_bytes_slice(r->in, r->pos, size, out);
	rd_take(r, end ? size + 1 : size);
	return end != NULL;
}

static bool has_signature(struct exh_bytes file)
{
	return file.size >= sizeof signature &&
	       memcmp(file.data, signature, sizeof signature) == 0;
}

static enum exh_status read_header(struct opening *o)
{
	struct reader *r = &o->reader;

	rd_take(r, sizeof signature);
	take_text(r, &o->imf->tags.title);
	take_text(r, &o->imf->tags.game);
	rd_u8(r);
	o->declared_size = rd_u32le(r);
	o->imf->has_header = true;
	o->imf->type = o->declared_size ? 1 : 0;
	if (r->failed)
		return exh_fail(o->err, EXH_TRUNCATED, rd_tell(r),
				"the file ends in its header");
	if (!o->declared_size) /* the bytes are the first record */
		r->pos -= RECORD_SIZE;
	return EXH_OK;
}

/*
 * The length may be the first record of a file without a length: then the bytes read
 * better from the start. Otherwise it is the length, even when the file ends too early.
 */
static bool has_length(struct exh_bytes file)
{
	const unsigned length = load_u16le(file.data);
	struct style with, without;
	struct exh_bytes records;

	if (!length || length % RECORD_SIZE)
		return false;
	exh_bytes_slice(file, LENGTH_SIZE, file.size - LENGTH_SIZE, &records);
	if (records.size > length)
		records.size = length;
	with = look_at(records, LOOKED_AT);
	if (length <= file.size && is_music(&with) && is_convincing(&with))
		return true;
	without = look_at(file, LOOKED_AT);
	if (length > file.size)
		return with.nonzero_count > without.nonzero_count;
	return with.nonzero_count >= without.nonzero_count;
}

/* True if music begins with the usual record of zeros, or a tag follows it. Otherwise the
 * length could be a record. */
static bool is_framed(struct exh_bytes file, struct exh_bytes records)
{
	const size_t end = LONG_LENGTH_SIZE + records.size;

	return (!load_u16le(records.data) && !load_u16le(records.data + 2)) ||
	       (end < file.size && file.data[end] == TAG_MARK);
}

/* A length of four bytes, the upper two mostly zeros. Two bytes of length and a first
 * record of zeros look alike: the records must read better after four bytes. */
static bool has_long_length(struct exh_bytes file)
{
	const size_t length = load_u32le(file.data);
	struct exh_bytes records, others;
	struct style with, without;

	if (!length || length % RECORD_SIZE ||
	    !exh_bytes_slice(file, LONG_LENGTH_SIZE, length, &records) ||
	    !exh_bytes_slice(file, LENGTH_SIZE, length, &others) ||
	    !is_framed(file, records))
		return false;
	with = look_at(records, LOOKED_AT);
	without = look_at(others, LOOKED_AT);
	return is_music(&with) && is_convincing(&with) &&
	       with.plausible_count >= without.plausible_count &&
	       with.nonzero_count > without.nonzero_count;
}

/* Counts the music's writes to nonzero registers at that place, if WRAP more bytes of
 * music follow; else 0. */
static size_t count_more(struct exh_bytes file, size_t at)
{
	struct exh_bytes rest;
	struct style style;

	if (!exh_bytes_slice(file, at, WRAP - DELAY_SIZE, &rest))
		return 0;
	style = look_at(rest, LOOKED_AT);
	return style.register_count == style.count && is_convincing(&style)
		       ? style.nonzero_count
		       : 0;
}

/* Longer songs store their length modulo 64 KiB, which may be 0. */
static void unwrap_length(struct opening *o)
{
	const struct exh_bytes file = o->reader.in;
	size_t size = load_u16le(file.data);

	if (size % RECORD_SIZE ||
	    (!o->imf->type && count_more(file, 0) >= count_more(file, LENGTH_SIZE)))
		return;
	while (count_more(file, LENGTH_SIZE + size)) {
		size += WRAP;
		o->is_wrapped = true;
	}
	if (!o->is_wrapped)
		return;
	if (!o->imf->type)
		rd_u16le(&o->reader);
	o->imf->type = 1;
	o->declared_size = size;
}

static void find_length(struct opening *o)
{
	if (has_long_length(o->reader.in)) {
		o->imf->type = 1;
		o->declared_size = rd_u32le(&o->reader);
		return;
	}
	if (has_length(o->reader.in)) {
		o->imf->type = 1;
		o->declared_size = rd_u16le(&o->reader);
	}
	unwrap_length(o);
}

static void measure(struct opening *o)
{
	struct exh_keen_imf *imf = o->imf;
	const size_t left = rd_left(&o->reader);
	size_t size = left;

	if (o->is_wrapped)
		exh_note(o->notes, EXH_WARNING, o->reader.in.base,
			 "a length of %u bytes, but the music goes on for %zu: all of it "
			 "is taken, as if the length had more than 16 bits",
			 load_u16le(o->reader.in.data), o->declared_size);
	if (imf->type == 1) {
		size = o->declared_size < left ? o->declared_size : left;
		/* Two bytes too many: the length counts a delay that was left out. */
		if (o->declared_size > left && o->declared_size - left != DELAY_SIZE)
			exh_note(o->notes, EXH_DAMAGE, rd_tell(&o->reader),
				 "%zu bytes of music declared, %zu found",
				 o->declared_size, left);
	}
	exh_bytes_slice(o->reader.in, o->reader.pos, size, &imf->records);
	rd_take(&o->reader, size);
	exh_bytes_slice(o->reader.in, o->reader.pos, rd_left(&o->reader), &imf->rest);
	imf->record_count = (size + DELAY_SIZE) / RECORD_SIZE;
	if (size % 2)
		exh_note(o->notes, EXH_WARNING, rd_tell(&o->reader) - 1,
			 "a byte is left over after the last record");
}

static void count_ticks(struct exh_keen_imf *imf)
{
	for (size_t i = 0; i < imf->record_count; i++)
		imf->ticks += exh_keen_imf_record(imf, i).delay;
}

/* A file without a length, zeros or a signature at its start must be pure music. */
static bool is_unmarked(const struct exh_keen_imf *imf)
{
	return imf->type == 0 && !imf->has_header && load_u16le(imf->records.data);
}

static enum exh_status judge(const struct opening *o)
{
	const struct exh_keen_imf *imf = o->imf;
	struct style style = look_at(imf->records, LOOKED_AT);
	bool good = is_music(&style);

	if (!style.count)
		return exh_fail(o->err, EXH_INVALID, imf->records.base,
				"not music: %zu bytes for its records",
				imf->records.size);
	if (good && is_unmarked(imf)) {
		style = look_at(imf->records, FIRST_RECORDS);
		good = style.plausible_count == style.count;
	}
	if (good)
		return EXH_OK;
	return exh_fail(o->err, EXH_INVALID, imf->records.base,
			"not IMF music: %zu of the first %zu records are writes to an "
			"OPL2, expected nearly all",
			style.plausible_count, style.count);
}

/*
 * The data after the records.
 */

static void set_text(struct exh_bytes *text, struct exh_bytes value)
{
	if (value.size)
		*text = value;
}

static void read_tag(struct opening *o, struct exh_bytes footer)
{
	struct exh_keen_imf_tags *tags = &o->imf->tags;
	struct reader r = { .in = footer };
	struct exh_bytes title, program;
	bool whole;

	o->imf->footer = EXH_KEEN_IMF_TAG;
	rd_u8(&r);
	whole = take_text(&r, &title);
	set_text(&tags->title, title);
	whole &= take_text(&r, &tags->composer);
	whole &= take_text(&r, &tags->remarks);
	if (!whole)
		exh_note(o->notes, EXH_DAMAGE, footer.base + footer.size,
			 "the file ends in its tag");
	exh_bytes_slice(footer, r.pos,
			rd_left(&r) < PROGRAM_SIZE ? rd_left(&r) : PROGRAM_SIZE,
			&program);
	r = (struct reader){ .in = program };
	take_text(&r, &tags->program);
}

/* Code page 437 has letters above 127. */
static bool is_text(struct exh_bytes bytes)
{
	static const uint8_t controls[] = { '\t', '\n', '\r', 0x1a };

	for (size_t i = 0; i < bytes.size; i++)
		if (bytes.data[i] < ' ' &&
		    !memchr(controls, bytes.data[i], sizeof controls))
			return false;
	return true;
}

/* Leftover memory follows the zeros that end its names. */
static bool read_muse(struct opening *o, struct exh_bytes footer)
{
	struct reader name = { 0 }, path = { 0 };
	struct exh_bytes title, remarks;

	if (footer.size != MUSE_SIZE)
		return false;
	exh_bytes_slice(footer, MUSE_NAME_AT, MUSE_NAME_SIZE, &name.in);
	exh_bytes_slice(footer, MUSE_NAME_AT + MUSE_NAME_SIZE, MUSE_PATH_SIZE, &path.in);
	if (!take_text(&name, &title) || !title.size || !is_text(title) ||
	    !take_text(&path, &remarks) || !is_text(remarks))
		return false;
	o->imf->footer = EXH_KEEN_IMF_MUSE;
	set_text(&o->imf->tags.title, title);
	o->imf->tags.remarks = remarks;
	return true;
}

static void read_footer(struct opening *o)
{
	struct exh_bytes footer;

	exh_bytes_slice(o->reader.in, o->reader.pos, rd_left(&o->reader), &footer);
	if (footer.size >= sizeof end_mark &&
	    memcmp(footer.data + footer.size - sizeof end_mark, end_mark,
		   sizeof end_mark) == 0)
		footer.size -= sizeof end_mark;
	if (footer.size && footer.data[0] == TAG_MARK) {
		read_tag(o, footer);
		return;
	}
	if (read_muse(o, footer))
		return;
	while (footer.size && !footer.data[footer.size - 1])
		footer.size--;
	if (!footer.size)
		return;
	if (!is_text(footer))
		exh_note(o->notes, EXH_WARNING, footer.base,
			 "%zu bytes after the music are not a known tag", footer.size);
	o->imf->footer = EXH_KEEN_IMF_TEXT;
	o->imf->tags.remarks = footer;
}

enum exh_status exh_keen_imf_open(struct exh_bytes file, struct exh_keen_imf *imf,
				  struct exh_notes *notes, struct exh_error *err)
{
	struct opening o = {
		.reader = { .in = file }, .imf = imf, .notes = notes, .err = err
	};
	enum exh_status status = EXH_OK;

	*imf = (struct exh_keen_imf){ 0 };
	if (file.size < RECORD_SIZE)
		return exh_fail(err, EXH_TRUNCATED, file.base + file.size,
				"%zu bytes, music has a record of 4 or more", file.size);
	if (has_signature(file))
		status = read_header(&o);
	else
		find_length(&o);
	if (status)
		return status;
	measure(&o);
	status = judge(&o);
	if (status)
		return status;
	read_footer(&o);
	count_ticks(imf);
	return EXH_OK;
}

/* Counts over all records: notes, and writes that music does not contain. */
struct contents {
	size_t unknown_count; /* writes to registers that don't exist */
	size_t key_count, key_on_count, strange_key_count;
};

static void count_write(const uint8_t *record, struct contents *contents)
{
	const uint8_t reg = record[0], value = record[1];

	contents->unknown_count += !is_register(reg);
	if (reg >= 0xb0 && reg <= 0xb8) {
		contents->key_count++;
		contents->key_on_count += (value & KEY_ON) != 0;
		contents->strange_key_count += (value & NOT_KEY) != 0;
	} else if (reg == 0xbd) {
		contents->key_on_count += value & KEY_ON && value & DRUMS;
	}
}

/* Tables and pictures read as writes as well, but don't key notes on, or wait for
 * hours. */
bool exh_keen_imf_has_notes(const struct exh_keen_imf *imf)
{
	struct contents contents = { 0 };

	for (size_t at = 0; at + 2 <= imf->records.size; at += RECORD_SIZE)
		count_write(imf->records.data + at, &contents);
	return contents.key_on_count &&
	       contents.strange_key_count * 10 <= contents.key_count &&
	       contents.unknown_count * 10 <= imf->record_count;
}

bool exh_keen_imf_is_heard(const struct exh_keen_imf *imf)
{
	return imf->ticks && imf->ticks <= MAX_TICKS && exh_keen_imf_has_notes(imf);
}

/* Unreadable text is left over from another file. */
static bool is_footer(const struct exh_keen_imf *imf)
{
	return imf->footer != EXH_KEEN_IMF_TEXT || is_text(imf->tags.remarks);
}

unsigned exh_keen_imf_score(struct exh_bytes file)
{
	struct exh_arena none = { 0 };
	struct exh_notes notes = { .arena = &none };
	struct exh_keen_imf imf;
	struct style style;
	unsigned score;

	if (exh_keen_imf_open(file, &imf, &notes, NULL))
		return 0;
	style = look_at(imf.records, LOOKED_AT);
	/* Tables of small numbers look like registers, too, but never wait. */
	if (style.plausible_count * 10 < style.count * 9 ||
	    style.nonzero_count * 2 < style.count || !imf.ticks)
		return 0;
	style = look_at(imf.records, MAX_PLAUSIBLE);
	score = PLAUSIBLE * (unsigned)style.nonzero_count;
	if (!is_footer(&imf))
		score /= 2;
	else if (imf.has_header)
		score += SIGNATURE;
	else if (imf.type == 1 && !notes.damage_count)
		score += LENGTH_FITS;
	return score < LEAST_SCORE ? 0 : score;
}

struct exh_keen_imf_record exh_keen_imf_record(const struct exh_keen_imf *imf,
					       size_t index)
{
	const uint8_t *p = imf->records.data + index * RECORD_SIZE;
	const bool whole = imf->records.size - index * RECORD_SIZE >= RECORD_SIZE;

	return (struct exh_keen_imf_record){ p[0], p[1], whole ? load_u16le(p + 2) : 0 };
}

/*
 * Writing.
 */

static void write_records(const struct exh_keen_imf *imf, struct exh_writer *out)
{
	for (size_t i = 0; i < imf->record_count; i++) {
		const struct exh_keen_imf_record record = exh_keen_imf_record(imf, i);

		exh_write_u8(out, record.reg);
		exh_write_u8(out, record.value);
		exh_write_u16le(out, record.delay);
	}
}

enum exh_status exh_keen_imf_write(const struct exh_keen_imf *imf, unsigned type,
				   struct exh_writer *out, struct exh_error *err)
{
	const size_t size = imf->record_count * RECORD_SIZE;
	const struct exh_keen_imf_record first = exh_keen_imf_record(imf, 0);

	if (type == 1 && size > MAX_LENGTH)
		return exh_fail(err, EXH_LIMIT, imf->records.base,
				"%zu bytes of records: a file of type 1 holds %d", size,
				MAX_LENGTH);
	if (type == 1)
		exh_write_u16le(out, (uint16_t)size);
	else if (first.reg || first.value)
		exh_write_u32le(out, 0);
	write_records(imf, out);
	if (type == 1)
		exh_write_bytes(out, imf->rest.data, imf->rest.size);
	return out->failed ? exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory")
			   : EXH_OK;
}

/*
 * Playing. Sums saturate at 64 bits.
 */

static uint64_t add(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t multiply(uint64_t a, uint64_t b)
{
	return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* tick * samples / numerator, in parts so that no product needs more than 64 bits. */
uint64_t exh_keen_imf_position(struct exh_keen_imf_rate rate, uint64_t tick)
{
	const uint64_t below = rate.numerator;
	const uint64_t samples = (uint64_t)rate.denominator * EXH_OPL2_RATE;
	const uint64_t rest = tick % below;

	return add(multiply(tick / below, samples),
		   rest * (samples / below) + rest * (samples % below) / below);
}

/* Ticks from one pass to the next: the last delay is replaced by one tick. */
static uint64_t pass_ticks(const struct exh_keen_imf *imf)
{
	return imf->ticks - exh_keen_imf_record(imf, imf->record_count - 1).delay + 1;
}

uint64_t exh_keen_imf_ticks(const struct exh_keen_imf *imf, uint64_t pass_count)
{
	return add(multiply(pass_count - 1, pass_ticks(imf)), imf->ticks);
}

static bool next_write(void *context, struct exh_opl2_write *write)
{
	struct exh_keen_imf_cursor *cursor = context;
	const struct exh_keen_imf *imf = cursor->imf;
	struct exh_keen_imf_record record;

	if (!cursor->begun) {
		cursor->begun = true;
		*write = (struct exh_opl2_write){ 0, 0x01, 0x20 };
		return true;
	}
	if (cursor->pass >= cursor->pass_count)
		return false;
	record = exh_keen_imf_record(imf, cursor->index);
	*write = (struct exh_opl2_write){ exh_keen_imf_position(cursor->rate,
								cursor->tick),
					  record.reg, record.value };
	cursor->index++;
	if (cursor->index < imf->record_count) {
		cursor->tick = add(cursor->tick, record.delay);
		return true;
	}
	cursor->index = 0;
	cursor->pass++;
	cursor->tick = add(cursor->tick, 1);
	return true;
}

struct exh_opl2_source exh_keen_imf_play(struct exh_keen_imf_cursor *cursor)
{
	return (struct exh_opl2_source){ next_write, cursor };
}

/*
 * Making a file from writes.
 */

uint64_t exh_keen_imf_tick_at(struct exh_keen_imf_rate rate, uint64_t position)
{
	/* position * numerator / (EXH_OPL2_RATE * denominator), within 64 bits. */
	const uint64_t second = (uint64_t)EXH_OPL2_RATE * rate.denominator;
	const uint64_t whole = position / EXH_OPL2_RATE * rate.numerator;
	const uint64_t rest = whole % rate.denominator * EXH_OPL2_RATE +
			      position % EXH_OPL2_RATE * rate.numerator;

	return whole / rate.denominator + (rest + second / 2) / second;
}

/* Writes the delay after the last record; records that do nothing take up what exceeds
 * MAX_DELAY. */
static void put_delay(struct exh_writer *out, uint64_t delay)
{
	for (; delay > MAX_DELAY && !out->failed; delay -= MAX_DELAY) {
		exh_write_u16le(out, MAX_DELAY);
		exh_write_u16le(out, 0);
	}
	exh_write_u16le(out, (uint16_t)delay);
}

void exh_keen_imf_make(const struct exh_opl2_source *source, uint64_t length,
		       struct exh_keen_imf_rate rate, struct exh_writer *out)
{
	const uint64_t end = exh_keen_imf_tick_at(rate, length);
	struct exh_opl2_write write;
	uint64_t tick = 0;
	bool begun = false;

	while (!out->failed && source->next(source->context, &write) &&
	       write.position <= length) {
		const uint64_t at = exh_keen_imf_tick_at(rate, write.position);

		if (!begun && at)
			exh_write_u16le(out, 0);
		if (begun || at)
			put_delay(out, at - tick);
		begun = true;
		tick = at;
		exh_write_u8(out, write.reg);
		exh_write_u8(out, write.value);
	}
	if (!begun)
		exh_write_u16le(out, 0);
	put_delay(out, end - tick);
}
