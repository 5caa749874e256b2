/*
 * Names that authors gave the resources of an SCI0 game: GAME.INI, which SCI Studio and
 * SCI Companion keep with the game. It has lines like "n044=Kitchen" in sections
 * [Script], [View], [Pic], [Text], [Sound], [Font], [Cursor] and [Vocab].
 *
 * Memory: the list lies in the caller's arena; names are the file's bytes.
 * Source: formats/sci/README.md, "Cross references, lint and strings".
 */
#ifndef EXHUME_ADVANCED_SCI_PROJECT_H
#define EXHUME_ADVANCED_SCI_PROJECT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Name of a resource. */
struct exh_sci_project_name {
	uint8_t type; /* EXH_SCI_SCRIPT and so on */
	uint16_t number;
	struct exh_bytes name; /* not empty */
};

/* All names. */
struct exh_sci_project {
	/* Sorted by type and number; the first of each. */
	struct exh_sci_project_name *names;
	size_t count;
};

/* Reads any text: other lines and sections are ignored. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_project_read(struct exh_bytes in,
						 struct exh_arena *arena,
						 struct exh_sci_project *out,
						 struct exh_error *err);

/* Returns the name of a resource; without bytes if it has none. */
EXH_API struct exh_bytes exh_sci_project_name(const struct exh_sci_project *project,
					      unsigned type, unsigned number);

#ifdef __cplusplus
}
#endif

#endif
