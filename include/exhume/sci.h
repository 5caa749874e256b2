/*
 * Resources of Sierra's SCI games: the map (RESOURCE.MAP), the volumes (RESOURCE.001 and
 * on) and the loose patch files that override them.
 *
 * Memory: lists lie in the caller's arena; what is opened borrows the bytes it was opened
 * on.
 * Source: sci0-formats 1; formats/sci/README.md.
 */
#ifndef EXHUME_SCI_H
#define EXHUME_SCI_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum exh_sci_type {
	EXH_SCI_VIEW,
	EXH_SCI_PIC,
	EXH_SCI_SCRIPT,
	EXH_SCI_TEXT,
	EXH_SCI_SOUND,
	EXH_SCI_MEMORY,
	EXH_SCI_VOCAB,
	EXH_SCI_FONT,
	EXH_SCI_CURSOR,
	EXH_SCI_PATCH,
	/* From here on only in SCI01 and later. */
	EXH_SCI_BITMAP,
	EXH_SCI_PALETTE,
	EXH_SCI_CDAUDIO,
	EXH_SCI_AUDIO,
	EXH_SCI_SYNC,
	EXH_SCI_MESSAGE,
	EXH_SCI_MAP,
	EXH_SCI_HEAP,
};

enum {
	EXH_SCI_TYPES = 18,
	EXH_SCI_NUMBERS = 2048, /* per type, in SCI0's map */
	EXH_SCI_MAP_ENTRY_SIZE = 6,
	EXH_SCI_RECORD_HEADER_SIZE = 8,
	EXH_SCI_PATCH_NUMBERS =
		1000, /* in names of patch files, which have three digits */
	EXH_SCI_UNPACKED_LIMIT = 65535, /* bytes: the most that a record can declare */
};

/* "view" and so on, as patch files are named; NULL from EXH_SCI_TYPES on. */
EXH_API const char *exh_sci_type_name(unsigned type);

/* The way back, in upper or lower case; EXH_SCI_TYPES if no type has that name. */
EXH_API unsigned exh_sci_type_from_name(const char *name);

/* How map and volumes are laid out. */
enum exh_sci_layout {
	EXH_SCI_LAYOUT_SCI0,  /* 6 bytes an entry: volume 6 bits, offset 26. SCI01, too */
	EXH_SCI_LAYOUT_EARLY, /* the same, volume 4 bits, offset 28: early SCI1 */
	EXH_SCI_LAYOUT_SCI1,  /* an index by type, 6 bytes an entry */
	EXH_SCI_LAYOUT_SCI11, /* an index by type, 5 bytes an entry */
	EXH_SCI_LAYOUTS,
};

/* "sci0", "sci1-early", "sci1", "sci1.1". */
EXH_API const char *exh_sci_layout_name(enum exh_sci_layout layout);

struct exh_sci_entry {
	uint8_t type;
	uint8_t volume; /* RESOURCE.001 is 1 */
	uint16_t number;
	uint32_t offset;     /* of its record, in the volume */
	uint32_t map_offset; /* of the entry, in the map */
	bool is_shadowed; /* an earlier one has the same type and number and takes effect
			   */
};

struct exh_sci_map {
	enum exh_sci_layout layout;
	struct exh_sci_entry *entries; /* in the map's order */
	size_t count;
	bool is_ended;	  /* by its mark */
	size_t used_size; /* bytes of the map, including the mark */
};

/*
 * Guesses the layout from a map's bytes. Read as SCI0's, the early layout would have only
 * volume numbers that are multiples of 4.
 */
EXH_API enum exh_sci_layout exh_sci_map_layout(struct exh_bytes map);

/*
 * Reads a map. A missing mark is noted as a warning; a truncated entry, an invalid type
 * and parts of an index that point outside are noted as damage, and left out. Bytes after
 * the mark are ignored. EXH_INVALID if no entry is left and there is no mark (a mark
 * alone is an empty map), EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status
exh_sci_map_read(struct exh_bytes map, enum exh_sci_layout layout,
		 struct exh_arena *arena, struct exh_sci_map *out,
		 struct exh_notes *notes, struct exh_error *err);

/* Appends the entries and the mark in SCI0's layout. EXH_LIMIT for values that do not
 * fit: type 32, number 2048, volume 63 (reserved for the mark), offset 64 MiB. */
EXH_CHECKED enum exh_status exh_sci_map_write(const struct exh_sci_entry *entries,
					      size_t count, struct exh_writer *out,
					      struct exh_error *err);

/* How a record's payload is packed; SCI0 and SCI1 number the methods differently. */
enum exh_sci_packing {
	EXH_SCI_STORED,
	EXH_SCI_LZW,
	EXH_SCI_HUFFMAN,
	EXH_SCI_LZW1,
	EXH_SCI_LZW1_VIEW,
	EXH_SCI_LZW1_PIC,
	EXH_SCI_DCL, /* implode: unsupported */
	EXH_SCI_PACKING_UNKNOWN,
};

/* "stored", "lzw", "huffman", "lzw1", "lzw1-view", "lzw1-pic", "dcl", "unknown". */
EXH_API const char *exh_sci_packing_name(enum exh_sci_packing packing);

struct exh_sci_record {
	uint8_t type;
	uint16_t number;
	uint16_t method;
	enum exh_sci_packing packing; /* what method means in this layout */
	uint32_t packed_size;	      /* of payload, bytes: the field less 4 */
	uint32_t unpacked_size;
	struct exh_bytes payload; /* truncated at the end of the volume */
	size_t size;		  /* of the whole record, as declared */
};

/*
 * Reads the header of a record at offset, within a volume. Fails for a header past the
 * end (EXH_TRUNCATED), a packed size below 4 and an invalid type (EXH_INVALID); a
 * truncated payload is left to the caller, who sees payload.size < packed_size.
 */
EXH_CHECKED enum exh_status exh_sci_record_read(struct exh_bytes volume, size_t offset,
						enum exh_sci_layout layout,
						struct exh_sci_record *out,
						struct exh_error *err);

/*
 * The next record of a volume of SCI0's layout, from *offset on, without a map: *offset
 * becomes its place, *whole whether all of it can be unpacked. At *offset itself, where
 * the record before it ends, a damaged one counts if another follows it, or the end of
 * the volume; after other bytes only whole ones do. False: there is none.
 */
EXH_API bool exh_sci_record_find(struct exh_bytes volume, size_t *offset,
				 struct exh_sci_record *out, bool *whole);

/*
 * Unpacks into dst, of unpacked_size bytes. On failure dst holds what could be salvaged
 * (*produced bytes, then zeros): EXH_TRUNCATED, EXH_INVALID; EXH_UNSUPPORTED for dcl and
 * unknown methods. A stored record whose sizes differ is EXH_INVALID. arena serves
 * methods 3 and 4. Where SCI01's numbering is ambiguous, the method that gives exactly
 * unpacked_size bytes is used.
 */
EXH_CHECKED enum exh_status exh_sci_record_unpack(const struct exh_sci_record *record,
						  struct exh_arena *arena, uint8_t *dst,
						  size_t *produced,
						  struct exh_notes *notes,
						  struct exh_error *err);

/* Appends a record of SCI0's layout, whose payload is already packed as packing: stored,
 * lzw or huffman. EXH_LIMIT for values that don't fit the fields. */
EXH_CHECKED enum exh_status
exh_sci_record_write(unsigned type, unsigned number, enum exh_sci_packing packing,
		     struct exh_bytes payload, size_t unpacked_size,
		     struct exh_writer *out, struct exh_error *err);

/*
 * The interpreter's version as its program has it, "0.000.685": the first such text.
 * False if there is none, as in a program that is packed.
 */
enum { EXH_SCI_VERSION_SIZE = 10 /* with the 0 at the end */ };
EXH_API bool exh_sci_interpreter_version(struct exh_bytes program,
					 char out[EXH_SCI_VERSION_SIZE]);

/*
 * Patch files: TYPE.NNN, in upper or lower case, or SCI1's NNN.v56 and similar.
 */

/* Is it such a name (without folders)? If so, gets its type and number. */
EXH_API bool exh_sci_patch_name(const char *name, unsigned *type, unsigned *number);

/*
 * The resource in a patch file of this type. EXH_TRUNCATED under 3 bytes, EXH_INVALID
 * when the first byte is another type or the header passes the end.
 */
EXH_CHECKED enum exh_status exh_sci_patch_read(struct exh_bytes file, unsigned type,
					       struct exh_bytes *out,
					       struct exh_error *err);

/* Appends the two bytes that a patch file of this type begins with. */
EXH_API void exh_sci_patch_write_header(unsigned type, struct exh_writer *out);

#ifdef __cplusplus
}
#endif
#endif
