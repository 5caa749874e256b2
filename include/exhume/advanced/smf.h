/*
 * Standard MIDI files of format 0 and 1: all events in one list, and their times.
 *
 * Memory:  the events come from the arena; strings of SysEx and meta events are borrowed
 *          from the file.
 */
#ifndef EXHUME_ADVANCED_SMF_H
#define EXHUME_ADVANCED_SMF_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	/* Values of status. */
	EXH_SMF_SYSEX = 0xf0,
	EXH_SMF_ESCAPE = 0xf7, /* also ends a SysEx */
	EXH_SMF_META = 0xff,
	/* Kinds of meta events. */
	EXH_SMF_TEXT = 1,
	EXH_SMF_COPYRIGHT = 2,
	EXH_SMF_NAME = 3,
	EXH_SMF_MARKER = 6,
	EXH_SMF_CUE = 7,
	EXH_SMF_END = 0x2f,
	EXH_SMF_TEMPO = 0x51,
	EXH_SMF_SEQUENCER = 0x7f, /* data of one program */
};

/* An event of a channel, a SysEx or a meta event. */
struct exh_smf_event {
	uint64_t tick;	/* from the start of the song */
	size_t place;	/* number among all events, sorted by track */
	size_t offset;	/* bytes, in the file */
	unsigned track; /* from 0 */
	/* Status of a channel's event, EXH_SMF_SYSEX, EXH_SMF_ESCAPE or EXH_SMF_META. */
	uint8_t status;
	uint8_t meta;		/* kind, if status is EXH_SMF_META */
	uint8_t data[2];	/* parameters, below 128 */
	struct exh_bytes bytes; /* content of SysEx and meta events */
};

/* A MIDI file that was read; events are in the arena. */
struct exh_smf {
	unsigned format, track_count; /* format 0 or 1 */
	/* Ticks per quarter note; if has_smpte, per second. */
	uint32_t division;
	bool has_smpte;
	struct exh_smf_event *events; /* sorted by tick, then by track */
	size_t count;
	uint64_t end; /* the last tick of any track */
};

enum { EXH_SMF_LIMIT = 4 << 20 /* bytes of a file that is read */ };

/* True if it begins as a MIDI file. */
EXH_API bool exh_smf_is(struct exh_bytes in);

/*
 * Reads all events. EXH_INVALID, EXH_TRUNCATED: the file is damaged; EXH_UNSUPPORTED for
 * format 2 and drop frames; EXH_LIMIT above EXH_SMF_LIMIT bytes; EXH_NO_MEMORY at the
 * arena's limit. A track without an end event is noted.
 */
EXH_CHECKED enum exh_status exh_smf_read(struct exh_bytes in, struct exh_arena *arena,
					 struct exh_smf *out, struct exh_notes *notes,
					 struct exh_error *err);

/* Converts ticks to time: call exh_smf_clock_pass and exh_smf_clock_take for each
 * event in turn. */
struct exh_smf_clock {
	/* Tick and time of the last event; time is in microseconds times the division. */
	uint64_t tick, time;
	uint32_t tempo; /* microseconds per quarter note, or per second */
	uint32_t division;
	bool has_smpte;
};

/* Sets the clock to tick 0. */
EXH_API void exh_smf_clock_start(const struct exh_smf *smf, struct exh_smf_clock *clock);

/* Advances to this tick. EXH_LIMIT: the song lasts thousands of years. */
EXH_CHECKED enum exh_status exh_smf_clock_pass(struct exh_smf_clock *clock, uint64_t tick,
					       struct exh_error *err);
/* Sets the tempo, if the event is a change of tempo. */
EXH_API void exh_smf_clock_take(struct exh_smf_clock *clock,
				const struct exh_smf_event *event);
/* Returns the time in units of 1 / per_second seconds (per_second is at most 2^26),
 * rounded. */
EXH_API uint64_t exh_smf_clock_at(const struct exh_smf_clock *clock, uint32_t per_second);

/*
 * Writing. A header, then each track from its begin to its end.
 */

/* State of a track that is written. */
struct exh_smf_track {
	struct exh_writer *out;
	size_t start;	/* offset of its events in out */
	uint64_t tick;	/* tick of the last event */
	bool overflows; /* a time or a size is too large for the format */
};

/* Appends the file's header; division is in ticks per quarter note. */
EXH_API void exh_smf_write_header(struct exh_writer *out, unsigned format,
				  unsigned track_count, unsigned division);
/* Begins a track. out is borrowed until its end. */
EXH_API void exh_smf_track_start(struct exh_smf_track *track, struct exh_writer *out);
/* Appends a channel's event: its status and one or two parameters of seven bits. tick
 * never decreases within a track. */
EXH_API void exh_smf_put(struct exh_smf_track *track, uint64_t tick, uint8_t status,
			 uint8_t first, uint8_t second);
/* Append a meta event of a kind, with bytes or a text. */
EXH_API void exh_smf_put_meta(struct exh_smf_track *track, uint64_t tick, uint8_t kind,
			      const void *data, size_t size);
EXH_API void exh_smf_put_text(struct exh_smf_track *track, uint64_t tick, uint8_t kind,
			      const char *text);
/* Appends a tempo, in microseconds per quarter note. */
EXH_API void exh_smf_put_tempo(struct exh_smf_track *track, uint64_t tick,
			       uint32_t microseconds);
/* Appends a SysEx. bytes are without F0 and F7, which start and end it. */
EXH_API void exh_smf_put_sysex(struct exh_smf_track *track, uint64_t tick,
			       struct exh_bytes bytes);
/* Ends the track at a tick. EXH_LIMIT: the time between two events (over 51 days) or
 * the size is too large for the format. */
EXH_CHECKED enum exh_status exh_smf_track_end(struct exh_smf_track *track, uint64_t tick,
					      struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
