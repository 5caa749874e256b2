/* JSON documents, by jansson. */
#ifndef CMD_TASK_JSON_H
#define CMD_TASK_JSON_H

#include <exhume/base.h>
#include <jansson.h>

/* From now on the memory of documents is there, see memory.h: nothing here or in jansson
 * fails for want of it. */
void json_use_memory(void);

/* A string; bytes that are not UTF-8 (names of files may hold any) become U+FFFD. */
json_t *json_text(const char *text);

/* Bytes as hexadecimal digits, lower case. */
json_t *json_hex(struct exh_bytes bytes);
/* The same digits, two a byte, without a zero after them. */
void json_hex_digits(struct exh_bytes bytes, char *out);

/* What was written, to a writer without a limit, as a string. */
json_t *json_written(const struct exh_writer *text);

/* The same; frees it. */
json_t *json_take(struct exh_writer *text);

/* A text in code page 437. */
json_t *json_cp437(struct exh_bytes text);

/* A list of [red, green, blue]. */
json_t *json_palette(const struct exh_palette *palette);

/* {"exhume": version, "format": format}, to be filled. */
json_t *json_document(const char *format);

/* {"exhume", "format": the command's name, "results"}: what each command prints with
 * --json, and --format json writes. */
json_t *json_results(const char *command, json_t *results);
/* The same of one result. */
json_t *json_result(const char *command, json_t *result);

/* The object gets a value; a key that is there already, a new one. A number is any
 * integer. */
#define json_set_number(object, key, number) \
	json_object_set_new(object, key, json_integer((json_int_t)(number)))
void json_set_text(json_t *object, const char *key, const char *text); /* as json_text */
void json_set_string(json_t *object, const char *key, const char *utf8);
void json_set_flag(json_t *object, const char *key, bool flag);

/* Puts a value there and returns it, borrowed, to be filled. */
json_t *json_put(json_t *object, const char *key, json_t *value);
json_t *json_push(json_t *array, json_t *value);

/* Appends to the array at the key, which is made if there is none. */
void json_add(json_t *object, const char *key, json_t *item);

/* As json_dumps does it. */
char *json_dump(const json_t *value, size_t flags);

/* The same, appended to out. */
void json_write(const json_t *value, size_t flags, struct exh_writer *out);

/* The document as text with a line end, to be freed. */
char *json_print(const json_t *document);

/* The same, appended to out; releases the document. EXH_LIMIT:
 * out has no room for it. */
enum exh_status json_append(json_t *document, struct exh_writer *out,
			    struct exh_error *err);

/*
 * Reading.
 */

/* To be released; NULL fills err with line and column. No key may occur twice. */
json_t *json_parse(struct exh_bytes text, struct exh_error *err);
/* The same of a file of at most limit bytes. */
json_t *json_parse_file(const char *path, size_t limit, struct exh_error *err);

/* The string at a key; NULL: there is none. */
static inline const char *json_text_at(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* The whole number at a key; 0: there is none. */
static inline json_int_t json_number_at(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* EXH_INVALID: what is at the key is not what was expected. */
enum exh_status json_wrong(struct exh_error *err, const char *key, const char *expected);

/* A file name without folders, that does not lead out of its folder. */
bool json_is_file_name(const json_t *value);
/* EXH_INVALID unless "format" is this one, as written by the command. */
enum exh_status json_check_format(const json_t *root, const char *format,
				  const char *command, struct exh_error *err);

/* Pairs of hexadecimal digits, in upper or lower case, into arena; empty, and without
 * data, when the key is not there. */
enum exh_status json_get_hex(const json_t *object, const char *key,
			     struct exh_arena *arena, struct exh_bytes *out,
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

/* True: the value is an object, and nothing has failed. */
bool json_read_object(struct json_reading *r, const json_t *value);

/* Within [0, most]. */
uint32_t json_read_number(struct json_reading *r, const json_t *object, const char *key,
			  uint32_t most);
/* An optional one. */
uint32_t json_read_number_or(struct json_reading *r, const json_t *object,
			     const char *key, uint32_t most, uint32_t otherwise);
/* true or false, or not there. */
bool json_read_flag(struct json_reading *r, const json_t *object, const char *key,
		    bool otherwise);
/* As json_is_file_name has it, into the arena. */
const char *json_read_file_name(struct json_reading *r, const json_t *object,
				const char *key, bool optional);
struct exh_bytes json_read_hex(struct json_reading *r, const json_t *object,
			       const char *key);

/* The list at the key. */
const json_t *json_read_list(struct json_reading *r, const json_t *object,
			     const char *key);
/* Gives read each item of a list until one fails: the error is within "what i". */
void json_read_items(struct json_reading *r, const json_t *list, const char *what,
		     void (*read)(struct json_reading *r, const json_t *item, size_t i,
				  void *context),
		     void *context);

#endif
