/* What can be typed in a game: a sentence for each Said spec, as parse-tree --coverage
 * finds them. */
#ifndef CMD_PLAY_SCI0_SCI_SENTENCES_H
#define CMD_PLAY_SCI0_SCI_SENTENCES_H

#include "assets/sci0/parse/parser_source.h"
#include "assets/sci0/parse/said_sentences.h"

struct sci_sentences {
	struct parser_source source;
	struct said_specs specs;
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

#endif
