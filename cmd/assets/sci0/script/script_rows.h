/* Rows of a table, as TSV with a line of names or as a list of JSON objects. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_ROWS_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_ROWS_H

#include <exhume/base.h>
#include <jansson.h>

struct script_cell {
	enum { CELL_NONE, CELL_NUMBER, CELL_TEXT } kind; /* NONE: empty; no key in JSON */
	long number;
	struct exh_bytes text; /* of the game: code page 437 */
};

struct script_rows {
	const char *const *columns; /* NULL at the end */
	struct exh_writer *tsv;	    /* or NULL: */
	json_t *list;		    /* the caller's */
};

struct script_cell cell_number(long number);
struct script_cell cell_bytes(struct exh_bytes text); /* NONE if it is empty */
struct script_cell cell_text(const char *text);	      /* NONE if it is NULL */

/* Names of the columns, in TSV. */
void script_rows_start(const struct script_rows *rows);
/* As many cells as there are columns. */
void script_rows_add(const struct script_rows *rows, const struct script_cell *cells);

#endif
