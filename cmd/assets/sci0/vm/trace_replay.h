/*
 * sci-vm --replay: what comes from outside is taken from a trace: the results of the
 * host's kernel functions, what they write, the messages they send, chance. All lines
 * that the machine's own trace gets are compared with those of the other one.
 */
#ifndef CMD_ASSETS_SCI0_VM_TRACE_REPLAY_H
#define CMD_ASSETS_SCI0_VM_TRACE_REPLAY_H

#include "trace_context.h"
#include "trace_file.h"

#include <exhume/sci0_vm.h>

struct trace_replay {
	struct trace_reader reader;
	const struct exh_sci0_program *program; /* for names of selectors */
	bool is_open;
	bool has_line;	 /* the reader's, which is not taken yet */
	bool has_ended;	 /* the trace */
	bool has_parted; /* the machine does something else: the lines below */
	/* The trace has lines of these kinds: the machine's are compared. */
	bool has_changes, has_sums;
	char *ours; /* to be freed */
	struct trace_lines context;
	struct trace_calls calls, our_calls;
	struct exh_error err;
};

enum exh_status trace_replay_open(struct trace_replay *replay, const char *path,
				  struct exh_error *err);
/* Compares a line of the machine's trace, which is of level 2. */
void trace_replay_line(struct trace_replay *replay, const char *line, size_t size);
/* A kernel function of the host. */
void trace_replay_kernel(struct trace_replay *replay, struct exh_sci0_vm *vm,
			 struct exh_sci0_kernel_call *call);
/* A value of chance. */
bool trace_replay_outside(struct trace_replay *replay, const struct exh_sci0_vm *vm,
			  const char *kind, uint32_t *value);
/* Appends how the machine and the trace parted. */
void trace_replay_put(const struct trace_replay *replay, struct exh_writer *out);
void trace_replay_close(struct trace_replay *replay);

#endif
