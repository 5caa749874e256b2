/* Said specs as said-compile gives them out: one after the other, in one of its formats.
 */
#ifndef CMD_ASSETS_SCI0_PARSE_SAID_OUT_H
#define CMD_ASSETS_SCI0_PARSE_SAID_OUT_H

#include "task/report.h"

#include <exhume/sci0_said.h>

enum said_format {
	SAID_AUTO,
	SAID_HEX,
	SAID_TEXT,
	SAID_BINARY,
	SAID_C,
	SAID_JSON,
	SAID_TSV,
};

struct said_out {
	enum said_format format;
	bool tree;    /* in place of bytes or text, and in JSON and TSV beside them */
	bool scripts; /* specs have a script and an offset */
	bool check;   /* only count those that compile to themselves */
	const struct exh_sci0_lexicon *lexicon; /* may be NULL */
	struct exh_writer bytes;		/* for the output */
	json_t *list;				/* for JSON, else NULL */
	size_t count;				/* of specs, with those that failed */
	size_t failed_count, different_count;
};

/* Where a spec comes from. */
struct said_place {
	const char *file; /* NULL: the command line */
	size_t line;	  /* of it, or the operand, from 1; 0: bytes at file_offset */
	bool is_script;	  /* the number of the script is known, and printed */
	unsigned script;
	size_t offset;	    /* in the script, or the file ... */
	size_t file_offset; /* ... and in the file, for messages */
};

/* column: of the line, in characters, from 1; not of bytes. */
void said_report_at(struct report *report, const struct said_place *place, size_t column,
		    bool is_error, const char *text);

void said_out_begin(struct said_out *out);

/* A whole spec, whose bytes are good. What its tree lacks is reported. */
void said_out_add(struct said_out *out, struct exh_bytes code,
		  const struct said_place *place, struct report *report);

/* A spec that could not be read: reports why. column: in characters, from 1, or 0. */
void said_out_fail(struct said_out *out, const struct said_place *place, size_t column,
		   const char *text, struct report *report);

#endif
