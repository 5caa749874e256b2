/*
 * Cels decoded exactly as in sci0-formats 5.1, pixel by pixel, without optimisation: the
 * reference for tests, fuzzing and benchmarks.
 */
#ifndef EXH_SCI_VIEW_PLAIN_H
#define EXH_SCI_VIEW_PLAIN_H

#include "exhume/sci.h"

struct plain_cel {
	size_t used;	   /* bytes of rle */
	size_t cut_count;  /* pixels past the last one */
	size_t lack_count; /* pixels without data */
};

static inline struct plain_cel plain_decode(const struct exh_sci_cel *cel,
					    uint8_t *pixels)
{
	const size_t count = (size_t)cel->width * cel->height;
	struct plain_cel plain = { 0 };
	size_t done = 0;

	while (done < count && plain.used < cel->rle.size) {
		const uint8_t op = cel->rle.data[plain.used++];

		for (unsigned i = 0; i < op >> 4; i++)
			if (done < count)
				pixels[done++] = op & 0x0f;
			else
				plain.cut_count++;
	}
	for (; done < count; plain.lack_count++)
		pixels[done++] = cel->key;
	return plain;
}

#endif
