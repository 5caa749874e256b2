/* Runs of a game: input of a player, and outputs. */
#ifndef CMD_PLAY_PLAY_H
#define CMD_PLAY_PLAY_H

#include "task/fields.h"
#include "media/picture/png.h"
#include "media/sequence/sequence.h"
#include "media/sound/sound.h"
#include "task/file.h"
#include "task/report.h"
#include "task/text.h"

#include <exhume/base.h>
#include <exhume/engine.h>
#include <exhume/advanced/input.h>

#include <stdio.h>

/*
 * The table of engines. Each core of formats/engine/ has one struct engine_type here: the
 * functions that the runner calls to play it. The runner has no code for a game; an
 * engine's folder has its options, its script words and its reports.
 */

enum { ENGINE_SOUND_FRAMES = 4096, ENGINE_SOUND_RATE = 44100 };

/* Position of a player in the game's time. */
struct engine_clock {
	uint64_t frames; /* number of frames made so far */
	uint64_t tick;
};

/* State of an input script's act after a frame. */
enum engine_act { ENGINE_ACT_DONE, ENGINE_ACT_AGAIN, ENGINE_ACT_FAILED };

/* Format of a transcript. */
enum transcript_format {
	TRANSCRIPT_AUTO, /* chosen from the file name's ending */
	TRANSCRIPT_TEXT, /* words for people, without times: for diff */
	TRANSCRIPT_TSV,
	TRANSCRIPT_JSON, /* a list of objects, one a line */
};
extern const char *const transcript_choices[]; /* for CHOICE_OPTION */

/* Role of an event in a transcript. */
enum transcript_row {
	TRANSCRIPT_NONE,
	TRANSCRIPT_ROW,
	TRANSCRIPT_REPLACES, /* replaces the preceding row if that has this kind, too */
};

/* State that an act keeps between frames; starts as zeros. */
struct engine_act_state {
	uint64_t calls; /* number of calls before this one */
	uint64_t tick;	/* tick of the first call */
	uint64_t at;	/* free for the act */
};

/* Kind of a condition's name. */
enum condition_kind {
	CONDITION_NUMBER,
	CONDITION_TEXT,
	CONDITION_WORD, /* one of the words that word() lists */
	/* only with "near"; its position is in the values NAME.x and NAME.y */
	CONDITION_PLACE,
	/* a number; with "near": the value NAME.distance, from the player */
	CONDITION_THING,
};

/* A name that conditions of input scripts may have: "room". */
struct condition_name {
	/* A # at its end stands for a number, a * for one of its words: "key #",
	 * "object *". */
	const char *name;
	enum condition_kind kind;
	bool is_list; /* the value is a comma-separated list */
	bool shown;   /* listed in the message about an unknown name */
	/* Words that the name may have, NULL after the last one. For a number they name
	 * its values, from 0 on. NULL: no words. */
	const char *(*word)(unsigned number);
	const char *refused; /* reason why scripts may not use it; NULL: they may */
};

/*
 * A player is a started core, with the data for its input. It has no pointers into
 * itself, so that copy makes an independent one. All functions are required, except where
 * a comment allows NULL.
 */
struct engine_type {
	const char *name;   /* "keen-dreams" */
	const char *family; /* as in exh_format: "keen" */
	unsigned ticks_a_second, ticks_a_frame /* mostly */;
	unsigned services_a_tick; /* sound services per tick */
	/* length of a sound service in clocks of the PC's timer */
	unsigned service_clocks;
	uint16_t width, height; /* pixels of the monitor */
	/* names of the keys of input scripts */
	const struct exh_input_keys *(*keys)(void);

	/* Creates a player that is not started. */
	void *(*create)(void);
	void (*destroy)(void *player); /* may be NULL */
	void (*copy)(void *to, const void *from);
	/* Starts as the engine's own options say. False: the report has the reason. */
	bool (*start)(void *player, const void *game, const void *options,
		      struct report *report);
	/* Sets the input of the next frame. Must be called for each frame, skipped ones
	 * too, since a keyboard keeps its state. */
	void (*press)(void *player, const struct exh_input_frame *input);
	/* Releases all keys, as at the start of a script. */
	void (*release)(void *player);
	/* Makes one frame. False: the game has ended, and no frames follow. If no frame
	 * was made, no tick passes. */
	bool (*step)(void *player, const struct exh_host *host);

	struct engine_clock (*clock)(const void *player);
	uint32_t (*hash)(const void *player); /* checksum of the whole state */
	/* Returns the keys of an input script that repeat the last frame's input. */
	uint32_t (*pressed)(const void *player);
	/* Writes the monitor's picture, row by row: palette indices with a palette, or
	 * 15-bit pixels. With 15-bit pixels the first two are NULL. */
	void (*picture)(const void *player, uint8_t *pixels);
	void (*palette)(const void *player, struct exh_palette *palette);
	void (*picture_rgb15)(const void *player, uint16_t *pixels);
	/* Writes the sound of the frame just made, for engines that make samples; NULL
	 * for engines that write to a device. samples has room for ENGINE_SOUND_FRAMES
	 * frames of two samples (left and right, 44100 frames per second). Returns the
	 * number of frames. */
	size_t (*sound)(void *player, int32_t *samples);
	/* Write the header and a frame's row of the table of states. */
	void (*state_head)(struct exh_writer *out);
	void (*state_line)(const void *player, uint32_t crc32, struct exh_writer *out);
	/* Returns the reason why a finished run has ended: "complete", "died". */
	const char *(*end_name)(const void *player);

	/*
	 * Acts of input scripts (exh_input_act) besides the shared ones (acts.c); NULL:
	 * none. act_check: checks an act's text. act: fills the input of the coming
	 * frame, unless the act is done; after ENGINE_ACT_FAILED err has the reason.
	 */
	const char *const *acts;
	enum exh_status (*act_check)(const struct exh_code_page *page,
				     const struct exh_input_act *act,
				     struct exh_error *err);
	enum engine_act (*act)(void *player, const struct exh_input_act *act,
			       struct engine_act_state *state,
			       struct exh_input_frame *input, struct exh_error *err);
	/* Access for conditions. names: the known names, ending with an item without a
	 * name; NULL: none. value: writes the value of a name such as "room" as text;
	 * false if the game has none. texts: writes the texts on the screen, one per
	 * line. texts and is_idle may be NULL; then conditions can't use them. */
	const struct condition_name *names;
	bool (*value)(const void *player, const char *name, struct exh_writer *out);
	void (*texts)(const void *player, struct exh_writer *out);
	bool (*is_idle)(const void *player);
	/* Appends an event's row of the transcript, without the line's end.
	 * transcript_head: appends the table's column names. NULL: no transcript. */
	enum transcript_row (*transcribe)(const void *player,
					  const struct exh_event *event,
					  enum transcript_format format,
					  struct exh_writer *out);
	void (*transcript_head)(struct exh_writer *out);

	/* Appends a MIDI file of the writes to EXH_AUDIO_MIDI, with a length in services.
	 * NULL: no MIDI. */
	enum exh_status (*midi)(const struct exh_audio_write *writes, size_t count,
				uint64_t services, struct exh_writer *out,
				struct exh_error *err);

	/* Adds the game's files, or parts of files, that must be unchanged when a saved
	 * state is loaded (state_sums_add). NULL: the states check this by themselves. */
	void (*sums)(void *game, struct exh_writer *out);
	void (*save)(const void *player, struct exh_writer *out);
	enum exh_status (*load)(void *player, const void *game, struct exh_bytes saved,
				struct exh_error *err);
};

/* NULL-terminated. */
extern const struct engine_type *const engine_types[];

/*
 * Checksums, with names, of the game data that a saved state depends on. They follow the
 * engine's state.
 */

void state_sums_add(struct exh_writer *sums, const char *name, struct exh_bytes content);
void state_sums_put(const struct exh_writer *sums, struct exh_writer *out);
/* Cuts the list off saved, if it has one, and compares it with the game's list.
 * EXH_INVALID, with the name, if they differ. */
enum exh_status state_sums_check(struct exh_bytes *saved, const struct exh_writer *sums,
				 struct exh_error *err);

/*
 * Results of a script's assertions, for people and build servers: TAP and JUnit's XML.
 */

/* An assertion that held, or an act that failed. */
struct act_point {
	const struct exh_input_act *act;
	char *failure; /* NULL: the assertion held */
	uint64_t tick;
};

struct act_log {
	struct act_point *items;
	size_t count, capacity;
};

/* failure: reason of the failure; NULL: the assertion held. */
void act_log_add(struct act_log *log, const struct exh_input_act *act, uint64_t tick,
		 const char *failure);
void act_log_free(struct act_log *log);

/* Writes the requested reports after the run. name: name of the test suite. */
struct run_options;
void act_log_write(const struct act_log *log, const struct run_options *options,
		   const char *name, unsigned ticks_a_second, struct report *report);

/*
 * Acts of input scripts: statements that are not frames (exhume/advanced/input.h). The
 * acts that all engines share are here: wait, hold, expect, save, goto; others belong to
 * the engine.
 */

/* A state kept by "save NAME". */
struct act_snapshot {
	char *name;
	void *player;
	struct act_snapshot *next;
};

struct acts {
	const struct engine_type *type;
	const struct exh_code_page *page; /* same as in the language */
	const struct exh_input_act *act;  /* act under way; NULL: none */
	struct engine_act_state state;
	struct act_snapshot *snapshots;
};

enum { ACTS_NAMES = 32 };

/* The keys of an engine with all its acts. Points into itself. */
struct acts_language {
	struct exh_input_keys keys;
	const struct engine_type *type;
	const struct exh_code_page *page; /* code page of typed text; NULL: 437 */
	const char *names[ACTS_NAMES];
};
void acts_language(struct acts_language *language, const struct engine_type *type,
		   const struct exh_code_page *page);

void acts_free(struct acts *acts);

/* Continues the act under way before a frame. If the act goes on, input gets the frame's
 * input. After ENGINE_ACT_FAILED err has the reason, without file and line. */
enum engine_act acts_go_on(struct acts *acts, void *player, struct exh_input_frame *input,
			   struct exh_error *err);

/* True if the act under way waits for a condition that does not hold. err then has what,
 * the condition, and the values found. */
bool acts_unmet(const struct acts *acts, const void *player, const char *what,
		struct exh_error *err);

/*
 * An act of the engine that is typed at a debugger; it begins with the next frame.
 */

struct typed_act {
	struct exh_input_act act;
	char text[256];
	struct engine_act_state state;
	bool is_under_way;
};

/* Returns the engine's name of an act; NULL: no such act. */
const char *typed_act_named(const struct engine_type *type, const char *command);
/* Begins an act. name must stay valid; text is copied. False: it can't begin; why has the
 * reason. */
bool typed_act_begin(struct typed_act *typed, const struct engine_type *type,
		     const struct exh_code_page *page, const char *name, const char *text,
		     struct exh_writer *why);
/* Adds the frame's input of the act under way, if any. */
void typed_act_go_on(struct typed_act *typed, const struct engine_type *type,
		     void *player, struct exh_input_frame *input, struct report *report);

/*
 * Input of a run: an input script, played frame by frame.
 */

struct sandbox;

struct input_script {
	const struct exh_input *input; /* NULL: no input */
	struct exh_input_cursor cursor;
	bool has_devices; /* the script uses other devices besides keys */
	struct exh_arena arena;
};

/* Opens an input script. path "-": standard input; NULL: no script. Included files are
 * relative to the file that includes them. False: the report has the reason. Close it
 * either way. */
bool input_script_open(struct input_script *script, const char *path,
		       const struct exh_input_keys *keys, struct report *report);
void input_script_close(struct input_script *script);

/* Returns the number of frames, or EXH_INPUT_ENDLESS. */
uint64_t input_script_length(const struct input_script *script);

/* Moves to the position before the frame. The player gets the input of the earlier
 * frames. */
void input_script_seek(struct input_script *script, uint64_t frame,
		       const struct engine_type *type, void *player);

bool input_script_has_acts(const struct input_script *script);

/* Takes the next frame, or the act before it. False at the end: frame is then without
 * input. */
bool input_script_take(struct input_script *script, struct exh_input_frame *frame);
/* Returns the input of the next frame; empty after the end. */
struct exh_input_frame input_script_next(struct input_script *script);

/* Adds the files that a run reads and writes for this script: included scripts, and the
 * folders for pictures of failed acts. */
void input_script_files(const char *path, struct sandbox *sandbox);

/*
 * Parts of a run of any engine.
 */

/* A file that a run may write. */
struct run_output {
	const char *key;       /* key in the JSON's "outputs"; NULL: not listed there */
	const char *path;      /* NULL: not requested */
	bool leaves_a_summary; /* the summary is printed even with this file */
};

/* Number of output files of all engines, and of one engine's own. */
enum { RUN_SHARED_OUTPUTS = 11, RUN_OWN_OUTPUTS = 3 };

/* Options that the commands of all engines share. Paths may be NULL. */
struct run_options {
	struct common common; /* output is the pictures' file */
	const char *input;
	struct given_integer frames;
	const char *load_state, *save_state;
	bool restart_input;
	struct sequence_options pictures;
	unsigned every; /* every n-th frame has a picture; 0: all frames */
	const char *range_text;
	struct given_integer from, to; /* the same as a range of one frame */
	struct range *ranges; /* frames whose pictures are selected; to be freed */
	size_t range_count;
	const char *wav, *state, *record, *transcript;
	/* a line for each event; an engine has one of the two */
	const char *trace, *events;
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
	struct exh_palette colors; /* all colours that the pictures may use */
	/* Draws the picture; NULL: the monitor is shown. */
	void (*draw)(const void *context, const void *player, uint8_t *pixels,
		     struct exh_palette *palette);
	const void *context;
};

/* An engine's callbacks during a run. Each may be NULL. */
struct run_hooks {
	/* A pass over the frames begins. A run may have two passes. */
	void (*begin)(void *context, const void *player);
	/* A frame was made; it took this number of ticks. */
	void (*frame)(void *context, const void *player, uint64_t ticks);
	/* An event of the engine. */
	void (*event)(void *context, const struct exh_event *event);
	/* The hooks handle Ctrl-C, and the run goes on. */
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
	/* Act from the command line, done before the script; NULL: none. Messages name
	 * the option as its file. */
	const struct exh_input_act *first_act;
	struct act_log log;
	uint64_t first, limit;	/* frames made before this run; frames to make */
	uint64_t frames, ticks; /* made in this run */
	bool is_over;		/* the game has ended */
	bool is_at_end;		/* a script with acts has ended */
	bool has_failed;	/* an act has failed, and this is reported */
};

/*
 * Single pictures of a run, e.g. of the frame in which an act of a script failed.
 */

/* Writes the monitor's picture as PNG. False: the report has the reason. */
bool run_write_picture(const struct run *run, const char *path);

/* Writes the monitor's picture next to the script: walk.in becomes walk.in.12.png for
 * line 12. Does nothing if the script is standard input. */
void run_keep_picture(const struct run *run, const struct exh_input_act *act);

/*
 * Syntax of acts that all engines share: places and keys.
 */

bool act_is_named(const struct exh_input_act *act, const char *name);

/* Reads a place: "160 120" or "160,120", each from 1 to below width or height. *text
 * moves past it and the blanks after it. */
bool act_place(const char **text, long width, long height, long *x, long *y);
/* True if the text is a place and nothing else. */
bool act_is_place(const char *text, long width, long height, long *x, long *y);

/* A key by its name. */
struct act_key {
	const char *name;
	unsigned code; /* not 0 */
};

/* Finds a key by its name, regardless of case, in a list that ends with a name NULL. 0:
 * no such key. */
unsigned act_key_named(const struct act_key *keys, const char *name, size_t size);

/* Returns the engine's code for a key's name or a single character; 0: unknown. */
typedef uint32_t act_code(const void *context, const char *name, size_t size);

/* Checks for `"TEXT" KEY...`, or only `KEY...` unless needs_text. err has the reason. */
enum exh_status act_check_keys(const char *text, bool needs_text, act_code *code_of,
			       const void *context, struct exh_error *err);
/* Returns the code at this index, which moves on; 0: no more codes. */
uint32_t act_next_key(const char *text, uint64_t *at, act_code *code_of,
		      const void *context);

/* Returns the size of a text in quotes, with the quotes; 0: not in quotes. */
size_t act_quoted_size(const char *text);

/*
 * Conditions of input scripts: "room=45 | text ~ /locked/ | idle". A condition holds if
 * one of its terms does. exhume-input(5) describes them.
 */

/* Returns EXH_INVALID if the text is not a condition, or has a name or a value that the
 * engine does not know. err has the reason; its offset is a position in the text. */
enum exh_status condition_check(const struct engine_type *type, const char *text,
				struct exh_error *err);

enum condition_result {
	CONDITION_FALSE,
	CONDITION_TRUE,
	CONDITION_UNKNOWN, /* the game has no value for a name: "g9999" */
};

/* Evaluates a checked condition. found, which may be NULL, gets the values found instead,
 * for a message. */
enum condition_result condition_holds(const char *text, const struct engine_type *type,
				      const void *player, struct exh_writer *found);

/*
 * Plays any engine: input from a script, frame by frame, into the requested outputs.
 * Hooks in the engine's folder do the work specific to a game.
 *
 * The order: the caller opens a game; run_open, run_begin, run_play, run_save; run_close
 * always.
 */

/* Reads the input script and creates a player; type, options and report are set. False:
 * the report has the reason, which may be that an engine's own output can't be
 * written. */
bool run_open(struct run *run);
void run_close(struct run *run);

/* Starts the player with the engine's options, or loads a saved state, and sets the
 * number of frames to make. False: the report has the reason. */
bool run_begin(struct run *run, void *game, const void *options);

/* Makes all frames and outputs; result gets a description of the sound. False: the report
 * has the reason. */
bool run_play(struct run *run, struct json *result);

/* Writes options->save_state, if it is set. False: the report has the reason. */
bool run_save(const struct run *run);

double run_seconds(const struct run *run);
/* Returns "frames" or "input" if one of them ended the run; otherwise the engine's
 * name. */
const char *run_end_name(const struct run *run);

/* Row shared by the results of all runs; each part is optional. */
struct run_row {
	bool has_end, has_state;
	double seconds;
	const char *ended;
	uint32_t state_crc32;
	struct json *outputs, *sound;
};
extern const struct fields run_fields, run_outputs_fields, run_sound_fields;

struct run_row run_end(const struct run *run); /* "seconds" and "ended" */

/* Add "seconds" and "ended"; "state_crc32"; "outputs"; "sound" (writes: number of writes
 * to the device; NULL: no device). */
void run_describe_end(const struct run *run, struct json *result);
void run_describe_state(const struct run *run, struct json *result);
void run_describe_outputs(const struct run_options *options, struct json *result);
void run_describe_sound(const char *path, const size_t *writes,
			const struct sound_shape *shape,
			const struct sound_measure *measure, struct json *result);

/* Calls make up to limit times, with progress, until it returns false or sets *good to
 * false. An interrupt is reported, and returns false, unless takes_interrupts. */
bool run_frames(struct report *report, uint64_t limit, bool takes_interrupts,
		bool (*make)(void *context, bool *good), void *context);

/* Returns in length the number of frames that the run makes after the first ones. False:
 * the report has the reason why there is no such number. */
bool run_length(const struct run_options *options, const struct input_script *script,
		uint64_t first, uint64_t *length, struct report *report);

/*
 * Writes of a run to its sound device, and the sound file made of them.
 */

/* Writes of a run to its sound device. All zeros: no writes yet. */
struct run_sound {
	/* length of an engine's sound service in clocks of the PC's timer */
	unsigned clocks;
	struct exh_audio_track track;
};

/* True if a WAV file can hold the sound up to that service of the engine. */
bool run_sound_fits(const struct run_sound *sound, uint64_t end_service,
		    const struct sound_shape *shape);

/* Writes the given number of services to a file, and a description into result. False:
 * the report has the reason. */
bool run_sound_write(const struct run_sound *sound, uint64_t services, const char *path,
		     const struct sound_shape *shape, struct report *report,
		     struct json *result);

/*
 * Writes of a run to its sound device, as a log of a chip's registers or as MIDI.
 */

/* True if the file's ending is that of a log that can hold this device's writes. */
bool run_log_fits(const char *path, enum exh_audio_device device);

/* Write the given number of services. The log has the AdLib's writes, or the Tandy's if
 * there are any. False: the report has the reason. */
bool run_log_write(const struct run_sound *sound, uint64_t services, const char *path,
		   struct report *report);
bool run_midi_write(const struct run_sound *sound, const struct engine_type *type,
		    uint64_t services, const char *path, struct report *report);

/*
 * Samples that an engine makes frame by frame, and the file of sound they become.
 */

/* All zeros: not open. */
struct run_samples {
	FILE *spool; /* a temporary file, since the length is known only at the end */
	uint64_t frame_count, clipped_count;
	int32_t peak; /* before clipping */
};

/* False: the report has the reason. */
bool run_samples_open(struct run_samples *samples, struct report *report);

/* Adds the samples of the frame that the player has just made. */
enum exh_status run_samples_take(struct run_samples *samples,
				 const struct engine_type *type, void *player,
				 struct exh_error *err);

/* Writes all samples to a WAV file, and a description into result. False: the report has
 * the reason. */
bool run_samples_write(struct run_samples *samples, const char *path,
		       struct report *report, struct json *result);

void run_samples_close(struct run_samples *samples);

/*
 * Long texts for a file: collected, and written in pieces.
 */

/* All zeros: not open. */
struct text_stream {
	struct report *report;
	struct file_stream file;
	struct exh_writer text; /* append to this */
	bool is_open;
};

/* Opens a file for text. path is borrowed until it is closed; "-" is standard output,
 * NULL opens nothing. Missing folders are made. False: the report has the reason; the
 * same holds for the next two functions, which do nothing if it is not open. */
bool text_stream_open(struct text_stream *stream, const char *path,
		      struct report *report);
/* Writes the collected text once it is large. Call it from time to time. */
bool text_stream_pass(struct text_stream *stream);
/* Closes the file. If not good, removes it and returns false. */
bool text_stream_close(struct text_stream *stream, bool good);

/*
 * The fields of events.
 */

/* Returns the event's field of this name; NULL: none. */
const struct exh_event_field *event_field(const struct exh_event *event, const char *key);
/* Return a field's value; 0, or "", if the field is missing. */
long long event_number(const struct exh_event *event, const char *key);
const char *event_text(const struct exh_event *event, const char *key);

/*
 * Transcript of a run, row by row (--transcript): as text for people, as a table, or as
 * JSON. The engine says which events become rows, and formats them.
 */

struct transcript {
	struct text_stream stream;
	const struct engine_type *type;
	enum transcript_format format;
	struct exh_writer row; /* last row, which may still be replaced; empty: none */
	bool may_be_replaced;
	uint64_t rows; /* number of rows passed to the stream */
};

/* Opens it and writes the table's header. path and report as for text_stream_open. */
bool transcript_open(struct transcript *transcript, const struct engine_type *type,
		     enum transcript_format format, const char *path,
		     struct report *report);
void transcript_take(struct transcript *transcript, const void *player,
		     const struct exh_event *event);
/* Closes it like text_stream_close. */
bool transcript_close(struct transcript *transcript, bool good);

/*
 * Outputs of a run: pictures, sound, tables, traces; frame by frame.
 */

/* Outputs that one pass over the frames makes. */
enum {
	RUN_PICTURES = 1,
	RUN_REST = 2, /* sound, tables, trace, recorded input */
};

struct run_outputs {
	struct run *run;
	const struct run_options *options;
	struct report *report;
	uint64_t first_frame, end_frame; /* numbers of the frames that the run may make */
	struct exh_host host;
	struct sequence *pictures;
	struct text_stream state, events, record;
	struct transcript transcript;
	struct exh_input_recorder recorder;
	struct run_sound sound;
	bool has_sound;		    /* sound from writes to a device */
	struct run_samples samples; /* sound of engines that make samples */
	/* NULL: no output needs the screen's CRC; for 15-bit pixels the CRC takes the
	 * lower byte first */
	struct picture_crc *screens;
	uint32_t crc; /* CRC of the last frame's screen */
	void *shown;  /* picture of the run's view */
};

/* Opens the outputs that the options ask for, with run->player in its state before the
 * first frame. outputs is all zeros. False: the report has the reason. Close them either
 * way. */
bool run_outputs_open(struct run_outputs *outputs, struct run *run, unsigned which);

/* Prepares for the next frame; ticks: number of ticks of this run so far. */
void run_outputs_before(struct run_outputs *outputs, uint64_t ticks);
/* Writes the frame that the player has just made; ticks: number of its ticks. False: an
 * output could not be written. */
bool run_outputs_frame(struct run_outputs *outputs, uint64_t ticks);

/* Closes the outputs; if not good, removes them. ticks: number of ticks of all frames. */
bool run_outputs_close(struct run_outputs *outputs, bool good, uint64_t ticks,
		       struct json *result);

/* Lists the requested files: pictures, tables, sound, saved state, assertions, and the
 * engine's own. */
void run_list_outputs(const struct run_options *options,
		      struct run_output out[RUN_SHARED_OUTPUTS + RUN_OWN_OUTPUTS]);

/* Returns the number of outputs that go to standard output, --tap and --json included. */
size_t run_standard_count(const struct run_options *options);
/* True if no output goes to standard output, so that it gets a summary. */
bool run_has_summary(const struct run_options *options);

#endif
