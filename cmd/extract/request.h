/* The options of exhume extract. */
#ifndef CMD_EXTRACT_REQUEST_H
#define CMD_EXTRACT_REQUEST_H

#include "choice.h"
#include "task/work.h"

/* What is written beside index.json. */
enum index_format { INDEX_JSON, INDEX_JSONL, INDEX_SQLITE };

struct extract_request {
	struct common common;
	struct strings only, except;
	const char *formats, *max_size;
	unsigned index; /* enum index_format */
	bool dry_run, no_page;
	struct extract_choice choice; /* of the options above */
};

#endif
