/* What a run has reached of scripts. */
#ifndef CMD_ASSETS_SCI_COVERAGE_COVERAGE_H
#define CMD_ASSETS_SCI_COVERAGE_COVERAGE_H

#include "task/fields.h"
#include <exhume/sci_executed.h>

struct report;
struct sci_game;
struct script_program;

/*
 * What of a game has been seen in runs: code, and in a game that is played also its
 * rooms, pictures, sounds, texts and Said specs.
 */

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
	struct exh_sci_executed *executed;
	bool has_items; /* of a game that is played */
	struct coverage_items {
		struct coverage_item *items; /* by key */
		size_t count, capacity;
	} kinds[COVERAGE_KINDS];
};

/* Of a program that outlives it. To be closed. */
void coverage_open(struct coverage *coverage, const struct script_program *program);
/* Names all there is to see beside code, of the program's game. What is damaged is
 * reported. False, reported, if the rooms can't be found. */
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
struct coverage_counts coverage_count_code(const struct exh_sci_program_script *script,
					   const uint8_t *marks, size_t first,
					   size_t count);
/* Of the script at a place of the program. */
struct coverage_counts coverage_count(const struct coverage *coverage, size_t place);

/* hall::init, in UTF-8 and with a final zero. */
void coverage_put_name(const struct coverage *coverage,
		       const struct exh_sci_program_script *script, unsigned offset,
		       struct exh_writer *out);

/*
 * Coverage as JSON.
 */

extern const struct document coverage_document;
void coverage_put_json(const struct coverage *coverage, struct exh_writer *out);
/* Adds what is in a document that was written so, of the same scripts.
 * EXH_INVALID. */
enum exh_status coverage_merge_json(struct coverage *coverage,
				    const struct json *document, struct exh_error *err);
/* Adds what a file of an earlier run has. False, reported, if it can't be read, or is of
 * other scripts. */
bool coverage_merge(struct coverage *coverage, const char *path, struct report *report);

/*
 * Coverage as a tracefile of lcov.
 */

/* Its lines are those of the scripts as sci-unpack --convert writes them. */
enum exh_status coverage_put_lcov(const struct coverage *coverage, struct exh_writer *out,
				  struct exh_error *err);

/*
 * Coverage into a file.
 */

/* As the file's name ends: JSON (.json), lcov's tracefile over the lines of the
 * disassembled scripts (.info), else a table. */
void coverage_write(const struct coverage *coverage, const char *path,
		    struct report *report);

#endif
