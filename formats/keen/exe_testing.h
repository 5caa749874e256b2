/* Helpers for tests of tables in programs: dictionaries, and images that contain them. */
#ifndef EXH_KEEN_EXE_TESTING_H
#define EXH_KEEN_EXE_TESTING_H

#include "exhume/advanced/keen_exe.h"

#include "../base/testing.h"

/* Too large for some systems' stacks; every test fills it anew. */
static struct exh_huffman huffman;

static inline void build_dict(uint64_t *seed, uint8_t *dict)
{
	uint64_t counts[256];

	for (size_t i = 0; i < 256; i++)
		counts[i] = 1 + roll(seed, 1000) / (1 + i);
	exh_huffman_build(counts, dict);
	assert_int_equal(exh_huffman_read(&huffman, (struct exh_bytes){ dict, 1020, 0 },
					  NULL, NULL),
			 EXH_OK);
}

/* Typical content of a program: mostly zeros, FFs and small numbers. */
static inline void add_junk(uint64_t *seed, struct exh_writer *image, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		const uint32_t kind = roll(seed, 4);

		exh_write_u8(image, (uint8_t)(kind == 0	  ? 0
					      : kind == 1 ? 0xff
							  : roll(seed, 256)));
	}
}

static inline size_t add(struct exh_writer *image, const void *data, size_t size)
{
	exh_write_bytes(image, data, size);
	return image->size - size;
}

static inline void assert_found(struct exh_bytes found, size_t offset, size_t size)
{
	assert_int_equal(found.base, offset);
	assert_int_equal(found.size, size);
}

#endif
