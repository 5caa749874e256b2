/*
 * All scripts of an SCI0 game as one program: what a class, a selector, a kernel function
 * or a text of one script is in the others.
 *
 * Memory: everything lies in the caller's arena, except bytes, which are the resources'.
 * Source: sci0-vm 2.2, 2.3, 2.6, 4.1, 4.4.
 */
#ifndef EXHUME_SCI_PROGRAM_H
#define EXHUME_SCI_PROGRAM_H

#include "sci_code.h"
#include "sci_names.h"
#include "sci_vocab.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A resource of the game. */
struct exh_sci_part {
	unsigned type, number; /* EXH_SCI_SCRIPT and so on */
	struct exh_bytes bytes;
};

struct exh_sci_program_script {
	uint16_t number;
	bool is_open; /* its code could be read */
	struct exh_sci_code code;
	struct exh_notes notes;
	struct exh_error error; /* if it is not open */
};

struct exh_sci_program_class {
	uint16_t script; /* as vocab.996 has it, or that in which it was found */
	const struct exh_sci_program_script *owner; /* NULL: no script has it */
	const struct exh_sci_object *object;
	struct exh_bytes name;
};

struct exh_sci_program_text {
	uint16_t number;
	struct exh_bytes *strings; /* without NUL */
	size_t string_count;
};

struct exh_sci_program {
	struct exh_sci_program_script *scripts; /* by number */
	size_t script_count;
	struct exh_sci_program_class *classes; /* by number */
	size_t class_count;
	size_t listed_class_count;	    /* of them, those in vocab.996 */
	struct exh_sci_program_text *texts; /* by number */
	size_t text_count;
	struct exh_sci_names selectors; /* vocab.997; no items if it is missing */
	/* vocab.999; the usual name of the number where it has none, or an unknown one */
	struct exh_sci_names kernel;
	struct exh_sci_words words;	 /* vocab.000, if it is there */
	struct exh_sci_lexicon *lexicon; /* of them, or NULL */
	/* Of its texts, for messages and events; NULL: 437. Set by the caller, also that
	   of the lexicon. */
	const struct exh_code_page *page;
};

/*
 * Opens scripts, texts and vocabularies 0, 996, 997 and 999 among parts; others are
 * left out. Of several with one number the first counts. What is wrong with a
 * script stands in its own notes, with a vocabulary or a text in notes. EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_program_open(const struct exh_sci_part *parts,
						 size_t count, struct exh_arena *arena,
						 struct exh_sci_program *out,
						 struct exh_notes *notes,
						 struct exh_error *err);

/* NULL if the game doesn't have it. */
EXH_API const struct exh_sci_program_script *
exh_sci_program_script(const struct exh_sci_program *program, unsigned number);

/* The class of a number; NULL if it is unknown. object is NULL if only its number is
 * listed. */
EXH_API const struct exh_sci_program_class *
exh_sci_program_class(const struct exh_sci_program *program, unsigned number);

/* The class with this name; -1 if there is none, or more than one. */
EXH_API int exh_sci_program_class_named(const struct exh_sci_program *program,
					struct exh_bytes name);

/* The selectors of an object's properties: its own, or those of its species. *count is at
 * most that of its properties; NULL if they are unknown. */
EXH_API const uint16_t *exh_sci_program_selectors(const struct exh_sci_program *program,
						  const struct exh_sci_object *object,
						  size_t *count);

/* Names of selectors and kernel functions; without bytes if there is none. */
EXH_API struct exh_bytes exh_sci_program_selector(const struct exh_sci_program *program,
						  unsigned number);
EXH_API struct exh_bytes exh_sci_program_kernel(const struct exh_sci_program *program,
						unsigned number);

/* The first number with this name; -1 if there is none. */
EXH_API int exh_sci_program_selector_named(const struct exh_sci_program *program,
					   struct exh_bytes name);
EXH_API int exh_sci_program_kernel_named(const struct exh_sci_program *program,
					 struct exh_bytes name);

/* A string of a text resource. False if there is none. */
EXH_API bool exh_sci_program_text(const struct exh_sci_program *program, unsigned number,
				  unsigned index, struct exh_bytes *out);

/* The method that an object has for a selector: its own, or the nearest of its
 * superclasses, in which case *owner is that class's script and *object that class. False
 * if there is none; a circle of superclasses ends the search. script is the object's. */
struct exh_sci_found_method {
	const struct exh_sci_program_script *script;
	const struct exh_sci_object *object;
	uint16_t code;
};
EXH_API bool exh_sci_program_method(const struct exh_sci_program *program,
				    const struct exh_sci_program_script *script,
				    const struct exh_sci_object *object,
				    unsigned selector, struct exh_sci_found_method *out);

/* Is an object of this class, or of one below it, or is it one of these? A circle of
 * superclasses ends the search. */
EXH_API bool exh_sci_program_is_kind(const struct exh_sci_program *program,
				     const struct exh_sci_object *object,
				     unsigned class_number);

/* Do the superclasses of a class have no end: does one of them come back to itself? */
EXH_API bool exh_sci_program_is_circular(const struct exh_sci_program *program,
					 unsigned class_number);

/* True if the scripts were made for an interpreter before 0.000.502, as far as can be
 * known: the class with a method overlay (Rm) gives DrawPic a third argument that is not
 * 0. False too when memory is short. Source: sci0-vm-notes. */
EXH_API bool exh_sci_program_is_before_502(const struct exh_sci_program *program);

/* For a machine that runs a program without vocab.997: the system's selectors get their
 * usual numbers. False when memory is short. Source: sci0-vm-notes. */
EXH_CHECKED bool exh_sci_program_usual_selectors(struct exh_sci_program *program,
						 struct exh_arena *arena);

#ifdef __cplusplus
}
#endif
#endif
