/* Clues in the name of a probed file, in upper or lower case. */
#ifndef EXH_KEEN_PROBE_NAME_H
#define EXH_KEEN_PROBE_NAME_H

#include "exhume/formats.h"

/* stem and ending are lower case; false when the file has no name. */
bool exh_keen_name_begins(const struct exh_probe *probe, const char *stem);
bool exh_keen_name_ends(const struct exh_probe *probe, const char *ending);

#endif
