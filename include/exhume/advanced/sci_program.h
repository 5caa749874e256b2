/*
 * All scripts of an SCI0 game as one program: classes, selectors, kernel functions and
 * texts that one script defines and others use.
 *
 * Memory: everything lies in the caller's arena, except bytes, which are the resources'.
 * Source: sci0-vm 2.2, 2.3, 2.6, 4.1, 4.4.
 */
#ifndef EXHUME_ADVANCED_SCI_PROGRAM_H
#define EXHUME_ADVANCED_SCI_PROGRAM_H

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

/* A script of the game. */
struct exh_sci_program_script {
	uint16_t number;
	bool is_open; /* true if its code could be read */
	struct exh_sci_code code;
	struct exh_notes notes;
	struct exh_error error; /* valid if it is not open */
};

/* A class of the game. */
struct exh_sci_program_class {
	/* Number as in vocab.996, or of the script in which it was found. */
	uint16_t script;
	/* Script with the class; NULL: none. */
	const struct exh_sci_program_script *owner;
	const struct exh_sci_object *object;
	struct exh_bytes name;
};

/* A text resource of the game. */
struct exh_sci_program_text {
	uint16_t number;
	struct exh_bytes *strings; /* strings, no NUL */
	size_t string_count;
};

/* The opened program. */
struct exh_sci_program {
	struct exh_sci_program_script *scripts; /* sorted by number */
	size_t script_count;
	struct exh_sci_program_class *classes; /* index: the class's number */
	size_t class_count;
	size_t listed_class_count;	    /* number of them in vocab.996 */
	struct exh_sci_program_text *texts; /* sorted by number */
	size_t text_count;
	struct exh_sci_names selectors; /* vocab.997; no items if it is missing */
	/* Vocab.999; the usual names for numbers that it lacks or leaves unknown. */
	struct exh_sci_names kernel;
	struct exh_sci_words words;	 /* vocab.000, if present */
	struct exh_sci_lexicon *lexicon; /* index of the words, or NULL */
	/* Code page of its texts, for messages and events; NULL: 437. Set by the
	 * caller, who also sets the lexicon's. */
	const struct exh_code_page *page;
};

/*
 * Opens scripts, texts and vocabularies 0, 996, 997 and 999 among parts; others are
 * ignored. Of several parts with one number the first counts. Faults in a script are
 * noted in its own notes, faults in a vocabulary or a text in notes. EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_program_open(const struct exh_sci_part *parts,
						 size_t count, struct exh_arena *arena,
						 struct exh_sci_program *out,
						 struct exh_notes *notes,
						 struct exh_error *err);

/* Returns the script of a number, or NULL if the game lacks it. */
EXH_API const struct exh_sci_program_script *
exh_sci_program_script(const struct exh_sci_program *program, unsigned number);

/* Returns the class of a number, or NULL if it is unknown. object is NULL if only its
 * number is listed. */
EXH_API const struct exh_sci_program_class *
exh_sci_program_class(const struct exh_sci_program *program, unsigned number);

/* Returns the number of the class with this name, or -1 if there is none, or more than
 * one. */
EXH_API int exh_sci_program_class_named(const struct exh_sci_program *program,
					struct exh_bytes name);

/* Returns the selectors of an object's properties: its own, or its species'. *count is
 * at most the number of properties. NULL if they are unknown. */
EXH_API const uint16_t *exh_sci_program_selectors(const struct exh_sci_program *program,
						  const struct exh_sci_object *object,
						  size_t *count);

/* Return the name of a selector or kernel function; without bytes if there is none. */
EXH_API struct exh_bytes exh_sci_program_selector(const struct exh_sci_program *program,
						  unsigned number);
EXH_API struct exh_bytes exh_sci_program_kernel(const struct exh_sci_program *program,
						unsigned number);

/* Return the first number with this name, or -1 if there is none. */
EXH_API int exh_sci_program_selector_named(const struct exh_sci_program *program,
					   struct exh_bytes name);
EXH_API int exh_sci_program_kernel_named(const struct exh_sci_program *program,
					 struct exh_bytes name);

/* Gets a string of a text resource. False if there is none. */
EXH_API bool exh_sci_program_text(const struct exh_sci_program *program, unsigned number,
				  unsigned index, struct exh_bytes *out);

/*
 * A method that was found. exh_sci_program_method finds an object's method for a
 * selector: its own, or that of its nearest superclass; script and object are then that
 * class's. False if there is none. A circle of superclasses ends the search. script is
 * the object's.
 */
struct exh_sci_found_method {
	const struct exh_sci_program_script *script;
	const struct exh_sci_object *object;
	uint16_t code; /* offset of the code in the script */
};
EXH_API bool exh_sci_program_method(const struct exh_sci_program *program,
				    const struct exh_sci_program_script *script,
				    const struct exh_sci_object *object,
				    unsigned selector, struct exh_sci_found_method *out);

/* True if an object is this class or of it, or of a class derived from it. A circle of
 * superclasses ends the search. */
EXH_API bool exh_sci_program_is_kind(const struct exh_sci_program *program,
				     const struct exh_sci_object *object,
				     unsigned class_number);

/* True if the superclasses of a class form a circle. */
EXH_API bool exh_sci_program_is_circular(const struct exh_sci_program *program,
					 unsigned class_number);

/* True if the scripts were made for an interpreter before 0.000.502, as far as can be
 * known: the class with a method overlay (Rm) gives DrawPic a third argument that is
 * not 0. Also false if memory is short. Source: sci0-vm-notes. */
EXH_API bool exh_sci_program_is_before_502(const struct exh_sci_program *program);

/* Gives the system's selectors their usual numbers, for a machine that runs a program
 * without vocab.997. False if memory is short. Source: sci0-vm-notes. */
EXH_CHECKED bool exh_sci_program_usual_selectors(struct exh_sci_program *program,
						 struct exh_arena *arena);

#ifdef __cplusplus
}
#endif

#endif
