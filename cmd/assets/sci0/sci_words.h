/* The words of a SCI0 game, made ready to be looked up in. */
#ifndef CMD_ASSETS_SCI0_SCI_WORDS_H
#define CMD_ASSETS_SCI0_SCI_WORDS_H

#include "sci_game.h"

#include <exhume/sci0_vocab.h>

/* Which word of a group stands for it in decompiled specs: that which the game's texts
 * use most, if they are at hand; or the first. */
enum sci_words_use {
	SCI_WORDS_FREQUENT,
	SCI_WORDS_FIRST,
};

/* Their names, for --words; NULL ends them. */
extern const char *const sci_words_uses[];

struct sci_words {
	struct exh_arena arena;
	struct exh_sci0_words words;
	struct exh_sci0_lexicon lexicon;
};

/* Of a game, whose texts are counted for the use, or of a file that holds them itself.
 * False if that failed, which is reported; garbled words are a warning, those that are
 * cut off an error. Always to be closed.
 */
bool sci_words_open(struct sci_words *words, const char *path, enum sci_words_use use,
		    struct report *report);

/* Of the game that a resource's file belongs to: in its own folder, in that which it was
 * extracted from (GAME for GAME.extracted), or in the one above, as patch files or in
 * volumes; its texts are counted for the use. False if none of them has words, which is
 * not reported, or if they can't be read. Always to be closed. */
bool sci_words_open_near(struct sci_words *words, const char *path,
			 enum sci_words_use use, struct report *report);

/* If the use is the frequent: counts the words in all texts and scripts of a game that is
 * open. Volumes that can't be read are reported, damaged texts are not. */
void sci_words_count(struct sci_words *words, struct sci_game *game,
		     enum sci_words_use use, struct report *report);

/* Of a game that is open; its texts are not counted. */
bool sci_words_take(struct sci_words *words, struct sci_game *game,
		    struct report *report);
void sci_words_close(struct sci_words *words);

#endif
