/*
 * Codecs that several formats share: bytes to bytes, in both directions.
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
 * A dictionary is 255 nodes of two 16-bit links: one for bit 0, one for bit 1. A link
 * below 256 is a byte; from 256 on it is node (link - 256). The root is node 254. Bits
 * are taken from the lowest of each byte upwards. The stream has no end mark: only the
 * expanded length ends it. Source: keen-formats 2.
 */
enum {
	EXH_HUFFMAN_NODES = 255,
	EXH_HUFFMAN_DICT_SIZE = 1020, /* bytes; files often have 4 more, as padding */
	EXH_HUFFMAN_LOOK = 12,	      /* bits that are decoded in one step */
	EXH_HUFFMAN_STEP_SYMBOLS = 4,
};

/* The complete codes in the next EXH_HUFFMAN_LOOK bits; none if the first is longer. */
struct exh_huffman_step {
	uint8_t symbols[EXH_HUFFMAN_STEP_SYMBOLS];
	uint8_t symbol_count;
	uint8_t bit_count; /* bits of those codes */
	uint8_t unused[2]; /* padding: 8 bytes are indexed fastest */
};

/* Decoder and encoder for one dictionary. Filled by exh_huffman_read, then only read:
 * threads may share it. About 36 KiB. */
struct exh_huffman {
	struct exh_huffman_step steps[1 << EXH_HUFFMAN_LOOK];
	/* Code of each byte with 1 to 56 code_bits, first bit lowest. */
	uint64_t codes[256];
	uint16_t links[EXH_HUFFMAN_NODES][2]; /* links of each node for bits 0 and 1 */
	/* Length of each byte's code; 0: no code. All are 0 if any byte has several
	 * codes. */
	uint8_t code_bits[256];
	unsigned shortest_code; /* bits, at least 1 */
};

/*
 * Reads a dictionary. A link to a missing node, or back to a node above, is noted as
 * damage and made dead: only the codes through it are lost. EXH_TRUNCATED below 1020
 * bytes (the root comes last), EXH_INVALID if more than a quarter of the links are bad.
 * notes may be NULL.
 */
EXH_CHECKED enum exh_status exh_huffman_read(struct exh_huffman *huffman,
					     struct exh_bytes dict,
					     struct exh_notes *notes,
					     struct exh_error *err);

/* One stream to expand, and the result. */
struct exh_huffman_job {
	struct exh_bytes src; /* packed bytes */
	uint8_t *dst;	      /* buffer of size bytes; undefined after produced_size */
	size_t size;	      /* bytes wanted in dst */
	/* Out: bytes; below size if src ends first, or at a dead link. */
	size_t produced_size;
	size_t bit_count; /* out: bits of src that the produced bytes took */
	bool dead;	  /* out: a code ran into a dead link; expansion ended there */
};

/* Expands all jobs, in no particular order, two at a time to hide latency. Never
 * fails: see each job's produced_size. */
EXH_API void exh_huffman_expand(const struct exh_huffman *huffman,
				struct exh_huffman_job *jobs, size_t job_count);

/*
 * The extent of an expansion, also of one that failed, so that its output can be
 * salvaged. An expansion ends at the wanted size, and ignores the bytes of src after
 * that.
 */
struct exh_expansion {
	size_t used_size;     /* bytes of src that were used; up to the fault, if any */
	size_t produced_size; /* valid bytes of dst; the rest is zero */
};

/*
 * The Huffman coding of Sierra's SCI. The stream begins with a tree of up to 255 nodes,
 * in which no link spans more than 15 nodes. Bytes that are not in the tree are escaped;
 * an escaped terminator ends the stream. Source: sci0-formats 1.5.
 */

/*
 * The ADPCM of ZVision's sounds (FFmpeg's adpcm_zork): one byte per sample, with IMA's
 * step table. Samples are signed 16 bits; stereo is interleaved, left first. Source:
 * zvision 4.
 */
struct exh_zork_adpcm_state {
	int16_t sample; /* the previous sample */
	uint8_t index;	/* index of the step, 0 to 88 */
};

/* Tables. Filled by exh_zork_adpcm_start, then only read: threads may share them. 22
 * KiB. */
struct exh_zork_adpcm {
	uint16_t deltas[89][128]; /* for each step and magnitude */
};

/* Fills the tables. */
EXH_API void exh_zork_adpcm_start(struct exh_zork_adpcm *adpcm);

/*
 * Decodes count bytes to as many samples. states has one state per channel (1 or 2), all
 * zeros at the start of a sound, and carries over from call to call. In stereo an
 * unpaired last byte is ignored.
 */
EXH_API void exh_zork_adpcm_decode(const struct exh_zork_adpcm *adpcm,
				   struct exh_zork_adpcm_state *states,
				   unsigned channel_count, const uint8_t *in,
				   size_t count, int16_t *out);

#ifdef __cplusplus
}
#endif

#endif
