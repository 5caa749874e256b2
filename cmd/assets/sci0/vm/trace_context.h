/* What is shown of a trace around a difference: lines before it, calls under way. */
#ifndef CMD_ASSETS_SCI0_VM_TRACE_CONTEXT_H
#define CMD_ASSETS_SCI0_VM_TRACE_CONTEXT_H

#include <exhume/base.h>

enum { TRACE_CONTEXT = 20 /* lines */, TRACE_PLACE = 160, TRACE_DEPTH = 1024 };

/* The last lines that were the same. */
struct trace_lines {
	char *lines[TRACE_CONTEXT]; /* to be freed */
	size_t rooms[TRACE_CONTEXT];
	uint64_t count; /* of all so far */
};

void trace_lines_add(struct trace_lines *lines, const char *line, size_t size);
void trace_lines_put(const struct trace_lines *lines, struct exh_writer *out);
void trace_lines_free(struct trace_lines *lines);

/* The last instruction at each depth of calls. */
struct trace_calls {
	char (*places)[TRACE_PLACE]; /* to be freed */
	size_t depth;		     /* the highest that counts */
};

void trace_calls_add(struct trace_calls *calls, const char *line, size_t size);
/* The last one first. */
void trace_calls_put(const struct trace_calls *calls, const char *name,
		     struct exh_writer *out);
void trace_calls_free(struct trace_calls *calls);

#endif
