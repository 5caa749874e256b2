/*
 * Script resources of SCI0 games: their sections, and the Said specs, synonyms and
 * strings in them.
 *
 * Memory: lists lie in the caller's arena; bytes are those of the resource.
 * Source: sci0-formats 1.9.
 */
#ifndef EXHUME_ADVANCED_SCI_SCRIPT_H
#define EXHUME_ADVANCED_SCI_SCRIPT_H

#include "base.h"
#include "sci_vocab.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Type of a section. */
enum exh_sci_section_type {
	EXH_SCI_SECTION_END,
	EXH_SCI_SECTION_OBJECT,
	EXH_SCI_SECTION_CODE,
	EXH_SCI_SECTION_SYNONYMS,
	EXH_SCI_SECTION_SAID,
	EXH_SCI_SECTION_STRINGS,
	EXH_SCI_SECTION_CLASS,
	EXH_SCI_SECTION_EXPORTS,
	EXH_SCI_SECTION_RELOCATION,
	EXH_SCI_SECTION_PRELOAD_TEXT,
	EXH_SCI_SECTION_LOCALS,
	EXH_SCI_SECTIONS,
};

/* Returns "object" and so on; NULL from EXH_SCI_SECTIONS on. It is static. */
EXH_API const char *exh_sci_section_name(unsigned type);

/* A section. */
struct exh_sci_section {
	uint16_t type; /* enum exh_sci_section_type */
	size_t offset; /* bytes, of its header in the file */
	/* Content after its header; truncated at the end of the resource. */
	struct exh_bytes data;
};

/* A script that was read. */
struct exh_sci_script {
	size_t base;   /* offset of the resource in the file */
	bool is_early; /* for an interpreter before 0.000.396 */
	/* True if the end mark comes last, with only padding after it. */
	bool is_ended;
	uint16_t locals_count;		  /* only in an early script */
	struct exh_sci_section *sections; /* in file order */
	size_t section_count;
	/* Complete specs, each with its end byte, sorted by offset. */
	struct exh_bytes *saids;
	size_t said_count;
	struct exh_sci_synonym *synonyms;
	size_t synonym_count;
	struct exh_bytes *strings; /* strings, no NUL */
	size_t string_count;
};

/*
 * Reads a script. Damage is noted, and the readable part is kept: sections up to one with
 * an impossible size, specs up to invalid bytes. EXH_TRUNCATED when there is not even an
 * end mark, EXH_INVALID when its first section is invalid, EXH_NO_MEMORY. base of all
 * bytes is their offset in in, plus in.base.
 */
EXH_CHECKED enum exh_status exh_sci_script_read(struct exh_bytes in,
						struct exh_arena *arena,
						struct exh_sci_script *out,
						struct exh_notes *notes,
						struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
