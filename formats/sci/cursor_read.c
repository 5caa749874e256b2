#include "exhume/sci.h"
#include "exhume/advanced/sci_font.h"

#include "../base/reader.h"

enum {
	SIDE = EXH_SCI_CURSOR_SIDE,
	HOT_MIDDLE = 8,
	DOS_END = 0x1a,
};

/* Bit x of a word, counted from the left: bit 15 is the leftmost. */
static unsigned bit_at(uint16_t word, size_t x)
{
	return (unsigned)word >> (SIDE - 1 - x) & 1U;
}

enum exh_status exh_sci_cursor_read(struct exh_bytes in, struct exh_sci_cursor *out,
				    struct exh_notes *notes, struct exh_error *err)
{
	struct reader r = { .in = in };
	uint16_t masks[2 * SIDE];

	*out = (struct exh_sci_cursor){ .x = rd_u16le(&r) };
	out->y = rd_u16le(&r);
	for (size_t i = 0; i < sizeof masks / sizeof *masks; i++)
		masks[i] = rd_u16le(&r);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes: a cursor has %d", in.size,
				EXH_SCI_CURSOR_SIZE);
	if (rd_left(&r) == 1 && in.data[r.pos] == DOS_END)
		exh_note(notes, EXH_WARNING, rd_tell(&r), "a byte 0x1a after the cursor");
	else if (rd_left(&r))
		return exh_fail(err, EXH_INVALID, rd_tell(&r),
				"%zu bytes: a cursor has %d", in.size,
				EXH_SCI_CURSOR_SIZE);
	out->hot_x = out->hot_y = in.data[3] ? HOT_MIDDLE : 0;
	for (size_t i = 0; i < EXH_SCI_CURSOR_PIXELS; i++)
		out->pixels[i] = (uint8_t)(bit_at(masks[i / SIDE], i % SIDE) << 1 |
					   bit_at(masks[SIDE + i / SIDE], i % SIDE));
	return EXH_OK;
}

static void write_mask(const struct exh_sci_cursor *cursor, unsigned bit,
		       struct exh_writer *out)
{
	for (size_t y = 0; y < SIDE; y++) {
		unsigned word = 0;

		for (size_t x = 0; x < SIDE; x++)
			word = word << 1 | (cursor->pixels[y * SIDE + x] >> bit & 1U);
		exh_write_u16le(out, (uint16_t)word);
	}
}

void exh_sci_cursor_write(const struct exh_sci_cursor *cursor, struct exh_writer *out)
{
	exh_write_u16le(out, cursor->x);
	exh_write_u16le(out, cursor->y);
	write_mask(cursor, 1, out);
	write_mask(cursor, 0, out);
}
