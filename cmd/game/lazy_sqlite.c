/* libsqlite3, opened when an index is to be a database. */
#include "lazy_game.h"

#ifdef EXH_SQLITE_SONAME
#include <sqlite3.h>

static struct lazy_library library = { .name = EXH_SQLITE_SONAME };

bool lazy_sqlite_is_there(void)
{
	return lazy_is_there(&library);
}

LAZY(library, int, sqlite3_bind_double, (sqlite3_stmt * s, int column, double value),
     (s, column, value))
LAZY(library, int, sqlite3_bind_int, (sqlite3_stmt * s, int column, int value),
     (s, column, value))
LAZY(library, int, sqlite3_bind_int64,
     (sqlite3_stmt * s, int column, sqlite3_int64 value), (s, column, value))
LAZY(library, int, sqlite3_bind_null, (sqlite3_stmt * s, int column), (s, column))
LAZY(library, int, sqlite3_bind_text,
     (sqlite3_stmt * s, int column, const char *text, int size, void (*release)(void *)),
     (s, column, text, size, release))
LAZY(library, int, sqlite3_close, (sqlite3 * db), (db))
LAZY(library, const char *, sqlite3_errmsg, (sqlite3 * db), (db))
LAZY(library, int, sqlite3_exec,
     (sqlite3 * db, const char *sql, int (*row)(void *, int, char **, char **),
      void *context, char **error),
     (db, sql, row, context, error))
LAZY(library, int, sqlite3_finalize, (sqlite3_stmt * s), (s))
LAZY_VOID(library, sqlite3_free, (void *memory), (memory))
LAZY(library, const char *, sqlite3_libversion, (void), ())
LAZY(library, int, sqlite3_open, (const char *path, sqlite3 **db), (path, db))
LAZY(library, int, sqlite3_prepare_v2,
     (sqlite3 * db, const char *sql, int size, sqlite3_stmt **s, const char **tail),
     (db, sql, size, s, tail))
LAZY(library, unsigned char *, sqlite3_serialize,
     (sqlite3 * db, const char *schema, sqlite3_int64 *size, unsigned flags),
     (db, schema, size, flags))
LAZY(library, int, sqlite3_reset, (sqlite3_stmt * s), (s))
LAZY(library, int, sqlite3_step, (sqlite3_stmt * s), (s))
#endif
