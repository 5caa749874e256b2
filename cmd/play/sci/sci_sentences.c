#include "play_sci.h"

#include <exhume/advanced/sci_game.h>
#include <stdlib.h>

static bool has(const struct sci_game *game, enum exh_sci_vocab_kind kind)
{
	return exh_sci_game_find(&game->opened, EXH_SCI_VOCAB,
				 exh_sci_game_vocab_number(&game->opened, kind));
}

bool sci_sentences_open(struct sci_sentences *sentences, const struct sci_game *game,
			const char *path, struct report *report)
{
	const struct parser_paths paths = { .game = path };
	const struct exh_sci_coverage_options options = {
		.most_words = SAID_SENTENCE_WORDS,
		.most_tries = SAID_SENTENCE_TRIES,
	};
	const struct range all = { .first = 0, .last = UINT16_MAX };

	*sentences = (struct sci_sentences){ .found = NULL };
	said_specs_start(&sentences->specs);
	sentences->specs.flaws = &sentences->flaws;
	if (!has(game, EXH_SCI_VOCAB_WORDS) || !has(game, EXH_SCI_VOCAB_GRAMMAR)) {
		report_warning(report, path, EXH_NO_OFFSET,
			       "no vocabulary or no grammar: nothing is typed");
		return true;
	}
	if (!parser_source_open(&sentences->source, &paths, report))
		return false;
	said_specs_add_scripts(&sentences->specs, &sentences->source, &all, report);
	sentences->found = said_sentences_find(&sentences->source, &sentences->specs,
					       &options, report);
	for (size_t i = 0; i < sci_sentence_count(sentences); i++)
		sentences->lost_count += !sci_sentence(sentences, i);
	return sentences->found;
}

void sci_sentences_close(struct sci_sentences *sentences)
{
	for (size_t i = 0; i < sentences->flaws.count; i++)
		free(sentences->flaws.items[i].text);
	free(sentences->flaws.items);
	free(sentences->found);
	said_specs_free(&sentences->specs);
	parser_source_close(&sentences->source);
}

const char *sci_sentence(const struct sci_sentences *sentences, size_t i)
{
	const struct said_sentence *found = &sentences->found[i];

	return !found->err.status && found->result == EXH_SCI_COVERAGE_FOUND
		       ? found->sentence
		       : NULL;
}
