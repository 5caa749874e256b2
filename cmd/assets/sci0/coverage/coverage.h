/* What of a game has been seen in runs: code, and in a game that is played also its
 * rooms, pictures, sounds, texts and Said specs. */
#ifndef CMD_ASSETS_SCI0_COVERAGE_COVERAGE_H
#define CMD_ASSETS_SCI0_COVERAGE_COVERAGE_H

#include "assets/sci0/script/script_program.h"

#include <exhume/sci0_executed.h>

/* What can be seen beside code. */
enum coverage_kind {
	COVERAGE_ROOMS,
	COVERAGE_VIEWS,
	COVERAGE_PICS,
	COVERAGE_SOUNDS,
	COVERAGE_TEXTS, /* single messages: number of the resource << 16 | message */
	COVERAGE_SAIDS, /* script << 16 | offset of the spec */
	COVERAGE_KINDS,
};
extern const char *const coverage_kind_names[COVERAGE_KINDS];

struct coverage_item {
	uint32_t key;
	bool is_seen;
};

struct coverage {
	const struct script_program *program;
	struct exh_sci0_executed *executed;
	bool has_items; /* of a game that is played */
	struct coverage_items {
		struct coverage_item *items; /* by key */
		size_t count, capacity;
	} kinds[COVERAGE_KINDS];
};

/* Of a program that outlives it. To be closed. */
void coverage_open(struct coverage *coverage, const struct script_program *program);
/* Names all there is to see beside code, of the program's game. What is damaged is
 * reported. False, reported, if the rooms can't be told. */
bool coverage_list(struct coverage *coverage, struct sci_game *game,
		   struct report *report);
/* By the type of a resource; COVERAGE_KINDS: none that is seen as a whole. */
enum coverage_kind coverage_kind_of(unsigned type);
void coverage_close(struct coverage *coverage);

/* One item is there, or was seen. */
void coverage_add(struct coverage *coverage, enum coverage_kind kind, uint32_t key,
		  bool is_seen);
size_t coverage_seen(const struct coverage *coverage, enum coverage_kind kind);

/* Of a script, or of a function. */
struct coverage_counts {
	size_t instructions, run;
	size_t functions, entered;
	size_t ways, gone; /* two for each bt and bnt */
};

/* Of the instructions from first on. */
struct coverage_counts coverage_count_code(const struct exh_sci0_program_script *script,
					   const uint8_t *marks, size_t first,
					   size_t count);
/* Of the script at a place of the program. */
struct coverage_counts coverage_count(const struct coverage *coverage, size_t place);

/* hall::init, in UTF-8 and with a final zero. */
void coverage_put_name(const struct coverage *coverage,
		       const struct exh_sci0_program_script *script, unsigned offset,
		       struct exh_writer *out);

#endif
