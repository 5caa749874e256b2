/* JSON values and documents. jansson is called here and nowhere else. */
#ifndef CMD_TASK_JSON_H
#define CMD_TASK_JSON_H

#include <exhume/base.h>
#include <inttypes.h>

/* Uses task/memory.h for the memory of documents: the program ends if it runs out, so
 * that nothing here or in jansson fails for lack of memory. */
void json_use_memory(void);

/*
 * A value: an object, a list, a text, a number, true, false or null. The caller of
 * json_new_, json_of_ or json_make owns the value, and gives it to another value or frees
 * it. Getters of the wrong type, or for NULL, return no data: sizes and numbers are 0,
 * texts and members NULL.
 */
struct json;

struct json *json_new_object(void);
struct json *json_new_list(void);
struct json *json_new_number(int64_t number);
struct json *json_new_real(double number);
struct json *json_new_flag(bool flag);
struct json *json_new_null(void);
/* Returns NULL for invalid UTF-8. */
struct json *json_new_string(const char *utf8);
struct json *json_new_text(const char *utf8, size_t size);
struct json *json_new_copy(const struct json *value); /* members are shared */

/* As json_pack of jansson: "{s:i, s:[o, I]}" and so on. */
struct json *json_make(const char *format, ...);

/* Adds an owner, or removes one; NULL is allowed. */
struct json *json_share(const struct json *value);
void json_free(const struct json *value);

bool json_is_map(const struct json *value);
bool json_is_list(const struct json *value);
bool json_is_text(const struct json *value);
bool json_is_whole(const struct json *value);
bool json_is_fraction(const struct json *value);
bool json_is_numeric(const struct json *value); /* whole or fraction */
bool json_is_flag(const struct json *value);
bool json_is_nothing(const struct json *value); /* null */
bool json_same(const struct json *a, const struct json *b);

int64_t json_number_of(const struct json *value);
double json_real_of(const struct json *value);
bool json_flag_of(const struct json *value);
const char *json_text_of(const struct json *value);
size_t json_text_size(const struct json *value);

/* Members of an object and items of a list are borrowed. */
size_t json_size(const struct json *list);
size_t json_key_count(const struct json *object);
struct json *json_get(const struct json *object, const char *key);
struct json *json_at(const struct json *list, size_t i);
const char *json_first_key(const struct json *object);
const char *json_next_key(const struct json *object, const char *key);
struct json *json_of_key(const char *key); /* key: result of these two */

#define json_each(list, i, value)                                                    \
	for ((i) = 0; (i) < json_size(list) && ((value) = json_at(list, i)) != NULL; \
	     (i)++)
#define json_each_key(object, key, value)                   \
	for ((key) = json_first_key(object);                \
	     (key) && ((value) = json_of_key(key)) != NULL; \
	     (key) = json_next_key(object, key))

/* Give a value away and return it, borrowed, to be filled; shared values stay with
 * their owner, too. An existing key gets the new value. NULL: there was no value. Keys
 * of documents are UTF-8. */
struct json *json_set(struct json *object, const char *key, struct json *value);
struct json *json_push(struct json *list, struct json *value);
struct json *json_set_shared(struct json *object, const char *key,
			     const struct json *value);
void json_remove(struct json *object, const char *key);
/* Copy all members of another object; or only those that are missing. */
void json_take_all(struct json *object, const struct json *other);
void json_take_missing(struct json *object, const struct json *other);
void json_push_shared(struct json *list, const struct json *value);
void json_push_all(struct json *list, const struct json *other);
void json_set_at(struct json *list, size_t i, struct json *value); /* replaces the item */
void json_remove_at(struct json *list, size_t i);

/* Returns a string of any bytes, such as file names. In documents, bytes that are not
 * UTF-8 become U+EF80 to U+EFFF (json_escape.c); reading restores the bytes. */
struct json *json_of_text(const char *text);

/* Returns the value with such characters, as in documents: another value, to be freed. */
struct json *json_escaped(const struct json *value);
/* True if a document may contain such characters, or if dumped text needs them. */
bool json_has_escapes(struct exh_bytes text);
/* Restores the bytes in a parsed value; keys stay unchanged. */
void json_unescape(struct json *value);

/* Returns bytes as hexadecimal digits, lower case. */
struct json *json_of_hex(struct exh_bytes bytes);
/* Writes these digits, two a byte, without a zero at the end. */
void json_hex_digits(struct exh_bytes bytes, char *out);

/* Returns the text of a writer without a limit as a string. */
struct json *json_of_written(const struct exh_writer *text);

/* As json_of_written; frees the text. */
struct json *json_take(struct exh_writer *text);

struct text_encoding;

/* Return a game's text or name in its encoding, and a text in UTF-8. */
struct json *json_of_stored(const struct text_encoding *encoding, struct exh_bytes text);
struct json *json_of_name(const struct text_encoding *encoding, struct exh_bytes name);
struct json *json_of_utf8(struct exh_bytes text);

/* jansson's version. */
const char *json_library(void);

/* {"exhume": version, "format": format, "schema": number}, to be filled. */
struct json *json_document(const char *format, unsigned schema);

/* Returns {"exhume", "format": the command's name, "results"}: the document printed
 * with --json and written by --format json. */
struct json *json_results(const char *command, struct json *results);
/* As json_results, for one result. */
struct json *json_result(const char *command, struct json *result);

/* Set a value in the object; an existing key gets the new value. number is any
 * integer. */
#define json_set_number(object, key, number) \
	json_set(object, key, json_new_number((int64_t)(number)))
void json_set_text(struct json *object, const char *key,
		   const char *text); /* as json_of_text */
void json_set_string(struct json *object, const char *key, const char *utf8);
void json_set_flag(struct json *object, const char *key, bool flag);

/* Appends to the array at the key, which is made if it is missing. */
void json_add(struct json *object, const char *key, struct json *item);

enum json_look {
	JSON_PACKED, /* on one line, without blanks */
	JSON_SPACED, /* on one line */
	/* As in documents: indented by two blanks a level, reals of 12 digits */
	JSON_LINES
};

/* Returns the value as text, to be freed. */
char *json_dump(const struct json *value, enum json_look look);

/* Appends the text of the value to out. */
void json_write(const struct json *value, enum json_look look, struct exh_writer *out);

/* Returns the document as text with a line end, to be freed. */
char *json_print(const struct json *document);

/* Appends the document's text to out; releases the document. EXH_LIMIT: out has no
 * room for it. */
enum exh_status json_append(struct json *document, struct exh_writer *out,
			    struct exh_error *err);

/*
 * Reading.
 */

/* Parses a text; the value is to be released. NULL: err has line and column. No key
 * may occur twice. */
struct json *json_parse(struct exh_bytes text, struct exh_error *err);
/* Parses a file of at most limit bytes. */
struct json *json_parse_file(const char *path, size_t limit, struct exh_error *err);

/* Returns the value of a text made by json_dump. */
struct json *json_of_dump(const char *text);

/* Returns the string at a key; NULL: missing. */
static inline const char *json_text_at(const struct json *object, const char *key)
{
	return json_text_of(json_get(object, key));
}

/* Returns the integer at a key; 0: missing. */
static inline int64_t json_number_at(const struct json *object, const char *key)
{
	return json_number_of(json_get(object, key));
}

/* Returns EXH_INVALID: the value at the key is not the expected one. */
enum exh_status json_wrong(struct exh_error *err, const char *key, const char *expected);

/* True for a file name without folders that does not lead out of its folder. */
bool json_is_file_name(const struct json *value);
/* Returns EXH_INVALID unless "format" is this one, as written by the command, and
 * "schema" is known, or missing as in version 0.1. */
enum exh_status json_check_format(const struct json *root, const char *format,
				  unsigned schema, const char *command,
				  struct exh_error *err);

/*
 * Reading with a sticky error: after the first failure the rest is skipped, and these
 * functions return 0, NULL or otherwise.
 */

struct json_reading {
	struct exh_arena *arena; /* for names and bytes */
	struct exh_error *err;
	enum exh_status status;
};

/* As json_wrong. */
void json_read_wrong(struct json_reading *r, const char *key, const char *expected);

/* After a failure: adds to the error that it was in item i of what. */
void json_read_within(struct json_reading *r, const char *what, size_t i);

/* True if the value is an object, and nothing has failed. */
bool json_read_object(struct json_reading *r, const struct json *value);

#endif
