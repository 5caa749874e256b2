#include "opl2_log_file.h"

#include <stdio.h>
#include <string.h>

enum { MAGIC_SIZE = 8 }; /* bytes of the longest magic, DRO's */

/*
 * Functions for all four formats.
 */

static bool has_magic(struct exh_bytes data, const char *magic)
{
	return data.size >= strlen(magic) && memcmp(data.data, magic, strlen(magic)) == 0;
}

bool exh_opl2_log_is(struct exh_bytes data, enum exh_opl2_log_kind *kind)
{
	if (has_magic(data, "DBRAWOPL"))
		*kind = exh_dro_kind(data);
	else if (has_magic(data, "Vgm "))
		*kind = EXH_OPL2_LOG_VGM;
	else if (exh_opl2_text_is(data))
		*kind = EXH_OPL2_LOG_TEXT;
	else
		return false;
	return true;
}

static enum exh_status scan(struct exh_bytes data, struct exh_opl2_log *log,
			    struct exh_notes *notes, struct exh_error *err)
{
	static log_scan_fn *const scans[] = {
		[EXH_OPL2_LOG_TEXT] = exh_opl2_text_scan,
		[EXH_OPL2_LOG_DRO1] = exh_dro1_scan,
		[EXH_OPL2_LOG_DRO2] = exh_dro2_scan,
		[EXH_OPL2_LOG_VGM] = exh_vgm_scan,
	};
	struct log_scan state = { .log = log, .notes = notes, .err = err };

	return scans[log->kind](data, &state);
}

static enum exh_status read(struct exh_bytes data, struct exh_arena *arena,
			    struct exh_opl2_log *log, struct exh_notes *notes,
			    struct exh_error *err)
{
	enum exh_status status = scan(data, log, NULL, err);
	struct exh_opl2_write *writes;

	if (status)
		return status;
	writes = exh_alloc(arena, log->write_count, sizeof *writes);
	if (!writes)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for %zu writes", log->write_count);
	*log = (struct exh_opl2_log){ .kind = log->kind,
				      .writes = writes,
				      .chip_rate_hz = EXH_OPL2_RATE };
	status = scan(data, log, notes, err);
	if (status || log->kind != EXH_OPL2_LOG_VGM)
		return status;
	return exh_vgm_read_tags(data, arena, &log->tags, notes, err);
}

enum exh_status exh_opl2_log_read(struct exh_bytes data, struct exh_arena *arena,
				  struct exh_opl2_log *log, struct exh_notes *notes,
				  struct exh_error *err)
{
	enum exh_status status;

	*log = (struct exh_opl2_log){ 0 };
	if (!exh_opl2_log_is(data, &log->kind))
		return exh_fail(err, data.size < MAGIC_SIZE ? EXH_TRUNCATED : EXH_INVALID,
				data.base,
				"not a register log: expected DBRAWOPL, Vgm or lines of "
				"position, register and value");
	status = read(data, arena, log, notes, err);
	if (status)
		*log = (struct exh_opl2_log){ 0 };
	return status;
}

/*
 * Playing.
 */

/* Limit of the time of all passes together, so that nothing overflows. */
#define MAX_TIME ((uint64_t)1 << 46)

/*
 * True if a write is played. A text log's length cuts off writes. The other formats end
 * with their last wait, and writes after it belong to them: they take effect when the log
 * continues, or fades out.
 */
static bool is_played(const struct exh_opl2_log *log, size_t index)
{
	if (index >= log->write_count)
		return false;
	if (log->kind == EXH_OPL2_LOG_TEXT)
		return log->writes[index].position < log->length;
	return log->writes[index].position <= log->length;
}

/* The duration of each pass except the first, in the file's clock: rounded samples would
 * add up their errors. */
static uint64_t pass_time(const struct exh_opl2_log *log)
{
	return log_time(log->length, log->clock_hz) -
	       (log->loops ? log_time(log->loop_position, log->clock_hz) : 0);
}

/* Maps a position of the first pass to a later one. */
static uint64_t pass_position(const struct exh_opl2_log *log, uint64_t position,
			      uint64_t pass)
{
	return pass ? log_position(log_time(position, log->clock_hz) +
					   pass * pass_time(log),
				   log->clock_hz)
		    : position;
}

/* A pass without writes, or without time, is not worth another one. */
static bool start_pass(struct exh_opl2_log_cursor *cursor)
{
	const struct exh_opl2_log *log = cursor->log;
	const uint64_t time = pass_time(log);

	if (!time || cursor->pass_count <= cursor->pass + 1 ||
	    cursor->pass + 1 > MAX_TIME / time)
		return false;
	cursor->pass++;
	cursor->index = log->loops ? log->loop_write : 0;
	return is_played(log, cursor->index);
}

static bool next(void *context, struct exh_opl2_write *write)
{
	struct exh_opl2_log_cursor *cursor = context;
	const struct exh_opl2_log *log = cursor->log;

	if (!is_played(log, cursor->index) && !start_pass(cursor))
		return false;
	*write = log->writes[cursor->index++];
	write->position = pass_position(log, write->position, cursor->pass);
	return true;
}

struct exh_opl2_source exh_opl2_log_play(struct exh_opl2_log_cursor *cursor)
{
	cursor->pass = 0;
	cursor->index = 0;
	return (struct exh_opl2_source){ next, cursor };
}

uint64_t exh_opl2_log_length(const struct exh_opl2_log *log, uint64_t pass_count)
{
	const uint64_t time = pass_time(log), more = pass_count ? pass_count - 1 : 0;

	if (time && more > MAX_TIME / time)
		return UINT64_MAX;
	return pass_position(log, log->length, more);
}

/*
 * Writing.
 */

static enum exh_status write_kind(struct log_recorder *recorder,
				  enum exh_opl2_log_kind kind, struct exh_writer *out,
				  struct exh_error *err)
{
	switch (kind) {
	case EXH_OPL2_LOG_TEXT:
		recorder->clock_hz = EXH_OPL2_RATE;
		return exh_opl2_text_write(recorder, out, err);
	case EXH_OPL2_LOG_DRO2:
		recorder->clock_hz = LOG_DRO_HZ;
		return exh_dro2_write(recorder, out, err);
	case EXH_OPL2_LOG_VGM:
		recorder->clock_hz = LOG_VGM_HZ;
		recorder->keeps_end = recorder->recording->loops;
		return exh_vgm_write(recorder, out, err);
	case EXH_OPL2_LOG_DRO1:
		break;
	}
	return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
			"DRO 0.1 can't be written; write 2.0");
}

enum exh_status exh_opl2_log_record(struct log_recorder *recorder,
				    enum exh_opl2_log_kind kind, struct exh_writer *out,
				    struct exh_error *err)
{
	const uint64_t length = recorder->recording->length;
	enum exh_status status;

	if (length > LOG_MAX_SAMPLES)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%" PRIu64 " samples, at most %" PRIu64 " are written",
				length, LOG_MAX_SAMPLES);
	status = write_kind(recorder, kind, out, err);
	if (recorder->fell)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"write %zu is earlier than the one before it",
				recorder->index);
	return status;
}

enum exh_status exh_opl2_log_write(const struct exh_opl2_recording *recording,
				   enum exh_opl2_log_kind kind, struct exh_writer *out,
				   struct exh_opl2_timing *timing, struct exh_error *err)
{
	struct log_recorder recorder = { .recording = recording };
	const enum exh_status status = exh_opl2_log_record(&recorder, kind, out, err);

	if (timing)
		*timing = status ? (struct exh_opl2_timing){ 0 } : recorder.timing;
	return status;
}
