/*
 * Standard MIDI files, of format 0 and 1: their events in one list, and when they come.
 *
 * Memory:  the events come from the arena; strings of SysEx and meta events are borrowed
 *          from the file.
 */
#ifndef EXHUME_SMF_H
#define EXHUME_SMF_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SMF_SYSEX = 0xf0,
	EXH_SMF_ESCAPE = 0xf7, /* also what ends a SysEx */
	EXH_SMF_META = 0xff,
	/* Kinds of meta events. */
	EXH_SMF_TEXT = 1,
	EXH_SMF_COPYRIGHT = 2,
	EXH_SMF_NAME = 3,
	EXH_SMF_MARKER = 6,
	EXH_SMF_CUE = 7,
	EXH_SMF_END = 0x2f,
	EXH_SMF_TEMPO = 0x51,
	EXH_SMF_SEQUENCER = 0x7f, /* what a program keeps for itself */
};

struct exh_smf_event {
	uint64_t tick;	 /* from the start of the song */
	size_t place;	 /* among all events, by tracks */
	size_t offset;	 /* in the file */
	unsigned track;	 /* from 0 */
	uint8_t status;	 /* of a channel, EXH_SMF_SYSEX, EXH_SMF_ESCAPE or EXH_SMF_META */
	uint8_t meta;	 /* its kind, where status is EXH_SMF_META */
	uint8_t data[2]; /* parameters, below 128 */
	struct exh_bytes bytes; /* of SysEx and meta events */
};

struct exh_smf {
	unsigned format, track_count;
	/* Ticks of a quarter note; where has_smpte, of a second. */
	uint32_t division;
	bool has_smpte;
	struct exh_smf_event *events; /* by time; at one tick in the order of tracks */
	size_t count;
	uint64_t end; /* the last tick of any track */
};

enum { EXH_SMF_LIMIT = 4 << 20 /* bytes of a file that is read */ };

/* Does it begin as a MIDI file? */
EXH_API bool exh_smf_is(struct exh_bytes in);

/*
 * EXH_INVALID, EXH_TRUNCATED: the file is damaged; EXH_UNSUPPORTED for format 2 and drop
 * frames; EXH_LIMIT for too large ones. A track without an end event is noted.
 */
EXH_CHECKED enum exh_status exh_smf_read(struct exh_bytes in, struct exh_arena *arena,
					 struct exh_smf *out, struct exh_notes *notes,
					 struct exh_error *err);

/* When events come: pass each of them in turn. */
struct exh_smf_clock {
	uint64_t tick,
		time;	/* of the last event; time: microseconds times the division */
	uint32_t tempo; /* microseconds of a quarter note, or of a second */
	uint32_t division;
	bool has_smpte;
};

EXH_API void exh_smf_clock_start(const struct exh_smf *smf, struct exh_smf_clock *clock);

/* To this tick. EXH_LIMIT: thousands of years. */
EXH_CHECKED enum exh_status exh_smf_clock_pass(struct exh_smf_clock *clock, uint64_t tick,
					       struct exh_error *err);
/* Takes a new tempo, if the event is one. */
EXH_API void exh_smf_clock_take(struct exh_smf_clock *clock,
				const struct exh_smf_event *event);
/* Where it is, in units of which there are so many (at most 2^26) a second; rounded. */
EXH_API uint64_t exh_smf_clock_at(const struct exh_smf_clock *clock, uint32_t per_second);

/*
 * Writing. A header, then each track from its begin to its end.
 */

struct exh_smf_track {
	struct exh_writer *out;
	size_t start;	/* of its events in out */
	uint64_t tick;	/* of the last event */
	bool overflows; /* a time or a size is too large */
};

EXH_API void exh_smf_write_header(struct exh_writer *out, unsigned format,
				  unsigned track_count, unsigned division);
EXH_API void exh_smf_track_start(struct exh_smf_track *track, struct exh_writer *out);
/* An event of a channel: its status and one or two parameters, of seven bits. */
EXH_API void exh_smf_put(struct exh_smf_track *track, uint64_t tick, uint8_t status,
			 uint8_t first, uint8_t second);
EXH_API void exh_smf_put_meta(struct exh_smf_track *track, uint64_t tick, uint8_t kind,
			      const void *data, size_t size);
EXH_API void exh_smf_put_text(struct exh_smf_track *track, uint64_t tick, uint8_t kind,
			      const char *text);
EXH_API void exh_smf_put_tempo(struct exh_smf_track *track, uint64_t tick,
			       uint32_t microseconds);
/* Without the bytes that start and end it. */
EXH_API void exh_smf_put_sysex(struct exh_smf_track *track, uint64_t tick,
			       struct exh_bytes bytes);
/* EXH_LIMIT: the time between two events (over 51 days) or the size is too large for the
 * format. */
EXH_CHECKED enum exh_status exh_smf_track_end(struct exh_smf_track *track, uint64_t tick,
					      struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
