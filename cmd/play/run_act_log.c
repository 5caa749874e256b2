#include "play.h"

#include "task/outputs.h"

enum { LOG_LIMIT = 1 << 26 };

void run_act_log_write(const struct run *run, const char *input)
{
	const struct run_options *options = run->options;
	struct exh_writer out = { .limit = LOG_LIMIT };

	if (options->tap) {
		act_log_tap(&run->log, &out);
		output_write(run->report, "-", exh_writer_bytes(&out));
	}
	exh_writer_free(&out);
	if (options->junit) {
		act_log_junit(&run->log, input, run->type->ticks_a_second, &out);
		output_write(run->report, options->junit, exh_writer_bytes(&out));
	}
	exh_writer_free(&out);
}
