/* Makes a library of files. */
#ifndef CMD_ASSETS_SOFTDISK_SOFTDISK_PACK_H
#define CMD_ASSETS_SOFTDISK_SOFTDISK_PACK_H

#include "task/report.h"

#include <exhume/softdisk.h>

/*
 * Packs files, and those of folders by their names, in the order given, into output ("-":
 * standard output). The members are listed in result.
 */
void softdisk_pack(char **paths, size_t count, const char *output,
		   enum exh_softdisk_method method, struct report *report,
		   json_t *result);

#endif
