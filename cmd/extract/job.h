/* One game on its way into a folder. */
#ifndef CMD_EXTRACT_JOB_H
#define CMD_EXTRACT_JOB_H

#include "found.h"
#include "index.h"
#include "request.h"
#include "sources.h"

struct extraction {
	const struct extract_request *request;
	const struct found *found; /* what it is one of */
	const struct found_game *game;
	const char *output; /* the folder */
	struct report *report;
	void *opened; /* by the game's type */
	struct sources sources;
	struct asset_exports exports;
	struct old_index old;
	struct new_index made;
	json_t *names;	  /* of files that were planned, in lower case: an object */
	json_t *facts;	  /* about the game */
	bool lacks_files; /* some could not be written: the next run has work to do */
};

/* Makes all files that are selected, and collects them in made. False if it ended early.
 */
bool extraction_export(struct extraction *x);

/* For struct outputs, whose context is the extraction: a file of ours, as we made it, is
 * replaced; one that was edited since is kept; another's is refused. */
enum output_existing extraction_judge(void *context, const char *path,
				      const uint8_t sha256[32]);

/* Notes whether some of them could not be written. */
void extraction_note_unwritten(struct extraction *x, const struct outputs *outputs);

#endif
