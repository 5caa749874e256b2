#include "png.h"

#include "task/memory.h"

#include <stdlib.h>
#include <zlib.h>

enum {
	MAX_SIDE = 1000000,
	MAX_BYTES = 1 << 30, /* of samples */
	SUB = 1,	     /* filter: what a pixel differs by from its neighbour */
	PIXEL_SIZE = 6,
};

/* Rows as they are compressed: the filter, then its differences. */
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

static void write_file(size_t width, size_t height, struct exh_bytes packed,
		       struct exh_writer *out)
{
	static const uint8_t signature[] = { 0x89, 'P', 'N', 'G', 13, 10, 26, 10 };
	uint8_t header[13] = { 0 };

	png_store_u32(header, (uint32_t)width);
	png_store_u32(header + 4, (uint32_t)height);
	header[8] = 16; /* bits a channel */
	header[9] = 2;	/* colour */
	exh_write_bytes(out, signature, sizeof signature);
	png_write_chunk_of(out, "IHDR", (struct exh_bytes){ header, sizeof header, 0 });
	png_write_chunk_of(out, "IDAT", packed);
	png_write_chunk_of(out, "IEND", (struct exh_bytes){ 0 });
}

enum exh_status png_encode_48(const uint16_t *samples, size_t width, size_t height,
			      struct exh_writer *out, struct exh_error *err)
{
	const size_t row_size = width * PIXEL_SIZE + 1;
	uint8_t *rows, *packed;
	uLongf packed_size;

	if (!width || !height || width > MAX_SIDE || height > MAX_SIDE ||
	    height > MAX_BYTES / row_size)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zux%zu pixels do not fit into a PNG file", width,
				height);
	packed_size = compressBound((uLong)(row_size * height));
	rows = mem_alloc(height, row_size);
	packed = mem_alloc(packed_size, 1);
	filter_rows(samples, width, height, rows);
	if (compress2(packed, &packed_size, rows, (uLong)(row_size * height),
		      Z_DEFAULT_COMPRESSION) != Z_OK)
		mem_end();
	write_file(width, height, (struct exh_bytes){ packed, packed_size, 0 }, out);
	free(rows);
	free(packed);
	return mem_check_limit(out, err);
}
