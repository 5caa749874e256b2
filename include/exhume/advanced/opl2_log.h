/*
 * Files of writes to a YM3812, read and written: the text form .opl2log, DRO 0.1 and 2.0
 * of DOSBox, VGM.
 *
 * Times:     a file's own clock (EXH_OPL2_RATE, milliseconds, 44,100 Hz) is converted to
 *            positions in samples and back by rounding absolute times to the nearest;
 *            errors do not add up.
 * Memory:    a log's writes and texts come from the arena. Reading needs at most 16 bytes
 *            per write and 1.5 times the size of the texts.
 * Limit:     logs of 2^40 samples, eight months.
 * Source:    opl2-audio 14 and 17; formats/chip/README.md.
 */
#ifndef EXHUME_ADVANCED_OPL2_LOG_H
#define EXHUME_ADVANCED_OPL2_LOG_H

#include "opl2.h"

#ifdef __cplusplus
extern "C" {
#endif

/* File format of a log. */
enum exh_opl2_log_kind {
	EXH_OPL2_LOG_TEXT,
	EXH_OPL2_LOG_DRO1,
	EXH_OPL2_LOG_DRO2,
	EXH_OPL2_LOG_VGM,
};

/* Texts in UTF-8; NULL: none. */
struct exh_opl2_tags {
	const char *title, *game, *system, *author, *date, *remarks;
};

/* A log that was read. */
struct exh_opl2_log {
	enum exh_opl2_log_kind kind;
	uint32_t clock_hz; /* clock of the file's times */
	struct exh_opl2_write *writes;
	size_t write_count;
	uint64_t length; /* samples */
	/* If it loops: the write and the position (samples) at which playback
	 * continues after the end. */
	bool loops;
	size_t loop_write;
	uint64_t loop_position;
	struct exh_opl2_tags tags;
	/* Sample rate of the chip, clock / 72; EXH_OPL2_RATE if its clock is unknown.
	 * Positions and lengths always have EXH_OPL2_RATE per second. */
	uint32_t chip_rate_hz;
	uint32_t chip_clock_hz; /* 0: 3579545, the usual one */
};

/* True if the first bytes are those of a log; sets its kind. */
EXH_API bool exh_opl2_log_is(struct exh_bytes data, enum exh_opl2_log_kind *kind);

/*
 * Reads any of the four formats. Commands for other chips and for a second YM3812 are
 * ignored, which is noted. A VGM may be for a YM3526 or Y8950 instead, which are played
 * without waveforms and samples; EXH_UNSUPPORTED if its header names none of them. The
 * complete commands of a truncated file are read, and damage is noted.
 */
EXH_CHECKED enum exh_status exh_opl2_log_read(struct exh_bytes data,
					      struct exh_arena *arena,
					      struct exh_opl2_log *log,
					      struct exh_notes *notes,
					      struct exh_error *err);

/*
 * Plays a log pass_count (at least 1) times; the chip is not reset in between. Writes
 * after the length are ignored, and in a text log also those at it. A log of length 0 is
 * played once. The caller sets log and pass_count, and zeros elsewhere.
 */
struct exh_opl2_log_cursor {
	const struct exh_opl2_log *log;
	uint64_t pass_count, pass; /* total, and the current one from 0 */
	size_t index;		   /* index of the next write in the log */
};

/* Returns the source of the log's writes. cursor must outlive it. */
EXH_API struct exh_opl2_source exh_opl2_log_play(struct exh_opl2_log_cursor *cursor);
/* Returns the length of pass_count passes, in samples. */
EXH_API uint64_t exh_opl2_log_length(const struct exh_opl2_log *log, uint64_t pass_count);

/* Writes for a file, and its settings. */
struct exh_opl2_recording {
	struct exh_opl2_source source;
	uint64_t length; /* samples; writes at or after it are ignored */
	/* For formats with loops: the write and the position (samples) at which
	 * playback continues. Writes at the length are then kept, since they precede
	 * those of the next pass. */
	bool loops;
	size_t loop_write;
	uint64_t loop_position;
	struct exh_opl2_tags tags;
	uint32_t chip_clock_hz; /* for VGM; 0: 3579545 */
};

/* The loss by a file's coarser clock. */
struct exh_opl2_timing {
	/* Largest shift of a write, in samples, when the file is read again. */
	uint64_t worst;
	size_t moved_count, write_count; /* shifted writes, and all */
	/* Writes to registers without effect, which the format can't hold. */
	size_t dropped_count;
};

/*
 * Appends a file to out; writes are read one by one and not kept. EXH_UNSUPPORTED if kind
 * is EXH_OPL2_LOG_DRO1, which is only read. timing may be NULL. EXH_LIMIT: longer than
 * the format can store (DRO 49 days, VGM 27 hours). EXH_INVALID: positions decrease, or
 * the loop does not fit the writes.
 */
EXH_CHECKED enum exh_status exh_opl2_log_write(const struct exh_opl2_recording *recording,
					       enum exh_opl2_log_kind kind,
					       struct exh_writer *out,
					       struct exh_opl2_timing *timing,
					       struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
