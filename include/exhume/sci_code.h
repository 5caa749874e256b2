/*
 * What lies in a script of an SCI0 game: objects and classes, exports, relocations,
 * locals, strings, Said specs, and the instructions of its code.
 *
 * All offsets are those in the script (the resource, without a patch file's header).
 * Memory: everything lies in the caller's arena, except bytes, which are the resource's.
 * Source: sci0-vm 2 and 3.
 */
#ifndef EXHUME_SCI_CODE_H
#define EXHUME_SCI_CODE_H

#include "base.h"
#include "sci_opcode.h"
#include "sci_script.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI_OBJECT_MAGIC = 0x1234,
	EXH_SCI_OBJECT_HEAD = 8, /* bytes before an object's address */
	EXH_SCI_NO_CLASS = 0xffff,
	/* Properties that each object has, in their order. */
	EXH_SCI_SPECIES = 0,
	EXH_SCI_SUPERCLASS,
	EXH_SCI_INFO,
	EXH_SCI_NAME,
};

struct exh_sci_method {
	uint16_t selector; /* the number of its name: early scripts have twice that */
	uint16_t code;
};

struct exh_sci_object {
	uint16_t address; /* of its first property */
	bool is_class;
	size_t section; /* index in the script's sections */
	uint16_t *properties;
	size_t property_count;
	/* Of the properties, as in methods: a class has them, NULL otherwise. */
	uint16_t *selectors;
	struct exh_sci_method *methods;
	size_t method_count;
	struct exh_bytes name; /* without NUL; empty if it has none */
};

/* Bits of exh_sci_code.marks: what is known of a byte of the script. */
enum {
	EXH_SCI_AT_INSTRUCTION = 1, /* one begins */
	EXH_SCI_IN_INSTRUCTION = 2, /* it belongs to one */
	EXH_SCI_IS_REACHED = 4, /* the code that begins here is reached from an entry */
	EXH_SCI_IS_TARGET = 8,	/* of a branch */
	EXH_SCI_IS_ENTRY = 16,	/* of a method, an export or a call in the script */
	EXH_SCI_IS_RELOCATED = 32, /* the word here is an address */
};

/* Code that is called: it goes on to the next entry, or to the end of its section. */
struct exh_sci_function {
	uint16_t start, end;
	size_t first_instruction, instruction_count;
	const struct exh_sci_object *object; /* whose method it is, or NULL */
	uint16_t selector;		     /* of that method, the first */
	int export_number;		     /* -1: it is none */
};

struct exh_sci_code {
	struct exh_bytes bytes;
	struct exh_sci_script script;
	struct exh_sci_object *objects; /* and classes, by address */
	size_t object_count;
	uint16_t *exports; /* offsets of code, or addresses of objects */
	size_t export_count;
	uint16_t *relocations; /* offsets of words that are addresses */
	size_t relocation_count;
	uint16_t *locals; /* their first values */
	size_t local_count;
	uint16_t locals_offset;
	bool has_preload_text;
	/* By offset, none overlapping. Bytes of code sections that belong to no
	   instruction are data, or damaged. */
	struct exh_sci_instruction *instructions;
	size_t instruction_count;
	struct exh_sci_function *functions; /* by start */
	size_t function_count;
	uint8_t *marks; /* a byte for each of the script */
};

/*
 * Opens a script. Damage is noted: objects that are cut or irregular (left out), methods,
 * exports and branches outside the code or into an instruction, relocations outside of
 * properties and locals. The status is that of exh_sci_script_read; EXH_LIMIT for more
 * than 65,535 bytes.
 */
EXH_CHECKED enum exh_status
exh_sci_code_read(struct exh_bytes in, struct exh_arena *arena, struct exh_sci_code *out,
		  struct exh_notes *notes, struct exh_error *err);

/* The object at an address; NULL if there is none. */
EXH_API const struct exh_sci_object *exh_sci_code_object(const struct exh_sci_code *code,
							 unsigned address);

/* The place in instructions of the first at or after an offset. */
EXH_API size_t exh_sci_code_instruction(const struct exh_sci_code *code, unsigned offset);

/* The function that an offset lies in; NULL if there is none. */
EXH_API const struct exh_sci_function *
exh_sci_code_function(const struct exh_sci_code *code, unsigned offset);

/* The text at an offset, without NUL. False if the offset is in no section of strings. */
EXH_API bool exh_sci_code_string(const struct exh_sci_code *code, unsigned offset,
				 struct exh_bytes *out);

/* Is the word at an offset an address, as the relocations say? False outside: locals of
 * early scripts are. */
EXH_API bool exh_sci_code_is_address(const struct exh_sci_code *code, size_t offset);

/* The section that an offset lies in; NULL if it is outside. */
EXH_API const struct exh_sci_section *
exh_sci_code_section(const struct exh_sci_code *code, unsigned offset);

#ifdef __cplusplus
}
#endif
#endif
