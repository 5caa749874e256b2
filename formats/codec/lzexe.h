/* Parts that the unpacker and the packer of LZEXE share. */
#ifndef EXH_CODEC_LZEXE_H
#define EXH_CODEC_LZEXE_H

#include "exhume/codec.h"

enum {
	PARAGRAPH = 16,
	HEADER_SIZE = 0x20,
	SIGNATURE_AT = 0x1c,
	STACK_PARAGRAPHS = 9, /* for the stack of the unpacking code */
	/* words of the table before the unpacking code, with a checksum */
	WORDS_90 = 8,
	WORDS_91 = 7,		   /* words of 0.91's table, without a checksum */
	RELOCATIONS_90_AT = 0x19d, /* offset in LZEXE's own unpacking code */
	RELOCATIONS_91_AT = 0x158,
	SEGMENTS_90 = 16, /* groups of relocations */
	/* Bytes of a step towards a relocation that is too far away. */
	SKIP_91 = 0xfff0,
	MAX_STUB = 1 << 16, /* bytes; it runs in one segment */
	MAX_HINTS = 64,
	MOV_SI = 0xbe, /* the instruction with the offset of the relocations */

	NEAREST = 256, /* bytes that a short copy reaches back */
	FARTHEST = 8192,
	LONGEST = 256,
	LONGEST_SHORT = 5, /* bytes of the short copy */
	LONGEST_PLAIN = 9, /* bytes of the long copy without a byte of length */
};

struct copy {
	size_t length, distance; /* length 0: the end; 1: a mark without effect */
};

static inline size_t lzexe_paragraphs(size_t size)
{
	return (size + PARAGRAPH - 1) / PARAGRAPH;
}

#endif
