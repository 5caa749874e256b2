/* The words of a SCI0 game, made ready to be looked up in. */
#ifndef CMD_ASSETS_SCI0_SCI_WORDS_H
#define CMD_ASSETS_SCI0_SCI_WORDS_H

#include "sci_game.h"

#include <exhume/sci0_vocab.h>

struct sci_words {
	struct exh_arena arena;
	struct exh_sci0_words words;
	struct exh_sci0_lexicon lexicon;
};

/* Has the game SCI01's numbers of vocabularies: words in 900, which is SCI0's grammar? */
bool sci_words_are_sci01(const struct sci_game *game);

/* Of a game, or of a file that holds them itself. False if that failed, which is
 * reported; garbled words are a warning, those that are cut off an error. Always to be
 * closed.
 */
bool sci_words_open(struct sci_words *words, const char *path, struct report *report);

/* Of the game that a resource's file belongs to: in its own folder, in that which it was
 * extracted from (GAME for GAME.extracted), or in the one above, as patch files or in
 * volumes. False if none of them has words, which is not reported, or if they can't be
 * read. Always to be closed. */
bool sci_words_open_near(struct sci_words *words, const char *path,
			 struct report *report);

/* Of a game that is open. */
bool sci_words_take(struct sci_words *words, struct sci_game *game,
		    struct report *report);
void sci_words_close(struct sci_words *words);

#endif
