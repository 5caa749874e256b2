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

#include <exhume/sci_engine.h>
#include <exhume/sci_files.h>
#include <exhume/sci_vm.h>

/*
 * What can be typed in a game: a sentence for each Said spec, as parse-tree --coverage
 * finds them.
 */

struct sci_sentences {
	struct parser_source source;
	struct said_specs specs;
	struct said_flaws flaws;     /* specs that are not well formed */
	struct said_sentence *found; /* by spec; NULL: none */
	size_t lost_count;	     /* specs that no sentence was found for */
};

/* path: of the game, which is open. A game without vocabulary or grammar has none, which
 * is a warning. False: the report has why. Close it either way.
 */
bool sci_sentences_open(struct sci_sentences *sentences, const struct sci_game *game,
			const char *path, struct report *report);
void sci_sentences_close(struct sci_sentences *sentences);

static inline size_t sci_sentence_count(const struct sci_sentences *sentences)
{
	return sentences->found ? sentences->specs.count : 0;
}
/* NULL: none was found for this spec. */
const char *sci_sentence(const struct sci_sentences *sentences, size_t i);

/*
 * Acts by chance, in the language of input scripts, and lists of them.
 */

enum { MONKEY_TEXT = 192 };

struct monkey_act {
	const char *name; /* of exhume-input(5) */
	char text[MONKEY_TEXT];
};

struct monkey_acts {
	struct monkey_act *items;
	size_t count, capacity;
};

/* What acts are made of. */
struct monkey_world {
	const struct sci_sentences *sentences;
	uint16_t *rooms;
	size_t room_count;
	bool has_no_walks; /* in this game the hero does not arrive, so "walk" waits long
			    */
	bool has_window;   /* now: rooms can't be changed */
	uint64_t chance;   /* state of the generator; not 0 */
};

void monkey_world_start(struct monkey_world *world, uint32_t seed);
void monkey_act_choose(struct monkey_world *world, struct monkey_act *out);
/* The act took so many cycles, or failed: what is of no use is not tried again. */
void monkey_act_judge(struct monkey_world *world, const struct monkey_act *act,
		      uint64_t cycles, bool has_failed);

void monkey_acts_add(struct monkey_acts *acts, const struct monkey_act *act);
void monkey_acts_copy(struct monkey_acts *to, const struct monkey_acts *from);
void monkey_acts_free(struct monkey_acts *acts);
/* As a script. */
void monkey_acts_print(const struct monkey_acts *acts, struct exh_writer *out);

/*
 * The shortest list that can be found by leaving acts out (delta debugging: halves,
 * quarters, and so on), such that does() is still true, in at most so many calls.
 */
void monkey_acts_shrink(struct monkey_acts *acts, size_t most_calls,
			bool (*does)(void *context, const struct monkey_acts *acts),
			void *context);

/*
 * Acts of input scripts for SCI0 (exhume-input(5)), and what conditions look at.
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
 * Where a machine stands, in words.
 */

/* Whom the machine has called, in UTF-8, in a line, as messages are. To be freed. */
char *sci_list_calls(const struct exh_sci_vm *vm);

/*
 * exhume sci-run: what its parts say to each other.
 */

/* For OPT_CHOICE. */
extern const char *const sci_animate_choices[]; /* corrected, seed */

/* What the command line asks for. */
struct sci_run_options {
	struct run_options run;
	unsigned animate; /* choice */
	unsigned show;	  /* enum sci_show */
	unsigned device;  /* enum sci_sound_device */
	struct given_integer seed, instructions, score, cycles, room;
	struct sound_options sound;
	bool stops, has_no_mouse; /* stops: at faults */
	bool has_pointer;	  /* in pictures */
	bool has_transitions;
	bool debugs;
	bool smokes;			       /* --smoke */
	struct given_integer sentences;	       /* a room, of --smoke */
	struct given_integer prelude_cycles;   /* of --smoke */
	const char *known, *write_known;       /* files, of --smoke; NULL: none */
	struct given_integer monkey;	       /* cycles; not given: none */
	const char *saves;		       /* folder; NULL: none */
	const char *coverage, *coverage_merge; /* files; NULL: none */
	const char *trace, *state_json;	       /* the machine's; NULL: none */
	unsigned trace_level;		       /* 0: 1 */
	const char *sources; /* of the scripts, for the debugger; NULL: none */
};

/* A game that is open, with what was unpacked of it so far. */
struct sci_lack {
	unsigned type, number;
};

struct sci_run_game {
	struct script_program program;
	struct exh_arena arena; /* of the resources that were read */
	struct exh_sci_resources resources;
	struct report *report;
	bool lacks_selectors; /* vocab.997: they have their usual numbers */
	bool is_before_502;   /* the interpreter's rules: struct exh_sci_start */
	/* Of an engine that a saved state is loaded into, or that starts. */
	bool is_lenient;
	unsigned sound_devices;
	uint8_t midi_devices;
	const char *saves;	   /* folder of its files; NULL: they are in memory */
	struct coverage *coverage; /* NULL: none */
	/* Resources that the game requested and did not get, so far. */
	struct {
		struct sci_lack *items;
		size_t count, capacity;
	} lacks;
};

/* False: the report has why. Close it either way. */
bool sci_run_game_open(struct sci_run_game *game, const char *path,
		       struct report *report);
void sci_run_game_close(struct sci_run_game *game);

/* The numbers of its rooms, to be freed. is_led_to: NULL; or gets for each whether
 * another script has a way to it, to be freed. NULL: the report has why. */
uint16_t *sci_list_rooms(const struct sci_run_game *game, bool **is_led_to,
			 size_t *count);

struct trace_run;

/* A player of the engine. */
struct sci_player {
	struct exh_sci_engine *engine;	  /* NULL: not started */
	const struct exh_code_page *page; /* of the game's texts; NULL: 437 */
	struct exh_sci_devices devices;
	struct coverage *coverage;  /* NULL: none */
	struct given_integer score; /* global variable that has it */
	uint64_t last_cycle;	    /* with which the run ends; 0: none */
	uint64_t cycle_tick;	    /* of the last one */
	uint64_t cycles;	    /* until then */
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
	SCI_SCORE_PLACE = 14,	/* from the global variable of the game to the score's */
	SCI_IDLE_SECONDS = 600, /* without a cycle, that --cycles waits */
	SCI_DEAF_SECONDS = 15,	/* without events taken, at the end: a warning */
};

/* The score; 0 while the place is not known. False: the game has no such variable. */
bool sci_score(const struct sci_player *player, struct exh_sci_reg *out);

/*
 * sci-run --debug: a game in the debugger, frame by frame.
 */

struct sci_debug;

/* For a player that has started. sources: a folder of .sc files, or NULL. NULL, reported,
 * if it can't. */
struct sci_debug *sci_debug_open(const struct engine_type *type,
				 struct sci_player *player,
				 const struct sci_run_game *game, const char *path,
				 const char *sources, struct report *report);
/* Takes NULL. */
void sci_debug_close(struct sci_debug *debug);

/* What is pressed in the next frame, unless somebody typed something else. */
void sci_debug_press(struct sci_debug *debug, const struct exh_input_frame *input);
/* A frame, in which somebody may go back to earlier ones and on again: what comes out of
 * those is not shown again. False: the game has ended, or somebody quit. */
bool sci_debug_step(struct sci_debug *debug, const struct exh_host *host);

/*
 * What is wrong with a game, as --smoke and --monkey find it.
 */

enum sci_finding_kind {
	SCI_FOUND_FAULT,     /* number: script, place: offset */
	SCI_FOUND_HANG,	     /* the same: no events are taken any more */
	SCI_FOUND_MISSING,   /* number, place: type of the resource */
	SCI_FOUND_SAID,	     /* number, place: of a Said spec that is not well formed */
	SCI_FOUND_NO_ENTRY,  /* a room can't be entered */
	SCI_FOUND_DEAF,	     /* a room takes no events */
	SCI_FOUND_NOT_TAKEN, /* a sentence is not parsed */
	SCI_FOUND_NO_ANSWER, /* nothing was said, claimed or changed */
	SCI_FOUND_WINDOW,    /* left open; number: how many */
	SCI_FOUND_CLONE,     /* left; number: how many */
	SCI_FOUND_KINDS,
};

/* A fault that came of an earlier one. */
struct sci_consequence {
	unsigned number, place; /* script, offset */
	char *text;
};

struct sci_finding {
	enum sci_finding_kind kind;
	unsigned number, place;
	bool is_failure; /* it makes the exit status 1; kinds that always do need not ask
			  */
	bool is_known;	 /* a line of --known has it: it does not */
	char *text;	 /* what it is, in UTF-8; NULL: nothing more */
	char *calls;	 /* that led there; NULL: not known */
	const char *sentence; /* after which; NULL: on entering */
	size_t count;	      /* of times */
	struct {
		struct sci_consequence *items;
		size_t count, capacity;
	} chain; /* faults that came of this one, in order */
	/* Of its kind, set when it is added: number and place are that of code, or of a
	 * missing resource; or number is how many are left over. */
	bool is_placed, is_missing, is_left;
	const char *type; /* of the resource */
};

struct sci_findings {
	struct sci_finding *items;
	size_t count, capacity;
	/* The fault whose consequences may still come: its place in items + 1, the
	 * functions that ran then (a line each, the innermost first), and when. */
	size_t last_fault;
	char *last_functions;
	uint64_t last_step;
};

/* One more: faults, hangs and missing resources once each, with what came first. Copies
 * text and calls, not the sentence. */
void sci_findings_add(struct sci_findings *list, const struct sci_finding *finding);
/* A fault, where the machine stands. One that follows another within a tick's
 * instructions, in a function that called the other's or was called by it, is a
 * consequence of that one, and no finding. */
void sci_findings_add_fault(struct sci_findings *list, const struct exh_sci_vm *vm,
			    enum exh_sci_fault fault, const char *text,
			    const char *sentence);
/* The game goes on from another state: no fault is a consequence of earlier ones. */
void sci_findings_break(struct sci_findings *list);
void sci_findings_free(struct sci_findings *list);

size_t sci_findings_of(const struct sci_findings *list, enum sci_finding_kind kind);
/* "window_left", for JSON; and "window left over" or "windows left over". */
const char *sci_finding_key(enum sci_finding_kind kind);
const char *sci_finding_name(enum sci_finding_kind kind, bool is_many);

/* Appends the line of --known that stands for it: "room 1: missing view 77". room 0: the
 * start. */
void sci_finding_put_known(const struct sci_finding *finding, unsigned room,
			   struct exh_writer *out);
/* Of a line of --known: 0 with any_room false is the start. False: no finding is written
 * so. */
#define SCI_ANY_ROOM "any room"
struct sci_known_place {
	bool is_any;
	unsigned room;
};
bool sci_finding_read_known(const char *line, struct sci_known_place *place);

/* Appends it as a line without its end. */
void sci_finding_print(const struct sci_finding *finding, struct exh_writer *out);

/* What results of sci-run have: of a run, of --monkey, of --smoke. */
extern const struct fields sci_run_fields, sci_monkey_fields, sci_smoke_fields;

extern const struct fields sci_finding_fields; /* a struct sci_finding */

/*
 * What an SCI0 game plays, as MIDI.
 */

/* For struct engine_type. */
enum exh_status sci_midi(const struct exh_audio_write *writes, size_t count,
			 uint64_t services, struct exh_writer *out,
			 struct exh_error *err);

/*
 * sci-run --monkey: a game played by chance.
 */

void sci_monkey(const struct sci_run_options *options, const char *input,
		struct report *report, struct json *result);

/*
 * SCI0's engine in the table of engines.
 */

/* Its player is a struct sci_player; its start takes a struct sci_run_game and a struct
 * sci_run_options. A frame is a step. */
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

/* Puts the folder's files into the game's, and makes the folder if it is not there.
 * False: the report has why. */
bool sci_saves_read(const char *folder, struct exh_sci_files *files,
		    struct report *report);
/* Writes one. False: the report has why. */
bool sci_saves_keep(const char *folder, const char *name, struct exh_bytes bytes,
		    struct report *report);

/*
 * All resources of a game, unpacked before machines on several threads ask for them.
 */

struct sci_shared {
	struct exh_arena arena;
	struct sci_shared_item {
		unsigned type, number;
		struct exh_bytes bytes; /* data NULL: it can't be read */
	} * items;			/* by type and number */
	size_t count;
};

/* What is damaged is reported. */
void sci_shared_open(struct sci_shared *shared, struct sci_game *game,
		     struct report *report);
void sci_shared_close(struct sci_shared *shared);

/* False: the game lacks it, or it can't be read. */
bool sci_shared_find(const struct sci_shared *shared, unsigned type, unsigned number,
		     struct exh_bytes *out);

/*
 * What pictures of sci-run show: --show and --pointer.
 */

enum sci_show {
	SCI_SHOW_SCREEN,
	SCI_SHOW_VISUAL, /* the maps that it comes from */
	SCI_SHOW_PRIORITY,
	SCI_SHOW_CONTROL,
	SCI_SHOW_CAST, /* the screen, with a box round each of the cast */
};

/* For CHOICE_OPTION. */
extern const char *const sci_show_choices[];

/* The colours of such pictures: the game's 16, and those of lines. */
void sci_show_palette(enum sci_show show, struct exh_palette *palette);

/* EXH_SCI_SCREEN_PIXELS pixels, row-major, a byte each. */
void sci_show_draw(const struct exh_sci_engine *engine, enum sci_show show,
		   uint8_t *pixels);

/*
 * sci-run --smoke: each room of a game, and each sentence in it.
 */

enum {
	SCI_SMOKE_SENTENCES = 500, /* a room, by default */
	SCI_PRELUDE_CYCLES = 3000, /* at most, until the player may type, by default */
};

void sci_smoke(const struct sci_run_options *options, const char *input,
	       struct report *report, struct json *result);

/*
 * One room of a smoke test: entered, then each sentence from the state that it is in.
 */

/* What all rooms have in common; they only read it. */
struct smoke_game {
	const struct sci_run_options *options;
	const struct sci_run_game *game;
	const struct sci_shared *shared;
	const struct sci_sentences *sentences;
	size_t most_sentences;	/* a room */
	struct exh_bytes start; /* state that rooms are entered from; empty: none */
};

struct smoke_room {
	unsigned number; /* 0: the game from its start until the player may type */
	bool is_led_to;	 /* by other scripts */
	bool is_entered;
	bool can_type; /* the player may, at some time */
	struct sci_findings findings;
	size_t sentences; /* that were typed */
	size_t left_out;  /* because of most_sentences */
	uint64_t ticks;
	bool is_interrupted;
	struct exh_error err; /* the game can't be started, or its state copied */
};

/* end: NULL; or, of room 0, gets the state that it ends with, empty without one. */
void sci_smoke_room(const struct smoke_game *game, struct smoke_room *room,
		    struct exh_writer *end);
void sci_smoke_room_free(struct smoke_room *room);

/* The resource; one that is missing is a finding, unless games may lack it. */
bool sci_smoke_read(const struct smoke_game *game, struct sci_findings *findings,
		    const char *sentence, unsigned type, unsigned number,
		    struct exh_bytes *out);

/* One that the engine lacks though it was read, as it can't be decoded (why), or that
 * sci_smoke_read does not find. */
void sci_smoke_lack(struct sci_findings *findings, const char *sentence, unsigned type,
		    unsigned number, const char *why);

/* --input and --load-state in place of room 0's own way: plays them, and appends the
 * state at their end. False: the report has why. */
bool sci_smoke_prelude(const struct smoke_game *game, struct smoke_room *room,
		       struct exh_writer *end, struct report *report);

/*
 * What a transcript of an SCI0 game has (--transcript).
 */

/* For struct engine_type. */
enum transcript_row sci_transcribe(const void *player, const struct exh_event *event,
				   enum transcript_format format, struct exh_writer *out);
void sci_transcript_head(struct exh_writer *out);

#endif
