/*
 * A song as a file: IMF, a register log of any kind, or MIDI; and writes of it to the
 * chip.
 */
#ifndef CMD_ASSETS_SONG_SONG_H
#define CMD_ASSETS_SONG_SONG_H

#include "media/sound/render.h"
#include "task/file.h"

#include <exhume/keen_audio.h>
#include <exhume/opl2_log.h>
#include <exhume/opl2_midi.h>

enum { SONG_FILE_LIMIT = 64 << 20 /* bytes, also when expanded from gzip */ };

struct song {
	struct exh_arena arena;
	uint8_t *expanded; /* what was in a gzip file, to be freed */
	bool is_imf;
	struct exh_keen_imf imf;
	struct exh_keen_imf_rate tick_rate; /* of an IMF */
	const char *tick_reason;	    /* how it was found; static */
	struct exh_opl2_log log; /* of anything else; of MIDI, as it is played */
	bool is_midi;
	struct exh_opl2_midi_report midi;
	struct exh_opl2_tags tags; /* of either; UTF-8 */
	const char *program;	   /* UTF-8, or NULL */
	uint64_t limit;		   /* samples after which it is cut off; 0: it is not */
};

/* The most samples that one pass of a song may last, 0 standing for an hour. */
uint64_t song_longest(uint64_t max_length);

/* Notes that a sound of this length is cut off. */
void song_note_length(uint64_t length, uint64_t longest, struct exh_notes *notes);

/* What is known of a song from elsewhere. */
struct song_hints {
	const char *name;		    /* of the file; may be NULL */
	struct exh_keen_imf_rate tick_rate; /* numerator 0: to be found */
	const char *tick_reason;
	uint64_t max_length;		  /* samples of one pass; 0: an hour */
	const struct exh_opl2_bank *bank; /* of MIDI; NULL: our own */
};

/* file is borrowed. What was opened is always to be freed. */
enum exh_status song_open(struct song *song, struct exh_bytes file,
			  const struct song_hints *hints, struct exh_notes *notes,
			  struct exh_error *err);
void song_free(struct song *song);

/* "imf", "opl2log", "dro", "vgm" or "midi". */
const char *song_kind(const struct song *song);

struct song_cursor {
	struct exh_keen_imf_cursor imf;
	struct exh_opl2_log_cursor log;
	struct exh_opl2_spacing spacing;
	struct exh_opl2_source unlimited; /* what comes before the song's limit */
	uint64_t limit;
};

/* From the start, pass_count (at least 1) times; cursor stays where it is. */
struct exh_opl2_source song_play(const struct song *song, uint64_t pass_count,
				 bool spaced, struct song_cursor *cursor);

/* Samples of so many passes, without what sounds on afterwards. */
uint64_t song_length(const struct song *song, uint64_t pass_count);

/*
 * How long it sounds after its end, where player has come to: until nothing does. *held:
 * a note would sound forever; then it is a second.
 */
uint64_t song_tail(struct exh_opl2_player *player, bool *held);

/* A song being played as samples; each has its own. */
struct song_performance {
	const struct song *song;
	uint64_t pass_count;
	bool spaced;
	unsigned channels; /* bit by channel: those that are heard */
	struct song_cursor cursor;
	struct exh_opl2_player player;
};

struct sound_source song_sound(struct song_performance *performance, uint64_t length);

#endif
