/* What sci-vm's command line asks of traces. */
#ifndef CMD_ASSETS_SCI0_VM_TRACE_REQUEST_H
#define CMD_ASSETS_SCI0_VM_TRACE_REQUEST_H

#include <stdbool.h>

struct trace_request {
	bool writes, packs;
	unsigned level;			/* 0: 1 */
	const char *replay;		/* a trace; NULL: none */
	bool compares, ignores_changes; /* compares: operands are two traces */
};

#endif
