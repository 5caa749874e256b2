/* A program of one script with a few names, for tests and fuzz targets. */
#ifndef EXH_SCI_CODE_TESTING_H
#define EXH_SCI_CODE_TESTING_H

#include "exhume/sci.h"
#include "exhume/advanced/sci_disasm.h"

#include <string.h>

enum { TESTING_SELECTORS = 11 };

/* vocab.997. The last two names can't be written: one is a number, one is there twice. */
static inline void write_selectors(struct exh_writer *out)
{
	static const char *const names[TESTING_SELECTORS] = {
		"species", "superClass", "-info-", "name", "x",	  "y",
		"init",	   "doit",	 "play",   "12",   "doit"
	};
	struct exh_sci_name items[TESTING_SELECTORS] = { 0 };
	const struct exh_sci_names list = { .layout = EXH_SCI_NAMES_MAX_INDEX,
					    .items = items,
					    .count = TESTING_SELECTORS };

	for (int i = 0; i < TESTING_SELECTORS; i++)
		items[i].text = (struct exh_bytes){ (const uint8_t *)names[i],
						    strlen(names[i]), 0 };
	(void)!exh_sci_names_write(&list, out, NULL);
}

/* Script 1. False if it can't be opened. selectors holds the bytes of vocab.997. */
static inline bool open_one(struct exh_bytes script, struct exh_writer *selectors,
			    struct exh_arena *arena, struct exh_sci_program *program,
			    struct exh_sci_naming *naming)
{
	struct exh_notes notes = { .arena = arena };
	struct exh_sci_part parts[2] = { { EXH_SCI_SCRIPT, 1, script } };

	write_selectors(selectors);
	parts[1] =
		(struct exh_sci_part){ EXH_SCI_VOCAB, 997, exh_writer_bytes(selectors) };
	return !exh_sci_program_open(parts, 2, arena, program, &notes, NULL) &&
	       program->scripts[0].is_open &&
	       !exh_sci_naming_open(program, arena, naming, NULL);
}

#endif
