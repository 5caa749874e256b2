/* Scripts. */
#ifndef CMD_ASSETS_ZVISION_SCRIPT_ZV_SCRIPT_H
#define CMD_ASSETS_ZVISION_SCRIPT_ZV_SCRIPT_H

#include "task/json.h"
#include "assets/convert.h"
#include "assets/zvision/zv.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/base.h>
#include <exhume/zvision_script.h>
#include <exhume/zvision_script_set.h>

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
	const char *path;
	struct single single;
	const struct exh_zv_script *script; /* NULL: it could not be read */
};

/* False if it is no script; that, and what of it is lost, is reported. */
bool scr_load(struct report *report, const char *path, struct scr_file *out);
void scr_free(struct scr_file *scr);

/* Several scripts and where what is found goes. */
struct scr_set {
	struct report *report;
	const struct scr_file *scripts;
	size_t count;
	const struct strings *data; /* folders of the game's files; may be of none */
	struct json *result;
	struct exh_writer *text; /* for people */
	bool dot;		 /* ...as a graph */
};

/* The scripts alone, to be freed. */
const struct exh_zv_script **scr_scripts(const struct scr_set *set);

void scr_lint(const struct scr_set *set);
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
	unsigned format;
	bool lint, xref, pack;
	struct strings data;
};

void scr_inspect_run_input(void *context, const char *input, const char *output,
			   struct report *report, struct json *result);

/* With --pack: input is JSON. */
enum exh_status scr_inspect_pack(struct conversion *c, struct exh_bytes in,
				 struct exh_writer *out, struct exh_error *err);

void scr_inspect_run_all(void *context, const char *input, const char *output,
			 struct report *report, struct json *result);

/*
 * Scripts as JSON.
 */

/* Adds puzzles and controls in the form that zvision 9 has for tests, and beside them
 * what it leaves out. */
void scr_to_json(const struct exh_zv_script *script, struct json *result);

/* Bytes of the line that a text begins with, and of its end. */
size_t scr_line_size(struct exh_bytes text);

/*
 * The JSON of scr-inspect back to a script.
 */

/*
 * Appends the script to out. Puzzles and controls that are as in the lines of "source"
 * keep these lines; others are printed in their place. EXH_INVALID if the JSON is not
 * what scr-inspect writes, or what it asks for can't be written as a script. What is lost
 * is reported for path.
 */
enum exh_status scr_pack(struct exh_bytes json, const char *path, struct report *report,
			 struct exh_writer *out, struct exh_error *err);

/*
 * Puzzles and controls of JSON as the lines of a script.
 */

/* UTF-8 as Latin-1; false for characters that it lacks. */
bool scr_print_text(const char *text, struct exh_writer *out);

/* What is missing or wrong is left out: who calls reads the script again. end: of lines.
 */
void scr_print_puzzle(const struct json *puzzle, const char *end, struct exh_writer *out);
void scr_print_control(const struct json *control, const char *end,
		       struct exh_writer *out);

#endif
