/*
 * A script as the engine runs it: what a line means is found once, when the script is
 * loaded.
 *
 * Memory: all of it lies in the arena of exh_zv_program_make, and is never changed.
 * Source: zvision 9 and 10.
 */
#ifndef EXH_ENGINE_ZVISION_PROGRAM_H
#define EXH_ENGINE_ZVISION_PROGRAM_H

#include "exhume/zvision_script.h"

/* A key that no game has: it reads as 0, and what is written to it is lost. */
enum { ZV_NO_KEY = -1 };

/* An argument: a word, which may be a number or "[K]". */
struct zv_argument {
	struct exh_bytes text;
	int32_t number; /* what the digits at its start say, 0 if there are none */
	int32_t key;	/* if is_key; may be ZV_NO_KEY */
	bool is_key;
};

struct zv_arguments {
	const struct zv_argument *items;
	size_t count;
};

/* The actions that results may have, by the names that scripts call them. */
enum zv_action {
	ZV_ACT_ADD,
	ZV_ACT_ADD_PREBLT,
	ZV_ACT_ANIMPLAY,
	ZV_ACT_ANIMPRELOAD,
	ZV_ACT_ANIMUNLOAD,
	ZV_ACT_ASSIGN,
	ZV_ACT_ATTENUATE,
	ZV_ACT_CHANGE_LOCATION,
	ZV_ACT_CLEAR_SYSTEM_MESSAGE,
	ZV_ACT_COPY_FILE,
	ZV_ACT_CROSSFADE,
	ZV_ACT_CURSOR,
	ZV_ACT_DEBUG,
	ZV_ACT_DELAY_RENDER,
	ZV_ACT_DISABLE_CONTROL,
	ZV_ACT_DISABLE_VENUS,
	ZV_ACT_DISPLAY_MESSAGE,
	ZV_ACT_DISSOLVE,
	ZV_ACT_DISTORT,
	ZV_ACT_ENABLE_CONTROL,
	ZV_ACT_FLUSH_MOUSE_EVENTS,
	ZV_ACT_INVENTORY,
	ZV_ACT_KILL,
	ZV_ACT_MENU_BAR_ENABLE,
	ZV_ACT_MUSIC,
	ZV_ACT_PAN_TRACK,
	ZV_ACT_PLAYPRELOAD,
	ZV_ACT_PREFERENCES,
	ZV_ACT_QUIT,
	ZV_ACT_RANDOM,
	ZV_ACT_REGION,
	ZV_ACT_REMOVE_PREBLT,
	ZV_ACT_RESTORE_GAME,
	ZV_ACT_ROTATE_TO,
	ZV_ACT_SAVE_GAME,
	ZV_ACT_SET_MASTER_VOLUME,
	ZV_ACT_SET_PARTIAL_SCREEN,
	ZV_ACT_SET_SCREEN,
	ZV_ACT_SET_VENUS,
	ZV_ACT_STOP,
	ZV_ACT_STREAMVIDEO,
	ZV_ACT_SYNCSOUND,
	ZV_ACT_TIMER,
	ZV_ACT_TTYTEXT,
	ZV_ACT_UNIVERSE_MUSIC,
	ZV_ACT_ZOOM,
	ZV_ACTIONS,
	ZV_ACT_UNKNOWN = ZV_ACTIONS,
};

struct zv_result {
	enum zv_action action;
	int32_t slot; /* a key, or ZV_NO_KEY */
	struct zv_arguments args;
	const struct exh_zv_node *node;
};

struct zv_criterion {
	int32_t key;
	char op;
	bool arg_is_key;
	int64_t arg; /* a number, or a key or ZV_NO_KEY */
	const struct exh_zv_node *node;
};

/* All of its criteria must hold; there is at least one. */
struct zv_block {
	const struct zv_criterion *criteria;
	size_t count;
};

struct zv_puzzle {
	int32_t key;
	uint8_t flags;
	const struct zv_block *blocks; /* one of them must hold, unless there is none */
	size_t block_count;
	const struct zv_result *results;
	size_t result_count;
	const struct exh_zv_node *node;
};

struct zv_parameter {
	struct exh_bytes name;
	struct zv_arguments args;
	const struct exh_zv_node *node;
};

struct zv_control {
	int32_t key;
	struct exh_bytes type;
	const struct zv_parameter *parameters;
	size_t parameter_count;
	const struct exh_zv_node *node;
};

struct zv_program {
	const char *name; /* of the file */
	struct exh_zv_script script;
	const struct zv_puzzle *puzzles;
	size_t puzzle_count;
	const struct zv_control *controls;
	size_t control_count;
};

/*
 * file and name must last as long as the program. A puzzle whose key is not below
 * key_count is left out, and noted: it could never be done. Statuses as of
 * exh_zv_script_parse.
 */
enum exh_status exh_zv_program_make(struct exh_bytes file, const char *name,
				    int32_t key_count, struct exh_arena *arena,
				    struct zv_program *program, struct exh_notes *notes,
				    struct exh_error *err);

/* The words of a list of arguments. False: no memory. */
bool exh_zv_arguments_make(struct exh_bytes text, int32_t key_count,
			   struct exh_arena *arena, struct zv_arguments *args);

/* The decimal number at its start, which may have a fraction; 0 if there is none. */
double exh_zv_argument_real(const struct zv_argument *argument);

#endif
