/* The list of uses under way, and what its parts share. */
#ifndef EXH_SCI_USE_LIST_H
#define EXH_SCI_USE_LIST_H

#include "exhume/sci_xref.h"

/* What a property or an argument with this selector takes. */
struct xref_role {
	const char *name;
	uint8_t kind; /* enum exh_sci_use_kind */
	bool is_property, is_message;
	bool is_list;	   /* all arguments, not only the first */
	bool is_none_at_0; /* 0 stands for none */
	bool is_sounds;	   /* of the class Sound only */
};

/* What is known of a variable in the whole game. */
struct xref_variable {
	uint8_t count; /* of its values: 0, 1, or 2 for several or unknown ones */
	struct exh_sci_value value;
	uint16_t script; /* whose address it is */
};

struct xref_variables {
	struct xref_variable *items;
	size_t count;
};

struct xref {
	const struct exh_sci_program *program;
	struct exh_arena *arena;
	const struct xref_role **roles;	  /* by selector; NULL: it has none */
	struct xref_variables *variables; /* by the place of the script */
	uint8_t **printers; /* by place of script and function: does it take texts and
			       options as Print does? */
	int sound_class;    /* -1: unknown */
	/* Selectors; -1: the game has none of this name. */
	int play, title, icon, font;
	struct exh_sci_use *list; /* NULL: they are only counted */
	size_t count;
	/* Now. */
	const struct exh_sci_program_script *script;
};

/* Adds, or counts. selector: -1: none. */
void exh_sci_xref_add(struct xref *x, unsigned kind, unsigned manner, unsigned number,
		      unsigned index, unsigned offset, int selector);

#endif
