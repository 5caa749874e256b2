#include "exhume/base.h"

bool exh_bytes_slice(struct exh_bytes in, size_t offset, size_t size,
		     struct exh_bytes *out)
{
	if (offset > in.size || size > in.size - offset)
		return false;
	*out = (struct exh_bytes){ in.size ? in.data + offset : in.data, size,
				   in.base + offset };
	return true;
}

uint32_t exh_crc32(struct exh_bytes in)
{
	uint32_t table[256];
	uint32_t crc = 0xffffffff;

	for (uint32_t i = 0; i < 256; i++) {
		table[i] = i;
		for (int bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
	}
	for (size_t i = 0; i < in.size; i++)
		crc = crc >> 8 ^ table[(crc ^ in.data[i]) & 0xff];
	return ~crc;
}

const char *exh_version(void)
{
	return EXH_VERSION;
}
