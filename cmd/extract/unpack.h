/* ZIP and other archives of games: unpacked into a temporary folder. */
#ifndef CMD_EXTRACT_UNPACK_H
#define CMD_EXTRACT_UNPACK_H

#include "task/report.h"

struct unpacked {
	char *folder; /* NULL: path is no archive */
};

/*
 * If path is an archive that libarchive knows (ZIP, 7z, tar, LHA), unpacks its files into
 * a folder of its own, which unpack_end removes. Names that lead out of it, links and
 * devices are left out with a warning. False: it is one, but damaged or too large, or
 * the disk is full; the report has why.
 */
bool unpack_start(struct unpacked *unpacked, const char *path, struct report *report);
void unpack_end(struct unpacked *unpacked);

/* "3.6.2"; NULL: built without libarchive. */
const char *unpack_version(void);

#endif
