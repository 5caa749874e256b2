/* One room of a smoke test: entered, then each sentence from the state that it is in. */
#ifndef CMD_PLAY_SCI0_SCI_SMOKE_ROOM_H
#define CMD_PLAY_SCI0_SCI_SMOKE_ROOM_H

#include "sci_findings.h"
#include "sci_run.h"
#include "sci_sentences.h"
#include "sci_shared.h"

/* What all rooms have in common; they only read it. */
struct smoke_game {
	const struct sci_run_options *options;
	const struct sci_run_game *game;
	const struct sci_shared *shared;
	const struct sci_sentences *sentences;
	size_t most_sentences; /* a room */
};

struct smoke_room {
	unsigned number; /* 0: the game from its start to its first room */
	struct sci_findings findings;
	size_t sentences; /* that were typed */
	size_t left_out;  /* because of most_sentences */
	uint64_t ticks;
	bool is_interrupted;
	struct exh_error err; /* the game can't be started, or its state copied */
};

void sci_smoke_room(const struct smoke_game *game, struct smoke_room *room);
void sci_smoke_room_free(struct smoke_room *room);

#endif
