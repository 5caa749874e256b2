/* Scripts. */
#ifndef CMD_ASSETS_SCI_SCRIPT_SCRIPT_H
#define CMD_ASSETS_SCI_SCRIPT_SCRIPT_H

#include "task/fields.h"
#include "assets/sci/sci.h"
#include "task/report.h"
#include "task/text.h"
#include "task/text_encoding.h"

#include <exhume/base.h>
#include <exhume/sci_disasm.h>
#include <exhume/sci_strings.h>
#include <exhume/sci_xref.h>

/*
 * What exhume sci-script is to do.
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
	/* What to do: one of them, disasm if none. */
	bool disasm, classes, hierarchy, xref, rooms, kernel, strings, lint;
	const char *assemble, *pack; /* files */
	struct strings only_texts;
	struct range *only; /* kinds of uses */
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

/* What it adds to the result of an input. */
extern const struct fields sci_script_result_fields;

void sci_script_run_input(void *context, const char *input, const char *output,
			  struct report *report, struct json *result);

/*
 * All scripts of a game, or one script with the names of its game.
 */

struct script_program {
	struct exh_arena arena;
	struct sci_game game;
	bool has_game;
	struct exh_sci_program program;
	const struct text_encoding *encoding; /* as in struct common */
	struct exh_sci_naming naming;
	struct exh_sci_project project; /* authors' names; of game */
	const char **files; /* by the place of the script, for messages; of arena */
	bool *is_selected;  /* by the place of the script */
	size_t selected_count;
};

struct script_selection {
	const struct range *numbers;
	size_t number_count;	/* 0: all */
	const char *names;	/* game for names; NULL: that of the input */
	enum sci_words_use use; /* of its words in Said specs */
};

/* For a program that is run: without vocab.997 selectors get their usual numbers, which
 * is reported. */
void script_usual_selectors(struct script_program *p, const char *path,
			    struct report *report);

/*
 * Opens a game's folder, or a script by itself ("-": standard input): then names come
 * from the game in whose folder it lies, if there is one. What is damaged is reported,
 * scripts that can't be opened too. False, reported, if there is no script. Always to be
 * closed.
 */
bool script_program_open(struct script_program *p, const char *input,
			 const struct script_selection *selection, struct report *report);
/* Only the names of a game; path may be NULL: there are none. */
bool script_program_open_names(struct script_program *p, const char *path,
			       struct report *report);
/* The program of a game that is open, its volumes read, in the arena: names and code of
 * all scripts; or, where game is NULL, of the script in the file at path. What is damaged
 * is not reported. NULL, reported, where that is more than the arena's limit. Not to be
 * closed. */
struct script_program *script_program_share(struct sci_game *game, const char *path,
					    struct exh_arena *arena,
					    struct report *report);
void script_program_close(struct script_program *p);

/*
 * The text of a script in UTF-8: strings and specs, in quotes, are letters of the game.
 * Without an encoding codes from 0x80 on stay codes.
 */

/* A disassembly. */
void script_text_to_utf8(const struct script_program *p, struct exh_bytes text,
			 struct exh_writer *out);
enum exh_status script_disassemble(const struct script_program *p,
				   const struct exh_sci_program_script *script,
				   const struct exh_sci_disasm_options *options,
				   struct exh_writer *out, struct exh_error *err);
/* What is to be assembled. EXH_INVALID, with line and column, for a letter that has no
 * byte. */
enum exh_status script_text_from_utf8(const struct script_program *p,
				      struct exh_bytes text, struct exh_writer *out,
				      struct exh_error *err);

/*
 * Code that is not the game's own, in a program of it.
 */

/*
 * Assembles instructions (with | or a line end between; a ret follows them) as the only
 * export, 0, of one more script. *number is its number, above all others. False,
 * reported with what as the file, if they don't assemble.
 */
bool script_program_add(struct script_program *p, const char *code, const char *what,
			unsigned *number, struct report *report);

/*
 * What a mode of sci-script makes of a program.
 */

/* Lists, each of rows of the table after it, and what nothing uses, by kind. */
struct sci_script {
	struct json *scripts, *classes, *objects, *uses, *unused, *rooms, *exits, *calls,
		*strings, *findings;
};
extern const struct document sci_script_document;
extern const struct fields script_fields, script_class_fields, script_object_fields,
	script_use_fields, script_room_fields, script_exit_fields, script_call_fields,
	script_finding_fields, script_packed_fields;

/* Texts and names of the game; missing where they are empty. */
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
	/* One of them, by the request's format; both the caller's. */
	struct exh_writer *text;
	struct sci_script *json; /* to be filled */
	struct report *report;
};

/* Modes fill the output: false, reported, after an error. */

/* A row of a table, as TSV or into a list of the output's JSON. */
void script_output_add(struct script_output *o, const struct fields *table,
		       const void *row, struct json *list);
/* Begins it: the line of names, or a list. */
struct json *script_output_begin(struct script_output *o, const struct fields *table);

/* Appends a text of the game as UTF-8. */
void script_output_put_text(struct script_output *o, struct exh_bytes text);
/* The same of a name, or of words with names in them. */
void script_output_put(struct script_output *o, struct exh_bytes text);
/* The same of a name, or that there is none; of a selector its number then. */
void script_put_name(const struct script_program *p, struct exh_writer *out,
		     struct exh_bytes name);
void script_put_selector(const struct script_program *p, struct exh_writer *out,
			 unsigned selector);
/* "script 5 0x01a4 door::init": a place in a script. */
void script_output_put_place(struct script_output *o, unsigned script, unsigned offset);
/* The same as a label of Graphviz. */
void script_label_put(const struct script_program *p, struct exh_writer *out,
		      struct exh_bytes name);

/* Is this script selected? */
bool script_output_has(const struct script_output *o, unsigned script);

/* False, reported, after an error. */
bool script_output_check(struct script_output *o, enum exh_status status,
			 const struct exh_error *err);
/* All uses, in the program's memory. The same. */
bool script_output_uses(struct script_output *o, struct exh_sci_use **uses,
			size_t *count);

/*
 * The classes of a game as a tree, with their instances.
 */

/* Each class under its superclass, with its number, script and instances, of the selected
 * scripts. A circle of superclasses is shown as such. */
bool script_classes_fill(struct script_output *o);

/*
 * Scripts as JSON, for tools.
 */

/* An object of a script with its properties and methods: of script_json_fields. */
extern const struct fields script_json_fields;
struct json *script_json_object(const struct script_program *p,
				const struct exh_sci_object *object,
				const struct exh_sci_code *code);

/* The selected scripts with all they hold: a list. */
struct json *script_json(const struct script_program *p);

/*
 * Scripts of a game as assets: text that --assemble reads, and the strings in them.
 */

extern const struct asset_kind sci_script_kind;
/* What it describes. */
extern const struct fields sci_script_fields;

/*
 * What is probably wrong in a game's scripts.
 */

bool script_lint_fill(struct script_output *o);

/*
 * Classes and objects in full: properties and methods, with where they come from.
 */

/* Everything about the selected scripts' objects and classes of the request's name. */
bool script_object_fill(struct script_output *o);

/*
 * Names of places in scripts, and of what scripts use, for people.
 */

/* "door::init" in a method, "door.view" of a property, "export_1" or "proc_01a4" in other
 * code; nothing elsewhere. In the game's code page. */
void script_place_put(const struct exh_sci_program *program,
		      const struct exh_sci_program_script *script, unsigned offset,
		      struct exh_writer *out);

/* The name of what is used: of a kernel function, selector or class; of a room or script
 * that of its first export, if that is an object; of a text its string. */
struct exh_bytes script_use_name(const struct exh_sci_program *program,
				 const struct exh_sci_use *use);

/* The name of the object that a script's first export is; empty if it is none. */
struct exh_bytes script_own_name(const struct exh_sci_program_script *script);

/*
 * The rooms of a game and the ways between them.
 */

bool script_rooms_fill(struct script_output *o);

/*
 * The strings in scripts as a table, and scripts with the strings of a table.
 */

bool script_strings_fill(struct script_output *o);
/* All of a script, with the line of columns. */
enum exh_status script_strings_write(const struct exh_sci_program_script *script,
				     const struct text_encoding *encoding,
				     struct exh_writer *out, struct exh_error *err);

/* Writes those of the selected scripts that the table changes as patch files into the
 * folder, or the only one to a file; *packed becomes the list of them, if there is one.
 */
void script_strings_pack(struct script_program *p,
			 const struct sci_script_request *request, const char *output,
			 struct report *report, struct json **packed);

/*
 * Who uses what in a game, and what nothing uses; and the calls of the kernel.
 */

bool script_xref_fill(struct script_output *o);
bool script_kernel_fill(struct script_output *o);

#endif
