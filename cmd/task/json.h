/* JSON values and documents. jansson is called here and nowhere else. */
#ifndef CMD_TASK_JSON_H
#define CMD_TASK_JSON_H

#include <exhume/base.h>
#include <inttypes.h>

/* From now on the memory of documents is there, see memory.h: nothing here or in jansson
 * fails for want of it. */
void json_use_memory(void);

/*
 * A value: an object, a list, a text, a number, true, false or null. Who gets one from
 * json_new_, json_of_ or json_make owns it, and gives it to another value or frees it. Of
 * a value of another type, or NULL, nothing is there: sizes and numbers are 0, texts and
 * members NULL.
 */
struct json;

struct json *json_new_object(void);
struct json *json_new_list(void);
struct json *json_new_number(int64_t number);
struct json *json_new_real(double number);
struct json *json_new_flag(bool flag);
struct json *json_new_null(void);
/* NULL unless it is UTF-8. */
struct json *json_new_string(const char *utf8);
struct json *json_new_text(const char *utf8, size_t size);
struct json *json_new_copy(const struct json *value); /* its members are shared */

/* As json_pack of jansson: "{s:i, s:[o, I]}" and so on. */
struct json *json_make(const char *format, ...);

/* Another owner, or one less; NULL is allowed. */
struct json *json_share(const struct json *value);
void json_free(const struct json *value);

bool json_is_map(const struct json *value);
bool json_is_list(const struct json *value);
bool json_is_text(const struct json *value);
bool json_is_whole(const struct json *value);
bool json_is_fraction(const struct json *value);
bool json_is_numeric(const struct json *value); /* either */
bool json_is_flag(const struct json *value);
bool json_is_nothing(const struct json *value); /* null */
bool json_same(const struct json *a, const struct json *b);

int64_t json_number_of(const struct json *value);
double json_real_of(const struct json *value);
bool json_flag_of(const struct json *value);
const char *json_text_of(const struct json *value);
size_t json_text_size(const struct json *value);

/* Members of an object, items of a list: borrowed. */
size_t json_size(const struct json *list);
size_t json_key_count(const struct json *object);
struct json *json_get(const struct json *object, const char *key);
struct json *json_at(const struct json *list, size_t i);
const char *json_first_key(const struct json *object);
const char *json_next_key(const struct json *object, const char *key);
struct json *json_of_key(const char *key); /* that these two returned */

#define json_each(list, i, value)                                                    \
	for ((i) = 0; (i) < json_size(list) && ((value) = json_at(list, i)) != NULL; \
	     (i)++)
#define json_each_key(object, key, value)                   \
	for ((key) = json_first_key(object);                \
	     (key) && ((value) = json_of_key(key)) != NULL; \
	     (key) = json_next_key(object, key))

/* Gives a value away and returns it, borrowed, to be filled; the shared ones stay with
 * their owner, too. A key that is there already gets the new value. NULL: there was no
 * value. A key of a document is UTF-8. */
struct json *json_set(struct json *object, const char *key, struct json *value);
struct json *json_push(struct json *list, struct json *value);
struct json *json_set_shared(struct json *object, const char *key,
			     const struct json *value);
void json_remove(struct json *object, const char *key);
/* All members of another object; only those that are not there. */
void json_take_all(struct json *object, const struct json *other);
void json_take_missing(struct json *object, const struct json *other);
void json_push_shared(struct json *list, const struct json *value);
void json_push_all(struct json *list, const struct json *other);
void json_set_at(struct json *list, size_t i, struct json *value); /* instead */
void json_remove_at(struct json *list, size_t i);

/* A string of any bytes, as names of files are. Documents have U+EF80 to U+EFFF in place
 * of bytes that are not UTF-8 (json_escape.c); what is read from them has the bytes. */
struct json *json_of_text(const char *text);

/* As documents have it: another value, to be freed. */
struct json *json_escaped(const struct json *value);
/* True if a document may have such characters, or a text that was dumped needs them. */
bool json_has_escapes(struct exh_bytes text);
/* Puts the bytes into a value that was parsed; keys stay as they are. */
void json_unescape(struct json *value);

/* Bytes as hexadecimal digits, lower case. */
struct json *json_of_hex(struct exh_bytes bytes);
/* The same digits, two a byte, without a zero after them. */
void json_hex_digits(struct exh_bytes bytes, char *out);

/* What was written, to a writer without a limit, as a string. */
struct json *json_of_written(const struct exh_writer *text);

/* The same; frees it. */
struct json *json_take(struct exh_writer *text);

struct text_encoding;

/* A text or a name as a game stores it, and a text in UTF-8. */
struct json *json_of_stored(const struct text_encoding *encoding, struct exh_bytes text);
struct json *json_of_name(const struct text_encoding *encoding, struct exh_bytes name);
struct json *json_of_utf8(struct exh_bytes text);

/* jansson's version. */
const char *json_library(void);

/* {"exhume": version, "format": format, "schema": number}, to be filled. */
struct json *json_document(const char *format, unsigned schema);

/* {"exhume", "format": the command's name, "results"}: what each command prints with
 * --json, and --format json writes. */
struct json *json_results(const char *command, struct json *results);
/* The same of one result. */
struct json *json_result(const char *command, struct json *result);

/* The object gets a value; a key that is there already, a new one. A number is any
 * integer. */
#define json_set_number(object, key, number) \
	json_set(object, key, json_new_number((int64_t)(number)))
void json_set_text(struct json *object, const char *key,
		   const char *text); /* as json_of_text */
void json_set_string(struct json *object, const char *key, const char *utf8);
void json_set_flag(struct json *object, const char *key, bool flag);

/* Appends to the array at the key, which is made if there is none. */
void json_add(struct json *object, const char *key, struct json *item);

enum json_look {
	JSON_PACKED, /* on one line, without blanks */
	JSON_SPACED, /* on one line */
	JSON_LINES   /* as documents are: by two blanks a level, reals of 12 digits */
};

/* As text, to be freed. */
char *json_dump(const struct json *value, enum json_look look);

/* The same, appended to out. */
void json_write(const struct json *value, enum json_look look, struct exh_writer *out);

/* The document as text with a line end, to be freed. */
char *json_print(const struct json *document);

/* The same, appended to out; releases the document. EXH_LIMIT:
 * out has no room for it. */
enum exh_status json_append(struct json *document, struct exh_writer *out,
			    struct exh_error *err);

/*
 * Reading.
 */

/* To be released; NULL fills err with line and column. No key may occur twice. */
struct json *json_parse(struct exh_bytes text, struct exh_error *err);
/* The same of a file of at most limit bytes. */
struct json *json_parse_file(const char *path, size_t limit, struct exh_error *err);

/* The value of a text that json_dump made. */
struct json *json_of_dump(const char *text);

/* The string at a key; NULL: there is none. */
static inline const char *json_text_at(const struct json *object, const char *key)
{
	return json_text_of(json_get(object, key));
}

/* The whole number at a key; 0: there is none. */
static inline int64_t json_number_at(const struct json *object, const char *key)
{
	return json_number_of(json_get(object, key));
}

/* EXH_INVALID: what is at the key is not what was expected. */
enum exh_status json_wrong(struct exh_error *err, const char *key, const char *expected);

/* A file name without folders, that does not lead out of its folder. */
bool json_is_file_name(const struct json *value);
/* EXH_INVALID unless "format" is this one, as written by the command, and "schema" is
 * missing, as in version 0.1, or known. */
enum exh_status json_check_format(const struct json *root, const char *format,
				  unsigned schema, const char *command,
				  struct exh_error *err);

/*
 * Reading with an error that stays: after the first failure nothing more is looked at,
 * and these return 0, NULL or what was given as otherwise.
 */

struct json_reading {
	struct exh_arena *arena; /* of names and bytes */
	struct exh_error *err;
	enum exh_status status;
};

/* As json_wrong. */
void json_read_wrong(struct json_reading *r, const char *key, const char *expected);

/* After a failure: it was within item i of what. */
void json_read_within(struct json_reading *r, const char *what, size_t i);

/* True: the value is an object, and nothing has failed. */
bool json_read_object(struct json_reading *r, const struct json *value);

#endif
