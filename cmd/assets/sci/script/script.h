/* Scripts. */
#ifndef CMD_ASSETS_SCI_SCRIPT_SCRIPT_H
#define CMD_ASSETS_SCI_SCRIPT_SCRIPT_H

#include "task/fields.h"
#include "assets/sci/sci.h"
#include "task/report.h"
#include "task/text.h"
#include "task/text_encoding.h"

#include <exhume/base.h>
#include <exhume/advanced/sci_disasm.h>
#include <exhume/advanced/sci_strings.h>
#include <exhume/advanced/sci_xref.h>

/*
 * The request of exhume sci-script.
 */

enum {
	SCI_SCRIPT_AUTO,
	SCI_SCRIPT_TEXT,
	SCI_SCRIPT_JSON,
	SCI_SCRIPT_TSV,
	SCI_SCRIPT_DOT,
	SCI_SCRIPT_FORMATS,
};

struct sci_script_request {
	struct common common;
	/* The mode: one of them; none is disasm. */
	bool disasm, classes, hierarchy, xref, rooms, kernel, strings, lint;
	bool safe_cells;
	const char *assemble, *pack; /* files */
	struct strings only_texts;
	struct range *only; /* selected kinds of uses */
	size_t only_count;
	struct strings scripts;
	struct range *numbers;
	size_t number_count;
	const char *names, *object, *method;
	const char *known, *write_known; /* files of accepted findings; NULL: none */
	unsigned format, words;		 /* words: enum sci_words_use */
	bool is_plain, bare;
};

/*
 * The work of exhume sci-script, without its command line.
 */

/* Fields that it adds to the result of an input. */
extern const struct fields sci_script_result_fields;

void sci_script_run_input(void *context, const char *input, const char *output,
			  struct report *report, struct json *result);

/*
 * All scripts of a game, or one script with the names from its game.
 */

struct script_program {
	struct exh_arena arena;
	struct sci_game game;
	bool has_game;
	struct exh_sci_program program;
	const struct text_encoding *encoding; /* as in struct common */
	struct exh_sci_naming naming;
	struct exh_sci_project project; /* names by the authors of game */
	/* File of each script, by its index, for messages; in arena */
	const char **files;
	bool *is_selected; /* indexed like scripts */
	size_t selected_count;
};

struct script_selection {
	const struct range *numbers;
	size_t number_count; /* 0: all */
	/* Game with the names; NULL: the input's game */
	const char *names;
	enum sci_words_use use; /* words shown in Said specs */
};

/* For a program that is run: without vocab.997 sets the usual numbers of selectors,
 * which is reported. */
void script_usual_selectors(struct script_program *p, const char *path,
			    struct report *report);

/*
 * Opens a game's folder, or a single script ("-": standard input): then names come from
 * the game in the same folder, if there is one. Damage is reported, also scripts that
 * can't be opened. False, and reported, if there is no script. Always to be closed.
 */
bool script_program_open(struct script_program *p, const char *input,
			 const struct script_selection *selection, struct report *report);
/* Opens only the names of a game; path may be NULL: no names. */
bool script_program_open_names(struct script_program *p, const char *path,
			       struct report *report);
/* Returns the program of an open game with its volumes read, in arena: names and code
 * of all scripts; or, if game is NULL, of the script in the file at path. Damage is
 * not reported. NULL, and reported, if it exceeds the arena's limit. Not to be closed. */
struct script_program *script_program_share(struct sci_game *game, const char *path,
					    struct exh_arena *arena,
					    struct report *report);
void script_program_close(struct script_program *p);

/*
 * The text of a script in UTF-8: quoted strings and specs contain letters of the game.
 * Without an encoding codes from 0x80 on stay codes.
 */

/* Converts a disassembly. */
void script_text_to_utf8(const struct script_program *p, struct exh_bytes text,
			 struct exh_writer *out);
enum exh_status script_disassemble(const struct script_program *p,
				   const struct exh_sci_program_script *script,
				   const struct exh_sci_disasm_options *options,
				   struct exh_writer *out, struct exh_error *err);
/* Converts text for the assembler. EXH_INVALID, with line and column, for a letter
 * that the encoding lacks. */
enum exh_status script_text_from_utf8(const struct script_program *p,
				      struct exh_bytes text, struct exh_writer *out,
				      struct exh_error *err);

/*
 * Code added to a game's program.
 */

/*
 * Assembles instructions (with
 * or a line end between; a ret follows them) as the only export, 0, of a new script.
 * *number is its number, above all others. False, and reported with what as the file, if
 * they are invalid.
 */
bool script_program_add(struct script_program *p, const char *code, const char *what,
			unsigned *number, struct report *report);

/*
 * Output of the modes of sci-script.
 */

/* Lists, each of rows of the table of the same name, and unused resources by kind. */
struct sci_script {
	struct json *scripts, *classes, *objects, *uses, *unused, *rooms, *exits, *calls,
		*strings, *findings;
};
extern const struct document sci_script_document;
extern const struct fields script_fields, script_class_fields, script_object_fields,
	script_use_fields, script_room_fields, script_exit_fields, script_call_fields,
	script_finding_fields, script_packed_fields;

/* Texts and names of the game; omitted if empty. */
#define SCRIPT_TEXT(row, member, meaning_) \
	FIELD_UTF8_TEXT(row, member, meaning_, FIELD_IF_ANY)
#define SCRIPT_NAME(row, member, meaning_) \
	FIELD_NAME_TEXT(row, member, meaning_, FIELD_IF_ANY)
#define SCRIPT_PLACE(row) \
	SCRIPT_NAME(row, place, "name of the method, function or property there")

struct script_output {
	const struct sci_script_request *request;
	struct script_program *program;
	const char *input; /* for messages */
	/* One of these two is set, by the request's format; both belong to the caller. */
	struct exh_writer *text;
	struct sci_script *json; /* to be filled */
	struct report *report;
};

/* Modes fill the output: false, and reported, after an error. */

/* Adds a row of a table, as TSV or to a list of the output's JSON. */
void script_output_add(struct script_output *o, const struct fields *table,
		       const void *row, struct json *list);
/* Begins a table: adds the line of names, or returns a list. */
struct json *script_output_begin(struct script_output *o, const struct fields *table);

/* Appends a text of the game as UTF-8. */
void script_output_put_text(struct script_output *o, struct exh_bytes text);
/* Appends a name, or words with names in them, as UTF-8. */
void script_output_put(struct script_output *o, struct exh_bytes text);
/* Append a name, or say that there is none; for a selector its number. */
void script_put_name(const struct script_program *p, struct exh_writer *out,
		     struct exh_bytes name);
void script_put_selector(const struct script_program *p, struct exh_writer *out,
			 unsigned selector);
/* Appends a place in a script: "script 5 0x01a4 door::init". */
void script_output_put_place(struct script_output *o, unsigned script, unsigned offset);
/* Appends a name as a label of Graphviz. */
void script_label_put(const struct script_program *p, struct exh_writer *out,
		      struct exh_bytes name);

/* True if this script is selected. */
bool script_output_has(const struct script_output *o, unsigned script);

/* False, and reported, after an error. */
bool script_output_check(struct script_output *o, enum exh_status status,
			 const struct exh_error *err);
/* Returns all uses, in the program's memory. False, and reported, after an error. */
bool script_output_uses(struct script_output *o, struct exh_sci_use **uses,
			size_t *count);

/*
 * The classes of a game as a tree, with their instances.
 */

/* Prints each class under its superclass, with its number, script and instances, for
 * the selected scripts. A cycle of superclasses is shown as such. */
bool script_classes_fill(struct script_output *o);

/*
 * Scripts as JSON, for tools.
 */

/* Returns an object of a script with its properties and methods, with
 * script_json_fields. */
extern const struct fields script_json_fields;
struct json *script_json_object(const struct script_program *p,
				const struct exh_sci_object *object,
				const struct exh_sci_code *code);

/* Returns the selected scripts with their contents: a list. */
struct json *script_json(const struct script_program *p);

/*
 * Scripts of a game as assets: text that --assemble reads, and the strings in them.
 */

extern const struct asset_kind sci_script_kind;
/* Fields that describe a script. */
extern const struct fields sci_script_fields;

/*
 * Probable faults in a game's scripts.
 */

bool script_lint_fill(struct script_output *o);

/*
 * Classes and objects in full: properties and methods, with their origin.
 */

/* Prints everything about the selected scripts' objects and classes of the request's
 * name. */
bool script_object_fill(struct script_output *o);

/*
 * Names of places in scripts, and of used things, for people.
 */

/* Appends "door::init" in a method, "door.view" for a property, "export_1" or
 * "proc_01a4" in other code; no text elsewhere. In the game's code page. */
void script_place_put(const struct exh_sci_program *program,
		      const struct exh_sci_program_script *script, unsigned offset,
		      struct exh_writer *out);

/* Returns the name of a used thing: of a kernel function, selector or class; for a
 * room or script the name of its first export, if that is an object; for a text its
 * string. */
struct exh_bytes script_use_name(const struct exh_sci_program *program,
				 const struct exh_sci_use *use);

/* Returns the name of the object that a script exports first; empty if that is no
 * object. */
struct exh_bytes script_own_name(const struct exh_sci_program_script *script);

/*
 * The rooms of a game and the ways between them.
 */

bool script_rooms_fill(struct script_output *o);

/*
 * The strings in scripts as a table, and scripts with the strings of a table.
 */

bool script_strings_fill(struct script_output *o);
/* Writes all strings of a script, with the line of columns; its cells are safe. */
enum exh_status script_strings_write(const struct exh_sci_program_script *script,
				     const struct text_encoding *encoding,
				     struct exh_writer *out, struct exh_error *err);

/* Writes the selected scripts that the table changes as patch files to the folder, or
 * a single one to a file; *packed becomes their list, if there are any. */
void script_strings_pack(struct script_program *p,
			 const struct sci_script_request *request, const char *output,
			 struct report *report, struct json **packed);

/*
 * Uses of resources and code in a game, and unused ones; and the calls of the kernel.
 */

bool script_xref_fill(struct script_output *o);
bool script_kernel_fill(struct script_output *o);

#endif
