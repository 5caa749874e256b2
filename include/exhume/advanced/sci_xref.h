/*
 * Uses in the scripts of an SCI0 game: other scripts, rooms, views, pics, sounds, fonts,
 * cursors, texts, kernel functions, globals, selectors and classes, as far as their
 * numbers are constant.
 *
 * A number is constant if code pushes it, if a global or local variable has only one
 * value in the whole game, or if an object's property has it. The meaning of a property
 * or message is known by its selector's name: view, picture, font, north, newRoom and so
 * on.
 *
 * Memory: lists lie in the caller's arena.
 * Source: sci0-vm 2, 3, 4.4; formats/sci/README.md, "Cross references, lint and strings".
 */
#ifndef EXHUME_ADVANCED_SCI_XREF_H
#define EXHUME_ADVANCED_SCI_XREF_H

#include "sci_flow.h"
#include "sci_program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kind of the thing that is used. */
enum exh_sci_use_kind {
	EXH_SCI_USE_SCRIPT, /* index: the export, or EXH_SCI_NO_INDEX */
	EXH_SCI_USE_ROOM,
	EXH_SCI_USE_VIEW,
	EXH_SCI_USE_PIC,
	EXH_SCI_USE_SOUND,
	EXH_SCI_USE_FONT,
	EXH_SCI_USE_CURSOR,
	EXH_SCI_USE_TEXT, /* index: number of the string in the resource */
	EXH_SCI_USE_KERNEL,
	EXH_SCI_USE_GLOBAL,
	EXH_SCI_USE_SELECTOR,
	EXH_SCI_USE_CLASS,
	EXH_SCI_USE_KINDS,
};

/* Manner of a use. */
enum exh_sci_use_manner {
	EXH_SCI_USED_LOAD, /* an argument of Load or another kernel function */
	/* An argument of a message; a selector: the message itself. */
	EXH_SCI_USED_SEND,
	EXH_SCI_USED_PROPERTY, /* the value of an object's property */
	EXH_SCI_USED_CALL,
	EXH_SCI_USED_READ,
	EXH_SCI_USED_WRITE,
	EXH_SCI_USED_CHANGE,  /* read and written: ++ and -- */
	EXH_SCI_USED_ADDRESS, /* lea: its use is unknown */
	EXH_SCI_USED_DEFINE,  /* a class has the selector, as a property or a method */
	EXH_SCI_USED_DISPOSE,
	EXH_SCI_USED_CLASS,	 /* used by the instruction class */
	EXH_SCI_USED_SUPERCLASS, /* superclass of a class, or species of an object */
	EXH_SCI_USED_MANNERS,
};

enum { EXH_SCI_NO_INDEX = 0xffff };

/* A use. */
struct exh_sci_use {
	uint8_t kind, manner;	/* enum exh_sci_use_kind and exh_sci_use_manner */
	uint16_t number, index; /* number of the used thing */
	uint16_t script;	/* script with the use */
	/* in that script: of the instruction, or of the property's word. */
	uint16_t offset;
	/* Selector of the message or property, or EXH_SCI_NO_INDEX. */
	uint16_t selector;
};

/* Return "script", "view" and so on; "load", "send" and so on. NULL beyond. They are
 * static. */
EXH_API const char *exh_sci_use_kind_name(unsigned kind);
EXH_API const char *exh_sci_use_manner_name(unsigned manner);

/* Finds all uses, sorted by kind, number, index, script, offset. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_uses(const struct exh_sci_program *program,
					 struct exh_arena *arena,
					 struct exh_sci_use **out, size_t *count,
					 struct exh_error *err);

/* Returns the uses of a kind, or of one number of a kind (number < 0: all): *count
 * from the result on, in a list made by exh_sci_uses. */
EXH_API const struct exh_sci_use *exh_sci_uses_of(const struct exh_sci_use *list,
						  size_t list_count, unsigned kind,
						  long number, size_t *count);

/* Owner of an offset in a script: an object, and the selector of a method or a
 * property of it. For an object's word its property; for code its method, or else its
 * function. */
struct exh_sci_place {
	const struct exh_sci_object *object;	 /* may be NULL */
	const struct exh_sci_function *function; /* may be NULL */
	int selector;				 /* -1: unknown */
};
EXH_API struct exh_sci_place exh_sci_place_of(const struct exh_sci_program *program,
					      const struct exh_sci_program_script *script,
					      unsigned offset);

#ifdef __cplusplus
}
#endif

#endif
