/* What a mode of sci-script makes of a program. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_OUTPUT_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_OUTPUT_H

#include "script_program.h"
#include "script_request.h"
#include "script_rows.h"

struct script_output {
	const struct sci_script_request *request;
	struct script_program *program;
	const char *input; /* for messages */
	/* One of them, by the request's format; both the caller's. */
	struct exh_writer *text;
	json_t *json; /* an object, to be filled */
	struct report *report;
};

/* Modes fill the output: false, reported, after an error. */

/* A table of the output: TSV in its text, or the list at a key of its JSON. */
struct script_rows script_output_rows(struct script_output *o, const char *key,
				      const char *const *columns);

/* Appends text of the game as UTF-8. */
void script_output_put(struct script_output *o, struct exh_bytes text);

/* Is this script selected? */
bool script_output_has(const struct script_output *o, unsigned script);

/* False, reported, after an error. */
bool script_output_check(struct script_output *o, enum exh_status status,
			 const struct exh_error *err);

#endif
