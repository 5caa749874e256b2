/* The index of a game as an SQLite database, with full-text search. */
#ifndef CMD_EXTRACT_DATABASE_H
#define CMD_EXTRACT_DATABASE_H

#include <exhume/base.h>
#include <jansson.h>

/* Writes it to path, over an older one. texts: by id, as page_texts has them.
 * EXH_UNSUPPORTED if this program was built without libsqlite3. */
enum exh_status database_write(const char *path, const json_t *index, const json_t *texts,
			       struct exh_error *err);

/* "3.40.1"; NULL: built without libsqlite3. */
const char *database_version(void);

#endif
