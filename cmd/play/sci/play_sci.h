/* Runs of SCI games. */
#ifndef CMD_PLAY_SCI_PLAY_SCI_H
#define CMD_PLAY_SCI_PLAY_SCI_H

#include "task/fields.h"
#include "assets/sci/parse/parse.h"
#include "assets/sci/sci.h"
#include "assets/sci/script/script.h"
#include "assets/song/song.h"
#include "play/play.h"
#include "task/report.h"

#include <exhume/advanced/sci_engine.h>
#include <exhume/advanced/sci_files.h>
#include <exhume/advanced/sci_vm.h>

/*
 * Sentences that a game's player can type: one for each Said spec, found as in parse-tree
 * --coverage.
 */

struct sci_sentences {
	struct parser_source source;
	struct said_specs specs;
	struct said_flaws flaws;     /* specs that are not well formed */
	struct said_sentence *found; /* sentence of each spec; NULL: none */
	size_t lost_count;	     /* number of specs without a sentence */
};

/* Finds the sentences of a game. path: path of the open game. A game without vocabulary
 * or grammar gets no sentences and a warning. False: the report has the reason. Close it
 * either way. */
bool sci_sentences_open(struct sci_sentences *sentences, const struct sci_game *game,
			const char *path, struct report *report);
void sci_sentences_close(struct sci_sentences *sentences);

static inline size_t sci_sentence_count(const struct sci_sentences *sentences)
{
	return sentences->found ? sentences->specs.count : 0;
}
/* Returns the sentence of a spec; NULL: none was found. */
const char *sci_sentence(const struct sci_sentences *sentences, size_t i);

/*
 * Random acts, in the language of input scripts, and lists of them.
 */

enum { MONKEY_TEXT = 192 };

struct monkey_act {
	const char *name; /* name of the act in exhume-input(5) */
	char text[MONKEY_TEXT];
};

struct monkey_acts {
	struct monkey_act *items;
	size_t count, capacity;
};

/* Material for random acts. */
struct monkey_world {
	const struct sci_sentences *sentences;
	uint16_t *rooms;
	size_t room_count;
	/* the hero does not arrive in this game, so "walk" waits long */
	bool has_no_walks;
	bool has_window; /* a window is open: rooms can't be changed now */
	uint64_t chance; /* state of the generator; not 0 */
};

void monkey_world_start(struct monkey_world *world, uint32_t seed);
void monkey_act_choose(struct monkey_world *world, struct monkey_act *out);
/* Notes that an act took this number of cycles, or failed. Acts that did nothing are not
 * repeated. */
void monkey_act_judge(struct monkey_world *world, const struct monkey_act *act,
		      uint64_t cycles, bool has_failed);

void monkey_acts_add(struct monkey_acts *acts, const struct monkey_act *act);
void monkey_acts_copy(struct monkey_acts *to, const struct monkey_acts *from);
void monkey_acts_free(struct monkey_acts *acts);
/* Prints the acts as a script. */
void monkey_acts_print(const struct monkey_acts *acts, struct exh_writer *out);

/*
 * Shortens a list by leaving acts out (delta debugging: halves, quarters, and so on)
 * while does() stays true. Calls it at most most_calls times.
 */
void monkey_acts_shrink(struct monkey_acts *acts, size_t most_calls,
			bool (*does)(void *context, const struct monkey_acts *acts),
			void *context);

/*
 * Acts of input scripts for SCI0 (exhume-input(5)), and the values for conditions.
 */

extern const char *const sci_acts[];

enum exh_status sci_act_check(const struct exh_code_page *page,
			      const struct exh_input_act *act, struct exh_error *err);
enum engine_act sci_act(void *player, const struct exh_input_act *act,
			struct engine_act_state *state, struct exh_input_frame *input,
			struct exh_error *err);
extern const struct condition_name sci_condition_names[];
bool sci_value(const void *player, const char *name, struct exh_writer *out);
void sci_texts(const void *player, struct exh_writer *out);
bool sci_is_idle(const void *player);

/*
 * Position of a machine, in words.
 */

/* Returns the machine's call stack as a line of UTF-8, for messages. To be freed. */
char *sci_list_calls(const struct exh_sci_vm *vm);

/*
 * exhume sci-run: interfaces between its parts.
 */

/* Names for OPT_CHOICE. */
extern const char *const sci_animate_choices[]; /* corrected, seed */

/* Options of the command line. */
struct sci_run_options {
	struct run_options run;
	unsigned animate; /* index of a choice */
	unsigned show;	  /* enum sci_show */
	unsigned device;  /* enum sci_sound_device */
	struct given_integer seed, instructions, score, cycles, room;
	struct sound_options sound;
	bool stops, has_no_mouse; /* stops: ends at faults */
	bool has_pointer;	  /* shows the pointer in pictures */
	bool has_transitions;
	bool debugs;
	bool smokes; /* --smoke */
	/* --smoke: greatest number of sentences per room */
	struct given_integer sentences;
	struct given_integer prelude_cycles;   /* --smoke: see SCI_PRELUDE_CYCLES */
	const char *known, *write_known;       /* --smoke: files; NULL: none */
	struct given_integer monkey;	       /* cycles; not given: none */
	const char *saves;		       /* folder; NULL: none */
	const char *coverage, *coverage_merge; /* files; NULL: none */
	/* files of the machine's trace and state; NULL: none */
	const char *trace, *state_json;
	unsigned trace_level; /* 0 means 1 */
	/* folder of the scripts' sources, for the debugger; NULL: none */
	const char *sources;
};

/* Type and number of a resource that a game did not get. */
struct sci_lack {
	unsigned type, number;
};

/* An open game, with the resources that were unpacked so far. */
struct sci_run_game {
	struct script_program program;
	struct exh_arena arena; /* memory of the resources that were read */
	struct exh_sci_resources resources;
	struct report *report;
	/* the game has no vocab.997: selectors have their usual numbers */
	bool lacks_selectors;
	bool is_before_502; /* the interpreter's rules: struct exh_sci_start */
	/* Settings for engines that are started or get a saved state. */
	bool is_lenient;
	unsigned sound_devices;
	uint8_t midi_devices;
	/* folder of the game's files; NULL: they are in memory */
	const char *saves;
	struct coverage *coverage; /* NULL: none */
	/* Resources that the game has requested and did not get. */
	struct {
		struct sci_lack *items;
		size_t count, capacity;
	} lacks;
};

/* Opens a game. False: the report has the reason. Close it either way. */
bool sci_run_game_open(struct sci_run_game *game, const char *path,
		       struct report *report);
void sci_run_game_close(struct sci_run_game *game);

/* Returns the numbers of the game's rooms, to be freed. is_led_to may be NULL; it gets an
 * array, to be freed, true for each room to which another script has a way.
 * NULL: the report has the reason. */
uint16_t *sci_list_rooms(const struct sci_run_game *game, bool **is_led_to,
			 size_t *count);

struct trace_run;

/* A player of the engine. */
struct sci_player {
	struct exh_sci_engine *engine;	  /* NULL: not started */
	const struct exh_code_page *page; /* code page of the game's texts; NULL: 437 */
	struct exh_sci_devices devices;
	struct coverage *coverage;  /* NULL: none */
	struct given_integer score; /* number of the global variable with the score */
	uint64_t last_cycle;	    /* cycle that ends the run; 0: none */
	uint64_t cycle_tick;	    /* tick of the last cycle */
	uint64_t cycles;	    /* number of cycles up to cycle_tick */
	struct sci_debug *debug;    /* NULL: none */
	struct trace_run *trace;    /* NULL: none */
};

static inline struct exh_sci_engine_state sci_state_of(const struct sci_player *player)
{
	struct exh_sci_engine_state state;

	exh_sci_engine_state(player->engine, &state);
	return state;
}

enum {
	/* offset of the score's global variable from that of the game object */
	SCI_SCORE_PLACE = 14,
	SCI_IDLE_SECONDS = 600, /* --cycles: seconds without a cycle until the run ends */
	/* seconds without events taken, at the end, for a warning */
	SCI_DEAF_SECONDS = 15,
};

/* Returns the score; 0 while its variable is not known. False: the game has no such
 * variable. */
bool sci_score(const struct sci_player *player, struct exh_sci_reg *out);

/*
 * sci-run --debug: a game in the debugger, frame by frame.
 */

struct sci_debug;

/* Opens the debugger for a started player. sources: a folder of .sc files, or NULL. NULL:
 * it failed, which is reported. */
struct sci_debug *sci_debug_open(const struct engine_type *type,
				 struct sci_player *player,
				 const struct sci_run_game *game, const char *path,
				 const char *sources, struct report *report);
/* debug may be NULL. */
void sci_debug_close(struct sci_debug *debug);

/* Sets the input of the next frame; typed input takes its place. */
void sci_debug_press(struct sci_debug *debug, const struct exh_input_frame *input);
/* Makes a frame. The user may go back to earlier frames and on again; the output of
 * repeated frames is not shown again. False: the game has ended, or the user quit. */
bool sci_debug_step(struct sci_debug *debug, const struct exh_host *host);

/*
 * Findings: faults of a game that --smoke and --monkey report.
 */

enum sci_finding_kind {
	SCI_FOUND_FAULT, /* number: script; place: offset */
	/* number: script; place: offset; the game takes no more events */
	SCI_FOUND_HANG,
	SCI_FOUND_MISSING, /* number: of the resource; place: its type */
	/* number: script; place: offset of a Said spec that is not well formed */
	SCI_FOUND_SAID,
	SCI_FOUND_NO_ENTRY,  /* a room can't be entered */
	SCI_FOUND_DEAF,	     /* a room takes no events */
	SCI_FOUND_NOT_TAKEN, /* a sentence was not parsed */
	SCI_FOUND_NO_ANSWER, /* no text, claim or change followed a sentence */
	SCI_FOUND_WINDOW,    /* windows stayed open; number: count */
	SCI_FOUND_CLONE,     /* clones stayed; number: count */
	SCI_FOUND_KINDS,
};

/* A fault caused by an earlier one. */
struct sci_consequence {
	unsigned number, place; /* script, offset */
	char *text;
};

struct sci_finding {
	enum sci_finding_kind kind;
	unsigned number, place;
	bool is_failure;      /* sets exit status 1; always true for some kinds */
	bool is_known;	      /* listed in --known, so that the exit status stays 0 */
	char *text;	      /* description in UTF-8; NULL: none */
	char *calls;	      /* call stack; NULL: not known */
	const char *sentence; /* sentence that led to it; NULL: entering the room */
	size_t count;	      /* number of occurrences */
	struct {
		struct sci_consequence *items;
		size_t count, capacity;
	} chain; /* faults caused by this one, in order */
	/* Set from the kind when it is added. is_placed: number and place are a script
	 * and an offset. is_missing: they are a missing resource. is_left: number is a
	 * count of leftovers. */
	bool is_placed, is_missing, is_left;
	const char *type; /* name of the resource's type */
};

struct sci_findings {
	struct sci_finding *items;
	size_t count, capacity;
	/* Fault whose consequences may still come: its index in items + 1, the functions
	 * that ran then (one per line, innermost first), and the step. */
	size_t last_fault;
	char *last_functions;
	uint64_t last_step;
};

/* Adds a finding. Faults, hangs and missing resources are kept once each, with the first
 * sentence, and counted. Copies text and calls, not the sentence. */
void sci_findings_add(struct sci_findings *list, const struct sci_finding *finding);
/* Adds a fault at the machine's current position. If it follows another within a tick's
 * instructions, in a function that called the other's function or was called by it, it is
 * a consequence of that fault, and not a finding. */
void sci_findings_add_fault(struct sci_findings *list, const struct exh_sci_vm *vm,
			    enum exh_sci_fault fault, const char *text,
			    const char *sentence);
/* Call when the game goes on from another state: later faults are no consequences of
 * earlier ones. */
void sci_findings_break(struct sci_findings *list);
void sci_findings_free(struct sci_findings *list);

size_t sci_findings_of(const struct sci_findings *list, enum sci_finding_kind kind);
/* Return "window_left", for JSON; and "window left over" or "windows left over". */
const char *sci_finding_key(enum sci_finding_kind kind);
const char *sci_finding_name(enum sci_finding_kind kind, bool is_many);

/* Appends the line of --known for the finding: "room 1: missing view 77". room 0: the
 * start. */
void sci_finding_put_known(const struct sci_finding *finding, unsigned room,
			   struct exh_writer *out);
/* Place in a line of --known. room 0, if is_any is false, is the start. */
#define SCI_ANY_ROOM "any room"
struct sci_known_place {
	bool is_any;
	unsigned room;
};
bool sci_finding_read_known(const char *line, struct sci_known_place *place);

/* Appends the finding as a line without its end. */
void sci_finding_print(const struct sci_finding *finding, struct exh_writer *out);

/* Fields of sci-run's results: of a run, of --monkey, of --smoke. */
extern const struct fields sci_run_fields, sci_monkey_fields, sci_smoke_fields;

extern const struct fields sci_finding_fields; /* a struct sci_finding */

/*
 * Music of an SCI0 game, as MIDI.
 */

/* For struct engine_type. */
enum exh_status sci_midi(const struct exh_audio_write *writes, size_t count,
			 uint64_t services, struct exh_writer *out,
			 struct exh_error *err);

/*
 * sci-run --monkey: a game played with random acts.
 */

void sci_monkey(const struct sci_run_options *options, const char *input,
		struct report *report, struct json *result);

/*
 * SCI0's engine in the table of engines.
 */

/* Engine of SCI. Players have the type struct sci_player; start takes a struct
 * sci_run_game and a struct sci_run_options. A frame is a step. */
extern const struct engine_type sci_engine;

/*
 * The work of exhume sci-run, without its command line.
 */

/* For assets/convert.h; the context is a struct sci_run_options. */
void sci_run_run_game(void *context, const char *input, const char *output,
		      struct report *report, struct json *result);

/*
 * --saves: the files that a game writes and reads, in a folder.
 */

/* Loads the folder's files into the game's, and makes the folder if it is missing. False:
 * the report has the reason. */
bool sci_saves_read(const char *folder, struct exh_sci_files *files,
		    struct report *report);
/* Writes a file. False: the report has the reason. */
bool sci_saves_keep(const char *folder, const char *name, struct exh_bytes bytes,
		    struct report *report);

/*
 * All resources of a game, unpacked in advance for machines on several threads.
 */

struct sci_shared {
	struct exh_arena arena;
	struct sci_shared_item {
		unsigned type, number;
		struct exh_bytes bytes; /* data NULL: it can't be read */
	} * items;			/* sorted by type and number */
	size_t count;
};

/* Unpacks all resources. Damaged ones are reported. */
void sci_shared_open(struct sci_shared *shared, struct sci_game *game,
		     struct report *report);
void sci_shared_close(struct sci_shared *shared);

/* Finds a resource. False: it is missing or can't be read. */
bool sci_shared_find(const struct sci_shared *shared, unsigned type, unsigned number,
		     struct exh_bytes *out);

/*
 * Pictures of sci-run: --show and --pointer.
 */

enum sci_show {
	SCI_SHOW_SCREEN,
	SCI_SHOW_VISUAL, /* this and the next two: maps that the screen is made from */
	SCI_SHOW_PRIORITY,
	SCI_SHOW_CONTROL,
	SCI_SHOW_CAST, /* the screen, with a box around each member of the cast */
};

/* Names for CHOICE_OPTION. */
extern const char *const sci_show_choices[];

/* Returns the colours of such pictures: the game's 16, and those of lines. */
void sci_show_palette(enum sci_show show, struct exh_palette *palette);

/* Draws EXH_SCI_SCREEN_PIXELS pixels, row by row, a byte each. */
void sci_show_draw(const struct exh_sci_engine *engine, enum sci_show show,
		   uint8_t *pixels);

/*
 * sci-run --smoke: tests each room of a game, and each sentence in it.
 */

enum {
	SCI_SMOKE_SENTENCES = 500, /* greatest number per room, by default */
	/* greatest number of cycles until the player may type, by default */
	SCI_PRELUDE_CYCLES = 3000,
};

void sci_smoke(const struct sci_run_options *options, const char *input,
	       struct report *report, struct json *result);

/*
 * Smoke test of a room: the room is entered, then each sentence is typed from that state.
 */

/* Data that all rooms share and only read. */
struct smoke_game {
	const struct sci_run_options *options;
	const struct sci_run_game *game;
	const struct sci_shared *shared;
	const struct sci_sentences *sentences;
	size_t most_sentences;	/* greatest number per room */
	struct exh_bytes start; /* state from which rooms are entered; empty: none */
};

struct smoke_room {
	/* number of the room; 0: the game from its start until the player may type */
	unsigned number;
	bool is_led_to; /* other scripts lead to this room */
	bool is_entered;
	bool can_type; /* the player may type at some time */
	struct sci_findings findings;
	size_t sentences; /* number of typed sentences */
	size_t left_out;  /* number of sentences beyond most_sentences */
	uint64_t ticks;
	bool is_interrupted;
	/* reason why the game can't be started, or its state copied */
	struct exh_error err;
};

/* Tests a room. end may be NULL; for room 0 it gets the last state, or stays empty. */
void sci_smoke_room(const struct smoke_game *game, struct smoke_room *room,
		    struct exh_writer *end);
void sci_smoke_room_free(struct smoke_room *room);

/* Reads a resource. A missing one becomes a finding, unless games may lack its type. */
bool sci_smoke_read(const struct smoke_game *game, struct sci_findings *findings,
		    const char *sentence, unsigned type, unsigned number,
		    struct exh_bytes *out);

/* Adds a finding for a resource that the engine did not get, since it can't be decoded
 * (why) or sci_smoke_read did not find it. */
void sci_smoke_lack(struct sci_findings *findings, const char *sentence, unsigned type,
		    unsigned number, const char *why);

/* Plays --input and --load-state in place of room 0's own way, and appends the last
 * state. False: the report has the reason. */
bool sci_smoke_prelude(const struct smoke_game *game, struct smoke_room *room,
		       struct exh_writer *end, struct report *report);

/*
 * Transcripts of SCI0 games (--transcript).
 */

/* For struct engine_type. */
enum transcript_row sci_transcribe(const void *player, const struct exh_event *event,
				   enum transcript_format format, struct exh_writer *out);
void sci_transcript_head(struct exh_writer *out);

#endif
