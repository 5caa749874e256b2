/* What sci-pack packs: files, folders, those with a manifest, converted games. */
#ifndef CMD_ASSETS_SCI0_SCI_COLLECT_H
#define CMD_ASSETS_SCI0_SCI_COLLECT_H

#include "sci_packing.h"

/* The plan's pieces: the files and folders of the request. False: the report has why. */
bool sci_packing_collect(struct sci_packing *p);

#endif
