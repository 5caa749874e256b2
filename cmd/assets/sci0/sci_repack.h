/* One edited resource of a converted game: its files become a resource again. */
#ifndef CMD_ASSETS_SCI0_SCI_REPACK_H
#define CMD_ASSETS_SCI0_SCI_REPACK_H

#include "sci_packing.h"

struct sci_repacking {
	unsigned type, number;
	const char *name;      /* "view.003" */
	const char *folder;    /* that has its files */
	const char *originals; /* folder of a game, for names in scripts */
};

/*
 * Which packer reads a resource's file, and others of the same number with it: above 0.
 * 0: none; *instead is what to edit (NULL: nothing). after: what its name has after the
 * resource's.
 */
unsigned sci_repack_group(unsigned type, const char *after, const char **instead);

/* Runs that packer on the file (its path), and writes a patch file to output. False: the
 * report has why. */
bool sci_repack(unsigned group, const struct sci_repacking *resource, const char *path,
		const char *output, struct report *report);

#endif
