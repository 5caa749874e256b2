/* What the unpacker and the packer of LZEXE share. */
#ifndef EXH_CODEC_LZEXE_H
#define EXH_CODEC_LZEXE_H

#include "exhume/codec.h"

enum {
	PARAGRAPH = 16,
	HEADER_SIZE = 0x20,
	SIGNATURE_AT = 0x1c,
	STACK_PARAGRAPHS = 9, /* that the unpacking code takes besides itself */
	WORDS_90 = 8,	      /* of the table in front of the unpacking code; the last */
	WORDS_91 = 7,	      /* one of 0.90's is a checksum */
	RELOCATIONS_90_AT = 0x19d, /* in LZEXE's own unpacking code */
	RELOCATIONS_91_AT = 0x158,
	SEGMENTS_90 = 16,   /* groups of relocations */
	SKIP_91 = 0xfff0,   /* bytes that a relocation too far away is approached by */
	MAX_STUB = 1 << 16, /* bytes; it runs in one segment */
	MAX_HINTS = 64,
	MOV_SI = 0xbe, /* the instruction with the place of the relocations */

	NEAREST = 256, /* bytes that the short copy reaches back */
	FARTHEST = 8192,
	LONGEST = 256,
	LONGEST_SHORT = 5, /* bytes of the short copy */
	LONGEST_PLAIN = 9, /* bytes of the long copy without a byte of length */
};

struct copy {
	size_t length, distance; /* length 0: the end; 1: nothing, continue */
};

static inline size_t lzexe_paragraphs(size_t size)
{
	return (size + PARAGRAPH - 1) / PARAGRAPH;
}

#endif
