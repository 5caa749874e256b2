/* Music of the OPL2 chip. */
#ifndef CMD_ASSETS_SONG_SONG_H
#define CMD_ASSETS_SONG_SONG_H

#include "task/fields.h"
#include "media/sound/sound.h"
#include "task/file.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/sci.h>
#include <exhume/keen_audio.h>
#include <exhume/opl2.h>
#include <exhume/advanced/opl2_log.h>
#include <exhume/advanced/opl2_midi.h>

#include <stddef.h>
#include <stdint.h>

struct asset;
struct asset_files;
struct assets;

/*
 * A song as a file (IMF, a register log of any kind, or MIDI), and its writes to the
 * chip.
 */

enum { SONG_FILE_LIMIT = 64 << 20 /* bytes, also after expanding gzip */ };

/* The IMF that a MIDI file was made from, embedded in that file. */
struct song_original {
	struct exh_bytes file; /* data NULL: none embedded */
	struct exh_keen_imf_rate rate;
	bool is_edited; /* the MIDI's notes have changed since */
};

struct song {
	struct exh_arena arena;
	uint8_t *expanded; /* content of a gzip file, to be freed */
	bool is_imf;
	struct exh_bytes file; /* the file, if it is an IMF */
	struct exh_keen_imf imf;
	struct exh_keen_imf_rate tick_rate; /* tick rate of an IMF */
	const char *tick_reason;	    /* reason for choosing tick_rate; static */
	/* log, for other songs; for MIDI, the log of playing it */
	struct exh_opl2_log log;
	bool is_midi;
	struct exh_opl2_midi_report midi;
	struct song_original original; /* original of a MIDI file */
	struct exh_opl2_tags tags;     /* tags of an IMF or a log; UTF-8 */
	const char *program;	       /* UTF-8, or NULL */
	uint64_t limit; /* samples after which it is cut off; 0: no limit */
	/* Sample rate of the chip that the song was made for. Lengths and positions are
	 * always at EXH_OPL2_RATE, except those of song_play_on_chip. */
	uint32_t chip_rate_hz;
};

/* Returns the most samples that one pass of a song may last; max_length 0 means ten
 * minutes. */
uint64_t song_longest(uint64_t max_length);

/* Adds a note that a sound of this length is cut off. */
void song_note_length(uint64_t length, uint64_t longest, struct exh_notes *notes);

/* Data about a song from outside the file. */
struct song_hints {
	const char *name;		    /* file name; may be NULL */
	struct exh_keen_imf_rate tick_rate; /* numerator 0: not given */
	const char *tick_reason;
	uint64_t max_length; /* samples per pass; 0: ten minutes */
	/* instruments for MIDI; NULL: the built-in bank */
	const struct exh_opl2_bank *bank;
};

/* Opens a song. file is borrowed. Always free the song. */
enum exh_status song_open(struct song *song, struct exh_bytes file,
			  const struct song_hints *hints, struct exh_notes *notes,
			  struct exh_error *err);
void song_free(struct song *song);

/* Returns "imf", "opl2log", "dro", "vgm" or "midi". */
const char *song_kind(const struct song *song);

struct song_cursor {
	struct exh_keen_imf_cursor imf;
	struct exh_opl2_log_cursor log;
	struct exh_opl2_spacing spacing;
	/* writes of the song, before its limit is applied */
	struct exh_opl2_source unlimited;
	uint64_t limit;
	/* writes whose times are converted to samples of the chip */
	struct exh_opl2_source timed;
	uint32_t chip_rate_hz;
};

/* Returns the writes from the start, pass_count (at least 1) times; cursor must stay in
 * place. */
struct exh_opl2_source song_play(const struct song *song, uint64_t pass_count,
				 bool spaced, struct song_cursor *cursor);

/* Returns the same writes, with times in samples of the song's own chip. */
struct exh_opl2_source song_play_on_chip(const struct song *song, uint64_t pass_count,
					 bool spaced, struct song_cursor *cursor);

/* Convert samples at EXH_OPL2_RATE to samples of the song's chip, and back; rounded to
 * the nearest. */
uint64_t song_chip_samples(const struct song *song, uint64_t samples);
uint64_t song_samples(const struct song *song, uint64_t chip_samples);

/*
 * Pitches for the usual clock, for formats that can't have another one.
 */

struct song_pitch {
	uint8_t low, high; /* registers A0 and B0 */
};

/* Zeros at first, except for the source and the rate of its chip. */
struct song_transposition {
	struct exh_opl2_source source;
	uint32_t chip_rate_hz;
	struct song_pitch read[EXH_OPL2_CHANNEL_COUNT], written[EXH_OPL2_CHANNEL_COUNT];
	struct exh_opl2_write waiting;
	bool is_waiting;
};

struct exh_opl2_source song_transpose(struct song_transposition *transposition);

/* Returns the samples of so many passes, without sounds that continue afterwards. */
uint64_t song_length(const struct song *song, uint64_t pass_count);

/*
 * Returns how long the song sounds after its end, in samples of the chip: player is at
 * the end, and the tail ends when all is silent. *held: a note would sound forever; then
 * the tail is a second.
 */
uint64_t song_tail(struct exh_opl2_player *player, uint32_t chip_rate_hz, bool *held);

/* A song being played as samples, with all of its state. */
struct song_performance {
	const struct song *song;
	uint64_t pass_count;
	bool spaced;
	unsigned channels; /* bit mask of audible channels */
	struct song_cursor cursor;
	struct exh_opl2_player player;
};

struct sound_source song_sound(struct song_performance *performance, uint64_t length);

/*
 * Score: notes and instruments, read from the writes to the chip.
 */

enum {
	SCORE_DRUM_COUNT = 5,
	SCORE_INSTRUMENT_SIZE = 11,
	SCORE_MAX_INSTRUMENTS = 1024,
};

/* Timbre of a channel, without loudness and pitch. */
struct score_instrument {
	/* 20, 40, 60, 80, E0 of the modulator, then of the carrier; C0. For audible
	 * operators, 40 has only key scaling. */
	uint8_t registers[SCORE_INSTRUMENT_SIZE];
	uint64_t note_count;
	unsigned channels; /* bit mask of channels */
};

/* A note, or a part of it with a single pitch. */
struct score_note {
	unsigned channel;
	int drum;	     /* 0 to 4: bass, snare, tom-tom, cymbal, hi-hat; -1: none */
	uint64_t start, end; /* positions in samples */
	double pitch;	     /* half tones, as in MIDI; 69 is 440 Hz */
	uint8_t level;	     /* carrier level at the start, 0 (loud) to 63 */
	size_t instrument;   /* SCORE_MAX_INSTRUMENTS: beyond the limit */
	/* begins: a new note; changes: its instrument differs from the last one */
	bool begins, changes;
};

struct score {
	uint8_t registers[256];
	bool used[256];	       /* registers that were written */
	uint32_t chip_rate_hz; /* rate of the chip, for pitches; 0: EXH_OPL2_RATE */
	struct score_instrument *instruments;
	size_t instrument_count;
	uint64_t write_count;
	uint64_t note_counts[EXH_OPL2_CHANNEL_COUNT];
	uint64_t drum_counts[SCORE_DRUM_COUNT];
	/* Called when a note has ended; may be NULL. */
	void (*take)(void *context, const struct score_note *note);
	void *context;
	/* For each channel: the current note, and the last instrument. */
	bool sounding[EXH_OPL2_CHANNEL_COUNT];
	struct score_note notes[EXH_OPL2_CHANNEL_COUNT];
	size_t last_instruments[EXH_OPL2_CHANNEL_COUNT];
};

void score_start(struct score *score);
void score_write(struct score *score, const struct exh_opl2_write *write);
/* Ends all notes that still sound. */
void score_end(struct score *score, uint64_t position);
/* Takes all writes of a source, from start to end. */
void score_play(struct score *score, struct exh_opl2_source source, uint64_t length);
/* Counts the notes since before, an earlier state of the same score, so many more
 * times. */
void score_repeat(struct score *score, const struct score *before, uint64_t times);
void score_free(struct score *score);

/* Adds "instruments", "channels" and "drums". */
extern const struct fields score_fields;
void score_to_json(const struct score *score, struct json *out);

/*
 * Songs for OPL2 as standard MIDI files: notes derived from the registers.
 */

enum song_numbering {
	SONG_PROGRAMS_NEAREST, /* nearest programs of a bank, by their registers */
	SONG_PROGRAMS_OWN,     /* numbered in order of appearance */
};

struct song_midi {
	struct exh_opl2_source source; /* writes of the whole song */
	uint32_t chip_rate_hz;	       /* as in struct score */
	uint64_t length;	       /* in samples */
	struct exh_keen_imf_rate rate; /* rate of the ticks in the file */
	const struct exh_opl2_bank *bank;
	unsigned programs; /* enum song_numbering */
	const char *title; /* UTF-8, or NULL */
	/* Embedded, so that the same IMF can be made again; file.data NULL: none. */
	struct song_original original;
};

/* Counts and tempo of a written MIDI file. */
struct song_midi_report {
	size_t note_count, program_count;
	double beats; /* beats per minute that were found */
};

/*
 * Appends a file of format 0. Channels 0 to 8 are the chip's; notes of the bank's drums,
 * and of rhythm mode, go to channel 9. A tick of the song is a whole number of ticks of
 * the file. Pitches are kept with bends, within 12 half tones.
 */
enum exh_status song_midi_write(const struct song_midi *midi, struct exh_writer *out,
				struct song_midi_report *report, struct exh_error *err);

/* Appends the data of a meta event EXH_SMF_SEQUENCER for a MIDI file with these notes. */
enum exh_status song_original_put(const struct song_original *original,
				  struct exh_bytes midi, struct exh_writer *out,
				  struct exh_error *err);
/* Finds the embedded IMF and unpacks it in arena. A damaged one is noted, and ignored. */
void song_original_find(const struct exh_smf *smf, struct exh_arena *arena,
			struct song_original *out, struct exh_notes *notes);

/*
 * Playback options of a song or an effect: as typed, and parsed.
 */

struct sound_options {
	/* As typed; NULL: not given. */
	const char *rate_text, *tail_text, *fade_text, *gain_text, *tick_text;
	const char *max_length_text;
	/* Parsed. */
	struct sound_settings settings;
	struct exh_keen_imf_rate tick_rate; /* numerator 0: not given */
};

/*
 * A song as an asset: opened, and scanned for its notes and its length.
 */

enum song_format {
	SONG_AUTO = SOUND_AUTO,
	SONG_WAV = SOUND_WAV,
	SONG_FLAC = SOUND_FLAC,
	SONG_RAW = SOUND_RAW,
	SONG_DRO,
	SONG_VGM,
	SONG_OPL2LOG,
	SONG_PNG,
	SONG_IMF,
	SONG_MIDI,
};

/* "auto", "wav" and so on, then NULL. */
extern const char *const song_format_names[];

/* Returns the ending of a file name, with the dot. */
const char *song_format_ending(unsigned format);

static inline bool song_format_is_sound(unsigned format)
{
	return format == SONG_WAV || format == SONG_FLAC || format == SONG_RAW;
}

static inline bool song_format_is_log(unsigned format)
{
	return format >= SONG_DRO && format <= SONG_OPL2LOG;
}

enum song_writes { SONG_WRITES_AUTO, SONG_WRITES_SPACED, SONG_WRITES_IMMEDIATE };

/* Default of imf_type: type 1, or the type of the IMF that a MIDI file was made from. */
enum { SONG_IMF_USUAL = 2 };

struct song_options {
	struct sound_options sound;
	unsigned pass_count; /* at least 1 */
	unsigned format;     /* enum song_format, except SONG_AUTO */
	unsigned writes;     /* enum song_writes */
	unsigned channels;   /* bit mask of audible channels */
	bool stems;	     /* a sound file for each channel */
	bool is_packed;	     /* logs are compressed as in .vgz files */
	unsigned imf_type;   /* 0 or 1, of the written IMF, or SONG_IMF_USUAL */
	bool has_bank;	     /* --bank was given */
	unsigned programs;   /* enum song_numbering, of written MIDI */
	const struct exh_opl2_bank
		*bank; /* instruments for MIDI; NULL: the built-in bank */
};

/* Type of asset->thing. */
struct song_asset {
	struct song song;
	struct score score;
	uint64_t song_length, length; /* samples; length has the tail, too */
	bool is_held;		      /* a note would never end */
	/* Measured on the output, or on the sum of its stems ... */
	bool is_measured;
	struct sound_shape shape; /* shape of the output, with the gain */
	struct sound_measure measure;
	struct sound_measure stems[EXH_OPL2_CHANNEL_COUNT]; /* ... of each stem ... */
	struct exh_opl2_timing timing;			    /* ... of a log ... */
	struct song_midi_report midi;			    /* ... of MIDI. */
};

/* Functions of the kind: read, close and describe. */
enum exh_status song_asset_read(const void *options, struct asset *asset,
				struct exh_notes *notes, struct exh_error *err);
void song_asset_close(struct asset *asset);
/* song_made_fields: fields that converting adds. */
extern const struct fields song_fields, song_made_fields;
void song_asset_describe(const void *options, const struct asset *asset,
			 struct json *object);

bool song_asset_is_spaced(const struct song_options *options, const struct song *song);

/* Writes of a song that stop at an interrupt. */
struct song_tap {
	struct exh_opl2_source source;
	struct score *score; /* also gets the writes; may be NULL */
};

struct exh_opl2_source song_tap(struct song_tap *tap);

/*
 * Banks of instruments for MIDI songs, as given on the command line.
 */

/* A value of --bank: FILE, N=FILE (program N) or dN=FILE (the drum of note N). */
struct song_bank_part {
	const char *path;
	bool is_one, is_drum;
	unsigned number; /* number of the program, or of the drum from 0 on */
};

/* False: banks have no such program or drum. */
bool song_bank_parse(const char *text, struct song_bank_part *out);

/* Loads the built-in bank, and then each of these over it. False: reported. */
bool song_bank_load(const struct strings *texts, struct exh_opl2_bank *bank,
		    struct report *report);

/*
 * The work of exhume imf2wav, without its command line.
 */

/* Options of the command line. */
struct imf2wav_request {
	struct common common;
	struct song_options options;
	struct strings banks; /* parsed by song_bank_parse */
	const char *solo_text, *mute_text;
	bool is_format_given;
};

void imf2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result);

/*
 * A song as a picture: notes over time, a colour for each channel, in rows of some
 * seconds.
 */

struct piano_roll;

/* Begins a picture for a length in samples. All notes are passed twice: to measure them,
 * then to draw them. */
struct piano_roll *piano_roll_start(uint64_t length);
/* First pass: measures the range of pitches. roll is the piano roll. */
void piano_roll_measure(void *roll, const struct score_note *note);
/* Returns EXH_LIMIT if the picture would be too large. */
enum exh_status piano_roll_rule(struct piano_roll *roll, struct exh_error *err);
/* Second pass: draws the note. */
void piano_roll_draw(void *roll, const struct score_note *note);
/* Appends the PNG file. */
enum exh_status piano_roll_encode(const struct piano_roll *roll, struct exh_writer *out,
				  struct exh_error *err);
void piano_roll_free(struct piano_roll *roll);

/*
 * Songs in the registry of assets: IMF and register logs, one file or a folder of them.
 */

/* Kind of songs. Options are a struct song_options; asset->thing is a struct
 * song_asset. */
extern const struct asset_kind song_asset_kind;

/* A song, or a folder with songs, recognized by the endings of names. */
extern const struct game_type song_game_type;

/*
 * Notes of a song as data: for the piano roll of a page.
 */

/* Collects notes one by one. All zeros: none. */
struct song_notes {
	struct json *list;
};

enum { SONG_NOTES_MOST = 20000 };

/* Adds a note. Times are in seconds; pitch is in half tones, 69 is 440 Hz; level is 0
 * (silent) to 1. Notes beyond SONG_NOTES_MOST are dropped. */
void song_notes_add(struct song_notes *notes, unsigned channel, double start, double end,
		    double pitch, double level);

/* Returns {"notes": list of [channel, start, end, pitch, level], "seconds": length}; NULL
 * if there are no notes. Releases the list. */
struct json *song_notes_end(struct song_notes *notes, double seconds);

/* Return the notes of writes to the chip, or of a song played once. length in samples. */
struct json *song_notes_of_writes(struct exh_opl2_source source, uint64_t length);
struct json *song_notes_of(const struct song *song, bool spaced);

/*
 * MIDI programs that represent instruments of the chip.
 */

enum { SONG_PROGRAM_TEXT = 96 };

struct song_program {
	int number;	/* 0 to 127 */
	unsigned drum;	/* note on the drum channel; 0: not a drum */
	unsigned level; /* carrier level of the loudest note */
	double shift;	/* half tones by which its notes sound higher */
};

struct song_programs {
	const struct exh_opl2_bank *bank;
	struct song_program *items; /* one for each instrument of the score */
	/* True for each program that equals the bank's, and is not just the nearest */
	bool *is_same;
	uint8_t (*registers)[SCORE_INSTRUMENT_SIZE];
	size_t count;
};

/* Finds the programs. own: numbers are in the order of the score. To be freed. */
void song_programs_find(struct song_programs *programs, const struct score *score,
			const struct exh_opl2_bank *bank, bool own);
void song_programs_free(struct song_programs *programs);

/* Returns the program for an instrument. Drums of one timbre differ by their pitch. */
struct song_program song_programs_of(const struct song_programs *programs,
				     size_t instrument, double pitch);

/* Describes a program for people: "instrument 3: 21 04 ... is program 40, nearest". */
void song_programs_describe(const struct song_programs *programs, size_t instrument,
			    char text[SONG_PROGRAM_TEXT]);

/*
 * Tempo of music without a given one: the most likely length of a beat.
 */

/*
 * Returns the ticks of a quarter note, for the start times of notes (ascending) and ticks
 * per second: between 60 and 200 beats per minute. Half a second if the notes give no
 * hint.
 */
double song_tempo_find(const uint64_t *starts, size_t count, double tick_rate);

#endif
