/* Music of the OPL2 chip. */
#ifndef CMD_ASSETS_SONG_SONG_H
#define CMD_ASSETS_SONG_SONG_H

#include "task/fields.h"
#include "media/sound/sound.h"
#include "task/file.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/keen_audio.h>
#include <exhume/opl2.h>
#include <exhume/opl2_log.h>
#include <exhume/opl2_midi.h>

#include <stddef.h>
#include <stdint.h>

struct asset;
struct asset_files;
struct assets;

/*
 * A song as a file: IMF, a register log of any kind, or MIDI; and writes of it to the
 * chip.
 */

enum { SONG_FILE_LIMIT = 64 << 20 /* bytes, also when expanded from gzip */ };

/* The IMF that a MIDI file was made from, as it is kept in it. */
struct song_original {
	struct exh_bytes file; /* data NULL: none is kept */
	struct exh_keen_imf_rate rate;
	bool is_edited; /* the notes are other ones now */
};

struct song {
	struct exh_arena arena;
	uint8_t *expanded; /* what was in a gzip file, to be freed */
	bool is_imf;
	struct exh_bytes file; /* of an IMF */
	struct exh_keen_imf imf;
	struct exh_keen_imf_rate tick_rate; /* of an IMF */
	const char *tick_reason;	    /* how it was found; static */
	struct exh_opl2_log log; /* of anything else; of MIDI, as it is played */
	bool is_midi;
	struct exh_opl2_midi_report midi;
	struct song_original original; /* of MIDI */
	struct exh_opl2_tags tags;     /* of either; UTF-8 */
	const char *program;	       /* UTF-8, or NULL */
	uint64_t limit; /* samples after which it is cut off; 0: it is not */
	/* Samples a second of the chip that it was made for. Lengths and positions have
	 * EXH_OPL2_RATE, whatever it is, except those of song_play_on_chip. */
	uint32_t chip_rate_hz;
};

/* The most samples that one pass of a song may last, 0 standing for ten minutes. */
uint64_t song_longest(uint64_t max_length);

/* Notes that a sound of this length is cut off. */
void song_note_length(uint64_t length, uint64_t longest, struct exh_notes *notes);

/* What is known of a song from elsewhere. */
struct song_hints {
	const char *name;		    /* of the file; may be NULL */
	struct exh_keen_imf_rate tick_rate; /* numerator 0: to be found */
	const char *tick_reason;
	uint64_t max_length;		  /* samples of one pass; 0: ten minutes */
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
	struct exh_opl2_source timed; /* what becomes samples of the chip */
	uint32_t chip_rate_hz;
};

/* From the start, pass_count (at least 1) times; cursor stays where it is. */
struct exh_opl2_source song_play(const struct song *song, uint64_t pass_count,
				 bool spaced, struct song_cursor *cursor);

/* The same in samples of the song's own chip. */
struct exh_opl2_source song_play_on_chip(const struct song *song, uint64_t pass_count,
					 bool spaced, struct song_cursor *cursor);

/* How many samples of its chip so many of EXH_OPL2_RATE are, and the other way round; to
 * the nearest. */
uint64_t song_chip_samples(const struct song *song, uint64_t samples);
uint64_t song_samples(const struct song *song, uint64_t chip_samples);

/*
 * Pitches for the usual clock: for formats that have no other one.
 */

struct song_pitch {
	uint8_t low, high; /* registers A0 and B0 */
};

/* Begins with zeros, except the source and the rate of the chip that it is for. */
struct song_transposition {
	struct exh_opl2_source source;
	uint32_t chip_rate_hz;
	struct song_pitch read[EXH_OPL2_CHANNEL_COUNT], written[EXH_OPL2_CHANNEL_COUNT];
	struct exh_opl2_write waiting;
	bool is_waiting;
};

struct exh_opl2_source song_transpose(struct song_transposition *transposition);

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

/*
 * What is played: notes and instruments, read off the writes to the chip.
 */

enum {
	SCORE_DRUM_COUNT = 5,
	SCORE_INSTRUMENT_SIZE = 11,
	SCORE_MAX_INSTRUMENTS = 1024,
};

/* How a channel sounds, except for how loud and how high. */
struct score_instrument {
	/* 20, 40, 60, 80, E0 of the modulator, then of the carrier; C0. Of what is heard
	 * 40 has key scaling alone. */
	uint8_t registers[SCORE_INSTRUMENT_SIZE];
	uint64_t note_count;
	unsigned channels; /* bit by channel */
};

/* A note, or as much of it as has one pitch. */
struct score_note {
	unsigned channel;
	int drum;	      /* 0 to 4: bass, snare, tom-tom, cymbal, hi-hat; -1: none */
	uint64_t start, end;  /* positions, in samples */
	double pitch;	      /* in half tones, as MIDI counts; 69 is 440 Hz */
	uint8_t level;	      /* of the carrier, 0 (loud) to 63, where it begins */
	size_t instrument;    /* SCORE_MAX_INSTRUMENTS: one too many */
	bool begins, changes; /* a new note; with another instrument than the last */
};

struct score {
	uint8_t registers[256];
	bool used[256];	       /* registers, by any write */
	uint32_t chip_rate_hz; /* of the chip, for pitches; 0: EXH_OPL2_RATE */
	struct score_instrument *instruments;
	size_t instrument_count;
	uint64_t write_count;
	uint64_t note_counts[EXH_OPL2_CHANNEL_COUNT];
	uint64_t drum_counts[SCORE_DRUM_COUNT];
	/* Called with each note when it has ended; may be NULL. */
	void (*take)(void *context, const struct score_note *note);
	void *context;
	/* By channel: the note that sounds, and the last instrument. */
	bool sounding[EXH_OPL2_CHANNEL_COUNT];
	struct score_note notes[EXH_OPL2_CHANNEL_COUNT];
	size_t last_instruments[EXH_OPL2_CHANNEL_COUNT];
};

void score_start(struct score *score);
void score_write(struct score *score, const struct exh_opl2_write *write);
/* Ends what still sounds. */
void score_end(struct score *score, uint64_t position);
/* The same of all writes of a source, from start to end. */
void score_play(struct score *score, struct exh_opl2_source source, uint64_t length);
/* Counts so many more times what came since before, which is the same score earlier. */
void score_repeat(struct score *score, const struct score *before, uint64_t times);
void score_free(struct score *score);

/* Adds "instruments", "channels" and "drums". */
extern const struct fields score_fields;
void score_to_json(const struct score *score, struct json *out);

/*
 * Songs for OPL2 as standard MIDI files: what the registers play, as notes.
 */

enum song_numbering {
	SONG_PROGRAMS_NEAREST, /* of a bank, by their registers */
	SONG_PROGRAMS_OWN,     /* in the order in which they come */
};

struct song_midi {
	struct exh_opl2_source source; /* of the whole song */
	uint32_t chip_rate_hz;	       /* as in struct score */
	uint64_t length;	       /* samples */
	struct exh_keen_imf_rate rate; /* of the ticks that are kept */
	const struct exh_opl2_bank *bank;
	unsigned programs; /* enum song_numbering */
	const char *title; /* UTF-8, or NULL */
	/* Kept in it, so that the same IMF can be made again; file.data NULL: none. */
	struct song_original original;
};

/* Of the result. */
struct song_midi_report {
	size_t note_count, program_count;
	double beats; /* a minute, as they were found */
};

/*
 * Appends a file of format 0. Channels 0 to 8 are the chip's; notes of the drums of the
 * bank, and of rhythm mode, go to channel 9. A tick of the song is a whole number of
 * ticks of the file. Pitches are kept by bends, within 12 half tones.
 */
enum exh_status song_midi_write(const struct song_midi *midi, struct exh_writer *out,
				struct song_midi_report *report, struct exh_error *err);

/* Appends the data of a meta event EXH_SMF_SEQUENCER for a MIDI file with these notes. */
enum exh_status song_original_put(const struct song_original *original,
				  struct exh_bytes midi, struct exh_writer *out,
				  struct exh_error *err);
/* Finds what is kept, unpacked in arena. A damaged one is noted, and none. */
void song_original_find(const struct exh_smf *smf, struct exh_arena *arena,
			struct song_original *out, struct exh_notes *notes);

/*
 * How a song or an effect is played: as typed, and what that means.
 */

struct sound_options {
	/* As typed; NULL: not given. */
	const char *rate_text, *tail_text, *fade_text, *gain_text, *tick_text;
	const char *max_length_text;
	/* What that means. */
	struct sound_settings settings;
	struct exh_keen_imf_rate tick_rate; /* numerator 0: to be found */
};

/*
 * A song as an asset: opened, and looked through for its notes and its length.
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

/* "auto", "wav" and so on, NULL. */
extern const char *const song_format_names[];

/* Of files, with the dot. */
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

/* Type 1, or the type of the IMF that a MIDI file was made from. */
enum { SONG_IMF_USUAL = 2 };

struct song_options {
	struct sound_options sound;
	unsigned pass_count; /* at least 1 */
	unsigned format;     /* enum song_format, not SONG_AUTO */
	unsigned writes;     /* enum song_writes */
	unsigned channels;   /* bit by channel: those that are heard */
	bool stems;	     /* a file of sound a channel */
	bool is_packed;	     /* logs are compressed, as .vgz is */
	unsigned imf_type;   /* 0 or 1, of what is written, or SONG_IMF_USUAL */
	bool has_bank;	     /* --bank was given */
	unsigned programs;   /* enum song_numbering, of MIDI that is written */
	const struct exh_opl2_bank *bank; /* of MIDI; NULL: our own */
};

/* What asset->thing is. */
struct song_asset {
	struct song song;
	struct score score;
	uint64_t song_length, length; /* samples; the latter with what sounds on */
	bool is_held;		      /* a note at the end would never stop */
	/* Of what was written: of sound, or of what its stems add up to ... */
	bool is_measured;
	struct sound_shape shape; /* with the gain */
	struct sound_measure measure;
	struct sound_measure stems[EXH_OPL2_CHANNEL_COUNT]; /* ... of each stem ... */
	struct exh_opl2_timing timing;			    /* ... of a log ... */
	struct song_midi_report midi;			    /* ... of MIDI. */
};

/* A kind's read, its close and its describe. */
enum exh_status song_asset_read(const void *options, struct asset *asset,
				struct exh_notes *notes, struct exh_error *err);
void song_asset_close(struct asset *asset);
/* song_made_fields: what converting one adds. */
extern const struct fields song_fields, song_made_fields;
void song_asset_describe(const void *options, const struct asset *asset,
			 struct json *object);

bool song_asset_is_spaced(const struct song_options *options, const struct song *song);

/* Writes on their way, until an interrupt comes. */
struct song_tap {
	struct exh_opl2_source source;
	struct score *score; /* gets them, too; may be NULL */
};

struct exh_opl2_source song_tap(struct song_tap *tap);

/*
 * Banks of instruments for MIDI songs, as the command line names them.
 */

/* One of --bank: FILE, N=FILE (program N) or dN=FILE (the drum of note N). */
struct song_bank_part {
	const char *path;
	bool is_one, is_drum;
	unsigned number; /* of the program, or of the drum from 0 */
};

/* False: a program or a drum that no bank has. */
bool song_bank_parse(const char *text, struct song_bank_part *out);

/* Our own bank, and over it each of these in turn. False: reported. */
bool song_bank_load(const struct strings *texts, struct exh_opl2_bank *bank,
		    struct report *report);

/*
 * The work of exhume imf2wav, without its command line.
 */

/* What the command line asks for. */
struct imf2wav_request {
	struct common common;
	struct song_options options;
	struct strings banks; /* as song_bank_parse reads them */
	const char *solo_text, *mute_text;
	bool is_format_given;
};

void imf2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result);

/*
 * A song as a picture: notes over time, a colour a channel, in rows of some seconds.
 */

struct piano_roll;

/* Notes of length samples are to come; the second time they come they are drawn. */
struct piano_roll *piano_roll_start(uint64_t length);
/* The first time: how high and how low they are. context is the roll. */
void piano_roll_measure(void *roll, const struct score_note *note);
/* EXH_LIMIT for songs that make too large a picture. */
enum exh_status piano_roll_rule(struct piano_roll *roll, struct exh_error *err);
/* The second time. */
void piano_roll_draw(void *roll, const struct score_note *note);
/* Appends the PNG file. */
enum exh_status piano_roll_encode(const struct piano_roll *roll, struct exh_writer *out,
				  struct exh_error *err);
void piano_roll_free(struct piano_roll *roll);

/*
 * Songs in the registry of assets: IMF and register logs, one file or a folder of them.
 */

/* Its options are struct song_options, its thing is a struct song_asset. */
extern const struct asset_kind song_asset_kind;

/* A song, or a folder where songs are, by the endings of their names. */
extern const struct game_type song_game_type;

/*
 * The notes of a song as data: for the piano roll of a page.
 */

/* Collects notes that come one by one. All zeros: none. */
struct song_notes {
	struct json *list;
};

enum { SONG_NOTES_MOST = 20000 };

/* Of a channel, between times in seconds; pitch in half tones, 69 is 440 Hz; level from
 * 0 (silent) to 1. More than SONG_NOTES_MOST are dropped. */
void song_notes_add(struct song_notes *notes, unsigned channel, double start, double end,
		    double pitch, double level);

/* {"notes": list of [channel, start, end, pitch, level], "seconds": length}; NULL if
 * there is none. Releases the list. */
struct json *song_notes_end(struct song_notes *notes, double seconds);

/* Those that writes to the chip play, and of a song, once. length in samples. */
struct json *song_notes_of_writes(struct exh_opl2_source source, uint64_t length);
struct json *song_notes_of(const struct song *song, bool spaced);

/*
 * Which program of MIDI stands for an instrument of the chip.
 */

enum { SONG_PROGRAM_TEXT = 96 };

struct song_program {
	int number;	/* 0 to 127 */
	unsigned drum;	/* a note of the channel of drums; 0: no drum */
	unsigned level; /* of its carrier, in a note that is as loud as can be */
	double shift;	/* half tones that a note of it sounds higher */
};

struct song_programs {
	const struct exh_opl2_bank *bank;
	struct song_program *items; /* by instrument of the score */
	bool *is_same;		    /* the bank's, not only near it */
	uint8_t (*registers)[SCORE_INSTRUMENT_SIZE];
	size_t count;
};

/* own: numbers in the order of the score. To be freed. */
void song_programs_find(struct song_programs *programs, const struct score *score,
			const struct exh_opl2_bank *bank, bool own);
void song_programs_free(struct song_programs *programs);

/* Drums of one timbre differ by their pitch. */
struct song_program song_programs_of(const struct song_programs *programs,
				     size_t instrument, double pitch);

/* "instrument 3: 21 04 ... is program 40, nearest", for people. */
void song_programs_describe(const struct song_programs *programs, size_t instrument,
			    char text[SONG_PROGRAM_TEXT]);

/*
 * The tempo of music that does not say it: how long a beat most likely is.
 */

/*
 * Ticks of a quarter note, by when notes begin (ascending) and ticks per second: between
 * 60 and 200 of them per minute. Half a second where there is nothing to go by.
 */
double song_tempo_find(const uint64_t *starts, size_t count, double tick_rate);

#endif
