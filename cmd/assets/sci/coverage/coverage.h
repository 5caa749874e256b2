/* Coverage of scripts by runs. */
#ifndef CMD_ASSETS_SCI_COVERAGE_COVERAGE_H
#define CMD_ASSETS_SCI_COVERAGE_COVERAGE_H

#include "task/fields.h"
#include <exhume/advanced/sci_executed.h>

struct report;
struct sci_game;
struct script_program;

/*
 * Coverage of a game by runs: its code, and for a played game also its rooms, pictures,
 * sounds, texts and Said specs.
 */

/* Items that coverage counts besides code. */
enum coverage_kind {
	COVERAGE_ROOMS,
	COVERAGE_VIEWS,
	COVERAGE_PICS,
	COVERAGE_SOUNDS,
	/* Single messages: number of the resource << 16
	 * message */
	COVERAGE_TEXTS,
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
	struct exh_sci_executed *executed;
	bool has_items; /* for a game that is played */
	struct coverage_items {
		struct coverage_item *items; /* sorted by key */
		size_t count, capacity;
	} kinds[COVERAGE_KINDS];
};

/* Starts with empty coverage of a program, which must outlive it. To be closed. */
void coverage_open(struct coverage *coverage, const struct script_program *program);
/* Lists all items of the program's game. Damage is reported. False, and reported, if
 * the rooms can't be found. */
bool coverage_list(struct coverage *coverage, struct sci_game *game,
		   struct report *report);
/* Returns the kind for a type of resource; COVERAGE_KINDS: not counted as a whole. */
enum coverage_kind coverage_kind_of(unsigned type);
void coverage_close(struct coverage *coverage);

/* Adds an item that exists, or that was seen. */
void coverage_add(struct coverage *coverage, enum coverage_kind kind, uint32_t key,
		  bool is_seen);
size_t coverage_seen(const struct coverage *coverage, enum coverage_kind kind);

/* Counts for a script or a function. run, entered, gone: those that were executed. */
struct coverage_counts {
	size_t instructions, run;
	size_t functions, entered;
	size_t ways, gone; /* ways of branches: two for each bt and bnt */
};

/* Counts for the instructions from first on. */
struct coverage_counts coverage_count_code(const struct exh_sci_program_script *script,
					   const uint8_t *marks, size_t first,
					   size_t count);
/* Counts for the script at an index of the program. */
struct coverage_counts coverage_count(const struct coverage *coverage, size_t place);

/* Appends a name such as hall::init, in UTF-8 and with a final zero. */
void coverage_put_name(const struct coverage *coverage,
		       const struct exh_sci_program_script *script, unsigned offset,
		       struct exh_writer *out);

/*
 * Coverage as JSON.
 */

extern const struct document coverage_document;
void coverage_put_json(const struct coverage *coverage, struct exh_writer *out);
/* Adds the coverage of such a document, for the same scripts. Returns EXH_INVALID for
 * others. */
enum exh_status coverage_merge_json(struct coverage *coverage,
				    const struct json *document, struct exh_error *err);
/* Adds the coverage in a file of an earlier run. False, and reported, if it can't be
 * read, or is for other scripts. */
bool coverage_merge(struct coverage *coverage, const char *path, struct report *report);

/*
 * Coverage as a tracefile of lcov.
 */

/* Line numbers are those of the scripts as sci-unpack --convert writes them. */
enum exh_status coverage_put_lcov(const struct coverage *coverage, struct exh_writer *out,
				  struct exh_error *err);

/*
 * Coverage in a file.
 */

/* Writes the format of the file's ending: JSON (.json), lcov's tracefile over the
 * lines of the disassembled scripts (.info), else a table. */
void coverage_write(const struct coverage *coverage, const char *path,
		    struct report *report);

#endif
