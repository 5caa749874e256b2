#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "../base/reader.h"

#include <string.h>

/* Types of records; the 32-bit form of each is the next odd number. */
enum {
	THEADR = 0x80,
	LHEADR = 0x82,
	MODEND = 0x8a,
	PUBDEF = 0x90,
	SEGDEF = 0x98,
	LEDATA = 0xa0,
	LIDATA = 0xa2,
	LEAST_TYPE = 0x6e,
	MOST_TYPE = 0xce,
	/* Bits of a segment's attributes. */
	ALIGNMENT_SHIFT = 5, /* 0: a frame number and an offset follow */
	BIG = 2,	     /* a length of 0 means 64 KiB */
	BIG_SIZE = 1 << 16,
	HEADER_SIZE = 3,    /* bytes of a record's type and length */
	MOST_DATA = 0xff00, /* bytes in one record */
};

struct record {
	struct exh_bytes whole, content; /* content: without header and checksum */
	uint8_t type;			 /* type of its 16-bit form */
	bool is_wide;			 /* the 32-bit form */
	uint8_t checksum;
};

static enum exh_status next_record(struct reader *r, struct record *out,
				   struct exh_error *err)
{
	const size_t start = r->pos;
	const uint8_t type = rd_u8(r);
	const size_t size = rd_u16le(r);

	if (!r->failed && !size)
		return exh_fail(err, EXH_INVALID, r->in.base + start,
				"a record without a checksum");
	rd_take(r, size);
	if (r->failed)
		return exh_fail(err, EXH_TRUNCATED, r->in.base + r->in.size,
				"the object file ends before its end record");
	*out = (struct record){ .type = type & 0xfe, .is_wide = type & 1 };
	exh_bytes_slice(r->in, start, r->pos - start, &out->whole);
	exh_bytes_slice(r->in, start + HEADER_SIZE, size - 1, &out->content);
	out->checksum = r->in.data[r->pos - 1];
	return EXH_OK;
}

/* The byte that makes the sum of all bytes of a record 0. */
static uint8_t checksum_of(struct exh_bytes record)
{
	unsigned sum = 0;

	for (size_t i = 0; i + 1 < record.size; i++)
		sum += record.data[i];
	return (uint8_t)-sum;
}

static size_t read_index(struct reader *r)
{
	const size_t first = rd_u8(r);

	return first & 0x80 ? (first & 0x7f) << 8 | rd_u8(r) : first;
}

static size_t read_number(struct reader *r, bool is_wide)
{
	return is_wide ? rd_u32le(r) : rd_u16le(r);
}

/*
 * Reading.
 */

struct segment_length {
	size_t size;
	size_t at;   /* in the content */
	uint8_t big; /* BIG, or 0 */
};

static bool read_segment(const struct record *record, struct segment_length *out)
{
	struct reader r = { .in = record->content };
	const uint8_t attributes = rd_u8(&r);

	if (!(attributes >> ALIGNMENT_SHIFT))
		rd_take(&r, 3);
	out->at = r.pos;
	out->big = attributes & BIG;
	out->size = read_number(&r, record->is_wide);
	if (!out->size && out->big && !record->is_wide)
		out->size = BIG_SIZE;
	return !r.failed;
}

struct data_record {
	size_t segment, offset;
	size_t at; /* in the content */
	struct exh_bytes bytes;
};

static bool read_data(const struct record *record, struct data_record *out)
{
	struct reader r = { .in = record->content };

	out->segment = read_index(&r);
	out->offset = read_number(&r, record->is_wide);
	out->at = r.pos;
	return exh_bytes_slice(record->content, r.pos, rd_left(&r), &out->bytes) &&
	       !r.failed;
}

static struct exh_bytes read_symbol(const struct record *record)
{
	struct exh_bytes name = { 0 };
	struct reader r = { .in = record->content };
	size_t size;

	read_index(&r);
	if (!read_index(&r))
		rd_u16le(&r);
	size = rd_u8(&r);
	return exh_bytes_slice(record->content, r.pos, size, &name)
		       ? name
		       : (struct exh_bytes){ 0 };
}

/* Findings of a pass over the records. */
struct scan {
	size_t segment; /* number of the one with the data; 0: no data yet */
	size_t segment_count;
	size_t size; /* bytes of the segment */
	bool has_size;
	/* End of its data; bytes of all records, and of the largest. */
	size_t end, sum, largest;
	size_t record_count;
	struct exh_bytes last; /* data of the last record */
	struct exh_bytes symbol;
};

static enum exh_status scan_segment(struct scan *scan, const struct record *record,
				    struct exh_error *err)
{
	struct segment_length length;

	if (!read_segment(record, &length))
		return exh_fail(err, EXH_INVALID, record->whole.base,
				"a segment's record ends early");
	if (++scan->segment_count != scan->segment)
		return EXH_OK;
	scan->size = length.size;
	scan->has_size = true;
	return EXH_OK;
}

static enum exh_status scan_data(struct scan *scan, const struct record *record,
				 struct exh_error *err)
{
	const size_t at = record->whole.base;
	struct data_record data;

	if (!read_data(record, &data) || !data.segment)
		return exh_fail(err, EXH_INVALID, at, "a record of data without data");
	if (scan->segment && scan->segment != data.segment)
		return exh_fail(err, EXH_UNSUPPORTED, at,
				"data in segments %zu and %zu, expected one table",
				scan->segment, data.segment);
	if (data.offset > EXH_OMF_DATA_LIMIT ||
	    data.bytes.size > EXH_OMF_DATA_LIMIT - data.offset)
		return exh_fail(err, EXH_LIMIT, at, "data at 0x%zx, expected below 0x%x",
				data.offset, (unsigned)EXH_OMF_DATA_LIMIT);
	scan->segment = data.segment;
	scan->last = data.bytes;
	scan->record_count++;
	scan->sum += data.bytes.size;
	if (scan->largest < data.bytes.size)
		scan->largest = data.bytes.size;
	if (scan->end < data.offset + data.bytes.size)
		scan->end = data.offset + data.bytes.size;
	return EXH_OK;
}

static enum exh_status scan_record(struct scan *scan, const struct record *record,
				   struct exh_error *err)
{
	if (record->type == SEGDEF)
		return scan_segment(scan, record, err);
	if (record->type == LEDATA)
		return scan_data(scan, record, err);
	if (record->type == LIDATA)
		return exh_fail(err, EXH_UNSUPPORTED, record->whole.base,
				"repeated data (LIDATA), expected plain ones");
	if (record->type == PUBDEF && !scan->symbol.size)
		scan->symbol = read_symbol(record);
	return EXH_OK;
}

/* Scans all records up to the last one. segment: number of the segment whose length is
 * taken; 0: none. */
static enum exh_status scan_all(struct exh_bytes file, size_t segment, struct scan *out,
				struct exh_notes *notes, struct exh_error *err)
{
	struct reader r = { .in = file };
	struct record record = { .type = 0 };
	enum exh_status status = EXH_OK;

	*out = (struct scan){ .segment = segment };
	while (!status && record.type != MODEND) {
		status = next_record(&r, &record, err);
		if (!status && record.checksum &&
		    record.checksum != checksum_of(record.whole))
			exh_note(notes, EXH_WARNING, record.whole.base,
				 "record 0x%02x: checksum 0x%02x, expected 0x%02x",
				 record.whole.data[0], record.checksum,
				 checksum_of(record.whole));
		if (!status)
			status = scan_record(out, &record, err);
	}
	return status;
}

static enum exh_status check_size(const struct scan *scan, struct exh_bytes file,
				  struct exh_notes *notes, struct exh_error *err)
{
	if (scan->size > EXH_OMF_DATA_LIMIT)
		return exh_fail(err, EXH_LIMIT, file.base,
				"a segment of %zu bytes, expected at most %u", scan->size,
				(unsigned)EXH_OMF_DATA_LIMIT);
	if (scan->end > scan->size)
		return exh_fail(err, EXH_INVALID, file.base,
				"data up to 0x%zx in a segment of %zu bytes", scan->end,
				scan->size);
	if (scan->sum != scan->size)
		exh_note(notes, EXH_DAMAGE, file.base,
			 "%zu bytes of data for a segment of %zu", scan->sum, scan->size);
	return EXH_OK;
}

/* Scans twice: the segment with the data may be defined after them. */
static enum exh_status scan_file(struct exh_bytes file, struct scan *scan,
				 struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status = scan_all(file, 0, scan, NULL, err);

	if (!status && !scan->segment)
		status = exh_fail(err, EXH_INVALID, file.base,
				  "an object file without data");
	if (!status)
		status = scan_all(file, scan->segment, scan, notes, err);
	if (!status && !scan->has_size) {
		exh_note(notes, EXH_WARNING, file.base, "no record of its segment");
		scan->size = scan->end;
	}
	return status ? status : check_size(scan, file, notes, err);
}

static void join_data(struct exh_bytes file, uint8_t *data)
{
	struct reader r = { .in = file };
	struct record record = { .type = 0 };
	struct data_record part;

	while (record.type != MODEND && !next_record(&r, &record, NULL))
		if (record.type == LEDATA && read_data(&record, &part))
			memcpy(data + part.offset, part.bytes.data, part.bytes.size);
}

enum exh_status exh_omf_open(struct exh_bytes file, struct exh_arena *arena,
			     struct exh_omf *out, struct exh_notes *notes,
			     struct exh_error *err)
{
	struct scan scan;
	enum exh_status status = scan_file(file, &scan, notes, err);
	uint8_t *data;

	if (status)
		return status;
	*out = (struct exh_omf){ scan.last, scan.symbol };
	if (scan.record_count == 1 && scan.last.size == scan.size)
		return EXH_OK;
	data = exh_alloc(arena, scan.size ? scan.size : 1, 1);
	if (!data)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for a segment of %zu bytes", scan.size);
	join_data(file, data);
	out->data = (struct exh_bytes){ data, scan.size, 0 };
	return EXH_OK;
}

bool exh_omf_is(struct exh_bytes file)
{
	struct reader r = { .in = file };
	struct record head = { .type = 0 };
	uint8_t next;

	if (next_record(&r, &head, NULL) || head.is_wide ||
	    (head.type != THEADR && head.type != LHEADR) || !head.content.size ||
	    head.content.data[0] != head.content.size - 1)
		return false;
	next = rd_u8(&r);
	return next >= LEAST_TYPE && next <= MOST_TYPE;
}

/*
 * Writing another table.
 */

/* State of writing another table, in chunks of the largest size that the old file has. */
struct replacing {
	struct scan scan;
	struct exh_bytes data;
	struct exh_writer *out;
	bool is_written; /* all data, if their size changed */
	size_t segment_count;
};

/* Writes a record; it gets a checksum if it had one. */
static void write_record(const struct record *old, const struct exh_writer *content,
			 struct exh_writer *out)
{
	const size_t start = out->size;

	exh_write_u8(out, (uint8_t)(old->type | old->is_wide));
	exh_write_u16le(out, (uint16_t)(content->size + 1));
	exh_write_bytes(out, content->data, content->size);
	exh_write_u8(out, 0);
	if (old->checksum && !out->failed)
		out->data[out->size - 1] = checksum_of(
			(struct exh_bytes){ out->data + start, out->size - start, 0 });
}

static void write_number(struct exh_writer *out, size_t number, bool is_wide)
{
	if (is_wide)
		exh_write_u32le(out, (uint32_t)number);
	else
		exh_write_u16le(out, (uint16_t)number);
}

static void write_segment(struct replacing *job, const struct record *record)
{
	struct exh_writer content = { .limit = SIZE_MAX };
	const struct exh_bytes old = record->content;
	struct segment_length length;

	(void)read_segment(record, &length);
	exh_write_bytes(&content, old.data, length.at);
	write_number(&content, job->data.size, record->is_wide);
	exh_write_bytes(&content, old.data + content.size, old.size - content.size);
	if (!content.failed && !record->is_wide)
		content.data[0] = (uint8_t)((content.data[0] & ~BIG) |
					    (job->data.size == BIG_SIZE ? BIG : 0));
	write_record(record, &content, job->out);
	job->out->failed |= content.failed;
	exh_writer_free(&content);
}

static void write_chunk(struct replacing *job, const struct record *record, size_t offset,
			size_t size)
{
	struct exh_writer content = { .limit = SIZE_MAX };
	struct data_record old;

	(void)read_data(record, &old);
	exh_write_bytes(&content, record->content.data,
			old.at - (record->is_wide ? 4 : 2));
	write_number(&content, offset, record->is_wide);
	exh_write_bytes(&content, job->data.data + offset, size);
	write_record(record, &content, job->out);
	job->out->failed |= content.failed;
	exh_writer_free(&content);
}

/* Writes data. Records keep their offsets if the table has its old size. */
static void write_data(struct replacing *job, const struct record *record)
{
	const size_t step = job->scan.largest < MOST_DATA ? job->scan.largest : MOST_DATA;
	struct data_record old;

	(void)read_data(record, &old);
	if (job->data.size == job->scan.size && job->scan.sum == job->scan.size) {
		write_chunk(job, record, old.offset, old.bytes.size);
		return;
	}
	for (size_t at = 0; step && at < job->data.size && !job->is_written; at += step)
		write_chunk(job, record, at,
			    job->data.size - at < step ? job->data.size - at : step);
	job->is_written = true;
}

static void replace_record(struct replacing *job, const struct record *record)
{
	if (record->type == SEGDEF && ++job->segment_count == job->scan.segment)
		write_segment(job, record);
	else if (record->type == LEDATA)
		write_data(job, record);
	else
		exh_write_bytes(job->out, record->whole.data, record->whole.size);
}

/* Checks that records hold the table's length and the offsets of its parts. */
static enum exh_status check_room(const struct replacing *job, struct exh_bytes file,
				  struct exh_error *err)
{
	struct reader r = { .in = file };
	struct record record = { .type = 0 };
	size_t limit = EXH_OMF_DATA_LIMIT;

	while (record.type != MODEND && !next_record(&r, &record, NULL))
		if ((record.type == LEDATA || record.type == SEGDEF) && !record.is_wide)
			limit = BIG_SIZE;
	return job->data.size <= limit
		       ? EXH_OK
		       : exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				  "a table of %zu bytes: its object file holds %zu",
				  job->data.size, limit);
}

enum exh_status exh_omf_replace(struct exh_bytes file, struct exh_bytes data,
				struct exh_writer *out, struct exh_error *err)
{
	struct replacing job = { .data = data, .out = out };
	struct reader r = { .in = file };
	struct record record = { .type = 0 };
	struct exh_arena arena = { .limit = EXH_OMF_DATA_LIMIT };
	struct exh_omf old;
	bool is_same;
	enum exh_status status = exh_omf_open(file, &arena, &old, NULL, err);

	if (!status)
		status = scan_file(file, &job.scan, NULL, err);
	is_same = !status && old.data.size == data.size &&
		  (!data.size || memcmp(old.data.data, data.data, data.size) == 0);
	if (!status && !is_same)
		status = check_room(&job, file, err);
	exh_arena_free(&arena);
	if (status)
		return status;
	while (!is_same && record.type != MODEND && !next_record(&r, &record, NULL))
		replace_record(&job, &record);
	exh_write_bytes(out, file.data + r.pos, file.size - r.pos);
	return EXH_OK;
}
