#include "png.h"

#include <string.h>
#ifdef EXH_HAVE_LIBDEFLATE
#include <libdeflate.h>
#define crc32_z libdeflate_crc32 /* the same in a fraction of the time */
#else
#include <zlib.h>
#endif

void png_write_chunk_parts(struct exh_writer *out, const char *name,
			   struct exh_bytes head, struct exh_bytes data)
{
	uint8_t start[8], end[4];
	uint32_t sum;

	png_store_u32(start, (uint32_t)(head.size + data.size));
	memcpy(start + 4, name, 4);
	sum = (uint32_t)crc32_z(0, start + 4, 4);
	if (head.size)
		sum = (uint32_t)crc32_z(sum, head.data, head.size);
	if (data.size)
		sum = (uint32_t)crc32_z(sum, data.data, data.size);
	png_store_u32(end, sum);
	exh_write_bytes(out, start, sizeof start);
	exh_write_bytes(out, head.data, head.size);
	exh_write_bytes(out, data.data, data.size);
	exh_write_bytes(out, end, sizeof end);
}

enum exh_status png_check_size(size_t width, size_t height, size_t most_rows,
			       struct exh_error *err)
{
	if (width && height && width <= PNG_MAX_SIDE && height <= PNG_MAX_SIDE &&
	    height <= most_rows)
		return EXH_OK;
	return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
			"%zux%zu pixels do not fit into a PNG file", width, height);
}

void png_write_head(struct exh_writer *out, size_t width, size_t height, uint8_t bits,
		    uint8_t color)
{
	static const uint8_t signature[] = { 0x89, 'P', 'N', 'G', 13, 10, 26, 10 };
	uint8_t header[13] = { 0 };

	png_store_u32(header, (uint32_t)width);
	png_store_u32(header + 4, (uint32_t)height);
	header[8] = bits;
	header[9] = color;
	exh_write_bytes(out, signature, sizeof signature);
	png_write_chunk_of(out, "IHDR", (struct exh_bytes){ header, sizeof header, 0 });
}

size_t png_chunk_begin(struct exh_writer *out, const char *name)
{
	static const uint8_t no_size[4];
	const size_t start = out->size;

	exh_write_bytes(out, no_size, sizeof no_size);
	exh_write_bytes(out, name, 4);
	return start;
}

void png_chunk_end(struct exh_writer *out, size_t start)
{
	const size_t size = out->size - start - 8;
	uint8_t end[4];

	if (out->failed)
		return;
	png_store_u32(out->data + start, (uint32_t)size);
	png_store_u32(end, (uint32_t)crc32_z(0, out->data + start + 4, size + 4));
	exh_write_bytes(out, end, sizeof end);
}
