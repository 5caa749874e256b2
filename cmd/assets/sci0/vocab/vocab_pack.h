/* The work of exhume vocab-pack, without its command line. */
#ifndef CMD_ASSETS_SCI0_VOCAB_VOCAB_PACK_H
#define CMD_ASSETS_SCI0_VOCAB_VOCAB_PACK_H

#include "task/report.h"
#include "task/values.h"
#include "task/work.h"

struct vocab_pack_request {
	struct common common;
	unsigned kind, layout;
	struct given_integer number;
	const char *encoding;
	bool keep_order, patch, bare;
};

extern const char *const vocab_pack_layout_choices[];

void vocab_pack_run_input(void *context, const char *input, const char *output,
			  struct report *report, json_t *result);

char *vocab_pack_output_for(void *context, const char *input, bool several);

#endif
