/* A slow and simple decoder of RLF frames, to compare with. */
#ifndef EXH_ZVISION_RLF_PLAIN_H
#define EXH_ZVISION_RLF_PLAIN_H

#include "exhume/zvision.h"

/* Returns the number of pixels that the data reach. */
static inline size_t rlf_plain(enum exh_zv_rlf_kind kind, struct exh_bytes data,
			       uint16_t *pixels, size_t count)
{
	size_t in = 0, out = 0;

	while (in < data.size) {
		int control = data.data[in++];

		if (control > 127)
			control -= 256;
		if (control < 0) {
			for (; control < 0; control++) {
				if (data.size - in < 2 || out == count)
					return out;
				pixels[out++] = (uint16_t)(data.data[in] |
							   data.data[in + 1] << 8);
				in += 2;
			}
			continue;
		}
		if (kind == EXH_ZV_RLF_SIMPLE && data.size - in < 2)
			return out;
		for (control += kind == EXH_ZV_RLF_SIMPLE ? 2 : 1; control; control--) {
			if (out == count)
				return out;
			if (kind == EXH_ZV_RLF_SIMPLE)
				pixels[out] = (uint16_t)(data.data[in] | data.data[in + 1]
										 << 8);
			out++;
		}
		if (kind == EXH_ZV_RLF_SIMPLE)
			in += 2;
	}
	return out;
}

#endif
