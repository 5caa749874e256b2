#include "opl2_log_file.h"

enum exh_status exh_opl2_log_wait(struct log_scan *scan, size_t offset, uint64_t time)
{
	const uint64_t most = log_time(LOG_MAX_SAMPLES, scan->log->clock_hz);

	if (time > most - scan->time)
		return exh_fail(scan->err, EXH_LIMIT, offset,
				"the log continues after %" PRIu64
				" samples, expected an end",
				LOG_MAX_SAMPLES);
	scan->time += time;
	return EXH_OK;
}

void exh_opl2_log_add(struct log_scan *scan, uint8_t reg, uint8_t value)
{
	struct exh_opl2_log *log = scan->log;
	const uint64_t position = log_position(scan->time, log->clock_hz);

	if (log->writes)
		log->writes[log->write_count] =
			(struct exh_opl2_write){ position, reg, value };
	log->write_count++;
}

bool exh_opl2_log_take(struct log_recorder *recorder, struct exh_opl2_write *write)
{
	const struct exh_opl2_recording *recording = recorder->recording;

	if (recorder->fell || !recording->source.next(recording->source.context, write))
		return false;
	recorder->fell = write->position < recorder->position;
	if (recorder->fell || write->position > recording->length ||
	    (write->position == recording->length && !recorder->keeps_end))
		return false;
	recorder->position = write->position;
	recorder->index++;
	return true;
}

void exh_opl2_log_count(struct exh_opl2_timing *timing, uint32_t clock_hz,
			const struct exh_opl2_write *write, uint64_t time)
{
	const uint64_t position = log_position(time, clock_hz);
	const uint64_t moved = position > write->position ? position - write->position
							  : write->position - position;

	timing->write_count++;
	timing->moved_count += moved > 0;
	if (moved > timing->worst)
		timing->worst = moved;
}
