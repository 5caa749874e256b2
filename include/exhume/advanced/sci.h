/*
 * Resources of Sierra's SCI games: the map (RESOURCE.MAP), the volumes (RESOURCE.001 and
 * on) and the loose patch files that override them. The rest of exhume/sci.h, which has
 * units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_SCI_H
#define EXHUME_ADVANCED_SCI_H

#include "../sci.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the type of a name in upper or lower case, or EXH_SCI_TYPES if there is
 * none. */
EXH_API unsigned exh_sci_type_from_name(const char *name);

/* Returns "sci0", "sci1-early", "sci1" or "sci1.1". It is static. */
EXH_API const char *exh_sci_layout_name(enum exh_sci_layout layout);

/*
 * Guesses the layout from a map's bytes. Read with SCI0's layout, an early SCI1 map would
 * have only volume numbers that are multiples of 4.
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

/* Compression of a record's payload; SCI0 and SCI1 number the methods differently. */
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

/* Returns "stored", "lzw", "huffman", "lzw1", "lzw1-view", "lzw1-pic", "dcl" or
 * "unknown". It is static. */
EXH_API const char *exh_sci_packing_name(enum exh_sci_packing packing);

/* A record of a volume. */
struct exh_sci_record {
	uint8_t type; /* enum exh_sci_type */
	uint16_t number;
	uint16_t method;	      /* as stored */
	enum exh_sci_packing packing; /* meaning of method in this layout */
	uint32_t packed_size;	      /* bytes of payload: the stored number minus 4 */
	uint32_t unpacked_size;	      /* bytes */
	struct exh_bytes payload;     /* borrowed; truncated at the end of the volume */
	size_t size;		      /* bytes of the whole record, as declared */
};

/*
 * Reads the header of a record at offset in a volume. EXH_TRUNCATED for a header past the
 * end, EXH_INVALID for a packed size below 4 and an invalid type. A truncated payload is
 * left to the caller, who sees payload.size < packed_size.
 */
EXH_CHECKED enum exh_status exh_sci_record_read(struct exh_bytes volume, size_t offset,
						enum exh_sci_layout layout,
						struct exh_sci_record *out,
						struct exh_error *err);

/*
 * Finds the next record of a volume of SCI0's layout, from *offset on, without a map.
 * *offset becomes its offset; *whole is true if all of it can be unpacked. At *offset
 * itself, where the previous record ends, a damaged record counts if another one, or the
 * end of the volume, follows it; after other bytes only whole ones do. False: there is
 * none.
 */
EXH_API bool exh_sci_record_find(struct exh_bytes volume, size_t *offset,
				 struct exh_sci_record *out, bool *whole);

/*
 * Unpacks into dst, which has unpacked_size bytes. On failure dst has the salvaged part
 * (*produced bytes, then zeros): EXH_TRUNCATED, EXH_INVALID; EXH_UNSUPPORTED for dcl and
 * unknown methods. A stored record whose sizes differ is EXH_INVALID. arena is used as
 * temporary memory by methods 3 and 4. Where SCI01's numbering is ambiguous, the method
 * that gives exactly unpacked_size bytes is used.
 */
EXH_CHECKED enum exh_status exh_sci_record_unpack(const struct exh_sci_record *record,
						  struct exh_arena *arena, uint8_t *dst,
						  size_t *produced,
						  struct exh_notes *notes,
						  struct exh_error *err);

/* Appends a record of SCI0's layout, whose payload is already packed as packing:
 * stored, lzw or huffman. EXH_LIMIT for values that don't fit the fields. */
EXH_CHECKED enum exh_status
exh_sci_record_write(unsigned type, unsigned number, enum exh_sci_packing packing,
		     struct exh_bytes payload, size_t unpacked_size,
		     struct exh_writer *out, struct exh_error *err);

/*
 * Gets the interpreter's version from its program: the first text like "0.000.685".
 * False if there is none, as in a program that is packed.
 */
enum { EXH_SCI_VERSION_SIZE = 10 /* bytes, with the NUL */ };
EXH_API bool exh_sci_interpreter_version(struct exh_bytes program,
					 char out[EXH_SCI_VERSION_SIZE]);

/*
 * Patch files: TYPE.NNN, in upper or lower case, or SCI1's NNN.v56 and similar.
 */

/* True if a name (without folders) is that of a patch file; sets its type and number. */
EXH_API bool exh_sci_patch_name(const char *name, unsigned *type, unsigned *number);

/*
 * Gets the resource in a patch file of this type, borrowed from file. EXH_TRUNCATED under
 * 3 bytes, EXH_INVALID if the first byte is another type or the header passes the end.
 */
EXH_CHECKED enum exh_status exh_sci_patch_read(struct exh_bytes file, unsigned type,
					       struct exh_bytes *out,
					       struct exh_error *err);

/* Appends the two bytes at the start of a patch file of this type. */
EXH_API void exh_sci_patch_write_header(unsigned type, struct exh_writer *out);

#ifdef __cplusplus
}
#endif

#endif
