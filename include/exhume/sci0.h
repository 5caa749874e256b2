/*
 * Resources of Sierra's SCI games: the map (RESOURCE.MAP), the volumes (RESOURCE.001 and
 * on) and the loose patch files that override them.
 *
 * Memory: lists lie in the caller's arena; what is opened borrows the bytes it was opened
 * on.
 * Source: sci0-formats 1; formats/sci0/README.md.
 */
#ifndef EXHUME_SCI0_H
#define EXHUME_SCI0_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum exh_sci0_type {
	EXH_SCI0_VIEW,
	EXH_SCI0_PIC,
	EXH_SCI0_SCRIPT,
	EXH_SCI0_TEXT,
	EXH_SCI0_SOUND,
	EXH_SCI0_MEMORY,
	EXH_SCI0_VOCAB,
	EXH_SCI0_FONT,
	EXH_SCI0_CURSOR,
	EXH_SCI0_PATCH,
	/* From here on SCI01 and later alone. */
	EXH_SCI0_BITMAP,
	EXH_SCI0_PALETTE,
	EXH_SCI0_CDAUDIO,
	EXH_SCI0_AUDIO,
	EXH_SCI0_SYNC,
	EXH_SCI0_MESSAGE,
	EXH_SCI0_MAP,
	EXH_SCI0_HEAP,
};

enum {
	EXH_SCI0_TYPES = 18,
	EXH_SCI0_NUMBERS = 2048, /* of a type, in SCI0's map */
	EXH_SCI0_MAP_ENTRY_SIZE = 6,
	EXH_SCI0_RECORD_HEADER_SIZE = 8,
	EXH_SCI0_PATCH_NUMBERS =
		1000, /* of the games' patch files, which have three digits */
	EXH_SCI0_UNPACKED_LIMIT = 65535, /* bytes: all that a record can declare */
};

/* "view" and so on, as patch files are named; NULL from EXH_SCI0_TYPES on. */
EXH_API const char *exh_sci0_type_name(unsigned type);

/* The way back, in any case of the letters; EXH_SCI0_TYPES for no name of a type. */
EXH_API unsigned exh_sci0_type_from_name(const char *name);

/* How map and volumes are laid out. */
enum exh_sci0_layout {
	EXH_SCI0_LAYOUT_SCI0, /* 6 bytes an entry: volume 6 bits, offset 26. SCI01, too */
	EXH_SCI0_LAYOUT_EARLY, /* the same, volume 4 bits, offset 28: early SCI1 */
	EXH_SCI0_LAYOUT_SCI1,  /* an index by type, 6 bytes an entry */
	EXH_SCI0_LAYOUT_SCI11, /* an index by type, 5 bytes an entry */
	EXH_SCI0_LAYOUTS,
};

/* "sci0", "sci1-early", "sci1", "sci1.1". */
EXH_API const char *exh_sci0_layout_name(enum exh_sci0_layout layout);

struct exh_sci0_entry {
	uint8_t type;
	uint8_t volume; /* RESOURCE.001 is 1 */
	uint16_t number;
	uint32_t offset;     /* of its record, in the volume */
	uint32_t map_offset; /* of the entry, in the map */
	bool is_shadowed;    /* one before it has the same type and number, and counts */
};

struct exh_sci0_map {
	enum exh_sci0_layout layout;
	struct exh_sci0_entry *entries; /* in the map's order */
	size_t count;
	bool is_ended;	  /* by its mark */
	size_t used_size; /* bytes of the map up to and with the mark */
};

/*
 * What a map's bytes look like. The early layout is told from SCI0's by its numbers of
 * volumes, which all would be multiples of 4.
 */
EXH_API enum exh_sci0_layout exh_sci0_map_layout(struct exh_bytes map);

/*
 * Reads a map. A missing mark is noted as a warning; an entry that is cut off, a type
 * that is none and parts of an index that lead outside are noted as damage, and left out.
 * Bytes behind the mark are left alone. EXH_INVALID if that leaves no entry, and there is
 * no mark (a map of the mark alone is one of no entries), EXH_NO_MEMORY.
 */
EXH_API enum exh_status exh_sci0_map_read(struct exh_bytes map,
					  enum exh_sci0_layout layout,
					  struct exh_arena *arena,
					  struct exh_sci0_map *out,
					  struct exh_notes *notes, struct exh_error *err);

/* Appends the entries and the mark in SCI0's layout. EXH_LIMIT for what has no room in
 * it: a type of 32, a number of 2048, volume 63 (which is the mark's), 64 MiB. */
EXH_API enum exh_status exh_sci0_map_write(const struct exh_sci0_entry *entries,
					   size_t count, struct exh_writer *out,
					   struct exh_error *err);

/* How a record's payload is packed; methods are numbered otherwise in SCI0 and SCI1. */
enum exh_sci0_packing {
	EXH_SCI0_STORED,
	EXH_SCI0_LZW,
	EXH_SCI0_HUFFMAN,
	EXH_SCI0_LZW1,
	EXH_SCI0_LZW1_VIEW,
	EXH_SCI0_LZW1_PIC,
	EXH_SCI0_DCL, /* implode: not read */
	EXH_SCI0_PACKING_UNKNOWN,
};

/* "stored", "lzw", "huffman", "lzw1", "lzw1-view", "lzw1-pic", "dcl", "unknown". */
EXH_API const char *exh_sci0_packing_name(enum exh_sci0_packing packing);

struct exh_sci0_record {
	uint8_t type;
	uint16_t number;
	uint16_t method;
	enum exh_sci0_packing packing; /* what method means in this layout */
	uint32_t packed_size;	       /* of payload, bytes: the field less 4 */
	uint32_t unpacked_size;
	struct exh_bytes payload; /* cut off where the volume ends */
	size_t size;		  /* of the whole record, as it is declared */
};

/*
 * Reads the header of a record at offset, within a volume. Fails for a header past the
 * end (EXH_TRUNCATED), a packed size below 4 and a type that is none (EXH_INVALID); a
 * payload that is cut off is left to the caller, who sees payload.size < packed_size.
 */
EXH_API enum exh_status exh_sci0_record_read(struct exh_bytes volume, size_t offset,
					     enum exh_sci0_layout layout,
					     struct exh_sci0_record *out,
					     struct exh_error *err);

/*
 * Unpacks into dst, of unpacked_size bytes. What can be had of a damaged payload is there
 * (*produced bytes, zeros behind) when it fails: EXH_TRUNCATED, EXH_INVALID;
 * EXH_UNSUPPORTED for dcl and unknown methods. A stored record whose sizes differ is
 * EXH_INVALID. arena serves methods 3 and 4. Where SCI01's numbering is in doubt, what
 * gives exactly unpacked_size bytes is taken.
 */
EXH_API enum exh_status exh_sci0_record_unpack(const struct exh_sci0_record *record,
					       struct exh_arena *arena, uint8_t *dst,
					       size_t *produced, struct exh_notes *notes,
					       struct exh_error *err);

/* Appends a record of SCI0's layout, whose payload is packed as packing already: stored,
 * lzw or huffman. EXH_LIMIT for what the fields can't say. */
EXH_API enum exh_status
exh_sci0_record_write(unsigned type, unsigned number, enum exh_sci0_packing packing,
		      struct exh_bytes payload, size_t unpacked_size,
		      struct exh_writer *out, struct exh_error *err);

/*
 * Patch files: TYPE.NNN, in any case of the letters, or SCI1's NNN.v56 and its like.
 */

/* Is it such a name (without folders), and whose? */
EXH_API bool exh_sci0_patch_name(const char *name, unsigned *type, unsigned *number);

/*
 * The resource in a patch file of this type. EXH_TRUNCATED under 3 bytes, EXH_INVALID
 * when the first byte tells of another type or the header passes the end.
 */
EXH_API enum exh_status exh_sci0_patch_read(struct exh_bytes file, unsigned type,
					    struct exh_bytes *out, struct exh_error *err);

/* Appends the two bytes that a patch file of this type begins with. */
EXH_API void exh_sci0_patch_write_header(unsigned type, struct exh_writer *out);

#ifdef __cplusplus
}
#endif
#endif
