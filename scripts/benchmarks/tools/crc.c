/*
 * zlib's crc32 of as many pictures of 320x200 bytes as keen-run would make, alone: prints
 * seconds.
 *
 * usage: tool_crc COUNT
 */
#include "bench.h"

#include <zlib.h>

enum { PIXELS = 320 * 200 };

int main(int argc, char **argv)
{
	static uint8_t pixels[PIXELS];
	const long count = argc == 2 ? atol(argv[1]) : 0;
	const double start = now();
	uLong sum = 0;

	if (count < 1)
		fail("usage: tool_crc COUNT");
	for (long i = 0; i < count; i++) {
		pixels[i % PIXELS] ^= 5;
		sum += crc32(crc32(0, NULL, 0), pixels, PIXELS);
	}
	printf("%.6f\n", now() - start);
	return sum == 1; /* the sum is wanted */
}
