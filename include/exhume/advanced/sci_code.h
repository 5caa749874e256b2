/*
 * Contents of a script of an SCI0 game: objects and classes, exports, relocations,
 * locals, strings, Said specs, and the instructions of its code.
 *
 * All offsets count from the start of the script (the resource, without a patch file's
 * header).
 * Memory: everything lies in the caller's arena, except bytes, which are the resource's.
 * Source: sci0-vm 2 and 3.
 */
#ifndef EXHUME_ADVANCED_SCI_CODE_H
#define EXHUME_ADVANCED_SCI_CODE_H

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
	/* Indices of the properties that each object has. */
	EXH_SCI_SPECIES = 0,
	EXH_SCI_SUPERCLASS,
	EXH_SCI_INFO,
	EXH_SCI_NAME,
};

/* A method. */
struct exh_sci_method {
	uint16_t selector; /* number of its name; early scripts store twice that */
	uint16_t code;	   /* offset of its code */
};

/* An object or a class. */
struct exh_sci_object {
	uint16_t address; /* offset of its first property */
	bool is_class;
	size_t section;	      /* index in the script's sections */
	uint16_t *properties; /* first values of the properties */
	size_t property_count;
	/* Selectors of the properties: of a class; NULL otherwise. */
	uint16_t *selectors;
	struct exh_sci_method *methods;
	size_t method_count;
	struct exh_bytes name; /* name, no NUL; empty: none */
};

/* Bits of exh_sci_code.marks, for each byte of the script. */
enum {
	EXH_SCI_AT_INSTRUCTION = 1, /* an instruction begins here */
	EXH_SCI_IN_INSTRUCTION = 2, /* the byte belongs to an instruction */
	/* The instruction that begins here is reached from an entry. */
	EXH_SCI_IS_REACHED = 4,
	EXH_SCI_IS_TARGET = 8, /* target of a branch */
	EXH_SCI_IS_ENTRY = 16, /* entry of a method, an export or a call in the script */
	EXH_SCI_IS_RELOCATED = 32, /* the word here is an address */
};

/* Code that is called; it extends to the next entry, or to the end of its section. */
struct exh_sci_function {
	uint16_t start, end;			     /* offsets, [start, end) */
	size_t first_instruction, instruction_count; /* in the list of instructions */
	const struct exh_sci_object *object; /* object that has it as a method, or NULL */
	uint16_t selector;		     /* selector of that method, the first one */
	int export_number;		     /* -1: not exported */
};

/* An opened script. */
struct exh_sci_code {
	struct exh_bytes bytes;
	struct exh_sci_script script;
	struct exh_sci_object *objects; /* objects and classes, by address */
	size_t object_count;
	uint16_t *exports; /* offsets of code, or addresses of objects */
	size_t export_count;
	uint16_t *relocations; /* offsets of words that are addresses */
	size_t relocation_count;
	uint16_t *locals; /* first values of the locals */
	size_t local_count;
	uint16_t locals_offset; /* bytes; offset of the locals in the script */
	bool has_preload_text;
	/* Sorted by offset, without overlaps. Bytes of code sections that belong to no
	 * instruction are data, or damaged. */
	struct exh_sci_instruction *instructions;
	size_t instruction_count;
	struct exh_sci_function *functions; /* sorted by start */
	size_t function_count;
	uint8_t *marks; /* marks of each byte of the script */
};

/*
 * Opens a script. Damage is noted: objects that are truncated or irregular (left out),
 * methods, exports and branches outside the code or into an instruction, relocations
 * outside of properties and locals. Errors are those of exh_sci_script_read; EXH_LIMIT
 * for more than 65,535 bytes.
 */
EXH_CHECKED enum exh_status
exh_sci_code_read(struct exh_bytes in, struct exh_arena *arena, struct exh_sci_code *out,
		  struct exh_notes *notes, struct exh_error *err);

/* Returns the object at an address, or NULL. */
EXH_API const struct exh_sci_object *exh_sci_code_object(const struct exh_sci_code *code,
							 unsigned address);

/* Returns the index in instructions of the first one at or after an offset. */
EXH_API size_t exh_sci_code_instruction(const struct exh_sci_code *code, unsigned offset);

/* Returns the function that an offset lies in, or NULL. */
EXH_API const struct exh_sci_function *
exh_sci_code_function(const struct exh_sci_code *code, unsigned offset);

/* Gets the text at an offset, without NUL. False if the offset is in no section of
 * strings. */
EXH_API bool exh_sci_code_string(const struct exh_sci_code *code, unsigned offset,
				 struct exh_bytes *out);

/* True if the relocations name the word at an offset as an address. Outside they never
 * do, although locals of early scripts are addresses. */
EXH_API bool exh_sci_code_is_address(const struct exh_sci_code *code, size_t offset);

/* Returns the section that an offset lies in, or NULL if it is outside. */
EXH_API const struct exh_sci_section *
exh_sci_code_section(const struct exh_sci_code *code, unsigned offset);

#ifdef __cplusplus
}
#endif

#endif
