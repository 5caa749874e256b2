/* The work of exhume sci-vm, without its command line. */
#ifndef CMD_ASSETS_SCI0_VM_SCI_VM_H
#define CMD_ASSETS_SCI0_VM_SCI_VM_H

#include "task/report.h"
#include "trace_request.h"

#include <stdint.h>

struct sci_vm_request {
	struct common common;
	unsigned steps, seed;
	const char *until; /* NULL: none */
	const char *run;   /* SCRIPT:EXPORT[,ARGUMENT...]; NULL: the game */
	bool lenient, assert_clean;
	bool debugs;
	const char *sources;	/* folder of .sc files, for names; NULL: none */
	const char *state_json; /* file; NULL: none */
	const char *profile;	/* file; NULL: none */
	const char *coverage, *coverage_merge; /* files; NULL: none */
	const char *eval; /* instructions to run instead of the game; NULL: none */
	struct trace_request traces;
};

void sci_vm_run_input(void *context, const char *input, const char *output,
		      struct report *report, json_t *result);
char *sci_vm_output_for(void *context, const char *input, bool several);

/* Is the text of --until or --run one that can be read? */
bool sci_vm_is_until(const char *text);
bool sci_vm_is_run(const char *text);

#endif
