/* Runs of a game: what a player does, and what is written. */
#ifndef CMD_PLAY_PLAY_H
#define CMD_PLAY_PLAY_H

#include "task/fields.h"
#include "media/picture/png.h"
#include "media/sequence/sequence.h"
#include "media/sound/sound.h"
#include "task/file.h"
#include "task/report.h"
#include "task/text.h"

#include <exhume/code_page.h>
#include <exhume/engine.h>
#include <exhume/input.h>

#include <stdio.h>

/*
 * The table of engines. Each core of formats/engine/ has one struct engine_type here:
 * what the runner calls to play it. The runner knows no game; an engine's folder knows
 * its options, its script words and what it reports.
 */

enum { ENGINE_SOUND_FRAMES = 4096, ENGINE_SOUND_RATE = 44100 };

/* How far a player has come. */
struct engine_clock {
	uint64_t frames; /* made so far */
	uint64_t tick;
};

/* How an act of an input script goes on after a frame. */
enum engine_act { ENGINE_ACT_DONE, ENGINE_ACT_AGAIN, ENGINE_ACT_FAILED };

/* How a transcript is written. */
enum transcript_format {
	TRANSCRIPT_AUTO, /* by the file's name */
	TRANSCRIPT_TEXT, /* words for people, without times: for diff */
	TRANSCRIPT_TSV,
	TRANSCRIPT_JSON, /* a list of objects, one a line */
};
extern const char *const transcript_choices[]; /* for CHOICE_OPTION */

/* What an event is for a transcript. */
enum transcript_row {
	TRANSCRIPT_NONE,
	TRANSCRIPT_ROW,
	TRANSCRIPT_REPLACES, /* the row before, if it is one of this kind, too */
};

/* What an act keeps from frame to frame: zeros at first. */
struct engine_act_state {
	uint64_t calls; /* before this one */
	uint64_t tick;	/* at the first one */
	uint64_t at;	/* the act's own */
};

/* What a name of a condition stands for. */
enum condition_kind {
	CONDITION_NUMBER,
	CONDITION_TEXT,
	CONDITION_WORD,	 /* one of its words */
	CONDITION_PLACE, /* only for near: the values NAME.x and NAME.y are its place */
	CONDITION_THING, /* a number; near: the value NAME.distance, from the player */
};

/* A name that conditions of input scripts may have: "room". */
struct condition_name {
	/* # at its end stands for a number: "key #"; * for one of its words: "object *"
	 */
	const char *name;
	enum condition_kind kind;
	bool is_list; /* of values, with commas between */
	bool shown;   /* in the message about a name that is not known */
	/* Words that it may have, NULL after the last one; those of a number are its
	   values from 0 on. NULL: none. */
	const char *(*word)(unsigned number);
	const char *refused; /* why scripts may not use it; NULL: they may */
};

/*
 * A player is a core that was started, with what it needs to understand its input. It has
 * no pointers into itself: copy makes an independent one. All functions must be there.
 */
struct engine_type {
	const char *name;   /* "keen-dreams" */
	const char *family; /* as in exh_format: "keen" */
	unsigned ticks_a_second, ticks_a_frame /* mostly */;
	unsigned services_a_tick;		    /* of sound */
	unsigned service_clocks;		    /* of the PC's timer, a service */
	uint16_t width, height;			    /* pixels of the monitor */
	const struct exh_input_keys *(*keys)(void); /* of its input scripts */

	/* A player that is not started. */
	void *(*create)(void);
	void (*destroy)(void *player); /* may be NULL */
	void (*copy)(void *to, const void *from);
	/* Begins as the engine's own options say. False: the report has why. */
	bool (*start)(void *player, const void *game, const void *options,
		      struct report *report);
	/* Input of the next frame. Each frame's must come, also of frames that are
	 * skipped: a keyboard remembers. */
	void (*press)(void *player, const struct exh_input_frame *input);
	/* Drops all that was pressed, as at the start of a script. */
	void (*release)(void *player);
	/* One frame. False: it was the last one. No tick passes if none was made. */
	bool (*step)(void *player, const struct exh_host *host);

	struct engine_clock (*clock)(const void *player);
	uint32_t (*hash)(const void *player); /* of all state */
	/* Keys of an input script that do what was pressed in the last frame. */
	uint32_t (*pressed)(const void *player);
	/* The monitor, row-major: palette indices, and the palette; or pixels of 15 bits,
	 * then the first two are NULL. */
	void (*picture)(const void *player, uint8_t *pixels);
	void (*palette)(const void *player, struct exh_palette *palette);
	void (*picture_rgb15)(const void *player, uint16_t *pixels);
	/* Engines whose sound is samples, not writes to a device; NULL for the others:
	 * the time of the frame that was just made, into room for
	 * ENGINE_SOUND_FRAMES frames of two samples (left and right, 44100 a second).
	 * Returns how many there are. */
	size_t (*sound)(void *player, int32_t *samples);
	/* A line for each frame's state, and the line of names. */
	void (*state_head)(struct exh_writer *out);
	void (*state_line)(const void *player, uint32_t crc32, struct exh_writer *out);
	/* Why a run that is over has ended: "complete", "died". */
	const char *(*end_name)(const void *player);

	/*
	 * Acts of input scripts (exh_input_act) beside those that the runner has for all
	 * (acts.c): NULL if there are none. act_check: is its text right? act: fills
	 * what is pressed in the frame that comes now, unless the act is done; after
	 * ENGINE_ACT_FAILED err has why.
	 */
	const char *const *acts;
	enum exh_status (*act_check)(const struct exh_code_page *page,
				     const struct exh_input_act *act,
				     struct exh_error *err);
	enum engine_act (*act)(void *player, const struct exh_input_act *act,
			       struct engine_act_state *state,
			       struct exh_input_frame *input, struct exh_error *err);
	/* For conditions. names: those that there are, up to one without a name; NULL:
	   there are none. value: of a name such as "room", as text; false if the game has
	   none. texts: what is written on the screen, a line each; NULL, as is_idle:
	   conditions can't ask. */
	const struct condition_name *names;
	bool (*value)(const void *player, const char *name, struct exh_writer *out);
	void (*texts)(const void *player, struct exh_writer *out);
	bool (*is_idle)(const void *player);
	/* Appends what a transcript has of an event, without the line's
	   end. transcript_head: the names of a table's columns. NULL: there are none. */
	enum transcript_row (*transcribe)(const void *player,
					  const struct exh_event *event,
					  enum transcript_format format,
					  struct exh_writer *out);
	void (*transcript_head)(struct exh_writer *out);

	/* Appends a MIDI file of the writes for EXH_AUDIO_MIDI, so many services long.
	   NULL: there is no MIDI. */
	enum exh_status (*midi)(const struct exh_audio_write *writes, size_t count,
				uint64_t services, struct exh_writer *out,
				struct exh_error *err);

	/* Adds the files, or parts of files, of a game that a saved state needs as they
	   are (state_sums_add). NULL: its states know by themselves. */
	void (*sums)(void *game, struct exh_writer *out);
	void (*save)(const void *player, struct exh_writer *out);
	enum exh_status (*load)(void *player, const void *game, struct exh_bytes saved,
				struct exh_error *err);
};

/* NULL-terminated. */
extern const struct engine_type *const engine_types[];

/*
 * What a saved state needs of its game: checksums with names, after the engine's state.
 */

void state_sums_add(struct exh_writer *sums, const char *name, struct exh_bytes content);
void state_sums_put(const struct exh_writer *sums, struct exh_writer *out);
/* Cuts the list off saved, if there is one, and compares it with that of the game.
 * EXH_INVALID, with a name, if they differ. */
enum exh_status state_sums_check(struct exh_bytes *saved, const struct exh_writer *sums,
				 struct exh_error *err);

/*
 * What came of a script's assertions, for people and build servers: TAP and JUnit's XML.
 */

/* An assertion that held, or an act that failed. */
struct act_point {
	const struct exh_input_act *act;
	char *failure; /* NULL: it held */
	uint64_t tick;
};

struct act_log {
	struct act_point *items;
	size_t count, capacity;
};

/* failure: NULL, or why it failed. */
void act_log_add(struct act_log *log, const struct exh_input_act *act, uint64_t tick,
		 const char *failure);
void act_log_free(struct act_log *log);

/* Writes what the options ask for, after the run. name: of the whole. */
struct run_options;
void act_log_write(const struct act_log *log, const struct run_options *options,
		   const char *name, unsigned ticks_a_second, struct report *report);

/*
 * Acts of input scripts: statements that are no frames (exhume/input.h). Those for all
 * engines are here: wait, hold, expect, save, goto; others are the engine's.
 */

/* A state that "save NAME" has kept. */
struct act_snapshot {
	char *name;
	void *player;
	struct act_snapshot *next;
};

struct acts {
	const struct engine_type *type;
	const struct exh_code_page *page; /* as that of the language */
	const struct exh_input_act *act;  /* under way; NULL: none */
	struct engine_act_state state;
	struct act_snapshot *snapshots;
};

enum { ACTS_NAMES = 32 };

/* The keys of an engine with all its acts. Points into itself. */
struct acts_language {
	struct exh_input_keys keys;
	const struct engine_type *type;
	const struct exh_code_page *page; /* of what acts type; NULL: 437 */
	const char *names[ACTS_NAMES];
};
void acts_language(struct acts_language *language, const struct engine_type *type,
		   const struct exh_code_page *page);

void acts_free(struct acts *acts);

/* The act under way, before a frame: input is what is pressed in that frame, if it goes
 * on. After ENGINE_ACT_FAILED err has why, without file and line. */
enum engine_act acts_go_on(struct acts *acts, void *player, struct exh_input_frame *input,
			   struct exh_error *err);

/* True if the act under way is for a condition that does not hold. err has what, the
 * condition, and what was found. */
bool acts_unmet(const struct acts *acts, const void *player, const char *what,
		struct exh_error *err);

/*
 * An act of the engine that somebody types at a debugger; from the next frame on.
 */

struct typed_act {
	struct exh_input_act act;
	char text[256];
	struct engine_act_state state;
	bool is_under_way;
};

/* The engine's name of an act; NULL: there is none. */
const char *typed_act_named(const struct engine_type *type, const char *command);
/* name stays valid, text is copied. False, with the reason in why: it can't begin. */
bool typed_act_begin(struct typed_act *typed, const struct engine_type *type,
		     const struct exh_code_page *page, const char *name, const char *text,
		     struct exh_writer *why);
/* Presses what the act under way, if there is one, presses in this frame. */
void typed_act_go_on(struct typed_act *typed, const struct engine_type *type,
		     void *player, struct exh_input_frame *input, struct report *report);

/*
 * What is pressed in a run: an input script, played frame by frame.
 */

struct sandbox;

struct input_script {
	const struct exh_input *input; /* NULL: nothing is pressed */
	struct exh_input_cursor cursor;
	bool has_devices; /* it has more than keys */
	struct exh_arena arena;
};

/* path "-": standard input; NULL: no script. Files that it includes lie beside the one
 * that asks for them. False: the report has why. Close it either way. */
bool input_script_open(struct input_script *script, const char *path,
		       const struct exh_input_keys *keys, struct report *report);
void input_script_close(struct input_script *script);

/* Frames in all, or EXH_INPUT_ENDLESS. */
uint64_t input_script_length(const struct input_script *script);

/* Moves to just before that frame. The player gets the input of the frames before it. */
void input_script_seek(struct input_script *script, uint64_t frame,
		       const struct engine_type *type, void *player);

bool input_script_has_acts(const struct input_script *script);

/* The next frame, or the act before it; false at the end: then nothing is pressed. */
bool input_script_take(struct input_script *script, struct exh_input_frame *frame);
/* Of the next frame; after the end nothing is pressed. */
struct exh_input_frame input_script_next(struct input_script *script);

/* Adds what a run reads and writes for this script: the ones that it includes, and the
 * folders that pictures of failed acts go to. */
void input_script_files(const char *path, struct sandbox *sandbox);

/*
 * What a run of any engine is made of.
 */

/* A file that a run may write. */
struct run_output {
	const char *key;       /* in the JSON's "outputs"; NULL: it is not there */
	const char *path;      /* NULL: not this one */
	bool leaves_a_summary; /* the summary is printed, too */
};

/* Those of all engines, and those that only one has. */
enum { RUN_SHARED_OUTPUTS = 11, RUN_OWN_OUTPUTS = 3 };

/* What the command line of every engine asks for. Paths may be NULL. */
struct run_options {
	struct common common; /* its output: of pictures */
	const char *input;
	struct given_integer frames;
	const char *load_state, *save_state;
	bool restart_input;
	struct sequence_options pictures;
	unsigned every; /* 0: all */
	const char *range_text;
	struct given_integer from, to; /* the same as a range of one */
	struct range *ranges; /* frames whose pictures are selected; to be freed */
	size_t range_count;
	const char *wav, *state, *record, *transcript;
	const char *trace, *events; /* a line for each event: an engine has one of them */
	const char *midi, *register_log;
	unsigned transcript_format; /* enum transcript_format */
	struct sound_settings sound;
	bool tap;
	const char *junit;
	struct run_output own[RUN_OWN_OUTPUTS]; /* set by the engine's command */
};

/* Pictures of a run. */
struct run_view {
	size_t width, height;	   /* pixels */
	struct exh_palette colors; /* all that they may have */
	/* NULL: they show the monitor. */
	void (*draw)(const void *context, const void *player, uint8_t *pixels,
		     struct exh_palette *palette);
	const void *context;
};

/* What an engine does beside. Hooks may be NULL. */
struct run_hooks {
	/* A pass over the frames begins: there may be two. */
	void (*begin)(void *context, const void *player);
	/* A frame was made, of so many ticks. */
	void (*frame)(void *context, const void *player, uint64_t ticks);
	/* An event of the engine. */
	void (*event)(void *context, const struct exh_event *event);
	/* Ctrl-C is for the hooks: they look, and the run goes on. */
	bool take_interrupts;
	void *context;
};

struct run {
	const struct engine_type *type;
	const struct run_options *options;
	struct report *report;
	struct run_view view;
	struct run_hooks hooks;
	void *game; /* set by run_begin */
	void *player;
	struct acts_language language;
	struct input_script script;
	struct acts acts;
	/* Of the command line: it comes before the script; NULL: none. Its file is the
	   option. */
	const struct exh_input_act *first_act;
	struct act_log log;
	uint64_t first, limit;	/* frames made before; frames to make */
	uint64_t frames, ticks; /* of this run */
	bool is_over;		/* the game said so */
	bool is_at_end;		/* of a script with acts */
	bool has_failed;	/* an act did; it is reported */
};

/*
 * Single pictures of a run, such as that in which an act of a script failed.
 */

/* Writes what is on the monitor as PNG. False: the report has why. */
bool run_write_picture(const struct run *run, const char *path);

/* Writes what is on the monitor beside the script: walk.in becomes walk.in.12.png for
 * line
 * 12. Nothing for a script of standard input. */
void run_keep_picture(const struct run *run, const struct exh_input_act *act);

/*
 * What acts of any engine are written with: places and keys.
 */

bool act_is_named(const struct exh_input_act *act, const char *name);

/* "160 120" or "160,120": from 1 to below width and height. *text moves on, to what
 * follows and its blanks. */
bool act_place(const char **text, long width, long height, long *x, long *y);
/* The same, and nothing follows. */
bool act_is_place(const char *text, long width, long height, long *x, long *y);

/* A key by its name. */
struct act_key {
	const char *name;
	unsigned code; /* not 0 */
};

/* Of a list that ends with a name NULL; capitals or not. 0: none has this name. */
unsigned act_key_named(const struct act_key *keys, const char *name, size_t size);

/* An engine's code of a key's name, or of a single character; 0: there is none. */
typedef uint32_t act_code(const void *context, const char *name, size_t size);

/* Is it `"TEXT" KEY...` or, if there need be no text, `KEY...`? Else err has why. */
enum exh_status act_check_keys(const char *text, bool needs_text, act_code *code_of,
			       const void *context, struct exh_error *err);
/* The code that comes at this place of them, which moves on; 0: there are no more. */
uint32_t act_next_key(const char *text, uint64_t *at, act_code *code_of,
		      const void *context);

/* The size of a text in quotes, with them; 0: it is none. */
size_t act_quoted_size(const char *text);

/*
 * Conditions of input scripts: "room=45 | text ~ /locked/ | idle". One of the terms must
 * hold. exhume-input(5) describes them.
 */

/* EXH_INVALID for a text that is no condition, or has a name or a value that the engine
 * does not know. err has why, its offset a place in the text. */
enum exh_status condition_check(const struct engine_type *type, const char *text,
				struct exh_error *err);

enum condition_result {
	CONDITION_FALSE,
	CONDITION_TRUE,
	CONDITION_UNKNOWN, /* the game has no value of a name: "g9999" */
};

/* text was checked. found, which may be NULL: appends what was found instead, for a
 * message. */
enum condition_result condition_holds(const char *text, const struct engine_type *type,
				      const void *player, struct exh_writer *found);

/*
 * Plays any engine: input from a script, frame by frame, into the requested outputs.
 * Hooks in the engine's folder do what is specific to a game.
 *
 * The order: a game is opened; run_open, run_begin, run_play, run_save; run_close always.
 */

/* Reads the input script and makes a player; type, options and report are set. False: the
 * report has why. That may be an output of the engine's own that can't be written. */
bool run_open(struct run *run);
void run_close(struct run *run);

/* The player starts with the engine's options, or goes on from a saved state: how many
 * frames are to come? False: the report has why. */
bool run_begin(struct run *run, void *game, const void *options);

/* Makes all frames and outputs; the sound is described in result. False: the report has
 * why. */
bool run_play(struct run *run, struct json *result);

/* Writes options->save_state, if it is set. False: the report has why. */
bool run_save(const struct run *run);

double run_seconds(const struct run *run);
/* "frames" or "input" if that ended it; else as the engine calls it. */
const char *run_end_name(const struct run *run);

/* What results of all runs have; their row may have any part of it. */
struct run_row {
	bool has_end, has_state;
	double seconds;
	const char *ended;
	uint32_t state_crc32;
	struct json *outputs, *sound;
};
extern const struct fields run_fields, run_outputs_fields, run_sound_fields;

struct run_row run_end(const struct run *run); /* "seconds" and "ended" */

/* Adds "seconds" and "ended"; "state_crc32"; "outputs"; "sound" (writes: to the device;
 * NULL: there is none). */
void run_describe_end(const struct run *run, struct json *result);
void run_describe_state(const struct run *run, struct json *result);
void run_describe_outputs(const struct run_options *options, struct json *result);
void run_describe_sound(const char *path, const size_t *writes,
			const struct sound_shape *shape,
			const struct sound_measure *measure, struct json *result);

/* Calls make, which is false after the last frame, for up to limit frames, with progress,
 * while all is good. An interrupt, unless it is for others, is reported, and not good. */
bool run_frames(struct report *report, uint64_t limit, bool takes_interrupts,
		bool (*make)(void *context, bool *good), void *context);

/* How many frames an input script asks for, after those that were made. False: the report
 * has why there is no such number. */
bool run_length(const struct run_options *options, const struct input_script *script,
		uint64_t first, uint64_t *length, struct report *report);

/*
 * What a run writes to its sound device, and the file of sound it becomes.
 */

/* Of a track that is all zeros: nothing was written yet. */
struct run_sound {
	unsigned clocks; /* of the PC's timer, in a service of the engine */
	struct exh_audio_track track;
};

/* Would a WAV file hold what sounds until that service of the engine? */
bool run_sound_fits(const struct run_sound *sound, uint64_t end_service,
		    const struct sound_shape *shape);

/* Writes so many services of it to a file, and what was written into result. False: the
 * report has why. */
bool run_sound_write(const struct run_sound *sound, uint64_t services, const char *path,
		     const struct sound_shape *shape, struct report *report,
		     struct json *result);

/*
 * What a run writes to its sound device, as a log of a chip's registers or as MIDI.
 */

/* Does the name end as a log that can hold this device's writes? */
bool run_log_fits(const char *path, enum exh_audio_device device);

/* So many services of it: AdLib's writes, or the Tandy's if there are any. False: the
 * report has why. */
bool run_log_write(const struct run_sound *sound, uint64_t services, const char *path,
		   struct report *report);
bool run_midi_write(const struct run_sound *sound, const struct engine_type *type,
		    uint64_t services, const char *path, struct report *report);

/*
 * Samples that an engine makes frame by frame, and the file of sound they become.
 */

/* All zeros: not open. */
struct run_samples {
	FILE *spool; /* a temporary file: how long it will be is known at the end */
	uint64_t frame_count, clipped_count;
	int32_t peak; /* before clipping */
};

/* False: the report has why. */
bool run_samples_open(struct run_samples *samples, struct report *report);

/* Those of the frame that the player has just made. */
enum exh_status run_samples_take(struct run_samples *samples,
				 const struct engine_type *type, void *player,
				 struct exh_error *err);

/* Writes all of them to a WAV file, and what was written into result. False: the report
 * has why. */
bool run_samples_write(struct run_samples *samples, const char *path,
		       struct report *report, struct json *result);

void run_samples_close(struct run_samples *samples);

/*
 * Long texts on their way to a file: gathered, and written in pieces.
 */

/* All zeros: not open. */
struct text_stream {
	struct report *report;
	struct file_stream file;
	struct exh_writer text; /* append to this */
	bool is_open;
};

/* path is borrowed until it is closed; "-" is standard output, NULL opens nothing.
 * Folders are made. False: the report has why, as of the next two, which do nothing if it
 * is not open. */
bool text_stream_open(struct text_stream *stream, const char *path,
		      struct report *report);
/* To be called now and then: writes what has gathered, if it is much. */
bool text_stream_pass(struct text_stream *stream);
/* If not good, removes the file, and is false, too. */
bool text_stream_close(struct text_stream *stream, bool good);

/*
 * The fields of events.
 */

/* NULL: the event has none of this name. */
const struct exh_event_field *event_field(const struct exh_event *event, const char *key);
/* 0, or "", where there is none. */
long long event_number(const struct exh_event *event, const char *key);
const char *event_text(const struct exh_event *event, const char *key);

/*
 * What happens in a run, row by row (--transcript): as words for people, as a table, or
 * as JSON. The engine says what becomes a row, and how it reads in each of them.
 */

struct transcript {
	struct text_stream stream;
	const struct engine_type *type;
	enum transcript_format format;
	struct exh_writer
		row; /* the last one, which may still be replaced; empty: none */
	bool may_be_replaced;
	uint64_t rows; /* that were passed to the stream */
};

/* Opens it with the head of a table. path and report as for text_stream_open. */
bool transcript_open(struct transcript *transcript, const struct engine_type *type,
		     enum transcript_format format, const char *path,
		     struct report *report);
void transcript_take(struct transcript *transcript, const void *player,
		     const struct exh_event *event);
/* As text_stream_close. */
bool transcript_close(struct transcript *transcript, bool good);

/*
 * What a run leaves: pictures, sound, tables, traces; frame by frame.
 */

/* Which ones are made in a pass over the frames. */
enum {
	RUN_PICTURES = 1,
	RUN_REST = 2, /* sound, table, trace, what was pressed */
};

struct run_outputs {
	struct run *run;
	const struct run_options *options;
	struct report *report;
	uint64_t first_frame, end_frame; /* numbers of those that may come */
	struct exh_host host;
	struct sequence *pictures;
	struct text_stream state, events, record;
	struct transcript transcript;
	struct exh_input_recorder recorder;
	struct run_sound sound;
	bool has_sound;		     /* of writes to a device */
	struct run_samples samples;  /* of engines that make them */
	struct picture_crc *screens; /* NULL: no output needs their CRC; of 15-bit pixels
				      * it takes the lower byte first */
	uint32_t crc;		     /* of the last frame's screen */
	void *shown;		     /* picture of the view */
};

/* Opens those that the options ask for, with run->player as it is before the first frame.
 * outputs is all zeros. False: the report has why. Close them either way. */
bool run_outputs_open(struct run_outputs *outputs, struct run *run, unsigned which);

/* A frame is to come, after so many ticks of this run. */
void run_outputs_before(struct run_outputs *outputs, uint64_t ticks);
/* The frame that the player has just made, of so many ticks. False: one could not be
 * written. */
bool run_outputs_frame(struct run_outputs *outputs, uint64_t ticks);

/* Ends them; if not good, removes them. ticks: of all frames. */
bool run_outputs_close(struct run_outputs *outputs, bool good, uint64_t ticks,
		       struct json *result);

/* The requested files: pictures, tables, sound, saved state, assertions, and the engine's
 * own. */
void run_list_outputs(const struct run_options *options,
		      struct run_output out[RUN_SHARED_OUTPUTS + RUN_OWN_OUTPUTS]);

/* How many of them, --tap and --json go to standard output. */
size_t run_standard_count(const struct run_options *options);
/* Is there none of them, so that standard output gets a summary? */
bool run_has_summary(const struct run_options *options);

#endif
