/*
 * Codecs that several formats can share: bytes to bytes, both ways.
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

/* Filled by exh_huffman_read, then only read: threads may share it. About 36 KiB. */
struct exh_huffman {
	struct exh_huffman_step steps[1 << EXH_HUFFMAN_LOOK];
	uint64_t codes[256]; /* first bit lowest; of those with 1 to 56 code_bits */
	uint16_t links[EXH_HUFFMAN_NODES][2];
	uint8_t code_bits[256]; /* length of each byte's code; 0: none, or not one alone
				 */
	unsigned shortest_code; /* bits, at least 1 */
};

/*
 * Reads a dictionary. A link to a missing node, or back to a node above, is noted as
 * damage and made dead: only the codes through it are lost. EXH_TRUNCATED below 1020
 * bytes (the root comes last), EXH_INVALID when more than a quarter of the links are bad.
 * notes may be NULL.
 */
EXH_CHECKED enum exh_status exh_huffman_read(struct exh_huffman *huffman,
					     struct exh_bytes dict,
					     struct exh_notes *notes,
					     struct exh_error *err);

/* One stream to expand, and what became of it. */
struct exh_huffman_job {
	struct exh_bytes src; /* never read past */
	uint8_t *dst;	      /* the content after produced_size is undefined */
	size_t size;	      /* bytes wanted in dst */
	size_t produced_size; /* out: below size when src ends first, or at a dead link */
	size_t bit_count;     /* out: of src, taken up by the produced bytes */
	bool dead; /* out: a code ran into a dead link; expansion ended there */
};

/* The most that so many packed bytes could expand to; SIZE_MAX beyond that. */
EXH_API size_t exh_huffman_most(const struct exh_huffman *huffman, size_t packed_size);

/* Expands all of them, in no particular order, two at a time to hide latency.
 */
EXH_API void exh_huffman_expand(const struct exh_huffman *huffman,
				struct exh_huffman_job *jobs, size_t job_count);

/*
 * Appends the coded bytes, padded with zero bits to a whole byte. EXH_INVALID if a byte
 * has no code in this dictionary.
 */
EXH_CHECKED enum exh_status exh_huffman_pack(const struct exh_huffman *huffman,
					     struct exh_bytes src, struct exh_writer *out,
					     struct exh_error *err);

/*
 * Builds the dictionary that id's own packer builds from the count of each byte, and
 * writes its 1020 bytes and 4 of padding to dict.
 */
EXH_API void exh_huffman_build(const uint64_t counts[256],
			       uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4]);

/* Writes the dictionary with which packed bytes are those that they expand to. */
EXH_API void exh_huffman_plain(uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4]);

/*
 * How far an expansion got, also when it failed, so that its output can be salvaged. An
 * expansion ends at the wanted size; it ignores the bytes of src after that.
 */
struct exh_expansion {
	size_t used_size;     /* bytes of src used; up to the fault, if any */
	size_t produced_size; /* valid bytes of dst; the rest is zero */
};

/*
 * id's run-length coding of 16-bit words: the tag word, a count and a value stand for
 * count times the value; all else for itself. Bytes in, bytes out, words little-endian.
 * Source: keen-formats 4.
 */

/*
 * Fills size bytes of dst. EXH_TRUNCATED when src ends first, EXH_INVALID for a run past
 * the end of dst (the part that fits is produced) and for an odd size (all bytes except
 * the last are produced). The error's offset is that of the faulty word or run. done may
 * be NULL.
 */
EXH_CHECKED enum exh_status exh_rlew_expand(struct exh_bytes src, uint16_t tag,
					    uint8_t *dst, size_t size,
					    struct exh_expansion *done,
					    struct exh_error *err);

/*
 * Appends what id's own packer makes of src: runs of more than three words, and all of
 * the tag. Runs of more than 65535 words, which it never had, are split. EXH_INVALID for
 * an odd size.
 */
EXH_CHECKED enum exh_status exh_rlew_pack(struct exh_bytes src, uint16_t tag,
					  struct exh_writer *out, struct exh_error *err);

/*
 * id's "Carmack" coding of 16-bit words: words with the high byte A7 copy from up to 255
 * words back, those with A8 from a place counted in words from the start; the low byte is
 * the count. Copies may run into what they write. With a count of 0 such a word stands
 * for itself, its low byte follows. Source: keen-formats 9.
 */

/* As exh_rlew_expand. EXH_INVALID also for a copy from before the start or from words not
 * written yet. */
EXH_CHECKED enum exh_status exh_carmack_expand(struct exh_bytes src, uint8_t *dst,
					       size_t size, struct exh_expansion *done,
					       struct exh_error *err);

/*
 * Appends what the packer of id's tools makes of src: at each place the longest copy of
 * up to 255 words that does not run into what it writes, of equals the nearest; of two
 * words only from up to 255 back. src may have any size: places that a word can't address
 * are copied from only nearby. EXH_INVALID for an odd size.
 */
EXH_CHECKED enum exh_status exh_carmack_pack(struct exh_bytes src, struct exh_writer *out,
					     struct exh_error *err);

/*
 * ByteRun1, the run lengths of IFF pictures: a byte n below 128 stands in front of n + 1
 * bytes, one above 128 in front of a byte that is repeated 257 - n times; 128 does
 * nothing. Source: keen-formats 6.
 */

/*
 * Fills size bytes of dst. EXH_TRUNCATED when src ends first, EXH_INVALID for a run past
 * the end of dst (the part that fits is produced). done may be NULL.
 */
EXH_CHECKED enum exh_status exh_byterun1_expand(struct exh_bytes src, uint8_t *dst,
						size_t size, struct exh_expansion *done,
						struct exh_error *err);

/* Appends; runs do not pass the end of src, so pack rows one by one. */
EXH_API void exh_byterun1_pack(struct exh_bytes src, struct exh_writer *out);

/*
 * LZSS after Okumura: a byte of flags, lowest first, for eight steps; 1 is a byte itself,
 * 0 two bytes that copy 3 to 18 from a place in a window of 4096, which is written from
 * 4078 on. Source: keen-formats 6, zvision 2.
 */

/* Initial content of the window. */
enum exh_lzss_window {
	EXH_LZSS_SPACES,  /* all spaces: Softdisk */
	EXH_LZSS_ZVISION, /* spaces, from 4078 on zeros */
};

/* As exh_byterun1_expand; the stream has no end mark, so src may continue after it. */
EXH_CHECKED enum exh_status exh_lzss_expand(struct exh_bytes src,
					    enum exh_lzss_window window, uint8_t *dst,
					    size_t size, struct exh_expansion *done,
					    struct exh_error *err);

/* The size that all of src expands to, for formats that do not store it. An incomplete
 * last step is ignored. */
EXH_API size_t exh_lzss_expanded_size(struct exh_bytes src);

/* Appends; never copies from where the windows differ, so the stream fits both. */
EXH_API void exh_lzss_pack(struct exh_bytes src, struct exh_writer *out);

/*
 * LZHUF after Yoshizaki: copies of 3 to 30 bytes from the last 4096, which are spaces at
 * the start; lengths and bytes themselves in an adaptive Huffman code of 284 symbols,
 * distances in a fixed one. Bits are taken from the highest of each byte downwards.
 * Source: keen-formats 6.
 */

/* As exh_byterun1_expand; only size marks the end. */
EXH_CHECKED enum exh_status exh_lzhuf_expand(struct exh_bytes src, uint8_t *dst,
					     size_t size, struct exh_expansion *done,
					     struct exh_error *err);

/* Appends, to the bit, what Softdisk's packer made of src. */
EXH_API void exh_lzhuf_pack(struct exh_bytes src, struct exh_writer *out);

/*
 * The LZW of Sierra's SCI: codes of 9 to 12 bits, where 0x100 resets the table and 0x101
 * ends the stream; a full table stays as it is. Source: sci0-formats 1.4, 1.6.
 */
enum exh_sci_lzw {
	EXH_LZW_SCI0, /* SCI0: the lowest bit of each byte first */
	EXH_LZW_SCI1, /* SCI1: the highest first; codes grow wider one code earlier */
};

/*
 * As exh_byterun1_expand: EXH_TRUNCATED when src or, by its end mark, the stream ends
 * first. A string past the end of dst is cut: EXH_INVALID with all of size produced,
 * which a caller may treat as a warning. EXH_INVALID with less produced means a code that
 * is not defined yet. The end mark may be missing; if it is present, it counts as used.
 */
EXH_CHECKED enum exh_status exh_sci_lzw_expand(struct exh_bytes src,
					       enum exh_sci_lzw variant, uint8_t *dst,
					       size_t size, struct exh_expansion *done,
					       struct exh_error *err);

/* Appends the longest strings each time, and the end mark; resets the table where that
 * makes the next codes shorter. */
EXH_API void exh_sci_lzw_pack(struct exh_bytes src, enum exh_sci_lzw variant,
			      struct exh_writer *out);

/*
 * The Huffman coding of Sierra's SCI: a tree of up to 255 nodes in front, in which no
 * link spans more than 15 nodes; bytes that are not in it are escaped, and an escaped
 * terminator ends the stream. Source: sci0-formats 1.5.
 */

/*
 * As exh_byterun1_expand: EXH_TRUNCATED when src or, by its terminator, the stream ends
 * first, EXH_INVALID for a code that leads out of the tree, and, with all of size
 * produced, for a stream that continues after that. The terminator may be missing.
 */
EXH_CHECKED enum exh_status exh_sci_huffman_expand(struct exh_bytes src, uint8_t *dst,
						   size_t size,
						   struct exh_expansion *done,
						   struct exh_error *err);

/* Appends the tree that packs src to the least size, or nearly, and src packed with it.
 */
EXH_API void exh_sci_huffman_pack(struct exh_bytes src, struct exh_writer *out);

/*
 * DOS programs ("MZ"): a header, the image that is loaded, and what is needed to run it.
 * Source: formats/keen/README.md, "Executables".
 */
enum {
	EXH_MZ_IMAGE_LIMIT = 1 << 20, /* bytes; DOS has no room for more */
	EXH_MZ_FILE_LIMIT = 16 << 20, /* limit for a file with data after the image */
};

/* The place of a segment number in the image; DOS adds the load address to it. */
struct exh_mz_relocation {
	uint16_t offset, segment; /* segments count in 16 bytes, from the image's start */
};

struct exh_mz {
	uint16_t min_alloc,
		max_alloc;	 /* paragraphs (16 bytes) to allocate after the image */
	uint16_t ss, sp, cs, ip; /* segments as in relocations */
	size_t header_size;	 /* bytes; set by reading, ignored by writing */
	struct exh_bytes image;
	struct exh_bytes rest; /* after the image: overlays and the like */
	struct exh_mz_relocation *relocations;
	size_t relocation_count;
};

/*
 * Borrows the bytes; relocations live in the arena. EXH_INVALID if it is not a program,
 * EXH_TRUNCATED if the file ends in the header. A truncated image or relocation table is
 * noted, and the rest of it is kept.
 */
EXH_CHECKED enum exh_status exh_mz_open(struct exh_bytes file, struct exh_arena *arena,
					struct exh_mz *out, struct exh_notes *notes,
					struct exh_error *err);

/* Header (relocations from 0x1C, padded to 512 bytes), image, rest. EXH_LIMIT for more
 * than a header can hold. */
EXH_CHECKED enum exh_status exh_mz_write(const struct exh_mz *program,
					 struct exh_writer *out, struct exh_error *err);

/*
 * LZEXE 0.90 and 0.91: programs that unpack themselves. Source: keen-formats 1.1, and
 * formats/keen/README.md for what it leaves open.
 */
struct exh_lzexe {
	unsigned version;   /* 90 or 91 */
	size_t packed_size; /* bytes of the stream used */
	size_t stub_size; /* declared size of the unpacking code with its relocation table
			   */
};

/* 90, 91, or 0: not packed by LZEXE. */
EXH_API unsigned exh_lzexe_version(struct exh_bytes file);

/* True if PKLITE packed the program, by its text in the header; there is no unpacker for
 * it here. */
EXH_API bool exh_pklite_packed(struct exh_bytes file);

/*
 * Unpacks to the program it was; image and relocations live in the arena, rest is
 * borrowed. EXH_INVALID if file is not packed by LZEXE or nothing can be recovered from
 * it, EXH_LIMIT when it expands to over EXH_MZ_IMAGE_LIMIT bytes. A stream that ends
 * early or goes wrong, and relocations that can't be found, are noted; the rest is kept.
 * how may be NULL.
 */
EXH_CHECKED enum exh_status
exh_lzexe_unpack(struct exh_bytes file, struct exh_arena *arena, struct exh_mz *out,
		 struct exh_lzexe *how, struct exh_notes *notes, struct exh_error *err);

/*
 * The way back, for version 90 or 91. The unpacking code is not LZEXE's and does not run
 * the program: it only prints that the program was packed for unpackers. Relocations come
 * back sorted and in their normal form. EXH_LIMIT if it is too large, EXH_INVALID for
 * relocations that the version can't store (outside of the image, two at one place, in
 * 0.91 one at 0).
 */
EXH_CHECKED enum exh_status exh_lzexe_pack(const struct exh_mz *program, unsigned version,
					   struct exh_writer *out, struct exh_error *err);

/*
 * DOS object files (OMF, *.OBJ) that hold one table, as MakeOBJ and BINOBJ make them for
 * a linker: records of a type, a length and a checksum, 16-bit and 32-bit forms. The
 * table is the data of the only segment that has any. Source: formats/keen/README.md,
 * "Object files".
 */
enum { EXH_OMF_DATA_LIMIT = 1 << 20 /* bytes of a table */ };

struct exh_omf {
	struct exh_bytes data; /* the table; its base is 0 unless it is in one record */
	struct exh_bytes
		symbol; /* first public name, "_maphead"; size 0: there is none */
};

/* True if a header with the file's name comes first, and another record follows. */
EXH_API bool exh_omf_is(struct exh_bytes file);

/*
 * data lives in the arena unless it is in one record; symbol is borrowed. EXH_TRUNCATED
 * if the file ends before its end record, EXH_INVALID for data outside of the segment and
 * for a file without data, EXH_UNSUPPORTED for repeated data (LIDATA) and for data in
 * several segments, EXH_LIMIT for a segment above EXH_OMF_DATA_LIMIT. Wrong checksums and
 * parts of the segment without data, which are filled with zero bytes, are noted.
 */
EXH_CHECKED enum exh_status exh_omf_open(struct exh_bytes file, struct exh_arena *arena,
					 struct exh_omf *out, struct exh_notes *notes,
					 struct exh_error *err);

/*
 * Appends the object file with another table. All other records stay, and so do all bytes
 * if the table is the same; otherwise lengths and checksums are set anew. Fails as
 * exh_omf_open does; EXH_LIMIT for a table that the file's 16-bit records can't hold.
 */
EXH_CHECKED enum exh_status exh_omf_replace(struct exh_bytes file, struct exh_bytes data,
					    struct exh_writer *out,
					    struct exh_error *err);

/*
 * The ADPCM of ZVision's sounds (FFmpeg's adpcm_zork): one byte per sample, with IMA's
 * steps. Samples have 16 bits; stereo goes left, right, left. Source: zvision 4.
 */
struct exh_zork_adpcm_state {
	int16_t sample; /* the last one */
	uint8_t index;	/* of the step, 0 to 88 */
};

/* Filled by exh_zork_adpcm_start, then only read: threads may share it. 22 KiB. */
struct exh_zork_adpcm {
	uint16_t deltas[89][128];
};

EXH_API void exh_zork_adpcm_start(struct exh_zork_adpcm *adpcm);

/*
 * Decodes count bytes to as many samples. states has one state per channel (1 or 2), all
 * zeros at the start of a sound, and carries over from call to call. In stereo an
 * unpaired last byte is left out.
 */
EXH_API void exh_zork_adpcm_decode(const struct exh_zork_adpcm *adpcm,
				   struct exh_zork_adpcm_state *states,
				   unsigned channel_count, const uint8_t *in,
				   size_t count, int16_t *out);

/* The way back, as close as each byte can get; states carries over as in the decoder. */
EXH_API void exh_zork_adpcm_encode(const struct exh_zork_adpcm *adpcm,
				   struct exh_zork_adpcm_state *states,
				   unsigned channel_count, const int16_t *in,
				   size_t count, uint8_t *out);

/*
 * A whole sound, with the least error that a search over all steps finds, never more than
 * exh_zork_adpcm_encode makes. Samples that were decoded from ADPCM come back exactly;
 * bytes that this function made come back byte for byte. Takes some seconds for a million
 * samples. count is a multiple of channel_count. EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_zork_adpcm_search(const struct exh_zork_adpcm *adpcm,
						  unsigned channel_count,
						  const int16_t *in, size_t count,
						  uint8_t *out, struct exh_error *err);

/*
 * WAV: where the samples are, in whatever order the chunks come. The file's own size does
 * not count.
 */

struct exh_wav {
	unsigned tag; /* of the format: 1 PCM; of an extensible one, what it extends */
	unsigned channel_count, bits;
	uint32_t rate_hz;
	size_t format_offset;
	struct exh_bytes samples;
};

/*
 * EXH_INVALID if it is no WAV file, EXH_TRUNCATED without a format or samples. Samples
 * whose size was not known when it was written (0, noted; or near 2^31 or 2^32) go to the
 * end of the file; other files that end within their samples are noted as damaged.
 */
EXH_CHECKED enum exh_status exh_wav_open(struct exh_bytes in, struct exh_wav *out,
					 struct exh_notes *notes, struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
