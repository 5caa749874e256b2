/* What belongs to no family. */
#ifndef CMD_ASSETS_GENERAL_GENERAL_H
#define CMD_ASSETS_GENERAL_GENERAL_H

#include "assets/convert.h"
#include "task/file.h"
#include "task/jobs.h"
#include "task/report.h"
#include "task/work.h"

#include <exhume/base.h>
#include <exhume/facts.h>
#include <exhume/formats.h>

/*
 * The work of exhume identify, without its command line.
 */

/* What was found out of one file. */
struct identify_finding {
	const char *path;
	struct files *files; /* in its folder, shared by all files in it */
	uint64_t size;
	const struct exh_format *format; /* NULL: unknown, or not read: see err */
	unsigned score;
	struct exh_facts facts;
	/* Of a folder, which identify leaves alone: the type of its game, NULL if it has
	 * none; an object of kinds and counts, and a list of subcommands. */
	bool is_folder;
	const char *game, *family;
	json_t *assets, *subcommands;
	struct exh_error err;
};

struct identify_request {
	struct common common;
};

/* A job of jobs_run: context is the array of findings. */
void identify(void *context, size_t i);

/* The document, or a line a file; to be freed. */
char *identify_print(const struct identify_finding *findings, size_t count, bool json,
		     const struct report *report);

/* An object of them. */
json_t *identify_facts(const struct exh_facts *facts);

bool identify_same_folder(const char *a, const char *b);

/*
 * The work of exhume unlzexe, without its command line.
 */

struct unlzexe_request {
	struct common common;
	unsigned pack;
};

enum exh_status unlzexe_encode(struct conversion *c, struct exh_bytes in,
			       struct exh_writer *out, struct exh_error *err);

void unlzexe_written(struct conversion *c, size_t size);

#endif
