/*
 * Types that all of libexhume shares: byte views, status and error, notes on damage, the
 * arena, the growing writer, indexed pictures and palettes. The rest of exhume/base.h,
 * which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_BASE_H
#define EXHUME_ADVANCED_BASE_H

#include "../base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the value of a hexadecimal digit in upper or lower case, or -1 for another
 * byte. */
EXH_API int exh_hex_digit(uint8_t c);

/* Returns the ISO 3309 CRC-32, as zlib and PKZIP compute it. */
EXH_API uint32_t exh_crc32(struct exh_bytes in);

/* Keeps at most so many (above 0) further notes of each severity, until exh_notes_all;
 * for readers that may find thousands of faults. All are counted. notes may be NULL.
 * Calls do not nest. */
EXH_API void exh_notes_limit(struct exh_notes *notes, size_t most);
/* Ends exh_notes_limit. If notes were left out, appends one note for each severity
 * that says how many; it is not counted. notes may be NULL. */
EXH_API void exh_notes_all(struct exh_notes *notes);

#ifdef __cplusplus
}
#endif

#endif
