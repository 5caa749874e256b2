/* Declarations shared by the parts of cross references, and by lint, which searches them
 * for mistakes. */
#ifndef EXH_SCI_XREF_PARTS_H
#define EXH_SCI_XREF_PARTS_H

#include "exhume/advanced/sci_lint.h"
#include "exhume/advanced/sci_xref.h"

/* Kind of value that a property or an argument with this selector takes. */
struct xref_role {
	const char *name;
	uint8_t kind; /* enum exh_sci_use_kind */
	bool is_property, is_message;
	bool is_list;	   /* all arguments, not only the first */
	bool is_none_at_0; /* 0 stands for none */
	bool is_sounds;	   /* only in class Sound */
};

/* Values stored in a variable anywhere in the game. */
struct xref_variable {
	uint8_t count; /* values: 0, 1, or 2 for several or unknown ones */
	struct exh_sci_value value;
	uint16_t script; /* script that an address belongs to */
};

struct xref_variables {
	struct xref_variable *items;
	size_t count;
};

struct xref {
	const struct exh_sci_program *program;
	struct exh_arena *arena;
	const struct xref_role **roles;	  /* indexed by selector; NULL: no role */
	struct xref_variables *variables; /* indexed like the program's scripts */
	/* Indexed by script and function: 1 if it takes texts and options like Print. */
	uint8_t **printers;
	int sound_class; /* -1: unknown */
	/* Selectors; -1: the game has none of this name. */
	int play, title, icon, font;
	struct exh_sci_use *list; /* NULL: uses are only counted */
	size_t count;
	/* The current script. */
	const struct exh_sci_program_script *script;
};

/* Adds a use, or counts it. selector: -1 for none. exh_sci_xref_use: without an index and
 * a selector. */
void exh_sci_xref_use(struct xref *x, unsigned kind, unsigned manner, unsigned number,
		      unsigned offset);
void exh_sci_xref_add(struct xref *x, unsigned kind, unsigned manner, unsigned number,
		      unsigned index, unsigned offset, int selector);

/*
 * Roles and variables.
 */

/* Fills roles, printers and selectors; false when out of memory. */
bool exh_sci_xref_find_roles(struct xref *x);
/* Fills variables. */
bool exh_sci_xref_find_variables(struct xref *x);

/* Returns the value, or if it is a variable with only one known value, that one. *script:
 * script that an address belongs to. */
struct exh_sci_value exh_sci_xref_resolve(const struct xref *x,
					  struct exh_sci_value value,
					  const struct exh_sci_program_script **script);

/*
 * Calls.
 */

/* context is the struct xref. */
void exh_sci_xref_call(void *context, const struct exh_sci_call *call);

/*
 * Lint.
 */

struct lint {
	const struct exh_sci_program *program;
	const struct exh_sci_use *uses;
	size_t use_count;
	const struct exh_sci_lint_options *options;
	exh_sci_finding_seen *seen;
	void *context;
};

void exh_sci_lint_show(const struct lint *l, unsigned kind, unsigned script,
		       unsigned offset, const char *format, ...) EXH_PRINTF(5, 6);

/* Checks a script's Said specs; false when out of memory. */
bool exh_sci_lint_saids(const struct lint *l,
			const struct exh_sci_program_script *script);

/* Checks a script's temporaries; false when out of memory. */
bool exh_sci_lint_temporaries(const struct lint *l,
			      const struct exh_sci_program_script *script);

/* Checks a script's properties and branches. */
void exh_sci_lint_code(const struct lint *l, const struct exh_sci_program_script *script);

void exh_sci_lint_uses(const struct lint *l);

#endif
