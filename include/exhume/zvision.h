/*
 * ZVision (Zork Nemesis, Zork: Grand Inquisitor): pictures in memory, animations, and
 * sounds without a header.
 *
 * Pixels: 16 bits each, red in bits 14 to 10, green in 9 to 5, blue in 4 to 0; bit 15 has
 *         no meaning, and is kept. Row-major, top row first, no padding.
 * Memory: callers own every buffer; records borrow the bytes they were read from.
 * Source: zvision 1, 3 and 4; formats/zvision/README.md.
 */
#ifndef EXHUME_ZVISION_H
#define EXHUME_ZVISION_H

#include "codec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A picture in memory; the caller owns the pixels. */
struct exh_zv_picture {
	size_t width, height; /* pixels */
	uint16_t *pixels;
};

/*
 * RLF animations: a header, then records of one frame each. A reader takes the header,
 * then a record's head, then as many bytes of data as the head declares: never the whole
 * file.
 */
enum {
	EXH_ZV_RLF_HEADER_SIZE = 180,
	EXH_ZV_RLF_RECORD_SIZE = 28, /* before a frame's data */
	EXH_ZV_RLF_FIELD_COUNT = 11,
};

/* Header of an animation. */
struct exh_zv_rlf {
	uint32_t frame_count;	/* as declared */
	uint32_t width, height; /* pixels, at least 1 */
	uint32_t tenths;	/* duration of a frame, in 0.1 ms */
	/* Fields of unknown meaning, in the order of the file; kept for writing. */
	uint32_t unknown[EXH_ZV_RLF_FIELD_COUNT];
};

/* Returns the duration of a frame in milliseconds, as the engine computes it. */
EXH_API uint32_t exh_zv_rlf_milliseconds(const struct exh_zv_rlf *rlf);

/*
 * Reads the header. in: the file's first EXH_ZV_RLF_HEADER_SIZE bytes, or all of it.
 * EXH_INVALID without its mark, or for a picture without pixels; EXH_LIMIT above 2^26
 * pixels. Unexpected marks inside are noted.
 */
EXH_CHECKED enum exh_status exh_zv_rlf_open(struct exh_bytes in, struct exh_zv_rlf *rlf,
					    struct exh_notes *notes,
					    struct exh_error *err);

/* Kind of a record. */
enum exh_zv_rlf_kind {
	EXH_ZV_RLF_SIMPLE,  /* key frame: a whole picture */
	EXH_ZV_RLF_MASKED,  /* only the pixels that change */
	EXH_ZV_RLF_UNKNOWN, /* no changes */
};

/* Head of a record. */
struct exh_zv_rlf_record {
	enum exh_zv_rlf_kind kind;
	uint32_t size;	      /* bytes to the next record */
	uint32_t data_offset; /* bytes from the start of the record */
	uint32_t tag;	      /* as stored, little-endian */
	uint32_t unknown[3];
};

/* Reads a record's head. in: the file from the record's first byte on. EXH_TRUNCATED,
 * or EXH_INVALID without its mark or for sizes that contradict each other. */
EXH_CHECKED enum exh_status exh_zv_rlf_record(struct exh_bytes in,
					      struct exh_zv_rlf_record *record,
					      struct exh_error *err);

/*
 * Applies a record's data to the picture of the previous frame (zeros before the first),
 * count pixels. Pixels past the last one are dropped, as in the engine. EXH_TRUNCATED if
 * the data end within a run, EXH_INVALID if they continue past the last pixel: the
 * picture then has all complete runs, as in the engine.
 */
EXH_CHECKED enum exh_status exh_zv_rlf_apply(enum exh_zv_rlf_kind kind,
					     struct exh_bytes data, uint16_t *pixels,
					     size_t count, struct exh_error *err);

/*
 * Sounds: .raw, .src and .ifp files have no header; a letter of the name gives their
 * encoding.
 */
enum exh_zv_game { EXH_ZV_NEMESIS, EXH_ZV_ZGI };

/* Encoding of samples. */
enum exh_zv_packing {
	EXH_ZV_ADPCM,  /* exh_zork_adpcm */
	EXH_ZV_PCM_8,  /* unsigned */
	EXH_ZV_PCM_16, /* signed, little-endian */
};

/* Encoding of a sound. */
struct exh_zv_sound {
	uint32_t rate_hz;
	unsigned channel_count; /* 1, or 2: interleaved, left first */
	enum exh_zv_packing packing;
};

/* Gets the encoding from the seventh letter (Nemesis) or the eighth (Grand Inquisitor)
 * of a name without folders, in upper or lower case. False if the letter has no
 * meaning in that game. */
EXH_API bool exh_zv_sound_by_name(const char *name, enum exh_zv_game game,
				  struct exh_zv_sound *sound);

/*
 * ZFS archives of ZVision (Zork Nemesis, Zork: Grand Inquisitor): a header, then a chain
 * of blocks of directory entries, with the members' bytes between them.
 *
 * The whole file is never needed: the directory is read through a callback, and a member
 * is its bytes in the file, each XORed with a byte of the archive's key.
 *
 * Memory: the list of members lies in the caller's arena.
 * Source: zvision 5; formats/zvision/README.md.
 */

enum {
	EXH_ZV_ZFS_HEADER_SIZE = 28,
	EXH_ZV_ZFS_ENTRY_SIZE = 36,
	EXH_ZV_ZFS_NAME_SIZE = 16,
	EXH_ZV_ZFS_KEY_SIZE = 4,
	EXH_ZV_ZFS_PER_BLOCK = 100, /* entries of a block in all known files */
};

/* A member of an archive. */
struct exh_zv_zfs_member {
	uint8_t name[EXH_ZV_ZFS_NAME_SIZE]; /* as stored: ends at a NUL or fills it all */
	uint32_t offset, size;		    /* bytes, as stored */
	uint32_t id;			    /* counted from 0 */
	uint32_t time;			    /* seconds since 1970, in UTC */
	uint32_t flags;			    /* EXH_ZV_ZFS_DELETED and so on */
	size_t there;			    /* bytes of it that the file has */
	/* Bytes, of its entry in the file, for messages. */
	size_t entry_offset;
};

/* An open archive. */
struct exh_zv_zfs {
	uint32_t per_block;  /* entries in a block, at least 1 */
	uint32_t file_count; /* as declared */
	uint8_t key[EXH_ZV_ZFS_KEY_SIZE];
	uint32_t first_block; /* bytes, in the file */
	size_t block_count;
	struct exh_zv_zfs_member *members; /* in the order of the directory */
	size_t member_count;
};

/*
 * Reads header and directory. EXH_INVALID without its mark or with empty blocks,
 * EXH_TRUNCATED below EXH_ZV_ZFS_HEADER_SIZE. A chain that leads outside the file, or
 * back to or into a block already read, ends there, which is noted: as damage if fewer
 * members were found than declared. Incomplete members and those outside the file are not
 * noted: there counts the available bytes. Entries without a name are skipped. If members
 * are missing, or the file continues after all that the directory leads to (which is
 * noted), entries found elsewhere become members, too.
 */
EXH_CHECKED enum exh_status
exh_zv_zfs_open(const struct exh_source *source, struct exh_arena *arena,
		struct exh_zv_zfs *zfs, struct exh_notes *notes, struct exh_error *err);

/* Flags of a member (zvision.md section 5). Bits 8 to 31 may have its unpacked size. */
enum {
	EXH_ZV_ZFS_DELETED = 1 << 0, /* the games ignore it */
	EXH_ZV_ZFS_LZO1X = 1 << 1,   /* bytes are compressed */
	EXH_ZV_ZFS_LZO1Y = 1 << 2,
};

/* Treatment of the last size mod 4 bytes of a member. It is unknown which one is
 * right. */
enum exh_zv_zfs_tail {
	EXH_ZV_ZFS_TAIL_BYTES, /* like the others */
	EXH_ZV_ZFS_TAIL_WORDS, /* unchanged: only words of four bytes are XORed */
};

/*
 * Decrypts or encrypts a piece of a member in place: count bytes, the first of which is
 * byte number at of the member, which has member_size bytes.
 */
EXH_API void exh_zv_zfs_crypt(const uint8_t key[EXH_ZV_ZFS_KEY_SIZE],
			      enum exh_zv_zfs_tail tail, size_t member_size, size_t at,
			      uint8_t *data, size_t count);

enum { EXH_ZV_ZFS_TEXT_SIZE = 2 * EXH_ZV_ZFS_NAME_SIZE + 1 };

/* Converts a name to NUL-terminated UTF-8: each byte is a Latin-1 character. */
EXH_API void exh_zv_zfs_name_to_utf8(const uint8_t name[EXH_ZV_ZFS_NAME_SIZE],
				     char text[EXH_ZV_ZFS_TEXT_SIZE]);

/*
 * ZVision (Zork Nemesis, Zork: Grand Inquisitor): pictures and cursors.
 *
 * Pixels: 15 bits, red in bits 14 to 10, green in 9 to 5, blue in 4 to 0; bit 15 is
 *         cleared. Row-major, top row first, no padding. As stored: panoramas are
 *         transposed, which the file does not record.
 * Memory: callers own every buffer; open pictures borrow the bytes they were opened on.
 * Source: zvision 1 and 2; formats/zvision/README.md.
 */

/*
 * Pictures: .tga is one of two formats, TGZ (packed by LZSS) or Truevision's.
 */
enum {
	EXH_ZV_TGZ_HEADER_SIZE = 16,
	EXH_ZV_TGA_HEADER_SIZE = 18,
	EXH_ZV_PICTURE_PIXELS = 1 << 26, /* pixels of a picture, at most */
};

/* Format of a .tga file. */
enum exh_zv_tga_kind { EXH_ZV_TGZ, EXH_ZV_TGA };

/* An open picture. */
struct exh_zv_tga {
	enum exh_zv_tga_kind kind;
	size_t width, height; /* pixels, at least 1 */
	/* Bytes of pixels: as a TGZ declares; else computed from size and depth. */
	size_t declared_size;
	struct exh_bytes data; /* packed or bare pixels, up to the end of the file */
	/* Only for a plain TGA, as stored. */
	uint8_t type;	      /* 1 or 2, with run lengths 9 or 10 */
	uint8_t bits;	      /* per pixel: 8 (in a colour map), 15 or 16 */
	uint8_t descriptor;   /* bit 5: the top row is first; 4: the right column is */
	uint16_t map_first;   /* number of the first colour in the map ... */
	struct exh_bytes map; /* ... of two bytes each */
};

/*
 * Reads the header; exh_zv_tga_decode checks the amount of data. EXH_TRUNCATED,
 * EXH_INVALID if it is neither format, EXH_LIMIT above EXH_ZV_PICTURE_PIXELS, and
 * EXH_UNSUPPORTED for plain TGA of other depths: 8 bits per channel do not fit into 5,
 * and other programs read them. A TGZ's size that does not match the picture is noted.
 */
EXH_CHECKED enum exh_status exh_zv_tga_open(struct exh_bytes in, struct exh_zv_tga *tga,
					    struct exh_notes *notes,
					    struct exh_error *err);

/*
 * Decodes a picture: fills width * height pixels. Missing pixels are black, and noted as
 * damage; data past the last pixel are ignored. done (may be NULL) counts bytes of
 * tga->data, and bytes of pixels as stored. EXH_LIMIT if count does not match.
 */
EXH_CHECKED enum exh_status exh_zv_tga_decode(const struct exh_zv_tga *tga,
					      uint16_t *pixels, size_t count,
					      struct exh_expansion *done,
					      struct exh_notes *notes,
					      struct exh_error *err);

/* Appends a plain TGA as the games have them: 16 bits, the bottom row first. EXH_LIMIT
 * for a side of 0 or above 65535, or too many pixels. */
EXH_CHECKED enum exh_status exh_zv_tga_write(const struct exh_zv_picture *picture,
					     struct exh_writer *out,
					     struct exh_error *err);

/* An open cursor. */
struct exh_zv_cursor {
	uint16_t hot_x, hot_y;	/* hot spot, pixels from the top left */
	uint16_t width, height; /* pixels, at least 1 */
	struct exh_bytes data;	/* up to the end of the file; borrowed */
};

/* Opens a cursor. EXH_TRUNCATED, or EXH_INVALID without its mark or without pixels,
 * EXH_LIMIT above EXH_ZV_PICTURE_PIXELS. A hot spot outside and bytes after the pixels
 * are noted. */
EXH_CHECKED enum exh_status exh_zv_cursor_open(struct exh_bytes in,
					       struct exh_zv_cursor *cursor,
					       struct exh_notes *notes,
					       struct exh_error *err);

/* Decodes a cursor: fills width * height pixels. Missing ones are transparent, and
 * noted as damage. EXH_LIMIT if count does not match. */
EXH_CHECKED enum exh_status exh_zv_cursor_decode(const struct exh_zv_cursor *cursor,
						 uint16_t *pixels, size_t count,
						 struct exh_notes *notes,
						 struct exh_error *err);

/*
 * ZVision texts: lines of UTF-16LE or of bytes (.txt, .str), tags in them, and subtitles
 * (.sub), which time the lines.
 *
 * Text:   UTF-8 after reading, lines without their ends.
 * Memory: all of it lies in the caller's arena.
 * Source: zvision 13; formats/zvision/README.md.
 */

/* Encoding of a text file. */
enum exh_zv_encoding {
	EXH_ZV_ENCODING_AUTO, /* as exh_zv_text_encoding guesses it */
	EXH_ZV_WIDE,	      /* UTF-16LE, lines end with the three bytes 0D 0A 00 */
	EXH_ZV_LATIN1,	      /* one byte per letter; lines end with CR LF, LF or CR */
	EXH_ZV_CP1251,	      /* like Latin-1, in code page 1251; a Russian release */
	EXH_ZV_WIDE_CP1251,   /* wide, and units below 256 are bytes of CP1251 */
	EXH_ZV_CP1252,	      /* like Latin-1, with letters from 80 to 9F: Windows-1252 */
	EXH_ZV_WIDE_CP1252,   /* wide, and units below 256 are bytes of CP1252 */
	EXH_ZV_UTF8,	      /* lines as in Latin-1; may begin with the mark EF BB BF */
};

/* A line. */
struct exh_zv_text_line {
	const char *text; /* NUL-terminated, contains no other NUL */
	size_t size;	  /* bytes of UTF-8 */
	size_t offset;	  /* bytes, in the file */
};

/* A text file. */
struct exh_zv_text {
	enum exh_zv_encoding encoding; /* never AUTO */
	size_t line_count;
	struct exh_zv_text_line *lines;
};

/*
 * Reads a text. A line end at the end of the file starts no further line. Invalid
 * characters and 0 become U+FFFD, and are noted. EXH_NO_MEMORY: the arena's limit.
 */
EXH_CHECKED enum exh_status
exh_zv_text_read(struct exh_bytes file, enum exh_zv_encoding encoding,
		 struct exh_arena *arena, struct exh_zv_text *text,
		 struct exh_notes *notes, struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
