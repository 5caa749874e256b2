/* Scripts. */
#ifndef CMD_ASSETS_ZVISION_SCRIPT_ZV_SCRIPT_H
#define CMD_ASSETS_ZVISION_SCRIPT_ZV_SCRIPT_H

#include "task/fields.h"
#include "assets/convert.h"
#include "assets/zvision/zv.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/base.h>
#include <exhume/advanced/zvision_fixes.h>
#include <exhume/advanced/zvision_script.h>
#include <exhume/advanced/zvision_script_set.h>

/*
 * Scripts (.scr) as assets.
 */

/* Each becomes a text, in the canonical form. The thing is a struct exh_zv_script. */
extern const struct asset_kind zv_script_kind;

/*
 * Scripts of ZVision in memory, as data, and all that several of them use.
 */

enum { SCR_FILE_LIMIT = 256 << 20 }; /* bytes; the games' are below 1 MiB */

struct scr_file {
	char *path; /* a file, or ARCHIVE/NAME for a member of an archive */
	struct single *single;
	const struct exh_zv_script *script; /* NULL: it could not be read */
	unsigned game;			    /* as in zv_game_choices; 0: unknown */
	const char *edition;		    /* as in struct zv_game */
};

/* To be freed. */
struct scr_files {
	struct scr_file *items;
	size_t count, capacity;
	struct {
		struct zv_game **items;
		size_t count, capacity;
	} games; /* games of the folders */
};

/* Adds a script, or those of the game in a folder. A file that is no script is added,
 * too, but reported; so are lost parts of a script. Only scripts of folders have a game.
 */
void scr_files_add(struct scr_files *files, const char *path, struct report *report);
void scr_files_free(struct scr_files *files);

/* Several scripts, and the destinations of results. */
struct scr_set {
	struct report *report;
	const struct scr_file *scripts;
	size_t count;
	const struct strings *data; /* folders of the game's files; may be of none */
	struct json *result;
	struct exh_writer *text;      /* for people */
	bool dot;		      /* ...as a graph */
	struct zv_game *const *games; /* games whose scripts are all in the set */
	size_t game_count;
	unsigned game; /* --game */
	bool bugs;     /* --shipped-bugs */
};

/* The scripts alone, to be freed. */
const struct exh_zv_script **scr_scripts(const struct scr_set *set);
/* The names of their files, without folders, to be freed. */
const char **scr_names(const struct scr_set *set);

/* Members that scr_lint and scr_xref add to the result; each sets its own. */
struct scr_set_row {
	struct json *files, *findings, *shipped_bugs, *keys, *places, *scripts;
};

extern const struct fields scr_set_fields;

void scr_lint(const struct scr_set *set);
/* Lists the known faults of the games' scripts, and whether they are there. */
void scr_bugs(const struct scr_set *set);
void scr_xref(const struct scr_set *set);
/* Reports that their arena is full. */
void scr_fail_limit(const struct exh_arena *arena, struct report *report);

/*
 * The work of exhume scr-inspect, without its command line.
 */

enum scr_inspect_scr_format {
	SCR_INSPECT_AUTO,
	SCR_INSPECT_TEXT,
	SCR_INSPECT_JSON,
	SCR_INSPECT_DOT
};

struct scr_inspect_request {
	struct common common;
	unsigned format, game;
	bool lint, xref, pack, bugs;
	struct strings data;
};

extern const struct fields *const scr_inspect_results[];

void scr_inspect_run_input(void *context, const char *input, const char *output,
			   struct report *report, struct json *result);

/* Packs a script from JSON, for --pack. */
enum exh_status scr_inspect_pack(struct conversion *c, struct exh_bytes in,
				 struct exh_writer *out, struct exh_error *err);

void scr_inspect_run_all(void *context, const char *input, const char *output,
			 struct report *report, struct json *result);

/*
 * Scripts as JSON.
 */

/* Rows of the tables. JSON in them is borrowed from JSON that was read. */
struct scr_criterion {
	int64_t key;
	char op[2];
	int64_t arg;
	bool arg_is_key;
};

struct scr_result {
	struct json *action; /* text */
	bool has_slot;
	int64_t slot;
	struct json *args; /* texts */
};

struct scr_puzzle {
	int64_t key;
	struct json *criteria, *results, *flags; /* blocks, results, texts */
};

struct scr_param {
	struct json *name, *args; /* text, texts */
};

struct scr_control {
	int64_t key;
	struct json *type, *params; /* text, parameters */
};

struct scr_problem {
	uint32_t line, column;
	const char *kind;
	const char *file; /* NULL: not given */
	const char *text;
};

/* A known fault of a game's script. */
struct scr_bug {
	const char *game, *edition, *where, *kind, *id, *file, *fault, *state;
	uint32_t line, column;
	struct json *fix; /* text */
};

extern const struct fields scr_criterion_fields, scr_result_fields, scr_puzzle_fields,
	scr_param_fields, scr_control_fields, scr_problem_fields, scr_bug_fields;

struct scr_problem scr_problem_row(const struct exh_zv_problem *problem,
				   const char *file);

/* Fields that scr_to_json adds. */
extern const struct fields scr_fields;

/* Adds puzzles and controls in the form that zvision 9 has for tests, and the data that
 * it leaves out. */
void scr_to_json(const struct exh_zv_script *script, struct json *result);

/* Number of bytes in the first line of a text, with its line end. */
size_t scr_line_size(struct exh_bytes text);

/*
 * An edited text of a script, merged into the lines of the original: lines that were not
 * edited keep their bytes.
 */

/* A line as it was printed before it was edited, and the lines of the original that it
 * stands for, from 1; first 0: none. Lines with the same first stand together. */
struct scr_line {
	struct exh_bytes text;
	uint32_t first, last;
};

struct scr_lines {
	struct scr_line *items;
	size_t count, capacity;
};

/* Appends the merged lines. first_line: number of the original's first line. */
void scr_merge(struct exh_bytes original, uint32_t first_line,
	       const struct scr_lines *printed, struct exh_bytes edited,
	       struct exh_writer *out);

/* An opening brace alone in its line belongs to the line before it. */
void scr_take_braces(struct exh_bytes original, uint32_t first_line,
		     struct scr_lines *lines);

/* Collects the lines that a puzzle or control stands for when it is printed from JSON;
 * printed is borrowed. False: its lines are not in the order in which it is printed. */
bool scr_node_lines(const struct exh_zv_node *node, struct exh_bytes printed,
		    struct scr_lines *lines);

/*
 * Appends the script that a text edited from the printed original says, with the
 * original's lines where they are unchanged. EXH_INVALID if the text is not a script; a
 * script that can't be merged is printed anew, which is reported for path.
 */
enum exh_status scr_unprint(struct exh_bytes original, struct exh_bytes edited,
			    const char *path, struct report *report,
			    struct exh_writer *out, struct exh_error *err);

/*
 * The JSON of scr-inspect back to a script.
 */

/*
 * Appends the script to out. Puzzles and controls that are as in the lines of "source"
 * keep these lines; others are printed in their place. EXH_INVALID if the JSON is not
 * what scr-inspect writes, or can't be written as a script. Losses are reported for path.
 */
enum exh_status scr_pack(struct exh_bytes json, const char *path, struct report *report,
			 struct exh_writer *out, struct exh_error *err);

/*
 * Puzzles and controls of JSON as the lines of a script.
 */

/* UTF-8 as Latin-1; false for characters that it lacks. */
bool scr_print_text(const char *text, struct exh_writer *out);

/* Values that should be texts and are not are left out: the caller reads the script
 * again. end: line end. */
void scr_print_puzzle(struct json_reading *r, const struct json *puzzle, const char *end,
		      struct exh_writer *out);
void scr_print_control(struct json_reading *r, const struct json *control,
		       const char *end, struct exh_writer *out);

#endif
