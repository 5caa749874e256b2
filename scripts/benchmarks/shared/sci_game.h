/* The resources of an SCI game's folder, unpacked: what patch files override is left out.
 */
#ifndef BENCH_SCI_GAME_H
#define BENCH_SCI_GAME_H

#include <exhume/sci.h>

struct sci_resource {
	unsigned type, number;
	struct exh_bytes bytes;
};

struct sci_game {
	const char *folder;
	char name[64]; /* of the folder, without those above it */
	bool has_map;  /* else it is only patch files */
	struct exh_arena arena;
	struct sci_resource *items;
	size_t count;
};

/* Reports what can't be read, and leaves it out; a folder of no game has no resources. */
void sci_game_open(struct sci_game *game, const char *folder);
void sci_game_close(struct sci_game *game);

/* data is NULL for a resource that is not there. */
struct exh_bytes sci_game_find(const struct sci_game *game, unsigned type,
			       unsigned number);

/* Words, suffix rules and grammar; false, with a message, unless all of them are there.
 */
bool sci_game_vocabs(const struct sci_game *game, struct exh_bytes vocabs[3]);

#endif
