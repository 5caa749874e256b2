#include "trace_replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum exh_status trace_replay_open(struct trace_replay *replay, const char *path,
				  struct exh_error *err)
{
	const enum exh_status status = trace_reader_open(&replay->reader, path, err);

	replay->is_open = !status;
	return status;
}

void trace_replay_close(struct trace_replay *replay)
{
	if (replay->is_open)
		trace_reader_close(&replay->reader);
	replay->is_open = false;
}

/* X <step> <kind> <value> */
static bool read_line(const char *line, uint64_t *step, char kind[32], uint32_t *value)
{
	return line[0] == 'X' &&
	       sscanf(line, "X %" SCNu64 " %31s %" SCNu32, step, kind, value) == 3;
}

bool trace_replay_take(struct trace_replay *replay, uint64_t step, const char *kind,
		       uint32_t *value)
{
	uint64_t their_step = 0;
	uint32_t their_value = 0;
	char their_kind[32];

	if (replay->has_ended || replay->has_parted)
		return !replay->has_parted;
	while (trace_reader_next(&replay->reader, &replay->err))
		if (read_line(replay->reader.line, &their_step, their_kind, &their_value))
			break;
		else
			their_step = 0;
	if (!their_step) {
		replay->has_ended = true;
		return true;
	}
	if (their_step == step && strcmp(their_kind, kind) == 0) {
		*value = their_value;
		replay->taken++;
		return true;
	}
	replay->has_parted = true;
	snprintf(replay->parting, sizeof replay->parting,
		 "the game asks for %s in step %" PRIu64 ", but the trace has %s in step "
		 "%" PRIu64 " (line %" PRIu64 ")",
		 kind, step, their_kind, their_step, replay->reader.line_number);
	return false;
}
