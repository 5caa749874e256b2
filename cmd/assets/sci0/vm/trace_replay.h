/* sci-vm --replay: what comes from outside is taken from a trace. */
#ifndef CMD_ASSETS_SCI0_VM_TRACE_REPLAY_H
#define CMD_ASSETS_SCI0_VM_TRACE_REPLAY_H

#include "trace_file.h"

struct trace_replay {
	struct trace_reader reader;
	bool is_open, has_ended, has_parted;
	uint64_t taken;	   /* values */
	char parting[256]; /* how the game parted from the trace */
	struct exh_error err;
};

enum exh_status trace_replay_open(struct trace_replay *replay, const char *path,
				  struct exh_error *err);
/* The next value of the trace, if it is of that kind and step; after its end the value
 * stays. False: it is another one, which parting tells. */
bool trace_replay_take(struct trace_replay *replay, uint64_t step, const char *kind,
		       uint32_t *value);
void trace_replay_close(struct trace_replay *replay);

#endif
