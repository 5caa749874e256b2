/*
 * Number of times that a game's own texts use each word of its vocabulary: of the words
 * of a group, decompiled Said specs use the most frequent one (exh_sci_said_decompile).
 *
 * Memory: counts lie in the caller's arena. A lexicon is not read-only while words are
 *         counted: threads may share it afterwards.
 */
#ifndef EXHUME_ADVANCED_SCI_USAGE_H
#define EXHUME_ADVANCED_SCI_USAGE_H

#include "sci_vocab.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets all counts to 0; the words of a group are then equally frequent, and the first
 * one stands for it. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_usage_start(struct exh_sci_lexicon *lexicon,
						struct exh_arena *arena,
						struct exh_error *err);

/*
 * Counts the words of texts, which may be several with NUL between them: letters, digits
 * and codes from 0x80 on, in upper or lower case. A conversion (%s) and the letters after
 * an apostrophe (door's) are no words. Does nothing before exh_sci_usage_start.
 */
EXH_API void exh_sci_usage_add(struct exh_sci_lexicon *lexicon, struct exh_bytes texts);

/* Counts the words of a resource: of a text, or of the strings of a script, as far as
 * it can be read. Other types have none. */
EXH_API void exh_sci_usage_add_resource(struct exh_sci_lexicon *lexicon, unsigned type,
					struct exh_bytes resource);

#ifdef __cplusplus
}
#endif

#endif
