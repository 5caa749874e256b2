/* The Said specs that sentences match, as `exhume parse-tree` shows them. */
#ifndef CMD_ASSETS_SCI0_PARSE_PARSE_MATCH_H
#define CMD_ASSETS_SCI0_PARSE_PARSE_MATCH_H

#include "parse_request.h"

#include <jansson.h>

/* What one sentence needs. */
struct parse_room {
	struct exh_sci0_sentence sentence;
	struct exh_sci0_said_input input;
	struct exh_sci0_derivations derivations;
};

/* The names of the columns. */
void parse_match_put_head(const struct parse_run *run, struct exh_writer *out);
/* All specs with a sentence: rows of the table ... */
void parse_match_put_rows(const struct parse_run *run, const struct parse_room *room,
			  size_t line, struct exh_writer *out);
/* ... or lines below the tree. */
void parse_match_put_lines(const struct parse_run *run, const struct parse_room *room,
			   struct exh_writer *out);

/* The same as objects, or as the numbers of a matrix. */
json_t *parse_match_to_json(const struct parse_run *run, const struct parse_room *room);
json_t *parse_match_results_to_json(const struct parse_run *run,
				    const struct parse_room *room);

/* The specs themselves. */
json_t *parse_match_specs_to_json(const struct parse_run *run);

#endif
