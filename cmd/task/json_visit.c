/* Reading of long documents: this finds where a value ends, and jansson parses it. */
#include "json_stream.h"

#include "jobs.h"
#include "memory.h"
#include "text.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_SIZE = 1 << 16, BATCH_SIZE = 1 << 16, BATCHES = 4 };

/* State of the search for a token's end. All zeros: not begun. */
struct scan {
	size_t depth;
	bool has_begun, in_string, is_escaped;
};

/* End of a token: after this byte or later, before it, or with it. */
enum scan_end { SCAN_GOES_ON, SCAN_ENDS_BEFORE, SCAN_ENDS_WITH };

static bool is_space(uint8_t c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* True if the byte ends a number or a word. */
static bool is_mark(uint8_t c)
{
	return is_space(c) || c == ',' || c == ':' || c == '"' || c == '[' || c == ']' ||
	       c == '{' || c == '}';
}

static enum scan_end scan_string(struct scan *s, uint8_t c)
{
	if (s->is_escaped || c != '"') {
		s->is_escaped = !s->is_escaped && c == '\\';
		return SCAN_GOES_ON;
	}
	s->in_string = false;
	return s->depth ? SCAN_GOES_ON : SCAN_ENDS_WITH;
}

/* Wrong nesting is reported by the parser. */
static enum scan_end scan_byte(struct scan *s, uint8_t c)
{
	const bool is_inside = s->has_begun && !s->depth;

	if (s->in_string)
		return scan_string(s, c);
	if (is_inside && is_mark(c))
		return SCAN_ENDS_BEFORE;
	s->has_begun = true;
	if (c == '"')
		s->in_string = true;
	else if (c == '[' || c == '{')
		s->depth++;
	else if ((c == ']' || c == '}') && (!s->depth || !--s->depth))
		return SCAN_ENDS_WITH;
	else if (c == ',' || c == ':')
		return s->depth ? SCAN_GOES_ON : SCAN_ENDS_WITH;
	return SCAN_GOES_ON;
}

/* Returns the number of bytes of a string before one that may end it. */
static size_t plain_size(const struct scan *s, const uint8_t *bytes, size_t size)
{
	size_t i = 0;

	if (!s->in_string || s->is_escaped)
		return 0;
	while (i < size && bytes[i] != '"' && bytes[i] != '\\')
		i++;
	return i;
}

struct reading {
	struct file_reader file;
	size_t read_size; /* bytes of the file that were read */
	uint8_t *piece;
	size_t piece_size, at;
	size_t mark_size; /* bytes in front of the text */
	/* Offset of the last token in the file */
	size_t start;
	struct exh_writer token; /* the context that it is parsed in, and the token */
	size_t context_size;
	bool is_whole; /* the token did not end with the file */
	json_t *keys;  /* keys of the root */
	json_visitor *visit;
	void *visitor;
	bool is_ended; /* the visitor ended the reading */
	enum exh_status status;
	struct exh_error *err;
};

/* True if there is a next byte in the piece. */
static bool has_byte(struct reading *r)
{
	size_t size = r->file.size - r->read_size;

	if (r->at < r->piece_size)
		return true;
	if (!size || r->status)
		return false;
	size = size < PIECE_SIZE ? size : PIECE_SIZE;
	r->status = file_reader_read(&r->file, r->read_size, r->piece, size, r->err);
	r->at = 0;
	r->piece_size = r->status ? 0 : size;
	r->read_size += size;
	return !r->status;
}

static size_t offset_of(const struct reading *r)
{
	return r->read_size - r->piece_size + r->at;
}

static void skip_space(struct reading *r)
{
	while (has_byte(r) && is_space(r->piece[r->at]))
		r->at++;
}

/* Returns the number of blanks between two tokens at the start of the bytes, which the
 * parser does not need. */
static size_t blank_size(const struct scan *s, const uint8_t *bytes, size_t size)
{
	size_t i = 0;

	while (!s->in_string && i < size && is_space(bytes[i]))
		i++;
	return i;
}

/* Appends the next value, or wrong text in its place. packed: blanks are dropped,
 * except one between two tokens that would otherwise be one. */
static void scan_token(struct reading *r, struct exh_writer *to, bool is_packed)
{
	struct scan scan = { 0 };
	enum scan_end end = SCAN_GOES_ON;

	skip_space(r);
	while (end == SCAN_GOES_ON && has_byte(r)) {
		const size_t first = r->at;
		size_t last = first, blank = 0;

		while (last < r->piece_size && end == SCAN_GOES_ON && !blank) {
			last += plain_size(&scan, r->piece + last, r->piece_size - last);
			if (last == r->piece_size)
				break;
			if (is_packed && scan.depth)
				blank = blank_size(&scan, r->piece + last,
						   r->piece_size - last);
			if (blank)
				break;
			end = scan_byte(&scan, r->piece[last]);
			last += end != SCAN_ENDS_BEFORE;
		}
		exh_write_bytes(to, r->piece + first, last - first);
		if (blank && to->size && !is_mark(to->data[to->size - 1]))
			exh_write_bytes(to, " ", 1);
		r->at = last + blank;
	}
	r->is_whole = end != SCAN_GOES_ON;
	mem_check(to);
}

/* Reads the next value, or wrong text in its place, after a context that makes it a
 * document. */
static void read_token(struct reading *r, const char *context)
{
	skip_space(r);
	r->start = offset_of(r);
	r->token.size = 0;
	r->context_size = strlen(context);
	exh_write_bytes(&r->token, context, r->context_size);
	scan_token(r, &r->token, false);
}

/* Finds the line and column of the token, as jansson counts: columns are characters. */
static void find_start(struct reading *r, int *line, int *column)
{
	*line = 1;
	*column = 0;
	for (size_t done = r->mark_size; done < r->start && !r->status;) {
		const size_t left = r->start - done;
		const size_t size = left < PIECE_SIZE ? left : PIECE_SIZE;

		r->status = file_reader_read(&r->file, done, r->piece, size, r->err);
		for (size_t i = 0; i < size && !r->status; i++) {
			if (r->piece[i] == '\n') {
				++*line;
				*column = 0;
			} else if ((r->piece[i] & 0xc0) != 0x80) {
				++*column;
			}
		}
		done += size;
	}
}

/* Reports an error in the text that begins with the context, as an error in the file. */
static void fail_at(struct reading *r, const json_error_t *where)
{
	const int position = where->position - (int)r->context_size;
	int column = where->column, start_line, start_column;

	find_start(r, &start_line, &start_column);
	for (size_t i = 0; i < r->context_size && where->line == 1; i++)
		column -= (r->token.data[i] & 0xc0) != 0x80;
	if (where->line == 1)
		column += start_column;
	if (!r->status)
		r->status = exh_fail(r->err, EXH_INVALID, r->start + (size_t)position,
				     "line %d column %d: %s",
				     start_line + where->line - 1, column, where->text);
}

/* Parses a text; without a message if where is NULL. */
static json_t *load(const struct exh_writer *text, json_error_t *where)
{
	json_t *root = json_loadb(text->size ? (const char *)text->data : "", text->size,
				  JSON_REJECT_DUPLICATES, where);

	if (root && json_has_escapes(exh_writer_bytes(text)))
		json_unescape((struct json *)root);
	return root;
}

/* Parses the token in its context, with rest appended. NULL: it failed. */
static json_t *parse(struct reading *r, const char *rest)
{
	json_error_t where;
	json_t *root;

	if (r->status)
		return NULL;
	if (r->is_whole)
		exh_write_bytes(&r->token, rest, strlen(rest));
	mem_check(&r->token);
	root = load(&r->token, &where);
	if (!root)
		fail_at(r, &where);
	return root;
}

/* Reports a token that must not follow the context. */
static void refuse(struct reading *r, const char *context)
{
	read_token(r, context);
	json_decref(parse(r, ""));
	assert(r->status);
}

/* True if the next byte is c, which is skipped. */
static bool take(struct reading *r, uint8_t c)
{
	skip_space(r);
	if (r->status || !has_byte(r) || r->piece[r->at] != c)
		return false;
	r->at++;
	return true;
}

static void give(struct reading *r, const char *key, size_t place, json_t *value)
{
	if (!r->status && !r->is_ended &&
	    !r->visit(r->visitor, key, place, (struct json *)value))
		r->is_ended = true;
}

static bool goes_on(const struct reading *r)
{
	return !r->status && !r->is_ended;
}

static void read_item(struct reading *r, const char *key, size_t place)
{
	json_t *root;

	read_token(r, place ? "{\"\":[0," : "{\"\":[");
	root = parse(r, "]}");
	give(r, key, place, json_array_get(json_object_get(root, ""), place != 0));
	json_decref(root);
}

/* Reads the items from an index on, one by one. */
static void read_items(struct reading *r, const char *key, size_t first)
{
	for (size_t i = first; i == first || take(r, ','); i++) {
		read_item(r, key, i);
		if (!goes_on(r))
			return;
	}
	if (!take(r, ']'))
		refuse(r, "{\"\":[0 ");
}

/*
 * Lists are read in batches, which another thread parses. If a batch is invalid, its
 * items are read again one by one, for the message.
 */

struct batch {
	/* Offset of its first item in the file, and the item's index in the list */
	size_t start, place;
	size_t count; /* number of items */
	struct exh_writer text;
	json_t *root;
};

struct list {
	struct batch batches[BATCHES];
	size_t gathered, given;
	struct pipeline *pipeline;
};

enum list_end { LIST_GOES_ON, LIST_ENDS, LIST_IS_ODD };

static void put_text(struct batch *batch, const char *text)
{
	exh_write_bytes(&batch->text, text, strlen(text));
}

static enum list_end gather(struct reading *r, struct batch *batch, size_t place)
{
	enum list_end end = LIST_GOES_ON;

	batch->start = offset_of(r);
	batch->place = place;
	batch->count = 0;
	batch->text.size = 0;
	put_text(batch, "{\"\":[");
	while (end == LIST_GOES_ON && batch->text.size < BATCH_SIZE) {
		if (batch->count++)
			put_text(batch, ",");
		scan_token(r, &batch->text, true);
		if (!r->is_whole)
			end = LIST_IS_ODD;
		else if (!take(r, ','))
			end = take(r, ']') ? LIST_ENDS : LIST_IS_ODD;
	}
	put_text(batch, "]}");
	mem_check(&batch->text);
	return end;
}

/* Parses a batch, and frees the result of the slot's last one, so that the reader need
 * not. */
static void parse_batch(void *context, size_t slot)
{
	struct list *list = context;
	struct batch *batch = &list->batches[slot];

	json_decref(batch->root);
	batch->root = load(&batch->text, NULL);
}

/* Short lists need no thread. */
static void submit(struct list *list, bool is_last)
{
	const size_t slot = list->gathered % BATCHES;

	if (!list->pipeline && !is_last && !list->gathered)
		list->pipeline = pipeline_start(1, BATCHES, parse_batch, list);
	if (list->pipeline)
		pipeline_submit(list->pipeline, slot);
	else
		parse_batch(list, slot);
	list->gathered++;
}

/* Passes on the items of the next batch. False: it could not be parsed. */
static bool give_batch(struct reading *r, struct list *list, const char *key)
{
	const size_t slot = list->given % BATCHES;
	const struct batch *batch = &list->batches[slot];
	const json_t *items;

	if (list->pipeline)
		pipeline_wait(list->pipeline, slot);
	items = json_object_get(batch->root, "");
	if (json_array_size(items) != batch->count)
		return false;
	for (size_t i = 0; i < batch->count; i++)
		give(r, key, batch->place + i, json_array_get(items, i));
	list->given++;
	return true;
}

/* Returns the first batch whose items must be read one by one; NULL: none. */
static const struct batch *read_batches(struct reading *r, struct list *list,
					const char *key)
{
	enum list_end end = LIST_GOES_ON;
	size_t place = 0;

	while (end == LIST_GOES_ON && goes_on(r)) {
		struct batch *batch = &list->batches[list->gathered % BATCHES];

		if (list->gathered - list->given == BATCHES && !give_batch(r, list, key))
			break;
		end = gather(r, batch, place);
		place += batch->count;
		if (end != LIST_IS_ODD)
			submit(list, end == LIST_ENDS);
	}
	while (list->given < list->gathered)
		if (!give_batch(r, list, key))
			return &list->batches[list->given % BATCHES];
	return end == LIST_IS_ODD ? &list->batches[list->gathered % BATCHES] : NULL;
}

static void move_to(struct reading *r, size_t offset)
{
	r->read_size = offset;
	r->piece_size = r->at = 0;
}

/* Reads a list after its bracket. An empty one is a member like others. */
static void read_list(struct reading *r, const char *key)
{
	struct list list = { 0 };
	const struct batch *odd;
	json_t *empty;

	if (take(r, ']')) {
		empty = json_array();
		give(r, key, JSON_NO_ITEM, empty);
		json_decref(empty);
		return;
	}
	for (size_t i = 0; i < BATCHES; i++)
		list.batches[i].text.limit = SIZE_MAX;
	odd = read_batches(r, &list, key);
	pipeline_end(list.pipeline);
	if (odd && goes_on(r)) {
		move_to(r, odd->start);
		read_items(r, key, odd->place);
	}
	for (size_t i = 0; i < BATCHES; i++) {
		exh_writer_free(&list.batches[i].text);
		json_decref(list.batches[i].root);
	}
}

static void read_value(struct reading *r, const char *key)
{
	json_t *root;

	read_token(r, "{\"\":");
	root = parse(r, "}");
	give(r, key, JSON_NO_ITEM, json_object_get(root, ""));
	json_decref(root);
}

/* Reports a repeated key of the root: the parser gets it twice. */
static void refuse_twice(struct reading *r)
{
	char *key = mem_text_part((const char *)r->token.data + 1, r->token.size - 4);
	char *context = mem_format("{%s:0,", key);

	r->token.size = 0;
	r->context_size = strlen(context);
	exh_write_bytes(&r->token, context, r->context_size);
	exh_write_bytes(&r->token, key, strlen(key));
	json_decref(parse(r, ""));
	free(context);
	free(key);
}

/* Parses the key: returns an object with only this key, to be released. NULL: invalid,
 * or the root has it twice. */
static json_t *parse_key(struct reading *r)
{
	json_t *key = parse(r, ":0}");
	const size_t count = json_object_size(r->keys);

	json_object_update(r->keys, key);
	if (!key || json_object_size(r->keys) > count)
		return key;
	json_decref(key);
	refuse_twice(r);
	return NULL;
}

static void read_member(struct reading *r)
{
	json_t *key;

	skip_space(r);
	/* An empty key would be twice in the second context. */
	read_token(r, has_byte(r) && r->piece[r->at] == '"' ? "{" : "{\"\":0,");
	key = parse_key(r);
	if (!key)
		return;
	if (!take(r, ':'))
		refuse(r, "{\"\"");
	else if (take(r, '['))
		read_list(r, json_object_iter_key(json_object_iter(key)));
	else
		read_value(r, json_object_iter_key(json_object_iter(key)));
	json_decref(key);
}

/* Reads an object after its brace. */
static void read_object(struct reading *r)
{
	if (take(r, '}'))
		return;
	for (bool is_first = true; is_first || take(r, ','); is_first = false) {
		read_member(r);
		if (!goes_on(r))
			return;
	}
	if (!take(r, '}'))
		refuse(r, "{\"\":0 ");
}

/* Editors of Windows put a byte order mark in front of UTF-8. */
static void skip_mark(struct reading *r)
{
	const struct exh_bytes start = { r->piece, has_byte(r) ? r->piece_size : 0, 0 };

	r->mark_size = start.size - text_without_mark(start).size;
	r->at += r->mark_size;
}

static void read_document(struct reading *r)
{
	skip_mark(r);
	if (take(r, '{')) {
		read_object(r);
	} else {
		read_token(r, "");
		json_decref(parse(r, ""));
	}
	skip_space(r);
	if (goes_on(r) && has_byte(r))
		refuse(r, "{}");
}

/* Closes the file. */
static enum exh_status visit_all(struct file_reader file, json_visitor *visit,
				 void *context, struct exh_error *err)
{
	struct reading r = { .file = file,
			     .piece = mem_alloc(PIECE_SIZE, 1),
			     .token = { .limit = SIZE_MAX },
			     .keys = json_object(),
			     .visit = visit,
			     .visitor = context,
			     .err = err };

	read_document(&r);
	file_reader_close(&r.file);
	exh_writer_free(&r.token);
	json_decref(r.keys);
	free(r.piece);
	return r.status;
}

enum exh_status json_visit(struct exh_bytes text, json_visitor *visit, void *context,
			   struct exh_error *err)
{
	struct file_reader file;

	file_reader_open_bytes(&file, text);
	return visit_all(file, visit, context, err);
}

enum exh_status json_visit_file(const char *path, json_visitor *visit, void *context,
				struct exh_error *err)
{
	struct file_reader file;
	const enum exh_status status = file_reader_open_own(&file, path, err);

	return status ? status : visit_all(file, visit, context, err);
}
