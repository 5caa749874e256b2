/* The vocabularies of a game, or the one in a file. */
#ifndef CMD_ASSETS_SCI0_VOCAB_VOCAB_LOAD_H
#define CMD_ASSETS_SCI0_VOCAB_VOCAB_LOAD_H

#include "assets/sci0/sci_game.h"
#include "vocab.h"

struct vocab_source {
	struct vocab vocab;
	char *file; /* that it came from */
};

struct vocab_sources {
	struct exh_arena arena;
	struct sci_game game;
	bool has_game;
	struct vocab_source *items; /* by number */
	size_t count, capacity;
};

/* A bit for each kind; 0: all. */
struct vocab_wish {
	unsigned kinds;
	bool quiet; /* a kind that is not there is none of the caller's business */
};

/*
 * Reads a game's folder (or RESOURCE.MAP), or a file: a patch file or a bare resource,
 * whose kind is the only one wished for, or found by its name or its bytes; "-" is
 * standard input. False if nothing could be read; what is wrong is reported. Always to be
 * closed.
 */
bool vocab_sources_open(struct vocab_sources *sources, const char *path,
			struct vocab_wish wish, struct report *report);
void vocab_sources_close(struct vocab_sources *sources);

/* The first of a kind; NULL if there is none. */
const struct vocab *vocab_sources_find(const struct vocab_sources *sources,
				       enum exh_sci0_vocab_kind kind);

/* For a file of words: adds the suffix rules that lie beside it (VOCAB.901, or as SCI01
 * numbers them), if there are any. */
void vocab_sources_add_suffixes(struct vocab_sources *sources, const char *path,
				struct report *report);

#endif
