#include "png_chunk.h"

#include <string.h>
#include <zlib.h>

void png_write_chunk_parts(struct exh_writer *out, const char *name,
			   struct exh_bytes head, struct exh_bytes data)
{
	uint8_t start[8], end[4];
	uLong sum;

	png_store_u32(start, (uint32_t)(head.size + data.size));
	memcpy(start + 4, name, 4);
	sum = crc32(0, start + 4, 4);
	if (head.size)
		sum = crc32(sum, head.data, (uInt)head.size);
	if (data.size)
		sum = crc32(sum, data.data, (uInt)data.size);
	png_store_u32(end, (uint32_t)sum);
	exh_write_bytes(out, start, sizeof start);
	exh_write_bytes(out, head.data, head.size);
	exh_write_bytes(out, data.data, data.size);
	exh_write_bytes(out, end, sizeof end);
}
