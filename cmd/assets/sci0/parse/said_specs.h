/* Said specs out of the command line, files and scripts, made ready to be matched. */
#ifndef CMD_ASSETS_SCI0_PARSE_SAID_SPECS_H
#define CMD_ASSETS_SCI0_PARSE_SAID_SPECS_H

#include "parser_source.h"
#include "task/ranges.h"
#include "task/report.h"

#include <exhume/sci0_said.h>

struct said_spec {
	size_t number;		/* of its line, from 0; or among all */
	struct exh_bytes code;	/* with its end */
	struct exh_bytes text;	/* canonical, in code page 437 */
	struct exh_bytes given; /* as it was written, in UTF-8; data NULL: as bytes */
	struct exh_bytes typed; /* the same in code page 437 */
	int script;		/* below 0: of none */
	size_t offset;		/* in the script */
	struct exh_sci0_tree tree;
	struct exh_sci0_said_span *spans; /* of its nodes */
	struct exh_sci0_said said;
};

struct said_specs {
	struct exh_arena arena;
	struct said_spec *items;
	size_t count, capacity;
	size_t next_number;
};

void said_specs_start(struct said_specs *specs);
void said_specs_free(struct said_specs *specs);

/*
 * Each reports what is wrong, and leaves it out. Text is a spec in the authors' syntax,
 * or its bytes as hexadecimal digits, with blanks as one likes.
 */
void said_specs_add_text(struct said_specs *specs, const struct exh_sci0_lexicon *lexicon,
			 const char *text, struct report *report);
/* One a line, "-" is standard input; blank lines are skipped. */
void said_specs_add_file(struct said_specs *specs, const struct exh_sci0_lexicon *lexicon,
			 const char *path, struct report *report);
void said_specs_add_script(struct said_specs *specs, struct parser_source *source,
			   unsigned script, struct report *report);
/* Those of all scripts of the game whose numbers are in the range. */
void said_specs_add_scripts(struct said_specs *specs, struct parser_source *source,
			    const struct range *range, struct report *report);

/* The text of the part that a sentence, which the spec does not match, fails, in code
 * page 437 and as it was written, if it was: false if that is not known. */
bool said_spec_explain(const struct said_spec *spec,
		       const struct exh_sci0_lexicon *lexicon,
		       const struct exh_sci0_said_input *input, struct exh_bytes *part);

#endif
