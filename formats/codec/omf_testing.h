/* A packer of object files, for the tests of what reads them. */
#ifndef EXH_CODEC_OMF_TESTING_H
#define EXH_CODEC_OMF_TESTING_H

#include "exhume/codec.h"

#include <stdbool.h>
#include <string.h>

/* All zeros: as MakeOBJ, one record of data for all. */
struct omf_shape {
	size_t step;		/* bytes of data in a record; 0: all in one */
	bool is_wide;		/* the 32-bit forms */
	bool no_checksums;	/* 0 in place of each */
	bool is_backward;	/* the last data first */
	size_t segments_before; /* segments that have no data */
};

static inline void omf_number(struct exh_writer *out, size_t number, bool is_wide)
{
	if (is_wide)
		exh_write_u32le(out, (uint32_t)number);
	else
		exh_write_u16le(out, (uint16_t)number);
}

static inline void omf_text(struct exh_writer *out, const char *text)
{
	exh_write_u8(out, (uint8_t)strlen(text));
	exh_write_bytes(out, text, strlen(text));
}

/* Appends a record, and empties its content. */
static inline void omf_record(struct exh_writer *out, unsigned type,
			      struct exh_writer *content, const struct omf_shape *shape)
{
	const size_t start = out->size;
	unsigned sum = 0;

	exh_write_u8(out, (uint8_t)type);
	exh_write_u16le(out, (uint16_t)(content->size + 1));
	exh_write_bytes(out, content->data, content->size);
	for (size_t i = start; i < out->size; i++)
		sum += out->data[i];
	exh_write_u8(out, shape->no_checksums ? 0 : (uint8_t)-sum);
	content->size = 0;
}

static inline void omf_pack(const char *symbol, struct exh_bytes data,
			    const struct omf_shape *shape, struct exh_writer *out)
{
	const size_t step = shape->step ? shape->step : data.size;
	const size_t count = step ? (data.size + step - 1) / step : 0;
	const unsigned wide = shape->is_wide,
		       segment = (unsigned)shape->segments_before + 1;
	struct exh_writer c = { .limit = SIZE_MAX };

	omf_text(&c, "TABLE.BIN");
	omf_record(out, 0x80, &c, shape);
	omf_number(&c, 0, false);
	exh_write_bytes(&c, "MakeOBJ v1.1", 12);
	omf_record(out, 0x88, &c, shape);
	omf_text(&c, "");
	omf_text(&c, "TABLE_DATA");
	omf_text(&c, "FAR_DATA");
	omf_record(out, 0x96, &c, shape);
	for (size_t i = 0; i <= shape->segments_before; i++) {
		exh_write_u8(&c, i % 2 ? 0x00 : 0x60); /* absolute ones have a frame */
		if (i % 2)
			exh_write_bytes(&c, "\0\xb8\0", 3);
		omf_number(&c, i == shape->segments_before ? data.size : 16, wide);
		exh_write_bytes(&c, "\2\3\1", 3);
		omf_record(out, 0x98 + wide, &c, shape);
	}
	exh_write_u8(&c, 0);
	exh_write_u8(&c, (uint8_t)segment);
	omf_text(&c, symbol);
	omf_number(&c, 0, wide);
	exh_write_u8(&c, 0);
	omf_record(out, 0x90 + wide, &c, shape);
	for (size_t i = 0; i < count; i++) {
		const size_t at = (shape->is_backward ? count - 1 - i : i) * step;

		exh_write_u8(&c, (uint8_t)segment);
		omf_number(&c, at, wide);
		exh_write_bytes(&c, data.data + at,
				data.size - at < step ? data.size - at : step);
		omf_record(out, 0xa0 + wide, &c, shape);
	}
	exh_write_u8(&c, 0);
	omf_record(out, 0x8a, &c, shape);
	exh_writer_free(&c);
}

#endif
