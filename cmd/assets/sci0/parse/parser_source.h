/* SCI0's parser out of a game, or out of files of its own: words, suffix rules, grammar.
 */
#ifndef CMD_ASSETS_SCI0_PARSE_PARSER_SOURCE_H
#define CMD_ASSETS_SCI0_PARSE_PARSER_SOURCE_H

#include "assets/sci0/sci_words.h"

#include <exhume/sci0_parser.h>
#include <exhume/sci0_script.h>

struct parser_paths {
	/* A game's folder; NULL: each is a file, and there is no script. */
	const char *game;
	/* Files, or other games, to take these of; NULL: the game's. Without a game a
	 * grammar is enough to look at it. */
	const char *words, *grammar, *suffixes;
	enum sci_words_use use;
};

struct parser_source {
	struct exh_arena arena;
	struct sci_game game; /* if has_game */
	bool has_game, has_words;
	struct sci_words words;
	struct exh_sci0_suffixes suffixes;
	struct exh_sci0_grammar grammar;
	struct exh_sci0_parser parser;
};

/* False if that failed, which is reported, as is damage. Always to be closed. */
bool parser_source_open(struct parser_source *source, const struct parser_paths *paths,
			struct report *report);
void parser_source_close(struct parser_source *source);

/* A script of the game, in the source's memory; false if that failed, which is reported.
 */
bool parser_source_script(struct parser_source *source, unsigned number,
			  struct exh_sci0_script *script, const char **file,
			  struct report *report);

#endif
