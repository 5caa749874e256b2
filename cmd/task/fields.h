/*
 * Documents as tables of fields. A table says which members of a struct, its row, a JSON
 * object has: under which names, of which types, in which units, and what they mean. From
 * it come the object, the row of an object that was read, columns, and the JSON Schema.
 */
#ifndef CMD_TASK_FIELDS_H
#define CMD_TASK_FIELDS_H

#include "json.h"

#include <stddef.h>

enum field_type {
	FIELD_NUMBER, /* any integer */
	FIELD_FLAG,   /* bool */
	FIELD_REAL,   /* double */
	FIELD_AMOUNT, /* double; written without a fraction if it is whole */
	FIELD_TEXT,   /* const char *, as json_of_text takes it */
	FIELD_CHARS,  /* an array of char */
	FIELD_FILE,   /* const char *: the name of a file, without folders */
	FIELD_PATH,   /* const char *: a path below the document's folder */
	FIELD_NAME,   /* an integer or enum, written as its name */
	FIELD_BITS,   /* an integer, written as a list of its bits' names */
	FIELD_HEX,    /* struct exh_bytes, as pairs of hexadecimal digits */
	/* struct exh_bytes, a text, omitted without data; can't be read. In columns
	 * its control characters are escapes. FIELD_STORED and FIELD_STORED_NAME: a
	 * game's text or name (EXH_CP437_NAME) in the encoding of fields_to_json_in.
	 * FIELD_UTF8: UTF-8. */
	FIELD_STORED,
	FIELD_STORED_NAME,
	FIELD_UTF8,
	FIELD_DIGITS, /* an array of uint8_t, as pairs of hexadecimal digits */
	FIELD_CRC32,  /* uint32_t, as 8 hexadecimal digits */
	FIELD_ROW,    /* a struct with a table of its own */
	FIELD_LINK,   /* a pointer to such a struct */
	/* A struct whose fields are fields of this object. With .has it is present if
	 * its first field is. */
	FIELD_MEMBERS,
	/* struct json *, for values that no row holds. The writer gives it away, the
	 * reader borrows it. of is the table of the value; NULL: anything. */
	FIELD_JSON,
	FIELD_JSON_LIST, /* a list of rows of table of */
	FIELD_JSON_MAP,	 /* an object of such rows, by key */
};

enum field_shape {
	FIELD_ONE,
	FIELD_ARRAY, /* count values in the row: a list */
	/* At most count values in the row, and a size_t for their number */
	FIELD_COUNTED,
	FIELD_LIST, /* a pointer, and a size_t for their number */
	/* As FIELD_LIST; each item begins with its const char * key: an object */
	FIELD_MAP,
};

enum {
	/* Not written if it is 0 (or .otherwise), false, NULL, bytes without data or
	 * an empty list; may be missing. */
	FIELD_OMITTED = 1,
	/* Always written, but may be missing in a document that is read. */
	FIELD_OPTIONAL = 2,
	/* NULL, and bytes without data, are null. */
	FIELD_NULLABLE = 4,
	/* Repeats other fields for people: not read, and may be missing. */
	FIELD_UNREAD = 8,
	FIELD_NO_COLUMN = 16,
	/* An array whose items are equal is written as one item, not as a list. */
	FIELD_UNIFORM = 32,
};

struct fields;

struct field {
	const char *name; /* "": the row is this field alone, no object */
	enum field_type type;
	enum field_shape shape;
	unsigned flags;
	/* Bytes, of a number or of one item of several */
	unsigned size;
	bool is_signed; /* for a number */
	size_t offset;	/* in the row */
	size_t count;	/* for an array */
	/* Offset of the number of items in the row: for a list, map and counted array */
	size_t count_offset;
	/* 1 + offset in the row of a bool: true if the field is present; set by
	 * reading. 0: there is no such bool. */
	size_t has;
	/* Range of numbers; most 0: the range of the member. For a list of other
	 * things most is the maximum number of items. */
	int64_t least, most;
	int64_t otherwise; /* value of an optional number that is missing */
	unsigned base;	   /* 16: a number is hexadecimal in columns */
	const struct fields *of;
	/* The row, or JSON, is a whole document of this kind, and of is its table. Its
	 * format is not checked when it is read. */
	const struct document *document;
	/* FIELD_NAME: by number, FIELD_BITS: by bit; ends with NULL, gaps are "".
	 * FIELD_TEXT: the allowed texts. */
	const char *const *names;
	const char *unit; /* "pixels"; NULL: none */
	const char *meaning;
	/* Schema number of the first document with this field; 0: the first schema */
	unsigned since;
};

struct fields {
	/* Name of a row in messages: "cel"; unique in a document */
	const char *name;
	size_t size; /* bytes of a row */
	const struct field *items;
	size_t count;
	bool is_tuple; /* rows are lists, not objects */
	/* Tables whose fields a row may have, too, for the schema; ends with NULL. */
	const struct fields *const *with;
};

/* A table with the fields of a list. */
#define FIELDS(row_name, row, list)                                   \
	{                                                             \
		.name = row_name, .size = sizeof(row), .items = list, \
		.count = sizeof(list) / sizeof *(list)                \
	}

/* A table whose rows are lists of rows of another table, made as JSON: the type of the
 * items in a list of lists. */
#define FIELDS_LIST(row_name, table, meaning_)                                          \
	{                                                                               \
		.name = row_name, .size = sizeof(struct json *), .count = 1,            \
		.items = &(const struct field)                                          \
		{                                                                       \
			.name = "", .type = FIELD_JSON_LIST,                            \
			.size = sizeof(struct json *), .of = table, .meaning = meaning_ \
		}                                                                       \
	}

/* As FIELDS, with other tables: see .with. */
#define FIELDS_WITH(row_name, row, list, others)                       \
	{                                                              \
		.name = row_name, .size = sizeof(row), .items = list,  \
		.count = sizeof(list) / sizeof *(list), .with = others \
	}

/*
 * A field of a row: its member, unit and meaning; then designated initializers. The type
 * is the member's.
 */
#define FIELD(row, member, unit_, ...) FIELD_AS(#member, row, member, unit_, __VA_ARGS__)
#define FIELD_AS(name_, row, member, unit_, ...)                               \
	FIELD_OF(name_, FIELD_TYPE_OF(((row *)0)->member), row, member, unit_, \
		 __VA_ARGS__)
/* As FIELD_AS, with another type. */
#define FIELD_OF(name_, type_, row, member, unit_, ...)                          \
	{                                                                        \
		.name = name_, .type = type_, .offset = offsetof(row, member),   \
		.size = sizeof(((row *)0)->member),                              \
		.is_signed = FIELD_IS_SIGNED(((row *)0)->member), .unit = unit_, \
		.meaning = __VA_ARGS__                                           \
	}
/* An array in the row, as a list; bytes or characters are one text. */
#define FIELD_ARRAY_OF(name_, type_, row, member, unit_, ...)                         \
	{                                                                             \
		.name = name_, .type = type_, .shape = FIELD_ARRAY,                   \
		.offset = offsetof(row, member), .size = sizeof(*((row *)0)->member), \
		.count = sizeof(((row *)0)->member) / sizeof *((row *)0)->member,     \
		.is_signed = FIELD_IS_SIGNED(*((row *)0)->member), .unit = unit_,     \
		.meaning = __VA_ARGS__                                                \
	}
#define FIELD_ARRAY(row, member, unit_, ...)                                            \
	FIELD_ARRAY_OF(#member, FIELD_TYPE_OF(*((row *)0)->member), row, member, unit_, \
		       __VA_ARGS__)
/* A pointer to several items, and their number; a list, or with .shape = FIELD_MAP an
 * object. */
#define FIELD_LIST_OF(name_, type_, row, member, number, unit_, ...) \
	FIELD_SEVERAL(name_, type_, FIELD_LIST, row, member, number, unit_, __VA_ARGS__)
#define FIELD_LIST(row, member, number, unit_, ...)                                     \
	FIELD_LIST_OF(#member, FIELD_TYPE_OF(*((row *)0)->member), row, member, number, \
		      unit_, __VA_ARGS__)
#define FIELD_ROWS(row, member, number, table, ...)                               \
	FIELD_LIST_OF(#member, FIELD_ROW, row, member, number, NULL, __VA_ARGS__, \
		      .of = table)
#define FIELD_KEYS(row, member, number, table, ...)                             \
	FIELD_SEVERAL(#member, FIELD_ROW, FIELD_MAP, row, member, number, NULL, \
		      __VA_ARGS__, .of = table)
/* As FIELD_LIST_OF, with the items in the row. */
#define FIELD_COUNTED_OF(name_, type_, row, member, number, unit_, ...)               \
	{                                                                             \
		.name = name_, .type = type_, .shape = FIELD_COUNTED,                 \
		.offset = offsetof(row, member), .size = sizeof(*((row *)0)->member), \
		.count = sizeof(((row *)0)->member) / sizeof *((row *)0)->member,     \
		.count_offset = _Generic(&((row *)0)->number, size_t *                \
					 : offsetof(row, number)),                    \
		.is_signed = FIELD_IS_SIGNED(*((row *)0)->member), .unit = unit_,     \
		.meaning = __VA_ARGS__                                                \
	}
#define FIELD_SEVERAL(name_, type_, shape_, row, member, number, unit_, ...)          \
	{                                                                             \
		.name = name_, .type = type_, .shape = shape_,                        \
		.offset = offsetof(row, member), .size = sizeof(*((row *)0)->member), \
		.count_offset = _Generic(&((row *)0)->number, size_t *                \
					 : offsetof(row, number)),                    \
		.is_signed = FIELD_IS_SIGNED(*((row *)0)->member), .unit = unit_,     \
		.meaning = __VA_ARGS__                                                \
	}

/* An enum by its names, and texts of a game. */
#define FIELD_NAMED(row, member, names_, ...) \
	FIELD_OF(#member, FIELD_NAME, row, member, NULL, __VA_ARGS__, .names = names_)
#define FIELD_STORED_TEXT(row, member, ...) \
	FIELD_OF(#member, FIELD_STORED, row, member, NULL, __VA_ARGS__)

#define FIELD_NAME_TEXT(row, member, ...) \
	FIELD_OF(#member, FIELD_STORED_NAME, row, member, NULL, __VA_ARGS__)
#define FIELD_UTF8_TEXT(row, member, ...) \
	FIELD_OF(#member, FIELD_UTF8, row, member, NULL, __VA_ARGS__)

/* A struct with a table, in the row or pointed to. */
#define FIELD_INSIDE(row, member, table, ...) \
	FIELD_OF(#member, FIELD_ROW, row, member, NULL, __VA_ARGS__, .of = table)
#define FIELD_LINKED(row, member, table, ...) \
	FIELD_OF(#member, FIELD_LINK, row, member, NULL, __VA_ARGS__, .of = table)

/* A struct in the row; all fields of its table belong to this object. */
#define FIELD_MEMBERS_OF(row, member, ...) \
	FIELD_OF(#member, FIELD_MEMBERS, row, member, NULL, NULL, .of = __VA_ARGS__)

/* A member that is JSON: type_ is FIELD_JSON, FIELD_JSON_LIST or FIELD_JSON_MAP. */
#define FIELD_MADE(type_, row, member, table, ...) \
	FIELD_OF(#member, type_, row, member, NULL, __VA_ARGS__, .of = table)

/* A list made as JSON. */
#define FIELD_ITEMS(row, member, table, ...) \
	FIELD_MADE(FIELD_JSON_LIST, row, member, table, __VA_ARGS__)

/* Short names of flags. */
#define FIELD_IF_ANY .flags = FIELD_OMITTED
#define FIELD_OR_NONE .flags = FIELD_OPTIONAL
#define FIELD_OR_NULL .flags = FIELD_NULLABLE

/* JSON that is added to the object without a row. */
#define FIELD_ADDED(type_, name_, table, ...)                                      \
	{                                                                          \
		.name = name_, .type = type_, .flags = FIELD_OPTIONAL,             \
		.size = sizeof(struct json *), .of = table, .meaning = __VA_ARGS__ \
	}

/* .has for a member that is a bool. */
#define FIELD_HAS(row, member) \
	.has = 1 + _Generic(&((row *)0)->member, bool * : offsetof(row, member))

#define FIELD_TYPE_OF(value) \
	_Generic((value), bool                                              \
		 : FIELD_FLAG, float                                        \
		 : FIELD_REAL, double                                       \
		 : FIELD_REAL, char *                                       \
		 : FIELD_TEXT, const char *                                 \
		 : FIELD_TEXT, struct exh_bytes                             \
		 : FIELD_HEX, struct json *                                 \
		 : FIELD_JSON, const struct json *                          \
		 : FIELD_JSON, default                                      \
		 : FIELD_NUMBER)
#define FIELD_IS_SIGNED(value)        \
	_Generic((value), signed char \
		 : true, short        \
		 : true, int          \
		 : true, long         \
		 : true, long long    \
		 : true, default      \
		 : false)

/* A kind of document: {"exhume": version, "format": format, "schema": number} and the
 * fields. */
struct document {
	const char *format;
	unsigned schema;     /* increases when a field changes its meaning */
	const char *made_by; /* the command, in messages: "view2png" */
	const char *meaning;
	const struct fields *fields;
};

/* Range of a number. */
int64_t field_least(const struct field *f);
int64_t field_most(const struct field *f);

struct text_encoding;

/* Returns the JSON of a row: an object, or a list for a tuple, or the value of one
 * field. Texts as a game stores them are in the encoding; NULL: code page 437. */
struct json *fields_to_json_in(const struct text_encoding *encoding,
			       const struct fields *table, const void *row);
struct json *fields_to_json(const struct fields *table, const void *row);

/* Adds the fields to an object. */
void fields_put_in(const struct text_encoding *encoding, const struct fields *table,
		   const void *row, struct json *object);
void fields_put(const struct fields *table, const void *row, struct json *object);

/* Returns a whole document. */
struct json *document_to_json(const struct document *document, const void *row);

/* Fills a row, which has zeros or defaults at first, from a value. Texts, bytes and
 * lists go to the arena of r. After the first failure the rest is skipped; the error
 * names the place: "loop 2: cel 0: key "width": expected a number from 0 to 65535".
 * JSON in the row is borrowed. */
void fields_read(struct json_reading *r, const struct fields *table,
		 const struct json *value, void *row);

/* As fields_read for a document, whose format and number must be these; a document
 * without a number is read as one of version 0.1. */
void document_read(struct json_reading *r, const struct document *document,
		   const struct json *root, void *row);

/* As document_read for a text; the row borrows nothing from it: its table has no JSON. */
void document_read_text(struct json_reading *r, const struct document *document,
			struct exh_bytes text, void *row);

/* Append the names of the fields, or the values of a row, with tabs between them and a
 * line end. */
void fields_put_names(const struct fields *table, struct exh_writer *out);
void fields_put_columns_in(const struct text_encoding *encoding,
			   const struct fields *table, const void *row,
			   struct exh_writer *out);
void fields_put_columns(const struct fields *table, const void *row,
			struct exh_writer *out);

/* Returns the JSON Schema, 2020-12, of a document. */
struct json *document_schema(const struct document *document);

/* Tables of one value: for lists and objects of numbers and texts. */
extern const struct fields number_fields, text_fields;

/* A struct exh_color as [red, green, blue]. */
extern const struct fields color_fields;
#define FIELD_PALETTE(name_, row, member, ...)                                     \
	FIELD_COUNTED_OF(name_, FIELD_ROW, row, member.colors, member.count, NULL, \
			 __VA_ARGS__, .of = &color_fields)

#endif
