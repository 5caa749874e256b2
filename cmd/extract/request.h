/* The options of exhume extract. */
#ifndef CMD_EXTRACT_REQUEST_H
#define CMD_EXTRACT_REQUEST_H

#include "choice.h"
#include "task/work.h"

struct extract_request {
	struct common common;
	struct strings only, except;
	const char *formats, *max_size;
	bool dry_run, no_page;
	struct extract_choice choice; /* of the options above */
};

#endif
