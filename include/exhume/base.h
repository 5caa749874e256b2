/*
 * Types that all of libexhume shares: byte views, status and error, notes on damage,
 * the arena, the growing writer, indexed pictures and palettes.
 *
 * The library opens no file, prints nothing and keeps no state of its own: a decoder
 * is a function of the bytes it is given.
 *
 * Each verb has one meaning in all headers:
 *   _open    reads headers and directories. Later calls decode the contents; they still
 *            need the bytes and structures that were passed to _open.
 *   _read    decodes everything. Names and other byte strings may still be slices of the
 *            input, which must then outlive the result.
 *   _make    computes a structure from options.
 *   _start   initialises a structure that the caller owns: a player, cursor or writer.
 *   _new     allocates an opaque object. _free releases it, and accepts NULL.
 *   _free    also releases structures that own memory; one of all zeros is fine.
 *   _pack, _write, _encode
 *            turn decoded data back into the file's bytes.
 *
 * Functions marked EXH_CHECKED return EXH_OK (0), or an error after filling *err. Outputs
 * are undefined after an error, unless the function's comment says more. err and notes
 * may always be NULL. Functions that append to a struct exh_writer set out->failed when
 * writing fails; those that return void report it in no other way.
 */
#ifndef EXHUME_BASE_H
#define EXHUME_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A code page. */
struct exh_code_page {
	/* Unicode character of each byte in a text; 0: none (but byte 0 itself is 0).
	 * No two bytes share a character. */
	uint32_t unicode[256];
};

/* Attribute that imports or exports a function. Define it before including this header
 * for a compiler that needs another one. */
#ifndef EXH_API
#if defined(__GNUC__)
#define EXH_API __attribute__((visibility("default")))
#else
#define EXH_API
#endif
#endif

#if defined(__GNUC__)
#define EXH_PRINTF(index, first) __attribute__((format(printf, index, first)))
#else
#define EXH_PRINTF(index, first)
#endif

/* Marks functions that can fail: the compiler warns about an ignored status. To ignore
 * one on purpose, write (void)!f(). */
#if defined(__GNUC__)
#define EXH_CHECKED EXH_API __attribute__((warn_unused_result))
#elif defined(__cplusplus) && __cplusplus >= 201703L
#define EXH_CHECKED [[nodiscard]] EXH_API
#else
#define EXH_CHECKED EXH_API
#endif

/* Version of this header. While the major number is 0, a new minor number may change
 * anything. */
#define EXH_VERSION_MAJOR 0
#define EXH_VERSION_MINOR 1
#define EXH_VERSION_PATCH 0

/* Returns "MAJOR.MINOR.PATCH" of the library that runs, not of the header. The string
 * is static. */
EXH_API const char *exh_version(void);

/* A borrowed view of bytes, which must stay valid as long as it is used. */
struct exh_bytes {
	const uint8_t *data;
	size_t size; /* bytes */
	size_t base; /* offset of data[0] in its file, for messages */
};

/* Sets *out to in[offset .. offset + size). False, and *out is unchanged, if any of it
 * lies outside. */
EXH_API bool exh_bytes_slice(struct exh_bytes in, size_t offset, size_t size,
			     struct exh_bytes *out);

/* Result of a function that can fail. */
enum exh_status {
	EXH_OK = 0,
	EXH_TRUNCATED,	 /* the data ends inside a structure that it declares */
	EXH_INVALID,	 /* a value that no valid file has */
	EXH_UNSUPPORTED, /* valid, but not supported yet */
	EXH_LIMIT,	 /* larger than the caller's buffer or a limit */
	EXH_NO_MEMORY,	 /* malloc failed, or an arena's limit is reached */
	EXH_IO,		 /* the library never returns this; programs on top of it may */
};

/* Returns the status as text ("truncated"), or "unknown" for any other number. The
 * string is static. */
EXH_API const char *exh_status_name(enum exh_status status);

/* The offset of an error or note that belongs to no place in a file. */
#define EXH_NO_OFFSET ((size_t)-1)

/* Details of a failure. The caller owns it; functions accept NULL instead. It is
 * filled only on failure. */
struct exh_error {
	enum exh_status status;
	size_t offset;	/* bytes, in the file that was read; or EXH_NO_OFFSET */
	char text[256]; /* NUL-terminated; lower case, no full stop */
};

/* Fills err (NULL is fine) and returns status. format is as for printf; longer texts
 * are cut. */
EXH_API enum exh_status exh_fail(struct exh_error *err, enum exh_status status,
				 size_t offset, const char *format, ...) EXH_PRINTF(4, 5);

/* Prepends a place, formatted as by printf, to the text of an error: "chunk 4: " +
 * text. Returns status. err may be NULL. */
EXH_API enum exh_status exh_within(struct exh_error *err, enum exh_status status,
				   const char *format, ...) EXH_PRINTF(3, 4);

/* A file that is read piece by piece through a callback, for formats whose files are
 * large. */
struct exh_source {
	size_t size; /* bytes */
	/* Fills out with size bytes at offset, which lie within the file. A status
	 * other than EXH_OK stops the reader, which returns it. Calls never overlap. */
	enum exh_status (*read)(void *context, size_t offset, void *out, size_t size,
				struct exh_error *err);
	void *context; /* passed to read */
};

/* Returns a source that reads from memory. *bytes and its data are borrowed: both must
 * outlive the source. */
EXH_API struct exh_source exh_source_of(const struct exh_bytes *bytes);

/*
 * Memory for decoded structures, freed all at once. To start, set limit (SIZE_MAX: none)
 * and zeros elsewhere. The limit counts the requested bytes.
 */
struct exh_block;
struct exh_arena {
	/* Bytes: the most that may be allocated, and the sum so far. */
	size_t limit, used;
	struct exh_block *last;
};

/* Returns count * size zeroed bytes, aligned for any type. NULL beyond the limit, or
 * when memory is short. */
EXH_API void *exh_alloc(struct exh_arena *arena, size_t count, size_t size);
/* Returns a copy of bytes, followed by a NUL that size does not count; base is kept.
 * data is NULL only when memory is short. */
EXH_API struct exh_bytes exh_memdup(struct exh_arena *arena, struct exh_bytes bytes);
/* Frees all memory of the arena, which may then be used again. The limit is kept. */
EXH_API void exh_arena_free(struct exh_arena *arena);

/*
 * Severity of a fault in a file that could still be read. A warning: no data that a
 * person would miss is lost. Damage: data is lost.
 */
enum exh_severity { EXH_WARNING, EXH_DAMAGE };

/* One fault in a file: a warning or damage. */
struct exh_note {
	enum exh_severity severity;
	size_t offset;	       /* bytes, in the file; or EXH_NO_OFFSET */
	char text[224];	       /* NUL-terminated; lower case, no full stop */
	struct exh_note *next; /* NULL: the last one */
};

/* List of notes, in the order in which faults were found. To start, set arena and
 * zeros elsewhere. Notes live in the arena. */
struct exh_notes {
	struct exh_arena *arena;
	struct exh_note *first, *last;
	size_t warning_count, damage_count; /* counted even when memory is short */
	/* Counts up to which notes are kept, set by exh_notes_limit; 0: no limit. */
	size_t last_warning, last_damage;
};

/* Appends a note, formatted as by printf. notes may be NULL. When memory is short the
 * note is only counted. */
EXH_API void exh_note(struct exh_notes *notes, enum exh_severity severity, size_t offset,
		      const char *format, ...) EXH_PRINTF(4, 5);

/*
 * A growing buffer. To start, set limit (bytes, SIZE_MAX: none) and zeros elsewhere.
 * After the first failure (out of memory, over the limit) failed stays set and further
 * writes do nothing: check it once, at the end. Free it with exh_writer_free.
 */
struct exh_writer {
	uint8_t *data;
	size_t size, capacity, limit; /* bytes */
	bool failed;
};

/* Append bytes, or a number in little-endian order. */
EXH_API void exh_write_bytes(struct exh_writer *out, const void *data, size_t size);
EXH_API void exh_write_u8(struct exh_writer *out, uint8_t value);
EXH_API void exh_write_u16le(struct exh_writer *out, uint16_t value);
EXH_API void exh_write_u24le(struct exh_writer *out, uint32_t value);
EXH_API void exh_write_u32le(struct exh_writer *out, uint32_t value);
/* Overwrites four bytes at offset at, such as a size that is known only at the end.
 * Does nothing after a failure. */
EXH_API void exh_write_u32le_at(struct exh_writer *out, size_t at, uint32_t value);
/* Returns all bytes written so far, borrowed from the writer: valid until its next
 * write. */
EXH_API struct exh_bytes exh_writer_bytes(const struct exh_writer *out);
/* Frees the buffer. The writer is then empty and may be used again. */
EXH_API void exh_writer_free(struct exh_writer *out);

/* A colour. */
struct exh_color {
	uint8_t red, green, blue, alpha; /* alpha 0: not drawn, 255: opaque */
};

/* A list of colours; the caller owns it. */
struct exh_palette {
	size_t count; /* 1..256 */
	struct exh_color colors[256];
};

/* Sets the 16 RGBI colours, with brown. Source: keen-formats 3.2. */
EXH_API void exh_palette_ega(struct exh_palette *palette);

/* Sets the four colours of CGA mode 4: palette 0 (green, red) or 1 (cyan, magenta),
 * with intensity or without. */
EXH_API void exh_palette_cga(struct exh_palette *palette, int number, bool intense);

/* A picture of palette indices: one byte per pixel, row-major, top row first, no
 * padding. */
struct exh_image {
	size_t width, height; /* pixels */
	uint8_t *pixels;      /* width * height palette indices */
};

#ifdef __cplusplus
}
#endif

#endif
