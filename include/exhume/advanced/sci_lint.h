/*
 * Probable faults in the scripts of an SCI0 game: specs that are never true, words that
 * can't be typed, resources that are missing, code that never runs.
 *
 * Findings are for people: uses that sci_xref.h can't see (numbers that are not constant,
 * selectors that are computed) may make one wrong.
 * Source: formats/sci/README.md, "Cross references, lint and strings".
 */
#ifndef EXHUME_ADVANCED_SCI_LINT_H
#define EXHUME_ADVANCED_SCI_LINT_H

#include "sci_rooms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kind of a finding. */
enum exh_sci_finding_kind {
	/* An earlier spec of the handler always matches first. */
	EXH_SCI_SAID_SHADOWED,
	EXH_SCI_SAID_UNKNOWN_WORD, /* a group without words */
	EXH_SCI_SAID_UNTYPABLE,	   /* a group whose words can't be typed */
	EXH_SCI_MISSING_RESOURCE,
	EXH_SCI_MISSING_TEXT, /* the resource has fewer strings */
	EXH_SCI_MISSING_EXPORT,
	EXH_SCI_MISSING_CLASS,
	EXH_SCI_UNKNOWN_KERNEL,
	EXH_SCI_UNKNOWN_SELECTOR, /* no class and no object has it */
	EXH_SCI_UNREAD_PROPERTY,  /* written and never read */
	EXH_SCI_UNREACHED_CODE,
	EXH_SCI_HEAP_FULL,
	EXH_SCI_UNSET_TEMPORARY, /* read, and on some path not written before */
	EXH_SCI_PROPERTY_RANGE,	 /* a method's object has no such property */
	/* A branch or call to an offset at which no instruction begins. */
	EXH_SCI_BRANCH_OUTSIDE,
	EXH_SCI_FINDINGS,
};

/* A finding. Valid during the callback. */
struct exh_sci_finding {
	uint8_t kind;		 /* enum exh_sci_finding_kind */
	uint16_t script, offset; /* place of the finding */
	char text[256];		 /* names are the game's, in its code page */
};

/* Returns "said-shadowed" and so on; NULL beyond. It is static. */
EXH_API const char *exh_sci_finding_name(unsigned kind);

typedef void exh_sci_finding_seen(void *context, const struct exh_sci_finding *finding);

/* Options of a check. */
struct exh_sci_lint_options {
	/* True if the game has a resource. NULL: resources are not checked. */
	bool (*has)(void *context, unsigned type, unsigned number);
	void *has_context;
	uint64_t reserved[4]; /* 0: room to grow */
};

/* Reports all findings, by script and kind. uses: all uses in the program, from
 * exh_sci_uses. options may not be NULL. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_lint(const struct exh_sci_program *program,
					 const struct exh_sci_use *uses, size_t use_count,
					 const struct exh_sci_lint_options *options,
					 exh_sci_finding_seen *seen, void *context,
					 struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
