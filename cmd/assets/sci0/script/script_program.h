/* All scripts of a game, or one script with the names of its game. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_PROGRAM_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_PROGRAM_H

#include "assets/sci0/sci_game.h"
#include "assets/sci0/sci_words.h"
#include "task/ranges.h"

#include <exhume/sci0_disasm.h>

struct script_program {
	struct exh_arena arena;
	struct sci_game game;
	bool has_game;
	struct exh_sci0_program program;
	struct exh_sci0_naming naming;
	struct exh_sci0_project project; /* authors' names; of game */
	const char **files; /* by the place of the script, for messages; of arena */
	bool *is_selected;  /* by the place of the script */
	size_t selected_count;
};

struct script_selection {
	const struct range *numbers;
	size_t number_count;	/* 0: all */
	const char *names;	/* game for names; NULL: that of the input */
	enum sci_words_use use; /* of its words in Said specs */
};

/*
 * Opens a game's folder, or a script by itself ("-": standard input): then names come
 * from the game in whose folder it lies, if there is one. What is damaged is reported,
 * scripts that can't be opened too. False, reported, if there is no script. Always to be
 * closed.
 */
bool script_program_open(struct script_program *p, const char *input,
			 const struct script_selection *selection, struct report *report);
/* Only the names of a game; path may be NULL: there are none. */
bool script_program_open_names(struct script_program *p, const char *path,
			       struct report *report);
/* The program of a game that is open, its volumes read, in the arena: names and code of
 * all scripts. What is damaged is not reported. NULL, reported, where that is more than
 * the arena's limit. Not to be closed. */
struct script_program *script_program_share(struct sci_game *game,
					    struct exh_arena *arena,
					    struct report *report);
void script_program_close(struct script_program *p);

#endif
