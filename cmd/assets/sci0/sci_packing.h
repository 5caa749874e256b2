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
	bool partial; /* what can't be packed is left out */
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
	struct {
		char **items;
		size_t count, capacity;
	} kept; /* freed with it */
};

void sci_packing_free(struct sci_packing *p);

/* The text, which is taken over, and lives as long as the plan. */
const char *sci_packing_keep(struct sci_packing *p, char *text);

/* Gives a piece a copy of the data. False, reported, beyond the limit of all together. */
bool sci_packing_set_data(struct sci_packing *p, struct exh_sci0_piece *piece,
			  struct exh_bytes data);

/* Adds a file whose type and number are known; what is wrong with them is reported. */
void sci_packing_add_file(struct sci_packing *p, const char *path, unsigned type,
			  unsigned number);

/* Reports what is left out of the game: an error, with --partial a warning. */
void sci_packing_left_out(const struct sci_packing *p, const char *path,
			  const char *format, ...) __attribute__((format(printf, 3, 4)));

/* How a resource is packed unless a manifest has it. */
enum exh_sci0_pack_method sci_packing_method(const struct sci_pack_request *request);

#endif
