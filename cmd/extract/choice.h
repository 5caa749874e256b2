/* Which assets extract makes, and in which formats. */
#ifndef CMD_EXTRACT_CHOICE_H
#define CMD_EXTRACT_CHOICE_H

#include "assets/exports.h"
#include "task/strings.h"

/* --only and --except: a kind, all of it or some. */
struct extract_selection {
	const struct asset_kind *kind; /* the first of that name */
	struct range *ranges;	       /* numbers; to be freed */
	size_t range_count;
	const char *name; /* of one asset without a number; NULL: none */
};

struct extract_choice {
	struct extract_selection *only, *except;
	size_t only_count, except_count;
	struct export_wishes wishes;
	uint64_t most_bytes; /* of a file; 0: any */
};

/* NULL: *choice is filled. Else what is wrong, for a message. Free the choice in either
 * case. Texts are borrowed. */
const char *extract_choice_parse(const struct strings *only, const struct strings *except,
				 const char *formats, const char *max_size,
				 struct extract_choice *choice);
void extract_choice_free(struct extract_choice *choice);

/* Is any asset of the kind wanted? */
bool extract_wants_kind(const struct extract_choice *choice, const char *kind);
bool extract_wants(const struct extract_choice *choice, const char *kind, unsigned number,
		   const char *name);

#endif
