/*
 * CRC-32 of pictures that change little from one to the next: unchanged blocks are not
 * summed again.
 */
#ifndef CMD_MEDIA_PICTURE_PICTURE_CRC_H
#define CMD_MEDIA_PICTURE_PICTURE_CRC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct picture_crc;

/* For pictures of size bytes, compared in blocks; size is a multiple of block. To
 * be freed. */
struct picture_crc *picture_crc_new(size_t size, size_t block);

/* Where the caller puts the next picture. */
uint8_t *picture_crc_room(struct picture_crc *crc);
/* That picture's CRC-32, as zlib computes it. */
uint32_t picture_crc_next(struct picture_crc *crc);
/* The last picture; it stays until the one after the next is put. */
const uint8_t *picture_crc_last(const struct picture_crc *crc);

void picture_crc_free(struct picture_crc *crc);

#endif
