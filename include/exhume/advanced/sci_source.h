/*
 * Names of variables in the source of a script (.sc), as SCI Studio and SCI Companion
 * keep them with a game: (script 0), then (local gEgo gGame [gText 10] gScore = 5).
 *
 * The interpreter's specification does not cover sources: this reads the common parts of
 * these programs' templates and of Sierra's own sources.
 *
 * Memory: in the caller's arena; names are the source's bytes.
 */
#ifndef EXHUME_ADVANCED_SCI_SOURCE_H
#define EXHUME_ADVANCED_SCI_SOURCE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Variables of a source. */
struct exh_sci_source {
	bool has_number; /* the source contains the script's number */
	uint16_t number;
	/* Name of each variable; without bytes for further elements of an array, and
	 * too far on. */
	struct exh_bytes *names;
	size_t count;
};

/* Reads any text: parts other than declarations of locals are ignored, and so are
 * those after an array whose size is no number. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_source_read(struct exh_bytes in,
						struct exh_arena *arena,
						struct exh_sci_source *out,
						struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
