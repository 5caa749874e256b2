#include "game.h"

#ifdef EXH_HAVE_SQLITE
#include "lazy_game.h"
#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

static const char schema[] =
	"CREATE TABLE game(key TEXT PRIMARY KEY, value TEXT);"
	"CREATE TABLE asset(id TEXT PRIMARY KEY, kind TEXT NOT NULL, family TEXT,"
	" number INTEGER, name TEXT, title TEXT, source TEXT, offset INTEGER,"
	" packed_size INTEGER, size INTEGER, sha256 TEXT, width INTEGER, height INTEGER,"
	" seconds REAL, is_damaged INTEGER, error TEXT, json TEXT);"
	"CREATE TABLE file(asset TEXT REFERENCES asset(id), path TEXT PRIMARY KEY,"
	" size INTEGER, sha256 TEXT);"
	"CREATE TABLE use(asset TEXT REFERENCES asset(id),"
	" used TEXT REFERENCES asset(id), PRIMARY KEY(asset, used));"
	"CREATE TABLE source(name TEXT PRIMARY KEY, size INTEGER, sha256 TEXT,"
	" format TEXT);"
	"CREATE VIRTUAL TABLE texts USING fts5(asset UNINDEXED, content);";

enum statement { ASSET, FILE_ROW, USE, SOURCE, TEXT_ROW, GAME, STATEMENTS };

static const char *const statements[STATEMENTS] = {
	[ASSET] = "INSERT INTO asset VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
	[FILE_ROW] = "INSERT OR IGNORE INTO file VALUES(?,?,?,?)",
	[USE] = "INSERT OR IGNORE INTO use VALUES(?,?)",
	[SOURCE] = "INSERT OR IGNORE INTO source VALUES(?,?,?,?)",
	[TEXT_ROW] = "INSERT INTO texts VALUES(?,?)",
	[GAME] = "INSERT OR IGNORE INTO game VALUES(?,?)",
};

struct database {
	sqlite3 *db;
	sqlite3_stmt *prepared[STATEMENTS];
	bool failed;
};

static void check(struct database *d, int status)
{
	d->failed |= status != SQLITE_OK && status != SQLITE_DONE;
}

/* Binds a value to a column, from 1 on; NULL stays NULL. */
static void bind(struct database *d, enum statement which, int column,
		 const struct json *value)
{
	sqlite3_stmt *s = d->prepared[which];
	struct json *text;

	if (json_is_whole(value))
		check(d, sqlite3_bind_int64(s, column, json_number_of(value)));
	else if (json_is_fraction(value))
		check(d, sqlite3_bind_double(s, column, json_real_of(value)));
	else if (json_is_flag(value))
		check(d, sqlite3_bind_int(s, column, json_flag_of(value)));
	else if (!json_is_text(value))
		check(d, sqlite3_bind_null(s, column));
	else {
		text = json_escaped(value);
		check(d, sqlite3_bind_text(s, column, json_text_of(text), -1,
					   SQLITE_TRANSIENT));
		json_free(text);
	}
}

static void step(struct database *d, enum statement which)
{
	check(d, sqlite3_step(d->prepared[which]));
	check(d, sqlite3_reset(d->prepared[which]));
}

/* Adds a row for each asset that this one uses. */
static void add_uses(struct database *d, const struct json *asset)
{
	const struct json *used;
	size_t i;

	json_each(json_get(asset, "uses"), i, used)
	{
		bind(d, USE, 1, json_get(asset, "id"));
		bind(d, USE, 2, used);
		step(d, USE);
	}
}

static void add_files(struct database *d, const struct json *asset)
{
	const struct json *name;
	size_t i;

	json_each(json_get(asset, "files"), i, name)
	{
		bind(d, FILE_ROW, 1, json_get(asset, "id"));
		bind(d, FILE_ROW, 2, name);
		bind(d, FILE_ROW, 3, json_at(json_get(asset, "files_size"), i));
		bind(d, FILE_ROW, 4, json_at(json_get(asset, "files_sha256"), i));
		step(d, FILE_ROW);
	}
}

static void add_asset(struct database *d, const struct json *asset)
{
	static const char *const keys[] = {
		"id",	  "kind",    "family",	    "number", "name",	"title",
		"source", "offset",  "packed_size", "size",   "sha256", "width",
		"height", "seconds", "is_damaged",  "error",  NULL
	};
	char *text = json_dump(asset, JSON_PACKED);
	struct json *json = json_new_string(text);
	int column = 1;

	for (; keys[column - 1]; column++)
		bind(d, ASSET, column, json_get(asset, keys[column - 1]));
	bind(d, ASSET, column, json);
	step(d, ASSET);
	json_free(json);
	free(text);
	add_files(d, asset);
	add_uses(d, asset);
}

static void add_source(struct database *d, const struct json *source)
{
	static const char *const keys[] = { "name", "size", "sha256", "format" };

	for (int k = 0; k < 4; k++)
		bind(d, SOURCE, k + 1, json_get(source, keys[k]));
	step(d, SOURCE);
}

static void add_sources(struct database *d, const struct extraction *x)
{
	struct json *source;
	size_t i;

	json_each(x->others, i, source) add_source(d, source);
	for (i = 0; i < x->sources.count; i++) {
		source = fields_to_json(&source_fields, &x->sources.items[i]);
		add_source(d, source);
		json_free(source);
	}
}

static void add_pair(struct database *d, enum statement which, const char *key,
		     const struct json *value)
{
	struct json *name = json_new_string(key);

	bind(d, which, 1, name);
	bind(d, which, 2, value);
	step(d, which);
	json_free(name);
}

static void add_game(struct database *d, const struct json *game)
{
	const char *key;
	const struct json *value;

	json_each_key(game, key, value) add_pair(d, GAME, key, value);
}

static void add_text(struct database *d, const struct extraction *x, size_t i,
		     size_t *left)
{
	struct json *asset = new_index_asset(&x->made, i);
	struct json *text = page_text(asset, x->output, left);

	if (text)
		add_pair(d, TEXT_ROW, json_text_at(asset, "id"), text);
	json_free(text);
	json_free(asset);
}

static void fill(struct database *d, const struct extraction *x)
{
	size_t text_left = PAGE_TEXTS_SIZE;

	check(d, sqlite3_exec(d->db, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;",
			      NULL, NULL, NULL));
	check(d, sqlite3_exec(d->db, "BEGIN", NULL, NULL, NULL));
	check(d, sqlite3_exec(d->db, schema, NULL, NULL, NULL));
	for (size_t i = 0; i < STATEMENTS && !d->failed; i++)
		check(d, sqlite3_prepare_v2(d->db, statements[i], -1, &d->prepared[i],
					    NULL));
	if (d->failed)
		return;
	add_game(d, json_get(x->head, "game"));
	for (size_t i = 0; i < x->made.count; i++) {
		struct json *asset = new_index_asset(&x->made, i);

		add_asset(d, asset);
		json_free(asset);
	}
	add_sources(d, x);
	for (size_t i = 0; i < x->made.count; i++)
		add_text(d, x, i, &text_left);
	check(d, sqlite3_exec(d->db, "COMMIT", NULL, NULL, NULL));
}

/* Built in memory first, so that the written file is complete. */
enum exh_status database_write(const char *path, const struct extraction *x,
			       struct exh_error *err)
{
	struct database d = { 0 };
	enum exh_status status;
	sqlite3_int64 size = 0;
	unsigned char *bytes = NULL;

	if (!database_version())
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"a database needs libsqlite3, which is not installed");
	if (file_is_special(path))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"a device or a pipe, expected a file");
	check(&d, sqlite3_open(":memory:", &d.db));
	if (!d.db)
		mem_end();
	if (!d.failed)
		fill(&d, x);
	for (size_t i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(d.prepared[i]);
	if (!d.failed)
		bytes = sqlite3_serialize(d.db, "main", &size, 0);
	status = bytes ? file_write(path, (struct exh_bytes){ bytes, (size_t)size, 0 },
				    true, err)
		       : exh_fail(err, EXH_IO, EXH_NO_OFFSET, "can't make it: %s",
				  sqlite3_errmsg(d.db));
	sqlite3_free(bytes);
	sqlite3_close(d.db);
	return status;
}

const char *database_version(void)
{
#ifdef EXH_SQLITE_SONAME
	if (!lazy_sqlite_is_there())
		return NULL;
#endif
	return sqlite3_libversion();
}
#else
enum exh_status database_write(const char *path, const struct extraction *x,
			       struct exh_error *err)
{
	(void)path;
	(void)x;
	return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
			"this exhume was built without libsqlite3");
}

const char *database_version(void)
{
	return NULL;
}
#endif
