/*
 * Softdisk's files around its games: libraries of packed files (KDREAMS.CMP, .SHL) and
 * text screens (.SCN). The texts that are linked into Keen Dreams are in keen_text.h.
 *
 * Names:   16 bytes of code page 437, as stored; a caller that creates files from them
 *          must make them safe.
 * Memory:  libraries and screens borrow the bytes they were opened on; the rest is in the
 *          arena.
 * Source:  keen-formats 6 and 7; formats/keen/README.md for the gaps in them.
 */
#ifndef EXHUME_ADVANCED_SOFTDISK_H
#define EXHUME_ADVANCED_SOFTDISK_H

#include "cp437.h"
#include "keen_text.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Libraries.
 */

/* Kind of a file. */
enum exh_softdisk_kind {
	EXH_SOFTDISK_NONE,
	EXH_SOFTDISK_SLIB, /* a library: any number of files */
	EXH_SOFTDISK_COMP, /* one file, LZSS, without a name */
	EXH_SOFTDISK_CMP1, /* one file, any method, without a name */
};

/* Compression of a member. */
enum exh_softdisk_method { EXH_SOFTDISK_STORE, EXH_SOFTDISK_LZSS, EXH_SOFTDISK_LZH };

enum { EXH_SOFTDISK_NAME_SIZE = 16 };

/* Returns the kind, judged only by the mark at the start. */
EXH_API enum exh_softdisk_kind exh_softdisk_kind(struct exh_bytes file);

/* Returns "store", "lzss" or "lzh", as typed and in JSON; "unknown" for other numbers.
 * The string is static. */
EXH_API const char *exh_softdisk_method_name(unsigned method);

/* A packed file. */
struct exh_softdisk_member {
	/* Number in the directory, for messages. */
	size_t index;
	uint8_t name[EXH_SOFTDISK_NAME_SIZE + 1]; /* NUL-terminated; empty: no name */
	size_t offset;				  /* bytes, of the chunk in the file */
	size_t packed_size;			  /* bytes, as declared */
	size_t size;				  /* bytes after expansion, as declared */
	unsigned method;
	bool lost; /* no data of it can be read */
	/* Available bytes; fewer than packed_size if truncated. */
	struct exh_bytes packed;
};

/* An open library. */
struct exh_softdisk_library {
	enum exh_softdisk_kind kind;
	unsigned version; /* version of a library; else 0 */
	struct exh_softdisk_member *members;
	size_t member_count;
};

/*
 * Reads the directory. Members that lie partly or wholly outside the file are noted and
 * kept in the list. EXH_TRUNCATED if no entry of the directory is complete, EXH_INVALID
 * for another mark, EXH_UNSUPPORTED for a version above 2.
 */
EXH_CHECKED enum exh_status exh_softdisk_open(struct exh_bytes file,
					      struct exh_arena *arena,
					      struct exh_softdisk_library *out,
					      struct exh_notes *notes,
					      struct exh_error *err);

/*
 * Expands a member; out->data is in the arena. Damage is noted, and the data before it
 * are returned. EXH_TRUNCATED if the member is lost, EXH_UNSUPPORTED for an
 * unknown method, EXH_NO_MEMORY over the arena's limit.
 */
EXH_CHECKED enum exh_status exh_softdisk_extract(const struct exh_softdisk_member *member,
						 struct exh_arena *arena,
						 struct exh_bytes *out,
						 struct exh_notes *notes,
						 struct exh_error *err);

/* A file to put into a library. */
struct exh_softdisk_source {
	struct exh_bytes name; /* 1 to 16 bytes of code page 437 */
	struct exh_bytes content;
	enum exh_softdisk_method method;
};

/*
 * Appends a library of version 2. EXH_INVALID for an empty or too long name,
 * EXH_LIMIT for more than 65535 files or 4 GiB.
 */
EXH_CHECKED enum exh_status exh_softdisk_pack(const struct exh_softdisk_source *sources,
					      size_t count, struct exh_writer *out,
					      struct exh_error *err);

/*
 * Text screens: the text page as saved by BASIC's BSAVE, or its bare 4000 bytes; each
 * cell is a character byte and an attribute byte. Attributes: bits 0-3 colour of the
 * character, 4-6 of the background, 7 blinks.
 */
struct exh_text_screen {
	bool has_header;
	uint16_t segment, offset; /* from the header: address of the page in memory */
	size_t columns, rows;
	struct exh_bytes cells; /* at most columns * rows * 2 bytes */
};

/* A character of code page 437 and its attribute. */
struct exh_text_cell {
	uint8_t code, attribute; /* character of code page 437, and attribute */
};

/*
 * Recognises the header, or 4000 bytes that are not lines of text. Cells that the header
 * declares but the file lacks are noted. EXH_TRUNCATED within the header, EXH_INVALID for
 * another kind of file, EXH_UNSUPPORTED for a BSAVE image that is not a text page.
 */
EXH_CHECKED enum exh_status exh_text_screen_open(struct exh_bytes file,
						 struct exh_text_screen *out,
						 struct exh_notes *notes,
						 struct exh_error *err);

/* Returns a cell. Missing cells are light grey spaces on black. */
EXH_API struct exh_text_cell exh_text_screen_cell(const struct exh_text_screen *screen,
						  size_t column, size_t row);

/* Appends all columns of a row as UTF-8, without a line end. */
EXH_API void exh_text_screen_row(const struct exh_text_screen *screen, size_t row,
				 struct exh_writer *out);

/* Appends all rows as UTF-8 lines, without trailing spaces. */
EXH_API void exh_text_screen_to_utf8(const struct exh_text_screen *screen,
				     struct exh_writer *out);

/*
 * Appends all rows as UTF-8 lines with ECMA-48 colours (30-37, 90-97, 40-47) and blinking
 * (5); each line begins and ends with the terminal's default colours.
 */
EXH_API void exh_text_screen_to_ansi(const struct exh_text_screen *screen,
				     struct exh_writer *out);

#ifdef __cplusplus
}
#endif

#endif
