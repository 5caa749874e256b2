/* The game that sci-pack makes, and the files it is made of. */
#ifndef CMD_ASSETS_SCI0_SCI_PACKING_H
#define CMD_ASSETS_SCI0_SCI_PACKING_H

#include "sci_plan.h"
#include "task/report.h"

/* The request. */
struct sci_pack_request {
	struct common common;
	unsigned method, volume_size;
	bool bare;
	char **paths;
	size_t path_count;
};

/* The game that is made. */
struct sci_packing {
	const struct sci_pack_request *request;
	struct report *report;
	const char *output; /* folder */
	struct exh_sci0_plan plan;
	size_t listed_count;	     /* pieces that came in by a manifest */
	const char *manifest_folder; /* NULL: there is none */
	/* By type and number, 1 above the piece's index; 0: there is none. */
	size_t (*taken)[EXH_SCI0_NUMBERS];
};

/* Reports it; false. */
bool sci_packing_out_of_memory(const struct sci_packing *p);

/* A copy that lives as long as the plan; takes text over. */
const char *sci_packing_keep(struct sci_packing *p, char *text);

/* The plan's pieces: the files and folders of the request. False: the report has why. */
bool sci_packing_collect(struct sci_packing *p);

#endif
