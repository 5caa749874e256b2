/*
 * Codecs that a format's file could share with another: bytes to bytes, both ways.
 */
#ifndef EXHUME_CODEC_H
#define EXHUME_CODEC_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * id Software's Huffman coding.
 *
 * A dictionary is 255 nodes of two 16-bit links, one a bit value: below 256 a link is a
 * byte, from 256 on it is node (link - 256). The root is node 254. Bits are taken from
 * the lowest of each byte upwards; nothing marks the end but the expanded length. Source:
 * keen-formats 2.
 */
enum {
	EXH_HUFFMAN_NODES = 255,
	EXH_HUFFMAN_DICT_SIZE = 1020, /* bytes; files often carry 4 more, of padding */
	EXH_HUFFMAN_LOOK = 12,	      /* bits looked at in one step */
	EXH_HUFFMAN_STEP_SYMBOLS = 4,
};

/* All whole codes in the next EXH_HUFFMAN_LOOK bits; none if the first is longer. */
struct exh_huffman_step {
	uint8_t symbols[EXH_HUFFMAN_STEP_SYMBOLS];
	uint8_t symbol_count;
	uint8_t bit_count; /* used by those symbols */
	uint8_t unused[2]; /* a step is found fastest at a multiple of 8 */
};

/* Filled by exh_huffman_init, then only read: threads may share it. About 34 KiB. */
struct exh_huffman {
	struct exh_huffman_step steps[1 << EXH_HUFFMAN_LOOK];
	uint16_t links[EXH_HUFFMAN_NODES][2];
	uint8_t code_bits[256]; /* length of each byte's code; 0: none, or not one alone
				 */
	unsigned shortest_code; /* bits, at least 1 */
};

/*
 * Reads a dictionary. A link to a node that is not there, or back to a node above, is
 * noted as damage and made dead: only the codes that pass it are lost. EXH_TRUNCATED
 * below 1020 bytes (the root comes last), EXH_INVALID when over a quarter of the links
 * are bad. notes may be NULL.
 */
EXH_API enum exh_status exh_huffman_init(struct exh_huffman *huffman,
					 struct exh_bytes dict, struct exh_notes *notes,
					 struct exh_error *err);

/* One stream to expand, and what became of it. */
struct exh_huffman_job {
	struct exh_bytes src; /* never read past */
	uint8_t *dst;	      /* behind produced_size its content means nothing */
	size_t size;	      /* bytes wanted in dst */
	size_t produced_size; /* out: below size when src ends first, or at a dead link */
	size_t bit_count;     /* out: of src, taken up by the produced bytes */
	bool dead; /* out: a code ran into a dead link; expansion ended there */
};

/* Expands them all, in no order; two at a time, which hides much of each one's waiting.
 */
EXH_API void exh_huffman_expand(const struct exh_huffman *huffman,
				struct exh_huffman_job *jobs, size_t job_count);

/*
 * Appends the coded bytes, padded with zero bits to a whole byte. EXH_INVALID if a byte
 * has no code in this dictionary.
 */
EXH_API enum exh_status exh_huffman_pack(const struct exh_huffman *huffman,
					 struct exh_bytes src, struct exh_writer *out,
					 struct exh_error *err);

/*
 * Builds the dictionary that id's own packer builds of how often each byte occurs, and
 * writes its 1020 bytes and 4 of padding to dict.
 */
EXH_API void exh_huffman_build(const uint64_t counts[256],
			       uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4]);

/*
 * How far an expansion came, told of failed ones too: what was produced can be salvaged.
 * The size that is wanted ends an expansion; bytes of src behind that are left alone.
 */
struct exh_expansion {
	size_t used_size;     /* bytes of src that were taken; those before a fault */
	size_t produced_size; /* bytes of dst that are good; the rest is zero */
};

/*
 * id's run-length coding of 16-bit words: the tag word, a count and a value stand for
 * count times the value; all else for itself. Bytes in, bytes out, words little-endian.
 * Source: keen-formats 4.
 */

/*
 * Fills size bytes of dst. EXH_TRUNCATED when src ends first, EXH_INVALID for a run past
 * the end of dst (its part up to the end is produced) and for an odd size (all but the
 * last byte is produced). The error's offset is that of the word or run at fault. done
 * may be NULL.
 */
EXH_API enum exh_status exh_rlew_expand(struct exh_bytes src, uint16_t tag, uint8_t *dst,
					size_t size, struct exh_expansion *done,
					struct exh_error *err);

/*
 * Appends what id's own packer makes of src: runs of more than three words, and all of
 * the tag. Runs of more than 65535 words, which it never met, are split. EXH_INVALID for
 * an odd size.
 */
EXH_API enum exh_status exh_rlew_pack(struct exh_bytes src, uint16_t tag,
				      struct exh_writer *out, struct exh_error *err);

/*
 * id's "Carmack" coding of 16-bit words: words with the high byte A7 copy from up to 255
 * words back, those with A8 from a place counted in words from the start; the low byte is
 * the count. Copies may run into what they write. With a count of 0 such a word stands
 * for itself, its low byte follows. Source: keen-formats 9.
 */

/* As exh_rlew_expand. EXH_INVALID also for a copy from before the start or from what is
 * not written yet. */
EXH_API enum exh_status exh_carmack_expand(struct exh_bytes src, uint8_t *dst,
					   size_t size, struct exh_expansion *done,
					   struct exh_error *err);

/*
 * Appends the longest copies that are found, the nearest of equals; at least two words.
 * Any size: places too far for a word are not copied from. Of very repetitive data not
 * all places are looked at. EXH_INVALID for an odd size.
 */
EXH_API enum exh_status exh_carmack_pack(struct exh_bytes src, struct exh_writer *out,
					 struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
