/*
 * Names of variables in the source of a script (.sc), as SCI Studio and SCI Companion
 * keep them beside a game: (script 0), then (local gEgo gGame [gText 10] gScore = 5).
 *
 * The interpreter's specification is silent about sources: this reads what templates of
 * these programs and Sierra's own sources have in common. Memory: in the caller's arena;
 * names are the source's bytes.
 */
#ifndef EXHUME_SCI_SOURCE_H
#define EXHUME_SCI_SOURCE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct exh_sci_source {
	bool has_number; /* the source says which script it is */
	uint16_t number;
	/* By variable; without bytes where an array goes on, or is too far. */
	struct exh_bytes *names;
	size_t count;
};

/* Reads any text: what is no declaration of locals is left out, and what comes after an
 * array whose size is no number. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_source_read(struct exh_bytes in,
						struct exh_arena *arena,
						struct exh_sci_source *out,
						struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
