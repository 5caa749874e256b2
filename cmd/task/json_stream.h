/*
 * Long JSON documents, which are never in memory as a whole: written piece by piece, and
 * read one value at a time. The root is an object; its lists are the long part.
 */
#ifndef CMD_TASK_JSON_STREAM_H
#define CMD_TASK_JSON_STREAM_H

#include "file.h"
#include "json.h"

/*
 * Writing. The bytes are those of json_print. After the first failure no more is written,
 * and json_stream_close returns the failure.
 */

struct json_stream {
	struct file_stream file;
	struct exh_writer out;	 /* bytes not yet written */
	struct exh_writer value; /* scratch: a value as jansson writes it */
	bool is_open, has_members, in_list, has_items;
	enum exh_status status;
	struct exh_error *err;
};

/* Opens a file that replaces path when the stream is closed. Always to be closed. */
void json_stream_open(struct json_stream *stream, const char *path,
		      struct exh_error *err);
/* Adds a member to the root. The value is borrowed. */
void json_stream_add(struct json_stream *stream, const char *key,
		     const struct json *value);
/* Between these two, items are added to a list in the root. */
void json_stream_start_list(struct json_stream *stream, const char *key);
void json_stream_add_item(struct json_stream *stream, const struct json *item);
void json_stream_end_list(struct json_stream *stream);
enum exh_status json_stream_close(struct json_stream *stream);

/* Write lines of compact JSON: one for each item, without a document around them. */
void json_stream_add_line(struct json_stream *stream, const struct json *value);
/* As json_stream_close, without the document's end. */
enum exh_status json_stream_close_lines(struct json_stream *stream);

/*
 * Reading.
 */

/* Index of a value that is no item of a list. */
#define JSON_NO_ITEM SIZE_MAX

/* Called for each member of the root, with JSON_NO_ITEM; for a list that is not empty,
 * for each item with its index instead. The value is released by the caller. False
 * ends the reading, with success. */
typedef bool json_visitor(void *context, const char *key, size_t place,
			  struct json *value);

/* Reads a file that this run may write again. Messages are those of json_parse: values
 * visited before a failure are from an invalid document. A root that is no object has
 * no members. */
enum exh_status json_visit_file(const char *path, json_visitor *visit, void *context,
				struct exh_error *err);
/* As json_visit_file, for bytes in memory. */
enum exh_status json_visit(struct exh_bytes text, json_visitor *visit, void *context,
			   struct exh_error *err);

#endif
