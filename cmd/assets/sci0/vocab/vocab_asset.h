/* Vocabularies of a game as assets: JSON and tables, which vocab-pack reads. */
#ifndef CMD_ASSETS_SCI0_VOCAB_VOCAB_ASSET_H
#define CMD_ASSETS_SCI0_VOCAB_VOCAB_ASSET_H

#include "assets/sci0/sci_source.h"

struct sci_vocab_options {
	bool as_json, as_table; /* both by default */
};

extern const struct asset_kind sci_vocab_kind;

#endif
