/* Parts that the readers and the writers of register logs share. */
#ifndef EXH_CHIP_OPL2_LOG_FILE_H
#define EXH_CHIP_OPL2_LOG_FILE_H

#include "exhume/advanced/opl2_log.h"

#include "../base/reader.h"

#include <inttypes.h>

enum {
	LOG_DRO_HZ = 1000,
	LOG_VGM_HZ = 44100,
};

/* Eight months. Positions below it can be multiplied by a clock. */
#define LOG_MAX_SAMPLES ((uint64_t)1 << 40)

/* Convert a time in the file's clock to a position in samples, and back; both round to
 * the nearest. */
static inline uint64_t log_position(uint64_t time, uint32_t clock_hz)
{
	return (time * EXH_OPL2_RATE + clock_hz / 2) / clock_hz;
}

static inline uint64_t log_time(uint64_t position, uint32_t clock_hz)
{
	return (position * clock_hz + EXH_OPL2_RATE / 2) / EXH_OPL2_RATE;
}

/*
 * Reading. Each file is read twice, the first time only to count the writes.
 */

struct log_scan {
	struct exh_opl2_log *log; /* writes NULL: they are counted */
	uint64_t time;		  /* time so far, in units of log->clock_hz */
	struct exh_notes *notes;
	struct exh_error *err;
};

typedef enum exh_status log_scan_fn(struct exh_bytes data, struct log_scan *scan);

log_scan_fn exh_opl2_text_scan, exh_dro1_scan, exh_dro2_scan, exh_vgm_scan;

/* Returns the version; a capture without one is read as 0.1. */
enum exh_opl2_log_kind exh_dro_kind(struct exh_bytes data);
/* True if it begins as a text log. */
bool exh_opl2_text_is(struct exh_bytes data);
/* True if the first lines are those of a log: positions that ascend, and the rate of
 * the chip or a key-on. Lines of three numbers alone occur in other texts, too. */
bool exh_opl2_text_is_likely(struct exh_bytes data);

/* Adds a wait after the command at offset. EXH_LIMIT for more than LOG_MAX_SAMPLES. */
enum exh_status exh_opl2_log_wait(struct log_scan *scan, size_t offset, uint64_t time);
void exh_opl2_log_add(struct log_scan *scan, uint8_t reg, uint8_t value);

/* Reads the tags, after the writes. Missing tags are no error. */
enum exh_status exh_vgm_read_tags(struct exh_bytes data, struct exh_arena *arena,
				  struct exh_opl2_tags *tags, struct exh_notes *notes,
				  struct exh_error *err);

/* Reads tags. gd3 extends to the end of the file. */
enum exh_status exh_gd3_read(struct exh_bytes gd3, struct exh_arena *arena,
			     struct exh_opl2_tags *tags, struct exh_notes *notes,
			     struct exh_error *err);
bool exh_gd3_is(struct exh_bytes gd3);

/*
 * Writing.
 */

struct log_recorder {
	const struct exh_opl2_recording *recording;
	uint32_t clock_hz;
	bool is_psg; /* the chip is an SN76489: values without registers */
	/* Writes at the very end are kept: they come before the loop. */
	bool keeps_end;
	size_t index;	   /* index of the next write */
	uint64_t position; /* position of the last write */
	bool fell;	   /* a position decreased */
	struct exh_opl2_timing timing;
};

typedef enum exh_status log_write_fn(struct log_recorder *recorder,
				     struct exh_writer *out, struct exh_error *err);

log_write_fn exh_opl2_text_write, exh_dro2_write, exh_vgm_write;

/* Writes a whole file; recorder->recording is set, and is_psg only with VGM. */
enum exh_status exh_opl2_log_record(struct log_recorder *recorder,
				    enum exh_opl2_log_kind kind, struct exh_writer *out,
				    struct exh_error *err);

/* Gets the next write. False: no more of them belong to the file. */
bool exh_opl2_log_take(struct log_recorder *recorder, struct exh_opl2_write *write);
/* Counts a write that the file has at this time. */
void exh_opl2_log_count(struct exh_opl2_timing *timing, uint32_t clock_hz,
			const struct exh_opl2_write *write, uint64_t time);

bool exh_gd3_wanted(const struct exh_opl2_tags *tags);
void exh_gd3_write(const struct exh_opl2_tags *tags, struct exh_writer *out);

#endif
