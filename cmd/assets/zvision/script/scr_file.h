/* Scripts of ZVision in memory, as data, and all that several of them use. */
#ifndef CMD_ASSETS_ZVISION_SCRIPT_SCR_FILE_H
#define CMD_ASSETS_ZVISION_SCRIPT_SCR_FILE_H

#include "assets/single.h"
#include "zv_scripts.h"

#include <exhume/zvision_script_set.h>

enum { SCR_FILE_LIMIT = 256 << 20 }; /* bytes; the games' are below 1 MiB */

struct scr_file {
	const char *path;
	struct single single;
	const struct exh_zv_script *script; /* NULL: it could not be read */
};

/* False if it is no script; that, and what of it is lost, is reported. */
bool scr_load(struct report *report, const char *path, struct scr_file *out);
void scr_free(struct scr_file *scr);

/* Several scripts and where what is found goes. */
struct scr_set {
	struct report *report;
	const struct scr_file *scripts;
	size_t count;
	const struct strings *data; /* folders of the game's files; may be of none */
	json_t *result;
	struct exh_writer *text; /* for people */
	bool dot;		 /* ...as a graph */
};

/* The scripts alone, to be freed. */
const struct exh_zv_script **scr_scripts(const struct scr_set *set);

void scr_lint(const struct scr_set *set);
void scr_xref(const struct scr_set *set);

#endif
