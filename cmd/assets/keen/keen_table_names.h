/* The names of heads, dictionaries and tile information beside new archives. */
#ifndef CMD_ASSETS_KEEN_KEEN_TABLE_NAMES_H
#define CMD_ASSETS_KEEN_KEEN_TABLE_NAMES_H

/* A table that goes with a new archive. */
struct keen_table_wish {
	const char *archive; /* name of the archive that it came with; NULL: unknown */
	const char *table;   /* its own name; NULL: unknown */
	const char *stem;    /* name of such tables in the games: "MAPHEAD" */
	const char *ending;  /* of a game's tables: ".KDR"; NULL: by the archive's name */
};

/*
 * The path of the table beside output, to be freed. An archive with the name of the old
 * one, or with one that a game uses, gets the old or the game's tables. Any other has its
 * own, "NEW.CK4.MAPHEAD", so that those of another archive in the folder stay:
 * companions_find finds them first.
 */
char *keen_table_beside(const char *output, const struct keen_table_wish *wish);

#endif
