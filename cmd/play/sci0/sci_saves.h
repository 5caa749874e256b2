/* --saves: the files that a game writes and reads, in a folder. */
#ifndef CMD_PLAY_SCI0_SCI_SAVES_H
#define CMD_PLAY_SCI0_SCI_SAVES_H

#include "task/report.h"

#include <exhume/sci0_files.h>

/* Puts the folder's files into the game's, and makes the folder if it is not there.
 * False: the report has why. */
bool sci_saves_read(const char *folder, struct exh_sci0_files *files,
		    struct report *report);
/* Writes one. False: the report has why. */
bool sci_saves_keep(const char *folder, const char *name, struct exh_bytes bytes,
		    struct report *report);

#endif
