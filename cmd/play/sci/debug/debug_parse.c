#include "debug.h"

#include "assets/sci/parse/parse.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>

static void put_sentence(struct debugger *d, const struct parser_source *source,
			 struct exh_bytes line)
{
	const struct exh_sci_parse_options options = {
		.most_words = EXH_SCI_INTERPRETER_WORDS
	};
	struct exh_sci_sentence *sentence = mem_alloc(1, sizeof *sentence);

	exh_sci_parse(&source->parser, &options, line, sentence);
	text_put(&d->out, "%s\n", sentence_status_name(sentence->status));
	sentence_put_words(sentence, &d->out);
	if (sentence->status == EXH_SCI_SENTENCE_OK) {
		exh_sci_tree_print(&sentence->tree, &d->out);
		text_put(&d->out, "\n");
	}
	free(sentence);
}

bool debug_parse(struct debugger *d)
{
	const struct parser_paths paths = { .game = debug_of(d)->game };
	char *line = debugger_join(d->words, d->count);
	struct parser_source source;
	bool good;

	good = parser_source_open(&source, &paths, d->report);
	if (good)
		put_sentence(d, &source, bytes_of_text(line));
	else
		text_put(&d->out, "the game has no parser");
	parser_source_close(&source);
	free(line);
	return good;
}
