/*
 * Codecs that several formats share: bytes to bytes, in both directions. The rest of
 * exhume/codec.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_CODEC_H
#define EXHUME_ADVANCED_CODEC_H

#include "../codec.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the largest size that so many packed bytes could expand to, or SIZE_MAX if
 * that is too large. */
EXH_API size_t exh_huffman_most(const struct exh_huffman *huffman, size_t packed_size);

/*
 * Appends the coded bytes, padded with zero bits to a whole byte. EXH_INVALID if a byte
 * has no code in this dictionary.
 */
EXH_CHECKED enum exh_status exh_huffman_pack(const struct exh_huffman *huffman,
					     struct exh_bytes src, struct exh_writer *out,
					     struct exh_error *err);

/*
 * Builds the dictionary that id's own packer builds from the number of times each byte
 * occurs, and writes its 1020 bytes and 4 of padding to dict.
 */
EXH_API void exh_huffman_build(const uint64_t counts[256],
			       uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4]);

/* Writes the dictionary in which each byte's code is the byte itself. */
EXH_API void exh_huffman_plain(uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4]);

/*
 * RLEW, id's run-length coding of 16-bit words: the tag word, a count and a value stand
 * for count times the value; any other word stands for itself. Bytes in, bytes out, words
 * little-endian. Source: keen-formats 4.
 */

/*
 * Fills size bytes of dst. EXH_TRUNCATED when src ends first, EXH_INVALID for a run past
 * the end of dst (the part that fits is produced) and for an odd size (all bytes except
 * the last are produced). err->offset is that of the faulty word or run. done may
 * be NULL.
 */
EXH_CHECKED enum exh_status exh_rlew_expand(struct exh_bytes src, uint16_t tag,
					    uint8_t *dst, size_t size,
					    struct exh_expansion *done,
					    struct exh_error *err);

/*
 * Appends what id's own packer makes of src: it packs runs of more than three words, and
 * all runs of the tag. Runs of more than 65535 words, which its input never had, are
 * split. EXH_INVALID for an odd size.
 */
EXH_CHECKED enum exh_status exh_rlew_pack(struct exh_bytes src, uint16_t tag,
					  struct exh_writer *out, struct exh_error *err);

/*
 * id's "Carmack" coding of 16-bit words. A word with the high byte A7 copies from up to
 * 255 words back, one with A8 from a position counted in words from the start; the low
 * byte is the number of words. Copies may overlap their output. A word with count 0
 * stands for itself; its low byte follows. Source: keen-formats 9.
 */

/* Fills size bytes of dst; errors and done as for exh_rlew_expand. EXH_INVALID also
 * for a copy from before the start or from words that are not written yet. */
EXH_CHECKED enum exh_status exh_carmack_expand(struct exh_bytes src, uint8_t *dst,
					       size_t size, struct exh_expansion *done,
					       struct exh_error *err);

/*
 * Appends what the packer of id's tools makes of src: at each place the longest copy of
 * up to 255 words that does not overlap its output, the nearest of equally long ones; a
 * copy of two words only from up to 255 back. src may have any size: words beyond the
 * reach of a 16-bit position are copied only from nearby. EXH_INVALID for an odd size.
 */
EXH_CHECKED enum exh_status exh_carmack_pack(struct exh_bytes src, struct exh_writer *out,
					     struct exh_error *err);

/*
 * ByteRun1, the run-length coding of IFF pictures: a byte n below 128 precedes n + 1
 * literal bytes, one above 128 precedes a byte that is repeated 257 - n times; 128 has no
 * effect. Source: keen-formats 6.
 */

/*
 * Fills size bytes of dst. EXH_TRUNCATED when src ends first, EXH_INVALID for a run past
 * the end of dst (the part that fits is produced).
 */
EXH_CHECKED enum exh_status exh_byterun1_expand(struct exh_bytes src, uint8_t *dst,
						size_t size, struct exh_expansion *done,
						struct exh_error *err);

/* Appends src, packed. Runs end at the end of src, so pack rows one by one. */
EXH_API void exh_byterun1_pack(struct exh_bytes src, struct exh_writer *out);

/*
 * LZSS after Okumura: a byte of eight flags, lowest first, precedes eight items. Flag 1:
 * a literal byte. Flag 0: two bytes that copy 3 to 18 bytes from a position in a ring of
 * 4096, which is written from 4078 on. Source: keen-formats 6, zvision 2.
 */

/* Initial content of the ring. */
enum exh_lzss_window {
	EXH_LZSS_SPACES,  /* all spaces: Softdisk */
	EXH_LZSS_ZVISION, /* spaces; zeros from 4078 on */
};

/* Fills size bytes of dst; errors and done as for exh_byterun1_expand. The stream has
 * no end mark, so src may continue after it. */
EXH_CHECKED enum exh_status exh_lzss_expand(struct exh_bytes src,
					    enum exh_lzss_window window, uint8_t *dst,
					    size_t size, struct exh_expansion *done,
					    struct exh_error *err);

/* Returns the size that all of src expands to, for formats that do not store it. An
 * incomplete last item is ignored. */
EXH_API size_t exh_lzss_expanded_size(struct exh_bytes src);

/* Appends src, packed. It never copies bytes in which the two initial rings differ, so
 * the stream fits both. */
EXH_API void exh_lzss_pack(struct exh_bytes src, struct exh_writer *out);

/*
 * LZHUF after Yoshizaki: copies of 3 to 30 bytes from the last 4096, which are spaces at
 * the start. Lengths and literal bytes are in an adaptive Huffman code of 284 symbols,
 * distances in a fixed one. Bits are taken from the highest of each byte downwards.
 * Source: keen-formats 6.
 */

/* Fills size bytes of dst; errors and done as for exh_byterun1_expand. The stream has
 * no end mark. */
EXH_CHECKED enum exh_status exh_lzhuf_expand(struct exh_bytes src, uint8_t *dst,
					     size_t size, struct exh_expansion *done,
					     struct exh_error *err);

/* Appends the exact stream that Softdisk's packer made of src. */
EXH_API void exh_lzhuf_pack(struct exh_bytes src, struct exh_writer *out);

/*
 * The LZW of Sierra's SCI: codes of 9 to 12 bits. Code 0x100 resets the table and 0x101
 * ends the stream; a full table stays as it is. Source: sci0-formats 1.4, 1.6.
 */
enum exh_sci_lzw {
	EXH_LZW_SCI0, /* SCI0: lowest bit of each byte first */
	EXH_LZW_SCI1, /* SCI1: highest bit first; codes grow wider one code earlier */
};

/*
 * Fills size bytes of dst; done as for exh_byterun1_expand. EXH_TRUNCATED when src ends
 * first, or the end mark comes too early. A string past the end of dst is cut:
 * EXH_INVALID with all of size produced, which a caller may treat as a warning.
 * EXH_INVALID with less produced: a code that is not defined yet. The end mark may be
 * missing; if present, it counts as used.
 */
EXH_CHECKED enum exh_status exh_sci_lzw_expand(struct exh_bytes src,
					       enum exh_sci_lzw variant, uint8_t *dst,
					       size_t size, struct exh_expansion *done,
					       struct exh_error *err);

/* Appends src, packed with the longest strings, and the end mark. Resets the table
 * where that makes the next codes shorter. */
EXH_API void exh_sci_lzw_pack(struct exh_bytes src, enum exh_sci_lzw variant,
			      struct exh_writer *out);

/*
 * The Huffman coding of Sierra's SCI. The stream begins with a tree of up to 255 nodes,
 * in which no link spans more than 15 nodes. Bytes that are not in the tree are escaped;
 * an escaped terminator ends the stream. Source: sci0-formats 1.5.
 */

/*
 * Fills size bytes of dst; done as for exh_byterun1_expand. EXH_TRUNCATED when src ends
 * first, or the terminator comes too early. EXH_INVALID for a code that leads out of the
 * tree, and, with all of size produced, for a stream that continues after that. The
 * terminator may be missing.
 */
EXH_CHECKED enum exh_status exh_sci_huffman_expand(struct exh_bytes src, uint8_t *dst,
						   size_t size,
						   struct exh_expansion *done,
						   struct exh_error *err);

/* Appends src packed with the tree that gives the smallest size, or nearly so, after
 * that tree. */
EXH_API void exh_sci_huffman_pack(struct exh_bytes src, struct exh_writer *out);

/*
 * DOS programs ("MZ"): a header, relocations, and the image that DOS loads. Source:
 * formats/keen/README.md, "Executables".
 */
enum {
	EXH_MZ_IMAGE_LIMIT = 1 << 20, /* bytes of an image; DOS has no room for more */
	EXH_MZ_FILE_LIMIT = 16 << 20, /* bytes of a file with data after the image */
};

/* Place in the image of a segment number, to which DOS adds the load address. */
struct exh_mz_relocation {
	uint16_t offset, segment; /* segment counts in 16 bytes from the image's start */
};

/* A DOS program. */
struct exh_mz {
	/* Paragraphs (16 bytes) to allocate after the image. */
	uint16_t min_alloc, max_alloc;
	uint16_t ss, sp, cs, ip; /* initial registers; segments as in relocations */
	size_t header_size;	 /* bytes; set by exh_mz_open, ignored by exh_mz_write */
	struct exh_bytes image;
	struct exh_bytes rest; /* bytes after the image, such as overlays */
	struct exh_mz_relocation *relocations;
	size_t relocation_count;
};

/*
 * Reads the header. image and rest are borrowed; relocations live in the arena.
 * EXH_INVALID if it is not a program, EXH_TRUNCATED if the file ends in the header. A
 * truncated image or relocation table is noted, and the available part is kept.
 */
EXH_CHECKED enum exh_status exh_mz_open(struct exh_bytes file, struct exh_arena *arena,
					struct exh_mz *out, struct exh_notes *notes,
					struct exh_error *err);

/* Appends a program: header (relocations from 0x1C, padded to 512 bytes), image, rest.
 * EXH_LIMIT if a header can't express it. */
EXH_CHECKED enum exh_status exh_mz_write(const struct exh_mz *program,
					 struct exh_writer *out, struct exh_error *err);

/*
 * LZEXE 0.90 and 0.91: programs that unpack themselves. Source: keen-formats 1.1, and
 * formats/keen/README.md for the gaps in it.
 */
struct exh_lzexe {
	unsigned version;   /* 90 or 91 */
	size_t packed_size; /* bytes of the stream that were used */
	/* Declared bytes of the unpacking code with its relocation table. */
	size_t stub_size;
};

/* Returns 90 or 91, or 0 if the file is not packed by LZEXE. */
EXH_API unsigned exh_lzexe_version(struct exh_bytes file);

/* True if PKLITE packed the program, judged by the text in its header. The library has
 * no unpacker for it. */
EXH_API bool exh_pklite_packed(struct exh_bytes file);

/*
 * Restores the original program. Image and relocations live in the arena; rest is
 * borrowed. EXH_INVALID if file is not packed by LZEXE or nothing can be recovered from
 * it, EXH_LIMIT if it expands to over EXH_MZ_IMAGE_LIMIT bytes. A stream that is
 * truncated or invalid, and relocations that can't be found, are noted; the rest is kept.
 * how may be NULL.
 */
EXH_CHECKED enum exh_status
exh_lzexe_unpack(struct exh_bytes file, struct exh_arena *arena, struct exh_mz *out,
		 struct exh_lzexe *how, struct exh_notes *notes, struct exh_error *err);

/*
 * Packs a program as version 90 or 91. The unpacking code is not LZEXE's and does not run
 * the program: it only prints that the program was packed for unpackers. Relocations come
 * back sorted and in their normal form. EXH_LIMIT if it is too large, EXH_INVALID for
 * relocations that the version can't store (outside of the image, two at one place, in
 * 0.91 one at 0).
 */
EXH_CHECKED enum exh_status exh_lzexe_pack(const struct exh_mz *program, unsigned version,
					   struct exh_writer *out, struct exh_error *err);

/*
 * DOS object files (OMF, *.OBJ) that hold one table, as MakeOBJ and BINOBJ make them for
 * a linker. Each record has a type, a length and a checksum, in a 16-bit or 32-bit form.
 * The table is the data of the only segment that has data. Source:
 * formats/keen/README.md, "Object files".
 */
enum { EXH_OMF_DATA_LIMIT = 1 << 20 /* bytes of a table */ };

/* An open object file. */
struct exh_omf {
	struct exh_bytes data; /* the table; base is 0 unless it is in one record */
	/* First public name, such as "_maphead"; size 0: none. */
	struct exh_bytes symbol;
};

/* True if a header record with the file's name comes first, and another record
 * follows. */
EXH_API bool exh_omf_is(struct exh_bytes file);

/*
 * Reads the table. data lives in the arena unless it is in one record; symbol is
 * borrowed. EXH_TRUNCATED if the file ends before its end record, EXH_INVALID for data
 * outside of the segment and for a file without data, EXH_UNSUPPORTED for repeated data
 * (LIDATA) and for data in several segments, EXH_LIMIT for a segment above
 * EXH_OMF_DATA_LIMIT. Wrong checksums and gaps in the segment's data, which are filled
 * with zero bytes, are noted.
 */
EXH_CHECKED enum exh_status exh_omf_open(struct exh_bytes file, struct exh_arena *arena,
					 struct exh_omf *out, struct exh_notes *notes,
					 struct exh_error *err);

/*
 * Appends the object file with another table. All other records stay the same. If the
 * table is the same, so are all bytes; otherwise lengths and checksums are updated. Fails
 * as exh_omf_open does; EXH_LIMIT for a table that the file's 16-bit records can't hold.
 */
EXH_CHECKED enum exh_status exh_omf_replace(struct exh_bytes file, struct exh_bytes data,
					    struct exh_writer *out,
					    struct exh_error *err);

/* Encodes count samples to as many bytes; each byte is the best one for its sample.
 * states carries over as in the decoder. */
EXH_API void exh_zork_adpcm_encode(const struct exh_zork_adpcm *adpcm,
				   struct exh_zork_adpcm_state *states,
				   unsigned channel_count, const int16_t *in,
				   size_t count, uint8_t *out);

/*
 * Encodes a whole sound with the smallest error that a search over all steps finds, never
 * more than exh_zork_adpcm_encode has. Samples that were decoded from ADPCM come back
 * exactly; bytes that this function made come back byte for byte. Takes some seconds for
 * a million samples. count is a multiple of channel_count. EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_zork_adpcm_search(const struct exh_zork_adpcm *adpcm,
						  unsigned channel_count,
						  const int16_t *in, size_t count,
						  uint8_t *out, struct exh_error *err);

/*
 * WAV: finds the samples; chunks may be in any order. The size in the RIFF header is
 * ignored.
 */

/* An open WAV file. */
struct exh_wav {
	/* Format tag: 1 is PCM; for an extensible format, the tag that it extends. */
	unsigned tag;
	unsigned channel_count, bits; /* bits per sample */
	uint32_t rate_hz;
	size_t format_offset;	  /* bytes, of the content of "fmt " in the file */
	struct exh_bytes samples; /* borrowed from the file */
};

/*
 * Reads the header. EXH_INVALID if it is no WAV file, EXH_TRUNCATED without a format or
 * samples. If the size of the samples was unknown to the writer (0, which is noted; or
 * near 2^31 or 2^32) they extend to the end of the file. Other files that end within
 * their samples are noted as damaged.
 */
EXH_CHECKED enum exh_status exh_wav_open(struct exh_bytes in, struct exh_wav *out,
					 struct exh_notes *notes, struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
