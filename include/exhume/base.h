/*
 * The common ground of libexhume's formats: bytes, status and error, notes of damage,
 * the arena, the growing writer, indexed pictures and palettes.
 *
 * The library opens no file, prints nothing and keeps no state of its own: a decoder
 * is a function of the bytes it is given.
 *
 * Each verb has one meaning in all headers:
 *   _open    looks at headers and directories. Contents are decoded by later calls, which
 *            still need the bytes and structures that were given.
 *   _read    decodes all. Names and other bytes may still be slices of the input.
 *   _make    computes a structure from options.
 *   _start   sets a structure of the caller's to its beginning: players, cursors,
 * writers. _new     makes an object that only the library sees into; _free ends it, and
 * takes NULL. _free also ends what else owns memory; all zeros are fine. _pack, _write
 * are the ways back.
 */
#ifndef EXHUME_BASE_H
#define EXHUME_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* May be defined before: what a compiler needs to import or export a function. */
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

/* Of functions that fail: a compiler warns where the status is ignored. Where that
 * is meant, (void)!f() says so to all of them. */
#if defined(__GNUC__)
#define EXH_CHECKED EXH_API __attribute__((warn_unused_result))
#elif defined(__cplusplus) && __cplusplus >= 201703L
#define EXH_CHECKED [[nodiscard]] EXH_API
#else
#define EXH_CHECKED EXH_API
#endif

/* Of the header. While the first number is 0, a new second one may change anything. */
#define EXH_VERSION_MAJOR 0
#define EXH_VERSION_MINOR 1
#define EXH_VERSION_PATCH 0

/* "MAJOR.MINOR.PATCH" of the library that runs, not of the header. */
EXH_API const char *exh_version(void);

/* A borrowed view of bytes. */
struct exh_bytes {
	const uint8_t *data;
	size_t size; /* bytes */
	size_t base; /* offset of data[0] in its file, for messages */
};

/* in[offset .. offset + size); false if any of it lies outside. */
EXH_API bool exh_bytes_slice(struct exh_bytes in, size_t offset, size_t size,
			     struct exh_bytes *out);

/* The value of a hexadecimal digit, in upper or lower case; -1 for any other byte. */
EXH_API int exh_hex_digit(uint8_t c);

/* ISO 3309 CRC-32, as zlib and PKZIP compute it. */
EXH_API uint32_t exh_crc32(struct exh_bytes in);

enum exh_status {
	EXH_OK = 0,
	EXH_TRUNCATED,	 /* the data ends inside something it promised */
	EXH_INVALID,	 /* a value no valid file holds */
	EXH_UNSUPPORTED, /* valid, but not supported yet */
	EXH_LIMIT,	 /* larger than the buffer or limit we were given */
	EXH_NO_MEMORY,
	EXH_IO, /* the library never returns this; programs on top of it may */
};

/* "truncated"; "unknown" for any other number. */
EXH_API const char *exh_status_name(enum exh_status status);

#define EXH_NO_OFFSET ((size_t)-1)

/* The details of a failure. The caller owns it and may pass NULL instead. */
struct exh_error {
	enum exh_status status;
	size_t offset;	/* in the file that was read, or EXH_NO_OFFSET */
	char text[256]; /* lower case, no full stop */
};

/* Fills err (NULL is fine) and returns status. */
EXH_API enum exh_status exh_fail(struct exh_error *err, enum exh_status status,
				 size_t offset, const char *format, ...) EXH_PRINTF(4, 5);

/* Prepends the place of an error to its text: "chunk 4: " + text. */
EXH_API enum exh_status exh_within(struct exh_error *err, enum exh_status status,
				   const char *format, ...) EXH_PRINTF(3, 4);

/* A file, wherever it is stored: for readers that take a large one piece by piece. */
struct exh_source {
	size_t size; /* bytes */
	/* Fills out with size bytes at offset, which lie within the file. A status other
	 * than EXH_OK stops the reader, which returns it. Calls never overlap. */
	enum exh_status (*read)(void *context, size_t offset, void *out, size_t size,
				struct exh_error *err);
	void *context;
};

/* A file in memory. bytes is borrowed, and so is what it points to. */
EXH_API struct exh_source exh_source_of(const struct exh_bytes *bytes);

/*
 * Memory for decoded structures, freed all at once. The limit counts the requested bytes;
 * exh_alloc returns NULL beyond it, or when memory is short. Memory is zeroed.
 */
struct exh_block;
struct exh_arena {
	size_t limit, used;
	struct exh_block *last;
};

EXH_API void *exh_alloc(struct exh_arena *arena, size_t count, size_t size);
/* A copy of bytes, followed by a NUL that size does not count. data is NULL only when
 * memory is short. */
EXH_API struct exh_bytes exh_memdup(struct exh_arena *arena, struct exh_bytes bytes);
EXH_API void exh_arena_free(struct exh_arena *arena);

/*
 * What was wrong with a file that could still be read. A warning: nothing that a person
 * would miss is lost. Damage: something is lost.
 */
enum exh_severity { EXH_WARNING, EXH_DAMAGE };

struct exh_note {
	enum exh_severity severity;
	size_t offset; /* in the file, or EXH_NO_OFFSET */
	char text[224];
	struct exh_note *next;
};

/* In the order they were found. All zeros but the arena: an empty list. */
struct exh_notes {
	struct exh_arena *arena;
	struct exh_note *first, *last;
	size_t warning_count, damage_count; /* counted even when memory is short */
	size_t last_warning,
		last_damage; /* the counts up to which notes are kept; 0: no limit */
};

EXH_API void exh_note(struct exh_notes *notes, enum exh_severity severity, size_t offset,
		      const char *format, ...) EXH_PRINTF(4, 5);

/* For readers that may find thousands of faults: until exh_notes_all, keeps at most this
 * many notes (above 0) of each severity. All are counted. One more note, which is not
 * counted, stands for those left out. NULL is fine; readers with limits do not nest. */
EXH_API void exh_notes_limit(struct exh_notes *notes, size_t most);
EXH_API void exh_notes_all(struct exh_notes *notes);

/*
 * A growing buffer. All zeros but the limit: an empty one; after the first
 * failure (out of memory, over the limit) further writes do nothing and failed stays set.
 */
struct exh_writer {
	uint8_t *data;
	size_t size, capacity, limit;
	bool failed;
};

EXH_API void exh_write_bytes(struct exh_writer *out, const void *data, size_t size);
EXH_API void exh_write_u8(struct exh_writer *out, uint8_t value);
EXH_API void exh_write_u16le(struct exh_writer *out, uint16_t value);
EXH_API void exh_write_u24le(struct exh_writer *out, uint32_t value);
EXH_API void exh_write_u32le(struct exh_writer *out, uint32_t value);
/* Overwrites earlier bytes, such as a size that is known only at the end.
 * Does nothing after a failure. */
EXH_API void exh_write_u32le_at(struct exh_writer *out, size_t at, uint32_t value);
/* What has been written so far; valid until the next write. */
EXH_API struct exh_bytes exh_writer_bytes(const struct exh_writer *out);
EXH_API void exh_writer_free(struct exh_writer *out);

struct exh_color {
	uint8_t red, green, blue, alpha; /* alpha 0: not drawn, 255: opaque */
};

struct exh_palette {
	size_t count; /* 1..256 */
	struct exh_color colors[256];
};

/* The 16 RGBI colours, with brown. Source: keen-formats 3.2. */
EXH_API void exh_palette_ega(struct exh_palette *palette);

/* The four colours of CGA mode 4: palette 0 (green, red) or 1 (cyan, magenta). */
EXH_API void exh_palette_cga(struct exh_palette *palette, int number, bool intense);

/* One byte per pixel, row-major, top row first, no padding. The caller owns the pixels.
 */
struct exh_image {
	size_t width, height; /* pixels */
	uint8_t *pixels;      /* width * height palette indices */
};

#ifdef __cplusplus
}
#endif
#endif
