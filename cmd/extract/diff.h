/* The work of exhume diff, without its command line. */
#ifndef CMD_EXTRACT_DIFF_H
#define CMD_EXTRACT_DIFF_H

#include "choice.h"
#include "task/report.h"

struct diff_request {
	struct common common;
	struct strings only, except;
	const char *page;	      /* a folder that gets a page; NULL: none */
	bool brief;		      /* no lines of texts */
	struct extract_choice choice; /* of only and except */
};

enum diff_outcome { DIFF_SAME, DIFF_DIFFERENT, DIFF_TROUBLE };

/*
 * Compares two games, or two folders of games. *result is to be released: "games", a list
 * of objects "folder", "type", "change" (of games that only one has) or "counts" and
 * "assets", the differences.
 */
enum diff_outcome diff_run(const struct diff_request *request, const char *a,
			   const char *b, struct report *report, json_t **result);

/* Appends it as lines for people. */
void diff_print(const json_t *result, bool brief, struct exh_writer *out);

#endif
