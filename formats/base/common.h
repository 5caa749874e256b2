/* Small functions that all folders use: bytes of texts, writing of texts and of
 * big-endian numbers, and the error for lack of memory. */
#ifndef EXH_BASE_COMMON_H
#define EXH_BASE_COMMON_H

#include "exhume/base.h"

#include <string.h>

static inline struct exh_bytes bytes_of_text(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static inline void write_text(struct exh_writer *out, const char *text)
{
	exh_write_bytes(out, text, strlen(text));
}

/* Appends at most 255 bytes of formatted text; the rest is cut. */
EXH_PRINTF(2, 3)
void exh_write_format(struct exh_writer *out, const char *format, ...);

static inline void write_u16be(struct exh_writer *out, unsigned value)
{
	exh_write_u8(out, (uint8_t)(value >> 8));
	exh_write_u8(out, (uint8_t)value);
}

static inline void write_u32be(struct exh_writer *out, size_t value)
{
	write_u16be(out, (unsigned)(value >> 16));
	write_u16be(out, (unsigned)value);
}

static inline enum exh_status no_memory(struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

#endif
