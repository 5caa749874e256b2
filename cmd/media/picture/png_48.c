#include "png.h"

#include "task/memory.h"

#include <stdlib.h>
#include <zlib.h>

enum {
	MAX_BYTES = 1 << 30, /* bytes of samples */
	SUB = 1,	     /* filter: difference to the left neighbour */
	PIXEL_SIZE = 6,
};

/* Writes rows for compression: the filter, then its differences. */
static void filter_rows(const uint16_t *samples, size_t width, size_t height,
			uint8_t *out)
{
	for (size_t y = 0; y < height; y++) {
		uint8_t before[PIXEL_SIZE] = { 0 };

		*out++ = SUB;
		for (size_t i = 0; i < 3 * width; i++, samples++)
			for (unsigned part = 0; part < 2; part++) {
				const uint8_t byte =
					(uint8_t)(*samples >> (8 - 8 * part));
				uint8_t *left = &before[i % 3 * 2 + part];

				*out++ = (uint8_t)(byte - *left);
				*left = byte;
			}
	}
}

enum exh_status png_encode_48(const uint16_t *samples, size_t width, size_t height,
			      struct exh_writer *out, struct exh_error *err)
{
	const size_t row_size = width * PIXEL_SIZE + 1;
	uint8_t *rows, *packed;
	uLongf packed_size;

	if (png_check_size(width, height, MAX_BYTES / row_size, err))
		return EXH_LIMIT;
	packed_size = compressBound((uLong)(row_size * height));
	rows = mem_alloc(height, row_size);
	packed = mem_alloc(packed_size, 1);
	filter_rows(samples, width, height, rows);
	if (compress2(packed, &packed_size, rows, (uLong)(row_size * height),
		      Z_DEFAULT_COMPRESSION) != Z_OK)
		mem_end();
	png_write_head(out, width, height, 16, 2 /* colour */);
	png_write_chunk_of(out, "IDAT", (struct exh_bytes){ packed, packed_size, 0 });
	png_write_chunk_of(out, "IEND", (struct exh_bytes){ 0 });
	free(rows);
	free(packed);
	return mem_check_limit(out, err);
}
